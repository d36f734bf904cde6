// A row of a table in the form in which workers hand it to a ParquetWriter.
//
//   row       the bytes of its fields, as 4 bytes with the least significant first; the fields
//   text      its length, as a varint; its bytes
//   number    0 for a null, otherwise the value + 1, as a varint; the value of kDouble in tenths
//   varint    7 bits in each byte, the lowest first; the highest bit says that a byte follows
//
// The types of the fields are those of the columns. A reader finds the next row without reading
// fields, so a job can choose, drop or reorder rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace dokumill::tables {

inline constexpr std::size_t kRowSizeBytes = 4;

// Appends rows to a text.
class PackedRowWriter {
 public:
  void start(std::string& out) {
    out_ = &out;
    begin_ = out.size();
    out.append(kRowSizeBytes, '\0');
  }
  void add_text(std::string_view text) {
    add_varint(text.size());
    out_->append(text);
  }
  // REQUIRES: the number is less than 2^64 - 1.
  void add_number(std::uint64_t number) { add_varint(number + 1); }
  void add_null() { add_varint(0); }
  void finish() {
    const std::size_t bytes = out_->size() - begin_ - kRowSizeBytes;
    for (std::size_t i = 0; i < kRowSizeBytes; ++i) {
      (*out_)[begin_ + i] = static_cast<char>(bytes >> (8 * i) & 0xFF);
    }
  }

 private:
  void add_varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) *out_ += static_cast<char>((value & 0x7F) | 0x80);
    *out_ += static_cast<char>(value);
  }

  std::string* out_ = nullptr;
  std::size_t begin_ = 0;
};

// Returns the bytes of the first row of `rows`, with those that state its size. REQUIRES: `rows`
// has whole rows and is not empty.
inline std::size_t packed_row_bytes(std::string_view rows) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < kRowSizeBytes; ++i) {
    bytes |= static_cast<std::size_t>(static_cast<unsigned char>(rows[i])) << (8 * i);
  }
  return kRowSizeBytes + bytes;
}

// Reads the fields of a row. REQUIRES: the row has the fields that are read.
class PackedRowReader {
 public:
  // `row`: packed_row_bytes() bytes.
  explicit PackedRowReader(std::string_view row) : left_(row.substr(kRowSizeBytes)) {}

  std::string_view text() {
    const auto bytes = static_cast<std::size_t>(varint());
    const std::string_view text = left_.substr(0, bytes);
    left_.remove_prefix(text.size());
    return text;
  }
  // False for a null.
  bool number(std::uint64_t& value) {
    value = varint() - 1;
    return value + 1 != 0;
  }
  bool is_at_end() const { return left_.empty(); }

 private:
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(left_.front());
      left_.remove_prefix(1);
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return value;
    }
  }

  std::string_view left_;
};

}  // namespace dokumill::tables
