#include "dokumill/status.hpp"

namespace dokumill {

std::string_view describe(ErrorCode code) {
  switch (code) {
    case ErrorCode::kOk:
      return "no error";
    case ErrorCode::kUsage:
      return "not offered";
    case ErrorCode::kMalformed:
      return "malformed record";
    case ErrorCode::kInput:
      return "unusable input";
    case ErrorCode::kIo:
      return "input or output failed";
    case ErrorCode::kOutOfMemory:
      return "out of memory";
    case ErrorCode::kCallback:
      return "a callback threw an exception";
    case ErrorCode::kUnsupported:
      return "not supported by this build";
    case ErrorCode::kSelfCheck:
      return "the program's own check of a board failed";
    case ErrorCode::kInterrupted:
      return "interrupted";
    case ErrorCode::kUnmet:
      return "constraints not met";
    case ErrorCode::kBrokenPipe:
      return "the reader of the output went away";
  }
  return "unknown error";
}

}  // namespace dokumill
