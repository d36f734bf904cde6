// RowSearch: finds the smallest image of any grid, row by row.
//
// A partial map (Partial) is a set of symmetries that agree on the rows chosen so far. It fixes
// these rows and the labels of the digits in them. Columns of a stack that these rows cannot
// distinguish stay together as a class. Stacks that these rows cannot distinguish stay together as
// a group. After each row, the search keeps all partial maps that tie for the smallest rows.
// docs/canon.md has the definitions and the proof.
//
// Memory: two lists of partial maps, kept between calls.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "canon/lines.hpp"
#include "dokumill/canon.hpp"

namespace dokumill::canon {

struct Partial {
  // The source column at each place. Only the order of the columns within a class and the order of
  // the stacks within a group are still open.
  std::array<std::uint8_t, 9> columns;
  std::array<std::uint8_t, 10> label;  // the label of each digit; 0: no label yet, or empty cell
  std::uint8_t next;                   // the next new label
  std::uint8_t group_starts;           // bit s: a group of stacks begins with the stack at place s
  std::uint16_t class_starts;          // bit p: a class of columns begins at place p
  std::uint16_t used;                  // a set of rows, as bits: the source rows that are placed
  bool is_transposed;
  std::array<std::uint8_t, 9> rows;  // the source row at each place
  std::uint32_t weight;              // how many partial maps with equal futures this one stands for
};

// The rows that a partial map has yet to place, with the labels of this map, in an order that
// future_of() chooses.
struct Future {
  std::array<std::uint8_t, 54> cells;  // labels; new digits get 10, 11, ... as they appear
  std::uint16_t class_starts;
  std::uint8_t group_starts;
  std::uint8_t next;
  std::uint32_t partial;  // the index of the partial map; equality ignores it
};

class RowSearch {
 public:
  // REQUIRES: cell values 0..9.
  Canonical run(const Grid& grid);

  // As for a Canonizer.
  void set_stop(std::function<bool()> should_stop) { should_stop_ = std::move(should_stop); }
  bool is_stopped() const { return is_stopped_; }

  // The number of times that the last run tried to extend a partial map by a source row: an exact
  // measure of the work.
  std::uint64_t tries() const { return tries_; }

 private:
  // Called for each partial map. Calls should_stop() now and then, and returns is_stopped().
  bool poll();
  // Extends `partial` by every source row that can be next.
  void extend(const Partial& partial, int place);
  void extend_by(const Partial& partial, int place, int source_row);
  // Of all partial maps with equal futures, keeps one, which gets the sum of their weights.
  void merge_equal_futures();
  // Fills the stacks from place `stack` on. `text` has the cells of the new row before that place,
  // four bits per cell.
  void place_stack(const Partial& partial, int stack, std::uint64_t text);

  std::array<Lines, 2> lines_;
  std::vector<Partial> partials_;  // all partial maps that tie for the rows so far
  std::vector<Partial> extended_;  // partial maps with one more row, which is best_ in all of them
  std::vector<Future> futures_;
  std::uint64_t best_ = 0;  // the smallest new row so far; all maps of extended_ have it
  std::uint64_t tries_ = 0;
  std::function<bool()> should_stop_;
  std::uint32_t polls_ = 0;  // in all calls of run()
  bool is_stopped_ = false;
  const std::uint8_t* source_ = nullptr;
};

}  // namespace dokumill::canon
