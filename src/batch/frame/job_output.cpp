#include "batch/frame/job_output.hpp"

#include <utility>

#include "formats/format_table.hpp"

namespace dokumill::batch {

JobOutput::JobOutput(const OutputPlan& plan, OutputFile& file, bool has_records_before,
                     const JobOptions& options)
    : file_(file),
      options_(options),
      writer_(plan.format, plan.columns, plan.compression, file, options.should_stop),
      header_(plan.format, plan.compression.kind, file),
      drops_byte_(records::format_traits(plan.format).begins_with_line_end && !has_records_before) {
}

Status JobOutput::write_header(std::string_view text) {
  if (Status status = header_.begin(); !status.ok()) return status;
  if (text.empty()) return {};
  if (options_.on_output) options_.on_output();
  return writer_.write(text);
}

Status JobOutput::write(std::string_view text) {
  if (text.empty()) return {};
  if (std::exchange(drops_byte_, false)) text.remove_prefix(1);
  if (options_.on_output) options_.on_output();
  return writer_.write(text);
}

Status JobOutput::finish() {
  if (Status status = writer_.finish(); !status.ok()) return status;
  return header_.finish();
}

}  // namespace dokumill::batch
