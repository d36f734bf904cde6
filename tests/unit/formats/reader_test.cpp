// Tests of the messages of docs/formats.md for every kind of malformed record, with line and
// column.
#include "formats/reader.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "formats/record_error.hpp"
#include "support/system/scratch_folder.hpp"
#include "support/texts/hand_made_texts.hpp"
#include "support/texts/nasty_texts.hpp"
#include "support/texts/read_text.hpp"

namespace dokumill {
namespace {

using records::ReadOptions;
using records::RecordErrorKind;
using testing::board_rows;
using testing::read_file;
using testing::ReadText;
using testing::TextReader;

const std::string kRuledBoard =
    "123456789456789123789123456231674895875912364694538217317265948542897631968341572";
const std::string kSpacedRow = "1 2 3 4 5 6 7 8 9\n";

// Returns the message for each malformed record: "LINE:COL: record K: words".
std::vector<std::string> messages(const ReadOptions& options, const std::string& text) {
  std::vector<std::string> said;
  const ReadText found = TextReader(options, 3).read_whole(text);
  for (const records::RecordError& fault : found.faults) {
    std::string place = std::to_string(fault.line + 1);
    if (fault.column != 0) place += ":" + std::to_string(fault.column);
    said.push_back(place + ": record " + std::to_string(fault.record + 1) + ": " +
                   records::describe(fault));
  }
  return said;
}
ReadOptions line_options() {
  return {};
}
ReadOptions grid_options() {
  ReadOptions options;
  options.format = TextFormat::kGrid;
  return options;
}
ReadOptions csv_options(std::uint32_t columns = 3, std::uint32_t puzzle = 1) {
  ReadOptions options;
  options.format = TextFormat::kCsv;
  options.csv = {columns, puzzle};
  options.keep_rows = true;
  return options;
}
using Messages = std::vector<std::string>;

TEST(LineReader, ReportsWhatIsWrong) {
  const auto said = [](const std::string& text) { return messages(line_options(), text); };
  EXPECT_EQ(said(kRuledBoard.substr(1)), Messages{"1: record 1: found 80 cells, expected 81"});
  EXPECT_EQ(said("\n" + kRuledBoard + "5"), Messages{"2: record 1: found 82 cells, expected 81"});
  EXPECT_EQ(said("5"), Messages{"1: record 1: found 1 cell, expected 81"});
  EXPECT_EQ(said("123456789"),
            Messages{"1: record 1: found 9 cells, expected 81 (a row in the grid format?)"});
  EXPECT_EQ(said(" 1 2 3 . 0\t6 7 8 9 "),
            Messages{"1: record 1: found 9 cells, expected 81 (a row in the grid format?)"});
  EXPECT_EQ(said("1 2 3 4 5 6 7 8"), Messages{"1: record 1: found 1 cell, expected 81"});
  EXPECT_EQ(said("1 2 3 4 5 6 7 8 9 1"), Messages{"1: record 1: found 1 cell, expected 81"});
  EXPECT_EQ(said("1 2 3 4 5 6 7 8 A"), Messages{"1: record 1: found 1 cell, expected 81"});
  EXPECT_EQ(said("123 456"), Messages{"1: record 1: found 3 cells, expected 81"});
  EXPECT_EQ(said(kRuledBoard + "\n" + kRuledBoard.substr(0, 4) + "Q"),
            Messages{"2:5: record 2: 'Q' is not a cell"});
  EXPECT_EQ(said("  \xE2"), Messages{"1:3: record 1: '\\xE2' is not a cell"});
  EXPECT_EQ(said(std::string("12\0", 3)), Messages{"1:3: record 1: '\\x00' is not a cell"});
  EXPECT_EQ(
      said("1A"),
      Messages{
          "1:2: record 1: 'A' is not a cell (of a puzzle of 9x9; other sizes have to be named)"});
  EXPECT_EQ(
      said("1g"),
      Messages{
          "1:2: record 1: 'g' is not a cell (of a puzzle of 9x9; other sizes have to be named)"});
  EXPECT_EQ(said("1H"), Messages{"1:2: record 1: 'H' is not a cell"});
  EXPECT_EQ(said(kRuledBoard + "Q"), Messages{"1:82: record 1: 'Q' after the 81st cell"});
  EXPECT_EQ(said("\t" + kRuledBoard + "\""), Messages{"1:83: record 1: '\"' after the 81st cell"});
  EXPECT_EQ(said(std::string(5000, ' ')),
            Messages{"1: record 1: the line is longer than 4,096 bytes"});
  EXPECT_EQ(said(",5"), Messages{"1:1: record 1: ',' is not a cell"});
}

TEST(LineReader, ReportsWhatIsWrongWithAWord) {
  ReadOptions options;
  options.line_word = 3;
  const auto said = [&](const std::string& text) { return messages(options, text); };
  EXPECT_EQ(said("a b " + kRuledBoard + " c\na,b;" + kRuledBoard + "\na | | " + kRuledBoard),
            Messages{});
  EXPECT_EQ(said("a b \n\n# x\n"), Messages{"1: record 1: found 2 words, expected at least 3"});
  EXPECT_EQ(said("a\n" + kRuledBoard),
            (Messages{"1: record 1: found 1 word, expected at least 3",
                      "2: record 2: found 1 word, expected at least 3"}));
  EXPECT_EQ(said("a b " + kRuledBoard.substr(1)),
            Messages{"1: record 1: found 80 cells, expected 81"});
  EXPECT_EQ(said("a b 12Q"), Messages{"1:7: record 1: 'Q' is not a cell"});
}

TEST(LineReader, TakesEveryRemarkAndEveryMark) {
  for (const char c : std::string(" \t,;:#|")) {
    EXPECT_EQ(messages(line_options(), kRuledBoard + c + "Q\xFF" + kRuledBoard), Messages{});
  }
  EXPECT_EQ(messages(line_options(), kRuledBoard + ";" + std::string(100000, 'Q')), Messages{});
  const ReadText found =
      TextReader(line_options(), 9).read_whole("0.*_xX-" + std::string(74, '.') + "\r\n");
  ASSERT_EQ(found.grids.size(), 1U);
  EXPECT_EQ(found.grids[0], Grid{});
}

TEST(GridReader, ReportsWhatIsWrong) {
  const auto said = [](const std::string& text) { return messages(grid_options(), text); };
  EXPECT_EQ(said(kSpacedRow + kSpacedRow + "12345678\n" + kSpacedRow),
            Messages{"3: record 1: row 3 has 8 cells, expected 9"});
  EXPECT_EQ(said("1\n"), Messages{"1: record 1: row 1 has 1 cell, expected 9"});
  EXPECT_EQ(said(kRuledBoard),
            Messages{"1: record 1: row 1 has 81 cells, expected 9 (a record in the line format?)"});
  EXPECT_EQ(said("\n" + board_rows("\n", 5)),
            Messages{"2: record 1: ends after 5 rows, expected 9"});
  EXPECT_EQ(said(kSpacedRow), Messages{"1: record 1: ends after 1 row, expected 9"});
  EXPECT_EQ(said(board_rows("\n", 4) + "\n" + board_rows("\n", 5)),
            (Messages{"1: record 1: ends after 4 rows, expected 9",
                      "6: record 2: ends after 5 rows, expected 9"}));
  EXPECT_EQ(said(board_rows("\n") + board_rows("\n", 8) + "\n" + board_rows("\n")),
            Messages{"10: record 1: a tenth row follows, expected a blank line between boards (the "
                     "format 'any' reads boards without blank lines)"});
  EXPECT_EQ(said(kSpacedRow + "1 2 Q 4 5 6 7 8 9\n"), Messages{"2:5: record 1: 'Q' is not a cell"});
  EXPECT_EQ(said("# one\n" + kSpacedRow + "# two\n"),
            Messages{"2: record 1: ends after 1 row, expected 9"});
  EXPECT_EQ(
      said(kSpacedRow + "12 3456789\n"),
      Messages{"2: record 1: row 2 has 9 cells in uneven groups, expected groups of 1, 3 or 9"});
  EXPECT_EQ(said(std::string(4080, ' ') + kSpacedRow),
            Messages{"1: record 1: the row is longer than 4,096 bytes"});
  EXPECT_EQ(said(std::string(4079, ' ') + kSpacedRow),
            Messages{"1: record 1: ends after 1 row, expected 9"});
  // A bad row beside the nine rows of a board belongs to their block.
  EXPECT_EQ(said(board_rows("\n") + "x\n\nx\n" + board_rows("\n") + "\nx\n\n" + board_rows("\n")),
            (Messages{"10: record 1: row 10 has 1 cell, expected 9",
                      "12: record 2: row 1 has 1 cell, expected 9",
                      "23: record 3: row 1 has 1 cell, expected 9"}));
  EXPECT_EQ(
      said(board_rows("\n", 4) + "12345678\n" + board_rows("\n", 5) + "\n" + board_rows("\n")),
      Messages{"5: record 1: row 5 has 8 cells, expected 9"});
  // A title ends a board. Titles between boards are skipped.
  EXPECT_EQ(said(kSpacedRow + "Grid 2\n" + board_rows("\n")),
            Messages{"1: record 1: ends after 1 row, expected 9"});
}

// The number of records, and the number of the malformed ones, in grid texts. The letters of a
// layout stand for lines: r is a row, b a bad row, l a long line, and f a frame line.
TEST(GridReader, ABlockIsABoardOrOneMalformedRecord) {
  const struct {
    std::string layout;
    std::size_t records;
    std::size_t malformed;
  } kTests[] = {
      {"rrrrrrrrr", 1, 0},
      {"rrrfrrrfrrr", 1, 0},
      {"frrrfrrrfrrrf", 1, 0},
      {"rrrrrrfrrr", 1, 0},
      {"rrrrrrrrrfrrrrrrrrr", 2, 0},
      {"frrrfrrrfrrrffrrrfrrrfrrrf", 2, 0},
      {"rrrrrrrr", 1, 1},
      {"rrrrrrrrrr", 1, 1},
      {"rrrrrrrrrrrrrrrrrr", 1, 1},
      {"rrrrbrrrr", 1, 1},
      {"rrrrlrrrr", 1, 1},
      {"brrrrrrrrr", 1, 1},
      {"rrrrrrrrrb", 1, 1},
      {"rrrrrrrrrl", 1, 1},
      // A line between two bands, after a missing or an additional row.
      {"rrfrrrfrrr", 1, 1},
      {"rrrrfrrrfrrr", 1, 1},
      {"rrrfrrfrrr", 1, 1},
      {"rrrfrrrrfrrr", 1, 1},
      // A line between two boards.
      {"rrrrrrrrfrrrrrrrrr", 2, 1},
      {"rrrrrrrrrrfrrrrrrrrr", 2, 1},
      {"rrrffrrrrrrrrr", 2, 1},
      {"bfrrrrrrrrr", 2, 1},
      {"rrrrrrrrrfb", 2, 1},
      {"fbf", 1, 1},
      {"lflf", 2, 2},
  };
  for (const auto& test : kTests) {
    std::string text;
    for (const char line : test.layout) {
      text += line == 'r'   ? kSpacedRow
              : line == 'b' ? "12345678\n"
              : line == 'l' ? std::string(5000, '5') + '\n'
                            : "+---+---+---+\n";
    }
    for (const std::string after : {"", "\n", "# a\n", "Grid 2\n", "EOF\n"}) {
      const ReadText found =
          TextReader(grid_options(), 2).read_whole(text + after + (after.empty() ? "" : text));
      const std::size_t times = after.empty() ? 1 : 2;
      EXPECT_EQ(found.grids.size(), test.records * times) << test.layout << after;
      EXPECT_EQ(found.faults.size(), test.malformed * times) << test.layout << after;
    }
  }
}

// A row of nine equal marks is a row of empty cells, wherever it stands.
TEST(GridReader, NineEqualMarksAreARow) {
  for (const std::string row : {"---------\n", "* * * * * * * * *\n", "|___|___|___|\n"}) {
    const ReadText found = TextReader(grid_options(), 2)
                               .read_whole(row + board_rows("\n", 8) + "\n" + board_rows("\n", 4) +
                                           row + board_rows("\n", 4) + "\n" + row);
    ASSERT_EQ(found.grids.size(), 3U);
    EXPECT_EQ(to_line(found.grids[0]).substr(0, 9), "000000000");
    EXPECT_EQ(to_line(found.grids[1]).substr(36, 9), "000000000");
    ASSERT_EQ(found.faults.size(), 1U);
    EXPECT_EQ(describe(found.faults[0]), "ends after 1 row, expected 9");
  }
}

// A line that only marks the end of a file is no record. Other lines of these bytes are.
TEST(Readers, CountEndMarks) {
  for (const std::string mark : {"end", "END", "eof", "EOF.", " End.\t", "\x1A", "\x1A\x1A\x1A",
                                 "\xEF\xBB\xBF"
                                 "end"}) {
    for (const bool is_grid : {false, true}) {
      const std::string record = is_grid ? board_rows("\n") : kRuledBoard + '\n';
      const ReadText found = TextReader(is_grid ? grid_options() : line_options(), 2)
                                 .read_whole(record + mark + '\n' + record + mark);
      EXPECT_EQ(found.grids.size(), 2U) << mark;
      EXPECT_TRUE(found.faults.empty()) << mark;
      EXPECT_EQ(found.end_marks, 2U) << mark;
      EXPECT_EQ(found.first_end_mark_line, is_grid ? 9U : 1U);
    }
  }
  for (const std::string line : {"ends", "end..", "end 1", ".", "\x1A.",
                                 "\x1A"
                                 "5"}) {
    const ReadText found = TextReader(line_options(), 2).read_whole(line + '\n');
    EXPECT_EQ(found.faults.size(), 1U) << line;
    EXPECT_EQ(found.end_marks, 0U) << line;
  }
}

TEST(GridReader, TakesBlanksAnywhereInARow) {
  const std::string row = "\t 1 2  3 4\t5 6\t7 8 9 \t";
  std::string text;
  for (int i = 0; i < 9; ++i) text += row + (i % 2 == 0 ? "\r" : "\r\n");
  const ReadText found = TextReader(grid_options(), 2).read_whole(text);
  ASSERT_EQ(found.grids.size(), 1U);
  EXPECT_EQ(to_rows(found.grids[0]), board_rows("\n"));
  EXPECT_TRUE(found.faults.empty());
}

TEST(CsvReader, ReportsWhatIsWrong) {
  const auto said = [](const std::string& text) { return messages(csv_options(), text); };
  EXPECT_EQ(said("a," + kRuledBoard + "\n"), Messages{"1: record 1: found 2 columns, expected 3"});
  EXPECT_EQ(said("a\n"), Messages{"1: record 1: found 1 column, expected 3"});
  EXPECT_EQ(said("a," + kRuledBoard + ",b,\n"),
            Messages{"1: record 1: found 4 columns, expected 3"});
  EXPECT_EQ(said("a," + kRuledBoard.substr(1) + ",b"),
            Messages{"1: record 1: the puzzle has 80 cells, expected 81"});
  EXPECT_EQ(said("a,,b"), Messages{"1: record 1: the puzzle has 0 cells, expected 81"});
  EXPECT_EQ(said("a,5,b"), Messages{"1: record 1: the puzzle has 1 cell, expected 81"});
  EXPECT_EQ(said("a,12Q,b"), Messages{"1:5: record 1: 'Q' is not a cell"});
  EXPECT_EQ(said("\"a\nb\",\"1\r\n2Q\",b\n"), Messages{"2:6: record 1: '\\x0D' is not a cell"});
  EXPECT_EQ(said("\"a\r\nb\",\" 2Q\",b\n"), Messages{"2:7: record 1: 'Q' is not a cell"});
  EXPECT_EQ(said("a,\"b\n" + ("c," + kRuledBoard + ",d\n")),
            Messages{"1:3: record 1: a quoted field is not closed"});
  EXPECT_EQ(said("a,\"b\"x,c\n\n" + ("c," + kRuledBoard + ",d\n")),
            Messages{"1:6: record 1: 'x' after a closing quote"});
  EXPECT_EQ(said("a,\"b\nc\"x,d\n"), (Messages{"1:3: record 1: a quoted field is not closed",
                                               "2: record 2: found 2 columns, expected 3"}));
  EXPECT_EQ(said("a, \"" + kRuledBoard + "\" ,\t\"d\"\n"), Messages{});
  EXPECT_EQ(said("\n" + std::string(65537, 'a') + "\na"),
            (Messages{"2: record 1: the row is longer than 65,536 bytes",
                      "3: record 2: found 1 column, expected 3"}));
}

// If a solution field has no board, this is reported, and the puzzle of the record is still read.
TEST(CsvReader, SolutionsThatAreNoBoards) {
  ReadOptions options = csv_options(3, 0);
  options.csv.solution_column = 2;
  const std::string row = kRuledBoard + ",x,";
  const std::string text = row + kRuledBoard + "\n" + row + "\n" + row + "12Q\r" + kRuledBoard +
                           ",\"a\r\nb\"," + kRuledBoard.substr(1) + "\n" + row + "\" " +
                           kRuledBoard + " \"\n" + "5,x," + kRuledBoard + "\nfew\n" + row +
                           "\"5\n5\"\n" + row + "5\n\"open,x,y\n";
  for (const std::size_t capacity : {1, 2, 30}) {
    const ReadText found = TextReader(options, capacity).read_whole(text);
    ASSERT_EQ(found.grids.size(), 10U);
    EXPECT_EQ(found.faults.size(), 3U);
    ASSERT_EQ(found.solutions.size(), 10U);
    for (const std::size_t good : {0, 4})
      EXPECT_EQ(found.solutions[good], *parse_grid(kRuledBoard));
    for (const std::size_t bad : {1, 2, 3, 5, 6, 7, 8, 9}) {
      EXPECT_EQ(found.solutions[bad].cells[0], records::kMalformedCell);
      EXPECT_EQ(found.solutions[bad].cells[80], records::kMalformedCell);
    }
    std::vector<std::string> said;
    for (const records::RecordError& fault : found.solution_faults) {
      said.push_back(std::to_string(fault.line + 1) + ":" + std::to_string(fault.column) +
                     ": record " + std::to_string(fault.record + 1) + ": " +
                     records::describe(fault));
    }
    EXPECT_EQ(said,
              (Messages{"2:0: record 2: no solution is given", "3:87: record 3: 'Q' is not a cell",
                        "4:0: record 4: the solution has 80 cells, expected 81",
                        "9:87: record 8: '\\x0A' is not a cell",
                        "11:0: record 9: the solution has 1 cell, expected 81"}));
  }
}

TEST(CsvReader, KeepsTheRowsThatHaveTheColumns) {
  const std::string text = "a," + kRuledBoard + ",\"b\"\r\na,\"1\n2\",c\nfew\n\"open,x,y\n";
  const ReadText found = TextReader(csv_options(), 2).read_whole(text);
  EXPECT_EQ(found.rows,
            (std::vector<std::string>{"a," + kRuledBoard + ",\"b\"", "a,\"1\n2\",c", "", ""}));
}

// Writes rows of random fields as in RFC 4180. Quotes fields where necessary, and sometimes where
// it is not necessary. The puzzles must be read back unchanged.
TEST(CsvReader, ReadsWhatAWriterOfRfc4180Writes) {
  testing::TestRandom random(4180);
  for (int round = 0; round < 2000; ++round) {
    const auto columns = static_cast<std::uint32_t>(1 + random.below(4));
    const auto puzzle_column = static_cast<std::uint32_t>(random.below(static_cast<int>(columns)));
    std::string text;
    std::vector<std::string> puzzles;
    for (int row = random.below(5); row >= 0; --row) {
      for (std::uint32_t column = 0; column < columns; ++column) {
        std::string field;
        if (column == puzzle_column) {
          field = testing::random_cells(random, 81);
          puzzles.push_back(to_line(*parse_grid(field)));
        } else {
          static const std::string kBytes = "abc,,\"\"\n\r #";
          for (int i = random.below(9); i > 0; --i) field += kBytes[random.below(11)];
        }
        const bool is_quoted =
            field.find_first_of(",\"\r\n") != std::string::npos || random.below(3) == 0;
        std::string written;
        for (const char c : field) written += c == '"' ? "\"\"" : std::string(1, c);
        text += is_quoted ? "\"" + written + "\"" : written;
        text += column + 1 < columns ? "," : random.below(2) == 0 ? "\r\n" : "\n";
      }
    }
    const ReadText found = TextReader(csv_options(columns, puzzle_column), 3).read_whole(text);
    ASSERT_TRUE(found.faults.empty()) << text;
    ASSERT_EQ(found.grids.size(), puzzles.size()) << text;
    for (std::size_t i = 0; i < puzzles.size(); ++i) EXPECT_EQ(to_line(found.grids[i]), puzzles[i]);
  }
}

TEST(RecordError, ShowsEveryByte) {
  EXPECT_EQ(records::printable_byte(' '), "' '");
  EXPECT_EQ(records::printable_byte('~'), "'~'");
  EXPECT_EQ(records::printable_byte(0x1F), "'\\x1F'");
  EXPECT_EQ(records::printable_byte(0x7F), "'\\x7F'");
  EXPECT_EQ(records::printable_byte(0xFF), "'\\xFF'");
}

TEST(RecordError, EveryKindHasAMessage) {
  for (int kind = 0; kind <= static_cast<int>(RecordErrorKind::kLinkDamaged); ++kind) {
    records::RecordError fault;
    fault.kind = static_cast<RecordErrorKind>(kind);
    EXPECT_NE(records::describe(fault), "malformed") << kind;
  }
}

// The page has a text for each code, and docs/formats.md documents each code.
TEST(RecordError, EveryCodeHasTextsAndADocument) {
  const std::string formats = read_file(DOKUMILL_SOURCE_DIR "/docs/formats.md");
  const std::string english = read_file(DOKUMILL_SOURCE_DIR "/src/apps/web/page/strings/en.json");
  const std::string chinese = read_file(DOKUMILL_SOURCE_DIR "/src/apps/web/page/strings/zh.json");
  std::set<std::string> codes;
  for (int kind = 0; kind <= static_cast<int>(RecordErrorKind::kLinkDamaged); ++kind) {
    for (const std::uint64_t found : {0, 9, 81, 162}) {
      for (const char byte : {'A', 'Q'}) {
        records::RecordError fault;
        fault.kind = static_cast<RecordErrorKind>(kind);
        fault.found = found;
        fault.byte = static_cast<std::uint8_t>(byte);
        codes.emplace(records::code_of(fault));
      }
    }
  }
  // kNegativeCell has the code of kCellValue. kCellCount and kRowCells have three codes; kNotACell
  // has two. kCellCount and kPuzzleCells share the code for uneven groups.
  EXPECT_EQ(codes.size(), static_cast<std::size_t>(RecordErrorKind::kLinkDamaged) + 6);
  for (const std::string& code : codes) {
    EXPECT_NE(formats.find("`" + code + "`"), std::string::npos) << code;
    for (const std::string* texts : {&english, &chinese})
      EXPECT_NE(texts->find("\"problem." + code + "\""), std::string::npos) << code;
  }
}

}  // namespace
}  // namespace dokumill
