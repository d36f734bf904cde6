// The user's browser, for a page of ours.
//
// Thread safety: any thread. What is started belongs to nobody: it outlives the process, and a
// Ctrl-C at the terminal is not meant for it.
#pragma once

#include <string>

#include "platform/platform.hpp"

namespace dokumill {

// Has the desktop open the address, with xdg-open (macOS: open). Returns what kept it from that, in
// a few words; empty where the request was handed over, which is all that can be known.
std::string open_in_browser(Platform& platform, const std::string& address);

}  // namespace dokumill
