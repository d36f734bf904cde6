// Pages: draws the pages of puzzles, hints and answers, with their heads and page numbers.
#pragma once

#include "apps/book/drawing/faces.hpp"
#include "apps/book/drawing/pen.hpp"
#include "apps/book/layout/book_plan.hpp"
#include "apps/book/layout/words.hpp"

namespace dokumill::book {

// What is drawn, and how. All members outlive the objects that refer to it.
struct Contents {
  const Design& design;
  const Words& words;
  const Faces& faces;
  const OrderedBook& book;
  const Plan& plan;
};

// Draws any page of the plan.
void draw_page(Pen& pen, const Contents& contents, std::uint64_t page);

// The name of a row of the contents and of the outline: "Easy", or "Puzzles" if there are no
// sections.
std::string name_of_row(const Contents& contents, const ContentsRow& row);

// Draws the number and the answer of a puzzle. The clues are bold, so that readers find the digits
// that they had to fill in.
void draw_answer(Pen& pen, const Faces& faces, const Sheet& sheet, const Grid& puzzle,
                 const Grid& solution, const Square& grid);

// The heading of a page.
void draw_heading(Pen& pen, const Contents& contents, std::uint64_t page, const Face& face,
                  const std::string& words);

}  // namespace dokumill::book
