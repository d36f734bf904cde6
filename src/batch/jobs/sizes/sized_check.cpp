// The worker of check() for records of another size than 9x9.
#include "batch/jobs/sizes/sized_jobs.hpp"
#include "batch/rows/row_writer.hpp"
#include "batch/stages/sized_stage.hpp"

namespace dokumill::batch {
namespace {

class SizedCheckWorker final : public Worker {
 public:
  SizedCheckWorker(const Job& job, const CheckOptions& options, const HashKey& hash_key,
                   const SizedKeys& keys, PerChunk<CheckPart>& parts)
      : read_(job.read_plan()),
        parts_(parts),
        solve_(*job.plan().sized, FullBoards::kAreComplete),
        options_(options),
        hash_key_(hash_key),
        keys_(keys),
        rows_(job.plan()) {}

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      if (solve_.solve(batch) != Next::kGoOn) return kAbandonBatch;
      CheckPart& part = parts_[batch.result()];
      const BatchEnd end = solve_.decide(batch, [&](std::size_t record, GridKind outcome) {
        if (outcome == GridKind::kMultiple) SolveStage::report_multiple(batch, record);
        if (options_.duplicates) {
          part.keys.add(keys_.key(hash_key_, batch.cells(record)), record);
        }
        if (!options_.minimal || outcome != GridKind::kUnique) return Next::kGoOn;
        if (!solve_.solver().redundant_clues(batch.cells(record), redundant_)) {
          return Next::kAbandon;
        }
        part.minimal += redundant_.empty() ? 1 : 0;
        return Next::kGoOn;
      });
      batch.enter(Stage::kPrint);
      for (std::size_t record = 0; options_.each && record < end.records; ++record) {
        const Field word = kTextColumn(name_of(solve_.outcome(record)));
        rows_.write(batch.result(), {&word, 1});
      }
      return end;
    });
  }

 private:
  ReadStage read_;
  PerChunk<CheckPart>& parts_;
  SizedStage solve_;
  const CheckOptions& options_;
  const HashKey& hash_key_;
  const SizedKeys& keys_;
  RowWriter rows_;
  std::vector<int> redundant_;  // the clues of a puzzle that can go
};

}  // namespace

std::unique_ptr<Worker> make_sized_check_worker(const Job& job, const CheckOptions& options,
                                                const HashKey& hash_key, const SizedKeys& keys,
                                                PerChunk<CheckPart>& parts) {
  return std::make_unique<SizedCheckWorker>(job, options, hash_key, keys, parts);
}

}  // namespace dokumill::batch
