#include "web/mill.hpp"

#include <algorithm>
#include <utility>

#include "web/server.hpp"
#include "web/strict_json.hpp"

namespace dokumill::web {

Mill::Mill(MillJob::Means means, const Limits& limits)
    : means_(std::move(means)), limits_(limits) {}

Mill::~Mill() {
  // First cancel all jobs. Then the destructor of each job waits for the end of the job.
  for (const Entry& entry : jobs_) entry.job->cancel();
}

Answer Mill::open(std::string_view body) {
  Result<MillOptions> options = read_mill_options(body);
  if (!options.ok()) return bad_request(options.status());
  sweep();
  const auto busy = std::count_if(jobs_.begin(), jobs_.end(),
                                  [](const Entry& entry) { return !entry.job->is_over(); });
  if (static_cast<std::size_t>(busy) >= kMostRunning && !forget_oldest(false) && !forget_slowest())
    return error_answer(503, "busy", "two files are in the mill already");
  if (jobs_.size() - static_cast<std::size_t>(busy) > kMostOver) forget_oldest(true);

  Result<MillJob::Room> room = MillJob::Room::create(*means_.platform);
  const std::string id = unguessable_name();
  if (!room.ok()) return error_answer(503, "no_room", room.status().message());
  if (id.empty()) return error_answer(503, "no_room", "the system has no random numbers");
  // Reserve memory now, so that forgetting a job, or closing the connection of a job, never fails.
  ending_.reserve(ending_.size() + jobs_.size() + 1);
  jobs_.push_back({id, std::make_shared<MillJob>(*std::move(options), means_, *std::move(room))});
  JsonText answer("{}");
  answer.add("job", id);
  return json_answer(answer);
}

std::shared_ptr<MillJob> Mill::find(std::string_view id) {
  sweep();
  for (const Entry& entry : jobs_) {
    if (entry.id != id) continue;
    entry.job->touch();
    return entry.job;
  }
  return nullptr;
}

void Mill::cancel(std::string_view id) {
  for (std::size_t i = 0; i < jobs_.size(); ++i) {
    if (jobs_[i].id == id) return forget(i);
  }
}

void Mill::forget(std::size_t index) {
  std::shared_ptr<MillJob> job = std::move(jobs_[index].job);
  jobs_.erase(jobs_.begin() + static_cast<std::ptrdiff_t>(index));
  job->cancel();
  // The destructor of a job waits for the job's thread. So a job with a thread is destroyed only
  // after its end, and the server's thread does not have to wait.
  const MillJob::State state = job->state();
  if (state == MillJob::State::kReceiving || state == MillJob::State::kRunning)
    ending_.push_back(std::move(job));
}

bool Mill::forget_oldest(bool is_over) {
  for (std::size_t i = 0; i < jobs_.size(); ++i) {
    const MillJob::State state = jobs_[i].job->state();
    if (is_over ? !jobs_[i].job->is_over() : state != MillJob::State::kWaiting) continue;
    forget(i);
    return true;
  }
  return false;
}

bool Mill::forget_slowest() {
  const MillJob::Clock::time_point now = MillJob::Clock::now();
  std::size_t slowest = jobs_.size();
  Pace::Clock::duration longest = limits_.give_way;
  for (std::size_t i = 0; i < jobs_.size(); ++i) {
    if (!jobs_[i].job->needs_input() || jobs_[i].job->pace().waited(now) < longest) continue;
    slowest = i;
    longest = jobs_[i].job->pace().waited(now);
  }
  if (slowest == jobs_.size()) return false;
  forget(slowest);
  return true;
}

void Mill::sweep() {
  std::erase_if(ending_, [](const auto& job) { return job->is_over(); });
  const MillJob::Clock::time_point now = MillJob::Clock::now();
  for (std::size_t i = jobs_.size(); i-- > 0;) {
    if (now - jobs_[i].job->last_asked() > limits_.forget) forget(i);
  }
}

}  // namespace dokumill::web
