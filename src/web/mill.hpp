// The mill: runs commands of dokumill over the files that the page uploads (mill_job.hpp).
//
// A job belongs to the client that knows its ID, which cannot be guessed. Nothing else connects a
// job with its client: after a reload, the page asks for its job by the ID.
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
  // The largest number of jobs that are not over. If this limit is reached, a new job takes the
  // place of a job that waits for its input. If no job waits for its input, the new job takes the
  // place of the job with the slowest upload, but only if this upload is slower than
  // Limits::give_way allows. If no upload is that slow, the answer is 503.
  static constexpr std::size_t kMostRunning = 2;
  // The number of jobs that are over and still kept for their clients. If there are more such jobs
  // when a job is opened, the oldest one is dropped.
  static constexpr std::size_t kMostOver = 2;

  Mill(MillJob::Means means, const Limits& limits);
  ~Mill();

  // POST /api/v1/mill
  Answer open(std::string_view body);
  // nullptr: the mill does not have this job, or no longer has it.
  std::shared_ptr<MillJob> find(std::string_view id);
  void cancel(std::string_view id);
  // Forgets the jobs that were not used for longer than Limits::forget, and cancels those that
  // still run.
  void sweep();

 private:
  struct Entry {
    std::string id;
    std::shared_ptr<MillJob> job;
  };
  void forget(std::size_t index);
  // If `is_over`, forgets the oldest job that is over. Otherwise, forgets the oldest job that waits
  // for its input. Returns false if there is no such job.
  bool forget_oldest(bool is_over);
  // Forgets the job with the slowest upload. Returns false if no upload is slower than
  // Limits::give_way allows.
  bool forget_slowest();

  MillJob::Means means_;
  const Limits& limits_;
  std::vector<Entry> jobs_;  // in order of creation
  // The jobs that are forgotten, but still run. The vector also has capacity for all jobs in jobs_.
  std::vector<std::shared_ptr<MillJob>> ending_;
};

}  // namespace dokumill::web
