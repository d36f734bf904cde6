// FirstRecords: which records are the first of their kind, exactly, in memory that does not grow
// with their number; and the texts of those, in order.
//
// A KeySieve finds the records that equal an earlier one. The text of a record that it puts aside
// goes to the end of a stream of the temporary file. What is found to be a repetition is remembered
// by its number, and last of all the texts are read through in order and those left out.
//
// Thread safety: one thread at a time. Memory: what `Sizes` say, and 8 bytes for each block of the
// temporary file. Disk: for each record put aside its text and 52 bytes, and 48 more for each
// further round, of which there is one where the keys take more than fan_out tables. Failure: that
// of the temporary file; nothing can be added then.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "batch/key_sieve.hpp"
#include "batch/spill.hpp"

namespace dokumill::batch {

class FirstRecords {
 public:
  struct Sizes {
    std::uint64_t table_bytes;
    std::size_t block_bytes;
    std::size_t fan_out;          // streams that a round puts keys aside into
    std::uint64_t range_records;  // whose repetitions are looked at together: a bit each

    // Together not beyond `memory_bytes`, from 64 KiB on.
    static Sizes of(std::uint64_t memory_bytes);
  };

  // The keys of all records are made with `hash_key`.
  FirstRecords(Platform& platform, const HashKey& hash_key, const Sizes& sizes);

  using Verdict = KeySieve::Verdict;
  // The next record. Put aside: finish() tells, and gives the text.
  Result<Verdict> add(const RecordKey& key, std::string_view text);
  // The next record, which is the first of its kind whatever its cells are: kFirst or kPutAside.
  Result<Verdict> add_kept(std::string_view text);
  void prefetch(const RecordKey& key) const { sieve_.prefetch(key); }

  // Settles the records that were put aside and gives the texts of the first ones to `write`, in
  // order, whole records at a time. Asks `should_stop` now and then: kInterrupted when it is true.
  Status finish(const std::function<Status(std::string_view)>& write,
                const std::function<bool()>& should_stop);

  bool has_put_aside() const { return texts_count_ != 0; }
  // Of finish(), in bytes of the temporary file: those read so far, and all that are to be read.
  // The rounds to come are counted as if no key in them were a repetition: `total` may fall, and
  // the share of `done` never does.
  struct Work {
    std::uint64_t done = 0;
    std::uint64_t total = 0;
  };
  Work work() const {
    const std::uint64_t done = sieve_.work_done() + texts_done_;
    return {done, done + sieve_.work_left() + texts_left_};
  }

  std::uint64_t repeated() const { return repeated_; }
  // Written to the temporary file so far.
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
  std::vector<SpillStream> repetitions_;  // by range: numbers in the range, in any order
  std::uint64_t repeated_ = 0;
  std::uint64_t texts_done_ = 0;  // of finish(), in bytes
  std::uint64_t texts_left_ = 0;
};

}  // namespace dokumill::batch
