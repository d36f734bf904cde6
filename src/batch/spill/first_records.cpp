#include "batch/spill/first_records.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

namespace dokumill::batch {
namespace {

const Status& interrupted() {
  static const Status status(ErrorCode::kInterrupted, "interrupted");
  return status;
}

// Loops over records that write nothing check for a stop after this number of records.
constexpr std::uint64_t kPollEveryKeys = 4096;

}  // namespace

FirstRecords::Sizes FirstRecords::Sizes::of(std::uint64_t memory_bytes) {
  constexpr std::uint64_t kMostStreams = 64;
  constexpr std::uint64_t kLeastStreams = 4;
  // This limit is more than the memory of any machine, and small enough that sums of sizes fit into
  // 64 bits.
  memory_bytes = std::min(memory_bytes, std::uint64_t{1} << 56);
  const std::uint64_t for_blocks = memory_bytes / 8;
  const std::uint64_t block = std::clamp<std::uint64_t>(
      std::bit_floor(for_blocks / kMostStreams), std::uint64_t{1} << 11, std::uint64_t{1} << 20);
  const std::uint64_t fan_out = std::clamp(for_blocks / block, kLeastStreams, kMostStreams);
  // One block for each stream of keys, one for the texts, one for reading, and one for the
  // repetitions.
  const std::uint64_t buffers = (fan_out + 3) * block;
  // write_range() uses one bit for each record of a range. These bits take the memory of the table,
  // which KeySieve::finish() has freed. The number of a record within its range has 32 bits, so a
  // range has at most 2^32 records.
  const std::uint64_t range =
      std::clamp<std::uint64_t>(memory_bytes / 2 * 8, 64, std::uint64_t{1} << 32);
  return {memory_bytes - std::min(buffers, memory_bytes / 2), static_cast<std::size_t>(block),
          static_cast<std::size_t>(fan_out), range};
}

FirstRecords::FirstRecords(Platform& platform, const HashKey& hash_key, const Sizes& sizes,
                           KeySieve::Keep keep)
    : sizes_(sizes),
      spill_(platform, sizes.block_bytes),
      sieve_(hash_key, spill_, sizes.table_bytes, sizes.fan_out, keep) {}

Result<KeySieve::Verdict> FirstRecords::add(const RecordKey& key, std::string_view text) {
  const Result<KeySieve::Answer> answer = sieve_.add(key, texts_count_);
  if (!answer.ok()) return answer.status();
  if (answer->verdict == Verdict::kRepeated) ++repeated_;
  // With a list, a record that is kept can follow others that are put aside.
  if (answer->verdict == Verdict::kFirst) return add_kept(text);
  if (answer->verdict == Verdict::kPutAside) {
    if (Status status = put_text(text); !status.ok()) return status;
  }
  return answer->verdict;
}

Result<KeySieve::Verdict> FirstRecords::add_kept(std::string_view text) {
  if (texts_count_ == 0) {
    kept_texts_ += text.empty() ? 0 : 1;
    return Verdict::kFirst;
  }
  if (Status status = put_text(text); !status.ok()) return status;
  return Verdict::kPutAside;
}

Status FirstRecords::put_text(std::string_view text) {
  ++texts_count_;
  const auto size = static_cast<std::uint32_t>(text.size());
  if (Status status = spill_.append(texts_, bytes_of(size)); !status.ok()) return status;
  return spill_.append(texts_, text);
}

Status FirstRecords::finish(const std::function<Status(std::string_view)>& write,
                            const std::function<bool()>& should_stop) {
  if (texts_count_ == 0) return {};
  if (Status status = spill_.close(texts_); !status.ok()) return status;
  texts_left_ = texts_.bytes;
  const auto mark = [this](std::uint64_t number, std::uint64_t) { return mark_repeated(number); };
  if (Status status = sieve_.finish(mark, should_stop); !status.ok()) return status;
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
    for (std::uint64_t read = 0; numbers.left() != 0; ++read) {
      if (read % kPollEveryKeys == 0 && should_stop()) return interrupted();
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
    texts_done_ += sizeof size + size;
    texts_left_ -= sizeof size + size;
    if (is_repeated[static_cast<std::size_t>(record)]) {
      text.resize(before);
    } else if (size != 0) {
      ++kept_texts_;
    }
    // Repeated records are not written, so the text may stay short for long.
    const bool is_poll_due = record % kPollEveryKeys == kPollEveryKeys - 1;
    if (text.size() < enough && record + 1 < records && !is_poll_due) continue;
    if (should_stop()) return interrupted();
    if (text.empty()) continue;
    if (Status status = write(text); !status.ok()) return status;
    text.clear();
  }
  return {};
}

}  // namespace dokumill::batch
