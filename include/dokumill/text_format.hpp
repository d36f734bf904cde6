// The formats of the texts that jobs read and write.
//
// Thread safety: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace dokumill {

// kLine: 81 cells a line. kGrid: nine rows a board. kCsv: a table with a
// header; its fields may also be separated by tabs or semicolons.
enum class TextFormat : std::uint8_t { kLine, kGrid, kCsv };
inline constexpr int kTextFormats = static_cast<int>(TextFormat::kCsv) + 1;

std::string_view name_of(TextFormat format);  // "line"
// The names of all formats, in the order of the enumeration.
std::span<const std::string_view> text_format_names();
// The format of this name; nullopt if no format has it.
std::optional<TextFormat> text_format_of(std::string_view name);
// The names for a message: "line, grid or csv".
std::string text_format_list();

}  // namespace dokumill
