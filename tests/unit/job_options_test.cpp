// Tests of invalid job options: they are refused before any file is opened.
#include <gtest/gtest.h>

#include "dokumill/batch.hpp"
#include "support/scratch_folder.hpp"

namespace dokumill {
namespace {

using testing::ScratchFolder;

TEST(JobOptions, SolutionsAreNotCountedUpToZero) {
  const ScratchFolder folder;
  SolveOptions options;
  options.input.path = "/dev/null";
  options.output = folder / "out";
  options.count_limit = 0;
  EXPECT_EQ(solve(options).status().code(), ErrorCode::kUsage);
  options.count_limit = 1;
  EXPECT_TRUE(solve(options).ok());
}

}  // namespace
}  // namespace dokumill
