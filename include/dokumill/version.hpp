// The version of this build, for `--version` and for bug reports.
#pragma once

#include <string>

namespace dokumill {

struct BuildInfo {
  std::string version;  // "0.3.0"
  // The first 12 digits of the commit's hash, from the checkout (followed by "-dirty" if the tree
  // had changes) or from the source archive. "unknown" if neither has the commit.
  std::string commit;
  std::string compiler;  // "GCC 12.2.0"
  std::string openmp;    // the date of the OpenMP version, for example "201511"; or "off"
};

BuildInfo build_info();

}  // namespace dokumill
