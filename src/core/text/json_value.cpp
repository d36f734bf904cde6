#include "core/text/json_value.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "core/text/fmt.hpp"
#include "core/text/printable.hpp"

namespace dokumill {
namespace {

Status bad_json(std::string message) {
  return {ErrorCode::kInput, std::move(message)};
}

// Builds the tree from the events of the parser.
class TreeBuilder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  using Kind = JsonValue::Kind;

  Status failure() const { return bad_json(message_.empty() ? "this is not JSON" : message_); }
  JsonValue& root() { return root_; }

  bool null() override { return take({}); }
  bool boolean(bool flag) override { return take({.kind = Kind::kFlag, .flag = flag}); }
  bool number_integer(number_integer_t number) override {
    return take({.kind = Kind::kNumber, .number = static_cast<double>(number)});
  }
  bool number_unsigned(number_unsigned_t count) override {
    return take({.kind = Kind::kCount, .count = count, .number = static_cast<double>(count)});
  }
  bool number_float(number_float_t number, const string_t&) override {
    return take({.kind = Kind::kNumber, .number = number});
  }
  bool string(string_t& text) override {
    return take({.kind = Kind::kText, .text = std::move(text)});
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Kind::kObject); }
  bool start_array(std::size_t) override { return open(Kind::kList); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (!names_.back().insert(name).second) {
      message_ = fmt::format("the name '{}' occurs twice in one object", printable(name));
      return false;
    }
    open_.back().names.push_back(std::move(name));
    return true;
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    // 406 is the error of nlohmann/json for a number that does not fit in a double. All other
    // errors are those of text that is not JSON.
    message_ = error.id == 406 ? fmt::format("a number is too large at byte {}", position)
                               : fmt::format("this is not JSON at byte {}", position);
    return false;
  }

 private:
  bool take(JsonValue value) {
    if (++values_ > kMostValues) {
      message_ = fmt::format("this has more than {} values", kMostValues);
      return false;
    }
    (open_.empty() ? root_ : open_.back().items.emplace_back()) = std::move(value);
    return true;
  }
  bool open(Kind kind) {
    if (open_.size() == kMostLevels) {
      message_ = fmt::format("this has more than {} levels", kMostLevels);
      return false;
    }
    names_.emplace_back();
    open_.push_back({.kind = kind});
    return true;
  }
  bool close() {
    JsonValue value = std::move(open_.back());
    open_.pop_back();
    names_.pop_back();
    return take(std::move(value));
  }

  std::vector<JsonValue> open_;               // the objects and lists that are not complete
  std::vector<std::set<std::string>> names_;  // for each element of open_, its names so far
  std::size_t values_ = 0;
  std::string message_;
  JsonValue root_;
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view name) const {
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? nullptr : &items[static_cast<std::size_t>(found - names.begin())];
}

Result<JsonValue> parse_json_value(std::string_view text) {
  // nlohmann/json treats a NUL as the end of the text.
  if (text.find('\0') != std::string_view::npos) return bad_json("this is not JSON: a NUL");
  TreeBuilder builder;
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) return builder.failure();
  return std::move(builder.root());
}

}  // namespace dokumill
