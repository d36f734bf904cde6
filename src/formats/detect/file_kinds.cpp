#include "formats/detect/file_kinds.hpp"

#include <algorithm>
#include <array>

namespace dokumill::records {
namespace {

struct Signature {
  std::string_view bytes;
  std::string_view words;
};

using namespace std::string_view_literals;
// UTF-32 comes before UTF-16, because the byte-order mark of UTF-32LE begins with that of UTF-16LE.
constexpr std::array kSignatures{
    Signature{"\xFF\xFE\0\0"sv, "looks like UTF-32 text; convert it to UTF-8"},
    Signature{"\0\0\xFE\xFF"sv, "looks like UTF-32 text; convert it to UTF-8"},
    Signature{"\xFF\xFE"sv, "looks like UTF-16 text; convert it to UTF-8"},
    Signature{"\xFE\xFF"sv, "looks like UTF-16 text; convert it to UTF-8"},
    Signature{"\x1F\x8B"sv, "looks compressed (gzip) twice; decompress it once"},
    Signature{"\x28\xB5\x2F\xFD"sv, "looks compressed (zstd) twice; decompress it once"},
    Signature{"\xFD\x37zXZ\0"sv, "looks compressed (xz); try xzcat"},
    Signature{"BZh"sv, "looks compressed (bzip2); try bzcat"},
    Signature{"\x04\x22\x4D\x18"sv, "looks compressed (lz4); try lz4cat"},
    Signature{"PK\x03\x04"sv, "looks like a zip archive or an office document"},
    Signature{"7z\xBC\xAF\x27\x1C"sv, "looks like a 7z archive"},
    Signature{"Rar!\x1A\x07"sv, "looks like a rar archive"},
    Signature{"\x89PNG"sv, "looks like a PNG picture"},
    Signature{"\xFF\xD8\xFF"sv, "looks like a JPEG picture"},
    Signature{"GIF8"sv, "looks like a GIF picture"},
    Signature{"%PDF"sv, "looks like a PDF document"},
    Signature{"PAR1"sv, "is a Parquet file inside of compressed data; decompress it first"},
    Signature{"PARE"sv, "is an encrypted Parquet file"},
    Signature{"ARROW1"sv, "looks like an Arrow file; convert it to csv"},
    Signature{"Obj\x01"sv, "looks like an Avro file; convert it to csv"},
    Signature{"\x89HDF"sv, "looks like an HDF5 file; convert it to csv"},
    Signature{"SQLite format 3\0"sv, "looks like an SQLite database; convert it to csv"},
    Signature{"\x7F\x45LF"sv, "looks like a program"},
};

}  // namespace

std::string_view foreign_kind(std::string_view bytes) {
  for (const Signature& signature : kSignatures) {
    if (bytes.starts_with(signature.bytes)) return signature.words;
  }
  return {};
}

bool is_tar(std::string_view bytes) {
  constexpr std::string_view kMark = "ustar";
  return bytes.size() >= kTarSignatureEnd &&
         bytes.substr(kTarSignatureEnd - kMark.size(), kMark.size()) == kMark;
}

std::string_view kind_of_unknown(std::string_view bytes) {
  constexpr std::size_t kLooked = 200;
  const std::string_view seen = bytes.substr(0, kLooked);
  std::array<std::size_t, 2> zeros{};
  for (std::size_t i = 0; i < seen.size(); ++i) zeros[i % 2] += seen[i] == '\0' ? 1 : 0;
  const auto [fewer, more] = std::minmax(zeros[0], zeros[1]);
  if (fewer == 0 && more * 4 >= seen.size() && more != 0) {
    return "looks like UTF-16 text without a byte-order mark; convert it to UTF-8";
  }
  if (bytes.find('\0') != std::string_view::npos) return "is no text: it has zero bytes";
  return {};
}

}  // namespace dokumill::records
