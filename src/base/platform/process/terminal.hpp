// Finds out whether an output is a terminal.
#pragma once

#include <string>

#include "base/platform/platform.hpp"

namespace dokumill {

// True if text written to `path` appears on a terminal. "-" is standard output. Thread safety: as
// Platform.
bool goes_to_terminal(Platform& platform, const std::string& path);

}  // namespace dokumill
