// Implements the functions of dokumill/many.hpp that solve, compare and classify grids.
#include "batch/many/many.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "base/cell_values.hpp"
#include "base/text/format.hpp"
#include "batch/spill/duplicates.hpp"
#include "batch/stages/minimal.hpp"
#include "dokumill/canon.hpp"

namespace dokumill {
namespace batch {
namespace {

// For searches that can have many solutions.
constexpr std::size_t kListedPerSlice = 16;
constexpr std::size_t kFormsPerSlice = 64;
constexpr std::size_t kClassesPerSlice = 16;
constexpr std::size_t kClassBoardsPerSlice = 256;

// A call that writes its results over its input checks all cells first: after an error, the caller
// still has the input.
Status check_in_place(std::span<const Grid> grids, std::span<const Grid> results,
                      std::string_view name) {
  if (results.data() != grids.data()) return {};
  return check_cells(grids, name, 0, grids.size());
}

}  // namespace

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

Status check_places(std::size_t places, std::size_t expected, std::string_view what) {
  if (places == expected) return {};
  return {ErrorCode::kUsage, format_text("{} {}, expected {}", places, what, expected)};
}

Status check_wanted(std::size_t places, std::size_t expected, std::string_view what) {
  return places == 0 ? Status() : check_places(places, expected, what);
}

Status check_answers(std::size_t puzzles, std::size_t answers) {
  if (puzzles == 1 || puzzles == answers) return {};
  return {ErrorCode::kUsage,
          format_text("{} puzzles and {} answers: expected equal numbers, or one puzzle", puzzles,
                      answers)};
}

Status all_of(std::initializer_list<Status> checks) {
  for (const Status& check : checks) {
    if (!check.ok()) return check;
  }
  return {};
}

GridKind kind_of(const Grid& grid, GridKind solutions) {
  const bool is_complete = solutions == GridKind::kUnique && count_clues(grid) == kCells;
  return is_complete ? GridKind::kComplete : solutions;
}

// Solves each slice in one call of the solver, straight into the results.
Status solve_many_on(Platform& platform, std::span<const Grid> puzzles,
                     std::span<SolveResult> results, const ManyOptions& options) {
  return without_exceptions([&]() -> Status {
    if (puzzles.size() != results.size()) {
      return {ErrorCode::kUsage, format_text("{} puzzles and {} results: expected equal numbers",
                                             puzzles.size(), results.size())};
    }
    const auto make = [=](Solver& solver, const ShouldStop&) {
      return [=, &solver](std::size_t begin, std::size_t count) {
        return ended(solver.solve(puzzles.subspan(begin, count), results.subspan(begin, count)));
      };
    };
    return run_solving(puzzles, "puzzles", kSolveSlice, options, make, platform);
  });
}

}  // namespace batch

Status solve_many(std::span<const Grid> puzzles, std::span<SolveResult> results,
                  const ManyOptions& options) {
  return batch::solve_many_on(system_platform(), puzzles, results, options);
}

// The solver writes a solution and its kind next to each other. They are copied to two arrays. A
// slice has 1,024 results (84 kB). When a slice had only 256 results (21 kB, which stay in the
// first-level cache), the time of these copies was not measurable.
Status solve_many(std::span<const Grid> puzzles, std::span<Grid> solutions,
                  std::span<GridKind> kinds, const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::all_of(
        {batch::check_wanted(solutions.size(), puzzles.size(), "places for solutions"),
         batch::check_wanted(kinds.size(), puzzles.size(), "places for kinds"),
         batch::check_in_place(puzzles, solutions, "puzzles")});
    if (!status.ok()) return status;
    const auto make = [=](Solver& solver, const batch::ShouldStop&) {
      std::vector<SolveResult> all(std::min(batch::kSolveSlice, puzzles.size()));
      return [=, &solver, all = std::move(all)](std::size_t begin, std::size_t count) mutable {
        const std::span<SolveResult> results = std::span(all).first(count);
        if (!solver.solve(puzzles.subspan(begin, count), results)) return batch::ended(false);
        for (std::size_t i = 0; i < count && !solutions.empty(); ++i) {
          solutions[begin + i] = results[i].solution;
        }
        for (std::size_t i = 0; i < count && !kinds.empty(); ++i) {
          kinds[begin + i] = results[i].solutions;
        }
        return Status();
      };
    };
    return batch::run_solving(puzzles, "puzzles", batch::kSolveSlice, options, make);
  });
}

Status count_many(std::span<const Grid> puzzles, std::span<std::uint64_t> counts,
                  std::uint64_t limit, const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::check_places(counts.size(), puzzles.size(), "places for counts");
    if (!status.ok()) return status;
    const auto make = [=](Solver& solver, const batch::ShouldStop&) {
      return [=, &solver](std::size_t begin, std::size_t count) {
        return batch::ended(
            solver.count(puzzles.subspan(begin, count), counts.subspan(begin, count), limit));
      };
    };
    return batch::run_solving(puzzles, "puzzles", batch::kSolveSlice, options, make);
  });
}

Status solutions_many(std::span<const Grid> puzzles, std::size_t limit, std::span<Grid> solutions,
                      std::span<std::uint64_t> counts, const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    if (limit != 0 && puzzles.size() > std::numeric_limits<std::size_t>::max() / limit) {
      return {ErrorCode::kUsage, "limit: the solutions do not fit into the address space", "limit"};
    }
    Status status = batch::all_of(
        {batch::check_places(solutions.size(), puzzles.size() * limit, "places for solutions"),
         batch::check_places(counts.size(), puzzles.size(), "places for counts")});
    if (!status.ok()) return status;
    const auto make = [=](Solver& solver, const batch::ShouldStop&) {
      return [=, lister = SolutionLister(solver)](std::size_t begin, std::size_t count) mutable {
        for (std::size_t i = begin; i < begin + count; ++i) {
          const std::span<Grid> places = solutions.subspan(i * limit, limit);
          std::size_t found = 0;
          const bool is_done = lister.list(puzzles[i], limit, [&](std::size_t, const Grid& grid) {
            places[found++] = grid;
            return true;
          });
          if (!is_done) return batch::ended(false);
          std::fill(places.begin() + static_cast<std::ptrdiff_t>(found), places.end(), Grid{});
          counts[i] = found;
        }
        return Status();
      };
    };
    return batch::run_solving(puzzles, "puzzles", batch::kListedPerSlice, options, make);
  });
}

Status possible_many(std::span<const Grid> puzzles, std::span<PossibleDigits> digits,
                     const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::check_places(digits.size(), puzzles.size(), "places for digits");
    if (!status.ok()) return status;
    const auto make = [=](Solver& solver, const batch::ShouldStop&) {
      return [=, &solver](std::size_t begin, std::size_t count) {
        for (std::size_t i = begin; i < begin + count; ++i) {
          if (!find_possible(solver, puzzles[i], digits[i])) return batch::ended(false);
        }
        return Status();
      };
    };
    return batch::run_solving(puzzles, "puzzles", batch::kListedPerSlice, options, make);
  });
}

Status check_many(std::span<const Grid> grids, std::span<GridKind> kinds,
                  std::span<std::uint8_t> minimal, const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status =
        batch::all_of({batch::check_places(kinds.size(), grids.size(), "places for kinds"),
                       batch::check_wanted(minimal.size(), grids.size(), "places for minimal")});
    if (!status.ok()) return status;
    struct Memory {
      std::vector<SolveResult> results;
      std::vector<std::uint32_t> unique;
      batch::MinimalSieve sieve;
    };
    const auto make = [=](Solver& solver, const batch::ShouldStop&) {
      Memory memory;
      memory.results.resize(std::min(batch::kSolveSlice, grids.size()));
      return [=, &solver, own = std::move(memory)](std::size_t begin, std::size_t count) mutable {
        const std::span<const Grid> slice = grids.subspan(begin, count);
        if (!solver.solve(slice, std::span(own.results).first(count))) return batch::ended(false);
        own.unique.clear();
        for (std::size_t i = 0; i < count; ++i) {
          const GridKind kind = batch::kind_of(slice[i], own.results[i].solutions);
          kinds[begin + i] = kind;
          if (kind == GridKind::kUnique) own.unique.push_back(static_cast<std::uint32_t>(i));
        }
        if (minimal.empty()) return Status();
        if (!own.sieve.keep_minimal(solver, slice, own.unique)) return batch::ended(false);
        for (std::size_t i = 0; i < count; ++i) minimal[begin + i] = 0;
        for (const std::uint32_t i : own.unique) minimal[begin + i] = 1;
        return Status();
      };
    };
    return batch::run_solving(grids, "grids", batch::kSolveSlice, options, make);
  });
}

// Finds all forms of a slice before it writes the first one, because `forms` may be the same memory
// as `grids`. If a slice is stopped, it may be worked on again later, so its grids must not have
// been overwritten.
Status canonize_many(std::span<const Grid> grids, std::span<Grid> forms,
                     std::span<CanonicalMap> maps, std::span<std::uint32_t> automorphisms,
                     const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::all_of(
        {batch::check_places(forms.size(), grids.size(), "places for forms"),
         batch::check_wanted(maps.size(), grids.size(), "places for maps"),
         batch::check_wanted(automorphisms.size(), grids.size(), "places for automorphisms"),
         batch::check_in_place(grids, forms, "grids")});
    if (!status.ok()) return status;
    const auto make = [=](const batch::ShouldStop& should_stop) {
      Canonizer canonizer;
      canonizer.set_stop(should_stop);
      return batch::worker_of([=, own = std::move(canonizer), found = std::vector<Canonical>()](
                                  std::size_t begin, std::size_t count) mutable {
        Status cells = batch::check_cells(grids, "grids", begin, count);
        if (!cells.ok()) return cells;
        found.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
          if (should_stop()) return batch::ended(false);
          found[i] = own.canonize(grids[begin + i]);
          if (own.is_stopped()) return batch::ended(false);
        }
        for (std::size_t i = 0; i < count; ++i) {
          forms[begin + i] = found[i].form;
          if (!maps.empty()) maps[begin + i] = found[i].map;
          if (!automorphisms.empty()) automorphisms[begin + i] = found[i].automorphisms;
        }
        return Status();
      });
    };
    return batch::run_many(grids.size(), batch::kFormsPerSlice, options, make);
  });
}

Status classes_many(std::span<const Grid> boards, std::span<BoardClass> classes,
                    const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::check_places(classes.size(), boards.size(), "places for classes");
    if (!status.ok()) return status;
    const auto make = [=](const batch::ShouldStop& should_stop) {
      return batch::worker_of([=](std::size_t begin, std::size_t count) {
        Status cells = batch::check_cells(boards, "boards", begin, count);
        if (!cells.ok()) return cells;
        for (std::size_t i = begin; i < begin + count; ++i) {
          if (should_stop()) return batch::ended(false);
          classes[i] = class_of(boards[i]);
        }
        return Status();
      });
    };
    return batch::run_many(boards.size(), batch::kClassesPerSlice, options, make);
  });
}

Status class_boards_many(std::span<const std::uint64_t> numbers, std::span<Grid> boards,
                         const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::check_places(boards.size(), numbers.size(), "places for boards");
    if (!status.ok()) return status;
    const auto make = [=](const batch::ShouldStop& should_stop) {
      return batch::worker_of([=](std::size_t begin, std::size_t count) -> Status {
        for (std::size_t i = begin, end = begin; i < begin + count; i = end) {
          if (should_stop()) return batch::ended(false);
          const std::uint64_t first = numbers[i];
          if (first < 1 || first > kBoardClasses) {
            return {ErrorCode::kUsage,
                    format_text("numbers[{}]: expected 1 to {}, got {}", i, kBoardClasses, first)};
          }
          // The boards of consecutive numbers are made together.
          for (end = i + 1; end < begin + count && numbers[end] <= kBoardClasses; ++end) {
            if (numbers[end] != first + (end - i)) break;
          }
          class_boards(first, boards.subspan(i, end - i));
        }
        return {};
      });
    };
    return batch::run_many(numbers.size(), batch::kClassBoardsPerSlice, options, make);
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
