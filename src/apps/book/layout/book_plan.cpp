#include "apps/book/layout/book_plan.hpp"

#include <algorithm>

#include "base/text/format.hpp"
#include "base/text/number_text.hpp"

namespace dokumill::book {

double contents_row_height(const Sheet& sheet) {
  return 1.8 * sheet.text_size();
}

std::uint64_t contents_rows(const Sheet& sheet) {
  return std::max<std::uint64_t>(
      1, static_cast<std::uint64_t>(sheet.body_height() / contents_row_height(sheet)));
}

Plan::Plan(const Design& design, const OrderedBook& book, const HintHeight& hint_height,
           const Sheet& sheet)
    : sheet_(sheet) {
  const std::uint64_t puzzles = book.puzzles.size();
  if (design.has_front_matter) {
    const std::uint64_t rows = 1 + book.sections.size() + (design.has_hints ? 1 : 0) +
                               (design.answers == Answers::kBack ? 1 : 0);
    add(PageKind::kTitle);
    add(PageKind::kImprint);
    contents_.push_back({PageKind::kHowToPlay, 0, pages_.size()});
    add(PageKind::kHowToPlay);
    add_pages(PageKind::kContents, 0, rows, contents_rows(sheet));
  }
  for (std::size_t i = 0; i < book.sections.size(); ++i) {
    const Section& section = book.sections[i];
    contents_.push_back({PageKind::kPuzzles, static_cast<std::uint32_t>(i), pages_.size()});
    add_pages(PageKind::kPuzzles, section.first, section.count, sheet.puzzles_per_page(), i);
  }
  if (design.has_hints) {
    contents_.push_back({PageKind::kHints, 0, pages_.size()});
    add_hints(puzzles, hint_height);
  }
  if (design.answers == Answers::kBack) {
    contents_.push_back({PageKind::kAnswers, 0, pages_.size()});
    first_answers_ = pages_.size();
    add_pages(PageKind::kAnswers, 0, puzzles, sheet.answers_per_page());
  }
}

void Plan::add(PageKind kind, std::uint64_t first, std::uint64_t count) {
  pages_.push_back(
      {kind, true, 0, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)});
}

void Plan::add_pages(PageKind kind, std::uint64_t first, std::uint64_t count,
                     std::uint64_t per_page, std::uint64_t section) {
  for (std::uint64_t done = 0; done < count; done += per_page) {
    add(kind, first + done, std::min(per_page, count - done));
    pages_.back().is_first = done == 0;
    pages_.back().section = static_cast<std::uint32_t>(section);
  }
}

void Plan::add_hints(std::uint64_t puzzles, const HintHeight& height) {
  double used = 0;
  for (std::uint64_t puzzle = 0; puzzle < puzzles; ++puzzle) {
    const double own = height(sheet_, puzzle);
    if (puzzle == 0 || used + own > sheet_.body_height()) {
      add(PageKind::kHints, puzzle);
      pages_.back().is_first = puzzle == 0;
      used = 0;
    }
    used += own;
    ++pages_.back().count;
  }
}

Result<Plan> Plan::make(const Design& design, const OrderedBook& book,
                        const HintHeight& hint_height) {
  // A wider gutter can need more pages, and more pages can need a wider gutter. The gutter only
  // grows, so this loop ends.
  for (double gutter = kLeastGutter;;) {
    const Result<Sheet> sheet = Sheet::fit(design, gutter);
    if (!sheet.ok()) return sheet.status();
    Plan plan(design, book, hint_height, *sheet);
    if (!design.paper.is_bound) return plan;
    const std::uint64_t pages = plan.pages().size();
    const std::optional<double> needed = gutter_of(pages);
    if (!needed) {
      return Status(
          ErrorCode::kInput,
          format_text("the book would have {} pages, and a bound book has at most {}; use more "
                      "puzzles or answers a page, larger paper, or fewer puzzles",
                      grouped(pages), kMostBoundPages));
    }
    if (*needed <= gutter) return plan;
    gutter = *needed;
  }
}

}  // namespace dokumill::book
