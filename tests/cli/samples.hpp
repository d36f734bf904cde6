// Records with known answers, and the text they have in every format: the tests' own idea of
// docs/formats.md, sharing nothing with the program.
//
// Thread safety: pure functions. Cost: the naive solver; keep holes few.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dokumill::test {

// Puzzles and boards are 81 characters, '0' for an empty cell.
// one solution; Wikipedia's example
inline const std::string kPuzzle =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
// of kPuzzle
inline const std::string kSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
// A. Inkala's puzzle of 2012
inline const std::string kInkala =
    "800000000003600000070090200050007000000045700000100030001000068008500010090000400";
inline const std::string kInkalaSolution =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
// Wikipedia's puzzle against search in cell order
inline const std::string kSlowForBruteForce =
    "000000000000003085001020000000507000004000100090000000500000073002010000000040009";
inline const std::string kSlowForBruteForceSolution =
    "987654321246173985351928746128537694634892157795461832519286473472319568863745219";
// P. Norvig's line: consistent givens, no solution
inline const std::string kNorvigNoSolution =
    "000005080000601043000000000010500000000106000300000005530000061000000004000000000";
// an easy one of that kind
inline const std::string kNoSolution =
    "123456780000000009000000000000000000000000000000000000000000000000000000000000000";
// r1c1 and r1c5 are both 5
inline const std::string kTwoFives =
    "500050000000000000000000000000000000000000000000000000000000000000000000000000000";
// full; r1c1 and r1c2 of kSolution exchanged
inline const std::string kWrongBoard =
    "354678912672195348198342567859761423426853791713924856961537284287419635345286179";
// several solutions: r1c1 is open, and so is all but the begin of kSolution
inline const std::string kSeveral = "0" + kSolution.substr(1, 20) + std::string(60, '0');
inline const std::string kEmptyGrid(81, '0');
// the smallest of its solutions
inline const std::string kEmptyGridSmallest =
    "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
// 81 '?'
inline const std::string kUnknown(81, '?');

enum class Format { kLine, kGrid, kCsv };
inline constexpr std::array<Format, 3> kFormats{Format::kLine, Format::kGrid, Format::kCsv};
const char* name_of(Format format);

enum class Kind { kUnique, kMultiple, kUnsolvable, kContradiction, kMalformed };

struct Record {
  Kind kind = Kind::kUnique;
  std::string cells;   // kMalformed: empty
  std::string answer;  // what stands in the output: the solution, the cells, or kUnknown
};

Record record_of(const std::string& cells);  // classified and solved by the naive solver
Record malformed_record();

// Grid text: nine rows of nine cells apart by spaces, each with its line end.
std::string rows_of(std::string_view cells);

// The input text of records; a malformed one has 80 cells, its last cell is missing.
std::string input_text(std::span<const Record> records, Format format);
// What `solve --to FORMAT` writes for them.
std::string output_text(std::span<const Record> records, Format format);

// `count` records of every kind, the same ones for the same seed.
std::vector<Record> mixed_records(std::size_t count, std::uint32_t seed = 1);
// `count` puzzles with one solution.
std::vector<Record> good_records(std::size_t count, std::uint32_t seed = 1);

// A complete board from a number: row shifts of a permuted first row.
std::string board_of(std::uint32_t number);
// The board with `holes` cells emptied.
std::string puzzle_of(std::uint32_t number, int holes);

// By the naive solver. count: the number of solutions, at most `limit`. smallest: the
// lexicographically smallest solution, empty if there is none.
int count_solutions(const std::string& cells, int limit);
std::string smallest_solution(const std::string& cells);
// "" or two cells of the same digit in one house, in the words of the message.
std::string contradiction_in(const std::string& cells);
bool is_board(std::string_view cells);

std::string replace_all(std::string text, std::string_view from, std::string_view to);
std::string repeat(std::string_view text, std::size_t times);
// The parts of a text that each end with `end`; the last one may lack it.
std::vector<std::string> split(const std::string& text, char end);

// A small generator whose numbers are the same with every library.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : engine_(seed) {}
  // 0 <= result < sides.
  std::uint32_t roll(std::uint32_t sides) { return static_cast<std::uint32_t>(engine_() % sides); }

 private:
  std::mt19937 engine_;
};

}  // namespace dokumill::test
