// Tests of `dokumill book`. poppler-utils reads the books back: the digits and their positions on
// the pages must match the puzzles and their solutions.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "apps/book/layout/paper.hpp"
#include "cli/support/book_reader.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

using Book = BookTest;

TEST_F(Book, TheDigitsOfThePagesAreThePuzzlesAndTheirSolutions) {
  NEEDS_POPPLER();
  const std::string in = with_clues_everywhere(puzzles(100, {"--clues", "34"}), 36);
  const std::string solved = run_on(in, {"solve", "in", "-q"}).out;
  struct Case {
    std::string per_page, paper;
    std::size_t pages;  // the number of pages with puzzles
    Args more;
  };
  for (const Case& test :
       {Case{"1", "a5", 36, {}}, Case{"2", "6x9", 18, {"--title", "A B"}}, Case{"4", "a4", 9, {}},
        Case{"6", "letter", 6, {}}, Case{"9", "8.5x11", 4, {"--title", "T"}},
        Case{"4", "a4", 9, {"--large-print"}}}) {
    const Outcome outcome = run_on(in, with({"book", "in", "-q", "-o", "book.pdf", "--per-page",
                                             test.per_page, "--paper", test.paper},
                                            test.more));
    ASSERT_TRUE(gives(outcome, 0, "", ""));
    std::vector<std::string> found, answers;
    std::size_t number = 0, puzzle_pages = 0;
    for (const Page& page : pages_of("book.pdf")) {
      ++number;
      const Word& foot = std::ranges::max(page, {}, &Word::bottom);
      EXPECT_EQ(foot.text, std::to_string(number));
      const bool is_answers = has_word(page, "Answers");
      if (!is_answers) ++puzzle_pages;
      const std::vector<std::string> grids = grids_of(page);
      std::vector<std::string>& all = is_answers ? answers : found;
      all.insert(all.end(), grids.begin(), grids.end());
    }
    EXPECT_EQ(puzzle_pages, test.pages);
    EXPECT_EQ(joined(found), in) << test.per_page << " " << test.paper;
    EXPECT_EQ(joined(answers), solved) << test.per_page << " " << test.paper;
  }
}

TEST_F(Book, LabelsHaveTheNumberAndTheLevel) {
  NEEDS_POPPLER();
  std::string in;
  for (const std::string level : {"easy", "medium", "hard", "expert", "extreme"}) {
    in += puzzles(1, {"--difficulty", level});
  }
  ASSERT_TRUE(gives(
      run_on(in, {"book", "in", "-q", "--per-page", "1", "--title", "Blätter", "-o", "book.pdf"}),
      0, "", ""));
  const std::vector<Page> pages = pages_of("book.pdf");
  ASSERT_EQ(pages.size(), 6U);
  for (std::size_t i = 0; i < 5; ++i) {
    std::string words;
    for (const Word& word : pages[i]) {
      if (word.text.size() > 1) words += word.text + " ";
    }
    const std::string level = std::vector{"Easy", "Medium", "Hard", "Expert", "Extreme"}[i];
    EXPECT_EQ(words, "Blätter No. " + level + " Answer on page ");
    EXPECT_TRUE(std::ranges::any_of(
        pages[i], [&](const Word& word) { return word.text == std::to_string(i + 1); }));
  }
}

TEST_F(Book, AnswersCanBeBesideOrLeftOut) {
  NEEDS_POPPLER();
  const std::string in = puzzles(3, {"--clues", "32"});
  ASSERT_EQ(run_on(in, {"book", "in", "-q", "--answers", "none", "-o", "none.pdf"}).status, 0);
  const std::vector<Page> none = pages_of("none.pdf");
  ASSERT_EQ(none.size(), 1U);
  EXPECT_FALSE(has_word(none[0], "Answers"));
  ASSERT_EQ(
      run_on(in, {"book", "in", "-q", "--answers", "beside", "--per-page", "1", "-o", "b.pdf"})
          .status,
      0);
  const std::vector<Page> beside = pages_of("b.pdf");
  ASSERT_EQ(beside.size(), 3U);
  for (const Page& page : beside) {
    std::size_t digits = 0;
    for (const Word& word : page) {
      if (word.text.find_first_not_of("123456789") == std::string::npos) digits += word.text.size();
    }
    EXPECT_EQ(digits, 32U + 81U + 2U);  // the label and the page number
  }
}

TEST_F(Book, BoundBooksHaveAGutter) {
  NEEDS_POPPLER();
  // A book of 200 pages has an inner margin of 0.5 inch and an outer margin of 0.375 inch. The
  // inner margin is on the left of odd pages and on the right of even pages.
  std::string thick;
  for (int i = 0; i < 200; ++i) thick += kPuzzle + "\n";
  const auto first_labels = [&](const std::string& paper) {
    EXPECT_EQ(run_on(thick, {"book", "in", "-q", "--paper", paper, "--per-page", "1", "--answers",
                             "none", "-o", "book.pdf"})
                  .status,
              0);
    std::vector<double> lefts;
    for (const Page& page : pages_of("book.pdf")) {
      lefts.push_back(std::ranges::find(page, "No.", &Word::text)->left);
    }
    return lefts;
  };
  const std::vector<double> bound = first_labels("6x9");
  ASSERT_EQ(bound.size(), 200U);
  EXPECT_NEAR(bound[0], 36.0, 1.5);
  EXPECT_NEAR(bound[1], 27.0, 1.5);
  EXPECT_NEAR(bound[0] - bound[1], 9.0, 0.1);
  const std::vector<double> loose = first_labels("a5");
  EXPECT_NEAR(loose[0], loose[1], 0.1);
}

TEST_F(Book, FontsAreEmbeddedAndNoDateIsWritten) {
  NEEDS_POPPLER();
  ASSERT_EQ(run_on(kPuzzle, {"book", "in", "-q", "--title", "Mine", "-o", "book.pdf"}).status, 0);
  const std::string info = printed_by("pdfinfo", "book.pdf");
  EXPECT_NE(info.find("Title:           Mine\n"), std::string::npos) << info;
  EXPECT_NE(info.find("Creator:         dokumill\n"), std::string::npos) << info;
  EXPECT_EQ(info.find("Date"), std::string::npos) << info;
  const std::string fonts = printed_by("pdffonts", "book.pdf");
  int count = 0;
  std::size_t at = fonts.find("--\n") + 3;
  for (std::size_t end; (end = fonts.find('\n', at)) != std::string::npos; at = end + 1) {
    static const std::regex kEmbedded(R"(.* yes yes yes +\d+ +\d+)");
    EXPECT_TRUE(std::regex_match(fonts.substr(at, end - at), kEmbedded)) << fonts;
    ++count;
  }
  EXPECT_GE(count, 2) << fonts;
}

TEST_F(Book, TheBytesDependOnThePuzzlesOnly) {
  NEEDS_POPPLER();
  const std::string in = puzzles(700);
  ASSERT_EQ(run_on(in, {"book", "in", "-q", "-o", "book.pdf"}).status, 0);
  const std::string book = dir.read("book.pdf");
  ASSERT_TRUE(book.starts_with("%PDF-"));
  std::size_t number = 0;
  for (const Args& more :
       {Args{"-j", "1"}, Args{"-j", "3"}, Args{"--no-mmap"}, Args{"--engine", "reference"},
        Args{"--fsync"}, Args{"--progress", "never"}, Args{"-o", "-"}}) {
    if (!is_tested(number++)) continue;
    const Args output = more[0] == "-o" ? Args{} : Args{"-o", "other.pdf"};
    const Outcome outcome = run(with(with({"book", "in", "-q"}, output), more));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE((output.empty() ? outcome.out : dir.read("other.pdf")) == book) << more[0];
  }
  // Several inputs in different formats give the same book.
  dir.write("one", in.substr(0, 82 * 300));
  dir.write("two", in.substr(82 * 300));
  ASSERT_EQ(run({"convert", "two", "-q", "-o", "two.csv"}).status, 0);
  ASSERT_EQ(run({"book", "one", "two.csv", "-q", "-o", "other.pdf"}).status, 0);
  EXPECT_TRUE(dir.read("other.pdf") == book);
}

TEST_F(Book, BadRecordsAreReportedAndLeftOut) {
  NEEDS_POPPLER();
  const std::string bad =
      kPuzzle + "\nshort\n" + kSeveral + "\n55" + std::string(79, '0') + "\n" + kSolution + "\n";
  const Outcome outcome = run_on(bad, {"book", "in", "-o", "book.pdf", "--report", "report"});
  EXPECT_EQ(outcome.status, 1) << outcome;
  EXPECT_TRUE(has_line_starting(outcome, "dokumill: in:2:1: record 2: "));
  EXPECT_TRUE(has_line_starting(outcome, "dokumill: in:3: record 3: "));
  EXPECT_TRUE(has_line_starting(outcome, "dokumill: in:4: record 4: "));
  EXPECT_TRUE(mentions(outcome,
                       "5 records: 2 in the book; left out: 1 multiple, 1 none, 1 malformed; "
                       "2 pages; "));
  const auto report = nlohmann::json::parse(dir.read("report"));
  EXPECT_EQ(report.at("command"), "book");
  EXPECT_EQ(report.at("records"), 5);
  EXPECT_EQ(report.at("unique"), 2);
  EXPECT_EQ(report.at("multiple"), 1);
  EXPECT_EQ(report.at("none"), 1);
  EXPECT_EQ(report.at("malformed"), 1);
  EXPECT_EQ(report.at("pages"), 2);
  EXPECT_EQ(report.at("exit"), 1);
  EXPECT_EQ(report.at("problems").size(), 3U);
  const std::string of_bad = dir.read("book.pdf");
  EXPECT_EQ(run_on(kPuzzle + "\n" + kSolution, {"book", "in", "-q", "-o", "book.pdf"}).status, 0);
  EXPECT_TRUE(dir.read("book.pdf") == of_bad);
}

TEST_F(Book, WithoutABookTheOldFileStays) {
  NEEDS_POPPLER();
  dir.write("book.pdf", "old");
  const auto keeps = [&](std::string_view in, const Args& more,
                         const std::vector<std::string>& parts) {
    const Outcome outcome = run_on(in, with({"book", "in", "-q", "-o", "book.pdf"}, more));
    EXPECT_EQ(outcome.status, 2) << outcome;
    for (const std::string& part : parts) EXPECT_TRUE(mentions(outcome, part)) << outcome;
    EXPECT_EQ(dir.read("book.pdf"), "old");
  };
  keeps("", {}, {"in: no puzzle has exactly one solution"});
  keeps(kSeveral, {}, {"record 1", "no puzzle has exactly one solution"});
  keeps(kPuzzle + "\nshort\n", {"--strict"}, {"in:2", "record 2"});
  keeps(kPuzzle, {"--no-clobber"}, {"book.pdf"});
  keeps(kPuzzle, {"--title", "a\nb"}, {"title", "control character"});
  keeps(kPuzzle, {"--title", "\xff"}, {"title", "UTF-8"});
  // U+10FFFE, which is not a character.
  keeps(kPuzzle, {"--title", "\xf4\x8f\xbf\xbe"}, {"no font", "title"});
  EXPECT_TRUE(has_only(dir, {"in", "book.pdf", "probe.pdf"}));
}

TEST_F(Book, TheProgramOfBooksIsFoundWithoutProc) {
#ifdef DOKUMILL_SANITIZED
  GTEST_SKIP() << "the leak sanitizer needs /proc";
#endif
  dir.write("in", kPuzzle + '\n');
  const std::string folder =
      std::string(DOKUMILL_BINARY).substr(0, std::string(DOKUMILL_BINARY).rfind('/'));
  std::filesystem::create_symlink(DOKUMILL_BINARY, dir / "link");
  const std::string book = " book -q in -o ";
  // By its complete path, by its name in PATH, by a relative path, and by a link in another folder.
  const Outcome outcome =
      run({.args = {"-m", "/bin/sh", "-c",
                    "mount -t tmpfs none /proc || exit 99; \"$0\"" + book +
                        "1.pdf && PATH=\"$1\" dokumill" + book + "2.pdf && ./link" + book +
                        "3.pdf && here=$PWD && cd \"$1\" && ./dokumill "
                        "book -q \"$here/in\" -o \"$here/4.pdf\"",
                    DOKUMILL_BINARY, folder},
           .program = "/usr/bin/unshare"});
  if (outcome.status == 99 || outcome.err.find("unshare") != std::string::npos) {
    GTEST_SKIP() << "mounts are not permitted here";
  }
  EXPECT_TRUE(gives(outcome, 0, "", ""));
  EXPECT_TRUE(has_only(dir, {"in", "link", "1.pdf", "2.pdf", "3.pdf", "4.pdf"}));
}

TEST_F(Book, SvgIsAFolderOfPages) {
  NEEDS_POPPLER();
  const std::string in = puzzles(5);
  ASSERT_TRUE(gives(run_on(in, {"book", "in", "-q", "--to", "svg", "-o", "pages"}), 0, "", ""));
  for (const std::string name : {"page-0001.svg", "page-0002.svg", "page-0003.svg"}) {
    const std::string page = dir.read("pages/" + name);
    EXPECT_NE(page.find("viewBox=\"0 0 595.276 841.89\""), std::string::npos) << name;
    EXPECT_EQ(page.find("<text"), std::string::npos) << name;  // the text is drawn as outlines
    EXPECT_TRUE(page.ends_with("</svg>\n")) << name;
  }
  EXPECT_FALSE(dir.exists("pages/page-0004.svg"));
  // If the folder exists, the command fails and changes nothing.
  EXPECT_TRUE(refuses(run({"book", "in", "-q", "--to", "svg", "-o", "pages"}), {"pages"}));
  ASSERT_EQ(run({"book", "in", "-q", "-j", "1", "--to", "svg", "-o", "again"}).status, 0);
  for (const std::string name : {"/page-0001.svg", "/page-0003.svg"}) {
    EXPECT_TRUE(dir.read("pages" + name) == dir.read("again" + name)) << name;
  }
}

TEST_F(Book, Refuses) {
  NEEDS_POPPLER();
  dir.write("in", kPuzzle);
  const auto book = [&](const Args& more) { return run(with({"book", "in"}, more)); };
  EXPECT_TRUE(refuses(book({"--to", "svg"}), {"folder", "-o"}));
  EXPECT_TRUE(refuses(book({"-o", "x.svg"}), {"x.svg", "one page", "--to svg"}));
  EXPECT_TRUE(refuses(book({"--to", "svg", "-o", "x.svg"}), {"another name"}));
  EXPECT_TRUE(refuses(book({"-o", "x.pdf.gz"}), {"x.pdf.gz", "ends in .pdf"}));
  EXPECT_TRUE(refuses(book({"-o", "x.csv"}), {"x.csv", "ends in .pdf"}));
  EXPECT_TRUE(refuses(book({"--per-page", "3"}), {"--per-page", "1, 2, 4, 6, 9"}));
  EXPECT_TRUE(refuses(book({"--paper", "b5"}), {"a4, a5, letter, 5x8", "7x9in"}));
  EXPECT_TRUE(refuses(book({"--paper", "2x9in"}), {"--paper", "2x9in", "from 3 to 20 in"}));
  EXPECT_TRUE(refuses(book({"--paper", "170x600mm"}), {"508 mm"}));
  EXPECT_TRUE(refuses(book({"--answers", "front"}), {"back, beside, none"}));
  EXPECT_TRUE(refuses(book({"--to", "csv"}), {"pdf, svg, cover"}));
  EXPECT_TRUE(refuses(book({"--paper", "a5", "--per-page", "9", "--answers", "beside"}),
                      {"points", "at least 5"}));
  EXPECT_TRUE(refuses(book({"--paper", "a5", "--per-page", "9", "--large-print"}),
                      {"points", "at least 18"}));
  EXPECT_TRUE(refuses(
      book({"--paper", "5x8", "--per-page", "1", "--large-print", "--answers-per-page", "30"}),
      {"points", "at least 8.5", "fewer answers"}));
  EXPECT_TRUE(refuses(book({"--answers-per-page", "9", "--answers", "beside"}),
                      {"--answers-per-page", "--answers"}));
  EXPECT_TRUE(refuses(book({"--answers-per-page", "31"}), {"1 to 30"}));
  EXPECT_TRUE(refuses(book({"--copyright", "C"}), {"--copyright", "--front-matter"}));
  EXPECT_TRUE(refuses(book({"--to", "cover"}), {"--to cover", "--paper 6x9"}));
  EXPECT_TRUE(refuses(book({"--font", ""}), {"--font", "''"}));
  EXPECT_TRUE(refuses(book({"--shuffle", "x"}), {"--shuffle", "x"}));
  EXPECT_TRUE(refuses(book({"--title", std::string(90, 'W')}), {"title does not fit", "points"}));
  EXPECT_TRUE(refuses(book({"--author", std::string(300, 'W')}), {"author does not fit"}));
  EXPECT_TRUE(refuses(book({"--sections", "kind"}), {"in: ", "'kind'", "csv or jsonl"}));
  EXPECT_TRUE(refuses(run({"book", "gone", "-o", "x.pdf"}), {"gone"}));
  EXPECT_FALSE(dir.exists("x.pdf"));
}

// With --large-print, the default number of puzzles per page fits on every paper.
TEST_F(Book, LargePrintFitsOnEveryPaper) {
  NEEDS_POPPLER();
  for (const book::Paper& paper : book::kPapers) {
    EXPECT_EQ(run_on(kPuzzle, {"book", "in", "-q", "--large-print", "--paper",
                               std::string(paper.name), "--title", "T", "-o", "b.pdf"})
                  .status,
              0)
        << paper.name;
  }
}

// pdftoppm draws every page, and the pictures have dark pixels.
TEST_F(Book, ThePagesAreDrawn) {
  NEEDS_POPPLER();
  ASSERT_EQ(run_on(kPuzzle, {"book", "in", "-q", "-o", "book.pdf"}).status, 0);
  ASSERT_TRUE(call("pdftoppm -gray -r 20 book.pdf page"));
  for (const std::string name : {"page-1.pgm", "page-2.pgm"}) {
    const std::string picture = dir.read(name);
    const auto dark = std::ranges::count_if(
        picture, [](char grey) { return static_cast<unsigned char>(grey) < 128; });
    EXPECT_GT(dark, 100) << name;
  }
}

}  // namespace
}  // namespace dokumill::testing
