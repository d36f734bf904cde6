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
    {"sql", "SQL", "csv"},
    {"md", "Markdown", "txt"},
    {"dzn", "MiniZinc data", "txt"},
    {"ss", "Simple Sudoku", "sdm"},
    {"hsol", "HoDoKu", "txt"},
    {"ipuz", "ipuz", "json"},
};

// Endings that promise nothing but text, and those that say what the records are.
constexpr std::string_view kAnyText[] = {
    "txt",    "text",  "line",  "lines",  "grid",   "grids", "list", "lst",     "dat",    "data",
    "out",    "log",   "tmp",   "new",    "old",    "bak",   "part", "puzzles", "boards", "solved",
    "counts", "forms", "rated", "sorted", "unique", "train", "test", "valid"};

constexpr std::string_view kTabs[] = {"tsv", "tab"};
constexpr std::string_view kPuzzleList = "sdm";  // SadMan Sudoku: one puzzle per line

std::optional<TextFormat> format_of_ending(std::string_view ending) {
  for (const records::FormatTraits& traits : records::kFormatTable) {
    if (!ending.empty() && ending == traits.name_ending) return traits.format;
  }
  if (ending == "ndjson") return TextFormat::kJsonl;  // another name of the same format
  if (ending == kPuzzleList) return TextFormat::kLine;
  return std::nullopt;
}

// The endings of all outputs, for messages: ".txt, .csv, ... or .sdm".
std::string written_endings() {
  std::string list = ".txt";
  for (const records::FormatTraits& traits : records::kFormatTable) {
    if (!traits.name_ending.value().empty())
      list += format_text(", .{}", traits.name_ending.value());
  }
  return list + format_text(" or .{}", kPuzzleList);
}

}  // namespace

OutputName::OutputName(const std::string& path)
    : shown_(printable_path(path, "<stdout>")),
      ending_(name_ending(without_compression(path))),
      stem_(without_compression(path)),
      other_compression_(compression_of_name(stem_)),
      format_(format_of_ending(ending_)) {
  stem_.resize(stem_.size() - ending_.size());
}

bool OutputName::has_tabs() const {
  return std::ranges::find(kTabs, ending_) != std::end(kTabs);
}

bool OutputName::has_puzzles() const {
  return ending_ == kPuzzleList;
}

std::string OutputName::with_ending(std::string_view ending) const {
  return printable_path(stem_, "<stdout>") + std::string(ending);
}

Status OutputName::check() const {
  if (!other_compression_.empty()) {
    return refused(
        format_text("writing {} files is not supported (.gz and .zst are); choose "
                    "another name",
                    other_compression_));
  }
  const auto other = std::ranges::find(kNotWritten, ending_, &Ending::name);
  if (other == std::end(kNotWritten)) return {};
  return refused(format_text(
      "writing {} is not supported; choose another name, such as {} (the outputs are {})",
      other->format, with_ending(other->instead), written_endings()));
}

Result<std::optional<TextFormat>> OutputName::format(std::optional<TextFormat> wanted,
                                                     Tabs tabs) const {
  if (Status status = check(); !status.ok()) return status;
  // True if the programs that read files of this name expect its format and no other. A csv reader
  // may well get lines, but not a JSON reader.
  const bool is_strict =
      has_puzzles() ||
      (format_ && (*format_ == TextFormat::kJson || records::is_of_program(*format_)));
  if (wanted && format_ && *format_ != *wanted && is_strict) {
    const std::string_view ending = records::format_traits(*wanted).name_ending;
    return refused(format_text(
        "the name says {}, the format is {}; choose another name, such as {}", name_of(*format_),
        name_of(*wanted), with_ending(ending.empty() ? "txt" : ending)));
  }
  if (wanted || format_) return wanted ? wanted : format_;
  if (has_tabs() && tabs == Tabs::kNever) return no_tabs();
  if (Status status = check_word(); !status.ok()) return status;
  return wanted;
}

Status OutputName::check_text() const {
  if (Status status = check(); !status.ok()) return status;
  if (!format_) return check_word();
  if (*format_ == TextFormat::kCsv) return {};
  return refused(
      format_text("this output is text and is not written as {}; choose another name, "
                  "such as {}",
                  has_puzzles() ? "puzzles" : name_of(*format_), with_ending("txt")));
}

Status OutputName::check_word() const {
  // One letter, or an ending with digits or other characters, often numbers or marks a file.
  const bool is_word = ending_.size() > 1 &&
                       std::ranges::all_of(ending_, [](char c) { return c >= 'a' && c <= 'z'; });
  const bool is_known = has_tabs() || std::ranges::find(kAnyText, ending_) != std::end(kAnyText);
  if (!is_word || is_known) return {};
  return refused(
      format_text("no output format has the ending .{}; choose another name, such as {}, "
                  "or name the output format (the endings are {})",
                  ending_, with_ending("txt"), written_endings()));
}

Status OutputName::check_tabs(std::optional<TextFormat> wanted,
                              const records::Detection& input) const {
  const bool is_table_of_tabs = input.format == TextFormat::kCsv && input.csv.separator == '\t';
  return wanted || is_table_of_tabs || !has_tabs() ? Status() : no_tabs();
}

Status OutputName::refused(std::string_view what) const {
  return {ErrorCode::kUsage, format_text("{}: {}", shown_, what)};
}

Status OutputName::no_tabs() const {
  return refused(
      "tab-separated values are written only for tab-separated input; choose a name that ends in "
      ".csv, or name the output format");
}

}  // namespace dokumill::batch
