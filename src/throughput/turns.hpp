// Turns: two measurements in two processes, a sample here, a sample there.
//
// What slows the machine for longer than a sample then slows both alike, and the ratio of
// neighbouring samples says what is left: which program is slower. The turn is a byte in a pipe:
// each reads it from the other's output, and the last one tells the other to go on alone. Who
// starts the two writes the first turn ('.') into one of the pipes.
//
// Thread safety: one thread at a time.
#pragma once

#include "platform/input_file.hpp"
#include "platform/output_file.hpp"

namespace dokumill::throughput {

class Turns {
 public:
  // On standard input and standard output. Failure: kInput or kIo, where one of them is closed.
  static Result<Turns> open(Platform& platform);

  // Waits for the turn. Returns at once when the other has ended. kInterrupted: a signal came.
  Status take();
  // Gives the turn to the other. REQUIRES: take() was the last call.
  Status pass();
  // No more samples here. REQUIRES: take() was the last call.
  Status leave();

 private:
  Turns(InputFile&& in, OutputFile&& out) : in_(std::move(in)), out_(std::move(out)) {}

  InputFile in_;
  OutputFile out_;
  bool is_alone_ = false;
};

}  // namespace dokumill::throughput
