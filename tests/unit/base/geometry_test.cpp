#include "dokumill/geometry.hpp"

#include <gtest/gtest.h>

#include <set>

namespace dokumill {
namespace {

TEST(Geometry, EveryCellStandsInOneHouseOfEachKind) {
  for (int kind = 0; kind < 3; ++kind) {
    std::set<int> cells;
    for (int house = kind * 9; house < kind * 9 + 9; ++house) {
      for (const int cell : kHouseCells[house]) {
        cells.insert(cell);
        const Cell c(cell);
        EXPECT_EQ(house - kind * 9, kind == 0 ? c.row() : kind == 1 ? c.column() : c.box());
      }
    }
    EXPECT_EQ(cells.size(), 81U);
  }
}

TEST(Geometry, PeersShareAHouseAndAreAscendingAndMutual) {
  for (int a = 0; a < kCells; ++a) {
    int previous = -1;
    for (const int b : kPeerCells[a]) {
      EXPECT_GT(b, previous);
      previous = b;
      EXPECT_NE(a, b);
      bool mutual = false;
      for (const int c : kPeerCells[b]) mutual |= c == a;
      EXPECT_TRUE(mutual);
    }
  }
}

}  // namespace
}  // namespace dokumill
