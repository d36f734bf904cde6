// Implements canonize(): writes the canonical form of every record.
//
//   read -> form -> csv, jsonl: map the solutions -> print
#include <utility>

#include "batch/flow/without_exceptions.hpp"
#include "batch/frame/text_job.hpp"
#include "batch/frame/unmapped_column.hpp"
#include "batch/rows/cell_row.hpp"
#include "batch/rows/row_writer.hpp"
#include "batch/stages/form_stage.hpp"

namespace dokumill {
namespace batch {
namespace {

class CanonWorker final : public Worker {
 public:
  // If the output keeps columns, the map that turns a puzzle into its canonical form is applied to
  // the solutions, too.
  explicit CanonWorker(const TextJob& job)
      : read_(without_solutions(job.read_plan())),
        keeps_columns_(job.plan().keeps_columns()),
        all_columns_(job.detection().columns),
        row_(CellRow::of_all_solutions(job.detection())),
        rows_(job.plan()) {}

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      batch.enter(Stage::kSolve);
      return batch.each_record([&](std::size_t record, const records::RecordError* fault) {
        if (batch.should_stop_at(record)) return Next::kAbandon;
        if (keeps_columns_) row_.start(batch.row(record));
        if (fault != nullptr) return write_malformed(batch, *fault);
        if (const Next next = forms_.find(batch, record); next != Next::kGoOn) return next;
        if (!keeps_columns_) {
          rows_.write_grid(batch.result(), forms_.form());
          return Next::kGoOn;
        }
        if (!row_.read_solutions()) {
          Problem problem = batch.make_problem(record, ProblemKind::kMalformed);
          set_reason(problem, row_.why_bad());
          return write_malformed(batch, std::move(problem));
        }
        const CanonicalMap& map = forms_.map();
        row_.map_solutions([&map](const Grid& solution) { return map.apply(solution); });
        std::string& unmapped = batch.result().payload_as<UnmappedPayload>().column;
        if (unmapped.empty()) unmapped = row_.other_board(all_columns_);
        row_.write(batch.result(), forms_.form());
        return Next::kGoOn;
      });
    });
  }

 private:
  // `why`: a RecordError or a Problem.
  template <class Why>
  Next write_malformed(const BatchTask& batch, Why&& why) {
    const Next next = batch.report_malformed(std::forward<Why>(why));
    if (next != Next::kGoOn) return next;
    if (keeps_columns_) {
      row_.write_malformed(batch.result());
    } else {
      rows_.write_grid(batch.result(), records::kMalformedGrid);
    }
    return Next::kGoOn;
  }

  ReadStage read_;
  FormStage forms_;
  bool keeps_columns_;
  const std::vector<std::string>& all_columns_;
  CellRow row_;
  RowWriter rows_;
};

Result<CanonReport> run_canon(const CanonOptions& options, const JobHooks& hooks) {
  Result<TextJob> opened = TextJob::open(
      options, hooks, request_for_records(options.output_format, OutputRequest::Rows::kOtherCells));
  if (!opened.ok()) return opened.status();
  TextJob& job = *opened;
  if (options.input.solution_column && !job.plan().keeps_columns()) {
    return Status(ErrorCode::kUsage,
                  job.name() + ": solution_column needs an input and an output with columns",
                  "input.solution_column");
  }
  UnmappedFold fold(job.fold_setup());
  const auto make_worker = [&] { return std::make_unique<CanonWorker>(job); };
  CanonReport report;
  Status status = job.run(fold, make_worker, report);
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
