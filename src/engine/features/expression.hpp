// Expression: what the text of a Filter says, as a tree; or what a list of names says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/features.hpp"
#include "engine/features/feature_table.hpp"

namespace dokumill {
namespace features {

enum class Relation : std::uint8_t { kEqual, kUnequal, kLess, kAtMost, kGreater, kAtLeast };

// A value of an expression: a literal, or what a name means.
struct Operand {
  enum class Kind : std::uint8_t { kNumber, kText, kFeature, kColumn };
  Kind kind = Kind::kNumber;
  double number = 0;
  std::string text;
  std::size_t feature = 0;
  std::size_t column = 0;              // index of Filter::columns()
  bool is_feature_if_missing = false;  // kColumn: an object without the member has the feature
  // kColumn: a column `exact`, where 0 makes the score in this column a lower bound.
  std::optional<std::size_t> exact_column = {};

  bool may_be_number() const {
    return kind != Kind::kText && (kind != Kind::kFeature || !is_word());
  }
  bool may_be_text() const {
    return kind == Kind::kText || kind == Kind::kColumn || (kind == Kind::kFeature && is_word());
  }
  bool is_word() const { return known_features()[feature].kind == FeatureKind::kWord; }
  int cost() const {
    const bool is_computed = kind == Kind::kFeature || is_feature_if_missing;
    return is_computed ? cost_of(feature) : 0;
  }
};

struct Node {
  enum class Kind : std::uint8_t { kOr, kAnd, kNot, kCompare };
  Kind kind = Kind::kCompare;
  std::vector<Node> parts;  // kOr, kAnd: two or more; kNot: one
  Relation relation = Relation::kEqual;
  Operand left;
  Operand right;
  int cost = 0;
};

// A name of a list. If `step` is not 0, values in the same interval [k step, (k + 1) step) are
// equal.
struct Name {
  Operand value;
  std::optional<std::size_t> feature;  // with this name, also if the name means a column
  double step = 0;
};

class Expression {
 public:
  Node root;
  std::vector<Name> names;  // of a list
  std::vector<std::size_t> wanted;
  std::vector<std::string> columns;
  // No score is compared with a higher number, in tenths.
  int highest_score = kLowestLimit;

  static constexpr int kLowestLimit = 10;  // of RaterOptions::at_most
};

// Parses an expression. docs/features.md explains the grammar. Failure: kUsage.
Status parse_expression(std::string_view text, const Filter::Columns& columns,
                        Expression& expression);

// Parses a list of names, such as `level, er:0.5`. `label`: the option, for messages. Failure:
// kUsage.
Status parse_names(std::string_view text, const Filter::Columns& columns, std::string_view label,
                   Expression& expression);

}  // namespace features
}  // namespace dokumill
