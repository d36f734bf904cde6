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
#include "dokumill/text_format.hpp"
#include "support/sample_commands.hpp"

// The command that tests/docs adds to those of the folder.
#ifndef DOKUMILL_EXTRA_COMMAND
#define DOKUMILL_EXTRA_COMMAND ""
#endif

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
    // The list of commands fills the screen, so it has no room for one more.
    const bool has_extra = row->is_root() && !std::string(DOKUMILL_EXTRA_COMMAND).empty();
    EXPECT_LE(split(help, '\n').size() - 1, has_extra ? 28U : 27U) << help;
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

TEST(Help, HelpIsACommand) {
  for (const CommandRow* row : all_commands()) {
    std::vector<std::string> words{"help"};
    for (const std::string& word : split(row->name, ' ')) {
      if (!word.empty()) words.push_back(word);
    }
    const Result<Arguments> arguments = parse_arguments(words);
    ASSERT_TRUE(arguments.ok()) << row->name << arguments.status().message();
    EXPECT_EQ(arguments->help, full_help(*row));
  }
}

TEST(Help, DescribesWhatAKillLeaves) {
  for (const CommandRow* row : all_commands()) {
    EXPECT_NE(full_help(*row).find(".NAME.*.tmp"), std::string::npos) << row->name;
  }
}

// The rows whose jobs the tests of every command repeat.
TEST(SampleCommands, AreTheJobsOfTheProgram) {
  using testing::SampleCommand;
  auto sample = testing::sample_commands().begin();
  for (const CommandRow* row : all_commands()) {
    const bool is_job = find_flag(*row, "--report") != nullptr && row->operand != "REPORT";
    if (!is_job) continue;
    ASSERT_NE(sample, testing::sample_commands().end()) << row->name;
    ASSERT_EQ(sample->name, row->name);
    EXPECT_EQ(sample->reads_records, row->operand == "INPUT") << row->name;
    EXPECT_EQ(sample->has_pieces, find_flag(*row, "--piece") != nullptr) << row->name;
    const auto output = find_flag(*row, "--output") != nullptr  ? SampleCommand::Output::kFile
                        : find_flag(*row, "--train") != nullptr ? SampleCommand::Output::kTwoFiles
                                                                : SampleCommand::Output::kFolder;
    EXPECT_EQ(sample->output, output) << row->name;
    EXPECT_TRUE(parse_arguments(sample->words()).ok()) << row->name;
    ++sample;
  }
  EXPECT_EQ(sample, testing::sample_commands().end());
}

// The name of the command's file, without its ending.
std::string file_of(const CommandRow& row) {
  std::string name(row.is_root() ? "classic" : row.name);
  std::ranges::replace(name, ' ', '_');
  return name;
}

// A file that is not in the list of src/cli/CMakeLists.txt would not be compiled.
TEST(Commands, EveryFileOfTheFolderIsACommand) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(DOKUMILL_COMMANDS)) {
    if (entry.is_regular_file()) files.insert(entry.path().stem().string());
  }
  if (!std::string(DOKUMILL_EXTRA_COMMAND).empty()) files.insert(DOKUMILL_EXTRA_COMMAND);
  std::set<std::string> commands;
  for (const CommandRow* row : all_commands()) commands.insert(file_of(*row));
  EXPECT_EQ(files, commands);
}

TEST(Commands, EveryCommandHasATest) {
  for (const CommandRow* row : all_commands()) {
    if (row->is_group()) continue;
    const bool is_extra = file_of(*row) == DOKUMILL_EXTRA_COMMAND;
    const std::string test = DOKUMILL_COMMAND_TESTS + ('/' + file_of(*row)) + "_test.cpp";
    EXPECT_TRUE(is_extra || std::filesystem::exists(test)) << test;
  }
}

TEST(Help, NamesEveryFormat) {
  const auto convert = std::ranges::find(all_commands(), "convert", &CommandRow::name);
  ASSERT_NE(convert, all_commands().end());
  const std::string help = full_help(**convert);
  for (const std::string_view name : text_format_names()) {
    EXPECT_NE(help.find(name), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace dokumill::cli
