#include "batch/rows/counted_header.hpp"

#include "base/text/format.hpp"

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
  const std::string header = traits_.counted_header(0);
  header_bytes_ = header.size();
  return output_.write(header);
}

Status CountedHeader::finish() {
  if (!exists()) return {};
  const std::uint64_t bytes = output_.written_bytes() - header_bytes_;
  return output_.overwrite(traits_.counted_header(bytes / traits_.cells_bytes));
}

}  // namespace dokumill::batch
