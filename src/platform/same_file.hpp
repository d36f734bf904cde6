// Finds out before a job begins whether two file names lead to the same file.
#pragma once

#include <string>

#include "dokumill/status.hpp"
#include "platform/platform.hpp"

namespace dokumill {

// True if both paths name the same file or pipe, or if neither exists and both would create the
// same file. "-" is standard output. For two paths of the same device, such as a terminal, returns
// false, unless both are "-".
// Failure: kIo with the path that cannot be examined.
Result<bool> is_same_output(Platform& platform, const std::string& a, const std::string& b);

// True if both names lead to one file, so that a job would destroy `input` or read its own output.
// "-" is standard output for `output` and standard input for `input`. False for a device or a
// folder, and for a standard input that is not a regular file. Failure: as for is_same_output().
Result<bool> is_input(Platform& platform, const std::string& output, const std::string& input);

}  // namespace dokumill
