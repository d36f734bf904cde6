// Trials with outputs that cannot be written: full disks, limits, and folders that disappear.
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "torture/trials.hpp"

namespace dokumill::torture {
namespace {

namespace fs = std::filesystem;

// A small disk in memory that exists for one round.
class Disk {
 public:
  // `options` are mount options: "size=N,nr_inodes=N".
  Disk(std::string path, const std::string& options) : path_(std::move(path)) {
    fs::create_directory(path_);
    is_mounted_ = ::mount("tmpfs", path_.c_str(), "tmpfs", 0, options.c_str()) == 0;
    ::chmod(path_.c_str(), 0777);
  }
  ~Disk() {
    if (is_mounted_) ::umount2(path_.c_str(), MNT_DETACH);
  }
  Disk(const Disk&) = delete;
  Disk& operator=(const Disk&) = delete;

  bool make_read_only() const {
    return ::mount("tmpfs", path_.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr) == 0;
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool is_mounted_ = false;
};

constexpr const char* kNeedsRoot = "needs root, to mount a small disk";
constexpr std::uint64_t kPage = 4096;

std::uint64_t pages(std::uint64_t bytes) {
  return (bytes + kPage - 1) / kPage * kPage;
}

// Returns a random job with an output file.
const Job& any_file_job(Round& round) {
  for (;;) {
    const Job& job = round.any_job();
    if (!job.output.empty()) return job;
  }
}

// Expects a failed write: status 2, one message, and nothing changed.
void expect_write_failure(Round& round, const Job& job, const Folder& where, const Ending& ending,
                          const std::string& why) {
  round.strike();
  round.expect_status(ending, 2);
  round.expect_message(ending, why);
  round.expect_old(job, where, ending);
  round.expect_no_temporaries(where, ending);
}

}  // namespace

bool may_mount() {
  static const bool may = ::geteuid() == 0 && ::unshare(CLONE_NEWNS) == 0 &&
                          ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
  return may;
}

void full_disk(Round& round) {
  if (!may_mount()) return round.skip(kNeedsRoot);
  const Job& job = any_file_job(round);
  // The disk has room for the input, for the old output, and for some of the new output: all of it,
  // all but the last page, a random part, one page or nothing. The size of the disk is never 0,
  // because 0 would mean no limit.
  std::uint64_t holds = pages(job.expected.size());
  bool fits = false;
  switch (round.dice.below(5)) {
    case 0:
      fits = true;
      break;
    case 1:
      holds -= kPage;
      break;
    case 2:
      holds = kPage;
      break;
    case 3:
      holds = 0;
      break;
    default:
      holds = pages(round.dice.below(job.expected.size()) / 2);
  }
  if (holds >= pages(job.expected.size())) fits = true;
  std::uint64_t others =
      job.is_fed || job.input.empty() ? 0 : pages(fs::file_size(round.shop.input_path(job.input)));
  if (job.output != job.input) others += pages(5'000);
  if (fits) {
    for (const auto& [name, bytes] : job.beside) holds += pages(bytes.size()) + kPage;
  }
  const Disk disk(round.folder / "disk", "size=" + std::to_string(others + holds));
  const Folder where(disk.path());
  const Ending ending = Process(round.lay_out(job, where)).end();
  if (fits) return round.expect_success(job, where, ending);
  expect_write_failure(round, job, where, ending, "No space left on device");
}

void full_disk_for_the_report(Round& round) {
  if (!may_mount()) return round.skip(kNeedsRoot);
  const Job& job = round.shop.job("solve line");
  const Disk disk(round.folder / "disk", "size=4096");
  write_file(disk.path() + "/other", "o");
  round.job_name = job.name;
  const Folder where(round.folder / "work");
  fs::create_directory(where.path());
  Launch launch = round.lay_out(job, where);
  launch.words.insert(launch.words.end(), {"--quiet", "--report", "../disk/report"});
  const Ending ending = Process(launch).end();
  // The output is in place; only the report failed.
  round.strike();
  round.expect_status(ending, 2);
  round.expect_message(ending, "No space left on device");
  round.expect_new(job, where, ending);
  round.expect_no_temporaries(Folder(disk.path()), ending);
}

void no_more_inodes(Round& round) {
  if (!may_mount()) return round.skip(kNeedsRoot);
  const Job& job = any_file_job(round);
  // The root of the disk, the input and the old output take one inode each.
  const bool has_input = !job.is_fed && !job.input.empty();
  const int taken = 1 + (has_input ? 1 : 0) + (job.output != job.input ? 1 : 0);
  const Disk disk(round.folder / "disk", "nr_inodes=" + std::to_string(taken));
  const Folder where(disk.path());
  const Ending ending = Process(round.lay_out(job, where)).end();
  expect_write_failure(round, job, where, ending, "No space left on device");
}

void file_size_limit(Round& round) {
  const Job& job = any_file_job(round);
  Launch launch = round.lay_out(job);
  // The limit is at least one page, because LLVM's OpenMP runtime needs a small file.
  const rlim_t most =
      round.dice.below(4) == 0 ? kPage : kPage + round.dice.below(job.expected.size() * 5 / 4);
  launch.in_child = [most] {
    const rlimit limit{most, most};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  };
  const Ending ending = Process(launch).end();
  bool fits = most >= job.expected.size();
  // Records beyond the memory limit go to a temporary file, with up to 60 bytes more per record.
  // This file may be the one that exceeds the limit.
  const bool spills = std::ranges::find(job.words, "--memory") != job.words.end();
  if (spills && most < 2 * job.expected.size()) fits = fits && ending.status != 2;
  if (fits) return round.expect_success(job, round.folder, ending);
  expect_write_failure(round, job, round.folder, ending, "File too large");
}

void read_only_disk(Round& round) {
  if (!may_mount()) return round.skip(kNeedsRoot);
  const Job& job = any_file_job(round);
  const Disk disk(round.folder / "disk", "size=100%");
  const Folder where(disk.path());
  const Launch launch = round.lay_out(job, where);
  if (!disk.make_read_only()) return round.skip("the disk cannot be made read-only");
  const Ending ending = Process(launch).end();
  expect_write_failure(round, job, where, ending, "Read-only file system");
}

void folder_deleted(Round& round) {
  const Job& job = round.shop.job("generate boards");
  const Folder where(round.folder / "work");
  fs::create_directory(where.path());
  Process process(round.lay_out(job, where));
  process.serve(round.dice.share() * job.seconds);
  fs::remove_all(where.path());
  const Ending ending = process.end();
  if (ending.status == 0) return;  // the job ended before the folder was removed
  round.strike();
  round.expect_status(ending, 2);
  round.expect_message(ending, "No such file or directory");
  round.expect(!fs::exists(where.path()), "the folder is there again");
}

void folder_moved(Round& round) {
  const Job& job = round.shop.job("generate boards");
  const Folder before(round.folder / "before");
  const Folder after(round.folder / "after");
  fs::create_directory(before.path());
  Launch launch = round.lay_out(job, before);
  const bool is_absolute = round.dice.below(2) == 0;
  if (is_absolute) launch.words.back() = before / "out";
  Process process(launch);
  process.serve(round.dice.share() * job.seconds);
  fs::rename(before.path(), after.path());
  const Ending ending = process.end();
  // A relative path follows the working directory to its new place. An absolute path no longer
  // exists, and the temporary file may remain, because no path that the job knows leads to it.
  if (ending.status == 0) return round.expect_success(job, after, ending);
  round.strike();
  round.expect(is_absolute && ending.status == 2, "expected exit status 2; " + ending.text());
  round.expect_message(ending, "No such file or directory");
  round.expect_old(job, after, ending);
  round.expect(temporaries(after).size() <= 1, "more than one temporary is left");
}

void disk_quota(Round& round) {
  round.skip("quotas need a disk that is mounted with them (a full disk and limits stand for it)");
}

}  // namespace dokumill::torture
