// Tests of the source of text chunks: offsets beyond 4 GiB, streams that pause, stop or fail.
#include "batch/sources/text_source.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <string>

#include "dokumill/batch.hpp"
#include "support/hooked.hpp"
#include "support/system/fake_platform.hpp"
#include "support/system/pipe_feeder.hpp"
#include "support/system/scratch_folder.hpp"
#include "support/test_size.hpp"

namespace dokumill::batch {
namespace {

using testing::FakePlatform;
using testing::Hooked;
using testing::PipeFeeder;
using testing::ScratchFolder;
using testing::write_file;

const std::string kPuzzle =
    "1.......................................................................3.......2";

// A map of 5 GiB. Only the pages that are written or read exist in memory.
class HugeMap {
 public:
  static constexpr std::size_t kBytes = std::size_t{5} << 30;
  HugeMap() {
    void* const map = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    data_ = map == MAP_FAILED ? nullptr : static_cast<char*>(map);
  }
  HugeMap(const HugeMap&) = delete;
  HugeMap& operator=(const HugeMap&) = delete;
  ~HugeMap() {
    if (data_ != nullptr) ::munmap(data_, kBytes);
  }
  char* data() const { return data_; }

 private:
  char* data_ = nullptr;
};

class TextSourceTest : public ::testing::Test {
 protected:
  std::unique_ptr<TextSource> open(const InputOptions& options) {
    Result<std::unique_ptr<TextSource>> source = TextSource::open(platform_, options, {});
    EXPECT_TRUE(source.ok()) << source.status().message();
    return source.ok() ? *std::move(source) : nullptr;
  }
  // Writes a small file and returns the options for reading it. When the source maps this file,
  // platform_ returns `map` instead, and reports its size.
  InputOptions huge_input(const HugeMap& map) {
    write_file(folder_ / "huge", std::string(5000, '\n'));
    platform_.map_data = map.data();
    platform_.file_bytes = HugeMap::kBytes;
    return {folder_ / "huge", TextFormat::kLine, "", true};
  }
  ScratchFolder folder_;
  FakePlatform platform_;
};

TEST_F(TextSourceTest, CutsBeyond4GiB) {
  HugeMap map;
  if (map.data() == nullptr) GTEST_SKIP() << "no address space for 5 GiB";
  constexpr std::size_t kChunk = std::size_t{1} << 30;
  for (std::size_t end = kChunk; end <= HugeMap::kBytes; end += kChunk) map.data()[end - 7] = '\n';
  const std::unique_ptr<TextSource> source = open(huge_input(map));
  ASSERT_NE(source, nullptr);
  source->set_chunk_bytes(kChunk);
  EXPECT_EQ(source->total(), HugeMap::kBytes);
  TextChunk chunk;
  std::uint64_t at = 0;
  for (std::uint64_t number = 1; number <= 4; ++number) {
    ASSERT_TRUE(*source->next(chunk, {}));
    EXPECT_EQ(chunk.bytes.data(), map.data() + at);
    at += chunk.bytes.size();
    EXPECT_EQ(at, number * kChunk - 6);
    EXPECT_EQ(chunk.done, at);
  }
  source->set_chunk_bytes(2 * kChunk);
  ASSERT_TRUE(*source->next(chunk, {}));
  EXPECT_EQ(chunk.bytes.size(), kChunk + 6);
  EXPECT_EQ(chunk.done, HugeMap::kBytes);
  EXPECT_FALSE(*source->next(chunk, {}));
}

// Reads the whole map: one line of 5 GiB of NULs, then a puzzle. This takes some seconds.
TEST_F(TextSourceTest, ReadsALineOf5GiB) {
  if (!testing::is_long_run()) GTEST_SKIP() << "only with DOKUMILL_LONG_TESTS=1";
  HugeMap map;
  if (map.data() == nullptr) GTEST_SKIP() << "no address space for 5 GiB";
  const std::string end = "\n" + kPuzzle + "\n";
  std::copy(end.begin(), end.end(), map.data() + HugeMap::kBytes - end.size());
  auto options = testing::file_job<SolveOptions>(huge_input(map), folder_ / "out");
  options.platform = &platform_;
  const Result<SolveReport> report = solve(options);
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->records, 2U);
  EXPECT_EQ(report->multiple, 1U);
  ASSERT_EQ(report->problems.size(), 1U);
  EXPECT_EQ(report->problems[0].message, "'\\x00' is not a cell");
  EXPECT_EQ(report->problems[0].line, 1U);
}

TEST_F(TextSourceTest, HandsOutWhatAStreamHasWhenItPauses) {
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  const auto feed = [&](const std::string& text) {
    ASSERT_EQ(::write(pipe[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  };
  feed(kPuzzle + "\n" + kPuzzle.substr(0, 40));
  const std::unique_ptr<TextSource> source =
      open({"/dev/fd/" + std::to_string(pipe[0]), {}, "", true});
  ASSERT_NE(source, nullptr);
  TextChunk chunk;
  ASSERT_TRUE(*source->next(chunk, {}));
  EXPECT_EQ(chunk.bytes, kPuzzle + "\n");
  feed(kPuzzle.substr(40) + "\n\n");
  ASSERT_TRUE(*source->next(chunk, {}));
  EXPECT_EQ(chunk.bytes, kPuzzle + "\n\n");
  feed(kPuzzle);
  ::close(pipe[1]);
  ASSERT_TRUE(*source->next(chunk, {}));
  EXPECT_EQ(chunk.bytes, kPuzzle);
  EXPECT_EQ(chunk.done, 3 * 81U + 3);
  EXPECT_FALSE(*source->next(chunk, {}));
  EXPECT_FALSE(*source->next(chunk, {}));
  ::close(pipe[0]);
}

TEST_F(TextSourceTest, AWaitEndsWhenItIsAsked) {
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  const std::string path = "/dev/fd/" + std::to_string(pipe[0]);
  int looks = 3;
  const auto should_stop = [&] { return --looks <= 0; };
  EXPECT_EQ(TextSource::open(platform_, {path, {}, "", true}, should_stop).status().code(),
            ErrorCode::kInterrupted);
  ASSERT_EQ(::write(pipe[1], (kPuzzle + "\n").c_str(), 82), 82);
  const std::unique_ptr<TextSource> source = open({path, {}, "", true});
  ASSERT_NE(source, nullptr);
  TextChunk chunk;
  ASSERT_TRUE(*source->next(chunk, {}));
  looks = 3;
  EXPECT_EQ(source->next(chunk, should_stop).status().code(), ErrorCode::kInterrupted);
  ::close(pipe[0]);
  ::close(pipe[1]);
}

// Reading a text as a whole can be stopped, and calls `on_whole_text` for the progress.
TEST_F(TextSourceTest, ReadingAWholeTextEndsWhenItIsAsked) {
  std::string text;
  const int puzzles = testing::kIsSanitized ? 3'000 : 20'000;
  for (int i = 0; i < puzzles; ++i) text += "Puzzle\n" + kPuzzle + "\n\n";
  write_file(folder_ / "in", text);
  for (const bool is_mapped : {true, false}) {
    InputOptions options{folder_ / "in", {}, "", is_mapped};
    options.any_layout = true;
    int calls = 0;
    const auto count = [&calls] { ++calls; };
    const auto source = TextSource::open(platform_, options, {}, count);
    ASSERT_TRUE(source.ok()) << source.status().message();
    EXPECT_GT(calls, 4);
    for (const int stop_at : {1, calls / 2, calls}) {
      calls = 0;
      const auto stopped = TextSource::open(
          platform_, options, [&] { return calls >= stop_at; }, count);
      EXPECT_EQ(stopped.status().code(), ErrorCode::kInterrupted);
      EXPECT_EQ(stopped.status().message(), "interrupted after 0 records");
      EXPECT_EQ(calls, stop_at);
    }
  }
}

TEST_F(TextSourceTest, ReportsWhereTheHeaderIsWrong) {
  const auto said = [&](const std::string& text) {
    write_file(folder_ / "in", text);
    const auto source = TextSource::open(platform_, {folder_ / "in", {}, "", true}, {});
    return source.ok() ? "ok" : source.status().message().substr(folder_.path().size() + 1);
  };
  EXPECT_EQ(said("\n\nid,grid\n1," + kPuzzle + "\n"),
            "in:3: no puzzle column; the columns are: id, grid");
  EXPECT_EQ(said("BZh91AY&SY and more"), "in: looks compressed (bzip2); try bzcat");
}

// The chunks of a stream together are the whole text, whatever pieces its bytes arrive in.
TEST_F(TextSourceTest, AStreamLosesNothing) {
  std::string text = "\xEF\xBB\xBF# first\r\n";
  for (int i = 0; i < 500; ++i) text += kPuzzle + (i % 3 == 0 ? "\r" : i % 3 == 1 ? "\r\n" : "\n");
  for (const std::size_t chunk_bytes : {1U, 80U, 1000U, 100000U}) {
    for (const int piece : {1, 7, 100, 5000}) {
      PipeFeeder feeder(text, piece);
      const std::unique_ptr<TextSource> source = open({feeder.path(), {}, "", true});
      ASSERT_NE(source, nullptr);
      source->set_chunk_bytes(chunk_bytes);
      std::string seen = text.substr(0, 3);
      TextChunk chunk;
      while (*source->next(chunk, {})) {
        ASSERT_FALSE(chunk.bytes.empty());
        seen += chunk.bytes;
        ASSERT_EQ(chunk.done, seen.size());
      }
      EXPECT_EQ(seen, text);
    }
  }
}

}  // namespace
}  // namespace dokumill::batch
