#include "dokumill/version.hpp"

#include "version_stamp.hpp"

namespace dokumill {
namespace {

std::string compiler_name() {
#if defined(__clang__)
  return "Clang " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__) + "." +
         std::to_string(__clang_patchlevel__);
#elif defined(__GNUC__)
  return "GCC " + std::to_string(__GNUC__) + "." + std::to_string(__GNUC_MINOR__) + "." +
         std::to_string(__GNUC_PATCHLEVEL__);
#else
  return "unknown compiler";
#endif
}

std::string openmp_version() {
#if defined(_OPENMP)
  return std::to_string(_OPENMP);
#else
  return "off";
#endif
}

}  // namespace

BuildInfo build_info() {
  return {DOKUMILL_VERSION, DOKUMILL_COMMIT, compiler_name(), openmp_version()};
}

}  // namespace dokumill
