// RecordReader: parses the bytes of one chunk into packed grids, one grid per record, including
// malformed records.
//
// A chunk begins at a cut of find_chunk_boundary() (chunk_boundary.hpp), and start() gets the Entry
// of that cut. Records and lines are counted from 0 in the chunk; code that knows the earlier
// chunks adds the numbers of their records and lines. Thread safety: one thread at a time; readers
// share nothing. Memory: the batch, which the caller owns and reuses.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "dokumill/grid.hpp"
#include "formats/format.hpp"
#include "formats/record_error.hpp"

namespace dokumill::records {

// The value of every cell of a malformed record. write_cells() prints it as '?'.
inline constexpr std::uint8_t kMalformedCell = '?' - '0';
inline constexpr Grid kMalformedGrid = [] {
  Grid grid;
  grid.cells.fill(kMalformedCell);
  return grid;
}();

// Holds up to `capacity` records. Element i of `grids`, `lines`, `rows` and `solutions` belongs to
// record i.
struct RecordBatch {
  explicit RecordBatch(std::size_t capacity) : grids(capacity), lines(capacity) {}

  std::vector<Grid> grids;           // malformed: 81 times kMalformedCell
  std::vector<std::uint32_t> lines;  // the number of the record's first line, from 0
  // With keep_rows, in line, csv and jsonl: the texts of the rows, without line ends. A text is
  // empty if the record of a line is malformed, if the csv row could not be split into the right
  // number of fields, or if the line is not a JSON object. Without keep_rows and for other formats,
  // the vector is empty.
  std::vector<std::string_view> rows;
  std::vector<RecordError> faults;  // of the malformed records, in order
  // csv and jsonl, if solutions are read: the given solutions; otherwise empty. An element is 81
  // times kMalformedCell if the solution is not 81 cells, or if the record is malformed.
  std::vector<Grid> solutions;
  // The faults of given solutions that are not 81 cells, in order. Such a solution does not make
  // its record malformed. Malformed records have no entry here.
  std::vector<RecordError> solution_faults;
  std::size_t size = 0;
  // If records were removed after reading (RecordFilter): for each record that is left, its number
  // among the records that were read, and then the number of all that were read. Otherwise empty.
  std::vector<std::uint32_t> numbers;
  // Records of another size than 9x9: the cells of all records, `record_cells` for each. `grids` is
  // then not used. A malformed record has two equal numbers in its first row, so a solver that gets
  // it has nothing to search. Without such a size, record_cells is 0.
  std::vector<std::uint8_t> cells = {};
  std::size_t record_cells = 0;

  std::size_t capacity() const { return grids.size(); }
  std::uint8_t* cells_of(std::size_t record) { return cells.data() + record * record_cells; }
  const std::uint8_t* cells_of(std::size_t record) const {
    return cells.data() + record * record_cells;
  }
  // The number of a record among those that were read. number(size): how many were read.
  std::size_t number(std::size_t record) const {
    return numbers.empty() ? record : numbers[record];
  }
};

class RecordReader {
 public:
  static std::unique_ptr<RecordReader> make(const ReadOptions& options);
  virtual ~RecordReader() = default;

  // Begins a chunk. `bytes` must stay valid until the last read().
  void start(std::string_view bytes, Entry entry);

  // Replaces the contents of `batch` by the next records, up to its capacity. Returns false if
  // there are no more records.
  bool read(RecordBatch& batch);

  bool is_at_end() const { return at_ == end_; }
  // Line ends passed since start().
  std::uint64_t lines() const { return line_; }
  // line, grid: the number of end marks (lines/end_mark.hpp) since start(), and the line and the
  // text of the first one. The text is a part of the chunk.
  std::uint64_t end_marks() const { return end_marks_; }
  std::uint64_t first_end_mark_line() const { return first_end_mark_line_; }
  std::string_view first_end_mark() const { return first_end_mark_; }

 protected:
  // Called at the end of start().
  virtual void start_chunk() {}
  virtual void read_records(RecordBatch& batch) = 0;

  // Moves to the byte after the line end at `line_end`, or to the end of the chunk.
  void pass_line(const char* line_end);
  void add_malformed(RecordBatch& batch, std::uint64_t record_line, RecordError fault);
  // Counts the end mark of the line at at_. `mark`: its text.
  void count_end_mark(std::string_view mark);

  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::uint64_t line_ = 0;
  Entry entry_;

 private:
  std::size_t record_cells_ = 0;  // RecordBatch::record_cells
  std::uint64_t end_marks_ = 0;
  std::uint64_t first_end_mark_line_ = 0;
  std::string_view first_end_mark_;
};

// One function for each format; format_table.hpp lists them.
std::unique_ptr<RecordReader> make_line_reader(const ReadOptions& options);
std::unique_ptr<RecordReader> make_grid_reader(const ReadOptions& options);
std::unique_ptr<RecordReader> make_csv_reader(const ReadOptions& options);
std::unique_ptr<RecordReader> make_npy_reader(const ReadOptions& options);
std::unique_ptr<RecordReader> make_jsonl_reader(const ReadOptions& options);
// For lines, grids and NumPy arrays of another size than 9x9; nullptr for other formats.
std::unique_ptr<RecordReader> make_sized_reader(const ReadOptions& options);
// Returns nullptr. No job reads these formats, because detect_parquet() and detect_imported()
// refuse every input.
std::unique_ptr<RecordReader> make_no_reader(const ReadOptions& options);

}  // namespace dokumill::records
