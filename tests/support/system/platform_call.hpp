// The fault that a test asks FakePlatform for, and the calls and files that FakePlatform lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace dokumill::testing {

// A fault: call number `first`, counting all calls that can fail, and the `times` - 1 calls after
// it fail.
struct AnyFault {
  std::uint64_t first = 0;  // counted from 1; 0: no call fails
  std::uint64_t times = 1;
  int error = 0;              // -EIO, ...; 0: a read or write is only cut short
  std::size_t share = 0;      // size of a short transfer; 0: 1 byte, N: 1/N of the bytes
  bool spares_stderr = true;  // the calls on descriptor 2 neither count nor fail
};

// A call that can fail.
struct PlatformCall {
  std::uint64_t number;
  std::string call;
  std::string place;  // the path, or <stdin>, <stdout>, <stderr>
  bool is_written;    // the descriptor is open for writing
};

// A file that a rename or a link gave its final name.
struct PlacedFile {
  std::uint64_t number;  // of the call, counting all calls that can fail
  std::string path;
};

}  // namespace dokumill::testing
