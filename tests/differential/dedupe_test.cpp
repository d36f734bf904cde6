// Compares dedupe with a judge that keeps all records in a set of strings, and split with a judge
// that decides by the canonical form of each class. The jobs run with many sizes of chunks, numbers
// of threads and (dedupe) memory limits, with line, grid and csv inputs, and with mapped and with
// read inputs. Each puzzle is an image of a puzzle in a list, so its class is known.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "dokumill/batch.hpp"
#include "dokumill/canon.hpp"
#include "support/hooked.hpp"
#include "support/puzzles/random_puzzles.hpp"
#include "support/system/scratch_folder.hpp"
#include "support/test_random.hpp"
#include "support/test_size.hpp"
#include "support/texts/formats.hpp"

namespace dokumill {
namespace {

using testing::Hooked;
using testing::read_file;
using testing::ScratchFolder;
using testing::TestRandom;
using testing::write_file;

struct Record {
  std::string cells;  // 81 digits, empty for a malformed record
  int kind = 0;       // the index of its class, -1 for a malformed record
};

// Returns one puzzle per class: boards with random holes and distinct canonical forms.
std::vector<Grid> make_classes(int count, TestRandom& random) {
  std::vector<Grid> grids;
  std::set<std::string> forms;
  while (static_cast<int>(grids.size()) < count) {
    Grid grid = testing::random_board(random);
    const int holes = 40 + random.below(25);
    for (int i = 0; i < holes; ++i) grid.cells[random.index(81)] = 0;
    if (random.below(20) == 0) grid.cells[0] = grid.cells[1] = 5;  // contradictory givens
    if (forms.insert(to_line(canonical_form(grid))).second) grids.push_back(grid);
  }
  return grids;
}

std::vector<Record> make_records(int count, const std::vector<Grid>& classes, TestRandom& random) {
  std::vector<Record> records;
  for (int i = 0; i < count; ++i) {
    const int way = random.below(20);
    if (way == 0) {
      records.push_back({"", -1});
    } else if (way < 5 && !records.empty()) {
      records.push_back(records[random.index(i)]);
    } else {
      const int kind = random.below(static_cast<int>(classes.size()));
      const Grid& grid = classes[static_cast<std::size_t>(kind)];
      records.push_back({to_line(testing::random_image(grid, random)), kind});
    }
  }
  return records;
}

const std::string kUnknown(81, '?');

std::string grid_text(const std::string& cells) {
  std::string text;
  for (std::size_t i = 0; i < 81; ++i) {
    text += cells[i];
    text += i % 9 == 8 ? '\n' : ' ';
  }
  return text;
}

// The text of a record in the input and in the output. In about half of the records, the input has
// `.` for empty cells, not `0`.
struct Text {
  std::string in;
  std::string out;
};

Text text_of(const Record& record, TextFormat format, std::size_t number, TestRandom& random) {
  std::string cells = record.cells;
  if (random.below(2) == 0) std::replace(cells.begin(), cells.end(), '0', '.');
  const bool is_bad = cells.empty();
  const std::string& right = is_bad ? kUnknown : record.cells;
  switch (format) {
    case TextFormat::kLine: {
      if (is_bad) return {"12\n", kUnknown + "\n"};
      const bool has_remark = random.below(3) == 0;
      const std::string line = cells + (has_remark ? " # remark " + std::to_string(number) : "");
      return {line + (has_remark ? "\r\n" : "\n"), line + "\n"};
    }
    case TextFormat::kGrid:
      return {(is_bad ? "1 2 3 4 5 6 7 8 9\n" : grid_text(cells)) + "\n", grid_text(right) + "\n"};
    default:
      break;
  }
  const std::string before = "\"row " + std::to_string(number) + ",\n\",";
  return {before + (is_bad ? "12" : cells) + ",\n", before + (is_bad ? kUnknown : cells) + ",\n"};
}

struct Case {
  std::string in;
  std::vector<std::string> out;  // the output text of each record
  std::string header;
  // Returns the output text of the records for which `choose` is true.
  template <class Choose>
  std::string chosen(const Choose& choose) const {
    std::string text = header;
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (choose(i)) text += out[i];
    }
    const bool is_grid = header.empty() && text.ends_with("\n\n");
    if (is_grid) text.pop_back();
    return text;
  }
};

Case case_of(const std::vector<Record>& records, TextFormat format, TestRandom& random) {
  Case made;
  if (format == TextFormat::kCsv) made.header = "note,puzzle,more\n";
  made.in = made.header;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Text text = text_of(records[i], format, i, random);
    made.in += text.in;
    made.out.push_back(text.out);
  }
  return made;
}

TEST(DedupeDifferential, AgainstASetOfStrings) {
  const ScratchFolder folder;
  TestRandom random(1);
  const std::vector<Grid> classes = make_classes(60, random);
  for (int round = 0; round < testing::test_rounds(8); ++round) {
    const std::vector<Record> records = make_records(400 + random.below(1800), classes, random);
    for (const TextFormat format : testing::kFormats) {
      const Case made = case_of(records, format, random);
      write_file(folder / "in", made.in);
      for (const bool symmetry : {false, true}) {
        std::set<std::string> seen;
        std::uint64_t malformed = 0, kept = 0;
        const std::string right = made.chosen([&](std::size_t i) {
          if (records[i].kind < 0) return ++malformed != 0;
          const std::string name = symmetry ? std::to_string(records[i].kind) : records[i].cells;
          const bool is_first = seen.insert(name).second;
          kept += is_first ? 1 : 0;
          return is_first;
        });
        for (const int threads : {1, 3}) {
          auto options =
              testing::file_job<DedupeOptions>(folder / "in", folder / "out", threads,
                                               static_cast<std::size_t>(1) << random.below(18));
          options.input.format = format;
          options.input.allow_mapping = random.below(2) == 0;
          options.symmetry = symmetry;
          options.memory_bytes = kLeastMemory << random.below(6);
          const Result<DedupeReport> report = dedupe(options);
          ASSERT_TRUE(report.ok()) << report.status().message();
          ASSERT_TRUE(read_file(folder / "out") == right)
              << "round " << round << ", format " << static_cast<int>(format) << ", symmetry "
              << symmetry << ", chunks " << options.chunk_bytes;
          EXPECT_EQ(report->kept, kept);
          EXPECT_EQ(report->malformed, malformed);
          EXPECT_EQ(report->duplicates, records.size() - kept - malformed);
          EXPECT_EQ(report->records, records.size());
        }
      }
    }
  }
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"in", "out"}));
}

TEST(SplitDifferential, EveryClassGoesWhereItsFormGoes) {
  const ScratchFolder folder;
  TestRandom random(2);
  const std::vector<Grid> classes = make_classes(80, random);
  for (int round = 0; round < testing::test_rounds(8); ++round) {
    const std::vector<Record> records = make_records(300 + random.below(900), classes, random);
    const Share share{static_cast<std::uint64_t>(random.below(Share::kWhole))};
    const auto seed = static_cast<std::uint64_t>(round);
    std::vector<bool> is_test;
    for (const Grid& grid : classes) {
      is_test.push_back(goes_to_test(canonical_form(grid), share, seed));
    }
    for (const TextFormat format : testing::kFormats) {
      const Case made = case_of(records, format, random);
      write_file(folder / "in", made.in);
      const auto goes = [&](std::size_t i) {
        return records[i].kind >= 0 && is_test[static_cast<std::size_t>(records[i].kind)];
      };
      const std::string train = made.chosen([&](std::size_t i) { return !goes(i); });
      const std::string test = made.chosen(goes);
      for (const int threads : {1, 3}) {
        auto options =
            testing::file_job<SplitOptions>(folder / "in", folder / "train", threads,
                                            static_cast<std::size_t>(1) << random.below(18));
        options.input.format = format;
        options.test_output = folder / "test";
        options.input.allow_mapping = random.below(2) == 0;
        options.share = share;
        options.seed = seed;
        const Result<SplitReport> report = split(options);
        ASSERT_TRUE(report.ok()) << report.status().message();
        ASSERT_TRUE(read_file(folder / "train") == train) << round;
        ASSERT_TRUE(read_file(folder / "test") == test) << round;
        EXPECT_EQ(report->train + report->test + report->malformed, records.size());
      }
    }
  }
}

TEST(DedupeDifferential, UsageErrorsLeaveNothing) {
  const ScratchFolder folder;
  write_file(folder / "in", std::string(81, '0') + "\n");
  auto few = testing::file_job<DedupeOptions>(folder / "in", folder / "out");
  few.memory_bytes = kLeastMemory - 1;
  EXPECT_EQ(dedupe(few).status().code(), ErrorCode::kUsage);
  auto options = testing::file_job<SplitOptions>(folder / "in", folder / "out");
  options.test_output = folder / "out";
  EXPECT_EQ(split(options).status().code(), ErrorCode::kUsage);
  options.test_output = folder / "test";
  options.share.parts = Share::kWhole + 1;
  EXPECT_EQ(split(options).status().code(), ErrorCode::kUsage);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"in"}));
}

}  // namespace
}  // namespace dokumill
