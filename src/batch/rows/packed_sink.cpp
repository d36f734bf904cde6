// The sink of Parquet.
#include <array>
#include <cassert>
#include <string>
#include <vector>

#include "base/grid_text.hpp"
#include "batch/rows/row_sink.hpp"
#include "formats/tables/packed_row.hpp"

namespace dokumill::batch {
namespace {

class PackedSink final : public RowSink {
 public:
  explicit PackedSink(const OutputPlan& plan) : columns_(plan.columns) {}

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
  void start() {
    text_.clear();
    row_.start(text_);
    column_ = 0;
  }
  void add(const Field& field) {
    const tables::ColumnType type = columns_[column_++].type;
    assert(field.fits(type));
    const bool is_known = field.kind == Field::Kind::kNumber || field.kind == Field::Kind::kTenths;
    const bool is_list = tables::is_list(type);
    if (is_list &&
        (field.kind != Field::Kind::kCells || field.grid->cells[0] == records::kMalformedCell)) {
      row_.add_text(field.text);  // no list, or a bad value
    } else if (field.kind == Field::Kind::kCells) {
      row_.add_text({cells_.data(), static_cast<std::size_t>(
                                        write_cells(*field.grid, cells_.data()) - cells_.data())});
    } else if (!tables::is_number(type)) {
      row_.add_text(field.kind == Field::Kind::kUnknown ? "?" : field.text);
    } else if (is_known) {
      assert(tables::fits(field.number, type));
      row_.add_number(field.number);
    } else {
      row_.add_null();
    }
  }
  void finish(ChunkResult& result) {
    assert(column_ == columns_.size());
    row_.finish();
    result.append(text_);
  }

  const std::vector<tables::Column>& columns_;
  std::array<char, kCells> cells_;
  tables::PackedRowWriter row_;
  std::string text_;  // of the row
  std::size_t column_ = 0;
};

}  // namespace

std::unique_ptr<RowSink> make_packed_sink(const OutputPlan& plan) {
  return std::make_unique<PackedSink>(plan);
}

}  // namespace dokumill::batch
