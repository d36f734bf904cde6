// Tests of the source of several inputs: their order, their chunks and lines, when each input is
// opened, and changes that other processes make to the inputs.
#include "batch/sources/joined_source.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "batch/stages/record_stages.hpp"
#include "formats/codec/encoder.hpp"
#include "support/system/fake_platform.hpp"
#include "support/system/pipe_feeder.hpp"
#include "support/system/scratch_folder.hpp"
#include "support/test_random.hpp"

namespace dokumill::batch {
namespace {

using testing::FakePlatform;
using testing::PipeFeeder;
using testing::ScratchFolder;
using testing::write_file;

const std::string kCells =
    "1.......................................................................3.......2";

class JoinedSourceTest : public ::testing::Test {
 protected:
  // Writes a file and returns its path.
  std::string file(const std::string& name, const std::string& text) {
    write_file(folder_ / name, text);
    return folder_ / name;
  }
  static InputOptions options(const std::vector<std::string>& paths) {
    InputOptions options;
    options.path = paths.front();
    options.more_paths.assign(paths.begin() + 1, paths.end());
    return options;
  }
  std::unique_ptr<JoinedSource> open(const std::vector<std::string>& paths) {
    Result<std::unique_ptr<JoinedSource>> source =
        JoinedSource::open(platform_, options(paths), {});
    EXPECT_TRUE(source.ok()) << source.status().message();
    return source.ok() ? *std::move(source) : nullptr;
  }
  std::string failure(const std::vector<std::string>& paths) {
    const auto source = JoinedSource::open(platform_, options(paths), {});
    return source.ok() ? "ok" : source.status().message();
  }
  // Reads the source to its end. Returns all bytes, if wanted with the number of each input before
  // its bytes. (Several chunks of a compressed input may end at the same byte of its file.)
  static std::string read(JoinedSource& source, std::size_t chunk_bytes, bool with_numbers = true) {
    source.set_chunk_bytes(chunk_bytes);
    std::string text;
    std::size_t input = std::string::npos;
    std::uint64_t done = 0;
    TextChunk chunk;
    for (;;) {
      const Result<bool> more = source.next(chunk, {});
      if (!more.ok()) return more.status().message();
      if (!*more) return text;
      EXPECT_TRUE(chunk.done > done || !with_numbers);
      done = chunk.done;
      if (with_numbers && chunk.input != input) text += "<" + std::to_string(chunk.input) + ">";
      input = chunk.input;
      text += chunk.bytes;
    }
  }
  std::string read_piece(const std::vector<std::string>& paths, const Piece& piece) {
    const auto source = open(paths);
    Status status = source->restrict(piece, {});
    return status.ok() ? read(*source, 500, false) : status.message();
  }
  // Writes a compressed file of more than 4,096 bytes, so that it is mapped.
  std::string compressed_file(const std::string& name, const std::string& text) {
    std::vector<char> packed;
    EXPECT_TRUE((*codec::make_encoder({Compression::kGzip}, {}))->encode(text, packed).ok());
    EXPECT_GT(packed.size(), 4096U);
    return file(name, {packed.data(), packed.size()});
  }
  // Lines with digits that a compression cannot shorten much.
  static std::string random_lines() {
    testing::TestRandom random(1);
    std::string text;
    for (int line = 0; line < 300; ++line) {
      for (int cell = 0; cell < 81; ++cell) text += static_cast<char>('0' + random.below(10));
      text += '\n';
    }
    return text;
  }
  static std::string lines(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += kCells + "\n";
    return text;
  }

  ScratchFolder folder_;
  FakePlatform platform_;
};

TEST_F(JoinedSourceTest, MessagesHaveTheDisplayName) {
  const std::string good = file("good.txt", kCells + "\n");
  const std::string bad = file("bad.txt", "neither a puzzle nor a header\n");
  InputOptions named = options({bad});
  named.display_name = "list\x1B.csv";
  const auto failure_of = [this](const InputOptions& input) {
    const auto source = JoinedSource::open(platform_, input, {});
    return source.ok() ? "ok" : source.status().message();
  };
  EXPECT_TRUE(failure_of(named).starts_with("list\\x1B.csv:")) << failure_of(named);
  named.path = bad + "x";
  EXPECT_TRUE(failure_of(named).starts_with("list\\x1B.csv: No such file")) << failure_of(named);

  // The display name applies to the first input only.
  named.path = good;
  named.more_paths = {bad};
  EXPECT_TRUE(failure_of(named).starts_with(bad + ":")) << failure_of(named);
  named.more_paths = {good};
  const auto source = JoinedSource::open(platform_, named, {});
  ASSERT_TRUE(source.ok()) << source.status().message();
  EXPECT_EQ((*source)->name_of(0), "list\\x1B.csv");
  EXPECT_EQ((*source)->name_of(1), good);
  EXPECT_EQ((*source)->path(0), good);
}

TEST_F(JoinedSourceTest, HandsOutTheInputsInOrder) {
  const std::string two = lines(2);
  const std::string many = lines(200);
  const std::vector<std::string> paths{file("a", two), file("none", ""), file("b", kCells),
                                       file("c", "puzzle\n" + two), file("d", many)};
  for (const std::size_t chunk_bytes : {1U, 100U, 5000U, 1U << 20}) {
    const auto source = open(paths);
    ASSERT_NE(source, nullptr);
    EXPECT_EQ(source->total(), 2 * two.size() + 7 + 81 + many.size());
    EXPECT_EQ(read(*source, chunk_bytes),
              "<0>" + two + "<2>" + kCells + "<3>" + two + "<4>" + many);
    EXPECT_TRUE(source->check().ok());
    EXPECT_TRUE(source->changes()->empty());
  }
  EXPECT_EQ(platform_.held(), 0U);
}

TEST_F(JoinedSourceTest, AChunkSaysHowItsInputIsRead) {
  const auto source =
      open({file("a", "# title\n\n" + kCells), file("b", "# x\nid;puzzle\n1;" + kCells + "\n"),
            file("c", "\n" + kCells), file("d", "id;puzzle\n2;" + kCells)});
  ASSERT_NE(source, nullptr);
  TextChunk chunk;
  ASSERT_TRUE(*source->next(chunk, {}));
  EXPECT_EQ(chunk.detection, nullptr);
  ASSERT_TRUE(*source->next(chunk, {}));
  ASSERT_NE(chunk.detection, nullptr);
  EXPECT_EQ(chunk.detection->format, TextFormat::kCsv);
  EXPECT_EQ(chunk.detection->csv.separator, ';');
  EXPECT_EQ(chunk.lines_before, 2U);
  ASSERT_TRUE(*source->next(chunk, {}));
  EXPECT_EQ(chunk.detection, nullptr) << "it is read like the first input";
  ASSERT_TRUE(*source->next(chunk, {}));
  EXPECT_EQ(chunk.input, 3U);
  EXPECT_EQ(chunk.lines_before, 1U);
  ASSERT_NE(chunk.detection, nullptr);
  EXPECT_FALSE(*source->next(chunk, {}));
  EXPECT_FALSE(*source->next(chunk, {}));
}

TEST_F(JoinedSourceTest, TheFirstInputThatIsNotEmptyDecidesTheLayout) {
  const std::string csv = file("csv", "id,puzzle\n1," + kCells + "\n");
  const std::string empty = file("empty", "");
  const std::string comments = file("comments", "# nothing\n\n");
  EXPECT_EQ(open({empty, comments, csv})->lead(), 2U);
  EXPECT_EQ(open({empty, comments, csv})->detection().format, TextFormat::kCsv);
  EXPECT_EQ(open({csv, empty})->lead(), 0U);
  EXPECT_EQ(open({empty, comments})->lead(), 0U);
  EXPECT_EQ(open({"/dev/null", csv})->lead(), 1U);
  EXPECT_EQ(open({empty})->lead(), 0U);
}

TEST_F(JoinedSourceTest, FindsABadInputBeforeTheFirstRecord) {
  const std::string good = file("good", kCells + "\n");
  PipeFeeder feeder(kCells + "\n", 100);
  std::filesystem::create_directory(folder_ / "folder");
  const std::string html = file("html", "<html>\n");
  EXPECT_EQ(failure({feeder.path(), good, folder_ / "no"}),
            folder_ / "no" + ": No such file or directory");
  EXPECT_EQ(failure({good, good, folder_ / "folder"}), folder_ / "folder" + ": is a directory");
  EXPECT_TRUE(failure({good, html}).starts_with(html + ": looks like HTML"))
      << failure({good, html});
  EXPECT_EQ(failure({"-", good, "-", "-"}),
            "standard input (-) was given 3 times; it can be read only once");
  platform_.fail("open", -EACCES, platform_.calls("open") + 2, 1);
  EXPECT_EQ(failure({good, good}), good + ": Permission denied");
  EXPECT_EQ(platform_.held(), 0U);
}

TEST_F(JoinedSourceTest, ManyInputsAreNotHeldOpen) {
  std::vector<std::string> paths;
  std::string expected;
  for (std::size_t i = 0; i < 300; ++i) {
    const bool is_long = i % 50 == 0;  // longer than the first window of the detection
    const std::string text = lines(is_long ? 200 : 1);
    paths.push_back(file(std::to_string(i), text));
    expected += "<" + std::to_string(i) + ">" + text;
  }
  const auto source = open(paths);
  ASSERT_NE(source, nullptr);
  EXPECT_EQ(platform_.held(), 0U);
  source->set_chunk_bytes(1000);
  TextChunk chunk;
  while (*source->next(chunk, {})) EXPECT_LE(platform_.held(), 1U);
  EXPECT_EQ(platform_.held(), 0U);
  EXPECT_EQ(platform_.calls("map"), 0U);
  EXPECT_EQ(read(*open(paths), 1000), expected);
}

TEST_F(JoinedSourceTest, AFewFilesStayMapped) {
  const std::string text = lines(100);
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < kMostOpenInputs; ++i) paths.push_back(file(std::to_string(i), text));
  const auto source = open(paths);
  ASSERT_NE(source, nullptr);
  EXPECT_EQ(platform_.calls("map"), kMostOpenInputs);
  source->set_chunk_bytes(std::size_t{1} << 20);
  TextChunk chunk;
  std::vector<std::string_view> seen;
  while (*source->next(chunk, {})) seen.push_back(chunk.bytes);
  ASSERT_EQ(seen.size(), kMostOpenInputs);
  for (const std::string_view bytes : seen) EXPECT_EQ(bytes, text);
}

TEST_F(JoinedSourceTest, FewInputsStayOpenIfDescriptorsAreFew) {
  const std::string text = lines(100);
  std::vector<std::string> paths;
  std::string expected;
  for (int i = 0; i < 20; ++i) {
    paths.push_back(file(std::to_string(i), text));
    expected += text;
  }
  for (const int openable : {0, 20, 30, 1000}) {
    platform_.openable = openable;
    const auto source = open(paths);
    EXPECT_EQ(platform_.held(), openable == 1000 ? 2 * paths.size() : 0U) << openable;
    std::string all;
    for (std::size_t number = 1; number <= 3; ++number) all += read_piece(paths, {number, 3});
    EXPECT_EQ(all, expected) << openable;
  }
  platform_.openable = 0;
  EXPECT_EQ(read_piece({paths[0]}, {1, 1}), text) << "the only input stays open";
}

// Every check of the source must refer to inputs that are still open. A compressed input is closed
// after its last byte, although it is mapped.
TEST_F(JoinedSourceTest, CheckIgnoresInputsThatAreClosed) {
  if (!has_compression(Compression::kGzip)) GTEST_SKIP() << "no gzip in this build";
  const std::string text = random_lines();
  const auto source =
      open({compressed_file("a.gz", text), file("b", text), compressed_file("c.gz", text)});
  ASSERT_NE(source, nullptr);
  EXPECT_EQ(platform_.held(), 6U) << "three descriptors and three maps";
  EXPECT_EQ(read(*source, 500, false), text + text + text);
  EXPECT_EQ(platform_.held(), 2U) << "the text file stays open";
  EXPECT_TRUE(source->check().ok());
  EXPECT_TRUE(source->changes()->empty());
}

TEST_F(JoinedSourceTest, LostBytesOfACompressedInputAreReported) {
  if (!has_compression(Compression::kGzip)) GTEST_SKIP() << "no gzip in this build";
  const std::string text = random_lines();
  const auto source = open({compressed_file("a.gz", text), compressed_file("b.gz", text)});
  ASSERT_NE(source, nullptr);
  source->set_chunk_bytes(1000);
  TextChunk chunk;
  ASSERT_TRUE(*source->next(chunk, {}));
  platform_.lost_byte = 5000;
  EXPECT_EQ(source->next(chunk, {}).status().message(),
            (folder_ / "a.gz") + ": Input/output error at byte 5000");
}

// Pieces of more inputs than are kept open: the same bytes, the same digest, and few descriptors.
TEST_F(JoinedSourceTest, APieceMayHaveManyInputs) {
  std::vector<std::string> paths;
  std::string expected;
  for (int i = 0; i < 200; ++i) {
    std::string text = lines(i % 50 == 7 ? 900 : i % 5);
    if (i % 5 == 1) text = "# a comment\n" + text;
    paths.push_back(file(std::to_string(i), text));
    expected += text;
  }
  for (const std::uint64_t count : {1U, 3U, 40U}) {
    std::string all;
    for (std::uint64_t number = 1; number <= count; ++number) {
      all += read_piece(paths, {number, count});
      ASSERT_EQ(platform_.held(), 0U);
    }
    EXPECT_EQ(all, expected) << count;
  }
  // With the first 60 of them, which can stay open.
  paths.resize(60);
  const auto open_piece = [&](std::optional<int> openable) {
    platform_.openable = openable;
    auto source = open(paths);
    EXPECT_TRUE(source->restrict({2, 3}, {}).ok());
    return source;
  };
  const auto options = [](const records::Detection& found) {
    return records::read_options(found, false);
  };
  const auto kept = open_piece({});
  const auto closed = open_piece(0);
  EXPECT_EQ(kept->bytes().begin, closed->bytes().begin);
  EXPECT_EQ(kept->bytes().end, closed->bytes().end);
  EXPECT_EQ(kept->bytes().all, closed->bytes().all);
  EXPECT_EQ(kept->bytes().digest.value(), closed->bytes().digest.value());
  EXPECT_EQ(kept->total(), closed->total());
  const Result<NumbersBefore> a = kept->count_before(options, UINT64_MAX, {});
  const Result<NumbersBefore> b = closed->count_before(options, UINT64_MAX, {});
  ASSERT_TRUE(a.ok() && b.ok());
  EXPECT_GT(a->records, 0U);
  EXPECT_EQ(a->records, b->records);
  EXPECT_EQ(a->input, b->input);
  EXPECT_EQ(a->lines, b->lines);
  EXPECT_EQ(read(*kept, 700), read(*closed, 700));
}

TEST_F(JoinedSourceTest, APieceOfManyInputsNeedsUnchangedFiles) {
  std::vector<std::string> paths;
  for (int i = 0; i < 70; ++i) paths.push_back(file(std::to_string(i), kCells + "\n"));
  const auto source = open(paths);
  ASSERT_TRUE(source->restrict({2, 2}, {}).ok());
  file("69", kCells + "\n" + kCells + "\n");
  EXPECT_EQ(read(*source, 1U << 20), paths[69] + ": the input changed after the job began");
  file("69", "");
  PipeFeeder feeder(kCells + "\n", 100);
  paths.push_back(feeder.path());
  EXPECT_EQ(open(paths)->restrict({1, 2}, {}).message(),
            feeder.path() + ": only files that can be mapped are divided into pieces");
}

// The source must not read the second pipe before the end of the first one: the program that writes
// to the pipes may fill them one after the other.
TEST_F(JoinedSourceTest, AFurtherStreamWaitsForItsTurn) {
  PipeFeeder first(kCells + "\n", 10);
  PipeFeeder second("puzzle\n" + kCells + "\n", 10);
  const auto source = open({first.path(), second.path(), file("c", kCells)});
  ASSERT_NE(source, nullptr);
  EXPECT_NE(source->detection_of(0), nullptr);
  EXPECT_EQ(source->detection_of(1), nullptr);
  EXPECT_NE(source->detection_of(2), nullptr);
  EXPECT_EQ(source->total(), 0U) << "the size of a stream is not known";
  EXPECT_EQ(read(*source, 1000), "<0>" + kCells + "\n<1>" + kCells + "\n<2>" + kCells);
}

TEST_F(JoinedSourceTest, RequirementsHoldForInputsThatAreOpenedLater) {
  PipeFeeder stream("puzzle\n" + kCells + "\n", 50);
  const auto lines_only = [](const records::Detection& found, const std::string& name) {
    return found.format == TextFormat::kLine ? Status() : Status(ErrorCode::kUsage, name + "!");
  };
  const std::string csv = file("csv", "puzzle\n" + kCells);
  const std::string line = file("line", kCells + "\n");
  EXPECT_EQ(open({line, csv})->require(lines_only).message(), csv + "!");
  const auto source = open({line, file("empty", ""), stream.path()});
  ASSERT_TRUE(source->require(lines_only).ok());
  EXPECT_EQ(read(*source, 1000), stream.path() + "!");
}

TEST_F(JoinedSourceTest, ReportsWhichInputsChanged) {
  const std::string text = lines(100);
  for (const std::size_t more : {0U, 100U}) {
    std::vector<std::string> paths{file("a", text), file("b", text), file("c", text)};
    for (std::size_t i = 0; i < more; ++i) paths.push_back(file(std::to_string(i), text));
    const auto source = open(paths);
    source->set_chunk_bytes(1000);
    TextChunk chunk;
    do {
      ASSERT_TRUE(*source->next(chunk, {}));
    } while (chunk.input != 1);
    std::ofstream(paths[1], std::ios::app) << "more\n";
    while (chunk.input == 1) ASSERT_TRUE(*source->next(chunk, {}));
    const auto changes = source->changes();
    ASSERT_TRUE(changes.ok());
    ASSERT_EQ(changes->size(), 1U);
    EXPECT_EQ(changes->front().input, 1U);
    EXPECT_EQ(changes->front().change, InputFile::Change::kGrew);
    EXPECT_EQ(changes->front().bytes, text.size());
    std::filesystem::resize_file(paths[2], 500);
    const std::string said = more == 0 ? source->changes().status().message() : [&] {
      for (;;) {
        const auto next = source->next(chunk, {});
        if (!next.ok()) return next.status().message();
        if (!*next) return std::string("no failure");
      }
    }();
    EXPECT_EQ(said, paths[2] + ": input changed while reading: it had " +
                        std::to_string(text.size()) + " bytes and has 500");
  }
}

TEST_F(JoinedSourceTest, AFileMayNotChangeBeforeItIsReadAgain) {
  std::vector<std::string> paths;
  for (int i = 0; i < 70; ++i) paths.push_back(file(std::to_string(i), kCells + "\n"));
  const std::string words = ": the input changed after the job began";
  TextChunk chunk;
  {
    const auto source = open(paths);
    file("new", kCells + "\n");
    std::filesystem::rename(folder_ / "new", paths[0]);
    EXPECT_EQ(source->next(chunk, {}).status().message(), paths[0] + words);
  }
  for (const std::string& text : {std::string(), kCells + "\n" + kCells + "\n"}) {
    file("1", kCells + "\n");
    const auto source = open(paths);
    ASSERT_TRUE(*source->next(chunk, {}));
    file("1", text);
    EXPECT_EQ(source->next(chunk, {}).status().message(), paths[1] + words);
  }
  const auto source = open(paths);
  std::filesystem::remove(paths[0]);
  EXPECT_EQ(source->next(chunk, {}).status().message(), paths[0] + ": No such file or directory");
}

TEST_F(JoinedSourceTest, AStopEndsTheChecksAndTheReading) {
  std::vector<std::string> paths;
  for (int i = 0; i < 100; ++i) paths.push_back(file(std::to_string(i), kCells + "\n"));
  int polls = 0;
  const auto should_stop = [&] { return ++polls > 20; };
  EXPECT_EQ(JoinedSource::open(platform_, options(paths), should_stop).status().code(),
            ErrorCode::kInterrupted);
  const auto source = open(paths);
  polls = 0;
  TextChunk chunk;
  Result<bool> more = true;
  int chunks = 0;
  while (more.ok() && *more && chunks < 100) {
    more = source->next(chunk, should_stop);
    ++chunks;
  }
  EXPECT_EQ(more.status().code(), ErrorCode::kInterrupted);
  EXPECT_LE(chunks, 21);
}

}  // namespace
}  // namespace dokumill::batch
