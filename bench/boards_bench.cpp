// Boards a second and bytes a second of each family and format, checks included, into a buffer of
// 1 MiB that is used again and again; and boards a second of make_boards.
#include <benchmark/benchmark.h>

#include <vector>

#include "boards/board_printer.hpp"
#include "dokumill/boards.hpp"

namespace {

using dokumill::BoardFamily;
using dokumill::BoardSource;
using dokumill::Digit;
using dokumill::Grid;
using dokumill::boards::board_bytes;
using dokumill::boards::BoardFormat;
using dokumill::boards::BoardPrinter;

void print(benchmark::State& state, BoardFamily family, BoardFormat format) {
  const std::uint64_t chunk = (1U << 20) / board_bytes(format);
  std::vector<char> buffer(chunk * board_bytes(format));
  const BoardSource source{family, Digit(1), 1};
  BoardPrinter printer(source, format);
  std::uint64_t start = 0;
  for (auto _ : state) {
    if (start + chunk > family_size(family)) start = 0;
    if (printer.print(start, chunk, buffer.data()) != chunk) state.SkipWithError("check failed");
    benchmark::ClobberMemory();
    start += chunk;
  }
  const auto boards = static_cast<std::int64_t>(state.iterations() * chunk);
  state.SetItemsProcessed(boards);
  state.SetBytesProcessed(boards * static_cast<std::int64_t>(board_bytes(format)));
  state.counters["s_per_board"] = benchmark::Counter(
      static_cast<double>(boards), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

BENCHMARK_CAPTURE(print, classic_grid, BoardFamily::kClassic, BoardFormat::kGrid);
BENCHMARK_CAPTURE(print, classic_line, BoardFamily::kClassic, BoardFormat::kLine);
BENCHMARK_CAPTURE(print, wide_grid, BoardFamily::kWide, BoardFormat::kGrid);
BENCHMARK_CAPTURE(print, wide_line, BoardFamily::kWide, BoardFormat::kLine);
BENCHMARK_CAPTURE(print, random_grid, BoardFamily::kRandom, BoardFormat::kGrid);
BENCHMARK_CAPTURE(print, random_line, BoardFamily::kRandom, BoardFormat::kLine);

void make(benchmark::State& state, BoardFamily family) {
  std::vector<Grid> boards(8192);
  const BoardSource source{family, Digit(1), 1};
  std::uint64_t start = 0;
  for (auto _ : state) {
    if (start + boards.size() > family_size(family)) start = 0;
    make_boards(source, start, boards);
    benchmark::ClobberMemory();
    start += boards.size();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * boards.size()));
}

BENCHMARK_CAPTURE(make, classic, BoardFamily::kClassic);
BENCHMARK_CAPTURE(make, wide, BoardFamily::kWide);
BENCHMARK_CAPTURE(make, random, BoardFamily::kRandom);

}  // namespace
