#include "apps/cluster/mpi/schedule.hpp"

#include <cstdlib>

#include "base/text/format.hpp"

namespace dokumill::mpi {

std::string PieceResult::text() const {
  return format_text("{} {} {:d} {}\n{}", piece, exit_status, is_complete, process, messages);
}

PieceResult PieceResult::of_text(const std::string& text) {
  PieceResult result;
  char* end = nullptr;
  result.piece = std::strtoull(text.c_str(), &end, 10);
  result.exit_status = static_cast<int>(std::strtol(end, &end, 10));
  result.is_complete = std::strtol(end, &end, 10) != 0;
  const std::size_t begin = static_cast<std::size_t>(end - text.c_str()) + 1;
  const std::size_t line_end = text.find('\n', begin);
  result.process = text.substr(begin, line_end - begin);
  result.messages = text.substr(line_end + 1);
  return result;
}

std::uint64_t Schedule::next(const PieceResult& result) {
  const std::lock_guard lock(mutex_);
  if (!result.is_complete) {
    if (!failure_ || result.piece < failure_->piece) failure_ = result;
    handed_out_ = is_done_.size();
  }
  while (handed_out_ < is_done_.size()) {
    if (!is_done_[handed_out_++]) return handed_out_;
  }
  return 0;
}

void Schedule::stop() {
  const std::lock_guard lock(mutex_);
  handed_out_ = is_done_.size();
}

std::optional<PieceResult> Schedule::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

}  // namespace dokumill::mpi
