// Implements run(): collects the puzzles, then lets a printer write the pages.
//
//   read -> solve -> decide -> rate; second step: print
#include "apps/book/book_job.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "apps/book/content/hardest_step.hpp"
#include "apps/book/content/section_column.hpp"
#include "base/platform/output/output_folder.hpp"
#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "base/text/printable.hpp"
#include "batch/flow/piece_range.hpp"
#include "batch/flow/without_exceptions.hpp"
#include "batch/frame/job.hpp"
#include "batch/jobs/report_fields.hpp"
#include "batch/stages/solve_stage.hpp"
#include "formats/format_table.hpp"

namespace dokumill::book {

using namespace batch;

namespace {

// Chunks are small, because the rating of a puzzle takes about as long as reading 100 puzzles.
constexpr std::size_t kPuzzlesPerChunk = 256;

struct BookPart {
  std::vector<BookPuzzle> puzzles;
  std::vector<std::string> sections;  // of each puzzle; empty without BookOptions::section_column

  void clear() {
    puzzles.clear();
    sections.clear();
  }
};

class BookWorker final : public Worker {
 public:
  BookWorker(Solver solver, const Job& job, const BookOptions& options, PerChunk<BookPart>& parts)
      : parts_(parts),
        read_(job.read_plan(!options.section_column.empty())),
        solve_(std::move(solver), job.batch_records(), FullBoards::kAreUnique),
        steps_(options.hints) {
    if (!options.section_column.empty()) section_.emplace(options.section_column, job.detection());
    // A rating can take seconds. A stopped rating is in a result that the pipeline does not use.
    steps_.set_stop([this] { return batch_->should_stop(); });
  }

  void work(ChunkTask& task) override {
    if (section_) section_->start(task.chunk_as<TextChunk>());
    read_.each_batch(task, [this](const BatchTask& batch) {
      if (solve_.solve(batch) != Next::kGoOn) return kAbandonBatch;
      batch_ = &batch;
      return solve_.decide(batch, [&](std::size_t record, GridKind outcome) {
        if (batch.should_stop()) return Next::kAbandon;
        if (outcome == GridKind::kMultiple) SolveStage::report_multiple(batch, record);
        if (outcome != GridKind::kUnique) return Next::kGoOn;
        const Grid& puzzle = batch.grid(record);
        BookPart& own = parts_[batch.result()];
        HardestStep hardest = steps_.find(puzzle);
        own.puzzles.push_back({puzzle, solve_.answer(record).solution, level_of(hardest.score), 0,
                               std::move(hardest.sentence)});
        if (section_) own.sections.push_back(section_->of(batch.row(record)));
        return Next::kGoOn;
      });
    });
  }

 private:
  PerChunk<BookPart>& parts_;
  ReadStage read_;
  SolveStage solve_;
  HardestSteps steps_;
  std::optional<SectionColumn> section_;
  const BatchTask* batch_ = nullptr;  // the batch whose puzzles are being rated
};

std::string file_name(std::uint64_t page) {
  return format_text("page-{:04}.svg", page);
}

class BookFold final : public PartFold<BookPart>, private BookOutput {
 public:
  // `folder`: nullptr if the book is one file. `setup.output`: the file of the book or, if the book
  // is a folder, the first file in it.
  BookFold(const Setup& setup, const BookOptions& options, const PrintBook& print,
           OutputFolder* folder)
      : PartFold(setup),
        platform_(setup.platform),
        options_(options),
        input_name_(setup.input.name),
        print_(print),
        folder_(folder) {}

  const PrintedBook& printed() const { return printed_; }

  Status commit() override {
    if (Status status = end_file(); !status.ok()) return status;
    Status status = JobFold::commit();
    if (!status.ok() || folder_ == nullptr) return status;
    return folder_->commit(options_.job.sync_output);
  }

 private:
  Status take_own(ChunkResult&, BookPart& own, std::uint64_t) override {
    if (content_.puzzles.size() + own.puzzles.size() > kMostBookPuzzles) {
      return {ErrorCode::kInput, format_text("{}: a book has at most {} puzzles; divide the input",
                                             input_name_, grouped(kMostBookPuzzles))};
    }
    for (std::size_t i = 0; i < own.sections.size(); ++i) {
      own.puzzles[i].section = number_of(own.sections[i]);
    }
    if (content_.sections.size() > kMostBookSections) {
      return {
          ErrorCode::kInput,
          format_text("{}: column '{}' has more than {} different values, which are too many "
                      "for sections",
                      input_name_, printable(options_.section_column), grouped(kMostBookSections)),
          "section_column"};
    }
    std::ranges::move(own.puzzles, std::back_inserter(content_.puzzles));
    return {};
  }
  std::uint32_t number_of(const std::string& section) {
    const auto next = static_cast<std::uint32_t>(content_.sections.size());
    const auto [known, is_new] = numbers_.try_emplace(section, next);
    if (is_new) content_.sections.push_back(section);
    return known->second;
  }

  bool needs_second_step() const override { return true; }
  Work second_step_work() const override { return work_; }
  Status second_step(const std::function<bool()>& should_stop) override {
    if (content_.puzzles.empty()) {
      return {
          ErrorCode::kInput,
          format_text("{}: no puzzle has exactly one solution, so there is no book", input_name_)};
    }
    should_stop_ = &should_stop;
    const Result<PrintedBook> printed = print_(std::move(content_), *this);
    if (!printed.ok()) return printed.status();
    printed_ = *printed;
    return {};
  }

  Status next_file() override {
    if (Status status = end_file(); !status.ok()) return status;
    if (++files_ == 1) return {};  // the job has opened the first file
    Result<OutputFile> file = OutputFile::open(platform_, folder_->file_path(file_name(files_)),
                                               folder_file_options(options_.job));
    if (!file.ok()) return file.status();
    file_.emplace(*std::move(file));
    return {};
  }
  Status end_file() {
    if (!file_) return {};
    Status status = file_->commit();
    file_.reset();
    return status;
  }
  Status write(std::string_view bytes) override {
    return file_ ? file_->write(bytes) : write_text(bytes);
  }
  Status finish_page(std::uint64_t page, std::uint64_t pages) override {
    work_ = {page, pages};
    return check_stop();
  }
  Status check_stop() override { return (*should_stop_)() ? interrupted() : Status(); }

  Platform& platform_;
  const BookOptions& options_;
  std::string input_name_;
  const PrintBook& print_;
  OutputFolder* folder_;
  BookContent content_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  // of the sections
  PrintedBook printed_;
  Work work_;
  const std::function<bool()>* should_stop_ = nullptr;
  std::uint64_t files_ = 0;         // files begun so far
  std::optional<OutputFile> file_;  // the current file; nullopt if it is the output of the job
};

Result<BookReport> run_book(const BookOptions& options, const PrintBook& print,
                            const JobHooks& hooks) {
  if (Status status = check_whole(options.job, "the pages of a book are numbered"); !status.ok()) {
    return status;
  }
  BookOptions inner = options;
  inner.job.compression = CompressionOptions{};
  JobHooks inner_hooks = hooks;
  std::optional<OutputFolder> folder;
  if (options.is_folder) {
    inner_hooks.writes_result = false;  // the folder is the result
    Result<OutputFolder> created =
        OutputFolder::create(platform_of(hooks), options.output, hooks.writes_result);
    if (!created.ok()) return created.status();
    folder.emplace(*std::move(created));
    inner.output = folder->file_path(file_name(1));
  }
  Result<Job> job =
      Job::open(inner, inner_hooks, {.name = OutputPlan::Name::kIsFree, .usual = TextFormat::kLine},
                options.engine);
  if (!job.ok()) return job.status();
  if (!options.section_column.empty()) {
    if (Status status = SectionColumn::check(*job, options.section_column); !status.ok()) {
      return status;
    }
  }
  job->limit_chunk_records(kPuzzlesPerChunk);
  BookFold fold(job->fold_setup(), inner, print, folder ? &*folder : nullptr);
  const auto make_worker = [&](Solver solver) {
    return std::make_unique<BookWorker>(std::move(solver), *job, options, fold.parts());
  };
  BookReport report;
  Status status = job->run(fold, make_worker, report);
  if (!status.ok()) return status;
  fold.set_outcomes({&report.malformed, &report.none, &report.multiple, &report.unique});
  report.pages = fold.printed().pages;
  report.spine_mm = fold.printed().spine_mm;
  return report;
}

}  // namespace

Result<BookReport> run(const BookOptions& options, const PrintBook& print,
                       const batch::JobHooks& hooks) {
  return without_exceptions([&] { return run_book(options, print, hooks); });
}

}  // namespace dokumill::book

namespace dokumill {

void describe(Of<BookReport> auto& report, auto& json) {
  json.member("unique", report.unique);
  json.member("multiple", report.multiple);
  json.member("none", report.none);
  json.member("malformed", report.malformed);
  json.member("pages", report.pages);
  json.member("spine_mm", report.spine_mm);
}

std::string to_json(const BookReport& report) {
  return report_json("book", report);
}

}  // namespace dokumill
