#include "batch/stages/record_stages.hpp"

#include "batch/stages/explanation.hpp"
#include "formats/detect/detect.hpp"

namespace dokumill::batch {

Problem BatchTask::make_problem(std::size_t record, ProblemKind kind) const {
  Problem problem;
  problem.record = records_.number(record);
  problem.line = records_.lines[record] - lines_before_;
  problem.kind = kind;
  return problem;
}

Problem BatchTask::make_problem(const records::RecordError& fault, ProblemKind kind) const {
  Problem problem = make_problem(static_cast<std::size_t>(fault.record), kind);
  problem.line = fault.line - lines_before_;
  problem.column = fault.column;
  return problem;
}

void BatchTask::add_problem(Problem problem) const {
  if (keeps_problems()) result().problems.push_back(std::move(problem));
  ++result().problem_count;
}

Next BatchTask::report_malformed(const records::RecordError& fault) const {
  Problem problem = make_problem(fault, ProblemKind::kMalformed);
  if (malformed_ == Malformed::kStop || keeps_problems()) {
    set_reason(problem, explain(fault));
  }
  return report_malformed(std::move(problem));
}

Next BatchTask::report_malformed(Problem problem) const {
  if (malformed_ == Malformed::kStop) {
    result().failure = {ErrorCode::kMalformed, "malformed record"};
    result().fatal_record = std::move(problem);
    return Next::kEnd;
  }
  result().count(GridKind::kMalformed);
  add_problem(std::move(problem));
  return Next::kGoOn;
}

Next BatchTask::fail_check(std::size_t record, Status failure) const {
  Problem problem = make_problem(record, ProblemKind::kMalformed);
  problem.message = failure.message();
  result().fatal_record = std::move(problem);
  result().failure = std::move(failure);
  return Next::kEnd;
}

ReadStage::ReadStage(const Plan& plan)
    : records_(plan.batch_records),
      options_(plan.options),
      reader_(records::RecordReader::make(plan.options)),
      rows_of_(plan.rows_of),
      active_(reader_.get()),
      malformed_(plan.malformed),
      where_(plan.where),
      members_(plan.members),
      keeps_rows_(plan.options.keep_rows) {
  if (where_.empty()) return;
  filter_ = std::make_unique<RecordFilter>(where_, *plan.detection, members_);
  active_filter_ = filter_.get();
  if (!filter_->reads_rows() || keeps_rows_) return;
  records::ReadOptions options = plan.options;
  options.keep_rows = true;
  reader_ = records::RecordReader::make(options);
  active_ = reader_.get();
}

records::RecordReader& ReadStage::reader_for(const TextChunk& chunk) {
  if (!chunk.detection) return *reader_;
  if (chunk.detection != other_) {
    records::ReadOptions options =
        records::read_options(*chunk.detection, chunk.detection->format == rows_of_);
    const bool reads_solutions = options_.csv.solution_column != records::kNoColumn;
    if (!reads_solutions) options.csv.solution_column = records::kNoColumn;
    other_keeps_rows_ = options.keep_rows;
    if (!where_.empty()) {
      other_filter_ = std::make_unique<RecordFilter>(where_, *chunk.detection, members_);
      options.keep_rows = options.keep_rows || other_filter_->reads_rows();
    }
    other_reader_ = records::RecordReader::make(options);
    other_ = chunk.detection;
  }
  return *other_reader_;
}

std::uint64_t ReadStage::count_records(const ChunkTask& task) {
  start(task);
  std::uint64_t records = 0;
  while (active_->read(records_)) records += records_.size;
  return records;
}

void ReadStage::start(const ChunkTask& task) {
  const auto& chunk = task.chunk_as<TextChunk>();
  records::RecordReader* const reader = &reader_for(chunk);
  if (reader != active_) {
    records_.solutions.clear();  // a reader without a solution column does not clear them
    active_ = reader;
    active_filter_ = reader == reader_.get() ? filter_.get() : other_filter_.get();
  }
  active_->start(chunk.bytes, chunk.entry);
  lines_before_ = 0;
  end_marks_before_ = 0;
}

void ReadStage::count_lines(ChunkResult& result) const {
  result.lines = active_->lines() - lines_before_;
  result.end_marks = active_->end_marks() - end_marks_before_;
  if (result.end_marks != 0 && end_marks_before_ == 0) {
    result.first_end_mark_line = active_->first_end_mark_line() - lines_before_;
    result.first_end_mark = active_->first_end_mark();
  }
}

bool ReadStage::filter(const ChunkTask& task) {
  task.stopwatch().enter(Stage::kSolve);
  if (!active_filter_->apply(task, records_)) return false;
  const bool keeps_rows = active_ == reader_.get() ? keeps_rows_ : other_keeps_rows_;
  if (!keeps_rows) records_.rows.clear();
  return true;
}

Next ReadStage::hand_over(ChunkTask& task) {
  lines_before_ = active_->lines();
  end_marks_before_ = active_->end_marks();
  return task.hand_over();
}

}  // namespace dokumill::batch
