// Tests of output destinations: cases 36, 42 and 44 to 48 of docs/reliability.md.
// output_place_test.cpp has cases 43, 49, 51 and 52, and same_place_test.cpp case 41.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBoardBytes = 163;  // in the grid format, including the blank line

class Output : public CliTest {
 protected:
  // Returns the boards in the grid format, as a run writes them to stdout.
  std::string boards(int count) const {
    const Outcome outcome = run({"generate", "boards", "-n", std::to_string(count), "--quiet"});
    EXPECT_EQ(outcome.status, 0) << outcome;
    EXPECT_EQ(outcome.out.size(), kBoardBytes * count - 1);
    return outcome.out;
  }
};

// --- 36: names -----------------------------------------------------------------------------------

TEST_F(Output, StrangeNames) {
  const std::vector<std::string> names{"a b.txt",
                                       "a\nb.txt",
                                       "\xC3\xBC\xE6\x95\xB0.txt",
                                       "\xFF\xFE",
                                       "'quoted\" $(x) `y`",
                                       "*",
                                       "%s%n",
                                       std::string(255, 'n'),
                                       std::string(127, 'x') + "\xC3\xBC" + std::string(126, 'y'),
                                       ".hidden",
                                       "trailing ",
                                       "same.tmp"};
  for (const std::string& name : names) {
    const ScratchFolder here;
    here.write(name, kPuzzle + '\n');
    const Outcome to_stdout = run({.args = {"solve", "--quiet", name}, .directory = here.path()});
    EXPECT_TRUE(gives(to_stdout, 0, kSolution + '\n', ""));
    const Outcome to_itself =
        run({.args = {"solve", "--quiet", name, "-o", name}, .directory = here.path()});
    EXPECT_TRUE(gives(to_itself, 0, "", ""));
    EXPECT_TRUE(has_only(here, {name}));
    EXPECT_EQ(here.read(name), kSolution + '\n');
  }
}

TEST_F(Output, NamesInMessages) {
  const std::vector<std::pair<std::string, std::string>> names{{"a b.txt", "a b.txt"},
                                                               {"a\nb\t.txt", "a\\x0Ab\\x09.txt"},
                                                               {"\xC3\xBC.txt", "\xC3\xBC.txt"},
                                                               {"\x7F\x1B[31m", "\\x7F\\x1B[31m"},
                                                               {"./a//b", "./a//b"}};
  fs::create_directory(dir / "a");
  for (const auto& [name, shown] : names) {
    dir.write(name, "123\n");
    EXPECT_TRUE(refuses(run({"solve", name}), {shown + ":1:1: no puzzles were found"}));
    EXPECT_TRUE(gives(run({"solve", "--quiet", "--from", "line", name}), 1, kUnknown + '\n',
                      problem(shown + ":1", 1, "found 3 cells, expected 81")));
    fs::remove(dir / name);
    EXPECT_TRUE(refuses(run({"solve", name}), {shown, "No such file"}));
  }
}

TEST_F(Output, NamesThatLookLikeFlags) {
  for (const std::string name : {"-x.txt", "--threads", "-", "--"}) {
    const std::string path = "./" + name;
    dir.write(name, kPuzzle + '\n');
    EXPECT_TRUE(gives(run({"solve", "--quiet", path, "-o", path}), 0, "", "")) << name;
    EXPECT_EQ(dir.read(name), kSolution + '\n');
    if (name != "-") {
      EXPECT_TRUE(gives(run({"solve", "--quiet", "--", name}), 0, kSolution + '\n', ""));
    }
    fs::remove(dir / name);
  }
  EXPECT_TRUE(has_only(dir, {}));
}

TEST_F(Output, NamesThatAreTooLong) {
  const std::string name(256, 'n');
  std::string path = ".";
  while (path.size() < 5'000) path += "/" + std::string(200, 'd');
  dir.write("in", kPuzzle + '\n');
  for (const std::string& too_long : {name, path}) {
    EXPECT_TRUE(refuses(run({"solve", too_long}), {"File name too long"}));
    EXPECT_TRUE(refuses(run({"solve", "in", "-o", too_long}), {"File name too long"}));
  }
  EXPECT_TRUE(has_only(dir, {"in"}));
}

TEST_F(Output, ALongPath) {
  // The system accepts this path of more than 3,800 bytes. The path leaves little room below the
  // limit of 4,096 bytes for the name of the temporary file.
  std::string path = ".";
  while (path.size() < 3'800) path += "/" + std::string(90, 'd');
  fs::create_directories(dir / path);
  dir.write(path + "/in", kPuzzle + '\n');
  EXPECT_TRUE(gives(run({"solve", "--quiet", path + "/in", "-o", path + "/out"}), 0, "", ""));
  EXPECT_EQ(dir.read(path + "/out"), kSolution + '\n');
  EXPECT_EQ(list_dir(dir / path), (std::vector<std::string>{"in", "out"}));
}

// --- 42: output exists ---------------------------------------------------------------------------

TEST_F(Output, NoClobber) {
  dir.write("in", kPuzzle + '\n');
  dir.write("out", "old");
  fs::create_symlink("out", dir / "link");
  for (const std::string out : {"out", "link", "in"}) {
    EXPECT_TRUE(refuses(run({"solve", "in", "-o", out, "--no-clobber"}), {out}));
    EXPECT_TRUE(refuses(run({"generate", "boards", "-n", "2", "-o", out, "--no-clobber"}), {out}));
  }
  EXPECT_EQ(dir.read("out"), "old");
  EXPECT_EQ(dir.read("in"), kPuzzle + '\n');
  EXPECT_TRUE(gives(run({"solve", "--quiet", "in", "-o", "new", "--no-clobber"}), 0, "", ""));
  EXPECT_EQ(dir.read("new"), kSolution + '\n');
  EXPECT_TRUE(gives(run({"solve", "--quiet", "in", "--no-clobber"}), 0, kSolution + '\n', ""));
  EXPECT_TRUE(has_only(dir, {"in", "link", "new", "out"}));
}

// --- 44: full disks ------------------------------------------------------------------------------

TEST_F(Output, FullDevice) {
  dir.write("one", kPuzzle + '\n');
  dir.write("many", input_text(good_records(3'000), Format::kLine));
  const std::vector<Args> jobs{{"solve", "one"},
                               {"solve", "many"},
                               {"solve", "many", "--to", "grid", "--threads", "3"},
                               {"generate", "boards", "-n", "1"},
                               {"generate", "boards", "-n", "50000"},
                               {"check", "one"},
                               {"check", "--each", "many", "--quiet"}};
  for (const Args& job : jobs) {
    const Outcome to_stdout = run({.args = job, .out = Stdout::file("/dev/full")});
    EXPECT_EQ(to_stdout.status, 2) << to_stdout;
    EXPECT_TRUE(mentions(to_stdout, "No space left on device"));
    const Outcome to_name = run(with(job, {"-o", "/dev/full"}));
    EXPECT_EQ(to_name.status, 2) << to_name;
    EXPECT_TRUE(mentions(to_name, "/dev/full"));
    EXPECT_TRUE(mentions(to_name, "No space left on device"));
  }
  EXPECT_TRUE(has_only(dir, {"many", "one"}));
}

TEST_F(Output, FullInTheMiddle) {
  // A limit on the file size stands in for a full disk: writes beyond the limit fail.
  dir.write("in", input_text(good_records(3'000), Format::kLine));
  for (const Args& job :
       {Args{"solve", "in"}, Args{"solve", "in", "--to", "grid", "--threads", "1"},
        Args{"solve", "in", "-o", "in"}, Args{"generate", "boards", "-n", "100000"},
        Args{"generate", "boards", "-n", "100000", "--fsync", "--threads", "3"}}) {
    for (const std::uint64_t most : {0, 1, 4'096, 100'000}) {
#if defined(__clang__)
      if (most < 4'096) continue;  // LLVM's OpenMP runtime maps a small file of its own
#endif
      dir.write("out", "old");
      const std::string input = dir.read("in");
      const bool has_output = job.size() > 2 && job[2] == "-o";
      const Outcome run =
          this->run({.args = has_output ? job : with(job, {"-o", "out"}), .file_size_bytes = most});
      EXPECT_EQ(run.status, 2) << run;
      EXPECT_TRUE(mentions(run, "File too large"));
      EXPECT_EQ(dir.read("out"), "old");
      EXPECT_EQ(dir.read("in"), input);
      EXPECT_TRUE(has_only(dir, {"in", "out"}));
    }
  }
}

// --- 45, 46: pipes -------------------------------------------------------------------------------

TEST_F(Output, ANonBlockingPipeWithASlowReader) {
  const std::string expected = boards(20'000);
  for (const std::string threads : {"1", "3"}) {
    const Outcome run =
        this->run({.args = {"generate", "boards", "-n", "20000", "--quiet", "--threads", threads},
                   .out = Stdout::slow_nonblocking(5)});
    EXPECT_TRUE(gives(run, 0, expected, ""));
  }
}

TEST_F(Output, ClosedStandardOutput) {
  dir.write("in", kPuzzle + '\n');
  for (const Args& args :
       {Args{"solve", "in"}, Args{"generate", "boards", "-n", "3"}, Args{"check", "in"}}) {
    const Outcome run = this->run({.args = args, .out = Stdout::closed()});
    EXPECT_EQ(run.status, 2) << run;
    EXPECT_TRUE(has_line_starting(run, "dokumill: "));
  }
  // With -o FILE, a closed stdout does not matter, and the descriptor of the output file is not
  // mistaken for stdout.
  const Outcome to_file =
      run({.args = {"solve", "--quiet", "in", "-o", "out"}, .out = Stdout::closed()});
  EXPECT_TRUE(gives(to_file, 0, "", ""));
  EXPECT_EQ(dir.read("out"), kSolution + '\n');
  EXPECT_TRUE(has_only(dir, {"in", "out"}));
}

TEST_F(Output, TheReaderGoesAway) {
  dir.write("in", repeat(kSolution + '\n', 50'000));  // every job writes more than a pipe holds
  for (const Args& args :
       {Args{"solve", "in"}, Args{"solve", "in", "--to", "grid", "--threads", "1"},
        Args{"solve", "in", "-o", "/dev/stdout"}, Args{"generate", "boards", "-n", "100000000000"},
        Args{"check", "--each", "in"}}) {
    for (const std::uint64_t bytes : {1, 70'000}) {
      const Outcome run =
          this->run({.args = args, .out = Stdout::close_after(bytes), .time_limit_s = 30});
      EXPECT_EQ(run.signal, SIGPIPE) << run;
      EXPECT_EQ(run.err, "");
    }
  }
  EXPECT_TRUE(has_only(dir, {"in"}));
}

TEST_F(Output, TheReaderGoesAwayAndTheSignalIsIgnored) {
  const Outcome run = this->run({.args = {"generate", "boards", "-n", "100000000000"},
                                 .out = Stdout::close_after(1'000),
                                 .time_limit_s = 30,
                                 .ignore_sigpipe = true});
  EXPECT_NE(run.shell_status(), 0) << run;
  EXPECT_EQ(run.err, "");
  EXPECT_TRUE(has_only(dir, {}));
}

TEST_F(Output, ClosedStandardError) {
  dir.write("in", kPuzzle + "\nQ\n");
  const Outcome run = this->run({.args = {"solve", "in", "-o", "out"}, .close_stderr = true});
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(dir.read("out"), kSolution + '\n' + kUnknown + '\n');
  const Outcome to_stdout = this->run({.args = {"solve", "in"}, .close_stderr = true});
  EXPECT_EQ(to_stdout.out, kSolution + '\n' + kUnknown + '\n');
  EXPECT_TRUE(has_only(dir, {"in", "out"}));
}

// --- 47: outputs that are not regular files ------------------------------------------------------

TEST_F(Output, AFifo) {
  ASSERT_EQ(mkfifo((dir / "fifo").c_str(), 0666), 0);
  const std::string expected = boards(5'000);
  std::string got;
  std::thread reader([&] { got = read_file(dir / "fifo"); });
  const Outcome run = this->run({"generate", "boards", "-n", "5000", "--quiet", "-o", "fifo"});
  // If the program did not open the FIFO, the reader would wait forever. So the FIFO is opened and
  // closed here.
  const int fd = open((dir / "fifo").c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (fd >= 0) close(fd);
  reader.join();
  EXPECT_TRUE(gives(run, 0, "", ""));
  EXPECT_EQ(got, expected);
  struct stat info {};
  ASSERT_EQ(stat((dir / "fifo").c_str(), &info), 0);
  EXPECT_TRUE(S_ISFIFO(info.st_mode));
  EXPECT_TRUE(has_only(dir, {"fifo"}));
}

// --- 48: many runs with the same output ----------------------------------------------------------

TEST_F(Output, ManyRunsWriteTheSameOutput) {
  std::vector<std::string> wanted;
  for (int count = 1; count <= 8; ++count) wanted.push_back(boards(count * 500));
  std::vector<std::thread> threads;
  std::array<Outcome, 8> runs;
  for (int which = 0; which < 8; ++which) {
    threads.emplace_back([this, which, &runs] {
      runs[which] = run({.args = {"generate", "boards", "--quiet", "-o", "out", "-n",
                                  std::to_string((which + 1) * 500)},
                         .as_process = true});
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Outcome& run : runs) EXPECT_TRUE(gives(run, 0, "", ""));
  const std::string got = dir.read("out");
  EXPECT_EQ(got, wanted.at((got.size() + 1) / kBoardBytes / 500 - 1));
  EXPECT_TRUE(has_only(dir, {"out"}));
}

}  // namespace
}  // namespace dokumill::testing
