// Prints random boards in every layout in which people and programs write them, with what stands
// around boards there, for the property test of the reader of any layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace dokumill::testing {

// A board as a right reading has it: 81 digits, 0 for an empty cell.
struct PrintedBoard {
  std::string cells;
  bool is_answer = false;   // the solution of another board of the text, not named as one
  bool is_damaged = false;  // one cell is missing, doubled or no cell
};

struct PrintedText {
  std::string layout;              // the name of the layout, or of both
  std::set<std::string> features;  // what makes it harder than the layout is
  std::string text;
  std::vector<PrintedBoard> boards;  // in the order of the text
};

class TextPrinter {
 public:
  TextPrinter();

  // Text `number` is the same in every run. All layouts take turns. If the layout may have several
  // boards, the text has at least about `bytes` bytes.
  PrintedText print(std::uint64_t number, std::size_t bytes = 0) const;

  struct Puzzle {
    std::string cells;
    std::string solution;
  };

 private:
  Puzzle choose(class TestRandom& random, int kind) const;

  std::vector<Puzzle> proper_;    // one solution
  std::vector<Puzzle> several_;   // several solutions
  std::vector<Puzzle> at_edges_;  // of both kinds: the first or last row or column is empty
};

}  // namespace dokumill::testing
