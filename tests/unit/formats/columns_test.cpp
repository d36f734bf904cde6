// Tests of the columns of tables, of packed rows, and of what JSON arrays are made from.
#include "formats/tables/columns.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "formats/tables/packed_row.hpp"
#include "formats/tables/table_writer.hpp"
#include "support/system/fake_platform.hpp"
#include "support/system/scratch_folder.hpp"

namespace dokumill::tables {
namespace {

TEST(Columns, NamesAreDifferentAndUtf8) {
  const std::vector<Column> good{{"score"}, {"a, \"b\""}, {"clues", ColumnType::kInt32}};
  EXPECT_TRUE(check_columns(good, TextFormat::kJsonl).ok());
  EXPECT_EQ(check_columns(std::vector<Column>{{"x"}, {"a"}, {"x", ColumnType::kInt64}},
                          TextFormat::kJsonl)
                .message(),
            "two columns have the name 'x'; jsonl needs different names");
  EXPECT_EQ(check_columns(std::vector<Column>{{"a"}, {"\xFF"}}, TextFormat::kParquet).message(),
            "the column name '\\xFF' is not UTF-8 text, which parquet requires");
}

TEST(Columns, NumbersFit) {
  EXPECT_TRUE(fits(2147483647, ColumnType::kInt32));
  EXPECT_FALSE(fits(2147483648, ColumnType::kInt32));
  EXPECT_TRUE(fits(9223372036854775807, ColumnType::kInt64));
  EXPECT_FALSE(fits(9223372036854775808U, ColumnType::kInt64));
}

TEST(PackedRow, IsReadAsItWasWritten) {
  const std::string texts[] = {"", "abc", std::string(127, 'x'), std::string(128, 'y'),
                               std::string(70000, 'z')};
  const std::uint64_t numbers[] = {0, 1, 126, 127, 128, 16383, 0x7FFFFFFFFFFFFFFF};
  std::string rows;
  PackedRowWriter writer;
  for (int row = 0; row < 2; ++row) {
    writer.start(rows);
    for (const std::string& text : texts) writer.add_text(text);
    writer.add_null();
    for (const std::uint64_t number : numbers) writer.add_number(number);
    writer.finish();
  }
  const std::size_t bytes = packed_row_bytes(rows);
  EXPECT_EQ(bytes * 2, rows.size());
  EXPECT_EQ(rows.substr(0, bytes), rows.substr(bytes));
  PackedRowReader reader(std::string_view(rows).substr(bytes));
  for (const std::string& text : texts) EXPECT_EQ(reader.text(), text);
  std::uint64_t number = 0;
  EXPECT_FALSE(reader.number(number));
  for (const std::uint64_t expected : numbers) {
    EXPECT_TRUE(reader.number(number));
    EXPECT_EQ(number, expected);
  }
  EXPECT_TRUE(reader.is_at_end());
}

class TableWriterTest : public ::testing::Test {
 protected:
  // Writes the texts. Returns the bytes of the file, or the message of the failure.
  std::string write(TextFormat format, const std::vector<std::string>& texts) {
    Result<OutputFile> output = OutputFile::open(platform_, folder_ / "out", {});
    TableWriter writer(format, columns_, {}, *output, {});
    for (const std::string& text : texts) {
      if (Status status = writer.write(text); !status.ok()) return status.message();
    }
    EXPECT_TRUE(writer.finish().ok());
    EXPECT_TRUE(output->commit().ok());
    return testing::read_file(folder_ / "out");
  }

  testing::FakePlatform platform_;
  const testing::ScratchFolder folder_;
  std::vector<Column> columns_{{"a"}, {"b"}};
};

TEST_F(TableWriterTest, MakesAnArrayOfObjects) {
  EXPECT_EQ(write(TextFormat::kJson, {}), "[]\n");
  EXPECT_EQ(write(TextFormat::kJson, {""}), "[]\n");
  EXPECT_EQ(write(TextFormat::kJson, {",\n{\"a\":1},\n{\"a\":2}", "", ",\n{}"}),
            "[\n{\"a\":1},\n{\"a\":2},\n{}\n]\n");
  EXPECT_EQ(write(TextFormat::kJsonl, {"{}\n", "{}\n"}), "{}\n{}\n");
}

// The number of a row counts all rows of the output before it.
TEST_F(TableWriterTest, TurnsAMarkIntoAFailure) {
  const std::string words =
      " of the output, column 'b': the value is not UTF-8 text; convert the input to UTF-8, or "
      "write csv";
  EXPECT_EQ(write(TextFormat::kJsonl, {"{}\n{}\n", "{}\n" + bad_row(1) + "\n{}\n"}),
            "row 4" + words);
  EXPECT_EQ(write(TextFormat::kJson, {",\n{},\n{}", ",\n" + bad_row(1)}), "row 3" + words);
  EXPECT_EQ(write(TextFormat::kJsonl, {bad_row(1) + "\n"}), "row 1" + words);
}

}  // namespace
}  // namespace dokumill::tables
