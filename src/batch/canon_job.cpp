// Implements canonize(): writes the canonical form of every record.
#include <fmt/format.h>

#include <utility>

#include "batch/output_name.hpp"
#include "batch/record_echo.hpp"
#include "batch/text_job.hpp"
#include "batch/text_worker.hpp"
#include "batch/without_exceptions.hpp"
#include "core/printable.hpp"
#include "dokumill/canon.hpp"
#include "records/csv_cells.hpp"
#include "records/header.hpp"

namespace dokumill {
namespace batch {
namespace {

// The csv columns that hold cells (the puzzle and its solutions), in ascending order.
struct CellColumns {
  std::vector<std::uint32_t> columns;
  std::vector<std::string> names;
  std::size_t puzzle = 0;  // index of the puzzle's column in `columns`
};

CellColumns cell_columns(const records::Detection& detection) {
  CellColumns found;
  for (std::uint32_t column = 0; column < detection.columns.size(); ++column) {
    const bool is_puzzle = column == detection.csv.puzzle_column;
    const bool is_solution = records::is_solution_name(detection.columns[column]);
    if (!is_puzzle && !is_solution) continue;
    if (is_puzzle) found.puzzle = found.columns.size();
    found.columns.push_back(column);
    found.names.push_back(detection.columns[column]);
  }
  return found;
}

class CanonWorker final : public TextWorker {
 public:
  // `keeps_columns`: input and output are csv, and the rows keep their other columns.
  CanonWorker(const records::ReadOptions& read, std::size_t batch_records, Malformed malformed,
              records::Format format, bool keeps_columns, CellColumns columns)
      : TextWorker(read, batch_records, malformed),
        format_(format),
        keeps_columns_(keeps_columns),
        columns_(std::move(columns)),
        row_(read.csv, columns_.columns),
        solutions_(columns_.columns.size()),
        cells_(columns_.columns.size()) {}

 private:
  bool work_batch(Part& part) override {
    sink().stopwatch().enter(Stage::kSolve);
    const std::size_t begin_records = part.records;
    std::size_t fault = 0;
    bool goes_on = true;
    for (std::size_t i = 0; i < batch_.size && goes_on; ++i) {
      constexpr std::size_t kAskEvery = 16;
      if (i % kAskEvery == 0 && sink().should_stop()) return false;
      if (keeps_columns_) row_.start(batch_.rows[i]);
      if (fault < batch_.faults.size() && batch_.faults[fault].record == i) {
        goes_on = take_fault(part, batch_.faults[fault++]);
        if (goes_on) print_malformed(part, i);
        continue;
      }
      const Canonical found = canonizer_.canonize(batch_.grids[i]);
      if (found.map.apply(batch_.grids[i]) != found.form) {
        fail_form(part, i, found.form);
        goes_on = false;
        continue;
      }
      if (!keeps_columns_) {
        print(part, found.form);
        continue;
      }
      const std::size_t bad = map_solutions(found.map);
      if (bad != columns_.columns.size()) {
        Problem problem = make_problem(part, i, ProblemKind::kMalformed);
        problem.message =
            fmt::format("column '{}' has no 81 cells", printable(columns_.names[bad]));
        goes_on = take_malformed(part, std::move(problem));
        if (goes_on) print_malformed(part, i);
        continue;
      }
      cells_[columns_.puzzle] = &found.form;
      print_row(part, i);
    }
    part.records = begin_records + batch_.size;
    return goes_on;
  }

  // Maps the solutions of the row and points `cells_` at the results; an empty field gets nullptr.
  // Returns the index of the first field that is not 81 cells, or the number of fields if there is
  // no such field.
  std::size_t map_solutions(const CanonicalMap& map) {
    for (std::size_t k = 0; k < solutions_.size(); ++k) {
      if (k == columns_.puzzle) continue;
      const std::string_view text = row_.text(k);
      cells_[k] = nullptr;
      if (text.empty()) continue;
      const std::optional<Grid> solution = records::cells_of_text(text);
      if (!solution) return k;
      solutions_[k] = map.apply(*solution);
      cells_[k] = &solutions_[k];
    }
    return solutions_.size();
  }

  void print_malformed(Part& part, std::size_t record) {
    static constexpr Grid kMalformed = [] {
      Grid grid;
      grid.cells.fill(records::kMalformedCell);
      return grid;
    }();
    if (!keeps_columns_) return print(part, kMalformed);
    std::fill(cells_.begin(), cells_.end(), &kMalformed);
    print_row(part, record);
  }

  void print_row(Part& part, std::size_t record) {
    char* const begin = part.reserve(row_.max_bytes(batch_.rows[record]));
    part.text_bytes += static_cast<std::size_t>(row_.print(cells_, begin) - begin);
  }

  void print(Part& part, const Grid& grid) const { print_cells(part, grid, format_); }

  Canonizer canonizer_;
  records::Format format_;
  bool keeps_columns_;
  CellColumns columns_;
  records::CsvCells row_;
  std::vector<Grid> solutions_;     // one per field; the puzzle's entry is not used
  std::vector<const Grid*> cells_;  // one per field: the cells to write; nullptr keeps the field
};

Result<CanonReport> run_canon(const CanonOptions& options) {
  const Result<std::optional<TextFormat>> wanted =
      format_of_output(options.output, options.output_format, Tabs::kAsTheInput);
  if (!wanted.ok()) return wanted.status();
  const Malformed malformed = options.strict ? Malformed::kStop : Malformed::kStepOver;
  Result<TextJob> opened = TextJob::open(options, options.input, "", malformed);
  if (!opened.ok()) return opened.status();
  TextJob& job = *opened;
  const records::Detection& detection = job.source().detection();
  if (Status status = check_tabs(options.output, *wanted, detection); !status.ok()) return status;
  const RecordLayout layout = record_layout(detection, *wanted);
  const records::ReadOptions read = job.read_options(layout.keeps_columns);

  JobFold fold(job.platform(), options, job.place(), job.output(), layout.has_separators());
  if (Status status = fold.write_header(layout.header); !status.ok()) return status;
  CanonReport report;
  const CellColumns columns = layout.keeps_columns ? cell_columns(detection) : CellColumns();
  const auto make_worker = [&]() -> std::unique_ptr<Worker> {
    return std::make_unique<CanonWorker>(read, job.size().batch_records, malformed, layout.format,
                                         layout.keeps_columns, columns);
  };
  if (Status status = job.run_unsolved(make_worker, fold, report); !status.ok()) return status;
  report.malformed = fold.outcome(Outcome::kMalformed);
  return report;
}

}  // namespace
}  // namespace batch

Result<CanonReport> canonize(const CanonOptions& options) {
  return batch::without_exceptions([&] { return batch::run_canon(options); });
}

}  // namespace dokumill
