// ThriftReader: reads structures in the compact protocol of Apache Thrift (tables/thrift.hpp has a
// drawing), from bytes that may be damaged or hostile. After the first byte that does not fit, it
// reads only zeros and ends, and is_ok() is false. Structures that are skipped may be nested to a
// fixed depth.
#pragma once

#include <cstdint>
#include <string_view>

namespace dokumill::parquet {

class ThriftReader {
 public:
  explicit ThriftReader(std::string_view bytes) : left_(bytes) {}

  // Calls field(id) for each field of a structure. field() reads the value and returns true, or
  // returns false; then the value is skipped.
  template <class Field>
  void structure(const Field& field) {
    std::int64_t id = 0;
    while (is_ok_) {
      const unsigned header = byte();
      if (header == 0) return;
      id = (header >> 4) == 0 ? number() : id + (header >> 4);
      type_ = header & 15;
      if (!field(id)) skip(type_, kMostDepth);
    }
  }
  // Calls element() for each element of a list, which reads it.
  template <class Element>
  void list(const Element& element) {
    const std::uint64_t size = list_size();
    for (std::uint64_t i = 0; i < size && is_ok_; ++i) element();
  }

  std::int64_t number() {
    const std::uint64_t zigzag = varint();
    return static_cast<std::int64_t>(zigzag >> 1 ^ (~(zigzag & 1) + 1));
  }
  // The bool of the field: its type has the value.
  bool flag() const { return type_ == kTrue; }
  std::string_view text() {
    const std::uint64_t bytes = varint();
    if (bytes > left_.size()) fail();
    const std::string_view text = left_.substr(0, is_ok_ ? static_cast<std::size_t>(bytes) : 0);
    left_.remove_prefix(text.size());
    return text;
  }

  bool is_ok() const { return is_ok_; }
  // From now on, there is nothing to read.
  void fail() {
    is_ok_ = false;
    left_ = {};
  }
  // The bytes after what was read.
  std::string_view left() const { return left_; }

 private:
  static constexpr unsigned kTrue = 1;
  static constexpr int kMostDepth = 32;

  unsigned byte() {
    if (left_.empty()) fail();
    if (!is_ok_) return 0;
    const auto value = static_cast<unsigned char>(left_.front());
    left_.remove_prefix(1);
    return value;
  }
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const unsigned next = byte();
      value |= std::uint64_t{next & 0x7F} << shift;
      if (next < 0x80) return value;
    }
    fail();
    return 0;
  }
  // Reads the header of a list. Each element has at least one byte.
  std::uint64_t list_size() {
    const unsigned header = byte();
    type_ = header & 15;
    const std::uint64_t size = (header >> 4) == 15 ? varint() : header >> 4;
    if (size > left_.size()) fail();
    return size;
  }
  void skip(unsigned type, int depth) {
    constexpr std::size_t kDoubleBytes = 8;
    if (depth == 0) return fail();
    switch (type) {
      case 1:
      case 2:  // a bool in a field
        return;
      case 3:  // a byte
        byte();
        return;
      case 4:
      case 5:
      case 6:  // integers
        varint();
        return;
      case 7:
        if (left_.size() < kDoubleBytes) return fail();
        left_.remove_prefix(kDoubleBytes);
        return;
      case 8:
        text();
        return;
      case 9:
      case 10: {  // list, set
        const std::uint64_t size = list_size();
        const unsigned element = type_;
        for (std::uint64_t i = 0; i < size && is_ok_; ++i) {
          if (element <= 2) {
            byte();  // in a list, a bool has a byte
          } else {
            skip(element, depth - 1);
          }
        }
        return;
      }
      case 12: {
        while (is_ok_) {
          const unsigned header = byte();
          if (header == 0) return;
          if ((header >> 4) == 0) number();
          skip(header & 15, depth - 1);
        }
        return;
      }
      default:  // maps are not used by Parquet
        fail();
    }
  }

  std::string_view left_;
  unsigned type_ = 0;  // of the field or of the elements of the list
  bool is_ok_ = true;
};

}  // namespace dokumill::parquet
