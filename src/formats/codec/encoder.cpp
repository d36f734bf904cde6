#include "formats/codec/encoder.hpp"

#include <algorithm>
#include <utility>

#include "base/load64.hpp"
#include "base/text/format.hpp"

#if defined(DOKUMILL_COMPRESSION)
#include <libdeflate.h>
// ZSTD_generateSequences() and ZSTD_compressSequences()
#define ZSTD_STATIC_LINKING_ONLY
#define ZSTD_DISABLE_DEPRECATE_WARNINGS
#include <zstd.h>
#include <zstd_errors.h>

#include <array>
#include <cstring>
#endif

#include "formats/codec/deflate_end.hpp"

namespace dokumill::codec {

Status check_compression(const CompressionOptions& options) {
  if (!has_compression(options.kind)) {
    return {ErrorCode::kUnsupported,
            format_text("this build writes no {} files", name_of(options.kind)), "compression"};
  }
  if (options.level < 0 || options.level > most_level(options.kind)) {
    return {ErrorCode::kUsage,
            format_text("{} has levels from 1 to {}, got {}", name_of(options.kind),
                        most_level(options.kind), options.level),
            "compression"};
  }
  return {};
}

std::size_t block_bytes(const CompressionOptions& options) {
  constexpr std::size_t kBytes = std::size_t{1} << 20;
  if (options.kind == Compression::kGzip) return options.level >= 8 ? kBytes / 4 : kBytes;
  return options.level >= 16 ? kBytes / 2 : options.level >= 13 ? kBytes / 4 : kBytes;
}

std::size_t most_encoders(const CompressionOptions& options) {
  const bool is_gzip = options.kind == Compression::kGzip;
  // The memory of an encoder (libdeflate 1.14, libzstd 1.5.4), rounded to MiB; for zstd with up to
  // 6 MiB of sequences.
  const int mebibytes = is_gzip ? (options.level >= 10 ? 9 : 1)
                                : (options.level >= 13  ? 21
                                   : options.level >= 7 ? 19
                                   : options.level >= 4 ? 10
                                                        : 8);
  return (kEncoderBytes >> 20) / static_cast<std::size_t>(mebibytes);
}

#if defined(DOKUMILL_COMPRESSION)
namespace {

// The default is level 1. For lines of digits, libdeflate's level 1 writes as few bytes as zlib's
// level 6 in a fiftieth of the time. zstd's level 1 writes fewer bytes than zstd's level 3
// (docs/formats.md).
constexpr int kDefaultLevel = 1;

Status interrupted() {
  return {ErrorCode::kInterrupted, "interrupted"};
}

Status no_memory() {
  return {ErrorCode::kOutOfMemory, "not enough memory to compress the output"};
}

Status wrong_output(std::string_view library) {
  return {ErrorCode::kSelfCheck,
          format_text("internal error: {} compressed a block in an unexpected way", library)};
}

// Uses libdeflate. The encoder of ISA-L is faster, but the bytes that it writes depend on the
// processor.
class GzipEncoder final : public Encoder {
 public:
  GzipEncoder(libdeflate_compressor* compressor, std::function<bool()> should_stop)
      : compressor_(compressor), should_stop_(std::move(should_stop)) {}
  ~GzipEncoder() override { ::libdeflate_free_compressor(compressor_); }
  GzipEncoder(const GzipEncoder&) = delete;
  GzipEncoder& operator=(const GzipEncoder&) = delete;

  Status encode(std::string_view block, std::vector<char>& packed) override {
    if (should_stop_ && should_stop_()) return interrupted();
    packed.resize(::libdeflate_gzip_compress_bound(compressor_, block.size()));
    packed.resize(::libdeflate_gzip_compress(compressor_, block.data(), block.size(), packed.data(),
                                             packed.size()));
    return packed.empty() ? no_memory() : Status();
  }

  // A part is a deflate stream without its end: the bit of its last block is cleared, and an empty
  // stored block ends it at a byte.
  Status encode_part(std::string_view block, std::vector<char>& packed) override {
    if (should_stop_ && should_stop_()) return interrupted();
    packed.resize(::libdeflate_deflate_compress_bound(compressor_, block.size()));
    packed.resize(::libdeflate_deflate_compress(compressor_, block.data(), block.size(),
                                                packed.data(), packed.size()));
    const auto end = find_deflate_end({packed.data(), packed.size()});
    if (!end || (end->end + 7) / 8 != packed.size()) return wrong_output("libdeflate");
    packed[end->last_block / 8] &= static_cast<char>(~(1U << (end->last_block % 8)));
    // The type of the empty block has three bits, and then the rest of their byte is skipped.
    constexpr std::array kEmptyBlock = {'\0', '\0', '\xFF', '\xFF'};
    packed.resize((end->end + 3 + 7) / 8, '\0');
    packed.insert(packed.end(), kEmptyBlock.begin(), kEmptyBlock.end());
    return {};
  }

 private:
  libdeflate_compressor* compressor_;
  std::function<bool()> should_stop_;
};

// A match of zstd begins with an offset, or with the number of one of the three last offsets. So a
// part must not use the last offsets of the part before it. libzstd has no parameter for this; a
// frame begins with the offsets 1, 4 and 8, and libzstd uses these. So the encoder lets libzstd
// find the matches, turns those into literals that would use an offset from before, and lets
// libzstd encode the rest. Both functions belong to the part of libzstd that may change, so the
// matches are compared with the text, and if anything is unexpected, the text is stored without
// compression.
//
// Alternatives: libzstd's own threads make one frame, too, but Debian's static library has none,
// and `--threads` would not count them. Several programs read only the first of several frames.
class ZstdEncoder final : public Encoder {
 public:
  ZstdEncoder(ZSTD_CCtx* context, std::function<bool()> should_stop)
      : context_(context), should_stop_(std::move(should_stop)) {}
  ~ZstdEncoder() override { ::ZSTD_freeCCtx(context_); }
  ZstdEncoder(const ZstdEncoder&) = delete;
  ZstdEncoder& operator=(const ZstdEncoder&) = delete;

  Status encode(std::string_view block, std::vector<char>& packed) override {
    if (should_stop_ && should_stop_()) return interrupted();
    set_flags(1);
    packed.resize(::ZSTD_compressBound(block.size()));
    const std::size_t bytes =
        ::ZSTD_compress2(context_, packed.data(), packed.size(), block.data(), block.size());
    if (::ZSTD_isError(bytes) != 0) return no_memory();
    packed.resize(bytes);
    return {};
  }

  Status encode_part(std::string_view block, std::vector<char>& packed) override {
    if (should_stop_ && should_stop_()) return interrupted();
    set_flags(0);
    // Matches have 3 bytes or more, and each block of a frame ends with an entry of its own.
    const std::size_t room = block.size() / 3 + block.size() / 256 + 64;
    if (room > room_) {
      sequences_ = std::make_unique_for_overwrite<ZSTD_Sequence[]>(room);
      room_ = room;
    }
    std::size_t count =
        ::ZSTD_generateSequences(context_, sequences_.get(), room_, block.data(), block.size());
    if (is_out_of_memory(count)) return no_memory();
    if (::ZSTD_isError(count) != 0 || !make_independent(block, count)) return store(block, packed);
    packed.resize(::ZSTD_compressBound(block.size()));
    const std::size_t bytes =
        ::ZSTD_compressSequences(context_, packed.data(), packed.size(), sequences_.get(), count,
                                 block.data(), block.size());
    if (is_out_of_memory(bytes)) return no_memory();
    if (::ZSTD_isError(bytes) != 0) return store(block, packed);
    packed.resize(bytes);
    return keep_blocks(packed) ? Status() : store(block, packed);
  }

 private:
  // Of a frame: the checksum and the length of the text.
  void set_flags(int value) {
    // ZSTD_CCtx_setParameter() cannot fail for values in their ranges.
    ::ZSTD_CCtx_setParameter(context_, ZSTD_c_checksumFlag, value);
    ::ZSTD_CCtx_setParameter(context_, ZSTD_c_contentSizeFlag, value);
  }

  static bool is_out_of_memory(std::size_t code) {
    return ::ZSTD_getErrorCode(code) == ZSTD_error_memory_allocation;
  }

  // Writes blocks that are not compressed.
  static Status store(std::string_view text, std::vector<char>& packed) {
    packed.clear();
    while (!text.empty()) {
      const std::string_view block = text.substr(0, ZSTD_BLOCKSIZE_MAX);
      text.remove_prefix(block.size());
      const std::size_t header = block.size() << 3;
      for (int shift = 0; shift < 24; shift += 8)
        packed.push_back(static_cast<char>(header >> shift));
      packed.insert(packed.end(), block.begin(), block.end());
    }
    return {};
  }

  // Removes the matches that would use an offset from before the block, until three other offsets
  // are known. Returns false if the sequences do not give the text of the block.
  bool make_independent(std::string_view block, std::size_t& count) {
    std::array<unsigned, 3> known{};
    std::size_t known_count = 0;
    std::size_t kept = 0;
    std::size_t at = 0;
    unsigned moved = 0;  // bytes of removed matches, which become literals of the next sequence
    for (std::size_t i = 0; i < count; ++i) {
      ZSTD_Sequence sequence = sequences_[i];
      at += std::size_t{sequence.litLength} + sequence.matchLength;
      if (at > block.size() || !is_match(block, at, sequence)) return false;
      sequence.litLength += std::exchange(moved, 0U);
      if (known_count < known.size() && sequence.matchLength != 0) {
        const unsigned offset = sequence.offset;
        if (offset == 1 || offset == 4 || offset == 8) {
          moved = sequence.litLength + sequence.matchLength;
          continue;
        }
        const auto end = known.begin() + static_cast<std::ptrdiff_t>(known_count);
        if (std::find(known.begin(), end, offset) == end) known[known_count++] = offset;
      }
      sequences_[kept++] = sequence;
    }
    // libzstd leaves out a last block of a few bytes.
    if (at != block.size() || moved != 0) {
      sequences_[kept++] = {0, static_cast<unsigned>(block.size() - at) + moved, 0, 0};
    }
    count = kept;
    return true;
  }

  // True if the bytes before `end` that the sequence copies are equal to those it copies.
  static bool is_match(std::string_view block, std::size_t end, const ZSTD_Sequence& sequence) {
    std::size_t left = sequence.matchLength;
    if (left == 0) return true;
    if (sequence.offset == 0 || sequence.offset > end - left) return false;
    const char* to = block.data() + (end - left);
    const char* from = to - sequence.offset;
    // Most matches are short, and a call of memcmp() would take longer than this.
    const char* const block_end = block.data() + block.size();
    for (; left >= 8; left -= 8, to += 8, from += 8) {
      if (load64(to) != load64(from)) return false;
    }
    if (block_end - to < 8) return std::memcmp(to, from, left) == 0;
    return left == 0 || (load64(to) ^ load64(from)) << (64 - 8 * left) == 0;
  }
  // Removes the header of the frame, and clears the bit of the last block.
  static bool keep_blocks(std::vector<char>& packed) {
    constexpr std::size_t kHeader = 6;  // signature, flags and window
    constexpr std::size_t kBlockHeader = 3;
    constexpr unsigned kRepeatedByte = 1;
    const auto byte = [&packed](std::size_t i) {
      return unsigned{static_cast<unsigned char>(packed[i])};
    };
    if (packed.size() < kHeader || packed[4] != 0) return false;
    std::size_t at = kHeader;
    bool is_last = false;
    while (!is_last && packed.size() - at >= kBlockHeader) {
      const unsigned header = byte(at) | byte(at + 1) << 8 | byte(at + 2) << 16;
      is_last = (header & 1) != 0;
      packed[at] &= '\xFE';
      at += kBlockHeader + ((header >> 1 & 3) == kRepeatedByte ? 1 : header >> 3);
      if (at > packed.size()) return false;
    }
    packed.erase(packed.begin(), packed.begin() + kHeader);
    return is_last && at == packed.size() + kHeader;
  }

  ZSTD_CCtx* context_;
  std::function<bool()> should_stop_;
  std::unique_ptr<ZSTD_Sequence[]> sequences_;
  std::size_t room_ = 0;
};

}  // namespace

Result<std::unique_ptr<Encoder>> make_encoder(const CompressionOptions& options,
                                              std::function<bool()> should_stop) {
  if (Status status = check_compression(options); !status.ok()) return status;
  const int level = options.level == 0 ? kDefaultLevel : options.level;
  if (options.kind == Compression::kGzip) {
    libdeflate_compressor* const compressor = ::libdeflate_alloc_compressor(level);
    if (compressor == nullptr) return no_memory();
    return std::unique_ptr<Encoder>(
        std::make_unique<GzipEncoder>(compressor, std::move(should_stop)));
  }
  ZSTD_CCtx* const context = ::ZSTD_createCCtx();
  if (context == nullptr) return no_memory();
  auto encoder = std::make_unique<ZstdEncoder>(context, std::move(should_stop));
  ::ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
  ::ZSTD_CCtx_setParameter(context, ZSTD_c_blockDelimiters, ZSTD_sf_explicitBlockDelimiters);
  // Do not split blocks: with this, ZSTD_generateSequences() of libzstd 1.5.4 misses blocks.
  ::ZSTD_CCtx_setParameter(context, ZSTD_c_experimentalParam13, ZSTD_ps_disable);
  return std::unique_ptr<Encoder>(std::move(encoder));
}

#else

Result<std::unique_ptr<Encoder>> make_encoder(const CompressionOptions& options,
                                              std::function<bool()>) {
  return check_compression(options);
}

#endif

}  // namespace dokumill::codec
