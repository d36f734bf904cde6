// Turns: lets measurements in two processes take turns, one sample here and one sample there.
//
// Whatever slows the machine for longer than a sample then slows both alike. So the ratio of
// neighbouring samples shows which program is slower. The turn is a byte in a pipe: each process
// reads it from the other's output. The last byte of a process lets the other one continue alone.
// The program that starts both processes writes the first turn ('.') into one of the pipes.
//
// Thread safety: one thread at a time.
#pragma once

#include "platform/input_file.hpp"
#include "platform/output_file.hpp"

namespace dokumill::throughput {

class Turns {
 public:
  // Uses standard input and standard output. Failure: kInput or kIo if one of them is closed.
  static Result<Turns> open(Platform& platform);

  // Waits for the turn. Returns at once if the other process has ended. kInterrupted: a signal
  // arrived.
  Status take();
  // Passes the turn to the other process. REQUIRES: take() was the last call.
  Status pass();
  // Ends the samples of this process. REQUIRES: take() was the last call.
  Status leave();

 private:
  Turns(InputFile&& in, OutputFile&& out) : in_(std::move(in)), out_(std::move(out)) {}

  InputFile in_;
  OutputFile out_;
  bool is_alone_ = false;
};

}  // namespace dokumill::throughput
