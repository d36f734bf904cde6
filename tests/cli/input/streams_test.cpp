// Tests of the sources of input: cases 26 to 30 and 38 to 40 of docs/reliability.md. tests/crossing
// reads files, pipes and FIFOs with every command, and endless_test.cpp has case 25.
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

using Streams = CliTest;

// --- 26: other kinds of files --------------------------------------------------------------------

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

TEST_F(Streams, NamesOfStreamsInMessages) {
  const std::string what = "found 3 cells, expected 81";
  EXPECT_TRUE(gives(run({"solve", "--quiet", "--from", "line"}, Stdin::bytes("123")), 1,
                    kUnknown + '\n', problem("<stdin>:1", 1, what)));
  EXPECT_TRUE(gives(run({"solve", "--quiet", "-", "--from", "line"}, Stdin::bytes("123")), 1,
                    kUnknown + '\n', problem("<stdin>:1", 1, what)));
  EXPECT_TRUE(gives(run({"solve", "--quiet", "/dev/stdin", "--from", "line"}, Stdin::bytes("123")),
                    1, kUnknown + '\n', problem("/dev/stdin:1", 1, what)));
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

// --- 38 to 40 ------------------------------------------------------------------------------------

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
