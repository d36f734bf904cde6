// The fault that a test asks FakePlatform for, and the calls and files that FakePlatform lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace dokumill::testing {

// The fault of call number `first` of all calls that can fail, and of the `times` - 1 calls after
// it.
struct AnyFault {
  std::uint64_t first = 0;  // from 1; 0: nothing
  std::uint64_t times = 1;
  int error = 0;              // -EIO, ...; 0: a read or write is only cut short
  std::size_t share = 0;      // size of such a transfer: 0: 1 byte, N: 1/N of it
  bool spares_stderr = true;  // the calls on descriptor 2 neither count nor fail
};

// A call that can fail.
struct PlatformCall {
  std::uint64_t number;
  std::string call;
  std::string place;  // the path, or <stdin>, <stdout>, <stderr>
  bool is_written;    // the descriptor is open for writing
};

// A file that a rename or a link put in its place.
struct PlacedFile {
  std::uint64_t number;  // of the call, among all that can fail
  std::string path;
};

}  // namespace dokumill::testing
