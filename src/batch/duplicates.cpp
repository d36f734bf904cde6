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

std::uint8_t tag_of(std::uint64_t hash) {
  return static_cast<std::uint8_t>((hash >> 57) | 0x80);
}

void fetch(const void* address) {
  __builtin_prefetch(address, 1);
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

DuplicateTable::DuplicateTable(std::uint64_t most_narrow_places)
    : most_narrow_places_(most_narrow_places) {
  build();
}

std::optional<std::uint64_t> DuplicateTable::add(const RecordKey& key, std::uint64_t record) {
  if (size_ >= places_ / 4 * 3) {
    places_ *= 2;
    build();
  }
  if (size_ % kBlockEntries == 0 && size_ / kBlockEntries == blocks_.size()) {
    blocks_.push_back(std::make_unique_for_overwrite<Entry[]>(kBlockEntries));
  }
  const std::uint8_t tag = tag_of(key.hash);
  const std::uint64_t mask = places_ - 1;
  std::uint64_t place = key.hash & mask;
  for (; tags_[place] != 0; place = (place + 1) & mask) {
    if (tags_[place] != tag) continue;
    const Entry& found = entry(narrow_ ? narrow_[place] : wide_[place]);
    if (found.packed == key.packed) return found.record;
  }
  tags_[place] = tag;
  put(place, size_);
  entry(size_) = {key.packed, record};
  ++size_;
  return std::nullopt;
}

void DuplicateTable::prefetch(const RecordKey& key) const {
  const std::uint64_t place = key.hash & (places_ - 1);
  fetch(&tags_[place]);
  if (narrow_) {
    fetch(&narrow_[place]);
  } else {
    fetch(&wide_[place]);
  }
}

void DuplicateTable::put(std::uint64_t place, std::uint64_t number) {
  if (narrow_) {
    narrow_[place] = static_cast<std::uint32_t>(number);
  } else {
    wide_[place] = number;
  }
}

void DuplicateTable::build() {
  const auto places = static_cast<std::size_t>(places_);
  const bool is_narrow = places_ <= most_narrow_places_;
  tags_.reset();
  narrow_.reset();
  wide_.reset();
  tags_ = std::make_unique<std::uint8_t[]>(places);
  if (is_narrow) {
    narrow_ = std::make_unique_for_overwrite<std::uint32_t[]>(places);
  } else {
    wide_ = std::make_unique_for_overwrite<std::uint64_t[]>(places);
  }
  constexpr std::uint64_t kAhead = 16;
  std::array<std::uint64_t, kAhead> hashes{};
  const auto look_ahead = [&](std::uint64_t number) {
    if (number >= size_) return;
    const RecordKey key{mix(entry(number).packed), {}};
    hashes[number % kAhead] = key.hash;
    prefetch(key);
  };
  for (std::uint64_t number = 0; number < kAhead; ++number) look_ahead(number);
  const std::uint64_t mask = places_ - 1;
  for (std::uint64_t number = 0; number < size_; ++number) {
    const std::uint64_t hash = hashes[number % kAhead];
    look_ahead(number + kAhead);
    std::uint64_t place = hash & mask;
    while (tags_[place] != 0) place = (place + 1) & mask;
    tags_[place] = tag_of(hash);
    put(place, number);
  }
}

}  // namespace dokumill::batch
