// RecordWorker: the part that solving, counting and checking share: solves every record or counts
// its solutions, and judges it.
//
// What a job does with each solved batch is its own: finish_batch().
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
  // Puts what the job makes of records [0, batch().size) into the part. Each record has a result
  // and an outcome. False: the job stops.
  virtual bool finish_batch(Part& part) = 0;
  // For a finish_batch() that takes long.
  bool should_stop() { return sink().should_stop(); }
  // What a job looks for besides in those records, before that; false when the job stops.
  virtual bool examine_batch(Part& part);
  // Called for each record with a given solution, in order and behind the record's own problem;
  // false when the job ends here.
  virtual bool judge_solution(Part& part, std::size_t record);
  // Where several solutions are a problem, its words.
  virtual std::string several_words(std::size_t record) const;

  Solver& solver() { return solver_; }
  const SolveResult& result(std::size_t record) const { return results_[record]; }
  // Only with a count_limit, and then there are no results: the number of solutions, at most the
  // limit; 0 when malformed.
  std::uint64_t count(std::size_t record) const { return counts_[record]; }
  Outcome outcome(std::size_t record) const { return outcomes_[record]; }

  // Ends the job with the record's puzzle and our board, and `more` behind them.
  void fail_check(Part& part, std::size_t record, std::string_view more = {}) const;

 private:
  bool work_batch(Part& part) final;
  // Solves the records of the batch. False when the job stops.
  bool solve_batch();
  bool count_solutions();
  // Sets the outcome of every record and notes the problems; false when the job ends here.
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
