#include "batch/solve_many.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include "batch/job_setup.hpp"
#include "batch/team.hpp"
#include "batch/without_exceptions.hpp"
#include "core/cell_values.hpp"

namespace dokumill {
namespace {

constexpr std::size_t kPiece = 256;

// With `threads` 0, the calling thread begins alone and measures itself. It starts a team if more
// than this much work is left. Median milliseconds for easy puzzles on two shared cores (Zen 4),
// with one thread, with two threads, and with `threads` 0 (auto):
//
//                idle machine           the other core busy
//   puzzles      1      2      auto     1      2     auto
//       512     0.064  0.122  0.064    0.065   20    0.056
//     4,096     0.54   0.39   0.56     0.52    27    0.58
//    16,384     2.4    1.3    2.3      15      36    17
//    65,536     8.8    5.1    7.9      42      56    64
//   131,072    16      9.7   10        90     102    89
//
// With 2 ms instead of 10 ms, 65,536 puzzles took 4.8 ms on the idle machine, and 16,384 puzzles
// took 40 ms with the other core busy.
constexpr std::uint64_t kWorthATeamNs = 10'000'000;

// The pieces that the calling thread solves before it decides about a team, because the time of a
// single piece may be disturbed.
constexpr std::size_t kPiecesToJudge = 4;

class ManyPuzzles {
 public:
  ManyPuzzles(Platform& platform, std::span<const Grid> puzzles, std::span<SolveResult> results,
              std::string_view engine, const std::function<bool()>& should_stop)
      : platform_(platform),
        puzzles_(puzzles),
        results_(results),
        engine_(engine),
        should_stop_(should_stop),
        pieces_((puzzles.size() + kPiece - 1) / kPiece) {}

  Status solve(int threads) {
    if (Status status = add_solvers(1); !status.ok()) return status;
    if (threads <= 0) begin_alone();
    const std::size_t left = pieces_ - std::min(pieces_, next_piece_.load());
    if (left > 1 && !is_ended()) {
      const std::size_t workers = std::min(left, wanted_workers(threads));
      const batch::Team team = batch::choose_team(platform_, static_cast<int>(workers));
      if (Status status = add_solvers(team.threads); !status.ok()) return status;
      batch::run_team(team, [this](int worker, int) { work(worker); });
    } else {
      work(0);
    }
    return status();
  }

 private:
  std::size_t wanted_workers(int threads) {
    JobOptions options;
    options.threads = threads;
    return static_cast<std::size_t>(batch::wanted_threads(platform_, options));
  }

  Status add_solvers(int count) {
    while (solvers_.size() < static_cast<std::size_t>(count)) {
      Result<Solver> solver = Solver::create(engine_);
      if (!solver.ok()) return solver.status();
      solver->set_stop([this] { return is_stopping(); });
      solvers_.push_back(*std::move(solver));
    }
    return {};
  }

  bool is_ended() const { return is_stopped_ || is_failed_; }

  bool is_stopping() {
    if (!is_ended() && should_stop_ && should_stop_()) is_stopped_ = true;
    return is_ended();
  }

  // Keeps the first failure and ends the work of all threads.
  void fail(Status status) {
    const std::lock_guard lock(mutex_);
    if (failure_.ok()) failure_ = std::move(status);
    is_failed_ = true;
  }

  Status status() {
    if (failure_.code() == ErrorCode::kUsage) return bad_cell();
    if (is_failed_) return failure_;
    if (is_stopped_) return {ErrorCode::kInterrupted, "interrupted"};
    return {};
  }

  // Reports the first bad cell in the order of the puzzles, whichever one the threads found first.
  Status bad_cell() const {
    for (std::size_t i = 0; i < puzzles_.size(); ++i) {
      for (int cell = 0; cell < kCells; ++cell) {
        const int value = puzzles_[i][Cell(cell)];
        if (value <= kDigits) continue;
        return {ErrorCode::kUsage, fmt::format("puzzles[{}]: cell {} has the value {}, expected "
                                               "0 to 9",
                                               i, cell, value)};
      }
    }
    return failure_;
  }

  // Solves pieces until none is left. Lets no exception out, because OpenMP would end the process.
  void work(int worker) {
    try {
      while (solve_piece(solvers_[static_cast<std::size_t>(worker)])) {
      }
    } catch (...) {
      fail(batch::status_of_exception());
    }
  }

  // Solves pieces on the calling thread until the rest is worth a team. This is estimated from the
  // fastest piece so far, because another process may have used this core during slower pieces.
  // After kWorthATeamNs it stops in any case: the puzzles may get harder.
  void begin_alone() {
    if (pieces_ <= 1) return;
    const std::uint64_t begin = platform_.now_ns();
    // A piece that takes very long is stopped and left to the team.
    solvers_[0].set_stop(
        [this, begin] { return is_stopping() || platform_.now_ns() - begin > 2 * kWorthATeamNs; });
    std::uint64_t before = begin;
    std::uint64_t fastest = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t done = 0; done < pieces_; ++done) {
      if (!solve_piece(solvers_[0])) {
        if (!is_ended()) next_piece_ = done;
        break;
      }
      const std::uint64_t now = platform_.now_ns();
      fastest = std::min(fastest, now - before);
      before = now;
      if (done + 1 < kPiecesToJudge && now - begin < kWorthATeamNs) continue;
      if (now - begin >= kWorthATeamNs || fastest * (pieces_ - done - 1) >= kWorthATeamNs) break;
    }
    solvers_[0].set_stop([this] { return is_stopping(); });
  }

  // False: no piece is left, or the piece was not completed.
  bool solve_piece(Solver& solver) {
    const std::size_t piece = next_piece_.fetch_add(1, std::memory_order_relaxed);
    if (piece >= pieces_) return false;
    const std::size_t begin = piece * kPiece;
    const std::size_t count = std::min(kPiece, puzzles_.size() - begin);
    const std::span<const Grid> puzzles = puzzles_.subspan(begin, count);
    if (!has_only_cells(puzzles)) {
      fail({ErrorCode::kUsage, "a cell value above 9"});
      return false;
    }
    return solver.solve(puzzles, results_.subspan(begin, count));
  }

  Platform& platform_;
  const std::span<const Grid> puzzles_;
  const std::span<SolveResult> results_;
  const std::string_view engine_;
  const std::function<bool()>& should_stop_;
  const std::size_t pieces_;
  std::vector<Solver> solvers_;
  std::atomic<std::size_t> next_piece_{0};
  std::atomic<bool> is_stopped_{false};
  std::atomic<bool> is_failed_{false};
  std::mutex mutex_;
  Status failure_;  // guarded by mutex_ while threads work
};

}  // namespace

namespace batch {

Status solve_many_on(Platform& platform, std::span<const Grid> puzzles,
                     std::span<SolveResult> results, int threads, std::string_view engine,
                     const std::function<bool()>& should_stop) {
  return without_exceptions([&]() -> Status {
    if (puzzles.size() != results.size()) {
      return {ErrorCode::kUsage, fmt::format("{} puzzles and {} results: expected equal numbers",
                                             puzzles.size(), results.size())};
    }
    return ManyPuzzles(platform, puzzles, results, engine, should_stop).solve(threads);
  });
}

}  // namespace batch

Status solve_many(std::span<const Grid> puzzles, std::span<SolveResult> results, int threads,
                  std::string_view engine, const std::function<bool()>& should_stop) {
  return batch::solve_many_on(system_platform(), puzzles, results, threads, engine, should_stop);
}

}  // namespace dokumill
