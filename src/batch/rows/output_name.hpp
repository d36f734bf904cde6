// Derives the output format from the end of the output's name: report.csv and report.csv.gz are
// csv, and list.txt.bz2 is rejected, because no job writes such files.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dokumill/batch.hpp"
#include "formats/detect/detect.hpp"

namespace dokumill::batch {

// kUsage if the end of the name stands for a compression or a format that no job writes. Plain text
// under such a name would mislead the programs that read it.
Status check_output_name(const std::string& path);

// The path with another ending, as an example for messages: x.csv for x.xlsx.gz.
std::string with_ending(const std::string& path, std::string_view ending);

// Whether a job can write tab-separated values: never, or only if its input is tab-separated.
enum class Tabs : std::uint8_t { kNever, kAsTheInput };

// The format of the output: `wanted` if it is set, else the format of the name, else nullopt.
// kUsage as in check_output_name(), and if `wanted` is not the format of a name that is strict
// (.json and .sdm: their readers expect nothing else). With Tabs::kNever, kUsage also if the name
// is that of tab-separated values and `wanted` is not set. REQUIRES for Tabs::kAsTheInput: the
// caller calls check_tabs() when the input is open.
Result<std::optional<TextFormat>> format_of_output(const std::string& path,
                                                   std::optional<TextFormat> wanted,
                                                   Tabs tabs = Tabs::kNever);

// Checks the name like check_output_name(), for a job that writes plain text. kUsage also if the
// name is that of JSON, Parquet, npy or a list of puzzles (.sdm).
Status check_text_name(const std::string& path);

// kUsage if the name is that of tab-separated values, `wanted` is not set, and the input is not a
// tab-separated table.
Status check_tabs(const std::string& path, std::optional<TextFormat> wanted,
                  const records::Detection& input);

// True for names of tab-separated values (.tsv, .tab).
bool has_tabs_by_name(const std::string& path);
// True for names of lists of puzzles, one per line and nothing else (.sdm).
bool has_puzzles_by_name(const std::string& path);

}  // namespace dokumill::batch
