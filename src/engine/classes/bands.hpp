// Bands: the 416 classes of bands, and the class of any band.
//
// Two bands are of one class if they are equal up to the order of the three boxes, of the rows and
// of the columns within a box, and up to the names of the digits. The classes are in the
// lexicographic order of their smallest bands: the first one is 123456789 / 456789123 / 789123456.
// The first three rows of a canonical form are the smallest band of their class. A stack is a band
// that is transposed. In this folder, digits and band classes count from 0.
//
// The code of a band. The names of the digits are their places in the first box X, 0 to 8 in
// row-major order. Three numbers then determine the boxes Y and Z, up to the order of the columns
// of each box:
//
//   shape    56 ways. A digit of row i of X is in row i + 1 of Y and row i + 2 of Z, or the other
//            way round (rows modulo 3). The names of the first kind are a set of nine bits.
//   orders   36 ways for Y, and 36 for Z. Sort the columns of the box by the names in its first
//            row. The names in the second and in the third row then have one of 6 orders each.
//
// code = (shape * 36 + orders of Y) * 36 + orders of Z. So a table of 72,576 numbers has the class
// of every band. It is made when it is first used, in about 6 ms: bands are listed in lexicographic
// order, and a band whose code has no class yet begins the next class.
//
// Source: B. Felgenhauer and A. F. Jarvis (2005) for the 416 classes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace dokumill::classes {

inline constexpr int kBandClasses = 416;

// Digits 0..8.
using Row = std::array<std::uint8_t, 9>;
using Band = std::array<Row, 3>;
// The names of the digits of a box, in row-major order.
using Names = std::array<int, 9>;

// A map of the rows of a board: column c of the image is column columns[c] of the board, and digit
// d becomes digits[d].
struct RowMap {
  Row digits;
  Row columns;
};

class Bands {
 public:
  static const Bands& all();

  // The smallest band of a class. Its first row is 0, 1, ... 8.
  const Band& smallest(int number) const { return smallest_[number]; }
  // The class of a band.
  int number(const Band& band) const { return numbers_[code(band)]; }
  // numbers_beside(Y)[orders(Z)]: the class of the band with these names in Y and in Z.
  const std::uint16_t* numbers_beside(const Names& second) const {
    return &numbers_[(kShapes[names_in_shape(second)] * 36 + orders(second)) * 36];
  }
  // A map that turns the rows of a band into those of the smallest band of its class. Their order
  // can differ.
  RowMap map(const Band& band) const;
  // All such maps for the smallest band of a class, the identity first.
  std::vector<RowMap> automorphisms(int number) const;

  static int orders(const Names& box) {
    return kOrders[(minirow(box, 0) & 7) * 64 + (minirow(box, 1) & 7) * 8 + (minirow(box, 2) & 7)];
  }

 private:
  // Which row of the smallest band each row of the band is, which box its first box is, and which
  // column each column of this box is: indexes of kOrdersOfThree, and a box.
  struct Way {
    std::uint8_t rows;
    std::uint8_t box;
    std::uint8_t columns;
  };

  Bands();
  void add_class(const Band& band);
  static int code(const Band& band);
  static RowMap map_by(Way way, const Band& band, const Band& smallest);
  // The names of row i that row i + 1 of Y has.
  static unsigned names_in_shape(const Names& second) {
    return (minirow(second, 0) >> 3 & 0700) | (minirow(second, 1) >> 3 & 0007) |
           (minirow(second, 2) >> 3 & 0070);
  }
  static unsigned minirow(const Names& box, int row) {
    return kMinirows[(box[row * 3] * 9 + box[row * 3 + 1]) * 9 + box[row * 3 + 2]];
  }

  // By three names a, b, c: bits 3 to 11 are the set of the names; bits 2, 1 and 0 are a < b, a < c
  // and b < c.
  static const std::array<std::uint16_t, 729> kMinirows;
  static const std::array<std::uint8_t, 512> kShapes;  // by a set of names
  static const std::array<std::uint8_t, 512> kOrders;  // by the lower three bits of three minirows

  std::vector<Band> smallest_;
  std::vector<std::uint16_t> numbers_;  // by code
  std::vector<Way> ways_;               // by code
  std::vector<std::vector<Way>> automorphisms_;
};

}  // namespace dokumill::classes
