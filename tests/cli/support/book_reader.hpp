// The fixture of the tests of `book`: poppler-utils and qpdf read the books back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {

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

class BookTest : public CliTest {
 protected:
  // Runs a shell command in the test's folder. False if it fails, for example because a program is
  // not installed.
  bool call(const std::string& words) const;
  bool has_poppler() const { return has_program("pdftotext pdfinfo pdffonts pdftoppm"); }
  bool has_program(const std::string& names) const {
    return call("command -v " + names + " >/dev/null");
  }
  bool has_books() const;
  bool has_chinese_font() const { return call("fc-list | grep -q 'WenQuanYi Micro Hei'"); }
  // What `program` prints about a file.
  std::string printed_by(const std::string& program, const std::string& file) const;
  std::string puzzles(int count, const Args& more = {}) const;
  std::vector<Page> pages_of(const std::string& file) const;
};

// The grids of a page as lines, from left to right and from the top down. The function finds the
// layout from the digits alone. So every row and every column of cells on the page must have a
// digit in some grid.
std::vector<std::string> grids_of(const Page& page);
// True if every row and every column has a clue.
bool has_clues_everywhere(std::string_view line);
// The first `count` of the puzzles that have_clues_everywhere(), as a file of lines.
std::string with_clues_everywhere(const std::string& lines, std::size_t count);
std::string joined(const std::vector<std::string>& grids);
bool has_word(const Page& page, std::string_view text);
// The numbers after "No." or between the Chinese characters of a label, in reading order.
std::vector<int> labels_of(const Page& page);
// The pages N of "Answer on page N", in reading order.
std::vector<int> notes_of(const Page& page);

#define NEEDS_POPPLER()                                                             \
  if (!has_books()) GTEST_SKIP() << "this build has no books: Cairo was not found"; \
  if (!has_poppler()) GTEST_SKIP() << "poppler-utils is not installed"

}  // namespace dokumill::testing
