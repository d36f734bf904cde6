// Calls the C interface with wrong arguments, drawn at random. Each call must return an error and
// not crash. It must write no results, unless the wrong argument is the value of a cell. The
// sanitizer builds run this test, too.
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "base/random.hpp"
#include "dokumill/dokumill.h"

namespace dokumill {
namespace {

constexpr std::size_t kGrids = 5;
constexpr std::uint8_t kUntouched = 0xA5;

int never_stop(void*) {
  return 0;
}

// The arrays of one random call, large enough for every function.
struct Arrays {
  std::vector<std::uint8_t> grids = std::vector<std::uint8_t>(kGrids * 81);
  alignas(8) std::uint8_t results[16384];
  Arrays() { std::memset(results, kUntouched, sizeof results); }
  bool are_untouched() const {
    for (const std::uint8_t byte : results) {
      if (byte != kUntouched) return false;
    }
    return true;
  }
};

class RandomCall {
 public:
  explicit RandomCall(std::uint64_t number)
      : random_(7, number, RandomPurpose::kBoard), count_(1 + random_.below(kGrids)) {
    for (std::uint8_t& cell : arrays_.grids) {
      cell = random_.below(12) == 0 ? static_cast<std::uint8_t>(1 + random_.below(9)) : 0;
    }
    options_.threads = static_cast<std::int32_t>(random_.below(3));
    options_.should_stop = random_.below(2) == 0 ? never_stop : nullptr;
  }

  // Makes one argument wrong, and calls a function. In one of twelve calls, all arguments are
  // right.
  void run() {
    const unsigned wrong = random_.below(12);
    const std::uint8_t* grids = arrays_.grids.data();
    std::uint8_t* out = arrays_.results;
    std::size_t count = count_;
    bool must_fail = true;
    bool is_cell = false;
    switch (wrong) {
      case 0:
        grids = nullptr;
        break;
      case 1:
        out = nullptr;
        break;
      case 2:
        count = std::numeric_limits<std::size_t>::max() - random_.below(100);
        break;
      case 3:
        count = std::numeric_limits<std::size_t>::max() / (1 + random_.below(81));
        break;
      case 4:
        options_.size = random_.below(offsetof(dokumill_options, box_rows));
        break;
      case 5:
        options_.size = sizeof options_ + 1 + random_.below(4096 * 2);
        break;
      case 6:
        options_.threads = random_.below(2) == 0 ? -1 : 1'000'000;
        break;
      case 7:
        options_.engine = random_.below(2) == 0 ? "" : "\xff\n%s";
        break;
      case 8:
        options_.reserved = 1;
        break;
      case 9:
        arrays_.grids[random_.below(static_cast<std::uint32_t>(count_ * 81))] =
            static_cast<std::uint8_t>(10 + random_.below(246));
        is_cell = true;
        break;
      case 10:
        // The results overlap the input. The call must not write to them, so the const_cast is
        // harmless.
        out = const_cast<std::uint8_t*>(grids) + 8 * (1 + random_.below(5));
        break;
      default:
        must_fail = false;
        break;
    }
    if (wrong == 5) {  // bytes of members that a later version may add
      wide_options_.options = options_;
      std::memset(wide_options_.rest, 1, sizeof wide_options_.rest);
    }
    const dokumill_options* options = wrong == 5 ? &wide_options_.options : &options_;
    const int status = call(random_.below(11), grids, out, count, options);
    if (status == kNotApplicable) return;
    ASSERT_EQ(must_fail, status != DOKUMILL_OK) << wrong << ": " << dokumill_last_message();
    if (!must_fail) return;
    EXPECT_EQ(status, DOKUMILL_ERROR_ARGUMENT) << wrong << ": " << dokumill_last_message();
    EXPECT_STRNE(dokumill_last_message(), "");
    if (!is_cell) {
      EXPECT_TRUE(arrays_.are_untouched()) << wrong;
    }
  }

 private:
  static constexpr int kNotApplicable = -1;

  int call(unsigned function, const std::uint8_t* grids, std::uint8_t* out, std::size_t count,
           const dokumill_options* options) {
    auto* const numbers = reinterpret_cast<std::uint64_t*>(out);
    const bool is_aligned = reinterpret_cast<std::uintptr_t>(out) % 8 == 0;
    switch (function) {
      case 0:
        // dokumill_solve() accepts a null pointer for the solutions, so this is no wrong argument.
        return out == nullptr ? kNotApplicable
                              : dokumill_solve(grids, count, out, nullptr, options);
      case 1:
        return is_aligned ? dokumill_count(grids, count, numbers, 3, options) : kNotApplicable;
      case 2:
        return dokumill_check(grids, count, out, nullptr, options);
      case 3:
        return is_aligned ? dokumill_rate(grids, count, reinterpret_cast<dokumill_rating*>(out),
                                          nullptr, options)
                          : kNotApplicable;
      case 4:
        return dokumill_canonize(grids, count, out, nullptr, nullptr, options);
      case 5:
        return is_aligned ? dokumill_first_of_equal(grids, count, numbers, options)
                          : kNotApplicable;
      case 6:
        return dokumill_steps(grids, count, out, nullptr, options);
      case 7:
        return is_aligned ? dokumill_features(grids, count, "clues", 1,
                                              reinterpret_cast<std::int64_t*>(out), options)
                          : kNotApplicable;
      case 8:
        return is_aligned
                   ? dokumill_classes(grids, count, reinterpret_cast<dokumill_class*>(out), options)
                   : kNotApplicable;
      case 9:
        return is_aligned
                   ? dokumill_possible(grids, count, reinterpret_cast<std::uint16_t*>(out), options)
                   : kNotApplicable;
      case 10: {
        std::vector<std::uint64_t> counts(64);
        return count > counts.size()
                   ? kNotApplicable
                   : dokumill_solutions(grids, count, 1, out, counts.data(), options);
      }
      default:
        return kNotApplicable;
    }
  }

  RandomStream random_;
  std::size_t count_;
  Arrays arrays_;
  dokumill_options options_ = DOKUMILL_OPTIONS_INIT;
  struct {
    dokumill_options options;
    std::uint8_t rest[4096 * 2 + 1];
  } wide_options_{};
};

TEST(CInterface, RandomWrongCallsReturnErrors) {
  for (std::uint64_t number = 0; number < 1000 && !HasFatalFailure(); ++number) {
    SCOPED_TRACE("call " + std::to_string(number));
    RandomCall(number).run();
  }
}

TEST(CInterface, UnalignedResultsAreRefused) {
  std::vector<std::uint8_t> grids(81);
  alignas(8) std::uint8_t out[64] = {};
  EXPECT_EQ(dokumill_count(grids.data(), 1, reinterpret_cast<std::uint64_t*>(out + 1), 2, nullptr),
            DOKUMILL_ERROR_ARGUMENT);
  EXPECT_STREQ(dokumill_last_message(), "counts: not aligned for its type");
}

// In each call, only the last of 5,000 grids has a wrong cell. Texts are checked before anything is
// written, and so are grids that the results would replace.
TEST(CInterface, AWrongCellLeavesTheInputAsItWas) {
  constexpr std::size_t kMany = 5000;
  const std::string message = "[4999]: cell 19 has the value 255, expected 0 to 9";
  std::vector<std::uint8_t> grids(kMany * 81);
  grids[4999 * 81 + 19] = 255;
  const std::vector<std::uint8_t> before = grids;
  for (const std::int32_t threads : {1, 3}) {
    dokumill_options options = DOKUMILL_OPTIONS_INIT;
    options.threads = threads;
    EXPECT_EQ(dokumill_solve(grids.data(), kMany, grids.data(), nullptr, &options),
              DOKUMILL_ERROR_ARGUMENT);
    EXPECT_EQ(dokumill_last_message(), "puzzles" + message);
    EXPECT_TRUE(grids == before);
    EXPECT_EQ(dokumill_canonize(grids.data(), kMany, grids.data(), nullptr, nullptr, &options),
              DOKUMILL_ERROR_ARGUMENT);
    EXPECT_EQ(dokumill_last_message(), "grids" + message);
    EXPECT_TRUE(grids == before);
  }
  std::string text(kMany * 81, '?');
  EXPECT_EQ(dokumill_print(grids.data(), kMany, '.', text.data()), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(dokumill_last_message(), "grids" + message);
  EXPECT_EQ(text, std::string(kMany * 81, '?'));
  std::string cells(kMany * 81, '5');
  cells[4999 * 81 + 19] = 'A';
  EXPECT_EQ(dokumill_parse(cells.data(), kMany, grids.data()), DOKUMILL_ERROR_MALFORMED);
  EXPECT_STREQ(dokumill_last_message(),
               "grid 4999, character 19: found 'A', expected a digit or one of 0.*_xX-");
  EXPECT_TRUE(grids == before);
}

// A full board is "complete" for every function, and has no level that could be asked for.
TEST(CInterface, AFullBoardIsComplete) {
  dokumill_constraints constraints = DOKUMILL_CONSTRAINTS_INIT;
  constraints.fewest_clues = constraints.most_clues = 81;
  std::vector<std::uint8_t> board(81);
  dokumill_rating made{}, rated{};
  std::uint8_t kind = 0;
  EXPECT_EQ(dokumill_puzzles(&constraints, 1, 0, 1, board.data(), nullptr, &made, nullptr, nullptr),
            DOKUMILL_OK);
  EXPECT_EQ(dokumill_rate(board.data(), 1, &rated, nullptr, nullptr), DOKUMILL_OK);
  EXPECT_EQ(dokumill_check(board.data(), 1, &kind, nullptr, nullptr), DOKUMILL_OK);
  EXPECT_EQ(made.kind, DOKUMILL_COMPLETE);
  EXPECT_EQ(rated.kind, DOKUMILL_COMPLETE);
  EXPECT_EQ(kind, DOKUMILL_COMPLETE);
  constraints.level = DOKUMILL_EASY;
  EXPECT_EQ(
      dokumill_puzzles(&constraints, 1, 0, 1, board.data(), nullptr, nullptr, nullptr, nullptr),
      DOKUMILL_ERROR_ARGUMENT);
  EXPECT_STREQ(dokumill_last_message(),
               "no puzzle meets these constraints: a full board has no level, so it is never easy");
}

TEST(CInterface, NoGridsNeedNoArrays) {
  EXPECT_EQ(dokumill_solve(nullptr, 0, nullptr, nullptr, nullptr), DOKUMILL_OK);
  EXPECT_EQ(dokumill_count(nullptr, 0, nullptr, 1, nullptr), DOKUMILL_OK);
  EXPECT_EQ(dokumill_check(nullptr, 0, nullptr, nullptr, nullptr), DOKUMILL_OK);
  EXPECT_EQ(dokumill_rate(nullptr, 0, nullptr, nullptr, nullptr), DOKUMILL_OK);
  EXPECT_EQ(dokumill_features(nullptr, 0, "clues,er", 2, nullptr, nullptr), DOKUMILL_OK);
  EXPECT_EQ(dokumill_features(nullptr, 0, "clues,er", 1, nullptr, nullptr),
            DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(dokumill_features(nullptr, 0, "clus", 1, nullptr, nullptr), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(dokumill_features(nullptr, 0, nullptr, 0, nullptr, nullptr), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(dokumill_canonize(nullptr, 0, nullptr, nullptr, nullptr, nullptr), DOKUMILL_OK);
  EXPECT_EQ(dokumill_unavoidable(nullptr, 0, 12, nullptr, nullptr, 0, nullptr, nullptr),
            DOKUMILL_OK);
  EXPECT_EQ(dokumill_first_of_equal(nullptr, 0, nullptr, nullptr), DOKUMILL_OK);
  EXPECT_EQ(dokumill_classes(nullptr, 0, nullptr, nullptr), DOKUMILL_OK);
  EXPECT_EQ(dokumill_class_boards(nullptr, 0, nullptr, nullptr), DOKUMILL_OK);
  EXPECT_EQ(dokumill_steps(nullptr, 0, nullptr, nullptr, nullptr), DOKUMILL_OK);
  dokumill_trace_list* none = nullptr;
  EXPECT_EQ(dokumill_traces(nullptr, 0, nullptr, &none, nullptr, nullptr), DOKUMILL_OK);
  EXPECT_NE(none, nullptr);
  dokumill_traces_free(none);
  EXPECT_EQ(dokumill_augment(nullptr, nullptr, 0, 1, 0, 1, nullptr, nullptr, nullptr), DOKUMILL_OK);
  EXPECT_EQ(dokumill_boards(nullptr, 0, 0, nullptr, nullptr), DOKUMILL_OK);
  EXPECT_EQ(dokumill_puzzles(nullptr, 0, 0, 0, nullptr, nullptr, nullptr, nullptr, nullptr),
            DOKUMILL_OK);
  EXPECT_EQ(dokumill_unbiased_puzzles(0, 0, 0, nullptr, nullptr, nullptr, nullptr, nullptr),
            DOKUMILL_OK);
  EXPECT_EQ(dokumill_score(nullptr, 0, nullptr, 0, nullptr, nullptr, nullptr, nullptr),
            DOKUMILL_OK);
  EXPECT_EQ(dokumill_read_answers(nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr),
            DOKUMILL_OK);
}

TEST(CInterface, WrongAnswersAreRefused) {
  std::vector<std::uint8_t> grids(5 * 81);
  std::vector<dokumill_score_result> scores(3);
  const std::uint8_t* const puzzles = grids.data();
  const auto score = [&](std::size_t puzzle_count, std::size_t count, const std::uint8_t* solutions,
                         const std::uint8_t* orders) {
    return dokumill_score(puzzles, puzzle_count, puzzles, count, solutions, orders, scores.data(),
                          nullptr);
  };
  EXPECT_EQ(score(3, 3, nullptr, puzzles), DOKUMILL_OK);  // an input can be used twice
  EXPECT_EQ(score(1, 3, nullptr, puzzles), DOKUMILL_OK);
  EXPECT_EQ(score(2, 3, nullptr, nullptr), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(score(0, 3, nullptr, nullptr), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(score(3, 3, puzzles, nullptr), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_STREQ(dokumill_last_message(), "solutions[0]: not a solution of puzzles[0]");
  EXPECT_EQ(score(std::size_t{1} << 60, 3, nullptr, nullptr), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(dokumill_score(puzzles, 1, puzzles, 3, nullptr, nullptr,
                           reinterpret_cast<dokumill_score_result*>(grids.data() + 8), nullptr),
            DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(dokumill_score(puzzles, 1, nullptr, 3, nullptr, nullptr, scores.data(), nullptr),
            DOKUMILL_ERROR_ARGUMENT);

  const std::string text = "no board";
  std::vector<std::uint64_t> ends = {3, 3, 8};
  std::vector<std::int64_t> offsets(3);
  const auto read = [&](const char* from) {
    return dokumill_read_answers(from, ends.data(), 3, grids.data(), nullptr, offsets.data(),
                                 nullptr);
  };
  EXPECT_EQ(read(text.data()), DOKUMILL_OK);
  EXPECT_EQ(offsets[0], -1);
  EXPECT_EQ(read(nullptr), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(read(reinterpret_cast<const char*>(grids.data() + 8)), DOKUMILL_ERROR_ARGUMENT);
  ends = {3, 2, 8};
  EXPECT_EQ(read(text.data()), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_STREQ(dokumill_last_message(), "ends[1]: is less than the one before");
  ends = {3, 4, ~std::uint64_t{0}};
  EXPECT_EQ(read(text.data()), DOKUMILL_ERROR_ARGUMENT);
  ends = {0, 0, 0};
  EXPECT_EQ(read(nullptr), DOKUMILL_OK);
}

TEST(CInterface, TracesThatCannotBeReadAreRefused) {
  std::vector<std::uint8_t> grids(2 * 81);
  const auto call = [&](const dokumill_trace_options* content) {
    dokumill_trace_list* list = reinterpret_cast<dokumill_trace_list*>(grids.data());
    const int status = dokumill_traces(grids.data(), 2, content, &list, nullptr, nullptr);
    EXPECT_EQ(list == nullptr, status != DOKUMILL_OK);
    dokumill_traces_free(list);
    return status;
  };
  dokumill_trace_options content = DOKUMILL_TRACE_OPTIONS_INIT;
  EXPECT_EQ(call(&content), DOKUMILL_OK);
  content.removed = 2;
  EXPECT_EQ(call(&content), DOKUMILL_ERROR_ARGUMENT);
  content.removed = 0;
  content.language = 3;
  EXPECT_EQ(call(&content), DOKUMILL_ERROR_ARGUMENT);
  content = DOKUMILL_TRACE_OPTIONS_INIT;
  content.size = 8;
  EXPECT_EQ(call(&content), DOKUMILL_ERROR_ARGUMENT);
  grids[100] = 10;
  EXPECT_EQ(call(nullptr), DOKUMILL_ERROR_ARGUMENT);
  grids[100] = 0;
  EXPECT_EQ(dokumill_traces(grids.data(), 2, nullptr, nullptr, nullptr, nullptr),
            DOKUMILL_ERROR_ARGUMENT);

  dokumill_trace_list* list = nullptr;
  ASSERT_EQ(dokumill_traces(grids.data(), 2, nullptr, &list, nullptr, nullptr), DOKUMILL_OK);
  alignas(8) std::uint8_t room[32] = {7};
  dokumill_trace_arrays arrays = DOKUMILL_TRACE_ARRAYS_INIT;
  EXPECT_EQ(dokumill_traces_read(nullptr, &arrays), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(dokumill_traces_read(list, nullptr), DOKUMILL_ERROR_ARGUMENT);
  arrays.size = 16;
  EXPECT_EQ(dokumill_traces_read(list, &arrays), DOKUMILL_ERROR_ARGUMENT);
  arrays.size = sizeof arrays;
  EXPECT_EQ(dokumill_traces_read(list, &arrays), DOKUMILL_OK);
  arrays.offsets = reinterpret_cast<std::uint64_t*>(room + 1);
  EXPECT_EQ(dokumill_traces_read(list, &arrays), DOKUMILL_ERROR_ARGUMENT);
  arrays.offsets = reinterpret_cast<std::uint64_t*>(room);
  arrays.kinds = room + 23;  // overlaps
  EXPECT_EQ(dokumill_traces_read(list, &arrays), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(room[0], 7);
  arrays.kinds = room + 24;
  EXPECT_EQ(dokumill_traces_read(list, &arrays), DOKUMILL_OK);
  EXPECT_EQ(room[0], 0);
  EXPECT_EQ(room[24], DOKUMILL_MULTIPLE);
  dokumill_traces_free(list);
  dokumill_traces_free(nullptr);
}

TEST(CInterface, TextsAreChecked) {
  std::vector<std::uint8_t> grid(81);
  std::string text(81, '.');
  EXPECT_EQ(dokumill_parse(text.data(), 1, grid.data()), DOKUMILL_OK);
  text[80] = '\n';
  EXPECT_EQ(dokumill_parse(text.data(), 1, grid.data()), DOKUMILL_ERROR_MALFORMED);
  EXPECT_STREQ(dokumill_last_message(),
               "grid 0, character 80: found the byte 10, expected a digit or one of 0.*_xX-");
  grid.assign(81, 10);
  EXPECT_EQ(dokumill_print(grid.data(), 1, '.', text.data()), DOKUMILL_ERROR_ARGUMENT);
  grid.assign(81, 0);
  EXPECT_EQ(dokumill_print(grid.data(), 1, '#', text.data()), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(dokumill_print(grid.data(), 1, 'X', text.data()), DOKUMILL_OK);
  EXPECT_EQ(text, std::string(81, 'X'));
}

}  // namespace
}  // namespace dokumill
