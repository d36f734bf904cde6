// Cuts: where an input may be divided into chunks so that no chunk needs the bytes of another one.
//
// A cut never falls inside a record. Mostly it is found by looking backwards from the end of the
// window for a line end (line) or a blank line (grid), a few bytes away. A csv row of several lines
// is at most kCsvRowLimit bytes long, so csv is looked at for little more than that: searched for
// quotes, and where it has some, read row by row. Where there is no such place (a block of a
// million rows, a line of gigabytes, quoted line ends) the window is read forwards and the Entry
// tells the next chunk what the bytes before it decided. A cut may fall behind a CR whose LF, if
// there is one, comes later: a record that a lone CR ends is not kept waiting for it. Thread
// safety: pure functions. Cost: as said; the bad cases read the window once.
#pragma once

#include <cstddef>
#include <string_view>

#include "records/format.hpp"

namespace dokumill::records {

struct Cut {
  std::size_t bytes = 0;  // the length of the chunk; 0: a longer window is needed
  Entry next;             // for the chunk behind it
};

// A window of this many bytes always has a cut.
inline constexpr std::size_t kEnoughForACut = 2 * kCsvRowLimit;

// True if a source should look at a longer window before it uses the cut: there is no cut, or so
// little before it that the rest, which the next window has again, would be scanned many times.
// (Whether a csv row of several lines ends well can take kCsvRowLimit bytes behind it to tell: a
// window that is a little longer than that is cut near its begin, one of kEnoughForACut is not.)
inline bool is_poor(const Cut& cut, std::size_t window_bytes) {
  const bool is_short = window_bytes > kCsvRowLimit && window_bytes < kEnoughForACut;
  return cut.bytes == 0 || (is_short && cut.bytes < window_bytes / 4);
}

// The last cut of the window, which begins at a cut with `entry`. With `is_last` the window reaches
// to the end of the input and the cut is there. `separator` is that of csv fields. REQUIRES: the
// window is not empty.
Cut find_cut(Format format, std::string_view window, Entry entry, bool is_last,
             char separator = ',');

}  // namespace dokumill::records
