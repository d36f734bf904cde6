// The edge of the library: an exception inside of a call becomes the call's Status.
//
// Running out of memory is what this is for; a callback of the caller may throw as well. What
// cannot be caught is OpenMP's runtime, which ends the process when its own malloc fails. Thread
// safety: pure functions.
#pragma once

#include "dokumill/status.hpp"

namespace dokumill::batch {

// The exception that is being handled, as kIo: "out of memory", which takes no memory to say, or
// the exception's own words. REQUIRES: called from a handler.
Status status_of_exception() noexcept;

// What `job` returns, a Status or a Result.
template <class Job>
auto without_exceptions(const Job& job) -> decltype(job()) {
  try {
    return job();
  } catch (...) {
    return status_of_exception();
  }
}

}  // namespace dokumill::batch
