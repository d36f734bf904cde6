// Case 35 of docs/reliability.md: jobs on files larger than 4 GiB. Except for one sparse file, the
// middle of each file is one block of memory that is mapped repeatedly.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "dokumill/batch.hpp"
#include "support/hooked.hpp"
#include "support/system/fake_platform.hpp"
#include "support/system/scratch_folder.hpp"
#include "support/test_size.hpp"

namespace dokumill {
namespace {

using testing::FakePlatform;
using testing::Hooked;
using testing::read_file;
using testing::ScratchFolder;
using testing::write_file;

// A text of gigabytes of which only a few pieces are in memory: a head, one piece that is repeated,
// and a tail. The same pages of a memory file are mapped many times, one after the other. Cost:
// page tables (2 MiB per GiB), and one system call per piece.
class RepeatedMap {
 public:
  static constexpr std::size_t kPage = 65536;  // in bytes; the largest of the usual page sizes

  // REQUIRES: the head and the piece are multiples of kPage.
  RepeatedMap(const std::string& head, const std::string& piece, std::size_t times,
              const std::string& tail) {
    const int fd = ::memfd_create("repeated", MFD_CLOEXEC);
    if (fd < 0) return;
    const std::string all = head + piece + tail;
    const bool is_written = ::write(fd, all.data(), all.size()) == static_cast<ssize_t>(all.size());
    bytes_ = head.size() + piece.size() * times + tail.size();
    void* const place =
        ::mmap(nullptr, bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (is_written && place != MAP_FAILED) {
      data_ = static_cast<char*>(place);
      bool is_mapped = map(fd, 0, head.size(), 0);
      std::size_t at = head.size();
      for (std::size_t i = 0; i < times; ++i, at += piece.size()) {
        is_mapped = is_mapped && map(fd, at, piece.size(), head.size());
      }
      is_mapped = is_mapped && map(fd, at, tail.size(), head.size() + piece.size());
      if (!is_mapped) unmap();
    }
    ::close(fd);
  }
  RepeatedMap(const RepeatedMap&) = delete;
  RepeatedMap& operator=(const RepeatedMap&) = delete;
  ~RepeatedMap() { unmap(); }

  const char* data() const { return data_; }  // nullptr if it could not be mapped
  std::size_t size() const { return bytes_; }

 private:
  bool map(int fd, std::size_t at, std::size_t bytes, std::size_t offset) {
    return bytes == 0 || ::mmap(data_ + at, bytes, PROT_READ, MAP_SHARED | MAP_FIXED, fd,
                                static_cast<off_t>(offset)) != MAP_FAILED;
  }
  void unmap() {
    if (data_ != nullptr) ::munmap(data_, bytes_);
    data_ = nullptr;
  }

  char* data_ = nullptr;
  std::size_t bytes_ = 0;
};

constexpr std::size_t kGiB = std::size_t{1} << 30;
constexpr std::size_t kPiece = std::size_t{16} << 20;
constexpr std::size_t kTimes = 4 * kGiB / kPiece + 4;

const std::string kPuzzle =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
const std::string kSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

std::string rows_of(const std::string& cells) {
  std::string text;
  for (std::size_t row = 0; row < 9; ++row) text += cells.substr(9 * row, 9) + "\n";
  return text;
}

// Appends a line to `text`. The line begins with `begin` and is filled with "x", so that the size
// of the text becomes a multiple of RepeatedMap::kPage.
std::string padded(std::string text, const std::string& begin) {
  text += begin;
  const std::size_t bytes = (text.size() / RepeatedMap::kPage + 1) * RepeatedMap::kPage;
  text.append(bytes - text.size() - 1, 'x');
  return text + "\n";
}

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

class HugeInput : public ::testing::Test {
 protected:
  // Makes `map` the contents of the file `in`. The real file has only the first 5,000 bytes.
  template <class Options>
  Options options_of(const RepeatedMap& map) {
    write_file(folder_ / "in", std::string(map.data(), 5000));
    platform_.map_data = map.data();
    platform_.file_bytes = map.size();
    // The clock advances by 0.1 s each time it is read, so progress is reported after every chunk.
    platform_.clock_ns = 0;
    platform_.clock_step_ns = 100'000'000;
    Options options;
    options.platform = &platform_;
    options.input.path = folder_ / "in";
    options.output = folder_ / "out";
    options.job.threads = 2;
    options.job.on_progress = [this](const Progress& progress) {
      EXPECT_GE(progress.done, done_);
      done_ = progress.done;
      total_ = progress.total;
    };
    return options;
  }

  ScratchFolder folder_;
  FakePlatform platform_;
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
};

TEST_F(HugeInput, LinesBeyond4GiB) {
  constexpr std::size_t kLine = 4096;
  const std::string comment = "#" + std::string(kLine - 2, 'x') + "\n";
  const std::string head = padded(kPuzzle + "\n\n", "#");
  const std::string tail = kPuzzle + "\nQ\n" + kPuzzle + "\n";
  const RepeatedMap map(head, repeated(comment, kPiece / kLine), kTimes, tail);
  if (map.data() == nullptr) GTEST_SKIP() << "no address space for 4 GiB";
  const auto options = options_of<Hooked<SolveOptions>>(map);
  const Result<SolveReport> report = solve(options);
  ASSERT_TRUE(report.ok()) << report.status().message();
  EXPECT_EQ(report->records, 4U);
  EXPECT_EQ(report->unique, 3U);
  ASSERT_EQ(report->problems.size(), 1U);
  EXPECT_EQ(report->problems[0].record, 3U);
  EXPECT_EQ(report->problems[0].line, 3 + kTimes * (kPiece / kLine) + 2);
  EXPECT_EQ(report->problems[0].column, 1U);
  EXPECT_EQ(read_file(folder_ / "out"),
            kSolution + "\n" + kSolution + "\n" + std::string(81, '?') + "\n" + kSolution + "\n");
  EXPECT_EQ(total_, map.size());
  EXPECT_EQ(done_, map.size());
}

// The file has a malformed record of 4 GiB between two good records.
TEST_F(HugeInput, ALineBeyond4GiB) {
  const std::string head = padded(kPuzzle + "\n", "#") + std::string(RepeatedMap::kPage, '\0');
  const std::string tail = "\n" + kPuzzle + "\n";
  const RepeatedMap map(head, std::string(kPiece, '\0'), kTimes, tail);
  if (map.data() == nullptr) GTEST_SKIP() << "no address space for 4 GiB";
  const auto options = options_of<Hooked<SolveOptions>>(map);
  const Result<SolveReport> report = solve(options);
  ASSERT_TRUE(report.ok()) << report.status().message();
  EXPECT_EQ(report->records, 3U);
  EXPECT_EQ(report->unique, 2U);
  ASSERT_EQ(report->problems.size(), 1U);
  EXPECT_EQ(report->problems[0].record, 2U);
  EXPECT_EQ(report->problems[0].line, 3U);
  EXPECT_EQ(report->problems[0].message, "'\\x00' is not a cell");
}

TEST_F(HugeInput, GridsBeyond4GiB) {
  constexpr std::size_t kLine = 4096;
  const std::string comment = "\n#" + std::string(kLine - 3, 'x') + "\n";
  const std::string head = padded(rows_of(kPuzzle) + "\n", "#");
  const std::string tail = "\n" + rows_of(kPuzzle) + "\n123\n";
  const RepeatedMap map(head, repeated(comment, kPiece / kLine), kTimes, tail);
  if (map.data() == nullptr) GTEST_SKIP() << "no address space for 4 GiB";
  const auto options = options_of<Hooked<CheckOptions>>(map);
  const Result<CheckReport> report = check(options);
  ASSERT_TRUE(report.ok()) << report.status().message();
  EXPECT_EQ(report->records, 3U);
  EXPECT_EQ(report->unique, 2U);
  ASSERT_EQ(report->problems.size(), 1U);
  EXPECT_EQ(report->problems[0].record, 3U);
  EXPECT_EQ(report->problems[0].line, 11 + 2 * (kTimes * (kPiece / kLine)) + 1 + 9 + 1 + 1);
  EXPECT_EQ(done_, map.size());
}

// Each row is one record of 64 KiB.
TEST_F(HugeInput, CsvBeyond4GiB) {
  const std::string head = padded("puzzle,remark\n", kPuzzle + ",");
  const std::string row = padded("", kPuzzle + ",");
  const std::string tail = kPuzzle + ",\"\n\"\n" + kPuzzle.substr(1) + ",\n";
  const RepeatedMap map(head, repeated(row, kPiece / row.size()), kTimes, tail);
  if (map.data() == nullptr) GTEST_SKIP() << "no address space for 4 GiB";
  const std::uint64_t rows = 1 + kTimes * (kPiece / row.size());
  const auto options = options_of<Hooked<CheckOptions>>(map);
  const Result<CheckReport> report = check(options);
  ASSERT_TRUE(report.ok()) << report.status().message();
  EXPECT_EQ(report->records, rows + 2);
  EXPECT_EQ(report->unique, rows + 1);
  ASSERT_EQ(report->problems.size(), 1U);
  EXPECT_EQ(report->problems[0].record, rows + 2);
  EXPECT_EQ(report->problems[0].line, 1 + rows + 2 + 1);
}

// Reads a real file with a hole, once mapped and once as a stream. This takes half a minute.
TEST_F(HugeInput, ASparseFile) {
  if (!testing::is_long_run()) GTEST_SKIP() << "only with DOKUMILL_LONG_TESTS=1";
  write_file(folder_ / "in", kPuzzle + "\n");
  std::filesystem::resize_file(folder_ / "in", 5 * kGiB);
  std::ofstream(folder_ / "in", std::ios::app) << "\n" << kPuzzle << "\n";
  for (const bool is_mapped : {true, false}) {
    auto options = testing::file_job<SolveOptions>(folder_ / "in", folder_ / "out");
    options.input.allow_mapping = is_mapped;
    const Result<SolveReport> report = solve(options);
    ASSERT_TRUE(report.ok()) << report.status().message();
    EXPECT_EQ(report->unique, 2U);
    EXPECT_EQ(report->malformed, 1U);
  }
}

}  // namespace
}  // namespace dokumill
