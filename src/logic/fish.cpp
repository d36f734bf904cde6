// Fish: if all places of a digit in n rows (the base) lie in n columns (the cover), the digit can
// be removed from the other cells of these columns. The same holds with rows and columns exchanged.
// X-Wing: n = 2, Swordfish: n = 3, Jellyfish: n = 4.
//
// Suppose that m rows still lack the digit. Then m columns lack the digit, too. A fish with n base
// rows covers n of these columns. A second fish has the other m - n columns as its base, and
// removes the same candidates. If m is less than 2n, the second fish is a smaller fish or a single,
// and an easier technique has found it before. So the finder searches fish of n lines only if m is
// 2n or more.
#include <algorithm>
#include <cstring>

#include "logic/choice_filter.hpp"
#include "logic/choose.hpp"
#include "logic/finder.hpp"

namespace dokumill::logic {
namespace {

bool use_fish(const View& view, int digit, int first, unsigned base, unsigned cover, Step& step) {
  const int crossing = 9 - first;
  CellSet in_base, in_cover;
  for (int line = 0; line < 9; ++line) {
    if ((base >> line & 1U) != 0) in_base |= house_cells(first + line);
    if ((cover >> line & 1U) != 0) in_cover |= house_cells(crossing + line);
  }
  eliminate(view, in_cover - in_base, digit, step);
  if (step.eliminations.empty()) return false;
  for (unsigned left = base; left != 0; left &= left - 1) {
    add_house(first + std::countr_zero(left), step);
  }
  for (unsigned left = cover; left != 0; left &= left - 1) {
    add_house(crossing + std::countr_zero(left), step);
  }
  add_cells(view.places[digit] & in_base, step);
  step.digits.emplace_back(digit + 1);
  return true;
}

// The digits that may have a fish of `size` lines. Bit 2 * digit stands for fish whose base is
// rows. It is 0 only if the digit certainly has no such fish: no `size` rows have all their places
// of the digit in `size` columns. Bit 2 * digit + 1 stands for fish whose base is columns.
unsigned digits_with_choice(const View& view, int size) {
  constexpr std::size_t kProblems = std::size_t{2} * kDigits, kLanes = ChoiceFilter::kLanes;
  if (size > ChoiceFilter::kMostSize) return (1U << kProblems) - 1;
  constexpr std::size_t kBlocks = (kProblems + kLanes - 1) / kLanes;
  std::uint16_t lines[kBlocks][9][kLanes]{};
  for (std::size_t problem = 0; problem < kProblems; ++problem) {
    const std::uint16_t* const from = view.in_house[problem / 2].data() + 9 * (problem % 2);
    for (std::size_t line = 0; line < 9; ++line) {
      lines[problem / kLanes][line][problem % kLanes] = from[line];
    }
  }
  unsigned problems = 0;
  for (std::size_t block = 0; block < kBlocks; ++block) {
    ChoiceFilter::Rows rows;
    std::memcpy(rows.data(), lines[block], sizeof rows);
    problems |= ChoiceFilter::lanes_with_choice(rows, size) << kLanes * block;
  }
  return problems;
}

template <int kSize>
bool find_of_size(const View& view, Step& step) {
  const unsigned problems = digits_with_choice(view, kSize);
  for (int digit = 0; problems >> 2 * digit != 0; ++digit) {
    // It is enough to count rows: the number of columns that still lack the digit is the same.
    const auto& rows = view.in_house[digit];
    if (9 - std::count(rows.begin(), rows.begin() + 9, 0) < 2 * kSize) continue;
    for (const int first : {0, 9}) {
      if ((problems >> (2 * digit + first / 9) & 1U) == 0) continue;
      Members lines;
      for (int line = 0; line < 9; ++line) {
        lines.add(line, view.in_house[digit][first + line], kSize);
      }
      const auto use = [&](unsigned base, unsigned cover) {
        return use_fish(view, digit, first, base, cover, step);
      };
      if (lines.choose<kSize>(use)) return true;
    }
  }
  return false;
}

}  // namespace

bool find_fish(const View& view, int size, Step& step) {
  return size == 2   ? find_of_size<2>(view, step)
         : size == 3 ? find_of_size<3>(view, step)
                     : find_of_size<4>(view, step);
}

}  // namespace dokumill::logic
