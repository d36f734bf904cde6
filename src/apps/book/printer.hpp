// Printer: prints a book, as one PDF file, as one SVG file for each page, or its cover as a PDF.
//
// A PDF stores its text as text, with embedded fonts; an SVG file stores it as outlines. The bytes
// depend on the puzzles, the design, the versions of Cairo and zlib, and the fonts of the
// machine, but not on the time.
//
// Thread safety: any number of objects at the same time. Only in builds with the address sanitizer:
// one object at a time (see FontSession). Memory: the bytes of a PDF.
#pragma once

#include <memory>

#include "apps/book/book_job.hpp"
#include "apps/book/layout/design.hpp"

namespace dokumill::book {

class Printer {
 public:
  // Checks everything that does not depend on the puzzles, so that a design with a mistake is
  // refused before any work. Failure: kUsage for a design whose digits would be too small, for
  // texts that do not fit, and for a font that lacks characters; kInput if no font has them.
  static Result<Printer> create(const Design& design);
  Printer(Printer&&) noexcept;
  Printer& operator=(Printer&&) noexcept;
  ~Printer();

  // A PrintBook. Failure: kInput if a bound book has too many pages, or a section has a name that
  // cannot be printed; otherwise as for create(), or the failure of the output or of Cairo.
  Result<PrintedBook> print(BookContent content, BookOutput& output);

 private:
  struct State;
  explicit Printer(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace dokumill::book
