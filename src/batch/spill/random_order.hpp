// RandomOrder: sorts the texts of records by random keys. The memory hardly grows with the number
// of records (see "Memory").
//
// Records are kept in memory while they fit. If they do not fit, all records go to streams of a
// temporary file. The first bits of the key select the stream, so each stream has a range of keys.
// finish() reads the streams in order. It sorts a stream that fits into memory. It divides any
// other stream again, by the next bits of the keys. The order does not depend on the memory:
// records are ordered by their keys, and records with equal keys are in the order in which they
// were added.
//
// Memory: the sizes in `Sizes`, and 8 bytes for each block of the temporary file. If a record is
// larger than the memory limit, it is in memory only while no other record is in memory.
// Disk: nothing if all records fit into memory. Otherwise, for each record, its text and 12 bytes,
// and the same number of bytes again each time that its stream is divided.
// Failure: the error of the temporary file. After a failure, nothing can be added.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "batch/spill/spill.hpp"

namespace dokumill::batch {

class RandomOrder {
 public:
  struct Sizes {
    std::uint64_t table_bytes;  // records in memory, with their index
    std::size_t block_bytes;
    int stream_bits;  // a stream is divided into 2^stream_bits streams

    // Sizes that together take at most `memory_bytes`, if that is 64 KiB or more.
    static Sizes of(std::uint64_t memory_bytes);
  };

  RandomOrder(Platform& platform, const Sizes& sizes);

  // Adds a record. When the records no longer fit into memory, moves all of them to the temporary
  // file. Meanwhile, polls `should_stop`; if it returns true, returns kInterrupted. REQUIRES: the
  // text is shorter than 4 GiB.
  Status add(std::uint64_t key, std::string_view text, const std::function<bool()>& should_stop);

  // Passes all texts to `write`, ordered by their keys and in pieces of whole records. Polls
  // `should_stop`; if it returns true, returns kInterrupted.
  Status finish(const std::function<Status(std::string_view)>& write,
                const std::function<bool()>& should_stop);

  // The progress of finish(): the bytes of all records, and of the records written so far.
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t bytes_done() const { return done_; }
  // Bytes written to the temporary file so far.
  std::uint64_t spilled_bytes() const { return spill_.file_bytes(); }

 private:
  struct Output;
  struct Poll;

  // Stores records one after the other in blocks of memory. A record is stored as its key, its size
  // and its text.
  class Table {
   public:
    explicit Table(std::size_t block_bytes) : block_bytes_(block_bytes) {}

    // The bytes that a record takes, including its entry in the index that sorts the table.
    static std::uint64_t bytes_of(std::uint64_t text_bytes);
    std::uint64_t bytes() const { return bytes_; }
    bool is_empty() const { return count_ == 0; }
    void clear();
    // Adds a record without its text. Returns the address to which the caller must write the text,
    // which has `text_bytes` bytes.
    char* add(std::uint64_t key, std::uint32_t text_bytes);

    // Makes room for records that have `bytes` bytes together, including their keys and sizes.
    // REQUIRES: the table is empty.
    void reserve(std::uint64_t bytes) { add_block(static_cast<std::size_t>(bytes)); }

    // Calls take(key, text) for each record, in the order in which the records were added, until
    // take() fails.
    template <class Take>
    Status each(const Take& take) const;

    // A view of a record for sorting.
    struct Entry {
      std::uint64_t key;
      const char* text;
      std::uint32_t bytes;
      std::uint32_t order;  // the number of records added before
    };
    // Returns the records, ordered by their keys. `used_bits`: the number of leading bits that are
    // equal in all keys. kInterrupted: as for finish().
    Result<std::unique_ptr<Entry[]>> sort(int used_bits, Output& output) const;
    std::uint64_t count() const { return count_; }

   private:
    struct Block {
      std::unique_ptr<char[]> bytes;
      std::size_t size;
      std::size_t used;
    };
    void add_block(std::size_t size) {
      blocks_.push_back({std::make_unique_for_overwrite<char[]>(size), size, 0});
    }

    std::size_t block_bytes_;
    std::vector<Block> blocks_;
    std::uint64_t bytes_ = 0;
    std::uint64_t count_ = 0;
  };

  // A part of the records: all records whose keys begin with the same bits.
  struct Part {
    SpillStream stream;
    std::uint64_t records = 0;
  };
  using Parts = std::vector<Part>;

  bool fits(std::uint64_t bytes, std::uint64_t records) const;
  // Appends a record to one of `parts`. The bits of its key after the first `used_bits` bits select
  // the part.
  Status append(Parts& parts, int used_bits, std::uint64_t key, std::string_view text);
  Status move_table(Parts& parts, const std::function<bool()>& should_stop);
  Status load(const Part& part, Output& output);
  // `used_bits`: as for write_parts().
  Status write_table(int used_bits, Output& output);
  // Writes the parts in order. `used_bits`: the number of leading bits that are equal in all keys
  // of a part.
  Status write_parts(Parts& parts, int used_bits, Output& output);
  Status divide(const Part& part, int used_bits, Parts& parts, Output& output);

  Sizes sizes_;
  Spill spill_;
  Table table_;
  Parts parts_;  // empty while all records are in memory
  std::uint64_t bytes_ = 0;
  std::uint64_t done_ = 0;
};

}  // namespace dokumill::batch
