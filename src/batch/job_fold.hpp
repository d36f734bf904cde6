// JobFold: the ordered end of every job: offsets, totals, problems, progress, and the writing of
// the text.
//
// Thread safety: take() by one thread at a time, in order; beat() by any thread, beside it; the
// rest before or after the pipeline. Callbacks are called by one thread at a time. Memory: the
// first kMaxProblems problems.
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
    std::uint64_t total = 0;         // of the source; 0 when it is not known
    std::string input_path = {};     // as it was given
  };

  // `drop_first_byte`: the text begins with the separator of records.
  JobFold(Platform& platform, const JobOptions& options, Place place, OutputFile& output,
          bool drop_first_byte);

  Status take(Part& part) override;
  // Shows the progress, at most ten times a second.
  void beat() override;

  // Written before the first part (a csv header).
  Status write_header(std::string_view text) { return write_to_output(text); }
  // Written after the last one.
  Status write_totals(std::string_view text) { return write_to_output(text); }

  std::uint64_t records() const { return records_; }
  std::uint64_t outcome(Outcome outcome) const {
    return outcomes_[static_cast<std::size_t>(outcome)];
  }

  // The last words about blocks without blank lines; once, at the end.
  void warn_about_joined_blocks() const;

  // Moves what every report has into `report`. Where the job ended early, its status, with the
  // records done when it was interrupted.
  Status finish(const PipelineResult& result, JobReport& report);
  // Settles what take_more() had to leave open; asked when all parts were taken, before the last
  // text.
  virtual Status settle() { return {}; }
  // Puts the output in its place, unless a request to stop came before: until then the old output
  // stays. An output that is written in place is complete by now.
  virtual Status commit();
  // The status of a job that a request to stop ended.
  Status interrupted() const;

 protected:
  // What a job does with a part before its text is written, which it may change; `first_record` is
  // the number of the part's first record, from 1.
  virtual Status take_more(Part& part, std::uint64_t first_record);

  // Adds to the progress what only this job knows.
  virtual void describe(Progress& progress) const;

  // Writes text of whole records behind what was written before.
  Status write_text(std::string_view text);
  bool is_stop_wanted() const { return options_.should_stop && options_.should_stop(); }
  void show_progress();
  // Since the job began.
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
