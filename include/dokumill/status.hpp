// Status and Result<T>: how the library reports failure. It never prints, never exits, and lets no
// exception of its own out.
//
// "No solution" and "several solutions" are answers, not errors; malformed records are counted and
// located, not errors either (see batch.hpp). A Status is for what stops a call. Thread safety:
// values.
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace dokumill {

enum class ErrorCode {
  kOk,
  kUsage,      // the call asked for something that is not offered (a bad option, a range beyond the
               // family)
  kMalformed,  // the text is not a record of the expected format
  kInput,  // the input as a whole cannot be used: unreadable, unknown columns, another kind of file
  kIo,     // an operating-system call failed; the message has its name for the error
  kSelfCheck,    // our own check of a board failed: a defect of the program
  kInterrupted,  // a stop was asked for
  kUnmet,        // the wishes for a puzzle were not met in the tries that were allowed
  kBrokenPipe,   // the reader of the output went away
};

// A short fixed text for each code, for people.
std::string_view describe(ErrorCode code);

class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(ErrorCode code, std::string message) : code_(code), message_(std::move(message)) {}

  bool ok() const { return code_ == ErrorCode::kOk; }
  ErrorCode code() const { return code_; }
  const std::string& message() const { return message_; }  // empty when ok

 private:
  ErrorCode code_ = ErrorCode::kOk;
  std::string message_;
};

// Either a value or the Status that says why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Status status) : status_(std::move(status)) { assert(!status_.ok()); }

  bool ok() const { return value_.has_value(); }
  const Status& status() const { return status_; }
  // REQUIRES: ok().
  T& value() & { return *value_; }
  const T& value() const& { return *value_; }
  T&& value() && { return *std::move(value_); }
  T& operator*() & { return *value_; }
  const T& operator*() const& { return *value_; }
  T&& operator*() && { return *std::move(value_); }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }

 private:
  std::optional<T> value_;
  Status status_;
};

}  // namespace dokumill
