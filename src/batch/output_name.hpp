// What the end of an output's name says about its format: report.csv is csv, list.txt.gz is a
// compressed file that no job writes.
//
// Thread safety: pure functions.
#pragma once

#include <optional>
#include <string>

#include "dokumill/batch.hpp"
#include "records/detect.hpp"

namespace dokumill::batch {

// kUsage if the name is that of a compressed file or of a format that no job writes. Plain text
// under such a name would mislead every program that reads it.
Status check_output_name(const std::string& path);

// Whether the output may be separated by tabs: only where the input is.
enum class Tabs : std::uint8_t { kNever, kAsTheInput };

// The format that an output has: `wanted`, or else the one that the name asks for; none if neither
// says anything. kUsage as above, and for names of tab-separated values if `wanted` is none; with
// kAsTheInput, check_tabs() judges these when the input is open.
Result<std::optional<TextFormat>> format_of_output(const std::string& path,
                                                   std::optional<TextFormat> wanted,
                                                   Tabs tabs = Tabs::kNever);

// kUsage if the name is that of tab-separated values, nothing else is wanted, and the input is no
// table with tabs.
Status check_tabs(const std::string& path, std::optional<TextFormat> wanted,
                  const records::Detection& input);

// True for names of tab-separated values.
bool has_tabs_by_name(const std::string& path);

}  // namespace dokumill::batch
