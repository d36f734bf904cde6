#include "formats/programs/program_text.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/grid_text.hpp"
#include "formats/import/links/lz_string.hpp"

namespace dokumill::records {
namespace {

constexpr std::size_t kSide = 9;

char* put(std::string_view text, char* out) {
  return std::ranges::copy(text, out).out;
}

bool is_malformed(const Grid& grid) {
  return grid.cells[0] > 9;
}

// The character of a cell: a digit, `empty` or '?'.
char symbol(const Grid& grid, std::size_t cell, char empty) {
  const std::uint8_t value = grid.cells[cell];
  return value == 0 ? empty : value > 9 ? '?' : static_cast<char>('0' + value);
}

// The JSON of f-puzzles, packed to base64; '?' for a malformed record.
std::string packed_puzzle(const Grid& grid) {
  if (is_malformed(grid)) return "?";
  std::string json = R"({"size":9,"grid":[)";
  for (std::size_t cell = 0; cell < grid.cells.size(); ++cell) {
    json += cell == 0 ? "[" : cell % kSide == 0 ? "],[" : ",";
    json += '{';
    if (grid.cells[cell] != 0) {
      json += R"("value":)";
      json += symbol(grid, cell, '0');
      json += R"(,"given":true)";
    }
    json += '}';
  }
  return compress_lz(json + "]]}");
}

}  // namespace

char* print_opensudoku(const Grid& grid, char* out) {
  if (is_malformed(grid)) return put("<!-- a malformed record -->\n", out);
  out = put("<game data=\"", out);
  out = write_cells(grid, out);
  return put("\"/>\n", out);
}

char* print_sdk(const Grid& grid, char* out) {
  out = put("[Puzzle]\n", out);
  for (std::size_t cell = 0; cell < grid.cells.size(); ++cell) {
    *out++ = symbol(grid, cell, '.');
    if (cell % kSide == kSide - 1) *out++ = '\n';
  }
  return out;
}

char* print_ksudoku(const Grid& grid, char* out) {
  out =
      put("<!DOCTYPE ksudoku>\n<ksudoku>\n <game>\n  <puzzle>\n"
          "   <graph order=\"9\" type=\"sudoku\" specific-type=\"Plain\"/>\n   <values>",
          out);
  for (std::size_t i = 0; i < grid.cells.size(); ++i) {
    const char c = symbol(grid, i % kSide * kSide + i / kSide, '_');
    *out++ = c >= '1' && c <= '9' ? static_cast<char>(c - '0' + 'a') : c;
  }
  return put("</values>\n  </puzzle>\n </game>\n</ksudoku>\n", out);
}

char* print_latex(const Grid& grid, char* out) {
  if (is_malformed(grid)) return put("% a malformed record\n", out);
  out = put("\\begin{sudoku}\n", out);
  for (std::size_t cell = 0; cell < grid.cells.size(); ++cell) {
    *out++ = '|';
    *out++ = symbol(grid, cell, ' ');
    if (cell % kSide == kSide - 1) out = put("|.\n", out);
  }
  return put("\\end{sudoku}\n", out);
}

// In the path of a link, '+', '/' and '=' are escaped.
char* print_sudokupad(const Grid& grid, char* out) {
  out = put("https://sudokupad.app/fpuz", out);
  for (const char c : packed_puzzle(grid)) {
    const std::string_view one(&c, 1);
    out = put(c == '+' ? "%2B" : c == '/' ? "%2F" : c == '=' ? "%3D" : one, out);
  }
  *out++ = '\n';
  return out;
}

// f-puzzles itself and other writers of its links escape nothing.
char* print_fpuzzles(const Grid& grid, char* out) {
  out = put("https://f-puzzles.com/?load=", out);
  out = put(packed_puzzle(grid), out);
  *out++ = '\n';
  return out;
}

char* print_solo(const Grid& grid, char* out) {
  constexpr int kLongestRun = 'z' - 'a' + 1;
  out = put("3x3:", out);
  const char* const begin = out;
  int run = 0;  // of empty cells
  for (std::size_t cell = 0; cell < grid.cells.size(); ++cell) {
    const char c = symbol(grid, cell, '0');
    const bool is_last = cell + 1 == grid.cells.size();
    run += c == '0' ? 1 : 0;
    if (run == kLongestRun || (run != 0 && (c != '0' || is_last))) {
      *out++ = static_cast<char>('a' + std::exchange(run, 0) - 1);
    }
    if (c == '0') continue;
    if (out != begin && out[-1] <= '9') *out++ = '_';
    *out++ = c;
  }
  *out++ = '\n';
  return out;
}

}  // namespace dokumill::records
