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

// Appends the value without the quotes of a text. Returns false if a text is not UTF-8.
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
  explicit ObjectSink(const OutputPlan& plan) : format_(plan.format) {
    std::string before = "{\"";
    for (const tables::Column& column : plan.columns) {
      append_json_escaped(column.name, before);
      before += column.type == kText ? "\":\"" : "\":";
      members_.push_back(
          {std::exchange(before, column.type == kText ? "\",\"" : ",\""), column.type});
    }
    end_ = plan.columns.back().type == kText ? "\"}" : "}";
  }

  void write(ChunkResult& result, std::span<const Field> fields) override {
    start();
    for (const Field& field : fields) add(field);
    finish(result);
  }

  void write(ChunkResult& result, const KeptRow& row, std::span<const Field> fields) override {
    start();
    each_field(row, fields, [this](const Field& field) { add(field); });
    finish(result);
  }

 private:
  struct Member {
    // What stands between the value before and this one: `{"puzzle":"`, then `","solution":"`.
    std::string before;
    tables::ColumnType type;
  };

  void start() {
    text_.clear();
    column_ = 0;
    bad_column_.reset();
  }
  void add(const Field& field) {
    const Member& member = members_[column_];
    text_ += member.before;
    assert(field.fits(member.type));
    if (member.type == kText && field.kind == Field::Kind::kUnknown) {
      text_ += '?';
    } else if (!append_value(field, text_)) {
      if (!bad_column_) bad_column_ = column_;
    }
    ++column_;
  }
  void finish(ChunkResult& result) {
    assert(column_ == members_.size());
    text_ += end_;
    if (bad_column_) text_ = tables::bad_row(*bad_column_);
    text_ += '\n';
    begin_object(result, format_);
    result.append(text_);
    end_object(result, format_);
  }

  TextFormat format_;
  std::vector<Member> members_;
  std::string end_;   // what follows the last value
  std::string text_;  // of the row
  std::size_t column_ = 0;
  std::optional<std::size_t> bad_column_;  // the first one whose value is not UTF-8
};

// Objects as they were read, with other cells or with further members.
class KeptObjectSink final : public RowSink {
 public:
  explicit KeptObjectSink(const OutputPlan& plan)
      : format_(plan.format), texts_(plan.added.size() + 1), values_(texts_.size()), object_([&] {
          std::vector<std::string> members{plan.puzzle_member};
          for (const tables::Column& column : plan.added) members.push_back(column.name);
          return members;
        }()) {}

  void write(ChunkResult&, std::span<const Field>) override { assert(false); }

  void write(ChunkResult& result, const KeptRow& row, std::span<const Field> fields) override {
    begin_object(result, format_);
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

  TextFormat format_;
  std::vector<std::string> texts_;        // the values of object_
  std::vector<std::string_view> values_;  // the same; an empty view keeps the value
  records::JsonRow object_;               // the puzzle, then the fields
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
