#include "batch/job_fold.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace dokumill::batch {
namespace {

constexpr std::uint64_t kShowEveryNs = 100'000'000;

}  // namespace

JobFold::JobFold(Platform& platform, const JobOptions& options, Place place, OutputFile& output,
                 bool drop_first_byte)
    : platform_(platform),
      options_(options),
      place_(std::move(place)),
      output_(output),
      drops_byte_(drop_first_byte),
      lines_(place_.lines_before),
      begin_ns_(platform.now_ns()),
      shown_ns_(begin_ns_) {}

Status JobFold::write_to_output(std::string_view text) {
  if (options_.on_output) options_.on_output();
  return output_.write(text);
}

Status JobFold::take(Part& part) {
  const std::lock_guard lock(mutex_);
  if (part.joined_blocks != 0) {
    if (joined_blocks_ == 0) first_joined_line_ = lines_ + part.first_joined_line + 1;
    joined_blocks_ += part.joined_blocks;
  }
  take_problems(part);
  for (int i = 0; i < kOutcomes; ++i) outcomes_[i] += part.outcomes[i];
  if (Status status = take_more(part, records_ + 1); !status.ok()) return status;
  if (Status status = write_text({part.text.data(), part.text_bytes}); !status.ok()) return status;
  records_ += part.records;
  lines_ += part.lines;
  if (!part.failure.ok()) return part.failure;
  done_ = std::max(done_, part.done);  // a piece of a chunk has 0
  show_progress();
  return {};
}

Status JobFold::write_text(std::string_view text) {
  if (text.empty()) return {};
  if (std::exchange(drops_byte_, false)) text.remove_prefix(1);
  return write_to_output(text);
}

Status JobFold::take_more(Part&, std::uint64_t) {
  return {};
}

void JobFold::take_problems(Part& part) {
  problem_count_ += part.problem_count;
  for (Problem& problem : part.problems) {
    if (problems_.size() == kMaxProblems) break;
    problem.record += records_ + 1;
    problem.line += lines_ + 1;
    if (options_.on_problem) options_.on_problem(problem);
    problems_.push_back(std::move(problem));
  }
  const Problem& last = part.last_problem;
  if (!part.failure.ok() && !last.message.empty()) {
    const std::string column = last.column != 0 ? fmt::format(":{}", last.column) : "";
    part.failure = {part.failure.code(),
                    fmt::format("{}:{}{}: record {}: {}", place_.input_name, last.line + lines_ + 1,
                                column, last.record + records_ + 1, last.message)};
    if (options_.on_fatal_record) {
      Problem fatal = last;
      fatal.record += records_ + 1;
      fatal.line += lines_ + 1;
      options_.on_fatal_record(fatal);
    }
  }
}

void JobFold::warn_about_joined_blocks() const {
  if (joined_blocks_ == 0 || !options_.on_warning) return;
  options_.on_warning(fmt::format("{}:{}: warning: no blank line between boards (in {} block{})",
                                  place_.input_name, first_joined_line_, joined_blocks_,
                                  joined_blocks_ == 1 ? "" : "s"));
}

void JobFold::beat() {
  if (!options_.on_progress) return;
  if (platform_.now_ns() - shown_ns_.load(std::memory_order_relaxed) < kShowEveryNs) return;
  // If another thread holds the lock, it folds a part or shows the progress, so this call need not.
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (lock.owns_lock()) show_progress();
}

void JobFold::show_progress() {
  if (!options_.on_progress) return;
  const std::uint64_t now = platform_.now_ns();
  if (now - shown_ns_ < kShowEveryNs) return;
  shown_ns_ = now;
  Progress progress{records_, done_, place_.total, seconds_at(now)};
  describe(progress);
  options_.on_progress(progress);
}

void JobFold::describe(Progress&) const {}

Status JobFold::commit() {
  const bool replaces = !output_.final_path().empty();
  if (replaces && is_stop_wanted()) return interrupted();
  return output_.commit();
}

Status JobFold::interrupted() const {
  return {ErrorCode::kInterrupted,
          fmt::format("interrupted after {} record{}", records_, records_ == 1 ? "" : "s")};
}

Status JobFold::finish(const PipelineResult& result, JobReport& report) {
  if (result.status.code() == ErrorCode::kInterrupted) return interrupted();
  if (!result.status.ok()) return result.status;
  if (result.team.shortage != Team::Shortage::kNone && options_.on_warning)
    options_.on_warning(shortage_warning(result.team));
  report.records = records_;
  report.seconds = result.seconds;
  report.threads = result.threads;
  report.stages = result.stages;
  report.input_name = place_.input_name;
  report.input_path = place_.input_path;
  report.problems_omitted = problem_count_ - problems_.size();
  report.problems = std::move(problems_);
  return {};
}

}  // namespace dokumill::batch
