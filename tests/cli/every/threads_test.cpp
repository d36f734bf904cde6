// Tests of threads, their limits and OpenMP's variables with every command: cases 65 to 70 and 72
// of docs/reliability.md.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "support/available_engines.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

const std::string kShort = "warning: working with ";
const std::pair<std::string, std::string> kNoLeakCheck{"ASAN_OPTIONS", "detect_leaks=0"};

// The fixture has jobs with their expected output and exit status.
class ThreadLimits : public CliTest {
 protected:
  struct Job {
    Args args;
    std::string output;
    int status;
    std::string expected;
  };

  ThreadLimits() {
    const std::vector<Record> records = mixed_records(3'000);
    dir.write("in", input_text(records, Format::kLine));
    jobs_ = {
        {{"solve", "in", "-o", "out"}, "out", 1, output_text(records, Format::kLine)},
        {{"check", "in", "--each", "--duplicates", "-o", "out"}, "out", 1, ""},
        {{"generate", "boards", "-n", "2500", "-o", "out"}, "out", 0, ""},
        {{"generate", "boards", "-n", "2500", "--family", "random", "-o", "out"}, "out", 0, ""},
        {{"-c", "2500"}, "sudoku.txt", 0, ""}};
    for (Job& job : jobs_) {
      const Outcome outcome = run_job(job, "1", {});
      EXPECT_EQ(outcome.status, job.status) << outcome;
      if (job.expected.empty()) job.expected = dir.read(job.output);
    }
  }

  Outcome run_job(const Job& job, const std::string& threads, Command command) const {
    command.args = threads.empty() ? job.args : with(job.args, {"--threads", threads});
    return run(std::move(command));
  }

  // The job either succeeds with at most one warning, or it is refused and the old output is
  // unchanged.
  void expect_whole_or_nothing(const Job& job, const std::string& threads, const Command& command,
                               const std::string& what) const {
    dir.write(job.output, "old");
    chmod((dir / job.output).c_str(), 0666);  // for the user nobody, too
    const Outcome outcome = run_job(job, threads, command);
    constexpr int kNotLoaded = 127;  // the loader found too little memory for the C++ library
    if (outcome.status == 2 || outcome.status == kNotLoaded) {
      EXPECT_EQ(dir.read(job.output), "old") << what << outcome;
    } else {
      EXPECT_EQ(outcome.status, job.status) << what << outcome;
      EXPECT_TRUE(dir.read(job.output) == job.expected) << what << outcome;
      EXPECT_LE(warnings(outcome), 1) << what << outcome;
    }
    for (const std::string& name : dir.names()) EXPECT_NE(name[0], '.') << what << name;
  }

  // Every job gives its output and its status, with at most one warning.
  void expect_done(const std::string& threads, const Command& command,
                   const std::string& what) const {
    for (const Job& job : jobs_) {
      const Outcome outcome = run_job(job, threads, command);
      EXPECT_EQ(outcome.status, job.status) << what << outcome;
      EXPECT_TRUE(dir.read(job.output) == job.expected) << what << outcome;
      EXPECT_LE(warnings(outcome), 1) << what << outcome;
    }
  }
  static int warnings(const Outcome& outcome) {
    const std::vector<std::string> messages = outcome.messages();
    return static_cast<int>(std::count_if(
        messages.begin(), messages.end(),
        [](const std::string& line) { return line.find(kShort) != std::string::npos; }));
  }

  std::vector<Job> jobs_;
};

TEST_F(ThreadLimits, TheMostThreads) {
  const Outcome one = run({"generate", "boards", "-n", "200000", "--threads", "1", "-o", "one"});
  EXPECT_EQ(one.status, 0) << one;
  const Outcome most =
      run({"generate", "boards", "-n", "200000", "--threads", "1024", "-o", "most"});
  EXPECT_EQ(most.status, 0) << most;
  EXPECT_TRUE(dir.read("one") == dir.read("most"));
  EXPECT_TRUE(mentions(most, "1,024 threads") || warnings(most) == 1) << most;
  EXPECT_TRUE(refuses(run({"generate", "boards", "-n", "9", "--threads", "1025"}),
                      {"--threads", "1024", "1025"}));
}

// With some of these values, or with more threads than the system allows, the OpenMP runtimes would
// end the process. LLVM's runtime does not free the memory that it uses for a list of processors.
TEST_F(ThreadLimits, OpenMpVariablesForEveryCommand) {
  const std::string absent = std::to_string(sysconf(_SC_NPROCESSORS_CONF) + 3);
  struct Row {
    std::string threads;
    std::string name;
    std::vector<std::string> values;
  };
  for (const auto& [threads, name, values] : std::vector<Row>{
           {"",
            "OMP_NUM_THREADS",
            {"1", "7", " 2 ", "abc", "0", "-3", "4,2", "40000", "99999999999999999999", ""}},
           {"5", "OMP_THREAD_LIMIT", {"1", "2", "0", "abc"}},
           {"5",
            "OMP_STACKSIZE",
            {"20000B", " 1 M ", "-1", "1x", "100G", "90000000T", "99999999999999999999"}},
           {"5", "OMP_DYNAMIC", {"true"}},
           {"5", "OMP_SCHEDULE", {"guided"}},
           {"5", "OMP_NESTED", {"true"}},
           {"5", "OMP_MAX_ACTIVE_LEVELS", {"0"}},
           {"5", "OMP_WAIT_POLICY", {"active"}},
           {"5", "OMP_CANCELLATION", {"true"}},
           {"5", "OMP_PROC_BIND", {"spread", "true"}},
           {"3", "OMP_PLACES", {"{0}", "{" + absent + "}", "{0},{" + absent + "}", "places"}},
           {"3", "GOMP_CPU_AFFINITY", {absent, "0 " + absent, "0-" + absent, "no processor"}},
           {"3", "KMP_AFFINITY", {"explicit,proclist=[" + absent + "]"}}}) {
    for (const std::string& value : values) {
      expect_done(threads, {.environment = {{name, value}, kNoLeakCheck}}, name + "=" + value);
    }
  }
  // The warning names the cause and says what to do. (Only GCC's runtime tries to bind threads to
  // the absent processor.)
  const Outcome outcome =
      run_job(jobs_[0], "3", {.environment = {{"GOMP_CPU_AFFINITY", absent}, kNoLeakCheck}});
  if (warnings(outcome) == 1) {
    EXPECT_TRUE(
        has_line(outcome,
                 "dokumill: warning: working with 1 thread: GOMP_CPU_AFFINITY or OMP_PLACES "
                 "names processors that this process may not use; unset it or name others"))
        << outcome;
  } else {
    EXPECT_EQ(totals_of(outcome).threads, 3U) << outcome;
  }
}

TEST_F(ThreadLimits, TheReportHasTheThreadsReallyUsed) {
  const auto threads = [&](const std::string& limit) {
    const Outcome outcome =
        run({.args = {"solve", "in", "-o", "out", "--report", "report", "--threads", "4"},
             .environment = {{"OMP_THREAD_LIMIT", limit}}});
    EXPECT_EQ(outcome.status, 1) << outcome;
    return nlohmann::json::parse(dir.read("report")).at("threads").get<int>();
  };
  EXPECT_EQ(threads("1"), 1);
  EXPECT_EQ(threads("3"), 3);
  EXPECT_EQ(threads("100"), 4);
}

// A record of these jobs can take seconds, so a file of a few records is shared by all threads.
TEST_F(ThreadLimits, AFewSlowRecordsAreSharedByAllThreads) {
  dir.write("few", input_text(mixed_records(8), Format::kLine));
  for (const Args& job : {Args{"rate"}, Args{"rate", "--columns", "backdoor"},
                          Args{"convert", "--where", "er >= 1.2"}, Args{"steps"}}) {
    const Outcome outcome =
        run(with(job, {"few", "-o", "out", "--report", "report", "--threads", "4"}));
    EXPECT_LE(outcome.status, 1) << outcome;
    const auto report = nlohmann::json::parse(dir.read("report"));
    const int shared = job.front() == "steps" ? 1 : 4;  // at least 16 in a chunk
    EXPECT_EQ(report.at("threads").get<int>(), shared) << outcome;
  }
}

// The stack limit of the first thread (ulimit -s) is also the default of the other threads. The
// smallest limit is 32 KiB. Linux leaves a random part of the stack unused, up to 8 KiB. The
// arguments, the environment and the dynamic loader also need space on it. With 16 KiB, one start
// in 20 ended with a signal in the loader, before any code of the command ran.
TEST_F(ThreadLimits, SmallStacksOfTheProcess) {
  if (kIsSanitized) GTEST_SKIP() << "the sanitizers need a larger stack before main() begins";
  for (const std::uint64_t kibibytes : {32, 64, 128, 1024}) {
    expect_done("3", {.stack_bytes = kibibytes << 10}, std::to_string(kibibytes) + " KiB");
    EXPECT_EQ(run({.args = {"--help"}, .stack_bytes = kibibytes << 10}).status, 0) << kibibytes;
  }
}

// Some of these stacks are too small to work on, and one is larger than the memory of the machine.
// The jobs succeed nevertheless.
TEST_F(ThreadLimits, StacksThatCannotBe) {
  for (const std::string size : {"1k", "16k", "32k", "100000G"}) {
    for (const Job& job : jobs_) {
      const Outcome outcome = run_job(job, "5", {.environment = {{"OMP_STACKSIZE", size}}});
      EXPECT_EQ(outcome.status, job.status) << outcome;
      EXPECT_TRUE(dir.read(job.output) == job.expected) << size;
      EXPECT_EQ(warnings(outcome), 1) << size << outcome;
      EXPECT_TRUE(mentions(outcome, kShort + "1 thread")) << outcome;
    }
    const Outcome single = run_job(jobs_[0], "1", {.environment = {{"OMP_STACKSIZE", size}}});
    EXPECT_EQ(warnings(single), 0) << single;
  }
}

TEST_F(ThreadLimits, ALimitOfProcesses) {
  if (!can_drop_privileges()) GTEST_SKIP() << "needs root and a program others may start";
  for (const std::uint64_t processes : {1, 2, 4, 30}) {
    for (const Job& job : jobs_) {
      // The leak check would start another process, so it is switched off.
      expect_whole_or_nothing(
          job, "9", {.environment = {kNoLeakCheck}, .processes = processes, .unprivileged = true},
          std::to_string(processes) + " processes: ");
    }
  }
}

TEST_F(ThreadLimits, ALimitOfMemory) {
  if (kIsSanitized) GTEST_SKIP() << "the address sanitizer needs the address space";
  for (const std::uint64_t mebibytes : {12, 16, 20, 30, 50, 75, 100, 130, 200, 400}) {
    for (const Job& job : jobs_) {
      expect_whole_or_nothing(job, "9", {.address_space_bytes = mebibytes << 20},
                              std::to_string(mebibytes) + " MiB: ");
    }
  }
}

TEST_F(ThreadLimits, StacksOf64KiBInEveryEngine) {
  ASSERT_GE(available_engines().size(), 2U);
  for (const std::string& engine : available_engines()) {
    for (const std::string command : {"solve", "check"}) {
      const Job& job = jobs_[command == "solve" ? 0 : 1];
      Job with_engine = job;
      with_engine.args = with(job.args, {"--engine", engine});
      const Outcome outcome =
          run_job(with_engine, "3", {.environment = {{"OMP_STACKSIZE", "64k"}}});
      EXPECT_EQ(outcome.status, 1) << outcome;
      EXPECT_TRUE(dir.read("out") == job.expected) << engine;
      EXPECT_TRUE(mentions(outcome, "3 threads")) << outcome;
    }
  }
}

using Environment = CliTest;

TEST_F(Environment, LocaleAndTimeZoneChangeNothing) {
  dir.write("in", kPuzzle + '\n' + kTwoFives + "\nQ\n");
  const Outcome plain = run({"solve", "in", "--quiet"});
  EXPECT_EQ(plain.status, 1);
  for (const std::string locale :
       {"C", "POSIX", "C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8", "zh_CN.GBK", "nonsense"}) {
    EXPECT_TRUE(gives(run({.args = {"solve", "in", "--quiet"},
                           .environment = {{"LC_ALL", locale}, {"LANG", locale}, {"TZ", "XYZ"}}}),
                      1, plain.out, plain.err));
  }
}

}  // namespace
}  // namespace dokumill::testing
