#include "base/platform/files/map_guard.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/platform/platform.hpp"
#include "support/system/scratch_folder.hpp"

namespace dokumill {
namespace {

using testing::ScratchFolder;
using testing::write_file;

const std::size_t kPage = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));

// A mapped file of `pages` pages of 'x'.
class MappedFile {
 public:
  explicit MappedFile(std::size_t pages) : bytes_(pages * kPage) {
    write_file(path_, std::string(bytes_, 'x'));
    const int fd = ::open(path_.c_str(), O_RDONLY);
    data_ = system_platform().map(fd, bytes_);
    ::close(fd);
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() {
    if (data_ != nullptr) system_platform().unmap(data_, bytes_);
  }

  const char* data() const { return data_; }
  void cut(std::size_t bytes) {
    if (::truncate(path_.c_str(), static_cast<off_t>(bytes)) != 0) std::abort();
  }
  char at(std::size_t byte) const { return static_cast<const volatile char*>(data_)[byte]; }
  std::optional<std::uint64_t> lost() const { return system_platform().lost_byte_of(data_); }

 private:
  ScratchFolder folder_;
  const std::string path_ = folder_ / "file";
  std::size_t bytes_;
  const char* data_ = nullptr;
};

struct sigaction present_handler() {
  struct sigaction action {};
  ::sigaction(SIGBUS, nullptr, &action);
  return action;
}

TEST(MapGuard, LostBytesReadAsZerosAndAreRecorded) {
  MappedFile file(100);
  ASSERT_NE(file.data(), nullptr);
  EXPECT_EQ(file.at(99 * kPage), 'x');
  EXPECT_EQ(file.lost(), std::nullopt);
  file.cut(10 * kPage + 5);
  EXPECT_EQ(file.at(10 * kPage + 4), 'x');
  EXPECT_EQ(file.at(10 * kPage + 5), '\0');  // the rest of a page reads as zeros without a fault
  EXPECT_EQ(file.lost(), std::nullopt);
  EXPECT_EQ(file.at(50 * kPage + 7), '\0');
  EXPECT_EQ(file.lost(), 50 * kPage);
  EXPECT_EQ(file.at(100 * kPage - 1), '\0');
  EXPECT_EQ(file.lost(), 50 * kPage);
  EXPECT_EQ(file.at(11 * kPage), '\0');
  EXPECT_EQ(file.lost(), 11 * kPage);
  EXPECT_EQ(file.at(10 * kPage - 1), 'x');
}

// A lost page must be recorded before any thread can see its zeros.
TEST(MapGuard, ManyThreadsReadWhileTheFileIsCut) {
  constexpr int kThreads = 4;
  for (int round = 0; round < 20; ++round) {
    MappedFile file(200);
    std::atomic<int> unknown_zeros{0};
    std::atomic<bool> is_cut{false};
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&] {
        for (bool is_last = false; !is_last;) {
          is_last = is_cut;
          for (std::size_t page = 0; page < 200; ++page) {
            if (file.at(page * kPage) != 'x' && !file.lost()) ++unknown_zeros;
          }
        }
      });
    }
    file.cut(static_cast<std::size_t>(round) * 10 * kPage);
    is_cut = true;
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(unknown_zeros, 0);
    EXPECT_EQ(file.lost(), static_cast<std::uint64_t>(round) * 10 * kPage);
  }
}

TEST(MapGuard, MapsAreDistinguished) {
  MappedFile a(8), b(8);
  a.cut(0);
  EXPECT_EQ(a.at(3 * kPage), '\0');
  EXPECT_EQ(a.lost(), 3 * kPage);
  EXPECT_EQ(b.lost(), std::nullopt);
  EXPECT_EQ(b.at(3 * kPage), 'x');
}

TEST(MapGuard, AFullTableRefusesAMap) {
  std::vector<std::unique_ptr<MappedFile>> files;
  for (int i = 0; i < kMaxGuardedMaps; ++i) files.push_back(std::make_unique<MappedFile>(1));
  for (const auto& file : files) EXPECT_NE(file->data(), nullptr);
  EXPECT_EQ(MappedFile(1).data(), nullptr);
  files.pop_back();
  EXPECT_NE(MappedFile(1).data(), nullptr);
}

TEST(MapGuard, TheHandlerLivesAsLongAsTheMaps) {
  const auto before = present_handler();
  {
    const MappedFile file(1);
    EXPECT_NE(present_handler().sa_sigaction, before.sa_sigaction);
    { const MappedFile other(1); }
    EXPECT_NE(present_handler().sa_sigaction, before.sa_sigaction);
  }
  EXPECT_EQ(present_handler().sa_sigaction, before.sa_sigaction);
  EXPECT_EQ(present_handler().sa_flags & SA_SIGINFO, before.sa_flags & SA_SIGINFO);
}

// Bus errors outside of our maps are passed on to the previous handler.
volatile std::sig_atomic_t others = 0;

TEST(MapGuard, OtherBusErrorsArePassedOn) {
  struct sigaction mine {};
  mine.sa_handler = [](int) { others = others + 1; };
  struct sigaction before {};
  ASSERT_EQ(::sigaction(SIGBUS, &mine, &before), 0);
  {
    const MappedFile file(1);
    ::raise(SIGBUS);
    EXPECT_EQ(others, 1);
    mine.sa_sigaction = [](int, siginfo_t*, void*) { others = others + 10; };
  }
  mine.sa_flags = SA_SIGINFO;
  ASSERT_EQ(::sigaction(SIGBUS, &mine, nullptr), 0);
  {
    const MappedFile file(1);
    ::raise(SIGBUS);
    EXPECT_EQ(others, 11);
  }
  ASSERT_EQ(::sigaction(SIGBUS, &before, nullptr), 0);
}

// A program that uses the library installs its own handler over ours, passes signals on to ours and
// never removes its handler. In later jobs, each handler must be called only once, and the handlers
// must not call each other in a circle.
struct sigaction found_action {};

TEST(MapGuard, AHandlerOverOursDoesNotMakeACircle) {
  struct sigaction before {};
  struct sigaction first {};
  first.sa_handler = [](int) { others = others + 1; };
  ASSERT_EQ(::sigaction(SIGBUS, &first, &before), 0);
  struct sigaction second {};
  second.sa_flags = SA_SIGINFO;
  second.sa_sigaction = [](int number, siginfo_t* info, void* context) {
    others = others + 100;
    if ((found_action.sa_flags & SA_SIGINFO) != 0) {
      found_action.sa_sigaction(number, info, context);
    } else {
      found_action.sa_handler(number);
    }
  };
  others = 0;
  {
    const MappedFile file(1);
    ASSERT_EQ(::sigaction(SIGBUS, &second, &found_action), 0);
    ::raise(SIGBUS);
    EXPECT_EQ(others, 101);
  }
  for (int job = 1; job <= 2; ++job) {
    const MappedFile file(3);
    others = 0;
    ::raise(SIGBUS);
    EXPECT_EQ(others, 101) << "job " << job;
    EXPECT_EQ(file.at(2 * kPage), 'x');
  }
  others = 0;
  ::raise(SIGBUS);
  EXPECT_EQ(others, 101);
  ASSERT_EQ(::sigaction(SIGBUS, &before, nullptr), 0);
}

TEST(MapGuardDeathTest, OtherBusErrorsEndTheProcess) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  ::signal(SIGBUS, SIG_DFL);
  const MappedFile file(1);
  EXPECT_EXIT(::raise(SIGBUS), ::testing::KilledBySignal(SIGBUS), "");
  EXPECT_EXIT(
      {
        ScratchFolder folder;
        write_file(folder / "other", std::string(kPage, 'x'));
        const int fd = ::open((folder / "other").c_str(), O_RDWR);
        const auto* other =
            static_cast<volatile char*>(::mmap(nullptr, kPage, PROT_READ, MAP_PRIVATE, fd, 0));
        if (::ftruncate(fd, 0) == 0) std::exit(*other);
      },
      ::testing::KilledBySignal(SIGBUS), "");
}

}  // namespace
}  // namespace dokumill
