// Tests of a slow stream whose lines end in a lone CR: each record is returned as soon as its CR is
// read, and a later LF belongs to that CR.
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "batch/sources/text_source.hpp"
#include "formats/reader.hpp"

namespace dokumill::batch {
namespace {

const std::string kRecordCells(81, '5');

class SlowCr : public ::testing::Test {
 protected:
  SlowCr() { EXPECT_EQ(::pipe(pipe_), 0); }
  ~SlowCr() override {
    ::close(pipe_[0]);
    ::close(pipe_[1]);
  }

  void feed(const std::string& text) {
    ASSERT_EQ(::write(pipe_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  std::unique_ptr<TextSource> open() {
    Result<std::unique_ptr<TextSource>> source = TextSource::open(
        system_platform(), {"/dev/fd/" + std::to_string(pipe_[0]), {}, "", true}, gives_up());
    EXPECT_TRUE(source.ok()) << source.status().message();
    return source.ok() ? *std::move(source) : nullptr;
  }
  // Returns the bytes of the next chunk, or "waits" if the source still waits after many checks.
  // Adds the records and lines of the chunk to the counts.
  std::string next(TextSource& source) {
    TextChunk chunk;
    const Result<bool> got = source.next(chunk, gives_up());
    if (!got.ok()) return "waits";
    records::ReadOptions options;
    options.format = source.detection().format;
    const auto reader = records::RecordReader::make(options);
    records::RecordBatch batch(10);
    reader->start(chunk.bytes, chunk.entry);
    while (reader->read(batch)) records_ += batch.size - batch.faults.size();
    lines_ += reader->lines();
    return std::string(chunk.bytes);
  }

  std::size_t records_ = 0;
  std::uint64_t lines_ = 0;

 private:
  static std::function<bool()> gives_up() {
    return [looks = 20]() mutable { return --looks <= 0; };
  }
  int pipe_[2];
};

TEST_F(SlowCr, EndsARecordAtOnce) {
  feed(kRecordCells + "\r");
  const std::unique_ptr<TextSource> source = open();
  ASSERT_NE(source, nullptr);
  EXPECT_EQ(next(*source), kRecordCells + "\r");
  EXPECT_EQ(lines_, 1U);
  feed(kRecordCells + "\r");
  EXPECT_EQ(next(*source), kRecordCells + "\r");
  feed("\n");
  EXPECT_EQ(next(*source), "\n");
  EXPECT_EQ(lines_, 2U);
  feed(kRecordCells + "\r\n" + kRecordCells + "\r");
  EXPECT_EQ(next(*source), kRecordCells + "\r\n" + kRecordCells + "\r");
  feed("\n\n" + kRecordCells + "\n");
  EXPECT_EQ(next(*source), "\n\n" + kRecordCells + "\n");
  EXPECT_EQ(records_, 5U);
  EXPECT_EQ(lines_, 6U);
}

TEST_F(SlowCr, EndsABoardAtOnce) {
  std::string board;
  for (int row = 0; row < 9; ++row) board += "5 3 4 6 7 8 9 1 2\r";
  feed(board + "\r");
  const std::unique_ptr<TextSource> source = open();
  ASSERT_NE(source, nullptr);
  EXPECT_EQ(next(*source), board + "\r");
  feed("\n" + board + "\r");
  EXPECT_EQ(next(*source), "\n" + board + "\r");
  EXPECT_EQ(records_, 2U);
  EXPECT_EQ(lines_, 20U);
}

}  // namespace
}  // namespace dokumill::batch
