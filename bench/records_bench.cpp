// Measures records per second and bytes per second of the code around the solver: reading records
// of each format, cutting their text into chunks, printing records, and checking solutions as a job
// checks them.
//
// The records are 16,384 different easy puzzles of the project's own generator, so that the branch
// predictor cannot learn them. Texts and buffers are reused and stay in the cache, as a chunk does.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "batch/rows/row_writer.hpp"
#include "counters.hpp"
#include "dokumill/solver.hpp"
#include "engine/puzzles/sample_puzzles.hpp"
#include "formats/chunk_boundary.hpp"
#include "formats/reader.hpp"

namespace dokumill {
namespace {

using records::CsvLayout;

constexpr std::size_t kPuzzles = 16384;
constexpr std::size_t kAtOnce = 1024;

const std::vector<Grid>& puzzles() {
  static const std::vector<Grid> made =
      puzzles::sample_puzzles(puzzles::SampleKind::kEasy, 1, kPuzzles).value();
  return made;
}

const std::vector<Grid>& boards() {
  static const std::vector<Grid> solved = [] {
    Solver solver = Solver::create().value();
    std::vector<Grid> solutions;
    for (const Grid& puzzle : puzzles()) solutions.push_back(solver.solve(puzzle).solution);
    return solutions;
  }();
  return solved;
}

// The puzzles as lines that end in `line_end`, with `empty` for each empty cell.
std::string lines_of_puzzles(const std::string& line_end, char empty) {
  std::string text;
  for (const Grid& puzzle : puzzles()) text += to_line(puzzle) + line_end;
  for (char& c : text) {
    if (c == '0') c = empty;
  }
  return text;
}
std::string lines_with_dots() {
  return lines_of_puzzles("\n", '.');
}
std::string lines_with_zeros() {
  return lines_of_puzzles("\n", '0');
}
std::string lines_with_stars_and_crlf() {
  return lines_of_puzzles("\r\n", '*');
}
std::string lines_with_remarks() {
  return lines_of_puzzles(" # 1.5\n", '.');
}

std::string spaced_rows() {
  std::string text;
  for (const Grid& puzzle : puzzles()) text += to_rows(puzzle) + '\n';
  return text;
}
std::string packed_rows() {
  std::string text = spaced_rows();
  std::erase(text, ' ');
  return text;
}
std::string with_crlf(const std::string& text) {
  std::string other;
  for (const char c : text) other += c == '\n' ? "\r\n" : std::string(1, c);
  return other;
}
std::string spaced_rows_with_crlf() {
  return with_crlf(spaced_rows());
}
std::string packed_rows_with_crlf() {
  return with_crlf(packed_rows());
}

std::string rows_of_puzzle_and_solution() {
  std::string text;
  for (std::size_t i = 0; i < kPuzzles; ++i) {
    text += to_line(puzzles()[i]) + ',' + to_line(boards()[i]) + '\n';
  }
  return text;
}
std::string rows_of_puzzle_and_solution_with_crlf() {
  return with_crlf(rows_of_puzzle_and_solution());
}
std::string rows_of_four_columns() {
  std::string text;
  for (std::size_t i = 0; i < kPuzzles; ++i) {
    text += std::to_string(i) + ",\"easy\"," + to_line(puzzles()[i]) + ",1.5\n";
  }
  return text;
}

void read_records(benchmark::State& state, TextFormat format, CsvLayout csv,
                  std::string (*make)()) {
  const std::string text = make();
  records::ReadOptions options;
  options.format = format;
  options.csv = csv;
  const auto reader = records::RecordReader::make(options);
  records::RecordBatch batch(kAtOnce);
  for (auto _ : state) {
    reader->start(text, {});
    std::size_t found = 0;
    while (reader->read(batch)) {
      benchmark::DoNotOptimize(batch.grids.data());
      found += batch.size - batch.faults.size();
    }
    if (found != kPuzzles) state.SkipWithError("not every record was read");
  }
  count_records(state, "record", kPuzzles, text.size());
}

// Cuts the text into chunks of at most `chunk_bytes`, as a job does.
void cut_chunks(benchmark::State& state, TextFormat format, std::string (*make)(),
                std::size_t chunk_bytes) {
  const std::string text = make();
  std::size_t chunks = 0;
  for (auto _ : state) {
    chunks = 0;
    records::Entry entry;
    for (std::string_view rest = text; !rest.empty();) {
      const std::string_view window = rest.substr(0, chunk_bytes);
      const records::ChunkBoundary cut =
          records::find_chunk_boundary(format, window, entry, window.size() == rest.size());
      if (cut.bytes == 0) return state.SkipWithError("no cut");
      entry = cut.next;
      ++chunks;
      rest.remove_prefix(cut.bytes);
    }
  }
  count_records(state, "chunk", chunks);
}

void print_solutions(benchmark::State& state, TextFormat format) {
  batch::OutputPlan plan;
  plan.format = format;
  plan.rows = batch::OutputPlan::Rows::kAnswers;
  batch::RowWriter rows(plan);
  batch::ChunkResult result;
  std::size_t first = 0;
  for (auto _ : state) {
    result.clear();
    for (std::size_t i = first; i < first + kAtOnce; ++i) {
      rows.write(result, puzzles()[i], {}, batch::kSolutionColumn(boards()[i]));
    }
    benchmark::ClobberMemory();
    first = (first + kAtOnce) % kPuzzles;
  }
  count_records(state, "record", kAtOnce, result.text_bytes);
}

template <class IsSound>
void check_boards(benchmark::State& state, IsSound is_sound) {
  std::size_t first = 0;
  for (auto _ : state) {
    for (std::size_t i = first; i < first + kAtOnce; ++i) {
      if (!is_sound(boards()[i], puzzles()[i])) state.SkipWithError("a board is wrong");
    }
    first = (first + kAtOnce) % kPuzzles;
  }
  count_records(state, "record", kAtOnce, kAtOnce * sizeof(Grid));
}

struct Text {
  const char* words;
  std::string (*make)();
  TextFormat format;
  CsvLayout csv = {};
};

constexpr Text kTexts[] = {
    {"lines with dots", lines_with_dots, TextFormat::kLine},
    {"lines with zeros", lines_with_zeros, TextFormat::kLine},
    {"lines with stars and CRLF", lines_with_stars_and_crlf, TextFormat::kLine},
    {"lines with remarks", lines_with_remarks, TextFormat::kLine},
    {"spaced rows", spaced_rows, TextFormat::kGrid},
    {"packed rows", packed_rows, TextFormat::kGrid},
    {"spaced rows with CRLF", spaced_rows_with_crlf, TextFormat::kGrid},
    {"packed rows with CRLF", packed_rows_with_crlf, TextFormat::kGrid},
    {"csv of puzzle and solution", rows_of_puzzle_and_solution, TextFormat::kCsv, {2, 0}},
    {"csv of puzzle and solution with CRLF",
     rows_of_puzzle_and_solution_with_crlf,
     TextFormat::kCsv,
     {2, 0}},
    {"csv of four columns with quotes", rows_of_four_columns, TextFormat::kCsv, {4, 2}},
};

[[maybe_unused]] const bool kRegistered = [] {
  using benchmark::RegisterBenchmark;
  for (const Text& text : kTexts) {
    RegisterBenchmark((std::string("read ") + text.words).c_str(), read_records, text.format,
                      text.csv, text.make);
  }
  for (const Text& text : kTexts) {
    const bool is_typical = text.make == lines_with_dots || text.make == spaced_rows;
    if (text.format != TextFormat::kCsv && !is_typical) continue;
    for (const std::size_t kib : {164, 1024}) {
      const std::string name =
          "cut " + std::string(text.words) + " into chunks of " + std::to_string(kib) + " KiB";
      RegisterBenchmark(name.c_str(), cut_chunks, text.format, text.make, kib << 10);
    }
  }
  RegisterBenchmark("print solutions as lines", print_solutions, TextFormat::kLine);
  RegisterBenchmark("print solutions as spaced rows", print_solutions, TextFormat::kGrid);
  RegisterBenchmark("print solutions as csv", print_solutions, TextFormat::kCsv);
  const auto is_whole = [](const Grid& board, const Grid&) { return is_complete(board); };
  const auto is_sound = [](const Grid& board, const Grid& puzzle) {
    return is_complete(board) && keeps_givens(board, puzzle);
  };
  RegisterBenchmark("check the houses of boards", check_boards<decltype(is_whole)>, is_whole);
  RegisterBenchmark("check that boards keep their givens", check_boards<decltype(&keeps_givens)>,
                    keeps_givens);
  RegisterBenchmark("check houses and givens of boards", check_boards<decltype(is_sound)>,
                    is_sound);
  return true;
}();

}  // namespace
}  // namespace dokumill
