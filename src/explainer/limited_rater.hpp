// LimitedRater: rates puzzles on the scale se121, as long as they need no step above given limits.
//
// A search for puzzles with a wanted rating rates many puzzles that turn out to be harder. A
// LimitedRater skips the slow techniques for such puzzles: it ends the path if the next step would
// be above the limit.
//
// REQUIRES for every call: the puzzle has exactly one solution.
//
// Thread safety: a LimitedRater belongs to one thread. Memory: as for a Se121Rater. Errors: none.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>

#include "dokumill/explainer.hpp"

namespace dokumill::explainer {

// A path ends before a step that is above one of these limits, in tenths.
struct RatingLimits {
  static constexpr int kNone = std::numeric_limits<int>::max();

  int score = kNone;      // the score of the step
  int technique = kNone;  // the lowest score of a step that the same finder can find

  bool has_none() const { return score == kNone && technique == kNone; }
};

struct LimitedRating {
  Se121Rating rating;  // the rating of the steps up to the limit
  // The number of cells that were empty when the rater stopped. If it is 0, the puzzle is solved,
  // and `rating` equals that of a Se121Rater.
  int open = 0;
};

struct RaterState;

class LimitedRater {
 public:
  // `most_work`: as for a Se121Rater.
  explicit LimitedRater(std::uint64_t most_work = kSe121Work);
  ~LimitedRater();

  // As for a Se121Rater. After a stop, LimitedRating::open is not 0.
  void set_stop(std::function<bool()> should_stop);

  LimitedRating rate(const Grid& puzzle, const RatingLimits& limits);
  // Calls place(cell) for each digit that the steps of the path place, in order, and explains no
  // step.
  LimitedRating walk(const Grid& puzzle, const std::function<void(Cell)>& place);

 private:
  std::unique_ptr<RaterState> state_;
};

}  // namespace dokumill::explainer
