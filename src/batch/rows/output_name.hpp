// Derives the output format from the end of the output's name: report.csv and report.csv.gz are
// csv, and list.txt.bz2 is rejected, because no job writes such files.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dokumill/batch.hpp"
#include "records/detect/detect.hpp"

namespace dokumill::batch {

// kUsage if the end of the name stands for a compression or a format that no job writes. Plain text
// under such a name would mislead the programs that read it.
Status check_output_name(const std::string& path);

// Whether a job can write tab-separated values: never, or only if its input is tab-separated.
enum class Tabs : std::uint8_t { kNever, kAsTheInput };

// The format of the output: `wanted` if it is set, else the format of the name, else nullopt.
// kUsage as in check_output_name(). With Tabs::kNever, kUsage also if the name is that of
// tab-separated values and `wanted` is not set. REQUIRES for Tabs::kAsTheInput: the caller calls
// check_tabs() when the input is open.
Result<std::optional<TextFormat>> format_of_output(const std::string& path,
                                                   std::optional<TextFormat> wanted,
                                                   Tabs tabs = Tabs::kNever);

// Checks the name like check_output_name(), for a job that writes plain text. kUsage also if the
// name is that of JSON Lines, Parquet or npy.
Status check_text_name(const std::string& path);

// The format of an output: `wanted` if it is set, else the format of the input. If the input is a
// NumPy array and `wanted` is not set, the format is kLine: npy needs a file, and the output may
// be a pipe.
TextFormat output_format(std::optional<TextFormat> wanted, const records::Detection& input);

// kUsage if the name is that of tab-separated values, `wanted` is not set, and the input is not a
// tab-separated table.
Status check_tabs(const std::string& path, std::optional<TextFormat> wanted,
                  const records::Detection& input);

// True for names of tab-separated values (.tsv, .tab).
bool has_tabs_by_name(const std::string& path);

}  // namespace dokumill::batch
