// RecordReader: the bytes of one chunk to packed grids, one grid for every record, malformed ones
// included.
//
// A chunk begins where find_cut() (cut.hpp) ended the one before it and carries that cut's Entry.
// Records and lines are counted from 0 in the chunk; whoever knows the chunks before it adds the
// offsets. Thread safety: one thread at a time; readers share nothing. Memory: the batch, which the
// caller owns and uses again.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "dokumill/grid.hpp"
#include "records/fault.hpp"
#include "records/format.hpp"

namespace dokumill::records {

// The value of every cell of a malformed record: printed like a digit it is '?'.
inline constexpr std::uint8_t kMalformedCell = '?' - '0';

// Up to `capacity` records, packed. Entry i of each array belongs to record i.
struct RecordBatch {
  explicit RecordBatch(std::size_t capacity) : grids(capacity), lines(capacity) {}

  std::vector<Grid> grids;           // malformed: 81 times kMalformedCell
  std::vector<std::uint32_t> lines;  // the line of the record's first row
  std::vector<std::string_view>
      rows;  // csv with keep_rows: the text of the row; empty when it could not be cut into fields
  std::vector<Fault> faults;  // of the malformed records, in order
  // csv with a solution column, otherwise empty: the given solutions; 81 times kMalformedCell where
  // one is no 81 cells, and for malformed records.
  std::vector<Grid> solutions;
  // Of the given solutions that are no 81 cells, in order; none for malformed records. Such a
  // solution does not make its record malformed.
  std::vector<Fault> solution_faults;
  std::size_t size = 0;

  std::size_t capacity() const { return grids.size(); }
};

class RecordReader {
 public:
  static std::unique_ptr<RecordReader> make(const ReadOptions& options);
  virtual ~RecordReader() = default;

  // Begins a chunk. `bytes` must stay until the last read().
  void start(std::string_view bytes, Entry entry);

  // Replaces the contents of `batch` by the next records, as many as it can hold. Returns false
  // when there are none left.
  bool read(RecordBatch& batch);

  bool is_at_end() const { return at_ == end_; }
  // Line ends passed since start().
  std::uint64_t lines() const { return line_; }
  // grid: blocks of more than one board met since start(), and the line of the first one's second
  // board.
  std::uint64_t joined_blocks() const { return joined_blocks_; }
  std::uint64_t first_joined_line() const { return first_joined_line_; }

 protected:
  // A chunk begins at at_.
  virtual void start_chunk() {}
  virtual void read_records(RecordBatch& batch) = 0;

  // Moves behind the line end at `line_end`, if there is one.
  void pass_line(const char* line_end);
  void add_malformed(RecordBatch& batch, std::uint64_t record_line, Fault fault);

  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::uint64_t line_ = 0;
  Entry entry_;
  std::uint64_t joined_blocks_ = 0;
  std::uint64_t first_joined_line_ = 0;
};

// One for each format.
std::unique_ptr<RecordReader> make_line_reader(std::uint32_t word);
std::unique_ptr<RecordReader> make_grid_reader(JoinedBlocks joined_blocks);
std::unique_ptr<RecordReader> make_csv_reader(const ReadOptions& options);

}  // namespace dokumill::records
