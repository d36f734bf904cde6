// Tests of the parts of a book: front matter, sections, notes under puzzles, hints, answers.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "cli/support/book_reader.hpp"

namespace dokumill::testing {
namespace {

using BookParts = BookTest;

// The lines of a file `puzzle,kind` with the kinds in turn.
std::string csv_of(const std::string& lines, const std::vector<std::string>& kinds) {
  std::string csv = "puzzle,Kind\n";
  for (std::size_t i = 0; i * 82 < lines.size(); ++i) {
    csv += lines.substr(i * 82, 81) + "," + kinds[i % kinds.size()] + "\n";
  }
  return csv;
}

std::vector<std::string> words_at_head(const Page& page) {
  const double top = std::ranges::min(page, {}, &Word::bottom).bottom;
  std::vector<std::string> words;
  for (const Word& word : page) {
    if (word.bottom < top + 4) words.push_back(word.text);
  }
  return words;
}

TEST_F(BookParts, EveryNoteNamesThePageOfTheAnswer) {
  NEEDS_POPPLER();
  const std::string in = puzzles(60, {"--clues", "34"});
  for (const Args& more :
       {Args{"--paper", "6x9", "--per-page", "2"}, Args{"--per-page", "9", "--title", "T"},
        Args{"--front-matter", "--hints", "--sections", "level", "--shuffle", "5"},
        Args{"--answers-per-page", "7", "--paper", "8.25x6"}, Args{"--large-print"}}) {
    ASSERT_EQ(run_on(in, with({"book", "in", "-q", "-o", "book.pdf"}, more)).status, 0);
    const std::vector<Page> pages = pages_of("book.pdf");
    std::set<int> seen;
    for (const Page& page : pages) {
      const std::vector<int> notes = notes_of(page);
      if (notes.empty()) continue;
      const std::vector<int> labels = labels_of(page);
      ASSERT_EQ(labels.size(), notes.size()) << more[0];
      for (std::size_t i = 0; i < notes.size(); ++i) {
        const Page& answers = pages.at(static_cast<std::size_t>(notes[i]) - 1);
        EXPECT_TRUE(has_word(answers, "Answers"));
        const std::vector<int> there = labels_of(answers);
        EXPECT_NE(std::ranges::find(there, labels[i]), there.end()) << labels[i] << more[0];
        seen.insert(labels[i]);
      }
    }
    EXPECT_EQ(seen.size(), 60U) << more[0];
  }
}

TEST_F(BookParts, FrontMatterHasTitleImprintRulesAndContents) {
  NEEDS_POPPLER();
  const std::string in = puzzles(20);
  const Args args{"book",  "in",          "-q",        "--front-matter", "--sections",
                  "level", "--hints",     "--title",   "Mine",           "--author",
                  "Carol", "--copyright", "Free 2026", "--paper",        "8.5x11"};
  ASSERT_TRUE(gives(run_on(in, with(args, {"-o", "book.pdf"})), 0, "", ""));
  const std::vector<Page> pages = pages_of("book.pdf");
  ASSERT_GT(pages.size(), 8U);
  for (const std::string word : {"Mine", "Carol", "20"}) EXPECT_TRUE(has_word(pages[0], word));
  for (const std::string word : {"Mine", "Carol", "Free", "2026", "20"}) {
    EXPECT_TRUE(has_word(pages[1], word)) << word;
  }
  EXPECT_FALSE(has_word(pages[0], "1"));  // no page numbers
  EXPECT_FALSE(has_word(pages[1], "2"));
  EXPECT_EQ(words_at_head(pages[2]), (std::vector<std::string>{"How", "to", "play"}));
  EXPECT_TRUE(has_word(pages[2], "r3c7"));
  EXPECT_EQ(words_at_head(pages[3]), (std::vector<std::string>{"Contents"}));
  const std::string info = printed_by("pdfinfo", "book.pdf");
  EXPECT_NE(info.find("Title:           Mine\n"), std::string::npos) << info;
  EXPECT_NE(info.find("Author:          Carol\n"), std::string::npos) << info;
  // Each row of the contents names the page whose heading it is.
  std::vector<std::pair<std::string, int>> rows;
  for (const Word& name : pages[3]) {
    const bool is_name = name.left < 40 && name.text != "Contents";
    if (!is_name) continue;
    const Word* number = nullptr;
    for (const Word& word : pages[3]) {
      const bool is_in_row = std::abs(word.bottom - name.bottom) < 2;
      if (is_in_row && (number == nullptr || word.right > number->right)) number = &word;
    }
    rows.emplace_back(name.text, std::stoi(number->text));
  }
  ASSERT_GE(rows.size(), 4U);
  EXPECT_EQ(rows.front(), (std::pair<std::string, int>{"How", 3}));
  for (const auto& [name, number] : rows) {
    const Page& page = pages.at(static_cast<std::size_t>(number) - 1);
    EXPECT_EQ(words_at_head(page).front(), name) << number;
  }
  // The outline has the same rows.
  if (!has_program("qpdf")) GTEST_SKIP() << "qpdf is not installed";
  const auto json =
      nlohmann::json::parse(printed_by("qpdf --json=1 --json-key=outlines", "book.pdf"));
  const auto& outline = json.at("outlines");
  ASSERT_EQ(outline.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_TRUE(outline[i].at("title").get<std::string>().starts_with(rows[i].first));
    EXPECT_EQ(outline[i].at("destpageposfrom1"), rows[i].second);
  }
}

TEST_F(BookParts, SectionsHaveTheOrderOfTheirFirstPuzzles) {
  NEEDS_POPPLER();
  const std::string lines = puzzles(9, {"--clues", "34"});
  const std::vector<std::string> kinds{"Sunday", "Monday", ""};
  const auto heads_of = [&](const Args& inputs, const Args& more) {
    const Outcome outcome =
        run(with(with({"book", "-q", "--sections", "kind", "-o", "book.pdf"}, inputs), more));
    EXPECT_TRUE(gives(outcome, 0, "", ""));
    std::vector<std::string> heads;
    for (const Page& page : pages_of("book.pdf")) heads.push_back(words_at_head(page).front());
    return heads;
  };
  using Heads = std::vector<std::string>;
  dir.write("in.csv", csv_of(lines, kinds));
  EXPECT_EQ(heads_of({"in.csv"}, {"--answers", "none"}), (Heads{"Sunday", "Monday", "Other"}));
  EXPECT_EQ(heads_of({"in.csv"}, {"--answers", "none", "--per-page", "2", "--title", "T"}),
            (Heads{"Sunday", "T", "Monday", "T", "Other", "T"}));
  // The columns of a second input have another order.
  std::string other = "id,kind,puzzle\n";
  for (int i = 0; i < 3; ++i) {
    other +=
        std::to_string(i) + ",Friday," + lines.substr(static_cast<std::size_t>(i) * 82, 81) + "\n";
  }
  dir.write("other.csv", other);
  EXPECT_EQ(heads_of({"in.csv", "other.csv"}, {"--answers", "none"}),
            (Heads{"Sunday", "Monday", "Other", "Friday"}));
  dir.write("in.jsonl", "{\"puzzle\":\"" + lines.substr(0, 81) + "\",\"kind\":\"B\"}\n" +
                            "{\"kind\":\"A\",\"puzzle\":\"" + lines.substr(82, 81) + "\"}\n" +
                            "{\"puzzle\":\"" + lines.substr(164, 81) + "\",\"kind\":\"B\"}\n");
  EXPECT_EQ(heads_of({"in.jsonl"}, {"--answers", "none"}), (Heads{"B", "A"}));
  EXPECT_TRUE(refuses(run({"book", "in.csv", "--sections", "day", "-o", "x.pdf"}),
                      {"in.csv", "'day'", "puzzle, Kind"}));
  EXPECT_TRUE(refuses(run({"book", "in.csv", "in.jsonl", "--sections", "kind", "-o", "x.pdf"}),
                      {"in.jsonl", "one format"}));
  dir.write("long.csv", csv_of(lines, {std::string(200, 'W')}));
  EXPECT_TRUE(refuses(run({"book", "long.csv", "--sections", "kind", "-o", "x.pdf"}),
                      {"section", "too long"}));
}

TEST_F(BookParts, AShuffledBookHasAllPuzzlesInTheOrderOfItsSeed) {
  NEEDS_POPPLER();
  const std::string in = with_clues_everywhere(puzzles(60, {"--clues", "36"}), 24);
  const auto book = [&](const Args& more) {
    EXPECT_EQ(run_on(in, with({"book", "in", "-q", "--answers", "none", "--per-page", "1", "-o",
                               "book.pdf"},
                              more))
                  .status,
              0);
    std::string all;
    for (const Page& page : pages_of("book.pdf")) all += joined(grids_of(page));
    return all;
  };
  EXPECT_EQ(book({}), in);
  // `shuffle` with this seed writes the same order.
  EXPECT_EQ(book({"--shuffle", "3"}), run({"shuffle", "in", "-q", "--seed", "3"}).out);
  EXPECT_NE(book({"--shuffle", "3"}), book({"--shuffle", "4"}));
  EXPECT_EQ(book({"--shuffle", "3", "-j", "1"}), book({"--shuffle", "3", "-j", "3"}));
}

TEST_F(BookParts, HintsHaveTheHardestStep) {
  NEEDS_POPPLER();
  const std::string in = puzzles(6);
  const Outcome steps = run_on(in, {"steps", "in", "-q", "--sentences", "en"});
  ASSERT_EQ(run({"book", "in", "-q", "--hints", "--answers", "none", "-o", "book.pdf"}).status, 0);
  std::string text = printed_by("pdftotext -raw", "book.pdf - | tr '\\n' ' '");
  std::size_t line = 0;
  for (int i = 0; i < 6; ++i) {
    const auto puzzle =
        nlohmann::json::parse(steps.out.substr(line, steps.out.find('\n', line) - line));
    line = steps.out.find('\n', line) + 1;
    const nlohmann::json* hardest = nullptr;
    for (const auto& step : puzzle.at("steps")) {
      if (hardest == nullptr || step.at("score") > hardest->at("score")) hardest = &step;
    }
    const std::string sentence = hardest->at("text").at(0).get<std::string>();
    EXPECT_NE(text.find(std::to_string(i + 1) + " " + sentence), std::string::npos) << sentence;
  }
  EXPECT_NE(text.find("Hints"), std::string::npos);
}

TEST_F(BookParts, AnswersPerPageAreAsAsked) {
  NEEDS_POPPLER();
  const std::string in = puzzles(40, {"--clues", "34"});
  const std::string solved = run_on(in, {"solve", "in", "-q"}).out;
  for (const int count : {1, 9, 12, 16, 20, 30}) {
    ASSERT_EQ(run_on(in, {"book", "in", "-q", "--answers-per-page", std::to_string(count), "-o",
                          "book.pdf"})
                  .status,
              0);
    std::string answers;
    std::size_t most = 0;
    for (const Page& page : pages_of("book.pdf")) {
      if (!has_word(page, "Answers")) continue;
      const std::vector<std::string> grids = grids_of(page);
      most = std::max(most, grids.size());
      answers += joined(grids);
    }
    EXPECT_EQ(most, static_cast<std::size_t>(count));
    EXPECT_EQ(answers, solved) << count;
  }
  // In large print, they are smaller than the puzzles, so that there are nine or more on a page.
  for (const std::string paper : {"a4", "a5", "letter", "6x9", "5x8"}) {
    ASSERT_EQ(run_on(in, {"book", "in", "-q", "--large-print", "--paper", paper, "-o", "book.pdf"})
                  .status,
              0);
    std::size_t most = 0;
    for (const Page& page : pages_of("book.pdf")) {
      if (has_word(page, "Answers")) most = std::max(most, labels_of(page).size());
    }
    EXPECT_GE(most, 9U) << paper;
  }
}

}  // namespace
}  // namespace dokumill::testing
