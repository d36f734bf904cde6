// Tests that the rows that CsvScanner finds do not depend on what it remembers of earlier rows.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "formats/csv/csv_row.hpp"
#include "support/test_random.hpp"
#include "support/test_size.hpp"

namespace dokumill::records {
namespace {

using testing::TestRandom;

std::string visible(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '\n' ? "\\n" : c == '\r' ? "\\r" : std::string(1, c);
  return out;
}

bool is_same(const CsvRow& a, const CsvRow& b) {
  return a.end == b.end && a.text_end == b.text_end && a.fault == b.fault &&
         a.fault_at == b.fault_at && a.line_ends == b.line_ends;
}

bool is_same(const std::vector<CsvField>& a, const std::vector<CsvField>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].text.data() != b[i].text.data() || a[i].text.size() != b[i].text.size() ||
        a[i].is_quoted != b[i].is_quoted)
      return false;
  }
  return true;
}

// Scans all rows with one scanner, and each row again with a new scanner.
void expect_the_same_rows(CsvScanner& scanner, std::string_view text, std::size_t limit,
                          bool is_all) {
  const char* const end = text.data() + text.size();
  std::vector<CsvField> fields;
  std::vector<CsvField> expected_fields;
  scanner.start();
  for (const char* at = text.data(); at != end;) {
    const CsvRow row = scanner.scan(at, end, is_all, fields);
    const CsvRow expected = CsvScanner(limit).scan(at, end, is_all, expected_fields);
    const bool has_fields = expected.end == CsvEnd::kRow;
    if (!is_same(row, expected) || (has_fields && !is_same(fields, expected_fields))) {
      FAIL() << "limit " << limit << ", all " << is_all << ", row at " << at - text.data()
             << " of: " << visible(text);
    }
    if (row.end == CsvEnd::kNeedMore || row.text_end == end) return;
    at = skip_line_end(row.text_end, end);
  }
}

TEST(CsvScanner, ReadsEveryShortTextRowByRow) {
  constexpr std::string_view kBytes = "a,\"\n\r";
  const std::size_t longest = std::size_t{testing::is_long_run()  ? 9U
                                          : testing::kIsSanitized ? 6U
                                                                  : 7U};
  for (const std::size_t limit : {1, 2, 3, 4, 6}) {
    CsvScanner scanner(limit);
    for (std::size_t size = 1; size <= longest; ++size) {
      std::string text(size, kBytes[0]);
      std::vector<std::size_t> digits(size, 0);
      for (bool has_more = true; has_more;) {
        expect_the_same_rows(scanner, text, limit, true);
        expect_the_same_rows(scanner, text, limit, false);
        if (HasFatalFailure()) return;
        has_more = false;
        for (std::size_t i = 0; i < size && !has_more; ++i) {
          digits[i] = (digits[i] + 1) % kBytes.size();
          text[i] = kBytes[digits[i]];
          has_more = digits[i] != 0;
        }
      }
    }
  }
}

TEST(CsvScanner, ReadsRandomTextsRowByRow) {
  TestRandom random(20261122);
  for (int i = 0; i < testing::slow_test_rounds(20'000); ++i) {
    // Each text has its own byte frequencies.
    std::string bytes = "a,\"\"\n\r";
    for (int more = random.below(6); more > 0; --more) bytes += bytes[random.index(6)];
    std::string text;
    for (int size = 1 + random.below(200); size > 0; --size) text += random.of(bytes);
    const auto limit = 1 + random.index(80);
    CsvScanner scanner(limit);
    expect_the_same_rows(scanner, text, limit, i % 2 == 0);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace dokumill::records
