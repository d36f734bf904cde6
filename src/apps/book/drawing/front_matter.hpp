// Front matter: draws the title page, the imprint, the rules and the contents, and checks that the
// texts of the user have room on them.
#pragma once

#include "apps/book/drawing/pages.hpp"

namespace dokumill::book {

// Draws a page of these kinds.
void draw_front_matter(Pen& pen, const Contents& contents, std::uint64_t page);

// The lines of a title in the largest size, at most `most`, in which it has at most four lines.
struct TitleLines {
  std::vector<std::string> lines;
  double size;
};
TitleLines lines_of_title(const Face& face, const std::string& title, double most, double width);

// kUsage if the title, the author or the copyright text does not fit on the pages.
Status check_texts(const Design& design, const Faces& faces, const Sheet& sheet);

}  // namespace dokumill::book
