// Status and Result<T>: how the library reports failure. The library never prints and never exits
// the process. It has one exception class, BadResult, which only Result::value() throws.
//
// A Status describes why a call failed. "No solution" and "several solutions" are answers, not
// errors. Malformed records do not fail a call either: batch jobs count and locate them (see
// batch.hpp).
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace dokumill {

enum class ErrorCode {
  kOk,
  kUsage,      // an invalid argument: a bad option, or a range beyond the end of a board family
  kMalformed,  // the text is not a record of the expected format
  kInput,      // the whole input cannot be used: unreadable, missing column, unknown format, ...
  kIo,  // a call of the operating system failed; the message has the system's text for the error
  kOutOfMemory,
  kCallback,     // a callback threw an exception; the message has its text
  kUnsupported,  // this build lacks an optional part of the library that the call needs
  kSelfCheck,    // the library's own check of a result failed: a defect of the library
  kInterrupted,  // the caller cancelled the call
  kUnmet,        // no puzzle met the constraints within the allowed number of tries
  kBrokenPipe,   // the reader of the output closed it
};

// A short fixed text for each code, for messages.
std::string_view describe(ErrorCode code);

class [[nodiscard]] Status {
 public:
  Status() = default;
  // `option`: see option().
  Status(ErrorCode code, std::string message, std::string_view option = {})
      : code_(code), message_(std::move(message)), option_(option) {}

  bool ok() const { return code_ == ErrorCode::kOk; }
  ErrorCode code() const { return code_; }
  const std::string& message() const { return message_; }  // empty when ok
  // The option that can prevent the failure: the name of a member of the call's options, for
  // example "input.format" or "keep_columns". Empty if no single option can prevent the failure. A
  // program can translate this name into the name of its own flag or field.
  const std::string& option() const { return option_; }

 private:
  ErrorCode code_ = ErrorCode::kOk;
  std::string message_;
  std::string option_;
};

// What Result::value() throws if there is no value; what() is the message of the Status.
class BadResult : public std::logic_error {
 public:
  explicit BadResult(Status status)
      : std::logic_error(status.message()), status_(std::move(status)) {}

  const Status& status() const { return status_; }

 private:
  Status status_;
};

// Either a value, or the Status that explains why there is no value.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  // A status that is ok does not explain a missing value. So it becomes kSelfCheck, a defect of the
  // function that returned it.
  Result(Status status) : status_(std::move(status)) {
    if (status_.ok()) status_ = {ErrorCode::kSelfCheck, "a result without a value or a failure"};
  }

  bool ok() const { return value_.has_value(); }
  const Status& status() const { return status_; }
  // Throws BadResult if there is no value.
  T& value() & {
    require();
    return *value_;
  }
  const T& value() const& {
    require();
    return *value_;
  }
  T&& value() && {
    require();
    return *std::move(value_);
  }
  // REQUIRES: ok().
  T& operator*() & { return *value_; }
  const T& operator*() const& { return *value_; }
  T&& operator*() && { return *std::move(value_); }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }

 private:
  void require() const {
    if (!value_) throw BadResult(status_);
  }

  std::optional<T> value_;
  Status status_;
};

}  // namespace dokumill
