// sort_by_number(): a sort that can be stopped.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

namespace dokumill::batch {

// Sorts `items` by number_of(item), and allocates nothing. Polls should_stop(); if it returns true,
// returns false at once, and the order of the items is not specified.
//
// First exchanges the items until each is in its bucket, by the first bits of its number, and then
// sorts each bucket:
//
//   buckets   | 0..99    | 100..199 | 200..299 | ...
//   items     | 7 12 3 _ | 104 _ _  | _ _ _    |        `_`: not in its bucket yet
//
// Numbers that are spread evenly, such as those of random records, give buckets of equal size. If
// all numbers are in one bucket, its sort is not stopped.
template <class Item, class NumberOf>
bool sort_by_number(std::span<Item> items, const NumberOf& number_of,
                    const std::function<bool()>& should_stop) {
  constexpr int kBucketBits = 10;
  constexpr std::size_t kBuckets = std::size_t{1} << kBucketBits;
  constexpr std::size_t kPollEvery = 4096;
  std::size_t polls = 0;
  const auto is_stopped = [&] { return ++polls % kPollEvery == 0 && should_stop(); };
  std::uint64_t largest = 0;
  for (const Item& item : items) {
    largest = std::max<std::uint64_t>(largest, number_of(item));
    if (is_stopped()) return false;
  }
  const int shift = std::max(static_cast<int>(std::bit_width(largest)) - kBucketBits, 0);
  const auto bucket_of = [&](const Item& item) {
    return static_cast<std::size_t>(number_of(item) >> shift);
  };
  std::array<std::size_t, kBuckets> begins{};  // the next place of each bucket
  std::array<std::size_t, kBuckets> ends{};
  for (const Item& item : items) {
    ++ends[bucket_of(item)];
    if (is_stopped()) return false;
  }
  for (std::size_t bucket = 1; bucket < kBuckets; ++bucket) {
    begins[bucket] = ends[bucket - 1];
    ends[bucket] += ends[bucket - 1];
  }
  for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
    while (begins[bucket] != ends[bucket]) {
      const std::size_t wanted = bucket_of(items[begins[bucket]]);
      if (wanted == bucket) {
        ++begins[bucket];
      } else {
        std::swap(items[begins[bucket]], items[begins[wanted]++]);
      }
      if (is_stopped()) return false;
    }
  }
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    std::ranges::sort(items.subspan(begin, end - begin), {}, number_of);
    begin = end;
    if (should_stop()) return false;
  }
  return true;
}

}  // namespace dokumill::batch
