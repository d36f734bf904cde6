// The jobs that the fault loops repeat: every command, with every kind of input and output, on
// small data. Workplace::run() runs one of them in this process.
//
// File names are relative to the working directory, which is a folder of the test. Thread safety:
// one run at a time.
#pragma once

#include <functional>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/system/fake_platform.hpp"
#include "support/system/scratch_folder.hpp"

namespace dokumill::testing {

using Files = std::map<std::string, std::string>;  // contents by name

struct Job {
  std::string name;
  std::string command;  // its words, separated by blanks
  Files files = {};     // before the run: inputs and old outputs
  std::string in = {};  // standard input
  int status = 0;       // expected without faults
  std::vector<int> threads = {1};
  bool writes_grids = false;
  bool writes_one_document = false;  // may be cut at any byte

  Job& fed(std::string text) {
    in = std::move(text);
    return *this;
  }
  Job& ends_with(int expected) {
    status = expected;
    return *this;
  }
  Job& on(std::vector<int> numbers) {
    threads = std::move(numbers);
    return *this;
  }
  Job& prints_grids() {
    writes_grids = true;
    return *this;
  }
  Job& prints_one_document() {
    writes_one_document = true;
    return *this;
  }
};
void PrintTo(const Job* job, std::ostream* stream);

// Returns all jobs. The first call creates them, with 2 MB of files, although most processes run
// one job only. They exist until the process ends.
const std::vector<const Job*>& all_jobs();

// The results of a run.
struct Ran {
  int status = -1;
  std::string out;
  std::string err;
  Files files;
  std::vector<FakePlatform::Hit> hits;
  std::vector<FakePlatform::Placed> placed;
  std::uint64_t calls = 0;  // calls that could fail
  std::size_t held = 0;     // descriptors and maps still open
};

// An empty folder that is the working directory while this object exists. The destructor removes
// it.
class Workplace {
 public:
  Workplace();
  ~Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  // Runs the job on `platform` after restoring its files. The platform provides the standard
  // streams.
  Ran run(const Job& job, int threads, FakePlatform& platform);

  // True if the sorted names of the files in the folder differ from `names`.
  bool differs_from(const std::vector<std::string>& names) const {
    return folder_.names() != names;
  }

  // Called right before and after the command, for example to watch its allocations.
  std::function<void()> before_command = [] {};
  std::function<void()> after_command = [] {};

 private:
  Files read_all() const;
  void restore(const Files& files) const;

  std::string home_;
  ScratchFolder folder_;
};

std::vector<std::string> lines_of(std::string_view text);

// True if `path` is a complete report of a failed run with its exit status.
bool is_report_of_failure(const Ran& ran, const std::string& path);

// Returns "" or what is wrong. Each file must be unchanged or, if its output was moved into place,
// the same as in the clean run. No other file may exist, except files that could not be removed or
// put back.
std::string wrong_files(const Job& job, const Ran& clean, const Ran& ran);

// `out` must be the beginning of `whole`, cut between two records. Returns "" or what is wrong.
std::string wrong_beginning(const Job& job, const std::string& out, const std::string& whole);

}  // namespace dokumill::testing
