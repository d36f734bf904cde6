// RecordLog: stores the texts of numbered records. If all texts fit into one block, they stay in
// memory. Otherwise they go to a temporary file.
//
// Memory: one block while records are added, one block while they are read, and 8 bytes for each
// block of the file.
// Disk: nothing until the first block is full. Then, for each record, its text and 12 bytes.
// Failure: the error of the temporary file.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "batch/spill/spill.hpp"

namespace dokumill::batch {

class RecordLog {
 public:
  RecordLog(Platform& platform, std::size_t block_bytes) : spill_(platform, block_bytes) {}

  // Appends a record. REQUIRES: the text is shorter than 4 GiB.
  Status add(std::uint64_t number, std::string_view text);

  // Passes all records to `take`, in the order in which they were added, until `take` fails.
  // Nothing can be added afterwards.
  Status read(const std::function<Status(std::uint64_t number, std::string_view text)>& take);

  std::uint64_t bytes() const { return stream_.bytes; }
  // Bytes of the records passed to `take` so far, including their numbers and sizes.
  std::uint64_t bytes_done() const { return done_; }
  // Bytes written to the temporary file so far.
  std::uint64_t spilled_bytes() const { return spill_.file_bytes(); }

 private:
  Spill spill_;
  SpillStream stream_;
  std::uint64_t done_ = 0;
};

}  // namespace dokumill::batch
