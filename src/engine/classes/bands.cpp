#include "engine/classes/bands.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "base/permutation.hpp"

namespace dokumill::classes {
namespace {

constexpr int kCodes = 56 * 36 * 36;
constexpr std::uint16_t kNoNumber = 0xFFFF;

constexpr unsigned order_bits(int a, int b, int c) {
  return (a < b ? 4U : 0U) + (a < c ? 2U : 0U) + (b < c ? 1U : 0U);
}

}  // namespace

constexpr std::array<std::uint8_t, 512> Bands::kShapes = [] {
  std::array<std::uint8_t, 512> shapes{};
  std::uint8_t next = 0;
  for (unsigned names = 0; names < 512; ++names) {
    // Row 0 of Y has the set names of row 2 and the other names of row 1: three names in all. So
    // each row has the same number of set names.
    const int set = std::popcount(names & 7);
    if (std::popcount(names & 56) == set && std::popcount(names & 448) == set) {
      shapes[names] = next++;
    }
  }
  return shapes;
}();

constexpr std::array<std::uint16_t, 729> Bands::kMinirows = [] {
  std::array<std::uint16_t, 729> minirows{};
  for (int i = 0; i < 729; ++i) {
    const int a = i / 81, b = i / 9 % 9, c = i % 9;
    minirows[i] =
        static_cast<std::uint16_t>((1U << a | 1U << b | 1U << c) << 3 | order_bits(a, b, c));
  }
  return minirows;
}();

constexpr std::array<std::uint8_t, 512> Bands::kOrders = [] {
  // The index in kOrdersOfThree by order_bits(). Two of its eight values do not occur.
  std::array<unsigned, 8> order_of{};
  for (unsigned i = 0; i < 6; ++i) {
    const auto& order = kOrdersOfThree[i];
    order_of[order_bits(order[0], order[1], order[2])] = i;
  }
  std::array<std::uint8_t, 512> orders{};
  for (unsigned all = 0; all < 512; ++all) {
    const auto& first = kOrdersOfThree[order_of[all / 64]];
    unsigned number = 0;
    for (const unsigned row : {all / 8 % 8, all % 8}) {
      int sorted[3] = {};
      for (int c = 0; c < 3; ++c) sorted[first[c]] = kOrdersOfThree[order_of[row]][c];
      number = number * 6 + order_of[order_bits(sorted[0], sorted[1], sorted[2])];
    }
    orders[all] = static_cast<std::uint8_t>(number);
  }
  return orders;
}();

int Bands::code(const Band& band) {
  Row name{};
  for (int i = 0; i < 9; ++i) name[band[i / 3][i % 3]] = static_cast<std::uint8_t>(i);
  Names second, third;
  for (int i = 0; i < 9; ++i) {
    second[i] = name[band[i / 3][3 + i % 3]];
    third[i] = name[band[i / 3][6 + i % 3]];
  }
  return (kShapes[names_in_shape(second)] * 36 + orders(second)) * 36 + orders(third);
}

RowMap Bands::map_by(Way way, const Band& band, const Band& smallest) {
  const auto& rows = kOrdersOfThree[way.rows];
  const auto& columns = kOrdersOfThree[way.columns];
  RowMap map{};
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) {
      map.digits[band[r][c]] = smallest[rows[r]][way.box * 3 + columns[c]];
    }
  }
  // The first row of the smallest band has digit c in column c.
  const Row& first = band[std::find(rows, rows + 3, 0) - rows];
  for (std::uint8_t c = 0; c < 9; ++c) map.columns[map.digits[first[c]]] = c;
  return map;
}

RowMap Bands::map(const Band& band) const {
  const int found = code(band);
  return map_by(ways_[found], band, smallest_[numbers_[found]]);
}

std::vector<RowMap> Bands::automorphisms(int number) const {
  std::vector<RowMap> maps;
  for (const Way way : automorphisms_[number]) {
    maps.push_back(map_by(way, smallest_[number], smallest_[number]));
  }
  return maps;
}

// Gives the next number to the codes of all bands that are equal to `band` up to symmetry.
void Bands::add_class(const Band& band) {
  const int own = code(band);
  std::vector<Way> own_ways;
  for (std::uint8_t rows = 0; rows < 6; ++rows) {
    for (const auto& boxes : kOrdersOfThree) {
      for (std::uint8_t columns = 0; columns < 6; ++columns) {
        Band image{};
        for (int r = 0; r < 3; ++r) {
          for (int c = 0; c < 9; ++c) {
            const int place = c < 3 ? kOrdersOfThree[columns][c] : c % 3;
            image[r][c] = band[kOrdersOfThree[rows][r]][boxes[c / 3] * 3 + place];
          }
        }
        const int found = code(image);
        const Way way{rows, boxes[0], columns};
        if (found == own) own_ways.push_back(way);
        numbers_[found] = static_cast<std::uint16_t>(smallest_.size());
        ways_[found] = way;
      }
    }
  }
  automorphisms_.push_back(std::move(own_ways));
  smallest_.push_back(band);
}

Bands::Bands() : numbers_(kCodes, kNoNumber), ways_(kCodes) {
  // Places the second and the third row cell by cell, smaller digits first.
  Band band{{{0, 1, 2, 3, 4, 5, 6, 7, 8}, {}, {}}};
  unsigned used_in_row[3] = {};
  unsigned used_in_box[3] = {0007, 0070, 0700};
  const auto place = [&](const auto& self, int cell) -> void {
    if (cell == 27) {
      if (numbers_[code(band)] == kNoNumber) add_class(band);
      return;
    }
    const int r = cell / 9;
    const int c = cell % 9;
    for (unsigned digit = 0; digit < 9 && smallest_.size() < kBandClasses; ++digit) {
      if (((used_in_row[r] | used_in_box[c / 3]) >> digit & 1) != 0) continue;
      if (cell == 18 && digit < band[1][0]) continue;
      used_in_row[r] ^= 1U << digit;
      used_in_box[c / 3] ^= 1U << digit;
      band[r][c] = static_cast<std::uint8_t>(digit);
      self(self, cell + 1);
      used_in_row[r] ^= 1U << digit;
      used_in_box[c / 3] ^= 1U << digit;
    }
  };
  place(place, 9);
  assert(smallest_.size() == kBandClasses);
}

const Bands& Bands::all() {
  static const Bands bands;
  return bands;
}

}  // namespace dokumill::classes
