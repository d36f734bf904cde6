#include "batch/rows/output_name.hpp"

#include <algorithm>
#include <string_view>

#include "core/text/fmt.hpp"
#include "platform/files/file_name.hpp"
#include "platform/files/input_file.hpp"
#include "records/format_table.hpp"

namespace dokumill::batch {
namespace {

struct Ending {
  std::string_view name;  // in lower case, without the dot
  std::string_view format;
};

constexpr Ending kNotWritten[] = {
    {"feather", "Feather"},    {"arrow", "Arrow"}, {"orc", "ORC"},       {"avro", "Avro"},
    {"npz", "NumPy archives"}, {"h5", "HDF5"},     {"hdf5", "HDF5"},     {"pkl", "pickle"},
    {"json", "JSON"},          {"xml", "XML"},     {"yaml", "YAML"},     {"yml", "YAML"},
    {"html", "HTML"},          {"htm", "HTML"},    {"xlsx", "Excel"},    {"xls", "Excel"},
    {"ods", "OpenDocument"},   {"pdf", "PDF"},     {"sqlite", "SQLite"},
};

constexpr std::string_view kTabs[] = {"tsv", "tab"};

Status refused(const std::string& path, std::string_view what) {
  return {ErrorCode::kUsage, fmt::format("{}: {}", printable_path(path, "<stdout>"), what)};
}

Status no_tabs(const std::string& path) {
  return refused(path,
                 "tab-separated values are written only for tab-separated input; choose a name "
                 "that ends in .csv, or name the output format");
}

std::optional<TextFormat> format_of_ending(std::string_view ending) {
  for (const records::FormatTraits& traits : records::kFormatTable) {
    if (!ending.empty() && ending == traits.name_ending) return traits.format;
  }
  if (ending == "ndjson") return TextFormat::kJsonl;  // another name of the same format
  return std::nullopt;
}

}  // namespace

Status check_output_name(const std::string& path) {
  const std::string_view text_path = without_compression(path);
  if (const std::string_view compression = compression_of_name(text_path); !compression.empty()) {
    return refused(path, fmt::format("writing {} files is not supported (.gz and .zst are); "
                                     "choose another name",
                                     compression));
  }
  const auto other = std::ranges::find(kNotWritten, name_ending(text_path), &Ending::name);
  if (other != std::end(kNotWritten)) {
    return refused(path, fmt::format("writing {} is not supported; choose another name, or one of "
                                     "the formats {}",
                                     other->format, text_format_list()));
  }
  return {};
}

Result<std::optional<TextFormat>> format_of_output(const std::string& path,
                                                   std::optional<TextFormat> wanted, Tabs tabs) {
  if (Status status = check_output_name(path); !status.ok()) return status;
  if (wanted) return wanted;
  if (const auto named = format_of_ending(name_ending(without_compression(path)))) return named;
  if (has_tabs_by_name(path) && tabs == Tabs::kNever) return no_tabs(path);
  return wanted;
}

Status check_text_name(const std::string& path) {
  if (Status status = check_output_name(path); !status.ok()) return status;
  const auto named = format_of_ending(name_ending(without_compression(path)));
  const bool is_converted =
      named && *named != TextFormat::kCsv && records::format_traits(*named).has_header;
  if (!named || (records::format_traits(*named).has_lines && !is_converted)) return {};
  return refused(path, fmt::format("this output is text and is not written as {}; choose another "
                                   "name",
                                   name_of(*named)));
}

TextFormat output_format(std::optional<TextFormat> wanted, const records::Detection& input) {
  if (wanted) return *wanted;
  const bool needs_file = records::format_traits(input.format).counted_header.value() != nullptr;
  return needs_file ? TextFormat::kLine : input.format;
}

Status check_tabs(const std::string& path, std::optional<TextFormat> wanted,
                  const records::Detection& input) {
  const bool has_tabs = input.format == TextFormat::kCsv && input.csv.separator == '\t';
  if (wanted || has_tabs || !has_tabs_by_name(path)) return {};
  return no_tabs(path);
}

bool has_tabs_by_name(const std::string& path) {
  return std::ranges::find(kTabs, name_ending(without_compression(path))) != std::end(kTabs);
}

}  // namespace dokumill::batch
