// Tests of what an input may contain: missing or empty records, line ends, invalid bytes and a
// truncated last record. Cases 1 to 7 of docs/reliability.md. input_boards_test.cpp has cases 8 to
// 11, input_cells_test.cpp has 12 to 20.
#include "cli/support/input.hpp"

#include <string>
#include <utility>
#include <vector>

namespace dokumill::testing {
namespace {

const std::string kBom = "\xEF\xBB\xBF";

// --- 1, 2: nothing to do -------------------------------------------------------------------------

TEST_F(Input, EmptyFile) {
  dir.write("in", "");
  const Outcome mapped = run({"solve", "in"});
  EXPECT_TRUE(gives(mapped, 0, ""));
  EXPECT_TRUE(totals_are(mapped, 0, 0, 0, 0));
  EXPECT_TRUE(gives(run({"solve", "in", "--no-mmap", "--quiet"}), 0, "", ""));
  EXPECT_TRUE(gives(run({"solve", "--quiet"}, Stdin::bytes("")), 0, "", ""));
  EXPECT_TRUE(gives(run({"solve", "in", "-o", "out", "--quiet"}), 0, "", ""));
  EXPECT_EQ(dir.read("out"), "");
  EXPECT_TRUE(has_only(dir, {"in", "out"}));
}

TEST_F(Input, EmptyFileInEveryFormat) {
  for (const std::string from : {"auto", "line", "grid"}) {
    for (const std::string to : {"same", "line", "grid"}) {
      EXPECT_TRUE(gives(solve("", {"--from", from, "--to", to}), 0, "", "")) << from << ' ' << to;
    }
    EXPECT_TRUE(gives(solve("", {"--from", from, "--to", "csv"}), 0, "puzzle,solution\n", ""));
  }
}

TEST_F(Input, OnlyBlankLinesOrComments) {
  for (const std::string text : {"\n", "\n\n\n", " \t \n", "\r\n\r\n", "\r", "# a remark\n", "#",
                                 "\n# one\n\n  \n#two", "#\r\n#\r\n"}) {
    for (const std::string from : {"auto", "line", "grid"}) {
      EXPECT_TRUE(gives(solve(text, {"--from", from}), 0, "", "")) << printable(text) << from;
    }
  }
  const Outcome reported = run({"solve", "-"}, Stdin::bytes("\n# nothing\n\n"));
  EXPECT_TRUE(gives(reported, 0, ""));
  EXPECT_TRUE(totals_are(reported, 0, 0, 0, 0));
}

TEST_F(Input, CsvWithAHeaderAlone) {
  EXPECT_TRUE(gives(solve("puzzle\n"), 0, "puzzle,solution\n", ""));
  EXPECT_TRUE(gives(solve("\n# remark\nid,Puzzle"), 0, "puzzle,solution\n", ""));
  EXPECT_TRUE(gives(solve("puzzle\n\n\n", {"--to", "line"}), 0, "", ""));
}

// --- 3, 4, 5: ends and beginnings ----------------------------------------------------------------

TEST_F(Input, NoNewlineAfterTheLastRecord) {
  const std::vector<Record> records = good_records(3);
  for (const Format format : kFormats) {
    std::string text = input_text(records, format);
    text.pop_back();
    EXPECT_TRUE(gives(solve(text), 0, output_text(records, format), "")) << name_of(format);
    EXPECT_TRUE(
        gives(run({"solve", "--quiet"}, Stdin::bytes(text)), 0, output_text(records, format), ""))
        << name_of(format);
  }
}

TEST_F(Input, LineEnds) {
  const std::vector<Record> records = good_records(5);
  for (const Format format : kFormats) {
    const std::string text = input_text(records, format);
    for (const std::string end : {"\n", "\r\n", "\r"}) {
      EXPECT_TRUE(gives(solve(replace_all(text, "\n", end)), 0, output_text(records, format), ""))
          << name_of(format) << printable(end);
    }
  }
}

TEST_F(Input, MixedLineEnds) {
  const std::vector<Record> records = good_records(7);
  for (const Format format : kFormats) {
    std::string text;
    int lines = 0;
    for (const char byte : input_text(records, format)) {
      static const std::vector<std::string> kEnds{"\r", "\r\n", "\n"};
      if (byte == '\n') {
        // A lone CR followed by a blank line that ends with LF would be read as one CRLF.
        text += text.ends_with('\r') ? "\r" : kEnds[lines++ % 3];
      } else {
        text += byte;
      }
    }
    EXPECT_TRUE(gives(solve(text), 0, output_text(records, format), "")) << name_of(format);
  }
}

TEST_F(Input, LineNumbersCountEveryKindOfEnd) {
  const std::string bad = kPuzzle.substr(0, 80);
  const std::string text =
      "# 1\n# 2\r# 3\r\n\n\r\r\n" + kPuzzle + "\r" + bad + "\r\n\r\n" + bad + "\n";
  EXPECT_TRUE(gives(solve(text), 1, kSolution + '\n' + kUnknown + '\n' + kUnknown + '\n',
                    problem("in:8", 2, "found 80 cells, expected 81") +
                        problem("in:10", 3, "found 80 cells, expected 81")));
}

TEST_F(Input, ByteOrderMark) {
  const std::vector<Record> records = good_records(2);
  for (const Format format : kFormats) {
    EXPECT_TRUE(
        gives(solve(kBom + input_text(records, format)), 0, output_text(records, format), ""))
        << name_of(format);
  }
  EXPECT_TRUE(gives(solve(kBom), 0, "", ""));
  EXPECT_TRUE(gives(solve(kBom + "# remark\n" + kPuzzle), 0, kSolution + '\n', ""));
  EXPECT_TRUE(gives(run({"solve", "--quiet"}, Stdin::pieces(kBom + kPuzzle + '\n', {1})), 0,
                    kSolution + '\n', ""));
}

// `cat A B` leaves a byte-order mark at the beginning of a later line.
TEST_F(Input, AByteOrderMarkBeginsALineOnly) {
  EXPECT_TRUE(gives(solve(kPuzzle + '\n' + kBom + kPuzzle + '\n'), 0,
                    kSolution + '\n' + kSolution + '\n', ""));
  EXPECT_TRUE(gives(solve(kPuzzle + "\n " + kBom + kPuzzle + '\n'), 1,
                    kSolution + '\n' + kUnknown + '\n',
                    problem("in:2:2", 2, R"('\xEF' is not a cell)")));
  EXPECT_TRUE(
      gives(solve(kBom + kBom + kBom + kPuzzle + '\n', {"--from", "line"}), 1, kUnknown + '\n'));
}

TEST_F(Input, Utf16IsRefused) {
  std::string little = "\xFF\xFE";
  std::string big = "\xFE\xFF";
  for (const char byte : kPuzzle + '\n') {
    little += std::string{byte, '\0'};
    big += std::string{'\0', byte};
  }
  for (const std::string& text : {little, big}) {
    EXPECT_TRUE(refuses(solve(text), {"in", "UTF-16"}));
    EXPECT_TRUE(refuses(run({"solve", "--quiet"}, Stdin::bytes(text)), {"<stdin>", "UTF-16"}));
  }
}

// --- 6: bytes that are not cells -----------------------------------------------------------------

TEST_F(Input, StrangeBytesInALine) {
  const std::vector<std::pair<std::string, std::string>> bytes{{std::string(1, '\0'), R"('\x00')"},
                                                               {"\x01", R"('\x01')"},
                                                               {"\x1B", R"('\x1B')"},
                                                               {"\x0B", R"('\x0B')"},
                                                               {"\x0C", R"('\x0C')"},
                                                               {"\x7F", R"('\x7F')"},
                                                               {"\x80", R"('\x80')"},
                                                               {"\xFF", R"('\xFF')"},
                                                               {"\xEF\xBC\x91", R"('\xEF')"},
                                                               {"\xE2\x80\xA8", R"('\xE2')"},
                                                               {"\xC2\x85", R"('\xC2')"},
                                                               {"Q", "'Q'"},
                                                               {"/", "'/'"},
                                                               {"?", "'?'"},
                                                               {"\"", "'\"'"}};
  for (const auto& [byte, shown] : bytes) {
    for (const std::size_t at : {0, 1, 39, 80}) {
      std::string wrong = kPuzzle;
      wrong.replace(at, 1, byte);
      EXPECT_TRUE(gives(solve(kPuzzle + '\n' + wrong + '\n' + kPuzzle + '\n', {"--from", "line"}),
                        1, kSolution + '\n' + kUnknown + '\n' + kSolution + '\n',
                        problem("in:2:" + std::to_string(at + 1), 2, shown + " is not a cell")));
    }
  }
}

TEST_F(Input, StrangeBytesInAGrid) {
  for (const auto& [byte, shown] :
       std::vector<std::pair<std::string, std::string>>{{std::string(1, '\0'), R"('\x00')"},
                                                        {"\xEF\xBC\x91", R"('\xEF')"},
                                                        {"/", "'/'"},
                                                        {"?", "'?'"}}) {
    std::string wrong = rows_of(kPuzzle);
    wrong.replace(18 * 4 + 6, 1, byte);  // row 5, the fourth cell
    EXPECT_TRUE(gives(solve(rows_of(kPuzzle) + '\n' + wrong + '\n' + rows_of(kPuzzle)), 1,
                      rows_of(kSolution) + '\n' + rows_of(kUnknown) + '\n' + rows_of(kSolution),
                      problem("in:15:7", 2, shown + " is not a cell")));
  }
}

TEST_F(Input, StrangeBytesInCsv) {
  for (const auto& [byte, shown] : std::vector<std::pair<std::string, std::string>>{
           {std::string(1, '\0'), R"('\x00')"}, {"\xEF\xBC\x91", R"('\xEF')"}, {"Q", "'Q'"}}) {
    std::string wrong = kPuzzle;
    wrong.replace(40, 1, byte);
    EXPECT_TRUE(gives(solve("id,puzzle\n12," + wrong + "\n3," + kPuzzle + '\n',
                            {"--to", "line", "--from", "csv"}),
                      1, kUnknown + '\n' + kSolution + '\n',
                      problem("in:2:44", 1, shown + " is not a cell")));
  }
}

TEST_F(Input, ANulByteIsNoLineEnd) {
  // A NUL byte does not end a record as it would end a C string.
  const std::string text = kPuzzle + std::string(1, '\0') + "\n" + kPuzzle + '\n';
  EXPECT_TRUE(gives(solve(text), 1, kUnknown + '\n' + kSolution + '\n',
                    problem("in:1:82", 1, R"('\x00' after the 81st cell)")));
}

// --- 7: the last record is cut -------------------------------------------------------------------

TEST_F(Input, TruncatedLastRecordOfLines) {
  const std::string head = kPuzzle + '\n' + kInkala + '\n';
  const std::string solved = kSolution + '\n' + kInkalaSolution + '\n';
  for (std::size_t kept = 0; kept <= 82; ++kept) {
    const Outcome run = solve(head + (kPuzzle + '\n').substr(0, kept));
    if (kept == 0) {
      EXPECT_TRUE(gives(run, 0, solved, ""));
    } else if (kept >= 81) {
      EXPECT_TRUE(gives(run, 0, solved + kSolution + '\n', ""));
    } else {
      const std::string hint = kept == 9 ? " (a row in the grid format?)" : "";
      EXPECT_TRUE(gives(run, 1, solved + kUnknown + '\n',
                        problem("in:3", 3,
                                "found " + std::to_string(kept) + (kept == 1 ? " cell" : " cells") +
                                    ", expected 81" + hint)));
    }
  }
}

TEST_F(Input, TruncatedLastRecordOfAGrid) {
  const std::string head = rows_of(kPuzzle) + '\n';
  const std::string last = rows_of(kInkala);
  for (std::size_t kept = 0; kept <= last.size(); ++kept) {
    const Outcome run = solve(head + last.substr(0, kept));
    const std::size_t full_rows = (kept + 1) / 18;  // the last line end may be missing
    const std::size_t cells = (kept % 18 + 1) / 2;  // the number of cells in the truncated row
    if (kept == 0) {
      EXPECT_TRUE(gives(run, 0, rows_of(kSolution), ""));
      continue;
    }
    if (full_rows == 9) {
      EXPECT_TRUE(gives(run, 0, rows_of(kSolution) + '\n' + rows_of(kInkalaSolution), ""));
      continue;
    }
    const std::string output = rows_of(kSolution) + '\n' + rows_of(kUnknown);
    if (kept % 18 == 0 || cells == 9) {
      const std::string rows = std::to_string(full_rows) + (full_rows == 1 ? " row" : " rows");
      EXPECT_TRUE(gives(run, 1, output, problem("in:11", 2, "ends after " + rows + ", expected 9")))
          << kept;
    } else {
      const std::string row = std::to_string(kept / 18 + 1);
      EXPECT_TRUE(gives(run, 1, output,
                        problem("in:" + std::to_string(11 + kept / 18), 2,
                                "row " + row + " has " + std::to_string(cells) +
                                    (cells == 1 ? " cell" : " cells") + ", expected 9")))
          << kept;
    }
  }
}

TEST_F(Input, TruncatedLastRecordOfCsv) {
  const std::string head = "id,puzzle\n7," + kPuzzle + '\n';
  const std::string last = "12," + kInkala + '\n';
  for (std::size_t kept = 0; kept <= last.size(); ++kept) {
    const Outcome run = solve(head + last.substr(0, kept), {"--to", "line"});
    if (kept == 0) {
      EXPECT_TRUE(gives(run, 0, kSolution + '\n', ""));
    } else if (kept < 3) {
      EXPECT_TRUE(gives(run, 1, kSolution + '\n' + kUnknown + '\n',
                        problem("in:3", 2, "found 1 column, expected 2")))
          << kept;
    } else if (kept < 84) {
      EXPECT_TRUE(gives(run, 1, kSolution + '\n' + kUnknown + '\n',
                        problem("in:3", 2,
                                "the puzzle has " + std::to_string(kept - 3) +
                                    (kept == 4 ? " cell" : " cells") + ", expected 81")))
          << kept;
    } else {
      EXPECT_TRUE(gives(run, 0, kSolution + '\n' + kInkalaSolution + '\n', ""));
    }
  }
}

}  // namespace
}  // namespace dokumill::testing
