// DuplicateTable: which records equal an earlier one, exactly.
//
// An open-addressing table of entry numbers over a list of packed records; a hit is compared cell
// by cell (packed), never by its hash alone. Beside each number stands a byte of the hash, so that
// few entries are looked at in vain. The numbers have 32 bits while they suffice, and 64 in tables
// of more than 2^32 places. Thread safety: one thread at a time. Memory: 48 bytes a distinct
// record and 5 bytes a place of the table, which is 3/8 to 3/4 full: 55 to 62 bytes a record (59 to
// 72 with numbers of 64 bits). Neither list nor table is there twice while it grows.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "batch/part.hpp"

namespace dokumill::batch {

// Packs a grid (values 0..9) to 19 decimal digits a word, and hashes that.
RecordKey make_key(const Grid& grid);

class DuplicateTable {
 public:
  // Tables are at most three quarters full, so that in one of 2^32 places every number has 32 bits.
  // A test may ask for the wider numbers earlier.
  static constexpr std::uint64_t kMostNarrowPlaces = std::uint64_t{1} << 32;
  explicit DuplicateTable(std::uint64_t most_narrow_places = kMostNarrowPlaces);

  // Adds record number `record`; the number of the equal record before it, if there is one.
  std::optional<std::uint64_t> add(const RecordKey& key, std::uint64_t record);

  // Has the memory that add() will look at fetched meanwhile.
  void prefetch(const RecordKey& key) const;

  // Of the entry numbers in the table as it is now: 32 or 64.
  int number_bits() const { return narrow_ ? 32 : 64; }

 private:
  struct Entry {
    std::array<std::uint64_t, 5> packed;
    std::uint64_t record;
  };
  // Entries stand in blocks of this many, which stay where they are.
  static constexpr std::uint64_t kBlockEntries = std::uint64_t{1} << 14;

  Entry& entry(std::uint64_t number) {
    return blocks_[static_cast<std::size_t>(number / kBlockEntries)][number % kBlockEntries];
  }
  // Makes a table of `places_` places that has all entries.
  void build();
  void put(std::uint64_t place, std::uint64_t number);

  std::uint64_t most_narrow_places_;
  std::vector<std::unique_ptr<Entry[]>> blocks_;
  std::uint64_t size_ = 0;  // entries
  // A place is empty where its tag is 0. Numbers are in narrow_ or in wide_, the other is null.
  std::uint64_t places_ = 1024;  // a power of two
  std::unique_ptr<std::uint8_t[]> tags_;
  std::unique_ptr<std::uint32_t[]> narrow_;
  std::unique_ptr<std::uint64_t[]> wide_;
};

}  // namespace dokumill::batch
