#include "web/strict_json.hpp"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "core/fmt.hpp"
#include "core/printable.hpp"

namespace dokumill::web {
namespace {

using nlohmann::json;

Status malformed(std::string message) {
  return {ErrorCode::kMalformed, std::move(message)};
}

class Inspector final : public nlohmann::json_sax<json> {
 public:
  Status status() const { return malformed(message_.empty() ? "not JSON" : message_); }
  JsonMembers& members() { return members_; }

  bool null() override { return take({}); }
  bool boolean(bool flag) override { return take({Value::Kind::kFlag, {}, flag}); }
  bool number_integer(number_integer_t) override { return take({}); }
  bool number_unsigned(number_unsigned_t) override { return take({}); }
  bool number_float(number_float_t, const string_t&) override { return take({}); }
  bool string(string_t& text) override {
    return take({Value::Kind::kText, std::move(text), false});
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override {
    if (names_.empty()) members_.is_object = true;
    return open();
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (names_.back().insert(name).second) {
      if (names_.size() == 1) name_ = name;
      return true;
    }
    message_ = fmt::format("the name '{}' comes twice", printable(name));
    return false;
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    // 406 is the error of nlohmann/json for a number that does not fit in a double. All other
    // errors are those of text that is not JSON.
    message_ = error.id == 406 ? fmt::format("a number is too large at byte {}", position)
                               : fmt::format("not JSON at byte {}", position);
    return false;
  }

 private:
  using Value = JsonMembers::Value;

  // Takes a scalar value, or the beginning of an object or a list.
  bool take(Value value) {
    if (members_.is_object && names_.size() == 1) members_.values[name_] = std::move(value);
    return true;
  }
  bool open() {
    take({});
    names_.emplace_back();
    if (names_.size() <= static_cast<std::size_t>(kMostDepth)) return true;
    message_ = fmt::format("more than {} levels", kMostDepth);
    return false;
  }
  bool close() {
    names_.pop_back();
    return true;
  }

  std::vector<std::set<std::string>> names_;  // the names so far in each open object and list
  std::string name_;                          // the last name in the outermost object
  std::string message_;
  JsonMembers members_;
};

}  // namespace

Result<JsonMembers> parse_json(std::string_view text) {
  // nlohmann/json treats a NUL as the end of the text.
  if (text.find('\0') != std::string_view::npos) return malformed("not JSON: a NUL");
  Inspector inspector;
  if (!json::sax_parse(text.begin(), text.end(), &inspector)) return inspector.status();
  return std::move(inspector.members());
}

RequestFields::RequestFields(std::string_view body, std::initializer_list<std::string_view> names) {
  Result<JsonMembers> members = parse_json(body);
  if (!members.ok()) {
    status_ = members.status();
    return;
  }
  members_ = *std::move(members);
  if (!members_.is_object) complain("expected an object");
  for (const auto& [name, value] : members_.values) {
    if (std::find(names.begin(), names.end(), name) == names.end())
      complain(fmt::format("unknown field '{}'", printable(name)));
  }
}

void RequestFields::complain(std::string message) {
  if (status_.ok()) status_ = malformed(std::move(message));
}

const JsonMembers::Value* RequestFields::find(std::string_view name) {
  const auto found = members_.values.find(name);
  return found == members_.values.end() ? nullptr : &found->second;
}

std::optional<std::string> RequestFields::text_if_any(std::string_view name) {
  const JsonMembers::Value* value = find(name);
  if (value == nullptr) return std::nullopt;
  if (value->kind == JsonMembers::Value::Kind::kText) return value->text;
  complain(fmt::format("'{}' is not a string", name));
  return std::nullopt;
}

std::string RequestFields::text(std::string_view name) {
  if (find(name) == nullptr) complain(fmt::format("'{}' is missing", name));
  return text_if_any(name).value_or("");
}

bool RequestFields::flag(std::string_view name) {
  const JsonMembers::Value* value = find(name);
  if (value == nullptr) {
    complain(fmt::format("'{}' is missing", name));
    return false;
  }
  if (value->kind == JsonMembers::Value::Kind::kFlag) return value->flag;
  complain(fmt::format("'{}' is not true or false", name));
  return false;
}

Grid RequestFields::board(std::string_view name) {
  const std::string cells = text(name);
  Grid grid;
  if (cells.size() != grid.cells.size()) {
    complain(fmt::format("'{}' has {} characters, expected {}", name, cells.size(), kCells));
    return {};
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] < '0' || cells[i] > '9') {
      complain(fmt::format("'{}' has something else than a digit at {}", name, i + 1));
      return {};
    }
    grid.cells[i] = static_cast<std::uint8_t>(cells[i] - '0');
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
          fmt::format("'{}' has something else than ascending digits in group {}", name, cell + 1));
      return {};
    }
    notes[cell] = static_cast<std::uint16_t>(notes[cell] | bit);
  }
  if (cell + 1 == notes.size()) return notes;
  complain(fmt::format("'{}' does not have {} groups with commas between them", name, kCells));
  return {};
}

Answer bad_request(const Status& status) {
  return error_answer("bad_request", status.message());
}

Answer error_answer(std::string_view code, std::string_view message) {
  JsonText error("{}");
  error.add("code", code);
  error.add("message", message);
  JsonText answer("{}");
  answer.add_text("error", error.text());
  return answer.text();
}

}  // namespace dokumill::web
