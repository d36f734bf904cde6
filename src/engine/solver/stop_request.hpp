// StopRequest: a function that a running search calls from time to time. It returns true if the
// search should end early.
//
// The function may read what other threads write.
#pragma once

#include <functional>
#include <utility>

namespace dokumill::solver {

class StopRequest {
 public:
  // An empty function never requests a stop.
  void ask(std::function<bool()> should_stop) { should_stop_ = std::move(should_stop); }
  bool is_made() const { return should_stop_ && should_stop_(); }

 private:
  std::function<bool()> should_stop_;
};

}  // namespace dokumill::solver
