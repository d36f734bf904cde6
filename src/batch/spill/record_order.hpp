// RecordOrder: sorts the texts of records by their keys. The memory hardly grows with the number of
// records (see "Memory").
//
// Records are kept in memory while they fit. If they do not fit, all records go to streams of a
// temporary file. The first bits of the key select the stream, so each stream has a range of keys.
// finish() reads the streams in order. It sorts a stream that fits into memory. It divides any
// other stream again, by the first bits in which its keys differ. It copies a stream whose keys are
// all equal. The order does not depend on the memory: records are ordered by their keys, and
// records with equal keys are in the order in which they were added.
//
// A key is a number of 64 bits. If it has a second part (see OrderKey), this part is stored in
// front of the text of the record. When the numbers of a stream are all equal, its records get new
// numbers, from the next 8 bytes of their second parts.
//
// Memory: the sizes in `Sizes`, and 8 bytes for each block of the temporary file. If a record is
// larger than the memory limit, it is in memory only while no other record is in memory.
// Disk: nothing if all records fit into memory. Otherwise, for each record, its text, 12 bytes and
// the second part of its key with 2 bytes, and the same number of bytes again each time that its
// stream is divided.
// Failure: the error of the temporary file. After a failure, nothing can be added.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "batch/spill/spill.hpp"

namespace dokumill::batch {

// Keys are compared by `number`, and keys with equal numbers by `rest`, byte by byte. REQUIRES: of
// the keys of an order, none is the beginning of another one; `rest` has at most kMaxRestBytes.
struct OrderKey {
  std::uint64_t number = 0;
  std::string_view rest = {};

  static constexpr std::size_t kMaxRestBytes = 0xFFFF;
  // The key for bytes that are compared one after the other. Bytes that exceed a key are left out.
  static OrderKey of(std::string_view bytes);
};

class RecordOrder {
 public:
  enum class Keys : std::uint8_t { kNumbers, kHaveRests };

  struct Sizes {
    std::uint64_t table_bytes;  // records in memory, with their index
    std::size_t block_bytes;
    int stream_bits;  // a stream is divided into 2^stream_bits streams

    // Sizes that together take at most `memory_bytes`, if that is 64 KiB or more.
    static Sizes of(std::uint64_t memory_bytes);
  };

  RecordOrder(Platform& platform, const Sizes& sizes, Keys keys = Keys::kNumbers);

  // Adds a record. When the records no longer fit into memory, moves all of them to the temporary
  // file. Meanwhile, polls `should_stop`; if it returns true, returns kInterrupted. REQUIRES: key
  // and text are shorter than 4 GiB; with kNumbers, the key has no rest.
  Status add(const OrderKey& key, std::string_view text, const std::function<bool()>& should_stop);

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

  // The leading bits that are equal in all numbers that were added.
  class EqualBits {
   public:
    void add(std::uint64_t number) {
      in_any_ |= number;
      in_all_ &= number;
    }
    int count() const { return std::countl_zero(in_any_ ^ in_all_); }

   private:
    std::uint64_t in_any_ = 0;
    std::uint64_t in_all_ = ~std::uint64_t{0};
  };

  // Stores records one after the other in blocks of memory. A record is stored as its number, its
  // size and its stored text (see split()).
  class Table {
   public:
    explicit Table(std::size_t block_bytes) : block_bytes_(block_bytes) {}

    // The bytes that a record takes, including its entry in the index that sorts the table.
    static std::uint64_t bytes_of(std::uint64_t text_bytes);
    std::uint64_t bytes() const { return bytes_; }
    bool is_empty() const { return count_ == 0; }
    void clear();
    // Adds a record without its stored text. Returns the address to which the caller must write
    // this text, which has `text_bytes` bytes.
    char* add(std::uint64_t number, std::uint32_t text_bytes);

    // Makes room for records that have `bytes` bytes together, including their keys and sizes.
    // REQUIRES: the table is empty.
    void reserve(std::uint64_t bytes) { add_block(static_cast<std::size_t>(bytes)); }

    // Calls take(number, stored text) for each record, in the order in which the records were
    // added, until take() fails.
    template <class Take>
    Status each(const Take& take) const;

    // A view of a record for sorting.
    struct Entry {
      std::uint64_t number;
      const char* text;  // the stored text
      std::uint32_t bytes;
      std::uint32_t order;  // the number of records added before
    };
    // Returns the records in the order of their keys. kInterrupted: as for finish().
    Result<std::unique_ptr<Entry[]>> sort(Keys keys, Output& output) const;
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
    EqualBits bits_;
  };

  // A part of the records: all records whose numbers begin with the same bits.
  struct Part {
    SpillStream stream;
    std::uint64_t records = 0;
    EqualBits bits = {};
    std::size_t longest_rest = 0;
  };
  using Parts = std::vector<Part>;

  // A stored text is the text of the record. With Keys::kHaveRests, it is the size of the rest in
  // two bytes, the rest, and the text of the record.
  struct Stored {
    std::string_view rest;
    std::string_view text;
  };
  static Stored split(std::string_view stored, Keys keys);

  bool fits(std::uint64_t bytes, std::uint64_t records) const;
  // Appends a record to one of `parts`. The bits of its number after the first `used_bits` bits
  // select the part.
  Status append(Parts& parts, int used_bits, std::uint64_t number, std::string_view stored);
  Status move_table(Parts& parts, const std::function<bool()>& should_stop);
  Status load(const Part& part, Output& output);
  Status write_table(Output& output);
  Status write_record(std::string_view stored, Output& output);
  // Writes the parts in order. `used_rest`: the bytes of all rests from which the numbers were
  // already made.
  Status write_parts(Parts& parts, std::size_t used_rest, Output& output);
  Status write_part(Part& part, std::size_t used_rest, Output& output);
  // Calls take(number, stored text) for each record of a part, until take() fails.
  template <class Take>
  Status each(const Part& part, Output& output, const Take& take);

  Sizes sizes_;
  Keys keys_;
  Spill spill_;
  Table table_;
  std::string stored_;  // of the record that is being added
  Parts parts_;         // empty while all records are in memory
  std::uint64_t bytes_ = 0;
  std::uint64_t done_ = 0;
};

}  // namespace dokumill::batch
