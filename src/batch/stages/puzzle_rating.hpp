// PuzzleRating (many.hpp) made from a rating, and the check of the limit of ratings.
#pragma once

#include "dokumill/batch.hpp"
#include "dokumill/many.hpp"

namespace dokumill::batch {

// REQUIRES: the rated puzzle has exactly one solution.
inline PuzzleRating puzzle_rating(const Rating& rating) {
  return {.score = static_cast<std::uint16_t>(rating.score),
          .pearl = static_cast<std::uint16_t>(rating.pearl),
          .diamond = static_cast<std::uint16_t>(rating.diamond),
          .kind = rating.clues == kCells ? GridKind::kComplete : GridKind::kUnique,
          .level = level_of(rating.score),
          .hardest = rating.hardest,
          .clues = static_cast<std::uint8_t>(rating.clues),
          .obstacles = static_cast<std::uint8_t>(rating.obstacles),
          .is_exact = rating.is_exact};
}

// kUsage if `at_most` is outside kLeastAtMost..kMostScore.
Status check_at_most(const RaterOptions& rater);

}  // namespace dokumill::batch
