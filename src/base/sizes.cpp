#include "dokumill/sizes.hpp"

#include <algorithm>

#include "base/text/format.hpp"
#include "base/text/printable.hpp"

namespace dokumill {
namespace {

// True for the shape that its size alone stands for.
bool is_usual(Shape shape) {
  const auto found = std::ranges::find(kShapes, shape.size(), &Shape::size);
  return found != kShapes.end() && *found == shape;
}

// The last of `count` symbols from `first` on, for example 'D' of four letters.
char last_symbol(char first, int count) {
  return static_cast<char>(first + count - 1);
}

}  // namespace

Result<Shape> parse_shape(std::string_view word) {
  for (const Shape shape : kShapes) {
    const std::string size = std::to_string(shape.size());
    const std::string with_boxes =
        format_text("{}:{}x{}", size, int{shape.box_rows}, int{shape.box_columns});
    if (word == with_boxes || (is_usual(shape) && word == size)) return shape;
  }
  return Status(ErrorCode::kUsage,
                format_text("expected a size, 4, 6, 8, 9, 10, 12, 15, 16, 20 or 25, or a size and "
                            "the rows and columns of its boxes, such as 6:3x2; got '{}'",
                            printable(word)));
}

std::string name_of(Shape shape) {
  std::string name = format_text("{}x{}", shape.size(), shape.size());
  if (is_usual(shape)) return name;
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
