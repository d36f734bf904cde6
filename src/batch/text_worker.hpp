// TextWorker: what all jobs over records share: reads a chunk batch by batch, hands parts over,
// locates problems, tells malformed records.
//
// What becomes of a batch is the job's own: work_batch().
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
  // Does what is to be done with the records of the batch, but for the parse, and adds them to
  // part.records. False when the job ends here.
  virtual bool work_batch(Part& part) = 0;

  const records::RecordBatch& batch() const { return batch_; }
  // Of the chunk that is worked on.
  Sink& sink() const { return *sink_; }

  // Located in the part; the message is still to come.
  Problem make_problem(const Part& part, std::size_t record, ProblemKind kind) const;
  // The same for a fault of the batch.
  Problem make_problem(const Part& part, const records::Fault& fault, ProblemKind kind) const;
  // Only so many problems are told; the others are counted.
  static bool is_kept(const Part& part);
  static void add_problem(Part& part, Problem problem);
  // Tells a malformed record. False when the job stops at it: then the batch ends before it.
  bool take_fault(Part& part, const records::Fault& fault);
  bool take_malformed(Part& part, Problem problem);
  // Ends the job, for `form` was given out as the canonical form of the record and is none.
  void fail_form(Part& part, std::size_t record, const Grid& form);

  records::RecordBatch batch_;

 private:
  std::unique_ptr<records::RecordReader> reader_;
  Malformed malformed_;
  Sink* sink_ = nullptr;
  std::uint64_t lines_flushed_ = 0;  // lines of the chunk that belong to parts handed over before
};

}  // namespace dokumill::batch
