#include "formats/row_cells.hpp"

#include "formats/json/json_list.hpp"
#include "formats/json/json_object.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {

std::string_view RowCells::text(std::size_t i) {
  if (csv_) return csv_->text(i);
  std::string_view text = json_->value(i);
  if (text == "null") return {};
  if (const std::optional<Grid> cells = cells_of_list(text)) {
    unescaped_.resize(kCells);
    write_cells(*cells, unescaped_.data());
    return unescaped_;
  }
  if (!take_json_quotes(text)) return text;
  if (text.find('\\') != std::string_view::npos) {
    unescaped_ = json_unescape(text);
    text = unescaped_;
  }
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string RowCells::other_board(std::span<const std::string> columns) const {
  if (!csv_) return json_unescape(json_->other_board());
  const std::uint32_t column = csv_->other_board();
  return column == kNoColumn ? std::string() : columns[column];
}

char* RowCells::print(std::span<const Grid* const> cells, char* out) {
  if (csv_) return csv_->print(cells, out);
  const auto set_value = [&](std::size_t i) {
    values_[i] = cells[i] == nullptr ? std::string_view() : printed_[i].write(*cells[i], shape_);
  };
  set_value(0);
  for (const std::size_t i : json_->found()) set_value(i);
  return json_->print(values_, Missing::kAppendFirst, out);
}

}  // namespace dokumill::records
