#include "hard_puzzles.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "dokumill/solver.hpp"
#include "engine/puzzles/sample_puzzles.hpp"
#include "support/puzzles/random_puzzles.hpp"

namespace dokumill::bench {
namespace {

constexpr int kSteps = 40000;
constexpr int kImages = 8;

class Climber {
 public:
  explicit Climber(std::uint64_t seed) : random_(seed) {}

  Grid climb(Grid puzzle) {
    const Grid board = solver_.solve(puzzle).solution;
    std::uint64_t most = effort(puzzle);
    for (int step = 0; step < kSteps; ++step) {
      const Grid next = neighbour(puzzle, board);
      if (solver_.count(next, 2) != 1) continue;
      const Grid minimal = without_spare_clues(next);
      const std::uint64_t guesses = effort(minimal);
      if (guesses < most) continue;
      puzzle = minimal;
      most = guesses;
    }
    return puzzle;
  }

 private:
  // Solves several images of the puzzle with both engines. Returns the guesses of the engine that
  // needs fewer. With one engine and one image, the climb would only find puzzles on which this
  // engine has bad luck.
  std::uint64_t effort(const Grid& puzzle) {
    std::array<Grid, kImages> images;
    std::array<SolveResult, kImages> results;
    for (Grid& image : images) image = testing::random_image(puzzle, random_);
    std::uint64_t least = ~std::uint64_t{0};
    for (Solver* const solver : {&solver_, &lanes_}) {
      const std::uint64_t before = solver->work().guesses;
      solver->solve(images, results);
      least = std::min(least, solver->work().guesses - before);
    }
    return least;
  }

  Grid neighbour(const Grid& puzzle, const Grid& board) {
    Grid next = puzzle;
    int going = 2;
    int coming = 5;
    for (const int cell : testing::random_cell_order(random_)) {
      int& left = puzzle.cells[cell] != 0 ? going : coming;
      if (left == 0) continue;
      --left;
      next.cells[cell] = puzzle.cells[cell] != 0 ? std::uint8_t{0} : board.cells[cell];
    }
    return next;
  }

  Grid without_spare_clues(Grid puzzle) {
    for (const int cell : testing::random_cell_order(random_)) {
      const std::uint8_t digit = std::exchange(puzzle.cells[cell], std::uint8_t{0});
      if (digit != 0 && solver_.count(puzzle, 2) != 1) puzzle.cells[cell] = digit;
    }
    return puzzle;
  }

  Solver solver_ = Solver::create("reference").value();
  Solver lanes_ = Solver::create("portable").value();
  testing::TestRandom random_;
};

}  // namespace

std::vector<Grid> make_hard_puzzles(std::uint64_t seed, std::size_t count) {
  std::vector<Grid> puzzles =
      puzzles::sample_puzzles(puzzles::SampleKind::kMinimal, seed, count).value();
  Climber climber(seed);
  for (Grid& puzzle : puzzles) puzzle = climber.climb(puzzle);
  return puzzles;
}

}  // namespace dokumill::bench
