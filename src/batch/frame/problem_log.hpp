// ProblemLog: the problems of the records that a job has folded so far. It keeps the first
// kMaxProblems, reports each of them through JobOptions::on_problem, and counts the others.
#pragma once

#include <string>
#include <vector>

#include "batch/flow/chunk_result.hpp"
#include "dokumill/job.hpp"
#include "formats/import/imported_text.hpp"

namespace dokumill::batch {

// Where a result begins: the numbers that its problems do not know.
struct ResultPlace {
  std::size_t input = 0;
  std::string input_name;     // as messages show it; only used for a fatal record
  std::uint64_t records = 0;  // of the whole job, before the result
  std::uint64_t lines = 0;    // of the input, before the result
  // If the importer has read the input: where its records came from. Otherwise nullptr.
  const records::ImportedPlaces* places = nullptr;
};

class ProblemLog {
 public:
  // REQUIRES: `options` outlives this object.
  explicit ProblemLog(const JobOptions& options) : options_(options) {}

  // Takes the problems of a result and corrects their numbers. If a record ended the job, puts its
  // place into ChunkResult::failure, and reports it through JobOptions::on_fatal_record.
  void take(ChunkResult& result, const ResultPlace& place);
  // Moves the problems to the report.
  void report_into(JobReport& report);

 private:
  const JobOptions& options_;
  std::vector<Problem> problems_;
  std::uint64_t count_ = 0;
};

}  // namespace dokumill::batch
