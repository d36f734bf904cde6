// solve_many: puzzles in memory, divided among threads.
#if defined(_OPENMP)
#include <omp.h>
#endif

#include <algorithm>
#include <atomic>
#include <cassert>
#include <vector>

#include "batch/job_setup.hpp"

namespace dokumill {

Status solve_many(std::span<const Grid> puzzles, std::span<SolveResult> results, int threads,
                  std::string_view engine, const std::function<bool()>& should_stop) {
  assert(puzzles.size() == results.size());
  constexpr std::size_t kPiece = 256;
  const std::size_t pieces = (puzzles.size() + kPiece - 1) / kPiece;
  JobOptions options;
  options.threads = threads;
  int team = static_cast<int>(std::clamp<std::size_t>(
      pieces, 1, static_cast<std::size_t>(batch::wanted_threads(system_platform(), options))));
  team = 1 + system_platform().try_threads(team - 1);
  std::atomic<bool> is_stopped{false};
  const auto is_stopping = [&] {
    if (!is_stopped && should_stop && should_stop()) is_stopped = true;
    return is_stopped.load();
  };
  std::vector<Solver> solvers;
  for (int i = 0; i < team; ++i) {
    Result<Solver> solver = Solver::create(engine);
    if (!solver.ok()) return solver.status();
    solver->set_stop(is_stopping);
    solvers.push_back(*std::move(solver));
  }
#if defined(_OPENMP)
#pragma omp parallel for schedule(dynamic, 1) num_threads(team)
#endif
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    int thread = 0;
#if defined(_OPENMP)
    thread = omp_get_thread_num();
#endif
    const std::size_t begin = piece * kPiece;
    const std::size_t count = std::min(kPiece, puzzles.size() - begin);
    solvers[static_cast<std::size_t>(thread)].solve(puzzles.subspan(begin, count),
                                                    results.subspan(begin, count));
  }
  if (is_stopped) return {ErrorCode::kInterrupted, "interrupted"};
  return {};
}

}  // namespace dokumill
