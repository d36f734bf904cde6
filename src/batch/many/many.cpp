#include "batch/many/many.hpp"

#include <algorithm>
#include <vector>

#include "base/cell_values.hpp"
#include "base/text/format.hpp"
#include "batch/flow/without_exceptions.hpp"
#include "batch/spill/duplicates.hpp"
#include "batch/stages/minimal.hpp"
#include "dokumill/many.hpp"

namespace dokumill {
namespace batch {

Status check_cells(std::span<const Grid> grids, std::string_view name, std::size_t begin,
                   std::size_t count) {
  if (has_only_cells(grids.subspan(begin, count))) return {};
  for (std::size_t i = begin; i < begin + count; ++i) {
    for (int cell = 0; cell < kCells; ++cell) {
      const int value = grids[i][Cell(cell)];
      if (value <= kDigits) continue;
      return {ErrorCode::kUsage, format_text("{}[{}]: cell {} has the value {}, expected 0 to 9",
                                             name, i, cell, value)};
    }
  }
  return {ErrorCode::kUsage, "a cell value changed during the call"};
}

// A call that writes its results over its input checks all cells first: after an error, the caller
// still has the input.
Status check_in_place(std::span<const Grid> grids, std::span<const Grid> results,
                      std::string_view name) {
  if (results.data() != grids.data()) return {};
  return check_cells(grids, name, 0, grids.size());
}

Status check_places(std::size_t places, std::size_t expected, std::string_view what) {
  if (places == expected) return {};
  return {ErrorCode::kUsage, format_text("{} {}, expected {}", places, what, expected)};
}

Status check_wanted(std::size_t places, std::size_t expected, std::string_view what) {
  return places == 0 ? Status() : check_places(places, expected, what);
}

namespace {

// The solver writes a solution and its kind next to each other. This worker copies them to two
// arrays. A slice has 1,024 results (84 kB). When a slice had only 256 results (21 kB, which stay
// in the first-level cache), the time of these copies was not measurable.
class SplitSolveWorker final : public SolverSliceWorker {
 public:
  SplitSolveWorker(Solver solver, std::span<const Grid> puzzles, std::span<Grid> solutions,
                   std::span<GridKind> kinds)
      : SolverSliceWorker(std::move(solver)),
        puzzles_(puzzles),
        solutions_(solutions),
        kinds_(kinds),
        results_(std::min(kSolveSlice, puzzles.size())) {}

  Status work(std::size_t begin, std::size_t count) override {
    if (Status status = check_cells(puzzles_, "puzzles", begin, count); !status.ok()) return status;
    const std::span<SolveResult> results = std::span(results_).first(count);
    if (!solver_.solve(puzzles_.subspan(begin, count), results)) return ended(false);
    for (std::size_t i = 0; i < count && !solutions_.empty(); ++i) {
      solutions_[begin + i] = results[i].solution;
    }
    for (std::size_t i = 0; i < count && !kinds_.empty(); ++i) {
      kinds_[begin + i] = results[i].solutions;
    }
    return {};
  }

 private:
  const std::span<const Grid> puzzles_;
  const std::span<Grid> solutions_;
  const std::span<GridKind> kinds_;
  std::vector<SolveResult> results_;
};

class CountManyWorker final : public SolverSliceWorker {
 public:
  CountManyWorker(Solver solver, std::span<const Grid> puzzles, std::span<std::uint64_t> counts,
                  std::uint64_t limit)
      : SolverSliceWorker(std::move(solver)), puzzles_(puzzles), counts_(counts), limit_(limit) {}

  Status work(std::size_t begin, std::size_t count) override {
    if (Status status = check_cells(puzzles_, "puzzles", begin, count); !status.ok()) return status;
    return ended(
        solver_.count(puzzles_.subspan(begin, count), counts_.subspan(begin, count), limit_));
  }

 private:
  const std::span<const Grid> puzzles_;
  const std::span<std::uint64_t> counts_;
  const std::uint64_t limit_;
};

}  // namespace

GridKind kind_of(const Grid& grid, GridKind solutions) {
  const bool is_complete = solutions == GridKind::kUnique && count_clues(grid) == kCells;
  return is_complete ? GridKind::kComplete : solutions;
}

Status EachPuzzleWorker::work(std::size_t begin, std::size_t count) {
  if (Status status = check_cells(puzzles_, "puzzles", begin, count); !status.ok()) return status;
  const std::span<const Grid> puzzles = puzzles_.subspan(begin, count);
  if (!solver_.solve(puzzles, std::span(results_).first(count))) return ended(false);
  for (std::size_t i = 0; i < count; ++i) {
    if (should_stop_()) return ended(false);
    const GridKind kind = kind_of(puzzles[i], results_[i].solutions);
    if (!use(begin + i, puzzles[i], kind)) return ended(false);
  }
  return {};
}

namespace {

class CheckManyWorker final : public SolverSliceWorker {
 public:
  CheckManyWorker(Solver solver, std::span<const Grid> grids, std::span<GridKind> kinds,
                  std::span<std::uint8_t> minimal)
      : SolverSliceWorker(std::move(solver)),
        grids_(grids),
        kinds_(kinds),
        minimal_(minimal),
        results_(std::min(kSolveSlice, grids.size())) {}

  Status work(std::size_t begin, std::size_t count) override {
    if (Status status = check_cells(grids_, "grids", begin, count); !status.ok()) return status;
    const std::span<const Grid> grids = grids_.subspan(begin, count);
    if (!solver_.solve(grids, std::span(results_).first(count))) return ended(false);
    unique_.clear();
    for (std::size_t i = 0; i < count; ++i) {
      kinds_[begin + i] = kind_of(grids[i], results_[i].solutions);
      if (kinds_[begin + i] == GridKind::kUnique) unique_.push_back(static_cast<std::uint32_t>(i));
    }
    if (minimal_.empty()) return {};
    if (!sieve_.keep_minimal(solver_, grids, unique_)) return ended(false);
    for (std::size_t i = 0; i < count; ++i) minimal_[begin + i] = 0;
    for (const std::uint32_t i : unique_) minimal_[begin + i] = 1;
    return {};
  }

 private:
  const std::span<const Grid> grids_;
  const std::span<GridKind> kinds_;
  const std::span<std::uint8_t> minimal_;
  std::vector<SolveResult> results_;
  std::vector<std::uint32_t> unique_;
  MinimalSieve sieve_;
};

class CanonizeManyWorker final : public PollingSliceWorker {
 public:
  static constexpr std::size_t kSlice = 64;

  CanonizeManyWorker(std::span<const Grid> grids, std::span<Grid> forms,
                     std::span<CanonicalMap> maps, std::span<std::uint32_t> automorphisms)
      : grids_(grids), forms_(forms), maps_(maps), automorphisms_(automorphisms) {}

  void set_stop(std::function<bool()> should_stop) override {
    canonizer_.set_stop(should_stop);
    PollingSliceWorker::set_stop(std::move(should_stop));
  }

  // Finds all forms of a slice before it writes the first one, because `forms` may be the same
  // memory as `grids`. If a slice is stopped, it may be worked on again later, so its grids must
  // not have been overwritten.
  Status work(std::size_t begin, std::size_t count) override {
    if (Status status = check_cells(grids_, "grids", begin, count); !status.ok()) return status;
    results_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      if (should_stop_()) return interrupted();
      results_[i] = canonizer_.canonize(grids_[begin + i]);
      if (canonizer_.is_stopped()) return interrupted();
    }
    for (std::size_t i = 0; i < count; ++i) {
      forms_[begin + i] = results_[i].form;
      if (!maps_.empty()) maps_[begin + i] = results_[i].map;
      if (!automorphisms_.empty()) automorphisms_[begin + i] = results_[i].automorphisms;
    }
    return {};
  }

 private:
  Canonizer canonizer_;
  const std::span<const Grid> grids_;
  const std::span<Grid> forms_;
  const std::span<CanonicalMap> maps_;
  const std::span<std::uint32_t> automorphisms_;
  std::vector<Canonical> results_;
};

class ClassesManyWorker final : public PollingSliceWorker {
 public:
  static constexpr std::size_t kSlice = 16;

  ClassesManyWorker(std::span<const Grid> boards, std::span<BoardClass> classes)
      : boards_(boards), classes_(classes) {}

  Status work(std::size_t begin, std::size_t count) override {
    if (Status status = check_cells(boards_, "boards", begin, count); !status.ok()) return status;
    for (std::size_t i = begin; i < begin + count; ++i) {
      if (should_stop_()) return interrupted();
      classes_[i] = class_of(boards_[i]);
    }
    return {};
  }

 private:
  const std::span<const Grid> boards_;
  const std::span<BoardClass> classes_;
};

class ClassBoardsManyWorker final : public PollingSliceWorker {
 public:
  static constexpr std::size_t kSlice = 256;

  ClassBoardsManyWorker(std::span<const std::uint64_t> numbers, std::span<Grid> boards)
      : numbers_(numbers), boards_(boards) {}

  Status work(std::size_t begin, std::size_t count) override {
    for (std::size_t i = begin, end = begin; i < begin + count; i = end) {
      if (should_stop_()) return interrupted();
      const std::uint64_t first = numbers_[i];
      if (first < 1 || first > kBoardClasses) {
        return {ErrorCode::kUsage,
                format_text("numbers[{}]: expected 1 to {}, got {}", i, kBoardClasses, first)};
      }
      // The boards of consecutive numbers are made together.
      for (end = i + 1; end < begin + count && numbers_[end] <= kBoardClasses; ++end) {
        if (numbers_[end] != first + (end - i)) break;
      }
      class_boards(first, boards_.subspan(i, end - i));
    }
    return {};
  }

 private:
  const std::span<const std::uint64_t> numbers_;
  const std::span<Grid> boards_;
};

// Runs a worker of type `Worker` over `count` items.
template <class Worker, class... Spans>
Status run_polling(std::size_t count, const ManyOptions& options, Spans... spans) {
  const auto make = [=]() -> Result<std::unique_ptr<SliceWorker>> {
    return std::unique_ptr<SliceWorker>(std::make_unique<Worker>(spans...));
  };
  return run_slices(system_platform(),
                    {count, Worker::kSlice, options.threads, options.should_stop, make});
}

}  // namespace
}  // namespace batch

Status solve_many(std::span<const Grid> puzzles, std::span<Grid> solutions,
                  std::span<GridKind> kinds, const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::check_wanted(solutions.size(), puzzles.size(), "places for solutions");
    if (status.ok()) status = batch::check_wanted(kinds.size(), puzzles.size(), "places for kinds");
    if (status.ok()) status = batch::check_in_place(puzzles, solutions, "puzzles");
    if (!status.ok()) return status;
    const auto make = [&](Solver solver) {
      return std::make_unique<batch::SplitSolveWorker>(std::move(solver), puzzles, solutions,
                                                       kinds);
    };
    return batch::run_slices(system_platform(),
                             {puzzles.size(), batch::kSolveSlice, options.threads,
                              options.should_stop, batch::with_solver(options.engine, make)});
  });
}

Status count_many(std::span<const Grid> puzzles, std::span<std::uint64_t> counts,
                  std::uint64_t limit, const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::check_places(counts.size(), puzzles.size(), "places for counts");
    if (!status.ok()) return status;
    const auto make = [&](Solver solver) {
      return std::make_unique<batch::CountManyWorker>(std::move(solver), puzzles, counts, limit);
    };
    return batch::run_slices(system_platform(),
                             {puzzles.size(), batch::kSolveSlice, options.threads,
                              options.should_stop, batch::with_solver(options.engine, make)});
  });
}

Status check_many(std::span<const Grid> grids, std::span<GridKind> kinds,
                  std::span<std::uint8_t> minimal, const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::check_places(kinds.size(), grids.size(), "places for kinds");
    if (status.ok()) {
      status = batch::check_wanted(minimal.size(), grids.size(), "places for minimal");
    }
    if (!status.ok()) return status;
    const auto make = [&](Solver solver) {
      return std::make_unique<batch::CheckManyWorker>(std::move(solver), grids, kinds, minimal);
    };
    return batch::run_slices(
        system_platform(), {grids.size(), batch::kSolveSlice, options.threads, options.should_stop,
                            batch::with_solver(options.engine, make)});
  });
}

Status canonize_many(std::span<const Grid> grids, std::span<Grid> forms,
                     std::span<CanonicalMap> maps, std::span<std::uint32_t> automorphisms,
                     const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::check_places(forms.size(), grids.size(), "places for forms");
    if (status.ok()) status = batch::check_wanted(maps.size(), grids.size(), "places for maps");
    if (status.ok()) {
      status = batch::check_wanted(automorphisms.size(), grids.size(), "places for automorphisms");
    }
    if (status.ok()) status = batch::check_in_place(grids, forms, "grids");
    if (!status.ok()) return status;
    return batch::run_polling<batch::CanonizeManyWorker>(grids.size(), options, grids, forms, maps,
                                                         automorphisms);
  });
}

Status classes_many(std::span<const Grid> boards, std::span<BoardClass> classes,
                    const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::check_places(classes.size(), boards.size(), "places for classes");
    if (!status.ok()) return status;
    return batch::run_polling<batch::ClassesManyWorker>(boards.size(), options, boards, classes);
  });
}

Status class_boards_many(std::span<const std::uint64_t> numbers, std::span<Grid> boards,
                         const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::check_places(boards.size(), numbers.size(), "places for boards");
    if (!status.ok()) return status;
    return batch::run_polling<batch::ClassBoardsManyWorker>(numbers.size(), options, numbers,
                                                            boards);
  });
}

Status first_of_equal(std::span<const Grid> grids, std::span<std::uint64_t> first,
                      const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::check_places(first.size(), grids.size(), "places for numbers");
    if (!status.ok()) return status;
    const batch::HashKey hash_key = batch::draw_hash_key(system_platform());
    batch::DuplicateTable table(hash_key);
    for (std::size_t begin = 0; begin < grids.size(); begin += batch::kSolveSlice) {
      if (options.should_stop && options.should_stop()) {
        return {ErrorCode::kInterrupted, "interrupted"};
      }
      const std::size_t count = std::min(batch::kSolveSlice, grids.size() - begin);
      status = batch::check_cells(grids, "grids", begin, count);
      if (!status.ok()) return status;
      std::array<batch::RecordKey, batch::kSolveSlice> keys;
      for (std::size_t i = 0; i < count; ++i) {
        keys[i] = batch::make_key(hash_key, grids[begin + i]);
        table.prefetch(keys[i]);
      }
      for (std::size_t i = 0; i < count; ++i) {
        first[begin + i] = table.add(keys[i], begin + i).value_or(begin + i);
      }
    }
    return {};
  });
}

}  // namespace dokumill
