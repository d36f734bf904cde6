// Strict JSON: the body of a request to an object with known fields of known types, or the reason
// why it is none.
//
// Refused are: more than kMostDepth levels, a name twice in one object, numbers beyond a double,
// bytes behind the end (NUL included), what is not UTF-8, fields that nobody asked for, wrong
// types. No tree is made of the text: a request needs none, and json_text.hpp says why not. Thread
// safety: values. Failure: kMalformed in one line.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "batch/json_text.hpp"
#include "dokumill/grid.hpp"
#include "dokumill/status.hpp"
#include "web/answer.hpp"

namespace dokumill::web {

inline constexpr int kMostDepth = 8;

// What stands in the outermost object; the rest was only looked at.
struct JsonMembers {
  struct Value {
    enum class Kind { kText, kFlag, kOther };
    Kind kind = Kind::kOther;
    std::string text;
    bool flag = false;
  };
  bool is_object = false;
  std::map<std::string, Value, std::less<>> values;  // by name
};
Result<JsonMembers> parse_json(std::string_view text);

// The fields of a request. What is wrong first is kept: look at status() when all were read.
class RequestFields {
 public:
  // `names`: all that there may be.
  RequestFields(std::string_view body, std::initializer_list<std::string_view> names);

  const Status& status() const { return status_; }

  // A value of the type's own where the field is missing or wrong.
  std::string text(std::string_view name);
  std::optional<std::string> text_if_any(std::string_view name);
  bool flag(std::string_view name);
  // 81 characters '0'..'9'.
  Grid board(std::string_view name);

 private:
  const JsonMembers::Value* find(std::string_view name);
  void complain(std::string message);

  JsonMembers members_;
  Status status_;
};

// 400 with what is wrong.
Answer bad_request(const Status& status);

// 200 with that text.
Answer json_answer(const batch::JsonText& body);

// "[1,2,3]"
template <class Numbers>
std::string list_text(const Numbers& numbers) {
  batch::JsonText list("[]");
  for (const auto number : numbers) list.add_item(fmt::to_string(number));
  return list.text();
}

}  // namespace dokumill::web
