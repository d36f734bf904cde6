#include "batch/frame/job_plan.hpp"

#include <algorithm>
#include <utility>

#include "base/grid_text.hpp"
#include "base/text/format.hpp"
#include "batch/flow/team.hpp"
#include "batch/frame/refusals.hpp"
#include "batch/frame/text_part.hpp"
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

// kUsage if the rows of the inputs do not belong in one output: tables with different columns, or
// lines with the puzzle in different words.
Status require_one_layout(JobPlan& plan) {
  const OutputPlan& output = plan.output;
  if (output.kept == OutputPlan::Kept::kLines) {
    const bool is_echo = output.rows == OutputPlan::Rows::kAsRead;
    if (is_echo && output.cell_shape) return require_no_lines(*plan.texts);
    return require_same_words(*plan.texts, is_echo ? "output_format" : "cells_only");
  }
  if (output.has_text_column) return require_lines(*plan.texts);
  if (!output.keeps_columns()) return {};
  const bool is_asked = output.input_columns == OutputPlan::Columns::kKeepAsAsked;
  return require_same_columns(*plan.texts, is_asked ? "keep_columns" : "output_format");
}

const Filter::Columns kMembers{.are_members = true};

// What asks for features of records of another size.
Status refuse_size(const JobPlan& plan, std::string_view what) {
  return {ErrorCode::kUsage,
          format_text("{}: the records are {}, and {} asks for features, which are defined for 9x9",
                      lead_name(*plan.texts), name_of(plan.output.sized->shape), what),
          "input.size"};
}

Status plan_filter(JobPlan& plan) {
  const std::string& where = plan.input->where;
  if (where.empty()) return {};
  if (plan.output.sized) return refuse_size(plan, "an expression");
  if (Status status = require_removable_separator(*plan.options, plan.output); !status.ok())
    return status;
  if (Status status = require_where(*plan.texts, where); !status.ok()) return status;
  // An expression that is wrong for JSON Lines has no members.
  const Result<Filter> filter = Filter::parse(where, kMembers);
  if (filter.ok()) plan.members = std::make_shared<MemberLog>(filter->columns());
  return {};
}

// Restricts the inputs to options.piece, and finds out whether records come before the piece.
Status restrict_input(JobPlan& plan) {
  const Piece& piece = *plan.options->piece;
  Status status = plan.texts->restrict(piece, plan.options->should_stop);
  if (!status.ok()) return status;
  if (piece.number == 1) return {};
  const auto options = [](const records::Detection& found) {
    return records::read_options(found, false);
  };
  const Result<NumbersBefore> before =
      plan.texts->count_before(options, 1, plan.options->should_stop);
  if (!before.ok()) return before.status();
  plan.has_records_before = before->records != 0;
  return {};
}

}  // namespace

Result<JobPlan> open_plan(const JobOptions& options, const JobHooks& hooks,
                          const InputOptions& input, const std::string& output_path,
                          OutputPlan output, const std::string& engine, Malformed malformed) {
  JobPlan plan;
  plan.options = &options;
  plan.platform = &platform_of(hooks);
  plan.hooks = hooks;
  plan.engine = engine;
  plan.input = &input;
  plan.malformed = malformed;
  if (!engine.empty()) {
    if (Result<Solver> solver = Solver::create(engine); !solver.ok()) return solver.status();
  }
  plan.output = std::move(output);
  Status begun = plan.output.begin(*plan.platform, options, output_path);
  if (!begun.ok()) return begun;
  Result<std::unique_ptr<JoinedSource>> source =
      JoinedSource::open(*plan.platform, input, options.should_stop,
                         whole_text_progress(*plan.platform, options), hooks.part != nullptr);
  if (!source.ok()) return source.status();
  JoinedSource& texts = **source;
  plan.texts = &texts;
  plan.source = *std::move(source);
  Status resolved = plan.output.resolve(plan.detection(), lead_name(texts));
  if (!resolved.ok()) return resolved;
  if (Status status = require_one_layout(plan); !status.ok()) return status;
  if (Status status = plan_filter(plan); !status.ok()) return status;
  if (Status status = plan.output.check_columns(); !status.ok()) return status;
  if (options.piece) {
    if (Status status = restrict_input(plan); !status.ok()) return status;
    plan.has_header = options.piece->number == 1;
  }
  if (const TextPart* const part = hooks.part; part != nullptr) {
    Status status = texts.begin_at(part->begin, part->entry, options.should_stop);
    if (!status.ok()) return status;
    plan.has_records_before = true;
    plan.has_header = plan.has_header && part->is_first;
  }
  plan.size =
      text_job_size(*plan.platform, options, hooks.chunk_bytes, record_bytes_of(plan.detection()),
                    texts.text_bytes(), plan.detection().csv.columns);
  texts.set_chunk_bytes(plan.size.chunk_bytes);
  // The features that an expression asks for can take far longer than the job itself.
  if (!input.where.empty()) plan.expect_slow_records();
  return plan;
}

Result<JobPlan> open_range_plan(const JobOptions& options, const JobHooks& hooks, bool continues,
                                const NumberRange& range, OutputPlan output) {
  const Piece piece = options.piece.value_or(Piece());
  if (Status status = check_piece(piece); !status.ok()) return status;
  if (Status status = check_part(output.format, continues); !status.ok()) return status;
  if (Status status = output.resolve(); !status.ok()) return status;
  JobPlan plan;
  plan.options = &options;
  plan.platform = &platform_of(hooks);
  plan.hooks = hooks;
  plan.range = range_of(piece, range.count);
  plan.output = std::move(output);
  plan.continues = continues;
  plan.has_records_before = continues || plan.range.begin != 0;
  plan.has_header = !continues && piece.number == 1;
  const std::uint64_t count = plan.range.end - plan.range.begin;
  plan.size = range_job_size(*plan.platform, options, hooks.chunk_bytes, count, range.group,
                             range.max_groups, range.least_per_thread);
  plan.source =
      std::make_unique<RangeSource>(range.start + plan.range.begin, count, plan.size.least_records,
                                    plan.size.batch_records, plan.size.threads);
  return plan;
}

ReadStage::Plan JobPlan::read_plan(bool needs_rows) const {
  const std::optional<TextFormat> rows_of = needs_rows ? texts->detection().format : output.rows_of;
  ReadStage::Plan plan{records::read_options(texts->detection(), false), size.batch_records,
                       malformed, rows_of};
  plan.options.keep_rows = texts->detection().format == rows_of;
  plan.where = input->where;
  plan.order = order;
  plan.detection = &texts->detection();
  plan.members = members;
  plan.order_members = order_members;
  const bool reads_rows = rows_of == TextFormat::kCsv;
  if (!reads_rows && plan.where.empty() && order.names.empty()) texts->read_cells_only();
  return plan;
}

Status JobPlan::order_by(KeyOrder names) {
  order = std::move(names);
  if (output.sized) return refuse_size(*this, order.label);
  if (Status status = require_order(*texts, order); !status.ok()) return status;
  const auto keys = features::SortKeys::parse(order.names, kMembers, order.label, order.order);
  if (keys.ok()) order_members = std::make_shared<MemberLog>(keys->columns());
  expect_slow_records();
  return {};
}

void JobPlan::expect_slow_records() {
  const std::size_t usual = record_bytes_of(texts->detection()).usual;
  const std::uint64_t bytes = texts->text_bytes();
  const auto threads = static_cast<std::uint64_t>(wanted_threads(*platform, options->threads));
  const std::uint64_t fitting =
      kSlowBufferBytes / (threads * kWindowOfSlow * (usual + 2 * kLineBytes));
  const std::uint64_t records =
      bytes == 0 ? kSlowRecords : bytes / usual / (threads * kSlowChunksPerThread);
  size.window = kWindowOfSlow;
  limit_chunk_records(std::clamp<std::uint64_t>(records, 1, fitting));
}

void JobPlan::limit_chunk_records(std::size_t records) {
  const std::size_t bytes = records * record_bytes_of(texts->detection()).usual;
  if (bytes >= size.chunk_bytes) return;
  size.chunk_bytes = bytes;
  texts->set_chunk_bytes(bytes);
  if (texts->text_bytes() == 0) return;
  const auto wanted = static_cast<std::uint64_t>(wanted_threads(*platform, options->threads));
  const std::uint64_t chunks = texts->text_bytes() / bytes + 1;
  size.threads = std::max(size.threads, static_cast<int>(std::min(wanted, chunks)));
}

}  // namespace dokumill::batch
