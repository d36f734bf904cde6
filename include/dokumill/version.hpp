// What this build is: for `--version` and for bug reports.
#pragma once

#include <string>

namespace dokumill {

struct BuildInfo {
  std::string version;   // "0.1.0"
  std::string commit;    // short hash, "-dirty" behind it when the tree had changes; "unknown"
                         // outside a checkout
  std::string compiler;  // "GCC 12.2.0"
  std::string openmp;    // "201511", the date of the OpenMP version, or "off"
};

BuildInfo build_info();

}  // namespace dokumill
