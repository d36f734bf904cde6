// The counters of every benchmark program: records per second, the time per record and, where text
// is read or written, bytes per second. The names of the counters have the unit of the records, for
// example "puzzles/s" and "s/puzzle".
#pragma once

#include <benchmark/benchmark.h>

#include <string>

namespace dokumill {

// `records` and `bytes` are the numbers of one iteration.
inline void count_records(benchmark::State& state, const std::string& unit, std::size_t records,
                          std::size_t bytes = 0) {
  using benchmark::Counter;
  const auto rounds = static_cast<double>(state.iterations());
  const double all = rounds * static_cast<double>(records);
  state.counters[unit + "s/s"] = Counter(all, Counter::kIsRate);
  state.counters["s/" + unit] = Counter(all, Counter::kIsRate | Counter::kInvert);
  if (bytes != 0) {
    state.counters["bytes/s"] = Counter(rounds * static_cast<double>(bytes), Counter::kIsRate);
  }
}

}  // namespace dokumill
