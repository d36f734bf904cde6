// dokumill_pages FOLDER DATE: writes the manual pages into FOLDER/man1 and the completions into
// FOLDER/completions. The build runs this program; it is not installed.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "cli/manual/manual.hpp"

namespace {

bool write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) std::fprintf(stderr, "dokumill_pages: cannot write %s\n", path.c_str());
  return static_cast<bool>(file);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace dokumill::cli;
  if (argc != 3) {
    std::fputs("usage: dokumill_pages FOLDER DATE\n", stderr);
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  const std::filesystem::path pages = folder / "man1";
  const std::filesystem::path completions = folder / "completions";
  // The page of a command that no longer exists must not stay.
  std::filesystem::remove_all(pages);
  std::filesystem::create_directories(pages);
  std::filesystem::create_directories(completions);
  bool is_written = write_file(completions / "dokumill", bash_completion()) &&
                    write_file(completions / "_dokumill", zsh_completion()) &&
                    write_file(completions / "dokumill.fish", fish_completion());
  for (const CommandRow* row : all_commands()) {
    const std::string name = page_name(*row) + ".1";
    is_written = is_written && write_file(pages / name, man_page(*row, argv[2]));
  }
  return is_written ? 0 : 2;
}
