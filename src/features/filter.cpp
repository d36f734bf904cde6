// Filter: parses expressions, and evaluates them with three values of truth.
//
//   or        = and {"or" and}
//   and       = not {"and" not}
//   not       = "not" not | "(" or ")" | condition
//   condition = name | name operator value | name "in" "(" value {"," value} ")"
//   operator  = "=" | "==" | "!=" | "<" | "<=" | ">" | ">="
//   value     = number | name | word | quoted text
//
// docs/features.md explains the grammar to users.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/text/format.hpp"
#include "core/text/lower_case.hpp"
#include "core/text/number_text.hpp"
#include "core/text/printable.hpp"
#include "dokumill/features.hpp"
#include "features/feature_table.hpp"

namespace dokumill {
namespace features {

// In the order of their strength: `and` is the least of its parts, `or` the greatest.
enum class Truth : std::uint8_t { kFalse, kUnknown, kTrue };

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

class Expression {
 public:
  Node root;
  std::vector<std::size_t> wanted;
  std::vector<std::string> columns;
  // No score is compared with a higher number, in tenths.
  int highest_score = kLowestLimit;

  static constexpr int kLowestLimit = 10;  // of RaterOptions::at_most
};

namespace {

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

struct Token {
  enum class Kind : std::uint8_t { kEnd, kName, kNumber, kQuoted, kSymbol };
  Kind kind = Kind::kEnd;
  std::string text;
  std::size_t place = 0;  // from 0
};

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
// A letter, or a byte of a character that is not ASCII.
bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Recursive descent. The first error ends the parsing: the functions after it do nothing, because
// the token is then the end.
class Parser {
 public:
  Parser(std::string_view text, const Filter::Columns& columns, Expression& expression)
      : text_(text), names_(columns), expression_(expression) {}

  Status parse() {
    advance();
    expression_.root = parse_or();
    if (token_.kind != Token::Kind::kEnd) expected("'and', 'or' or the end");
    return status_;
  }

 private:
  static constexpr int kMostDepth = 100;

  void fail(std::size_t place, std::string_view what) {
    if (!status_.ok()) return;
    status_ = {ErrorCode::kUsage, format_text("where, character {}: {}", place + 1, what),
               "input.where"};
    token_ = {};
    at_ = text_.size();
  }
  void expected(std::string_view what) {
    const std::string found = token_.kind == Token::Kind::kEnd
                                  ? std::string("the end")
                                  : format_text("'{}'", printable(token_.text));
    fail(token_.place, format_text("expected {}, found {}", what, found));
  }

  void advance() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    token_ = {Token::Kind::kEnd, {}, at_};
    if (at_ == text_.size()) return;
    const std::size_t begin = at_;
    const char first = text_[at_++];
    const auto end_at = [&](Token::Kind kind) {
      token_ = {kind, std::string(text_.substr(begin, at_ - begin)), begin};
    };
    if (begins_name(first)) {
      while (at_ < text_.size() && (begins_name(text_[at_]) || is_digit(text_[at_]))) ++at_;
      return end_at(Token::Kind::kName);
    }
    if (is_digit(first) || first == '-' || first == '.') {
      while (at_ < text_.size() &&
             (is_digit(text_[at_]) || text_[at_] == '.' || begins_name(text_[at_]))) {
        ++at_;
      }
      return end_at(Token::Kind::kNumber);
    }
    if (first == '\'' || first == '"') {
      const std::size_t end = text_.find(first, at_);
      if (end == std::string_view::npos) return fail(begin, "the quote is not closed");
      token_ = {Token::Kind::kQuoted, std::string(text_.substr(at_, end - at_)), begin};
      at_ = end + 1;
      return;
    }
    if (std::strchr("=!<>", first) != nullptr && at_ < text_.size() && text_[at_] == '=') ++at_;
    end_at(Token::Kind::kSymbol);
  }

  bool is_word(std::string_view word) const {
    return token_.kind == Token::Kind::kName && lower_case(token_.text) == word;
  }
  bool take_word(std::string_view word) {
    if (!is_word(word)) return false;
    advance();
    return true;
  }
  bool take(std::string_view symbol) {
    if (token_.kind != Token::Kind::kSymbol || token_.text != symbol) return false;
    advance();
    return true;
  }
  void require(std::string_view symbol) {
    if (!take(symbol)) expected(format_text("'{}'", symbol));
  }

  // Joins parts with `or` or `and`. The parts that take the least time come first: the order of the
  // parts has no effect on the truth of the whole.
  Node join(Node::Kind kind, std::vector<Node> parts) {
    if (parts.size() == 1) return std::move(parts.front());
    std::ranges::stable_sort(parts, {}, &Node::cost);
    Node node;
    node.kind = kind;
    for (const Node& part : parts) node.cost += part.cost;
    node.parts = std::move(parts);
    return node;
  }

  Node parse_or() {
    std::vector<Node> parts;
    do parts.push_back(parse_and());
    while (take_word("or"));
    return join(Node::Kind::kOr, std::move(parts));
  }
  Node parse_and() {
    std::vector<Node> parts;
    do parts.push_back(parse_not());
    while (take_word("and"));
    return join(Node::Kind::kAnd, std::move(parts));
  }
  Node parse_not() {
    if (depth_ == kMostDepth) fail(token_.place, "the parts are nested too deeply");
    ++depth_;
    Node node;
    if (take_word("not")) {
      node.kind = Node::Kind::kNot;
      node.parts.push_back(parse_not());
      node.cost = node.parts.front().cost;
    } else if (take("(")) {
      node = parse_or();
      require(")");
    } else {
      node = parse_condition();
    }
    --depth_;
    return node;
  }

  Node parse_condition() {
    const bool is_name = token_.kind == Token::Kind::kName || token_.kind == Token::Kind::kQuoted;
    if (!is_name) {
      expected("the name of a feature or column");
      return {};
    }
    const std::size_t place = token_.place;
    const std::string name = token_.text;
    const std::optional<Operand> left = named(name);
    if (!left) {
      fail(place,
           format_text("unknown name '{}'; known names: {}", printable(name), known_names()));
      return {};
    }
    advance();
    if (take_word("in")) return parse_list(*left, place);
    const std::optional<Relation> relation = take_relation();
    if (relation) return parse_value(*left, *relation, place);
    // A name alone means that its number is not 0.
    if (!left->may_be_number()) expected("an operator such as =");
    return condition(*left, Relation::kUnequal, Operand());
  }

  Node parse_list(const Operand& left, std::size_t place) {
    require("(");
    std::vector<Node> parts;
    do parts.push_back(parse_value(left, Relation::kEqual, place));
    while (take(","));
    require(")");
    return join(Node::Kind::kOr, std::move(parts));
  }

  std::optional<Relation> take_relation() {
    constexpr std::pair<std::string_view, Relation> kSymbols[] = {
        {"=", Relation::kEqual},   {"==", Relation::kEqual},  {"!=", Relation::kUnequal},
        {"<", Relation::kLess},    {"<=", Relation::kAtMost}, {">", Relation::kGreater},
        {">=", Relation::kAtLeast}};
    for (const auto& [symbol, relation] : kSymbols) {
      if (take(symbol)) return relation;
    }
    return std::nullopt;
  }

  Node parse_value(const Operand& left, Relation relation, std::size_t place) {
    Operand right;
    const std::size_t value_place = token_.place;
    if (token_.kind == Token::Kind::kNumber) {
      const std::optional<double> number = read_number(token_.text);
      if (!number) expected("a number");
      right.number = number.value_or(0);
    } else if (token_.kind == Token::Kind::kName || token_.kind == Token::Kind::kQuoted) {
      const bool is_quoted = token_.kind == Token::Kind::kQuoted;
      const std::optional<Operand> meant = is_quoted ? std::nullopt : named(token_.text, true);
      right.kind = Operand::Kind::kText;
      right.text = token_.text;
      if (meant) right = *meant;
    } else {
      expected("a number, a word or a name");
      return {};
    }
    check_kinds(left, relation, right, place, value_place);
    advance();
    return condition(left, relation, std::move(right));
  }

  // Refuses comparisons that can never be true.
  void check_kinds(const Operand& left, Relation relation, Operand& right, std::size_t place,
                   std::size_t value_place) {
    const bool has_order = relation != Relation::kEqual && relation != Relation::kUnequal;
    const bool are_numbers = left.may_be_number() && right.may_be_number();
    const bool are_texts = left.may_be_text() && right.may_be_text();
    if (are_numbers || (are_texts && !has_order)) {
      if (left.kind != Operand::Kind::kFeature || right.kind != Operand::Kind::kText) return;
      const std::optional<std::string_view> word = word_of(left.feature, right.text);
      if (word) {
        right.text = *word;
        return;
      }
      return fail(value_place, format_text("{} is never '{}'", known_features()[left.feature].name,
                                           printable(right.text)));
    }
    if (are_texts) return fail(place, "words have no order; use = or !=");
    if (right.kind == Operand::Kind::kText) {
      return fail(value_place,
                  format_text("this is compared with a number, and '{}' is neither a number nor a "
                              "known name; known names: {}",
                              printable(right.text), known_names()));
    }
    fail(value_place, "a word and a number cannot be compared");
  }

  Node condition(const Operand& left, Relation relation, Operand right) {
    note_scores(left, right);
    Node node;
    node.relation = relation;
    node.left = left;
    node.right = std::move(right);
    node.cost = node.left.cost() + node.right.cost();
    return node;
  }

  // A rating that ends above all numbers with which its scores are compared is a lower bound above
  // them, so it decides every comparison. All other uses of a rating need the whole of it.
  void note_scores(const Operand& left, const Operand& right) {
    const auto is_rated = [](const Operand& operand) {
      const bool is_computed =
          operand.kind == Operand::Kind::kFeature || operand.is_feature_if_missing;
      return is_computed && need_rating({&operand.feature, 1});
    };
    if (!is_rated(left) && !is_rated(right)) return;
    int limit = kMostScore;
    const bool is_score = known_features()[left.feature].kind == FeatureKind::kTenths;
    if (is_score && right.kind == Operand::Kind::kNumber && right.number > 0) {
      limit = static_cast<int>(std::min(std::ceil(right.number * 10), double{kMostScore}));
    }
    expression_.highest_score = std::max(expression_.highest_score, limit);
  }

  // What the name means. `is_value`: a name of a member that no table lists is a word there.
  std::optional<Operand> named(const std::string& name, bool is_value = false) {
    Operand operand;
    const std::optional<std::size_t> feature = feature_named(name);
    const auto listed = std::ranges::find_if(names_.names, [&](const std::string& column) {
      return lower_case(column) == lower_case(name);
    });
    const bool is_column = listed != names_.names.end();
    if (is_column || (names_.are_members && (feature || !is_value))) {
      operand.kind = Operand::Kind::kColumn;
      operand.column = number_of(expression_.columns, is_column ? *listed : name);
      operand.is_feature_if_missing = names_.are_members && feature;
      const bool is_score = feature && known_features()[*feature].kind == FeatureKind::kTenths;
      const bool has_exact =
          names_.are_members || std::ranges::find(names_.names, "exact") != names_.names.end();
      if (is_score && has_exact)
        operand.exact_column = number_of(expression_.columns, std::string("exact"));
    } else if (feature) {
      operand.kind = Operand::Kind::kFeature;
    } else {
      return std::nullopt;
    }
    if (feature && (!is_column || operand.is_feature_if_missing)) {
      operand.feature = *feature;
      number_of(expression_.wanted, *feature);
    }
    return operand;
  }

  // The index of the item, which is added if it is new.
  template <class Item>
  static std::size_t number_of(std::vector<Item>& items, const Item& item) {
    const auto found = std::ranges::find(items, item);
    const auto index = static_cast<std::size_t>(found - items.begin());
    if (found == items.end()) items.push_back(item);
    return index;
  }

  std::string known_names() const {
    std::vector<std::string> names = names_.names;
    for (const FeatureInfo& info : known_features()) {
      if (std::ranges::find(names, info.name) == names.end()) names.emplace_back(info.name);
    }
    return printable_list(names);
  }

  std::string_view text_;
  const Filter::Columns& names_;
  Expression& expression_;
  std::size_t at_ = 0;
  Token token_;
  Status status_;
  int depth_ = 0;
};

}  // namespace
}  // namespace features

Filter::Filter(std::shared_ptr<const features::Expression> expression)
    : expression_(std::move(expression)) {}

Result<Filter> Filter::parse(std::string_view text) {
  return parse(text, Columns());
}

Result<Filter> Filter::parse(std::string_view text, const Columns& columns) {
  auto expression = std::make_shared<features::Expression>();
  if (Status status = features::Parser(text, columns, *expression).parse(); !status.ok()) {
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
