#include "batch/duplicates.hpp"

namespace dokumill::batch {
namespace {

std::uint64_t mix(const std::array<std::uint64_t, 5>& packed) {
  std::uint64_t hash = 0x9E3779B97F4A7C15U;
  for (const std::uint64_t word : packed) {
    hash = (hash ^ word) * 0xD6E8FEB86659FD93U;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace

RecordKey make_key(const Grid& grid) {
  RecordKey key;
  constexpr int kDigitsAWord = 19;  // 10^19 < 2^64
  for (int cell = 0; cell < kCells; ++cell) {
    std::uint64_t& word = key.packed[static_cast<std::size_t>(cell / kDigitsAWord)];
    word = word * 10 + grid.cells[cell];
  }
  key.hash = mix(key.packed);
  return key;
}

std::optional<std::uint64_t> DuplicateTable::add(const RecordKey& key, std::uint64_t record) {
  if (entries_.size() * 2 >= table_.size()) grow();
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = key.hash & mask;; at = (at + 1) & mask) {
    const std::uint32_t entry = table_[at];
    if (entry == kEmpty) {
      table_[at] = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({key.packed, record});
      return std::nullopt;
    }
    if (entries_[entry].packed == key.packed) return entries_[entry].record;
  }
}

void DuplicateTable::grow() {
  table_.assign(table_.size() * 2, kEmpty);
  const std::size_t mask = table_.size() - 1;
  for (std::size_t entry = 0; entry < entries_.size(); ++entry) {
    std::size_t at = mix(entries_[entry].packed) & mask;
    while (table_[at] != kEmpty) at = (at + 1) & mask;
    table_[at] = static_cast<std::uint32_t>(entry);
  }
}

}  // namespace dokumill::batch
