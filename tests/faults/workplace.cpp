#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <sstream>

#include "cli/cli_main.hpp"
#include "faults/jobs.hpp"

namespace dokumill::testing {

namespace fs = std::filesystem;

// The folder is in memory where possible, because replacing a file on a disk takes milliseconds.
Workplace::Workplace()
    : home_(fs::current_path().string()),
      folder_(::access("/dev/shm", W_OK) == 0 ? fs::path("/dev/shm") : fs::temp_directory_path()) {
  fs::current_path(folder_.path());
}

Workplace::~Workplace() {
  fs::current_path(home_);
}

Files Workplace::read_all() const {
  Files files;
  for (const auto& entry : fs::directory_iterator(".")) {
    const std::string name = entry.path().filename().string();
    files[name] = read_file(name);
  }
  return files;
}

void Workplace::restore(const Files& files) const {
  const Files present = read_all();
  for (const auto& [name, text] : present) {
    if (files.count(name) == 0) fs::remove(name);
  }
  for (const auto& [name, text] : files) {
    const auto found = present.find(name);
    if (found == present.end() || found->second != text) write_file(name, text);
  }
}

Ran Workplace::run(const Job& job, int threads, FakePlatform& platform) {
  restore(job.files);
  platform.has_own_streams = true;
  platform.in = job.in;
  platform.clock_ns = 1;  // stands still: outputs contain no times
  platform.variables = std::map<std::string, std::string>{{"TMPDIR", "."}};
  platform.processor_count = 3;
  std::istringstream words(job.command);
  std::vector<std::string> args{std::istream_iterator<std::string>(words), {}};
  if (!args.empty()) args.insert(args.end(), {"--threads", std::to_string(threads)});
  before_command();
  const int status = cli::cli_main(args, platform);
  after_command();
  return {status,
          platform.out,
          platform.err,
          read_all(),
          platform.hits(),
          platform.placed(),
          platform.calls_of_all(),
          platform.held()};
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool is_report_of_failure(const Ran& ran, const std::string& path) {
  const auto report = ran.files.find(path);
  return path == "report" && report != ran.files.end() &&
         report->second.find("\n  \"status\": \"failed\",\n  \"exit\": " +
                             std::to_string(ran.status) + ",\n") != std::string::npos &&
         report->second.find("\n  \"error\": {\n") != std::string::npos &&
         report->second.ends_with("\n  }\n}\n");
}

std::string wrong_files(const Job& job, const Ran& clean, const Ran& ran) {
  Files expected = job.files;
  for (const FakePlatform::Placed& placed : ran.placed) {
    expected[placed.path] = is_report_of_failure(ran, placed.path) ? ran.files.at(placed.path)
                                                                   : clean.files.at(placed.path);
  }
  for (const auto& file : ran.files) {
    const std::string& name = file.first;
    const auto found = expected.find(name);
    if (found != expected.end() && found->second == file.second) {
      expected.erase(found);
      continue;
    }
    const bool may_stay =
        std::any_of(ran.hits.begin(), ran.hits.end(), [&](const FakePlatform::Hit& hit) {
          if (hit.call == "remove") return hit.place.ends_with(name);
          // If a replacement could not be undone, the old file of the output stays under a
          // temporary name.
          const auto replaced = job.files.find(hit.place);
          return hit.call == "rename" && name.starts_with("." + hit.place + ".") &&
                 name.ends_with(".tmp") && replaced != job.files.end() &&
                 replaced->second == file.second;
        });
    if (may_stay) continue;
    return name + (found == expected.end() ? " is left over" : " is neither old nor new");
  }
  return expected.empty() ? "" : expected.begin()->first + " is gone";
}

std::string wrong_beginning(const Job& job, const std::string& out, const std::string& whole) {
  if (!whole.starts_with(out)) return "standard output is no beginning of the right one";
  if (out.empty() || out.size() == whole.size()) return "";
  if (job.writes_one_document) return "";
  const bool is_whole_line = out.back() == '\n';
  const bool is_whole_board = out.size() % 163 == 162;  // 9 x 18 bytes, then a blank line
  if (job.writes_grids ? is_whole_board : is_whole_line) return "";
  return "standard output ends inside of a record";
}

}  // namespace dokumill::testing
