// The trials: each function runs one round of a trial. main.cpp has the table of trials.
#pragma once

#include "torture/workshop.hpp"

namespace dokumill::torture {

// Times of a stop, in seconds. Stops slower than kSoftStop are counted in the table. Stops slower
// than kHardStop fail.
inline constexpr double kSoftStop = 0.2;
inline constexpr double kHardStop = 10;
// After a request to stop, a reader has this time in seconds to take the rest of a record.
inline constexpr double kGrace = 0.1;

// crashes.cpp: kill -9 and the files that remain.
void killed(Round& round);
void leftovers(Round& round);

// stops.cpp: signals that the program catches, at any moment.
void interrupted(Round& round);
void terminated(Round& round);
void hung_up(Round& round);
void out_of_time(Round& round);
void stopped_while_writing_to_a_sleeper(Round& round);
void stopped_while_input_is_silent(Round& round);
void stopped_while_a_fifo_is_opened(Round& round);
void stopped_before_the_report(Round& round);
void stopped_twice(Round& round);

// other_signals.cpp: signals that change nothing, and signals that the parent ignores or blocks.
void paused_and_continued(Round& round);
void window_changes(Round& round);
void signals_ignored_by_the_parent(Round& round);
void signals_blocked_by_the_parent(Round& round);

// disks.cpp: outputs that cannot be written.
void full_disk(Round& round);
void full_disk_for_the_report(Round& round);
void no_more_inodes(Round& round);
void file_size_limit(Round& round);
void read_only_disk(Round& round);
void folder_deleted(Round& round);
void folder_moved(Round& round);
void disk_quota(Round& round);
// True if this process can mount its own disks, which disappear with the process. To find out, the
// first call enters a separate mount namespace.
bool may_mount();

// pipes.cpp: the other end of a pipe dies or sleeps.
void reader_goes_away(Round& round);
void producer_dies(Round& round);
void slow_reader(Round& round);
void many_runs_one_output(Round& round);

// changing_inputs.cpp: files that another process changes while they are read.
void input_cut_short(Round& round);
void input_grows(Round& round);
void input_rewritten(Round& round);

// limits.cpp: little memory, few threads, few descriptors.
void little_memory(Round& round);
void few_threads(Round& round);
void few_descriptors(Round& round);

}  // namespace dokumill::torture
