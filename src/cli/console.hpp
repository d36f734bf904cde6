// Console: the messages, problems, totals and progress bar on standard error.
//
// Every message is one line that begins with "dokumill: " and contains no control characters. The
// code that builds a message escapes foreign text, and error() escapes the whole message again if
// it is not printable. A message that cannot be written (stderr is closed or full) is dropped, and
// the exit status does not change. Short messages allocate no memory.
#pragma once

#include <string>
#include <string_view>

#include "base/platform/platform.hpp"
#include "dokumill/batch.hpp"

namespace dokumill::cli {

enum class ProgressMode { kAuto, kAlways, kNever };

class Console {
 public:
  Console(Platform& platform, bool is_quiet, ProgressMode progress);
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;
  ~Console() { clear_progress(); }

  // From now on, messages are appended to `text` instead of being printed. REQUIRES: `text`
  // outlives this object.
  void keep_in(std::string& text) { kept_ = &text; }

  // Prints an error or a warning, also under --quiet. `help` is printed unchanged after the
  // message.
  void error(std::string_view message, std::string_view help = {});
  // Prints a message, but not under --quiet.
  void info(std::string_view message);

  // Prints a problem of the input `name`, unless ten problems have been printed already.
  // note_omitted() prints how many problems were omitted.
  void show_problem(const std::string& name, const Problem& problem);
  void note_omitted(std::uint64_t all_problems);

  // True if the progress bar is to be shown. `output_on_terminal`: records go to a terminal. A bar
  // on the same terminal would mix with the records, so --progress auto shows no bar.
  bool wants_progress(bool output_on_terminal = false) const {
    return shows_progress_ && !(output_on_terminal && is_automatic_);
  }
  // Shows a bar on a line of its own; `unit` is the unit of the count ("records").
  void show_progress(const Progress& progress, std::string_view unit);
  void clear_progress();

 private:
  void write(std::string_view text);

  Platform& platform_;
  std::string* kept_ = nullptr;
  bool is_quiet_;
  bool shows_progress_;
  bool is_automatic_;
  bool has_bar_ = false;
  std::uint64_t problems_shown_ = 0;
};

inline constexpr std::string_view kOutOfMemory = "dokumill: out of memory\n";

// Writes `text` to standard error, as far as possible.
void write_to_stderr(Platform& platform, std::string_view text);

// "1,234,567"
std::string grouped(std::uint64_t number);
// "1 record", "1,234 records"
std::string counted(std::uint64_t number, std::string_view things);
// "[====        ]  33 %  1,234 records, 50,000/s, 0:02 left"
std::string progress_text(const Progress& progress, std::string_view unit);
// "0.02 s, 50,000 records/s, 2 threads, reference engine". After the threads may stand a remark:
// "1 thread (OMP_NUM_THREADS is 1)".
std::string speed_text(const JobReport& report, std::string_view unit);

}  // namespace dokumill::cli
