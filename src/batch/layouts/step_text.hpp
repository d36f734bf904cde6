// Writes how a puzzle is solved: StepText writes one line of JSON, and fill_order() returns the
// order in which the cells are filled.
//
// Memory: an Explainer, and one line. A line has a few kilobytes, or a few hundred kilobytes with
// nested chains.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "dokumill/explainer.hpp"
#include "dokumill/many.hpp"
#include "engine/explainer/rating/limited_rater.hpp"

namespace dokumill::batch {

// The order in which the steps fill the cells. REQUIRES: the puzzle has exactly one solution.
FillOrder fill_order(const Grid& puzzle, explainer::LimitedRater& rater);

class StepText {
 public:
  // `sentences`: also write each step as sentences in this language.
  explicit StepText(std::optional<Language> sentences) : sentences_(sentences) {}

  // As for an Explainer. If `should_stop` returns true, the text has no meaning.
  void set_stop(std::function<bool()> should_stop) { explainer_.set_stop(std::move(should_stop)); }

  // REQUIRES: the puzzle has exactly one solution, which is `solution`. The text is valid until the
  // next call, and ends with a line end.
  std::string_view of(const Grid& puzzle, const Grid& solution);
  // The line for a record without steps. `puzzle`: nullptr if the record is malformed.
  std::string_view of_other(const Grid* puzzle, std::string_view status);

 private:
  void add_puzzle(const Grid& puzzle);

  std::optional<Language> sentences_;
  std::string steps_;
  std::string text_;
  Explainer explainer_;
};

}  // namespace dokumill::batch
