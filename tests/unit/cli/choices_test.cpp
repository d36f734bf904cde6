// Tests that the table of choices has a row for each flag whose values can be listed.
#include "cli/choices.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "dokumill/text_format.hpp"

namespace dokumill::cli {
namespace {

// The placeholders that the help shows for values that cannot be listed. A flag without a value has
// "".
constexpr std::array<std::string_view, 18> kFreeValues{
    "",    "N",    "M",       "K",     "K/N",   "S",     "T",    "D",    "P",
    "A~B", "A..B", "ADDRESS", "LIMIT", "RATIO", "SHARE", "SIZE", "TEXT", "X"};

TEST(Choices, AFlagWithOtherValuesHasARow) {
  for (const CommandRow& row : all_commands()) {
    for (const FlagRow& flag : all_flags()) {
      if (!accepts(row, flag) || flag.section.empty()) continue;
      const bool is_free = std::ranges::find(kFreeValues, flag.value) != kFreeValues.end();
      const ValueKind kind = kind_of_value(row.command, flag);
      EXPECT_EQ(kind == ValueKind::kFree || kind == ValueKind::kNone, is_free)
          << row.name << ' ' << flag.names << ": add a row to choices.cpp";
      const bool has_choices = kind == ValueKind::kOne || kind == ValueKind::kList;
      EXPECT_EQ(has_choices, !choices(row.command, flag.key()).empty() &&
                                 kind != ValueKind::kNone && kind != ValueKind::kFile)
          << row.name << ' ' << flag.names;
    }
  }
}

TEST(Choices, FormatsAreThoseOfTheLibrary) {
  const auto names = choices(Command::kSolve, "--from");
  ASSERT_EQ(names.size(), text_format_names().size() + 1);
  EXPECT_EQ(names.front(), "auto");
  EXPECT_TRUE(std::equal(names.begin() + 1, names.end(), text_format_names().begin()));
}

TEST(Choices, SomeFlagsOfTheSameNameDiffer) {
  EXPECT_EQ(choices(Command::kGenerateBoards, "--to").front(), "grid");
  EXPECT_EQ(choices(Command::kGeneratePuzzles, "--symmetry").size(), 6U);
  EXPECT_TRUE(choices(Command::kDedupe, "--symmetry").empty());
  EXPECT_TRUE(choices(Command::kSolve, "--threads").empty());
}

}  // namespace
}  // namespace dokumill::cli
