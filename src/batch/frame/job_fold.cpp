#include "batch/frame/job_fold.hpp"

#include <algorithm>
#include <utility>

#include "base/platform/files/input_file.hpp"
#include "base/platform/process/cpu_budget.hpp"
#include "base/text/format.hpp"
#include "formats/line/end_mark.hpp"

namespace dokumill::batch {
namespace {

constexpr std::uint64_t kShowEveryNs = 100'000'000;

}  // namespace

JobFold::JobFold(const Setup& setup)
    : platform_(setup.platform),
      options_(setup.options),
      input_(setup.input),
      text_(setup.plan, setup.output, setup.has_records_before, options_),
      problems_(options_),
      lines_(input_.lines_before),
      begin_ns_(platform_.now_ns()),
      shown_ns_(begin_ns_) {}

Status JobFold::take(ChunkResult& result) {
  const std::lock_guard lock(mutex_);
  if (result.input != current_input_) enter_input(result);
  if (result.problem_count != 0 || result.end_marks != 0 || !result.failure.ok()) {
    if (Status status = learn_numbers(); !status.ok()) return status;
  }
  if (result.end_marks != 0) {
    if (end_marks_ == 0) {
      first_end_mark_input_ = current_input_;
      first_end_mark_line_ = line_base() + result.first_end_mark_line + 1;
      first_end_mark_ = result.first_end_mark;
    }
    end_marks_ += result.end_marks;
  }
  problems_.take(result, {current_input_, input_name(current_input_), record_base(), line_base(),
                          input_.places_of ? input_.places_of(current_input_) : nullptr});
  for (int i = 0; i < kGridKinds; ++i) outcomes_[i] += result.outcomes[i];
  if (Status status = take_part(result, record_base() + 1); !status.ok()) return status;
  if (Status status = write_text({result.text.data(), result.text_bytes}); !status.ok())
    return status;
  records_ += result.records;
  left_out_ += result.left_out;
  if (input_counts_.size() <= current_input_) input_counts_.resize(current_input_ + 1);
  InputCounts& counts = input_counts_[current_input_];
  counts.records += result.records;
  counts.malformed += result.outcomes[static_cast<std::size_t>(GridKind::kMalformed)];
  lines_ += result.lines;
  if (!result.failure.ok()) return result.failure;
  done_ = std::max(done_, result.done);  // `done` is 0 in a piece that was handed over early
  show_progress();
  return {};
}

Status JobFold::learn_numbers() {
  if (before_ || !input_.count_before) return {};
  Result<NumbersBefore> before = input_.count_before();
  if (!before.ok()) return before.status();
  before_ = *before;
  return {};
}

Status JobFold::start(RecordNumbers& numbers) {
  Status status = learn_numbers();
  numbers.start_at(records_before() + 1);
  return status;
}

void JobFold::enter_input(const ChunkResult& result) {
  current_input_ = result.input;
  lines_ = result.lines_before;
}

std::string JobFold::input_name(std::size_t input) const {
  if (input == 0 || input_.more_paths == nullptr) return input_.name;
  return printable_path((*input_.more_paths)[input - 1], "<stdin>");
}

Status JobFold::take_part(ChunkResult&, std::uint64_t) {
  return {};
}

void JobFold::set_outcomes(const OutcomeMembers& members) const {
  const auto set = [this](std::uint64_t* member, GridKind kind) {
    if (member != nullptr) *member = outcome(kind);
  };
  set(members.malformed, GridKind::kMalformed);
  set(members.unsolvable, GridKind::kUnsolvable);
  set(members.multiple, GridKind::kMultiple);
  set(members.unique, GridKind::kUnique);
  set(members.complete, GridKind::kComplete);
}

void JobFold::warn_about_end_marks() const {
  if (end_marks_ == 0 || !options_.on_warning) return;
  const bool is_word = first_end_mark_.front() != records::kDosEnd;
  options_.on_warning(format_text(
      "{}:{}: {} is not a puzzle and was skipped{}", input_name(first_end_mark_input_),
      first_end_mark_line_, is_word ? '"' + first_end_mark_ + '"' : "the DOS end-of-file mark 0x1A",
      end_marks_ > 1 ? format_text(" ({} such lines)", end_marks_) : ""));
}

void JobFold::beat() {
  if (!options_.on_progress) return;
  if (platform_.now_ns() - shown_ns_.load(std::memory_order_relaxed) < kShowEveryNs) return;
  // If another thread holds the lock, that thread folds a result or shows the progress, so this
  // call has nothing to do.
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (lock.owns_lock()) show_progress();
}

void JobFold::show_progress() {
  if (!options_.on_progress) return;
  const std::uint64_t now = platform_.now_ns();
  if (now - shown_ns_ < kShowEveryNs) return;
  shown_ns_ = now;
  Progress progress{records_, done_, input_.total, seconds_at(now)};
  describe(progress);
  if (needs_second_step()) progress.steps = 2;
  if (needs_second_step() && second_step_began_) {
    const Work work = second_step_work();
    progress.step = 2;
    progress.step_begin_seconds = *second_step_began_;
    progress.done = work.done;
    progress.total = work.total;
  }
  options_.on_progress(progress);
}

void JobFold::describe(Progress&) const {}

Status JobFold::second_step(const std::function<bool()>&) {
  return {};
}

Status JobFold::run_second_step(JobReport& report) {
  if (!needs_second_step()) return {};
  const std::uint64_t begin_ns = platform_.now_ns();
  second_step_began_ = seconds_at(begin_ns);
  // The second step polls far more often than the progress has to be shown.
  constexpr int kShowEvery = 64;
  int polls = 0;
  const auto should_stop = [&] {
    if (polls++ % kShowEvery == 0) show_progress();
    return is_stop_wanted();
  };
  Status status = second_step(should_stop);
  if (status.code() == ErrorCode::kInterrupted) return interrupted();
  if (!status.ok()) return status;
  // In the second step, one thread works and the other threads wait.
  const double seconds = static_cast<double>(platform_.now_ns() - begin_ns) * 1e-9;
  report.seconds += seconds;
  report.stages[static_cast<std::size_t>(Stage::kWrite)] += seconds;
  report.stages[static_cast<std::size_t>(Stage::kWait)] += seconds * (report.threads - 1);
  return {};
}

Status JobFold::commit() {
  if (Status status = text_.finish(); !status.ok()) return status;
  const bool replaces = !text_.file().final_path().empty();
  if (replaces && is_stop_wanted()) return interrupted();
  return text_.file().commit();
}

Status JobFold::interrupted() const {
  return {ErrorCode::kInterrupted,
          format_text("interrupted after {} record{}", records_, records_ == 1 ? "" : "s")};
}

Status JobFold::finish(const RunResult& result, JobReport& report) {
  if (result.status.code() == ErrorCode::kInterrupted) return interrupted();
  if (!result.status.ok()) return result.status;
  if (result.team.shortage != Team::Shortage::kNone && options_.on_warning)
    options_.on_warning(shortage_warning(result.team));
  report.records = records_;
  report.seconds = result.seconds;
  report.threads = result.threads;
  report.threads_remark = result.team.remark;
  if (report.threads_remark.empty() && options_.threads == 0) {
    const ThreadBudget budget = thread_budget(platform_);
    if (result.threads == budget.threads) report.threads_remark = budget.remark();
  }
  report.stages = result.stages;
  report.input_name = input_.name;
  report.input_path = input_.path;
  problems_.report_into(report);
  return {};
}

}  // namespace dokumill::batch
