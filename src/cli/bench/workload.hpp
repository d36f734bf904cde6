// Workload: work of dokumill on a fixed input, for example solving easy puzzles. `bench` measures
// how long this work takes.
//
// The inputs are generated from fixed seeds, so two machines work on the same bytes. Digests
// identify the inputs and the results. Memory: below 50 MiB for each workload.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/platform/platform.hpp"
#include "dokumill/status.hpp"

namespace dokumill::throughput {

// Identifies what a pass worked on, what it produced and how much work it did. Equal fingerprints
// from two machines show that both did the same work.
struct Fingerprint {
  std::uint64_t input = 0;   // the digest of the input; 0 for jobs that generate boards or puzzles
  std::uint64_t output = 0;  // the digest of the results; depends on the input alone
  // Work that was counted, by name: guesses and sweeps of the engine, tries of the
  // generator and of canonical forms, searches and assumptions of ratings.
  std::map<std::string, std::uint64_t> counts;
};

struct WorkloadInfo {
  std::string_view name;   // "easy"
  std::string_view about;  // a short description
  std::string_view unit;   // what is counted: "puzzles"
  bool is_parallel = true;
};

class Workload {
 public:
  explicit Workload(const WorkloadInfo& info) : info_(info) {}
  virtual ~Workload() = default;

  const WorkloadInfo& info() const { return info_; }
  std::uint64_t records() const { return records_; }  // per pass
  std::uint64_t bytes() const { return bytes_; }      // text read and written per pass, or 0

  // Makes the input. Returns the fingerprint without the digest of the output, which
  // output_digest() computes.
  virtual Result<Fingerprint> prepare() = 0;
  // Does the work once. kSelfCheck: a result cannot be right.
  virtual Status pass(int threads) = 0;
  // The digest of what the last pass produced. Some workloads run one more pass to compute it.
  virtual Result<std::uint64_t> output_digest() = 0;

 protected:
  std::uint64_t records_ = 0;
  std::uint64_t bytes_ = 0;

 private:
  WorkloadInfo info_;
};

struct WorkloadContext {
  Platform* platform;
  std::string engine;
  std::string folder;  // for temporary files
  std::function<bool()> should_stop;
  // The inputs are made smaller by this divisor, but have 64 records or more.
  std::size_t divisor = 1;

  std::size_t share(std::size_t records) const {
    return std::max(records / divisor, std::size_t{64});
  }
};

using Workloads = std::vector<std::unique_ptr<Workload>>;
// All workloads, in the order in which they are shown.
Workloads make_workloads(const WorkloadContext& context);

// Solving in memory: easy, minimal, hard, several. Rating and canonical forms of minimal puzzles.
void add_solve_workloads(const WorkloadContext& context, Workloads& all);
// Whole jobs: generating boards and puzzles to /dev/null, and solving a file into a file.
void add_job_workloads(const WorkloadContext& context, Workloads& all);
// Parsing text to grids and printing grids to text, on one thread.
void add_record_workloads(const WorkloadContext& context, Workloads& all);

}  // namespace dokumill::throughput
