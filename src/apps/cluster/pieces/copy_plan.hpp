// CopyPlan: which bytes of which files make up a joined output. Several processes can then write
// ranges of the output at the same time.
//
//   destination   [header][part 1][part 2]...[end]   has its final size before the first write
//   range 1..N    range_bytes each, the last one shorter
//
// Ranges begin at multiples of 4 MiB, so no two machines write to the same page or to the same
// stripe. Network file systems cache whole pages, and parallel file systems lock whole stripes.
//
// Thread safety: calls for different ranges are independent. Memory: 1 MiB for each call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/platform/platform.hpp"
#include "dokumill/status.hpp"

namespace dokumill::merging {

struct CopyPlan {
  static constexpr std::uint64_t kRangeUnit = std::uint64_t{4} << 20;
  static constexpr std::uint64_t kMaxRangeBytes = std::uint64_t{64} << 20;

  struct Part {
    std::string path;
    std::uint64_t skipped = 0;  // the number of bytes at the start of the file that are not copied
    std::uint64_t bytes = 0;    // the number of bytes after `skipped` that are copied; not 0
    std::uint64_t offset = 0;   // where the first copied byte is in the destination
  };

  std::string destination;
  std::string header;                      // the first bytes of the destination
  std::vector<Part> parts;                 // in the order of the destination, without gaps
  std::string end;                         // the last bytes of the destination
  std::uint64_t bytes = 0;                 // the length of the destination
  bool sync = false;                       // flush the bytes of each range to the disk
  std::uint64_t range_bytes = kRangeUnit;  // a multiple of kRangeUnit

  // Chooses `range_bytes`: about eight ranges for each process, so that all processes end at about
  // the same time.
  void divide(std::uint64_t processes);
  std::uint64_t ranges() const { return (bytes + range_bytes - 1) / range_bytes; }

  // text() writes the plan as one text for another process, which reads it with of_text(). REQUIRES
  // for of_text(): the text comes from text().
  std::string text() const;
  static CopyPlan of_text(const std::string& text);
};

// True if this process can write to the destination: it can open the file, and the file has
// plan.bytes bytes.
bool can_copy(Platform& platform, const CopyPlan& plan);

// Writes range `number` (from 1) to the destination, and closes the destination. On success, the
// file system has accepted all bytes of the range. If `sync` is set, these bytes are also on the
// disk. Failure: kInput for a part, kIo for the destination, both with the path and the reason;
// kInterrupted if should_stop() returns true.
Status copy_range(Platform& platform, const CopyPlan& plan, std::uint64_t number,
                  const std::function<bool()>& should_stop);

// Writes all ranges of a plan, in any order and in any processes. Returns after the last byte is
// written.
using Copier = std::function<Status(CopyPlan plan)>;

}  // namespace dokumill::merging
