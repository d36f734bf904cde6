// The checks of the fuzz targets.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "base/text/printable.hpp"

namespace dokumill::fuzzing {

// If `claim` is false, prints the words and the text and ends the program.
inline void require(bool claim, std::string_view words, std::string_view text = {}) {
  if (claim) return;
  std::fprintf(stderr, "%.*s\ntext of %zu bytes:\n%s\n", static_cast<int>(words.size()),
               words.data(), text.size(), printable(text, 40'000).c_str());
  std::abort();
}

}  // namespace dokumill::fuzzing
