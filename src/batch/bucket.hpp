// Settles a bucket (Exchange): finds the records that equal an earlier record, and writes them into
// the file of the bucket.
//
//   repetitions, as RecordPlace::number(), in ascending runs
//   the number of the first repetition of each run
//   the first pairs (FirstPairs)
//   BucketEnd
//
// Thread safety: the calls are independent.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "batch/exchange.hpp"

namespace dokumill::batch {

// Reads the keys of a bucket (from 1) in the order of the pieces, 1 to `pieces`, and writes its file.
// `writes_records`: the file has the repetitions, which read_repeated() needs; otherwise it has
// only their number and the pairs. Memory: `memory_bytes`; keys beyond it go to a temporary file
// (KeySieve). Failure: kInput for a key file; kIo for the file of the bucket; kInterrupted if
// `should_stop` returned true; the error of the temporary file.
Status settle_bucket(Platform& platform, const Exchange& exchange, std::uint64_t bucket,
                     bool writes_records, std::uint64_t memory_bytes,
                     const std::function<bool()>& should_stop);

// True if the file of the bucket is complete.
bool is_settled(Platform& platform, const Exchange& exchange, std::uint64_t bucket);

// Adds what a bucket found to `found`. Failure: kInput with the name of its file.
Status add_found(Platform& platform, const Exchange& exchange, std::uint64_t bucket,
                 FoundDuplicates& found);

// The records of exchange.piece that equal an earlier record of the job: element R for the record at
// place R; places beyond the end are no repetitions. REQUIRES: all buckets are settled, with their
// records. Memory: 1 bit for each record of the piece. Failure: kInput with the name of a file.
Result<std::vector<bool>> read_repeated(Platform& platform, const Exchange& exchange);

}  // namespace dokumill::batch
