#include "batch/spill/bucket.hpp"

#include <algorithm>
#include <array>

#include "batch/spill/first_records.hpp"
#include "batch/spill/key_file.hpp"

namespace dokumill::batch {
namespace {

constexpr std::uint64_t kBucketMark = 0x3165'6D61'736B'6F64U;  // "doksame1"

struct BucketEnd {
  std::uint64_t records;  // repetitions that the file lists
  std::uint64_t runs;
  std::uint64_t pairs;
  std::uint64_t repeated;  // all repetitions, even if the file lists none
  std::uint64_t spilled_bytes;
  std::uint64_t mark;

  std::uint64_t bytes() const {
    return (records + runs) * sizeof(std::uint64_t) + pairs * sizeof(DuplicatePair) +
           sizeof(BucketEnd);
  }
};

Result<BucketEnd> read_bucket_end(PositionedFile& file) {
  BucketEnd end{};
  if (file.bytes() >= sizeof end) {
    Status status = file.read(&end, sizeof end, file.bytes() - sizeof end);
    if (!status.ok()) return status;
  }
  // If no number exceeds the size of the file, the sum in bytes() cannot overflow.
  const bool is_possible = std::max({end.records, end.runs, end.pairs}) <= file.bytes();
  if (end.mark == kBucketMark && is_possible && end.bytes() == file.bytes()) return end;
  return file.damaged();
}

// Writes the number (RecordPlace::number()) of each repetition, in the order in which the
// repetitions are found. The numbers form ascending runs. finish() writes the index of the first
// number of each run.
class RepeatWriter {
 public:
  explicit RepeatWriter(OutputFile& file) : file_(file) {}

  Status add(std::uint64_t number) {
    if (records_ == 0 || number < last_) runs_.push_back(records_);
    last_ = number;
    ++records_;
    block_.push_back(number);
    constexpr std::size_t kBlock = 8192;
    return block_.size() < kBlock ? Status() : flush();
  }
  Status finish() {
    if (Status status = flush(); !status.ok()) return status;
    return file_.write(bytes_of(runs_));
  }
  std::uint64_t records() const { return records_; }
  std::uint64_t runs() const { return runs_.size(); }

 private:
  Status flush() {
    Status status = file_.write(bytes_of(block_));
    block_.clear();
    return status;
  }

  OutputFile& file_;
  std::vector<std::uint64_t> block_;
  std::vector<std::uint64_t> runs_;
  std::uint64_t records_ = 0;
  std::uint64_t last_ = 0;
};

// Searches the sorted numbers with the indices [begin, end) in the file. Returns the index of the
// first number that is not below `number`, or `end` if there is no such number.
Result<std::uint64_t> first_place(PositionedFile& file, std::uint64_t begin, std::uint64_t end,
                                  std::uint64_t number) {
  while (begin < end) {
    const std::uint64_t middle = begin + (end - begin) / 2;
    std::uint64_t found = 0;
    Status status = file.read(&found, sizeof found, middle * sizeof found);
    if (!status.ok()) return status;
    if (found < number) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

// Reads the sorted numbers with the indices [begin, end) in the file. Sets is_repeated[N - low] for
// each of these numbers N that is at least `low` and below `high`.
Status mark_run(PositionedFile& file, std::uint64_t begin, std::uint64_t end, std::uint64_t low,
                std::uint64_t high, std::vector<bool>& is_repeated) {
  const Result<std::uint64_t> first = first_place(file, begin, end, low);
  if (!first.ok()) return first.status();
  std::vector<std::uint64_t> block(8192);
  for (std::uint64_t place = *first; place < end; place += block.size()) {
    block.resize(static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), end - place)));
    Status status = file.read(block.data(), block.size() * sizeof(std::uint64_t),
                              place * sizeof(std::uint64_t));
    if (!status.ok()) return status;
    for (const std::uint64_t number : block) {
      if (number < low) return file.damaged();
      if (number >= high) return {};
      const auto record = static_cast<std::size_t>(number - low);
      if (record >= is_repeated.size()) is_repeated.resize(record + 1);
      is_repeated[record] = true;
    }
  }
  return {};
}

}  // namespace

Status settle_bucket(Platform& platform, const Exchange& exchange, std::uint64_t bucket,
                     bool writes_records, std::uint64_t memory_bytes,
                     const std::function<bool()>& should_stop) {
  Result<OutputFile> file = OutputFile::open(platform, exchange.repeats_of(bucket), {});
  if (!file.ok()) return file.status();
  const FirstRecords::Sizes sizes = FirstRecords::Sizes::of(memory_bytes);
  Spill spill(platform, sizes.block_bytes);
  const HashKey hash_key = draw_hash_key(platform);
  KeySieve sieve(hash_key, spill, sizes.table_bytes, sizes.fan_out);
  sieve.set_stop(should_stop);
  FoundDuplicates found;
  RepeatWriter repeats(*file);
  const auto take = [&](std::uint64_t number, std::uint64_t first) {
    ++found.repeated;
    found.pairs.add({first, number});
    return writes_records ? repeats.add(number) : Status();
  };
  constexpr std::uint64_t kPollEvery = 1024;
  std::uint64_t keys = 0;
  for (std::uint64_t piece = 1; piece <= exchange.piece.count; ++piece) {
    Status status =
        read_keys(platform, exchange, piece, bucket, [&](const FiledKey& key) -> Status {
          if (keys++ % kPollEvery == 0 && should_stop()) {
            return {ErrorCode::kInterrupted, "interrupted"};
          }
          const std::uint64_t number = RecordPlace{piece, key.record}.number();
          const auto answer = sieve.add({hash_key.hash(key.packed), key.packed}, number);
          if (!answer.ok()) return answer.status();
          const bool is_repeated = answer->verdict == KeySieve::Verdict::kRepeated;
          return is_repeated ? take(number, answer->first) : Status();
        });
    if (!status.ok()) return status;
  }
  if (Status status = sieve.finish(take, should_stop); !status.ok()) return status;
  if (Status status = repeats.finish(); !status.ok()) return status;
  const std::vector<DuplicatePair>& pairs = found.pairs.pairs();
  if (Status status = file->write(bytes_of(pairs)); !status.ok()) return status;
  const BucketEnd end{repeats.records(), repeats.runs(),     pairs.size(),
                      found.repeated,    spill.file_bytes(), kBucketMark};
  if (Status status = file->write(bytes_of(end)); !status.ok()) return status;
  return file->commit();
}

bool is_settled(Platform& platform, const Exchange& exchange, std::uint64_t bucket) {
  Result<PositionedFile> file = PositionedFile::open(platform, exchange.repeats_of(bucket));
  return file.ok() && read_bucket_end(*file).ok();
}

Status add_found(Platform& platform, const Exchange& exchange, std::uint64_t bucket,
                 FoundDuplicates& found) {
  Result<PositionedFile> file = PositionedFile::open(platform, exchange.repeats_of(bucket));
  if (!file.ok()) return file.status();
  const Result<BucketEnd> end = read_bucket_end(*file);
  if (!end.ok()) return end.status();
  std::vector<DuplicatePair> pairs(static_cast<std::size_t>(end->pairs));
  Status status = file->read(pairs.data(), pairs.size() * sizeof(DuplicatePair),
                             (end->records + end->runs) * sizeof(std::uint64_t));
  if (!status.ok()) return status;
  for (const DuplicatePair& pair : pairs) found.pairs.add(pair);
  found.repeated += end->repeated;
  found.spilled_bytes += end->spilled_bytes;
  return {};
}

Result<std::vector<bool>> read_repeated(Platform& platform, const Exchange& exchange) {
  const std::uint64_t low = RecordPlace{exchange.piece.number, 0}.number();
  const std::uint64_t high = RecordPlace{exchange.piece.number + 1, 0}.number();
  std::vector<bool> is_repeated;
  for (std::uint64_t bucket = 1; bucket <= exchange.buckets; ++bucket) {
    Result<PositionedFile> file = PositionedFile::open(platform, exchange.repeats_of(bucket));
    if (!file.ok()) return file.status();
    const Result<BucketEnd> end = read_bucket_end(*file);
    if (!end.ok()) return end.status();
    std::vector<std::uint64_t> runs(static_cast<std::size_t>(end->runs));
    Status status = file->read(runs.data(), runs.size() * sizeof(std::uint64_t),
                               end->records * sizeof(std::uint64_t));
    if (!status.ok()) return status;
    runs.push_back(end->records);
    for (std::size_t run = 0; run + 1 < runs.size(); ++run) {
      if (runs[run] > runs[run + 1] || runs[run + 1] > end->records) return file->damaged();
      status = mark_run(*file, runs[run], runs[run + 1], low, high, is_repeated);
      if (!status.ok()) return status;
    }
  }
  return is_repeated;
}

}  // namespace dokumill::batch
