// The sinks of the formats whose fields have separators.
#include <algorithm>
#include <cassert>
#include <charconv>
#include <numeric>

#include "base/grid_text.hpp"
#include "batch/rows/row_sink.hpp"
#include "formats/csv/csv_field.hpp"
#include "formats/format_table.hpp"

namespace dokumill::batch {
namespace {

char* put(std::string_view text, char* out) {
  return std::ranges::copy(text, out).out;
}

char* put(std::uint64_t number, char* out) {
  return std::to_chars(out, out + kMostNumberBytes, number).ptr;
}

std::size_t most_bytes(const Field& field) {
  switch (field.kind) {
    case Field::Kind::kCells:
      return kGroupsBytes;
    case Field::Kind::kWord:
      return records::most_field_bytes(field.text);
    default:
      return kMostNumberBytes;
  }
}

// Fields with a separator between them, and a line end.
class TextSink final : public RowSink {
 public:
  explicit TextSink(const OutputPlan& plan)
      : is_line_(plan.format == TextFormat::kLine),
        shape_(plan.cell_shape),
        columns_(plan.columns),
        separator_(is_line_ ? '\t' : plan.csv.separator) {}

  void write(ChunkResult& result, std::span<const Field> fields) override {
    result.append(most_bytes_of(fields), [&](char* out) { return print(fields, out); });
  }

  void write(ChunkResult& result, const KeptRow& row, std::span<const Field> fields) override {
    if (shape_) return write_in_shape(result, row, fields);
    const bool is_unchanged = row.is_unchanged();
    const std::size_t bytes = is_unchanged ? row.text.size() + 1 : row.split().max_bytes(row.text);
    result.append(bytes + most_bytes_of(fields), [&](char* out) {
      if (is_unchanged) {
        out = put(row.text, out);
        *out++ = '\n';
      } else {
        out = row.fields->print(row.cells, out);
      }
      if (fields.empty()) return out;
      out[-1] = separator_;
      return print(fields, out);
    });
  }

 private:
  // A field that keeps its text may get quotes. REQUIRES: the row is csv.
  void write_in_shape(ChunkResult& result, const KeptRow& row, std::span<const Field> fields) {
    std::size_t bytes = 0;
    each_field(columns_, row, fields, [&](const Field& field) { bytes += most_bytes(field) + 1; });
    result.append(bytes, [&](char* out) {
      each_field(columns_, row, fields, [&](const Field& field) {
        out = print(field, out);
        *out++ = separator_;
      });
      out[-1] = '\n';
      return out;
    });
  }

  static std::size_t most_bytes_of(std::span<const Field> fields) {
    return std::accumulate(
        fields.begin(), fields.end(), std::size_t{0},
        [](std::size_t bytes, const Field& field) { return bytes + most_bytes(field) + 1; });
  }

  char* print(std::span<const Field> fields, char* out) const {
    for (const Field& field : fields) {
      out = print(field, out);
      *out++ = separator_;
    }
    out[-1] = '\n';
    return out;
  }

  char* print(const Field& field, char* out) const {
    switch (field.kind) {
      case Field::Kind::kCells:
        return shape_ == CellShape::kGroups ? write_groups(*field.grid, out)
                                            : write_cells(*field.grid, out);
      case Field::Kind::kWord:
        if (is_line_) return put(field.text.empty() ? "-" : field.text, out);
        return records::write_csv_field(field.text, {&separator_, 1}, out);
      case Field::Kind::kNumber:
      case Field::Kind::kTenths:
        out = print_number(field, out);
        return put(is_line_ && field.is_bound ? "+" : "", out);
      case Field::Kind::kUnknown:
        return put("?", out);
      case Field::Kind::kMissing:
        break;
    }
    return put(is_line_ ? "-" : "", out);
  }

  bool is_line_;
  std::optional<CellShape> shape_;
  const std::vector<tables::Column>& columns_;
  char separator_;
};

// The cells of the only field, in the format of another program.
class ProgramSink final : public RowSink {
 public:
  explicit ProgramSink(TextFormat format) : traits_(records::format_traits(format)) {}

  void write(ChunkResult& result, std::span<const Field> fields) override {
    const Grid& grid = *fields[0].grid;
    result.append(traits_.cells_bytes, [&](char* out) { return traits_.print_cells(grid, out); });
  }
  void write(ChunkResult&, const KeptRow&, std::span<const Field>) override { assert(false); }

 private:
  const records::FormatTraits& traits_;
};

}  // namespace

std::unique_ptr<RowSink> make_text_sink(const OutputPlan& plan) {
  if (records::is_of_program(plan.format)) return std::make_unique<ProgramSink>(plan.format);
  return std::make_unique<TextSink>(plan);
}

char* print_number(const Field& field, char* out) {
  if (field.kind == Field::Kind::kNumber) return put(field.number, out);
  out = put(field.number / 10, out);
  *out++ = '.';
  return put(field.number % 10, out);
}

bool KeptRow::is_unchanged() const {
  return !text.empty() && std::ranges::none_of(cells, [](const Grid* it) { return it != nullptr; });
}

bool KeptRow::is_malformed() const {
  return std::ranges::any_of(cells, [](const Grid* it) {
    return it != nullptr && it->cells[0] == records::kMalformedCell;
  });
}

records::RowCells& KeptRow::split() const {
  if (!is_split) fields->start(text);
  return *fields;
}

std::unique_ptr<RowSink> RowSink::make(const OutputPlan& plan) {
  switch (plan.format) {
    case TextFormat::kJsonl:
    case TextFormat::kJson:
      return make_json_sink(plan);
    case TextFormat::kParquet:
      return make_packed_sink(plan);
    default:
      return make_text_sink(plan);
  }
}

}  // namespace dokumill::batch
