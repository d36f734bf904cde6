#include "batch/frame/job.hpp"

#include <algorithm>

#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "batch/frame/text_part.hpp"
#include "formats/format_table.hpp"

namespace dokumill::batch {

Result<Job> Job::open_output(Result<JobPlan> plan) {
  if (!plan.ok()) return plan.status();
  Result<OutputFile> output =
      open_part(*plan->options, plan->hooks, plan->output.path, plan->continues);
  if (!output.ok()) return output.status();
  Job job(*std::move(plan), *std::move(output));
  if (Status status = job.guard_inputs(job.output_); !status.ok()) return status;
  return job;
}

Status Job::guard_inputs(OutputFile& output) {
  if (plan_.texts == nullptr) return {};
  const JoinedSource& inputs = *plan_.texts;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const GuardedInput& input = inputs.guarded(i);
    if (output.overwrites(input)) return refuse_overwriting(inputs.name_of(i), output.name());
    if (Status status = output.guard(input); !status.ok()) return status;
    if (!output.replaces_input(input)) continue;
    if (plan_.options->piece) return refuse_replacing_in_piece(output.name());
    replaced_inputs_.push_back(i);
  }
  return {};
}

JobFold::Setup fold_setup_of(const JobPlan& plan, OutputFile& output) {
  JobInput input{"", 0, plan.source->total()};
  if (plan.texts != nullptr) {
    JoinedSource& texts = *plan.texts;
    input.name = texts.name_of(0);
    input.lines_before = plan.hooks.part == nullptr ? texts.lines_before_first() : 0;
    input.path = plan.input->path;
    input.more_paths = &plan.input->more_paths;
    input.places_of = [&texts](std::size_t number) { return texts.places_of(number); };
    if (plan.options->piece && plan.options->piece->number > 1) {
      input.count_before = [&texts, options = plan.options] {
        const auto read_options = [](const records::Detection& found) {
          return records::read_options(found, false);
        };
        return texts.count_before(read_options, UINT64_MAX, options->should_stop);
      };
    }
  }
  return {*plan.platform, *plan.options,           std::move(input),
          output,         plan.has_records_before, plan.output};
}

Status Job::run_workers(const MakeWorker& make_worker, JobFold& fold, JobReport& report,
                        const std::function<std::string()>& totals) {
  if (Status status = fold.output().write_header(header()); !status.ok()) return status;
  const RunResult result =
      run_records(*plan_.platform, *plan_.source, make_worker, fold, plan_.size.threads,
                  plan_.options->should_stop, plan_.size.window);
  // Check first whether an input changed. If another process truncated an input in the
  // middle of a record, the job reports this change, and not a malformed record.
  if (result.status.ok() || result.status.code() == ErrorCode::kMalformed) {
    if (Status status = check_changes(); !status.ok()) return status;
  }
  if (Status status = fold.finish(result, report); !status.ok()) return status;
  if (plan_.input != nullptr && !plan_.input->where.empty()) report.left_out = fold.left_out();
  if (plan_.hooks.part != nullptr) plan_.hooks.part->lines = fold.lines();
  // Totals need the result of the second step. Without totals, the second step writes records, so
  // it comes after the last check of the input.
  if (totals) {
    if (Status status = fold.run_second_step(report); !status.ok()) return status;
  }
  fold.warn_about_end_marks();
  warn_about_members();
  report_inputs(fold, report);
  if (totals) {
    Status status = fold.output().write(totals());
    if (status.code() == ErrorCode::kInterrupted) return fold.interrupted();
    if (!status.ok()) return status;
  } else {
    if (Status status = check_worth(fold, report); !status.ok()) return status;
    if (Status status = fold.run_second_step(report); !status.ok()) return status;
  }
  Status status = fold.commit();
  if (status.code() == ErrorCode::kInterrupted) return fold.interrupted();
  if (!status.ok()) return status;
  if (plan_.texts != nullptr) report.output_format = plan_.output.format;
  report_piece(report);
  return {};
}

Status Job::check_changes() const {
  if (plan_.texts == nullptr) return {};
  const Result<std::vector<JoinedSource::InputChange>> changes = plan_.texts->changes();
  if (!changes.ok()) return changes.status();
  for (const JoinedSource::InputChange& change : *changes) {
    const bool is_replaced =
        std::ranges::find(replaced_inputs_, change.input) != replaced_inputs_.end();
    Status status = refuse_change(change, plan_.texts->name_of(change.input), is_replaced,
                                  plan_.malformed, *plan_.options);
    if (!status.ok()) return status;
  }
  return {};
}

Status Job::check_worth(const JobFold& fold, const JobReport& report) const {
  if (plan_.options->piece) return {};  // the other pieces may have good records
  const std::uint64_t malformed = fold.outcome(GridKind::kMalformed);
  if (malformed == 0 || malformed != fold.records() || !output_.replaces_file()) return {};
  const bool is_one_guess = std::ranges::all_of(report.inputs, [&](const InputReport& input) {
    return input.records == 0 || input.doubtful_format == report.doubtful_format;
  });
  return refuse_all_malformed(plan_.texts->name_of(0), plan_.texts->size() - 1, malformed,
                              is_one_guess ? report.doubtful_format : "", output_.name());
}

void Job::warn_about_members() const {
  const auto warn = [&](const MemberLog* members, std::string_view label) {
    if (members == nullptr || !plan_.options->on_warning) return;
    for (const std::string& member : members->missing()) {
      plan_.options->on_warning(format_text(
          "warning: {}: no record has the member '{}', so its value is unknown everywhere", label,
          printable(member)));
    }
  };
  warn(plan_.members.get(), "where");
  warn(plan_.order_members.get(), plan_.order.label);
}

void Job::report_inputs(const JobFold& fold, JobReport& report) const {
  if (plan_.texts == nullptr) return;
  const JoinedSource& inputs = *plan_.texts;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const JobFold::InputCounts counts = fold.input_counts(i);
    InputReport input{inputs.path(i), inputs.name_of(i), counts.records, counts.malformed, {}};
    const records::Detection* const detection = inputs.detection_of(i);
    if (detection != nullptr) input.layout = detection->reading;
    if (detection != nullptr && detection->is_guessed && counts.malformed != 0 &&
        counts.malformed * 2 >= counts.records) {
      input.doubtful_format = records::format_traits(detection->format).read_as.value();
      if (report.doubtful_format.empty()) report.doubtful_format = input.doubtful_format;
    }
    report.inputs.push_back(std::move(input));
  }
}

void Job::report_piece(JobReport& report) const {
  if (!plan_.options->piece) return;
  const OutputPlan& output = plan_.output;
  const bool is_parquet = output.format == TextFormat::kParquet;
  PieceReport& piece = report.piece.emplace();
  piece.piece = *plan_.options->piece;
  piece.is_of_records = plan_.texts == nullptr;
  piece.begin = piece.is_of_records ? plan_.range.begin : plan_.texts->bytes().begin;
  piece.end = piece.is_of_records ? plan_.range.end : plan_.texts->bytes().end;
  piece.inputs_digest = piece.is_of_records ? 0 : plan_.texts->bytes().digest.value();
  piece.output = output.path;
  piece.output_format = output.format;
  piece.output_compression = is_parquet ? Compression::kNone : output.compression.kind;
  piece.output_bytes = output_.written_bytes();
}

}  // namespace dokumill::batch
