#include "batch/frame/problem_log.hpp"

#include <utility>

#include "base/text/format.hpp"
#include "batch/stages/explanation.hpp"

namespace dokumill::batch {
namespace {

// Numbers in problems begin at 1.
void move_to(const ResultPlace& place, Problem& problem) {
  problem.record += place.records + 1;
  problem.line += place.lines + 1;
  problem.input = place.input;
  if (place.places == nullptr) return;
  records::RecordError fault;
  fault.line = problem.line - 1;
  fault.column = problem.column;
  if (records::move_to_input(fault, *place.places)) set_reason(problem, explain(fault));
  problem.line = fault.line + 1;
  problem.column = fault.column;
}

}  // namespace

void ProblemLog::take(ChunkResult& result, const ResultPlace& place) {
  count_ += result.problem_count;
  for (Problem& problem : result.problems) {
    if (problems_.size() == kMaxProblems) break;
    move_to(place, problem);
    if (options_.on_problem) options_.on_problem(problem);
    problems_.push_back(std::move(problem));
  }
  if (result.failure.ok() || result.fatal_record.message.empty()) return;
  Problem fatal = result.fatal_record;
  move_to(place, fatal);
  const std::string column = fatal.column != 0 ? format_text(":{}", fatal.column) : "";
  result.failure = {result.failure.code(),
                    format_text("{}:{}{}: record {}: {}", place.input_name, fatal.line, column,
                                fatal.record, fatal.message),
                    result.failure.option()};
  if (options_.on_fatal_record) options_.on_fatal_record(fatal);
}

void ProblemLog::report_into(JobReport& report) {
  report.problems_omitted = count_ - problems_.size();
  report.problems = std::move(problems_);
}

}  // namespace dokumill::batch
