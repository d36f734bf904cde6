// array_solve FILE: reads the grids of a file, 81 bytes each, and solves them in memory with the
// C++ interface. It prints three rates in puzzles per second, for scripts/measure_python.py. The
// first two are for one call with all puzzles: on one thread, and on all threads that the process
// may use. The third is for calls with one puzzle each. Each rate is the best of three runs.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

#include "dokumill/batch.hpp"

namespace {

using Clock = std::chrono::steady_clock;

template <class Work>
double best_seconds(const Work& work) {
  double best = 1e9;
  for (int turn = 0; turn < 3; ++turn) {
    const Clock::time_point begin = Clock::now();
    if (!work()) return 1e9;
    best = std::min(best, std::chrono::duration<double>(Clock::now() - begin).count());
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream file(argv[1], std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  std::vector<dokumill::Grid> puzzles(bytes.size() / 81);
  if (puzzles.empty()) return 2;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    for (std::size_t cell = 0; cell < 81; ++cell) {
      puzzles[i].cells[cell] = static_cast<std::uint8_t>(bytes[81 * i + cell]);
    }
  }
  std::vector<dokumill::SolveResult> results(puzzles.size());
  const auto all = static_cast<double>(puzzles.size());
  const double one_thread =
      best_seconds([&] { return dokumill::solve_many(puzzles, results, 1).ok(); });
  const double many_threads =
      best_seconds([&] { return dokumill::solve_many(puzzles, results, 0).ok(); });
  constexpr std::size_t kCalls = 20'000;
  const double calls = best_seconds([&] {
    for (std::size_t i = 0; i < kCalls; ++i) {
      const std::size_t place = i % puzzles.size();
      if (!dokumill::solve_many({&puzzles[place], 1}, {&results[place], 1}, 1).ok()) return false;
    }
    return true;
  });
  std::printf("{\"one_thread\": %.0f, \"threads\": %.0f, \"calls\": %.0f}\n", all / one_thread,
              all / many_threads, static_cast<double>(kCalls) / calls);
  return 0;
}
