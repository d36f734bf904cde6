#include "batch/rows/row_writer.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <utility>

#include "core/grid_text.hpp"
#include "core/text/format.hpp"
#include "core/text/json_escape.hpp"
#include "records/csv/csv_cells.hpp"
#include "records/csv/csv_field.hpp"

namespace dokumill::batch {
namespace {

constexpr std::size_t kMostNumberBytes = 21;  // 20 digits, or a number with a point

char* put(std::string_view text, char* out) {
  return std::ranges::copy(text, out).out;
}

char* put(std::uint64_t number, char* out) {
  return std::to_chars(out, out + kMostNumberBytes, number).ptr;
}

char* put_tenths(std::uint64_t tenths, char* out) {
  out = put(tenths / 10, out);
  *out++ = '.';
  return put(tenths % 10, out);
}

std::size_t most_bytes_of(const Field& field) {
  switch (field.kind) {
    case Field::Kind::kCells:
      return kCells;
    case Field::Kind::kWord:
      return records::most_field_bytes(field.text);
    default:
      return kMostNumberBytes;
  }
}

}  // namespace

RowWriter::Shape RowWriter::shape_of(const OutputPlan& plan) {
  if (plan.kept == OutputPlan::Kept::kObjects) return Shape::kObject;
  if (plan.replaced) return Shape::kReplaced;
  if (plan.kept == OutputPlan::Kept::kRows) return Shape::kRowAndFields;
  const bool is_table = records::format_traits(plan.format).has_header;
  const bool is_own = plan.request.rows == OutputRequest::Rows::kOwn;
  return is_table && !is_own ? Shape::kPuzzleAndFields : Shape::kFields;
}

RowWriter::RowWriter(const OutputPlan& plan)
    : format_(plan.format),
      shape_(shape_of(plan)),
      keeps_columns_(plan.keeps_columns()),
      separator_(records::format_traits(plan.format).has_header ? plan.csv.separator : '\t'),
      csv_(plan.csv) {
  std::vector<std::string> members{plan.puzzle_member};
  if (shape_ == Shape::kReplaced) {
    is_replaced_first_ = *plan.replaced < csv_.puzzle_column;
    const auto [first, last] = std::minmax(*plan.replaced, csv_.puzzle_column);
    cells_.emplace(csv_, std::vector{first, last});
  } else if (shape_ == Shape::kRowAndFields) {
    cells_.emplace(csv_, std::vector{csv_.puzzle_column});
  } else if (shape_ == Shape::kObject && plan.request.rows != OutputRequest::Rows::kAnswers) {
    cells_.emplace(std::move(members));
  } else if (shape_ == Shape::kObject) {
    members.insert(members.end(), plan.request.added.begin(), plan.request.added.end());
    texts_.resize(members.size());
    values_.resize(members.size());
    object_.emplace(std::move(members));
  }
}

void RowWriter::write(ChunkResult& result, std::span<const Field> fields) const {
  result.append(most_bytes(fields), [&](char* out) { return print(fields, out); });
}

void RowWriter::write_any(ChunkResult& result, const Grid& puzzle, std::string_view row,
                          std::span<const Field> fields) {
  switch (shape_) {
    case Shape::kFields:
      write(result, fields);
      break;
    case Shape::kPuzzleAndFields:
    case Shape::kRowAndFields: {
      const std::size_t row_bytes = std::max(row.size(), csv_.columns + std::size_t{kCells}) + 1;
      result.append(row_bytes + most_bytes(fields), [&](char* out) {
        out = print_row(puzzle, row, out);
        *out++ = separator_;
        return print(fields, out);
      });
      break;
    }
    case Shape::kReplaced:
      write_replaced(result, puzzle, row, *fields[0].grid);
      break;
    case Shape::kObject:
      write_object(result, puzzle, row, fields);
      break;
  }
}

// Writes the row as it was read. If there is no such row, the puzzle is in its column and the other
// columns are empty.
char* RowWriter::print_row(const Grid& puzzle, std::string_view row, char* out) const {
  if (shape_ == Shape::kPuzzleAndFields) return write_cells(puzzle, out);
  if (!row.empty()) return put(row, out);
  out = std::fill_n(out, csv_.puzzle_column, csv_.separator);
  out = write_cells(puzzle, out);
  return std::fill_n(out, csv_.columns - 1 - csv_.puzzle_column, csv_.separator);
}

std::size_t RowWriter::most_bytes(std::span<const Field> fields) const {
  std::size_t bytes = 0;
  for (const Field& field : fields) bytes += most_bytes_of(field) + 1;
  return bytes;
}

char* RowWriter::print(std::span<const Field> fields, char* out) const {
  for (const Field& field : fields) {
    out = print_field(field, out);
    *out++ = separator_;
  }
  out[-1] = '\n';
  return out;
}

char* RowWriter::print_field(const Field& field, char* out) const {
  const bool is_line = format_ == TextFormat::kLine;
  const std::string_view separator(&separator_, 1);
  switch (field.kind) {
    case Field::Kind::kCells:
      return write_cells(*field.grid, out);
    case Field::Kind::kWord:
      if (is_line) return put(field.text.empty() ? "-" : field.text, out);
      return records::write_csv_field(field.text, separator, out);
    case Field::Kind::kNumber:
      return put(field.number, out);
    case Field::Kind::kTenths:
      out = put_tenths(field.number, out);
      return put(is_line && field.is_bound ? "+" : "", out);
    case Field::Kind::kUnknown:
      return put("?", out);
    case Field::Kind::kMissing:
      break;
  }
  return put(is_line ? "-" : "", out);
}

void RowWriter::write_replaced(ChunkResult& result, const Grid& puzzle, std::string_view row,
                               const Grid& cells) {
  cells_->start(row);
  std::array<const Grid*, 2> both{row.empty() ? &puzzle : nullptr, &cells};
  if (is_replaced_first_) std::swap(both[0], both[1]);
  result.append(cells_->max_bytes(row), [&](char* out) { return cells_->print(both, out); });
}

void RowWriter::write_object(ChunkResult& result, const Grid& puzzle, std::string_view row,
                             std::span<const Field> fields) {
  const auto set = [this](std::size_t i, const Field& field) {
    texts_[i].clear();
    append_value(field, texts_[i]);
    values_[i] = texts_[i];
  };
  // A line that is no object becomes one, with the puzzle.
  values_[0] = {};
  if (row.empty()) set(0, Field::cells(puzzle));
  for (std::size_t i = 0; i < fields.size(); ++i) set(i + 1, fields[i]);
  object_->start(row);
  result.append(object_->max_bytes(values_, records::Missing::kAppend), [this](char* out) {
    return object_->print(values_, records::Missing::kAppend, out);
  });
}

void RowWriter::append_value(const Field& field, std::string& text) const {
  std::array<char, kMostNumberBytes + kCells> buffer;
  const bool is_text = field.kind == Field::Kind::kCells || field.kind == Field::Kind::kWord;
  if (field.kind == Field::Kind::kWord) {
    text += '"';
    append_json_escaped(field.text, text);
    text += '"';
  } else if (field.kind == Field::Kind::kUnknown || field.kind == Field::Kind::kMissing) {
    text += "null";
  } else {
    char* const end = print_field(field, buffer.data());
    if (is_text) text += '"';
    text.append(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    if (is_text) text += '"';
  }
}

void RowWriter::write_as_read(ChunkResult& result, const Grid& grid, std::string_view row) {
  const bool is_malformed = grid.cells[0] == records::kMalformedCell;
  if (!row.empty() && !is_malformed) {
    result.append(row.size() + 1, [row](char* out) {
      out = put(row, out);
      *out++ = '\n';
      return out;
    });
  } else if (!keeps_columns_) {
    write_grid(result, grid);
  } else {
    cells_->start(row);
    const Grid* const cells = &grid;
    result.append(cells_->max_bytes(row), [&](char* out) {
      return cells_->print({&cells, 1}, out);
    });
  }
}

}  // namespace dokumill::batch
