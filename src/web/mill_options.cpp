#include "web/mill_options.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "core/fmt.hpp"
#include "core/lower_case.hpp"
#include "web/strict_json.hpp"

namespace dokumill::web {
namespace {

constexpr std::string_view kPrefixes[kMillCommands] = {"solved-", "checked-", "rated-",
                                                       "canonical-", "deduplicated-"};
constexpr std::size_t kMostNameBytes = 160;  // of the user's file name; file systems allow 255

// The endings of each format. The first ending of a format is the one that is added to a name.
constexpr std::string_view kCsvEndings[] = {".csv", ".tsv", ".tab"};
constexpr std::string_view kJsonlEndings[] = {".jsonl", ".ndjson"};
constexpr std::string_view kParquetEndings[] = {".parquet"};
constexpr std::string_view kNpyEndings[] = {".npy"};
constexpr std::string_view kTextEndings[] = {".txt"};

std::span<const std::string_view> endings_of(TextFormat format) {
  switch (format) {
    case TextFormat::kCsv:
      return kCsvEndings;
    case TextFormat::kJsonl:
      return kJsonlEndings;
    case TextFormat::kParquet:
      return kParquetEndings;
    case TextFormat::kNpy:
      return kNpyEndings;
    case TextFormat::kLine:
    case TextFormat::kGrid:
      break;
  }
  return kTextEndings;
}

// The ending of the name with its dot, in lower case; empty for a name without an ending.
std::string ending_of(const std::string& name) {
  constexpr std::size_t kMostEndingBytes = 16;
  const std::size_t dot = name.rfind('.');
  const std::size_t bytes = dot == std::string::npos || dot == 0 ? 0 : name.size() - dot;
  if (bytes < 2 || bytes > kMostEndingBytes) return "";
  return lower_case(name.substr(dot));
}

bool is_ending_of(TextFormat format, std::string_view ending) {
  const auto endings = endings_of(format);
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

bool is_ending_of_any(std::string_view ending) {
  for (int i = 0; i < kTextFormats; ++i) {
    if (is_ending_of(static_cast<TextFormat>(i), ending)) return true;
  }
  return false;
}

// Cuts a name that is longer than kMostNameBytes, between two characters of UTF-8.
std::string shortened(std::string name) {
  if (name.size() <= kMostNameBytes) return name;
  std::size_t end = kMostNameBytes;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;
  name.resize(end);
  return name;
}

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '-' || c == '_';
}

// The formats of a result. A result may be large, so only formats that can be written from the
// beginning to the end are allowed. npy is not such a format.
constexpr std::string_view kWritten = "same, line, grid, csv, jsonl or parquet";

}  // namespace

Result<MillOptions> read_mill_options(std::string_view body) {
  RequestFields fields(body, {"name", "command", "to", "compress"});
  MillOptions options;
  options.name = fields.text("name");
  const std::optional<MillCommand> command = mill_command_of(fields.text("command"));
  const std::string to = fields.text("to");
  const std::string compress = fields.text_if_any("compress").value_or("none");
  if (!fields.status().ok()) return fields.status();
  if (!command) {
    return Status(ErrorCode::kMalformed, "'command': expected solve, check, rate, canon or dedupe");
  }
  options.command = *command;
  options.to = text_format_of(to);
  if (to != "same" && (!options.to || options.to == TextFormat::kNpy))
    return Status(ErrorCode::kMalformed, fmt::format("'to': expected {}", kWritten));
  if (options.command == MillCommand::kCheck && options.to)
    return Status(ErrorCode::kMalformed, "'to': check writes words, expected same");
  for (const Compression kind : {Compression::kNone, Compression::kGzip, Compression::kZstd}) {
    if (compress != name_of(kind)) continue;
    if (kind != Compression::kNone && !has_compression(kind))
      return Status(ErrorCode::kMalformed, "'compress': this build does not have " + compress);
    if (kind != Compression::kNone && options.to == TextFormat::kParquet)
      return Status(ErrorCode::kMalformed, "'compress': a Parquet file is compressed by itself");
    options.compression = kind;
    return options;
  }
  return Status(ErrorCode::kMalformed, "'compress': expected none, gzip or zstd");
}

bool is_name_of(TextFormat format, std::string name) {
  if (compression_of_output(name) != Compression::kNone) name.resize(name.rfind('.'));
  return is_ending_of(format, ending_of(name));
}

std::string output_name(const MillOptions& options, TextFormat format) {
  std::string name = options.name.substr(options.name.find_last_of("/\\") + 1);
  if (compression_of_output(name) != Compression::kNone) name.resize(name.rfind('.'));
  const std::string ending = ending_of(name);
  // The name of a text (line or grid) may have any ending except that of another format.
  const bool is_text = endings_of(format).data() == kTextEndings;
  const bool fits =
      is_ending_of(format, ending) || (is_text && !ending.empty() && !is_ending_of_any(ending));
  if (!fits && is_ending_of_any(ending)) name.resize(name.size() - ending.size());
  const std::string kept(fits ? name.substr(name.size() - ending.size()) : endings_of(format)[0]);
  if (fits) name.resize(name.size() - ending.size());
  name = shortened(std::move(name));
  if (name.empty()) name = "puzzles";
  name = fmt::format("{}{}{}", kPrefixes[static_cast<std::size_t>(options.command)], name, kept);
  if (options.compression == Compression::kGzip) name += ".gz";
  if (options.compression == Compression::kZstd) name += ".zst";
  return name;
}

std::string disposition_of(const std::string& name) {
  std::string plain;
  std::string encoded;
  for (const char c : name) {
    plain += is_plain(c) ? c : '_';
    encoded +=
        is_plain(c) ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return fmt::format("filename=\"{}\"; filename*=UTF-8''{}", plain, encoded);
}

std::string_view output_type(const MillOptions& options, TextFormat format) {
  switch (options.compression) {
    case Compression::kGzip:
      return "application/gzip";
    case Compression::kZstd:
      return "application/zstd";
    case Compression::kNone:
      break;
  }
  return media_type_of(format);
}

}  // namespace dokumill::web
