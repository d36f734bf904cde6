// The key file of a piece (see Exchange): the keys of its records, divided into buckets.
//
//   run 1    index: the place of each bucket's first key among the keys of this run, from 0;
//            after the last bucket, the count of all keys of this run
//            keys of bucket 1, keys of bucket 2, ...; within a bucket in the order of the records
//   run 2    the same parts as in run 1, for the records that follow
//   ...
//   the offset of each run
//   KeyFileEnd
//
// A run has as many keys as fit into the memory limit. The last run may have fewer.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/platform/files/open_file.hpp"
#include "base/platform/output/output_file.hpp"
#include "batch/spill/exchange.hpp"
#include "dokumill/status.hpp"

namespace dokumill::batch {

// PositionedFile: reads bytes at any offset of a file. It is for files that this program has
// written completely.
//
// Failure: kInput with the name of the file.
class PositionedFile {
 public:
  static Result<PositionedFile> open(Platform& platform, const std::string& path);

  std::uint64_t bytes() const { return bytes_; }
  // Reads all `bytes` bytes from `offset` on. Also fails if the file ends earlier.
  Status read(void* to, std::size_t bytes, std::uint64_t offset);
  // The failure for a file whose content cannot come from this program.
  Status damaged() const;

 private:
  PositionedFile(Platform& platform, const std::string& path)
      : path_(path), file_(platform, path, OpenMode::kRead) {}
  Status failure(std::int64_t error) const;

  std::string path_;
  OpenFile file_;
  std::uint64_t bytes_ = 0;
};

// A key of the file. `record`: the place of the record in the piece, from 0.
struct FiledKey {
  PackedCells packed;
  std::uint64_t record;
};

// Memory: `memory_bytes`, and 8 bytes for each run. Failure: kIo with the name of the file.
class KeyWriter {
 public:
  static Result<KeyWriter> open(Platform& platform, const Exchange& exchange,
                                std::uint64_t memory_bytes);
  // Adds the next key. REQUIRES: `record` is greater than in the previous call, and below 2^32.
  Status add(const PackedCells& packed, std::uint64_t record);
  // Writes the remaining keys and commits the file.
  Status commit();

 private:
  KeyWriter(OutputFile file, const Exchange& exchange, std::uint64_t memory_bytes);
  Status flush();

  OutputFile file_;
  HashKey hash_key_;
  std::uint64_t buckets_;
  std::size_t capacity_;  // the largest number of keys in a run
  std::vector<FiledKey> keys_;
  std::vector<std::uint32_t> bucket_of_;  // the bucket of each key
  std::vector<std::uint64_t> runs_;
};

// Calls `take` for all keys of a bucket (from 1) in the key file of piece `number`, in the order of
// the records. Failure: kInput with the name of the file if it cannot be read or is not complete;
// the failure of `take`.
Status read_keys(Platform& platform, const Exchange& exchange, std::uint64_t number,
                 std::uint64_t bucket, const std::function<Status(const FiledKey&)>& take);

// True if the key file of piece `number` is complete.
bool has_keys(Platform& platform, const Exchange& exchange, std::uint64_t number);

}  // namespace dokumill::batch
