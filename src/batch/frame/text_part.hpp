// Runs a job over a text in memory. A caller that reads a long text as a stream can run a job over
// one part of the text after the other, or over several parts at the same time: see TextPart.
//
// Thread safety: calls are independent. Memory: that of the job, and the output.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/platform/text_platform.hpp"
#include "batch/frame/jobs.hpp"
#include "formats/format.hpp"

namespace dokumill::batch {

// The text that a job over a part reads:
//
//   first bytes of the whole text | records of the part
//   ^ the format is detected here ^ begin
//
// A part ends at a cut (records/chunk_boundary.hpp), and the next part begins there. The first part
// begins at Detection::data_begin. REQUIRES: records::judge_text() of the first bytes alone has a
// result, and does not ask the importer. A job over the whole text asks the importer also if
// records::has_odd_lines() is true for its later lines; the parts are then read as the first bytes
// say.
//
// If the outputs of all parts are concatenated in order, the result is the output of the job over
// the whole text, with one exception: in grid format, every part begins with the line end that
// separates two boards, also the first one. Jobs that need all records at once, such as dedupe(),
// treat a part like a whole text.
struct TextPart {
  std::uint64_t begin = 0;  // where the records of the part begin in the text that the job reads
  records::Entry entry;     // what the cut at the beginning of the part says
  bool is_first = true;     // only the first part has a csv header
  // Set by the job: the number of line ends of the part. A Problem has the numbers of its record
  // and of its line in the part.
  std::uint64_t lines = 0;
};

// Runs the job that has these options over `text`, and appends its output to `output`. After a
// failure, `output` is as it was before. REQUIRES: `text` does not point into `output`.
template <class Options>
Result<ReportOf<Options>> run_on_text(Options options, std::string_view text, std::string& output,
                                      TextPart* part = nullptr) {
  const std::size_t before = output.size();
  Result<ReportOf<Options>> report = without_exceptions([&] {
    // In the format of the input, most outputs are as long as the input.
    output.reserve(before + text.size());
    TextPlatform platform(system_platform(), text, output);
    options.input.path = kTextPath;
    options.input.more_paths.clear();
    options.output = "-";
    JobHooks hooks{&platform};
    hooks.part = part;
    return run_unguarded(options, hooks);
  });
  if (!report.ok()) output.resize(before);
  return report;
}

}  // namespace dokumill::batch
