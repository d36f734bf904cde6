// Turns: two processes take turns when they measure. After each sample, a process passes the turn
// to the other process.
//
// Anything that slows the machine for longer than a sample then slows both processes. So the ratio
// of neighbouring samples shows which program is slower. The turn is the byte '.' in a pipe: the
// standard output of each process is the standard input of the other. When a process has taken all
// its samples, it writes the byte 'x', and the other process continues alone. The program that
// starts both processes writes the first '.' into one of the pipes.
#pragma once

#include "base/platform/files/input_file.hpp"
#include "base/platform/output/output_file.hpp"

namespace dokumill::throughput {

class Turns {
 public:
  // Uses standard input and standard output. Failure: kInput or kIo if one of them is closed.
  static Result<Turns> open(Platform& platform);

  // Waits for the turn. Returns at once if the other process has left or ended. kInterrupted: a
  // stop signal came.
  Status take();
  // Passes the turn to the other process. REQUIRES: the previous call was take().
  Status pass();
  // Lets the other process continue alone, because this process takes no more samples. REQUIRES:
  // the previous call was take().
  Status leave();

 private:
  Turns(InputFile&& in, OutputFile&& out) : in_(std::move(in)), out_(std::move(out)) {}

  InputFile in_;
  OutputFile out_;
  bool is_alone_ = false;
};

}  // namespace dokumill::throughput
