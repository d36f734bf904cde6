// Statistics of samples: median, minimum and spread.
#include <algorithm>
#include <cassert>
#include <cmath>

#include "cli/bench/throughput.hpp"

namespace dokumill::throughput {

double median(std::vector<double> values) {
  assert(!values.empty());
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 != 0 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double min_of(std::span<const double> values) {
  assert(!values.empty());
  return *std::min_element(values.begin(), values.end());
}

double spread(const std::vector<double>& values) {
  const double middle = median(values);
  std::vector<double> distances;
  distances.reserve(values.size());
  for (const double value : values) distances.push_back(std::abs(value - middle));
  return median(std::move(distances)) / middle;
}

}  // namespace dokumill::throughput
