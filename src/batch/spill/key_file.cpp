#include "batch/spill/key_file.hpp"

#include <algorithm>
#include <array>

#include "base/random.hpp"
#include "base/text/printable.hpp"
#include "batch/spill/spill.hpp"

namespace dokumill::batch {

Result<PositionedFile> PositionedFile::open(Platform& platform, const std::string& path) {
  PositionedFile file(platform, path);
  if (!file.file_.is_open()) return file.failure(file.file_.fd());
  FileInfo info;
  if (const int failed = platform.info(file.file_.fd(), info); failed < 0) {
    return file.failure(failed);
  }
  file.bytes_ = info.bytes;
  return file;
}

Status PositionedFile::read(void* to, std::size_t bytes, std::uint64_t offset) {
  const std::int64_t got = file_.read_at(static_cast<char*>(to), bytes, offset);
  if (got == static_cast<std::int64_t>(bytes)) return {};
  return got < 0 ? failure(got) : damaged();
}

Status PositionedFile::failure(std::int64_t error) const {
  return {ErrorCode::kInput, printable(path_) + ": " + error_text(error)};
}

Status PositionedFile::damaged() const {
  return {ErrorCode::kInput,
          printable(path_) + ": this file is damaged; discard the pieces and run the job again"};
}
namespace {

constexpr std::uint64_t kKeyFileMark = 0x3173'7965'6B6B'6F64U;  // "dokkeys1"

struct KeyFileEnd {
  std::uint64_t runs;
  std::uint64_t buckets;
  std::uint64_t bytes;  // the size of the file
  std::uint64_t mark;
};

// The key of the hash that selects buckets. All processes of a job have the same key. Every job
// draws a new seed, which the author of an input does not know. So the author cannot write an input
// whose records all go to one bucket.
HashKey bucket_key(std::uint64_t seed) {
  constexpr std::uint32_t kUse = 0x6275636BU;  // "buck"
  std::uint32_t number = 0;
  return HashKey([&] {
    const std::array<std::uint32_t, 4> block = philox({number++, 0, 0, kUse}, seed);
    return std::uint64_t{block[1]} << 32 | block[0];
  });
}

Result<KeyFileEnd> read_key_file_end(PositionedFile& file, std::uint64_t buckets) {
  KeyFileEnd end{};
  if (file.bytes() >= sizeof end) {
    Status status = file.read(&end, sizeof end, file.bytes() - sizeof end);
    if (!status.ok()) return status;
  }
  const std::uint64_t most = file.bytes() / sizeof(std::uint64_t);
  const bool is_complete = end.mark == kKeyFileMark && end.bytes == file.bytes();
  if (is_complete && end.buckets == buckets && end.runs <= most) return end;
  return file.damaged();
}

}  // namespace

KeyWriter::KeyWriter(OutputFile file, const Exchange& exchange, std::uint64_t memory_bytes)
    : file_(std::move(file)), hash_key_(bucket_key(exchange.seed)), buckets_(exchange.buckets) {
  // A key takes 56 bytes, and a vector may take twice as much while it grows.
  constexpr std::uint64_t kBytes = 128;
  capacity_ = static_cast<std::size_t>(
      std::clamp<std::uint64_t>(memory_bytes / kBytes, 64, std::uint64_t{1} << 30));
}

Result<KeyWriter> KeyWriter::open(Platform& platform, const Exchange& exchange,
                                  std::uint64_t memory_bytes) {
  Result<OutputFile> file = OutputFile::open(platform, exchange.keys_of(exchange.piece.number), {});
  if (!file.ok()) return file.status();
  return KeyWriter(*std::move(file), exchange, memory_bytes);
}

Status KeyWriter::add(const PackedCells& packed, std::uint64_t record) {
  if (keys_.size() == capacity_) {
    if (Status status = flush(); !status.ok()) return status;
  }
  keys_.push_back({packed, record});
  const std::uint64_t hash = hash_key_.hash(packed);
  bucket_of_.push_back(static_cast<std::uint32_t>((hash >> 32) * buckets_ >> 32));
  return {};
}

Status KeyWriter::flush() {
  runs_.push_back(file_.written_bytes());
  std::vector<std::uint64_t> index(static_cast<std::size_t>(buckets_) + 1);
  for (const std::uint32_t bucket : bucket_of_) ++index[bucket + 1];
  for (std::size_t bucket = 1; bucket < index.size(); ++bucket) index[bucket] += index[bucket - 1];
  if (Status status = file_.write(bytes_of(index)); !status.ok()) return status;
  // Sorts the keys by bucket: order[k] becomes the index in `keys_` of the key that is written at
  // place k. Buckets count from 0 here. Before the loop, index[b] is the place in `order` where
  // bucket b begins. After the loop, it is the place where bucket b ends.
  std::vector<std::uint32_t> order(keys_.size());
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    order[index[bucket_of_[i]]++] = static_cast<std::uint32_t>(i);
  }
  std::vector<FiledKey> block;
  constexpr std::size_t kBlock = 1024;
  for (std::size_t i = 0; i < order.size(); ++i) {
    block.push_back(keys_[order[i]]);
    if (block.size() < kBlock && i + 1 < order.size()) continue;
    if (Status status = file_.write(bytes_of(block)); !status.ok()) return status;
    block.clear();
  }
  keys_.clear();
  bucket_of_.clear();
  return {};
}

Status KeyWriter::commit() {
  if (!keys_.empty()) {
    if (Status status = flush(); !status.ok()) return status;
  }
  if (Status status = file_.write(bytes_of(runs_)); !status.ok()) return status;
  const KeyFileEnd end{runs_.size(), buckets_, file_.written_bytes() + sizeof(KeyFileEnd),
                       kKeyFileMark};
  if (Status status = file_.write(bytes_of(end)); !status.ok()) return status;
  return file_.commit();
}

Status read_keys(Platform& platform, const Exchange& exchange, std::uint64_t number,
                 std::uint64_t bucket, const std::function<Status(const FiledKey&)>& take) {
  Result<PositionedFile> file = PositionedFile::open(platform, exchange.keys_of(number));
  if (!file.ok()) return file.status();
  const Result<KeyFileEnd> end = read_key_file_end(*file, exchange.buckets);
  if (!end.ok()) return end.status();
  const std::uint64_t places =
      file->bytes() - sizeof(KeyFileEnd) - end->runs * sizeof(std::uint64_t);
  std::vector<FiledKey> block(1024);
  for (std::uint64_t run = 0; run < end->runs; ++run) {
    std::uint64_t begin = 0;
    Status status = file->read(&begin, sizeof begin, places + run * sizeof begin);
    if (!status.ok()) return status;
    std::array<std::uint64_t, 2> range{};  // keys [range[0], range[1]) of the run
    status = file->read(range.data(), sizeof range, begin + (bucket - 1) * sizeof(std::uint64_t));
    if (!status.ok()) return status;
    const std::uint64_t keys = begin + (exchange.buckets + 1) * sizeof(std::uint64_t);
    while (range[0] < range[1]) {
      const auto count =
          static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), range[1] - range[0]));
      status =
          file->read(block.data(), count * sizeof(FiledKey), keys + range[0] * sizeof(FiledKey));
      if (!status.ok()) return status;
      for (std::size_t i = 0; i < count; ++i) {
        if (status = take(block[i]); !status.ok()) return status;
      }
      range[0] += count;
    }
  }
  return {};
}

bool has_keys(Platform& platform, const Exchange& exchange, std::uint64_t number) {
  Result<PositionedFile> file = PositionedFile::open(platform, exchange.keys_of(number));
  return file.ok() && read_key_file_end(*file, exchange.buckets).ok();
}

}  // namespace dokumill::batch
