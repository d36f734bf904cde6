// LimitedRater: rates puzzles as long as they need no step above given limits.
//
// A search for puzzles with a wanted rating rates many puzzles that turn out to be harder. A
// LimitedRater skips the slow techniques for such puzzles: it ends the path if the next step would
// be above the limit.
//
// REQUIRES for every call: the puzzle has exactly one solution.
//
// Memory: as for a Rater. Errors: none.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>

#include "dokumill/rating.hpp"
#include "engine/explainer/board/cell_set.hpp"

namespace dokumill::explainer {

// A path ends before a step that is above one of these limits, in tenths.
struct RatingLimits {
  static constexpr int kNone = std::numeric_limits<int>::max();

  int score = kNone;      // the score of the step
  int technique = kNone;  // the lowest score of a step that the same finder can find

  bool has_none() const { return score == kNone && technique == kNone; }
};

struct LimitedRating {
  Rating rating;  // the rating of the steps up to the limit
  // The cells that were empty when the rater stopped. If there are none, the puzzle is solved, and
  // `rating` equals that of a Rater.
  CellSet open;
};

struct Hint;
struct RaterState;

class LimitedRater {
 public:
  // `most_work`: as for a Rater.
  explicit LimitedRater(std::uint64_t most_work = kMostRatingWork);
  ~LimitedRater();

  // As for a Rater. After a stop, LimitedRating::open is not empty.
  void set_stop(std::function<bool()> should_stop);

  LimitedRating rate(const Grid& puzzle, const RatingLimits& limits);
  // Calls take(hint) for each step of the path, in order. The hint has no chains.
  LimitedRating walk(const Grid& puzzle, const std::function<void(const Hint&)>& take);
  // Solves the puzzle as far as steps up to the XYZ-Wing (4.4) and forcing chains with scores of at
  // most `max`, in tenths, lead. This is several times as fast as rate(). If no cell is open at
  // the end, the score of the puzzle is at most `max`, and result.rating.score is this score if it
  // is at most 4.4, otherwise 4.5, a lower bound. Other members of the rating have no meaning. If a
  // cell is open, the score may still be at most `max`, because of other techniques.
  LimitedRating rate_roughly(const Grid& puzzle, int max);

 private:
  std::unique_ptr<RaterState> state_;
};

}  // namespace dokumill::explainer
