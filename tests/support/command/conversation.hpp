// The test's side of a run of the command: a loop that writes the command's standard input and
// reads its output. The loop ends when all streams are closed, the command has ended, or the time
// limit is over.
//
// Memory: a read buffer, and the bytes that the Outcome keeps.
#pragma once

#include <functional>
#include <string_view>

#include "support/command/child.hpp"
#include "support/command/command.hpp"
#include "support/command/file_descriptor.hpp"

namespace dokumill::testing {

class Conversation {
 public:
  // `in`, `out`, `err`: the test's ends of the streams. Streams that are not open are ignored.
  // `has_ended` returns true if the command has ended.
  Conversation(const Command& command, Outcome& outcome, Fd in, Fd out, Fd err,
               std::function<bool()> has_ended);

  // Runs the loop. Returns early when the time limit, counted from `begin`, is over.
  void hold(Clock::time_point begin);

 private:
  bool input_rests() const { return Clock::now() < input_rests_until_; }
  bool output_rests() const { return Clock::now() < output_rests_until_; }
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
  std::function<bool()> has_ended_;
  std::string_view pending_;
  Clock::time_point input_rests_until_{};
  Clock::time_point output_rests_until_{};
};

}  // namespace dokumill::testing
