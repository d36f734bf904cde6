// board_statistics BOARDS SEED [FORMS]: compares boards of the family random with uniformly random
// boards.
//
// Runs chi-square tests on the first BOARDS boards of the seed. Finds the canonical forms of the
// first FORMS boards. Counts these boards by their number of automorphisms, and counts the pairs of
// boards of the same class. docs/boards.md has results. Exit status 2: wrong arguments.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>
#include <map>
#include <string_view>
#include <vector>

#include "base/text/format.hpp"
#include "dokumill/boards.hpp"
#include "dokumill/canon.hpp"
#include "support/boards/board_checks.hpp"
#include "support/boards/board_tally.hpp"
#include "support/boards/symmetry_classes.hpp"

namespace dokumill::testing {
namespace {

template <class... Values>
void print_line(Pattern<std::type_identity_t<Values>...> pattern, const Values&... values) {
  std::cout << format_text(pattern, values...);
}

void print(std::string_view name, ChiSquare found) {
  print_line("{:<44} {:>10.1f} {:>8} {:>8.4f}\n", name, found.sum, found.freedom, chance_of(found));
}

// Finds the lowest p-value of several tests of one kind. Prints the chance that the lowest p-value
// of this number of independent tests is as low as this one.
template <class Test>
void print_lowest(std::string_view name, std::size_t tests, Test test) {
  ChiSquare lowest = test(0);
  for (std::size_t i = 1; i < tests; ++i) {
    if (chance_of(test(i)) < chance_of(lowest)) lowest = test(i);
  }
  const double chance = -std::expm1(static_cast<double>(tests) * std::log1p(-chance_of(lowest)));
  print_line("{:<44} {:>10.1f} {:>8} {:>8.4f}\n", name, lowest.sum, lowest.freedom, chance);
}

void print_tests(const BoardTally& tally) {
  print_line("{:<44} {:>10} {:>8} {:>8}\n", "test", "chi-square", "freedom", "p");
  print("digits of all cells together", tally.digits_of_all_cells());
  print_lowest("digits of one cell, lowest p of 81", kCells,
               [&](std::size_t cell) { return tally.digits_of_cell(cell); });
  print_lowest("pairs of neighbours, lowest p of 144", BoardTally::kNeighbours,
               [&](std::size_t which) { return tally.pairs_of_neighbours(which); });
  for (std::size_t band = 0; band < BandKinds::kBandsOfABoard; ++band) {
    print(format_text("kinds of {} {}", band < 3 ? "band" : "stack", band % 3 + 1),
          tally.kinds_of_band(band));
  }
}

void print_classes(std::uint64_t seed, std::uint64_t forms) {
  Canonizer canonizer;
  std::map<std::uint32_t, std::uint64_t> with;  // automorphisms -> number of boards
  std::vector<std::uint64_t> hashes;
  hashes.reserve(forms);
  for (std::uint64_t i = 0; i < forms; ++i) {
    const Canonical found =
        canonizer.canonize(make_board({BoardFamily::kRandom, Digit(1), seed}, i));
    ++with[found.automorphisms];
    hashes.push_back(hash_of(found.form));
  }
  const auto boards = static_cast<double>(forms);
  print_line("\n{:<44} {:>10} {:>12}\n", "boards by automorphisms", "found", "expected");
  double symmetric = 0;
  std::uint64_t found_symmetric = 0;
  for (const SymmetryClasses& row : kSymmetryClasses) {
    const double expected = boards * row.share();
    print_line("{:<44} {:>10} {:>12.3f}\n", row.automorphisms, with[row.automorphisms], expected);
    if (row.automorphisms == 1) continue;
    symmetric += expected;
    found_symmetric += with[row.automorphisms];
    with.erase(row.automorphisms);
  }
  with.erase(1);
  for (const auto& [automorphisms, count] : with) {
    if (count != 0) print_line("{:<44} {:>10} {:>12}\n", automorphisms, count, "impossible");
  }
  print_line("{:<44} {:>10} {:>12.1f}   {:.2f} deviations\n", "more than 1", found_symmetric,
             symmetric, (static_cast<double>(found_symmetric) - symmetric) / std::sqrt(symmetric));

  std::sort(hashes.begin(), hashes.end());
  std::uint64_t pairs = 0;
  for (std::size_t i = 0, run = 0; i < hashes.size(); ++i) {
    run = i > 0 && hashes[i] == hashes[i - 1] ? run + 1 : 0;
    pairs += run;
  }
  const double expected = boards * (boards - 1) / 2 * chance_of_one_class();
  print_line("{:<44} {:>10} {:>12.1f}   {:.2f} deviations\n", "pairs of boards of one class", pairs,
             expected, (static_cast<double>(pairs) - expected) / std::sqrt(expected));
}

int run(int count, char** words) {
  std::uint64_t numbers[3] = {};
  bool is_good = count == 3 || count == 4;
  for (int i = 1; is_good && i < count; ++i) {
    const std::string_view word = words[i];
    const auto [end, error] =
        std::from_chars(word.data(), word.data() + word.size(), numbers[i - 1]);
    is_good = error == std::errc() && end == word.data() + word.size();
  }
  if (!is_good || numbers[0] == 0) {
    std::cerr << "board_statistics BOARDS SEED [FORMS]: three numbers, BOARDS at least 1\n";
    return 2;
  }
  BoardTally tally;
  for (std::uint64_t i = 0; i < numbers[0]; ++i) {
    tally.add(make_board({BoardFamily::kRandom, Digit(1), numbers[1]}, i));
  }
  print_tests(tally);
  std::fflush(stdout);
  if (numbers[2] > 0) print_classes(numbers[1], numbers[2]);
  return 0;
}

}  // namespace
}  // namespace dokumill::testing

int main(int count, char** words) {
  return dokumill::testing::run(count, words);
}
