// Workload: something that dokumill does, with a fixed input of its own: what the throughput is
// measured on.
//
// The inputs come from seeds, so that two machines work on the same bytes; they and the results are
// told apart by digests. Thread safety: one thread at a time. Memory: below 50 MiB each.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/status.hpp"
#include "platform/platform.hpp"

namespace dokumill::throughput {

// What a pass worked on and what it made. Equal on all machines, as long as the counted work is.
struct Fingerprint {
  std::uint64_t input = 0;   // digests
  std::uint64_t output = 0;  // depends on the input alone
  // Work that was counted, by name: guesses and sweeps of the engine, tries.
  std::map<std::string, std::uint64_t> counts;
};

class Workload {
 public:
  virtual ~Workload() = default;

  virtual std::string_view name() const = 0;   // "easy"
  virtual std::string_view about() const = 0;  // a few words
  virtual std::string_view unit() const = 0;   // what is counted: "puzzles"
  virtual bool is_parallel() const = 0;
  std::uint64_t records() const { return records_; }  // of a pass
  std::uint64_t bytes() const { return bytes_; }      // of text, read or written; 0: none

  // Makes the input. Returns what is known without a pass: all but the output.
  virtual Result<Fingerprint> prepare() = 0;
  // Does the work once. A result that cannot be right is kSelfCheck.
  virtual Status pass(int threads) = 0;
  // The digest of what the last pass made, or of what the same pass makes once more.
  virtual Result<std::uint64_t> output_digest() = 0;

 protected:
  std::uint64_t records_ = 0;
  std::uint64_t bytes_ = 0;
};

struct WorkloadContext {
  Platform* platform;
  std::string engine;
  std::string folder;  // for temporary files
  std::function<bool()> should_stop;
};

using Workloads = std::vector<std::unique_ptr<Workload>>;
// All of them, in the order in which they are shown.
Workloads make_workloads(const WorkloadContext& context);

// Solving in memory: easy, minimal, hard, several.
void add_solve_workloads(const WorkloadContext& context, Workloads& all);
// Whole jobs, boards and puzzles to nowhere, a file to a file.
void add_job_workloads(const WorkloadContext& context, Workloads& all);
// Text to grids and back, on one thread.
void add_record_workloads(Workloads& all);

}  // namespace dokumill::throughput
