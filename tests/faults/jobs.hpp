// The jobs that the fault loops repeat: every command, with every kind of input and output, on
// small data; and one run of one of them in this process.
//
// Files are named relative to the working directory, which is a folder of the test's own. Thread
// safety: one run at a time.
#pragma once

#include <functional>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "support/fake_platform.hpp"
#include "support/scratch_folder.hpp"

namespace dokumill::testing {

using Files = std::map<std::string, std::string>;  // contents by name

struct Job {
  std::string name;
  std::vector<std::string> args;
  Files files = {};     // before the run: the inputs, and old outputs
  std::string in = {};  // standard input
  int status = 0;       // of a run without faults
  std::vector<int> threads = {1};
  bool writes_grids = false;
};
void PrintTo(const Job& job, std::ostream* stream);

std::vector<Job> all_jobs();

// What a run leaves behind.
struct Ran {
  int status = -1;
  std::string out;
  std::string err;
  Files files;
  std::vector<FakePlatform::Hit> hits;
  std::vector<FakePlatform::Placed> placed;
  std::uint64_t calls = 0;  // that can fail
  std::size_t held = 0;     // descriptors and maps that are open still
};

// The working directory while it lives: an empty folder, gone at the end.
class Workplace {
 public:
  Workplace();
  ~Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  // Runs the job on `platform`, from its files on; the standard streams are the platform's.
  Ran run(const Job& job, int threads, FakePlatform& platform);

  // True if the folder has not these names, in order.
  bool differs_from(const std::vector<std::string>& names) const {
    return folder_.names() != names;
  }

  // Around the call of the command alone.
  std::function<void()> before_command = [] {};
  std::function<void()> after_command = [] {};

 private:
  Files read_all() const;
  void restore(const Files& files) const;

  std::string home_;
  ScratchFolder folder_;
};

std::vector<std::string> lines_of(std::string_view text);

// True for the report of a run that failed: whole, and with its exit status.
bool is_report_of_failure(const Ran& ran, const std::string& path);

// "" or what is wrong: every file is as it was, or as in the clean run where it was put in its
// place, and no other is there, except those that could not be removed or put back.
std::string wrong_files(const Job& job, const Ran& clean, const Ran& ran);

// "" or what is wrong: `out` is the beginning of `whole`, cut between records.
std::string wrong_beginning(const Job& job, const std::string& out, const std::string& whole);

}  // namespace dokumill::testing
