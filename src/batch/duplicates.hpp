// DuplicateTable: which records equal an earlier one, exactly.
//
// An open-addressing table of entry numbers over a list of packed records; a hit is compared cell
// by cell (packed), never by its hash alone, so that the answers do not depend on the key of the
// hash. Beside each number stands a byte of the hash, so that
// few entries are looked at in vain. The numbers have 32 bits while they suffice, and 64 in tables
// of more than 2^32 places. Thread safety: one thread at a time. Memory: 48 bytes a distinct
// record and 5 bytes a place of the table, which is 3/8 to 3/4 full: 55 to 62 bytes a record (59 to
// 72 with numbers of 64 bits). Neither list nor table is there twice while it grows. A table with a
// budget says when one more record would go beyond it.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "batch/hash_key.hpp"
#include "batch/part.hpp"

namespace dokumill::batch {

// Packs a grid (values 0..9) to 16 decimal digits a word, 17 in the last.
PackedCells pack(const Grid& grid);
// The packed grid and its hash.
RecordKey make_key(const HashKey& hash_key, const Grid& grid);

class DuplicateTable {
 public:
  static constexpr std::uint64_t kNoBudget = std::numeric_limits<std::uint64_t>::max();
  // Tables are at most three quarters full, so that in one of 2^32 places every number has 32 bits.
  // A test may ask for the wider numbers earlier.
  static constexpr std::uint64_t kMostNarrowPlaces = std::uint64_t{1} << 32;
  // The keys of all records are made with `hash_key`.
  explicit DuplicateTable(const HashKey& hash_key, std::uint64_t budget_bytes = kNoBudget,
                          std::uint64_t most_narrow_places = kMostNarrowPlaces);

  // Whether one more distinct record stays within the budget. An empty table always has room.
  bool has_room() const { return size_ < capacity_; }
  // The distinct records that fit.
  std::uint64_t capacity() const { return capacity_; }

  // Adds record number `record`; the number of the equal record before it, if there is one.
  std::optional<std::uint64_t> add(const RecordKey& key, std::uint64_t record);

  // The number of the record that is equal, if there is one.
  std::optional<std::uint64_t> find(const RecordKey& key) const;

  // Has the memory that add() will look at fetched meanwhile.
  void prefetch(const RecordKey& key) const;

  // Of the entry numbers in the table as it is now: 32 or 64.
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
  // The place of the equal entry, or the empty one where it would stand.
  std::uint64_t place_of(const RecordKey& key) const;
  // What a table takes that has so many places.
  std::uint64_t bytes_of_places(std::uint64_t places) const;
  // The entries that the budget allows.
  std::uint64_t capacity_of(std::uint64_t budget_bytes) const;
  // Makes a table of `places_` places that has all entries.
  void build();
  void put(std::uint64_t place, std::uint64_t number);

  HashKey hash_key_;
  std::uint64_t most_narrow_places_;
  int block_bits_;  // entries stand in blocks of 2^block_bits_, which stay where they are
  std::uint64_t capacity_;
  std::vector<std::unique_ptr<Entry[]>> blocks_;
  std::uint64_t size_ = 0;  // entries
  // A place is empty where its tag is 0. Numbers are in narrow_ or in wide_, the other is null.
  std::uint64_t places_ = 1024;  // a power of two
  std::unique_ptr<std::uint8_t[]> tags_;
  std::unique_ptr<std::uint32_t[]> narrow_;
  std::unique_ptr<std::uint64_t[]> wide_;
};

}  // namespace dokumill::batch
