#include "support/command/conversation.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace dokumill::testing {

Conversation::Conversation(const Command& command, Outcome& outcome, Fd in, Fd out, Fd err,
                           std::function<bool()> has_ended)
    : command_(command),
      outcome_(outcome),
      in_(std::move(in)),
      out_(std::move(out)),
      err_(std::move(err)),
      has_ended_(std::move(has_ended)) {
  for (const Fd* fd : {&in_, &out_, &err_}) {
    if (fd->open()) set_nonblocking(*fd);
  }
}

void Conversation::hold(Clock::time_point begin) {
  while (in_.open() || out_.open() || err_.open()) {
    const double left = command_.time_limit_s - seconds_since(begin);
    if (left <= 0) return;
    prepare_input();
    if (in_.open() && !out_.open() && !err_.open() && has_ended_()) return;
    wait_and_serve(left);
  }
}

void Conversation::prepare_input() {
  if (!in_.open() || !pending_.empty() || input_rests()) return;
  if (!command_.in.feeder) return;  // stdin is a terminal, and the test types nothing
  const Piece piece = command_.in.feeder(outcome_);
  pending_ = piece.bytes;
  input_rests_until_ = Clock::now() + std::chrono::milliseconds(piece.wait_ms);
  if (piece.last && pending_.empty()) in_.reset();
}

void Conversation::wait_and_serve(double left) {
  std::array<pollfd, 3> polls{};
  // The pause of a piece comes after its bytes, so pending bytes are written without a pause.
  polls[0] = {!pending_.empty() ? in_.get() : -1, POLLOUT, 0};
  polls[1] = {output_rests() ? -1 : out_.get(), POLLIN, 0};
  polls[2] = {err_.get(), POLLIN, 0};
  int timeout_ms = static_cast<int>(std::min(left * 1'000, 100.0)) + 1;
  if ((in_.open() && pending_.empty() && command_.in.feeder) || output_rests()) timeout_ms = 1;
  if (poll(polls.data(), polls.size(), timeout_ms) < 0 && errno != EINTR) throw_errno("poll");
  if (polls[0].revents != 0) write_input();
  if (polls[1].revents != 0) read_output();
  if (polls[2].revents != 0) read_messages();
}

void Conversation::write_input() {
  const ssize_t done = write(in_.get(), pending_.data(), pending_.size());
  if (done > 0) pending_.remove_prefix(static_cast<std::size_t>(done));
  if (done < 0 && errno != EAGAIN && errno != EINTR) {  // the program does not read any more
    pending_ = {};
    in_.reset();
  }
}

void Conversation::read_output() {
  static thread_local std::array<char, 1 << 16> buffer;
  const ssize_t done = read(out_.get(), buffer.data(), buffer.size());
  if (done < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (done <= 0) {
    out_.reset();
    return;
  }
  const std::string_view bytes(buffer.data(), static_cast<std::size_t>(done));
  outcome_.out_bytes += bytes.size();
  if (command_.out.reader) {
    command_.out.reader(bytes);
  } else {
    outcome_.out += bytes;
  }
  if (command_.out.close_after_bytes && outcome_.out_bytes >= *command_.out.close_after_bytes) {
    out_.reset();
  }
  output_rests_until_ = Clock::now() + std::chrono::milliseconds(command_.out.pause_ms);
}

void Conversation::read_messages() {
  std::array<char, 1 << 14> buffer;
  const ssize_t done = read(err_.get(), buffer.data(), buffer.size());
  if (done > 0) outcome_.err.append(buffer.data(), static_cast<std::size_t>(done));
  if (done == 0 || (done < 0 && errno != EAGAIN && errno != EINTR)) err_.reset();
}

}  // namespace dokumill::testing
