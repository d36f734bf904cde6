// The worker of convert() and canonize() for records of another size than 9x9: writes the cells of
// every record, or its canonical form.
#include <array>

#include "batch/jobs/sizes/sized_jobs.hpp"
#include "batch/rows/row_writer.hpp"
#include "engine/sizes/sized_canon.hpp"

namespace dokumill::batch {
namespace {

class SizedConvertWorker final : public Worker {
 public:
  SizedConvertWorker(const Job& job, bool writes_forms)
      : read_(job.read_plan()),
        shape_(job.plan().sized->shape),
        writes_forms_(writes_forms),
        rows_(job.plan()) {}

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      batch.enter(writes_forms_ ? Stage::kSolve : Stage::kPrint);
      return batch.each_record([&](std::size_t record, const records::RecordError* fault) {
        if (batch.should_stop_at(record)) return Next::kAbandon;
        if (fault != nullptr) {
          const Next next = batch.report_malformed(*fault);
          if (next == Next::kGoOn) rows_.write_cells(batch.result(), nullptr);
          return next;
        }
        const std::uint8_t* cells = batch.cells(record);
        if (writes_forms_) {
          sizes::canonical_form(shape_, cells, form_.data());
          cells = form_.data();
        }
        rows_.write_cells(batch.result(), cells);
        return Next::kGoOn;
      });
    });
  }

 private:
  ReadStage read_;
  Shape shape_;
  bool writes_forms_;
  std::array<std::uint8_t, kMostCells> form_{};
  RowWriter rows_;
};

}  // namespace

std::unique_ptr<Worker> make_sized_convert_worker(const Job& job, bool writes_forms) {
  return std::make_unique<SizedConvertWorker>(job, writes_forms);
}

}  // namespace dokumill::batch
