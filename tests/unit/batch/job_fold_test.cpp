// Tests of the fold, which takes the results of a job in order: 64-bit counts, problems, progress.
#include "batch/frame/job_fold.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/system/fake_platform.hpp"
#include "support/system/scratch_folder.hpp"

namespace dokumill::batch {
namespace {

using testing::FakePlatform;

constexpr std::uint64_t kBillions = std::uint64_t{1} << 32;

class JobFoldTest : public ::testing::Test {
 protected:
  JobFoldTest() {
    options_.on_problem = [this](const Problem& problem) { told_.push_back(problem); };
    options_.on_warning = [this](const std::string& text) { warnings_.push_back(text); };
  }
  FakePlatform platform_;
  Result<OutputFile> output_ = OutputFile::open(platform_, "/dev/null", {});
  OutputPlan plan_;
  JobOptions options_;
  std::vector<Problem> told_;
  std::vector<std::string> warnings_;
};

Problem problem_at(std::uint64_t record, std::uint64_t line) {
  Problem problem;
  problem.record = record;
  problem.line = line;
  problem.message = "words";
  return problem;
}

TEST_F(JobFoldTest, CountsBeyond32Bits) {
  JobFold fold({platform_, options_, {"in", 5, 9 * kBillions}, *output_, false, plan_});
  std::vector<Progress> seen;
  options_.on_progress = [&](const Progress& progress) { seen.push_back(progress); };
  platform_.clock_ns = 0;
  platform_.clock_step_ns = 200'000'000;
  ChunkResult result;
  for (std::uint64_t i = 0; i < 4; ++i) {
    result.clear();
    result.records = kBillions - 1;
    result.lines = 2 * kBillions - 1;
    result.outcomes[static_cast<std::size_t>(GridKind::kUnique)] = kBillions - 2;
    result.problems = {problem_at(7, 9)};
    result.problem_count = kBillions;
    result.end_marks = i == 0 ? 0 : kBillions;
    result.first_end_mark_line = 3;
    result.first_end_mark = i == 1 ? "End." : "other";
    result.done = (i + 1) * 2 * kBillions;
    ASSERT_TRUE(fold.take(result).ok());
    // A piece of a chunk that is handed over early has no position in the source (`done` is 0).
    ChunkResult piece;
    ASSERT_TRUE(fold.take(piece).ok());
    EXPECT_EQ(told_.back().record, i * (kBillions - 1) + 8);
    EXPECT_EQ(told_.back().line, 5 + i * (2 * kBillions - 1) + 10);
  }
  result.clear();
  result.failure = {ErrorCode::kMalformed, ""};
  result.fatal_record = problem_at(kBillions, kBillions);
  EXPECT_EQ(fold.take(result).message(),
            "in:" + std::to_string(5 + 4 * (2 * kBillions - 1) + kBillions + 1) + ": record " +
                std::to_string(4 * (kBillions - 1) + kBillions + 1) + ": words");
  EXPECT_EQ(fold.records(), 4 * (kBillions - 1));
  EXPECT_EQ(fold.outcome(GridKind::kUnique), 4 * (kBillions - 2));
  fold.warn_about_end_marks();
  EXPECT_EQ(warnings_, (std::vector<std::string>{
                           "in:" + std::to_string(5 + 2 * kBillions - 1 + 4) +
                           ": \"End.\" is not a puzzle and was skipped (12884901888 such lines)"}));
  ASSERT_EQ(seen.size(), 8U);
  for (std::uint64_t i = 0; i < 8; ++i) {
    EXPECT_EQ(seen[i].records, (i / 2 + 1) * (kBillions - 1));
    EXPECT_EQ(seen[i].done, (i / 2 + 1) * 2 * kBillions);
    EXPECT_EQ(seen[i].total, 9 * kBillions);
  }
  JobReport report;
  EXPECT_TRUE(fold.finish({}, report).ok());
  EXPECT_EQ(report.records, 4 * (kBillions - 1));
  EXPECT_EQ(report.problems.size(), 4U);
  EXPECT_EQ(report.problems_omitted, 4 * kBillions - 4);
}

// Six chunks of 2^31 records each pass through the pipeline into the report, with one thread and
// with three. The names below call a chunk a part.
constexpr std::uint64_t kTwoBillions = std::uint64_t{1} << 31;
constexpr std::uint64_t kParts = 6;

class HugeSource final : public Source {
 public:
  Result<bool> next(Chunk& chunk, const std::function<bool()>&) override {
    chunk.done = ++parts_ * 3 * kTwoBillions;
    return parts_ <= kParts;
  }
  std::uint64_t total() const override { return kParts * 3 * kTwoBillions; }

 private:
  std::uint64_t parts_ = 0;
};

class HugeWorker final : public Worker {
 public:
  void work(ChunkTask& task) override {
    ChunkResult& result = task.result();
    result.records = kTwoBillions;
    result.lines = 2 * kTwoBillions;
    result.outcomes[static_cast<std::size_t>(GridKind::kMalformed)] = kTwoBillions - 1;
    result.outcomes[static_cast<std::size_t>(GridKind::kUnique)] = 1;
    result.problems = {problem_at(task.chunk().number, 2 * task.chunk().number + 1)};
    result.problem_count = kTwoBillions - 1;
  }
};

TEST_F(JobFoldTest, BillionsOfRecordsInTheReport) {
  for (const int threads : {1, 3}) {
    told_.clear();
    std::vector<Progress> seen;
    options_.on_progress = [&](const Progress& progress) { seen.push_back(progress); };
    platform_.clock_ns = 0;
    platform_.clock_step_ns = 200'000'000;
    HugeSource source;
    JobFold fold({platform_, options_, {"in", 1, source.total(), "in"}, *output_, false, plan_});
    const auto make = [] {
      return Result<std::unique_ptr<Worker>>(std::make_unique<HugeWorker>());
    };
    SolveReport report;
    ASSERT_TRUE(fold.finish(run_records(platform_, source, make, fold, threads, {}), report).ok());
    report.malformed = fold.outcome(GridKind::kMalformed);
    report.unique = fold.outcome(GridKind::kUnique);
    ASSERT_EQ(told_.size(), kParts);
    // Progress is reported for every chunk, and also between chunks, when nothing has changed. The
    // reports between chunks are removed here.
    std::erase_if(seen, [](const Progress& progress) { return progress.records == 0; });
    seen.erase(std::unique(seen.begin(), seen.end(),
                           [](const Progress& a, const Progress& b) {
                             return a.records == b.records && a.done == b.done;
                           }),
               seen.end());
    ASSERT_EQ(seen.size(), kParts);
    for (std::uint64_t part = 0; part < kParts; ++part) {
      EXPECT_EQ(told_[part].record, part * kTwoBillions + part + 1);
      EXPECT_EQ(told_[part].line, 1 + part * 2 * kTwoBillions + 2 * part + 2);
      EXPECT_EQ(seen[part].records, (part + 1) * kTwoBillions);
      EXPECT_EQ(seen[part].done, (part + 1) * 3 * kTwoBillions);
    }
    EXPECT_EQ(seen.back().total, seen.back().done);
    const std::string json = to_json(report);
    for (const std::string part : {"\"records\": 12884901888,", "\"malformed\": 12884901882,",
                                   "\"problems_omitted\": 12884901876", "\"record\": 10737418246,",
                                   "\"line\": 21474836493,"}) {
      EXPECT_NE(json.find(part), std::string::npos) << part << json;
    }
  }
}

TEST_F(JobFoldTest, ReportsTheFirstThousandProblems) {
  JobFold fold({platform_, options_, {"in", 0, 0}, *output_, false, plan_});
  ChunkResult result;
  for (const std::size_t problems : {400U, 599U, 0U, 1000U, 1000U}) {
    result.clear();
    result.records = 2000;
    result.lines = 2000;
    for (std::size_t i = 0; i < problems; ++i) result.problems.push_back(problem_at(i, i));
    result.problem_count = problems * 2;
    EXPECT_TRUE(fold.take(result).ok());
  }
  EXPECT_EQ(told_.size(), kMaxProblems);
  EXPECT_EQ(told_[399].record, 400U);
  EXPECT_EQ(told_[400].record, 2001U);
  EXPECT_EQ(told_[999].record, 6001U);
  JobReport report;
  EXPECT_TRUE(fold.finish({}, report).ok());
  EXPECT_EQ(report.problems.size(), kMaxProblems);
  EXPECT_EQ(report.problems_omitted, 2 * 2999 - kMaxProblems);
}

TEST_F(JobFoldTest, ShowsProgressAboutTenTimesASecond) {
  std::vector<double> seen;
  options_.on_progress = [&](const Progress& progress) { seen.push_back(progress.seconds); };
  platform_.clock_ns = 5'000'000'000;
  JobFold fold({platform_, options_, {"in", 0, 0}, *output_, false, plan_});
  ChunkResult result;
  for (int i = 0; i < 100; ++i) {
    platform_.clock_ns = *platform_.clock_ns + 30'000'000;
    EXPECT_TRUE(fold.take(result).ok());
  }
  ASSERT_EQ(seen.size(), 25U);  // after every fourth result: 120 ms
  EXPECT_DOUBLE_EQ(seen[0], 0.12);
  EXPECT_DOUBLE_EQ(seen[24], 3.0);
}

// While no chunk is finished, for instance in a long search, the threads call beat() to keep the
// progress bar up to date.
TEST_F(JobFoldTest, BeatsShowProgressBetweenParts) {
  std::vector<Progress> seen;
  options_.on_progress = [&](const Progress& progress) { seen.push_back(progress); };
  platform_.clock_ns = 5'000'000'000;
  JobFold fold({platform_, options_, {"in", 0, 7}, *output_, false, plan_});
  for (int i = 0; i < 100; ++i) {
    platform_.clock_ns = *platform_.clock_ns + 30'000'000;
    fold.beat();
  }
  ASSERT_EQ(seen.size(), 25U);
  EXPECT_EQ(seen[24].records, 0U);
  EXPECT_EQ(seen[24].total, 7U);
  EXPECT_DOUBLE_EQ(seen[24].seconds, 3.0);
}

// A progress bar that shares a terminal with the output must be cleared before each text.
TEST_F(JobFoldTest, AnnouncesTextBeforeItIsWritten) {
  std::vector<std::uint64_t> written;
  options_.on_output = [&] { written.push_back(output_->written_bytes()); };
  JobFold fold({platform_, options_, {"in", 0, 0}, *output_, false, plan_});
  EXPECT_TRUE(fold.output().write_header("header\n").ok());
  ChunkResult result;
  EXPECT_TRUE(fold.take(result).ok());  // this result has no text
  result.text = {'a', '\n'};
  result.text_bytes = 2;
  EXPECT_TRUE(fold.take(result).ok());
  EXPECT_TRUE(fold.output().write("totals\n").ok());
  EXPECT_EQ(written, (std::vector<std::uint64_t>{0, 7, 9}));
}

// on_fatal_record gets the location of the record that ends the job.
TEST_F(JobFoldTest, LocatesTheRecordThatEndsTheJob) {
  std::vector<Problem> fatal;
  options_.on_fatal_record = [&](const Problem& problem) { fatal.push_back(problem); };
  JobFold fold({platform_, options_, {"in", 10, 0}, *output_, false, plan_});
  ChunkResult result;
  result.records = 4;
  result.lines = 5;
  EXPECT_TRUE(fold.take(result).ok());
  result.failure = {ErrorCode::kMalformed, "malformed record"};
  result.fatal_record = {2, 3, 9, ProblemKind::kMalformed, "what"};
  EXPECT_EQ(fold.take(result).message(), "in:19:9: record 7: what");
  ASSERT_EQ(fatal.size(), 1U);
  EXPECT_EQ(fatal[0].record, 7U);
  EXPECT_EQ(fatal[0].line, 19U);
  EXPECT_EQ(fatal[0].column, 9U);
}

TEST_F(JobFoldTest, AFailingWriteIsTheFailureOfThePart) {
  plan_.format = TextFormat::kGrid;
  JobFold fold({platform_, options_, {"in", 0, 0}, *output_, false, plan_});
  ChunkResult result;
  result.text = {'\n', 'a', 'b'};
  result.text_bytes = 3;
  EXPECT_TRUE(fold.take(result).ok());
  EXPECT_EQ(output_->written_bytes(), 2U);
  EXPECT_TRUE(fold.take(result).ok());
  EXPECT_EQ(output_->written_bytes(), 5U);
  platform_.fail("write", -ENOSPC);
  EXPECT_EQ(fold.take(result).message(), "/dev/null: No space left on device after 5 bytes");
}

TEST_F(JobFoldTest, AStopBeforeTheCommitKeepsTheOldOutput) {
  const testing::ScratchFolder folder;
  testing::write_file(folder / "out", "old");
  bool is_asked = true;
  options_.should_stop = [&is_asked] { return is_asked; };
  {
    Result<OutputFile> output = OutputFile::open(platform_, folder / "out", {});
    ASSERT_TRUE(output.ok());
    JobFold fold({platform_, options_, {"in", 0, 0}, *output, false, plan_});
    const Status stopped = fold.commit();
    EXPECT_EQ(stopped.code(), ErrorCode::kInterrupted);
    EXPECT_EQ(stopped.message(), "interrupted after 0 records");
    EXPECT_EQ(testing::read_file(folder / "out"), "old");
    is_asked = false;
    EXPECT_TRUE(fold.commit().ok());
  }
  EXPECT_EQ(testing::read_file(folder / "out"), "");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out"});
  // An output that is written in place is complete, so commit() cannot be stopped.
  is_asked = true;
  JobFold in_place({platform_, options_, {"in", 0, 0}, *output_, false, plan_});
  EXPECT_TRUE(in_place.commit().ok());
}

}  // namespace
}  // namespace dokumill::batch
