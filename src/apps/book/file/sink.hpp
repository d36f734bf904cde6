// Sink: receives the bytes that Cairo writes.
//
// Stores the exceptions of the output, because exceptions must not cross the functions of Cairo,
// which are C functions. Thread safety: one thread at a time. Memory: without an output, all bytes.
#pragma once

#include <cairo.h>

#include <exception>
#include <string>
#include <string_view>
#include <utility>

#include "apps/book/book_job.hpp"

namespace dokumill::book {

class Sink {
 public:
  // `output`: if it is nullptr, the sink keeps the bytes for take().
  explicit Sink(BookOutput* output) : output_(output) {}

  // A cairo_write_func_t. `sink` is a Sink.
  static cairo_status_t write(void* sink, const unsigned char* bytes, unsigned int count);
  // Passes the remaining bytes to the output. Call it when Cairo has written everything.
  Status finish(cairo_status_t of_cairo);
  // Cairo writes the end of a file even if the caller gives up. After close(), the bytes that Cairo
  // writes do not reach the output.
  Status close(Status why);
  // The failure of the output. If the output has not failed, the failure of Cairo, if any.
  Status status(cairo_status_t of_cairo) const;
  std::string take() { return std::move(buffer_); }

 private:
  bool receive(std::string_view bytes);
  bool flush();

  BookOutput* output_;
  std::string buffer_;
  Status status_;
  std::exception_ptr exception_;
};

}  // namespace dokumill::book
