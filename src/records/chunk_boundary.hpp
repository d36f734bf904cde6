// Finds cuts: places where an input can be divided into chunks so that no chunk needs the bytes of
// another one.
//
// A cut never falls inside a record. Usually it is found a few bytes before the end of the window,
// by searching backwards for a line end (line) or a blank line (grid). A csv row of several lines
// has at most kCsvRowLimit bytes. So only a little more than that is examined in a csv window: it
// is searched for quotes, and if it has quotes, it is read row by row. Sometimes there is no such
// place: a block of a million rows, a line of gigabytes, quoted line ends. Then the window is read
// forwards, and the Entry passes on to the next chunk what the bytes before it decided. A cut may
// fall after a CR whose LF may come later. So a record that ends with a lone CR does not have to
// wait for the next byte. Thread safety: pure functions. Cost: as above; at worst the window is
// read once.
#pragma once

#include <cstddef>
#include <string_view>

#include "records/format.hpp"

namespace dokumill::records {

struct ChunkBoundary {
  std::size_t bytes = 0;  // the length of the chunk; 0: a longer window is needed
  Entry next;             // for the reader of the next chunk
};

// A window of this many bytes always has a cut.
inline constexpr std::size_t kEnoughForACut = 2 * kCsvRowLimit;

// True if a source should try a longer window before it uses the cut. Either there is no cut, or
// the cut comes so early that the bytes after it, which the next window contains again, would be
// scanned many times.
// (It can take kCsvRowLimit bytes to decide whether the quotes of a csv row are malformed. So a
// window that is a little longer than kCsvRowLimit may have its cut near its begin. A window of
// kEnoughForACut bytes does not.)
inline bool is_poor(const ChunkBoundary& cut, std::size_t window_bytes) {
  const bool is_short = window_bytes > kCsvRowLimit && window_bytes < kEnoughForACut;
  return cut.bytes == 0 || (is_short && cut.bytes < window_bytes / 4);
}

// Returns the last cut of the window, which begins at a cut with `entry`. With `is_last`, the
// window ends at the end of the input, and so does the chunk. `separator` separates csv fields.
// REQUIRES: the window is not empty.
ChunkBoundary find_chunk_boundary(TextFormat format, std::string_view window, Entry entry,
                                  bool is_last, char separator = ',');

// Returns the last cut of the text at or before `at`: where a piece of a job that ends there is cut
// from the next one. The result depends on the text and `at` alone, and does not get smaller as `at`
// grows. `begin`: for the reader of the first record.
// Cost: a few kilobytes before `at`. Where they do not show a cut (see above), more of the text is
// searched backwards, and in the end all of it is read forwards.
// REQUIRES: at <= text.size()
ChunkBoundary find_piece_boundary(TextFormat format, std::string_view text, std::size_t at,
                                  Entry begin, char separator);

// One function for each format; format_table.hpp lists them. They find the cut of a window that
// does not begin between CR and LF. The result does not set Entry::after_cr.
ChunkBoundary find_line_boundary(std::string_view window, Entry entry, char separator);
ChunkBoundary find_grid_boundary(std::string_view window, Entry entry, char separator);
ChunkBoundary find_csv_boundary(std::string_view window, Entry entry, char separator);
ChunkBoundary find_npy_boundary(std::string_view window, Entry entry, char separator);
ChunkBoundary find_jsonl_boundary(std::string_view window, Entry entry, char separator);

// The same for find_piece_boundary(), where `at` is neither 0 nor the end of the text. 0 bytes: there
// is no cut.
ChunkBoundary find_line_piece(std::string_view text, std::size_t at, Entry begin, char separator);
ChunkBoundary find_grid_piece(std::string_view text, std::size_t at, Entry begin, char separator);
ChunkBoundary find_csv_piece(std::string_view text, std::size_t at, Entry begin, char separator);
ChunkBoundary find_npy_piece(std::string_view text, std::size_t at, Entry begin, char separator);

}  // namespace dokumill::records
