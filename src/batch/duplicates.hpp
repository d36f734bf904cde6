// DuplicateTable: which records equal an earlier one, exactly.
//
// An open-addressing table of entry numbers over a list of packed records; a hit is compared cell
// by cell (packed), never by its hash alone. Thread safety: one thread at a time. Memory: 48 bytes
// a distinct record and 4 to 16 bytes of table; while the list grows, up to twice that.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "batch/part.hpp"

namespace dokumill::batch {

// Packs a grid (values 0..9) to 19 decimal digits a word, and hashes that.
RecordKey make_key(const Grid& grid);

class DuplicateTable {
 public:
  DuplicateTable() : table_(1024, kEmpty) {}

  // Adds record number `record`; the number of the equal record before it, if there is one.
  std::optional<std::uint64_t> add(const RecordKey& key, std::uint64_t record);

 private:
  struct Entry {
    std::array<std::uint64_t, 5> packed;
    std::uint64_t record;
  };
  static constexpr std::uint32_t kEmpty = 0xFFFFFFFF;

  void grow();

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> table_;  // a power of two of numbers into entries_
};

}  // namespace dokumill::batch
