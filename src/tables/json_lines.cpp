#include "tables/json_lines.hpp"

#include <cassert>

#include "core/text/json_escape.hpp"
#include "core/text/printable.hpp"

namespace dokumill::tables {

JsonLines::JsonLines(const std::vector<Column>& columns, char separator)
    : rows_(columns.size(), separator) {
  for (const Column& column : columns) {
    std::string before(members_.empty() ? "{\"" : ",\"");
    append_json_escaped(column.name, before);
    before += column.type == ColumnType::kText ? "\":\"" : "\":";
    members_.push_back({column.name, std::move(before), column.type});
  }
}

Status JsonLines::convert(std::string_view csv, std::string& out) {
  const char* at = csv.data();
  const char* const end = at + csv.size();
  while (at != end) {
    at = rows_.next(at, end);
    ++converted_;
    if (at == nullptr) return wrong_row(converted_);
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const Member& member = members_[i];
      const std::string_view field = rows_.fields()[i];
      out += member.before;
      if (member.type != ColumnType::kText) {
        out += is_number(field, member.type) ? field : "null";
      } else {
        if (!append_json_escaped(field, out)) return not_utf8(converted_, member.name);
        out += '"';
      }
    }
    out += "}\n";
  }
  return {};
}

}  // namespace dokumill::tables
