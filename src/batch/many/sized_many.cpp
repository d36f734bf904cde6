// Implements the functions of dokumill/sized_many.hpp.
#include "dokumill/sized_many.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text/format.hpp"
#include "batch/many/many.hpp"
#include "batch/spill/hash_key.hpp"
#include "engine/sizes/sized_boards.hpp"
#include "engine/sizes/sized_canon.hpp"
#include "engine/sizes/sized_maker.hpp"
#include "engine/sizes/sized_solver.hpp"

namespace dokumill {
namespace batch {
namespace {

using sizes::SizedMaker;
using sizes::SizedSolver;

// Small puzzles are solved side by side, and a large one can take milliseconds.
std::size_t sized_slice(Shape shape) {
  return shape.size() <= 8 ? kSolveSlice : 16;
}

// The grids that a caller passes as the parameter `name`.
struct SizedGrids {
  Shape shape;
  std::span<const std::uint8_t> cells;
  std::string_view name;
  bool has_any_values = false;  // cells are not checked

  std::size_t bytes() const { return static_cast<std::size_t>(shape.cells()); }  // of a grid
  std::size_t size() const { return bytes() == 0 ? 0 : cells.size() / bytes(); }
  const std::uint8_t* at(std::size_t i) const { return cells.data() + i * bytes(); }

  Status check() const {
    if (std::ranges::find(kShapes, shape) == kShapes.end()) {
      return {ErrorCode::kUsage, format_text("shape: there is no size with boxes of {}x{}",
                                             int{shape.box_rows}, int{shape.box_columns})};
    }
    if (cells.size() % bytes() == 0) return {};
    return {ErrorCode::kUsage,
            format_text("{}: {} bytes, expected a multiple of {}", name, cells.size(), bytes())};
  }

  // As check_cells() of many.hpp.
  Status check_cells(std::size_t begin, std::size_t count) const {
    if (has_any_values) return {};
    const std::span<const std::uint8_t> values = cells.subspan(begin * bytes(), count * bytes());
    std::uint8_t highest = 0;
    for (const std::uint8_t value : values) highest = std::max(highest, value);
    if (highest <= shape.size()) return {};
    const auto wrong = std::ranges::find(values, highest) - values.begin();
    const std::size_t place = begin * bytes() + static_cast<std::size_t>(wrong);
    return {ErrorCode::kUsage,
            format_text("{}[{}]: cell {} has the value {}, expected 0 to {}", name, place / bytes(),
                        place % bytes(), int{highest}, shape.size())};
  }

  // As check_in_place() of many.cpp.
  Status check_in_place(std::span<const std::uint8_t> results) const {
    return results.data() == cells.data() ? check_cells(0, size()) : Status();
  }
};

// Makes the checks of a call, and then runs slices of `given`. `work(solver, begin, count)`: each
// thread has a copy of it.
template <class Work>
Status run_sized(const SizedGrids& given, std::initializer_list<Status> checks,
                 const ManyOptions& options, const Work& work) {
  const Status status = all_of({given.check(), all_of(checks)});
  if (!status.ok()) return status;
  // A search of a large puzzle can take hours, so a wrong value is reported before.
  if (given.shape.size() > 8) {
    if (Status cells = given.check_cells(0, given.size()); !cells.ok()) return cells;
  }
  const auto make = [&](const ShouldStop& should_stop) {
    SizedSolver solver(given.shape);
    solver.set_stop(should_stop);
    return worker_of([given, own = std::move(solver), own_work = work, should_stop](
                         std::size_t begin, std::size_t count) mutable {
      if (should_stop()) return ended(false);
      Status cells = given.check_cells(begin, count);
      return cells.ok() ? own_work(own, begin, count) : cells;
    });
  };
  return run_many(given.size(), sized_slice(given.shape), options, make);
}

GridKind kind_of_count(std::uint8_t solutions) {
  if (solutions == 0) return GridKind::kUnsolvable;
  return solutions == 1 ? GridKind::kUnique : GridKind::kMultiple;
}

struct SymbolsSeen {
  std::uint32_t once = 0, twice = 0;  // in one cell at least, and in two at least
  void add(std::uint32_t symbol) {
    twice |= once & symbol;
    once |= symbol;
  }
};

// Counts the houses with a repeated symbol.
void count_broken(Shape shape, const std::uint8_t* cells, AnswerScore& score) {
  const int n = shape.size();
  std::array<SymbolsSeen, kMostSymbols> columns{}, boxes{};
  for (int row = 0; row < n; ++row) {
    SymbolsSeen in_row;
    for (int column = 0, box = row / shape.box_rows * shape.box_rows; column < n; ++box) {
      for (const int end = column + shape.box_columns; column < end; ++column) {
        const std::uint8_t value = *cells++;
        const std::uint32_t symbol = value <= n ? (std::uint32_t{1} << value) & ~1U : 0;
        in_row.add(symbol);
        columns[column].add(symbol);
        boxes[box].add(symbol);
      }
    }
    if (in_row.twice != 0) ++score.rows;
  }
  for (int house = 0; house < n; ++house) {
    if (columns[house].twice != 0) ++score.columns;
    if (boxes[house].twice != 0) ++score.boxes;
  }
}

// As score_answer() of score.hpp.
AnswerScore sized_score(Shape shape, const std::uint8_t* puzzle, GridKind kind,
                        const std::uint8_t* solution, const std::uint8_t* answer) {
  AnswerScore score;
  score.order = std::numeric_limits<double>::quiet_NaN();
  score.kind = kind;
  score.exact = sizes::is_solution(shape, answer, puzzle);
  const int n = shape.size();
  for (int cell = 0; cell < shape.cells(); ++cell) {
    const std::uint8_t value = answer[cell];
    if (value < 1 || value > n) ++score.blank;
    if (puzzle[cell] != 0) {
      if (value != puzzle[cell]) ++score.givens;
    } else {
      ++score.empty;
      if (value == solution[cell]) ++score.cells;
    }
  }
  if (!score.exact) count_broken(shape, answer, score);
  if (kind == GridKind::kUnsolvable) score.cells = 0;
  if (score.exact) score.cells = score.empty;
  const double all = score.exact ? 1 : 0;
  score.share = score.empty == 0 ? all : static_cast<double>(score.cells) / score.empty;
  return score;
}

// The solutions of the puzzles of a slice, equal neighbours once.
class SlicePuzzles {
 public:
  bool is_empty() const { return counts_.empty(); }
  // Returns false if the solver was stopped.
  bool solve(SizedSolver& solver, const SizedGrids& puzzles, std::size_t begin, std::size_t count) {
    bytes_ = puzzles.bytes();
    different_.clear();
    place_of_.clear();
    std::size_t place = 0;
    for (std::size_t i = begin; i < begin + count; ++i) {
      const std::uint8_t* const puzzle = puzzles.at(i);
      if (i == begin || std::memcmp(puzzle, puzzle - bytes_, bytes_) != 0) {
        different_.insert(different_.end(), puzzle, puzzle + bytes_);
        ++place;
      }
      place_of_.push_back(place - 1);
    }
    solutions_.resize(different_.size());
    counts_.resize(place);
    const bool is_done =
        solver.solve(different_.data(), place, 2, solutions_.data(), counts_.data());
    if (!is_done) counts_.clear();
    return is_done;
  }
  // Of puzzle i of the slice.
  const std::uint8_t* solution(std::size_t i) const {
    return solutions_.data() + place_of_[i] * bytes_;
  }
  // kUnique also for a complete board.
  GridKind solutions(std::size_t i) const { return kind_of_count(counts_[place_of_[i]]); }
  GridKind kind(std::size_t i, const std::uint8_t* puzzle) const {
    const bool is_complete =
        solutions(i) == GridKind::kUnique && std::memcmp(puzzle, solution(i), bytes_) == 0;
    return is_complete ? GridKind::kComplete : solutions(i);
  }

 private:
  std::size_t bytes_ = 0;
  std::vector<std::uint8_t> different_, solutions_, counts_;
  std::vector<std::size_t> place_of_;
};

// Where a call writes what it finds about puzzles. Each span may be empty.
struct SolvedPlaces {
  std::span<std::uint8_t> solutions = {};
  std::span<GridKind> kinds = {};
  std::span<std::uint8_t> minimal = {};
  bool has_complete = false;  // kComplete is one of the kinds
};

Status solve_sized(const SizedGrids& given, const SolvedPlaces& to, const ManyOptions& options) {
  return run_sized(
      given,
      {check_wanted(to.solutions.size(), given.cells.size(), "places for cells of solutions"),
       check_wanted(to.kinds.size(), given.size(), "places for kinds"),
       check_wanted(to.minimal.size(), given.size(), "places for minimal"),
       given.check_in_place(to.solutions)},
      options,
      [=, solved = SlicePuzzles(), redundant = std::vector<int>()](
          SizedSolver& solver, std::size_t begin, std::size_t count) mutable {
        if (!solved.solve(solver, given, begin, count)) return ended(false);
        for (std::size_t i = 0; i < count; ++i) {
          const std::uint8_t* const grid = given.at(begin + i);
          const GridKind kind = solved.kind(i, grid);
          const bool is_unique = kind == GridKind::kUnique;
          if (!to.kinds.empty()) to.kinds[begin + i] = to.has_complete ? kind : solved.solutions(i);
          if (!to.minimal.empty()) {
            if (is_unique && !solver.redundant_clues(grid, redundant)) return ended(false);
            to.minimal[begin + i] = is_unique && redundant.empty() ? 1 : 0;
          }
          if (to.solutions.empty()) continue;
          const bool has_solution = kind != GridKind::kUnsolvable;
          std::memmove(to.solutions.data() + (begin + i) * given.bytes(),
                       has_solution ? solved.solution(i) : grid, given.bytes());
        }
        return Status();
      });
}

// Hashes the cells of a grid word by word, each word together with the hash so far.
struct CellsHash {
  HashKey key;
  std::size_t operator()(std::string_view cells) const {
    PackedCells words{};
    std::uint64_t hash = 0;
    for (; !cells.empty(); cells.remove_prefix(std::min(cells.size(), 8 * (words.size() - 1)))) {
      words.fill(0);
      std::memcpy(words.data() + 1, cells.data(), std::min(cells.size(), 8 * (words.size() - 1)));
      words[0] = hash;
      hash = key.hash(words);
    }
    return hash;
  }
};

}  // namespace
}  // namespace batch

Status solve_many(Shape shape, std::span<const std::uint8_t> puzzles,
                  std::span<std::uint8_t> solutions, std::span<GridKind> kinds,
                  const ManyOptions& options) {
  return batch::without_exceptions([&] {
    return batch::solve_sized({shape, puzzles, "puzzles"}, {solutions, kinds}, options);
  });
}

Status check_many(Shape shape, std::span<const std::uint8_t> grids, std::span<GridKind> kinds,
                  std::span<std::uint8_t> minimal, const ManyOptions& options) {
  return batch::without_exceptions([&] {
    return batch::solve_sized({shape, grids, "grids"}, {{}, kinds, minimal, true}, options);
  });
}

Status count_many(Shape shape, std::span<const std::uint8_t> puzzles,
                  std::span<std::uint64_t> counts, std::uint64_t limit,
                  const ManyOptions& options) {
  return batch::without_exceptions([&] {
    const batch::SizedGrids given{shape, puzzles, "puzzles"};
    // Low counts are found for many puzzles at once.
    const bool is_low = limit >= 1 && limit <= sizes::SizedSolver::kMostCount;
    return batch::run_sized(
        given, {batch::check_places(counts.size(), given.size(), "places for counts")}, options,
        [=, low = std::vector<std::uint8_t>()](sizes::SizedSolver& solver, std::size_t begin,
                                               std::size_t count) mutable {
          if (is_low) {
            low.resize(count);
            const bool is_done =
                solver.solve(given.at(begin), count, static_cast<int>(limit), nullptr, low.data());
            std::ranges::copy(low, counts.begin() + static_cast<std::ptrdiff_t>(begin));
            return batch::ended(is_done);
          }
          for (std::size_t i = begin; i < begin + count; ++i) {
            if (!solver.count(given.at(i), limit, counts[i])) return batch::ended(false);
          }
          return Status();
        });
  });
}

// A slice that was stopped is worked on again. If `forms` is the same memory as `grids`, some grids
// are then forms, which have themselves as forms, and as many automorphisms.
Status canonize_many(Shape shape, std::span<const std::uint8_t> grids,
                     std::span<std::uint8_t> forms, std::span<std::uint32_t> automorphisms,
                     const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    const batch::SizedGrids given{shape, grids, "grids"};
    Status status = batch::all_of(
        {given.check(), sizes::check_forms(shape),
         batch::check_places(forms.size(), grids.size(), "places for cells of forms"),
         batch::check_wanted(automorphisms.size(), given.size(), "places for automorphisms"),
         given.check_in_place(forms)});
    if (!status.ok()) return status;
    const auto make = [=](const batch::ShouldStop& should_stop) {
      return batch::worker_of([=](std::size_t begin, std::size_t count) {
        Status cells = given.check_cells(begin, count);
        if (!cells.ok()) return cells;
        std::array<std::uint8_t, kMostCells> form;
        for (std::size_t i = begin; i < begin + count; ++i) {
          if (should_stop()) return batch::ended(false);
          const std::uint32_t found = sizes::canonical_form(shape, given.at(i), form.data());
          std::memcpy(forms.data() + i * given.bytes(), form.data(), given.bytes());
          if (!automorphisms.empty()) automorphisms[i] = found;
        }
        return Status();
      });
    };
    return batch::run_many(given.size(), 64, options, make);
  });
}

Status first_of_equal(Shape shape, std::span<const std::uint8_t> grids,
                      std::span<std::uint64_t> first, const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    const batch::SizedGrids given{shape, grids, "grids"};
    Status status = batch::all_of(
        {given.check(), batch::check_places(first.size(), given.size(), "places for numbers"),
         given.check_cells(0, given.size())});
    if (!status.ok()) return status;
    const batch::CellsHash hash{batch::draw_hash_key(system_platform())};
    std::unordered_map<std::string_view, std::uint64_t, batch::CellsHash> numbers(0, hash);
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (i % batch::kSolveSlice == 0 && options.should_stop && options.should_stop()) {
        return batch::ended(false);
      }
      const std::string_view cells(reinterpret_cast<const char*>(given.at(i)), given.bytes());
      first[i] = numbers.try_emplace(cells, i).first->second;
    }
    return {};
  });
}

Status score_many(Shape shape, std::span<const std::uint8_t> puzzles,
                  std::span<const std::uint8_t> answers, std::span<AnswerScore> scores,
                  std::span<const std::uint8_t> solutions, const ManyOptions& options) {
  return batch::without_exceptions([&] {
    const batch::SizedGrids asked{shape, puzzles, "puzzles"};
    const batch::SizedGrids given{shape, answers, "answers", true};
    const bool has_one = asked.size() == 1;
    return batch::run_sized(
        given,
        {asked.check(), batch::check_answers(asked.size(), given.size()),
         batch::check_places(scores.size(), given.size(), "places for scores"),
         batch::check_wanted(solutions.size(), puzzles.size(), "cells of solutions")},
        options,
        [=, solved = batch::SlicePuzzles()](sizes::SizedSolver& solver, std::size_t begin,
                                            std::size_t count) mutable -> Status {
          const std::size_t first = has_one ? 0 : begin;
          const std::size_t asked_count = has_one ? 1 : count;
          Status cells = asked.check_cells(first, asked_count);
          if (!cells.ok()) return cells;
          // One puzzle for all answers is solved once.
          if ((!has_one || solved.is_empty()) && !solved.solve(solver, asked, first, asked_count)) {
            return batch::ended(false);
          }
          for (std::size_t i = 0; i < count; ++i) {
            const std::size_t place = has_one ? 0 : i;
            const std::uint8_t* const puzzle = asked.at(first + place);
            const GridKind kind = solved.kind(place, puzzle);
            const std::uint8_t* target = solved.solution(place);
            if (!solutions.empty() && kind != GridKind::kUnsolvable) {
              target = solutions.data() + (first + place) * asked.bytes();
              if (!sizes::is_solution(shape, target, puzzle)) {
                return {ErrorCode::kUsage,
                        format_text("solutions[{}]: not a solution of puzzles[{}]", first + place,
                                    first + place)};
              }
            }
            scores[begin + i] =
                batch::sized_score(shape, puzzle, kind, target, given.at(begin + i));
          }
          return {};
        });
  });
}

Status boards_many(Shape shape, const BoardSource& source, std::uint64_t start,
                   std::span<std::uint8_t> boards, const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    const batch::SizedGrids made{shape, boards, "boards"};
    Status status = made.check();
    if (status.ok()) status = sizes::check_boards(shape, source, start, made.size());
    if (!status.ok()) return status;
    const auto make = [=](const batch::ShouldStop& should_stop) {
      sizes::SizedMaker maker(shape, source.seed);
      maker.set_stop(should_stop);
      return batch::worker_of(
          [=, own = std::move(maker)](std::size_t begin, std::size_t count) mutable {
            std::uint8_t* const places = boards.data() + begin * made.bytes();
            if (source.family == BoardFamily::kRandom) {
              return batch::ended(own.boards(start + begin, count, places));
            }
            if (should_stop()) return batch::ended(false);
            for (std::size_t i = 0; i < count; ++i) {
              sizes::board_of_number(shape, start + begin + i, places + i * made.bytes());
            }
            return Status();
          });
    };
    return batch::run_many(made.size(), batch::sized_slice(shape), options, make);
  });
}

Status puzzles_many(Shape shape, const PuzzleConstraints& constraints, std::uint64_t seed,
                    std::uint64_t start, std::span<std::uint8_t> puzzles,
                    std::span<std::uint8_t> solutions, std::size_t& made,
                    const ManyOptions& options) {
  made = 0;
  return batch::without_exceptions([&]() -> Status {
    const batch::SizedGrids places{shape, puzzles, "puzzles"};
    Status status =
        batch::all_of({places.check(), batch::check_wanted(solutions.size(), puzzles.size(),
                                                           "places for cells of solutions")});
    if (!status.ok()) return status;
    batch::MadeCount made_count(places.size());
    if (status = made_count.check(start); !status.ok()) return status;
    const Result<sizes::SizedConstraints> wanted = sizes::sized_constraints(shape, constraints);
    if (!wanted.ok()) return wanted.status();
    const auto make = [&](const batch::ShouldStop& should_stop) {
      sizes::SizedMaker maker(shape, seed, *wanted);
      maker.set_stop(should_stop);
      return batch::worker_of(
          [=, &made_count, &constraints, own = std::move(maker),
           boards = std::vector<std::uint8_t>()](std::size_t begin, std::size_t count) mutable {
            const std::size_t bytes = places.bytes();
            boards.resize(count * bytes);
            std::uint8_t* const into = puzzles.data() + begin * bytes;
            const std::size_t filled = own.puzzles(start + begin, count, into, boards.data());
            if (own.is_stopped()) return batch::ended(false);
            if (!solutions.empty()) {
              std::memcpy(solutions.data() + begin * bytes, boards.data(), filled * bytes);
            }
            if (filled == count) return Status();
            return made_count.add(
                begin, {{ErrorCode::kUnmet,
                         format_text("no puzzle met the constraints in {} tries for puzzle {}",
                                     constraints.max_tries, start + begin + filled)},
                        filled});
          });
    };
    return made_count.end(
        batch::run_many(places.size(), std::min<std::size_t>(batch::sized_slice(shape), 256),
                        options, make),
        made);
  });
}

}  // namespace dokumill
