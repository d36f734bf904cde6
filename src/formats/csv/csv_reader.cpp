// Reads the csv format: one record per row, with the puzzle in one of its fields.
#include "base/cells16.hpp"
#include "formats/csv/csv_row.hpp"
#include "formats/line/lines.hpp"
#include "formats/reader.hpp"

namespace dokumill::records {
namespace {

class CsvReader final : public RecordReader {
 public:
  explicit CsvReader(const ReadOptions& options)
      : layout_(options.csv),
        keeps_rows_(options.keep_rows),
        reads_solutions_(options.csv.solution_column != kNoColumn),
        header_row_(options.header_row),
        sized_(options.sized),
        scanner_(kCsvRowLimit, options.csv.separator) {}

 private:
  void start_chunk() override { scanner_.start(); }

  void read_records(RecordBatch& batch) override {
    if (reads_solutions_) batch.solutions.resize(batch.capacity());
    while (at_ != end_ && batch.size < batch.capacity()) {
      if (!sized_ && read_plain_row(batch)) continue;
      // Blank lines are not records. But a blank line that is longer than the limit is a malformed
      // record.
      const char* text = skip_blanks(at_, end_);
      if (text == end_ || is_line_end(*text)) {
        if (static_cast<std::size_t>(text - at_) <= kCsvRowLimit) {
          pass_line(text);
          continue;
        }
      }
      read_row(batch);
    }
  }

  // Reads a row of the usual form: it has the right number of fields, no field is quoted or begins
  // with a blank, and the puzzle is 81 cells. If solutions are read, the solution is 81 cells, too.
  // Returns false and does not move for any other row, and for a row without a line end.
  bool read_plain_row(RecordBatch& batch) {
    const char* at = at_;
    const char* const stop =
        static_cast<std::size_t>(end_ - at_) > kCsvRowLimit ? at_ + kCsvRowLimit : end_;
    for (std::uint32_t column = 0; column < layout_.columns; ++column) {
      if (column != 0 && *at++ != layout_.separator) return false;
      if (column == layout_.puzzle_column || column == layout_.solution_column) {
        Grid& grid =
            column == layout_.puzzle_column ? batch.grids[batch.size] : batch.solutions[batch.size];
        if (stop - at < kCells || !read_cells(at, grid)) return false;
        at += kCells;
      } else {
        if (at == stop || *at == '"' || is_blank_in_row(*at, layout_.separator)) return false;
        at = find_field_end(at, stop, layout_.separator);
      }
      if (at == stop) return false;
    }
    if (!is_line_end(*at)) return false;
    if (keeps_rows_) batch.rows.emplace_back(at_, static_cast<std::size_t>(at - at_));
    batch.lines[batch.size++] = static_cast<std::uint32_t>(line_);
    pass_line(at);
    return true;
  }

  // True if the row repeats the header. Such rows occur in a file that was joined from several csv
  // files.
  bool is_header(std::string_view row) const {
    if (header_row_.empty() || row.size() < header_row_.size()) return false;
    const char* const begin = skip_byte_order_mark(row.data(), row.data() + row.size());
    return row == header_row_ ||
           row.substr(static_cast<std::size_t>(begin - row.data())) == header_row_;
  }

  void read_row(RecordBatch& batch) {
    const CsvRow row = scanner_.scan(at_, end_, true, fields_);
    const std::uint64_t first_line = line_;
    std::string_view text;
    if (row.end != CsvEnd::kRow) {
      RecordError fault = fault_at(row.fault_at != nullptr ? row.fault_at : at_);
      fault.kind = row.end == CsvEnd::kTooLong ? RecordErrorKind::kLongCsvRow : row.fault;
      if (row.end == CsvEnd::kTooLong) fault.column = 0;
      add_malformed_row(batch, fault);
    } else {
      text = {at_, static_cast<std::size_t>(row.text_end - at_)};
      if (is_header(text)) {
        line_ += row.line_ends;
        return pass_line(row.text_end);
      }
      read_puzzle(batch);
    }
    if (keeps_rows_)
      batch.rows.push_back(fields_.size() == layout_.columns ? text : std::string_view());
    line_ = first_line + row.line_ends;
    pass_line(row.text_end);
  }

  void read_puzzle(RecordBatch& batch) {
    RecordError fault;
    fault.line = line_;
    if (fields_.size() != layout_.columns) {
      fault.kind = RecordErrorKind::kColumnCount;
      fault.found = fields_.size();
      fault.expected = layout_.columns;
      return add_malformed_row(batch, fault);
    }
    fault.kind = RecordErrorKind::kPuzzleCells;
    const bool is_good = sized_ ? read_sized_field(batch.cells_of(batch.size), fault)
                                : read_field(layout_.puzzle_column, batch.grids[batch.size], fault);
    if (!is_good) {
      return add_malformed_row(batch, fault);
    }
    if (reads_solutions_) read_solution(batch);
    batch.lines[batch.size++] = static_cast<std::uint32_t>(line_);
  }

  void read_solution(RecordBatch& batch) {
    Grid& solution = batch.solutions[batch.size];
    RecordError fault;
    fault.line = line_;
    fault.kind = RecordErrorKind::kSolutionCells;
    if (read_field(layout_.solution_column, solution, fault)) return;
    fault.record = batch.size;
    batch.solution_faults.push_back(fault);
    solution.cells.fill(kMalformedCell);
  }

  // Reads the cells of a field without its outer blanks. Returns false if the field is not 81
  // cells. In this case, if a byte is not a cell, `fault` describes the first such byte. If all
  // bytes are cells, fault.found becomes their number, and fault.kind stays as the caller has set
  // it (kPuzzleCells or kSolutionCells).
  bool read_field(std::uint32_t column, Grid& grid, RecordError& fault) const {
    std::string_view cells = fields_[column].text;
    while (!cells.empty() && is_blank(cells.front())) cells.remove_prefix(1);
    while (!cells.empty() && is_blank(cells.back())) cells.remove_suffix(1);
    if (read_cells_or_groups(cells, grid)) return true;
    fault.found = cells.size();
    for (const char& cell : cells) {
      if (cell_value(cell) != kNotACell) continue;
      fault = fault_at(&cell);
      fault.kind = RecordErrorKind::kNotACell;
      break;
    }
    return false;
  }

  // The same for a puzzle of another size.
  bool read_sized_field(std::uint8_t* cells, RecordError& fault) const {
    const std::string_view text = without_blanks(fields_[layout_.puzzle_column].text);
    if (sized_->read(text, cells, fault)) return true;
    if (fault.column != 0) {
      const RecordError place = fault_at(text.data() + fault.column - 1);
      fault.line = place.line;
      fault.column = place.column;
    }
    return false;
  }

  void add_malformed_row(RecordBatch& batch, const RecordError& fault) {
    if (reads_solutions_) batch.solutions[batch.size].cells.fill(kMalformedCell);
    add_malformed(batch, line_, fault);
  }

  // Returns a fault at the byte `where` of the row that begins at at_.
  RecordError fault_at(const char* where) const {
    RecordError fault;
    fault.byte = where == end_ ? 0 : static_cast<std::uint8_t>(*where);
    fault.line = line_;
    const char* line_begin = at_;
    for (const char* end = find_line_end(at_, where); end != where;
         end = find_line_end(line_begin, where)) {
      line_begin = skip_line_end(end, where);
      ++fault.line;
    }
    fault.column = static_cast<std::uint64_t>(where - line_begin) + 1;
    return fault;
  }

  CsvLayout layout_;
  bool keeps_rows_;
  bool reads_solutions_;
  std::string header_row_;
  std::optional<SizedText> sized_;
  CsvScanner scanner_;
  std::vector<CsvField> fields_;
};

}  // namespace

std::unique_ptr<RecordReader> make_csv_reader(const ReadOptions& options) {
  return std::make_unique<CsvReader>(options);
}

}  // namespace dokumill::records
