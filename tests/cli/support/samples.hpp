// Records with known answers, and their text in every format. This is the tests' own implementation
// of docs/formats.md; it shares no code with the program.
//
// Cost: they use the naive solver, so keep the number of holes small.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/grid.hpp"

namespace dokumill::testing {

// Puzzles and boards are 81 characters, '0' for an empty cell.
//
// The example of Wikipedia's article; it has one solution.
inline const std::string kPuzzle =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
// The solution of kPuzzle.
inline const std::string kSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
// A. Inkala's puzzle of 2012.
inline const std::string kInkala =
    "800000000003600000070090200050007000000045700000100030001000068008500010090000400";
inline const std::string kInkalaSolution =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
// Wikipedia's example of a puzzle that is hard for a search in cell order.
inline const std::string kSlowForBruteForce =
    "000000000000003085001020000000507000004000100090000000500000073002010000000040009";
inline const std::string kSlowForBruteForceSolution =
    "987654321246173985351928746128537694634892157795461832519286473472319568863745219";
// P. Norvig's puzzle: consistent givens, but no solution.
inline const std::string kNorvigNoSolution =
    "000005080000601043000000000010500000000106000300000005530000061000000004000000000";
// An easier puzzle with consistent givens and no solution.
inline const std::string kNoSolution =
    "123456780000000009000000000000000000000000000000000000000000000000000000000000000";
// Contradictory givens: r1c1 and r1c5 are both 5.
inline const std::string kTwoFives =
    "500050000000000000000000000000000000000000000000000000000000000000000000000000000";
// A full board with a mistake: kSolution with r1c1 and r1c2 exchanged.
inline const std::string kWrongBoard =
    "354678912672195348198342567859761423426853791713924856961537284287419635345286179";
// Several solutions: only r1c2 to r3c3 of kSolution are given.
inline const std::string kSeveral = "0" + kSolution.substr(1, 20) + std::string(60, '0');
inline const std::string kEmptyGrid(81, '0');
// The lexicographically smallest solution of the empty grid.
inline const std::string kEmptyGridSmallest =
    "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
// The output for a malformed record: 81 '?'.
inline const std::string kUnknown(81, '?');

enum class Format { kLine, kGrid, kCsv };
inline constexpr std::array<Format, 3> kFormats{Format::kLine, Format::kGrid, Format::kCsv};
const char* name_of(Format format);

enum class Kind { kUnique, kMultiple, kUnsolvable, kContradiction, kMalformed };

struct Record {
  Kind kind = Kind::kUnique;
  std::string cells;   // empty for kMalformed
  std::string answer;  // the output: the solution, the cells, or kUnknown
};

Record record_of(const std::string& cells);  // classified and solved by the naive solver
Record malformed_record();

// Grid text: nine rows of nine cells, separated by spaces, each with its line end.
std::string rows_of(std::string_view cells);

// The input text of records. A malformed record lacks its last cell.
std::string input_text(std::span<const Record> records, Format format);
// The output of `solve --to FORMAT` for these records.
std::string output_text(std::span<const Record> records, Format format);

// Returns `count` records of all kinds; the same seed gives the same records.
std::vector<Record> mixed_records(std::size_t count, std::uint32_t seed = 1);
// Returns `count` puzzles with one solution.
std::vector<Record> good_records(std::size_t count, std::uint32_t seed = 1);

// Returns lines of grids whose first six cells are a number: 100,000 in the first grid, 100,001 in
// the second.
std::string numbered_lines(int count);

// Builds a complete board from a number: a permuted first row, and shifts of this row.
std::string board_of(std::uint32_t number);
// Returns board_of(number) with `holes` cells emptied.
std::string puzzle_of(std::uint32_t number, int holes);

// The next two functions use the naive solver. count_solutions() stops at `limit`.
// smallest_solution() returns the lexicographically smallest solution, or "" if there is no
// solution.
int count_solutions(const std::string& cells, int limit);
std::string smallest_solution(const std::string& cells);
// Returns "" if the givens do not contradict each other. Otherwise, returns the words of the
// message, which names two cells of a house with the same digit.
std::string contradiction_in(const std::string& cells);
bool is_board(std::string_view cells);
// The grid of 81 characters, '0' for an empty cell.
Grid grid_of(const std::string& cells);

std::string replace_all(std::string text, std::string_view from, std::string_view to);
std::string repeat(std::string_view text, std::size_t times);
// Splits the text after each `end`; the last part may lack the `end`.
std::vector<std::string> split(const std::string& text, char end);

// A small random generator that gives the same numbers with every standard library.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : engine_(seed) {}
  // 0 <= result < sides.
  std::uint32_t roll(std::uint32_t sides) { return static_cast<std::uint32_t>(engine_() % sides); }

 private:
  std::mt19937 engine_;
};

}  // namespace dokumill::testing
