// BufferedText: appends many short pieces to a string.
//
// A piece of a few characters costs a copy into a buffer. Appending each piece to the string
// itself, or formatting it with a pattern (format.hpp), takes several times as long.
//
// Memory: 512 bytes.
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace dokumill {

class BufferedText {
 public:
  explicit BufferedText(std::string& text) : text_(text) {}
  BufferedText(const BufferedText&) = delete;
  BufferedText& operator=(const BufferedText&) = delete;

  void put(char piece) { *room_for(1)++ = piece; }
  template <std::size_t kSize>
  void put(const char (&literal)[kSize]) {
    static_assert(kSize <= kBufferBytes);
    char*& end = room_for(kSize - 1);
    std::memcpy(end, literal, kSize - 1);
    end += kSize - 1;
  }
  void put(std::string_view piece) {
    if (piece.size() > kBufferBytes) {
      flush();
      text_ += piece;
      return;
    }
    char*& end = room_for(piece.size());
    std::memcpy(end, piece.data(), piece.size());
    end += piece.size();
  }
  void put(int number) {
    if (number >= 0 && number < 10) return put(static_cast<char>('0' + number));
    char*& end = room_for(kNumberBytes);
    end = std::to_chars(end, end + kNumberBytes, number).ptr;
  }
  template <class First, class Second, class... Others>
  void put(const First& first, const Second& second, const Others&... others) {
    put(first);
    put(second, others...);
  }

  // Appends the pieces in the buffer to the string. Call it after the last put().
  void flush() {
    text_.append(buffer_.data(), end_);
    end_ = buffer_.data();
  }

 private:
  static constexpr std::size_t kBufferBytes = 512;
  static constexpr std::size_t kNumberBytes = 11;  // of an int

  // Returns the end of the buffer, which has room for `size` more characters.
  char*& room_for(std::size_t size) {
    if (size > static_cast<std::size_t>(buffer_.data() + kBufferBytes - end_)) flush();
    return end_;
  }

  std::string& text_;
  std::array<char, kBufferBytes> buffer_;
  char* end_ = buffer_.data();
};

}  // namespace dokumill
