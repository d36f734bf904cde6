// What the input may contain: cases 1 to 20 of the fault list.
#include <string>
#include <tuple>
#include <vector>

#include "cli/cli_test.hpp"

namespace dokumill::test {
namespace {

class Input : public CliTest {
 protected:
  // Solves the bytes as the file `in` without totals.
  Outcome solve(std::string_view bytes, Args more = {}) const {
    dir.write("in", bytes);
    Args args{"solve", "in", "--quiet"};
    args.insert(args.end(), more.begin(), more.end());
    Outcome outcome = run(std::move(args));
    for (const std::string unit : {"cell", "row", "column"}) {  // the contract leaves this open
      outcome.err = replace_all(outcome.err, " 1 " + unit + "s", " 1 " + unit);
    }
    return outcome;
  }
};

const std::string kBom = "\xEF\xBB\xBF";

// --- 1, 2: nothing to do -------------------------------------------------------------------------

TEST_F(Input, Case01_EmptyFile) {
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

TEST_F(Input, Case01_EmptyFileInEveryFormat) {
  for (const std::string from : {"auto", "line", "grid"}) {
    for (const std::string to : {"same", "line", "grid"}) {
      EXPECT_TRUE(gives(solve("", {"--from", from, "--to", to}), 0, "", "")) << from << ' ' << to;
    }
    EXPECT_TRUE(gives(solve("", {"--from", from, "--to", "csv"}), 0, "puzzle,solution\n", ""));
  }
}

TEST_F(Input, Case02_OnlyBlankLinesOrComments) {
  for (const std::string text : {"\n", "\n\n\n", " \t \n", "\r\n\r\n", "\r", "# a remark\n", "#",
                                 "\n# one\n\n  \n#two", "#\r\n#\r\n"}) {
    for (const std::string from : {"auto", "line", "grid"}) {
      EXPECT_TRUE(gives(solve(text, {"--from", from}), 0, "", "")) << printable(text) << from;
    }
  }
  const Outcome told = run({"solve", "-"}, Stdin::bytes("\n# nothing\n\n"));
  EXPECT_TRUE(gives(told, 0, ""));
  EXPECT_TRUE(totals_are(told, 0, 0, 0, 0));
}

TEST_F(Input, Case02_CsvWithAHeaderAlone) {
  EXPECT_TRUE(gives(solve("puzzle\n"), 0, "puzzle,solution\n", ""));
  EXPECT_TRUE(gives(solve("\n# remark\nid,Puzzle"), 0, "puzzle,solution\n", ""));
  EXPECT_TRUE(gives(solve("puzzle\n\n\n", {"--to", "line"}), 0, "", ""));
}

// --- 3, 4, 5: ends and beginnings ----------------------------------------------------------------

TEST_F(Input, Case03_NoNewlineAfterTheLastRecord) {
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

TEST_F(Input, Case04_LineEnds) {
  const std::vector<Record> records = good_records(5);
  for (const Format format : kFormats) {
    const std::string text = input_text(records, format);
    for (const std::string end : {"\n", "\r\n", "\r"}) {
      EXPECT_TRUE(gives(solve(replace_all(text, "\n", end)), 0, output_text(records, format), ""))
          << name_of(format) << printable(end);
    }
  }
}

TEST_F(Input, Case04_MixedLineEnds) {
  const std::vector<Record> records = good_records(7);
  for (const Format format : kFormats) {
    std::string text;
    int lines = 0;
    for (const char byte : input_text(records, format)) {
      static const std::vector<std::string> kEnds{"\r", "\r\n", "\n"};
      if (byte == '\n') {
        // A lone CR before a blank line that ends with LF would be one CRLF.
        text += text.ends_with('\r') ? "\r" : kEnds[lines++ % 3];
      } else {
        text += byte;
      }
    }
    EXPECT_TRUE(gives(solve(text), 0, output_text(records, format), "")) << name_of(format);
  }
}

TEST_F(Input, Case04_LineNumbersCountEveryKindOfEnd) {
  const std::string bad = kPuzzle.substr(0, 80);
  const std::string text =
      "# 1\n# 2\r# 3\r\n\n\r\r\n" + kPuzzle + "\r" + bad + "\r\n\r\n" + bad + "\n";
  EXPECT_TRUE(gives(solve(text), 1, kSolution + '\n' + kUnknown + '\n' + kUnknown + '\n',
                    problem("in:8", 2, "found 80 cells, expected 81") +
                        problem("in:10", 3, "found 80 cells, expected 81")));
}

TEST_F(Input, Case05_ByteOrderMark) {
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

TEST_F(Input, Case05_ByteOrderMarkLaterIsNoCell) {
  EXPECT_TRUE(gives(solve(kPuzzle + '\n' + kBom + kPuzzle + '\n'), 1,
                    kSolution + '\n' + kUnknown + '\n',
                    problem("in:2:1", 2, R"('\xEF' is not a cell)")));
  EXPECT_TRUE(gives(solve(kBom + kBom + kPuzzle + '\n', {"--from", "line"}), 1, kUnknown + '\n'));
}

TEST_F(Input, Case05_Utf16IsRefused) {
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

// --- 6: bytes that are no cells ------------------------------------------------------------------

TEST_F(Input, Case06_StrangeBytesInALine) {
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

TEST_F(Input, Case06_StrangeBytesInAGrid) {
  for (const auto& [byte, shown] :
       std::vector<std::pair<std::string, std::string>>{{std::string(1, '\0'), R"('\x00')"},
                                                        {"\xEF\xBC\x91", R"('\xEF')"},
                                                        {"|", "'|'"},
                                                        {"?", "'?'"}}) {
    std::string wrong = rows_of(kPuzzle);
    wrong.replace(18 * 4 + 6, 1, byte);  // row 5, the fourth cell
    EXPECT_TRUE(gives(solve(rows_of(kPuzzle) + '\n' + wrong + '\n' + rows_of(kPuzzle)), 1,
                      rows_of(kSolution) + '\n' + rows_of(kUnknown) + '\n' + rows_of(kSolution),
                      problem("in:15:7", 2, shown + " is not a cell")));
  }
}

TEST_F(Input, Case06_StrangeBytesInCsv) {
  for (const auto& [byte, shown] : std::vector<std::pair<std::string, std::string>>{
           {std::string(1, '\0'), R"('\x00')"}, {"\xEF\xBC\x91", R"('\xEF')"}, {"Q", "'Q'"}}) {
    std::string wrong = kPuzzle;
    wrong.replace(40, 1, byte);
    EXPECT_TRUE(gives(solve("id,puzzle\n12," + wrong + "\n3," + kPuzzle + '\n', {"--to", "line"}),
                      1, kUnknown + '\n' + kSolution + '\n',
                      problem("in:2:44", 1, shown + " is not a cell")));
  }
}

TEST_F(Input, Case06_ANulByteIsNoLineEnd) {
  // Where a C string would end, the record does not.
  const std::string text = kPuzzle + std::string(1, '\0') + "\n" + kPuzzle + '\n';
  EXPECT_TRUE(gives(solve(text), 1, kUnknown + '\n' + kSolution + '\n',
                    problem("in:1:82", 1, R"('\x00' after the 81st cell)")));
}

// --- 7: the last record is cut -------------------------------------------------------------------

TEST_F(Input, Case07_TruncatedLastRecordOfLines) {
  const std::string head = kPuzzle + '\n' + kInkala + '\n';
  const std::string solved = kSolution + '\n' + kInkalaSolution + '\n';
  for (std::size_t kept = 0; kept <= 82; ++kept) {
    const Outcome run = solve(head + (kPuzzle + '\n').substr(0, kept));
    if (kept == 0) {
      EXPECT_TRUE(gives(run, 0, solved, ""));
    } else if (kept >= 81) {
      EXPECT_TRUE(gives(run, 0, solved + kSolution + '\n', ""));
    } else {
      const std::string hint = kept == 9 ? " (a row of a grid? see --from)" : "";
      EXPECT_TRUE(gives(run, 1, solved + kUnknown + '\n',
                        problem("in:3", 3,
                                "found " + std::to_string(kept) + (kept == 1 ? " cell" : " cells") +
                                    ", expected 81" + hint)));
    }
  }
}

TEST_F(Input, Case07_TruncatedLastRecordOfAGrid) {
  const std::string head = rows_of(kPuzzle) + '\n';
  const std::string last = rows_of(kInkala);
  for (std::size_t kept = 0; kept <= last.size(); ++kept) {
    const Outcome run = solve(head + last.substr(0, kept));
    const std::size_t full_rows = (kept + 1) / 18;  // the line end may be missing
    const std::size_t cells = (kept % 18 + 1) / 2;  // of the row that was cut
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

TEST_F(Input, Case07_TruncatedLastRecordOfCsv) {
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

// --- 8, 9, 10: rows and blocks -------------------------------------------------------------------

TEST_F(Input, Case08_BlanksInRows) {
  const std::string rows = rows_of(kPuzzle);
  for (const std::string& text :
       {replace_all(rows, " ", ""), replace_all(rows, " ", "\t"), replace_all(rows, " ", "  "),
        replace_all(rows, " ", " \t "), replace_all(rows, "\n", " \n"),
        replace_all(rows, "\n", "\t\t\n"), "  " + replace_all(rows, "\n", "\n  "),
        replace_all(rows, "0 0", "00"), "\t" + rows}) {
    EXPECT_TRUE(
        gives(solve(text + '\n' + text), 0, rows_of(kSolution) + '\n' + rows_of(kSolution), ""))
        << printable(text);
  }
}

TEST_F(Input, Case08_ShortAndLongRows) {
  for (int row = 1; row <= 9; ++row) {
    for (const int cells : {1, 7, 8, 10, 11, 18}) {
      std::string wrong;
      for (int r = 1; r <= 9; ++r) {
        const std::string cells_of_row = kPuzzle.substr((r - 1) * 9, 9);
        wrong += (r == row ? repeat("1", cells) : cells_of_row) + '\n';
      }
      const std::string what = "row " + std::to_string(row) + " has " + std::to_string(cells) +
                               (cells == 1 ? " cell" : " cells") + ", expected 9";
      // The record after the next blank line is found again.
      EXPECT_TRUE(
          gives(solve(rows_of(kPuzzle) + '\n' + wrong + '\n' + rows_of(kInkala)), 1,
                rows_of(kSolution) + '\n' + rows_of(kUnknown) + '\n' + rows_of(kInkalaSolution),
                problem("in:" + std::to_string(10 + row), 2, what)));
    }
  }
}

TEST_F(Input, Case08_AShortFirstRowIsStillAGrid) {
  for (const std::string first : {"53007000", "5300700001", "5 3 0 0 7 0 0 0"}) {
    const Outcome run = solve(first + '\n' + rows_of(kPuzzle).substr(18) + '\n' + rows_of(kInkala));
    const std::string cells = first.size() == 10 ? "10" : "8";
    EXPECT_TRUE(gives(run, 1, rows_of(kUnknown) + '\n' + rows_of(kInkalaSolution),
                      problem("in:1", 1, "row 1 has " + cells + " cells, expected 9")));
  }
}

TEST_F(Input, Case08_ABadRowTakesTheRestOfItsBlock) {
  // Rows 1-9 are a record; the bad row 12 takes rows 10-20, however many there are.
  const std::string block = rows_of(kPuzzle) + rows_of(kInkala).substr(0, 36) + "12345678\n" +
                            rows_of(kInkala).substr(0, 8 * 18);
  const Outcome run = solve(block + '\n' + rows_of(kInkala));
  EXPECT_TRUE(gives(
      run, 1, rows_of(kSolution) + '\n' + rows_of(kUnknown) + '\n' + rows_of(kInkalaSolution)));
  EXPECT_TRUE(tells(run, "dokumill: in:12: record 2: row 3 has 8 cells, expected 9"));
}

TEST_F(Input, Case08_ALongRowIsBad) {
  for (const std::size_t blanks : {4'000, 4'080, 4'096, 5'000, 200'000}) {
    const std::string row = "5 3 0 0 7 0 0 0" + std::string(blanks - 16, ' ') + "0\n";
    const bool fine = row.size() - 1 <= 4'096;
    const Outcome run =
        solve(row + rows_of(kPuzzle).substr(18) + '\n' + rows_of(kInkala), {"--from", "grid"});
    EXPECT_TRUE(gives(run, fine ? 0 : 1,
                      rows_of(fine ? kSolution : kUnknown) + '\n' + rows_of(kInkalaSolution)))
        << blanks;
    if (!fine) {
      EXPECT_TRUE(tells(run, "dokumill: in:1: record 1: the row is longer than 4,096 bytes"));
    }
  }
}

TEST_F(Input, Case09_MissingBlankLineBetweenBoards) {
  const std::string text = rows_of(kPuzzle) + rows_of(kInkala) + '\n' + rows_of(kPuzzle) + '\n' +
                           rows_of(kPuzzle) + rows_of(kInkala) + rows_of(kPuzzle);
  dir.write("in", text);
  const Outcome told = run({"solve", "in", "--to", "line"});
  EXPECT_TRUE(gives(told, 0,
                    kSolution + '\n' + kInkalaSolution + '\n' + kSolution + '\n' + kSolution +
                        '\n' + kInkalaSolution + '\n' + kSolution + '\n'));
  EXPECT_TRUE(totals_are(told, 6, 0, 0, 0));
  int warnings = 0;
  for (const std::string& line : told.messages()) {
    if (line.find("no blank line between boards") == std::string::npos) continue;
    ++warnings;
    EXPECT_TRUE(line.starts_with("dokumill: in:1: warning: ") ||
                line.starts_with("dokumill: in:10: warning: "))
        << line;
    EXPECT_TRUE(line.ends_with("no blank line between boards (in 2 blocks)")) << line;
  }
  EXPECT_EQ(warnings, 1) << told;
}

TEST_F(Input, Case09_RowsLeftOverAfterFullBoards) {
  const std::string text = rows_of(kPuzzle) + rows_of(kInkala) + rows_of(kPuzzle).substr(0, 90);
  const Outcome run = solve(text + '\n' + rows_of(kPuzzle), {"--to", "line"});
  EXPECT_TRUE(gives(
      run, 1, kSolution + '\n' + kInkalaSolution + '\n' + kUnknown + '\n' + kSolution + '\n'));
  EXPECT_TRUE(tells(run, "dokumill: in:19: record 3: ends after 5 rows, expected 9"));
}

TEST_F(Input, Case09_StrictWantsTheBlankLine) {
  const std::string text = rows_of(kPuzzle) + rows_of(kInkala);
  const Outcome strict = solve(text, {"--strict"});
  EXPECT_TRUE(gives(strict, 2, rows_of(kSolution)));
  EXPECT_TRUE(tells(strict, "dokumill: in:10: record 2: no blank line before this board"));
  EXPECT_TRUE(gives(solve(rows_of(kPuzzle) + '\n' + rows_of(kInkala), {"--strict"}), 0,
                    rows_of(kSolution) + '\n' + rows_of(kInkalaSolution), ""));
}

TEST_F(Input, Case10_ExtraBlankLines) {
  const std::string output = rows_of(kSolution) + '\n' + rows_of(kInkalaSolution);
  for (const std::string gap : {"\n\n", "\n\n\n\n", " \n", "\t \n\n", "\r\n\r\n"}) {
    EXPECT_TRUE(gives(solve(gap + rows_of(kPuzzle) + gap + rows_of(kInkala) + gap), 0, output, ""))
        << printable(gap);
  }
  EXPECT_TRUE(gives(solve("\n\n" + kPuzzle + "\n \n\n\t\n" + kInkala + "\n\n\n"), 0,
                    kSolution + '\n' + kInkalaSolution + '\n', ""));
}

TEST_F(Input, Case10_BlankLineInsideABoard) {
  const std::string rows = rows_of(kPuzzle);
  const std::string text = rows.substr(0, 72) + '\n' + rows.substr(72) + '\n' + rows_of(kInkala);
  EXPECT_TRUE(gives(solve(text), 1,
                    rows_of(kUnknown) + '\n' + rows_of(kUnknown) + '\n' + rows_of(kInkalaSolution),
                    problem("in:1", 1, "ends after 4 rows, expected 9") +
                        problem("in:6", 2, "ends after 5 rows, expected 9")));
}

TEST_F(Input, Case10_CommentsBetweenBlocksAndInside) {
  const std::string rows = rows_of(kPuzzle);
  EXPECT_TRUE(gives(solve("# one\n" + rows + "\n# two\n\n# three\n" + rows_of(kInkala)), 0,
                    rows_of(kSolution) + '\n' + rows_of(kInkalaSolution), ""));
  EXPECT_TRUE(gives(solve(rows.substr(0, 72) + "# no\n" + rows.substr(72) + '\n' + rows), 1,
                    rows_of(kUnknown) + '\n' + rows_of(kSolution),
                    problem("in:5:1", 1, "'#' is not a cell")));
}

// --- 11, 12: other formats, remarks --------------------------------------------------------------

TEST_F(Input, Case11_LinesInAGridFile) {
  const Outcome run =
      solve(rows_of(kPuzzle) + '\n' + kPuzzle + '\n' + kPuzzle + "\n\n" + rows_of(kInkala));
  EXPECT_TRUE(
      gives(run, 1, rows_of(kSolution) + '\n' + rows_of(kUnknown) + '\n' + rows_of(kInkalaSolution),
            problem("in:11", 2, "row 1 has 81 cells, expected 9 (a line record? see --from)")));
}

TEST_F(Input, Case11_AGridInALineFile) {
  const Outcome run = solve(kPuzzle + '\n' + rows_of(kInkala) + kPuzzle + '\n');
  std::string output = kSolution + '\n';
  for (int row = 0; row < 9; ++row) output += kUnknown + '\n';
  EXPECT_TRUE(gives(run, 1, output + kSolution + '\n'));
  EXPECT_EQ(run.messages().size(), 9U) << run;
  const std::string packed = replace_all(rows_of(kInkala), " ", "");
  std::string errors;
  for (int row = 0; row < 9; ++row) {
    errors += problem("in:" + std::to_string(row + 2), row + 2,
                      "found 9 cells, expected 81 (a row of a grid? see --from)");
  }
  EXPECT_TRUE(
      gives(solve(kPuzzle + '\n' + packed + kPuzzle + '\n'), 1, output + kSolution + '\n', errors));
}

TEST_F(Input, Case11_FromOverrulesTheFirstLine) {
  EXPECT_TRUE(
      gives(solve("123456789\n" + kPuzzle + '\n', {"--from", "line"}), 1,
            kUnknown + '\n' + kSolution + '\n',
            problem("in:1", 1, "found 9 cells, expected 81 (a row of a grid? see --from)")));
  EXPECT_TRUE(gives(solve(kPuzzle + "\n\n" + rows_of(kInkala), {"--from", "grid"}), 1,
                    rows_of(kUnknown) + '\n' + rows_of(kInkalaSolution)));
}

TEST_F(Input, Case12_RemarksAfterTheCells) {
  for (const std::string remark :
       {" ", "\t", ",", ";", ":", "#", "|", " a remark", "\t9.5", ",534", ";x", ":1:534", "# easy",
        "|Q", "  # 5", ", \"quoted", " \x01\xFF"}) {
    EXPECT_TRUE(gives(solve(kPuzzle + remark + '\n' + kInkala + remark), 0,
                      kSolution + '\n' + kInkalaSolution + '\n', ""))
        << printable(remark);
  }
  EXPECT_TRUE(gives(solve(kPuzzle + ',' + std::string(3'000'000, 'z') + '\n' + kInkala + '\n'), 0,
                    kSolution + '\n' + kInkalaSolution + '\n', ""));
}

TEST_F(Input, Case12_BytesAfterTheCells) {
  for (const std::string byte : {"Q", "A", "?", "/", "\"", "=", "o", "'"}) {
    EXPECT_TRUE(gives(solve(kInkala + '\n' + kPuzzle + byte + '\n'), 1,
                      kInkalaSolution + '\n' + kUnknown + '\n',
                      problem("in:2:82", 2, '\'' + byte + "' after the 81st cell")));
  }
  EXPECT_TRUE(gives(solve(kInkala + "\n \t" + kPuzzle + "Q\n"), 1,
                    kInkalaSolution + '\n' + kUnknown + '\n',
                    problem("in:2:84", 2, "'Q' after the 81st cell")));
}

TEST_F(Input, Case12_TooManyCells) {
  for (const std::size_t more : {1, 2, 81, 500}) {
    EXPECT_TRUE(
        gives(solve(kInkala + '\n' + kPuzzle + std::string(more, '.') + '\n' + kPuzzle), 1,
              kInkalaSolution + '\n' + kUnknown + '\n' + kSolution + '\n',
              problem("in:2", 2, "found " + std::to_string(81 + more) + " cells, expected 81")));
  }
  for (const std::size_t all : {4'095, 4'096, 4'097, 100'000}) {
    const Outcome run = solve(kInkala + '\n' + std::string(all, '1') + '\n' + kPuzzle);
    EXPECT_TRUE(gives(run, 1, kInkalaSolution + '\n' + kUnknown + '\n' + kSolution + '\n'));
    EXPECT_EQ(run.messages().size(), 1U) << run;
  }
}

TEST_F(Input, Case12_BlanksBeforeTheCells) {
  EXPECT_TRUE(gives(solve("  " + kPuzzle + "\n\t" + kInkala + " \n"), 0,
                    kSolution + '\n' + kInkalaSolution + '\n', ""));
  const Outcome far = solve(kInkala + '\n' + std::string(5'000, ' ') + kPuzzle + '\n' + kPuzzle);
  EXPECT_TRUE(gives(far, 1, kInkalaSolution + '\n' + kUnknown + '\n' + kSolution + '\n'));
  EXPECT_TRUE(tells(far, "dokumill: in:2: record 2: the line is longer than 4,096 bytes"));
}

TEST_F(Input, Case12_CellsApartAreNoLine) {
  const Outcome run = solve(kInkala + "\n5 3 0 0 7" + std::string(72, '0') + '\n');
  EXPECT_TRUE(gives(run, 1, kInkalaSolution + '\n' + kUnknown + '\n'));
}

// --- 13, 14: what is a cell ----------------------------------------------------------------------

TEST_F(Input, Case13_MarksOfEmptyCells) {
  for (const std::string mark : {"0", ".", "*", "_", "x", "X", "-"}) {
    const std::string puzzle = replace_all(kPuzzle, "0", mark);
    EXPECT_TRUE(gives(solve(puzzle + '\n'), 0, kSolution + '\n', "")) << mark;
    EXPECT_TRUE(gives(solve(rows_of(puzzle)), 0, rows_of(kSolution), "")) << mark;
    EXPECT_TRUE(gives(solve(replace_all(rows_of(puzzle), " ", "")), 0, rows_of(kSolution), ""))
        << mark;
    EXPECT_TRUE(gives(solve("puzzle\n" + puzzle + '\n'), 0,
                      "puzzle,solution\n" + kPuzzle + ',' + kSolution + '\n', ""))
        << mark;
    EXPECT_TRUE(gives(solve(repeat(mark, 81) + '\n'), 0, kEmptyGridSmallest + '\n', "")) << mark;
  }
  std::string all = kPuzzle;
  std::size_t next = 0;
  for (char& cell : all) {
    if (cell == '0') cell = "0.*_xX-"[next++ % 7];
  }
  EXPECT_TRUE(gives(solve(all + '\n'), 0, kSolution + '\n', ""));
}

TEST_F(Input, Case13_NothingElseIsACell) {
  std::string text;
  std::string expected;
  for (int byte = 0; byte < 256; ++byte) {
    const char cell = static_cast<char>(byte);
    if (std::string("0123456789.*_xX-\n\r").find(cell) != std::string::npos) continue;
    std::string wrong = kPuzzle;
    wrong[2] = cell;
    text += wrong + '\n' + kPuzzle + '\n';
    expected += kUnknown + '\n' + kSolution + '\n';
  }
  EXPECT_TRUE(gives(solve(text, {"--from", "line"}), 1, expected));
}

TEST_F(Input, Case14_LettersOfLargerBoards) {
  for (const char letter : std::string("ABCDEFGabcdefg")) {
    std::string wrong = kPuzzle;
    wrong[16] = letter;
    EXPECT_TRUE(
        gives(solve(wrong + '\n' + kPuzzle + '\n'), 1, kUnknown + '\n' + kSolution + '\n',
              problem("in:1:17", 1,
                      std::string("'") + letter + "' is not a cell (only 9x9 puzzles are read)")));
  }
}

TEST_F(Input, Case14_TwoDigitNumbersInAGrid) {
  const std::string wrong = replace_all(rows_of(kInkala), "8 0 0", "10 0 0");
  const Outcome run = solve(rows_of(kPuzzle) + '\n' + wrong);
  EXPECT_TRUE(gives(run, 1, rows_of(kSolution) + '\n' + rows_of(kUnknown)));
  EXPECT_TRUE(mentions(run, " has 10 cells, expected 9"));
}

TEST_F(Input, Case14_ALineOf256Cells) {
  EXPECT_TRUE(gives(solve(repeat("123.", 64) + '\n' + kPuzzle + '\n'), 1,
                    kUnknown + '\n' + kSolution + '\n',
                    problem("in:1", 1, "found 256 cells, expected 81")));
}

// --- 15 to 20: what the puzzles are --------------------------------------------------------------

TEST_F(Input, Case15_ContradictoryGivens) {
  const std::vector<std::tuple<int, int, std::string>> pairs{
      {0, 4, "r1c1 and r1c5"},   {2, 74, "r1c3 and r9c3"}, {30, 50, "r4c4 and r6c6"}, {0, 80, ""},
      {79, 80, "r9c8 and r9c9"}, {9, 19, "r2c1 and r3c2"}};
  for (const auto& [a, b, cells] : pairs) {
    std::string puzzle(81, '.');
    puzzle[a] = '7';
    puzzle[b] = '7';
    const std::string as_read = replace_all(puzzle, ".", "0");
    const Outcome run = solve(kPuzzle + '\n' + puzzle + '\n');
    if (cells.empty()) {
      EXPECT_EQ(run.status, 0) << run;
      continue;
    }
    EXPECT_TRUE(gives(run, 1, kSolution + '\n' + as_read + '\n',
                      problem("in:2", 2, "contradiction: " + cells + " are both 7")));
  }
}

TEST_F(Input, Case15_ContradictionInEveryFormat) {
  const std::string what = "contradiction: r1c1 and r1c5 are both 5";
  EXPECT_TRUE(gives(solve(rows_of(kPuzzle) + '\n' + rows_of(kTwoFives)), 1,
                    rows_of(kSolution) + '\n' + rows_of(kTwoFives), problem("in:11", 2, what)));
  EXPECT_TRUE(gives(solve("puzzle\n" + kTwoFives + '\n'), 1,
                    "puzzle,solution\n" + kTwoFives + ',' + kTwoFives + '\n',
                    problem("in:2", 1, what)));
}

TEST_F(Input, Case16_NoSolution) {
  EXPECT_TRUE(gives(solve(kNoSolution + '\n' + kPuzzle + '\n'), 1,
                    kNoSolution + '\n' + kSolution + '\n', problem("in:1", 1, "no solution")));
  EXPECT_TRUE(gives(solve(rows_of(kPuzzle) + "\n\n" + rows_of(kNoSolution)), 1,
                    rows_of(kSolution) + '\n' + rows_of(kNoSolution),
                    problem("in:12", 2, "no solution")));
}

TEST_F(Input, Case17_ManySolutionsGiveTheSmallest) {
  EXPECT_TRUE(gives(solve(kEmptyGrid + '\n'), 0, kEmptyGridSmallest + '\n', ""));
  std::string sixteen(81, '0');  // 16 clues of the example
  int clues = 0;
  for (int cell = 0; cell < 81 && clues < 16; ++cell) {
    if (kPuzzle[cell] == '0') continue;
    sixteen[cell] = kPuzzle[cell];
    ++clues;
  }
  for (const std::string& puzzle : {sixteen, puzzle_of(3, 50), puzzle_of(4, 60)}) {
    for (const std::string threads : {"1", "2"}) {
      EXPECT_TRUE(gives(solve(puzzle + '\n', {"--threads", threads}), 0,
                        smallest_solution(puzzle) + '\n', ""));
    }
  }
}

TEST_F(Input, Case17_UniqueMakesThemProblems) {
  EXPECT_TRUE(gives(solve(kPuzzle + '\n' + kEmptyGrid + '\n', {"--unique"}), 1,
                    kSolution + '\n' + kEmptyGridSmallest + '\n',
                    problem("in:2", 2, "several solutions")));
}

TEST_F(Input, Case18_ASolvedBoardIsEchoed) {
  dir.write("in", kSolution + '\n');
  const Outcome told = run({"solve", "in", "--unique"});
  EXPECT_TRUE(gives(told, 0, kSolution + '\n'));
  EXPECT_TRUE(totals_are(told, 1, 0, 0, 0));
  EXPECT_TRUE(gives(solve(rows_of(kSolution)), 0, rows_of(kSolution), ""));
}

TEST_F(Input, Case19_AFullButWrongBoard) {
  const Outcome run = solve(kWrongBoard + '\n');
  EXPECT_TRUE(gives(run, 1, kWrongBoard + '\n'));
  EXPECT_EQ(run.messages().size(), 1U) << run;
  EXPECT_TRUE(tells_beginning(run, "dokumill: in:1: record 1: contradiction: r"));
}

TEST_F(Input, Case20_HostileLinesAreExact) {
  const std::string text =
      kNorvigNoSolution + '\n' + kSlowForBruteForce + '\n' + kInkala + '\n' + kEmptyGrid + '\n';
  EXPECT_TRUE(gives(solve(text), 1,
                    kNorvigNoSolution + '\n' + kSlowForBruteForceSolution + '\n' + kInkalaSolution +
                        '\n' + kEmptyGridSmallest + '\n',
                    problem("in:1", 1, "no solution")));
}

}  // namespace
}  // namespace dokumill::test
