#include "batch/sources/solver_judge.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "dokumill/solver.hpp"
#include "dokumill/text_format.hpp"
#include "formats/import/readings.hpp"
#include "formats/one_record.hpp"

namespace dokumill::batch {
namespace {

using records::BoardCells;
using records::BoardWorth;

Grid grid_of(const BoardCells& cells) {
  Grid grid;
  std::ranges::transform(cells, grid.cells.begin(), [](char cell) {
    return static_cast<std::uint8_t>(cell < '1' ? 0 : cell - '0');
  });
  return grid;
}

// What the rules say of a board; nullopt if its solutions must be counted.
std::optional<BoardWorth> worth_by_rules(const BoardCells& cells) {
  // No puzzle with fewer clues has one solution (McGuire, Tugemann, Civario 2012), and the solver
  // takes long for many of them.
  constexpr std::ptrdiff_t kFewestClues = 17;
  if (!records::obeys_rules(cells)) return BoardWorth::kBreaksRule;
  const std::ptrdiff_t empty = std::ranges::count_if(cells, [](char c) { return c < '1'; });
  if (empty == 0) return BoardWorth::kComplete;
  if (kCells - empty < kFewestClues) return BoardWorth::kSeveral;
  return std::nullopt;
}

BoardWorth worth_of(std::uint64_t solutions) {
  return solutions == 0   ? BoardWorth::kUnsolvable
         : solutions == 1 ? BoardWorth::kUnique
                          : BoardWorth::kSeveral;
}

}  // namespace

records::BoardJudge solver_judge(std::function<bool()> should_stop) {
  Result<Solver> made = Solver::create();
  if (!made.ok()) return {};
  const auto solver = std::make_shared<Solver>(*std::move(made));
  solver->set_stop(std::move(should_stop));
  return [solver](std::span<const BoardCells> boards, std::span<BoardWorth> worth) {
    std::vector<Grid> grids;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < boards.size(); ++i) {
      if (const std::optional<BoardWorth> known = worth_by_rules(boards[i])) {
        worth[i] = *known;
      } else {
        grids.push_back(grid_of(boards[i]));
        places.push_back(i);
      }
    }
    std::vector<std::uint64_t> counts(grids.size());
    solver->count(grids, counts, 2);
    for (std::size_t i = 0; i < places.size(); ++i) worth[places[i]] = worth_of(counts[i]);
  };
}

}  // namespace dokumill::batch

namespace dokumill {

Result<Grid> read_first_record(std::string_view text) {
  return records::read_one_record(text, batch::solver_judge()).grid;
}

}  // namespace dokumill
