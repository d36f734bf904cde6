#include "batch/spill/record_order.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>

namespace dokumill::batch {
namespace {

constexpr int kNumberBits = 64;

// The number that 8 bytes of a rest stand for. Bytes beyond its end are 0.
std::uint64_t number_at(std::string_view rest, std::size_t place) {
  std::uint64_t number = 0;
  for (std::size_t i = place; i < place + sizeof number; ++i) {
    number = number << 8 | (i < rest.size() ? static_cast<unsigned char>(rest[i]) : 0U);
  }
  return number;
}

Status order_stopped() {
  return {ErrorCode::kInterrupted, "interrupted"};
}

}  // namespace

// Polls should_stop(), but only at every kStopEvery-th call. Loops over records that write nothing
// call it for each record.
struct RecordOrder::Poll {
  const std::function<bool()>& should_stop;
  std::uint64_t calls = 0;

  bool operator()() {
    constexpr std::uint64_t kStopEvery = 256;
    return calls++ % kStopEvery == 0 && should_stop && should_stop();
  }
};

// Collects texts into pieces that are large enough for a write.
struct RecordOrder::Output {
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

OrderKey OrderKey::of(std::string_view bytes) {
  const std::size_t in_number = std::min(bytes.size(), sizeof(std::uint64_t));
  return {number_at(bytes, 0), bytes.substr(in_number, kMaxRestBytes)};
}

RecordOrder::Sizes RecordOrder::Sizes::of(std::uint64_t memory_bytes) {
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

RecordOrder::Stored RecordOrder::split(std::string_view stored, Keys keys) {
  if (keys == Keys::kNumbers) return {{}, stored};
  std::uint16_t rest_bytes = 0;
  std::memcpy(&rest_bytes, stored.data(), sizeof rest_bytes);
  stored.remove_prefix(sizeof rest_bytes);
  return {stored.substr(0, rest_bytes), stored.substr(rest_bytes)};
}

std::uint64_t RecordOrder::Table::bytes_of(std::uint64_t text_bytes) {
  return sizeof(TextHeader) + text_bytes + sizeof(Entry);
}

void RecordOrder::Table::clear() {
  blocks_.clear();
  bytes_ = count_ = 0;
  bits_ = {};
}

char* RecordOrder::Table::add(std::uint64_t number, std::uint32_t text_bytes) {
  const std::size_t need = sizeof(TextHeader) + text_bytes;
  if (blocks_.empty() || blocks_.back().size - blocks_.back().used < need) {
    // The rest of the last block stays empty. It counts as used memory, too.
    if (!blocks_.empty()) bytes_ += blocks_.back().size - blocks_.back().used;
    add_block(std::max(block_bytes_, need));
  }
  Block& block = blocks_.back();
  char* const at = block.bytes.get() + block.used;
  const TextHeader header{number, text_bytes};
  std::memcpy(at, &header, sizeof header);
  block.used += need;
  bytes_ += bytes_of(text_bytes);
  ++count_;
  bits_.add(number);
  return at + sizeof(TextHeader);
}

template <class Take>
Status RecordOrder::Table::each(const Take& take) const {
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

// First distributes the records over buckets, by the first bits in which their numbers differ, and
// then sorts each bucket. So the sort can be stopped between two buckets.
Result<std::unique_ptr<RecordOrder::Table::Entry[]>> RecordOrder::Table::sort(
    Keys keys, Output& output) const {
  constexpr int kMostBucketBits = 12;
  constexpr std::uint64_t kBucketRecords = 256;  // fewer records are sorted in no time
  const int bits =
      std::clamp(static_cast<int>(std::bit_width(count_ / kBucketRecords)), 1, kMostBucketBits);
  const int shift = std::min(bits_.count(), kNumberBits - 1);
  const auto bucket_of = [shift, bits](std::uint64_t number) {
    return static_cast<std::size_t>(number << shift >> (kNumberBits - bits));
  };
  std::vector<std::size_t> ends((std::size_t{1} << bits) + 1);
  Status status = each([&](std::uint64_t number, std::string_view) {
    ++ends[bucket_of(number) + 1];
    return output.poll() ? order_stopped() : Status();
  });
  if (!status.ok()) return status;
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  // The memory is not cleared here: for gigabytes, that would take longer than a stop may.
  auto entries = std::make_unique_for_overwrite<Entry[]>(static_cast<std::size_t>(count_));
  std::uint32_t order = 0;
  // From here on, ends[b] is the end of bucket b so far. At last, it is the begin of bucket b + 1.
  status = each([&](std::uint64_t number, std::string_view text) {
    entries[ends[bucket_of(number)]++] = {number, text.data(),
                                          static_cast<std::uint32_t>(text.size()), order++};
    return output.poll() ? order_stopped() : Status();
  });
  const auto is_before = [keys](const Entry& a, const Entry& b) {
    if (a.number != b.number) return a.number < b.number;
    if (keys == Keys::kHaveRests) {
      const int rests =
          split({a.text, a.bytes}, keys).rest.compare(split({b.text, b.bytes}, keys).rest);
      if (rests != 0) return rests < 0;
    }
    return a.order < b.order;
  };
  Entry* begin = entries.get();
  for (std::size_t bucket = 0; bucket + 1 < ends.size() && status.ok(); ++bucket) {
    Entry* const end = entries.get() + ends[bucket];
    // Keys with few values make large buckets that are in order already.
    if (!std::is_sorted(begin, end, is_before)) std::sort(begin, end, is_before);
    begin = end;
    if (output.should_stop()) status = order_stopped();
  }
  if (!status.ok()) return status;
  return entries;
}

RecordOrder::RecordOrder(Platform& platform, const Sizes& sizes, Keys keys)
    : sizes_(sizes), keys_(keys), spill_(platform, sizes.block_bytes), table_(sizes.block_bytes) {}

// The number of records is limited because Entry::order has 32 bits.
bool RecordOrder::fits(std::uint64_t bytes, std::uint64_t records) const {
  return bytes <= sizes_.table_bytes && records <= std::numeric_limits<std::uint32_t>::max();
}

Status RecordOrder::add(const OrderKey& key, std::string_view text,
                        const std::function<bool()>& should_stop) {
  std::string_view stored = text;
  if (keys_ == Keys::kHaveRests) {
    const auto rest_bytes = static_cast<std::uint16_t>(key.rest.size());
    stored_.assign(bytes_of(rest_bytes)).append(key.rest).append(text);
    stored = stored_;
  }
  bytes_ += sizeof(TextHeader) + stored.size();
  if (parts_.empty()) {
    const std::uint64_t bytes = table_.bytes() + Table::bytes_of(stored.size());
    if (table_.is_empty() || fits(bytes, bytes / Table::bytes_of(0))) {
      char* const to = table_.add(key.number, static_cast<std::uint32_t>(stored.size()));
      std::memcpy(to, stored.data(), stored.size());
      return {};
    }
    parts_.resize(std::size_t{1} << sizes_.stream_bits);
    if (Status status = move_table(parts_, should_stop); !status.ok()) return status;
  }
  return append(parts_, 0, key.number, stored);
}

Status RecordOrder::append(Parts& parts, int used_bits, std::uint64_t number,
                           std::string_view stored) {
  const int shift = kNumberBits - sizes_.stream_bits;
  Part& part = parts[static_cast<std::size_t>(number << used_bits >> shift)];
  const TextHeader header{number, static_cast<std::uint32_t>(stored.size())};
  ++part.records;
  part.bits.add(number);
  part.longest_rest = std::max(part.longest_rest, split(stored, keys_).rest.size());
  Status status = spill_.append(part.stream, bytes_of(header));
  return status.ok() ? spill_.append(part.stream, stored) : status;
}

Status RecordOrder::move_table(Parts& parts, const std::function<bool()>& should_stop) {
  Poll poll{should_stop};
  Status status = table_.each([&](std::uint64_t number, std::string_view stored) {
    return poll() ? order_stopped() : append(parts, 0, number, stored);
  });
  table_.clear();
  return status;
}

Status RecordOrder::finish(const std::function<Status(std::string_view)>& write,
                           const std::function<bool()>& should_stop) {
  Output output{write, should_stop, std::min<std::size_t>(sizes_.block_bytes, 1 << 18)};
  Status status = parts_.empty() ? write_table(output) : write_parts(parts_, 0, output);
  return status.ok() ? output.flush() : status;
}

Status RecordOrder::write_record(std::string_view stored, Output& output) {
  done_ += sizeof(TextHeader) + stored.size();
  return output.add(split(stored, keys_).text);
}

Status RecordOrder::write_table(Output& output) {
  const Result<std::unique_ptr<Table::Entry[]>> entries = table_.sort(keys_, output);
  if (!entries.ok()) return entries.status();
  for (std::uint64_t i = 0; i < table_.count(); ++i) {
    const Table::Entry& entry = (*entries)[i];
    if (Status status = write_record({entry.text, entry.bytes}, output); !status.ok()) {
      return status;
    }
  }
  table_.clear();
  return {};
}

Status RecordOrder::load(const Part& part, Output& output) {
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

template <class Take>
Status RecordOrder::each(const Part& part, Output& output, const Take& take) {
  SpillReader reader(spill_, part.stream);
  std::string stored;
  while (reader.left() != 0) {
    if (output.poll()) return order_stopped();
    TextHeader header{};
    if (Status status = reader.read(&header, sizeof header); !status.ok()) return status;
    stored.resize(header.text_bytes);
    if (Status status = reader.read(stored.data(), stored.size()); !status.ok()) return status;
    if (Status status = take(header.number, stored); !status.ok()) return status;
  }
  return {};
}

Status RecordOrder::write_parts(Parts& parts, std::size_t used_rest, Output& output) {
  for (Part& part : parts) {
    if (Status status = spill_.close(part.stream); !status.ok()) return status;
  }
  for (Part& part : parts) {
    if (Status status = write_part(part, used_rest, output); !status.ok()) return status;
    part.stream = {};
  }
  return {};
}

Status RecordOrder::write_part(Part& part, std::size_t used_rest, Output& output) {
  if (fits(part.stream.bytes + part.records * sizeof(Table::Entry), part.records)) {
    Status status = load(part, output);
    return status.ok() ? write_table(output) : status;
  }
  const bool has_equal_numbers = part.bits.count() == kNumberBits;
  const bool has_equal_keys = has_equal_numbers && used_rest >= part.longest_rest;
  if (has_equal_keys || part.records == 1) {
    return each(part, output, [&](std::uint64_t, std::string_view stored) {
      return write_record(stored, output);
    });
  }
  Parts divided(std::size_t{1} << sizes_.stream_bits);
  const int used_bits = has_equal_numbers ? 0 : part.bits.count();
  Status status = each(part, output, [&](std::uint64_t number, std::string_view stored) {
    if (has_equal_numbers) number = number_at(split(stored, keys_).rest, used_rest);
    return append(divided, used_bits, number, stored);
  });
  part.stream = {};
  if (!status.ok()) return status;
  return write_parts(divided, has_equal_numbers ? used_rest + sizeof(std::uint64_t) : used_rest,
                     output);
}

}  // namespace dokumill::batch
