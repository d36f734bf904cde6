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
  if (entries_.size() * 2 >= narrow_.size() + wide_.size()) grow();
  return wide_.empty() ? add_to(narrow_, key, record) : add_to(wide_, key, record);
}

template <class Number>
std::optional<std::uint64_t> DuplicateTable::add_to(std::vector<Number>& table,
                                                    const RecordKey& key, std::uint64_t record) {
  const std::size_t mask = table.size() - 1;
  for (std::size_t at = key.hash & mask;; at = (at + 1) & mask) {
    const Number entry = table[at];
    if (entry == kEmpty<Number>) {
      table[at] = static_cast<Number>(entries_.size());
      entries_.push_back({key.packed, record});
      return std::nullopt;
    }
    const Entry& found = entries_[static_cast<std::size_t>(entry)];
    if (found.packed == key.packed) return found.record;
  }
}

void DuplicateTable::grow() {
  const std::uint64_t places = 2 * std::uint64_t{narrow_.size() + wide_.size()};
  if (places <= most_narrow_places_) {
    fill(narrow_, places);
  } else {
    narrow_ = {};
    fill(wide_, places);
  }
}

template <class Number>
void DuplicateTable::fill(std::vector<Number>& table, std::uint64_t places) {
  table.assign(static_cast<std::size_t>(places), kEmpty<Number>);
  const std::size_t mask = table.size() - 1;
  for (std::size_t entry = 0; entry < entries_.size(); ++entry) {
    std::size_t at = mix(entries_[entry].packed) & mask;
    while (table[at] != kEmpty<Number>) at = (at + 1) & mask;
    table[at] = static_cast<Number>(entry);
  }
}

}  // namespace dokumill::batch
