// solve_many: puzzles in memory, divided among threads.
#include <algorithm>
#include <atomic>
#include <cassert>
#include <exception>
#include <vector>

#include "batch/job_setup.hpp"
#include "batch/team.hpp"

namespace dokumill {
namespace {

Status out_of_memory() {
  return {ErrorCode::kIo, "out of memory"};  // short enough to need none
}

Status solve_pieces(std::span<const Grid> puzzles, std::span<SolveResult> results, int threads,
                    std::string_view engine, const std::function<bool()>& should_stop) {
  constexpr std::size_t kPiece = 256;
  const std::size_t pieces = (puzzles.size() + kPiece - 1) / kPiece;
  JobOptions options;
  options.threads = threads;
  Platform& platform = system_platform();
  std::size_t workers = 1;
  if (pieces > 1) {
    const int wanted = batch::wanted_threads(platform, options);
    workers = std::min(pieces, static_cast<std::size_t>(wanted));
  }
  const batch::Team team = batch::choose_team(platform, static_cast<int>(workers));
  std::atomic<bool> is_stopped{false};
  const auto is_stopping = [&] {
    if (!is_stopped && should_stop && should_stop()) is_stopped = true;
    return is_stopped.load();
  };
  std::vector<Solver> solvers;
  for (int i = 0; i < team.threads; ++i) {
    Result<Solver> solver = Solver::create(engine);
    if (!solver.ok()) return solver.status();
    solver->set_stop(is_stopping);
    solvers.push_back(*std::move(solver));
  }
  std::atomic<std::size_t> next_piece{0};
  std::atomic<bool> is_failed{false};
  batch::run_team(team, [&](int worker, int) {
    try {
      Solver& solver = solvers[static_cast<std::size_t>(worker)];
      for (;;) {
        const std::size_t piece = next_piece.fetch_add(1, std::memory_order_relaxed);
        if (piece >= pieces) return;
        const std::size_t begin = piece * kPiece;
        const std::size_t count = std::min(kPiece, puzzles.size() - begin);
        if (!solver.solve(puzzles.subspan(begin, count), results.subspan(begin, count))) return;
      }
    } catch (const std::exception&) {
      is_failed = true;
      is_stopped = true;  // the others, too
    }
  });
  if (is_failed) return out_of_memory();
  if (is_stopped) return {ErrorCode::kInterrupted, "interrupted"};
  return {};
}

}  // namespace

Status solve_many(std::span<const Grid> puzzles, std::span<SolveResult> results, int threads,
                  std::string_view engine, const std::function<bool()>& should_stop) {
  assert(puzzles.size() == results.size());
  try {
    return solve_pieces(puzzles, results, threads, engine, should_stop);
  } catch (const std::exception&) {
    return out_of_memory();
  }
}

}  // namespace dokumill
