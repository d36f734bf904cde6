// JsonValue: a small untrusted JSON document, parsed strictly and within limits.
//
// The parser rejects more than kMaxLevels levels, more than kMaxValues values, a name that occurs
// twice in one object, numbers that do not fit in a double, a NUL, bytes after the end of the
// document, and text that is not UTF-8.
//
// Memory: about 100 bytes for each value. Failure: kInput with a message of one line, without the
// name of the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/status.hpp"

namespace dokumill {

inline constexpr std::size_t kMaxLevels = 8;
inline constexpr std::size_t kMaxValues = 200'000;

struct JsonValue {
  // kCount: a whole number from 0 to 2^64 - 1; kNumber: any other number.
  enum class Kind : std::uint8_t { kNull, kFlag, kCount, kNumber, kText, kList, kObject };
  Kind kind = Kind::kNull;
  bool flag = false;
  std::uint64_t count = 0;
  double number = 0;  // for kCount and kNumber
  std::string text = {};
  std::vector<std::string> names = {};  // of an object: the names of its `items`
  std::vector<JsonValue> items = {};    // of a list or an object

  // The member with this name; nullptr if the object has no such member, or if this is not an
  // object.
  const JsonValue* find(std::string_view name) const;
};

Result<JsonValue> parse_json_value(std::string_view text);

}  // namespace dokumill
