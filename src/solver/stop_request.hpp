// StopRequest: the question whether a search is to end early, asked now and then while it runs.
//
// Thread safety: one thread owns it; what it asks may look at what other threads write.
#pragma once

#include <functional>
#include <utility>

namespace dokumill::solver {

class StopRequest {
 public:
  // Without a function nobody ever asks to stop.
  void ask(std::function<bool()> should_stop) { should_stop_ = std::move(should_stop); }
  bool is_made() const { return should_stop_ && should_stop_(); }

 private:
  std::function<bool()> should_stop_;
};

}  // namespace dokumill::solver
