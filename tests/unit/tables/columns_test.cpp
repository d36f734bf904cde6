// Tests of the columns of tables and of the conversion of csv rows.
#include "tables/columns.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "records/csv/csv_row.hpp"
#include "tables/json_array.hpp"
#include "tables/json_lines.hpp"

namespace dokumill::tables {
namespace {

TEST(Columns, OursAreTypedAndThoseOfTheInputAreText) {
  const auto columns =
      columns_of_header("score,\"a, \"\"b\"\"\",score ,clues\n", {TextFormat::kJsonl, ',', 2});
  ASSERT_FALSE(columns.ok());  // `score` occurs twice
  const auto good =
      columns_of_header("score,\"a, \"\"b\"\"\",clues,x\n", {TextFormat::kJsonl, ',', 2});
  ASSERT_TRUE(good.ok());
  ASSERT_EQ(good->size(), 4U);
  EXPECT_EQ((*good)[0].type, ColumnType::kText);
  EXPECT_EQ((*good)[1].name, "a, \"b\"");
  EXPECT_EQ((*good)[2].type, ColumnType::kInt32);
  EXPECT_EQ((*good)[3].type, ColumnType::kText);
  EXPECT_FALSE(columns_of_header("a,\xFF\n", {TextFormat::kParquet}).ok());
}

TEST(Columns, Numbers) {
  EXPECT_TRUE(is_number("2147483647", ColumnType::kInt32));
  EXPECT_FALSE(is_number("2147483648", ColumnType::kInt32));
  EXPECT_TRUE(is_number("9223372036854775807", ColumnType::kInt64));
  for (const std::string text : {"", "?", " 1", "1 ", "1x", "--1"}) {
    EXPECT_FALSE(is_number(text, ColumnType::kInt64)) << text;
    EXPECT_FALSE(is_number(text, ColumnType::kDouble)) << text;
  }
  EXPECT_TRUE(is_number("7.1", ColumnType::kDouble));
  for (const std::string text : {"inf", "nan", "-1", ".5"})
    EXPECT_FALSE(is_number(text, ColumnType::kDouble)) << text;
  EXPECT_FALSE(is_number("1", ColumnType::kText));
}

TEST(JsonLinesTest, RowsOfEveryForm) {
  JsonLines lines({{"a", ColumnType::kText}, {"n", ColumnType::kInt64}, {"b\"", ColumnType::kText}},
                  ';');
  std::string out;
  ASSERT_TRUE(lines.convert("x;1;y\n \"q;\"\"\r\n\" ; ;\t z\n;;\n", out).ok());
  EXPECT_EQ(out,
            "{\"a\":\"x\",\"n\":1,\"b\\\"\":\"y\"}\n"
            "{\"a\":\"q;\\\"\\r\\n\",\"n\":null,\"b\\\"\":\"\\t z\"}\n"
            "{\"a\":\"\",\"n\":null,\"b\\\"\":\"\"}\n");
  EXPECT_EQ(lines.convert("x;1\n", out).code(), ErrorCode::kSelfCheck);
  EXPECT_EQ(lines.convert("x;1;2;3\n", out).code(), ErrorCode::kSelfCheck);
  EXPECT_EQ(lines.convert("x;1;2", out).code(), ErrorCode::kSelfCheck);
  const Status status = lines.convert("\xFF;1;2\n", out);
  EXPECT_EQ(status.code(), ErrorCode::kInput);
  EXPECT_NE(status.message().find("row 7 of the output, column 'a'"), std::string::npos)
      << status.message();
}

TEST(JsonArrayTest, ObjectsOfSeveralTexts) {
  std::string out;
  JsonArray none;
  none.append("", out);
  none.finish(out);
  EXPECT_EQ(out, "[]\n");
  out.clear();
  JsonArray array;
  array.append("{\"a\":1}\n{\"a\":2}\n", out);
  array.append("", out);
  array.append("{}\n", out);
  array.finish(out);
  EXPECT_EQ(out, "[\n{\"a\":1},\n{\"a\":2},\n{}\n]\n");
}

}  // namespace
}  // namespace dokumill::tables
