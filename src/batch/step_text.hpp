// Writes how a puzzle is solved: StepText writes one line of JSON, and fill_order() returns the
// order in which the cells are filled.
//
// Thread safety: one thread at a time. Memory: one line, of a few kilobytes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dokumill/logic.hpp"

namespace dokumill::batch {

// The order in which the steps fill the cells. The array has k for the k-th cell that is filled,
// counted from 1, and 0 for a cell with a given. REQUIRES: the puzzle has exactly one solution.
// `step` is working memory.
std::array<std::uint8_t, kCells> fill_order(const Grid& puzzle, Step& step);

class StepText {
 public:
  // `sentences`: also write each step as a sentence in this language.
  explicit StepText(std::optional<Language> sentences) : sentences_(sentences) {}

  // REQUIRES: the puzzle has exactly one solution, which is `solution`. The text is valid until the
  // next call, and ends with a line end.
  std::string_view of(const Grid& puzzle, const Grid& solution);
  // The line for a record without steps. `puzzle`: nullptr if the record is malformed.
  std::string_view of_other(const Grid* puzzle, std::string_view status);

 private:
  void add_puzzle(const Grid& puzzle);
  void add_step(const Step& step);

  std::optional<Language> sentences_;
  std::string steps_;
  std::string text_;
  Step step_;
};

}  // namespace dokumill::batch
