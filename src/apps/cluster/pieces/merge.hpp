// Merges the pieces of a job (JobOptions::piece): joins their outputs, and adds their reports.
//
// Thread safety: calls are independent. Memory: 1 MiB, one report (kMaxReportBytes), and about 500
// bytes for each piece. Failure: a Status; the output is then unchanged.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "apps/cluster/pieces/copy_plan.hpp"
#include "apps/cluster/pieces/parsed_report.hpp"
#include "base/platform/files/run_files.hpp"
#include "base/platform/platform.hpp"
#include "batch/spill/exchange.hpp"
#include "dokumill/batch.hpp"

namespace dokumill::merging {

// The size of the longest report that is accepted. A report with 1,000 problems has about 200 KB.
inline constexpr std::size_t kMaxReportBytes = std::size_t{16} << 20;

struct MergeOptions {
  // `path` and `more_paths`: the reports of the pieces, in any order. No other member of
  // InputOptions is used.
  InputOptions input;
  std::string output = "-";  // the joined output, or the joined train file
  // If true, the outputs are joined and the reports are merged. If false, only the reports are
  // merged, and no output is written.
  bool joins_outputs = false;
  // For pieces of split(): the name of the joined test file. `output` is then the name of the
  // joined train file. Empty for other jobs.
  std::string test_output = {};
  // For pieces of dedupe(), and of check() with `duplicates`: the duplicates that were found in the
  // buckets (batch::Exchange). nullptr for other jobs.
  const batch::FoundDuplicates* found = nullptr;
  // If set, merge() calls `copier` for large outputs (JoinedOutput::write()), on the thread that
  // called merge(). If empty, merge() writes all outputs itself.
  Copier copier = {};
  // OutputOptions::on_temporary for each output that merge() opens.
  std::function<void(const std::string& path)> on_temporary = {};
  JobOptions job = {};
};

struct Merged {
  std::string command;     // for example "solve"
  AnyReport report;        // with `pieces`, and with `exit_status` if every report has it
  bool is_totals = false;  // the pieces are those of check() without `each`
  bool is_output_written = false;
};

// Checks that no piece of the job is missing, writes the joined output, and returns the sum of the
// reports. For check() without `each`, joins no outputs: the output gets the totals of all pieces.
// `files`: the files that the run writes. merge() adds the outputs of the pieces, and fails with
// files.status() if the run would replace one of them. `knows_outputs` becomes true when the
// outputs of all pieces are known. May throw std::bad_alloc.
Result<Merged> merge(Platform& platform, const MergeOptions& options, RunFiles& files,
                     bool& knows_outputs);

// The failure if the totals of the pieces of check() would be compressed.
Status compressed_totals();

}  // namespace dokumill::merging
