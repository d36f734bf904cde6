#include "formats/import/numbers.hpp"

#include <algorithm>
#include <array>

#include "base/text/format.hpp"
#include "formats/import/readings.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {
namespace {

bool is_decimal(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

std::string_view rounded_number(std::string_view text) {
  for (std::size_t mark = text.find("E+"); mark != std::string_view::npos;
       mark = text.find("E+", mark + 1)) {
    std::size_t begin = mark;
    while (begin != 0 && mark - begin < 40 &&
           (is_decimal(text[begin - 1]) || text[begin - 1] == '.' || text[begin - 1] == ',')) {
      --begin;
    }
    std::size_t end = mark + 2;
    while (end != text.size() && end - mark < 6 && is_decimal(text[end])) ++end;
    if (begin != mark && end - mark == 4) return text.substr(begin, end - begin);
  }
  return {};
}

Status refuse_rounded(std::string_view text, std::string_view number) {
  const char* const end = number.data();
  std::size_t line = 1;
  const char* line_begin = text.data();
  for (const char* at = find_line_end(line_begin, end); at != end; at = find_line_end(at, end)) {
    at = line_begin = skip_line_end(at, end);
    ++line;
  }
  return {ErrorCode::kInput,
          format_text(":{}:{}: '{}' is a number that a spreadsheet has rounded, so its digits are "
                      "lost; export the column as text",
                      line, end - line_begin + 1, number)};
}

void ShortNumbers::add(std::string_view text) {
  ++all_;
  const bool is_number = std::ranges::all_of(text, is_decimal);
  if (!is_number || text.size() < 41 || text.size() > 81 || text.front() == '0') {
    has_other_ = true;
    return;
  }
  if (text.size() == 81) return;
  ++short_;
  BoardCells cells;
  cells.fill('.');
  std::replace_copy(text.begin(), text.end(),
                    cells.end() - static_cast<std::ptrdiff_t>(text.size()), '0', '.');
  has_other_ = has_other_ || !obeys_rules(cells);
}

}  // namespace dokumill::records
