#include "merging/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "batch/output_name.hpp"
#include "merging/joined_output.hpp"
#include "merging/piece_set.hpp"
#include "platform/input_file.hpp"
#include "platform/output_file.hpp"
#include "platform/short_file.hpp"

namespace dokumill::merging {
namespace {

Status stopped_reading() {
  return {ErrorCode::kInterrupted, "interrupted: the pieces are not merged"};
}

Status read_all(Platform& platform, const MergeOptions& options, PieceSet& set) {
  std::string text;
  const std::string too_long =
      fmt::format("this is longer than a report, which has at most {} bytes", kMostReportBytes);
  const auto add = [&](const std::string& path) -> Status {
    const ShortFile file{path, kMostReportBytes, too_long, options.should_stop};
    if (Status status = read_short_file(platform, file, text); !status.ok()) {
      return status.code() == ErrorCode::kInterrupted ? stopped_reading() : status;
    }
    const Result<ParsedReport> report = parse_report(text);
    if (report.ok()) return set.add(path, *report);
    return {report.status().code(),
            fmt::format("{}: {}", printable_path(path, "<stdin>"), report.status().message())};
  };
  if (Status status = add(options.input.path); !status.ok()) return status;
  for (const std::string& path : options.input.more_paths) {
    if (Status status = add(path); !status.ok()) return status;
  }
  return set.complete();
}

// As for a job in one process: an older file is not replaced by marks for malformed records alone.
Status check_worth_of_sum(const AnyReport& sum, const OutputFile& output) {
  const std::uint64_t records = common_part(sum).records;
  if (records == 0 || malformed_of(sum) != records || !output.replaces_file()) return {};
  return {ErrorCode::kInput,
          fmt::format("all {} records of the pieces are malformed; {} was not replaced", records,
                      output.name())};
}

Status write_joined(Platform& platform, const MergeOptions& options, const PieceSet& set,
                    const AnyReport& sum) {
  Result<JoinedOutput> joined = JoinedOutput::open(platform, options, set);
  if (!joined.ok()) return joined.status();
  Result<OutputFile> output = OutputFile::open(
      platform, options.output, {options.sync_output, options.no_clobber, options.on_warning});
  if (!output.ok()) return output.status();
  if (Status status = check_worth_of_sum(sum, *output); !status.ok()) return status;
  const std::uint64_t begin_ns = platform.now_ns();
  JoinedOutput::OnProgress progress;
  if (options.on_progress || options.on_output) {
    std::uint64_t shown_ns = begin_ns;
    progress = [&, shown_ns](std::uint64_t pieces, std::uint64_t bytes) mutable {
      constexpr std::uint64_t kBetweenNs = 100'000'000;
      if (options.on_output) options.on_output();
      const std::uint64_t now_ns = platform.now_ns();
      if (!options.on_progress || now_ns - shown_ns < kBetweenNs) return;
      shown_ns = now_ns;
      Progress state;
      state.records = pieces;
      state.done = bytes;
      state.total = joined->bytes();
      state.seconds = static_cast<double>(now_ns - begin_ns) * 1e-9;
      options.on_progress(state);
    };
  }
  if (Status status = joined->write(*output, progress); !status.ok()) return status;
  return output->commit();
}

Status write_totals(Platform& platform, const MergeOptions& options, const CheckReport& report) {
  if (Status status = batch::check_text_name(options.output); !status.ok()) return status;
  if (compression_of_output(options.output) != Compression::kNone) {
    return {ErrorCode::kUsage,
            "the totals of merged pieces are written without compression; "
            "choose another name"};
  }
  Result<OutputFile> output = OutputFile::open(
      platform, options.output, {options.sync_output, options.no_clobber, options.on_warning});
  if (!output.ok()) return output.status();
  if (Status status = check_worth_of_sum(report, *output); !status.ok()) return status;
  if (Status status = output->write(totals_text(report)); !status.ok()) return status;
  return output->commit();
}

}  // namespace

Result<Merged> merge(Platform& platform, const MergeOptions& options) {
  PieceSet set;
  if (Status status = read_all(platform, options, set); !status.ok()) return status;
  Merged merged;
  merged.command = set.command();
  merged.report = std::move(set.sum());
  common_part(merged.report).pieces = set.common().count;
  merged.is_totals = set.common().output_format == kTotalsFormat;
  if (!options.joins_outputs) return merged;
  const auto* const check = std::get_if<CheckReport>(&merged.report);
  const Status written = merged.is_totals && check != nullptr
                             ? write_totals(platform, options, *check)
                             : write_joined(platform, options, set, merged.report);
  if (!written.ok()) return written;
  merged.is_output_written = true;
  return merged;
}

}  // namespace dokumill::merging
