// Support for tests of jobs on difficult texts: the texts, the ways to read them, the expected
// results of solve(), and a fixture that runs a job and returns everything it did as one text.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "dokumill/batch.hpp"
#include "formats/detect/detect.hpp"
#include "support/hooked.hpp"
#include "support/system/fake_platform.hpp"
#include "support/system/pipe_feeder.hpp"
#include "support/system/scratch_folder.hpp"
#include "support/texts/formats.hpp"

namespace dokumill::testing {

inline constexpr int kThreads[] = {1, 2, 3, 8};

// Returns a difficult text of at least `bytes` bytes. (A job maps only files larger than 4,096
// bytes.)
std::string nasty_text(TextFormat format, std::uint64_t seed, std::size_t bytes);

enum class Way { kMap, kRead, kRefusedMap, kPipe };
inline constexpr Way kWays[] = {Way::kMap, Way::kRead, Way::kRefusedMap, Way::kPipe};

// The results of a job as text, in which the name of the input is replaced by IN.
struct Done {
  Status status;
  std::string text;
};

// Returns the problem as one line.
std::string reported(const Problem& problem);

// Returns the expected results of solve(), found by the slow reader and one Solver.
std::string expected_solve(const SolveOptions& options, const std::string& text);

class Jobs : public ::testing::Test {
 protected:
  // Runs `job` (solve or check) on `text`, read in the given way.
  template <class Options, class Job>
  Done run(Options options, const std::string& text, Way way, Job job) {
    FakePlatform platform;
    std::string seen;
    options.platform = &platform;
    options.output = folder_ / "out";
    options.job.on_problem = [&](const Problem& problem) { seen += reported(problem); };
    options.job.on_warning = [&](const std::string& words) { seen += "warning " + words + "\n"; };
    std::optional<PipeFeeder> feeder;
    if (way == Way::kPipe) {
      feeder.emplace(text, 1 + static_cast<int>(options.chunk_bytes % 97) * 13);
      options.input.path = feeder->path();
    } else {
      options.input.path = folder_ / "in";
      options.input.allow_mapping = way != Way::kRead;
      platform.refuses_maps = way == Way::kRefusedMap;
      if (text != written_) write_file(folder_ / "in", text);
      written_ = text;
    }
    std::filesystem::remove(folder_ / "out");
    Done done;
    const auto report = job(options);
    done.status = report.status();
    if (report.ok()) {
      EXPECT_EQ(platform.calls("map"), way == Way::kMap || way == Way::kRefusedMap ? 1U : 0U);
      seen += totals(*report) + read_file(folder_ / "out");
      std::string again;
      for (const Problem& problem : report->problems) again += reported(problem);
      EXPECT_EQ(seen.substr(0, again.size()), again);
      EXPECT_EQ(report->input_name, options.input.path);
    }
    const bool has_output = std::filesystem::exists(folder_ / "out");
    EXPECT_EQ(has_output, report.ok());
    EXPECT_EQ(folder_.names().size(), 0U + (written_.empty() ? 0 : 1) + (has_output ? 1 : 0));
    done.text = replaced(seen, options.input.path);
    done.status = {report.ok() ? ErrorCode::kOk : done.status.code(),
                   replaced(done.status.message(), options.input.path)};
    return done;
  }
  static std::string replaced(std::string text, const std::string& path);
  static std::string totals(const SolveReport& report);
  static std::string totals(const CheckReport& report);
  Done run_solve(const Hooked<SolveOptions>& options, const std::string& text, Way way) {
    return run(options, text, way, [](const Hooked<SolveOptions>& job) { return solve(job); });
  }
  Done run_check(const Hooked<CheckOptions>& options, const std::string& text, Way way) {
    return run(options, text, way, [](const Hooked<CheckOptions>& job) { return check(job); });
  }

  ScratchFolder folder_;
  std::string written_;
};

}  // namespace dokumill::testing
