// Tests of jobs without an input text: boards of a family (cases 62 and 83 of docs/reliability.md),
// and puzzles in memory.
#include <gtest/gtest.h>

#include <atomic>
#include <span>
#include <string>
#include <vector>

#include "differential/jobs.hpp"
#include "dokumill/many.hpp"
#include "engine/puzzles/sample_puzzles.hpp"
#include "support/hooked.hpp"
#include "support/puzzles/answers.hpp"
#include "support/texts/nasty_texts.hpp"

namespace dokumill {
namespace {

using testing::Hooked;
using testing::Jobs;
using testing::kThreads;
using testing::read_file;

std::string boards_one_by_one(const BoardSource& source, std::uint64_t start, std::uint64_t count,
                              TextFormat format) {
  std::string text;
  for (std::uint64_t i = start; i < start + count; ++i) {
    const Grid board = make_board(source, i);
    if (format == TextFormat::kGrid && i != start) text += '\n';
    text += format == TextFormat::kGrid ? to_rows(board) : to_line(board) + "\n";
  }
  return text;
}

TEST_F(Jobs, BoardsAreTheBoardsOfTheirNumbers) {
  BoardSource random_source;
  random_source.family = BoardFamily::kRandom;
  random_source.seed = 7;
  for (const BoardSource& source :
       {BoardSource{}, BoardSource{BoardFamily::kWide, Digit{3}, 0}, random_source}) {
    const std::uint64_t size = family_size(source.family);
    for (const std::uint64_t start : {std::uint64_t{0}, std::uint64_t{71}, std::uint64_t{1295},
                                      std::uint64_t{2903000}, size - 100}) {
      for (const std::uint64_t count : {0U, 1U, 2U, 73U, 100U}) {
        if (start > size || count > size - start) continue;
        for (const TextFormat format : {TextFormat::kGrid, TextFormat::kLine}) {
          const std::string wanted = boards_one_by_one(source, start, count, format);
          for (const std::size_t chunk : {0U, 1U, 300U, 163U * 72U}) {
            Hooked<BoardsOptions> options;
            options.source = source;
            options.start = start;
            options.count = count;
            options.format = format;
            options.chunk_bytes = chunk;
            options.job.threads = kThreads[(chunk + count) % 4];
            options.output = folder_ / "boards";
            const Result<JobReport> report = generate_boards(options);
            ASSERT_TRUE(report.ok()) << report.status().message();
            ASSERT_EQ(read_file(folder_ / "boards"), wanted) << start << " + " << count;
            EXPECT_EQ(report->records, count);
          }
        }
      }
    }
  }
}

TEST_F(Jobs, BoardsBeyondTheFamilyAreRefusedBeforeAnyWork) {
  for (const BoardFamily family :
       {BoardFamily::kSequence, BoardFamily::kClassic, BoardFamily::kWide, BoardFamily::kRandom,
        BoardFamily::kClasses}) {
    const std::uint64_t size = family_size(family);
    Hooked<BoardsOptions> options;
    options.source.family = family;
    options.output = folder_ / "boards";
    for (const auto& [start, count] : {std::pair{std::uint64_t{0}, size + 1},
                                       {size, std::uint64_t{1}},
                                       {size - 1, std::uint64_t{2}},
                                       {size, size},
                                       {std::uint64_t{1}, size}}) {
      if (count == 0) continue;  // size + 1 overflows for the family of 2^64 - 1 boards
      options.start = start;
      options.count = count;
      EXPECT_EQ(generate_boards(options).status().code(), ErrorCode::kUsage);
    }
    options.start = size - 1;
    options.count = 1;
    EXPECT_TRUE(folder_.names().empty());
    EXPECT_TRUE(generate_boards(options).ok());
    std::filesystem::remove(folder_ / "boards");
  }
}

TEST_F(Jobs, SolvesManyInMemory) {
  testing::TestRandom random(21);
  std::vector<Grid> puzzles;
  for (int i = 0; i < 1500; ++i)
    puzzles.push_back(*parse_grid(i % 5 == 0 ? testing::random_cells(random, 81)
                                             : testing::random_puzzle(random)));
  const std::vector<SolveResult> wanted = testing::solve_all("auto", puzzles);
  for (const int threads : {0, 1, 2, 3, 8}) {
    for (const std::size_t count : {0U, 1U, 255U, 256U, 257U, 1500U}) {
      std::vector<SolveResult> results(count);
      ASSERT_TRUE(solve_many(std::span(puzzles).first(count), results, {threads}).ok());
      testing::expect_equal(puzzles, results, std::span(wanted).first(count));
    }
  }
  std::vector<SolveResult> results(1);
  EXPECT_EQ(solve_many(std::span(puzzles).first(1), results, {1, "none"}).code(),
            ErrorCode::kUsage);
}

TEST_F(Jobs, SolvingInMemoryStopsOnRequest) {
  const std::vector<Grid> puzzles = *puzzles::sample_puzzles(puzzles::SampleKind::kEasy, 22, 8000);
  for (const int threads : kThreads) {
    for (const int looks : {0, 1, 5, 1000000}) {
      std::atomic<int> left{looks};
      const auto should_stop = [&] { return left.fetch_sub(1) <= 0; };
      std::vector<SolveResult> results(puzzles.size());
      const Status status = solve_many(puzzles, results, {threads, "auto", should_stop});
      EXPECT_EQ(status.code(), looks <= 5 ? ErrorCode::kInterrupted : ErrorCode::kOk);
      if (!status.ok()) continue;
      for (const SolveResult& result : results) EXPECT_EQ(result.solutions, GridKind::kUnique);
    }
  }
}

}  // namespace
}  // namespace dokumill
