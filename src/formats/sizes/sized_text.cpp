#include "formats/sizes/sized_text.hpp"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/bytes16.hpp"
#include "base/text/format.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {
namespace {

constexpr std::size_t kSixteen = sizeof(Bytes16);

bool separates_cells(char c) {
  return is_blank(c) || c == ',';
}

bool is_decimal(char c) {
  return c >= '0' && c <= '9';
}

// 0 to 25 for a letter in either case; more for any other character.
unsigned letter_of(char c) {
  return static_cast<std::uint8_t>((static_cast<std::uint8_t>(c) & 0xDFU) - 'A');
}

// What sixteen characters stand for. 0xFF where a byte of `bad` is no cell.
struct Sixteen {
  Bytes16 values;
  Bytes16 bad;
};

// REQUIRES: the symbols are no numbers.
inline Sixteen cells_of(Bytes16 text, Symbols symbols, int size) {
  const Bytes16 digits = text - static_cast<std::uint8_t>('0');
  const Bytes16 letters = (text & static_cast<std::uint8_t>(0xDF)) - static_cast<std::uint8_t>('A');
  const Bytes16 are_letters = at_most(letters, 25);
  const Bytes16 are_marks = equal(text, '.') | equal(text, '_');
  Bytes16 values;
  Bytes16 are_empty = are_marks;
  Bytes16 are_known;
  if (symbols == Symbols::kLetters) {
    values = letters + static_cast<std::uint8_t>(1);
    are_empty = are_empty | equal(text, '0');
    are_known = are_letters;
  } else {
    const Bytes16 are_digits = at_most(digits, 9);
    const std::uint8_t first = symbols == Symbols::kFromZero ? 1 : 0;
    values =
        ((digits & are_digits) | ((letters + static_cast<std::uint8_t>(10)) & ~are_digits)) + first;
    are_known = are_digits | are_letters;
  }
  values = values & ~are_empty;
  return {values, ~(are_known | are_empty) | ~at_most(values, static_cast<std::uint8_t>(size))};
}

inline Bytes16 text_of(Bytes16 cells, Symbols symbols, char empty) {
  const Bytes16 are_empty = equal(cells, '\0');
  Bytes16 text;
  if (symbols == Symbols::kLetters) {
    text = cells + static_cast<std::uint8_t>('A' - 1);
  } else {
    const std::uint8_t first = symbols == Symbols::kFromZero ? 1 : 0;
    const Bytes16 digits = cells - first;
    const Bytes16 are_digits = at_most(digits, 9);
    text = digits + ((Bytes16{} + static_cast<std::uint8_t>('0')) & are_digits) +
           ((Bytes16{} + static_cast<std::uint8_t>('A' - 10)) & ~are_digits);
  }
  return (text & ~are_empty) | ((Bytes16{} + static_cast<std::uint8_t>(empty)) & are_empty);
}

// Calls `work` with the first of each sixteen cells. They cover all cells, and the last two groups
// overlap. REQUIRES: there are sixteen cells.
template <class Work>
void for_each_group(std::size_t cells, const Work& work) {
  for (std::size_t cell = 0; cell + kSixteen <= cells; cell += kSixteen) work(cell);
  if (cells % kSixteen != 0) work(cells - kSixteen);
}

template <Symbols kSymbols>
using Constant = std::integral_constant<Symbols, kSymbols>;

// Returns work(symbols) with symbols that are a constant, so that a loop in it does not ask for
// them. REQUIRES: they are no numbers.
template <class Work>
auto with_symbols(Symbols symbols, const Work& work) {
  switch (symbols) {
    case Symbols::kFromZero:
      return work(Constant<Symbols::kFromZero>());
    case Symbols::kLetters:
      return work(Constant<Symbols::kLetters>());
    default:
      return work(Constant<Symbols::kFromOne>());
  }
}

// `symbols`: a constant, as with_symbols() has it.
template <class Known>
bool read_symbols(Known symbols, int size, const char* from, std::size_t count,
                  std::uint8_t* cells) {
  Bytes16 bad{};
  for_each_group(count, [&](std::size_t cell) {
    const Sixteen found = cells_of(load16(from + cell), symbols, size);
    bad = bad | found.bad;
    store16(cells + cell, found.values);
  });
  return is_zero(bad);
}

// The value of a word, or a number that no cell has.
constexpr unsigned kNoValue = 255;
unsigned value_of(const SizedText& text, std::string_view word) {
  if (word.size() == 1 && text.is_empty_cell(word[0])) return 0;
  const auto size = static_cast<unsigned>(text.shape.size());
  unsigned value = kNoValue;
  if (text.symbols == Symbols::kNumbers) {
    const bool is_number = word.size() <= 2 && std::ranges::all_of(word, is_decimal);
    if (!is_number) return kNoValue;
    value = 0;
    for (const char c : word) value = 10 * value + static_cast<unsigned>(c - '0');
  } else if (word.size() == 1) {
    const unsigned letter = letter_of(word[0]);
    const unsigned first = text.symbols == Symbols::kFromZero ? 1 : 0;
    if (text.symbols == Symbols::kLetters) {
      value = letter < 26 ? letter + 1 : kNoValue;
    } else if (is_decimal(word[0])) {
      value = static_cast<unsigned>(word[0] - '0') + first;
    } else if (letter < 26) {
      value = letter + 10 + first;
    }
  }
  return value <= size ? value : kNoValue;
}

// Calls take(word) for each word. Two commas have an empty word between them.
template <class Take>
void each_word(std::string_view text, const Take& take) {
  const char* at = skip_blanks(text.data(), text.data() + text.size());
  const char* const end = text.data() + text.size();
  while (at != end) {
    const char* const begin = at;
    while (at != end && !separates_cells(*at)) ++at;
    take(std::string_view(begin, static_cast<std::size_t>(at - begin)));
    at = skip_blanks(at, end);
    if (at != end && *at == ',') {
      at = skip_blanks(at + 1, end);
      if (at == end) take(std::string_view(end, 0));
    }
  }
}

}  // namespace

std::string SizedText::symbol(int value) const {
  if (symbols == Symbols::kNumbers) return std::to_string(value);
  const Bytes16 text = text_of(Bytes16{} + static_cast<std::uint8_t>(value), symbols, empty_cell());
  return std::string(1, static_cast<char>(text[0]));
}

bool SizedText::read(std::string_view text, int count, std::uint8_t* cells,
                     RecordError& fault) const {
  const auto wanted = static_cast<std::size_t>(count);
  if (text.size() == wanted && wanted >= kSixteen && symbols != Symbols::kNumbers) {
    const bool is_read = with_symbols(symbols, [&](auto constant) {
      return read_symbols(constant, shape.size(), text.data(), wanted, cells);
    });
    if (is_read) return true;
  }
  const bool has_words = text.find_first_of(" \t,") != std::string_view::npos;
  std::size_t found = 0;
  std::string_view wrong;
  const auto take = [&](std::string_view word) {
    // A comma after another one has an empty cell before it.
    const unsigned value = word.empty() ? 0 : value_of(*this, word);
    if (value == kNoValue && wrong.data() == nullptr) wrong = word;
    if (found < wanted) cells[found] = static_cast<std::uint8_t>(value);
    ++found;
  };
  if (has_words || symbols == Symbols::kNumbers) {
    each_word(text, take);
  } else {
    for (std::size_t i = 0; i < text.size(); ++i) take(text.substr(i, 1));
  }
  fault.found = found;
  fault.expected = wanted;
  if (wrong.data() == nullptr) return found == wanted;
  fault.kind = RecordErrorKind::kNotACell;
  fault.byte = static_cast<std::uint8_t>(wrong.front());
  if (wrong.size() > 1) fault.set_word(wrong);
  fault.column = static_cast<std::uint64_t>(wrong.data() - text.data()) + 1;
  return false;
}

char* SizedText::write(const std::uint8_t* cells, char empty, char* out) const {
  const auto count = static_cast<std::size_t>(shape.cells());
  if (symbols != Symbols::kNumbers) {
    for_each_group(count, [&](std::size_t cell) {
      store16(out + cell, text_of(load16(cells + cell), symbols, empty));
    });
    return out + count;
  }
  for (std::size_t cell = 0; cell < count; ++cell) {
    if (cell != 0) *out++ = ' ';
    if (cells[cell] >= 10) *out++ = static_cast<char>('0' + cells[cell] / 10);
    *out++ = cells[cell] == 0 ? empty : static_cast<char>('0' + cells[cell] % 10);
  }
  return out;
}

std::size_t SizedText::read_lines(const char*& at, const char* end, std::size_t most,
                                  std::uint8_t* cells) const {
  if (symbols == Symbols::kNumbers) return 0;
  const auto count = static_cast<std::size_t>(shape.cells());
  return with_symbols(symbols, [&](auto constant) {
    std::size_t lines = 0;
    for (; lines < most; ++lines, cells += count, at = skip_line_end(at + count, end)) {
      const bool is_line = static_cast<std::size_t>(end - at) > count && is_line_end(at[count]) &&
                           read_symbols(constant, shape.size(), at, count, cells);
      if (!is_line) break;
    }
    return lines;
  });
}

char* SizedText::write_lines(std::span<const std::uint8_t* const> boards, char empty,
                             char* out) const {
  if (symbols == Symbols::kNumbers) {
    for (const std::uint8_t* const cells : boards) {
      out = cells != nullptr ? write(cells, empty, out) : write_malformed(out);
      *out++ = '\n';
    }
    return out;
  }
  const auto count = static_cast<std::size_t>(shape.cells());
  return with_symbols(symbols, [&](auto constant) {
    for (const std::uint8_t* const cells : boards) {
      if (cells != nullptr) {
        for_each_group(count, [&](std::size_t cell) {
          store16(out + cell, text_of(load16(cells + cell), constant, empty));
        });
      } else {
        write_malformed(out);
      }
      out += count;
      *out++ = '\n';
    }
    return out;
  });
}

char* SizedText::write_rows(const std::uint8_t* cells, char empty, char* out) const {
  const auto size = static_cast<std::size_t>(shape.size());
  const bool is_wide = symbols == Symbols::kNumbers && size >= 10;
  std::array<char, kMostCells> text{};
  if (symbols != Symbols::kNumbers) write(cells, empty, text.data());
  for (std::size_t cell = 0; cell < size * size; ++cell) {
    const unsigned value = cells[cell];
    if (is_wide) *out++ = value >= 10 ? static_cast<char>('0' + value / 10) : ' ';
    *out++ = symbols != Symbols::kNumbers ? text[cell]
             : value == 0                 ? empty
                                          : static_cast<char>('0' + value % 10);
    *out++ = (cell + 1) % size == 0 ? '\n' : ' ';
  }
  return out;
}

char* SizedText::write_malformed(char* out) const {
  const auto count = static_cast<std::size_t>(shape.cells());
  for (std::size_t cell = 0; cell < count; ++cell) {
    if (cell != 0 && symbols == Symbols::kNumbers) *out++ = ' ';
    *out++ = '?';
  }
  return out;
}

char* SizedText::write_malformed_rows(char* out) const {
  const std::array<std::uint8_t, kMostCells> empty{};
  return write_rows(empty.data(), '?', out);
}

namespace {

constexpr unsigned bit_of(Symbols symbols) {
  return 1U << static_cast<unsigned>(symbols);
}

}  // namespace

SymbolFinder::SymbolFinder(Shape shape)
    : shape_(shape), fitting_(bit_of(Symbols::kFromOne) | bit_of(Symbols::kLetters)) {
  if (shape.size() >= 10) fitting_ |= bit_of(Symbols::kFromZero) | bit_of(Symbols::kNumbers);
}

void SymbolFinder::keep(unsigned fitting) {
  // A character that fits none of the symbols is a mistake of its record.
  if ((fitting_ & fitting) != 0) fitting_ &= fitting;
}

bool SymbolFinder::take(std::string_view text) {
  const auto size = static_cast<unsigned>(shape_.size());
  // A frame, or a record that is malformed, says nothing.
  const bool is_whole = text.size() == size || text.size() == size * size;
  if (is_whole && text.find_first_of(" \t,") == std::string_view::npos) {
    keep(~bit_of(Symbols::kNumbers));
  }
  unsigned cell = 0;
  unsigned row_of_zero = kMostCells;  // of the last zero
  for (std::size_t i = 0; i < text.size() && !is_settled(); ++i) {
    const char c = text[i];
    if (separates_cells(c)) continue;
    const bool is_second = i != 0 && !separates_cells(text[i - 1]);
    const bool is_word =
        fits(Symbols::kNumbers) && is_decimal(c) && is_second && is_decimal(text[i - 1]);
    if (is_word) {
      keep(bit_of(Symbols::kNumbers));
    } else if (c == '.' || c == '_') {
      has_mark_ = true;
    } else if (c == '0') {
      has_zero_ = true;
      // As a number, 0 occurs once in a row.
      if (std::exchange(row_of_zero, cell / size) == cell / size) {
        keep(~bit_of(Symbols::kFromZero));
      }
    } else if (is_decimal(c)) {
      has_symbol_ = true;
      keep(~bit_of(Symbols::kLetters));
    } else if (const unsigned letter = letter_of(c); letter < 26) {
      has_symbol_ = true;
      keep((letter + 10 <= size ? bit_of(Symbols::kFromOne) : 0) |
           (letter + 11 <= size ? bit_of(Symbols::kFromZero) : 0) |
           (letter < size ? bit_of(Symbols::kLetters) : 0));
    }
    cell += is_word ? 0 : 1;
  }
  return is_settled();
}

Result<Symbols> SymbolFinder::found() const {
  // Few texts have two characters for empty cells.
  if (has_zero_ && has_mark_ && fits(Symbols::kFromZero)) return Symbols::kFromZero;
  // Numbers below 10 alone, and empty cells alone, read the same in these symbols.
  if (fits(Symbols::kNumbers) && !fits(Symbols::kFromZero)) return Symbols::kNumbers;
  const bool differs = has_symbol_ || (has_zero_ && fits(Symbols::kFromZero));
  std::vector<Symbols> readings;
  for (const Symbols symbols : {Symbols::kFromOne, Symbols::kFromZero, Symbols::kLetters}) {
    if (fits(symbols)) readings.push_back(symbols);
  }
  if (readings.size() == 1 || !differs) return readings.front();
  return Status(
      ErrorCode::kInput,
      format_text("its cells can be read with the symbols {}, and with {}; name the symbols",
                  name_of(readings[0], shape_), name_of(readings[1], shape_)),
      "input.size.symbols");
}

}  // namespace dokumill::records
