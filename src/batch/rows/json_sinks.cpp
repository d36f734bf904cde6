// The sinks of objects: those of a table, one member for each column, and those of the input, which
// keep all other bytes.
#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/grid_text.hpp"
#include "base/text/json_escape.hpp"
#include "batch/rows/row_sink.hpp"

namespace dokumill::batch {
namespace {

// Appends the value, without the quotes of a text or of cells. False if a text is not UTF-8.
bool append_value(const Field& field, std::string& out) {
  std::array<char, std::max<std::size_t>(kMostNumberBytes, kCells)> buffer;
  switch (field.kind) {
    case Field::Kind::kCells:
      out.append(buffer.data(), write_cells(*field.grid, buffer.data()));
      return true;
    case Field::Kind::kWord:
      return append_json_escaped(field.text, out);
    case Field::Kind::kNumber:
    case Field::Kind::kTenths:
      out.append(buffer.data(), print_number(field, buffer.data()));
      return true;
    case Field::Kind::kUnknown:
    case Field::Kind::kMissing:
      break;
  }
  out += "null";
  return true;
}

// Objects that are made from columns.
class ObjectSink final : public RowSink {
 public:
  explicit ObjectSink(const OutputPlan& plan) : format_(plan.format), columns_(plan.columns) {
    std::string before = "{\"";
    for (const tables::Column& column : plan.columns) {
      append_json_escaped(column.name, before);
      before += is_quoted(column.type) ? "\":\"" : "\":";
      before_.push_back(std::exchange(before, is_quoted(column.type) ? "\",\"" : ",\""));
    }
    end_ = is_quoted(plan.columns.back().type) ? "\"}" : "}";
  }

  void write(ChunkResult& result, std::span<const Field> fields) override {
    start();
    for (const Field& field : fields) add(field);
    finish(result);
  }

  void write(ChunkResult& result, const KeptRow& row, std::span<const Field> fields) override {
    start();
    each_field(columns_, row, fields, [this](const Field& field) { add(field); });
    finish(result);
  }

 private:
  static bool is_quoted(tables::ColumnType type) { return type == kText || type == kCellText; }
  void start() {
    text_.clear();
    column_ = 0;
    bad_column_.reset();
  }
  void add(const Field& field) {
    const tables::ColumnType type = columns_[column_].type;
    text_ += before_[column_];
    assert(field.fits(type));
    bool is_good = true;
    if (tables::is_list(type)) {
      is_good = append_list(field, type == kCellRows);
    } else if (is_quoted(type) && field.kind == Field::Kind::kUnknown) {
      text_ += '?';
    } else {
      is_good = append_value(field, text_);
    }
    if (!is_good && !bad_column_) bad_column_ = column_;
    ++column_;
  }
  // Returns false if the value is neither cells nor empty.
  bool append_list(const Field& field, bool has_rows) {
    const bool is_cells = field.kind == Field::Kind::kCells;
    records::JsonCells cells;
    text_ += cells.write(is_cells ? *field.grid : records::kMalformedGrid,
                         has_rows ? CellShape::kRows : CellShape::kList);
    return field.text.empty();
  }
  void finish(ChunkResult& result) {
    assert(column_ == before_.size());
    text_ += end_;
    if (bad_column_) text_ = tables::bad_row(*bad_column_);
    text_ += '\n';
    begin_object(result, format_);
    result.append(text_);
    end_object(result, format_);
  }

  TextFormat format_;
  const std::vector<tables::Column>& columns_;
  // What stands before each value: `{"puzzle":"`, then `","solution":"`.
  std::vector<std::string> before_;
  std::string end_;   // what follows the last value
  std::string text_;  // of the row
  std::size_t column_ = 0;
  std::optional<std::size_t> bad_column_;  // the first one with a bad value
};

// Objects as they were read, with other cells or with further members.
class KeptObjectSink final : public RowSink {
 public:
  explicit KeptObjectSink(const OutputPlan& plan)
      : format_(plan.format),
        shape_(plan.cell_shape),
        texts_(plan.added.size() + 1),
        values_(texts_.size()),
        object_([&] {
          std::vector<std::string> members{plan.puzzle_member};
          for (const tables::Column& column : plan.added) members.push_back(column.name);
          return members;
        }()),
        shaped_(plan.cell_members, shape_.value_or(CellShape::kText)),
        grids_(plan.cell_members.size()),
        cells_(plan.cell_members.size()) {}

  void write(ChunkResult&, std::span<const Field>) override { assert(false); }

  void write(ChunkResult& result, const KeptRow& row, std::span<const Field> fields) override {
    begin_object(result, format_);
    const std::size_t begin = result.text_bytes;
    if (!fields.empty()) {
      write_members(result, row, fields);
    } else if (row.is_unchanged()) {
      result.append(row.text);
      result.append("\n");
    } else {
      records::RowCells& cells = row.split();
      result.append(cells.max_bytes(row.text),
                    [&](char* out) { return cells.print(row.cells, out); });
    }
    if (shape_) reshape(result, begin);
    end_object(result, format_);
  }

 private:
  void write_members(ChunkResult& result, const KeptRow& row, std::span<const Field> fields) {
    const auto set = [this](std::size_t i, const Field& field) {
      texts_[i] = field.is_text() ? "\"" : "";
      append_value(field, texts_[i]);
      if (field.is_text()) texts_[i] += '"';
      values_[i] = texts_[i];
    };
    // A line that is no object becomes one, with the puzzle.
    values_[0] = {};
    if (row.cells[0] != nullptr) set(0, kPuzzleColumn(*row.cells[0]));
    for (std::size_t i = 0; i < fields.size(); ++i) set(i + 1, fields[i]);
    object_.start(row.text);
    result.append(object_.max_bytes(values_, records::Missing::kAppend), [this](char* out) {
      return object_.print(values_, records::Missing::kAppend, out);
    });
  }

  // Writes all cells of the object that begins there, the last one of the result, in the shape.
  void reshape(ChunkResult& result, std::size_t begin) {
    const bool is_list = shape_ == CellShape::kList || shape_ == CellShape::kRows;
    const std::string row(result.text.data() + begin, result.text_bytes - begin - 1);
    result.text_bytes = begin;
    shaped_.start(row);
    cells_.assign(cells_.size(), nullptr);
    for (const std::size_t i : shaped_.fields()) {
      const std::string_view text = shaped_.text(i);
      if (const std::optional<Grid> read = records::cells_of_text(text)) {
        grids_[i] = *read;
        cells_[i] = &grids_[i];
      } else if (is_list && text.find_first_not_of('?') == std::string_view::npos) {
        cells_[i] = &records::kMalformedGrid;
      }
    }
    result.append(shaped_.max_bytes(row), [&](char* out) { return shaped_.print(cells_, out); });
  }

  TextFormat format_;
  std::optional<CellShape> shape_;
  std::vector<std::string> texts_;        // the values of object_
  std::vector<std::string_view> values_;  // the same; an empty view keeps the value
  records::JsonRow object_;               // the puzzle, then the fields
  records::RowCells shaped_;              // the members with cells
  std::vector<Grid> grids_;
  std::vector<const Grid*> cells_;  // of each such member; nullptr: it stays
};

}  // namespace

std::unique_ptr<RowSink> make_json_sink(const OutputPlan& plan) {
  if (plan.kept == OutputPlan::Kept::kObjects) return std::make_unique<KeptObjectSink>(plan);
  return std::make_unique<ObjectSink>(plan);
}

void begin_object(ChunkResult& result, TextFormat format) {
  if (format == TextFormat::kJson) result.append(",\n");
}

void end_object(ChunkResult& result, TextFormat format) {
  if (format == TextFormat::kJson) --result.text_bytes;
}

}  // namespace dokumill::batch
