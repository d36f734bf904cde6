#include "batch/spill/duplicates.hpp"

#include <algorithm>
#include <bit>

#include "base/work_count.hpp"

namespace dokumill::batch {
namespace {

std::uint8_t tag_of(std::uint64_t hash) {
  return static_cast<std::uint8_t>((hash >> 57) | 0x80);
}

void fetch(const void* address) {
  __builtin_prefetch(address, 1);
}

}  // namespace

RecordKey make_key(const HashKey& hash_key, const Grid& grid) {
  const PackedCells packed = pack(grid);
  return {hash_key.hash(packed), packed};
}

int DuplicateTable::block_bits_of(std::uint64_t budget_bytes) {
  constexpr int kFewestBits = 5;
  constexpr int kMostBits = 14;
  const std::uint64_t fitting = budget_bytes / sizeof(Entry) / 16;
  return std::clamp(static_cast<int>(std::bit_width(fitting)) - 1, kFewestBits, kMostBits);
}

DuplicateTable::DuplicateTable(const HashKey& hash_key, std::uint64_t budget_bytes,
                               std::uint64_t most_narrow_places)
    : hash_key_(hash_key),
      most_narrow_places_(most_narrow_places),
      block_bits_(block_bits_of(budget_bytes)),
      capacity_(budget_bytes == kNoBudget ? kNoBudget : capacity_of(budget_bytes)) {
  build();
}

std::uint64_t DuplicateTable::bytes_of_places(std::uint64_t places) const {
  const std::uint64_t number_bytes = places <= most_narrow_places_ ? 4 : 8;
  return places * (1 + number_bytes);
}

std::uint64_t DuplicateTable::capacity_of(std::uint64_t budget_bytes) const {
  const std::uint64_t block_entries = std::uint64_t{1} << block_bits_;
  std::uint64_t capacity = block_entries;
  for (std::uint64_t places = places_; bytes_of_places(places) < budget_bytes; places *= 2) {
    const std::uint64_t for_entries = budget_bytes - bytes_of_places(places);
    const std::uint64_t fitting = for_entries / sizeof(Entry) / block_entries * block_entries;
    capacity = std::max(capacity, std::min(fitting, places / 4 * 3));
  }
  return capacity;
}

std::uint64_t DuplicateTable::place_of(const RecordKey& key) const {
  const std::uint8_t tag = tag_of(key.hash);
  const std::uint64_t mask = places_ - 1;
  std::uint64_t place = key.hash & mask;
  for (; tags_[place] != 0; place = (place + 1) & mask) {
    count_work(1);
    if (tags_[place] == tag && entry(number_at(place)).packed == key.packed) break;
  }
  return place;
}

std::optional<std::uint64_t> DuplicateTable::find(const RecordKey& key) const {
  const std::uint64_t place = place_of(key);
  if (tags_[place] == 0) return std::nullopt;
  return entry(number_at(place)).record;
}

void DuplicateTable::renumber(const RecordKey& key, std::uint64_t record) {
  entry(number_at(place_of(key))).record = record;
}

std::optional<std::uint64_t> DuplicateTable::add(const RecordKey& key, std::uint64_t record) {
  if (size_ >= places_ / 4 * 3) {
    places_ *= 2;
    build();
  }
  const std::uint64_t block_entries = std::uint64_t{1} << block_bits_;
  if (size_ % block_entries == 0 && size_ >> block_bits_ == blocks_.size()) {
    blocks_.push_back(
        std::make_unique_for_overwrite<Entry[]>(static_cast<std::size_t>(block_entries)));
  }
  const std::uint64_t place = place_of(key);
  if (tags_[place] != 0) return entry(number_at(place)).record;
  tags_[place] = tag_of(key.hash);
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
    const RecordKey key{hash_key_.hash(entry(number).packed), {}};
    hashes[number % kAhead] = key.hash;
    prefetch(key);
  };
  for (std::uint64_t number = 0; number < kAhead; ++number) look_ahead(number);
  const std::uint64_t mask = places_ - 1;
  constexpr std::uint64_t kPollEvery = std::uint64_t{1} << 18;  // 5 ms
  for (std::uint64_t number = 0; number < size_; ++number) {
    count_work(1);
    if (number % kPollEvery == kPollEvery - 1 && should_stop_ && should_stop_()) {
      is_stopped_ = true;
      return;
    }
    const std::uint64_t hash = hashes[number % kAhead];
    look_ahead(number + kAhead);
    std::uint64_t place = hash & mask;
    for (; tags_[place] != 0; place = (place + 1) & mask) count_work(1);
    tags_[place] = tag_of(hash);
    put(place, number);
  }
}

}  // namespace dokumill::batch
