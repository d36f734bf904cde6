// Tests of exceptions from the caller's own functions: like every other failure, they end the job
// with a Status and leave no files.
#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <string>

#include "dokumill/batch.hpp"
#include "faults/jobs.hpp"
#include "support/hooked.hpp"

namespace dokumill::testing {
namespace {

class Callbacks : public ::testing::Test {
 protected:
  // The input has several chunks and one malformed record.
  Status solve_with(std::function<void(Hooked<SolveOptions>&)> set, int threads) {
    write_file("in", all_jobs()[0]->files.at("in") + "bad\n" + all_jobs()[0]->files.at("in"));
    write_file("out", "old");
    Hooked<SolveOptions> options;
    options.input.path = std::string("in");
    options.output = std::string("out");
    options.threads = threads;
    options.chunk_bytes = 500;
    set(options);
    return solve(options).status();
  }
  void expect(const Status& status, ErrorCode code, const std::string& message) {
    EXPECT_EQ(status.code(), code);
    EXPECT_EQ(status.message(), message);
    EXPECT_EQ(read_file("out"), "old");
    EXPECT_FALSE(work_.differs_from({"in", "out"}));
  }

  Workplace work_;
};

TEST_F(Callbacks, AnExceptionBecomesAStatusWithItsText) {
  for (const int threads : {1, 3}) {
    expect(solve_with(
               [](Hooked<SolveOptions>& options) {
                 options.on_problem = [](const Problem&) {
                   throw std::runtime_error("no, thanks");
                 };
               },
               threads),
           ErrorCode::kCallback, "a callback threw: no, thanks");
    expect(solve_with(
               [](Hooked<SolveOptions>& options) {
                 options.on_problem = [](const Problem&) { throw 7; };
               },
               threads),
           ErrorCode::kCallback, "a callback threw an exception without a text");
  }
}

TEST_F(Callbacks, RunningOutOfMemoryHasItsOwnMessage) {
  for (const int threads : {1, 3}) {
    expect(solve_with(
               [](Hooked<SolveOptions>& options) {
                 options.on_problem = [](const Problem&) { throw std::bad_alloc(); };
               },
               threads),
           ErrorCode::kOutOfMemory, "out of memory");
    expect(solve_with(
               [](Hooked<SolveOptions>& options) {
                 options.on_problem = [](const Problem&) { throw std::length_error("too long"); };
               },
               threads),
           ErrorCode::kOutOfMemory, "out of memory");
  }
}

}  // namespace
}  // namespace dokumill::testing
