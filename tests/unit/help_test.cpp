// Tests of the help texts: their size, and that the commands accept the flags and examples in them.
#include "cli/table/help.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/table/arguments.hpp"
#include "cli/table/command_table.hpp"

namespace dokumill::cli {
namespace {

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == at) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

void expect_clean(const std::string& help) {
  const std::vector<std::string> lines = split(help, '\n');
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    EXPECT_LE(lines[i].size(), 79U) << lines[i];
    EXPECT_FALSE(lines[i].ends_with(' ')) << lines[i];
    EXPECT_FALSE(i != 0 && lines[i].empty() && lines[i - 1].empty()) << help;
  }
  EXPECT_TRUE(help.ends_with("\n") && !help.ends_with("\n\n")) << help;
}

TEST(Help, FitsTheTerminal) {
  for (const CommandRow* row : all_commands()) {
    const std::string help = short_help(*row);
    expect_clean(help);
    EXPECT_LE(split(help, '\n').size() - 1, 24U) << help;
    expect_clean(full_help(*row));
    EXPECT_LT(help.size(), full_help(*row).size());
  }
}

TEST(Help, NamesEveryFlagThatHasAnEffect) {
  for (const CommandRow* row : all_commands()) {
    const std::string help = full_help(*row);
    for (const FlagRow* flag : flags_of(*row)) {
      if (flag->section.empty()) continue;
      const bool is_shown = help.find("  " + split(flag->names, ',').front()) != std::string::npos;
      EXPECT_TRUE(is_shown) << row->name << flag->names;
      EXPECT_FALSE(flag->help.empty()) << flag->names;
    }
  }
}

TEST(Help, ShortHelpShowsFlagsOfTheCommand) {
  for (const CommandRow* row : all_commands()) {
    if (row->main_flags.empty()) continue;
    for (const std::string& key : split(row->main_flags, ' ')) {
      EXPECT_NE(find_flag(*row, key), nullptr) << row->name << key;
    }
  }
}

TEST(Help, NoCommandAcceptsAFlagTwice) {
  for (const CommandRow* row : all_commands()) {
    const std::vector<const FlagRow*> flags = flags_of(*row);
    for (const FlagRow* flag : flags) {
      EXPECT_EQ(std::ranges::count(flags, flag->key(), &FlagRow::key), 1)
          << row->name << flag->names;
    }
  }
}

TEST(Help, ExamplesAreAccepted) {
  for (const CommandRow* row : all_commands()) {
    for (const std::string& example : split(row->examples, '\n')) {
      bool has_run = false;
      for (const std::string& part : split(example.substr(0, example.find(" #")), '|')) {
        std::vector<std::string> words;
        for (const std::string& word : split(part, ' ')) {
          if (word.find('>') != std::string::npos) break;  // the rest is for the shell
          if (!word.empty()) words.push_back(word);
        }
        if (words.empty() || words.front() != "dokumill") continue;
        words.erase(words.begin());
        const Result<Arguments> arguments = parse_arguments(words);
        ASSERT_TRUE(arguments.ok()) << example << arguments.status().message();
        if (!row->is_root() && !row->is_group()) {
          EXPECT_EQ(arguments->command, row) << example;
        }
        has_run = true;
      }
      EXPECT_TRUE(has_run) << example;
    }
  }
}

// A file that is not in the list of src/cli/CMakeLists.txt would not be compiled.
TEST(Commands, EveryFileOfTheFolderIsACommand) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(DOKUMILL_COMMANDS)) {
    if (entry.is_regular_file()) files.insert(entry.path().stem().string());
  }
  std::set<std::string> commands;
  for (const CommandRow* row : all_commands()) {
    std::string name(row->is_root() ? "classic" : row->name);
    std::ranges::replace(name, ' ', '_');
    commands.insert(name);
  }
  EXPECT_EQ(files, commands);
}

}  // namespace
}  // namespace dokumill::cli
