// SortKeys: keys that order grids by the values of features and columns.
//
// The keys are compared byte by byte. A key has a part for each name of the list:
//
//   a number, or a word of a feature   8 bytes, which order numbers by their size, and words as the
//                                      table of features does (easy, medium, hard)
//   another text of a column           a mark above all numbers, the bytes of the text, an end mark
//   a value that is not known          a mark above all texts
//
// So no key is the beginning of another one. In descending order, numbers and texts are inverted,
// and the marks stay: what is not known is always last.
//
// Thread safety: several threads may use one SortKeys, each with its own Features.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "dokumill/features.hpp"
#include "engine/features/expression.hpp"

namespace dokumill::features {

class SortKeys {
 public:
  enum class Order : bool { kAscending, kDescending };

  // Parses a list of names, as parse_names() does.
  static Result<SortKeys> parse(std::string_view names, const Filter::Columns& columns,
                                std::string_view label, Order order);

  // As those of Filter.
  std::span<const std::size_t> wanted() const { return expression_.wanted; }
  std::span<const std::string> columns() const { return expression_.columns; }

  // Appends the key of the grid with which `features` was started. See Filter::keeps().
  void append(Features& features, const Filter::Field& field, std::string& key) const;
  // Appends the key of a record without a grid.
  void append_unknown(std::string& key) const;

 private:
  Expression expression_;
  Order order_ = Order::kAscending;
};

}  // namespace dokumill::features
