// Tests of a mapped file that is rewritten while it is read. Whatever the bytes are at any moment,
// the readers stay within them, every cell is a digit, empty or malformed, and reading ends.
//
// The data race is intended, so a build with the thread sanitizer leaves this program out.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "formats/chunk_boundary.hpp"
#include "formats/detect/detect.hpp"
#include "formats/reader.hpp"
#include "support/test_random.hpp"
#include "support/test_size.hpp"
#include "support/texts/formats.hpp"
#include "support/texts/guarded_bytes.hpp"
#include "support/texts/nasty_texts.hpp"

namespace dokumill {
namespace {

using testing::GuardedBytes;
using testing::TestRandom;

// A thread of this object changes bytes at random places to bytes that matter to the readers, and
// restores the old bytes. It ends when the object is destroyed.
class Scribbler {
 public:
  explicit Scribbler(std::string_view bytes)
      : bytes_(const_cast<char*>(bytes.data()), bytes.size()), thread_([this] { scribble(); }) {}
  Scribbler(const Scribbler&) = delete;
  Scribbler& operator=(const Scribbler&) = delete;
  ~Scribbler() {
    is_done_ = true;
    thread_.join();
  }
  std::uint64_t writes() const { return writes_; }

 private:
  void scribble() {
    static constexpr std::string_view kMarks("\n\r\r\n\"\"\",, \t#?Q0.5\0\xFF", 20);
    TestRandom random(4);
    while (!is_done_) {
      volatile char& byte = bytes_.first[random.next() % bytes_.second];
      const char before = byte;
      byte = random.of(kMarks);
      // Some changes last for a while, so that readers see them at any point.
      char read = before;
      for (int i = random.below(200); i > 0; --i) read = byte;
      byte = read == before ? read : before;
      ++writes_;
    }
  }

  std::pair<char*, std::size_t> bytes_;
  std::atomic<bool> is_done_{false};
  std::atomic<std::uint64_t> writes_{0};
  std::thread thread_;
};

// Reads all bytes in chunks, cut as a source cuts them, and returns the number of records.
std::size_t read_all(const records::ReadOptions& options, std::string_view bytes,
                     records::RecordBatch& batch) {
  const auto reader = records::RecordReader::make(options);
  std::size_t found = 0;
  records::Entry entry;
  for (std::string_view rest = bytes; !rest.empty();) {
    records::ChunkBoundary cut;
    for (std::size_t size = 300; cut.bytes == 0; size *= 2) {
      const std::string_view window = rest.substr(0, size);
      cut =
          records::find_chunk_boundary(options.format, window, entry, window.size() == rest.size());
    }
    if (cut.bytes > rest.size()) throw std::logic_error("a cut after its window");
    const std::string_view chunk = rest.substr(0, cut.bytes);
    reader->start(chunk, entry);
    while (reader->read(batch)) {
      found += batch.size;
      std::size_t fault = 0;
      for (std::size_t i = 0; i < batch.size; ++i) {
        const auto& cells = batch.grids[i].cells;
        const bool is_bad = fault < batch.faults.size() && batch.faults[fault].record == i;
        fault += is_bad ? 1 : 0;
        EXPECT_TRUE(std::ranges::all_of(cells, [&](std::uint8_t cell) {
          return is_bad ? cell == records::kMalformedCell : cell <= 9;
        }));
        EXPECT_LE(batch.lines[i], chunk.size());
      }
      EXPECT_EQ(fault, batch.faults.size());
      for (const std::string_view row : batch.rows) {
        if (row.empty()) continue;
        EXPECT_GE(row.data(), chunk.data());
        EXPECT_LE(row.data() + row.size(), chunk.data() + chunk.size());
      }
    }
    EXPECT_TRUE(reader->is_at_end());
    entry = cut.next;
    rest.remove_prefix(cut.bytes);
  }
  return found;
}

class RewrittenBytes : public ::testing::TestWithParam<TextFormat> {};

TEST_P(RewrittenBytes, AreReadWithoutHarm) {
  testing::NastyTexts texts(31);
  records::ReadOptions options;
  options.format = GetParam();
  options.csv = {3, 1};
  options.keep_rows = true;
  records::RecordBatch batch(5);
  GuardedBytes guarded;
  for (int round = 0; round < testing::test_rounds(60); ++round) {
    const std::string text = texts.make(GetParam(), 1 + round % 8, round % 7 == 0);
    if (text.empty()) continue;
    const std::string_view bytes =
        guarded.place(text, round % 2 == 0 ? GuardedBytes::Edge::kEnd : GuardedBytes::Edge::kBegin);
    const Scribbler scribbler(bytes);
    // Repeats until the other thread has made many changes.
    for (int times = 0; times < 50 || scribbler.writes() < 2000; ++times) {
      ASSERT_LE(read_all(options, bytes, batch), bytes.size());
      (void)records::detect(bytes, true, {});
      ASSERT_FALSE(HasFailure());
    }
  }
}

std::string format_name(const ::testing::TestParamInfo<TextFormat>& info) {
  if (info.param == TextFormat::kLine) return "Line";
  return info.param == TextFormat::kGrid ? "Grid" : "Csv";
}
INSTANTIATE_TEST_SUITE_P(Formats, RewrittenBytes, ::testing::ValuesIn(dokumill::testing::kFormats),
                         format_name);

}  // namespace
}  // namespace dokumill
