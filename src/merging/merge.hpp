// Merges the pieces of a job (JobOptions::piece): joins their outputs, and adds their reports.
//
// Thread safety: calls are independent. Memory: 1 MiB, one report (kMostReportBytes), and about 500
// bytes for each piece. Failure: a Status; the output is then unchanged.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "batch/exchange.hpp"
#include "dokumill/batch.hpp"
#include "merging/copy_plan.hpp"
#include "merging/parsed_report.hpp"
#include "platform/platform.hpp"

namespace dokumill::merging {

// A longer report is refused. A report with 1,000 problems has about 200 KB.
inline constexpr std::size_t kMostReportBytes = std::size_t{16} << 20;

struct MergeOptions : JobOptions {  // `output`: see below
  // The reports of the pieces, in any order: `path` and `more_paths`; no other member is used.
  InputOptions input;
  // false: the reports are merged, and no output is written.
  bool joins_outputs = false;
  // For pieces of split(): the name of the joined test file; `output` then names the joined train
  // file. Empty for other jobs.
  std::string test_output = {};
  // What the buckets of dedupe() or of check() with `duplicates` found; nullptr otherwise.
  const batch::FoundDuplicates* found = nullptr;
  // Writes large outputs; without it, this thread does. It is called on the thread of merge().
  Copier copier = {};
  // OutputOptions::on_temporary of the outputs.
  std::function<void(const std::string& path)> on_temporary = {};
};

struct Merged {
  std::string command;     // "solve"
  AnyReport report;        // with `pieces`, and with `exit_status` if every report has it
  bool is_totals = false;  // the pieces are those of check() without `each`
  bool is_output_written = false;
};

// Checks that all pieces of one job are there, writes their joined output, and returns the sum of
// their reports. For check() without `each`, writes the totals of all pieces.
// May throw std::bad_alloc.
Result<Merged> merge(Platform& platform, const MergeOptions& options);

}  // namespace dokumill::merging
