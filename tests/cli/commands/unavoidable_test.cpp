// Tests of `dokumill unavoidable`: the numbers, the rows of sets, and records without a board.
#include <string>

#include "cli/support/cli_test.hpp"
#include "dokumill/boards.hpp"

namespace dokumill::testing {
namespace {

class Unavoidable : public CliTest {
 protected:
  static Grid board(std::uint64_t number) {
    return make_board({BoardFamily::kRandom, Digit(1), 7}, number);
  }
};

TEST_F(Unavoidable, WritesTheNumbersAndTheSetsOfTheLibrary) {
  std::string boards, counts = "puzzle,u4,u5,u6,u7,u8\n", sets = "record,size,cells\n";
  UnavoidableFinder finder(8);
  for (std::uint64_t number = 0; number < 30; ++number) {
    boards += to_line(board(number)) + '\n';
    std::array<int, 9> sizes{};
    for (const UnavoidableSet& set : finder.find(board(number))) {
      ++sizes[set.size];
      sets += std::to_string(number + 1) + ',' + std::to_string(set.size) + ',';
      for (std::size_t cell = 0; cell < kCells; ++cell) sets += set.cells[cell] ? '1' : '0';
      sets += '\n';
    }
    counts += to_line(board(number));
    for (std::size_t size = 4; size <= 8; ++size) counts += ',' + std::to_string(sizes[size]);
    counts += '\n';
  }
  dir.write("in", boards);
  EXPECT_TRUE(gives(run({"unavoidable", "in", "-q", "--size", "8", "--to", "csv"}), 0, counts, ""));
  EXPECT_TRUE(
      gives(run({"unavoidable", "in", "-q", "--size", "8", "--sets", "--to", "csv", "-j", "3"}), 0,
            sets, ""));
}

TEST_F(Unavoidable, APuzzleStandsForItsSolutionAndOtherRecordsHaveNoNumbers) {
  const std::string several = std::string(80, '0') + '1', none = "11" + std::string(79, '0');
  dir.write("in", kPuzzle + '\n' + kSolution + '\n' + several + '\n' + none + "\nwhat\n");
  const Outcome outcome = run({"unavoidable", "in", "--size", "6"});
  std::string numbers;
  for (int size = 4; size <= 6; ++size) {
    int sets = 0;
    UnavoidableFinder finder(6);
    for (const UnavoidableSet& set : finder.find(grid_of(kSolution))) sets += set.size == size;
    numbers += '\t' + std::to_string(sets);
  }
  EXPECT_EQ(outcome.status, 1);
  numbers.erase(0, 1);
  EXPECT_EQ(outcome.out, numbers + '\n' + numbers + "\n-\t-\t-\n-\t-\t-\n-\t-\t-\n");
  EXPECT_TRUE(mentions(outcome, "sets a board: "));
  EXPECT_TRUE(mentions(outcome, "1 multiple, 1 none, 1 malformed"));
}

TEST_F(Unavoidable, RefusesSizesAndFormatsThatItCannotWrite) {
  dir.write("in", kSolution + '\n');
  EXPECT_TRUE(mentions(run({"unavoidable", "in", "--size", "17"}), "4 to 16"));
  EXPECT_TRUE(mentions(run({"unavoidable", "in", "-o", "x.npy"}), "not as npy"));
  EXPECT_TRUE(mentions(run({"unavoidable", "in", "--sets", "--keep-columns"}), "--sets"));
}

}  // namespace
}  // namespace dokumill::testing
