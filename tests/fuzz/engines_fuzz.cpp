// Fuzz target: compares every engine with the reference engine on a batch of grids made from the
// input, and checks the answers of the reference engine against the rules.
//
// The input is a list of records, so that a mutation changes one grid, changes the size of the
// batch or moves a grid to another lane. A record is a letter (any byte, modulo 4) and its
// arguments. Line ends before a letter are skipped, so that seeds can be text:
//   d  81 cells: '0' to '9'; any other byte makes a digit or an empty cell
//   a  n, then n pairs (cell, digit): a few clues
//   b  two bytes of seed, clues, n, then n pairs: a board with random holes, n cells changed
//   c  n, then n pairs: the previous grid with n cells changed
// If the input ends within a record, the missing bytes are zeros.
//
// corpus/engines has sample puzzles (make_puzzles KIND 9 1), some of the worst lines of
// tests/regression, and records of random printable bytes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "base/validate.hpp"
#include "dokumill/solver.hpp"
#include "support/puzzles/random_puzzles.hpp"

namespace dokumill {
namespace {

constexpr std::size_t kMaxGrids = 70;  // more than the lanes of any engine
// The worst known lines take 16,000 guesses; a batch of them would take a minute here.
constexpr std::uint64_t kMaxGuesses = 5000;
constexpr std::uint64_t kLimits[] = {1, 2, 5};

class GridMaker {
 public:
  GridMaker(const std::uint8_t* bytes, std::size_t size) : next_(bytes), end_(bytes + size) {}

  std::vector<Grid> make() {
    std::vector<Grid> grids;
    while (grids.size() < kMaxGrids) {
      while (next_ != end_ && *next_ == '\n') ++next_;
      if (next_ == end_) break;
      switch (take() % 4) {
        case 'a' % 4:
          grids.push_back(changed(Grid{}, take() % 40));
          break;
        case 'b' % 4:
          grids.push_back(holes());
          break;
        case 'c' % 4:
          grids.push_back(changed(grids.empty() ? Grid{} : grids.back(), take() % 5));
          break;
        case 'd' % 4:
          grids.push_back(digits());
          break;
      }
    }
    return grids;
  }

 private:
  int take() { return next_ == end_ ? 0 : *next_++; }

  Grid digits() {
    Grid grid;
    for (std::uint8_t& cell : grid.cells) {
      const int byte = take();
      cell = static_cast<std::uint8_t>(byte < 128 ? (byte + 2) % 10 : 0);  // '0' is 48
    }
    return grid;
  }

  Grid holes() {
    const int low = take();
    testing::TestRandom random(static_cast<std::uint64_t>(low + 256 * take()));
    const Grid grid = testing::random_holes(take() % 82, random);
    return changed(grid, take() % 3);
  }

  Grid changed(Grid grid, int cells) {
    for (; cells > 0; --cells) {
      const int cell = take() % kCells;
      grid.cells[cell] = static_cast<std::uint8_t>(take() % 10);
    }
    return grid;
  }

  const std::uint8_t* next_;
  const std::uint8_t* end_;
};

void require(bool claim, const char* words, std::string_view engine, const Grid& grid) {
  if (claim) return;
  std::fprintf(stderr, "%.*s: %s: %s\n", static_cast<int>(engine.size()), engine.data(), words,
               to_line(grid).c_str());
  std::abort();
}

// The answers of an engine for one grid.
struct Answer {
  SolveResult result;
  std::uint64_t counts[std::size(kLimits)];
  std::vector<std::string> solutions;  // sorted; empty if there are five or more
  std::uint64_t guesses;               // when solved alone
};

// Solves, counts and enumerates the whole batch. Then solves its grids one by one, the last one
// first, with the same Solver.
std::vector<Answer> answers_of(std::string_view engine, const std::vector<Grid>& grids) {
  Solver solver = Solver::create(engine).value();
  std::vector<SolveResult> results(grids.size());
  solver.solve(grids, results);
  std::vector<Answer> answers(grids.size());
  for (std::size_t i = 0; i < grids.size(); ++i) answers[i].result = results[i];
  std::vector<std::uint64_t> counts(grids.size());
  for (std::size_t k = 0; k < std::size(kLimits); ++k) {
    solver.count(grids, counts, kLimits[k]);
    for (std::size_t i = 0; i < grids.size(); ++i) answers[i].counts[k] = counts[i];
  }
  std::vector<Grid> few;
  std::vector<std::size_t> at;
  for (std::size_t i = 0; i < grids.size(); ++i) {
    if (counts[i] == 5) continue;
    few.push_back(grids[i]);
    at.push_back(i);
  }
  solver.enumerate(few, [&](std::size_t puzzle, const Grid& solution) {
    answers[at[puzzle]].solutions.push_back(to_line(solution));
    return true;
  });
  for (std::size_t i = grids.size(); i-- > 0;) {
    std::ranges::sort(answers[i].solutions);
    const std::uint64_t before = solver.work().guesses;
    const SolveResult again = solver.solve(grids[i]);
    answers[i].guesses = solver.work().guesses - before;
    require(again.solution == results[i].solution && again.solutions == results[i].solutions,
            "another answer the second time", engine, grids[i]);
  }
  return answers;
}

// Keeps the first grids, up to the one at which the default engine exceeds kMaxGuesses guesses in
// total.
std::vector<Grid> within_budget(std::vector<Grid> grids) {
  Solver solver = Solver::create().value();
  for (std::size_t i = 0; i < grids.size(); ++i) {
    solver.count(grids[i], 2);
    if (solver.work().guesses > kMaxGuesses) grids.resize(i + 1);
  }
  return grids;
}

void judge(const Grid& grid, const Answer& answer) {
  constexpr std::string_view kName = "reference";
  const GridKind solutions = answer.result.solutions;
  if (solutions == GridKind::kUnsolvable) {
    require(answer.result.solution == grid, "no solution, but not the puzzle", kName, grid);
  } else {
    require(is_solution_of_slow(answer.result.solution, grid), "not a solution", kName, grid);
  }
  const std::uint64_t at_most_2 = answer.counts[1];
  require(static_cast<std::uint64_t>(solutions) == at_most_2, "verdict and count", kName, grid);
  require(answer.counts[0] == std::min<std::uint64_t>(at_most_2, 1), "count to 1", kName, grid);
  require(std::min<std::uint64_t>(answer.counts[2], 2) == at_most_2, "count to 5", kName, grid);
  require(answer.counts[2] == 5 || answer.counts[2] == answer.solutions.size(), "enumeration",
          kName, grid);
}

void compare(const Grid& grid, const Answer& answer, const Answer& expected,
             std::string_view engine) {
  require(answer.result.solutions == expected.result.solutions, "verdict", engine, grid);
  require(answer.result.solution == expected.result.solution, "solution", engine, grid);
  require(std::ranges::equal(answer.counts, expected.counts), "counts", engine, grid);
  require(answer.solutions == expected.solutions, "all solutions", engine, grid);
}

}  // namespace
}  // namespace dokumill

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace dokumill;
  const std::vector<Grid> grids = within_budget(GridMaker(bytes, size).make());
  const std::vector<Answer> expected = answers_of("reference", grids);
  for (std::size_t i = 0; i < grids.size(); ++i) judge(grids[i], expected[i]);
  std::vector<Answer> of_lanes;  // of the first engine with lanes
  for (const EngineInfo& engine : engines()) {
    if (!engine.is_available || engine.name == "reference") continue;
    const std::vector<Answer> answers = answers_of(engine.name, grids);
    if (of_lanes.empty()) of_lanes = answers;
    for (std::size_t i = 0; i < grids.size(); ++i) {
      compare(grids[i], answers[i], expected[i], engine.name);
      // All engines with lanes search the same tree. If there is no second solution, they search
      // the whole tree, so they need the same number of guesses.
      require(expected[i].result.solutions == GridKind::kMultiple ||
                  answers[i].guesses == of_lanes[i].guesses,
              "guesses", engine.name, grids[i]);
    }
  }
  return 0;
}
