#include "batch/frame/text_job.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/grid_text.hpp"
#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "batch/flow/team.hpp"
#include "batch/frame/text_part.hpp"
#include "formats/detect/header.hpp"
#include "formats/format_table.hpp"

namespace dokumill::batch {
namespace {

// For records of which some take a thousand times as long as others, such as ratings: with many
// small chunks, all threads have work up to the end, and the progress moves. But smaller chunks
// fill fewer lanes of the solver: 64 records in a chunk make `rate` of minimal puzzles 3 % slower
// than 1,024. If the size of the input is not known, a chunk has kSlowRecords records.
constexpr std::uint64_t kSlowChunksPerThread = 64;
constexpr std::uint64_t kSlowRecords = 64;
constexpr std::uint64_t kSlowBufferBytes = std::uint64_t{16} << 20;  // of all threads

// Returns a function that shows, at most ten times a second, that a text is read as a whole.
// REQUIRES: the arguments outlive this function.
std::function<void()> whole_text_progress(Platform& platform, const JobOptions& options) {
  if (!options.on_progress) return {};
  return [&platform, &options, begin_ns = platform.now_ns(), next_ns = std::uint64_t{0}]() mutable {
    constexpr std::uint64_t kBetweenNs = 100'000'000;
    const std::uint64_t passed_ns = platform.now_ns() - begin_ns;
    if (passed_ns < next_ns) return;
    next_ns = passed_ns + kBetweenNs;
    Progress progress;
    progress.seconds = static_cast<double>(passed_ns) * 1e-9;
    progress.reads_whole_text = true;
    options.on_progress(progress);
  };
}

std::string_view separator_text(char separator) {
  switch (separator) {
    case '\t':
      return "a tab";
    case ';':
      return "';'";
    case '|':
      return "'|'";
    case ':':
      return "':'";
    case ' ':
      return "a space";
    default:
      return "','";
  }
}

}  // namespace

Result<TextJob> TextJob::open(const JobOptions& options, const JobHooks& hooks,
                              const InputOptions& input, const std::string& output_path,
                              OutputRequest request, const std::string& engine,
                              Malformed malformed) {
  TextJob job(options, hooks, engine, malformed);
  job.input_ = &input;
  if (!engine.empty()) {
    if (Result<Solver> solver = Solver::create(engine); !solver.ok()) return solver.status();
  }
  Result<OutputPlan> plan =
      OutputPlan::begin(*job.platform_, options, output_path, std::move(request));
  if (!plan.ok()) return plan.status();
  job.plan_ = *std::move(plan);
  Result<std::unique_ptr<JoinedSource>> source = JoinedSource::open(
      *job.platform_, input, options.should_stop, whole_text_progress(*job.platform_, options));
  if (!source.ok()) return source.status();
  job.source_ = *std::move(source);
  if (Status status = job.plan_.resolve(job.detection(), job.name()); !status.ok()) return status;
  if (Status status = job.require_one_layout(); !status.ok()) return status;
  if (Status status = job.require_where(); !status.ok()) return status;
  if (Status status = job.plan_.check_columns(); !status.ok()) return status;
  if (options.piece) {
    if (Status status = job.restrict_input(); !status.ok()) return status;
  }
  if (job.part_ != nullptr) {
    Status status = job.source_->begin_at(job.part_->begin, job.part_->entry, options.should_stop);
    if (!status.ok()) return status;
    job.has_records_before_ = true;
  }
  job.size_ =
      text_job_size(*job.platform_, options, hooks.chunk_bytes, job.source_->detection().format,
                    job.source_->text_bytes(), job.source_->detection().csv.columns);
  job.source_->set_chunk_bytes(job.size_.chunk_bytes);
  // The features that an expression asks for can take far longer than the job itself.
  if (!input.where.empty()) job.expect_slow_records();
  Result<OutputFile> output =
      OutputFile::open(*job.platform_, output_path, output_file_options(options, hooks));
  if (!output.ok()) return output.status();
  if (Status status = job.guard_inputs(*output); !status.ok()) return status;
  job.output_.emplace(*std::move(output));
  return job;
}

Status TextJob::require_where() {
  const std::string& where = input_->where;
  if (where.empty()) return {};
  // The first record of a piece begins with a separator if there are records before it, but all
  // of them may be left out. merge removes this separator, unless the output is compressed.
  if (options_->piece && records::format_traits(plan_.format).begins_with_line_end &&
      plan_.compression.kind != Compression::kNone) {
    return {ErrorCode::kUsage,
            "with an expression that leaves out records, pieces are not compressed in the format "
            "grid; choose another format or no compression",
            "compression"};
  }
  if (Result<Filter> filter = parse_where(where, detection()); !filter.ok()) {
    return filter.status();
  }
  members_ = std::make_shared<MemberLog>(where);
  return source_->require([where](const records::Detection& found, const std::string& name) {
    const Result<Filter> filter = parse_where(where, found);
    if (filter.ok()) return Status();
    return Status(ErrorCode::kUsage, format_text("{}: {}", name, filter.status().message()),
                  "input.where");
  });
}

Status TextJob::restrict_input() {
  const Piece& piece = *options_->piece;
  Status status = source_->restrict(piece, options_->should_stop);
  if (!status.ok()) return status;
  if (piece.number == 1) return {};
  const auto options = [](const records::Detection& found) {
    return records::read_options(found, false);
  };
  const Result<NumbersBefore> before = source_->count_before(options, 1, options_->should_stop);
  if (!before.ok()) return before.status();
  has_records_before_ = before->records != 0;
  return {};
}

std::string TextJob::header() const {
  const bool is_later =
      (options_->piece && options_->piece->number > 1) || (part_ != nullptr && !part_->is_first);
  return is_later ? std::string() : plan_.header;
}

Status TextJob::require_one_layout() {
  if (plan_.kept == OutputPlan::Kept::kLines) return require_same_words();
  if (plan_.has_text_column) return require_lines();
  if (!plan_.keeps_columns()) return {};
  const bool is_asked = plan_.request.columns == OutputRequest::Columns::kKeepAsAsked;
  return require_same_columns(is_asked ? "keep_columns" : "output_format");
}

void TextJob::report_piece(JobReport& report) const {
  if (!options_->piece) return;
  const JoinedSource::Bytes& bytes = source_->bytes();
  report.piece = {
      *options_->piece,
      false,
      bytes.begin,
      bytes.end,
      bytes.digest.value(),
      plan_.path,
      report.output_format,
      plan_.format == TextFormat::kParquet ? Compression::kNone : plan_.compression.kind,
      output_->written_bytes(),
      {}};
}

Status TextJob::guard_inputs(OutputFile& output) {
  for (std::size_t i = 0; i < source_->size(); ++i) {
    const GuardedInput& input = source_->guarded(i);
    if (output.overwrites(input)) {
      return {
          ErrorCode::kUsage,
          format_text("{}: the output ({}) is the same file, which is still being read; pass its "
                      "name as the output to replace it safely",
                      source_->name_of(i), output.name())};
    }
    if (Status status = output.guard(input); !status.ok()) return status;
    if (!output.replaces_input(input)) continue;
    if (options_->piece) {
      return {ErrorCode::kUsage,
              format_text("{}: is the input, which the other pieces still need; choose another "
                          "name for the output of a piece",
                          output.name()),
              "piece"};
    }
    replaced_inputs_.push_back(i);
  }
  return {};
}

Status TextJob::require_csv(std::string_view reader, std::string_view option) {
  const auto is_csv = [=](const records::Detection& found, const std::string& name) {
    if (found.format == TextFormat::kCsv || found.format == TextFormat::kJsonl) return Status();
    return Status(ErrorCode::kUsage,
                  format_text("{}: {} needs csv or jsonl input; this is {}", name, reader,
                              name_of(found.format)),
                  option);
  };
  // source_->require() does not check empty inputs, so it checks nothing if all inputs are empty.
  // In that case, detection() describes the first input, and the next line checks this input.
  if (Status status = is_csv(detection(), name()); !status.ok()) return status;
  return source_->require(is_csv);
}

Status TextJob::require_same_columns(std::string_view option) {
  if (source_->size() == 1) return {};
  const auto refused = [option](const std::string& name, const std::string& what) {
    return Status(
        ErrorCode::kUsage,
        format_text("{}: {}; to {}, all inputs must have the same", name, what,
                    option == "input.solution_column" ? "read solutions" : "keep columns"),
        option);
  };
  return source_->require([=, first = detection(), first_name = name()](
                              const records::Detection& found, const std::string& name) {
    if (found.format != first.format) {
      return refused(name, format_text("this is {}, and {} is {}", name_of(found.format),
                                       first_name, name_of(first.format)));
    }
    if (found.format == TextFormat::kJsonl) {
      // `columns` has the name of the puzzle, then the name of the solution if the user requested
      // one, and then the known names of solutions (ObjectMembers::names). The known names can
      // differ between the inputs, so they are not compared.
      const bool has_solution = first.csv.solution_column != records::kNoColumn;
      if (first.columns[0] == found.columns[0] &&
          (!has_solution || first.columns[1] == found.columns[1])) {
        return Status();
      }
      return refused(
          name, format_text("the puzzle is member '{}', and in {} it is '{}'",
                            printable(found.columns[0]), first_name, printable(first.columns[0])));
    }
    if (found.columns.size() != first.columns.size()) {
      return refused(name, format_text("{} column{}, and {} has {}", found.columns.size(),
                                       found.columns.size() == 1 ? "" : "s", first_name,
                                       first.columns.size()));
    }
    for (std::size_t i = 0; i < found.columns.size(); ++i) {
      if (records::is_same_column(found.columns[i], first.columns[i])) continue;
      return refused(
          name, format_text("column {} is '{}', and in {} it is '{}'", i + 1,
                            printable(found.columns[i]), first_name, printable(first.columns[i])));
    }
    if (found.csv.puzzle_column != first.csv.puzzle_column) {
      return refused(
          name, format_text("the puzzles are in column {}, and in {} they are in column {}",
                            found.csv.puzzle_column + 1, first_name, first.csv.puzzle_column + 1));
    }
    if (found.csv.separator != first.csv.separator) {
      return refused(name, format_text("the separator is {}, and in {} it is {}",
                                       separator_text(found.csv.separator), first_name,
                                       separator_text(first.csv.separator)));
    }
    return Status();
  });
}

Status TextJob::require_same_words() {
  const auto word_of = [](const records::Detection& found) {
    return found.format == TextFormat::kLine ? found.line_word : 1;
  };
  const bool is_echo = plan_.request.rows == OutputRequest::Rows::kAsRead;
  const std::string_view option = is_echo ? "output_format" : "cells_only";
  return source_->require([=, first = word_of(detection()), first_name = name()](
                              const records::Detection& found, const std::string& name) {
    const std::uint32_t word = word_of(found);
    if (word == first) return Status();
    return Status(ErrorCode::kUsage,
                  format_text("{}: its puzzles would be word {} of the lines, and those of {} are "
                              "word {}; to keep the text of lines, all inputs must have the same",
                              name, word, first_name, first),
                  option);
  });
}

// The output has a column for the text of lines, and none for what other inputs have.
Status TextJob::require_lines() {
  return source_->require([first_name = name()](const records::Detection& found,
                                                const std::string& name) {
    if (found.format == TextFormat::kLine) return Status();
    return Status(ErrorCode::kUsage,
                  format_text("{}: this is {}, and {} is line; to keep columns, all inputs must "
                              "have the same",
                              name, name_of(found.format), first_name),
                  "keep_columns");
  });
}

ReadStage::Plan TextJob::read_plan(bool needs_rows) const {
  const std::optional<TextFormat> rows_of = needs_rows ? detection().format : plan_.rows_of;
  ReadStage::Plan plan{records::read_options(detection(), false), size_.batch_records, malformed_,
                       rows_of};
  plan.options.keep_rows = detection().format == rows_of;
  plan.where = input_->where;
  plan.detection = &detection();
  plan.members = members_;
  return plan;
}

void TextJob::expect_slow_records() {
  const std::size_t usual = records::format_traits(detection().format).record_bytes.value().usual;
  const std::uint64_t bytes = source_->text_bytes();
  const auto threads = static_cast<std::uint64_t>(wanted_threads(*platform_, options_->threads));
  const std::uint64_t fitting =
      kSlowBufferBytes / (threads * kWindowOfSlow * (usual + 2 * kLineBytes));
  const std::uint64_t records =
      bytes == 0 ? kSlowRecords : bytes / usual / (threads * kSlowChunksPerThread);
  size_.window = kWindowOfSlow;
  limit_chunk_records(std::clamp<std::uint64_t>(records, 1, fitting));
}

void TextJob::limit_chunk_records(std::size_t records) {
  const std::size_t bytes =
      records * records::format_traits(detection().format).record_bytes.value().usual;
  if (bytes >= size_.chunk_bytes) return;
  size_.chunk_bytes = bytes;
  source_->set_chunk_bytes(bytes);
  if (source_->text_bytes() == 0) return;
  const auto wanted = static_cast<std::uint64_t>(wanted_threads(*platform_, options_->threads));
  const std::uint64_t chunks = source_->text_bytes() / bytes + 1;
  size_.threads = std::max(size_.threads, static_cast<int>(std::min(wanted, chunks)));
}

JobFold::Setup TextJob::fold_setup() {
  const std::uint64_t lines_before = part_ == nullptr ? source_->lines_before_first() : 0;
  JobInput input{source_->name_of(0), lines_before, source_->total(), input_->path,
                 &input_->more_paths};
  input.places_of = [this](std::size_t number) { return source_->places_of(number); };
  if (options_->piece && options_->piece->number > 1) {
    input.count_before = [this] {
      const auto options = [](const records::Detection& found) {
        return records::read_options(found, false);
      };
      return source_->count_before(options, UINT64_MAX, options_->should_stop);
    };
  }
  return {*platform_, *options_, std::move(input), *output_, has_records_before_, plan_};
}

Status TextJob::run_workers(const MakeWorker& make_worker, JobFold& fold, JobReport& report,
                            const std::function<std::string()>& totals) {
  if (Status status = fold.output().write_header(header()); !status.ok()) return status;
  const RunResult result = run_records(*platform_, *source_, make_worker, fold, size_.threads,
                                       options_->should_stop, size_.window);
  // Check first whether an input changed. If another process truncated an input in the
  // middle of a record, the job reports this change, and not a malformed record.
  if (result.status.ok() || result.status.code() == ErrorCode::kMalformed) {
    if (Status status = check_changes(); !status.ok()) return status;
  }
  if (Status status = fold.finish(result, report); !status.ok()) return status;
  if (!input_->where.empty()) report.left_out = fold.left_out();
  if (part_ != nullptr) part_->lines = fold.lines();
  // Totals need the result of the second step. Without totals, the second step writes records, so
  // it comes after the last check of the input.
  if (totals) {
    if (Status status = fold.run_second_step(report); !status.ok()) return status;
  }
  fold.warn_about_end_marks();
  if (members_ != nullptr && options_->on_warning) {
    for (const std::string& member : members_->missing()) {
      options_->on_warning(format_text(
          "warning: where: no record has the member '{}', so its value is unknown everywhere",
          printable(member)));
    }
  }
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
  report.output_format = plan_.format;
  report_piece(report);
  return {};
}

Status TextJob::check_worth(const JobFold& fold, const JobReport& report) const {
  if (options_->piece) return {};  // the other pieces may have good records
  const std::uint64_t malformed = fold.outcome(GridKind::kMalformed);
  if (malformed == 0 || malformed != fold.records() || !output_->replaces_file()) return {};
  const std::size_t more = source_->size() - 1;
  const bool is_one_guess = std::ranges::all_of(report.inputs, [&](const InputReport& input) {
    return input.records == 0 || input.doubtful_format == report.doubtful_format;
  });
  return {ErrorCode::kInput,
          format_text(
              "{}{}: {} malformed{}{}; {} was not replaced", source_->name_of(0),
              more == 0 ? "" : format_text(" and {} more input{}", more, more == 1 ? "" : "s"),
              malformed == 1 ? "the only record is" : format_text("all {} records are", malformed),
              report.doubtful_format.empty() || !is_one_guess ? "" : ", read as ",
              is_one_guess ? report.doubtful_format : "", output_->name()),
          "input.format"};
}

void TextJob::report_inputs(const JobFold& fold, JobReport& report) const {
  for (std::size_t i = 0; i < source_->size(); ++i) {
    const JobFold::InputCounts counts = fold.input_counts(i);
    InputReport input{source_->path(i), source_->name_of(i), counts.records, counts.malformed, {}};
    const records::Detection* const detection = source_->detection_of(i);
    if (detection != nullptr) input.layout = detection->reading;
    if (detection != nullptr && detection->is_guessed && counts.malformed != 0 &&
        counts.malformed * 2 >= counts.records) {
      input.doubtful_format = records::format_traits(detection->format).read_as.value();
      if (report.doubtful_format.empty()) report.doubtful_format = input.doubtful_format;
    }
    report.inputs.push_back(std::move(input));
  }
}

Status TextJob::check_changes() const {
  const Result<std::vector<JoinedSource::InputChange>> changes = source_->changes();
  if (!changes.ok()) return changes.status();
  for (const JoinedSource::InputChange& change : *changes) {
    if (Status status = check_change(change); !status.ok()) return status;
  }
  return {};
}

Status TextJob::check_change(const JoinedSource::InputChange& change) const {
  const std::string name = source_->name_of(change.input);
  if (std::ranges::find(replaced_inputs_, change.input) != replaced_inputs_.end()) {
    return {ErrorCode::kInput, name +
                                   ": the input changed while it was read, and the output would "
                                   "replace it; the file was kept"};
  }
  switch (change.change) {
    case InputFile::Change::kNone:
      break;
    case InputFile::Change::kGrew:
      if (options_->on_warning) {
        options_->on_warning(
            format_text("{}: warning: the input grew while it was read; its first {} bytes were "
                        "used",
                        name, change.bytes));
      }
      break;
    case InputFile::Change::kRewritten:
      if (malformed_ == Malformed::kStop) {
        return {ErrorCode::kInput, name + ": input changed while reading"};
      }
      if (options_->on_warning) {
        options_->on_warning(
            name +
            ": warning: another process wrote into the input while it was read; the "
            "output may mix old and new records");
      }
      break;
  }
  return {};
}

}  // namespace dokumill::batch
