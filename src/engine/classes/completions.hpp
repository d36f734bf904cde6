// Completions: the canonical boards whose first four rows are given, in lexicographic order.
//
// The first three rows are the smallest band of a class b. A board that continues them, with rows
// in order, is canonical if none of its images is smaller. So no other band or stack may have a
// smaller class than b. If one has the same class, it has maps to the first three rows, one for
// each automorphism of b, and none of them may make the board smaller. The first band itself has
// such maps as well. Few boards need these maps: most bands have no automorphism but the identity.
//
// Method: rows 5 and 6, box by box; then the band below. Words of this folder:
//
//   choice   the lower two minirows of box 4, 5 or 6. With the first band and the fourth row, they
//            determine the columns of the box below, and for each of the 36 partitions of its
//            minirows the class of the stack. A choice lists the partitions with which the stack is
//            not smaller than b
//   middle   rows 5 and 6: three choices, with which the second band is not smaller than b
//
// For each middle and each partition that the choice for box 4 lists, the partitions for boxes 8
// and 9 are the neighbours that fit the columns of these boxes: the common bits of two words
// (partitions.hpp). There are about 40 boards for a middle, and 1,200 middles for a fourth row. A
// board takes about 60 ns, or 200 ns if a map has to be tried.
//
// Memory: about 100 KiB. Cost (g++ 12, Sapphire Rapids): 0.1 ms to select a fourth row. Its boards
// take 2 ms in band 50, 4 ms in bands with automorphisms, and less than 1 ms from band 150 on. The
// slowest fourth row, the first one of band 1, takes 70 ms.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dokumill/grid.hpp"
#include "engine/classes/bands.hpp"

namespace dokumill::classes {

// The fourth rows that can follow the smallest band of class `number`, in lexicographic order.
std::vector<Row> fourth_rows(int number);

// The numbers of boards with 1, 2, ... automorphisms.
using Tally = std::array<std::uint64_t, 649>;

class Completions {
 public:
  // `number`: the class of the first band.
  explicit Completions(int number);
  ~Completions();

  // REQUIRES: one of fourth_rows(number). The functions below need a fourth row.
  void set_fourth_row(const Row& row);

  // The number of boards. Each board is added to the tally, unless that is null.
  std::uint64_t count(Tally* tally = nullptr) const;
  // The number of boards before `board`, which is one of them. `all`: count(), which the table of
  // classes has. If fewer boards are likely to come after `board` than before it, the function
  // counts the boards after it, so that it visits a quarter of all boards on average.
  std::uint64_t count_before(const Grid& board, std::uint64_t all) const;
  // Boards begin, begin + 1, ... REQUIRES: begin + out.size() <= count().
  void make_boards(std::uint64_t begin, std::span<Grid> out) const;

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace dokumill::classes
