#include "batch/rows/rating_columns.hpp"

#include <algorithm>
#include <numeric>

#include "core/text/fmt.hpp"

namespace dokumill::batch {
namespace {

// Writes text, and returns the end.
char* print(std::string_view text, char* out) {
  return std::ranges::copy(text, out).out;
}
char* print(int number, char* out) {
  const fmt::format_int text(number);
  return print({text.data(), text.size()}, out);
}
char* print_tenths(int tenths, char* out) {
  out = print(tenths / 10, out);
  *out++ = '.';
  return print(tenths % 10, out);
}

bool is_complete(const Rating& rating) {
  return rating.clues == kCells;
}

// One column. print() writes nothing if the value is missing.
struct RatingColumn {
  std::string_view name;
  char* (*print)(const Rating& rating, bool is_csv, char* out);
};

constexpr RatingColumn kColumns[] = {
    {"er",
     [](const Rating& rating, bool is_csv, char* out) {
       out = print_tenths(rating.score, out);
       return print(is_csv || rating.is_exact ? "" : "+", out);
     }},
    {"ep", [](const Rating& rating, bool, char* out) { return print_tenths(rating.pearl, out); }},
    {"ed", [](const Rating& rating, bool, char* out) { return print_tenths(rating.diamond, out); }},
    {"level",
     [](const Rating& rating, bool, char* out) {
       return print(is_complete(rating) ? "complete" : name_of(level_of(rating.score)), out);
     }},
    {"clues", [](const Rating& rating, bool, char* out) { return print(rating.clues, out); }},
    {"hardest",
     [](const Rating& rating, bool, char* out) {
       const bool is_known = !is_complete(rating) && knows_hardest(rating);
       return is_known ? print(info_of(rating.hardest).name, out) : out;
     }},
    {"obstacles",
     [](const Rating& rating, bool, char* out) { return print(rating.obstacles, out); }},
    {"exact",
     [](const Rating& rating, bool, char* out) { return print(rating.is_exact ? 1 : 0, out); }},
};
constexpr std::size_t kLevelColumn = 3;
constexpr std::size_t kObstaclesColumn = 6;
constexpr std::size_t kExactColumn = 7;
static_assert(kColumns[kLevelColumn].name == "level");
static_assert(kColumns[kObstaclesColumn].name == "obstacles");
static_assert(kColumns[kExactColumn].name == "exact");

std::vector<std::size_t> numbers_of(bool is_csv, Obstacles obstacles) {
  std::vector<std::size_t> numbers(std::size(kColumns));
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  if (obstacles == Obstacles::kNotCounted) std::erase(numbers, kObstaclesColumn);
  if (!is_csv) std::erase(numbers, kExactColumn);
  return numbers;
}

}  // namespace

bool knows_hardest(const Rating& rating) {
  return rating.is_exact || rating.hardest == Technique::kNestedForcingChains;
}

std::vector<std::string_view> rating_columns(Obstacles obstacles) {
  std::vector<std::string_view> names;
  for (const std::size_t number : numbers_of(true, obstacles)) {
    names.emplace_back(kColumns[number].name);
  }
  return names;
}

RatingText::RatingText(TextFormat format, char separator, Obstacles obstacles)
    : is_csv_(format == TextFormat::kCsv),
      separator_(separator),
      numbers_(numbers_of(is_csv_, obstacles)),
      columns_(numbers_.size()) {}

template <class Print>
std::string_view RatingText::write(const Print& print_column) {
  char* out = text_.data();
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    if (i != 0) *out++ = separator_;
    char* const begin = out;
    out = print_column(numbers_[i], begin);
    if (out == begin && !is_csv_) *out++ = '-';
    columns_[i] = {begin, static_cast<std::size_t>(out - begin)};
  }
  return {text_.data(), static_cast<std::size_t>(out - text_.data())};
}

std::string_view RatingText::of(const Rating& rating) {
  return write(
      [&](std::size_t number, char* out) { return kColumns[number].print(rating, is_csv_, out); });
}

std::string_view RatingText::of_unrated(std::string_view status) {
  const std::size_t place = is_csv_ ? kLevelColumn : 0;
  return write(
      [&](std::size_t number, char* out) { return print(number == place ? status : "", out); });
}

}  // namespace dokumill::batch
