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
    : plan_(plan), records_(plan.batch_records), usual_(reading_of(plan.options, plan.detection)) {}

ReadStage::Reading ReadStage::reading_of(records::ReadOptions options,
                                         const records::Detection* input) const {
  Reading reading;
  reading.keeps_rows = options.keep_rows;
  if (!plan_.where.empty()) {
    reading.filter = std::make_unique<RecordFilter>(plan_.where, *input, plan_.members);
    options.keep_rows = options.keep_rows || reading.filter->reads_rows();
  }
  if (!plan_.order.names.empty()) {
    reading.keys = std::make_unique<OrderKeys>(plan_.order, *input, plan_.order_members);
    options.keep_rows = options.keep_rows || reading.keys->reads_rows();
  }
  reading.reader = records::RecordReader::make(options);
  return reading;
}

ReadStage::Reading& ReadStage::reading_for(const TextChunk& chunk) {
  if (!chunk.detection) return usual_;
  if (chunk.detection != of_other_) {
    records::ReadOptions options =
        records::read_options(*chunk.detection, chunk.detection->format == plan_.rows_of);
    const bool reads_solutions = plan_.options.csv.solution_column != records::kNoColumn;
    if (!reads_solutions) options.csv.solution_column = records::kNoColumn;
    other_ = reading_of(options, chunk.detection.get());
    of_other_ = chunk.detection;
    records_.solutions.clear();  // of the reading before, as in start()
  }
  return other_;
}

std::uint64_t ReadStage::count_records(const ChunkTask& task) {
  start(task);
  std::uint64_t records = 0;
  while (active_->reader->read(records_)) records += records_.size;
  return records;
}

void ReadStage::start(const ChunkTask& task) {
  const auto& chunk = task.chunk_as<TextChunk>();
  Reading* const reading = &reading_for(chunk);
  if (reading != active_) {
    records_.solutions.clear();  // a reader without a solution column does not clear them
    active_ = reading;
  }
  active_->reader->start(chunk.bytes, chunk.entry);
  lines_before_ = 0;
  end_marks_before_ = 0;
}

void ReadStage::count_lines(ChunkResult& result) const {
  const records::RecordReader& reader = *active_->reader;
  result.lines = reader.lines() - lines_before_;
  result.end_marks = reader.end_marks() - end_marks_before_;
  if (result.end_marks != 0 && end_marks_before_ == 0) {
    result.first_end_mark_line = reader.first_end_mark_line() - lines_before_;
    result.first_end_mark = reader.first_end_mark();
  }
}

bool ReadStage::choose(const ChunkTask& task) {
  if (active_->filter == nullptr && active_->keys == nullptr) return true;
  task.stopwatch().enter(Stage::kSolve);
  if (active_->filter != nullptr && !active_->filter->apply(task, records_)) return false;
  if (active_->keys != nullptr && !active_->keys->make(task, records_)) return false;
  if (!active_->keeps_rows) records_.rows.clear();
  return true;
}

Next ReadStage::hand_over(ChunkTask& task) {
  lines_before_ = active_->reader->lines();
  end_marks_before_ = active_->reader->end_marks();
  return task.hand_over();
}

}  // namespace dokumill::batch
