// Tests of what a print shop needs of a book: sizes, spine, cover, fonts, languages, grey.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/book/layout/paper.hpp"
#include "base/text/format.hpp"
#include "cli/support/book_reader.hpp"

namespace dokumill::testing {
namespace {

using BookPrint = BookTest;

constexpr const char* kChineseFont = "WenQuanYi Micro Hei";

// The number after "NAME:" in the output of pdfinfo.
std::vector<double> numbers_of(const std::string& info, const std::string& name) {
  const std::size_t at = info.find(name + ":");
  EXPECT_NE(at, std::string::npos) << name;
  std::istringstream line(info.substr(at + name.size() + 1, info.find('\n', at) - at));
  std::vector<double> numbers;
  for (std::string word; line >> word;) {
    if (std::isdigit(static_cast<unsigned char>(word[0])) != 0) numbers.push_back(std::stod(word));
  }
  return numbers;
}

TEST_F(BookPrint, AllPapersHaveTheirSizes) {
  NEEDS_POPPLER();
  const std::string in = puzzles(8);
  const auto check = [&](const std::string& paper, double width, double height) {
    ASSERT_EQ(
        run_on(in, {"book", "in", "-q", "--paper", paper, "--report", "report", "-o", "book.pdf"})
            .status,
        0)
        << paper;
    const std::vector<double> size = numbers_of(printed_by("pdfinfo", "book.pdf"), "Page size");
    EXPECT_NEAR(size.at(0), width, 0.01) << paper;
    EXPECT_NEAR(size.at(1), height, 0.01) << paper;
    const auto report = nlohmann::json::parse(dir.read("report"));
    const bool is_loose = paper == "a4" || paper == "a5" || paper == "letter";
    EXPECT_EQ(report.contains("spine_mm"), !is_loose) << paper;
  };
  for (const book::Paper& paper : book::kPapers) {
    check(std::string(paper.name), paper.width, paper.height);
    // The name of a bound paper is its size in inches.
    const std::size_t by = paper.name.find('x');
    if (!paper.is_bound) continue;
    EXPECT_NEAR(std::stod(std::string(paper.name.substr(0, by))) * 72, paper.width, 0.001);
    EXPECT_NEAR(std::stod(std::string(paper.name.substr(by + 1))) * 72, paper.height, 0.001);
  }
  check("7.25x9.5in", 7.25 * 72, 9.5 * 72);
  check("170x240mm", 170 / 25.4 * 72, 240 / 25.4 * 72);
}

TEST_F(BookPrint, ABoundBookHasASpineAndAMostNumberOfPages) {
  NEEDS_POPPLER();
  std::string in;
  for (int i = 0; i < 827; ++i) in += kPuzzle + "\n";
  const Args args{"book",      "in",   "-q", "--per-page", "1",        "--paper", "6x9",
                  "--answers", "none", "-o", "book.pdf",   "--report", "report"};
  ASSERT_EQ(run_on(in + kPuzzle + "\n", args).status, 0);
  const auto report = nlohmann::json::parse(dir.read("report"));
  EXPECT_EQ(report.at("pages"), 828);
  EXPECT_NEAR(report.at("spine_mm").get<double>(), 828 * 0.002252 * 25.4, 0.006);
  const std::string old = dir.read("book.pdf");
  EXPECT_TRUE(refuses(run_on(in + kPuzzle + "\n" + kPuzzle + "\n", args),
                      {"829 pages", "at most 828", "more puzzles"}));
  EXPECT_TRUE(dir.read("book.pdf") == old);
}

TEST_F(BookPrint, ACoverHasTheSizeOfItsBook) {
  NEEDS_POPPLER();
  std::string in;
  for (int i = 0; i < 120; ++i) in += kPuzzle + "\n";
  const auto cover = [&](const std::string& per_page) {
    EXPECT_EQ(run_on(in, {"book", "in", "-q", "--per-page", per_page, "--paper", "6x9", "--title",
                          "Mine", "--author", "Carol", "--answers", "none", "--to", "cover", "-o",
                          "cover.pdf", "--report", "report"})
                  .status,
              0);
    const std::vector<Page> pages = pages_of("cover.pdf");
    EXPECT_EQ(pages.size(), 1U);
    const double number = nlohmann::json::parse(dir.read("report")).at("pages").get<double>();
    const std::string info = printed_by("pdfinfo -box", "cover.pdf");
    const std::vector<double> size = numbers_of(info, "Page size");
    const double spine = number * 0.002252 * 72;
    EXPECT_NEAR(size.at(0), 2 * 432 + spine + 18, 0.01);
    EXPECT_NEAR(size.at(1), 648 + 18, 0.01);
    const std::vector<double> trim = numbers_of(info, "TrimBox");
    EXPECT_NEAR(trim.at(0), 9, 0.01);
    EXPECT_NEAR(trim.at(2), size.at(0) - 9, 0.01);
    std::vector<Word> titles;
    for (const Word& word : pages[0]) {
      if (word.text == "Mine") titles.push_back(word);
    }
    EXPECT_TRUE(has_word(pages[0], "Barcode"));
    EXPECT_TRUE(has_word(pages[0], "Carol"));
    const double front = 9 + 432 + spine + 216;
    EXPECT_TRUE(std::ranges::any_of(
        titles, [&](const Word& word) { return std::abs(word.x() - front) < 2; }));
    return titles.size();
  };
  EXPECT_EQ(cover("1"), 2U);  // 120 pages: also on the spine
  EXPECT_EQ(cover("2"), 1U);  // 60 pages
}

// The average darkness of the digits of an answer page with one answer, as pdftoppm draws them: of
// the clues, and of the other cells.
std::pair<double, double> darkness(const std::string& picture, const std::string& puzzle,
                                   double left, double top, double side, double points) {
  std::istringstream head(picture.substr(0, 40));
  std::string kind;
  int width = 0, height = 0, most = 0;
  head >> kind >> width >> height >> most;
  const std::size_t data = picture.size() - static_cast<std::size_t>(width) * height;
  const double scale = width / points;
  double sums[2] = {0, 0};
  int counts[2] = {0, 0};
  for (int cell = 0; cell < 81; ++cell) {
    const double cell_side = side / 9 * scale;
    const double x0 = left * scale + cell % 9 * cell_side;
    const double y0 = top * scale + cell / 9 * cell_side;
    double sum = 0;
    for (int y = static_cast<int>(y0 + 0.15 * cell_side); y < y0 + 0.85 * cell_side; ++y) {
      for (int x = static_cast<int>(x0 + 0.15 * cell_side); x < x0 + 0.85 * cell_side; ++x) {
        sum += 255 -
               static_cast<unsigned char>(picture[data + static_cast<std::size_t>(y) * width + x]);
      }
    }
    const int is_clue = puzzle[static_cast<std::size_t>(cell)] != '0' ? 1 : 0;
    sums[is_clue] += sum;
    ++counts[is_clue];
  }
  return {sums[1] / counts[1], sums[0] / counts[0]};
}

TEST_F(BookPrint, TheCluesOfAnswersAreBoldWithEveryFont) {
  NEEDS_POPPLER();
  const std::string in = with_clues_everywhere(puzzles(20, {"--clues", "36"}), 1);
  std::vector<Args> fonts{{}, {"--large-print"}};
  if (has_chinese_font()) {
    fonts.push_back({"--font", kChineseFont});  // has no bold face
    fonts.push_back({"--lang", "zh"});
  }
  for (const Args& font : fonts) {
    const Args args{"book", "in", "-q", "--answers-per-page", "1", "-o", "book.pdf"};
    ASSERT_EQ(run_on(in, with(args, font)).status, 0);
    ASSERT_TRUE(call("pdftoppm -gray -r 100 -f 2 -l 2 -singlefile book.pdf answers"));
    const std::vector<Page> pages = pages_of("book.pdf");
    const bool is_large = !font.empty() && font[0] == "--large-print";
    const double head = is_large ? 48 : 32;
    const double label = (is_large ? 12 : 7) + 6;
    const double side = 595.276 - 72;
    const auto [clues, others] =
        darkness(dir.read("answers.pgm"), in, 36, 36 + head + label, side, 595.276);
    EXPECT_GT(clues, 1.15 * others) << (font.empty() ? "" : font.back());
    EXPECT_GT(others, 1000);
  }
}

TEST_F(BookPrint, ABookCanBeChinese) {
  NEEDS_POPPLER();
  if (!has_chinese_font()) GTEST_SKIP() << "fonts-wqy-microhei is not installed";
  const std::string in = with_clues_everywhere(puzzles(60, {"--clues", "34"}), 24);
  ASSERT_TRUE(
      gives(run_on(in, {"book", "in", "-q", "--lang", "zh", "--title", "每日数独", "--front-matter",
                        "--hints", "--sections", "level", "--author", "数独社", "-o", "book.pdf"}),
            0, "", ""));
  const std::string text = printed_by("pdftotext", "book.pdf -");
  for (const std::string words : {"每日数独", "数独社", "玩法", "目录", "第1题", "提示", "答案",
                                  "答案见第", "24道数独题", "只能填在"}) {
    EXPECT_NE(text.find(words), std::string::npos) << words;
  }
  for (const std::string words : {"No.", "Answer", "Easy", "Medium", "Hints"}) {
    EXPECT_EQ(text.find(words), std::string::npos) << words;
  }
  EXPECT_NE(printed_by("pdffonts", "book.pdf").find("WenQuanYi"), std::string::npos);
  // The digits of the pages are the puzzles.
  ASSERT_EQ(run_on(in, {"book", "in", "-q", "--lang", "zh", "--answers", "none", "-o", "book.pdf"})
                .status,
            0);
  std::string found;
  for (const Page& page : pages_of("book.pdf")) found += joined(grids_of(page));
  EXPECT_EQ(found, in);
}

TEST_F(BookPrint, AFontIsCheckedBeforeAnyWork) {
  NEEDS_POPPLER();
  // The input does not exist, so a check after the input would report that.
  const auto book = [&](const Args& more) {
    return run(with({"book", "in", "-o", "x.pdf"}, more));
  };
  EXPECT_TRUE(refuses(book({"--font", "No Such Font"}), {"no font 'No Such Font'", "fc-list"}));
  EXPECT_TRUE(refuses(book({"--font", "DejaVu Sans", "--lang", "zh"}), {"DejaVu Sans", "U+"}));
  EXPECT_TRUE(refuses(book({"--font", "DejaVu Sans", "--title", "每日"}),
                      {"DejaVu Sans", "每", "U+6BCF", "title"}));
  ASSERT_EQ(run_on(kPuzzle, {"book", "in", "-q", "--font", "DejaVu Serif", "-o", "b.pdf"}).status,
            0);
  const std::string fonts = printed_by("pdffonts", "b.pdf");
  EXPECT_NE(fonts.find("DejaVuSerif-Bold"), std::string::npos) << fonts;
  EXPECT_EQ(fonts.find("DejaVuSans"), std::string::npos) << fonts;
}

TEST_F(BookPrint, AllColoursAreGrey) {
  NEEDS_POPPLER();
  if (!has_program("qpdf")) GTEST_SKIP() << "qpdf is not installed";
  const std::string in = puzzles(10);
  for (const Args& more : {Args{"--title", "0 0 0 rg (a) \\ 0 0 0 rg", "--front-matter"},
                           Args{"--large-print"}, Args{"--paper", "6x9", "--to", "cover"}}) {
    ASSERT_EQ(run_on(in, with({"book", "in", "-q", "-o", "book.pdf"}, more)).status, 0);
    ASSERT_TRUE(call("qpdf --check book.pdf >checked 2>&1")) << dir.read("checked");
    ASSERT_TRUE(call("qpdf --qdf --object-streams=disable book.pdf plain.pdf"));
    std::string plain = dir.read("plain.pdf");
    EXPECT_EQ(plain.find("DeviceRGB"), std::string::npos);
    EXPECT_EQ(plain.find("CreationDate"), std::string::npos);
    std::size_t greys = 0;
    for (std::size_t at = 0; (at = plain.find(" g", at)) != std::string::npos; ++at) ++greys;
    EXPECT_GT(greys, 3U);
    // Outside of texts in brackets, no operator sets an RGB colour.
    EXPECT_TRUE(
        call("sed 's/([^)]*)//g' plain.pdf | grep -a -c -E '(^| )(rg|RG)( |$)' >count; "
             "test \"$(cat count)\" = 0"))
        << dir.read("count") << more[0];
  }
}

// Every part of a book, in both kinds of files and from all kinds of inputs.
TEST_F(BookPrint, TheFlagsWorkTogether) {
  NEEDS_POPPLER();
  const std::string in = puzzles(12);
  dir.write("bad", in + "short\n");
  std::vector<std::string> languages{"en"};
  if (has_chinese_font()) languages.push_back("zh");
  for (const std::string& language : languages) {
    for (const Args& more : {Args{}, Args{"--large-print"}}) {
      const Args all = with({"--lang", language, "--front-matter", "--hints", "--sections", "level",
                             "--shuffle", "9", "--title", "T", "--author", "A", "--copyright", "C",
                             "--paper", "7x10", "-q", "--malformed-ok"},
                            more);
      dir.write("in", in);
      ASSERT_TRUE(gives(run(with({"book", "in", "-o", "one.pdf"}, all)), 0, "", ""));
      const std::string one = dir.read("one.pdf");
      const Outcome piped = run(with({"book"}, all), Stdin::bytes(in));
      EXPECT_EQ(piped.status, 0) << piped.err;
      EXPECT_TRUE(piped.out == one);
      const Outcome bad = run(with({"book", "bad", "-o", "bad.pdf"}, all));
      EXPECT_EQ(bad.status, 0);
      EXPECT_TRUE(dir.read("bad.pdf") == one);
      const std::size_t pages = pages_of("one.pdf").size();
      ASSERT_TRUE(call("rm -rf pages"));
      ASSERT_EQ(run(with({"book", "in", "-o", "pages", "--to", "svg"}, all)).status, 0);
      EXPECT_TRUE(dir.exists(format_text("pages/page-{:04}.svg", pages)));
      EXPECT_FALSE(dir.exists(format_text("pages/page-{:04}.svg", pages + 1)));
      ASSERT_EQ(run(with({"book", "in", "-o", "cover.pdf", "--to", "cover"}, all)).status, 0);
    }
  }
}

}  // namespace
}  // namespace dokumill::testing
