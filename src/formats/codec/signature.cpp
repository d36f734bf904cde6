#include "formats/codec/signature.hpp"

#include "base/platform/files/file_name.hpp"

namespace dokumill {
namespace codec {
namespace {

using namespace std::string_view_literals;
constexpr std::string_view kGzipSignature = "\x1F\x8B"sv;
constexpr std::string_view kZstdSignature = "\x28\xB5\x2F\xFD"sv;
// The last three bytes of a skippable frame's signature. Its first byte is 0x50 to 0x5F.
constexpr std::string_view kSkippableEnd = "\x2A\x4D\x18"sv;

bool begins_skippable(std::string_view bytes) {
  return !bytes.empty() && (static_cast<unsigned char>(bytes[0]) & 0xF0U) == 0x50;
}

}  // namespace

Compression signature_of(std::string_view bytes) {
  if (bytes.starts_with(kGzipSignature)) return Compression::kGzip;
  if (bytes.starts_with(kZstdSignature)) return Compression::kZstd;
  if (begins_skippable(bytes) && bytes.substr(1).starts_with(kSkippableEnd))
    return Compression::kZstd;
  return Compression::kNone;
}

bool may_begin_signature(std::string_view bytes) {
  if (bytes.size() >= kSignatureBytes || signature_of(bytes) != Compression::kNone) return false;
  return kGzipSignature.starts_with(bytes) || kZstdSignature.starts_with(bytes) ||
         (begins_skippable(bytes) && kSkippableEnd.starts_with(bytes.substr(1)));
}

}  // namespace codec

std::string_view name_of(Compression kind) {
  switch (kind) {
    case Compression::kGzip:
      return "gzip";
    case Compression::kZstd:
      return "zstd";
    case Compression::kNone:
      break;
  }
  return "none";
}

int most_level(Compression kind) {
  switch (kind) {
    case Compression::kGzip:
      return 12;
    case Compression::kZstd:
      return 19;
    case Compression::kNone:
      break;
  }
  return 0;
}

Compression compression_of_output(std::string_view path) {
  const std::string ending = name_ending(path);
  if (ending == "gz") return Compression::kGzip;
  if (ending == "zst") return Compression::kZstd;
  return Compression::kNone;
}

bool has_compression(Compression kind) {
#if defined(DOKUMILL_COMPRESSION)
  static_cast<void>(kind);
  return true;
#else
  return kind == Compression::kNone;
#endif
}

}  // namespace dokumill
