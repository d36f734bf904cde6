// Implements export_dataset(): writes a data set as a folder of files, for programs that train
// models.
//
//   count -> read -> solve -> decide -> check the given solution -> form -> train or test
//         -> find the steps, if the layout has them -> draw maps -> print
//
// The fold writes a file for each stream of the layout.
//
// In the data set, the solution of a puzzle (its label) must be the only solution. So the job
// solves every puzzle, even if the record gives a solution. It leaves out and reports puzzles with
// no solution or several solutions.
//
// A stream is a file that gets rows. The text of a ChunkResult belongs to the first stream. The
// texts of the other streams are in the ExportPart.
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "base/platform/output/output_folder.hpp"
#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "batch/flow/piece_range.hpp"
#include "batch/frame/job.hpp"
#include "batch/layouts/export_layout.hpp"
#include "batch/layouts/trace.hpp"
#include "batch/rows/cell_row.hpp"
#include "batch/stages/explanation.hpp"
#include "batch/stages/form_stage.hpp"
#include "batch/stages/numbered_read.hpp"
#include "batch/stages/random_map.hpp"
#include "batch/stages/solve_stage.hpp"

namespace dokumill::batch {
namespace {

// As in augment_job.cpp.
constexpr std::uint64_t kExportRowsPerChunk = 4096;
// For rows with steps, which take longer to find and to write.
constexpr std::uint64_t kTracedRowsPerChunk = 256;

bool has_steps(ExportLayout layout, const ChatTemplate& chat) {
  return layout == ExportLayout::kMoves || layout == ExportLayout::kTrajectory ||
         (layout == ExportLayout::kChat && chat.needs_steps());
}

struct ExportPart {
  std::array<std::vector<char>, kMostExportStreams> texts;  // the first one stays empty
  std::array<std::uint64_t, 3> puzzles{};                   // indexed by ExportSet
  std::uint64_t wrong = 0;

  void clear() {
    for (std::vector<char>& text : texts) text.clear();
    puzzles = {};
    wrong = 0;
  }
};

class ExportWorker final : public Worker {
 public:
  ExportWorker(Solver solver, const ReadStage::Plan& read, const ExportOptions& options,
               const ChatTemplate& chat, CellRow row, RecordNumbers& numbers,
               PerChunk<ExportPart>& parts)
      : read_(read, numbers),
        parts_(parts),
        solve_(std::move(solver), read.batch_records, FullBoards::kAreUnique),
        options_(options),
        chat_(chat),
        row_(std::move(row)) {
    if (!has_steps(options.layout, chat)) return;
    tracer_.emplace(TraceContent{.sentences = chat.sentences()});
    tracer_->set_stop([this] { return batch_->should_stop(); });
  }

  void work(ChunkTask& task) override {
    read_.each_batch(task, [&](const BatchTask& batch, std::uint64_t number) {
      batch_ = &batch;
      if (solve_.solve(batch) != Next::kGoOn) return kAbandonBatch;
      std::size_t decided = 0;
      return solve_.decide(batch, [&](std::size_t record, GridKind outcome) {
        if (batch.should_stop_at(decided++)) return Next::kAbandon;
        return take_record(task, batch, record, number + batch.number(record), outcome);
      });
    });
  }

 private:
  Next take_record(ChunkTask& task, const BatchTask& batch, std::size_t record,
                   std::uint64_t number, GridKind outcome) {
    if (outcome == GridKind::kMultiple)
      report(batch, record, ProblemKind::kMultiple, {"several solutions", {"several", {}}});
    if (outcome != GridKind::kUnique) return Next::kGoOn;
    row_.start(batch.row(record));
    if (row_.has_solution()) {
      if (!row_.read_solutions()) return leave_out(batch, record, row_.why_bad());
      if (row_.solution() != nullptr) {
        const GivenSolution judged =
            judge_given(*row_.solution(), batch.grid(record), solve_.answer(record));
        if (judged == GivenSolution::kDisproof) {
          return solve_.fail_check(batch, record,
                                   "; the given solution is right: " + to_line(*row_.solution()));
        }
        if (judged != GivenSolution::kRight) {
          return leave_out(batch, record, explain_wrong(*row_.solution(), batch.grid(record)));
        }
      }
    }
    if (const Next next = forms_.find(batch, record); next != Next::kGoOn) return next;
    const ExportSet set = set_of(forms_.form());
    ++parts_[batch.result()].puzzles[static_cast<std::size_t>(set)];
    return print(task, batch, record, number, set);
  }

  static void report(const BatchTask& batch, std::size_t record, ProblemKind kind,
                     Explanation&& why, std::string_view prefix = {}) {
    Problem problem = batch.make_problem(record, kind);
    set_reason(problem, std::move(why), prefix);
    batch.add_problem(std::move(problem));
  }

  // Leaves out a puzzle whose given solution is wrong.
  Next leave_out(const BatchTask& batch, std::size_t record, Explanation&& why) {
    report(batch, record, ProblemKind::kWrongSolution, std::move(why), "wrong solution: ");
    ++parts_[batch.result()].wrong;
    return Next::kGoOn;
  }

  // First decides about the test set, with the same call of goes_to_test() as split(). So with the
  // same share and seed, this job and split() send the same equivalence classes to the test set.
  ExportSet set_of(const Grid& form) const {
    if (goes_to_test(form, options_.share, options_.seed)) return ExportSet::kTest;
    if (options_.layout != ExportLayout::kRrn) return ExportSet::kTrain;
    const Share both{2 * options_.share.parts};
    return goes_to_test(form, both, options_.seed) ? ExportSet::kValid : ExportSet::kTrain;
  }

  Next print(ChunkTask& task, const BatchTask& batch, std::size_t record, std::uint64_t number,
             ExportSet set) {
    ExportItem item{batch.grid(record), solve_.answer(record).solution, nullptr, number};
    if (tracer_) {
      tracer_->trace(item.puzzle, trace_);
      item.trace = &trace_;
    }
    print_row(batch.result(), set, item);
    if (set == ExportSet::kTrain) {
      for (std::uint64_t image = 0; image < options_.images; ++image) {
        RandomStream random = image_stream(options_.seed, number, image);
        print_image(batch.result(), item, random_map(random), image + 1);
        const Next next = NumberedRead::hand_over_if_long(task, Stage::kSolve);
        if (next != Next::kGoOn) return next;
      }
    }
    // The steps of a puzzle can take seconds. A row that was stopped is in a result that the
    // pipeline does not use.
    return tracer_ && batch.should_stop() ? Next::kAbandon : Next::kGoOn;
  }

  void print_image(ChunkResult& result, const ExportItem& original, const CanonicalMap& map,
                   std::uint64_t image) {
    const Grid puzzle = map.apply(original.puzzle);
    const Grid solution = map.apply(original.solution);
    if (chat_.sentences()) {
      tracer_->trace(puzzle, image_trace_);
    } else if (tracer_) {
      image_trace_ = mapped(*original.trace, map);
    }
    print_row(result, ExportSet::kTrain,
              {puzzle, solution, tracer_ ? &image_trace_ : nullptr, original.record, image});
  }

  void print_row(ChunkResult& result, ExportSet set, const ExportItem& item) {
    const std::size_t first =
        static_cast<std::size_t>(set) * stream_table(options_.layout).streams_per_set;
    auto& texts = parts_[result].texts;
    const auto append = [&](std::size_t stream, std::string_view row) {
      if (first + stream == 0) {
        result.append(row);
      } else {
        std::vector<char>& text = texts[first + stream];
        text.insert(text.end(), row.begin(), row.end());
      }
    };
    if (options_.layout == ExportLayout::kHrm || options_.layout == ExportLayout::kRrn) {
      print_export_row(options_.layout, item.puzzle, item.solution, append);
      return;
    }
    text_.clear();
    print_trace_row(options_.layout, chat_, item, text_);
    append(0, text_);
  }

  NumberedRead read_;
  PerChunk<ExportPart>& parts_;
  SolveStage solve_;
  FormStage forms_;
  const ExportOptions& options_;
  const ChatTemplate& chat_;
  CellRow row_;
  std::optional<Tracer> tracer_;  // nullopt: the layout has no steps
  Trace trace_;
  Trace image_trace_;
  std::string text_;                  // of a row
  const BatchTask* batch_ = nullptr;  // the batch whose steps are being found
};

// A stream of the layout: a file that gets rows.
struct ExportStream {
  ExportStream(OutputFile opened, TextFormat format)
      : file(std::move(opened)), header(format, CellShape::kList, Compression::kNone, file) {}
  OutputFile file;
  CountedHeader header;
};
using ExportStreams = std::vector<std::unique_ptr<ExportStream>>;

class ExportFold final : public PartFold<ExportPart> {
 public:
  // `setup.output`: the file of the first stream. `others`: the other streams, in order.
  ExportFold(const Setup& setup, const ExportOptions& options, ExportStreams& others,
             OutputFolder& folder)
      : PartFold(setup),
        platform_(setup.platform),
        options_(options),
        first_(setup.output),
        others_(others),
        folder_(folder),
        sizes_(stream_table(options.layout).sets) {
    sizes_.front().rows_per_puzzle = 1 + options.images;
  }

  Status begin_streams() {
    for (const auto& stream : others_) {
      if (Status status = stream->header.begin(); !status.ok()) return status;
    }
    return {};
  }

  std::uint64_t puzzles(ExportSet set) const {
    const auto index = static_cast<std::size_t>(set);
    return index < sizes_.size() ? sizes_[index].puzzles : 0;
  }
  std::uint64_t rows() const {
    std::uint64_t rows = 0;
    for (const SetSize& size : sizes_) rows += size.rows();
    return rows;
  }
  std::uint64_t wrong() const { return wrong_; }

  Status commit() override {
    if (Status status = check_sets(); !status.ok()) return status;
    if (Status status = output().finish(); !status.ok()) return status;
    if (Status status = set_header(first_, 0); !status.ok()) return status;
    for (std::size_t i = 0; i < others_.size(); ++i) {
      if (Status status = others_[i]->header.finish(); !status.ok()) return status;
      if (Status status = set_header(others_[i]->file, i + 1); !status.ok()) return status;
    }
    for (const SmallFile& file : small_files(options_.layout, sizes_)) {
      if (Status status = write_small_file(file); !status.ok()) return status;
    }
    if (Status status = first_.commit(); !status.ok()) return status;
    for (const auto& stream : others_) {
      if (Status status = stream->file.commit(); !status.ok()) return status;
    }
    if (is_stop_wanted()) return interrupted();
    return folder_.commit(options_.job.sync_output);
  }

 private:
  Status take_own(ChunkResult&, ExportPart& own, std::uint64_t) override {
    for (std::size_t i = 0; i < others_.size(); ++i) {
      const std::vector<char>& text = own.texts[i + 1];
      if (Status status = others_[i]->file.write({text.data(), text.size()}); !status.ok())
        return status;
    }
    for (std::size_t set = 0; set < sizes_.size(); ++set) {
      sizes_[set].puzzles += own.puzzles[set];
      if (options_.layout != ExportLayout::kHrm || sizes_[set].rows() <= kMostRows) continue;
      return {ErrorCode::kInput,
              format_text("{}: a set has more than {} rows, and the layout hrm counts them with 31 "
                          "bits",
                          folder_.name(), grouped(kMostRows))};
    }
    wrong_ += own.wrong;
    return {};
  }

  // Overwrites the header of a stream if the layout has one of its own.
  Status set_header(OutputFile& file, std::size_t stream) const {
    const std::size_t set = stream / stream_table(options_.layout).streams_per_set;
    const std::string header = stream_header(options_.layout, sizes_[set].rows());
    return header.empty() ? Status() : file.overwrite(header);
  }

  // The programs that load the folder need at least one puzzle in every set.
  Status check_sets() const {
    constexpr std::array<std::string_view, 3> kNames{"train", "test", "validation"};
    for (std::size_t set = 0; set < sizes_.size(); ++set) {
      if (sizes_[set].puzzles != 0) continue;
      return {ErrorCode::kInput,
              format_text("{}: the {} set is empty, of {} puzzle{} with one solution; use more "
                          "puzzles, or another share",
                          folder_.name(), kNames[set], grouped(all_puzzles()),
                          all_puzzles() == 1 ? "" : "s"),
              "share"};
    }
    return {};
  }

  std::uint64_t all_puzzles() const {
    std::uint64_t all = 0;
    for (const SetSize& size : sizes_) all += size.puzzles;
    return all;
  }

  Status write_small_file(const SmallFile& file) {
    Result<OutputFile> output = OutputFile::open(platform_, folder_.file_path(file.name),
                                                 folder_file_options(options_.job));
    if (!output.ok()) return output.status();
    Status status = file.write([&output](std::string_view piece) { return output->write(piece); });
    return status.ok() ? output->commit() : status;
  }

  Platform& platform_;
  const ExportOptions& options_;
  OutputFile& first_;
  ExportStreams& others_;
  OutputFolder& folder_;
  std::vector<SetSize> sizes_;  // indexed by ExportSet
  std::uint64_t wrong_ = 0;
};

Status check_export_options(const ExportOptions& options) {
  if (options.images > kMostImages) {
    return {ErrorCode::kUsage,
            format_text("images: expected at most {}, got {}", kMostImages, options.images),
            "images"};
  }
  if (!options.chat_template.empty() && options.layout != ExportLayout::kChat) {
    return {ErrorCode::kUsage,
            format_text("a template is for the layout chat, not for {}", name_of(options.layout)),
            "chat_template"};
  }
  const std::uint64_t sets = options.layout == ExportLayout::kRrn ? 2 : 1;
  if (options.share.parts > Share::kWhole / sets) {
    return {ErrorCode::kUsage,
            sets == 1 ? "the share is greater than the whole"
                      : "the share is greater than half of the whole, and the test set and the "
                        "validation set have this share each",
            "share"};
  }
  return {};
}

}  // namespace

Result<ExportReport> run_unguarded(const ExportOptions& options, const JobHooks& hooks) {
  if (Status status = check_whole(options.job, "an export is one folder"); !status.ok())
    return status;
  if (Status status = check_export_options(options); !status.ok()) return status;
  const Result<ChatTemplate> chat = ChatTemplate::parse(options.chat_template);
  if (!chat.ok()) return chat.status();
  Platform& platform = platform_of(hooks);
  const StreamTable& table = stream_table(options.layout);
  Result<OutputFolder> folder = OutputFolder::create(platform, options.output, hooks.writes_result);
  if (!folder.ok()) return folder.status();
  for (const std::string_view name : table.folders) {
    if (name.empty()) continue;
    if (Status status = folder->add_folder(name); !status.ok()) return status;
  }
  ExportOptions inner = options;
  inner.output = folder->file_path(table.names[0]);
  inner.job.compression = CompressionOptions{};
  JobHooks inner_hooks = hooks;
  inner_hooks.writes_result = false;  // the folder is the result
  Result<Job> job =
      Job::open(inner, inner_hooks,
                {.name = OutputPlan::Name::kIsFree,
                 .only_9x9 = "the layouts are for 9x9; split makes train and test files, and npy "
                             "output has the cells of any size as an array",
                 .usual = table.format},
                options.engine);
  if (!job.ok()) return job.status();
  ExportStreams others;
  for (std::size_t stream = 1; stream < table.streams(); ++stream) {
    Result<OutputFile> file = OutputFile::open(platform, folder->file_path(table.names[stream]),
                                               folder_file_options(options.job));
    if (!file.ok()) return file.status();
    others.push_back(std::make_unique<ExportStream>(*std::move(file), table.format));
  }
  const records::Detection& detection = job->detection();
  if (options.input.solution_column) {
    Status csv = job->require_csv("solution_column", "input.solution_column");
    if (!csv.ok()) return csv;
  }
  const std::uint32_t solution_column = solution_column_of(detection);
  const bool has_solution = solution_column != records::kNoColumn;
  Status fits = has_solution ? job->require_same_columns("input.solution_column")
                             : job->require(has_no_solutions);
  if (!fits.ok()) return fits;
  const std::uint64_t rows =
      has_steps(options.layout, *chat) ? kTracedRowsPerChunk : kExportRowsPerChunk;
  const auto records =
      static_cast<std::size_t>(std::max<std::uint64_t>(rows / (1 + options.images), 1));
  job->limit_chunk_records(records);
  const ReadStage::Plan plan = without_solutions(job->read_plan(has_solution));
  RecordNumbers numbers;
  ExportFold fold(job->fold_setup(), options, others, *folder);
  if (Status status = fold.begin_streams(); !status.ok()) return status;
  const auto make_worker = [&](Solver solver) {
    return std::make_unique<ExportWorker>(std::move(solver), plan, options, *chat,
                                          CellRow(detection, solution_column), numbers,
                                          fold.parts());
  };
  ExportReport report;
  Status status = job->run(fold, make_worker, report);
  if (!status.ok()) return status;
  fold.set_outcomes({&report.malformed, &report.unsolvable, &report.multiple});
  report.train = fold.puzzles(ExportSet::kTrain);
  report.valid = fold.puzzles(ExportSet::kValid);
  report.test = fold.puzzles(ExportSet::kTest);
  report.written = fold.rows();
  report.wrong = fold.wrong();
  return report;
}

}  // namespace dokumill::batch
