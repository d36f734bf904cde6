// DuplicateTable: which records equal an earlier one, exactly.
//
// An open-addressing table of entry numbers over a list of packed records; a hit is compared cell
// by cell (packed), never by its hash alone. The numbers have 32 bits while they suffice, and 64
// in tables of more than 2^32 places. Thread safety: one thread at a time. Memory: 48 bytes a
// distinct record and 4 to 16 bytes of table (from 2^31 of them on 16 to 32); while the list grows,
// up to twice that.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "batch/part.hpp"

namespace dokumill::batch {

// Packs a grid (values 0..9) to 19 decimal digits a word, and hashes that.
RecordKey make_key(const Grid& grid);

class DuplicateTable {
 public:
  // Tables are at most half full, so that in one of 2^32 places every number has 32 bits. A test
  // may ask for the wider numbers earlier.
  static constexpr std::uint64_t kMostNarrowPlaces = std::uint64_t{1} << 32;
  explicit DuplicateTable(std::uint64_t most_narrow_places = kMostNarrowPlaces)
      : most_narrow_places_(most_narrow_places), narrow_(1024, kEmpty<std::uint32_t>) {}

  // Adds record number `record`; the number of the equal record before it, if there is one.
  std::optional<std::uint64_t> add(const RecordKey& key, std::uint64_t record);

  // Of the entry numbers in the table as it is now: 32 or 64.
  int number_bits() const { return wide_.empty() ? 32 : 64; }

 private:
  struct Entry {
    std::array<std::uint64_t, 5> packed;
    std::uint64_t record;
  };
  template <class Number>
  static constexpr Number kEmpty = std::numeric_limits<Number>::max();

  template <class Number>
  std::optional<std::uint64_t> add_to(std::vector<Number>& table, const RecordKey& key,
                                      std::uint64_t record);
  void grow();
  // Puts the numbers of all entries into `table`, which is empty.
  template <class Number>
  void fill(std::vector<Number>& table, std::uint64_t places);

  std::uint64_t most_narrow_places_;
  std::vector<Entry> entries_;
  // A power of two of numbers into entries_: one of these, the other is empty.
  std::vector<std::uint32_t> narrow_;
  std::vector<std::uint64_t> wide_;
};

}  // namespace dokumill::batch
