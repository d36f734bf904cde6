// Tests of the signal handlers, each in its own process: cases 77, 78 and 80 of
// docs/reliability.md.
#include "base/platform/process/stop_signals.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "support/system/in_child.hpp"
#include "support/system/scratch_folder.hpp"

namespace dokumill {
namespace {

using testing::Ending;
using testing::in_child;
using testing::ScratchFolder;

TEST(StopSignals, TheFirstSignalIsRemembered) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGXCPU}) {
    const Ending ending = in_child([number] {
      install_stop_signals();
      if (stop_signal() != 0) return 1;
      ::raise(number);
      pollfd wait{stop_wakeup_fd(), POLLIN, 0};
      if (::poll(&wait, 1, 0) != 1) return 2;
      return stop_signal() == number ? 0 : 3;
    });
    EXPECT_EQ(ending.status, 0) << number;
    EXPECT_EQ(ending.words, "");
  }
}

TEST(StopSignals, TheSecondSignalRemovesTemporariesAndReportsIt) {
  const ScratchFolder folder;
  for (const char* name : {"kept", "forgotten", "removed"}) testing::write_file(folder / name, "");
  const Ending ending = in_child([&folder] {
    install_stop_signals();
    RememberedPath forgotten(folder / "forgotten");
    const RememberedPath removed(folder / "removed");
    const RememberedPath missing(folder / "missing");
    forgotten.forget();
    ::raise(SIGINT);
    ::raise(SIGTERM);
    return 0;
  });
  EXPECT_EQ(ending.status, 128 + SIGTERM);
  EXPECT_EQ(ending.words, "dokumill: ended by a second signal\n");
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"forgotten", "kept"}));
}

// Any number of files, in folders inside of folders. A folder with a foreign file stays.
TEST(StopSignals, TheSecondSignalRemovesFoldersWithTheirFiles) {
  const ScratchFolder folder;
  constexpr int kFiles = 300;
  const Ending ending = in_child([&folder] {
    install_stop_signals();
    const std::string outer = folder / "outer";
    std::vector<RememberedPath> paths;
    for (const std::string& name : {outer, outer + "/inner", folder / "used"}) {
      paths.emplace_back(name, TemporaryKind::kFolder);
      if (::mkdir(name.c_str(), 0777) != 0) return 1;
    }
    for (int i = 0; i < kFiles; ++i) {
      const std::string place = i % 2 == 0 ? outer : outer + "/inner";
      paths.emplace_back(place + "/" + std::to_string(i));
      testing::write_file(paths.back().text(), "");
    }
    testing::write_file(folder / "used/foreign", "");
    // Entries of forgotten paths are used again, also by longer paths.
    for (int i = 0; i < 10; ++i) paths.pop_back();
    for (int i = 0; i < 10; ++i) {
      const std::string path =
          outer + "/inner/" + std::string(100 + static_cast<std::size_t>(i), 'x');
      paths.emplace_back(path);
      testing::write_file(path, "");
      ::unlink((outer + (i % 2 == 0 ? "/" : "/inner/") + std::to_string(kFiles - 10 + i)).c_str());
    }
    ::raise(SIGINT);
    ::raise(SIGTERM);
    return 0;
  });
  EXPECT_EQ(ending.status, 128 + SIGTERM);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"used"});
  EXPECT_TRUE(std::filesystem::exists(folder / "used/foreign"));
}

// A file that is being created when the second signal comes is created first, and then removed.
TEST(StopSignals, ACreationIsFinishedFirst) {
  const ScratchFolder folder;
  const Ending ending = in_child([&folder] {
    install_stop_signals();
    const RememberedPath path(folder / "temporary");
    ::raise(SIGINT);
    {
      const Creation outer;
      {
        const Creation creation;
        ::raise(SIGTERM);
        testing::write_file(path.text(), "");
      }
      testing::write_file(folder / "reached", "");
    }
    testing::write_file(folder / "too late", "");
    return 0;
  });
  EXPECT_EQ(ending.status, 128 + SIGTERM);
  EXPECT_EQ(ending.words, "dokumill: ended by a second signal\n");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"reached"});
}

// Without a signal, a Creation changes nothing.
TEST(StopSignals, ACreationWithoutASecondSignal) {
  const Ending ending = in_child([] {
    install_stop_signals();
    ::raise(SIGINT);
    { const Creation creation; }
    return stop_signal() == SIGINT ? 0 : 1;
  });
  EXPECT_EQ(ending.status, 0);
}

// After the replacement, one more signal changes nothing. The signal after that ends a process that
// hangs.
TEST(StopSignals, AReplacementIsFinishedFirst) {
  const ScratchFolder folder;
  testing::write_file(folder / "temporary", "new");
  const Ending ending = in_child([&folder] {
    install_stop_signals();
    const std::string from = folder / "temporary";
    const std::string to = folder / "out";
    RememberedPath temporary(from);
    ::raise(SIGINT);
    {
      Replacement replacement;
      ::raise(SIGTERM);
      if (::rename(from.c_str(), to.c_str()) == 0) replacement.has_result();
      ::raise(SIGTERM);
    }
    temporary.forget();
    ::raise(SIGTERM);
    ::raise(SIGTERM);
    return 0;
  });
  EXPECT_EQ(ending.status, 2);
  EXPECT_EQ(ending.words, "dokumill: ended by a further signal; the output is in its place\n");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out"});
}

TEST(StopSignals, AFailedReplacementIsNoOutput) {
  const Ending ending = in_child([] {
    install_stop_signals();
    ::raise(SIGINT);
    { const Replacement failed; }
    ::raise(SIGINT);
    return 0;
  });
  EXPECT_EQ(ending.status, 128 + SIGINT);
  EXPECT_EQ(ending.words, "dokumill: ended by a second signal\n");
}

TEST(StopSignals, ALineThatWouldWaitIsNotPrinted) {
  const Ending ending = in_child([] {
    int full[2];
    if (::pipe2(full, O_NONBLOCK | O_CLOEXEC) != 0) return 1;
    const std::string page(4096, 'p');
    while (::write(full[1], page.data(), page.size()) > 0) {
    }
    ::fcntl(full[1], F_SETFL, 0);
    ::dup2(full[1], 2);
    install_stop_signals();
    ::raise(SIGINT);
    ::raise(SIGINT);
    return 0;
  });
  EXPECT_EQ(ending.status, 128 + SIGINT);
  EXPECT_EQ(ending.signal, 0);
}

TEST(StopSignals, WhatTheParentIgnoresOrBlocks) {
  const Ending ending = in_child([] {
    for (const int number : {SIGHUP, SIGINT, SIGTERM}) ::signal(number, SIG_IGN);
    sigset_t all;
    ::sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, nullptr);
    install_stop_signals();
    ::raise(SIGHUP);
    if (stop_signal() != 0) return 1;
    ::raise(SIGINT);
    return stop_signal() == SIGINT ? 0 : 2;
  });
  EXPECT_EQ(ending.status, 0);
}

TEST(StopSignals, ALimitOnFileSizesIsAnError) {
  const ScratchFolder folder;
  const Ending ending = in_child([&folder] {
    ignore_write_signals();
    const rlimit limit{100, 100};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const int fd = ::open((folder / "out").c_str(), O_WRONLY | O_CREAT, 0666);
    const std::string bytes(200, 'b');
    if (::write(fd, bytes.data(), bytes.size()) != 100) return 1;
    return ::write(fd, bytes.data(), bytes.size()) < 0 && errno == EFBIG ? 0 : 2;
  });
  EXPECT_EQ(ending.status, 0);
  EXPECT_EQ(ending.signal, 0);
}

TEST(StopSignals, AnEndByALibraryLeavesNothing) {
  const ScratchFolder folder;
  testing::write_file(folder / "temporary", "");
  const Ending sudden = in_child([&folder] {
    watch_exit(2);
    const RememberedPath temporary(folder / "temporary");
    std::exit(1);
    return 0;
  });
  EXPECT_EQ(sudden.status, 2);
  EXPECT_EQ(sudden.words, "dokumill: ended by a library that it uses\n");
  EXPECT_TRUE(folder.names().empty());
  const Ending own = in_child([] {
    watch_exit(2);
    expect_exit();
    std::exit(1);
    return 0;
  });
  EXPECT_EQ(own.status, 1);
  EXPECT_EQ(own.words, "");
}

}  // namespace
}  // namespace dokumill
