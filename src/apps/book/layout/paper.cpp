#include "apps/book/layout/paper.hpp"

#include <algorithm>
#include <string>

#include "base/text/format.hpp"
#include "base/text/number_text.hpp"

namespace dokumill::book {
namespace {

struct Gutter {
  std::uint64_t pages;  // the most pages for which a book has this margin
  double margin;
};
constexpr Gutter kGutters[] = {{150, kLeastGutter},
                               {300, 0.5 * kInch},
                               {500, 0.625 * kInch},
                               {700, 0.75 * kInch},
                               {kMostBoundPages, kMostGutter}};

}  // namespace

std::optional<Result<Paper>> read_size(std::string_view word) {
  const bool is_inches = word.ends_with("in");
  if (!is_inches && !word.ends_with("mm")) return std::nullopt;
  const std::string_view sides = word.substr(0, word.size() - 2);
  const std::size_t by = sides.find('x');
  if (by == std::string_view::npos) return std::nullopt;
  const std::optional<double> width = read_number(sides.substr(0, by));
  const std::optional<double> height = read_number(sides.substr(by + 1));
  if (!width || !height) return std::nullopt;
  const double unit = is_inches ? kInch : kMillimetre;
  const Paper paper{{}, *width * unit, *height * unit, true};
  for (const double side : {paper.width, paper.height}) {
    if (side >= kLeastSide && side <= kMostSide) continue;
    return Status(ErrorCode::kUsage,
                  format_text("a page of {}: each side must be from 3 to 20 in (76.2 to 508 mm)",
                              std::string(word)));
  }
  return paper;
}

std::optional<double> gutter_of(std::uint64_t pages) {
  const auto* const row =
      std::ranges::find_if(kGutters, [&](const Gutter& gutter) { return pages <= gutter.pages; });
  if (row == std::end(kGutters)) return std::nullopt;
  return row->margin;
}

}  // namespace dokumill::book
