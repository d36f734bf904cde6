// DuplicateTable: finds the records that equal an earlier record. The answers are exact.
//
// The distinct records are the entries of a list, which holds their packed cells (see pack()). An
// open-addressing hash table holds the numbers of the entries. Each place of the table is empty or
// has one entry number. A hit is confirmed by comparing the packed cells, never by the hash alone,
// so the answers do not depend on the key of the hash.
// For each entry number, the table also has a tag: a byte with seven bits of the hash and one bit
// that is always 1. An entry is compared only if its tag matches, so few unequal entries are
// compared. Entry numbers have 32 bits in tables of at most 2^32 places, and 64 bits in larger
// tables.
//
// Memory: 48 bytes per distinct record and 5 bytes per place of the table. The table is 3/8 to 3/4
// full, so a record takes 55 to 62 bytes (60 to 72 with 64-bit numbers). While the table grows,
// there is never a second copy of the list or of the table. If the table has a budget, has_room()
// returns false when one more record would exceed the budget.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "batch/spill/hash_key.hpp"
#include "dokumill/grid.hpp"

namespace dokumill::batch {

// The packed grid and its hash.
RecordKey make_key(const HashKey& hash_key, const Grid& grid);

// The keys of the records of a ChunkResult. Malformed records have no key. keys[i] is the key of
// record number records[i], counted from 0 in the result.
struct RecordKeys {
  std::vector<RecordKey> keys;
  std::vector<std::uint32_t> records;

  void add(const RecordKey& key, std::size_t record) {
    keys.push_back(key);
    records.push_back(static_cast<std::uint32_t>(record));
  }
  void clear() {
    keys.clear();
    records.clear();
  }
};

class DuplicateTable {
 public:
  static constexpr std::uint64_t kNoBudget = std::numeric_limits<std::uint64_t>::max();
  // Tables are at most three quarters full, so all entry numbers of a table with 2^32 places fit
  // into 32 bits. Tests use a smaller limit to get 64-bit numbers earlier.
  static constexpr std::uint64_t kMostNarrowPlaces = std::uint64_t{1} << 32;
  // REQUIRES: the keys of all records are made with `hash_key`.
  explicit DuplicateTable(const HashKey& hash_key, std::uint64_t budget_bytes = kNoBudget,
                          std::uint64_t most_narrow_places = kMostNarrowPlaces);

  // True if the budget has room for one more distinct record. An empty table always has room.
  bool has_room() const { return size_ < capacity_; }
  // The number of distinct records that fit.
  std::uint64_t capacity() const { return capacity_; }

  // While the table grows, which takes seconds for a hundred million records, it polls
  // `should_stop`, which may be empty. If should_stop() returns true, is_stopped() is true from
  // then on, and the answers of the table are of no use.
  void set_stop(const std::function<bool()>& should_stop) { should_stop_ = should_stop; }
  bool is_stopped() const { return is_stopped_; }

  // Adds record number `record`. If the table has an equal record, returns the number of that
  // record instead and adds nothing.
  std::optional<std::uint64_t> add(const RecordKey& key, std::uint64_t record);

  // Returns the number of the record whose cells equal `key`; nullopt if the table has no such
  // record.
  std::optional<std::uint64_t> find(const RecordKey& key) const;

  // Gives the entry of this key the number of another record. REQUIRES: the table has the key.
  void renumber(const RecordKey& key, std::uint64_t record);

  // Prefetches the memory that add() and find() read for this key.
  void prefetch(const RecordKey& key) const;

  // The current width of the entry numbers in bits: 32 or 64.
  int number_bits() const { return narrow_ ? 32 : 64; }

 private:
  struct Entry {
    PackedCells packed;
    std::uint64_t record;
  };
  Entry& entry(std::uint64_t number) const {
    return blocks_[static_cast<std::size_t>(number >> block_bits_)]
                  [number & ((std::uint64_t{1} << block_bits_) - 1)];
  }
  std::uint64_t number_at(std::uint64_t place) const {
    return narrow_ ? narrow_[place] : wide_[place];
  }
  // The place of the entry that equals `key`. If the table has no such entry: the empty place where
  // an entry for `key` belongs.
  std::uint64_t place_of(const RecordKey& key) const;
  // A block has 2^N entries. Returns N, from 5 to 14. If N is above 5, a block takes at most a
  // sixteenth of the budget.
  static int block_bits_of(std::uint64_t budget_bytes);
  // The bytes that a table of `places` places takes.
  std::uint64_t bytes_of_places(std::uint64_t places) const;
  // The number of entries that fit into the budget.
  std::uint64_t capacity_of(std::uint64_t budget_bytes) const;
  // Builds the table anew with `places_` places, and inserts all entries.
  void build();
  void put(std::uint64_t place, std::uint64_t number);

  HashKey hash_key_;
  std::uint64_t most_narrow_places_;
  std::uint64_t places_ = 1024;  // a power of two; capacity_of() reads this initial value
  int block_bits_;               // entries are in blocks of 2^block_bits_; the blocks never move
  std::uint64_t capacity_;
  std::vector<std::unique_ptr<Entry[]>> blocks_;
  std::uint64_t size_ = 0;  // entries
  std::function<bool()> should_stop_;
  bool is_stopped_ = false;
  // A place is empty if its tag is 0. The entry numbers are in narrow_ or in wide_; the other
  // pointer is null.
  std::unique_ptr<std::uint8_t[]> tags_;
  std::unique_ptr<std::uint32_t[]> narrow_;
  std::unique_ptr<std::uint64_t[]> wide_;
};

}  // namespace dokumill::batch
