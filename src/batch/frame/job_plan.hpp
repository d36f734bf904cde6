// JobPlan: all that a job decides before it writes anything: what it reads, what it writes, and in
// which sizes. open_plan() makes it, and refuses what cannot be done (refusals.hpp).
//
//   options, OutputPlan --open_plan()--------> inputs, formats, columns with types, sizes
//   options, OutputPlan --open_range_plan()--> numbers, formats, columns with types, sizes
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "batch/flow/piece_range.hpp"
#include "batch/flow/source.hpp"
#include "batch/frame/job_setup.hpp"
#include "batch/rows/output_plan.hpp"
#include "batch/sources/joined_source.hpp"
#include "batch/stages/record_stages.hpp"

namespace dokumill::batch {

struct JobPlan {
  // REQUIRES: the options outlive the plan.
  const JobOptions* options = nullptr;
  Platform* platform = nullptr;
  JobHooks hooks;
  std::string engine;  // empty: the job solves nothing

  // What the job reads: texts, or the numbers of boards or puzzles.
  std::unique_ptr<Source> source;
  JoinedSource* texts = nullptr;        // `source`; nullptr for a job over a range of numbers
  const InputOptions* input = nullptr;  // with `texts`
  Malformed malformed = Malformed::kStepOver;
  std::shared_ptr<MemberLog> members;        // of InputOptions::where; nullptr without it
  KeyOrder order;                            // for a job that orders records; see order_by()
  std::shared_ptr<MemberLog> order_members;  // of `order`; nullptr without it
  PieceRange range;  // without `texts`: the numbers, counted from the first one

  // What the job writes.
  OutputPlan output;
  bool continues = false;           // the output continues an earlier part
  bool has_records_before = false;  // an earlier output has records before these, or may have them
  bool has_header = true;           // false: the header belongs to an earlier piece or part

  JobSize size;

  const records::Detection& detection() const { return texts->detection(); }
  // Makes chunks of about `records` records at most, for a job whose records take long or have a
  // long output. So a short input has work for more threads.
  void limit_chunk_records(std::size_t records);
  // For records that may take long.
  void expect_slow_records();
  // Orders the records by these names. Failure: kUsage if the inputs do not have them.
  Status order_by(KeyOrder names);
  // How the workers read the records. `needs_rows`: the workers read the text of rows, even if the
  // output does not keep it.
  ReadStage::Plan read_plan(bool needs_rows) const;
};

// The plan of a job over texts. Opens and checks the inputs. `output`: what the job can write.
// `engine` is empty for a job that solves nothing. Failure: kUsage, kInput, kInterrupted.
Result<JobPlan> open_plan(const JobOptions& options, const JobHooks& hooks,
                          const InputOptions& input, const std::string& output_path,
                          OutputPlan output, const std::string& engine, Malformed malformed);

// The numbers of a job that makes boards or puzzles. See range_job_size().
struct NumberRange {
  std::uint64_t start = 0;
  std::uint64_t count = 0;
  std::uint64_t group = 1;
  std::uint64_t max_groups = 1;
  std::uint64_t least_per_thread = 1;
};
// The plan of a job over a range. `output`: begun, without an input. Failure: kUsage.
Result<JobPlan> open_range_plan(const JobOptions& options, const JobHooks& hooks, bool continues,
                                const NumberRange& range, OutputPlan output);

}  // namespace dokumill::batch
