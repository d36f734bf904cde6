// Implements WeightTotals: sums of weights as whole numbers, so that the sums do not depend on the
// order of the puzzles or on how a job is divided into pieces.
#include <cmath>

#include "dokumill/batch.hpp"

namespace dokumill {

void WeightTotals::add(int clues, std::uint64_t weight) {
  const auto i = static_cast<std::size_t>(clues);
  sum[i] += weight;
  squares[i] += (weight / 1000) * (weight / 1000);
}

void WeightTotals::add(const WeightTotals& other) {
  for (std::size_t i = 0; i < sum.size(); ++i) {
    sum[i] += other.sum[i];
    squares[i] += other.squares[i];
  }
}

WeightTotals::Statistics WeightTotals::statistics() const {
  double weights = 0;
  double squared_weights = 0;
  double clues = 0;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    weights += static_cast<double>(sum[i]);
    squared_weights += static_cast<double>(squares[i]) * 1e6;
    clues += static_cast<double>(sum[i]) * static_cast<double>(i);
  }
  Statistics result;
  if (weights == 0 || squared_weights == 0) return result;
  result.mean_clues = clues / weights;
  // The variance of a ratio of sums, by the delta method (W. G. Cochran, "Sampling Techniques",
  // section 6.3). It applies because the puzzles are independent of each other.
  double variance = 0;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const double deviation = static_cast<double>(i) - result.mean_clues;
    variance += static_cast<double>(squares[i]) * 1e6 * deviation * deviation;
  }
  result.mean_clues_error = std::sqrt(variance) / weights;
  result.effective_puzzles = weights * weights / squared_weights;
  return result;
}

}  // namespace dokumill
