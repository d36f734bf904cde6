// Tests with damaged files. Every way of reading an input must give the same bytes, and these bytes
// must match the records of the slow reader (slow_reader.hpp).
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "cli/support/slow_reader.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

constexpr std::size_t kCsvColumns = 3;
constexpr std::size_t kCsvPuzzleColumn = 1;
const std::string kCsvHeader = "id,puzzle,note\n";

// Returns a valid file that uses all variants of its format.
std::string valid_file(Format format, Dice& dice, std::size_t count) {
  static const std::vector<std::string> kEnds{"\n", "\r\n", "\r"};
  const std::vector<Record> records = good_records(100);
  const std::uint32_t style = dice.roll(4);  // 3: mixed line ends
  const auto end = [&] { return kEnds[style < 3 ? style : dice.roll(2)]; };
  std::string text;
  for (std::size_t which = 0; which < count; ++which) {
    std::string cells = records[dice.roll(100)].cells;
    if (dice.roll(3) == 0) cells = replace_all(cells, "0", std::string(1, ".*_xX-"[dice.roll(6)]));
    switch (format) {
      case Format::kLine:
        if (dice.roll(8) == 0) text += "  \t";
        text += cells;
        if (dice.roll(4) == 0) {
          text += " \t,;:#|"[dice.roll(7)] + std::string(dice.roll(40), 'r');
        }
        text += end();
        if (dice.roll(8) == 0) text += "# a comment" + end();
        if (dice.roll(8) == 0) text += end();
        break;
      case Format::kGrid: {
        if (which > 0 && dice.roll(10) != 0) text += end();
        if (dice.roll(8) == 0 && which == 0) text += "# a comment" + end();
        std::string rows = rows_of(cells);
        if (dice.roll(4) == 0) rows = replace_all(rows, " ", "");
        if (dice.roll(4) == 0) rows = replace_all(rows, " ", "\t ");
        text += replace_all(rows, "\n", end());
        break;
      }
      case Format::kCsv: {
        const bool quoted = dice.roll(3) == 0;
        text += std::to_string(which) + (quoted ? ",\"" : ",") + cells + (quoted ? "\"," : ",");
        if (dice.roll(3) == 0) text += "\"a note, \"\"quoted\"\"" + end() + "of two lines\"";
        text += end();
        if (dice.roll(10) == 0) text += end();
        break;
      }
    }
  }
  return text;
}

void damage(std::string& text, Dice& dice) {
  static const std::string kTelling("\"\"\"\",\n\n\r\r\n #\t\0.5x|;:QA\xEF\xFF\x80", 26);
  const auto place = [&] { return dice.roll(static_cast<std::uint32_t>(text.size()) + 1); };
  const std::uint32_t wounds = dice.roll(12);
  for (std::uint32_t wound = 0; wound < wounds; ++wound) {
    const std::size_t at = place();
    const char telling = kTelling[dice.roll(static_cast<std::uint32_t>(kTelling.size()))];
    switch (dice.roll(9)) {
      case 0:  // one byte is replaced by a random one
        if (at < text.size()) text[at] = static_cast<char>(dice.roll(256));
        break;
      case 1:
        if (at < text.size()) text[at] = telling;
        break;
      case 2:
        text.insert(at, 1, telling);
        break;
      case 3:
        text.erase(at, 1 + dice.roll(3));
        break;
      case 4:
        text.erase(at, dice.roll(300));
        break;
      case 5:
        text.insert(at, text.substr(place(), dice.roll(300)));
        break;
      case 6: {  // random bytes
        std::string noise;
        for (std::uint32_t left = dice.roll(60); left > 0; --left) {
          noise += static_cast<char>(dice.roll(256));
        }
        text.insert(at, noise);
        break;
      }
      case 7:
        text.insert(at, repeat(std::string(1, telling), dice.roll(5)));
        break;
      default:  // the end is cut off
        if (dice.roll(4) == 0) text.resize(at);
        break;
    }
  }
}

class Property : public CliTest {
 protected:
  // Returns the record for these cells. Equal cells are solved only once.
  static const Record& known_record(const std::string& cells) {
    static std::map<std::string, Record> known;
    auto [entry, fresh] = known.try_emplace(cells);
    if (fresh) entry->second = record_of(cells);
    return entry->second;
  }

  static std::vector<Record> expected_records(const std::string& text, Format format) {
    std::vector<Record> records;
    for (const auto& cells : read_slowly(text, format, kCsvColumns, kCsvPuzzleColumn)) {
      records.push_back(cells ? known_record(*cells) : malformed_record());
    }
    return records;
  }

  // Solves the text from a file and in three other ways. All outcomes must agree. Returns the
  // common outcome.
  Outcome every_way(const std::string& text, const Args& flags, Dice& dice) const {
    dir.write("in", text);
    const auto solve = [&](const Args& more, Stdin in) {
      Outcome outcome = run(with(with({"solve", "--quiet"}, more), flags), std::move(in));
      outcome.err = replace_all(outcome.err, "dokumill: <stdin>", "dokumill: in");
      return outcome;
    };
    const Outcome one = solve({"in", "--threads", "1"}, Stdin::null());
    EXPECT_TRUE(
        gives(solve({"in", "--threads", "3"}, Stdin::null()), one.status, one.out, one.err));
    EXPECT_TRUE(gives(solve({"in", "--no-mmap", "--threads", "2"}, Stdin::null()), one.status,
                      one.out, one.err));
    std::vector<std::size_t> sizes;
    for (int which = 0; which < 7; ++which) sizes.push_back(1 + dice.roll(which < 3 ? 5 : 2'000));
    EXPECT_TRUE(
        gives(solve({"--threads", "3"}, Stdin::pieces(text, sizes)), one.status, one.out, one.err));
    return one;
  }
};

TEST_F(Property, DamagedFiles) {
  const std::uint32_t seeds = is_long_run() ? 5'000 : slow_test_rounds(60);
  for (const Format format : kFormats) {
    for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
      Dice dice(seed * 3 + static_cast<std::uint32_t>(format));
      std::string text = valid_file(format, dice, dice.roll(60));
      damage(text, dice);
      if (format == Format::kCsv) text = kCsvHeader + text;
      const std::vector<Record> records = expected_records(text, format);
      const Format to = kFormats[dice.roll(3)];
      const Outcome outcome = every_way(
          text, {"--from", name_of(format), "--to", name_of(to), "--report", "report"}, dice);
      const bool fine = std::ranges::all_of(records, [](const Record& record) {
        return record.kind == Kind::kUnique || record.kind == Kind::kMultiple;
      });
      EXPECT_TRUE(gives(outcome, fine ? 0 : 1, output_text(records, to)));
      if (outcome.status < 2) {
        const nlohmann::json report = nlohmann::json::parse(dir.read("report"), nullptr, false);
        EXPECT_EQ(report.value("records", ~0U), records.size()) << report;
        const auto count = [&](Kind kind) {
          return std::ranges::count(records, kind, &Record::kind);
        };
        EXPECT_EQ(report.value("malformed", -1), count(Kind::kMalformed));
        EXPECT_EQ(report.value("unique", -1), count(Kind::kUnique));
        EXPECT_EQ(report.value("multiple", -1), count(Kind::kMultiple));
      }
      if (HasFailure()) {
        FAIL() << name_of(format) << ", seed " << seed << ", the input is:\n"
               << printable(text, 20'000);
      }
    }
  }
}

TEST_F(Property, DamagedFilesOfUnknownFormat) {
  // Detection may refuse the file. Then every way of reading must refuse it with the same message.
  const std::uint32_t seeds = is_long_run() ? 5'000 : 60;
  for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
    Dice dice(seed + 1'000'000);
    const Format format = kFormats[dice.roll(3)];
    std::string text = valid_file(format, dice, dice.roll(30));
    if (format == Format::kCsv) text = kCsvHeader + text;
    damage(text, dice);
    if (dice.roll(2) == 0) {  // damage the beginning, too
      std::string head = text.substr(0, 20);
      damage(head, dice);
      text = head + text.substr(std::min<std::size_t>(text.size(), 20));
    }
    const Outcome outcome = every_way(text, {}, dice);
    EXPECT_TRUE(outcome.status >= 0 && outcome.status <= 2) << outcome;
    if (HasFailure()) {
      FAIL() << "seed " << seed << ", the input is:\n" << printable(text, 20'000);
    }
  }
}

TEST_F(Property, DamagedFilesWithKeptColumns) {
  const std::uint32_t seeds = is_long_run() ? 2'000 : 30;
  for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
    Dice dice(seed + 2'000'000);
    std::string text = valid_file(Format::kCsv, dice, dice.roll(40));
    damage(text, dice);
    const Outcome outcome = every_way(kCsvHeader + text, {"--keep-columns"}, dice);
    EXPECT_TRUE(outcome.status == 0 || outcome.status == 1) << outcome;
    // If the output is read again, it has the same number of records: no record was torn apart.
    EXPECT_EQ(read_slowly(outcome.out, Format::kCsv, kCsvColumns + 1, kCsvPuzzleColumn).size(),
              expected_records(kCsvHeader + text, Format::kCsv).size());
    if (HasFailure()) {
      FAIL() << "seed " << seed << ", the input is:\n" << printable(text, 20'000);
    }
  }
}

TEST_F(Property, LargeDamagedFiles) {
  // The text is larger than one chunk, so it has chunk boundaries at arbitrary places.
  const std::uint32_t seeds = is_long_run() ? 100 : kIsSanitized ? 1 : 3;
  for (const Format format : kFormats) {
    for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
      Dice dice(seed * 7 + static_cast<std::uint32_t>(format) + 3'000'000);
      std::string text;
      while (text.size() < 1'500'000) {
        // csv parts stay undamaged, so that no quote stays open.
        std::string part = valid_file(format, dice, 40);
        if (dice.roll(4) == 0 && format != Format::kCsv) damage(part, dice);
        text += part;
      }
      if (format == Format::kCsv) text = kCsvHeader + text;
      const std::vector<Record> records = expected_records(text, format);
      const Outcome outcome = every_way(text, {"--from", name_of(format), "--to", "line"}, dice);
      EXPECT_TRUE(outcome.out == output_text(records, Format::kLine))
          << name_of(format) << ", seed " << seed << outcome;
      if (HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace dokumill::testing
