// The mill: runs commands of dokumill over the files that the page uploads (mill_job.hpp).
//
// A job belongs to the client that knows its ID, which cannot be guessed. Nothing else connects the
// two: a page that was reloaded asks for its job again.
//
// Thread safety: only the server's thread uses Mill and its jobs. Memory: that of the jobs.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "web/answer.hpp"
#include "web/mill_job.hpp"

namespace dokumill::web {

struct Limits;

class Mill {
 public:
  // The largest number of jobs that are not over. A new job takes the place of a job that waits for
  // its input, or else of the job whose upload is the slowest, if that upload is slower than
  // Limits::give_way. Otherwise the answer is 503.
  static constexpr std::size_t kMostRunning = 2;
  // Jobs that are over and wait to be fetched. The oldest is dropped first.
  static constexpr std::size_t kMostOver = 2;

  Mill(MillJob::Means means, const Limits& limits);
  ~Mill();

  // POST /api/v1/mill
  Answer open(std::string_view body);
  // nullptr: the mill does not have this job, or no longer has it.
  std::shared_ptr<MillJob> find(std::string_view id);
  void cancel(std::string_view id);
  // Forgets, and cancels, the jobs that no request has asked for in a while.
  void sweep();

 private:
  struct Entry {
    std::string id;
    std::shared_ptr<MillJob> job;
  };
  void forget(std::size_t index);
  // Forgets the oldest job that is over or, without `is_over`, the oldest that waits for its input.
  // False: there is no such job.
  bool forget_oldest(bool is_over);
  // Forgets the job whose upload is the slowest. False: no upload is slow.
  bool forget_slowest();

  MillJob::Means means_;
  const Limits& limits_;
  std::vector<Entry> jobs_;                       // in order of creation
  std::vector<std::shared_ptr<MillJob>> ending_;  // forgotten, still running; has room for jobs_
};

}  // namespace dokumill::web
