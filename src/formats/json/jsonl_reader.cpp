// Reads the jsonl format: one record per line, a JSON object with the puzzle as one of its members.
#include "base/cells16.hpp"
#include "formats/json/json_list.hpp"
#include "formats/json/json_object.hpp"
#include "formats/line/lines.hpp"
#include "formats/reader.hpp"

namespace dokumill::records {
namespace {

class JsonlReader final : public RecordReader {
 public:
  explicit JsonlReader(const ReadOptions& options)
      : puzzle_name_(options.puzzle_name),
        solution_name_(options.solution_name),
        sized_(options.sized),
        keeps_rows_(options.keep_rows),
        reads_solutions_(options.csv.solution_column != kNoColumn) {}

 private:
  void read_records(RecordBatch& batch) override {
    if (reads_solutions_) batch.solutions.resize(batch.capacity());
    while (at_ != end_ && batch.size < batch.capacity()) {
      const char* const line_end = find_line_end(at_, end_);
      if (static_cast<std::size_t>(line_end - at_) > kCsvRowLimit) {
        RecordError fault;
        fault.line = line_;
        fault.kind = RecordErrorKind::kLongCsvRow;
        add_bad(batch, fault, {});
      } else {
        const char* begin = skip_blanks(skip_byte_order_mark(at_, line_end), line_end);
        const char* end = line_end;
        while (end != begin && is_blank(end[-1])) --end;
        if (begin != end) read_object(batch, {begin, static_cast<std::size_t>(end - begin)});
      }
      pass_line(line_end);
    }
  }

  void read_object(RecordBatch& batch, std::string_view text) {
    JsonObject object(text);
    JsonMember member;
    JsonMember puzzle;
    JsonMember solution;
    bool is_twice = false;
    while (object.next(member)) {
      if (is_member_name(member.name, puzzle_name_)) {
        is_twice = is_twice || puzzle.value.data() != nullptr;
        puzzle = member;
      } else if (reads_solutions_ && is_member_name(member.name, solution_name_)) {
        is_twice = is_twice || solution.value.data() != nullptr;
        solution = member;
      }
    }
    if (object.fault_at() != nullptr) {
      RecordError fault = fault_at(object.fault_at());
      fault.kind = object.fault();
      return add_bad(batch, fault, {});
    }
    RecordError fault;
    fault.line = line_;
    fault.kind =
        puzzle.value.data() == nullptr ? RecordErrorKind::kNoMember : RecordErrorKind::kMemberTwice;
    if (is_twice || puzzle.value.data() == nullptr) return add_bad(batch, fault, text);
    fault.kind = RecordErrorKind::kPuzzleCells;
    const bool is_good = sized_ ? read_sized(puzzle.value, batch.cells_of(batch.size), fault)
                                : read_cells_of(puzzle.value, batch.grids[batch.size], fault);
    if (!is_good) {
      return add_bad(batch, fault, text);
    }
    if (reads_solutions_) read_solution(batch, solution.value);
    if (keeps_rows_) batch.rows.push_back(text);
    batch.lines[batch.size++] = static_cast<std::uint32_t>(line_);
  }

  void read_solution(RecordBatch& batch, std::string_view value) {
    Grid& solution = batch.solutions[batch.size];
    RecordError fault;
    fault.line = line_;
    fault.kind = RecordErrorKind::kSolutionCells;
    const bool is_missing = value.data() == nullptr || value == "null";
    if (read_cells_of(is_missing ? "\"\"" : value, solution, fault)) return;
    fault.record = batch.size;
    batch.solution_faults.push_back(fault);
    solution.cells.fill(kMalformedCell);
  }

  // Reads the cells of a string or of a list. Returns false if `value` is not 81 cells. If `value`
  // is neither, `fault` describes this. If a byte of the string is not a cell, `fault`
  // describes the first such byte; in a string with escapes, the place is the beginning of the
  // string. If all bytes are cells, fault.found becomes their number, and fault.kind stays as the
  // caller has set it (kPuzzleCells or kSolutionCells).
  bool read_cells_of(std::string_view value, Grid& grid, RecordError& fault) {
    const char* const begin = value.data();
    if (value.front() == '[') {
      if (const std::optional<Grid> cells = cells_of_list(value)) {
        grid = *cells;
        return true;
      }
    }
    if (!take_json_quotes(value)) {
      fault = fault_at(begin);
      fault.kind = RecordErrorKind::kNotAString;
      return false;
    }
    if (value.size() == kCells && read_cells(value.data(), grid)) return true;
    const bool is_escaped = value.find('\\') != std::string_view::npos;
    if (is_escaped) {
      unescaped_ = json_unescape(value);
      value = unescaped_;
    }
    while (!value.empty() && is_blank(value.front())) value.remove_prefix(1);
    while (!value.empty() && is_blank(value.back())) value.remove_suffix(1);
    if (value.size() == kCells && read_cells(value.data(), grid)) return true;
    fault.found = value.size();
    for (const char& cell : value) {
      if (cell_value(cell) != kNotACell) continue;
      // A character that is escaped has several bytes in the line. So the fault of a string with
      // escapes is reported at the start of the string.
      fault = fault_at(is_escaped ? begin : &cell);
      fault.byte = static_cast<std::uint8_t>(cell);
      fault.kind = RecordErrorKind::kNotACell;
      break;
    }
    return false;
  }

  // The same for a puzzle of another size.
  bool read_sized(std::string_view value, std::uint8_t* cells, RecordError& fault) {
    const char* const begin = value.data();
    if (!take_json_quotes(value)) {
      fault = fault_at(begin);
      fault.kind = RecordErrorKind::kNotAString;
      fault.expected = static_cast<std::uint64_t>(sized_->shape.cells());
      return false;
    }
    const bool is_escaped = value.find('\\') != std::string_view::npos;
    if (is_escaped) value = unescaped_ = json_unescape(value);
    value = without_blanks(value);
    if (sized_->read(value, cells, fault)) return true;
    if (fault.column != 0) {
      fault.column = fault_at(is_escaped ? begin : value.data() + fault.column - 1).column;
    }
    return false;
  }

  // Adds a record that cannot be read. `row` is empty if the line is not a JSON object.
  void add_bad(RecordBatch& batch, const RecordError& fault, std::string_view row) {
    if (reads_solutions_) batch.solutions[batch.size].cells.fill(kMalformedCell);
    if (keeps_rows_) batch.rows.push_back(row);
    add_malformed(batch, line_, fault);
  }

  // Returns a fault at the byte `where` of the line that begins at at_.
  RecordError fault_at(const char* where) const {
    RecordError fault;
    fault.byte = where == end_ ? 0 : static_cast<std::uint8_t>(*where);
    fault.line = line_;
    fault.column = static_cast<std::uint64_t>(where - at_) + 1;
    return fault;
  }

  std::string puzzle_name_;
  std::string solution_name_;
  std::optional<SizedText> sized_;
  bool keeps_rows_;
  bool reads_solutions_;
  std::string unescaped_;
};

}  // namespace

std::unique_ptr<RecordReader> make_jsonl_reader(const ReadOptions& options) {
  return std::make_unique<JsonlReader>(options);
}

}  // namespace dokumill::records
