// Strict JSON: the body of a request to an object with known fields of known types, or the reason
// why it is none.
//
// Refused are: more than kMostDepth levels, a name twice in one object, numbers beyond a double,
// bytes behind the end (NUL included), what is not UTF-8, fields that nobody asked for, wrong
// types. Thread safety: values. Failure: kMalformed in one line.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "dokumill/grid.hpp"
#include "dokumill/status.hpp"
#include "web/answer.hpp"

namespace dokumill::web {

inline constexpr int kMostDepth = 8;

Result<nlohmann::json> parse_json(std::string_view text);

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
  const nlohmann::json* find(std::string_view name);
  void complain(std::string message);

  nlohmann::json object_;
  Status status_;
};

// 400 with what is wrong.
Answer bad_request(const Status& status);

// The text of an answer. Bytes that are no UTF-8 become U+FFFD.
Answer json_answer(const nlohmann::json& body);

}  // namespace dokumill::web
