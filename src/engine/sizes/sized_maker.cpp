#include "engine/sizes/sized_maker.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "base/text/format.hpp"
#include "engine/sizes/best_search.hpp"
#include "engine/sizes/sized_boards.hpp"
#include "engine/sizes/sized_canon.hpp"
#include "engine/sizes/sized_solver.hpp"
#include "engine/solver/stop_request.hpp"

namespace dokumill::sizes {
namespace {

constexpr int image(Symmetry symmetry, int n, int cell, int generator) {
  const int row = cell / n;
  const int column = cell % n;
  switch (symmetry) {
    case Symmetry::kNone:
      return cell;
    case Symmetry::kRotational:
      return n * n - 1 - cell;
    case Symmetry::kHorizontal:
      return (n - 1 - row) * n + column;
    case Symmetry::kVertical:
      return row * n + n - 1 - column;
    case Symmetry::kDiagonal:
      return column * n + row;
    case Symmetry::kFull:
      break;
  }
  return generator == 0 ? column * n + row : row * n + n - 1 - column;
}

// The sets of cells that the symmetry maps to each other, in the order of their first cells.
using Orbit = std::vector<std::uint16_t>;
std::vector<Orbit> make_orbits(Symmetry symmetry, int n) {
  std::vector<Orbit> orbits;
  std::vector<bool> is_taken(static_cast<std::size_t>(n) * n);
  for (int first = 0; first < n * n; ++first) {
    if (is_taken[first]) continue;
    is_taken[first] = true;
    Orbit orbit{static_cast<std::uint16_t>(first)};
    for (std::size_t i = 0; i < orbit.size(); ++i) {
      for (int generator = 0; generator < 2; ++generator) {
        const int cell = image(symmetry, n, orbit[i], generator);
        if (is_taken[cell]) continue;
        is_taken[cell] = true;
        orbit.push_back(static_cast<std::uint16_t>(cell));
      }
    }
    orbits.push_back(std::move(orbit));
  }
  return orbits;
}

std::uint64_t next_64(RandomStream& random) {
  const std::uint64_t high = random.next();
  return high << 32 | random.next();
}

Status refused(std::string message, std::string_view option) {
  return {ErrorCode::kUsage, std::move(message), option};
}

}  // namespace

Result<SizedConstraints> sized_constraints(Shape shape, const PuzzleConstraints& wanted) {
  if (wanted.has_goal() || wanted.with_rating) {
    return refused("difficulty, rating and obstacles: Sudoku Explainer's scale is defined for 9x9",
                   "size");
  }
  if (wanted.unbiased || wanted.pattern || wanted.empty_in_each_box != 0) {
    return refused("patterns, empty cells in each box and unbiased puzzles are made of 9x9 only",
                   "size");
  }
  if (!wanted.unique) {
    return refused("puzzles with any number of solutions are made of 9x9 only", "size");
  }
  if (wanted.solutions < 1 || wanted.solutions > kMostSolutions ||
      wanted.fewest_solutions > wanted.solutions) {
    return refused(
        format_text("solutions: expected 1 to {}, and a range that is not empty", kMostSolutions),
        "constraints.solutions");
  }
  if (wanted.solutions != 1 && wanted.minimal) {
    return refused("puzzles with several solutions are not minimal", "constraints.minimal");
  }
  const auto& clues = wanted.clues;
  if (clues && (clues->fewest < 0 || clues->fewest > clues->most || clues->most > shape.cells())) {
    return refused(format_text("clues: expected 0 to {} for {}", shape.cells(), name_of(shape)),
                   "constraints.clues");
  }
  if (wanted.split) {
    if (Status status = check_forms(shape); !status.ok()) return status;
    const std::uint64_t parts = wanted.split->share.parts;
    if (parts > Share::kWhole || parts == (wanted.split->is_test ? 0 : Share::kWhole)) {
      return refused("the share of a split leaves this side empty", "constraints.split");
    }
  }
  return SizedConstraints{
      .clues = clues,
      .minimal = wanted.minimal,
      .symmetry = wanted.symmetry,
      .solutions = {static_cast<int>(wanted.fewest_solutions != 0 ? wanted.fewest_solutions
                                                                  : wanted.solutions),
                    static_cast<int>(wanted.solutions)},
      .max_tries = wanted.max_tries,
      .split = wanted.split};
}

// The tries of several puzzles side by side.
class SizedMaker::Tries {
 public:
  Tries(Shape shape, std::uint64_t seed, const SizedConstraints& constraints)
      : shape_(shape),
        cells_(static_cast<std::size_t>(shape.cells())),
        seed_(seed),
        constraints_(constraints),
        orbits_(make_orbits(constraints.symmetry, shape.size())),
        solver_(shape),
        workspace_(make_workspace(kernel_, shape)) {
    solver_.set_stop([this] { return is_stopped_ |= stop_.is_made(); });
  }

  void fill_diagonal_box(RandomStream& random, int box, std::uint8_t* cells) const {
    const int n = shape_.size();
    std::array<std::uint8_t, kMostSymbols> symbols{};
    for (int i = 0; i < n; ++i) {
      const std::uint32_t other = random.below(static_cast<std::uint32_t>(i + 1));
      symbols[i] = symbols[other];
      symbols[other] = static_cast<std::uint8_t>(i + 1);
    }
    for (int i = 0; i < n; ++i) {
      const int row = box * shape_.box_rows + i / shape_.box_columns;
      const int column = box * shape_.box_columns + i % shape_.box_columns;
      cells[row * n + column] = symbols[i];
    }
  }

  bool random_board(RandomStream& random, std::uint8_t* board) {
    if (const std::uint64_t boards = numbered_boards(shape_);
        boards != 0 && constraints_.by_number) {
      board_of_number(shape_, random.below(static_cast<std::uint32_t>(boards)), board);
      return true;
    }
    // The boxes of the diagonal have no house in common, so each gets any order of the symbols. A
    // search that takes too many guesses begins anew, with other random numbers.
    const auto most_guesses = static_cast<std::uint64_t>(2 * cells_);
    std::vector<std::uint8_t> diagonal(cells_);
    while (true) {
      for (int box = 0; box < std::min(shape_.box_rows, shape_.box_columns); ++box) {
        fill_diagonal_box(random, box, diagonal.data());
      }
      const SearchResult result =
          kernel_.search(workspace_.get(), shape_,
                         {diagonal.data(), Effort::kGuesses, 1, most_guesses, next_64(random) | 1,
                          board, 1, should_stop, this});
      if (result.end == SearchResult::End::kLimit) return true;
      if (result.end == SearchResult::End::kStopped || should_stop(this)) return false;
    }
  }

  bool boards(std::uint64_t first, std::size_t count, std::uint8_t* boards) {
    is_stopped_ = false;
    for (std::size_t i = 0; i < count; ++i) {
      RandomStream random(seed_, first + i, RandomPurpose::kBoard);
      if (!random_board(random, boards + i * cells_)) return false;
    }
    return true;
  }

  std::size_t puzzles(std::uint64_t first, std::size_t count, std::uint8_t* puzzles,
                      std::uint8_t* boards);

  solver::StopRequest stop_;
  bool is_stopped_ = false;
  std::uint64_t tries_ = 0;

 private:
  // One try, which removes orbits in a random order. Several orbits at once while that works; the
  // result is the same as with one at a time, because a puzzle does not get more solutions when
  // clues of the board are added.
  struct Try {
    std::size_t place;  // the puzzle is number first + place
    std::uint32_t attempt;
    std::vector<std::uint8_t> board, puzzle;
    std::vector<std::uint16_t> order;  // of the orbits
    std::size_t next;                  // index in `order`
    std::size_t asked;                 // the question leaves out the orbits of [next, asked)
    std::size_t step;
    int clues;
    int target;
  };

  static bool should_stop(void* context) {
    auto& tries = *static_cast<Tries*>(context);
    return tries.is_stopped_ |= tries.stop_.is_made();
  }

  bool begin(Try& it, std::uint64_t index);
  bool ask(Try& it, std::uint8_t* question) const;
  bool answer(const Try* tries, const std::uint8_t* questions, std::size_t count,
              std::uint8_t* counts);
  void settle(Try& it, bool may_remove) const;
  bool meets_constraints(Try& it);

  Shape shape_;
  std::size_t cells_;
  std::uint64_t seed_;
  SizedConstraints constraints_;
  std::vector<Orbit> orbits_;
  SizedSolver solver_;
  const SearchKernel& kernel_ = best_search();
  Workspace workspace_;
};

// Returns false if it was cancelled.
bool SizedMaker::Tries::begin(Try& it, std::uint64_t index) {
  ++tries_;
  RandomStream random(seed_, index,
                      static_cast<RandomPurpose>(
                          static_cast<std::uint32_t>(RandomPurpose::kFirstPuzzleTry) + it.attempt));
  it.board.resize(cells_);
  if (!random_board(random, it.board.data())) return false;
  it.puzzle = it.board;
  it.order.resize(orbits_.size());
  for (std::size_t i = 0; i < it.order.size(); ++i) {
    const std::size_t other = random.below(static_cast<std::uint32_t>(i + 1));
    it.order[i] = it.order[other];
    it.order[other] = static_cast<std::uint16_t>(i);
  }
  it.next = 0;
  it.step = std::max<std::size_t>(orbits_.size() / 8, 1);
  it.clues = static_cast<int>(cells_);
  it.target = 0;
  if (constraints_.clues && !constraints_.minimal) {
    const auto [fewest, most] = *constraints_.clues;
    it.target =
        fewest + static_cast<int>(random.below(static_cast<std::uint32_t>(most - fewest + 1)));
  }
  return true;
}

// Writes the next question, or returns false if the try has ended.
bool SizedMaker::Tries::ask(Try& it, std::uint8_t* question) const {
  const auto fits = [&](std::size_t place, int clues) {
    return clues - static_cast<int>(orbits_[it.order[place]].size()) >= it.target;
  };
  while (it.next < it.order.size() && !fits(it.next, it.clues)) ++it.next;
  if (it.next == it.order.size()) return false;
  std::copy(it.puzzle.begin(), it.puzzle.end(), question);
  int clues = it.clues;
  for (it.asked = it.next; it.asked < std::min(it.next + it.step, it.order.size()); ++it.asked) {
    if (!fits(it.asked, clues)) break;
    for (const std::uint16_t cell : orbits_[it.order[it.asked]]) question[cell] = 0;
    clues -= static_cast<int>(orbits_[it.order[it.asked]].size());
  }
  return true;
}

// Writes 1 for each question whose answer is yes: it has not too many solutions, and singles solve
// it if they must. Otherwise, writes another number. Returns false if it was cancelled.
bool SizedMaker::Tries::answer(const Try* tries, const std::uint8_t* questions, std::size_t count,
                               std::uint8_t* counts) {
  if (constraints_.singles) {
    for (std::size_t i = 0; i < count; ++i) {
      counts[i] = solver_.singles_solve(questions + i * cells_) ? 1 : 2;
    }
    return true;
  }
  const auto most = static_cast<std::uint64_t>(constraints_.solutions.most);
  if (most != 1) {
    bool is_done = true;
    for (std::size_t i = 0; is_done && i < count; ++i) {
      std::uint64_t found = 0;
      is_done = solver_.count(questions + i * cells_, most + 1, found);
      counts[i] = found <= most ? 1 : 2;
    }
    return is_done;
  }
  const Try& first = tries[0];
  if (count != 1 || first.asked - first.next != 1 || orbits_[first.order[first.next]].size() != 1) {
    return solver_.solve(questions, count, 2, nullptr, counts);
  }
  // The puzzle had one solution before this clue was removed.
  const int cell = orbits_[first.order[first.next]].front();
  bool is_found = false;
  const bool is_done = solver_.has_solution_without(questions, cell, first.board[cell], is_found,
                                                    first.board.data());
  counts[0] = is_found ? 2 : 1;
  return is_done;
}

void SizedMaker::Tries::settle(Try& it, bool may_remove) const {
  if (may_remove) {
    for (; it.next < it.asked; ++it.next) {
      for (const std::uint16_t cell : orbits_[it.order[it.next]]) it.puzzle[cell] = 0;
      it.clues -= static_cast<int>(orbits_[it.order[it.next]].size());
    }
  } else if (it.asked - it.next == 1) {
    ++it.next;
  } else {
    it.step = (it.asked - it.next) / 2;
  }
}

bool SizedMaker::Tries::meets_constraints(Try& it) {
  if (constraints_.clues) {
    const auto [fewest, most] = *constraints_.clues;
    if (it.clues < fewest || it.clues > most) return false;
  }
  if (const auto fewest = static_cast<std::uint64_t>(constraints_.solutions.fewest); fewest > 1) {
    std::uint64_t found = 0;
    if (!solver_.count(it.puzzle.data(), fewest, found) || found < fewest) return false;
  }
  // Without symmetry, removal has tried each clue.
  if (constraints_.minimal && (constraints_.symmetry != Symmetry::kNone || constraints_.singles)) {
    std::vector<int> redundant;
    if (!solver_.redundant_clues(it.puzzle.data(), redundant) || !redundant.empty()) return false;
  }
  if (!constraints_.split) return true;
  std::array<std::uint8_t, kMostCells> form;
  canonical_form(shape_, it.puzzle.data(), form.data());
  const auto& [is_test, share, seed] = *constraints_.split;
  return goes_to_test(shape_, form.data(), share, seed) == is_test;
}

std::size_t SizedMaker::Tries::puzzles(std::uint64_t first, std::size_t count,
                                       std::uint8_t* puzzles, std::uint8_t* boards) {
  is_stopped_ = false;
  // The solver handles many small puzzles at once.
  const std::size_t most_at_once = shape_.size() <= 8 ? 64 : 1;
  std::vector<Try> tries(std::min(most_at_once, count));
  std::size_t begun = 0;
  std::size_t end = count;  // the first puzzle that took too many tries
  std::size_t active = 0;   // tries[0, active) are running
  std::vector<std::uint8_t> questions(tries.size() * cells_);
  std::vector<std::uint8_t> counts(tries.size());
  while (true) {
    for (; active < tries.size() && begun < end; ++active, ++begun) {
      tries[active].place = begun;
      tries[active].attempt = 0;
      if (!begin(tries[active], first + begun)) return 0;
    }
    for (std::size_t i = 0; i < active;) {
      Try& it = tries[i];
      if (ask(it, questions.data() + i * cells_)) {
        ++i;
        continue;
      }
      if (meets_constraints(it)) {
        std::copy(it.puzzle.begin(), it.puzzle.end(), puzzles + it.place * cells_);
        std::copy(it.board.begin(), it.board.end(), boards + it.place * cells_);
      } else if (++it.attempt < constraints_.max_tries && it.place < end) {
        if (is_stopped_ || !begin(it, first + it.place)) return 0;
        continue;
      } else {
        end = std::min(end, it.place);
      }
      // Another running try takes the slot.
      std::swap(tries[i], tries[--active]);
    }
    if (active == 0 && begun >= end) return end;
    if (!answer(tries.data(), questions.data(), active, counts.data()) || should_stop(this)) {
      return 0;
    }
    for (std::size_t i = 0; i < active; ++i) settle(tries[i], counts[i] == 1);
  }
}

SizedMaker::SizedMaker(Shape shape, std::uint64_t seed, const SizedConstraints& constraints)
    : tries_(std::make_unique<Tries>(shape, seed, constraints)) {
  assert(is_supported(shape));
}
SizedMaker::SizedMaker(SizedMaker&&) noexcept = default;
SizedMaker& SizedMaker::operator=(SizedMaker&&) noexcept = default;
SizedMaker::~SizedMaker() = default;

void SizedMaker::set_stop(std::function<bool()> should_stop) {
  tries_->stop_.ask(std::move(should_stop));
}

bool SizedMaker::boards(std::uint64_t first, std::size_t count, std::uint8_t* boards) {
  return tries_->boards(first, count, boards);
}

std::size_t SizedMaker::puzzles(std::uint64_t first, std::size_t count, std::uint8_t* puzzles,
                                std::uint8_t* boards) {
  return tries_->puzzles(first, count, puzzles, boards);
}

bool SizedMaker::is_stopped() const {
  return tries_->is_stopped_;
}

std::uint64_t SizedMaker::tries() const {
  return tries_->tries_;
}

}  // namespace dokumill::sizes
