// Tests that each flag whose values can be listed has choices.
#include "cli/table/choices.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "dokumill/text_format.hpp"

namespace dokumill::cli {
namespace {

// The placeholders that the help shows for values that cannot be listed. A flag without a value has
// "".
constexpr std::array<std::string_view, 23> kFreeValues{
    "",      "N",     "M",    "K",       "K/N",  "S",    "T",     "D",
    "P",     "A~B",   "A..B", "ADDRESS", "EXPR", "KEYS", "LIMIT", "MAP",
    "PAIRS", "RATIO", "SET",  "SHARE",   "SIZE", "TEXT", "X"};

TEST(Choices, AFlagWithOtherValuesHasChoices) {
  for (const CommandRow* row : all_commands()) {
    for (const FlagRow* flag : shown_flags(*row)) {
      const bool is_free = std::ranges::find(kFreeValues, flag->value) != kFreeValues.end();
      const ValueKind kind = kind_of_value(*flag);
      EXPECT_EQ(kind == ValueKind::kFree || kind == ValueKind::kNone, is_free)
          << row->name << ' ' << flag->names << ": add its choices";
      const bool has_choices = kind == ValueKind::kOne || kind == ValueKind::kList;
      EXPECT_EQ(has_choices, !choices_of(*flag).empty()) << row->name << ' ' << flag->names;
    }
  }
}

TEST(Choices, FormatsAreThoseOfTheLibrary) {
  const auto names = choices(*command_named("solve"), "--from");
  ASSERT_EQ(names.size(), text_format_names().size() + 2);
  EXPECT_EQ(names[0], "auto");
  EXPECT_EQ(names[1], "any");
  EXPECT_TRUE(std::equal(names.begin() + 2, names.end(), text_format_names().begin()));
}

// The help of `convert --to` names the formats of other programs for all flags.
TEST(Choices, TheHelpNamesEveryFormat) {
  const auto names = [](std::string_view help, std::string_view name) {
    return help.find(name) != std::string_view::npos;
  };
  const std::string_view all = find_flag(*command_named("convert"), "--to")->help;
  for (const CommandRow* row : all_commands()) {
    for (const FlagRow* flag : shown_flags(*row)) {
      if (flag->value != "FORMAT") continue;
      const bool names_others = names(flag->help, "format of another program");
      for (const std::string_view name : choices_of(*flag)) {
        EXPECT_TRUE(names(flag->help, name) || (names_others && names(all, name)))
            << row->name << ' ' << flag->names << ' ' << name;
      }
    }
  }
}

TEST(Choices, SomeFlagsOfTheSameNameDiffer) {
  EXPECT_EQ(choices(*command_named("generate boards"), "--to").front(), "line");
  EXPECT_EQ(choices(*command_named("solve"), "--to").front(), "same");
  EXPECT_EQ(choices(*command_named("generate puzzles"), "--symmetry").size(), 6U);
  EXPECT_TRUE(choices(*command_named("dedupe"), "--symmetry").empty());
  EXPECT_TRUE(choices(*command_named("solve"), "--threads").empty());
}

}  // namespace
}  // namespace dokumill::cli
