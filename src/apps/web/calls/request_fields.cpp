#include "apps/web/calls/request_fields.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/text/format.hpp"
#include "base/text/printable.hpp"

namespace dokumill::web {

RequestFields::RequestFields(std::string_view body, std::initializer_list<std::string_view> names) {
  Result<JsonValue> fields = parse_json_value(body);
  if (!fields.ok()) {
    complain(fields.status().message());
    return;
  }
  fields_ = *std::move(fields);
  if (fields_.kind != JsonValue::Kind::kObject) complain("expected an object");
  for (const std::string& name : fields_.names) {
    if (std::find(names.begin(), names.end(), name) == names.end())
      complain(format_text("unknown field '{}'", printable(name)));
  }
}

void RequestFields::complain(std::string message) {
  if (status_.ok()) status_ = {ErrorCode::kMalformed, std::move(message)};
}

std::optional<std::string> RequestFields::text_if_any(std::string_view name) {
  const JsonValue* value = fields_.find(name);
  if (value == nullptr) return std::nullopt;
  if (value->kind == JsonValue::Kind::kText) return value->text;
  complain(format_text("'{}' is not a string", name));
  return std::nullopt;
}

std::string RequestFields::text(std::string_view name) {
  if (fields_.find(name) == nullptr) complain(format_text("'{}' is missing", name));
  return text_if_any(name).value_or("");
}

bool RequestFields::flag(std::string_view name) {
  const JsonValue* value = fields_.find(name);
  if (value == nullptr) {
    complain(format_text("'{}' is missing", name));
    return false;
  }
  if (value->kind == JsonValue::Kind::kFlag) return value->flag;
  complain(format_text("'{}' is not true or false", name));
  return false;
}

Grid RequestFields::board(std::string_view name, Shape shape) {
  const std::string cells = text(name);
  Grid grid;
  if (cells.size() != static_cast<std::size_t>(shape.cells())) {
    complain(format_text("'{}' has {} characters, expected {}", name, cells.size(), shape.cells()));
    return {};
  }
  for (int i = 0; i < shape.cells(); ++i) {
    if (cells[i] < '0' || cells[i] > '0' + shape.size()) {
      complain(format_text("'{}' has something else than a digit at {}", name, i + 1));
      return {};
    }
    grid.cells[cell_at(shape, i)] = static_cast<std::uint8_t>(cells[i] - '0');
  }
  return grid;
}

Notes RequestFields::notes_if_any(std::string_view name) {
  Notes notes{};
  const std::optional<std::string> text = text_if_any(name);
  if (!text) return notes;
  std::size_t cell = 0;
  for (const char c : *text) {
    if (c == ',') {
      if (++cell == notes.size()) break;
      continue;
    }
    const int bit = c >= '1' && c <= '9' ? 1 << (c - '1') : 0;
    if (bit <= notes[cell]) {
      complain(
          format_text("'{}' has something else than ascending digits in group {}", name, cell + 1));
      return {};
    }
    notes[cell] = static_cast<std::uint16_t>(notes[cell] | bit);
  }
  if (cell + 1 == notes.size()) return notes;
  complain(format_text("'{}' does not have {} groups with commas between them", name, kCells));
  return {};
}

std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

Answer bad_request(const Status& status) {
  return error_answer("bad_request", status.message());
}

Answer error_answer(std::string_view code, std::string_view message, std::string_view reason) {
  JsonText error("{}");
  error.add("code", code);
  error.add("message", message);
  if (!reason.empty()) error.add_text("reason", reason);
  JsonText answer("{}");
  answer.add_text("error", error.text());
  return answer.text();
}

std::string reason_text(const ProblemReason& reason) {
  JsonText text("{}");
  text.add("code", reason.code);
  for (const auto& [name, value] : reason.values) text.add(name, value);
  return text.text();
}

}  // namespace dokumill::web
