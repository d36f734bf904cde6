// Parses the expressions of filters.
//
//   or        = and {"or" and}
//   and       = not {"and" not}
//   not       = "not" not | "(" or ")" | condition
//   condition = name | name operator value | name "in" "(" value {"," value} ")"
//   operator  = "=" | "==" | "!=" | "<" | "<=" | ">" | ">="
//   value     = number | name | word | quoted text
//   names     = name [":" number] {"," name [":" number]}
#include "engine/features/expression.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/text/format.hpp"
#include "base/text/lower_case.hpp"
#include "base/text/number_text.hpp"
#include "base/text/printable.hpp"

namespace dokumill {
namespace features {
namespace {

constexpr std::string_view kWhere = "where";

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
  Parser(std::string_view text, const Filter::Columns& columns, std::string_view label,
         Expression& expression)
      : text_(text), names_(columns), label_(label), expression_(expression) {}

  Status parse() {
    advance();
    expression_.root = parse_or();
    if (token_.kind != Token::Kind::kEnd) expected("'and', 'or' or the end");
    return status_;
  }
  Status parse_names() {
    advance();
    do {
      const std::optional<std::size_t> feature = feature_named(token_.text);
      const std::optional<Operand> value = take_name();
      if (!value) break;
      expression_.names.push_back({*value, feature, take(":") ? take_step(*value) : 0});
    } while (take(","));
    if (token_.kind != Token::Kind::kEnd) expected("',' or the end");
    return status_;
  }

 private:
  static constexpr int kMaxDepth = 100;

  void fail(std::size_t place, std::string_view what) {
    if (!status_.ok()) return;
    status_ = {ErrorCode::kUsage, format_text("{}, character {}: {}", label_, place + 1, what),
               std::string(label_ == kWhere ? "input.where" : label_)};
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
      const auto is_exponent_sign = [&] {
        return (text_[at_] == '-' || text_[at_] == '+') && (text_[at_ - 1] | ' ') == 'e';
      };
      while (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.' ||
                                    begins_name(text_[at_]) || is_exponent_sign())) {
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
    if (depth_ == kMaxDepth) fail(token_.place, "the parts are nested too deeply");
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

  // Takes the name of a feature or column. Nullopt after an error.
  std::optional<Operand> take_name() {
    const bool is_name = token_.kind == Token::Kind::kName || token_.kind == Token::Kind::kQuoted;
    if (!is_name) {
      expected("the name of a feature or column");
      return {};
    }
    const std::optional<Operand> value = named(token_.text);
    if (!value) {
      fail(token_.place, format_text("unknown name '{}'; known names: {}", printable(token_.text),
                                     known_names()));
      return {};
    }
    advance();
    return value;
  }
  // Takes the width of the intervals of a value.
  double take_step(const Operand& value) {
    const std::optional<double> step =
        token_.kind == Token::Kind::kNumber ? read_number(token_.text) : std::nullopt;
    if (!step || *step <= 0) expected("a number above 0");
    if (!value.may_be_number()) fail(token_.place, "only numbers have intervals");
    advance();
    return step.value_or(0);
  }

  Node parse_condition() {
    const std::size_t place = token_.place;
    const std::optional<Operand> left = take_name();
    if (!left) return {};
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
      const FeatureValue word = word_of(left.feature, right.text);
      if (word.is_known) {
        right.text = word.word;
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

  // The column with this name, or the only one that differs from it in upper and lower case.
  const std::string* column_named(const std::string& name) {
    const std::string* found = nullptr;
    for (const std::string& column : names_.names) {
      if (column == name) return &column;
      if (lower_case(column) != lower_case(name)) continue;
      if (found != nullptr) {
        fail(token_.place, format_text("'{}' may be the column '{}' or '{}'", printable(name),
                                       printable(*found), printable(column)));
      }
      found = &column;
    }
    return found;
  }

  // What the name means. `is_value`: a name of a member that no table lists is a word there.
  std::optional<Operand> named(const std::string& name, bool is_value = false) {
    Operand operand;
    const std::optional<std::size_t> feature = feature_named(name);
    const std::string* const listed = column_named(name);
    const bool is_column = listed != nullptr;
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
  std::string_view label_;
  Expression& expression_;
  std::size_t at_ = 0;
  Token token_;
  Status status_;
  int depth_ = 0;
};

}  // namespace

Status parse_expression(std::string_view text, const Filter::Columns& columns,
                        Expression& expression) {
  return Parser(text, columns, kWhere, expression).parse();
}

Status parse_names(std::string_view text, const Filter::Columns& columns, std::string_view label,
                   Expression& expression) {
  return Parser(text, columns, label, expression).parse_names();
}

}  // namespace features
}  // namespace dokumill
