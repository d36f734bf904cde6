// Implements canonize(): writes the canonical form of every record.
//
//   read -> form -> csv, jsonl: map the solutions -> print
#include <algorithm>
#include <utility>

#include "batch/flow/without_exceptions.hpp"
#include "batch/frame/record_echo.hpp"
#include "batch/frame/unmapped_column.hpp"
#include "batch/stages/explanation.hpp"
#include "batch/stages/form_stage.hpp"
#include "records/detect/header.hpp"
#include "records/row_cells.hpp"

namespace dokumill {
namespace batch {
namespace {

// The columns of a csv row, or the members of a JSON object, that hold cells: the puzzle and its
// solutions. Csv columns are in ascending order. For jsonl, only the size of `columns` is used.
struct CellColumns {
  std::vector<std::uint32_t> columns;
  std::vector<std::string> names;
  std::size_t puzzle = 0;  // index of the puzzle's column in `columns`
};

CellColumns cell_columns(const records::Detection& detection) {
  CellColumns found;
  if (detection.format == TextFormat::kJsonl) {
    // All known names of solutions are included, because later objects may have other members than
    // the first object.
    found.names = detection.columns;
    for (const std::string_view name : records::solution_names()) {
      const bool is_new = std::ranges::find(found.names, name) == found.names.end();
      if (is_new) found.names.emplace_back(name);
    }
    found.columns.resize(found.names.size());
    return found;
  }
  for (std::uint32_t column = 0; column < detection.columns.size(); ++column) {
    const bool is_puzzle = column == detection.csv.puzzle_column;
    const bool is_solution = column == detection.csv.solution_column ||
                             records::is_solution_name(detection.columns[column]);
    if (!is_puzzle && !is_solution) continue;
    if (is_puzzle) found.puzzle = found.columns.size();
    found.columns.push_back(column);
    found.names.push_back(detection.columns[column]);
  }
  return found;
}

class CanonWorker final : public Worker {
 public:
  // `columns`: the columns with cells, used only if the layout keeps columns. In each well-formed
  // record, the worker replaces the puzzle by its canonical form. The map that turns the puzzle
  // into this form is applied to the solutions, too.
  // `all_columns`: the names of all columns of csv input.
  CanonWorker(const ReadStage::Plan& read, const RecordLayout& layout, CellColumns columns,
              const std::vector<std::string>& all_columns)
      : read_(read),
        format_(layout.format),
        keeps_columns_(layout.keeps_columns),
        columns_(std::move(columns)),
        all_columns_(all_columns),
        row_(read.options.format == TextFormat::kJsonl
                 ? records::RowCells(columns_.names)
                 : records::RowCells(read.options.csv, columns_.columns)),
        solutions_(columns_.columns.size()),
        cells_(columns_.columns.size()),
        malformed_cells_(columns_.columns.size(), &kMalformed) {}

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      batch.enter(Stage::kSolve);
      return batch.each_record([&](std::size_t record, const records::RecordError* fault) {
        if (batch.should_stop_at(record)) return Next::kAbandon;
        if (keeps_columns_) row_.start(batch.row(record));
        if (fault != nullptr) return print_malformed(batch, record, *fault);
        if (const Next next = forms_.find(batch, record); next != Next::kGoOn) return next;
        if (!keeps_columns_) {
          print_cells(batch.result(), forms_.form(), format_);
          return Next::kGoOn;
        }
        const std::size_t bad = map_solutions(forms_.map());
        if (bad != columns_.columns.size()) {
          Problem problem = batch.make_problem(record, ProblemKind::kMalformed);
          set_reason(problem, explain_column(columns_.names[bad]));
          return print_malformed(batch, record, std::move(problem));
        }
        std::string& unmapped = batch.result().payload_as<UnmappedPayload>().column;
        if (unmapped.empty()) unmapped = row_.other_board(all_columns_);
        cells_[columns_.puzzle] = &forms_.form();
        print_row(batch, record, cells_);
        return Next::kGoOn;
      });
    });
  }

 private:
  static constexpr Grid kMalformed = [] {
    Grid grid;
    grid.cells.fill(records::kMalformedCell);
    return grid;
  }();

  // Applies `map` to the solutions of the row, and stores pointers to the mapped solutions in
  // `cells_` (nullptr for an empty field). Returns the index of the first field that is neither
  // empty nor 81 cells, or the number of fields if there is no such field.
  std::size_t map_solutions(const CanonicalMap& map) {
    for (const std::size_t k : row_.fields()) {
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

  // `why`: a RecordError or a Problem.
  template <class Why>
  Next print_malformed(const BatchTask& batch, std::size_t record, Why&& why) {
    const Next next = batch.report_malformed(std::forward<Why>(why));
    if (next != Next::kGoOn) return next;
    if (keeps_columns_) {
      print_row(batch, record, malformed_cells_);
    } else {
      print_cells(batch.result(), kMalformed, format_);
    }
    return Next::kGoOn;
  }

  void print_row(const BatchTask& batch, std::size_t record, std::span<const Grid* const> cells) {
    ChunkResult& result = batch.result();
    char* const begin = result.reserve(row_.max_bytes(batch.row(record)));
    result.text_bytes += static_cast<std::size_t>(row_.print(cells, begin) - begin);
  }

  ReadStage read_;
  FormStage forms_;
  TextFormat format_;
  bool keeps_columns_;
  CellColumns columns_;
  const std::vector<std::string>& all_columns_;
  records::RowCells row_;
  std::vector<Grid> solutions_;     // one per field; the puzzle's entry is not used
  std::vector<const Grid*> cells_;  // one per field: the cells to write; nullptr keeps the field
  std::vector<const Grid*> malformed_cells_;  // for a malformed record
};

Result<CanonReport> run_canon(const CanonOptions& options, const JobHooks& hooks) {
  Result<EchoJob> opened = EchoJob::open(options, hooks, Lines::kAsCells);
  if (!opened.ok()) return opened.status();
  TextJob& job = opened->job;
  const RecordLayout& layout = opened->layout;

  if (options.input.solution_column && !layout.keeps_columns) {
    return Status(ErrorCode::kUsage,
                  job.name() + ": solution_column needs an input and an output with columns",
                  "input.solution_column");
  }
  ReadStage::Plan plan = job.read_plan(layout.keeps_columns);
  plan.options.csv.solution_column = records::kNoColumn;  // the worker reads solutions itself
  UnmappedFold fold(job.fold_setup(layout.format));
  const CellColumns columns = layout.keeps_columns ? cell_columns(job.detection()) : CellColumns();
  const auto make_worker = [&] {
    return std::make_unique<CanonWorker>(plan, layout, columns, job.detection().columns);
  };
  CanonReport report;
  Status status = job.run(fold, layout.header, make_worker, report);
  if (!status.ok()) return status;
  report.unmapped_column = fold.column();
  return report;
}

}  // namespace

Result<CanonReport> canonize(const CanonOptions& options, const JobHooks& hooks) {
  return without_exceptions([&] { return run_canon(options, hooks); });
}

}  // namespace batch

Result<CanonReport> canonize(const CanonOptions& options) {
  return batch::canonize(options, {});
}

}  // namespace dokumill
