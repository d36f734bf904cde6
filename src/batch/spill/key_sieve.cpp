#include "batch/spill/key_sieve.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace dokumill::batch {
namespace {

// The stream of a key, from 0 to `streams` - 1. Each round uses a different function of the hash.
// The hash is keyed, so an attacker cannot make records that all go to one stream. (The finalizer
// of SplitMix64: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number
// generators", 2014.)
std::size_t stream_of(std::uint64_t hash, int round, std::size_t streams) {
  hash += static_cast<std::uint64_t>(round) * 0x9E3779B97F4A7C15U;
  hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9U;
  hash = (hash ^ (hash >> 27)) * 0x94D049BB133111EBU;
  hash ^= hash >> 31;
  return static_cast<std::size_t>((hash >> 32) * streams >> 32);
}

// The number of all keys of the list.
constexpr std::uint64_t kListed = std::uint64_t{1} << 63;

}  // namespace

KeySieve::KeySieve(const HashKey& hash_key, Spill& spill, std::uint64_t table_bytes,
                   std::size_t fan_out, Keep keep)
    : hash_key_(hash_key),
      spill_(spill),
      table_bytes_(table_bytes),
      fan_out_(fan_out),
      keep_(keep),
      table_(std::make_unique<DuplicateTable>(hash_key, table_bytes)),
      table_keys_(table_->capacity()) {}

KeySieve::Answer KeySieve::decide(const RecordKey& key, std::uint64_t number, bool has_room) {
  const bool wants_listed = keep_ == Keep::kListed && number != kListed;
  const bool adds = has_room && !wants_listed;
  const std::optional<std::uint64_t> first = adds ? table_->add(key, number) : table_->find(key);
  if (wants_listed && first == kListed) {
    table_->renumber(key, number);
    return {};
  }
  if (first) return {Verdict::kRepeated, *first};
  if (!has_room) return {Verdict::kPutAside, 0};
  // With room in the table, all keys of the list are in it, or settled.
  return {wants_listed ? Verdict::kRepeated : Verdict::kFirst, 0};
}

Status KeySieve::add_listed(const RecordKey& key) {
  return add(key, kListed).status();
}

Result<KeySieve::Answer> KeySieve::add(const RecordKey& key, std::uint64_t number) {
  // Once the table is full, it stays full. From then on, for each set of equal records, either the
  // first record is in the table, or all records of the set are put aside.
  const Answer answer = decide(key, number, table_->has_room());
  if (table_->is_stopped()) return Status(ErrorCode::kInterrupted, "interrupted");
  if (answer.verdict != Verdict::kPutAside) return answer;
  if (Status status = put_aside(keys_, 0, key, number); !status.ok()) return status;
  has_put_aside_ = true;
  return answer;
}

Status KeySieve::put_aside(std::vector<Keys>& streams, int round, const RecordKey& key,
                           std::uint64_t number) {
  if (streams.empty()) {
    streams.resize(fan_out_);
    for (Keys& keys : streams) keys.round = round + 1;
  }
  const Entry entry{key.packed, number};
  return spill_.append(streams[stream_of(key.hash, round, streams.size())].stream, bytes_of(entry));
}

Status KeySieve::close(std::vector<Keys>& streams) {
  for (Keys& keys : streams) {
    if (Status status = spill_.close(keys.stream); !status.ok()) return status;
  }
  return {};
}

Status KeySieve::finish(const OnRepeated& on_repeated, const std::function<bool()>& should_stop) {
  if (Status status = close(keys_); !status.ok()) return status;
  // Take the newest stream first, so that few streams are pending.
  std::vector<Keys> pending = std::exchange(keys_, {});
  work_left_ = work_of(pending);
  while (!pending.empty()) {
    const Keys keys = std::move(pending.back());
    pending.pop_back();
    if (Status status = settle(keys, pending, on_repeated, should_stop); !status.ok())
      return status;
    work_left_ = std::min(work_left_, work_of(pending));
  }
  table_.reset();
  return {};
}

std::uint64_t KeySieve::work_of(const std::vector<Keys>& streams) const {
  std::uint64_t work = 0;
  for (const Keys& keys : streams) work += work_of(keys.stream.bytes);
  return work;
}

std::uint64_t KeySieve::work_of(std::uint64_t stream_bytes) const {
  // A round settles as many keys as the table holds and spreads the remaining keys over new
  // streams.
  const std::uint64_t settled = table_keys_ * sizeof(Entry);
  std::uint64_t work = 0;
  std::uint64_t streams = 1;
  std::uint64_t bytes = stream_bytes;
  while (bytes > settled) {
    work += streams * bytes;
    bytes = (bytes - settled) / fan_out_;
    streams *= fan_out_;
  }
  return work + streams * bytes;
}

Status KeySieve::settle(const Keys& keys, std::vector<Keys>& pending, const OnRepeated& on_repeated,
                        const std::function<bool()>& should_stop) {
  constexpr std::size_t kAtOnce = 64;
  std::array<Entry, kAtOnce> entries;
  std::array<std::uint64_t, kAtOnce> hashes;
  table_.reset();
  table_ = std::make_unique<DuplicateTable>(hash_key_, table_bytes_);
  table_->set_stop(should_stop);
  std::vector<Keys> further;
  bool is_full = false;
  SpillReader reader(spill_, keys.stream);
  while (reader.left() != 0) {
    if (should_stop() || table_->is_stopped()) return {ErrorCode::kInterrupted, "interrupted"};
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(kAtOnce, reader.left() / sizeof(Entry)));
    if (Status status = reader.read(entries.data(), count * sizeof(Entry)); !status.ok()) {
      return status;
    }
    work_done_ += count * sizeof(Entry);
    work_left_ -= std::min<std::uint64_t>(work_left_, count * sizeof(Entry));
    for (std::size_t i = 0; i < count; ++i) {
      hashes[i] = hash_key_.hash(entries[i].packed);
      table_->prefetch({hashes[i], {}});
    }
    for (std::size_t i = 0; i < count; ++i) {
      const RecordKey key{hashes[i], entries[i].packed};
      const std::uint64_t number = entries[i].number;
      is_full = is_full || !table_->has_room();
      const Answer answer = decide(key, number, !is_full);
      Status status;
      if (answer.verdict == Verdict::kRepeated && number != kListed) {
        status = on_repeated(number, answer.first);
      } else if (answer.verdict == Verdict::kPutAside) {
        status = put_aside(further, keys.round, key, number);
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

}  // namespace dokumill::batch
