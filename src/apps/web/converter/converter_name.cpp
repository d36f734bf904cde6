#include "apps/web/converter/converter_name.hpp"

#include <algorithm>
#include <span>
#include <string_view>

#include "base/text/lower_case.hpp"
#include "dokumill/text_format.hpp"

namespace dokumill::web {
namespace {

constexpr std::string_view kPrefixes[kConverterCommands] = {
    "solved-", "checked-", "rated-", "canonical-", "deduplicated-", "converted-"};
constexpr std::size_t kMaxNameBytes = 160;  // of the user's file name; file systems allow 255

// The endings of each format. The first ending of a format is the one that is added to a name.
constexpr std::string_view kCsvEndings[] = {".csv", ".tsv", ".tab"};
constexpr std::string_view kJsonlEndings[] = {".jsonl", ".ndjson"};
constexpr std::string_view kTextEndings[] = {".txt"};

std::span<const std::string_view> endings_of(TextFormat format) {
  if (format == TextFormat::kCsv) return kCsvEndings;
  if (format == TextFormat::kJsonl) return kJsonlEndings;
  return kTextEndings;
}

// The ending of the name with its dot, in lower case; empty for a name without an ending.
std::string ending_of(const std::string& name) {
  constexpr std::size_t kMaxEndingBytes = 16;
  const std::size_t dot = name.rfind('.');
  const std::size_t bytes = dot == std::string::npos || dot == 0 ? 0 : name.size() - dot;
  if (bytes < 2 || bytes > kMaxEndingBytes) return "";
  return lower_case(name.substr(dot));
}

bool is_ending_of(TextFormat format, std::string_view ending) {
  const auto endings = endings_of(format);
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

bool is_ending_of_any(std::string_view ending) {
  return is_ending_of(TextFormat::kCsv, ending) || is_ending_of(TextFormat::kJsonl, ending) ||
         is_ending_of(TextFormat::kLine, ending);
}

// Cuts a name that is longer than kMaxNameBytes, between two characters of UTF-8.
std::string shortened(std::string name) {
  if (name.size() <= kMaxNameBytes) return name;
  std::size_t end = kMaxNameBytes;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;
  name.resize(end);
  return name;
}

}  // namespace

std::string converter_output_name(std::string name, ConverterCommand command, TextFormat format) {
  name.erase(0, name.find_last_of("/\\") + 1);
  if (compression_of_output(name) != Compression::kNone) name.resize(name.rfind('.'));
  const std::string ending = ending_of(name);
  // The name of a text (line or grid) may have any ending except that of another format.
  const bool is_text = endings_of(format).data() == kTextEndings;
  const bool fits =
      is_ending_of(format, ending) || (is_text && !ending.empty() && !is_ending_of_any(ending));
  const std::string kept(fits ? name.substr(name.size() - ending.size()) : endings_of(format)[0]);
  if (fits || is_ending_of_any(ending)) name.resize(name.size() - ending.size());
  name = shortened(std::move(name));
  if (name.empty()) name = "puzzles";
  return std::string(kPrefixes[static_cast<std::size_t>(command)]) + name + kept;
}

}  // namespace dokumill::web
