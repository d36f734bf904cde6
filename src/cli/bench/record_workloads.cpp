// Workloads that parse text to grids and print grids to text, on one thread. A job that solves
// parses its input first and prints its results last.
#include <algorithm>
#include <utility>

#include "cli/bench/digest.hpp"
#include "cli/bench/workload.hpp"
#include "dokumill/solver.hpp"
#include "engine/puzzles/sample_puzzles.hpp"
#include "formats/reader.hpp"
#include "formats/record_text.hpp"

namespace dokumill::throughput {
namespace {

constexpr std::size_t kRecords = std::size_t{1} << 16;
constexpr std::size_t kAtOnce = 1024;  // a worker's usual batch; these records stay in the cache

Result<std::vector<Grid>> easy_puzzles(const WorkloadContext& context) {
  return puzzles::sample_puzzles(puzzles::SampleKind::kEasy, 1, context.share(kRecords),
                                 context.should_stop);
}

std::string_view bytes_of(const Grid& grid) {
  return {reinterpret_cast<const char*>(grid.cells.data()), grid.cells.size()};
}

class ParseWorkload final : public Workload {
 public:
  explicit ParseWorkload(const WorkloadContext& context)
      : Workload({"parse", "lines of 81 characters to grids", "puzzles", false}),
        context_(context),
        batch_(kAtOnce) {}

  Result<Fingerprint> prepare() override {
    const Result<std::vector<Grid>> puzzles = easy_puzzles(context_);
    if (!puzzles.ok()) return puzzles.status();
    records_ = puzzles->size();
    text_.reserve(records_ * kLineBytes);
    for (const Grid& puzzle : *puzzles) text_ += to_line(puzzle) + '\n';
    bytes_ = text_.size();
    Digest input;
    input.add(text_);
    return Fingerprint{input.value(), 0, {}};
  }

  Status pass(int) override {
    std::uint64_t records = 0;
    read_all([&records](const records::RecordBatch& batch) {
      records += batch.size - batch.faults.size();
    });
    return records == records_ ? Status() : Status(ErrorCode::kSelfCheck, "a record was not read");
  }

  Result<std::uint64_t> output_digest() override {
    Digest output;
    read_all([&output](const records::RecordBatch& batch) {
      for (std::size_t i = 0; i < batch.size; ++i) output.add(bytes_of(batch.grids[i]));
    });
    return output.value();
  }

 private:
  template <class Use>
  void read_all(const Use& use) {
    reader_->start(text_, {});
    while (reader_->read(batch_)) use(batch_);
  }

  WorkloadContext context_;
  std::string text_;
  std::unique_ptr<records::RecordReader> reader_ = records::RecordReader::make({});
  records::RecordBatch batch_;
};

class PrintWorkload final : public Workload {
 public:
  explicit PrintWorkload(const WorkloadContext& context)
      : Workload({"print", "boards to nine rows of text", "boards", false}), context_(context) {}

  Result<Fingerprint> prepare() override {
    const Result<std::vector<Grid>> puzzles = easy_puzzles(context_);
    if (!puzzles.ok()) return puzzles.status();
    Result<Solver> solver = Solver::create();
    if (!solver.ok()) return solver.status();
    std::vector<SolveResult> results(puzzles->size());
    solver->solve(*puzzles, results);
    Digest input;
    for (const SolveResult& result : results) {
      boards_.push_back(result.solution);
      input.add(bytes_of(result.solution));
    }
    records_ = boards_.size();
    bytes_ = records_ * kGridBytes;
    text_.resize(kAtOnce * kGridBytes);
    return Fingerprint{input.value(), 0, {}};
  }

  Status pass(int) override {
    std::uint64_t bytes = 0;
    print_all([&bytes](std::string_view text) { bytes += text.size(); });
    return bytes == bytes_ ? Status() : Status(ErrorCode::kSelfCheck, "a board was not printed");
  }

  Result<std::uint64_t> output_digest() override {
    Digest output;
    print_all([&output](std::string_view text) { output.add(text); });
    return output.value();
  }

 private:
  template <class Use>
  void print_all(const Use& use) {
    for (std::size_t first = 0; first < boards_.size(); first += kAtOnce) {
      char* out = text_.data();
      for (std::size_t i = first; i < std::min(first + kAtOnce, boards_.size()); ++i) {
        out = records::print_grid_cells(boards_[i], out);
      }
      use(std::string_view(text_.data(), static_cast<std::size_t>(out - text_.data())));
    }
  }

  WorkloadContext context_;
  std::vector<Grid> boards_;
  std::string text_;
};

}  // namespace

void add_record_workloads(const WorkloadContext& context, Workloads& all) {
  all.push_back(std::make_unique<ParseWorkload>(context));
  all.push_back(std::make_unique<PrintWorkload>(context));
}

}  // namespace dokumill::throughput
