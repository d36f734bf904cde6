// Finds cuts: places where an input can be divided into chunks, so that each chunk can be read
// without the bytes of any other chunk.
//
// A cut never falls inside a record, with one exception: it may fall inside a line that is too
// long, but only after the bytes that decide what the line is (Entry::inside_line). A window is the
// part of the input that is searched for cuts. Usually the last cut is a few bytes before the end
// of the window. A search backwards for a line end (line, jsonl) or for a blank line (grid) finds
// this cut. A csv row of several lines has at most kCsvRowLimit bytes. So in a csv window, the
// search usually reads only a little more than the last kCsvRowLimit bytes. It searches these bytes
// for quotes. If it finds quotes, it reads the bytes row by row.
// There may be no cut near the end of a window, for example in a block of a million rows, in a line
// of gigabytes, or where quotes enclose line ends. Then the window is read forwards. The reader of
// the next chunk gets an Entry, which has all that this reader must know about the bytes before the
// cut. A cut may fall right after a CR, before the next byte is known. So a record that ends with a
// lone CR does not have to wait for the next byte. If the next byte is an LF, Entry::after_cr makes
// the CR and the LF one line end.
// Cost: usually a few bytes at the end of the window are read (csv: about 80 KiB). At worst, the
// cost is linear in the size of the window.
#pragma once

#include <cstddef>
#include <string_view>

#include "formats/format.hpp"

namespace dokumill::records {

struct ChunkBoundary {
  std::size_t bytes = 0;  // the length of the chunk; 0: a longer window is needed
  Entry next;             // for the reader of the next chunk
};

// A window of this many bytes always has a cut.
inline constexpr std::size_t kEnoughForACut = 4 * kCsvRowLimit;

// True if the caller should search a longer window instead of using `cut`. There are two cases. The
// window has no cut. Or the window is longer than kCsvRowLimit, but shorter than kEnoughForACut,
// and its cut is in its first quarter. The next window begins at the cut. So after an early cut,
// the next window would contain most bytes of this window again. With many early cuts, the same
// bytes would be scanned many times.
// (Why a cut can be early: it can take kCsvRowLimit bytes to decide that the quotes of a csv row
// are malformed. Then the row ends after its first line, so there is a cut near the begin of the
// window. The next row may need kCsvRowLimit bytes, too. But if the window is only a little longer
// than kCsvRowLimit, fewer bytes follow the cut. This cannot happen in a window of kEnoughForACut
// bytes.)
inline bool is_poor(const ChunkBoundary& cut, std::size_t window_bytes) {
  const bool is_short = window_bytes > kCsvRowLimit && window_bytes < kEnoughForACut;
  return cut.bytes == 0 || (is_short && cut.bytes < window_bytes / 4);
}

// Returns the last cut of the window. `entry`: the Entry of the cut at which the window begins.
// `is_last`: the input ends where the window ends. Then the whole window is one chunk. `separator`
// separates csv fields. REQUIRES: the window is not empty, and begins at a cut or where the records
// begin.
ChunkBoundary find_chunk_boundary(TextFormat format, std::string_view window, Entry entry,
                                  bool is_last, char separator = ',');

// Returns the last cut of the text at or before `at`. At this cut, one piece of a job ends and the
// next piece begins. The result depends only on the text and on `at`, and it does not get smaller
// as `at` grows. `begin`: the Entry that belongs to the begin of the text.
// Cost: usually a few kilobytes before `at` (csv: 80 KiB). If these bytes have no cut, earlier
// bytes of the text are searched backwards. At worst, all bytes before `at` are read forwards.
// REQUIRES: at <= text.size()
ChunkBoundary find_piece_boundary(TextFormat format, std::string_view text, std::size_t at,
                                  Entry begin, char separator);

// The functions of the formats; jsonl uses find_line_boundary(). Each function returns the last cut
// of a window. Entry::after_cr is not set in the result; find_chunk_boundary() sets it. REQUIRES:
// the window does not begin between CR and LF.
ChunkBoundary find_line_boundary(std::string_view window, Entry entry, char separator);
ChunkBoundary find_grid_boundary(std::string_view window, Entry entry, char separator);
ChunkBoundary find_csv_boundary(std::string_view window, Entry entry, char separator);
ChunkBoundary find_npy_boundary(std::string_view window, Entry entry, char separator);

// The functions that find_piece_boundary() calls; jsonl uses find_line_piece(). A result of 0 bytes
// means that there is no cut. REQUIRES: `at` is neither 0 nor the size of the text.
ChunkBoundary find_line_piece(std::string_view text, std::size_t at, Entry begin, char separator);
ChunkBoundary find_grid_piece(std::string_view text, std::size_t at, Entry begin, char separator);
ChunkBoundary find_csv_piece(std::string_view text, std::size_t at, Entry begin, char separator);
ChunkBoundary find_npy_piece(std::string_view text, std::size_t at, Entry begin, char separator);

}  // namespace dokumill::records
