#include "cli/support/samples.hpp"

#include <map>
#include <utility>

#include "support/puzzles/naive_solver.hpp"

namespace dokumill::testing {

const char* name_of(Format format) {
  switch (format) {
    case Format::kLine:
      return "line";
    case Format::kGrid:
      return "grid";
    case Format::kCsv:
      return "csv";
  }
  return "";
}

namespace {

// The digits used in each house; bit d - 1 stands for digit d.
struct Houses {
  std::array<unsigned, 9> rows{};
  std::array<unsigned, 9> columns{};
  std::array<unsigned, 9> boxes{};

  static int box_of(int cell) { return cell / 27 * 3 + cell % 9 / 3; }
  unsigned used(int cell) const { return rows[cell / 9] | columns[cell % 9] | boxes[box_of(cell)]; }
  void flip(int cell, unsigned bit) {
    rows[cell / 9] ^= bit;
    columns[cell % 9] ^= bit;
    boxes[box_of(cell)] ^= bit;
  }
};

}  // namespace

Grid grid_of(const std::string& cells) {
  Grid grid;
  for (int cell = 0; cell < 81; ++cell)
    grid.cells[cell] = static_cast<std::uint8_t>(cells.at(cell) - '0');
  return grid;
}

int count_solutions(const std::string& cells, int limit) {
  return NaiveSolver().count(grid_of(cells), limit);
}

std::string smallest_solution(const std::string& cells) {
  NaiveSolver solver;
  if (solver.count(grid_of(cells), 1) == 0) return {};
  std::string solution;
  for (int cell = 0; cell < 81; ++cell) {
    solution += static_cast<char>('0' + solver.smallest().cells[cell]);
  }
  return solution;
}

std::string contradiction_in(const std::string& cells) {
  for (int a = 0; a < 81; ++a) {
    for (int b = a + 1; b < 81; ++b) {
      const bool peers = a / 9 == b / 9 || a % 9 == b % 9 || Houses::box_of(a) == Houses::box_of(b);
      if (cells[a] == '0' || cells[a] != cells[b] || !peers) continue;
      const auto name = [](int cell) {
        return "r" + std::to_string(cell / 9 + 1) + "c" + std::to_string(cell % 9 + 1);
      };
      return name(a) + " and " + name(b) + " are both " + cells[a];
    }
  }
  return {};
}

bool is_board(std::string_view cells) {
  Houses houses;
  if (cells.size() != 81) return false;
  for (int cell = 0; cell < 81; ++cell) {
    if (cells[cell] < '1' || cells[cell] > '9') return false;
    const unsigned bit = 1U << (cells[cell] - '1');
    if ((houses.used(cell) & bit) != 0) return false;
    houses.flip(cell, bit);
  }
  return true;
}

Record record_of(const std::string& cells) {
  if (!contradiction_in(cells).empty()) return {Kind::kContradiction, cells, cells};
  switch (count_solutions(cells, 2)) {
    case 0:
      return {Kind::kUnsolvable, cells, cells};
    case 1:
      return {Kind::kUnique, cells, smallest_solution(cells)};
    default:
      return {Kind::kMultiple, cells, smallest_solution(cells)};
  }
}

Record malformed_record() {
  return {Kind::kMalformed, "", kUnknown};
}

std::string rows_of(std::string_view cells) {
  std::string text;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    text += cells[cell];
    text += cell % 9 == 8 ? '\n' : ' ';
  }
  return text;
}

std::string input_text(std::span<const Record> records, Format format) {
  std::string text = format == Format::kCsv ? "puzzle\n" : "";
  for (const Record& record : records) {
    const bool malformed = record.kind == Kind::kMalformed;
    const std::string cells = malformed ? kPuzzle.substr(0, 80) : record.cells;
    if (format != Format::kGrid) {
      text += cells + '\n';
      continue;
    }
    if (!text.empty()) text += '\n';
    text += rows_of(cells);
    if (malformed) text.back() = '\n';
  }
  return text;
}

std::string output_text(std::span<const Record> records, Format format) {
  std::string text = format == Format::kCsv ? "puzzle,solution\n" : "";
  for (const Record& record : records) {
    switch (format) {
      case Format::kLine:
        text += record.answer + '\n';
        break;
      case Format::kGrid:
        text += (text.empty() ? "" : "\n") + rows_of(record.answer);
        break;
      case Format::kCsv:
        text += (record.kind == Kind::kMalformed ? kUnknown : record.cells) + ',' + record.answer +
                '\n';
        break;
    }
  }
  return text;
}

std::string board_of(std::uint32_t number) {
  static constexpr std::array<int, 9> kShifts{0, 3, 6, 1, 4, 7, 2, 5, 8};
  std::string first = "123456789";
  Dice dice(number);
  for (int last = 8; last > 0; --last) {
    std::swap(first[last], first[dice.roll(static_cast<std::uint32_t>(last) + 1)]);
  }
  std::string board;
  for (const int shift : kShifts) {
    for (int column = 0; column < 9; ++column) board += first[(column + shift) % 9];
  }
  return board;
}

std::string puzzle_of(std::uint32_t number, int holes) {
  std::string cells = board_of(number);
  Dice dice(number + 77);
  for (int made = 0; made < holes;) {
    char& cell = cells[dice.roll(81)];
    if (cell == '0') continue;
    cell = '0';
    ++made;
  }
  return cells;
}

std::vector<Record> good_records(std::size_t count, std::uint32_t seed) {
  static std::map<std::uint32_t, Record> known;
  std::vector<Record> records;
  for (std::uint32_t number = seed * 1'000; records.size() < count; ++number) {
    // A long list repeats 100 puzzles, because the naive solver is slow.
    const std::uint32_t which = seed * 1'000 + (number - seed * 1'000) % 100;
    auto [entry, fresh] = known.try_emplace(which);
    if (fresh) entry->second = record_of(puzzle_of(which, 30));
    if (entry->second.kind == Kind::kUnique) records.push_back(entry->second);
  }
  return records;
}

std::vector<Record> mixed_records(std::size_t count, std::uint32_t seed) {
  static const std::vector<Record> special{record_of(kNoSolution),     malformed_record(),
                                           record_of(kTwoFives),       record_of(kWrongBoard),
                                           record_of(kSolution),       record_of(kInkala),
                                           record_of(puzzle_of(5, 50))};
  Dice dice(seed);
  std::vector<Record> records = good_records(count, seed);
  for (Record& record : records) {
    if (dice.roll(3) == 0) record = special[dice.roll(static_cast<std::uint32_t>(special.size()))];
  }
  return records;
}

std::string numbered_lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    const std::string digits = std::to_string(100000 + i);
    text += digits + std::string(81 - digits.size(), '0') + '\n';
  }
  return text;
}

std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

std::string repeat(std::string_view text, std::size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (; times > 0; --times) all += text;
  return all;
}

std::vector<std::string> split(const std::string& text, char end) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (std::size_t at; (at = text.find(end, from)) != std::string::npos; from = at + 1) {
    parts.push_back(text.substr(from, at - from));
  }
  if (from < text.size()) parts.push_back(text.substr(from));
  return parts;
}

}  // namespace dokumill::testing
