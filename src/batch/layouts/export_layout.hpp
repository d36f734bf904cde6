// ExportLayout: the files of an exported data set, and how a row is printed.
//
//   hrm   identifiers.json                      ["<blank>"]
//         train/ and test/
//           all__inputs.npy                     (N, 81) uint8: cells + 1, so an empty cell is 1
//           all__labels.npy                     (N, 81) uint8: the solutions in the same way
//           all__puzzle_indices.npy             (N + 1,) int32: 0, 1, ..., N
//           all__group_indices.npy              (groups + 1,) int32: 0, 1 + images, ...
//           all__puzzle_identifiers.npy         (N,) int32: all 0
//           dataset.json
//   rrn   train.csv, valid.csv, test.csv        question,answer; no header; an empty cell is 0
//   moves train_sudoku_puzzles.npy, test_sudoku_puzzles.npy
//                                               (N, 325) int16: the number of given cells; then for
//                                               each cell, the given ones first and the others as
//                                               they are filled: row, column, digit, strategy
//   trajectory  train.jsonl, test.jsonl         the boards on the way to the solution
//   chat  train.jsonl, test.jsonl               what a template makes of a puzzle
//
// N is the number of rows of a set. A group is a puzzle with its images. The files that get the
// rows are called streams. A set has one or two streams.
//
// Thread safety: pure functions, except SmallFile::write, which passes its bytes to a function of
// the caller.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/grid_text.hpp"
#include "batch/layouts/chat_template.hpp"
#include "dokumill/datasets.hpp"

namespace dokumill::batch {

// The sets into which a data set is divided. Only the layout kRrn has kValid.
enum class ExportSet : std::uint8_t { kTrain, kTest, kValid };
inline constexpr std::size_t kMostExportStreams = 4;

struct StreamTable {
  std::size_t sets;             // the layout has the first `sets` values of ExportSet
  std::size_t streams_per_set;  // the streams of set S begin at S * streams_per_set
  TextFormat format;
  std::array<std::string_view, kMostExportStreams> names;
  std::array<std::string_view, 2> folders;  // empty: no folder

  std::size_t streams() const { return sets * streams_per_set; }
};
const StreamTable& stream_table(ExportLayout layout);

// The largest size of a row of kHrm and kRrn in one stream, in bytes.
inline constexpr std::size_t kMostRowBytes = 2 * (81 + 1);

// Writes a row of the streams of a set: append(K, bytes) appends the bytes to stream K of the set.
// REQUIRES: the layout is kHrm or kRrn; print_trace_row() prints the rows of the others.
template <class Append>
void print_export_row(ExportLayout layout, const Grid& puzzle, const Grid& solution,
                      const Append& append) {
  std::array<char, kMostRowBytes> row;
  if (layout == ExportLayout::kHrm) {
    for (const auto& [stream, grid] : {std::pair(0, &puzzle), std::pair(1, &solution)}) {
      for (int cell = 0; cell < kCells; ++cell) {
        row[static_cast<std::size_t>(cell)] =
            static_cast<char>(grid->cells[static_cast<std::size_t>(cell)] + 1);
      }
      append(static_cast<std::size_t>(stream), std::string_view(row.data(), kCells));
    }
    return;
  }
  char* out = write_cells(puzzle, row.data());
  *out++ = ',';
  out = write_cells(solution, out);
  *out++ = '\n';
  append(std::size_t{0}, std::string_view(row.data(), row.size()));
}

// Appends a row of kMoves, kTrajectory or kChat, which have one stream for each set. `chat`: for
// kChat. REQUIRES: item.trace is set, unless the template of kChat needs no steps.
void print_trace_row(ExportLayout layout, const ChatTemplate& chat, const ExportItem& item,
                     std::string& row);

// The header of a stream with this number of rows, which replaces the header that the format of the
// stream has; empty if that one is right.
std::string stream_header(ExportLayout layout, std::uint64_t rows);

// The largest number of rows of a set in the layout kHrm, whose indices have 31 bits.
inline constexpr std::uint64_t kMostRows = (std::uint64_t{1} << 31) - 2;

struct SetSize {
  std::uint64_t puzzles = 0;
  std::uint64_t rows_per_puzzle = 1;  // the puzzle and its images

  std::uint64_t rows() const { return puzzles * rows_per_puzzle; }
};

// A file that is written after the last row, when the sizes of the sets are known. It has a name in
// the folder, and a function that writes its bytes, in pieces.
using WritePiece = std::function<Status(std::string_view)>;
struct SmallFile {
  std::string name;
  std::function<Status(const WritePiece&)> write;
};
// The small files of the layout, for sets of these sizes.
std::vector<SmallFile> small_files(ExportLayout layout, const std::vector<SetSize>& sizes);

}  // namespace dokumill::batch
