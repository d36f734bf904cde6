#include "cli/job/job_name.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/digest.hpp"
#include "base/text/format.hpp"
#include "dokumill/version.hpp"

namespace dokumill::cli {
namespace {

// The flags that may differ between the pieces of a job. The inputs are identified by their digest,
// so their names may differ, too.
constexpr std::array<std::string_view, 16> kFreeFlags{
    "--engine",  "--files-from", "--fsync",   "--malformed-ok", "--memory", "--no-clobber",
    "--no-mmap", "--output",     "--piece",   "--progress",     "--quiet",  "--report",
    "--scale",   "--test",       "--threads", "--train"};

}  // namespace

std::string job_text(const Arguments& arguments) {
  std::string text =
      format_text("dokumill {}\n{}\n", build_info().version, arguments.command->name);
  for (const auto& [flag, value] : arguments.flags) {
    if (std::ranges::find(kFreeFlags, flag) != kFreeFlags.end()) continue;
    text += format_text("{} {} {}\n", flag, value.size(), value);
  }
  return text;
}

std::string job_name(const Arguments& arguments, const PieceReport& piece) {
  Digest digest;
  digest.add(job_text(arguments));
  digest.add(piece.piece.count);
  digest.add(name_of(piece.output_format));
  digest.add(static_cast<std::uint64_t>(piece.output_compression));
  if (piece.test) digest.add(static_cast<std::uint64_t>(piece.test->output_compression));
  digest.add(piece.inputs_digest);
  return format_text("{:016x}", digest.value());
}

}  // namespace dokumill::cli
