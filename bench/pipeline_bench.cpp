// Measures puzzles per second of whole jobs, for several numbers of threads. A job solves a
// temporary file into another file or into /dev/null. Its time includes opening and closing these
// files.
//
// The input has 262,144 easy puzzles of the project's own generator and is in the page cache. The
// column "CPU" is the processor time of all threads.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "counters.hpp"
#include "dokumill/batch.hpp"
#include "puzzles/sample_puzzles.hpp"

namespace dokumill {
namespace {

constexpr std::size_t kPuzzles = 262144;

// A folder for the files of this run. The destructor removes it.
class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() /
              ("dokumill_bench_" + std::to_string(system_number()))) {
    std::filesystem::create_directories(path_);
    std::ofstream lines(path("lines"), std::ios::binary);
    std::ofstream rows(path("rows"), std::ios::binary);
    const std::vector<Grid> made =
        puzzles::sample_puzzles(puzzles::SampleKind::kEasy, 1, kPuzzles).value();
    for (const Grid& puzzle : made) {
      lines << to_line(puzzle) << '\n';
      rows << to_rows(puzzle) << '\n';
    }
  }
  ~Folder() { std::filesystem::remove_all(path_); }

  std::string path(const std::string& name) const { return (path_ / name).string(); }

 private:
  static std::uint64_t system_number() {
    return static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  }

  std::filesystem::path path_;
};

enum class Output { kFile, kNothing };

void solve_file(benchmark::State& state, const char* input, Output output) {
  static const Folder folder;
  SolveOptions options;
  options.input.path = folder.path(input);
  options.output = output == Output::kFile ? folder.path("solved") : "/dev/null";
  options.threads = static_cast<int>(state.range(0));
  for (auto _ : state) {
    const Result<SolveReport> report = solve(options);
    if (!report.ok() || report->unique != kPuzzles) state.SkipWithError("a puzzle is not solved");
  }
  count_records(state, "puzzle", kPuzzles);
}

// Runs the benchmark with 1, 2, 4, ... threads, up to the number of processors.
void set_threads(benchmark::internal::Benchmark* bench) {
  bench->ArgName("threads")->Unit(benchmark::kMillisecond)->UseRealTime()->MeasureProcessCPUTime();
  bench->RangeMultiplier(2)->Range(1, std::max(1U, std::thread::hardware_concurrency()));
}

[[maybe_unused]] const bool kRegistered = [] {
  using benchmark::RegisterBenchmark;
  set_threads(RegisterBenchmark("solve lines to nothing", solve_file, "lines", Output::kNothing));
  set_threads(RegisterBenchmark("solve lines to a file", solve_file, "lines", Output::kFile));
  set_threads(RegisterBenchmark("solve rows to nothing", solve_file, "rows", Output::kNothing));
  set_threads(RegisterBenchmark("solve rows to a file", solve_file, "rows", Output::kFile));
  return true;
}();

}  // namespace
}  // namespace dokumill
