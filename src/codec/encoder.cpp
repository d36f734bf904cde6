#include "codec/encoder.hpp"

#include "core/fmt.hpp"

#if defined(DOKUMILL_COMPRESSION)
#include <libdeflate.h>
#include <zstd.h>
#endif

namespace dokumill::codec {

Status check_compression(const CompressionOptions& options) {
  if (!has_compression(options.kind)) {
    return {ErrorCode::kUnsupported,
            fmt::format("this build writes no {} files", name_of(options.kind)), "compression"};
  }
  if (options.level < 0 || options.level > most_level(options.kind)) {
    return {ErrorCode::kUsage,
            fmt::format("{} has levels from 1 to {}, got {}", name_of(options.kind),
                        most_level(options.kind), options.level),
            "compression"};
  }
  return {};
}

#if defined(DOKUMILL_COMPRESSION)
namespace {

// The default is level 1. For lines of digits, libdeflate's level 1 writes as few bytes as zlib's
// level 6 in a fiftieth of the time. zstd's level 1 writes fewer bytes than zstd's level 3
// (docs/formats.md).
constexpr int kDefaultLevel = 1;

Status no_memory() {
  return {ErrorCode::kOutOfMemory, "not enough memory to compress the output"};
}

// Uses libdeflate. The encoder of ISA-L is faster, but the bytes that it writes depend on the
// processor.
class GzipEncoder final : public Encoder {
 public:
  explicit GzipEncoder(libdeflate_compressor* compressor) : compressor_(compressor) {}
  ~GzipEncoder() override { ::libdeflate_free_compressor(compressor_); }
  GzipEncoder(const GzipEncoder&) = delete;
  GzipEncoder& operator=(const GzipEncoder&) = delete;

  Status encode(std::string_view block, std::vector<char>& packed) override {
    packed.resize(::libdeflate_gzip_compress_bound(compressor_, block.size()));
    packed.resize(::libdeflate_gzip_compress(compressor_, block.data(), block.size(), packed.data(),
                                             packed.size()));
    return packed.empty() ? no_memory() : Status();
  }

 private:
  libdeflate_compressor* compressor_;
};

class ZstdEncoder final : public Encoder {
 public:
  explicit ZstdEncoder(ZSTD_CCtx* context) : context_(context) {}
  ~ZstdEncoder() override { ::ZSTD_freeCCtx(context_); }
  ZstdEncoder(const ZstdEncoder&) = delete;
  ZstdEncoder& operator=(const ZstdEncoder&) = delete;

  Status encode(std::string_view block, std::vector<char>& packed) override {
    packed.resize(::ZSTD_compressBound(block.size()));
    const std::size_t bytes =
        ::ZSTD_compress2(context_, packed.data(), packed.size(), block.data(), block.size());
    if (::ZSTD_isError(bytes) != 0) return no_memory();
    packed.resize(bytes);
    return {};
  }

 private:
  ZSTD_CCtx* context_;
};

}  // namespace

Result<std::unique_ptr<Encoder>> make_encoder(const CompressionOptions& options) {
  if (Status status = check_compression(options); !status.ok()) return status;
  const int level = options.level == 0 ? kDefaultLevel : options.level;
  if (options.kind == Compression::kGzip) {
    libdeflate_compressor* const compressor = ::libdeflate_alloc_compressor(level);
    if (compressor == nullptr) return no_memory();
    return std::unique_ptr<Encoder>(std::make_unique<GzipEncoder>(compressor));
  }
  ZSTD_CCtx* const context = ::ZSTD_createCCtx();
  if (context == nullptr) return no_memory();
  auto encoder = std::make_unique<ZstdEncoder>(context);
  // ZSTD_CCtx_setParameter() cannot fail for values in their ranges.
  ::ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
  ::ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  return std::unique_ptr<Encoder>(std::move(encoder));
}

#else

Result<std::unique_ptr<Encoder>> make_encoder(const CompressionOptions& options) {
  return check_compression(options);
}

#endif

}  // namespace dokumill::codec
