#include "batch/text_worker.hpp"

#include <fmt/format.h>

#include <utility>

#include "batch/self_check.hpp"

namespace dokumill::batch {

TextWorker::TextWorker(const records::ReadOptions& read, std::size_t batch_records,
                       Malformed malformed)
    : batch_(batch_records), reader_(records::RecordReader::make(read)), malformed_(malformed) {}

void TextWorker::work(const Chunk& chunk, Sink& sink) {
  sink_ = &sink;
  reader_->start(chunk.bytes, chunk.entry);
  lines_flushed_ = 0;
  std::uint64_t joined_flushed = 0;
  for (;;) {
    sink.stopwatch().enter(Stage::kParse);
    const bool has_records = reader_->read(batch_);
    Part& part = sink.part();
    if (has_records && !work_batch(part)) return;
    part.lines = reader_->lines() - lines_flushed_;
    part.joined_blocks = reader_->joined_blocks() - joined_flushed;
    if (part.joined_blocks != 0 && joined_flushed == 0) {
      part.first_joined_line = reader_->first_joined_line() - lines_flushed_;
    }
    if (!has_records || reader_->is_at_end()) return;
    // There is more than one batch: malformed records can be much shorter than their output.
    lines_flushed_ = reader_->lines();
    joined_flushed = reader_->joined_blocks();
    if (!sink.flush()) return;
  }
}

Problem TextWorker::make_problem(const Part& part, std::size_t record, ProblemKind kind) const {
  Problem problem;
  problem.record = part.records + record;
  problem.line = batch_.lines[record] - lines_flushed_;
  problem.kind = kind;
  return problem;
}

Problem TextWorker::make_problem(const Part& part, const records::RecordError& fault,
                                 ProblemKind kind) const {
  Problem problem = make_problem(part, static_cast<std::size_t>(fault.record), kind);
  problem.line = fault.line - lines_flushed_;
  problem.column = fault.column;
  return problem;
}

bool TextWorker::is_kept(const Part& part) {
  return part.problems.size() < kMaxProblems;
}

void TextWorker::add_problem(Part& part, Problem problem) {
  if (is_kept(part)) part.problems.push_back(std::move(problem));
  ++part.problem_count;
}

bool TextWorker::take_fault(Part& part, const records::RecordError& fault) {
  Problem problem = make_problem(part, fault, ProblemKind::kMalformed);
  if (malformed_ == Malformed::kStop || is_kept(part)) problem.message = records::describe(fault);
  return take_malformed(part, std::move(problem));
}

bool TextWorker::take_malformed(Part& part, Problem problem) {
  if (malformed_ == Malformed::kStop) {
    part.failure = {ErrorCode::kMalformed, "malformed record"};
    // The records before the malformed one are finished and written.
    batch_.size = static_cast<std::size_t>(problem.record - part.records);
    part.last_problem = std::move(problem);
    return false;
  }
  ++part.outcomes[static_cast<std::size_t>(Outcome::kMalformed)];
  add_problem(part, std::move(problem));
  return true;
}

void TextWorker::fail_form(Part& part, std::size_t record, const Grid& form) {
  part.last_problem = make_problem(part, record, ProblemKind::kMalformed);
  part.failure = failed_check(fmt::format(
      "puzzle {}, form {}", cells_of(to_line(batch_.grids[record])), cells_of(to_line(form))));
  part.last_problem.message = part.failure.message();
  batch_.size = record;
}

}  // namespace dokumill::batch
