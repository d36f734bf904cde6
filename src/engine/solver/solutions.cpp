#include <algorithm>
#include <span>

#include "dokumill/geometry.hpp"
#include "dokumill/solver.hpp"

namespace dokumill {
namespace {

// Further solutions than these are rarely worth more than a search for each missing digit.
constexpr std::size_t kSolutionsToLookAt = 256;

void add(const Grid& solution, PossibleDigits& digits) {
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    digits[cell] |= static_cast<std::uint16_t>(1U << (solution.cells[cell] - 1));
  }
}

bool sees_given(const Grid& puzzle, std::size_t cell, std::uint8_t digit) {
  const auto& peers = kPeerCells[cell];
  return std::any_of(peers.begin(), peers.end(),
                     [&](std::uint8_t peer) { return puzzle.cells[peer] == digit; });
}

}  // namespace

bool SolutionLister::list(const Grid& puzzle, std::uint64_t limit, SolutionVisitor visit) {
  constexpr std::uint64_t kFewest = 64;
  max_ = static_cast<std::size_t>(std::clamp<std::uint64_t>(limit, kFewest, kMostAtOnce));
  left_ = limit;
  if (std::any_of(puzzle.cells.begin(), puzzle.cells.end(), [](auto value) { return value > 9; })) {
    return true;
  }
  return list_below(puzzle, 0, visit);
}

bool SolutionLister::list_below(Grid puzzle, std::size_t first_cell, SolutionVisitor visit) {
  found_.clear();
  bool has_more = false;
  const bool is_done = solver_->enumerate(puzzle, [&](std::size_t, const Grid& solution) {
    has_more = found_.size() == max_;
    if (!has_more) found_.push_back(solution);
    return !has_more;
  });
  if (!has_more) {
    if (!is_done) return false;
    std::sort(found_.begin(), found_.end(),
              [](const Grid& a, const Grid& b) { return a.cells < b.cells; });
    for (const Grid& solution : found_) {
      if (left_ == 0) return true;
      --left_;
      if (!visit(0, solution)) return false;
    }
    return true;
  }
  // Such a puzzle has an empty cell.
  while (puzzle.cells[first_cell] != 0) ++first_cell;
  for (std::uint8_t digit = 1; digit <= kDigits && left_ != 0; ++digit) {
    puzzle.cells[first_cell] = digit;
    if (!list_below(puzzle, first_cell + 1, visit)) return false;
  }
  return true;
}

bool find_possible(Solver& solver, const Grid& puzzle, PossibleDigits& digits) {
  digits.fill(0);
  std::size_t seen = 0;
  const bool is_done = solver.enumerate(puzzle, [&](std::size_t, const Grid& solution) {
    add(solution, digits);
    return ++seen < kSolutionsToLookAt;
  });
  if (seen < kSolutionsToLookAt) return is_done;
  // For each other digit, one search: is there a solution with it?
  struct Question {
    std::size_t cell;
    std::uint8_t digit;
  };
  std::vector<Question> questions;
  std::vector<Grid> puzzles;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    if (puzzle.cells[cell] != 0) continue;
    for (std::uint8_t digit = 1; digit <= kDigits; ++digit) {
      if ((digits[cell] >> (digit - 1) & 1U) != 0 || sees_given(puzzle, cell, digit)) continue;
      questions.push_back({cell, digit});
      puzzles.push_back(puzzle);
      puzzles.back().cells[cell] = digit;
    }
  }
  std::vector<std::uint64_t> counts(puzzles.size());
  if (!solver.count(puzzles, counts, 1)) return false;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (counts[i] == 0) continue;
    digits[questions[i].cell] |= static_cast<std::uint16_t>(1U << (questions[i].digit - 1));
  }
  return true;
}

void write_possible(const PossibleDigits& digits, char* out) {
  for (const std::uint16_t mask : digits) {
    for (int digit = 1; digit <= kDigits; ++digit) {
      *out++ = static_cast<char>((mask >> (digit - 1) & 1) != 0 ? '0' + digit : '.');
    }
  }
}

}  // namespace dokumill
