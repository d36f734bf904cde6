// The columns that a job adds to a record, and their fields.
//
// A column has its type where it is declared, and only a column makes a field. So the fields of a
// column have its type:
//
//   constexpr CellsColumn kPuzzle{"puzzle"};         kPuzzle(grid), kPuzzle(nullptr)
//   constexpr TextColumn kLevel{"level"};            kLevel(word)
//   constexpr NumberColumn kId{"id", kInt64};        kId(17), kId.missing()
//   constexpr TenthsColumn kRating{"er"};            kRating(72), kRating.missing()
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "dokumill/grid.hpp"
#include "formats/tables/columns.hpp"

namespace dokumill::batch {

// A field refers to its grid or its text, which must stay valid until it is written.
//
//   kind       csv        line       JSON
//   kCells     81 cells   81 cells   a string       JobOptions::cell_shape has other shapes
//   kWord      the word   the word   a string      in quotes where csv needs them
//   kNumber    17         17         17
//   kTenths    7.2        7.2        7.2           a bound is 7.2+ in lines
//   kUnknown   ?          ?          null          a value that cannot be known
//   kMissing   (empty)    -          null          a number that does not exist
//
// An empty word is "-" in lines, "" in JSON, and null in a list of cells. In Parquet and in objects
// that are made from csv columns, an unknown text is "?".
struct Field {
  enum class Kind : std::uint8_t { kCells, kWord, kNumber, kTenths, kUnknown, kMissing };

  Kind kind = Kind::kMissing;
  bool is_bound = false;
  const Grid* grid = nullptr;
  std::string_view text = {};
  std::uint64_t number = 0;

  bool is_text() const { return kind == Kind::kCells || kind == Kind::kWord; }
  // True if a column of this type can have the field.
  bool fits(tables::ColumnType type) const {
    return kind == Kind::kUnknown || is_text() != tables::is_number(type);
  }
};

struct CellsColumn {
  std::string_view name;

  operator tables::Column() const {  // NOLINT(google-explicit-constructor)
    return {std::string(name), tables::ColumnType::kCellText};
  }
  Field operator()(const Grid& grid) const { return {.kind = Field::Kind::kCells, .grid = &grid}; }
  // `grid`: nullptr for an empty field.
  Field operator()(const Grid* grid) const {
    return grid != nullptr ? (*this)(*grid) : Field{.kind = Field::Kind::kWord};
  }
};

struct TextColumn {
  std::string_view name;

  operator tables::Column() const {  // NOLINT(google-explicit-constructor)
    return {std::string(name), tables::ColumnType::kText};
  }
  Field operator()(std::string_view word) const {
    return {.kind = Field::Kind::kWord, .text = word};
  }
  static Field unknown() { return {.kind = Field::Kind::kUnknown}; }
};

struct NumberColumn {
  std::string_view name;
  tables::ColumnType type;

  operator tables::Column() const {  // NOLINT(google-explicit-constructor)
    return {std::string(name), type};
  }
  Field operator()(std::uint64_t number) const {
    return {.kind = Field::Kind::kNumber, .number = number};
  }
  static Field missing() { return {.kind = Field::Kind::kMissing}; }
  static Field unknown() { return {.kind = Field::Kind::kUnknown}; }
};

struct TenthsColumn {
  std::string_view name;

  operator tables::Column() const {  // NOLINT(google-explicit-constructor)
    return {std::string(name), tables::ColumnType::kDouble};
  }
  Field operator()(int tenths, bool is_bound = false) const {
    return {.kind = Field::Kind::kTenths,
            .is_bound = is_bound,
            .number = static_cast<std::uint64_t>(tenths)};
  }
  static Field missing() { return {.kind = Field::Kind::kMissing}; }
};

using enum tables::ColumnType;

// Columns of several jobs.
inline constexpr CellsColumn kPuzzleColumn{"puzzle"};
inline constexpr CellsColumn kSolutionColumn{"solution"};
inline constexpr TextColumn kTextColumn{"text"};
inline constexpr NumberColumn kRecordColumn{"record", kInt64};

}  // namespace dokumill::batch
