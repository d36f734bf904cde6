// Derives the output format from the end of the output's name: report.csv and report.csv.gz are csv,
// and list.txt.bz2 is rejected, because no job writes such files.
//
// Thread safety: pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dokumill/batch.hpp"
#include "records/detect.hpp"

namespace dokumill::batch {

// kUsage if the name is that of a compression or of a format that no job writes. Plain text
// under such a name would mislead the programs that read it.
Status check_output_name(const std::string& path);

// Whether the output can be tab-separated: never, or if the input is.
enum class Tabs : std::uint8_t { kNever, kAsTheInput };

// The format of the output: `wanted` if it is set, else the format of the name, else nullopt.
// kUsage as in check_output_name(). If `wanted` is not set, a name of tab-separated values is also
// kUsage under kNever; under kAsTheInput, check_tabs() checks the name once the input is open.
Result<std::optional<TextFormat>> format_of_output(const std::string& path,
                                                   std::optional<TextFormat> wanted,
                                                   Tabs tabs = Tabs::kNever);

// The same for a job that writes only lines or csv: kUsage also if the name is that of a binary
// format.
Status check_text_name(const std::string& path);

// The format of an output: `wanted` if it is set, else the format of the input. An array of NumPy
// is written only if `wanted` requests it, because it needs a file; the format is then kLine.
TextFormat output_format(std::optional<TextFormat> wanted, const records::Detection& input);

// kUsage if the name is that of tab-separated values, `wanted` is not set, and the input is not a
// tab-separated table.
Status check_tabs(const std::string& path, std::optional<TextFormat> wanted,
                  const records::Detection& input);

// True for names of tab-separated values (.tsv, .tab).
bool has_tabs_by_name(const std::string& path);

}  // namespace dokumill::batch
