#include "dokumill/sizes.hpp"

#include <algorithm>
#include <charconv>

#include "base/text/format.hpp"
#include "base/text/printable.hpp"

namespace dokumill {
namespace {

// Removes a number from the begin of `text`. Returns 0 if there is none.
int take_number(std::string_view& text) {
  int number = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number).ptr;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<Shape> usual_shape(int size) {
  const auto found = std::ranges::find(kShapes, size, &Shape::size);
  return found == kShapes.end() ? std::nullopt : std::optional(*found);
}

// The last of `count` symbols from `first` on, for example 'D' of four letters.
char last_symbol(char first, int count) {
  return static_cast<char>(first + count - 1);
}

}  // namespace

Result<Shape> parse_shape(std::string_view word) {
  std::string_view rest = word;
  const int size = take_number(rest);
  std::optional<Shape> shape = usual_shape(size);
  bool is_shape = shape.has_value();
  if (take(rest, 'x')) is_shape = is_shape && take_number(rest) == size;
  if (take(rest, ':')) {
    const int box_rows = take_number(rest);
    const bool has_columns = take(rest, 'x');
    const int box_columns = take_number(rest);
    const auto is_named = [&](Shape it) {
      return it.box_rows == box_rows && it.box_columns == box_columns;
    };
    const auto named = std::ranges::find_if(kShapes, is_named);
    is_shape = is_shape && has_columns && named != kShapes.end() && named->size() == size;
    if (is_shape) shape = *named;
  }
  if (is_shape && rest.empty()) return *shape;
  return Status(ErrorCode::kUsage,
                format_text("expected a size, 4, 6, 8, 9, 10, 12, 15, 16, 20 or 25, or a size and "
                            "the rows and columns of its boxes, such as 6:3x2; got '{}'",
                            printable(word)));
}

std::string name_of(Shape shape) {
  std::string name = format_text("{}x{}", shape.size(), shape.size());
  if (shape == usual_shape(shape.size())) return name;
  return name + format_text(" with boxes of {}x{}", int{shape.box_rows}, int{shape.box_columns});
}

std::string name_of(Symbols symbols, Shape shape) {
  const int size = shape.size();
  switch (symbols) {
    case Symbols::kFromOne:
      if (size < 10) return format_text("1-{}", last_symbol('1', size));
      if (size == 10) return "1-9A";
      return format_text("1-9A-{}", last_symbol('A', size - 9));
    case Symbols::kFromZero:
      if (size <= 10) return format_text("0-{}", last_symbol('0', size));
      return format_text("0-9A-{}", last_symbol('A', size - 10));
    case Symbols::kLetters:
      return format_text("A-{}", last_symbol('A', size));
    case Symbols::kNumbers:
      break;
  }
  return "numbers";
}

}  // namespace dokumill
