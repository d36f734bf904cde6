// Fuzz target: any bytes as a Parquet file. Small and large pieces of the text must give the same
// text and the same verdict.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "formats/parquet/parquet_text.hpp"
#include "require.hpp"

namespace {

using namespace dokumill;
using fuzzing::require;

// A small file can hold a very long text. The text after this number of bytes is not read.
constexpr std::size_t kMostText = 1 << 20;

struct Read {
  std::string text;
  bool is_refused = false;
};

Read read(std::string_view file, std::size_t room) {
  Read result;
  auto decoder = parquet::ParquetText::open(file);
  result.is_refused = !decoder.ok();
  std::string out(room, '\0');
  while (!result.is_refused && result.text.size() < kMostText) {
    const auto step = (*decoder)->decode(file, out.data(), room);
    result.is_refused = !step.ok();
    if (!step.ok()) break;
    require(step->consumed <= file.size() && step->produced <= room, "too much");
    file.remove_prefix(step->consumed);
    result.text.append(out, 0, step->produced);
    if (step->produced == 0) break;
  }
  return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view file(reinterpret_cast<const char*>(bytes), size);
  const Read large = read(file, std::size_t{1} << 16);
  const Read small = read(file, 7);
  if (large.text.size() >= kMostText || small.text.size() >= kMostText) return 0;
  require(large.is_refused == small.is_refused, "another verdict");
  if (!large.is_refused) require(large.text == small.text, "another text");
  return 0;
}
