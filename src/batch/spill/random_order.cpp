#include "batch/spill/random_order.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>

namespace dokumill::batch {
namespace {

constexpr int kKeyBits = 64;

Status order_stopped() {
  return {ErrorCode::kInterrupted, "interrupted"};
}

}  // namespace

// Polls should_stop(), but only at every kStopEvery-th call. Loops over records that write nothing
// call it for each record.
struct RandomOrder::Poll {
  const std::function<bool()>& should_stop;
  std::uint64_t calls = 0;

  bool operator()() {
    constexpr std::uint64_t kStopEvery = 256;
    return calls++ % kStopEvery == 0 && should_stop && should_stop();
  }
};

// Collects texts into pieces that are large enough for a write.
struct RandomOrder::Output {
  const std::function<Status(std::string_view)>& write;
  const std::function<bool()>& should_stop;
  std::size_t piece_bytes;
  Poll poll{should_stop};
  std::string piece = {};

  Status add(std::string_view text) {
    piece += text;
    return piece.size() < piece_bytes ? Status() : flush();
  }
  Status flush() {
    if (should_stop()) return order_stopped();
    if (piece.empty()) return {};
    Status status = write(piece);
    piece.clear();
    return status;
  }
};

RandomOrder::Sizes RandomOrder::Sizes::of(std::uint64_t memory_bytes) {
  constexpr std::uint64_t kMostStreams = 64;
  constexpr std::uint64_t kFewestStreams = 4;
  // This limit is more than the memory of any machine, and small enough that sums of sizes fit into
  // 64 bits.
  memory_bytes = std::min(memory_bytes, std::uint64_t{1} << 56);
  const std::uint64_t for_blocks = memory_bytes / 8;
  const std::uint64_t block = std::clamp<std::uint64_t>(
      std::bit_floor(for_blocks / kMostStreams), std::uint64_t{1} << 11, std::uint64_t{1} << 20);
  const std::uint64_t streams =
      std::bit_floor(std::clamp(for_blocks / block, kFewestStreams, kMostStreams));
  // One block for each stream, one for reading, one for the output, and one for the last block of
  // the table.
  const std::uint64_t buffers = (streams + 3) * block;
  return {memory_bytes - std::min(buffers, memory_bytes / 2), static_cast<std::size_t>(block),
          std::countr_zero(streams)};
}

std::uint64_t RandomOrder::Table::bytes_of(std::uint64_t text_bytes) {
  return sizeof(TextHeader) + text_bytes + sizeof(Entry);
}

void RandomOrder::Table::clear() {
  blocks_.clear();
  bytes_ = count_ = 0;
}

char* RandomOrder::Table::add(std::uint64_t key, std::uint32_t text_bytes) {
  const std::size_t need = sizeof(TextHeader) + text_bytes;
  if (blocks_.empty() || blocks_.back().size - blocks_.back().used < need) {
    // The rest of the last block stays empty. It counts as used memory, too.
    if (!blocks_.empty()) bytes_ += blocks_.back().size - blocks_.back().used;
    add_block(std::max(block_bytes_, need));
  }
  Block& block = blocks_.back();
  char* const at = block.bytes.get() + block.used;
  const TextHeader header{key, text_bytes};
  std::memcpy(at, &header, sizeof header);
  block.used += need;
  bytes_ += bytes_of(text_bytes);
  ++count_;
  return at + sizeof(TextHeader);
}

template <class Take>
Status RandomOrder::Table::each(const Take& take) const {
  for (const Block& block : blocks_) {
    const char* const begin = block.bytes.get();
    for (std::size_t at = 0; at < block.used;) {
      TextHeader header{};
      std::memcpy(&header, begin + at, sizeof header);
      at += sizeof header;
      Status status = take(header.number, std::string_view(begin + at, header.text_bytes));
      if (!status.ok()) return status;
      at += header.text_bytes;
    }
  }
  return {};
}

// First distributes the records over buckets, by the first bits of their keys, and then sorts each
// bucket. So the sort can be stopped between two buckets.
Result<std::unique_ptr<RandomOrder::Table::Entry[]>> RandomOrder::Table::sort(
    int used_bits, Output& output) const {
  constexpr int kMostBucketBits = 12;
  constexpr std::uint64_t kBucketRecords = 256;  // fewer records are sorted in no time
  const int bits =
      std::clamp(static_cast<int>(std::bit_width(count_ / kBucketRecords)), 1, kMostBucketBits);
  const int shift = std::min(used_bits, kKeyBits - 1);
  const auto bucket_of = [shift, bits](std::uint64_t key) {
    return static_cast<std::size_t>(key << shift >> (kKeyBits - bits));
  };
  std::vector<std::size_t> ends((std::size_t{1} << bits) + 1);
  Status status = each([&](std::uint64_t key, std::string_view) {
    ++ends[bucket_of(key) + 1];
    return output.poll() ? order_stopped() : Status();
  });
  if (!status.ok()) return status;
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  // The memory is not cleared here: for gigabytes, that would take longer than a stop may.
  auto entries = std::make_unique_for_overwrite<Entry[]>(static_cast<std::size_t>(count_));
  std::uint32_t order = 0;
  // From here on, ends[b] is the end of bucket b so far. At last, it is the begin of bucket b + 1.
  status = each([&](std::uint64_t key, std::string_view text) {
    entries[ends[bucket_of(key)]++] = {key, text.data(), static_cast<std::uint32_t>(text.size()),
                                       order++};
    return output.poll() ? order_stopped() : Status();
  });
  Entry* begin = entries.get();
  for (std::size_t bucket = 0; bucket + 1 < ends.size() && status.ok(); ++bucket) {
    Entry* const end = entries.get() + ends[bucket];
    std::sort(begin, end, [](const Entry& a, const Entry& b) {
      return a.key != b.key ? a.key < b.key : a.order < b.order;
    });
    begin = end;
    if (output.should_stop()) status = order_stopped();
  }
  if (!status.ok()) return status;
  return entries;
}

RandomOrder::RandomOrder(Platform& platform, const Sizes& sizes)
    : sizes_(sizes), spill_(platform, sizes.block_bytes), table_(sizes.block_bytes) {}

// The number of records is limited because Entry::order has 32 bits.
bool RandomOrder::fits(std::uint64_t bytes, std::uint64_t records) const {
  return bytes <= sizes_.table_bytes && records <= std::numeric_limits<std::uint32_t>::max();
}

Status RandomOrder::add(std::uint64_t key, std::string_view text,
                        const std::function<bool()>& should_stop) {
  bytes_ += sizeof(TextHeader) + text.size();
  if (parts_.empty()) {
    const std::uint64_t bytes = table_.bytes() + Table::bytes_of(text.size());
    if (table_.is_empty() || fits(bytes, bytes / Table::bytes_of(0))) {
      char* const to = table_.add(key, static_cast<std::uint32_t>(text.size()));
      std::memcpy(to, text.data(), text.size());
      return {};
    }
    parts_.resize(std::size_t{1} << sizes_.stream_bits);
    if (Status status = move_table(parts_, should_stop); !status.ok()) return status;
  }
  return append(parts_, 0, key, text);
}

Status RandomOrder::append(Parts& parts, int used_bits, std::uint64_t key, std::string_view text) {
  const auto part = static_cast<std::size_t>(key << used_bits >> (kKeyBits - sizes_.stream_bits));
  const TextHeader header{key, static_cast<std::uint32_t>(text.size())};
  ++parts[part].records;
  Status status = spill_.append(parts[part].stream, bytes_of(header));
  return status.ok() ? spill_.append(parts[part].stream, text) : status;
}

Status RandomOrder::move_table(Parts& parts, const std::function<bool()>& should_stop) {
  Poll poll{should_stop};
  Status status = table_.each([&](std::uint64_t key, std::string_view text) {
    return poll() ? order_stopped() : append(parts, 0, key, text);
  });
  table_.clear();
  return status;
}

Status RandomOrder::finish(const std::function<Status(std::string_view)>& write,
                           const std::function<bool()>& should_stop) {
  Output output{write, should_stop, std::min<std::size_t>(sizes_.block_bytes, 1 << 18)};
  Status status =
      parts_.empty() ? write_table(0, output) : write_parts(parts_, sizes_.stream_bits, output);
  return status.ok() ? output.flush() : status;
}

Status RandomOrder::write_table(int used_bits, Output& output) {
  const Result<std::unique_ptr<Table::Entry[]>> entries = table_.sort(used_bits, output);
  if (!entries.ok()) return entries.status();
  for (std::uint64_t i = 0; i < table_.count(); ++i) {
    const Table::Entry& entry = (*entries)[i];
    if (Status status = output.add({entry.text, entry.bytes}); !status.ok()) return status;
    done_ += sizeof(TextHeader) + entry.bytes;
  }
  table_.clear();
  return {};
}

Status RandomOrder::load(const Part& part, Output& output) {
  SpillReader reader(spill_, part.stream);
  table_.reserve(part.stream.bytes);
  while (reader.left() != 0) {
    if (output.poll()) return order_stopped();
    TextHeader header{};
    if (Status status = reader.read(&header, sizeof header); !status.ok()) return status;
    char* const to = table_.add(header.number, header.text_bytes);
    if (Status status = reader.read(to, header.text_bytes); !status.ok()) return status;
  }
  return {};
}

Status RandomOrder::write_parts(Parts& parts, int used_bits, Output& output) {
  for (Part& part : parts) {
    if (Status status = spill_.close(part.stream); !status.ok()) return status;
  }
  for (Part& part : parts) {
    const std::uint64_t index_bytes = part.records * sizeof(Table::Entry);
    // A part cannot be divided if it has a single record, or if all its keys are equal. Such a part
    // is sorted in memory, even if it exceeds the memory limit.
    const bool is_last = part.records <= 1 || used_bits >= kKeyBits;
    Status status;
    if (is_last || fits(part.stream.bytes + index_bytes, part.records)) {
      status = load(part, output);
      if (status.ok()) status = write_table(used_bits, output);
    } else {
      Parts divided(std::size_t{1} << sizes_.stream_bits);
      status = divide(part, used_bits, divided, output);
      part.stream = {};
      if (status.ok()) status = write_parts(divided, used_bits + sizes_.stream_bits, output);
    }
    if (!status.ok()) return status;
    part.stream = {};
  }
  return {};
}

Status RandomOrder::divide(const Part& part, int used_bits, Parts& parts, Output& output) {
  SpillReader reader(spill_, part.stream);
  std::string text;
  while (reader.left() != 0) {
    if (output.poll()) return order_stopped();
    TextHeader header{};
    if (Status status = reader.read(&header, sizeof header); !status.ok()) return status;
    text.resize(header.text_bytes);
    if (Status status = reader.read(text.data(), text.size()); !status.ok()) return status;
    if (Status status = append(parts, used_bits, header.number, text); !status.ok()) return status;
  }
  return {};
}

}  // namespace dokumill::batch
