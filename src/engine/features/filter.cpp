// Filter: evaluates an expression with three values of truth.
#include <algorithm>
#include <utility>

#include "base/text/number_text.hpp"
#include "engine/features/expression.hpp"

namespace dokumill {
namespace features {
namespace {

// In the order of their strength: `and` is the least of its parts, `or` the greatest.
enum class Truth : std::uint8_t { kFalse, kUnknown, kTrue };

// A value during the evaluation. It can be a number and a text at once, if it comes from a column.
struct Value {
  std::optional<double> number;
  std::optional<std::string> text;
  bool is_bound = false;  // the number is a lower bound
};

Value value_of(const FeatureValue& from, FeatureKind kind) {
  Value value;
  if (!from.is_known) return value;
  if (kind == FeatureKind::kWord) {
    value.text = from.word;
  } else {
    const auto number = static_cast<double>(from.number);
    value.number = kind == FeatureKind::kTenths ? number / 10 : number;
    value.is_bound = from.is_bound;
  }
  return value;
}

Value value_of(const Operand& operand, Features& features, const Filter::Field& field) {
  Value value;
  if (operand.kind == Operand::Kind::kNumber) {
    value.number = operand.number;
    return value;
  }
  if (operand.kind == Operand::Kind::kText) {
    value.text = operand.text;
    return value;
  }
  if (operand.kind == Operand::Kind::kColumn) {
    std::string_view text = field(operand.column);
    if (!text.empty()) {
      value.text = text;
      // A rating that is a lower bound is written as 9.5+.
      value.is_bound = text.size() > 1 && text.ends_with('+');
      if (value.is_bound) text.remove_suffix(1);
      if (operand.exact_column && field(*operand.exact_column) == "0") value.is_bound = true;
      value.number = read_number(text);
      return value;
    }
    if (!operand.is_feature_if_missing) return value;
  }
  return value_of(features.value(operand.feature), known_features()[operand.feature].kind);
}

template <class T>
bool holds(Relation relation, const T& a, const T& b) {
  switch (relation) {
    case Relation::kEqual:
      return a == b;
    case Relation::kUnequal:
      return a != b;
    case Relation::kLess:
      return a < b;
    case Relation::kAtMost:
      return a <= b;
    case Relation::kGreater:
      return a > b;
    case Relation::kAtLeast:
      return a >= b;
  }
  return false;
}

Truth truth_of(bool is_true) {
  return is_true ? Truth::kTrue : Truth::kFalse;
}

// A lower bound stands for every number from it upwards.
Truth compare_bounds(Relation relation, double a, bool is_a_bound, double b, bool is_b_bound) {
  const bool now = holds(relation, a, b);
  // The relations that the far end of the interval has, too.
  const double far_a = is_a_bound ? 1e300 : a;
  const double far_b = is_b_bound ? 1e300 : b;
  const bool is_same = holds(relation, far_a, b) == now && holds(relation, a, far_b) == now;
  const bool may_meet = is_a_bound && is_b_bound ? true : is_a_bound ? a <= b : b <= a;
  if ((relation == Relation::kEqual || relation == Relation::kUnequal) && may_meet) {
    return Truth::kUnknown;
  }
  return is_same && !(is_a_bound && is_b_bound) ? truth_of(now) : Truth::kUnknown;
}

Truth compare(Relation relation, const Value& left, const Value& right) {
  if (left.number && right.number) {
    if (left.is_bound || right.is_bound) {
      return compare_bounds(relation, *left.number, left.is_bound, *right.number, right.is_bound);
    }
    return truth_of(holds(relation, *left.number, *right.number));
  }
  const bool has_order = relation != Relation::kEqual && relation != Relation::kUnequal;
  if (!left.text || !right.text || has_order) return Truth::kUnknown;
  return truth_of(holds(relation, *left.text, *right.text));
}

Truth evaluate(const Node& node, Features& features, const Filter::Field& field) {
  if (node.kind == Node::Kind::kCompare) {
    const Value left = value_of(node.left, features, field);
    if (!left.number && !left.text) return Truth::kUnknown;
    return compare(node.relation, left, value_of(node.right, features, field));
  }
  if (node.kind == Node::Kind::kNot) {
    const Truth inner = evaluate(node.parts.front(), features, field);
    if (inner == Truth::kUnknown) return inner;
    return truth_of(inner == Truth::kFalse);
  }
  const bool is_and = node.kind == Node::Kind::kAnd;
  const Truth decides = truth_of(!is_and);
  Truth all = truth_of(is_and);
  for (const Node& part : node.parts) {
    const Truth truth = evaluate(part, features, field);
    all = is_and ? std::min(all, truth) : std::max(all, truth);
    if (all == decides) break;
  }
  return all;
}

}  // namespace
}  // namespace features

Filter::Filter(std::shared_ptr<const features::Expression> expression)
    : expression_(std::move(expression)) {}

Result<Filter> Filter::parse(std::string_view text) {
  return parse(text, Columns());
}

Result<Filter> Filter::parse(std::string_view text, const Columns& columns) {
  auto expression = std::make_shared<features::Expression>();
  if (Status status = features::parse_expression(text, columns, *expression); !status.ok()) {
    return status;
  }
  return Filter(std::move(expression));
}

std::span<const std::size_t> Filter::wanted() const {
  return expression_->wanted;
}

RaterOptions Filter::rater() const {
  return {.at_most = expression_->highest_score};
}

std::span<const std::string> Filter::columns() const {
  return expression_->columns;
}

bool Filter::keeps(Features& features, const Field& field) const {
  return features::evaluate(expression_->root, features, field) == features::Truth::kTrue;
}

}  // namespace dokumill
