// RowSearch: the smallest image of any grid, row by row, with all partial maps that tie.
//
// A Partial is a set of symmetries that agree on the rows chosen so far: it names the rows and some
// digits, and keeps columns that these rows cannot tell apart together. docs/canon.md has the
// proof.
// Thread safety: one thread. Memory: two lists of partial maps, kept between calls.
#pragma once

#include <cstdint>
#include <vector>

#include "canon/lines.hpp"
#include "dokumill/canon.hpp"

namespace dokumill::canon {

struct Partial {
  // Columns of the source by place. They are final up to the order within a class, and up to the
  // order of the stacks within a group.
  std::array<std::uint8_t, 9> columns;
  std::array<std::uint8_t, 10> label;  // by digit, 0: none yet; an empty cell has label 0
  std::uint8_t next;                   // the next new label
  std::uint8_t group_starts;           // bit s: a group of stacks begins with the stack at place s
  std::uint16_t class_starts;          // bit p: a class of columns begins at place p
  std::uint16_t used;                  // rows of the source, as bits
  bool is_transposed;
  std::array<std::uint8_t, 9> rows;  // of the source, by place
  std::uint32_t weight;              // partial maps with the same future that this one stands for
};

// The rows that a partial map leaves, as its image shows them, in an order of its own.
struct Future {
  std::array<std::uint8_t, 54> cells;  // labels; new digits from 10 on, as they come
  std::uint16_t class_starts;
  std::uint8_t group_starts;
  std::uint8_t next;
  std::uint32_t partial;  // its number; not part of the comparison
};

class RowSearch {
 public:
  Canonical run(const Grid& grid);

  // Rows of the source that were tried behind partial maps in the last run: the work, exactly.
  std::uint64_t tries() const { return tries_; }

 private:
  // Tries every row of the source that may come next in `partial`.
  void extend(const Partial& partial, int place);
  void extend_by(const Partial& partial, int place, int source_row);
  // Keeps one of all partial maps that leave the same rows to place, up to the order that is open.
  void merge_equal_futures();
  // Fills the stacks from place `stack` on; `text` is the image's row so far, four bits a cell.
  void place_stack(const Partial& partial, int stack, std::uint64_t text);

  std::array<Lines, 2> lines_;
  std::vector<Partial> partials_;  // all that tie for the rows so far
  std::vector<Partial> extended_;  // all that tie for one row more
  std::vector<Future> futures_;
  std::uint64_t best_ = 0;  // their new row
  std::uint64_t tries_ = 0;
  const std::uint8_t* source_ = nullptr;
};

}  // namespace dokumill::canon
