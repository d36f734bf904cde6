#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "dokumill/geometry.hpp"
#include "dokumill/puzzles.hpp"
#include "engine/puzzles/near/minimal_subsets.hpp"
#include "engine/puzzles/near/solution_table.hpp"

namespace dokumill {
namespace {

using puzzles::index_of;
using puzzles::kCandidates;
using puzzles::SolutionTable;

// If there are more solutions, the table has only some of them, and the solver decides about what
// they do not exclude: one question for each candidate of the last clue. The first solutions
// exclude most candidates (docs/kernels/puzzles.md has the times of other numbers).
constexpr std::size_t kMaxForOneClue = 128;
constexpr std::size_t kMaxForMoreClues = 4096;

}  // namespace

class Variations::Search {
 public:
  explicit Search(Solver& solver) : solver_(solver) {}

  void set_stop(std::function<bool()> should_stop) {
    should_stop_ = std::move(should_stop);
    one_solver_.set_stop(should_stop_);
  }
  bool should_stop() const { return should_stop_ && should_stop_(); }

  bool each_near(const Grid& puzzle, const Distance& distance, const Visit& visit);
  bool each_minimal(const Grid& puzzle, const Grid& solution, const Visit& visit) {
    return puzzles::MinimalSubsets(one_solver_, puzzle, solution).each(visit, should_stop_);
  }
  std::optional<Grid> draw(const Grid& puzzle, const Distance& distance, RandomStream random);

 private:
  void start(const Grid& puzzle, const Distance& distance);
  bool remove_from(std::size_t next_clue, int left);
  // Visits the puzzles that result from `add` more clues in puzzle_.
  bool extend(int add);
  // The same for the candidates from `first` on. sets_[level] has the solutions of table_ that
  // puzzle_ has.
  bool extend_from(std::size_t first, std::size_t level, int add);
  // Finds the candidates from `first` on that leave one solution of puzzle_, into last_. Returns
  // false if it was stopped.
  bool find_last(std::size_t first, std::size_t level);
  // Fills table_ with solutions of puzzle_, up to a number that depends on `add`. Returns false if
  // it was stopped.
  bool list(int add);
  // Adds a few solutions for each candidate that few solutions of the table have.
  bool list_rare();
  bool can_add(std::size_t candidate) const;
  void remove_clue(std::size_t cell) {
    is_removed_[index_of(cell, puzzle_.cells[cell])] = true;
    puzzle_.cells[cell] = 0;
  }
  void put_back(std::size_t cell, std::uint8_t digit) {
    puzzle_.cells[cell] = digit;
    is_removed_[index_of(cell, digit)] = false;
  }
  bool has_one_solution(const Grid& puzzle, bool& is_stopped);
  // Visits the puzzle, unless it must be minimal and is not.
  bool visit(const Grid& puzzle);
  bool is_wanted(const Grid& puzzle, bool& is_stopped);
  // A random digit of `cell` that leaves a solution; 0 if there is none, or if it was stopped.
  std::uint8_t draw_digit(std::size_t cell, RandomStream& random);

  Solver& solver_;
  // For single puzzles. MinimalSubsets needs the same solver everywhere, because its order depends
  // on the solutions that are found first.
  Solver one_solver_ = *Solver::create("reference");
  std::function<bool()> should_stop_;
  Distance distance_;
  const Visit* visit_ = nullptr;
  Grid puzzle_;
  std::vector<std::size_t> clues_;
  std::array<bool, kCandidates> is_removed_{};
  SolutionTable table_;
  bool is_complete_ = false;              // table_ has all solutions
  std::vector<SolutionTable::Set> sets_;  // one for each added clue
  std::vector<std::size_t> last_;
  std::vector<Grid> questions_;
  std::vector<std::uint64_t> counts_;
};

void Variations::Search::start(const Grid& puzzle, const Distance& distance) {
  puzzle_ = puzzle;
  distance_ = distance;
  is_removed_.fill(false);
  sets_.resize(static_cast<std::size_t>(distance.add) + 1);
  clues_.clear();
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    if (puzzle.cells[cell] != 0) clues_.push_back(cell);
  }
}

bool Variations::Search::each_near(const Grid& puzzle, const Distance& distance,
                                   const Visit& visit) {
  start(puzzle, distance);
  visit_ = &visit;
  return remove_from(0, distance.remove);
}

bool Variations::Search::remove_from(std::size_t next_clue, int left) {
  if (left == 0) return !should_stop() && extend(distance_.add);
  for (; next_clue + static_cast<std::size_t>(left) <= clues_.size(); ++next_clue) {
    const std::size_t cell = clues_[next_clue];
    const std::uint8_t digit = puzzle_.cells[cell];
    remove_clue(cell);
    if (!remove_from(next_clue + 1, left - 1)) return false;
    put_back(cell, digit);
  }
  return true;
}

bool Variations::Search::can_add(std::size_t candidate) const {
  const std::size_t cell = candidate / kDigits;
  if (puzzle_.cells[cell] != 0 || is_removed_[candidate]) return false;
  const auto& peers = kPeerCells[cell];
  return std::none_of(peers.begin(), peers.end(), [&](std::uint8_t peer) {
    return puzzle_.cells[peer] == candidate % kDigits + 1;
  });
}

bool Variations::Search::extend(int add) {
  if (add == 0) {
    bool is_stopped = false;
    const bool is_unique = has_one_solution(puzzle_, is_stopped);
    return !is_stopped && (!is_unique || visit(puzzle_));
  }
  return list(add) && extend_from(0, 0, add);
}

bool Variations::Search::extend_from(std::size_t first, std::size_t level, int add) {
  if (add == 1) {
    if (!find_last(first, level)) return false;
    Grid puzzle = puzzle_;
    for (const std::size_t candidate : last_) {
      const std::size_t cell = candidate / kDigits;
      puzzle.cells[cell] = static_cast<std::uint8_t>(candidate % kDigits + 1);
      if (!visit(puzzle)) return false;
      puzzle.cells[cell] = 0;
    }
    return true;
  }
  for (std::size_t candidate = first; candidate < kCandidates; ++candidate) {
    if (!can_add(candidate)) continue;
    if (!table_.restrict(sets_[level], candidate, sets_[level + 1]) && is_complete_) continue;
    if (should_stop()) return false;
    puzzle_.cells[candidate / kDigits] = static_cast<std::uint8_t>(candidate % kDigits + 1);
    const bool goes_on = extend_from(candidate + 1, level + 1, add - 1);
    puzzle_.cells[candidate / kDigits] = 0;
    if (!goes_on) return false;
  }
  return true;
}

bool Variations::Search::find_last(std::size_t first, std::size_t level) {
  last_.clear();
  questions_.clear();
  for (std::size_t candidate = first; candidate < kCandidates; ++candidate) {
    if (!can_add(candidate)) continue;
    const int count = table_.count_to_two(sets_[level], candidate);
    if (count > 1 || (is_complete_ && count == 0)) continue;
    last_.push_back(candidate);
    if (is_complete_) continue;
    questions_.push_back(puzzle_);
    questions_.back().cells[candidate / kDigits] =
        static_cast<std::uint8_t>(candidate % kDigits + 1);
  }
  if (is_complete_) return true;
  counts_.assign(questions_.size(), 0);
  if (!solver_.count(questions_, counts_, 2)) return false;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < last_.size(); ++i) {
    if (counts_[i] == 1) last_[kept++] = last_[i];
  }
  last_.resize(kept);
  return true;
}

bool Variations::Search::list(int add) {
  const std::size_t max = add == 1 ? kMaxForOneClue : kMaxForMoreClues;
  table_.clear();
  is_complete_ = true;
  const bool is_done = solver_.enumerate(puzzle_, [&](std::size_t, const Grid& solution) {
    is_complete_ = table_.size() < max;
    if (is_complete_) table_.add(solution);
    return is_complete_;
  });
  if (!is_done && is_complete_) return false;
  if (!is_complete_ && add > 1 && !list_rare()) return false;
  sets_[0] = table_.all();
  return true;
}

// The solutions that a search finds first have much in common.
bool Variations::Search::list_rare() {
  constexpr int kEnough = 8;
  for (std::size_t candidate = 0; candidate < kCandidates; ++candidate) {
    if (!can_add(candidate)) continue;
    int found = table_.count(candidate);
    if (found >= kEnough) continue;
    Grid puzzle = puzzle_;
    puzzle.cells[candidate / kDigits] = static_cast<std::uint8_t>(candidate % kDigits + 1);
    const bool is_done = one_solver_.enumerate(puzzle, [&](std::size_t, const Grid& solution) {
      if (table_.has(solution, candidate)) return true;
      table_.add(solution);
      return ++found < kEnough;
    });
    if (!is_done && found < kEnough) return false;
  }
  return true;
}

bool Variations::Search::has_one_solution(const Grid& puzzle, bool& is_stopped) {
  std::uint64_t count = 0;
  is_stopped = !one_solver_.count(std::span(&puzzle, 1), std::span(&count, 1), 2);
  return count == 1;
}

bool Variations::Search::visit(const Grid& puzzle) {
  bool is_stopped = false;
  const bool is_visited = is_wanted(puzzle, is_stopped);
  return !is_stopped && (!is_visited || (*visit_)(puzzle));
}

bool Variations::Search::is_wanted(const Grid& puzzle, bool& is_stopped) {
  is_stopped = false;
  if (!distance_.minimal) return true;
  questions_.clear();
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    if (puzzle.cells[cell] == 0) continue;
    questions_.push_back(puzzle);
    questions_.back().cells[cell] = 0;
  }
  counts_.assign(questions_.size(), 0);
  is_stopped = !solver_.count(questions_, counts_, 2);
  return std::all_of(counts_.begin(), counts_.end(), [](std::uint64_t n) { return n == 2; });
}

std::uint8_t Variations::Search::draw_digit(std::size_t cell, RandomStream& random) {
  std::array<std::uint8_t, kDigits> digits{1, 2, 3, 4, 5, 6, 7, 8, 9};
  for (std::size_t i = 0; i < digits.size(); ++i) {
    std::swap(digits[i], digits[i + random.below(static_cast<std::uint32_t>(digits.size() - i))]);
    if (is_removed_[index_of(cell, digits[i])]) continue;
    Grid question = puzzle_;
    question.cells[cell] = digits[i];
    std::uint64_t count = 0;
    if (!one_solver_.count(std::span(&question, 1), std::span(&count, 1), 1)) return 0;
    if (count != 0) return digits[i];
  }
  return 0;
}

std::optional<Grid> Variations::Search::draw(const Grid& puzzle, const Distance& distance,
                                             RandomStream random) {
  start(puzzle, distance);
  if (clues_.size() < static_cast<std::size_t>(distance.remove)) return std::nullopt;
  for (int i = 0; i < distance.remove; ++i) {
    const std::uint32_t chosen = random.below(static_cast<std::uint32_t>(clues_.size()));
    remove_clue(clues_[chosen]);
    clues_.erase(clues_.begin() + chosen);
  }
  bool is_stopped = false;
  if (distance.add == 0) {
    const bool is_found = has_one_solution(puzzle_, is_stopped) && !is_stopped;
    return is_found && is_wanted(puzzle_, is_stopped) && !is_stopped ? std::optional(puzzle_)
                                                                     : std::nullopt;
  }
  for (int i = 1; i < distance.add; ++i) {
    std::vector<std::size_t> empty;
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      if (puzzle_.cells[cell] == 0) empty.push_back(cell);
    }
    if (empty.empty()) return std::nullopt;
    const std::size_t cell = empty[random.below(static_cast<std::uint32_t>(empty.size()))];
    const std::uint8_t digit = draw_digit(cell, random);
    if (digit == 0) return std::nullopt;
    puzzle_.cells[cell] = digit;
  }
  if (!list(1) || !find_last(0, 0) || last_.empty()) return std::nullopt;
  const std::size_t last = last_[random.below(static_cast<std::uint32_t>(last_.size()))];
  puzzle_.cells[last / kDigits] = static_cast<std::uint8_t>(last % kDigits + 1);
  return is_wanted(puzzle_, is_stopped) && !is_stopped ? std::optional(puzzle_) : std::nullopt;
}

Variations::Variations(Solver& solver) : search_(std::make_unique<Search>(solver)) {}
Variations::Variations(Variations&&) noexcept = default;
Variations& Variations::operator=(Variations&&) noexcept = default;
Variations::~Variations() = default;

void Variations::set_stop(std::function<bool()> should_stop) {
  search_->set_stop(std::move(should_stop));
}

bool Variations::each_near(const Grid& puzzle, const Distance& distance, const Visit& visit) {
  return search_->each_near(puzzle, distance, visit);
}

bool Variations::each_minimal(const Grid& puzzle, const Grid& solution, const Visit& visit) {
  return search_->each_minimal(puzzle, solution, visit);
}

std::optional<Grid> Variations::draw(const Grid& puzzle, const Distance& distance,
                                     std::uint64_t seed, std::uint64_t record, std::uint32_t draw) {
  const auto purpose =
      static_cast<RandomPurpose>(static_cast<std::uint32_t>(RandomPurpose::kFirstVariation) + draw);
  return search_->draw(puzzle, distance, RandomStream(seed, record, purpose));
}

}  // namespace dokumill
