// Tests of the sources of input: cases 26 to 30 and 37 to 40 of docs/reliability.md.
// endless_test.cpp has case 25.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

using Streams = CliTest;

// --- 26: other kinds of files --------------------------------------------------------------------

TEST_F(Streams, OtherKindsOfFilesAreNamed) {
  const auto bytes = [](std::initializer_list<int> values) {
    std::string text;
    for (const int value : values) text += static_cast<char>(value);
    return text;
  };
  const std::vector<std::pair<std::string, std::string>> kinds{
      {"xz", bytes({0xFD, '7', 'z', 'X', 'Z', 0, 0, 4})},
      {"bzip2", "BZh91AY&SY"},
      {"zip", bytes({'P', 'K', 3, 4, 20, 0, 0, 0, 8, 0})},
      {"7z", bytes({'7', 'z', 0xBC, 0xAF, 0x27, 0x1C, 0, 4})},
      {"PNG", bytes({0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'})},
      {"PDF", "%PDF-1.7\n"},
      {"UTF-16", bytes({0xFF, 0xFE, '5', 0, '3', 0})},
      {"UTF-16", bytes({0xFE, 0xFF, 0, '5', 0, '3'})}};
  dir.write("out", "old");
  for (const auto& [name, magic] : kinds) {
    for (const std::string& text : {magic, magic + std::string(100'000, '\n') + kPuzzle + '\n'}) {
      dir.write("in", text);
      EXPECT_TRUE(refuses(run({"solve", "in", "-o", "out"}), {"in", name, "looks"})) << name;
      EXPECT_TRUE(refuses(run({"solve", "in", "--no-mmap"}), {name})) << name;
      EXPECT_TRUE(refuses(run({"check", "in"}), {name})) << name;
      EXPECT_TRUE(refuses(run({"solve"}, Stdin::pieces(text, {1, 100'000})), {"<stdin>", name}))
          << name;
    }
  }
  EXPECT_EQ(dir.read("out"), "old");
  EXPECT_TRUE(has_only(dir, {"in", "out"}));
}

TEST_F(Streams, BeginningsThatOnlyResembleThem) {
  for (const std::string text :
       {"7", "B", "P", "%", "\x1F", "\xFD", "7z", "PK", "BZ", "\xFF", "\x28\xB5", "\x89P"}) {
    dir.write("in", text + "\n" + kPuzzle + '\n');
    EXPECT_TRUE(gives(run({"solve", "in", "--quiet", "--from", "line"}), 1,
                      kUnknown + '\n' + kSolution + '\n'))
        << printable(text);
    EXPECT_TRUE(refuses(run({"solve"}, Stdin::bytes(text)), {"no puzzles were found"}))
        << printable(text);
  }
}

// --- 27: files that cannot be read ---------------------------------------------------------------

TEST_F(Streams, MissingFile) {
  dir.write("out", "old");
  for (const SampleCommand& command : record_commands()) {
    const Args words = command.to("out");
    EXPECT_TRUE(refuses(run(with(words, {"no such"})), {"no such", "No such file or directory"}));
    EXPECT_TRUE(refuses(run(with(words, {"no/such"})), {"no/such", "No such file or directory"}));
    EXPECT_TRUE(refuses(run(with(words, {"out/x"})), {"out/x", "Not a directory"}));
    EXPECT_TRUE(refuses(run(with(words, {""}))));
  }
  EXPECT_TRUE(refuses(run({"solve", "no"}), {"No such file or directory"}));
  EXPECT_EQ(dir.read("out"), "old");
  EXPECT_TRUE(has_only(dir, {"out"}));
}

TEST_F(Streams, Directory) {
  for (const SampleCommand& command : record_commands()) {
    const Args words = command.to("out");
    EXPECT_TRUE(refuses(run(with(words, {dir.path()})), {"Is a directory", dir.path()}));
    EXPECT_TRUE(refuses(run(with(words, {".", "--no-mmap"})), {"Is a directory"}));
    EXPECT_TRUE(refuses(run(words, Stdin::file(dir.path())), {"Is a directory"}));
  }
  EXPECT_TRUE(has_only(dir, {}));
}

TEST_F(Streams, NoPermission) {
  if (!can_drop_privileges()) GTEST_SKIP() << "needs root and a program others may start";
  dir.write("secret", kPuzzle + '\n');
  chmod((dir / "secret").c_str(), 0000);
  EXPECT_TRUE(refuses(run({.args = {"solve", "secret", "-o", "out"}, .unprivileged = true}),
                      {"secret", "Permission denied"}));
  EXPECT_TRUE(has_only(dir, {"secret"}));
}

// --- 28: streams ---------------------------------------------------------------------------------

TEST_F(Streams, PipesInPieces) {
  const std::vector<Record> records = mixed_records(100);
  for (const Format format : kFormats) {
    const std::string text = input_text(records, format);
    const std::string output = output_text(records, format);
    for (const std::size_t size : {1, 4'095, 4'097}) {
      for (const std::string name : {"-", "/dev/stdin", "/dev/fd/0", ""}) {
        Args args{"solve", "--quiet"};
        if (!name.empty()) args.push_back(name);
        EXPECT_TRUE(gives(run(args, Stdin::pieces(text, {size})), 1, output))
            << name_of(format) << ' ' << size << ' ' << name;
      }
    }
    EXPECT_TRUE(
        gives(run({"solve", "--quiet", "-"}, Stdin::pieces(text, {3, 1'000, 1}, 1)), 1, output));
    EXPECT_TRUE(gives(run({"solve", "--quiet", "-"}, Stdin::socket(text)), 1, output));
    EXPECT_TRUE(gives(run({"solve", "--quiet", "-", "--no-mmap"}, Stdin::bytes(text)), 1, output));
  }
}

TEST_F(Streams, NamesOfStreamsInMessages) {
  const std::string what = "found 3 cells, expected 81";
  EXPECT_TRUE(gives(run({"solve", "--quiet", "--from", "line"}, Stdin::bytes("123")), 1,
                    kUnknown + '\n', problem("<stdin>:1", 1, what)));
  EXPECT_TRUE(gives(run({"solve", "--quiet", "-", "--from", "line"}, Stdin::bytes("123")), 1,
                    kUnknown + '\n', problem("<stdin>:1", 1, what)));
  EXPECT_TRUE(gives(run({"solve", "--quiet", "/dev/stdin", "--from", "line"}, Stdin::bytes("123")),
                    1, kUnknown + '\n', problem("/dev/stdin:1", 1, what)));
}

TEST_F(Streams, AFileAsStandardInput) {
  const std::vector<Record> records = mixed_records(100);
  for (const Format format : kFormats) {
    dir.write("in", input_text(records, format));
    for (const Args& args : {Args{"solve", "--quiet"}, Args{"solve", "--quiet", "-"},
                             Args{"solve", "--quiet", "/dev/stdin"}}) {
      EXPECT_TRUE(gives(run(args, Stdin::file(dir / "in")), 1, output_text(records, format)));
    }
  }
}

// Writes the bytes into the FIFO in pieces of `size` bytes once a reader has opened the FIFO.
std::thread feed_fifo(const std::string& path, std::string bytes, std::size_t size) {
  return std::thread([path, bytes = std::move(bytes), size] {
    int fd = -1;
    for (int tries = 0; fd < 0 && tries < 5'000; ++tries) {
      fd = open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
      if (fd < 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (fd < 0) return;
    fcntl(fd, F_SETFL, 0);  // blocking from here on
    for (std::string_view rest = bytes; !rest.empty();) {
      const ssize_t done = write(fd, rest.data(), std::min(size, rest.size()));
      if (done <= 0) break;
      rest.remove_prefix(static_cast<std::size_t>(done));
    }
    close(fd);
  });
}

TEST_F(Streams, AFifo) {
  std::signal(SIGPIPE, SIG_IGN);
  ASSERT_EQ(mkfifo((dir / "fifo").c_str(), 0666), 0);
  const std::vector<Record> records = mixed_records(60);
  for (const Format format : kFormats) {
    for (const std::size_t size : {1, 4'095, 4'097, 1'000'000}) {
      std::thread writer = feed_fifo(dir / "fifo", input_text(records, format), size);
      EXPECT_TRUE(gives(run({"solve", "--quiet", "fifo"}), 1, output_text(records, format)));
      writer.join();
    }
  }
  EXPECT_TRUE(has_only(dir, {"fifo"}));
}

// --- 29: special files ---------------------------------------------------------------------------

// Counts the lines that are not blank: each one is a record.
std::size_t records_in(const std::string& text) {
  std::size_t count = 0;
  bool blank = true;
  for (const char byte : text + '\n') {
    if (byte == '\n') {
      count += blank ? 0 : 1;
      blank = true;
    } else {
      blank = blank && (byte == ' ' || byte == '\t');
    }
  }
  return count;
}

TEST_F(Streams, ProcFiles) {
  for (const std::string path : {"/proc/cpuinfo", "/proc/filesystems"}) {
    const std::size_t lines = records_in(read_file(path));
    for (const Args& more : {Args{}, Args{"--no-mmap"}, Args{"--threads", "1"}}) {
      EXPECT_TRUE(gives(run(with({"solve", path, "--quiet", "--from", "line"}, more)), 1,
                        repeat(kUnknown + '\n', lines)))
          << path;
    }
    EXPECT_TRUE(gives(run({"solve", "--quiet", "--from", "line"}, Stdin::file(path)), 1,
                      repeat(kUnknown + '\n', lines)));
  }
  const Outcome own = run({"solve", "--from", "line", "/proc/self/status"});
  EXPECT_EQ(own.status, 1) << own;
  EXPECT_GT(own.out_bytes, 30 * 82U) << own;
  EXPECT_TRUE(has_line_starting(own, "dokumill: /proc/self/status:1"));
}

TEST_F(Streams, SysFiles) {
  const std::string path = "/sys/kernel/mm/transparent_hugepage/enabled";  // its st_size is 4096
  if (access(path.c_str(), R_OK) != 0) GTEST_SKIP() << "no " << path;
  EXPECT_TRUE(gives(run({"solve", "--quiet", "--from", "line", path}), 1, kUnknown + '\n'));
}

TEST_F(Streams, DevNull) {
  const Outcome reported = run({"solve", "/dev/null"});
  EXPECT_TRUE(gives(reported, 0, ""));
  EXPECT_TRUE(totals_are(reported, 0, 0, 0, 0));
  EXPECT_TRUE(gives(run({"solve", "--quiet"}, Stdin::null()), 0, "", ""));
  EXPECT_TRUE(gives(run({"solve", "--quiet", "/dev/null", "--no-mmap"}), 0, "", ""));
}

// --- 30: without a map ---------------------------------------------------------------------------

TEST_F(Streams, WithoutMapping) {
  const std::vector<Record> records = mixed_records(3'000);
  for (const Format format : kFormats) {
    dir.write("in", input_text(records, format));
    const Outcome mapped = run({"solve", "--quiet", "in"});
    EXPECT_TRUE(gives(mapped, 1, output_text(records, format)));
    EXPECT_TRUE(gives(run({"solve", "--quiet", "in", "--no-mmap"}), 1, mapped.out, mapped.err));
  }
}

TEST_F(Streams, MappingFails) {
#ifdef DOKUMILL_SANITIZED
  GTEST_SKIP() << "a sanitizer needs the address space";
#endif
  // The file is larger than the address space of the second run. The hole of the file lies in a
  // comment.
  dir.write("in", kPuzzle + "\n# ");
  std::filesystem::resize_file(dir / "in", 600'000'000);
  std::ofstream(dir / "in", std::ios::app) << '\n' << kInkala << '\n';
  const std::string output = kSolution + '\n' + kInkalaSolution + '\n';
  EXPECT_TRUE(gives(run({"solve", "--quiet", "in"}), 0, output, ""));
  const Outcome limited = run(
      {.args = {"solve", "--quiet", "in", "--threads", "1"}, .address_space_bytes = 400'000'000});
  EXPECT_TRUE(gives(limited, 0, output, ""));
  EXPECT_TRUE(stays_small(limited));
  const Outcome read = run({.args = {"solve", "--quiet", "in", "--no-mmap"}, .as_process = true});
  EXPECT_TRUE(gives(read, 0, output, ""));
  EXPECT_TRUE(stays_small(read));
}

// --- 37 to 40 ------------------------------------------------------------------------------------

TEST_F(Streams, Links) {
  dir.write("in", kPuzzle + '\n');
  std::filesystem::create_symlink("in", dir / "link");
  std::filesystem::create_symlink("gone", dir / "dangling");
  std::filesystem::create_symlink("circle", dir / "circle");
  std::filesystem::create_hard_link(dir / "in", dir / "hard");
  EXPECT_TRUE(gives(run({"solve", "--quiet", "link"}), 0, kSolution + '\n', ""));
  EXPECT_TRUE(gives(run({"solve", "--quiet", "hard"}), 0, kSolution + '\n', ""));
  EXPECT_TRUE(refuses(run({"solve", "dangling"}), {"dangling", "No such file or directory"}));
  EXPECT_TRUE(refuses(run({"solve", "circle"}), {"circle", "Too many levels of symbolic links"}));
}

TEST_F(Streams, ASecondInput) {
  dir.write("a", kPuzzle + '\n');
  dir.write("b", kPuzzle + '\n');
  EXPECT_TRUE(gives(run({"dedupe", "-q", "a", "a", "b"}), 0, kPuzzle + '\n', ""));
  EXPECT_TRUE(refuses(run({"-s", "a", "b"})));
  EXPECT_TRUE(has_only(dir, {"a", "b"}));
}

TEST_F(Streams, ClosedStandardInput) {
  EXPECT_TRUE(refuses(run({"solve"}, Stdin::closed())));
  EXPECT_TRUE(refuses(run({"solve", "-", "-o", "out"}, Stdin::closed())));
  EXPECT_TRUE(refuses(run({"check", "-"}, Stdin::closed())));
  EXPECT_TRUE(has_only(dir, {}));
  // A named file can be read although standard input is closed.
  dir.write("in", kPuzzle + '\n');
  EXPECT_TRUE(gives(run({"solve", "--quiet", "in"}, Stdin::closed()), 0, kSolution + '\n', ""));
  EXPECT_TRUE(gives(run({"solve", "--quiet", "in", "-o", "out"}, Stdin::closed()), 0, "", ""));
  EXPECT_EQ(dir.read("out"), kSolution + '\n');
}

TEST_F(Streams, RecordsOnASlowPipeAreAnsweredWithinASecond) {
  // Sends one record and waits for its answer before the input ends.
  struct Talk {
    std::string input, answer;
  };
  for (const Talk& talk :
       {Talk{kPuzzle + '\n', kSolution + '\n'}, Talk{rows_of(kPuzzle) + '\n', rows_of(kSolution)},
        Talk{"id,puzzle\n1," + kPuzzle + '\n',
             "puzzle,solution\n" + kPuzzle + ',' + kSolution + '\n'}}) {
    for (const std::string threads : {"1", "2"}) {
      double waited = 0;
      bool sent = false;
      const auto begin = std::make_shared<std::chrono::steady_clock::time_point>();
      const Outcome run = this->run(
          {"solve", "--quiet", "--threads", threads},
          Stdin::feed([&](const Outcome& so_far) -> Piece {
            if (!sent) {
              sent = true;
              *begin = std::chrono::steady_clock::now();
              return {.bytes = talk.input};
            }
            waited =
                std::chrono::duration<double>(std::chrono::steady_clock::now() - *begin).count();
            if (so_far.out == talk.answer || waited > 10) return {.last = true};
            return {.wait_ms = 5};
          }));
      EXPECT_TRUE(gives(run, 0, talk.answer, ""));
      EXPECT_LT(waited, 1.5) << run;
    }
  }
}

TEST_F(Streams, ATerminalAsStandardInput) {
  for (const SampleCommand& command : record_commands()) {
    const Outcome run =
        this->run({.args = command.to("out"), .in = Stdin::terminal(), .time_limit_s = 10});
    EXPECT_EQ(run.status, 2) << run;
    EXPECT_EQ(run.out, "");
    EXPECT_TRUE(mentions(run, "no INPUT, and standard input is a terminal"));
    EXPECT_TRUE(mentions(run, "Try 'dokumill " + command.name + " --help' for"));
    EXPECT_FALSE(mentions(run, "(try "));
  }
}

}  // namespace
}  // namespace dokumill::testing
