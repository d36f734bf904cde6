// RequestFields: the body of a call, a JSON object with known fields of known types, or the reason
// why it is not such an object.
//
// Failure: kMalformed with a message of one line.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "apps/web/calls/answer.hpp"
#include "apps/web/calls/small_board.hpp"
#include "base/text/json_text.hpp"
#include "base/text/json_value.hpp"
#include "dokumill/grid.hpp"
#include "dokumill/status.hpp"

namespace dokumill::web {

// The notes of a player, one number for each cell. Bit (digit - 1) is set if the cell has a note of
// this digit.
using Notes = std::array<std::uint16_t, kCells>;

// The fields of a request. The first error is kept: check status() after reading all fields.
class RequestFields {
 public:
  // `names`: all fields that are allowed.
  RequestFields(std::string_view body, std::initializer_list<std::string_view> names);

  const Status& status() const { return status_; }

  // If the field is wrong or missing, these functions record an error and return an empty value or
  // false. For text_if_any(), a missing field is no error.
  std::string text(std::string_view name);
  std::optional<std::string> text_if_any(std::string_view name);
  bool flag(std::string_view name);
  // A field with a digit for each cell of the board, '0' for an empty cell.
  Grid board(std::string_view name, Shape shape = kNine);
  // A field of 81 groups of ascending digits '1'..'9' with commas between the groups, one group for
  // each cell. A missing field means that there are no notes; this is not an error.
  Notes notes_if_any(std::string_view name);

 private:
  void complain(std::string message);

  JsonValue fields_;
  Status status_;
};

// The number that is the whole text, in decimal digits.
std::optional<std::uint64_t> number_of(std::string_view text);

// An answer with the code "bad_request" and the message of the status.
Answer bad_request(const Status& status);

// "[1,2,3]"
template <class Numbers>
std::string list_text(const Numbers& numbers) {
  JsonText list("[]");
  for (const auto number : numbers) list.add_item(to_text(number));
  return list.text();
}

}  // namespace dokumill::web
