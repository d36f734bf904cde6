#include "batch/flow/without_exceptions.hpp"

#include <exception>
#include <new>
#include <stdexcept>
#include <string>

#include "base/text/printable.hpp"

namespace dokumill::batch {
namespace {

// The text is so short that std::string stores it without allocating.
Status out_of_memory() noexcept {
  return {ErrorCode::kOutOfMemory, "out of memory"};
}

}  // namespace

Status status_of_exception() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {  // more elements than a container can hold
  } catch (const std::exception& error) {
    try {
      return {ErrorCode::kCallback, "a callback threw: " + printable(error.what())};
    } catch (const std::bad_alloc&) {
    }
  } catch (...) {
    try {
      return {ErrorCode::kCallback, "a callback threw an exception without a text"};
    } catch (const std::bad_alloc&) {
    }
  }
  return out_of_memory();
}

}  // namespace dokumill::batch
