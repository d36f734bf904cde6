// FirstRecords: finds the first record of each set of equal records. It stores the texts of the
// records that it cannot decide about at once. The answers are exact, and the memory hardly grows
// with the number of records (see "Memory").
//
// A KeySieve finds the repetitions: the records that equal an earlier record. When the table of the
// sieve is full, the sieve puts records aside, and decides about them later. FirstRecords appends
// the texts of these records to a stream of a temporary file. In finish(), the sieve decides which
// of these records are repetitions, and FirstRecords notes the numbers of the repetitions. Then
// finish() reads the stored texts in order, and writes all texts except those of repetitions.
//
// A list can decide as well: see KeySieve::Keep.
//
// Memory: the table of the sieve and the blocks, with the sizes in `Sizes`, and 8 bytes for each
// block of the temporary file.
// Disk: for each record that was put aside, its text and 52 bytes. A repetition takes 4 more bytes.
// Each further round of KeySieve takes 48 more bytes for each record that it puts aside again. A
// further round is needed if the keys that were put aside take more than fan_out tables.
// Failure: the error of the temporary file. After a failure, nothing can be added.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "batch/spill/key_sieve.hpp"
#include "batch/spill/spill.hpp"

namespace dokumill::batch {

class FirstRecords {
 public:
  struct Sizes {
    std::uint64_t table_bytes;
    std::size_t block_bytes;
    std::size_t fan_out;          // streams for the keys that a round puts aside
    std::uint64_t range_records;  // records that finish() marks at a time, one bit each

    // Sizes that together take at most `memory_bytes`, if that is 64 KiB or more.
    static Sizes of(std::uint64_t memory_bytes);
  };

  // REQUIRES: the keys of all records are made with `hash_key`.
  FirstRecords(Platform& platform, const HashKey& hash_key, const Sizes& sizes,
               KeySieve::Keep keep = KeySieve::Keep::kUnlisted);

  using Verdict = KeySieve::Verdict;
  // As KeySieve::set_stop().
  void set_stop(const std::function<bool()>& should_stop) { sieve_.set_stop(should_stop); }
  // As KeySieve::add_listed().
  Status add_listed(const RecordKey& key) { return sieve_.add_listed(key); }
  // Adds the next record. kPutAside: finish() decides about the record, and writes its text if the
  // record is kept.
  Result<Verdict> add(const RecordKey& key, std::string_view text);
  // Adds a record that is always kept, whatever its cells are. Returns kFirst or kPutAside.
  Result<Verdict> add_kept(std::string_view text);
  void prefetch(const RecordKey& key) const { sieve_.prefetch(key); }

  // Decides about the records that were put aside. Calls `write` with the texts of those that are
  // not repetitions, in order and in pieces of whole records. Polls `should_stop`; if it returns
  // true, returns kInterrupted.
  Status finish(const std::function<Status(std::string_view)>& write,
                const std::function<bool()>& should_stop);

  bool has_put_aside() const { return texts_count_ != 0; }
  // The progress of finish(), in bytes of the temporary file: the bytes read so far, and all bytes
  // to read. The estimate for further rounds assumes that they find no repetitions. So `total` may
  // decrease, but the share done / total never decreases.
  struct Work {
    std::uint64_t done = 0;
    std::uint64_t total = 0;
  };
  Work work() const {
    const std::uint64_t done = sieve_.work_done() + texts_done_;
    return {done, done + sieve_.work_left() + texts_left_};
  }

  std::uint64_t repeated() const { return repeated_; }
  // The records with a text that are not repetitions. Call it after finish().
  std::uint64_t kept_texts() const { return kept_texts_; }
  // Bytes written to the temporary file so far.
  std::uint64_t spilled_bytes() const { return spill_.file_bytes(); }

 private:
  Status put_text(std::string_view text);
  Status mark_repeated(std::uint64_t number);
  Status write_range(std::uint64_t range, SpillReader& texts,
                     const std::function<Status(std::string_view)>& write,
                     const std::function<bool()>& should_stop);

  Sizes sizes_;
  Spill spill_;
  KeySieve sieve_;
  SpillStream texts_;
  std::uint64_t texts_count_ = 0;
  // For each range, the numbers of its repetitions, counted from the start of the range.
  std::vector<SpillStream> repetitions_;
  std::uint64_t repeated_ = 0;
  std::uint64_t kept_texts_ = 0;
  std::uint64_t texts_done_ = 0;  // progress of finish(), in bytes
  std::uint64_t texts_left_ = 0;
};

}  // namespace dokumill::batch
