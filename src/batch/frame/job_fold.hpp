// JobFold: the fold of every job. It takes the chunk results in order and adds up records, lines
// and outcomes. It hands the problems to a ProblemLog and the text to a JobOutput, and shows the
// progress.
//
// Thread safety: take() is called by one thread at a time, in order. Any thread can call beat(),
// wants_help() and help(), also during take(). Call all other functions before or after the run.
// The callbacks of JobOptions, except should_stop, are called by one thread at a time.
// Memory: the first kMaxProblems problems.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/platform/output/output_file.hpp"
#include "batch/flow/run_records.hpp"
#include "batch/frame/job_output.hpp"
#include "batch/frame/problem_log.hpp"
#include "batch/rows/output_plan.hpp"
#include "batch/sources/joined_source.hpp"
#include "batch/stages/numbered_read.hpp"

namespace dokumill::batch {

// The input of a job, as messages and the progress show it. If a job has several inputs, `name`,
// `lines_before` and `path` describe the first one. Each ChunkResult has the number of its input
// and the value of lines_before for this input.
struct JobInput {
  std::string name;                // for messages
  std::uint64_t lines_before = 0;  // lines of the input before the first record's bytes
  std::uint64_t total = 0;         // Source::total(), of all inputs; 0 if it is not known
  std::string path = {};           // as the caller gave it
  // The paths of the inputs after the first one; nullptr if the job reads no input. REQUIRES: the
  // vector outlives the fold.
  const std::vector<std::string>* more_paths = nullptr;
  // Where the records of an input came from, if the importer has read it; otherwise nullptr.
  std::function<const records::ImportedPlaces*(std::size_t input)> places_of = {};
  // Counts the records and lines before this piece of the job (JobOptions::piece). Set only for
  // pieces after the first one.
  std::function<Result<NumbersBefore>()> count_before = {};
};

class JobFold : public Fold {
 public:
  struct Setup {
    Platform& platform;
    const JobOptions& options;
    JobInput input;
    OutputFile& output;
    bool has_records_before = false;  // an earlier output has the records before those of this one
    const OutputPlan& plan;
  };
  explicit JobFold(const Setup& setup);

  Status take(ChunkResult& result) override;
  // Shows the progress, at most ten times a second.
  void beat() override;
  bool wants_help() const override { return text_.has_waiting(); }
  void help() override { text_.help(); }

  // Counts the records and lines before this piece of the job. take() calls this when it needs the
  // numbers.
  // Failure: as JobInput::count_before.
  Status learn_numbers();
  // Calls learn_numbers(), so that the workers number the records of the whole job.
  Status start(RecordNumbers& numbers);
  // The number of records before this piece; 0 if learn_numbers() did not count them.
  std::uint64_t records_before() const { return before_ ? before_->records : 0; }

  // The output to which the text of the results goes.
  JobOutput& output() { return text_; }

  std::uint64_t records() const { return records_; }
  std::uint64_t left_out() const { return left_out_; }
  // The lines of the current input so far, with those before its first record.
  std::uint64_t lines() const { return lines_; }
  std::uint64_t outcome(GridKind outcome) const {
    return outcomes_[static_cast<std::size_t>(outcome)];
  }

  // The members of a report that count the records of one outcome; nullptr if it has none.
  struct OutcomeMembers {
    std::uint64_t* malformed = nullptr;
    std::uint64_t* unsolvable = nullptr;
    std::uint64_t* multiple = nullptr;
    std::uint64_t* unique = nullptr;
    std::uint64_t* complete = nullptr;
  };
  void set_outcomes(const OutcomeMembers& members) const;

  // The numbers of records that were read from one input.
  struct InputCounts {
    std::uint64_t records = 0;
    std::uint64_t malformed = 0;
  };
  InputCounts input_counts(std::size_t input) const {
    return input < input_counts_.size() ? input_counts_[input] : InputCounts();
  }
  // The name of input number `input`, for messages.
  std::string input_name(std::size_t input) const;

  // Warns if the input had lines that mark the end of a file. Call it once, at the end.
  void warn_about_end_marks() const;

  // Fills the fields of `report` that every report has, and warns if the job had fewer threads than
  // requested. If the job ended early, returns the status of the job instead. The message for an
  // interrupted job has the number of records that are done.
  Status finish(const RunResult& result, JobReport& report);
  // Runs the second step if the job needs one (see needs_second_step()). Adds the time of this step
  // to `report`. Call it after finish().
  Status run_second_step(JobReport& report);
  // Commits the output: a temporary file gets its final name. If a stop was requested, returns
  // kInterrupted instead, and the previous file stays. For an output that is written in place, a
  // stop request is ignored, because this output is already complete.
  virtual Status commit();
  // The status of a job that a stop request ended.
  Status interrupted() const;

 protected:
  // Takes the part of a result that is specific to the job before the text is written, and may
  // change the text. `first_record` is the number of the result's first record, from 1.
  virtual Status take_part(ChunkResult& result, std::uint64_t first_record);

  // Adds to the progress what only the derived class knows.
  virtual void describe(Progress& progress) const;

  // A second step runs after the last record was read, if needs_second_step() returns true. It
  // decides about records that were put aside, or writes what could not be written earlier. The
  // progress of such a job has two steps. Work states the progress of the second step.
  struct Work {
    std::uint64_t done = 0;
    std::uint64_t total = 0;
  };
  virtual bool needs_second_step() const { return false; }
  virtual Work second_step_work() const { return {}; }
  // Runs the second step. Polls `should_stop`, which also shows the progress, and returns
  // kInterrupted when `should_stop` returns true.
  virtual Status second_step(const std::function<bool()>& should_stop);

  // For a second step: appends text of whole records to the output.
  Status write_text(std::string_view text) { return text_.write(text); }
  bool is_stop_wanted() const { return options_.should_stop && options_.should_stop(); }

 private:
  // Makes the input of `result` the current input. The lines of each input are counted from its
  // beginning.
  void enter_input(const ChunkResult& result);
  void show_progress();
  // The number of records in the whole job before the result, and the number of lines in the
  // current input before the result.
  std::uint64_t record_base() const { return records_before() + records_; }
  std::uint64_t line_base() const {
    return lines_ + (before_ && before_->input == current_input_ ? before_->lines : 0);
  }
  double seconds_at(std::uint64_t now_ns) const {
    return static_cast<double>(now_ns - begin_ns_) * 1e-9;
  }

  Platform& platform_;
  const JobOptions& options_;
  JobInput input_;
  JobOutput text_;
  ProblemLog problems_;
  std::uint64_t records_ = 0;
  std::uint64_t left_out_ = 0;
  std::size_t current_input_ = 0;
  std::uint64_t lines_ = 0;              // lines of the current input so far
  std::optional<NumbersBefore> before_;  // set by learn_numbers()
  std::vector<InputCounts> input_counts_;
  std::uint64_t done_ = 0;
  std::array<std::uint64_t, kGridKinds> outcomes_{};
  std::uint64_t end_marks_ = 0;
  std::size_t first_end_mark_input_ = 0;
  std::uint64_t first_end_mark_line_ = 0;
  std::string first_end_mark_;
  std::uint64_t begin_ns_;
  std::optional<double> second_step_began_;  // in seconds since the job began
  std::atomic<std::uint64_t> shown_ns_;
  std::mutex mutex_;  // held while a result is folded and while the progress is shown
};

// A JobFold for a job that has a part of its own for each result, such as keys. `Part` is a plain
// struct. The workers fill the parts of their results. Part::clear() keeps the memory of vectors.
template <class Part>
class PartFold : public JobFold {
 public:
  using JobFold::JobFold;

  void begin(std::size_t slots) override { parts_.resize(slots); }
  PerChunk<Part>& parts() { return parts_; }

 private:
  // See take_part().
  virtual Status take_own(ChunkResult& result, Part& part, std::uint64_t first_record) = 0;
  Status take_part(ChunkResult& result, std::uint64_t first_record) final {
    Status status = take_own(result, parts_[result], first_record);
    parts_[result].clear();
    return status;
  }

  PerChunk<Part> parts_;
};

// A JobFold for a job that counts: `Counts` is a plain struct with +=. The workers add to the
// counts of their results.
template <class Counts>
class CountingFold : public JobFold {
 public:
  using JobFold::JobFold;

  void begin(std::size_t slots) override { parts_.resize(slots); }
  PerChunk<Counts>& parts() { return parts_; }
  // The sum of the counts of all results so far.
  const Counts& counts() const { return counts_; }

 protected:
  Status take_part(ChunkResult& result, std::uint64_t) override {
    counts_ += parts_[result];
    parts_[result] = {};
    return {};
  }

 private:
  PerChunk<Counts> parts_;
  Counts counts_;
};

}  // namespace dokumill::batch
