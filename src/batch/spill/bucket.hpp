// Settles a bucket (see Exchange): finds the repetitions in the bucket, and writes the file of the
// bucket. A repetition is a record that equals an earlier record. The file has:
//
//   repetitions, as RecordPlace::number(), in ascending runs
//   for each run, the index of its first repetition
//   the first pairs (FirstPairs)
//   BucketEnd
//
// Thread safety: the calls are independent of each other.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "batch/spill/exchange.hpp"

namespace dokumill::batch {

// Reads the keys of bucket number `bucket` (from 1) in all pieces, in the order of the pieces, and
// writes the file of the bucket. If `writes_records` is true, the file gets the list of the
// repetitions, which read_repeated() needs. Otherwise it gets only the number of repetitions and
// the first pairs. Memory: `memory_bytes`; keys beyond this limit go to a temporary file
// (KeySieve). Failure: kInput if a key file cannot be read; kIo if the file of the bucket cannot be
// written; kInterrupted if `should_stop` returned true; the error of the temporary file.
Status settle_bucket(Platform& platform, const Exchange& exchange, std::uint64_t bucket,
                     bool writes_records, std::uint64_t memory_bytes,
                     const std::function<bool()>& should_stop);

// True if the file of the bucket is complete.
bool is_settled(Platform& platform, const Exchange& exchange, std::uint64_t bucket);

// Adds the duplicates of a settled bucket to `found`. Failure: kInput with the name of the file of
// the bucket.
Status add_found(Platform& platform, const Exchange& exchange, std::uint64_t bucket,
                 FoundDuplicates& found);

// For each record of exchange.piece, returns whether it equals an earlier record of the job.
// Element R belongs to the record at place R of the piece. A record beyond the end of the vector
// equals no earlier record. REQUIRES: all buckets were settled with `writes_records`. Memory: 1 bit
// for each record of the piece. Failure: kInput with the name of a file.
Result<std::vector<bool>> read_repeated(Platform& platform, const Exchange& exchange);

}  // namespace dokumill::batch
