#include "batch/spill/exchange.hpp"

#include <algorithm>

#include "base/text/format.hpp"

namespace dokumill::batch {

std::string Exchange::keys_of(std::uint64_t piece_number) const {
  return format_text("{}/keys.{}", folder, piece_number);
}

std::string Exchange::repeats_of(std::uint64_t bucket) const {
  return format_text("{}/repeats.{}", folder, bucket);
}

std::uint64_t bucket_count(std::uint64_t records, std::uint64_t memory_bytes,
                           std::uint64_t processes) {
  // A record takes at most 62 bytes in a DuplicateTable with 32-bit numbers. We count more, because
  // some buckets are a little larger than the average.
  constexpr std::uint64_t kRecordBytes = 80;
  constexpr std::uint64_t kPerProcess = 4;      // so that all processes end at about the same time
  constexpr std::uint64_t kFewestRecords = 64;  // in a bucket of a small job
  constexpr std::uint64_t kIndexBytes = 64;     // at most 1/8 of the memory for KeyWriter's index
  const std::uint64_t fitting = std::max<std::uint64_t>(memory_bytes / kRecordBytes, 1);
  const std::uint64_t wanted = std::max(records / fitting + 1, kPerProcess * processes);
  const std::uint64_t most =
      std::min({Exchange::kMostBuckets, records / kFewestRecords + 1, memory_bytes / kIndexBytes});
  return std::max<std::uint64_t>(std::min(wanted, most), 1);
}

void FirstPairs::add(DuplicatePair pair) {
  if (pairs_.size() == kMaxDuplicatePairs) {
    if (pairs_.back().second < pair.second) return;
    pairs_.pop_back();
  }
  const auto place = std::upper_bound(
      pairs_.begin(), pairs_.end(), pair,
      [](const DuplicatePair& a, const DuplicatePair& b) { return a.second < b.second; });
  pairs_.insert(place, pair);
}

}  // namespace dokumill::batch
