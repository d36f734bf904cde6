// The stages of the jobs over records. Each job composes its worker from them.
//
//   chunk --read--> batch --compute--> --verify, decide--> --own stage--> --print--> ChunkResult
//
//   job     compute           verify, decide             own stage               print
//   solve   solve or count    the board keeps rules      count clues, if asked   board or number
//                             and givens
//   check   solve             as for solve; the given    minimal puzzles; keys   a word, or nothing
//                             solution                   of the records
//   rate    solve             as for solve               -                       score, level, ...
//   canon   canonical form    the map gives the form     map the solutions       form
//           or solve          as for solve               form, class             the record as read
//   dedupe  cells or form     the map gives the form     key of the record       the record as read
//   split   form              the map gives the form     train or test           the record as read
//   convert -                 -                          read the solution       the cells
//   augment -                 -                          draw maps               random images
//   sample  -                 -                          -                       the record as read
//   export  solve             as for solve; the given    form; draw maps; steps  puzzle and board
//                             solution                   of some layouts
//   shuffle -                 -                          -                       the record as read
//   sort    -                 -                          keys                    the record as read
//   steps   solve             as for solve               -                       the steps
//   book    solve             as for solve               rate                    pages, at the end
//   unavoidable   solve       as for solve               find the sets           numbers or sets
//   puzzles_from_boards() solve as for solve             make the puzzles        the puzzles
//
//   read             ReadStage here        a chunk, batch by batch
//   filter           record_filter.hpp     after reading, with InputOptions::where
//   order            order_keys.hpp       after the filter, for jobs that order records
//   solve, decide    solve_stage.hpp       answers, then one outcome for each record
//   form             form_stage.hpp        the canonical form, verified
//   print            RowWriter, as the OutputPlan of the job says
//
// A stage returns a Next (worker.hpp), which states how the job goes on. A stage that can end the
// job at a record returns a BatchEnd, which also has the number of records before that record. The
// later stages of the batch process only these records, and the fold writes their text. The jobs
// over records are in *_job.cpp. In each of these files, the function work() calls the stages in
// order.
//
// Thread safety: the stages of a worker belong to one thread. Memory: one batch per worker.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "batch/flow/worker.hpp"
#include "batch/sources/text_source.hpp"
#include "batch/stages/order_keys.hpp"
#include "batch/stages/record_filter.hpp"
#include "formats/detect/detect.hpp"
#include "formats/reader.hpp"

namespace dokumill::batch {

enum class Malformed : std::uint8_t { kStepOver, kStop };

// How many records of a batch a stage has finished, and what to do next.
struct BatchEnd {
  std::size_t records = 0;  // the records [0, records) are complete
  Next next = Next::kGoOn;
};
inline constexpr BatchEnd kAbandonBatch{0, Next::kAbandon};

// One batch on its way through the stages of a job.
class BatchTask {
 public:
  // `lines_before`: the number of lines of this chunk in the results that were handed over earlier.
  BatchTask(ChunkTask& chunk, const records::RecordBatch& records, const OrderKeys* keys,
            std::uint64_t lines_before, Malformed malformed)
      : chunk_(chunk),
        records_(records),
        keys_(keys),
        lines_before_(lines_before),
        malformed_(malformed) {}

  const records::RecordBatch& records() const { return records_; }
  const Grid& grid(std::size_t record) const { return records_.grids[record]; }
  // The same for a record of another size than 9x9.
  const std::uint8_t* cells(std::size_t record) const { return records_.cells_of(record); }
  // The text of the line, the csv row or the JSON object of a record; empty if rows are not kept.
  std::string_view row(std::size_t record) const {
    return records_.rows.empty() ? std::string_view() : records_.rows[record];
  }
  // The key by which the job orders the record. REQUIRES: ReadStage::Plan::order has names.
  std::string_view key(std::size_t record) const { return keys_->key(record); }
  // See RecordBatch::number().
  std::size_t number(std::size_t record) const { return records_.number(record); }
  ChunkResult& result() const { return chunk_.result(); }

  // Begins to measure the time of `stage`.
  void enter(Stage stage) const { chunk_.stopwatch().enter(stage); }
  bool should_stop() const { return chunk_.should_stop(); }
  // For stages that take microseconds per record: checks for a stop at every 16th record.
  bool should_stop_at(std::size_t record) const {
    constexpr std::size_t kPollEvery = 16;
    return record % kPollEvery == 0 && should_stop();
  }

  // Calls step(record, fault) for each record in order, until step() returns a value other than
  // kGoOn. `fault`: why the record is malformed; nullptr if the record is well formed.
  template <class Step>
  BatchEnd each_record(const Step& step) const {
    std::size_t faults = 0;
    for (std::size_t record = 0; record < records_.size; ++record) {
      const bool is_malformed =
          faults < records_.faults.size() && records_.faults[faults].record == record;
      const records::RecordError* fault = is_malformed ? &records_.faults[faults++] : nullptr;
      if (const Next next = step(record, fault); next != Next::kGoOn) return {record, next};
    }
    return {records_.size, Next::kGoOn};
  }

  // Returns a problem with the place of `record` in the result. The caller adds the message.
  Problem make_problem(std::size_t record, ProblemKind kind) const;
  // Returns a problem for the record of `fault`, with the line and the column of the fault.
  Problem make_problem(const records::RecordError& fault, ProblemKind kind) const;
  // Adds a problem to the result. The result keeps the first kMaxProblems problems, and only counts
  // the later ones.
  void add_problem(Problem problem) const;
  // Counts and reports a malformed record, and returns kGoOn. With Malformed::kStop, ends the job
  // at this record instead, and returns kEnd.
  Next report_malformed(const records::RecordError& fault) const;
  Next report_malformed(Problem problem) const;
  // Ends the job at a record that failed the self-check. Returns kEnd.
  Next fail_check(std::size_t record, Status failure) const;

 private:
  bool keeps_problems() const { return result().problems.size() < kMaxProblems; }

  ChunkTask& chunk_;
  const records::RecordBatch& records_;
  const OrderKeys* keys_;
  std::uint64_t lines_before_;
  Malformed malformed_;
};

// Reads a chunk batch by batch. If an input is read in another way than the plan says (see
// Chunk::detection), the stage makes another reader for the chunks of this input. The stage keeps
// the newest of these readers for later chunks.
class ReadStage {
 public:
  struct Plan {
    records::ReadOptions options;
    std::size_t batch_records = 1;
    Malformed malformed = Malformed::kStepOver;
    // The texts of rows are kept for the inputs in this format (ReadOptions::keep_rows).
    std::optional<TextFormat> rows_of = {};
    // InputOptions::where, how the job orders records, and the input for which `options` are.
    // REQUIRES: the Detection outlives the stage.
    std::string where = {};
    KeyOrder order = {};
    const records::Detection* detection = nullptr;
    std::shared_ptr<MemberLog> members = {};        // for RecordFilter
    std::shared_ptr<MemberLog> order_members = {};  // for OrderKeys
  };
  explicit ReadStage(const Plan& plan);
  ReadStage(const ReadStage&) = delete;
  ReadStage& operator=(const ReadStage&) = delete;

  // Returns the number of records of the chunk. Call it before each_batch(), which reads the
  // records again.
  std::uint64_t count_records(const ChunkTask& task);

  // Calls process(BatchTask&) for each batch of the chunk, until process() returns a BatchEnd whose
  // `next` is not kGoOn. Hands over the result of every batch but the last. (A chunk of well-formed
  // records is one batch. A chunk of malformed records can be several batches, because malformed
  // records can be very short. Handing over limits the size of their output.)
  template <class Process>
  void each_batch(ChunkTask& task, const Process& process) {
    start(task);
    do {
      task.stopwatch().enter(Stage::kParse);
      const bool has_records = active_->reader->read(records_);
      if (has_records) {
        if (!choose(task)) return;
        BatchTask batch(task, records_, active_->keys.get(), lines_before_, plan_.malformed);
        const BatchEnd end = process(batch);
        note_records(task.result(), end.records);
        if (end.next != Next::kGoOn) return;
      }
      count_lines(task.result());
      if (!has_records || active_->reader->is_at_end()) return;
    } while (hand_over(task) == Next::kGoOn);
  }

 private:
  // How the records of an input are read, and what is done with a batch of them.
  struct Reading {
    std::unique_ptr<records::RecordReader> reader = {};
    std::unique_ptr<RecordFilter> filter = {};  // nullptr: every record is kept
    std::unique_ptr<OrderKeys> keys = {};       // nullptr: the job orders no records
    bool keeps_rows = false;                    // the job needs the rows, not only the filter
  };
  Reading reading_of(records::ReadOptions options, const records::Detection* input) const;
  Reading& reading_for(const TextChunk& chunk);
  void start(const ChunkTask& task);
  void count_lines(ChunkResult& result) const;
  Next hand_over(ChunkTask& task);
  // Removes the records that the filter does not keep, and makes the keys of the others. False: the
  // job is being stopped.
  bool choose(const ChunkTask& task);
  // Sets what the result states about records. `end`: the records [0, end) of the batch are
  // complete.
  void note_records(ChunkResult& result, std::size_t end) const {
    result.records = records_.number(end);
    result.left_out = result.records - end;
    if (active_->filter != nullptr) result.numbers = records_.numbers;
  }

  Plan plan_;
  records::RecordBatch records_;
  Reading usual_;
  Reading other_;  // of the newest input with another reading
  std::shared_ptr<const records::Detection> of_other_;
  Reading* active_ = &usual_;  // one of the two
  // For the results of this chunk that were handed over: the number of lines, and the number of
  // end marks (RecordReader::end_marks()).
  std::uint64_t lines_before_ = 0;
  std::uint64_t end_marks_before_ = 0;
};

// For a worker that reads solutions from the rows itself (CellRow), because a reader does not
// distinguish an empty solution from a bad one.
inline ReadStage::Plan without_solutions(ReadStage::Plan plan) {
  plan.options.csv.solution_column = records::kNoColumn;
  return plan;
}

}  // namespace dokumill::batch
