// Tests of compression. The decoders get data in pieces, truncated data, damaged data, and data
// that is followed by other bytes. BlockWriter compresses in blocks, which are parts of one member
// or frame.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "formats/codec/block_writer.hpp"
#include "formats/codec/decoder.hpp"
#include "formats/codec/deflate_end.hpp"
#include "formats/codec/encoder.hpp"
#include "formats/codec/ordered_blocks.hpp"
#include "formats/codec/signature.hpp"
#include "formats/codec/stream_ends.hpp"
#include "support/system/scratch_folder.hpp"
#include "support/test_random.hpp"
#include "support/texts/decoded.hpp"

namespace dokumill::codec {
namespace {

using testing::decode;
using testing::Decoded;
using namespace std::string_literals;
constexpr Compression kKinds[] = {Compression::kGzip, Compression::kZstd};

std::string pack(Compression kind, const std::string& text, int level = 0) {
  Result<std::unique_ptr<Encoder>> encoder = make_encoder({kind, level}, {});
  EXPECT_TRUE(encoder.ok());
  std::vector<char> packed;
  EXPECT_TRUE((*encoder)->encode(text, packed).ok());
  return {packed.begin(), packed.end()};
}

std::string random_text(std::size_t bytes, std::uint64_t seed) {
  testing::TestRandom random(seed);
  std::string text(bytes, ' ');
  for (char& c : text) c = static_cast<char>('0' + random.below(10));
  return text;
}

class Codecs : public ::testing::TestWithParam<Compression> {};
INSTANTIATE_TEST_SUITE_P(Kinds, Codecs, ::testing::ValuesIn(kKinds),
                         [](const auto& row) { return std::string(name_of(row.param)); });

TEST_P(Codecs, MembersAndFramesReadAsOneTextInPiecesOfEverySize) {
  const std::string parts[] = {random_text(300, 1), "", "x", random_text(5000, 2)};
  std::string data;
  std::string text;
  for (const std::string& part : parts) {
    data += pack(GetParam(), part);
    text += part;
  }
  EXPECT_EQ(signature_of(data), GetParam());
  for (const std::size_t piece : {1, 2, 3, 7, 8, 9, 64, 1000, 1 << 20}) {
    for (const std::size_t room : {1, 2, 5, 100, 1 << 16}) {
      const Decoded decoded = decode(GetParam(), data, piece, room);
      EXPECT_EQ(decoded.failure, "") << piece << " " << room;
      EXPECT_EQ(decoded.text, text) << piece << " " << room;
    }
  }
}

TEST_P(Codecs, EveryCutIsAFailureExceptBetweenMembers) {
  const std::string first = pack(GetParam(), random_text(200, 3));
  const std::string data = first + pack(GetParam(), random_text(100, 4));
  const std::string text = random_text(200, 3) + random_text(100, 4);
  for (std::size_t bytes = 1; bytes < data.size(); ++bytes) {
    for (const std::size_t piece : {std::size_t{1}, std::size_t{5}, data.size()}) {
      const Decoded decoded = decode(GetParam(), data.substr(0, bytes), piece, 4096);
      if (bytes == first.size()) {
        EXPECT_EQ(decoded.failure, "") << bytes;
        EXPECT_EQ(decoded.text, text.substr(0, 200));
      } else {
        EXPECT_NE(decoded.failure, "") << bytes;
        EXPECT_EQ(text.compare(0, decoded.text.size(), decoded.text), 0) << bytes;
      }
    }
  }
}

TEST_P(Codecs, AChangedBitIsAFailureOrChangesNothing) {
  const std::string text = random_text(3000, 5);
  const std::string data = pack(GetParam(), text);
  testing::TestRandom random(6);
  for (int i = 0; i < 1000; ++i) {
    std::string damaged = data;
    const auto at = random.index(data.size());
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << random.below(8)));
    // If the signature has changed, `damaged` is a file of another kind.
    if (signature_of(damaged) != GetParam()) continue;
    const Decoded decoded = decode(GetParam(), damaged, 1 + at % 50, 512);
    EXPECT_TRUE(!decoded.failure.empty() || decoded.text == text) << "bit in byte " << at;
  }
}

TEST_P(Codecs, RandomBytesAfterASignatureNeverGiveARecordSilently) {
  testing::TestRandom random(7);
  for (int i = 0; i < 2000; ++i) {
    std::string data = pack(GetParam(), "").substr(0, 4);
    for (int k = random.below(60); k > 0; --k) data += static_cast<char>(random.below(256));
    const Decoded decoded = decode(GetParam(), data, 1 + i % 9, 64);
    EXPECT_FALSE(decoded.failure.empty() && !decoded.text.empty());
  }
}

TEST_P(Codecs, LevelsBeyondTheLastAreRefused) {
  EXPECT_TRUE(check_compression({GetParam(), most_level(GetParam())}).ok());
  for (const int level : {-1, most_level(GetParam()) + 1}) {
    EXPECT_EQ(check_compression({GetParam(), level}).code(), ErrorCode::kUsage);
    EXPECT_FALSE(make_encoder({GetParam(), level}, {}).ok());
  }
  const std::string text = random_text(10000, 8);
  for (int level = 1; level <= most_level(GetParam()); level += 5) {
    EXPECT_EQ(decode(GetParam(), pack(GetParam(), text, level), 100000, 100000).text, text);
  }
}

TEST(GzipDecoder, OnlyZeroBytesMayFollowTheLastMember) {
  const std::string data = pack(Compression::kGzip, "text");
  for (const std::size_t piece : {1, 3, 100}) {
    const Decoded padded = decode(Compression::kGzip, data + std::string(5, '\0'), piece, 100);
    EXPECT_EQ(padded.failure, "");
    EXPECT_EQ(padded.text, "text");
    // Other bytes after the last member are a failure, even if they begin another, damaged member.
    for (const std::string& rest : {"garbage"s, "\0x"s, "\0"s + data, "\x1F"s, "\x1Fz"s,
                                    "\x1F\x8B\x08\xFF"s, "\x1E" + data.substr(1)}) {
      EXPECT_NE(decode(Compression::kGzip, data + rest, piece, 100).failure, "") << rest;
    }
  }
}

TEST(GzipDecoder, ReadsEveryFieldOfAHeader) {
  // RFC 1952 defines flags for a text, a header checksum, an extra field, a name and a comment.
  const std::string plain = pack(Compression::kGzip, "text");
  const std::string body = plain.substr(10);
  const std::string begin = "\x1F\x8B\x08"s;
  const std::string middle = "\x01\x02\x03\x04\0\x03"s;  // time, flags of the method, system
  const auto read = [&](const std::string& flags, const std::string& fields) {
    const Decoded decoded =
        decode(Compression::kGzip, begin + flags + middle + fields + body, 1, 9);
    return decoded.failure.empty() ? decoded.text : "refused";
  };
  EXPECT_EQ(read("\x01", ""), "text");
  EXPECT_EQ(read("\x04", "\x03\0abc"s), "text");
  EXPECT_EQ(read("\x08", "name\0"s), "text");
  EXPECT_EQ(read("\x18", "a\0b\0"s), "text");
  // A header checksum: the lower half of the CRC-32 of the bytes before it.
  EXPECT_EQ(read("\x02", "\x50\xF0"), "text");
  EXPECT_EQ(read("\x02", "\x50\xF1"), "refused");
  EXPECT_EQ(read("\x20", ""), "refused");
}

TEST(ZstdDecoder, SkipsSkippableFramesAndRefusesOtherBytes) {
  const std::string frame = pack(Compression::kZstd, "text");
  const std::string skipped = "\x50\x2A\x4D\x18\x03\0\0\0abc"s;
  EXPECT_EQ(signature_of(skipped), Compression::kZstd);
  EXPECT_EQ(decode(Compression::kZstd, skipped + frame + skipped + frame, 3, 9).text, "texttext");
  EXPECT_NE(decode(Compression::kZstd, frame + "garbage", 3, 9).failure, "");
  // Bytes that follow a frame and do not begin another frame are damage, even if they are shorter
  // than a signature.
  for (const std::string& other : {"1"s, "\n"s, "\x28z"s, "P\x2Az"s, "\x1F\x8B"s, "\0\0\0"s}) {
    for (const std::size_t piece : {1U, 2U, 100U}) {
      EXPECT_EQ(decode(Compression::kZstd, frame + other, piece, 9).failure,
                "bytes that begin no frame");
    }
  }
  for (const std::string& begin : {"\x28"s, "\x28\xB5\x2F"s, "P"s, "P\x2A\x4D"s}) {
    EXPECT_EQ(decode(Compression::kZstd, frame + begin, 2, 9).failure, "truncated");
  }
  // This frame needs a window of 2 GiB, which is more than the decoder allocates.
  const Decoded large = decode(Compression::kZstd, "\x28\xB5\x2F\xFD\x00\xA8\x01\0\0"s, 100, 9);
  EXPECT_EQ(large.failure,
            "its zstd data needs a window of more than 128 MiB; decompress it: zstd -d --long=31 "
            "FILE");
}

TEST(Signatures, OnlyCompleteOnesCount) {
  for (const std::string& whole : {"\x1F\x8B"s, "\x28\xB5\x2F\xFD"s, "\x5F\x2A\x4D\x18"s}) {
    for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
      EXPECT_EQ(signature_of(whole.substr(0, bytes)), Compression::kNone);
      EXPECT_TRUE(may_begin_signature(whole.substr(0, bytes)));
    }
    EXPECT_NE(signature_of(whole), Compression::kNone);
    EXPECT_FALSE(may_begin_signature(whole));
  }
  for (const std::string& other :
       {"1"s, "\x1Fz"s, "Pz"s, "\x28\xB5z"s, "\x60\x2A"s, "P\x2A\x4Dz"s}) {
    EXPECT_EQ(signature_of(other), Compression::kNone);
    EXPECT_FALSE(may_begin_signature(other)) << other;
  }
}

// Threads that call `help` again and again until this object is destroyed.
class HelpingThreads {
 public:
  HelpingThreads(int count, const std::function<void()>& help) {
    for (int i = 0; i < count; ++i) {
      threads_.emplace_back([this, help] {
        while (!is_done_) help();
      });
    }
  }
  ~HelpingThreads() {
    is_done_ = true;
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  std::atomic<bool> is_done_{false};
  std::vector<std::thread> threads_;
};

// Writes `text` in pieces of `piece` bytes while `helpers` threads compress; returns the file.
std::string written(const std::string& text, std::size_t piece, int helpers,
                    const CompressionOptions& options) {
  const testing::ScratchFolder folder;
  const std::string path = folder / "out";
  Result<OutputFile> output = OutputFile::open(system_platform(), path, {});
  EXPECT_TRUE(output.ok());
  BlockWriter writer(options, *output, {});
  {
    const HelpingThreads threads(helpers, [&] {
      if (writer.has_waiting()) writer.help();
    });
    for (std::size_t at = 0; at < text.size(); at += piece) {
      EXPECT_TRUE(writer.write(std::string_view(text).substr(at, piece)).ok());
    }
  }
  EXPECT_TRUE(writer.finish().ok());
  EXPECT_TRUE(output->commit().ok());
  return testing::read_file(path);
}

TEST_P(Codecs, ABlockWriterGivesTheSameBytesForAnyPiecesAndThreads) {
  const std::string text = random_text(block_bytes({GetParam(), 1}) * 14 + 12345, 9);
  const std::string expected = written(text, text.size(), 0, {GetParam(), 1});
  EXPECT_EQ(decode(GetParam(), expected, 1 << 16, 1 << 16).text, text);
  EXPECT_EQ(written(text, 777777, 0, {GetParam(), 1}), expected);
  EXPECT_EQ(written(text, 50000, 1, {GetParam(), 1}), expected);
  EXPECT_EQ(written(text, block_bytes({GetParam(), 1}), 3, {GetParam(), 1}), expected);
}

// Texts in which parts begin with every kind of match: runs, short periods, digits; and bytes that
// cannot be compressed.
std::vector<std::string> texts_for_parts() {
  std::vector<std::string> texts{"x", "53..7....", std::string(200'000, '0'),
                                 random_text((128 << 10) + 3, 11)};
  for (const std::size_t period : {2, 3, 4, 5, 8, 9, 81}) {
    std::string text = random_text(period, period);
    while (text.size() < 3000) text += text;
    texts.push_back(text + random_text(50, 1) + text);
  }
  for (const int symbols : {3, 10, 256}) {
    testing::TestRandom random(12);
    std::string text(150'000, ' ');
    for (char& c : text) c = static_cast<char>(random.below(symbols));
    texts.push_back(text);
  }
  return texts;
}

// Decodes byte by byte. It is a failure if the data could end before its last byte: then it has
// more than one member or frame.
Decoded decode_one(Compression kind, const std::string& data) {
  Decoded decoded;
  const auto decoder = make_decoder(kind);
  std::vector<char> room(1 << 20);
  for (std::size_t at = 0; at < data.size(); ++at) {
    if (at != 0 && (*decoder)->may_end()) decoded.failure = "several members";
    std::size_t left = 1;
    for (bool is_full = false; left != 0 || is_full;) {
      const auto step = (*decoder)->decode({data.data() + at, left}, room.data(), room.size());
      if (!step.ok()) {
        decoded.failure = step.status().message();
        return decoded;
      }
      left -= step->consumed;
      is_full = step->produced == room.size();
      decoded.text.append(room.data(), step->produced);
    }
  }
  if (!(*decoder)->may_end()) decoded.failure = "truncated";
  return decoded;
}

TEST_P(Codecs, PartsInAnyOrderAreOneMember) {
  const std::vector<std::string> texts = texts_for_parts();
  for (int level = 1; level <= most_level(GetParam()); ++level) {
    auto encoder = make_encoder({GetParam(), level}, {});
    ASSERT_TRUE(encoder.ok());
    StreamEnd end(GetParam());
    std::string data = stream_header(GetParam(), std::nullopt);
    std::string all;
    for (std::size_t i = 0; i < texts.size() + 3; ++i) {
      const std::string& text = texts[i * 5 % texts.size()];
      std::vector<char> packed;
      ASSERT_TRUE((*encoder)->encode_part(text, packed).ok());
      data.append(packed.begin(), packed.end());
      end.add(text);
      all += text;
    }
    data += end.bytes();
    const Decoded decoded =
        level == 1 ? decode_one(GetParam(), data) : decode(GetParam(), data, data.size(), 1 << 20);
    EXPECT_EQ(decoded.failure, "") << level;
    EXPECT_TRUE(decoded.text == all) << level;
  }
}

TEST_P(Codecs, AnOutputOfAnyLengthIsOneMember) {
  const std::string text = random_text(block_bytes({GetParam(), 1}) + 100, 13);
  std::vector<std::size_t> lengths{text.size() - 100, text.size()};
  for (std::size_t bytes = 0; bytes < 150; ++bytes) lengths.push_back(bytes);
  for (const std::size_t bytes : lengths) {
    const std::string data = written(text.substr(0, bytes), 1 << 20, 0, {GetParam(), 1});
    EXPECT_EQ(signature_of(data), GetParam());
    const Decoded decoded = decode_one(GetParam(), data);
    EXPECT_EQ(decoded.failure, "") << bytes;
    EXPECT_TRUE(decoded.text == text.substr(0, bytes)) << bytes;
    // The header of a file has the length of the text.
    EXPECT_TRUE(data.starts_with(stream_header(GetParam(), bytes))) << bytes;
  }
}

TEST_P(Codecs, JoinedStreamsAreOneMember) {
  JoinedStream joined(GetParam());
  std::string parts;
  std::string all;
  for (const std::string& text : texts_for_parts()) {
    for (const std::string& part : {text, ""s}) {
      const std::string data = written(part, 1 << 20, 0, {GetParam(), 2});
      const std::size_t end = data.size() - JoinedStream::end_bytes(GetParam());
      const std::size_t begin =
          joined.add(data.substr(0, JoinedStream::kFirstBytes), data.substr(end));
      ASSERT_NE(begin, 0U);
      parts += data.substr(begin, end - begin);
      all += part;
    }
  }
  const Decoded decoded = decode_one(GetParam(), joined.header() + parts + joined.end());
  EXPECT_EQ(decoded.failure, "");
  EXPECT_TRUE(decoded.text == all);
}

TEST_P(Codecs, OnlyStreamsOfAFileAreJoined) {
  const std::string data = written("text", 9, 0, {GetParam(), 1});
  const std::size_t end = JoinedStream::end_bytes(GetParam());
  const auto add = [&](const std::string& stream) {
    return JoinedStream(GetParam())
        .add(stream.substr(0, JoinedStream::kFirstBytes),
             stream.substr(stream.size() - std::min(end, stream.size())));
  };
  EXPECT_NE(add(data), 0U);
  for (const std::string& other :
       {pack(GetParam(), "text"), data + "x", "x" + data, data.substr(0, 8), ""s}) {
    EXPECT_EQ(add(other), 0U);
  }
}

TEST(JoinedStream, TheChecksumOfTwoTextsFollowsFromTheirs) {
  const auto crc_of = [](const std::string& text) {
    StreamEnd end(Compression::kGzip);
    end.add(text);
    const std::string bytes = end.bytes();
    std::uint32_t crc = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      crc |= std::uint32_t{static_cast<unsigned char>(bytes[2 + i])} << (8 * i);
    }
    return crc;
  };
  EXPECT_EQ(crc_of("123456789"), 0xCBF43926U);  // the check value of CRC-32
  const std::string text = random_text(1000, 14);
  for (std::size_t at = 0; at <= text.size(); at += 37) {
    EXPECT_EQ(joined_crc32(crc_of(text.substr(0, at)), crc_of(text.substr(at)), text.size() - at),
              crc_of(text));
  }
}

TEST(DeflateEnd, IsFoundInEveryStream) {
  for (const int level : {1, 6, 12}) {
    for (const std::string& text : texts_for_parts()) {
      const std::string member = pack(Compression::kGzip, text, level);
      const std::string stream = member.substr(10, member.size() - 18);
      const auto end = find_deflate_end(stream);
      ASSERT_TRUE(end.has_value());
      EXPECT_EQ((end->end + 7) / 8, stream.size());
      EXPECT_EQ(find_deflate_end(stream + "more")->end, end->end);
      for (std::size_t bytes = 0; bytes < stream.size(); bytes += 1 + stream.size() / 500) {
        EXPECT_FALSE(find_deflate_end(stream.substr(0, bytes)).has_value());
      }
    }
  }
}

TEST(DeflateEnd, RandomBytesEndWithinThemOrNowhere) {
  testing::TestRandom random(15);
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes(random.index(200), ' ');
    for (char& byte : bytes) byte = static_cast<char>(random.below(256));
    if (!bytes.empty() && i % 2 == 0) bytes[0] = static_cast<char>((bytes[0] & 0xF8) | 5);
    const auto end = find_deflate_end(bytes);
    if (!end) continue;
    EXPECT_LE(end->end, 8 * bytes.size());
    EXPECT_LT(end->last_block, end->end);
  }
}

TEST_P(Codecs, BlocksOfSlowLevelsAreSmallAndPollBefore) {
  for (int level = 1; level < most_level(GetParam()); ++level) {
    EXPECT_GE(block_bytes({GetParam(), level}), std::size_t{256} << 10);
  }
  const CompressionOptions slowest{GetParam(), most_level(GetParam())};
  EXPECT_LE(block_bytes(slowest), std::size_t{512} << 10);
  int polls = 0;
  auto encoder = make_encoder(slowest, [&] { return ++polls == 2; });
  ASSERT_TRUE(encoder.ok());
  std::vector<char> packed;
  EXPECT_TRUE((*encoder)->encode_part("text", packed).ok());
  EXPECT_EQ((*encoder)->encode_part("text", packed).code(), ErrorCode::kInterrupted);
  EXPECT_EQ((*encoder)->encode("text", packed).code(), ErrorCode::kOk);
}

TEST_P(Codecs, AStopEndsABlockWriter) {
  const testing::ScratchFolder folder;
  Result<OutputFile> output = OutputFile::open(system_platform(), folder / "out", {});
  ASSERT_TRUE(output.ok());
  std::size_t polls = 0;
  BlockWriter writer({GetParam(), 1}, *output, [&] { return ++polls >= 5; });
  const std::string text = random_text(block_bytes({GetParam(), 1}) * 14, 9);
  Status status = writer.write(text);
  if (status.ok()) status = writer.finish();
  EXPECT_EQ(status.code(), ErrorCode::kInterrupted);
  EXPECT_EQ(polls, 5U);
}

TEST_P(Codecs, AllEncodersTogetherHaveALimit) {
  for (int level = 1; level < most_level(GetParam()); ++level) {
    const std::size_t most = most_encoders({GetParam(), level});
    EXPECT_GE(most, most_encoders({GetParam(), level + 1}));
    EXPECT_GE(most, 2U);
  }
}

struct Block {
  int number = 0;
};

TEST(OrderedBlocks, OnlyTheGivenNumberOfThreadsEncodes) {
  std::atomic<int> busy{0};
  std::atomic<int> highest{0};
  int written = 0;
  OrderedBlocks<Block> blocks(
      [&](Block&) {
        const int now = ++busy;
        for (int seen = highest; seen < now && !highest.compare_exchange_weak(seen, now);) {
        }
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        --busy;
        return Status();
      },
      [&](Block& block) {
        EXPECT_EQ(block.number, written++);
        return Status();
      },
      2, 6);
  {
    const HelpingThreads threads(6, [&] {
      if (blocks.can_help()) blocks.help();
    });
    for (int number = 0; number < 200; ++number) {
      std::unique_ptr<Block> block = blocks.spare();
      block->number = number;
      blocks.push(std::move(block));
      blocks.help_down_to(3);
    }
  }
  blocks.help_down_to(0);
  EXPECT_EQ(written, 200);
  EXPECT_LE(highest, 2);
}

// While a slow output holds up the first block, the producer waits, although other threads encode.
TEST(OrderedBlocks, ASlowOutputHoldsUpTheProducer) {
  std::atomic<bool> may_write{false};
  std::atomic<int> pushed{0};
  OrderedBlocks<Block> blocks([](Block&) { return Status(); },
                              [&](Block&) {
                                while (!may_write) std::this_thread::yield();
                                return Status();
                              },
                              4, 12);
  {
    const HelpingThreads helpers(2, [&] {
      if (blocks.can_help()) blocks.help();
    });
    std::thread producer([&] {
      for (int number = 0; number < 100; ++number) {
        blocks.push(blocks.spare());
        ++pushed;
        blocks.help_down_to(3);
      }
    });
    for (int before = -1; before != pushed || before < 1;) {
      before = pushed;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    EXPECT_LE(pushed, 12);
    may_write = true;
    producer.join();
  }
  blocks.help_down_to(0);
  EXPECT_EQ(pushed, 100);
}

TEST(OrderedBlocks, AnExceptionFreesItsPlace) {
  OrderedBlocks<Block> blocks([](Block&) -> Status { throw std::bad_alloc(); },
                              [](Block&) { return Status(); }, 1, 9);
  for (int i = 0; i < 3; ++i) blocks.push(blocks.spare());
  EXPECT_THROW(blocks.help(), std::bad_alloc);
  blocks.help_down_to(0);  // the other blocks are not encoded
  EXPECT_EQ(blocks.failure().code(), ErrorCode::kOutOfMemory);
}

TEST(BlockWriter, WritesPlainTextAtOnce) {
  EXPECT_EQ(written("plain text", 3, 0, {Compression::kNone}), "plain text");
}

}  // namespace
}  // namespace dokumill::codec
