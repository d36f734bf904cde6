// Plan: the pages of a book in their order, and on which page everything is.
//
//   title, imprint, how to play, contents    with Design::has_front_matter
//   puzzles                                  each section begins on a new page
//   hints, answers                           if the design has them
//
// Pages count from 0. The printed number of a page is one more, and counts all pages.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "apps/book/layout/design.hpp"
#include "apps/book/layout/order.hpp"
#include "apps/book/layout/sheet.hpp"

namespace dokumill::book {

enum class PageKind : std::uint8_t {
  kTitle,
  kImprint,
  kHowToPlay,
  kContents,
  kPuzzles,
  kHints,
  kAnswers
};

struct PlannedPage {
  PageKind kind = PageKind::kPuzzles;
  bool is_first = true;       // of its part; of its section, for kPuzzles
  std::uint32_t section = 0;  // kPuzzles: the index of the section
  // The puzzles of the page, or the rows of a page of contents: [first, first + count).
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

// A row of the contents and of the outline.
struct ContentsRow {
  PageKind kind;
  std::uint32_t section = 0;  // for kPuzzles
  std::uint64_t page = 0;
};

// The height of the hint of a puzzle, with the space after it.
using HintHeight = std::function<double(const Sheet& sheet, std::uint64_t puzzle)>;

class Plan {
 public:
  // Failure: as Sheet::fit(); kInput if a bound book has more pages than any company binds.
  static Result<Plan> make(const Design& design, const OrderedBook& book,
                           const HintHeight& hint_height);

  const Sheet& sheet() const { return sheet_; }
  const std::vector<PlannedPage>& pages() const { return pages_; }
  const std::vector<ContentsRow>& contents() const { return contents_; }
  // REQUIRES: the answers are at the back.
  std::uint64_t page_of_answer(std::uint64_t puzzle) const {
    return first_answers_ + puzzle / sheet_.answers_per_page();
  }

 private:
  Plan(const Design& design, const OrderedBook& book, const HintHeight& hint_height,
       const Sheet& sheet);
  void add(PageKind kind, std::uint64_t first = 0, std::uint64_t count = 0);
  // Pages with at most `per_page` of `count` things each.
  void add_pages(PageKind kind, std::uint64_t first, std::uint64_t count, std::uint64_t per_page,
                 std::uint64_t section = 0);
  void add_hints(std::uint64_t puzzles, const HintHeight& height);

  Sheet sheet_;
  std::vector<PlannedPage> pages_;
  std::vector<ContentsRow> contents_;
  std::uint64_t first_answers_ = 0;
};

// The height of a row of the contents, and how many rows a page has.
double contents_row_height(const Sheet& sheet);
std::uint64_t contents_rows(const Sheet& sheet);

}  // namespace dokumill::book
