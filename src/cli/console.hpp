// Console: what people read on standard error: messages, problems, totals, the progress bar.
//
// Every message is one line that begins with "dokumill: " and holds nothing that drives a terminal:
// texts from outside are escaped where a message is put together, and say() escapes what was
// forgotten there. A message that cannot be written (closed or full stderr) is dropped: the exit
// status remains. Short messages take no memory.
// Thread safety: one thread at a time.
#pragma once

#include <string>
#include <string_view>

#include "dokumill/batch.hpp"
#include "platform/platform.hpp"

namespace dokumill::cli {

enum class ProgressWish { kAuto, kAlways, kNever };

class Console {
 public:
  Console(Platform& platform, bool is_quiet, ProgressWish progress);
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;
  ~Console() { clear_progress(); }

  // Always shown. `help` follows the line and is written as it is: our own text.
  void say(std::string_view message, std::string_view help = {});
  // Not shown under --quiet.
  void tell(std::string_view message);

  // The first ten problems of `name`; the others are counted by tell_more().
  void show_problem(const std::string& name, const Problem& problem);
  void tell_more(std::uint64_t all_problems);

  // `output_on_terminal`: records go to a terminal. A bar on the same screen would stand between
  // them, so --progress auto shows none.
  bool wants_progress(bool output_on_terminal = false) const {
    return shows_progress_ && !(output_on_terminal && is_automatic_);
  }
  // A bar on a line of its own; `unit` is what is counted ("records").
  void show_progress(const Progress& progress, std::string_view unit);
  void clear_progress();

 private:
  void write(std::string_view text);

  Platform& platform_;
  bool is_quiet_;
  bool shows_progress_;
  bool is_automatic_;
  bool has_bar_ = false;
  std::uint64_t problems_shown_ = 0;
};

inline constexpr std::string_view kOutOfMemory = "dokumill: out of memory\n";

// Writes `text` to standard error, as far as that can be done.
void write_to_stderr(Platform& platform, std::string_view text);

// "1,234,567"
std::string grouped(std::uint64_t number);
// "1 record", "1,234 records"
std::string counted(std::uint64_t number, std::string_view things);
// "[====        ]  33 %  1,234 records, 50,000/s, 0:02 left"
std::string progress_text(const Progress& progress, std::string_view unit);
// "0.02 s, 50,000 records/s, 2 threads, reference engine"
std::string speed_text(const JobReport& report, std::string_view unit);

}  // namespace dokumill::cli
