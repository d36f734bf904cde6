#include "batch/frame/job_output.hpp"

#include <utility>

#include "base/text/format.hpp"
#include "formats/format_table.hpp"

namespace dokumill::batch {

Status CountedHeader::begin() {
  if (!exists()) return {};
  const std::string_view problem = compression_ != Compression::kNone ? "is not compressed"
                                   : !output_.can_overwrite()         ? "needs a file with a name"
                                                                      : "";
  if (!problem.empty()) {
    return {ErrorCode::kUsage,
            format_text("{}: the format {} {}, because it begins with the number of records, which "
                        "is known only at the end",
                        output_.name(), traits_.name.value(), problem),
            compression_ != Compression::kNone ? "compression" : "output"};
  }
  const std::string header = traits_.counted_header(0, shape_, size_);
  header_bytes_ = header.size();
  return output_.write(header);
}

Status CountedHeader::finish() {
  if (!exists()) return {};
  const std::uint64_t bytes = output_.written_bytes() - header_bytes_;
  // Such a record has a byte for each cell.
  const auto cells = static_cast<std::uint64_t>(size_) * static_cast<std::uint64_t>(size_);
  return output_.overwrite(traits_.counted_header(bytes / cells, shape_, size_));
}

JobOutput::JobOutput(const OutputPlan& plan, OutputFile& file, bool has_records_before,
                     const JobOptions& options)
    : file_(file),
      options_(options),
      traits_(records::format_traits(plan.format)),
      writer_(plan.format, plan.columns, plan.compression, file, options.should_stop),
      header_(plan.format, plan.cell_shape.value_or(CellShape::kList), plan.compression.kind, file,
              plan.sized ? plan.sized->shape.size() : 9),
      drops_byte_(traits_.begins_with_line_end && !has_records_before) {}

Status JobOutput::write_header(std::string_view text) {
  if (Status status = header_.begin(); !status.ok()) return status;
  if (text.empty()) return {};
  if (options_.on_output) options_.on_output();
  return writer_.write(text);
}

Status JobOutput::write(std::string_view text) {
  if (text.empty()) return {};
  if (std::exchange(drops_byte_, false)) text.remove_prefix(1);
  written_bytes_ += text.size();
  if (traits_.has_one_record && written_bytes_ > traits_.cells_bytes) {
    return {
        ErrorCode::kUsage,
        format_text("{}: a file in the format {} has one puzzle, and there are more; choose one, "
                    "or write opensudoku or line",
                    file_.name(), traits_.name.value()),
        "output_format"};
  }
  if (options_.on_output) options_.on_output();
  return writer_.write(text);
}

Status JobOutput::finish() {
  if (Status status = writer_.write(traits_.text_after); !status.ok()) return status;
  if (Status status = writer_.finish(); !status.ok()) return status;
  return header_.finish();
}

}  // namespace dokumill::batch
