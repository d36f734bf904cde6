#include "cli/console.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <iterator>

#include "base/platform/process/stop_signals.hpp"
#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "base/text/printable.hpp"

namespace dokumill::cli {
namespace {

constexpr std::uint64_t kProblemsShown = 10;
// The bar appears after this time.
constexpr double kProgressAfterSeconds = 0.5;

std::string clock_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::ceil(seconds));
  if (whole < 3600) return format_text("{}:{:02}", whole / 60, whole % 60);
  return format_text("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string counted(std::uint64_t number, std::string_view things) {
  if (number == 1) things.remove_suffix(1);
  return format_text("{} {}", grouped(number), things);
}

std::string progress_text(const Progress& progress, std::string_view unit) {
  if (progress.reads_whole_text) {
    return format_text("reading the whole text to find its layout, {}",
                       clock_text(progress.seconds));
  }
  std::string text = counted(progress.records, unit);
  if (progress.step > 1) {
    text = format_text("{}, step {} of {}", text, progress.step, progress.steps);
  } else {
    const double rate =
        progress.seconds > 0 ? static_cast<double>(progress.records) / progress.seconds : 0;
    text += format_text(", {}/s", grouped(static_cast<std::uint64_t>(rate)));
    if (progress.tries != 0)
      text += progress.tries == 1 ? ", 1 try" : ", " + counted(progress.tries, "tries");
    if (progress.steps > 1) text += format_text(", step 1 of {}", progress.steps);
  }
  if (progress.total == 0) return text;
  const double share =
      std::min(1.0, static_cast<double>(progress.done) / static_cast<double>(progress.total));
  constexpr int kBarWidth = 24;
  const int filled = static_cast<int>(share * kBarWidth);
  text = format_text("[{:=<{}}{: <{}}] {:3.0f} %  {}", "", filled, "", kBarWidth - filled,
                     std::floor(share * 100), text);
  // The remaining time is unknown until some work is done.
  if (share > 0) {
    const double seconds = progress.seconds - progress.step_begin_seconds;
    text += format_text(", {} left", clock_text(seconds * (1 - share) / share));
  }
  return text;
}

std::string speed_text(const JobReport& report, std::string_view unit) {
  // The seconds of a merged report come from files and may be any number. If they are almost 0, the
  // rate does not fit into an integer. So the rate has a limit.
  constexpr double kMaxRate = 1e18;
  const double rate = report.seconds > 0
                          ? std::min(static_cast<double>(report.records) / report.seconds, kMaxRate)
                          : 0;
  std::string text = format_text("{:.2f} s, {} {}/s, {}", report.seconds,
                                 grouped(static_cast<std::uint64_t>(rate)), unit,
                                 counted(static_cast<std::uint64_t>(report.threads), "threads"));
  if (!report.threads_remark.empty()) text += format_text(" ({})", report.threads_remark);
  if (!report.engine.empty()) text += format_text(", {} engine", report.engine);
  return text;
}

Console::Console(Platform& platform, bool is_quiet, ProgressMode progress)
    : platform_(platform),
      is_quiet_(is_quiet),
      shows_progress_(!is_quiet && (progress == ProgressMode::kAlways ||
                                    (progress == ProgressMode::kAuto && platform.is_terminal(2)))),
      is_automatic_(progress == ProgressMode::kAuto) {}

void write_to_stderr(Platform& platform, std::string_view text) {
  // After this many failures in a row (full or interrupted stream), the rest of the text is
  // dropped, because the job is more important. After a stop request, the limit is lower.
  constexpr int kPatience = 100;
  constexpr int kPatienceAtAStop = 10;
  for (int failures = 0;
       !text.empty() && failures < (stop_signal() != 0 ? kPatienceAtAStop : kPatience);) {
    const std::int64_t wrote = platform.write(2, text.data(), text.size());
    if (wrote > 0) {
      text.remove_prefix(static_cast<std::size_t>(wrote));
      failures = 0;
    } else if (wrote == -EINTR || wrote == -EAGAIN) {
      if (wrote == -EAGAIN) platform.wait_writable(2);
      ++failures;
    } else {
      return;
    }
  }
}

void Console::write(std::string_view text) {
  if (kept_ != nullptr) {
    *kept_ += text;
    return;
  }
  write_to_stderr(platform_, text);
}

void Console::error(std::string_view message, std::string_view help) {
  clear_progress();
  const bool is_plain = is_printable(message);
  const std::string escaped = is_plain ? std::string() : printable_all(message);
  const std::string_view parts[] = {"dokumill: ", is_plain ? message : escaped, "\n", help};
  std::size_t bytes = 0;
  for (const std::string_view part : parts) bytes += part.size();
  // A short message needs no memory: it may say that there is none.
  char space[512];
  std::string long_line(bytes > sizeof space ? bytes : 0, '\0');
  char* const line = long_line.empty() ? space : long_line.data();
  char* end = line;
  for (const std::string_view part : parts) end = std::ranges::copy(part, end).out;
  write({line, bytes});
}

void Console::info(std::string_view message) {
  if (!is_quiet_) error(message);
}

void Console::show_problem(const std::string& name, const Problem& problem) {
  if (problems_shown_++ >= kProblemsShown) return;
  const std::string column = problem.column != 0 ? format_text(":{}", problem.column) : "";
  error(format_text("{}:{}{}: record {}: {}", name, problem.line, column, problem.record,
                    problem.message));
}

void Console::note_omitted(std::uint64_t all_problems) {
  if (all_problems <= kProblemsShown) return;
  const std::uint64_t more = all_problems - kProblemsShown;
  error(
      format_text("and {} (--report FILE lists the first 1,000)", counted(more, "more problems")));
}

void Console::show_progress(const Progress& progress, std::string_view unit) {
  if (!shows_progress_ || progress.seconds < kProgressAfterSeconds) return;
  std::string text = progress_text(progress, unit);
  const int columns = platform_.terminal_columns(2);
  if (columns > 1 && text.size() >= static_cast<std::size_t>(columns))
    text.resize(static_cast<std::size_t>(columns - 1));
  write("\r" + text + "\x1B[K");
  has_bar_ = true;
}

void Console::clear_progress() {
  if (!has_bar_) return;
  has_bar_ = false;
  write("\r\x1B[K");
}

}  // namespace dokumill::cli
