// The formats of the texts that jobs read and write.
//
// Thread safety: pure functions.
#pragma once

#include <cstdint>

namespace dokumill {

// kLine: 81 cells a line. kGrid: nine rows a board. kCsv: a table with a header; its fields may
// also be separated by tabs or semicolons.
enum class TextFormat : std::uint8_t { kLine, kGrid, kCsv };
inline constexpr int kTextFormats = static_cast<int>(TextFormat::kCsv) + 1;

}  // namespace dokumill
