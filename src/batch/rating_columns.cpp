#include "batch/rating_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "core/required.hpp"
#include "logic/technique_table.hpp"

namespace dokumill::batch {
namespace {

struct RatedPuzzle {
  const Rating& rating;
  std::uint64_t guesses;

  bool is_complete() const { return rating.clues == kCells; }
};

// Copies at most out.size() bytes and returns their number.
std::size_t copy(std::string_view text, std::span<char> out) {
  assert(text.size() <= out.size());
  const std::size_t bytes = std::min(text.size(), out.size());
  std::copy_n(text.data(), bytes, out.data());
  return bytes;
}

// The number of bytes that fmt::format_to_n() wrote.
template <class Written>
std::size_t written_bytes(const Written& written, std::span<char> out) {
  assert(written.size <= out.size());
  return std::min(written.size, out.size());
}

std::size_t print_number(std::uint64_t number, std::span<char> out) {
  const fmt::format_int text(number);
  return copy({text.data(), text.size()}, out);
}

std::size_t print_score(const RatedPuzzle& puzzle, std::span<char> out) {
  return written_bytes(fmt::format_to_n(out.data(), out.size(), "{}.{}", puzzle.rating.score / 10,
                                        puzzle.rating.score % 10),
                       out);
}
std::size_t print_level(const RatedPuzzle& puzzle, std::span<char> out) {
  return copy(puzzle.is_complete() ? "complete" : name_of(puzzle.rating.level), out);
}
std::size_t print_clues(const RatedPuzzle& puzzle, std::span<char> out) {
  return print_number(static_cast<std::uint64_t>(puzzle.rating.clues), out);
}
std::size_t print_hardest(const RatedPuzzle& puzzle, std::span<char> out) {
  return puzzle.is_complete() ? 0 : copy(info_of(puzzle.rating.hardest).name, out);
}
std::size_t print_guesses(const RatedPuzzle& puzzle, std::span<char> out) {
  return print_number(puzzle.guesses, out);
}

// Where a csv row has the status word of a record without a rating.
enum class StatusWord : std::uint8_t { kNotHere, kHere };

struct RatingColumn {
  Required<std::string_view> name;
  Required<std::size_t> most_bytes;
  Required<StatusWord> status_word;
  // Writes the value of a rated puzzle and returns its length; 0: the value is missing. `out` has
  // `most_bytes` bytes.
  Required<std::size_t (*)(const RatedPuzzle&, std::span<char> out)> print;
};

constexpr std::size_t kMostNameBytes = [] {
  std::size_t bytes = 0;
  for (const logic::TechniqueRow& row : logic::kTechniqueTable) {
    bytes = std::max(bytes, row.name.value().size());
  }
  return bytes;
}();
// The scores of techniques are in tenths and never decrease.
static_assert(logic::kTechniqueTable.back().score < 1000);
constexpr std::size_t kMostStatusBytes = sizeof("malformed") - 1;

constexpr RatingColumn kColumns[] = {
    {.name = "score",
     .most_bytes = sizeof("99.9") - 1,
     .status_word = StatusWord::kNotHere,
     .print = print_score},
    {.name = "level",
     .most_bytes = kMostStatusBytes,
     .status_word = StatusWord::kHere,
     .print = print_level},
    {.name = "clues",
     .most_bytes = sizeof("81") - 1,
     .status_word = StatusWord::kNotHere,
     .print = print_clues},
    {.name = "hardest",
     .most_bytes = kMostNameBytes,
     .status_word = StatusWord::kNotHere,
     .print = print_hardest},
    {.name = "guesses",
     .most_bytes = std::numeric_limits<std::uint64_t>::digits10 + 1,
     .status_word = StatusWord::kNotHere,
     .print = print_guesses},
};

constexpr auto kNames = [] {
  std::array<std::string_view, std::size(kColumns)> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kColumns[i].name;
  return names;
}();

// All columns with a separator after each: the values, or the status word and a "-" for each value.
constexpr std::size_t kMostBytes = [] {
  std::size_t values = 0;
  for (const RatingColumn& column : kColumns) values += column.most_bytes + 1;
  return std::max(values, kMostStatusBytes + 2 * std::size(kColumns));
}();
static_assert(kMostBytes <= kLineBytes, "RatingText has room for kLineBytes - 1 bytes");

// Calls `call` for the index of each column as a constant, so that the functions of the table are
// called directly.
template <class Call>
void for_each_column(const Call& call) {
  [&]<std::size_t... kIndexes>(std::index_sequence<kIndexes...>) {
    (call(std::integral_constant<std::size_t, kIndexes>()), ...);
  }
  (std::make_index_sequence<std::size(kColumns)>());
}

}  // namespace

std::span<const std::string_view> rating_columns() {
  return kNames;
}

std::string_view RatingText::of(const Rating& rating, std::uint64_t guesses) {
  const RatedPuzzle puzzle{rating, guesses};
  char* out = text_.data();
  for_each_column([&](auto index) {
    constexpr const RatingColumn& kColumn = kColumns[index];
    if (index != 0) *out++ = separator_;
    const std::size_t bytes = kColumn.print(puzzle, {out, kColumn.most_bytes});
    out = bytes != 0 ? out + bytes : std::ranges::copy(missing(), out).out;
  });
  return text_until(out);
}

std::string_view RatingText::of_unrated(std::string_view status) {
  char* out = text_.data();
  for_each_column([&](auto index) {
    const bool is_here = is_csv() ? kColumns[index].status_word == StatusWord::kHere : index == 0;
    if (index != 0) *out++ = separator_;
    out = is_here ? out + copy(status, {out, kMostStatusBytes})
                  : std::ranges::copy(missing(), out).out;
  });
  return text_until(out);
}

}  // namespace dokumill::batch
