// Finds cuts: places where an input can be divided into chunks, so that each chunk can be read
// without the bytes of any other chunk.
//
// A cut never falls inside a record, with one exception: it may fall inside a line that is too
// long, but only after the bytes that decide what the line is (Entry::inside_line). Usually the
// last cut is a few bytes before the end of the window. A search backwards for a line end (line,
// jsonl) or for a blank line (grid) finds it. A csv row of several lines has at most kCsvRowLimit
// bytes. So in a csv window, usually only a little more than the last kCsvRowLimit bytes are
// searched for quotes. If these bytes have quotes, they are read row by row.
// There may be no cut near the end of a window, for example in a block of a million rows, in a line
// of gigabytes, or where quotes enclose line ends. Then the window is read forwards. An Entry
// passes to the reader of the next chunk what the bytes before the cut decided. A cut may fall
// right after a CR, although the next byte, which may be an LF, is not known yet. So a record that
// ends with a lone CR does not have to wait for the next byte.
// Thread safety: pure functions. Cost: usually a few bytes at the end of the window are read (csv:
// about 80 KiB). At worst, the cost is linear in the size of the window.
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

// True if the caller should search a longer window instead of using `cut`: there is no cut, or it
// comes so early that the next window would contain most bytes of this window again. With many such
// cuts, the same bytes would be scanned many times.
// (It can take kCsvRowLimit bytes to decide whether the quotes of a csv row are malformed. So a
// window that is a little longer than kCsvRowLimit may have its only cut near its begin. This
// cannot happen in a window of kEnoughForACut bytes.)
inline bool is_poor(const ChunkBoundary& cut, std::size_t window_bytes) {
  const bool is_short = window_bytes > kCsvRowLimit && window_bytes < kEnoughForACut;
  return cut.bytes == 0 || (is_short && cut.bytes < window_bytes / 4);
}

// Returns the last cut of the window. The window itself begins at a cut, and `entry` belongs to
// that cut. With `is_last`, the input ends where the window ends, so the whole window is one chunk.
// `separator` separates csv fields. REQUIRES: the window is not empty.
ChunkBoundary find_chunk_boundary(TextFormat format, std::string_view window, Entry entry,
                                  bool is_last, char separator = ',');

// Returns the last cut of the text at or before `at`. At this cut, one piece of a job ends and the
// next piece begins. The result depends only on the text and on `at`, and it does not get smaller
// as `at` grows. `begin`: the Entry that belongs to the begin of the text.
// Cost: usually a few kilobytes before `at` (csv: 80 KiB). If these bytes have no cut (see above),
// more of the text is searched backwards. At worst, all bytes before `at` are read forwards.
// REQUIRES: at <= text.size()
ChunkBoundary find_piece_boundary(TextFormat format, std::string_view text, std::size_t at,
                                  Entry begin, char separator);

// One function for each format; format_table.hpp lists them. Each function returns the last cut of
// a window. Entry::after_cr is not set in the result; find_chunk_boundary() sets it. REQUIRES: the
// window does not begin between CR and LF.
ChunkBoundary find_line_boundary(std::string_view window, Entry entry, char separator);
ChunkBoundary find_grid_boundary(std::string_view window, Entry entry, char separator);
ChunkBoundary find_csv_boundary(std::string_view window, Entry entry, char separator);
ChunkBoundary find_npy_boundary(std::string_view window, Entry entry, char separator);
ChunkBoundary find_jsonl_boundary(std::string_view window, Entry entry, char separator);

// The functions that find_piece_boundary() calls; jsonl uses find_line_piece(). A result of 0 bytes
// means that there is no cut. REQUIRES: `at` is neither 0 nor the size of the text.
ChunkBoundary find_line_piece(std::string_view text, std::size_t at, Entry begin, char separator);
ChunkBoundary find_grid_piece(std::string_view text, std::size_t at, Entry begin, char separator);
ChunkBoundary find_csv_piece(std::string_view text, std::size_t at, Entry begin, char separator);
ChunkBoundary find_npy_piece(std::string_view text, std::size_t at, Entry begin, char separator);

}  // namespace dokumill::records
