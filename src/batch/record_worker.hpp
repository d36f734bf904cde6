// RecordWorker: the common part of solve, check and rate. It solves every record, or counts its
// solutions, and judges the result.
//
// Each job implements finish_batch() to process a solved batch.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "batch/text_worker.hpp"
#include "dokumill/solver.hpp"

namespace dokumill::batch {

enum class Several : std::uint8_t { kAnAnswer, kAProblem };

class RecordWorker : public TextWorker {
 public:
  RecordWorker(Solver solver, const records::ReadOptions& read, std::size_t batch_records,
               Several several, Malformed malformed, std::optional<std::uint64_t> count_limit = {});

 protected:
  // Adds the job's results for records [0, batch().size) to the part. Each record has a result and
  // an outcome. False: the job stops.
  virtual bool finish_batch(Part& part) = 0;
  // True if the job is ending early. A finish_batch() that takes long must call it now and then.
  bool should_stop() { return sink().should_stop(); }
  // Called before finish_batch(), for further searches in these records. False: the job stops.
  virtual bool examine_batch(Part& part);
  // Called in order for each record that is not malformed, if the input has a solution column. The
  // record's own problem was added before. False: the job ends here.
  virtual bool judge_solution(Part& part, std::size_t record);
  // The message for a record with several solutions, if that is a problem.
  virtual std::string several_words(std::size_t record) const;

  Solver& solver() { return solver_; }
  const SolveResult& result(std::size_t record) const { return results_[record]; }
  // Only with a count_limit: the number of solutions, at most the limit; 0 if malformed. Then
  // result() has no solution grid.
  std::uint64_t count(std::size_t record) const { return counts_[record]; }
  Outcome outcome(std::size_t record) const { return outcomes_[record]; }

  // Ends the job. The message has the record's puzzle, the board that was found, and `more`.
  void fail_check(Part& part, std::size_t record, std::string_view more = {}) const;

 private:
  bool work_batch(Part& part) final;
  // Solves the records of the batch. False: the job stops.
  bool solve_batch();
  bool count_solutions();
  // Sets the outcome of every record and adds the problems. False: the job ends here.
  bool judge_batch(Part& part);
  Problem unsolvable_problem(const Part& part, std::size_t record) const;

  Solver solver_;
  std::vector<SolveResult> results_;
  std::vector<std::uint64_t> counts_;  // empty without a limit
  std::vector<Outcome> outcomes_;
  Several several_;
  std::optional<std::uint64_t> count_limit_;
};

}  // namespace dokumill::batch
