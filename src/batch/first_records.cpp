#include "batch/first_records.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <utility>

namespace dokumill::batch {
namespace {

const Status& interrupted() {
  static const Status status(ErrorCode::kInterrupted, "interrupted");
  return status;
}

// A number from 0 to `streams` - 1, another function of the hash in each round. The hash is keyed,
// so that nobody can choose records that all go to one stream. (The finalizer of
// SplitMix64: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators",
// 2014.)
std::size_t stream_of(std::uint64_t hash, int round, std::size_t streams) {
  hash += static_cast<std::uint64_t>(round) * 0x9E3779B97F4A7C15U;
  hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9U;
  hash = (hash ^ (hash >> 27)) * 0x94D049BB133111EBU;
  hash ^= hash >> 31;
  return static_cast<std::size_t>((hash >> 32) * streams >> 32);
}

template <class T>
std::string_view bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

}  // namespace

FirstRecords::Sizes FirstRecords::Sizes::of(std::uint64_t memory_bytes) {
  constexpr std::uint64_t kMostStreams = 64;
  constexpr std::uint64_t kLeastStreams = 4;
  // More than any machine has, and so little that sums of sizes keep to 64 bits.
  memory_bytes = std::min(memory_bytes, std::uint64_t{1} << 56);
  const std::uint64_t for_blocks = memory_bytes / 8;
  const std::uint64_t block = std::clamp<std::uint64_t>(
      std::bit_floor(for_blocks / kMostStreams), std::uint64_t{1} << 11, std::uint64_t{1} << 20);
  const std::uint64_t fan_out = std::clamp(for_blocks / block, kLeastStreams, kMostStreams);
  // One block for the texts, one to read, one for repetitions.
  const std::uint64_t buffers = (fan_out + 3) * block;
  // The bits take the table's place. Numbers in a range have 32 bits.
  const std::uint64_t range =
      std::clamp<std::uint64_t>(memory_bytes / 2 * 8, 64, std::uint64_t{1} << 32);
  return {memory_bytes - std::min(buffers, memory_bytes / 2), static_cast<std::size_t>(block),
          static_cast<std::size_t>(fan_out), range};
}

FirstRecords::FirstRecords(Platform& platform, const HashKey& hash_key, const Sizes& sizes)
    : hash_key_(hash_key), sizes_(sizes), spill_(platform, sizes.block_bytes) {
  table_.emplace(hash_key_, sizes.table_bytes);
}

Result<FirstRecords::Verdict> FirstRecords::add(const RecordKey& key, std::string_view text) {
  if (texts_count_ == 0 && table_->has_room()) {
    if (!table_->add(key, 0)) return Verdict::kFirst;
    ++repeated_;
    return Verdict::kRepeated;
  }
  if (table_->find(key)) {
    ++repeated_;
    return Verdict::kRepeated;
  }
  if (Status status = put_aside(keys_, 0, key, texts_count_); !status.ok()) return status;
  if (Status status = put_text(text); !status.ok()) return status;
  return Verdict::kPutAside;
}

Result<FirstRecords::Verdict> FirstRecords::add_kept(std::string_view text) {
  if (texts_count_ == 0) return Verdict::kFirst;
  if (Status status = put_text(text); !status.ok()) return status;
  return Verdict::kPutAside;
}

Status FirstRecords::put_aside(std::vector<Keys>& streams, int round, const RecordKey& key,
                               std::uint64_t number) {
  if (streams.empty()) {
    streams.resize(sizes_.fan_out);
    for (Keys& keys : streams) keys.round = round + 1;
  }
  const Entry entry{key.packed, number};
  return spill_.append(streams[stream_of(key.hash, round, streams.size())].stream, bytes_of(entry));
}

Status FirstRecords::put_text(std::string_view text) {
  ++texts_count_;
  const auto size = static_cast<std::uint32_t>(text.size());
  if (Status status = spill_.append(texts_, bytes_of(size)); !status.ok()) return status;
  return spill_.append(texts_, text);
}

Status FirstRecords::close(std::vector<Keys>& streams) {
  for (Keys& keys : streams) {
    if (Status status = spill_.close(keys.stream); !status.ok()) return status;
  }
  return {};
}

Status FirstRecords::finish(const std::function<Status(std::string_view)>& write,
                            const std::function<bool()>& should_stop) {
  if (texts_count_ == 0) return {};
  if (Status status = spill_.close(texts_); !status.ok()) return status;
  if (Status status = close(keys_); !status.ok()) return status;
  // The last one first, so that few wait.
  std::vector<Keys> pending = std::exchange(keys_, {});
  while (!pending.empty()) {
    const Keys keys = std::move(pending.back());
    pending.pop_back();
    if (Status status = settle(keys, pending, should_stop); !status.ok()) return status;
  }
  table_.reset();
  for (SpillStream& stream : repetitions_) {
    if (Status status = spill_.close(stream); !status.ok()) return status;
  }
  SpillReader texts(spill_, texts_);
  for (std::uint64_t range = 0; range * sizes_.range_records < texts_count_; ++range) {
    Status status = write_range(range, texts, write, should_stop);
    if (!status.ok()) return status;
  }
  return {};
}

Status FirstRecords::settle(const Keys& keys, std::vector<Keys>& pending,
                            const std::function<bool()>& should_stop) {
  constexpr std::size_t kAtOnce = 64;
  std::array<Entry, kAtOnce> entries;
  std::array<std::uint64_t, kAtOnce> hashes;
  table_.reset();
  table_.emplace(hash_key_, sizes_.table_bytes);
  std::vector<Keys> further;
  bool is_full = false;
  SpillReader reader(spill_, keys.stream);
  while (reader.left() != 0) {
    if (should_stop()) return interrupted();
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(kAtOnce, reader.left() / sizeof(Entry)));
    if (Status status = reader.read(entries.data(), count * sizeof(Entry)); !status.ok()) {
      return status;
    }
    for (std::size_t i = 0; i < count; ++i) {
      hashes[i] = hash_key_.hash(entries[i].packed);
      table_->prefetch({hashes[i], {}});
    }
    for (std::size_t i = 0; i < count; ++i) {
      const RecordKey key{hashes[i], entries[i].packed};
      is_full = is_full || !table_->has_room();
      const bool is_known =
          is_full ? table_->find(key).has_value() : table_->add(key, 0).has_value();
      Status status;
      if (is_known) {
        status = mark_repeated(entries[i].number);
      } else if (is_full) {
        status = put_aside(further, keys.round, key, entries[i].number);
      }
      if (!status.ok()) return status;
    }
  }
  if (Status status = close(further); !status.ok()) return status;
  for (Keys& more : further) {
    if (more.stream.bytes != 0) pending.push_back(std::move(more));
  }
  return {};
}

Status FirstRecords::mark_repeated(std::uint64_t number) {
  ++repeated_;
  const auto range = static_cast<std::size_t>(number / sizes_.range_records);
  if (range >= repetitions_.size()) repetitions_.resize(range + 1);
  const auto in_range = static_cast<std::uint32_t>(number % sizes_.range_records);
  return spill_.append(repetitions_[range], bytes_of(in_range));
}

Status FirstRecords::write_range(std::uint64_t range, SpillReader& texts,
                                 const std::function<Status(std::string_view)>& write,
                                 const std::function<bool()>& should_stop) {
  const std::uint64_t records =
      std::min(sizes_.range_records, texts_count_ - range * sizes_.range_records);
  std::vector<bool> is_repeated(static_cast<std::size_t>(records));
  if (range < repetitions_.size()) {
    SpillReader numbers(spill_, repetitions_[static_cast<std::size_t>(range)]);
    while (numbers.left() != 0) {
      std::uint32_t number = 0;
      if (Status status = numbers.read(&number, sizeof number); !status.ok()) return status;
      is_repeated[number] = true;
    }
  }
  constexpr std::size_t kWriteBytes = std::size_t{1} << 18;
  const std::size_t enough = std::min(kWriteBytes, sizes_.block_bytes);
  std::string text;
  for (std::uint64_t record = 0; record < records; ++record) {
    std::uint32_t size = 0;
    if (Status status = texts.read(&size, sizeof size); !status.ok()) return status;
    const std::size_t before = text.size();
    text.resize(before + size);
    if (Status status = texts.read(text.data() + before, size); !status.ok()) return status;
    if (is_repeated[static_cast<std::size_t>(record)]) text.resize(before);
    if (text.size() < enough && record + 1 < records) continue;
    if (should_stop()) return interrupted();
    if (text.empty()) continue;
    if (Status status = write(text); !status.ok()) return status;
    text.clear();
  }
  return {};
}

}  // namespace dokumill::batch
