// Tests of `dokumill book`. poppler-utils reads the books back: the digits and their positions on
// the pages must match the puzzles and their solutions.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "dokumill/rating.hpp"

namespace dokumill::testing {
namespace {

// A word of a page. The edges are in points from the top left corner.
struct Word {
  std::string text;
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
  double x() const { return (left + right) / 2; }
  double y() const { return (top + bottom) / 2; }
};
using Page = std::vector<Word>;

class Book : public CliTest {
 protected:
  // Runs a shell command in the test's folder. False if it fails, for example because a program is
  // not installed.
  bool call(const std::string& words) const {
    const std::string line = "cd '" + dir.path() + "' && " + words;
    return std::system(line.c_str()) == 0;
  }
  bool has_poppler() const {
    return call("command -v pdftotext pdfinfo pdffonts pdftoppm >/dev/null");
  }
  bool has_books() const {
    const Outcome outcome = run_on(kPuzzle, {"book", "in", "-q", "-o", "probe.pdf"});
    return outcome.err.find("no books") == std::string::npos;
  }
  // What `program`, a program of poppler-utils, prints about a file.
  std::string printed_by(const std::string& program, const std::string& file) const {
    EXPECT_TRUE(call(program + " " + file + " > printed 2>&1")) << program;
    return dir.read("printed");
  }

  std::string puzzles(int count, const Args& more = {}) const {
    return run(with({"generate", "puzzles", "-q", "-n", std::to_string(count)}, more)).out;
  }

  std::vector<Page> pages_of(const std::string& file) const {
    EXPECT_TRUE(call("pdftotext -bbox " + file + " words.html"));
    const std::string html = dir.read("words.html");
    static const std::regex kItem(
        R"re(<page |<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)<)re");
    std::vector<Page> pages;
    for (auto item = std::sregex_iterator(html.begin(), html.end(), kItem);
         item != std::sregex_iterator(); ++item) {
      if (!(*item)[1].matched) {
        pages.emplace_back();
      } else {
        pages.back().push_back({(*item)[5], std::stod((*item)[1]), std::stod((*item)[2]),
                                std::stod((*item)[3]), std::stod((*item)[4])});
      }
    }
    return pages;
  }
};

// The values in ascending order, without those that are at most `width` above the last kept value.
std::vector<double> steps_of(std::vector<double> values, double width) {
  std::ranges::sort(values);
  std::vector<double> steps;
  for (const double value : values) {
    if (steps.empty() || value - steps.back() > width) steps.push_back(value);
  }
  return steps;
}

std::size_t index_of(const std::vector<double>& steps, double value) {
  const auto nearest =
      std::ranges::min_element(steps, {}, [value](double step) { return std::abs(step - value); });
  return static_cast<std::size_t>(nearest - steps.begin());
}

// The grids of a page as lines, from left to right and from the top down. The function finds the
// layout from the digits alone. So every row and every column of cells on the page must have a
// digit in some grid.
std::vector<std::string> grids_of(const Page& page) {
  Page digits;
  const double foot = std::ranges::max(page, {}, &Word::bottom).bottom;
  for (const Word& word : page) {
    if (word.bottom == foot) continue;  // the page number
    const bool is_digits = word.text.find_first_not_of("123456789") == std::string::npos;
    const bool is_label = std::ranges::any_of(page, [&](const Word& other) {
      return other.text == "No." && std::abs(other.y() - word.y()) < 2;
    });
    if (!is_digits || is_label) continue;
    // Digits next to each other in a row can form one word.
    const double width = (word.right - word.left) / static_cast<double>(word.text.size());
    for (std::size_t i = 0; i < word.text.size(); ++i) {
      Word digit = word;
      digit.text = word.text[i];
      digit.left = word.left + width * static_cast<double>(i);
      digit.right = digit.left + width;
      digits.push_back(digit);
    }
  }
  if (digits.empty()) return {};
  std::vector<double> all_x, all_y;
  for (const Word& digit : digits) {
    all_x.push_back(digit.x());
    all_y.push_back(digit.y());
  }
  const double near = (digits[0].right - digits[0].left) * 0.4;
  const std::vector<double> x = steps_of(all_x, near);
  const std::vector<double> y = steps_of(all_y, near);
  EXPECT_EQ(x.size() % 9, 0U);
  EXPECT_EQ(y.size() % 9, 0U);
  const std::size_t columns = x.size() / 9;
  std::vector<std::string> grids(columns * (y.size() / 9), std::string(81, '0'));
  for (const Word& digit : digits) {
    const std::size_t column = index_of(x, digit.x());
    const std::size_t row = index_of(y, digit.y());
    char& cell = grids.at(row / 9 * columns + column / 9)[row % 9 * 9 + column % 9];
    EXPECT_EQ(cell, '0');
    cell = digit.text[0];
  }
  std::erase(grids, std::string(81, '0'));  // places without a puzzle
  return grids;
}

// True if every row and every column has a clue.
bool has_clues_everywhere(std::string_view line) {
  std::array<bool, 9> rows{}, columns{};
  for (std::size_t i = 0; i < 81; ++i) {
    if (line[i] != '0') rows[i / 9] = columns[i % 9] = true;
  }
  const auto is_true = [](bool value) { return value; };
  return std::ranges::all_of(rows, is_true) && std::ranges::all_of(columns, is_true);
}

std::string joined(const std::vector<std::string>& grids) {
  std::string text;
  for (const std::string& grid : grids) text += grid + "\n";
  return text;
}

bool is_answer_page(const Page& page) {
  return std::ranges::any_of(page, [](const Word& word) { return word.text == "Answers"; });
}

#define NEEDS_POPPLER()                                                             \
  if (!has_books()) GTEST_SKIP() << "this build has no books: Cairo was not found"; \
  if (!has_poppler()) GTEST_SKIP() << "poppler-utils is not installed"

TEST_F(Book, TheDigitsOfThePagesAreThePuzzlesAndTheirSolutions) {
  NEEDS_POPPLER();
  const std::string made = puzzles(100, {"--clues", "34"});
  std::string in;
  for (std::size_t i = 0; i < 100 && in.size() < 36 * 82; ++i) {
    const std::string line = made.substr(i * 82, 82);
    if (has_clues_everywhere(line)) in += line;
  }
  ASSERT_EQ(in.size(), 36U * 82);
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
      const bool is_answers = is_answer_page(page);
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
    const std::string level = std::string(levels()[i].name);
    EXPECT_EQ(words, "Blätter No. " + level + " ");
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
  EXPECT_FALSE(is_answer_page(none[0]));
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

TEST_F(Book, PapersHaveTheirSizesAndBoundOnesAGutter) {
  NEEDS_POPPLER();
  const std::string in = puzzles(8, {"--clues", "32"});
  for (const auto& [paper, size] :
       {std::pair<std::string, std::string>{"a4", "595.276 x 841.89 pts (A4)"},
        {"a5", "419.528 x 595.276 pts"},
        {"letter", "612 x 792 pts (letter)"},
        {"6x9", "432 x 648 pts"},
        {"8.5x11", "612 x 792 pts (letter)"}}) {
    ASSERT_EQ(run_on(in, {"book", "in", "-q", "--paper", paper, "-o", "book.pdf"}).status, 0);
    EXPECT_NE(printed_by("pdfinfo", "book.pdf").find(size), std::string::npos) << paper;
  }
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
  for (const Args& more :
       {Args{"-j", "1"}, Args{"-j", "3"}, Args{"--no-mmap"}, Args{"--engine", "reference"},
        Args{"--fsync"}, Args{"--progress", "never"}, Args{"-o", "-"}}) {
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
  EXPECT_TRUE(refuses(book({"--paper", "b5"}), {"a4, a5, letter, 6x9, 8.5x11"}));
  EXPECT_TRUE(refuses(book({"--answers", "front"}), {"back, beside, none"}));
  EXPECT_TRUE(refuses(book({"--to", "csv"}), {"pdf, svg"}));
  EXPECT_TRUE(refuses(book({"--paper", "a5", "--per-page", "9", "--answers", "beside"}),
                      {"points", "at least 5"}));
  EXPECT_TRUE(refuses(book({"--paper", "a5", "--per-page", "9", "--large-print"}),
                      {"points", "at least 18"}));
  EXPECT_TRUE(refuses(run({"book", "gone", "-o", "x.pdf"}), {"gone"}));
  EXPECT_FALSE(dir.exists("x.pdf"));
}

// With --large-print, the default number of puzzles per page fits on every paper.
TEST_F(Book, LargePrintFitsOnEveryPaper) {
  NEEDS_POPPLER();
  for (const std::string paper : {"a4", "a5", "letter", "6x9", "8.5x11"}) {
    EXPECT_EQ(
        run_on(kPuzzle, {"book", "in", "-q", "--large-print", "--paper", paper, "-o", "b.pdf"})
            .status,
        0)
        << paper;
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
