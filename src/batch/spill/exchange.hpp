// Exchange: how the pieces of a job find equal records in other pieces, through files in a folder
// that all processes share. dokumill-mpi uses it. docs/clusters.md compares this exchange through
// files with an exchange through MPI messages.
//
//   piece 1 --> keys.1 --+         +--> bucket 1 --> repeats.1 --+
//   piece 2 --> keys.2 --+-- by ---+--> bucket 2 --> repeats.2 --+--> piece 1, 2, ... again
//   ...                    hash    ...
//
// 1. For each piece, KeyWriter writes the keys of its records. A keyed hash divides the keys into
// buckets.
// 2. Equal records are always in the same bucket. So settle_bucket() can find the repetitions in
// one bucket without reading the other buckets. A repetition is a record that equals an earlier
// record.
// 3. dedupe() reads each piece again, and leaves out the repetitions that read_repeated() returns.
//
// The number of a record (RecordPlace) combines the number of its piece and its place in the piece.
// The order of these numbers is the order of the records in the job. So the first of equal records
// is the record with the lowest number, and it does not depend on the number of pieces.
//
// The files have the byte order of the machine. Thread safety: the types are plain values.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "batch/spill/duplicates.hpp"
#include "dokumill/batch.hpp"

namespace dokumill::batch {

struct Exchange {
  // kKeys: dedupe() and check() write the key file of their piece. In this step, dedupe() writes no
  // output. kRepeated: dedupe() leaves out the repetitions that were found in the buckets.
  enum class Step : std::uint8_t { kKeys, kRepeated };

  std::string folder;
  Piece piece;
  std::uint64_t buckets = 1;  // at most kMostBuckets
  std::uint64_t seed = 0;     // the seed of the hash that chooses the bucket
  Step step = Step::kKeys;

  static constexpr std::uint64_t kMostBuckets = 4096;
  std::string keys_of(std::uint64_t piece_number) const;
  // `bucket`: from 1.
  std::string repeats_of(std::uint64_t bucket) const;
};

// Chooses the number of buckets for at most `records` records. The goal is that the keys of one
// bucket fit into `memory_bytes`, and that each process has several buckets to settle. Small jobs
// and small values of `memory_bytes` get fewer buckets, and no job gets more than kMostBuckets.
std::uint64_t bucket_count(std::uint64_t records, std::uint64_t memory_bytes,
                           std::uint64_t processes);

// A record of a job in pieces: the number of its piece from 1, and its place in the piece from 0.
struct RecordPlace {
  std::uint64_t piece = 0;
  std::uint64_t record = 0;  // below 2^32

  std::uint64_t number() const { return piece << 32 | record; }
  static RecordPlace of(std::uint64_t number) { return {number >> 32, number & 0xFFFF'FFFFU}; }
};

// The first pairs of equal records: the kMaxDuplicatePairs pairs whose second records have the
// lowest numbers, sorted by these numbers. Pairs can be added in any order.
class FirstPairs {
 public:
  void add(DuplicatePair pair);
  std::vector<DuplicatePair>& pairs() { return pairs_; }
  const std::vector<DuplicatePair>& pairs() const { return pairs_; }

 private:
  std::vector<DuplicatePair> pairs_;
};

// The duplicates that were found in the buckets.
struct FoundDuplicates {
  std::uint64_t repeated = 0;
  std::uint64_t spilled_bytes = 0;
  FirstPairs pairs;  // pairs of RecordPlace::number()
};

}  // namespace dokumill::batch
