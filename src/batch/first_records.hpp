// FirstRecords: which records are the first of their kind, exactly, in memory that does not grow
// with their number; and the texts of those, in order.
//
// Records come in order. While there is room their keys stand in a table and the answer comes at
// once. From then on a record whose key is not in the table is put aside: its text at the end of
// one stream of a temporary file, its key with its number in one of several streams chosen by the
// key's hash. At the end each of these is worked through in the same way, with an empty table: keys
// that do not fit again are put aside again, by another hash. So every key is compared with all
// equal ones before it, cell by cell, and every round settles a whole table of them. What is found
// to be a repetition is remembered by its number, and last of all the texts are read through in
// order and those left out.
//
// Thread safety: one thread at a time. Memory: what `Sizes` say, and 8 bytes for each block of the
// temporary file. Disk: for each record put aside its text and 52 bytes, and 48 more for each
// further round, of which there is one where the keys take more than fan_out tables. Failure: that
// of the temporary file; nothing can be added then.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "batch/duplicates.hpp"
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

  enum class Verdict : std::uint8_t { kFirst, kRepeated, kPutAside };
  // The next record. Put aside: finish() tells, and gives the text.
  Result<Verdict> add(const RecordKey& key, std::string_view text);
  // The next record, which is the first of its kind whatever its cells are: kFirst or kPutAside.
  Result<Verdict> add_kept(std::string_view text);
  void prefetch(const RecordKey& key) const { table_->prefetch(key); }

  // Settles the records that were put aside and gives the texts of the first ones to `write`, in
  // order, whole records at a time. Asks `should_stop` now and then: kInterrupted when it is true.
  Status finish(const std::function<Status(std::string_view)>& write,
                const std::function<bool()>& should_stop);

  std::uint64_t repeated() const { return repeated_; }
  // Written to the temporary file so far.
  std::uint64_t spilled_bytes() const { return spill_.file_bytes(); }

 private:
  // A key that was put aside, and the number of its text among those put aside.
  struct Entry {
    PackedCells packed;
    std::uint64_t number;
  };
  struct Keys {
    SpillStream stream;
    int round = 0;
  };

  Status put_aside(std::vector<Keys>& streams, int round, const RecordKey& key,
                   std::uint64_t number);
  Status put_text(std::string_view text);
  Status close(std::vector<Keys>& streams);
  Status settle(const Keys& keys, std::vector<Keys>& pending,
                const std::function<bool()>& should_stop);
  Status mark_repeated(std::uint64_t number);
  Status write_range(std::uint64_t range, SpillReader& texts,
                     const std::function<Status(std::string_view)>& write,
                     const std::function<bool()>& should_stop);

  HashKey hash_key_;
  Sizes sizes_;
  Spill spill_;
  std::optional<DuplicateTable> table_;
  std::vector<Keys> keys_;
  SpillStream texts_;
  std::uint64_t texts_count_ = 0;
  std::vector<SpillStream> repetitions_;  // by range: numbers in the range, in any order
  std::uint64_t repeated_ = 0;
};

}  // namespace dokumill::batch
