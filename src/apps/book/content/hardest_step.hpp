// HardestSteps: the rating of puzzles, and on request their hardest steps as sentences.
//
// Thread safety: an object belongs to one worker. Memory: that of an Explainer.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "dokumill/explainer.hpp"
#include "dokumill/rating.hpp"

namespace dokumill::book {

struct HardestStep {
  int score = 0;              // in tenths
  std::string sentence = {};  // empty for a full board, and without a language
};

class HardestSteps {
 public:
  // `language`: of the sentences; nullopt: only the scores, which takes less time.
  explicit HardestSteps(std::optional<Language> language) : language_(language) {
    if (language_) explainer_.emplace();
  }

  void set_stop(const std::function<bool()>& should_stop) {
    rater_.set_stop(should_stop);
    if (explainer_) explainer_->set_stop(should_stop);
  }

  // The first of the hardest steps. Its first sentence is the step as a whole; the others are its
  // chains.
  HardestStep find(const Grid& puzzle) {
    if (!explainer_) return {rater_.rate(puzzle).score};
    std::optional<Step> found;
    const Rating rating = explainer_->explain(puzzle, [&](const Step& step) {
      if (!found || step.score > found->score) found = step;
      return true;
    });
    if (!found) return {};
    return {rating.score, sentences(*found, *language_).front()};
  }

 private:
  std::optional<Language> language_;
  Rater rater_;
  std::optional<Explainer> explainer_;
};

}  // namespace dokumill::book
