#include "batch/rows/output_name.hpp"

#include <algorithm>
#include <string_view>

#include "base/platform/files/file_name.hpp"
#include "base/platform/files/input_file.hpp"
#include "base/text/format.hpp"
#include "formats/format_table.hpp"

namespace dokumill::batch {
namespace {

struct Ending {
  std::string_view name;  // in lower case, without the dot
  std::string_view format;
  std::string_view instead;  // an ending that can be written and that most readers of this one take
};

constexpr Ending kNotWritten[] = {
    {"feather", "Feather", "parquet"},
    {"arrow", "Arrow", "parquet"},
    {"orc", "ORC", "parquet"},
    {"avro", "Avro", "parquet"},
    {"npz", "NumPy archives", "npy"},
    {"h5", "HDF5", "npy"},
    {"hdf5", "HDF5", "npy"},
    {"pkl", "pickle", "npy"},
    {"xml", "XML", "json"},
    {"yaml", "YAML", "json"},
    {"yml", "YAML", "json"},
    {"html", "HTML", "txt"},
    {"htm", "HTML", "txt"},
    {"xlsx", "Excel", "csv"},
    {"xls", "Excel", "csv"},
    {"ods", "OpenDocument", "csv"},
    {"pdf", "PDF", "txt"},
    {"sqlite", "SQLite", "csv"},
    {"sdk", "SadMan Sudoku", "sdm"},
    {"opensudoku", "OpenSudoku", "sdm"},
};

constexpr std::string_view kTabs[] = {"tsv", "tab"};
constexpr std::string_view kPuzzleList = "sdm";  // SadMan Sudoku: one puzzle per line

Status refused(const std::string& path, std::string_view what) {
  return {ErrorCode::kUsage, format_text("{}: {}", printable_path(path, "<stdout>"), what)};
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
  if (ending == kPuzzleList) return TextFormat::kLine;
  return std::nullopt;
}

std::optional<TextFormat> format_of_name(const std::string& path) {
  return format_of_ending(name_ending(without_compression(path)));
}

// True if the programs that read files of this name expect its format and no other. A csv reader
// may well get lines, but not a JSON reader.
bool is_strict(const std::string& path, TextFormat named) {
  return named == TextFormat::kJson || has_puzzles_by_name(path);
}

}  // namespace

Status check_output_name(const std::string& path) {
  const std::string_view text_path = without_compression(path);
  if (const std::string_view compression = compression_of_name(text_path); !compression.empty()) {
    return refused(path, format_text("writing {} files is not supported (.gz and .zst are); "
                                     "choose another name",
                                     compression));
  }
  const auto other = std::ranges::find(kNotWritten, name_ending(text_path), &Ending::name);
  if (other != std::end(kNotWritten)) {
    return refused(path, format_text("writing {} is not supported; choose another name, such as {}",
                                     other->format, with_ending(path, other->instead)));
  }
  return {};
}

Result<std::optional<TextFormat>> format_of_output(const std::string& path,
                                                   std::optional<TextFormat> wanted, Tabs tabs) {
  if (Status status = check_output_name(path); !status.ok()) return status;
  const std::optional<TextFormat> named = format_of_name(path);
  if (wanted && named && *named != *wanted && is_strict(path, *named)) {
    const std::string_view ending = records::format_traits(*wanted).name_ending;
    return refused(path,
                   format_text("the name says {}, the format is {}; choose another name, such "
                               "as {}",
                               name_of(*named), name_of(*wanted),
                               with_ending(path, ending.empty() ? "txt" : ending)));
  }
  if (wanted || named) return wanted ? wanted : named;
  if (has_tabs_by_name(path) && tabs == Tabs::kNever) return no_tabs(path);
  return wanted;
}

Status check_text_name(const std::string& path) {
  if (Status status = check_output_name(path); !status.ok()) return status;
  const std::optional<TextFormat> named = format_of_name(path);
  if (!named || *named == TextFormat::kCsv) return {};
  return refused(path, format_text("this output is text and is not written as {}; choose another "
                                   "name, such as {}",
                                   has_puzzles_by_name(path) ? "puzzles" : name_of(*named),
                                   with_ending(path, "txt")));
}

std::string with_ending(const std::string& path, std::string_view ending) {
  const std::string_view text_path = without_compression(path);
  const std::size_t own = name_ending(text_path).size();
  return printable_path(std::string(text_path.substr(0, text_path.size() - own)), "<stdout>") +
         std::string(ending);
}

Status check_tabs(const std::string& path, std::optional<TextFormat> wanted,
                  const records::Detection& input) {
  const bool has_tabs = input.format == TextFormat::kCsv && input.csv.separator == '\t';
  if (wanted || has_tabs || !has_tabs_by_name(path)) return {};
  return no_tabs(path);
}

bool has_puzzles_by_name(const std::string& path) {
  return name_ending(without_compression(path)) == kPuzzleList;
}

bool has_tabs_by_name(const std::string& path) {
  return std::ranges::find(kTabs, name_ending(without_compression(path))) != std::end(kTabs);
}

}  // namespace dokumill::batch
