// JobFold: the ordered end of every job. It adds up offsets, totals and problems, shows the
// progress, and writes the text.
//
// Thread safety: take() is called by one thread at a time, in order. Any thread can call beat(),
// also during take(). Call everything else before or after the pipeline. Callbacks are called by
// one thread at a time.
// Memory: the first kMaxProblems problems.
#pragma once

#include <array>
#include <atomic>
#include <mutex>
#include <string>

#include "batch/pipeline.hpp"
#include "platform/output_file.hpp"

namespace dokumill::batch {

class JobFold : public Fold {
 public:
  struct Place {
    std::string input_name;          // for messages
    std::uint64_t lines_before = 0;  // lines of the input before the first record's bytes
    std::uint64_t total = 0;         // Source::total(); 0 if it is not known
    std::string input_path = {};     // as the caller gave it
  };

  // `drop_first_byte`: the text begins with the separator of records, which is left out.
  JobFold(Platform& platform, const JobOptions& options, Place place, OutputFile& output,
          bool drop_first_byte);

  Status take(Part& part) override;
  // Shows the progress, at most ten times a second.
  void beat() override;

  // Writes text before the first part (a csv header).
  Status write_header(std::string_view text) { return write_to_output(text); }
  // Writes text after the last part.
  Status write_totals(std::string_view text) { return write_to_output(text); }

  std::uint64_t records() const { return records_; }
  std::uint64_t outcome(Outcome outcome) const {
    return outcomes_[static_cast<std::size_t>(outcome)];
  }

  // Warns about boards without a blank line between them, if there were any. Call it once, at the
  // end.
  void warn_about_joined_blocks() const;

  // Moves the fields that every report has into `report`, and warns if threads were missing. If the
  // job ended early, returns its status; the message of an interrupted job has the number of
  // records done.
  Status finish(const PipelineResult& result, JobReport& report);
  // Settles what take_more() had to leave open. Called after the last part and before the totals
  // are written.
  virtual Status settle() { return {}; }
  // Puts the output in its place. If a stop was requested, returns kInterrupted instead, and the
  // old output stays. An output that is written in place is already complete and is never
  // interrupted here.
  virtual Status commit();
  // The status of a job that a stop request ended.
  Status interrupted() const;

 protected:
  // Processes a part before its text is written, and may change the text. `first_record` is the
  // number of the part's first record, from 1.
  virtual Status take_more(Part& part, std::uint64_t first_record);

  // Adds to the progress what only the derived job knows.
  virtual void describe(Progress& progress) const;

  // Appends text of whole records to the output.
  Status write_text(std::string_view text);
  bool is_stop_wanted() const { return options_.should_stop && options_.should_stop(); }
  void show_progress();
  // Seconds since the job began.
  double seconds() const { return seconds_at(platform_.now_ns()); }

 private:
  void take_problems(Part& part);
  Status write_to_output(std::string_view text);
  double seconds_at(std::uint64_t now_ns) const {
    return static_cast<double>(now_ns - begin_ns_) * 1e-9;
  }

  Platform& platform_;
  const JobOptions& options_;
  Place place_;
  OutputFile& output_;
  bool drops_byte_;
  std::uint64_t records_ = 0;
  std::uint64_t lines_ = 0;
  std::uint64_t done_ = 0;
  std::array<std::uint64_t, kOutcomes> outcomes_{};
  std::vector<Problem> problems_;
  std::uint64_t problem_count_ = 0;
  std::uint64_t joined_blocks_ = 0;
  std::uint64_t first_joined_line_ = 0;
  std::uint64_t begin_ns_;
  std::atomic<std::uint64_t> shown_ns_;
  std::mutex mutex_;  // held while a part is folded and while the progress is shown
};

}  // namespace dokumill::batch
