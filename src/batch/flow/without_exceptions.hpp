// Turns an exception inside a library call into the Status of that call.
//
// Exceptions come from running out of memory and from the caller's own functions (callbacks), which
// may throw anything. OpenMP's runtime ends the process when its own malloc fails; a handler cannot
// catch this.
#pragma once

#include "dokumill/status.hpp"

namespace dokumill::batch {

// Returns the Status of the exception that is being handled. std::bad_alloc and std::length_error
// become kOutOfMemory, with a message that needs no allocation. The library throws nothing else, so
// any other exception comes from a callback: kCallback, "a callback threw: TEXT". REQUIRES: called
// from an exception handler.
Status status_of_exception() noexcept;

// Runs `job` and returns its Status or Result, or the Status of an exception.
template <class Job>
auto without_exceptions(const Job& job) -> decltype(job()) {
  try {
    return job();
  } catch (...) {
    return status_of_exception();
  }
}

}  // namespace dokumill::batch
