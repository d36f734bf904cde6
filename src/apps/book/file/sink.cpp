#include "apps/book/file/sink.hpp"

#include <utility>

#include "base/text/format.hpp"

namespace dokumill::book {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{64} << 10;  // Cairo's writes are small

}  // namespace

cairo_status_t Sink::write(void* sink, const unsigned char* bytes, unsigned int count) {
  return static_cast<Sink*>(sink)->receive({reinterpret_cast<const char*>(bytes), count})
             ? CAIRO_STATUS_SUCCESS
             : CAIRO_STATUS_WRITE_ERROR;
}

Status Sink::finish(cairo_status_t of_cairo) {
  flush();
  return status(of_cairo);
}

Status Sink::close(Status why) {
  status_ = std::move(why);
  return status_;
}

Status Sink::status(cairo_status_t of_cairo) const {
  if (exception_) std::rethrow_exception(exception_);
  if (!status_.ok() || of_cairo == CAIRO_STATUS_SUCCESS) return status_;
  if (of_cairo == CAIRO_STATUS_NO_MEMORY) return {ErrorCode::kOutOfMemory, "not enough memory"};
  return {ErrorCode::kInput,
          format_text("the page cannot be drawn: {}", cairo_status_to_string(of_cairo))};
}

bool Sink::receive(std::string_view bytes) {
  if (exception_ || !status_.ok()) return false;
  try {
    buffer_ += bytes;
  } catch (...) {
    exception_ = std::current_exception();
    return false;
  }
  return output_ == nullptr || buffer_.size() < kBufferBytes || flush();
}

bool Sink::flush() {
  if (exception_ || !status_.ok()) return false;
  if (output_ == nullptr) return true;
  try {
    status_ = output_->write(buffer_);
    buffer_.clear();
  } catch (...) {
    exception_ = std::current_exception();
  }
  return !exception_ && status_.ok();
}

}  // namespace dokumill::book
