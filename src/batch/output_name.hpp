// What the end of an output's name says about its format: report.csv is csv, list.txt.gz is a
// compressed file that no job writes.
//
// Thread safety: pure functions.
#pragma once

#include <optional>
#include <string>

#include "dokumill/batch.hpp"

namespace dokumill::batch {

// kUsage if the name is that of a compressed file or of a format that no job writes. Plain text
// under such a name would mislead every program that reads it.
Status check_output_name(const std::string& path);

// The format that an output has: `wanted`, or else the one that the name asks for; none if neither
// says anything. kUsage as above, and for tab-separated values if `wanted` is none.
Result<std::optional<TextFormat>> format_of_output(const std::string& path,
                                                   std::optional<TextFormat> wanted);

// True for names of tab-separated values.
bool has_tabs_by_name(const std::string& path);

}  // namespace dokumill::batch
