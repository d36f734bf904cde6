// Tracer: solves puzzles step by step, and keeps the steps as a Trace (dokumill/many.hpp).
// mapped(): the trace of an image.
//
// Memory: a LimitedRater, or an Explainer if the trace has sentences.
#pragma once

#include <functional>
#include <optional>

#include "dokumill/canon.hpp"
#include "dokumill/explainer.hpp"
#include "dokumill/many.hpp"
#include "engine/explainer/rating/limited_rater.hpp"

namespace dokumill::batch {

class Tracer {
 public:
  explicit Tracer(const TraceContent& content) : content_(content) {
    if (content.sentences) explainer_.emplace();
  }

  // As for an Explainer. If `should_stop` returns true, the trace has no meaning.
  void set_stop(std::function<bool()> should_stop);

  // Sets everything but `kind`. REQUIRES: the puzzle has exactly one solution.
  void trace(const Grid& puzzle, Trace& into);

 private:
  TraceContent content_;
  explainer::LimitedRater rater_;
  std::optional<Explainer> explainer_;
};

// The steps on the image that the map makes of the puzzle. They are steps of the image, with the
// same techniques and scores, because no technique depends on the places of bands and lines or on
// the names of digits. An Explainer may find other steps first on the image. REQUIRES: `trace` has
// no removed candidates and no sentences.
Trace mapped(const Trace& trace, const CanonicalMap& map);

}  // namespace dokumill::batch
