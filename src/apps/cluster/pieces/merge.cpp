#include "apps/cluster/pieces/merge.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "apps/cluster/pieces/joined_output.hpp"
#include "apps/cluster/pieces/piece_set.hpp"
#include "base/platform/files/input_file.hpp"
#include "base/platform/files/short_file.hpp"
#include "base/platform/output/output_file.hpp"
#include "base/text/format.hpp"
#include "batch/rows/output_name.hpp"

namespace dokumill::merging {
namespace {

Status stopped_reading() {
  return {ErrorCode::kInterrupted, "interrupted: the pieces are not merged"};
}

// Adds the outputs of a piece to `files`. A relative name may be that of a file beside the report,
// see JoinedOutput::open().
void add_outputs(const std::string& report_path, const PieceReport& piece, RunFiles& files) {
  const auto add = [&](const PieceOutput& output) {
    if (output.output == "-") return;
    files.reads("the output of a piece", output.output);
    const std::string beside = beside_report(report_path, output.output);
    if (!beside.empty()) files.reads("the output of a piece", beside);
  };
  add(output_of(piece));
  if (piece.test) add(*piece.test);
}

// Reads all reports, also after one that is refused: the report of the failure must not replace the
// output of any piece.
Status read_all(Platform& platform, const MergeOptions& options, PieceSet& set, RunFiles& files) {
  std::string text;
  Status failure;
  const std::string too_long =
      format_text("this is longer than a report, which has at most {} bytes", kMaxReportBytes);
  const auto add = [&](const std::string& path) -> Status {
    const ShortFile file{path, kMaxReportBytes, too_long, options.job.should_stop};
    if (Status status = read_short_file(platform, file, text); !status.ok()) return status;
    const Result<ParsedReport> report = parse_report(text);
    if (!report.ok()) {
      return {report.status().code(),
              format_text("{}: {}", printable_path(path, "<stdin>"), report.status().message())};
    }
    add_outputs(path, report->piece, files);
    return failure.ok() ? set.add(path, *report) : Status();
  };
  const std::vector<std::string>& more = options.input.more_paths;
  for (std::size_t i = 0; i <= more.size(); ++i) {
    Status status = add(i == 0 ? options.input.path : more[i - 1]);
    if (status.code() == ErrorCode::kInterrupted) return stopped_reading();
    if (failure.ok()) failure = std::move(status);
  }
  if (!files.status().ok()) return files.status();
  return failure.ok() ? set.complete() : failure;
}

// Fails if all records are malformed and the output would replace an older file. A job that is not
// divided into pieces fails in this case, too.
Status check_worth_of_sum(const AnyReport& sum, const OutputFile& output) {
  const std::uint64_t records = common_part(sum).records;
  if (records == 0 || malformed_of(sum) != records || !output.replaces_file()) return {};
  return {ErrorCode::kInput,
          format_text("all {} records of the pieces are malformed; {} was not replaced", records,
                      output.name())};
}

OutputOptions output_options(const MergeOptions& options) {
  return {options.job.sync_output, options.job.no_clobber, options.job.on_warning, true,
          options.on_temporary};
}

// Writes the outputs in their order, each to the file with the same index. Reports the progress
// over all outputs together.
Status write_all(Platform& platform, const MergeOptions& options,
                 std::vector<JoinedOutput>& outputs, std::vector<OutputFile>& files) {
  std::uint64_t total = 0;
  for (const JoinedOutput& output : outputs) total += output.bytes();
  const std::uint64_t begin_ns = platform.now_ns();
  std::uint64_t done = 0;  // the bytes of the outputs that are complete
  JoinedOutput::OnProgress progress;
  if (options.job.on_progress || options.job.on_output) {
    std::uint64_t shown_ns = begin_ns;
    progress = [&, shown_ns](std::uint64_t pieces, std::uint64_t bytes) mutable {
      constexpr std::uint64_t kBetweenNs = 100'000'000;
      if (options.job.on_output) options.job.on_output();
      const std::uint64_t now_ns = platform.now_ns();
      if (!options.job.on_progress || now_ns - shown_ns < kBetweenNs) return;
      shown_ns = now_ns;
      Progress state;
      state.records = pieces;
      state.done = done + bytes;
      state.total = total;
      state.seconds = static_cast<double>(now_ns - begin_ns) * 1e-9;
      options.job.on_progress(state);
    };
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (Status status = outputs[i].write(files[i], progress, options.copier); !status.ok())
      return status;
    done += outputs[i].bytes();
  }
  return {};
}

// Writes the joined output of the pieces. For pieces of split(), these are two files: the train
// file and the test file.
Status write_joined(Platform& platform, const MergeOptions& options, const PieceSet& set,
                    const AnyReport& sum) {
  using Which = JoinedOutput::Which;
  std::vector<std::pair<Which, const std::string&>> wanted{{Which::kOutput, options.output}};
  if (set.common().test) wanted.emplace_back(Which::kTest, options.test_output);
  std::vector<JoinedOutput> outputs;
  for (const auto& [which, path] : wanted) {
    Result<JoinedOutput> output = JoinedOutput::open(platform, options.job, set, which, path);
    if (!output.ok()) return output.status();
    outputs.push_back(*std::move(output));
  }
  std::vector<OutputFile> files;
  for (const auto& [which, path] : wanted) {
    Result<OutputFile> file = OutputFile::open(platform, path, output_options(options));
    if (!file.ok()) return file.status();
    files.push_back(*std::move(file));
  }
  if (Status status = check_worth_of_sum(sum, files[0]); !status.ok()) return status;
  if (Status status = write_all(platform, options, outputs, files); !status.ok()) return status;
  return files.size() == 1 ? files[0].commit() : OutputFile::commit_both(files[0], files[1]);
}

Status write_totals(Platform& platform, const MergeOptions& options, const CheckReport& report) {
  if (Status status = batch::OutputName(options.output).check_text(); !status.ok()) return status;
  if (compression_of_output(options.output) != Compression::kNone) return compressed_totals();
  Result<OutputFile> output = OutputFile::open(platform, options.output, output_options(options));
  if (!output.ok()) return output.status();
  if (Status status = check_worth_of_sum(report, *output); !status.ok()) return status;
  if (Status status = output->write(totals_text(report)); !status.ok()) return status;
  return output->commit();
}

// Adds to `sum` what the search for equal records in all pieces found (batch::Exchange): the
// spilled bytes, and for check() the records that repeat earlier records. No single piece can count
// these records.
void add_found(const batch::FoundDuplicates& found, const PieceSet& set, AnyReport& sum) {
  if (auto* const dedupe = std::get_if<DedupeReport>(&sum)) {
    dedupe->spilled_bytes = found.spilled_bytes;
    return;
  }
  auto* const check = std::get_if<CheckReport>(&sum);
  if (check == nullptr) return;
  std::vector<std::uint64_t> before{0};  // the number of records before each piece
  for (const JobPiece& piece : set.pieces()) before.push_back(before.back() + piece.records);
  const auto record_of = [&](std::uint64_t number) {
    const auto [piece, record] = batch::RecordPlace::of(number);
    return piece == 0 || piece >= before.size() ? 0 : before[piece - 1] + record + 1;
  };
  check->duplicates = found.repeated;
  check->spilled_bytes = found.spilled_bytes;
  for (const DuplicatePair& pair : found.pairs.pairs()) {
    check->duplicate_pairs.push_back({record_of(pair.first), record_of(pair.second)});
  }
}

}  // namespace

Status compressed_totals() {
  return {ErrorCode::kUsage,
          "the totals of merged pieces are written without compression; choose another name"};
}

Result<Merged> merge(Platform& platform, const MergeOptions& options, RunFiles& files,
                     bool& knows_outputs) {
  PieceSet set;
  if (Status status = read_all(platform, options, set, files); !status.ok()) return status;
  knows_outputs = true;
  Merged merged;
  merged.command = set.command();
  merged.report = std::move(set.sum());
  common_part(merged.report).pieces = set.common().piece.count;
  if (options.found != nullptr) add_found(*options.found, set, merged.report);
  merged.is_totals = set.common().is_totals;
  if (!options.joins_outputs) return merged;
  const bool has_test = set.common().test.has_value();
  if (has_test && options.test_output.empty()) {
    return Status(ErrorCode::kUsage,
                  "the pieces are those of split, which writes two files; name a train file and a "
                  "test file, or merge only the reports");
  }
  if (!has_test && !options.test_output.empty()) {
    return Status(ErrorCode::kUsage,
                  format_text("the pieces are those of {}, and only split has a train file and a "
                              "test file",
                              set.command()));
  }
  const auto* const check = std::get_if<CheckReport>(&merged.report);
  const Status written = merged.is_totals && check != nullptr
                             ? write_totals(platform, options, *check)
                             : write_joined(platform, options, set, merged.report);
  if (!written.ok()) return written;
  merged.is_output_written = true;
  return merged;
}

}  // namespace dokumill::merging
