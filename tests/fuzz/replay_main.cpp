// Runs a fuzz target on all files of the given folders, for builds without libFuzzer and for
// debuggers. The exit status is 1 if there are no files.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>

#include "support/system/scratch_folder.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

int main(int argc, char** argv) {
  int files = 0;
  for (int i = 1; i < argc; ++i) {
    for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
      const std::string bytes = dokumill::testing::read_file(entry.path());
      std::fprintf(stderr, "%s\n", entry.path().c_str());
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
      ++files;
    }
  }
  return files == 0 ? 1 : 0;
}
