// The order of the puzzles of a book: by sections, and inside of a section as they were read or
// shuffled.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/book/book_job.hpp"
#include "apps/book/layout/design.hpp"
#include "apps/book/layout/words.hpp"

namespace dokumill::book {

struct Section {
  std::string name;         // empty if the book has no sections
  std::uint64_t first = 0;  // the puzzles [first, first + count)
  std::uint64_t count = 0;
};

struct OrderedBook {
  std::vector<BookPuzzle> puzzles;  // in the order of their numbers
  std::vector<Section> sections;    // at least one
};

// The sections of levels are in the order of the levels, and the others in the order in which their
// names first occur. A shuffled book has the order that `shuffle` gives its puzzles for this seed,
// so it is the same on every machine.
OrderedBook put_in_order(BookContent content, const Design& design, const Words& words);

}  // namespace dokumill::book
