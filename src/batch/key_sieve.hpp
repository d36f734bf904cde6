// KeySieve: which records equal an earlier one, exactly, in memory that does not grow with their
// number.
//
// Records come in order. While there is room their keys stand in a table and the answer comes at
// once. From then on a record whose key is not in the table is put aside: its key with its number
// in one of several streams of a temporary file, chosen by the key's hash. At the end each of these
// streams is worked through in the same way, with an empty table: keys that do not fit again are
// put aside again, by another hash. So every key is compared with all equal ones before it, cell by
// cell, and every round settles a whole table of them.
//
// Thread safety: one thread at a time. Memory: the table's, a block of the spill for each of
// `fan_out` streams, and 8 bytes for each block of the temporary file. Disk: 48 bytes for each
// record put aside, and 48 more for each further round, of which there is one where the keys take
// more than fan_out tables. Failure: that of the temporary file; nothing can be added then.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "batch/duplicates.hpp"
#include "batch/spill.hpp"

namespace dokumill::batch {

class KeySieve {
 public:
  // The keys of all records are made with `hash_key`. `spill` must stay.
  KeySieve(const HashKey& hash_key, Spill& spill, std::uint64_t table_bytes, std::size_t fan_out);

  enum class Verdict : std::uint8_t { kFirst, kRepeated, kPutAside };
  struct Answer {
    Verdict verdict = Verdict::kFirst;
    std::uint64_t first = 0;  // kRepeated: the number of the first record of these cells
  };
  // The next record; numbers never get smaller. Put aside: finish() tells.
  Result<Answer> add(const RecordKey& key, std::uint64_t number);
  void prefetch(const RecordKey& key) const { table_->prefetch(key); }

  // Settles the records that were put aside: calls `on_repeated` with the number of each one that
  // is a repetition and that of the first record of these cells, in any order. Asks `should_stop`
  // now and then: kInterrupted when it is true. Nothing can be added afterwards.
  using OnRepeated = std::function<Status(std::uint64_t number, std::uint64_t first)>;
  Status finish(const OnRepeated& on_repeated, const std::function<bool()>& should_stop);

  bool has_put_aside() const { return has_put_aside_; }
  // Of finish(), in bytes of the temporary file: those read so far, and those still to be read. The
  // rounds to come are counted as if no key in them were a repetition: what is left may fall faster
  // than it is read, and never grows.
  std::uint64_t work_done() const { return work_done_; }
  std::uint64_t work_left() const { return work_left_; }

 private:
  // A key that was put aside.
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
  Status close(std::vector<Keys>& streams);
  Status settle(const Keys& keys, std::vector<Keys>& pending, const OnRepeated& on_repeated,
                const std::function<bool()>& should_stop);

  // The bytes of keys to read until streams are settled, in all their rounds.
  std::uint64_t work_of(std::uint64_t stream_bytes) const;
  std::uint64_t work_of(const std::vector<Keys>& streams) const;

  HashKey hash_key_;
  Spill& spill_;
  std::uint64_t table_bytes_;
  std::size_t fan_out_;
  std::optional<DuplicateTable> table_;
  std::uint64_t table_keys_;  // that the table has room for
  std::vector<Keys> keys_;
  bool has_put_aside_ = false;
  std::uint64_t work_done_ = 0;
  std::uint64_t work_left_ = 0;
};

}  // namespace dokumill::batch
