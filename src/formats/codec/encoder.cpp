#include "formats/codec/encoder.hpp"

#include <algorithm>
#include <utility>

#include "base/text/format.hpp"

#if defined(DOKUMILL_COMPRESSION)
#include <libdeflate.h>
#include <zstd.h>
#endif

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

namespace {

constexpr int kFirstSlowLevel = 13;  // of zstd

}  // namespace

std::size_t block_bytes(const CompressionOptions& options) {
  constexpr std::size_t kBytes = std::size_t{1} << 20;
  return options.kind == Compression::kGzip && options.level >= 8 ? kBytes / 4 : kBytes;
}

std::size_t most_encoders(const CompressionOptions& options) {
  const bool is_gzip = options.kind == Compression::kGzip;
  // The memory of an encoder (libdeflate 1.14, libzstd 1.5.4), rounded to MiB.
  const int mebibytes = is_gzip ? (options.level >= 10 ? 9 : 1)
                                : (options.level >= kFirstSlowLevel ? 18
                                   : options.level >= 7             ? 13
                                   : options.level >= 4             ? 4
                                                                    : 2);
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

 private:
  libdeflate_compressor* compressor_;
  std::function<bool()> should_stop_;
};

class ZstdEncoder final : public Encoder {
 public:
  // `is_slow`: a block takes more than 0.06 s (Zen 4). Then it is compressed in steps, which takes
  // 1.2 MiB of memory more. The bytes are the same.
  ZstdEncoder(ZSTD_CCtx* context, bool is_slow, std::function<bool()> should_stop)
      : context_(context), is_slow_(is_slow), should_stop_(std::move(should_stop)) {}
  ~ZstdEncoder() override { ::ZSTD_freeCCtx(context_); }
  ZstdEncoder(const ZstdEncoder&) = delete;
  ZstdEncoder& operator=(const ZstdEncoder&) = delete;

  Status encode(std::string_view block, std::vector<char>& packed) override {
    if (should_stop_ && should_stop_()) return interrupted();
    packed.resize(::ZSTD_compressBound(block.size()));
    if (!is_slow_) {
      const std::size_t bytes =
          ::ZSTD_compress2(context_, packed.data(), packed.size(), block.data(), block.size());
      if (::ZSTD_isError(bytes) != 0) return no_memory();
      packed.resize(bytes);
      return {};
    }
    ::ZSTD_CCtx_reset(context_, ZSTD_reset_session_only);
    ::ZSTD_CCtx_setPledgedSrcSize(context_, block.size());
    ZSTD_outBuffer out{packed.data(), packed.size(), 0};
    // A step of this size takes up to 0.15 s at level 19 (Zen 4).
    constexpr std::size_t kStepBytes = std::size_t{128} << 10;
    for (std::size_t left = 1; left != 0;) {
      const std::string_view step = block.substr(0, kStepBytes);
      block.remove_prefix(step.size());
      ZSTD_inBuffer in{step.data(), step.size(), 0};
      // There is room for the whole frame, so one call takes the whole step.
      left =
          ::ZSTD_compressStream2(context_, &out, &in, block.empty() ? ZSTD_e_end : ZSTD_e_continue);
      if (::ZSTD_isError(left) != 0) return no_memory();
      if (block.empty()) continue;
      left = 1;
      if (should_stop_ && should_stop_()) return interrupted();
    }
    packed.resize(out.pos);
    return {};
  }

 private:
  ZSTD_CCtx* context_;
  bool is_slow_;
  std::function<bool()> should_stop_;
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
  auto encoder =
      std::make_unique<ZstdEncoder>(context, level >= kFirstSlowLevel, std::move(should_stop));
  // ZSTD_CCtx_setParameter() cannot fail for values in their ranges.
  ::ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
  ::ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  return std::unique_ptr<Encoder>(std::move(encoder));
}

#else

Result<std::unique_ptr<Encoder>> make_encoder(const CompressionOptions& options,
                                              std::function<bool()>) {
  return check_compression(options);
}

#endif

}  // namespace dokumill::codec
