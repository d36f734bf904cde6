// Reads the members of an untrusted JSON object, and checks their kinds and ranges.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/text/fmt.hpp"
#include "core/text/json_value.hpp"
#include "core/text/printable.hpp"
#include "dokumill/status.hpp"

namespace dokumill::merging {

inline constexpr std::uint64_t kAnyCount = std::numeric_limits<std::uint64_t>::max();
inline constexpr double kMostSeconds = 1e12;  // about 30,000 years

// Reads the members of an object. The first error is kept in `status`. After an error, the
// functions return empty values and the smallest numbers that are allowed.
class Members {
 public:
  // `path`: the text that messages have before the name of a member. It is "" for the whole
  // document, or the name of the object and a dot.
  Members(const JsonValue& object, std::string path, Status& status)
      : object_(object), path_(std::move(path)), status_(status) {}

  bool has(std::string_view name) const { return object_.find(name) != nullptr; }

  std::uint64_t count(std::string_view name, std::uint64_t low = 0,
                      std::uint64_t high = kAnyCount) {
    const JsonValue* const value = member(name);
    if (value == nullptr) return low;
    if (value->kind == Kind::kCount && value->count >= low && value->count <= high) {
      return value->count;
    }
    complain(name, fmt::format("expected a whole number from {} to {}", low, high));
    return low;
  }
  // Like count(), but 0 if the member is missing.
  std::uint64_t count_or_0(std::string_view name) { return has(name) ? count(name) : 0; }
  // A number of seconds, at most kMostSeconds, so that sums of such numbers stay finite.
  double seconds(std::string_view name) {
    const JsonValue* const value = member(name);
    if (value == nullptr) return 0;
    const bool is_number = value->kind == Kind::kCount || value->kind == Kind::kNumber;
    if (is_number && value->number >= 0 && value->number <= kMostSeconds) return value->number;
    complain(name, "expected a number of seconds");
    return 0;
  }
  std::string text(std::string_view name) {
    const JsonValue* const value = member(name);
    if (value == nullptr) return {};
    if (value->kind == Kind::kText) return value->text;
    complain(name, "expected a text");
    return {};
  }
  // Like text(), but nullopt if the member is null.
  std::optional<std::string> text_or_null(std::string_view name) {
    const JsonValue* const value = member(name);
    if (value == nullptr || value->kind == Kind::kNull) return std::nullopt;
    return text(name);
  }
  // Like count(), but 0 if the member is null.
  std::uint64_t count_or_null(std::string_view name) {
    const JsonValue* const value = member(name);
    return value == nullptr || value->kind == Kind::kNull ? 0 : count(name);
  }
  // The member must be one of the texts in `names`. Returns the index of this text.
  template <class Names>
  std::size_t choice(std::string_view name, const Names& names) {
    const std::string word = text(name);
    if (!status_.ok()) return 0;
    const auto found = std::ranges::find(names, word);
    if (found != std::end(names)) return static_cast<std::size_t>(found - std::begin(names));
    complain(name, fmt::format("expected one of {}; this is '{}'", fmt::join(names, ", "),
                               printable(word)));
    return 0;
  }
  Members object(std::string_view name) {
    const JsonValue* const value = member(name);
    if (value != nullptr && value->kind == Kind::kObject) {
      return {*value, fmt::format("{}{}.", path_, name), status_};
    }
    if (value != nullptr) complain(name, "expected an object");
    static const JsonValue kNothing{.kind = Kind::kObject};
    return {kNothing, path_, status_};
  }
  // For a member that is a list of objects: calls `take` with the Members of each object.
  template <class Take>
  void each(std::string_view name, const Take& take) {
    const JsonValue* const value = member(name);
    if (value == nullptr) return;
    if (value->kind != Kind::kList) return complain(name, "expected a list");
    for (std::size_t i = 0; i < value->items.size() && status_.ok(); ++i) {
      const std::string item = fmt::format("{}[{}]", name, i);
      if (value->items[i].kind != Kind::kObject) return complain(item, "expected an object");
      take(Members(value->items[i], fmt::format("{}{}.", path_, item), status_));
    }
  }
  bool ok() const { return status_.ok(); }
  void complain(std::string_view name, std::string_view what) {
    if (!status_.ok()) return;
    status_ = {ErrorCode::kInput, fmt::format("member '{}{}': {}", path_, name, what)};
  }

 private:
  using Kind = JsonValue::Kind;

  const JsonValue* member(std::string_view name) {
    if (!status_.ok()) return nullptr;
    const JsonValue* const value = object_.find(name);
    if (value == nullptr) complain(name, "it is missing");
    return value;
  }

  const JsonValue& object_;
  std::string path_;
  Status& status_;
};

}  // namespace dokumill::merging
