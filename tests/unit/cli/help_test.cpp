// Tests of the help texts: their size, and that the commands accept the flags and examples in them.
#include "cli/help.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_table.hpp"

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
  for (const CommandRow& row : all_commands()) {
    const std::string help = short_help(row.command);
    expect_clean(help);
    EXPECT_LE(split(help, '\n').size() - 1, 24U) << help;
    expect_clean(full_help(row.command));
    EXPECT_LT(help.size(), full_help(row.command).size());
  }
}

TEST(Help, NamesEveryFlagThatHasAnEffect) {
  for (const CommandRow& row : all_commands()) {
    const std::string help = full_help(row.command);
    for (const FlagRow& flag : all_flags()) {
      const bool is_shown = help.find("  " + split(flag.names, ',').front()) != std::string::npos;
      if (accepts(row, flag) && !flag.section.empty()) {
        EXPECT_TRUE(is_shown) << row.name << flag.names;
        EXPECT_FALSE(flag.help.empty()) << flag.names;
      }
    }
  }
}

TEST(Help, ShortHelpShowsFlagsOfTheCommand) {
  for (const CommandRow& row : all_commands()) {
    if (row.main_flags.empty()) continue;
    for (const std::string& key : split(row.main_flags, ' ')) {
      const auto is_key = [&](const FlagRow& flag) {
        return accepts(row, flag) && flag.key() == key;
      };
      EXPECT_EQ(std::ranges::count_if(all_flags(), is_key), 1) << row.name << key;
    }
  }
}

TEST(Help, NoCommandAcceptsAFlagTwice) {
  for (const CommandRow& row : all_commands()) {
    for (const FlagRow& flag : all_flags()) {
      if (!accepts(row, flag)) continue;
      const auto is_same = [&](const FlagRow& other) {
        return accepts(row, other) && other.key() == flag.key();
      };
      EXPECT_EQ(std::ranges::count_if(all_flags(), is_same), 1) << row.name << flag.names;
    }
  }
}

TEST(Help, ExamplesAreAccepted) {
  for (const CommandRow& row : all_commands()) {
    for (const std::string& example : split(row.examples, '\n')) {
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
        if (row.command != Command::kRoot && row.command != Command::kGenerate) {
          EXPECT_EQ(arguments->command, row.command) << example;
        }
        has_run = true;
      }
      EXPECT_TRUE(has_run) << example;
    }
  }
}

}  // namespace
}  // namespace dokumill::cli
