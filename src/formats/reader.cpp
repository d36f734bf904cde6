#include "formats/reader.hpp"

#include <algorithm>

#include "formats/format_table.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {

std::unique_ptr<RecordReader> RecordReader::make(const ReadOptions& options) {
  std::unique_ptr<RecordReader> reader;
  if (options.sized) reader = make_sized_reader(options);
  if (reader == nullptr) reader = format_traits(options.format).make_reader(options);
  if (options.sized) reader->record_cells_ = static_cast<std::size_t>(options.sized->shape.cells());
  return reader;
}

std::unique_ptr<RecordReader> make_no_reader(const ReadOptions&) {
  return nullptr;
}

void RecordReader::start(std::string_view bytes, Entry entry) {
  at_ = bytes.data();
  end_ = bytes.data() + bytes.size();
  line_ = 0;
  entry_ = entry;
  end_marks_ = 0;
  if (entry_.after_cr && at_ != end_ && *at_ == '\n') ++at_;
  if (entry_.inside_line) pass_line(find_line_end(at_, end_));
  start_chunk();
}

bool RecordReader::read(RecordBatch& batch) {
  batch.size = 0;
  batch.faults.clear();
  batch.rows.clear();
  batch.solution_faults.clear();
  if (batch.record_cells != record_cells_) {
    batch.record_cells = record_cells_;
    batch.cells.resize(batch.capacity() * record_cells_);
  }
  read_records(batch);
  return batch.size > 0;
}

void RecordReader::pass_line(const char* line_end) {
  at_ = line_end;
  if (at_ == end_) return;
  at_ = skip_line_end(at_, end_);
  ++line_;
}

void RecordReader::add_malformed(RecordBatch& batch, std::uint64_t record_line, RecordError fault) {
  fault.record = batch.size;
  batch.faults.push_back(fault);
  batch.lines[batch.size] = static_cast<std::uint32_t>(record_line);
  batch.grids[batch.size].cells.fill(kMalformedCell);
  if (batch.record_cells != 0) {
    std::uint8_t* const cells = batch.cells_of(batch.size);
    std::fill_n(cells, batch.record_cells, std::uint8_t{0});
    cells[0] = cells[1] = 1;
  }
  ++batch.size;
}

void RecordReader::count_end_mark(std::string_view mark) {
  if (end_marks_++ != 0) return;
  first_end_mark_line_ = line_;
  first_end_mark_ = mark;
}

}  // namespace dokumill::records
