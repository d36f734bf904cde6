// Makes puzzle files like those that people have. Each file comes with the records that a person
// would see in it.
//
// The files have dates, titles, rules and frames, headers in Latin or Chinese characters and with
// different separators, first records that are cut short, mixed line ends, several encodings, and
// parts joined by `cat`. The expected records follow from the way in which a file was made; no
// reader is used. Thread safety: one generator per thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/format.hpp"
#include "support/test_random.hpp"

namespace dokumill::testing {

// A puzzle with one solution. Its cells are digits, 0 for an empty cell.
struct OrdinaryPuzzle {
  std::string cells;
  std::string solution;
};

// What docs/formats.md promises for a file.
enum class Promise {
  kExact,        // the file is read, and the result is exactly its records
  kToldOrExact,  // as kExact, or a message is printed, or the file is rejected
  kRefused
};

struct OrdinaryFile {
  std::string story;  // how it was made, for messages
  std::string bytes;
  Promise promise = Promise::kExact;
  TextFormat format = TextFormat::kLine;
  // In order. A malformed record has no cells.
  std::vector<OrdinaryPuzzle> records;
  // csv: the layout of an output that keeps the columns.
  std::size_t columns = 1;
  std::size_t puzzle_column = 0;
  char separator = ',';
  std::uint32_t line_word = 1;  // lines: the number of the word with the cells, from 1
};

class OrdinaryFiles {
 public:
  // `pool`: the puzzles that the files are made of, all with different solutions.
  OrdinaryFiles(std::uint64_t seed, const std::vector<OrdinaryPuzzle>& pool);

  OrdinaryFile make();

 private:
  static inline const std::string kByteOrderMark = "\xEF\xBB\xBF";  // UTF-8

  bool one_in(int n) { return random_.below(n) == 0; }
  template <class Items>
  const auto& any_of(const Items& items) {
    return random_.of(items);
  }
  std::string end();     // a line end
  std::string remark();  // text for one line, without separators
  std::string title();
  // A puzzle from the pool with its digits renamed, added to file_.records.
  OrdinaryPuzzle next_puzzle();
  void add_malformed() { file_.records.emplace_back(); }
  void promise_less() { file_.promise = Promise::kToldOrExact; }
  std::string with_marks(std::string cells) const;

  void make_lines();
  void make_grids();
  void make_csv();
  void make_refused();
  std::string board(const std::string& cells, std::size_t first_row, std::size_t end_row);

  TestRandom random_;
  const std::vector<OrdinaryPuzzle>& pool_;
  OrdinaryFile file_;
  int end_style_ = 0;
  char mark_ = '.';  // of the empty cells
  // For boards: the style of the rows, the rule between bands, and the rule above and below a
  // board.
  int row_style_ = 0;
  std::string band_rule_;
  std::string outer_rule_;
};

}  // namespace dokumill::testing
