// ThriftReader: reads structures in the compact protocol of Apache Thrift (tables/thrift.hpp has a
// drawing), from bytes that may be damaged or hostile (byte_reader.hpp). Structures may be nested
// to a fixed depth.
#pragma once

#include <cstdint>
#include <string_view>

#include "formats/parquet/byte_reader.hpp"

namespace dokumill::parquet {

class ThriftReader : public ByteReader {
 public:
  using ByteReader::ByteReader;

  // Calls field(id) for each field of a structure. field() reads the value and returns true, or
  // returns false; then the value is skipped.
  template <class Field>
  void structure(const Field& field) {
    if (++depth_ == kMostDepth) fail();
    std::int64_t id = 0;
    for (unsigned header = byte(); header != 0; header = byte()) {
      // An identifier has 16 bits.
      id = (header >> 4) == 0 ? static_cast<std::int16_t>(zigzag()) : id + (header >> 4);
      type_ = header & 15;
      if (!field(id)) skip(type_);
    }
    --depth_;
  }
  // Calls element() for each element of a list, which reads it.
  template <class Element>
  void list(const Element& element) {
    const std::uint64_t size = list_size();
    for (std::uint64_t i = 0; i < size && is_ok(); ++i) element();
  }
  std::int64_t number() { return zigzag(); }
  // Reads a number into the member with this index. Returns false if the list has none.
  template <class Structure, std::size_t kMembers>
  bool number_into(std::int64_t Structure::*const (&members)[kMembers], std::int64_t id,
                   Structure& structure) {
    if (id < 0 || id >= static_cast<std::int64_t>(kMembers) || members[id] == nullptr) return false;
    structure.*members[id] = number();
    return true;
  }
  // The bool of the field: its type has the value.
  bool flag() const { return type_ == kTrue; }
  std::string_view text() { return take(varint()); }

 private:
  static constexpr unsigned kTrue = 1;
  static constexpr int kMostDepth = 32;

  // Reads the header of a list. Each element has at least one byte.
  std::uint64_t list_size() {
    const unsigned header = byte();
    type_ = header & 15;
    const std::uint64_t size = (header >> 4) == 15 ? varint() : header >> 4;
    if (size > left().size()) fail();
    return size;
  }
  void skip(unsigned type) {
    switch (type) {
      case 1:
      case 2:  // a bool in a field
        return;
      case 3:
        take(1);
        return;
      case 4:
      case 5:
      case 6:  // integers
        varint();
        return;
      case 7:  // a floating-point number
        take(8);
        return;
      case 8:
        text();
        return;
      case 9:
      case 10: {  // list, set
        if (++depth_ >= kMostDepth) fail();
        const std::uint64_t size = list_size();
        // In a list, a bool has a byte.
        const unsigned element = type_ <= 2 ? 3 : type_;
        for (std::uint64_t i = 0; i < size && is_ok(); ++i) skip(element);
        --depth_;
        return;
      }
      case 12:
        structure([](std::int64_t) { return false; });
        return;
      default:  // maps are not used by Parquet
        fail();
    }
  }

  unsigned type_ = 0;  // of the field or of the elements of the list
  int depth_ = 0;
};

}  // namespace dokumill::parquet
