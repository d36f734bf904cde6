// For each family and format, measures how many boards and bytes per second are printed into a
// buffer of 1 MiB that is reused. The time includes the checks of the boards by the printer. Also
// measures boards per second of make_boards().
#include <benchmark/benchmark.h>

#include <vector>

#include "counters.hpp"
#include "dokumill/boards.hpp"
#include "engine/boards/board_printer.hpp"

namespace {

using dokumill::BoardFamily;
using dokumill::BoardSource;
using dokumill::Digit;
using dokumill::Grid;
using dokumill::TextFormat;
using dokumill::boards::board_bytes;
using dokumill::boards::BoardPrinter;

void print(benchmark::State& state, BoardFamily family, TextFormat format) {
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
  dokumill::count_records(state, "board", chunk, chunk * board_bytes(format));
}

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
  dokumill::count_records(state, "board", boards.size());
}

struct Family {
  const char* boards;
  BoardFamily family;
};

[[maybe_unused]] const bool kRegistered = [] {
  const Family families[] = {{"classic boards", BoardFamily::kClassic},
                             {"wide boards", BoardFamily::kWide},
                             {"random boards", BoardFamily::kRandom}};
  for (const auto& [boards, family] : families) {
    const std::string printed = std::string("print ") + boards;
    benchmark::RegisterBenchmark((printed + " as rows").c_str(), print, family, TextFormat::kGrid);
    benchmark::RegisterBenchmark((printed + " as lines").c_str(), print, family, TextFormat::kLine);
    benchmark::RegisterBenchmark((std::string("make ") + boards).c_str(), make, family);
  }
  return true;
}();

}  // namespace
