// The version of this build, for `--version` and for bug reports.
#pragma once

#include <string>

namespace dokumill {

struct BuildInfo {
  std::string version;  // "0.2.0"
  // The short hash, followed by "-dirty" if the tree had changes; "unknown" outside a checkout.
  std::string commit;
  std::string compiler;  // "GCC 12.2.0"
  std::string openmp;    // the date of the OpenMP version, "201511"; or "off"
};

BuildInfo build_info();

}  // namespace dokumill
