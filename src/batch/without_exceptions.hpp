// The edge of the library: an exception inside of a call becomes the call's Status.
//
// Exceptions come from running out of memory and from the caller's own functions (callbacks), which
// may throw anything. OpenMP's runtime ends the process when its own malloc fails; that cannot be
// caught. Thread safety: pure functions.
#pragma once

#include "dokumill/status.hpp"

namespace dokumill::batch {

// The exception that is being handled, as kIo. std::bad_alloc and std::length_error are "out of
// memory", a message that needs no memory. The library throws nothing else, so any other exception
// is a callback's: "a callback threw: TEXT". REQUIRES: called from a handler.
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
