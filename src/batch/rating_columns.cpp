#include "batch/rating_columns.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "core/fmt.hpp"
#include "core/required.hpp"
#include "logic/technique_table.hpp"

namespace dokumill::batch {
namespace {

struct RatedPuzzle {
  const Rating& rating;
  std::uint64_t guesses;

  bool is_complete() const { return rating.clues == kCells; }
};

struct Se121Puzzle {
  const Se121Rating& rating;

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

std::size_t print_tenths(int tenths, std::span<char> out) {
  return written_bytes(fmt::format_to_n(out.data(), out.size(), "{}.{}", tenths / 10, tenths % 10),
                       out);
}

std::size_t print_score(const RatedPuzzle& puzzle, std::span<char> out) {
  return print_tenths(puzzle.rating.score, out);
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
std::size_t print_er(const Se121Puzzle& puzzle, std::span<char> out) {
  return print_tenths(puzzle.rating.score, out);
}
std::size_t print_ep(const Se121Puzzle& puzzle, std::span<char> out) {
  return print_tenths(puzzle.rating.pearl, out);
}
std::size_t print_ed(const Se121Puzzle& puzzle, std::span<char> out) {
  return print_tenths(puzzle.rating.diamond, out);
}
std::size_t print_se121_clues(const Se121Puzzle& puzzle, std::span<char> out) {
  return print_number(static_cast<std::uint64_t>(puzzle.rating.clues), out);
}
std::size_t print_se121_hardest(const Se121Puzzle& puzzle, std::span<char> out) {
  return copy(puzzle.is_complete() ? "complete" : info_of(puzzle.rating.hardest).name, out);
}

std::size_t print_guesses(const RatedPuzzle& puzzle, std::span<char> out) {
  return print_number(puzzle.guesses, out);
}

// Whether the status word of a record without a rating is in this column of a csv row.
enum class StatusWord : std::uint8_t { kNotHere, kHere };

template <class Puzzle>
struct RatingColumn {
  Required<std::string_view> name;
  Required<std::size_t> most_bytes;
  Required<StatusWord> status_word;
  // Writes the value of a rated puzzle and returns its length; 0: the value is missing. `out` has
  // `most_bytes` bytes.
  Required<std::size_t (*)(const Puzzle&, std::span<char> out)> print;
};

constexpr std::size_t kMostNameBytes = [] {
  std::size_t bytes = 0;
  for (const logic::TechniqueRow& row : logic::kTechniqueTable) {
    bytes = std::max(bytes, row.name.value().size());
  }
  return bytes;
}();
// Every technique name of the scale se121 fits into this number of bytes, and so does "complete".
constexpr std::size_t kMostSe121NameBytes = 32;

// The scores of techniques are in tenths and never decrease in the table, so the last score is the
// highest. It must fit into "99.9".
static_assert(logic::kTechniqueTable.back().score < 1000);
constexpr std::size_t kMostStatusBytes = sizeof("malformed") - 1;

constexpr RatingColumn<RatedPuzzle> kColumns[] = {
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

constexpr RatingColumn<Se121Puzzle> kSe121Columns[] = {
    {.name = "er",
     .most_bytes = sizeof("99.9") - 1,
     .status_word = StatusWord::kNotHere,
     .print = print_er},
    {.name = "ep",
     .most_bytes = sizeof("99.9") - 1,
     .status_word = StatusWord::kNotHere,
     .print = print_ep},
    {.name = "ed",
     .most_bytes = sizeof("99.9") - 1,
     .status_word = StatusWord::kNotHere,
     .print = print_ed},
    {.name = "clues",
     .most_bytes = sizeof("81") - 1,
     .status_word = StatusWord::kNotHere,
     .print = print_se121_clues},
    {.name = "hardest",
     .most_bytes = kMostSe121NameBytes,
     .status_word = StatusWord::kHere,
     .print = print_se121_hardest},
};

template <const auto& kTable>
constexpr auto kNamesOf = [] {
  std::array<std::string_view, std::size(kTable)> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kTable[i].name;
  return names;
}();

// The largest size of all columns together in bytes, with a separator after each column. If a
// puzzle is rated, the columns have its values. Otherwise one column has the status word, and each
// other column has "-" or nothing.
template <const auto& kTable>
constexpr std::size_t kMostBytesOf = [] {
  std::size_t values = 0;
  for (const auto& column : kTable) values += column.most_bytes + 1;
  return std::max(values, kMostStatusBytes + 2 * std::size(kTable));
}();
static_assert(kMostBytesOf<kColumns> <= kLineBytes, "RatingText has room for kLineBytes - 1 bytes");
static_assert(kMostBytesOf<kSe121Columns> <= kLineBytes, "the same");
static_assert(std::size(kColumns) <= kMostRatingColumns);
static_assert(std::size(kSe121Columns) <= kMostRatingColumns);

// Calls `call` with the index of each column as a compile-time constant, so that the functions of
// the table are called directly.
template <const auto& kTable, class Call>
void for_each_column(const Call& call) {
  [&]<std::size_t... kIndexes>(std::index_sequence<kIndexes...>) {
    (call(std::integral_constant<std::size_t, kIndexes>()), ...);
  }
  (std::make_index_sequence<std::size(kTable)>());
}

// Writes the values of a rated puzzle and returns the end of the text. Stores the text of each
// column in `columns`.
template <const auto& kTable, class Puzzle>
char* print_values(const Puzzle& puzzle, char separator, std::string_view missing, char* out,
                   std::span<std::string_view> columns) {
  for_each_column<kTable>([&](auto index) {
    constexpr const auto& kColumn = kTable[index];
    if (index != 0) *out++ = separator;
    const char* const begin = out;
    const std::size_t bytes = kColumn.print(puzzle, {out, kColumn.most_bytes});
    out = bytes != 0 ? out + bytes : std::ranges::copy(missing, out).out;
    columns[index] = {begin, static_cast<std::size_t>(out - begin)};
  });
  return out;
}

// Writes the columns of a record without a rating: the status word in one column, and `missing` in
// all other columns. Returns the end of the text, and stores the columns as print_values() does.
template <const auto& kTable>
char* print_status(std::string_view status, bool is_csv, char separator, std::string_view missing,
                   char* out, std::span<std::string_view> columns) {
  for_each_column<kTable>([&](auto index) {
    const bool is_here = is_csv ? kTable[index].status_word == StatusWord::kHere : index == 0;
    if (index != 0) *out++ = separator;
    const char* const begin = out;
    out =
        is_here ? out + copy(status, {out, kMostStatusBytes}) : std::ranges::copy(missing, out).out;
    columns[index] = {begin, static_cast<std::size_t>(out - begin)};
  });
  return out;
}

}  // namespace

std::span<const std::string_view> rating_columns(RatingScale scale) {
  if (scale == RatingScale::kSe121) return kNamesOf<kSe121Columns>;
  return kNamesOf<kColumns>;
}

std::string_view RatingText::of(const Rating& rating, std::uint64_t guesses) {
  assert(scale_ == RatingScale::kDokumill);
  return text_until(print_values<kColumns>(RatedPuzzle{rating, guesses}, separator_, missing(),
                                           text_.data(), columns_));
}

std::string_view RatingText::of(const Se121Rating& rating) {
  assert(scale_ == RatingScale::kSe121);
  return text_until(print_values<kSe121Columns>(Se121Puzzle{rating}, separator_, missing(),
                                                text_.data(), columns_));
}

std::string_view RatingText::of_unrated(std::string_view status) {
  const auto print =
      scale_ == RatingScale::kSe121 ? print_status<kSe121Columns> : print_status<kColumns>;
  return text_until(print(status, is_csv(), separator_, missing(), text_.data(), columns_));
}

}  // namespace dokumill::batch
