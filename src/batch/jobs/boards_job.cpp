// Implements generate_boards(): prints the boards of a number range as text.
#include <algorithm>

#include "base/cells16.hpp"
#include "base/platform/files/input_file.hpp"
#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "batch/frame/job.hpp"
#include "batch/jobs/sizes/sized_jobs.hpp"
#include "batch/rows/row_writer.hpp"
#include "batch/stages/self_check.hpp"
#include "engine/boards/board_printer.hpp"
#include "formats/format_table.hpp"

namespace dokumill::batch {
namespace {

// The boards of a row group (boards/row_group.hpp) have the same nine rows, so the rows are printed
// and checked once per group. A row group has 72 classic boards or 144 wide boards. 1,296 is a
// multiple of both numbers, so a chunk of kBoardGroup boards consists of whole row groups.
constexpr std::uint64_t kBoardGroup = 1296;
static_assert(kBoardGroup % 72 == 0);
constexpr std::uint64_t kMaxBoardGroups = 4;
// Boards that take about 1 ms on one thread, so that a team of threads is worth its start.
constexpr std::uint64_t kListedPerThread = 32 * kBoardGroup;  // of families that are tables
constexpr std::uint64_t kSearchedPerThread = kBoardGroup;     // of families that are searched for

std::uint64_t least_per_thread(const BoardsOptions& options) {
  const BoardFamily family = options.source.family;
  const bool is_searched = family == BoardFamily::kRandom || family == BoardFamily::kClasses;
  return is_searched ? kSearchedPerThread : kListedPerThread;
}

// Number of boards between two checks for a stop output.
constexpr std::size_t kPrintAtOnce = kBoardGroup;

class BoardsWorker final : public Worker {
 public:
  BoardsWorker(const BoardSource& source, const OutputPlan& plan)
      : printed_(plan.format == TextFormat::kGrid ? TextFormat::kGrid : TextFormat::kLine),
        printer_(source, printed_),
        format_(plan.format),
        has_groups_(plan.cell_shape == CellShape::kGroups),
        rows_(plan) {}

  void work(ChunkTask& task) override {
    const auto boards = static_cast<std::size_t>(task.chunk().indices);
    const std::size_t bytes = boards * boards::board_bytes(printed_);
    ChunkResult& result = task.result();
    task.stopwatch().enter(Stage::kPrint);
    if (tables::has_typed_columns(format_) || has_groups_ || records::is_of_program(format_)) {
      lines_.resize(bytes);
      if (print(task, lines_.data(), boards)) write_rows(result, boards);
    } else {
      result.append(bytes, [&](char* const begin) {
        if (!print(task, begin, boards)) return begin;
        return format_ == TextFormat::kNpy ? make_values(begin, boards) : begin + bytes;
      });
    }
    if (result.text_bytes == 0) return;
    result.records = task.chunk().indices;
  }

 private:
  // Prints the boards of the chunk, and checks them. Returns false if the job is ending.
  bool print(ChunkTask& task, char* out, std::size_t boards) {
    const std::size_t board_bytes = boards::board_bytes(printed_);
    for (std::size_t done = 0; done < boards;) {
      if (task.should_stop()) return false;
      const std::size_t count = std::min(kPrintAtOnce, boards - done);
      const std::uint64_t first = task.chunk().first_index + done;
      const std::uint64_t right = printer_.print(first, count, out);
      if (right != count) {
        const std::string_view wrong(out + right * board_bytes, board_bytes);
        task.result().failure =
            failed_check(format_text("board {}: {}", first + right, cells_of(wrong)));
        return false;
      }
      out += count * board_bytes;
      done += count;
    }
    return true;
  }

  // Each line is a row of a table with one column.
  void write_rows(ChunkResult& result, std::size_t boards) const {
    for (std::size_t i = 0; i < boards; ++i) {
      Grid board;
      read_cells(lines_.data() + i * kLineBytes, board);
      rows_.write_grid(result, board);
    }
  }

  // Replaces each line of 81 digits by 81 values, in the same buffer, and returns their end.
  static char* make_values(char* const lines, std::size_t boards) {
    char* out = lines;
    for (std::size_t i = 0; i < boards; ++i, out += kCells) {
      const char* const line = lines + i * kLineBytes;
      for (int cell = 0; cell < kCells; ++cell) out[cell] = static_cast<char>(line[cell] - '0');
    }
    return out;
  }

  TextFormat printed_;  // the printer prints and checks boards in this format
  boards::BoardPrinter printer_;
  TextFormat format_;
  bool has_groups_;
  RowWriter rows_;
  std::vector<char> lines_;  // of a chunk, for write_rows()
};

}  // namespace

Result<JobReport> run_unguarded(const BoardsOptions& options, const JobHooks& hooks) {
  if (options.size) return run_sized_boards(options, hooks);
  const std::uint64_t size = family_size(options.source.family);
  OutputPlan output = OutputPlan::for_made(options.format, TextFormat::kGrid, {kPuzzleColumn});
  Status begun = output.begin(platform_of(hooks), options.job, options.output);
  if (!begun.ok()) return begun;
  if (options.start > size || options.count > size - options.start) {
    const bool has_wider = options.source.family == BoardFamily::kClassic ||
                           options.source.family == BoardFamily::kWide;
    const bool has_classes = options.source.family == BoardFamily::kClasses;
    if (has_classes && !has_board_classes()) {
      return Status(ErrorCode::kUsage, "this build has no table of classes", "source.family");
    }
    return Status(
        ErrorCode::kUsage,
        format_text("asked for {} board{} from board {} on, and the family has {}{}",
                    grouped(options.count), options.count == 1 ? "" : "s",
                    grouped(options.start + (has_classes ? 1 : 0)), grouped(size),
                    has_wider ? " (classic and wide together have more, random has 2^64 - 1)" : ""),
        has_wider ? "source.family" : "");
  }
  Result<Job> job = Job::open_range(
      options.job, hooks, options.continues,
      {options.start, options.count, kBoardGroup, kMaxBoardGroups, least_per_thread(options)},
      std::move(output));
  if (!job.ok()) return job.status();
  JobFold fold(job->fold_setup());
  const auto make_worker = [&]() -> Result<std::unique_ptr<Worker>> {
    return std::unique_ptr<Worker>(std::make_unique<BoardsWorker>(options.source, job->plan()));
  };
  JobReport report;
  Status status = job->run(fold, make_worker, report);
  if (!status.ok()) return status;
  return report;
}

}  // namespace dokumill::batch
