// Tests of exceptions from the caller's own functions: like every other failure, they end the job
// with a Status and leave no files.
#include <gtest/gtest.h>

#include <functional>
#include <new>
#include <stdexcept>
#include <string>

#include "dokumill/batch.hpp"
#include "faults/jobs.hpp"
#include "support/hooked.hpp"

namespace dokumill::testing {
namespace {

TEST(Callbacks, AnExceptionBecomesAStatus) {
  struct Row {
    std::function<void()> raise;
    ErrorCode code;
    std::string message;
  };
  const Row rows[] = {
      {[] { throw std::runtime_error("no, thanks"); }, ErrorCode::kCallback,
       "a callback threw: no, thanks"},
      {[] { throw 7; }, ErrorCode::kCallback, "a callback threw an exception without a text"},
      {[] { throw std::bad_alloc(); }, ErrorCode::kOutOfMemory, "out of memory"},
      {[] { throw std::length_error("too long"); }, ErrorCode::kOutOfMemory, "out of memory"},
  };
  // The input has several chunks and one malformed record.
  const Workplace work;
  const std::string lines = all_jobs()[0]->files.at("in");
  write_file("in", lines + "bad\n" + lines);
  write_file("out", "old");
  for (const Row& row : rows) {
    for (const int threads : {1, 3}) {
      auto options = file_job<SolveOptions>("in", "out", threads, 500);
      options.job.on_problem = [&](const Problem&) { row.raise(); };
      const Status status = solve(options).status();
      EXPECT_EQ(status.code(), row.code);
      EXPECT_EQ(status.message(), row.message);
      EXPECT_EQ(read_file("out"), "old");
      EXPECT_FALSE(work.differs_from({"in", "out"}));
    }
  }
}

}  // namespace
}  // namespace dokumill::testing
