// Whether two names of files lead to one file, before a job begins.
#pragma once

#include <string>

#include "dokumill/status.hpp"
#include "platform/platform.hpp"

namespace dokumill {

// True if both paths name the same file or pipe, or the same new file in one folder. "-" is
// standard output. Paths of the same device, such as a terminal, return false, except for "-" with
// "-".
// Failure: kIo with the path that cannot be examined.
Result<bool> is_same_output(Platform& platform, const std::string& a, const std::string& b);

// True if both names lead to one file, so that a job would destroy `input` or read its own output
// as input. "-" is standard output and standard input. Failure: as for is_same_output().
Result<bool> is_input(Platform& platform, const std::string& output, const std::string& input);

}  // namespace dokumill
