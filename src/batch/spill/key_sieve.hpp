// KeySieve: finds the records that equal an earlier record. The answers are exact, and the memory
// hardly grows with the number of records (see "Memory").
//
// Records are added in order. While the table has room, their keys are stored in the table, and
// add() answers at once. When the table is full, a record whose key is not in the table is put
// aside: its key and its number go to one of several streams of a temporary file. The hash of the
// key selects the stream, so equal keys are in the same stream.
// finish() then processes each of these streams in the same way, with an empty table. Keys that do
// not fit into this table are put aside again, and another hash selects their streams. A round
// processes one stream, and settles as many keys as the table holds. In the end, each key that
// equals earlier keys has been compared, cell by cell, with the first of them.
//
// Before the records, the keys of a list can be added: add_listed(). Then a record is left out if
// the list has its key; or, with Keep::kListed, if the list does not have it. Of equal records, all
// but the first are left out as well.
//
// Memory: the table, a block of the spill for each of `fan_out` streams, and 8 bytes for each block
// of the temporary file.
// Disk: 48 bytes for each record that was put aside, and 48 more for each further round. A further
// round is needed if the keys that were put aside take more than fan_out tables.
// Failure: the error of the temporary file. After a failure, nothing can be added.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "batch/spill/duplicates.hpp"
#include "batch/spill/spill.hpp"

namespace dokumill::batch {

class KeySieve {
 public:
  // Which records are kept: the first of equal ones, unless the list has it; or the first of equal
  // ones, if the list has it.
  enum class Keep : std::uint8_t { kUnlisted, kListed };

  // REQUIRES: the keys of all records are made with `hash_key`; `spill` outlives this object.
  KeySieve(const HashKey& hash_key, Spill& spill, std::uint64_t table_bytes, std::size_t fan_out,
           Keep keep = Keep::kUnlisted);

  // add() polls `should_stop`, which may be empty, and returns kInterrupted if it returns true.
  void set_stop(const std::function<bool()>& should_stop) { table_->set_stop(should_stop); }

  // kFirst: the record is kept. kRepeated: it is left out.
  enum class Verdict : std::uint8_t { kFirst, kRepeated, kPutAside };
  struct Answer {
    Verdict verdict = Verdict::kFirst;
    // kRepeated without a list: the number of the first record with these cells.
    std::uint64_t first = 0;
  };
  // Adds a key of the list. REQUIRES: no record was added.
  Status add_listed(const RecordKey& key);
  // Adds the next record. REQUIRES: `number` is not below the number in the previous call, and is
  // below 2^63. kPutAside: finish() decides about the record.
  Result<Answer> add(const RecordKey& key, std::uint64_t number);
  void prefetch(const RecordKey& key) const { table_->prefetch(key); }

  // Settles the records that were put aside. For each record among them that is left out, in any
  // order, calls `on_repeated` with its number and, without a list, the number of the first record
  // with the same cells. Polls
  // `should_stop`; if it returns true, returns kInterrupted. Nothing can be added afterwards.
  using OnRepeated = std::function<Status(std::uint64_t number, std::uint64_t first)>;
  Status finish(const OnRepeated& on_repeated, const std::function<bool()>& should_stop);

  bool has_put_aside() const { return has_put_aside_; }
  // The progress of finish(), in bytes of the temporary file: bytes read so far, and bytes still to
  // read. The estimate for further rounds assumes that they find no repetitions. So work_left() may
  // decrease faster than bytes are read, and it never grows.
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

  // Decides about a key with the table.
  Answer decide(const RecordKey& key, std::uint64_t number, bool has_room);
  Status put_aside(std::vector<Keys>& streams, int round, const RecordKey& key,
                   std::uint64_t number);
  Status close(std::vector<Keys>& streams);
  Status settle(const Keys& keys, std::vector<Keys>& pending, const OnRepeated& on_repeated,
                const std::function<bool()>& should_stop);

  // Estimates how many bytes of keys finish() reads, in all rounds, to settle the streams.
  std::uint64_t work_of(std::uint64_t stream_bytes) const;
  std::uint64_t work_of(const std::vector<Keys>& streams) const;

  HashKey hash_key_;
  Spill& spill_;
  std::uint64_t table_bytes_;
  std::size_t fan_out_;
  Keep keep_;
  std::unique_ptr<DuplicateTable> table_;
  std::uint64_t table_keys_;  // the capacity of an empty table
  std::vector<Keys> keys_;
  bool has_put_aside_ = false;
  std::uint64_t work_done_ = 0;
  std::uint64_t work_left_ = 0;
};

}  // namespace dokumill::batch
