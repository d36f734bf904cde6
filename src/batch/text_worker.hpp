// TextWorker: the common part of all jobs over records. It reads a chunk batch by batch, hands over
// parts, locates problems and reports malformed records.
//
// Each job implements work_batch() to process a batch.
#pragma once

#include <memory>

#include "batch/pipeline.hpp"
#include "records/reader.hpp"

namespace dokumill::batch {

enum class Malformed : std::uint8_t { kStepOver, kStop };

class TextWorker : public Worker {
 public:
  TextWorker(const records::ReadOptions& read, std::size_t batch_records, Malformed malformed);

  void work(const Chunk& chunk, Sink& sink) final;

 protected:
  // Processes the parsed records of the batch and adds their number to part.records. False: the job
  // ends here.
  virtual bool work_batch(Part& part) = 0;

  const records::RecordBatch& batch() const { return batch_; }
  // The sink of the current chunk.
  Sink& sink() const { return *sink_; }

  // A problem with its place in the part. The caller adds the message.
  Problem make_problem(const Part& part, std::size_t record, ProblemKind kind) const;
  // The same for a fault of the batch.
  Problem make_problem(const Part& part, const records::RecordError& fault, ProblemKind kind) const;
  // A part keeps the first kMaxProblems problems; further ones are only counted.
  static bool is_kept(const Part& part);
  static void add_problem(Part& part, Problem problem);
  // Reports a malformed record. False: the job stops at this record, and the batch ends before it.
  bool take_fault(Part& part, const records::RecordError& fault);
  bool take_malformed(Part& part, Problem problem);
  // Ends the job: `form` was computed as the canonical form of the record but failed the
  // self-check.
  void fail_form(Part& part, std::size_t record, const Grid& form);

  records::RecordBatch batch_;

 private:
  std::unique_ptr<records::RecordReader> reader_;
  Malformed malformed_;
  Sink* sink_ = nullptr;
  std::uint64_t lines_flushed_ = 0;  // lines of the chunk in the parts that were handed over
};

}  // namespace dokumill::batch
