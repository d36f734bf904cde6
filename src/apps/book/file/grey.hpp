// Grey: rewrites a PDF of Cairo with grey instead of RGB colours.
//
// Cairo writes black as "0 0 0 rg", and marks pages as transparency groups in DeviceRGB. A printing
// press would mix such a black from several inks, so print shops ask for DeviceGray. This code
// reads the PDF as the standard describes files of version 1.4 (ISO 32000-1, 7.5): by its table of
// objects, and token by token. So it does not depend on how a version of Cairo lays out its files.
// libqpdf can do the same, but ends the program if memory runs out at a wrong moment.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "dokumill/status.hpp"

namespace dokumill::book {

// `bleed`: if it is not 0, the pages get a trim box, whose distance to all four edges it is, in
// points. REQUIRES: all colours of the pages are grey; the PDF has version 1.4 or earlier. Failure:
// kInput if the PDF has another structure; kOutOfMemory; what check_stop(), which may be empty,
// returned before an object. Memory: the new PDF and one page.
Result<std::string> in_grey(std::string_view pdf, double bleed = 0,
                            const std::function<Status()>& check_stop = {});

}  // namespace dokumill::book
