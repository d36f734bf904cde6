#include "base/text/buffered_text.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <string_view>

#include "base/text/format.hpp"

namespace dokumill {
namespace {

TEST(BufferedText, AppendsPiecesOfAllKinds) {
  std::string text = "before ";
  BufferedText buffer(text);
  buffer.put('[', 0, "|", 9, "|", 10, std::string_view("|"), -7, ']');
  EXPECT_EQ(text, "before ");
  buffer.flush();
  EXPECT_EQ(text, "before [0|9|10|-7]");
  buffer.put(std::numeric_limits<int>::min(), ' ', std::numeric_limits<int>::max());
  buffer.flush();
  EXPECT_EQ(text, "before [0|9|10|-7]-2147483648 2147483647");
}

// Pieces of all sizes around that of the buffer, after texts of all sizes.
TEST(BufferedText, HasNoLimit) {
  for (std::size_t before = 480; before < 530; ++before) {
    for (const std::size_t size : {0, 1, 40, 511, 512, 513, 2000}) {
      std::string text;
      BufferedText buffer(text);
      std::string expected;
      for (std::size_t i = 0; i < before; ++i) {
        buffer.put(static_cast<char>('a' + i % 26));
        expected += static_cast<char>('a' + i % 26);
      }
      const std::string piece(size, '#');
      buffer.put(std::string_view(piece), 12345, "end", '.');
      buffer.flush();
      ASSERT_EQ(text, format_text("{}{}12345end.", expected, piece));
    }
  }
}

}  // namespace
}  // namespace dokumill
