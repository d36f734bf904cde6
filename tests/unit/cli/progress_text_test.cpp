// Tests of the text of the progress bar.
#include <gtest/gtest.h>

#include "cli/console.hpp"

namespace dokumill::cli {
namespace {

TEST(ProgressText, CountsAndTime) {
  EXPECT_EQ(progress_text({.records = 1, .seconds = 2}, "records"), "1 record, 0/s");
  EXPECT_EQ(progress_text({.records = 2000, .seconds = 2}, "records"), "2,000 records, 1,000/s");
  EXPECT_EQ(progress_text({.records = 2000, .done = 50, .total = 200, .seconds = 2}, "records"),
            "[======                  ]  25 %  2,000 records, 1,000/s, 0:06 left");
  EXPECT_EQ(progress_text({.records = 9, .done = 9, .total = 9, .seconds = 3}, "boards"),
            "[========================] 100 %  9 boards, 3/s, 0:00 left");
}

// The remaining time is not shown before it can be estimated, and 100 % is not shown before the
// end.
TEST(ProgressText, NothingDoneAndNearlyAllDone) {
  EXPECT_EQ(
      progress_text({.records = 0, .done = 0, .total = 5, .seconds = 9, .tries = 1234}, "puzzles"),
      "[                        ]   0 %  0 puzzles, 0/s, 1,234 tries");
  EXPECT_EQ(progress_text({.records = 1, .done = 999, .total = 1000, .seconds = 9, .tries = 1},
                          "puzzles"),
            "[======================= ]  99 %  1 puzzle, 0/s, 1 try, 0:01 left");
}

TEST(ProgressText, StepsHaveTheirOwnShareAndTime) {
  Progress progress{.records = 1000, .done = 10, .total = 10, .seconds = 10};
  progress.steps = 2;
  EXPECT_EQ(progress_text(progress, "records"),
            "[========================] 100 %  1,000 records, 100/s, step 1 of 2, 0:00 left");
  progress.step = 2;
  progress.step_begin_seconds = 8;
  progress.done = 1;
  EXPECT_EQ(progress_text(progress, "records"),
            "[==                      ]  10 %  1,000 records, step 2 of 2, 0:18 left");
}

TEST(ProgressText, AWholeTextHasOnlyATime) {
  EXPECT_EQ(progress_text({.seconds = 3.2, .reads_whole_text = true}, "records"),
            "reading the whole text to find its layout, 0:04");
}

}  // namespace
}  // namespace dokumill::cli
