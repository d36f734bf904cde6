// JsonWriter and JsonReader: the members of a JSON object, described once. A function template that
// takes either of the two describes the members in their order. With a JsonWriter it writes them,
// with a JsonReader it reads them from an untrusted object, and checks their kinds and ranges:
//
//   template <class Json>
//   void describe(Of<Place> auto& place, Json& json) {
//     json.member("line", place.line, 1);
//     json.unless_empty("file", place.file);
//   }
//
// A value whose type has a describe() can be a member of another object. JsonWriter takes constant
// values, and ignores the parameters that say what JsonReader accepts.
//
// Memory: the text, or nothing. Failure of the reader: kInput with the path of the wrong member.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/text/format.hpp"
#include "base/text/json_text.hpp"
#include "base/text/json_value.hpp"
#include "base/text/printable.hpp"
#include "dokumill/status.hpp"

namespace dokumill {

// `Type` is `Plain` or `const Plain`.
template <class Type, class Plain>
concept Of = std::same_as<std::remove_const_t<Type>, Plain>;

template <class Value, class Json>
concept Described = requires(Value& value, Json& json) {
  describe(value, json);
};

class JsonWriter : public JsonText {
 public:
  static constexpr bool kWrites = true;
  using JsonText::JsonText;

  template <class Value>
  void member(std::string_view name, const Value& value, auto... /*limits*/) {
    if constexpr (Described<const Value, JsonWriter>) {
      object(name, [&](JsonWriter& json) { describe(value, json); });
    } else {
      add(name, value);
    }
  }
  template <class Value>
  void member(std::string_view name, const std::optional<Value>& value, auto... /*limits*/) {
    if (value) member(name, *value);
  }
  void unless_empty(std::string_view name, const std::string& text) {
    if (!text.empty()) add(name, text);
  }
  // Writes `null` instead of the value `as_null`.
  template <class Value>
  void nullable(std::string_view name, const Value& value, const Value& as_null) {
    if (value == as_null) return add_text(name, "null");
    add(name, value);
  }
  // Writes names[value].
  void choice(std::string_view name, auto value, const auto& names) {
    add(name, names[static_cast<std::size_t>(value)]);
  }
  void object(std::string_view name, const auto& use) {
    JsonWriter json("{}", depth_of_members());
    use(json);
    add_text(name, json.text());
  }
  void list(std::string_view name, const auto& items, const auto& use, std::size_t /*max*/ = 0) {
    JsonWriter all("[]", depth_of_members());
    for (const auto& item : items) {
      JsonWriter json("{}", all.depth_of_members());
      use(json, item);
      all.add_item(json.text());
    }
    add_text(name, all.text());
  }
  bool has(std::string_view, bool is_written) const { return is_written; }
  bool presence(std::string_view, bool flag) const { return flag; }
  void require(bool, std::string_view, std::string_view) const {}
};

// The first error is kept in `status`. After an error, the functions set empty values and the
// smallest numbers that are allowed.
class JsonReader {
 public:
  static constexpr bool kWrites = false;

  // The message about a member. `path`: "" for the whole document, or the names of the enclosing
  // objects, with a dot after each. `noun`: what the member should be, for example "text"; "member"
  // if it is missing; "" if its value is wrong in another way, which `what` states.
  using Words = std::string (*)(std::string_view path, std::string_view name, std::string_view noun,
                                std::string_view what);
  static std::string usual_words(std::string_view path, std::string_view name, std::string_view,
                                 std::string_view what) {
    return format_text("member '{}{}': {}", path, name, what);
  }

  JsonReader(const JsonValue& object, std::string path, Status& status, Words words = usual_words)
      : object_(object), path_(std::move(path)), status_(status), words_(words) {}

  template <std::integral Number>
  void member(std::string_view name, Number& number, std::uint64_t low = 0,
              std::uint64_t high = std::numeric_limits<Number>::max()) {
    number = static_cast<Number>(low);
    const JsonValue* const value = find(name);
    if (value == nullptr) return;
    if (value->kind != Kind::kCount || value->count < low || value->count > high) {
      return complain(name, format_text("expected a whole number from {} to {}", low, high),
                      "count");
    }
    number = static_cast<Number>(value->count);
  }
  // A number of seconds, at most kMaxSeconds, so that sums of such numbers stay finite.
  void member(std::string_view name, double& seconds) {
    constexpr double kMaxSeconds = 1e12;  // about 30,000 years
    seconds = 0;
    const JsonValue* const value = find(name);
    if (value == nullptr) return;
    const bool is_number = value->kind == Kind::kCount || value->kind == Kind::kNumber;
    if (!is_number || value->number < 0 || value->number > kMaxSeconds) {
      return complain(name, "expected a number of seconds", "time");
    }
    seconds = value->number;
  }
  void member(std::string_view name, std::string& text) {
    text.clear();
    const JsonValue* const value = find(name);
    if (value == nullptr) return;
    if (value->kind != Kind::kText) return complain(name, "expected a text", "text");
    text = value->text;
  }
  template <Described<JsonReader> Value>
  void member(std::string_view name, Value& value) {
    object(name, [&](JsonReader& json) { describe(value, json); });
  }
  // nullopt if the member is missing.
  template <class Value, class... Limits>
  void member(std::string_view name, std::optional<Value>& value, Limits... limits) {
    value.reset();
    if (has(name)) member(name, value.emplace(), limits...);
  }
  void unless_empty(std::string_view name, std::string& text) {
    if (has(name)) member(name, text);
  }
  // Sets `as_null` if the member is null.
  template <class Value>
  void nullable(std::string_view name, Value& value, const Value& as_null) {
    value = as_null;
    const JsonValue* const found = find(name);
    if (found != nullptr && found->kind != Kind::kNull) member(name, value);
  }
  // The member must be one of the texts in `names`. Sets the index of this text.
  template <class Value>
  void choice(std::string_view name, Value& value, const auto& names) {
    value = Value();
    const auto word = get<std::string>(name);
    if (!ok()) return;
    const auto found = std::ranges::find(names, word);
    if (found == std::end(names)) {
      return complain(name, format_text("expected one of {}; this is '{}'", joined(names, ", "),
                                        printable(word)));
    }
    value = static_cast<Value>(found - std::begin(names));
  }
  void object(std::string_view name, const auto& use) {
    JsonReader json = object(name);
    use(json);
  }
  // Fails if the list has more than `max` items.
  template <class Item>
  void list(std::string_view name, std::vector<Item>& items, const auto& use,
            std::size_t max = kMaxValues) {
    const std::vector<JsonValue>& values = this->items(name);
    for (std::size_t i = 0; i < values.size() && ok(); ++i) {
      const std::string item = format_text("{}[{}]", name, i);
      if (values[i].kind != Kind::kObject) {
        return complain(item, "expected an object", "object");
      }
      if (i == max) return complain(name, format_text("expected at most {}", max));
      JsonReader json(values[i], format_text("{}{}.", path_, item), status_, words_);
      use(json, items.emplace_back());
    }
  }
  bool has(std::string_view name, bool /*is_written*/ = false) const {
    return object_.find(name) != nullptr;
  }
  // Sets `flag` if the object has this member. Returns `flag`.
  bool presence(std::string_view name, bool& flag) const { return flag = has(name); }
  void require(bool holds, std::string_view name, std::string_view what) {
    if (!holds) complain(name, what);
  }

  template <class Value, class... Limits>
  Value get(std::string_view name, Limits... limits) {
    Value value{};
    member(name, value, limits...);
    return value;
  }
  // The member; nullptr after an error. A missing member is an error.
  const JsonValue* find(std::string_view name) {
    if (!ok()) return nullptr;
    const JsonValue* const value = object_.find(name);
    if (value == nullptr) complain(name, "it is missing", "member");
    return value;
  }
  // The items of a list.
  const std::vector<JsonValue>& items(std::string_view name) {
    const JsonValue* const value = find(name);
    if (value != nullptr && value->kind != Kind::kList) complain(name, "expected a list", "list");
    static const std::vector<JsonValue> kNone;
    return ok() ? value->items : kNone;
  }
  JsonReader object(std::string_view name) {
    const JsonValue* const value = find(name);
    if (value != nullptr && value->kind == Kind::kObject) {
      return {*value, format_text("{}{}.", path_, name), status_, words_};
    }
    if (value != nullptr) complain(name, "expected an object", "object");
    static const JsonValue kNothing{.kind = Kind::kObject};
    return {kNothing, path_, status_, words_};
  }
  bool ok() const { return status_.ok(); }
  void complain(std::string_view name, std::string_view what, std::string_view noun = {}) {
    if (ok()) status_ = {ErrorCode::kInput, words_(path_, name, noun, what)};
  }
  // The object itself.
  const JsonValue& value() const { return object_; }

 private:
  using Kind = JsonValue::Kind;

  const JsonValue& object_;
  std::string path_;
  Status& status_;
  Words words_;
};

}  // namespace dokumill
