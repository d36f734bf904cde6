// Field: the value of a column that a job adds to a record.
#pragma once

#include <cstdint>
#include <string_view>

#include "dokumill/grid.hpp"

namespace dokumill::batch {

// A field refers to its grid or its text, which must stay valid until it is written.
//
//   kind       csv        line       JSON
//   kCells     81 cells   81 cells   a string
//   kWord      the word   the word   a string      in quotes where csv needs them
//   kNumber    17         17         17
//   kTenths    7.2        7.2        7.2           a bound is 7.2+ in lines
//   kUnknown   ?          ?          null          a number that cannot be known
//   kMissing   (empty)    -          null          a number that does not exist
//
// An empty word is "-" in lines, and an empty string in JSON.
struct Field {
  enum class Kind : std::uint8_t { kCells, kWord, kNumber, kTenths, kUnknown, kMissing };

  static Field cells(const Grid& grid) { return {.kind = Kind::kCells, .grid = &grid}; }
  // `grid`: nullptr for an empty field.
  static Field cells(const Grid* grid) {
    return grid != nullptr ? cells(*grid) : Field{.kind = Kind::kWord};
  }
  static Field word(std::string_view text) { return {.kind = Kind::kWord, .text = text}; }
  static Field of(std::uint64_t number) { return {.kind = Kind::kNumber, .number = number}; }
  static Field tenths(int number, bool is_bound = false) {
    return {
        .kind = Kind::kTenths, .is_bound = is_bound, .number = static_cast<std::uint64_t>(number)};
  }
  static Field unknown() { return {.kind = Kind::kUnknown}; }
  static Field missing() { return {.kind = Kind::kMissing}; }

  Kind kind = Kind::kMissing;
  bool is_bound = false;
  const Grid* grid = nullptr;
  std::string_view text = {};
  std::uint64_t number = 0;
};

}  // namespace dokumill::batch
