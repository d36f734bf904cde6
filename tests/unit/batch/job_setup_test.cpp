// Tests of the number of threads and of the chunk and batch sizes that jobs choose, with extreme
// values.
#include "batch/frame/job_setup.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "batch/flow/team.hpp"
#include "support/system/fake_platform.hpp"
#include "support/texts/formats.hpp"

namespace dokumill::batch {
namespace {

using testing::FakePlatform;

records::RecordBytes bytes_of(TextFormat format) {
  return records::format_traits(format).record_bytes;
}

TEST(JobSize, HugeTextsHaveOrdinaryChunks) {
  FakePlatform platform;
  JobOptions options;
  for (const int threads : {1, 2, 16, 1024}) {
    options.threads = threads;
    for (const TextFormat format : testing::kFormats) {
      const JobSize usual =
          text_job_size(platform, options, 0, bytes_of(format), std::uint64_t{1} << 31);
      for (const std::uint64_t bytes :
           {std::uint64_t{1} << 32, std::uint64_t{82} << 32, std::uint64_t{UINT64_MAX}}) {
        const JobSize size = text_job_size(platform, options, 0, bytes_of(format), bytes);
        EXPECT_EQ(size.threads, wanted_threads(platform, options.threads));
        EXPECT_EQ(size.chunk_bytes, usual.chunk_bytes);
        EXPECT_EQ(size.batch_records, usual.batch_records);
      }
    }
  }
}

// The output for a batch of malformed rows is not much longer than a chunk of well-formed rows, for
// any number of columns.
TEST(JobSize, ColumnsBoundTheOutputOfABatch) {
  FakePlatform platform;
  JobOptions options;
  for (const int threads : {1, 2, 16, 64}) {
    options.threads = threads;
    const JobSize usual =
        text_job_size(platform, options, 0, bytes_of(TextFormat::kCsv), std::uint64_t{1} << 31);
    for (const std::uint32_t columns : {2U, 100U, 1000U, records::kMostColumns}) {
      const JobSize size = text_job_size(platform, options, 0, bytes_of(TextFormat::kCsv),
                                         std::uint64_t{1} << 31, columns);
      EXPECT_EQ(size.chunk_bytes, usual.chunk_bytes);
      const std::size_t row_bytes = 81 + columns;  // the shortest well-formed row
      EXPECT_LE(size.batch_records * row_bytes, size.chunk_bytes);
      EXPECT_GE((size.batch_records + 1) * row_bytes, size.chunk_bytes);
    }
  }
}

// The line number of a record in its chunk has 32 bits.
TEST(JobSize, ChunksAreBelow4GiB) {
  FakePlatform platform;
  JobOptions options;
  EXPECT_LT(text_job_size(platform, options, SIZE_MAX, bytes_of(TextFormat::kLine), 0).chunk_bytes,
            std::uint64_t{1} << 32);
  EXPECT_EQ(text_job_size(platform, options, 1, bytes_of(TextFormat::kLine), 0).chunk_bytes, 1U);
}

TEST(JobSize, RangesOfAnyLengthHaveThreads) {
  FakePlatform platform;
  JobOptions options;
  for (const int threads : {1, 4}) {
    options.threads = threads;
    for (const std::size_t chunk_bytes : {std::size_t{0}, std::size_t{1}, std::size_t{1} << 20}) {
      const JobSize longest = range_job_size(platform, options, chunk_bytes, UINT64_MAX, 1296, 4);
      EXPECT_EQ(longest.threads, wanted_threads(platform, options.threads));
      EXPECT_GE(longest.batch_records, 1U);
      const JobSize shortest = range_job_size(platform, options, chunk_bytes, 1, 1296, 4);
      EXPECT_GE(shortest.threads, 1);
      EXPECT_GE(shortest.batch_records, 1U);
    }
  }
}

// A small job is done before a team of threads has begun. Threads that the caller names are used.
TEST(JobSize, ASmallJobHasOneThreadUnlessMoreAreAskedFor) {
  FakePlatform platform;
  JobOptions options;
  const auto threads_of = [&](std::uint64_t records) {
    const std::uint64_t bytes = records * 82;
    return text_job_size(platform, options, 0, bytes_of(TextFormat::kLine), bytes).threads;
  };
  const int most = wanted_threads(platform, 0);
  EXPECT_EQ(threads_of(2'000), 1);
  EXPECT_EQ(threads_of(5'000), std::min(most, 3));
  EXPECT_EQ(threads_of(1'000'000), most);
  EXPECT_EQ(range_job_size(platform, options, 0, 40'000, 1296, 4, 40'001).threads, 1);
  EXPECT_EQ(range_job_size(platform, options, 0, 1'000'000, 1296, 4, 40'001).threads, most);
  options.threads = 4;
  EXPECT_EQ(threads_of(2'000), 4);
  EXPECT_EQ(threads_of(100), 1);
  EXPECT_EQ(range_job_size(platform, options, 0, 40'000, 1296, 4, 40'001).threads, 4);
}

}  // namespace
}  // namespace dokumill::batch
