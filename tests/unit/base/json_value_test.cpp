// parse_json_value() and JsonText against nlohmann/json.
#include "base/text/json_value.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>

#include "base/text/json_text.hpp"

namespace dokumill {
namespace {

nlohmann::json tree_of(const JsonValue& value) {
  switch (value.kind) {
    case JsonValue::Kind::kNull:
      return nullptr;
    case JsonValue::Kind::kFlag:
      return value.flag;
    case JsonValue::Kind::kCount:
      return value.count;
    case JsonValue::Kind::kNumber:
      return value.number;
    case JsonValue::Kind::kText:
      return value.text;
    case JsonValue::Kind::kList: {
      nlohmann::json list = nlohmann::json::array();
      for (const JsonValue& item : value.items) list.push_back(tree_of(item));
      return list;
    }
    case JsonValue::Kind::kObject:
      break;
  }
  nlohmann::json object = nlohmann::json::object();
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    object[value.names[i]] = tree_of(value.items[i]);
  }
  return object;
}

constexpr std::string_view kDocument =
    "{\"a\": [1, -2, 2.5e3, 18446744073709551615, 18446744073709551616, true, false, null], \"\": "
    "{}, \"b\\u00e9\\ud83d\\ude00\\n\": {\"c\":[], \"d\": \"\xe5\xad\x97 \\\" \\\\ \\/ \\b\"}}\n";

// Random bytes of the document are replaced, deleted or doubled. Both parsers accept the same
// texts, apart from our limits, and read the same values.
TEST(JsonValue, AcceptsWhatAnotherParserAccepts) {
  constexpr std::string_view kBytes = "{}[]\",:\\ue0915.-+tfn \n\xe5\xad\x80\x01";
  std::mt19937 random(1);
  int accepted = 0;
  for (int i = 0; i < 10'000; ++i) {
    std::string text(kDocument);
    for (auto changes = random() % 4; changes > 0; --changes) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text[at] = kBytes[random() % kBytes.size()];
          break;
        case 1:
          text.erase(at, 1 + random() % 3);
          break;
        default:
          text.insert(at, text.substr(at, 1 + random() % 8));
      }
    }
    const Result<JsonValue> value = parse_json_value(text);
    const bool is_limit =
        !value.ok() && (value.status().message().find("twice") != std::string::npos ||
                        value.status().message().find("more than") != std::string::npos);
    if (is_limit) continue;
    const nlohmann::json expected = nlohmann::json::parse(text, nullptr, false);
    ASSERT_EQ(value.ok(), !expected.is_discarded()) << text;
    if (!value.ok()) continue;
    ++accepted;
    ASSERT_EQ(tree_of(*value), expected) << text;
  }
  EXPECT_GT(accepted, 2'500);
}

TEST(JsonValue, SaysWhatIsWrong) {
  const auto message = [](std::string_view text) {
    return parse_json_value(text).status().message();
  };
  EXPECT_TRUE(parse_json_value("\xEF\xBB\xBF{}").ok());
  EXPECT_EQ(message(""), "this is not JSON at byte 1");
  EXPECT_EQ(message("{\"a\":1,}"), "this is not JSON at byte 8");
  EXPECT_EQ(message("[1] 2"), "this is not JSON at byte 5");
  EXPECT_EQ(message(std::string_view("[1\0]", 4)), "this is not JSON at byte 3");
  EXPECT_EQ(message("[1e999]"), "a number is too large at byte 2");
  EXPECT_EQ(message("{\"a\":1,\"\\u0061\":2}"), "the name 'a' occurs twice in one object");
  EXPECT_EQ(message(std::string(9, '[')), "this has more than 8 levels");
  std::string many = "[0";
  for (std::size_t i = 0; i < kMaxValues; ++i) many += ",0";
  EXPECT_EQ(message(many + "]"), "this has more than 200000 values");
}

TEST(JsonText, WritesEachKindOfValue) {
  JsonText json("{}");
  json.add("flag", true);
  json.add("count", std::uint64_t{5});
  json.add("number", 0.25);
  json.add("none", std::numeric_limits<double>::infinity());
  EXPECT_EQ(json.text(), "{\"flag\":true,\"count\":5,\"number\":0.25,\"none\":null}");
}

TEST(JsonText, QuotesAnyBytes) {
  std::mt19937 random(1);
  constexpr std::string_view kPieces[] = {"a",    "\"",          "\\",           "\n",
                                          "\x01", "\x7f",        "\xe5\xad\x97", "\xf0\x9f\x98\x80",
                                          "\xff", "\xe2\x80\xae"};
  for (int i = 0; i < 2'000; ++i) {
    std::string text;
    for (auto pieces = random() % 6; pieces > 0; --pieces)
      text += kPieces[random() % std::size(kPieces)];
    JsonText json("{}");
    json.add(text, std::string_view(text));
    const std::string expected =
        nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    EXPECT_EQ(nlohmann::json::parse(json.text()).begin().value(), nlohmann::json::parse(expected))
        << json.text();
  }
}

}  // namespace
}  // namespace dokumill
