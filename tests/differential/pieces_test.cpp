// Tests of jobs that are divided into pieces. The outputs of the pieces, one after the other, must
// be the output of the whole job, and the problems must have the record numbers of the whole job.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "differential/jobs.hpp"
#include "dokumill/batch.hpp"
#include "dokumill/datasets.hpp"
#include "formats/chunk_boundary.hpp"
#include "formats/format_table.hpp"
#include "support/hooked.hpp"
#include "support/system/scratch_folder.hpp"
#include "support/texts/formats.hpp"

namespace dokumill::testing {
namespace {

constexpr std::uint64_t kCounts[] = {1, 2, 3, 7, 40};

struct Result {
  std::string output;
  std::vector<std::string> problems;
  std::uint64_t records = 0;
};

class Pieces : public ::testing::Test {
 protected:
  template <class Options, class Job>
  Result run(Options options, Job job) {
    Result result;
    options.output = folder_ / "out";
    std::filesystem::remove(options.output);
    options.job.on_problem = [&](const Problem& problem) {
      result.problems.push_back(std::to_string(problem.input) + " " + reported(problem));
    };
    const auto report = job(options);
    EXPECT_TRUE(report.ok()) << report.status().message();
    if (!report.ok()) return result;
    result.output = read_file(folder_ / "out");
    result.records = report->records;
    EXPECT_EQ(report->piece.has_value(), options.job.piece.has_value());
    if (!report->piece) return result;
    EXPECT_EQ(report->piece->begin, end_);
    EXPECT_EQ(report->piece->output_bytes, result.output.size());
    end_ = report->piece->end;
    digests_.push_back(report->piece->inputs_digest);
    return result;
  }

  // Compares the pieces with the whole job.
  template <class Options, class Job>
  void compare(Options options, Job job) {
    const Result whole = run(options, job);
    for (const std::uint64_t count : kCounts) {
      Result joined;
      end_ = 0;
      digests_.clear();
      for (std::uint64_t number = 1; number <= count; ++number) {
        options.job.piece = Piece{number, count};
        options.chunk_bytes = number % 2 == 0 ? 777 : 0;
        const Result piece = run(options, job);
        joined.output += piece.output;
        joined.problems.insert(joined.problems.end(), piece.problems.begin(), piece.problems.end());
        joined.records += piece.records;
      }
      options.chunk_bytes = 0;
      options.job.piece.reset();
      EXPECT_EQ(joined.output == whole.output, true) << count << " pieces";
      // The whole job reports only the first kMaxProblems problems.
      joined.problems.resize(std::min(joined.problems.size(), kMaxProblems));
      EXPECT_EQ(joined.problems, whole.problems) << count << " pieces";
      EXPECT_EQ(joined.records, whole.records);
      EXPECT_EQ(std::ranges::count(digests_, digests_.front()), std::ssize(digests_));
    }
  }

  ScratchFolder folder_;
  std::uint64_t end_ = 0;
  std::vector<std::uint64_t> digests_;
};

TEST_F(Pieces, OfNastyTextsAreTheWholeJob) {
  std::size_t number = 0;
  for (const TextFormat format : kFormats) {
    for (const std::size_t bytes : {0, 90, 3000, 20'000, 200'000}) {
      write_file(folder_ / "in", nasty_text(format, bytes, bytes));
      Hooked<SolveOptions> options;
      options.input.path = folder_ / "in";
      options.input.format = format;
      // Each input format meets each output format, but not with each size.
      options.output_format = kFormats[number++ % std::size(kFormats)];
      SCOPED_TRACE(::testing::Message()
                   << name_of(format) << " " << bytes << " " << name_of(*options.output_format));
      compare(options, [](const Hooked<SolveOptions>& o) { return solve(o); });
    }
  }
}

// A piece never begins inside a line, however long the line is.
TEST_F(Pieces, OfLongLinesAreTheWholeJob) {
  const std::string puzzle(81, '.');
  for (const std::size_t length : {3000, 5000, 9000, 40'000, 70'000, 200'000}) {
    const std::string filling(length, 'y');
    std::string objects, rows = "note,puzzle\n", quoted = rows, lines;
    for (int i = 0; i < 3; ++i) {
      objects += "{\"puzzle\":\"" + puzzle + "\",\"x\":\"" + filling + "\"}\n";
      rows += filling + "," + puzzle + "\n";
      quoted += "\"" + filling + "\n\"," + puzzle + "\n";
      lines += puzzle + " " + filling + "\n";
    }
    for (const auto& [format, text] :
         {std::pair{TextFormat::kJsonl, objects}, std::pair{TextFormat::kCsv, rows},
          std::pair{TextFormat::kCsv, quoted}, std::pair{TextFormat::kLine, lines}}) {
      write_file(folder_ / "in", text);
      Hooked<ConvertOptions> options;
      options.input.path = folder_ / "in";
      options.input.format = format;
      options.output_format = TextFormat::kLine;
      SCOPED_TRACE(::testing::Message() << name_of(format) << " " << length);
      compare(options, [](const Hooked<ConvertOptions>& o) { return convert(o); });
    }
  }
}

// Boards of a file that is certainly a grid; every seventh one has a wrong cell.
std::string grids_with_faults(int count) {
  const std::string rows[] = {"53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1",
                              "7...2...6", ".6....28.", "...419..5", "....8..79"};
  std::string text;
  for (int board = 0; board < count; ++board) {
    for (const std::string& row : rows) text += row + '\n';
    if (board % 7 == 3) text[text.size() - 2] = 'x';
    text += '\n';
  }
  return text;
}

TEST_F(Pieces, OfSeveralInputsAreTheWholeJob) {
  write_file(folder_ / "a", nasty_text(TextFormat::kLine, 1, 9000));
  write_file(folder_ / "b", "");
  write_file(folder_ / "c", grids_with_faults(170));
  write_file(folder_ / "d", "puzzle\n" + std::string(81, '.'));
  Hooked<ConvertOptions> options;
  options.input.path = folder_ / "a";
  options.input.more_paths = {folder_ / "b", folder_ / "c", folder_ / "d"};
  for (const TextFormat to : {TextFormat::kLine, TextFormat::kGrid, TextFormat::kJsonl}) {
    options.output_format = to;
    compare(options, [](const Hooked<ConvertOptions>& o) { return convert(o); });
  }
}

TEST_F(Pieces, OfAugmentHaveTheNumbersOfTheWholeJob) {
  write_file(folder_ / "in", nasty_text(TextFormat::kLine, 5, 30'000));
  Hooked<AugmentOptions> options;
  options.input.path = folder_ / "in";
  options.input.format = TextFormat::kLine;
  options.times = 2;
  compare(options, [](const Hooked<AugmentOptions>& o) { return augment(o); });
}

TEST_F(Pieces, OfARangeAreTheWholeRange) {
  Hooked<BoardsOptions> boards;
  boards.start = 12'345;
  boards.count = 1000;
  for (const TextFormat to : {TextFormat::kLine, TextFormat::kGrid, TextFormat::kJsonl}) {
    boards.format = to;
    compare(boards, [](const Hooked<BoardsOptions>& o) { return generate_boards(o); });
  }
  Hooked<PuzzlesOptions> puzzles;
  puzzles.count = 100;
  for (const TextFormat to : testing::kFormats) {
    puzzles.format = to;
    compare(puzzles, [](const Hooked<PuzzlesOptions>& o) { return generate_puzzles(o); });
  }
  boards.count = 3;  // fewer boards than pieces
  boards.format = TextFormat::kGrid;
  compare(boards, [](const Hooked<BoardsOptions>& o) { return generate_boards(o); });
}

TEST_F(Pieces, OfAnImpossibleNumberAreUsageErrors) {
  write_file(folder_ / "in", std::string(81, '.') + "\n");
  for (const Piece piece : {Piece{0, 1}, Piece{2, 1}, Piece{1, 0}, Piece{0, 0}}) {
    auto options = file_job<ConvertOptions>(folder_ / "in", folder_ / "out");
    options.job.piece = piece;
    EXPECT_EQ(convert(options).status().code(), ErrorCode::kUsage);
    Hooked<BoardsOptions> boards;
    boards.output = folder_ / "out";
    boards.count = 1;
    boards.job.piece = piece;
    EXPECT_EQ(generate_boards(boards).status().code(), ErrorCode::kUsage);
  }
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"in"});
}

// The boundary of a later place is not before the boundary of an earlier place, and the end of the
// text is its own boundary. The places are also between CR and LF, inside of quotes and inside of
// long lines.
TEST(PieceBoundary, DoesNotMoveBackAndIsFoundAtItself) {
  for (const TextFormat format : kFormats) {
    const std::string text = nasty_text(format, 11, 200'000);
    std::size_t before = 0;
    for (std::size_t at = 0; at <= text.size(); at += at % 5000 < 300 ? 1 : 97) {
      const auto cut = records::find_piece_boundary(format, text, at, {}, ',');
      ASSERT_LE(cut.bytes, at);
      ASSERT_GE(cut.bytes, before) << name_of(format) << " at " << at;
      before = cut.bytes;
    }
    EXPECT_EQ(records::find_piece_boundary(format, text, text.size(), {}, ',').bytes, text.size());
  }
}

}  // namespace
}  // namespace dokumill::testing
