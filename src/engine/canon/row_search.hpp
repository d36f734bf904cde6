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

#include "dokumill/canon.hpp"
#include "engine/canon/lines.hpp"

namespace dokumill::canon {

// The label of a digit that has none yet. It is greater than all labels.
inline constexpr std::uint8_t kNew = 10;

// Three source columns, in their order in the image. Only the order within a class is still open.
struct Stack {
  std::array<std::uint8_t, 3> columns;
  std::uint8_t class_starts;  // bit i: a class of columns begins at place i
};

struct Partial {
  std::array<Stack, 3> stacks;         // only the order within a group is still open
  std::array<std::uint8_t, 10> label;  // the label of each digit, or kNew; 0 for an empty cell
  std::uint8_t next;                   // the next new label
  std::uint8_t group_starts;           // bit s: a group of stacks begins with the stack at place s
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
  // Finds the rows that can become the first row of the form: those that repeat a digit, and of all
  // others the emptiest.
  void find_first_rows();
  // Extends `partial` by every source row that can be next.
  void extend(const Partial& partial, int place);
  void extend_by(const Partial& partial, int place, int source_row);
  // Of all partial maps with equal futures, keeps one, which gets the sum of their weights.
  void merge_equal_futures();
  // Fills the stacks of `partial` from place `stack` on, and keeps every result that has the
  // smallest row so far. `text` has the cells of the new row before that place, four bits each.
  void place_stack(Partial& partial, int stack, std::uint64_t text);

  std::array<Lines, 2> lines_;
  std::array<unsigned, 2> first_rows_{};  // sets of rows, as bits
  std::vector<Partial> partials_;         // all partial maps that tie for the rows so far
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
