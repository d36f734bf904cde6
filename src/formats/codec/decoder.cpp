#include "formats/codec/decoder.hpp"

#include "base/text/format.hpp"
#include "formats/codec/gzip_header.hpp"
#include "formats/codec/signature.hpp"

#if defined(DOKUMILL_COMPRESSION)
#include <isa-l/igzip_lib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <limits>
#endif

namespace dokumill::codec {

#if defined(DOKUMILL_COMPRESSION)
namespace {

// Decodes gzip with ISA-L. For records of digits, ISA-L is 2.5 times as fast as zlib
// (docs/formats.md).
class GzipDecoder final : public Decoder {
 public:
  Result<Step> decode(std::string_view in, char* out, std::size_t room) override {
    const std::size_t offered_bytes = in.size();
    if (state_ == State::kBetween && !in.empty()) {
      state_ = in.front() == '\0' ? State::kPadding : State::kHeader;
      header_ = {};
    }
    if (state_ == State::kPadding) return skip_padding(in);
    if (state_ == State::kHeader) {
      switch (header_.read(in)) {
        case GzipHeader::State::kWithin:
          return Step{offered_bytes, 0};
        case GzipHeader::State::kDamaged:
          return Status(ErrorCode::kInput, "bytes that begin no member");
        case GzipHeader::State::kComplete:
          ::isal_inflate_init(&inflate_);
          inflate_.crc_flag = ISAL_GZIP_NO_HDR_VER;
          state_ = State::kText;
      }
    }
    if (state_ == State::kBetween) return Step{0, 0};
    Result<Step> step = inflate(in, out, room);
    if (step.ok()) step->consumed += offered_bytes - in.size();
    return step;
  }

  bool may_end() const override { return state_ == State::kBetween || state_ == State::kPadding; }

 private:
  enum class State : std::uint8_t { kHeader, kText, kBetween, kPadding };

  Result<Step> inflate(std::string_view in, char* out, std::size_t room) {
    constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max();
    const std::size_t offered = std::min(in.size(), kMost);
    const std::size_t wanted = std::min(room, kMost);
    inflate_.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(in.data()));
    inflate_.avail_in = static_cast<std::uint32_t>(offered);
    inflate_.next_out = reinterpret_cast<std::uint8_t*>(out);
    inflate_.avail_out = static_cast<std::uint32_t>(wanted);
    const int code = ::isal_inflate(&inflate_);
    const Step step{offered - inflate_.avail_in, wanted - inflate_.avail_out};
    if (code == ISAL_INCORRECT_CHECKSUM) return Status(ErrorCode::kInput, "a wrong checksum");
    if (code < 0) return Status(ErrorCode::kInput, "bytes that gzip never writes");
    if (inflate_.block_state == ISAL_BLOCK_FINISH) state_ = State::kBetween;
    return step;
  }

  static Result<Step> skip_padding(std::string_view in) {
    if (in.find_first_not_of('\0') == std::string_view::npos) return Step{in.size(), 0};
    return Status(ErrorCode::kInput, "other bytes after its end");
  }

  GzipHeader header_;
  inflate_state inflate_;
  State state_ = State::kHeader;
};

class ZstdDecoder final : public Decoder {
 public:
  explicit ZstdDecoder(ZSTD_DCtx* context) : context_(context) {}
  ~ZstdDecoder() override { ::ZSTD_freeDCtx(context_); }
  ZstdDecoder(const ZstdDecoder&) = delete;
  ZstdDecoder& operator=(const ZstdDecoder&) = delete;

  Result<Step> decode(std::string_view in, char* out, std::size_t room) override {
    ZSTD_outBuffer to{out, room, 0};
    std::size_t consumed = 0;
    for (;;) {
      if (state_ == State::kBegin) {
        // The first call for a frame passes exactly the signature to libzstd, for two reasons. If
        // it passed more bytes, and the input had the whole frame, libzstd would decode the frame
        // in one pass, with fewer checks. If it passed fewer bytes, libzstd would read the bytes
        // that follow as a frame of an older format. In both cases the result would depend on how
        // the input is divided into pieces.
        while (consumed != in.size() && signature_bytes_ != kSignatureBytes) {
          signature_[signature_bytes_++] = in[consumed++];
        }
        const std::string_view signature(signature_, signature_bytes_);
        const bool may_begin = signature.empty() || may_begin_signature(signature);
        if (!may_begin && signature_of(signature) != Compression::kZstd)
          return Status(ErrorCode::kInput, "bytes that begin no frame");
        if (signature_bytes_ != kSignatureBytes) break;
        if (Status status = feed({signature_, kSignatureBytes}, to).status(); !status.ok())
          return status;
      }
      // Calls feed() even if no input is left: libzstd may hold decoded bytes although it has
      // consumed all input.
      const Result<std::size_t> fed = feed(in.substr(consumed), to);
      if (!fed.ok()) return fed.status();
      consumed += *fed;
      if (consumed == in.size() || to.pos == room) break;
    }
    return Step{consumed, to.pos};
  }

  bool may_end() const override { return state_ == State::kBegin && signature_bytes_ == 0; }

 private:
  enum class State : std::uint8_t { kBegin, kWithin };

  // Passes `in` to libzstd, which stops at the end of the frame. Returns the number of consumed
  // bytes.
  Result<std::size_t> feed(std::string_view in, ZSTD_outBuffer& to) {
    ZSTD_inBuffer from{in.data(), in.size(), 0};
    const std::size_t rest = ::ZSTD_decompressStream(context_, &to, &from);
    if (::ZSTD_isError(rest) != 0) return failure(::ZSTD_getErrorCode(rest));
    state_ = rest == 0 ? State::kBegin : State::kWithin;
    signature_bytes_ = 0;
    return from.pos;
  }

  static Status failure(ZSTD_ErrorCode code) {
    switch (code) {
      case ZSTD_error_checksum_wrong:
        return {ErrorCode::kInput, "a wrong checksum"};
      case ZSTD_error_frameParameter_windowTooLarge:
        return {ErrorCode::kUnsupported,
                "its zstd data needs a window of more than 128 MiB; decompress it: zstd -d "
                "--long=31 FILE"};
      case ZSTD_error_dictionary_wrong:
        return {ErrorCode::kUnsupported,
                "was compressed with a zstd dictionary; decompress it: zstd -d -D DICTIONARY FILE"};
      case ZSTD_error_memory_allocation:
        return {ErrorCode::kOutOfMemory, "not enough memory for the window of a zstd frame"};
      default:
        return {ErrorCode::kInput, "bytes that zstd never writes"};
    }
  }

  ZSTD_DCtx* context_;
  State state_ = State::kBegin;
  char signature_[kSignatureBytes] = {};
  std::size_t signature_bytes_ = 0;
};

}  // namespace

Result<std::unique_ptr<Decoder>> make_decoder(Compression kind) {
  if (kind == Compression::kGzip) return std::unique_ptr<Decoder>(std::make_unique<GzipDecoder>());
  ZSTD_DCtx* const context = ::ZSTD_createDCtx();
  if (context == nullptr) return Status(ErrorCode::kOutOfMemory, "out of memory");
  return std::unique_ptr<Decoder>(std::make_unique<ZstdDecoder>(context));
}

#else

Result<std::unique_ptr<Decoder>> make_decoder(Compression kind) {
  return Status(
      ErrorCode::kUnsupported,
      format_text("is compressed ({}), and this build reads no compressed files", name_of(kind)));
}

#endif

}  // namespace dokumill::codec
