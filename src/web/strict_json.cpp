#include "web/strict_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace dokumill::web {
namespace {

using nlohmann::json;

Status malformed(std::string message) {
  return {ErrorCode::kMalformed, std::move(message)};
}

// Looks at a text before a tree is made of it, whose size and depth somebody else chooses.
class Inspector final : public nlohmann::json_sax<json> {
 public:
  Status status() const { return malformed(message_.empty() ? "not JSON" : message_); }

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (names_.back().insert(name).second) return true;
    message_ = fmt::format("the name '{}' comes twice", name);
    return false;
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    // A number that no double holds is the one error that is not of the grammar.
    message_ = error.id == 406 ? fmt::format("a number is too large at byte {}", position)
                               : fmt::format("not JSON at byte {}", position);
    return false;
  }

 private:
  bool open() {
    names_.emplace_back();
    if (names_.size() <= static_cast<std::size_t>(kMostDepth)) return true;
    message_ = fmt::format("more than {} levels", kMostDepth);
    return false;
  }
  bool close() {
    names_.pop_back();
    return true;
  }

  std::vector<std::set<std::string>> names_;  // of the objects and lists that are open
  std::string message_;
};

}  // namespace

Result<json> parse_json(std::string_view text) {
  // The library takes a NUL for the end of the text.
  if (text.find('\0') != std::string_view::npos) return malformed("not JSON: a NUL");
  Inspector inspector;
  if (!json::sax_parse(text.begin(), text.end(), &inspector)) return inspector.status();
  json tree = json::parse(text.begin(), text.end(), nullptr, false);
  if (tree.is_discarded()) return malformed("not JSON");
  return tree;
}

RequestFields::RequestFields(std::string_view body, std::initializer_list<std::string_view> names) {
  Result<json> tree = parse_json(body);
  if (!tree.ok()) {
    status_ = tree.status();
    return;
  }
  if (!tree->is_object()) {
    complain("expected an object");
    return;
  }
  object_ = *std::move(tree);
  for (const auto& [name, value] : object_.items()) {
    if (std::find(names.begin(), names.end(), name) == names.end())
      complain(fmt::format("unknown field '{}'", name));
  }
}

void RequestFields::complain(std::string message) {
  if (status_.ok()) status_ = malformed(std::move(message));
}

const json* RequestFields::find(std::string_view name) {
  if (!object_.is_object()) return nullptr;
  const auto found = object_.find(std::string(name));
  return found == object_.end() ? nullptr : &*found;
}

std::optional<std::string> RequestFields::text_if_any(std::string_view name) {
  const json* value = find(name);
  if (value == nullptr) return std::nullopt;
  if (value->is_string()) return value->get<std::string>();
  complain(fmt::format("'{}' is not a string", name));
  return std::nullopt;
}

std::string RequestFields::text(std::string_view name) {
  if (find(name) == nullptr) complain(fmt::format("'{}' is missing", name));
  return text_if_any(name).value_or("");
}

bool RequestFields::flag(std::string_view name) {
  const json* value = find(name);
  if (value == nullptr) {
    complain(fmt::format("'{}' is missing", name));
    return false;
  }
  if (value->is_boolean()) return value->get<bool>();
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

Answer bad_request(const Status& status) {
  return error_answer(400, "bad_request", status.message());
}

Answer json_answer(const json& body) {
  return {200, body.dump(-1, ' ', false, json::error_handler_t::replace)};
}

}  // namespace dokumill::web
