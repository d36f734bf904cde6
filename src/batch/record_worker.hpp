// RecordWorker: the part that solving, counting and checking share: reads a chunk batch by batch,
// solves every record or counts its solutions, locates problems.
//
// What a job does with each solved batch is its own: finish_batch().
#pragma once

#include <optional>
#include <vector>

#include "batch/pipeline.hpp"
#include "dokumill/solver.hpp"
#include "records/reader.hpp"

namespace dokumill::batch {

enum class Several : std::uint8_t { kAnAnswer, kAProblem };
enum class Malformed : std::uint8_t { kStepOver, kStop };

class RecordWorker : public Worker {
 public:
  RecordWorker(Solver solver, const records::ReadOptions& read, std::size_t batch_records,
               Several several, Malformed malformed, std::optional<std::uint64_t> count_limit = {});

  void work(const Chunk& chunk, Sink& sink) final;

 protected:
  // Puts what the job makes of records [0, batch().size) into the part. Each record has a result
  // and an outcome.
  virtual void finish_batch(Part& part) = 0;
  // What a job looks for besides in those records, before that; false when the job stops.
  virtual bool examine_batch(Part& part);
  // Called for each record with a given solution, in order and behind the record's own problem;
  // false when the job ends here.
  virtual bool judge_solution(Part& part, std::size_t record);
  // Where several solutions are a problem, its words.
  virtual std::string several_words(std::size_t record) const;

  Solver& solver() { return solver_; }
  const records::RecordBatch& batch() const { return batch_; }
  const SolveResult& result(std::size_t record) const { return results_[record]; }
  // Only with a count_limit, and then there are no results: the number of solutions, at most the
  // limit; 0 when malformed.
  std::uint64_t count(std::size_t record) const { return counts_[record]; }
  Outcome outcome(std::size_t record) const { return outcomes_[record]; }

  // Located in the part; the message is still to come.
  Problem make_problem(const Part& part, std::size_t record, ProblemKind kind) const;
  // The same for a fault of the batch.
  Problem make_problem(const Part& part, const records::Fault& fault, ProblemKind kind) const;
  static void add_problem(Part& part, Problem problem);
  // Ends the job with the record's puzzle and our board.
  void fail_check(Part& part, std::size_t record) const;

 private:
  // Solves the records of the batch. False when the job stops.
  bool solve_batch();
  bool count_solutions();
  // Sets the outcome of every record and notes the problems; false when the job ends here.
  bool judge_batch(Part& part);
  Problem unsolvable_problem(const Part& part, std::size_t record) const;

  Solver solver_;
  std::unique_ptr<records::RecordReader> reader_;
  records::RecordBatch batch_;
  std::vector<SolveResult> results_;
  std::vector<std::uint64_t> counts_;  // empty without a limit
  std::vector<Outcome> outcomes_;
  Several several_;
  Malformed malformed_;
  std::optional<std::uint64_t> count_limit_;
  Sink* sink_ = nullptr;             // of the chunk that is worked on
  std::uint64_t lines_flushed_ = 0;  // lines of the chunk that belong to parts handed over before
};

}  // namespace dokumill::batch
