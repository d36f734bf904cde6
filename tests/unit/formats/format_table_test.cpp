#include "formats/format_table.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "batch/rows/output_name.hpp"

namespace dokumill {
namespace {

TEST(FormatTable, EveryFormatHasItsOwnName) {
  const std::span<const std::string_view> names = text_format_names();
  ASSERT_EQ(names.size(), std::size_t{kTextFormats});
  EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto format = static_cast<TextFormat>(i);
    EXPECT_EQ(name_of(format), names[i]);
    EXPECT_EQ(text_format_of(names[i]), format);
  }
  EXPECT_EQ(text_format_of("Line"), std::nullopt);
  EXPECT_EQ(text_format_of(""), std::nullopt);
  EXPECT_TRUE(text_format_list().starts_with("line, grid, csv, ")) << text_format_list();
  EXPECT_TRUE(text_format_list().ends_with(", fpuzzles or solo")) << text_format_list();
}

TEST(FormatTable, TheEndOfAnOutputNameChoosesTheFormat) {
  for (const records::FormatTraits& traits : records::kFormatTable) {
    const std::string ending(traits.name_ending.value());
    if (ending.empty()) continue;
    const auto found = batch::OutputName("x." + ending).format(std::nullopt);
    ASSERT_TRUE(found.ok());
    EXPECT_EQ(*found, traits.format.value());
  }
  EXPECT_EQ(*batch::OutputName("x").format(std::nullopt), std::nullopt);
  EXPECT_EQ(*batch::OutputName("x.txt").format(std::nullopt), std::nullopt);
}

TEST(FormatTable, PrintsNoMoreThanTheLimits) {
  Grid full;
  for (std::size_t i = 0; i < full.cells.size(); ++i) {
    full.cells[i] = static_cast<std::uint8_t>(i * 7 % 9 + 1);
  }
  for (const records::FormatTraits& traits : records::kFormatTable) {
    const bool has_exact_size = !records::is_of_program(traits.format) || traits.has_one_record;
    for (const Grid& grid : {Grid(), full, records::kMalformedGrid}) {
      std::string text(traits.cells_bytes + 1, '#');
      const auto bytes =
          static_cast<std::size_t>(traits.print_cells(grid, text.data()) - text.data());
      EXPECT_LE(bytes, traits.cells_bytes) << traits.name.value();
      EXPECT_TRUE(bytes == traits.cells_bytes || !has_exact_size) << traits.name.value();
      EXPECT_EQ(text.front() == '\n', traits.begins_with_line_end) << traits.name.value();
    }
    EXPECT_GE(traits.record_bytes.value().usual, traits.record_bytes.value().least);
  }
}

}  // namespace
}  // namespace dokumill
