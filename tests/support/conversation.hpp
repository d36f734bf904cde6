// The parent's part of a run of the command: one loop that feeds its standard input and reads what
// it writes, until all its streams are closed, it has ended, or its time is over.
//
// Thread safety: a value of one thread. Memory: a buffer for the reads, and what the Outcome keeps.
#pragma once

#include <chrono>
#include <string_view>

#include "support/command.hpp"
#include "support/file_descriptor.hpp"

namespace dokumill::test {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin);

class Conversation {
 public:
  // Our ends of the streams; those that are not open take no part.
  Conversation(const Command& command, Outcome& outcome, Fd in, Fd out, Fd err);

  // Kills the process outcome.pid when the time limit, counted from `begin`, is over.
  void hold(Clock::time_point begin);

 private:
  bool input_rests() const { return Clock::now() < input_rests_until_; }
  bool output_rests() const { return Clock::now() < output_rests_until_; }
  bool child_has_ended() const;
  void prepare_input();
  void wait_and_serve(double left);
  void write_input();
  void read_output();
  void read_messages();

  const Command& command_;
  Outcome& outcome_;
  Fd in_;
  Fd out_;
  Fd err_;
  std::string_view pending_;
  Clock::time_point input_rests_until_{};
  Clock::time_point output_rests_until_{};
};

}  // namespace dokumill::test
