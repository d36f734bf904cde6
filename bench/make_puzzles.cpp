// make_puzzles KIND COUNT SEED > FILE: writes a set of puzzles in the line format, for benchmarks
// and the demonstration. KIND is easy, minimal, several, none or hard
// (src/engine/puzzles/sample_puzzles.hpp), or climb. climb finds new hard puzzles and is slow
// (hard_puzzles.hpp). The program is a tool for developers and not installed.
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/grid_text.hpp"
#include "engine/puzzles/sample_puzzles.hpp"
#include "hard_puzzles.hpp"

namespace {

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

using dokumill::Grid;
using dokumill::Result;

Result<std::vector<Grid>> make(std::string_view kind, std::size_t count, std::uint64_t seed) {
  if (kind == "climb") return dokumill::bench::make_hard_puzzles(seed, count);
  return dokumill::puzzles::sample_puzzles(*dokumill::puzzles::sample_kind(kind), seed, count);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view kind = argc == 4 ? argv[1] : "";
  const auto count = argc == 4 ? number(argv[2]) : std::nullopt;
  const auto seed = argc == 4 ? number(argv[3]) : std::nullopt;
  if ((kind != "climb" && !dokumill::puzzles::sample_kind(kind)) || !count || !seed) {
    std::fputs("usage: make_puzzles easy|minimal|several|none|hard|climb COUNT SEED > FILE\n",
               stderr);
    return 2;
  }
  const Result<std::vector<Grid>> puzzles = make(kind, *count, *seed);
  if (!puzzles.ok()) {
    std::fprintf(stderr, "make_puzzles: %s\n", puzzles.status().message().c_str());
    return 2;
  }
  std::string text(puzzles->size() * dokumill::kLineBytes, '\n');
  char* out = text.data();
  for (const Grid& puzzle : *puzzles) out = dokumill::write_cells(puzzle, out) + 1;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    std::fputs("make_puzzles: cannot write\n", stderr);
    return 2;
  }
  return 0;
}
