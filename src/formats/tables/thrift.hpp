// CompactThrift: writes structures in the compact protocol of Apache Thrift, as far as the metadata
// of Parquet needs it.
//
//   field      (id - previous id) << 4 | type, or 0 << 4 | type and the id as a zigzag varint
//   number     zigzag varint
//   text       length as a varint, then its bytes
//   list       size << 4 | type, or 0xF0 | type and the size as a varint, then the elements
//   structure  its fields, then a zero byte
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dokumill::tables {

class CompactThrift {
 public:
  void add_i32(int field, std::int32_t value) { add_number(field, kI32, value); }
  void add_i64(int field, std::int64_t value) { add_number(field, kI64, value); }
  void add_text(int field, std::string_view value) {
    begin_field(field, kText);
    text(value);
  }

  // Begins a structure in a field. end() closes it.
  void begin(int field) {
    begin_field(field, kStructure);
    begin_element();
  }
  // Begins a list in a field. `size` elements must follow: element() for numbers and texts, or
  // begin_element() to end() for structures.
  void begin_structures(int field, std::size_t size) { begin_list(field, kStructure, size); }
  void begin_numbers(int field, std::size_t size) { begin_list(field, kI32, size); }
  void begin_texts(int field, std::size_t size) { begin_list(field, kText, size); }
  void begin_element() {
    outer_.push_back(last_field_);
    last_field_ = 0;
  }
  void element(std::int32_t value) { number(value); }
  void element(std::string_view value) { text(value); }
  void end() {
    bytes_ += '\0';
    last_field_ = outer_.back();
    outer_.pop_back();
  }

  // Ends the outermost structure and returns its bytes.
  std::string take() {
    bytes_ += '\0';
    return std::move(bytes_);
  }

 private:
  static constexpr int kI32 = 5;
  static constexpr int kI64 = 6;
  static constexpr int kText = 8;
  static constexpr int kList = 9;
  static constexpr int kStructure = 12;

  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>((value & 0x7F) | 0x80);
    bytes_ += static_cast<char>(value);
  }
  void number(std::int64_t value) {
    varint(static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63));
  }
  void text(std::string_view value) {
    varint(value.size());
    bytes_ += value;
  }
  void begin_field(int field, int type) {
    const int step = field - last_field_;
    if (step >= 1 && step <= 15) {
      bytes_ += static_cast<char>(step << 4 | type);
    } else {
      bytes_ += static_cast<char>(type);
      number(field);
    }
    last_field_ = field;
  }
  void add_number(int field, int type, std::int64_t value) {
    begin_field(field, type);
    number(value);
  }
  void begin_list(int field, int type, std::size_t size) {
    begin_field(field, kList);
    if (size < 15) {
      bytes_ += static_cast<char>(size << 4 | static_cast<unsigned>(type));
    } else {
      bytes_ += static_cast<char>(0xF0 | type);
      varint(size);
    }
  }

  std::string bytes_;
  int last_field_ = 0;
  std::vector<int> outer_;  // last_field_ of the structures around this one
};

}  // namespace dokumill::tables
