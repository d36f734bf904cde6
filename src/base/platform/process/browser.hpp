// Opens a page of the program in the user's browser.
//
// Thread safety: any thread. The browser is not a child of this process. It outlives the process,
// and Ctrl-C at the terminal does not stop it.
#pragma once

#include <string>

#include "base/platform/platform.hpp"

namespace dokumill {

// Asks the desktop to open the address, with the program xdg-open. Returns an empty
// string if this program exists and was started. Whether the page then appears is not known.
// Otherwise returns a short reason.
std::string open_in_browser(Platform& platform, const std::string& address);

}  // namespace dokumill
