#include "engine/features/sort_keys.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "base/text/number_text.hpp"
#include "engine/features/feature_table.hpp"

namespace dokumill::features {
namespace {

// No number that is not a NaN has these first bytes.
constexpr std::string_view kTextMark = "\xFF\xF8";
constexpr std::string_view kUnknownMark = "\xFF\xFF";

// Appends parts of keys, in one order.
class KeyWriter {
 public:
  KeyWriter(std::string& key, SortKeys::Order order)
      : key_(key), flip_(order == SortKeys::Order::kDescending ? 0xFF : 0) {}

  // Negative numbers are the smaller, the larger their bits are.
  void add(double number) {
    constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
    auto bits = std::bit_cast<std::uint64_t>(number + 0.0);  // -0 becomes 0
    bits = (bits & kSign) != 0 ? ~bits : bits | kSign;
    for (int shift = 56; shift >= 0; shift -= 8)
      add_byte(static_cast<unsigned char>(bits >> shift));
  }
  // A byte 0 is followed by a byte 1, and the end mark is two bytes 0.
  void add(std::string_view text) {
    key_ += kTextMark;
    for (const char c : text) {
      add_byte(static_cast<unsigned char>(c));
      if (c == 0) add_byte(1);
    }
    add_byte(0);
    add_byte(0);
  }
  void add_unknown() { key_ += kUnknownMark; }

 private:
  void add_byte(unsigned char byte) { key_ += static_cast<char>(byte ^ flip_); }

  std::string& key_;
  unsigned char flip_;
};

// A number just below the end of an interval, such as 0.7 / 0.1, belongs to the next one.
void add_number(KeyWriter& key, double number, double step) {
  constexpr double kRounding = 1e-9;
  key.add(step == 0 ? number : std::floor(number / step + kRounding));
}

void add_column(KeyWriter& key, std::string_view text, const Name& name) {
  std::string_view digits = text;
  // A rating that is a lower bound is written as 9.5+.
  if (digits.size() > 1 && digits.ends_with('+')) digits.remove_suffix(1);
  const std::optional<double> number = read_number(digits);
  if (number && !std::isnan(*number)) return add_number(key, *number, name.step);
  if (name.feature && has_known_words(*name.feature)) {
    const FeatureValue word = word_of(*name.feature, text);
    if (word.is_known) return key.add(static_cast<double>(word.number));
  }
  key.add(text);
}

void add_feature(KeyWriter& key, const FeatureValue& value, std::size_t feature, double step) {
  if (!value.is_known) return key.add_unknown();
  const FeatureKind kind = known_features()[feature].kind;
  if (kind == FeatureKind::kWord && !has_known_words(feature)) return key.add(value.word);
  const auto number = static_cast<double>(value.number);
  add_number(key, kind == FeatureKind::kTenths ? number / 10 : number, step);
}

}  // namespace

Result<SortKeys> SortKeys::parse(std::string_view names, const Filter::Columns& columns,
                                 std::string_view label, Order order) {
  SortKeys keys;
  keys.order_ = order;
  if (Status status = parse_names(names, columns, label, keys.expression_); !status.ok()) {
    return status;
  }
  return keys;
}

void SortKeys::append(Features& features, const Filter::Field& field, std::string& key) const {
  KeyWriter writer(key, order_);
  for (const Name& name : expression_.names) {
    const Operand& value = name.value;
    const std::string_view text =
        value.kind == Operand::Kind::kColumn ? field(value.column) : std::string_view();
    if (!text.empty()) {
      add_column(writer, text, name);
    } else if (value.kind == Operand::Kind::kFeature || value.is_feature_if_missing) {
      add_feature(writer, features.value(value.feature), value.feature, name.step);
    } else {
      writer.add_unknown();
    }
  }
}

void SortKeys::append_unknown(std::string& key) const {
  KeyWriter writer(key, order_);
  for (std::size_t i = 0; i < expression_.names.size(); ++i) writer.add_unknown();
}

}  // namespace dokumill::features
