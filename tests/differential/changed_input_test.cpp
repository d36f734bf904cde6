// Tests of inputs that another program truncates, extends or modifies while a job reads them.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "dokumill/batch.hpp"
#include "engine/puzzles/sample_puzzles.hpp"
#include "support/hooked.hpp"
#include "support/system/fake_platform.hpp"
#include "support/system/scratch_folder.hpp"
#include "support/texts/formats.hpp"

namespace dokumill {
namespace {

using testing::FakePlatform;
using testing::Hooked;
using testing::read_file;
using testing::ScratchFolder;
using testing::write_file;

// The text is larger than the part from which its format is found, the first MiB. A job that does
// not map the file reads that part before its first chunk.
constexpr std::size_t kRecords = 15000;
constexpr std::size_t kChunk = 45000;

std::string as_text(TextFormat format) {
  std::string text = format == TextFormat::kCsv ? "puzzle\n" : "";
  const auto puzzles = *puzzles::sample_puzzles(puzzles::SampleKind::kEasy, 1, kRecords);
  for (const Grid& grid : puzzles) {
    const std::string line = to_line(grid);
    if (format != TextFormat::kGrid) {
      text += line + "\n";
      continue;
    }
    for (std::size_t row = 0; row < 9; ++row) text += line.substr(row * 9, 9) + "\n";
    text += "\n";
  }
  return text;
}

class ChangedInput : public ::testing::TestWithParam<TextFormat> {
 protected:
  // Returns the options of a job that reads `text_` in many small chunks. The job calls `change`
  // one time, while it is running.
  template <class Options>
  Hooked<Options> options(int threads, bool allow_mapping, std::function<void()> change) {
    write_file(in_, text_);
    // File systems have coarse clocks. With an old modification time, any later write is visible.
    using std::chrono::hours;
    std::filesystem::last_write_time(in_, std::filesystem::file_time_type::clock::now() - hours(1));
    write_file(out_, "old");
    warnings_.clear();
    looks_ = 0;
    auto options = testing::file_job<Options>(in_, out_, threads, kChunk);
    options.input.allow_mapping = allow_mapping;
    options.job.on_warning = [this](const std::string& words) { warnings_ += words + "\n"; };
    options.job.should_stop = [this, change = std::move(change)] {
      if (looks_.fetch_add(1) == 20) change();
      return false;
    };
    return options;
  }
  void cut(std::size_t bytes) const {
    ASSERT_EQ(::truncate(in_.c_str(), static_cast<off_t>(bytes)), 0);
  }
  void overwrite(std::size_t at, const std::string& bytes) const {
    std::fstream file(in_, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(at));
    file << bytes;
  }
  void expect_cut(const Status& status, std::size_t bytes) const {
    EXPECT_EQ(status.code(), ErrorCode::kInput);
    EXPECT_EQ(status.message(), in_ + ": input changed while reading: it had " +
                                    std::to_string(text_.size()) + " bytes and has " +
                                    std::to_string(bytes));
    EXPECT_EQ(read_file(out_), "old");
    EXPECT_EQ(folder_.names(), (std::vector<std::string>{"in", "out"}));
  }

  ScratchFolder folder_;
  const std::string in_ = folder_ / "in";
  const std::string out_ = folder_ / "out";
  const std::string text_ = as_text(GetParam());
  std::string warnings_;
  std::atomic<int> looks_{0};
};

// The file is truncated to nothing, to one page, to one half, and by one byte. The last case raises
// no bus error.
TEST_P(ChangedInput, CutShort) {
  const std::size_t sizes[] = {0, 4096, text_.size() / 2, text_.size() - 1};
  for (const std::size_t bytes : sizes) {
    for (const int threads : {1, 3}) {
      for (const bool allow_mapping : {true, false}) {
        SCOPED_TRACE(std::to_string(bytes) + " bytes left, threads " + std::to_string(threads) +
                     (allow_mapping ? ", mapped" : ", read"));
        const auto change = [&] { cut(bytes); };
        expect_cut(solve(options<SolveOptions>(threads, allow_mapping, change)).status(), bytes);
        auto strict = options<SolveOptions>(threads, allow_mapping, change);
        strict.strict = true;
        expect_cut(solve(strict).status(), bytes);
        auto each = options<CheckOptions>(threads, allow_mapping, change);
        each.each = true;
        expect_cut(check(each).status(), bytes);
        EXPECT_EQ(warnings_, "");
      }
    }
  }
}

// The file has its old size again when the job checks it, but some of its bytes were lost.
TEST_P(ChangedInput, CutShortAndGrownAgain) {
  for (const int threads : {1, 3}) {
    FakePlatform platform;
    auto job = options<SolveOptions>(threads, true, [&] {
      overwrite(0, text_.substr(0, 1));
      platform.lost_byte = 8192;
    });
    job.platform = &platform;
    const Status status = solve(job).status();
    EXPECT_EQ(status.code(), ErrorCode::kInput);
    EXPECT_EQ(status.message(),
              in_ + ": input changed while reading: it was cut short at byte 8192");
    EXPECT_EQ(read_file(out_), "old");
  }
}

TEST_P(ChangedInput, Grown) {
  const auto quiet = solve(options<SolveOptions>(1, true, [] {}));
  ASSERT_TRUE(quiet.ok());
  EXPECT_EQ(warnings_, "");
  const std::string expected = read_file(out_);
  for (const int threads : {1, 3}) {
    for (const bool allow_mapping : {true, false}) {
      const auto report = solve(options<SolveOptions>(threads, allow_mapping,
                                                      [&] { overwrite(text_.size(), "more\n"); }));
      ASSERT_TRUE(report.ok()) << report.status().message();
      EXPECT_EQ(report->records, kRecords);
      EXPECT_EQ(report->problems.size(), 0U);
      EXPECT_EQ(read_file(out_), expected);
      EXPECT_EQ(warnings_, in_ + ": warning: the input grew while it was read; its first " +
                               std::to_string(text_.size()) + " bytes were used\n");
    }
  }
}

TEST_P(ChangedInput, RewrittenInPlace) {
  for (const bool allow_mapping : {true, false}) {
    const auto change = [&] { overwrite(text_.size() - 200, text_.substr(text_.size() - 200)); };
    const auto report = solve(options<SolveOptions>(3, allow_mapping, change));
    ASSERT_TRUE(report.ok());
    EXPECT_EQ(report->records, kRecords);
    EXPECT_EQ(warnings_,
              in_ +
                  ": warning: another process wrote into the input while it was read; the "
                  "output may mix old and new records\n");
    auto strict = options<SolveOptions>(3, allow_mapping, change);
    strict.strict = true;
    const Status status = solve(strict).status();
    EXPECT_EQ(status.code(), ErrorCode::kInput);
    EXPECT_EQ(status.message(), in_ + ": input changed while reading");
    EXPECT_EQ(read_file(out_), "old");
  }
}

// A new name, new permissions or a new file under the old name do not change the data that is read.
TEST_P(ChangedInput, OnlyItsNameChanges) {
  const auto change = [&] {
    std::filesystem::permissions(in_, std::filesystem::perms::owner_read);
    std::filesystem::rename(in_, folder_ / "moved");
    write_file(in_, "another file\n");
  };
  const auto report = solve(options<SolveOptions>(2, true, change));
  ASSERT_TRUE(report.ok()) << report.status().message();
  EXPECT_EQ(report->unique, kRecords);
  EXPECT_EQ(warnings_, "");
}

// A page of the map cannot be read, although the file did not change: a disk error.
TEST_P(ChangedInput, ADiskErrorBelowTheMap) {
  for (const int threads : {1, 3}) {
    FakePlatform platform;
    auto job = options<SolveOptions>(threads, true, [&] { platform.lost_byte = 4096; });
    job.platform = &platform;
    const Status status = solve(job).status();
    EXPECT_EQ(status.code(), ErrorCode::kInput);
    EXPECT_EQ(status.message(), in_ + ": Input/output error at byte 4096");
    EXPECT_EQ(read_file(out_), "old");
  }
}

TEST_P(ChangedInput, ADiskErrorWhileReading) {
  FakePlatform platform;
  platform.fail("read", -EIO, 5);
  auto job = options<SolveOptions>(2, false, [] {});
  job.platform = &platform;
  const Status status = solve(job).status();
  EXPECT_EQ(status.code(), ErrorCode::kInput);
  EXPECT_TRUE(status.message().starts_with(in_ + ": Input/output error at byte "))
      << status.message();
  EXPECT_EQ(read_file(out_), "old");
}

INSTANTIATE_TEST_SUITE_P(Formats, ChangedInput, ::testing::ValuesIn(testing::kFormats),
                         [](const auto& test) { return std::string(name_of(test.param)); });

}  // namespace
}  // namespace dokumill
