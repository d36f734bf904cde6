// The bytes before and after the parts of a compressed stream. Many programs read only the first
// gzip member or zstd frame of a file, so an output has one:
//
//   gzip   header   part, part, ...   empty last block, CRC-32 and length of the text
//   zstd   header   part, part, ...   empty last block, XXH64 of the text
//
// The parts are those of Encoder::encode_part(). They depend on nothing before them, so the parts
// of several streams can be joined to one: JoinedStream. The checksum of zstd cannot be computed
// from those of the streams, so a joined zstd stream has none.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dokumill/text_format.hpp"

namespace dokumill::codec {

// XXH64 with the seed 0 (Yann Collet, "xxHash fast digest algorithm"): the checksum of zstd.
class Xxh64 {
 public:
  void add(std::string_view text);
  std::uint64_t value() const;

 private:
  std::array<std::uint64_t, 4> lanes_ = {0x60EA27EEADC0B5D6U, 0xC2B2AE3D27D4EB4FU, 0,
                                         0x61C8864E7A143579U};
  std::string rest_;  // the bytes after the last whole stripe
  std::uint64_t bytes_ = 0;
};

// The header. `text_bytes`: the length of the text, if the header can be written once more when it
// is known. zstd has a place for it, which readers need that allocate the text at once; in gzip, it
// is an extra field (RFC 1952) for JoinedStream, because the end has only the lower 32 bits. All
// headers with a length have the same size. `has_checksum`: the end has a checksum (gzip always has
// one).
std::string stream_header(Compression kind, std::optional<std::uint64_t> text_bytes,
                          bool has_checksum = true);

// The end of a stream, from its text. REQUIRES: `kind` is not kNone, and this build has it.
class StreamEnd {
 public:
  explicit StreamEnd(Compression kind) : kind_(kind) {}
  void add(std::string_view text);
  std::uint64_t text_bytes() const { return bytes_; }
  std::string bytes() const;

 private:
  Compression kind_;
  std::uint64_t bytes_ = 0;
  std::uint32_t crc_ = 0;
  Xxh64 hash_;
};

// The header and the end of the stream that has the parts of several streams.
class JoinedStream {
 public:
  // add() needs this number of first and of last bytes, or all bytes of a shorter stream.
  static constexpr std::size_t kFirstBytes = 24;
  static std::size_t end_bytes(Compression kind) { return kind == Compression::kGzip ? 10 : 7; }

  explicit JoinedStream(Compression kind) : kind_(kind) {}
  // Adds a stream by its first bytes and its last end_bytes() bytes. Returns the length of its
  // header, or 0 if a BlockWriter did not write this stream to a file.
  std::size_t add(std::string_view first, std::string_view end);
  std::string header() const { return stream_header(kind_, bytes_, false); }
  std::string end() const;

 private:
  Compression kind_;
  std::uint64_t bytes_ = 0;
  std::uint32_t crc_ = 0;
};

// The CRC-32 of a text followed by another one, from the CRC-32 of each and the length of the
// second one.
std::uint32_t joined_crc32(std::uint32_t first, std::uint32_t second, std::uint64_t second_bytes);

}  // namespace dokumill::codec
