// What the jobs that make puzzles have in common: the rows that they write, and what they count.
//
// Thread safety: a PuzzleRows belongs to one worker. PuzzlesFold: as JobFold.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/digest.hpp"
#include "base/grid_text.hpp"
#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "base/validate.hpp"
#include "batch/frame/job_fold.hpp"
#include "batch/rows/output_plan.hpp"
#include "batch/rows/rating_columns.hpp"
#include "batch/rows/row_writer.hpp"
#include "batch/stages/self_check.hpp"
#include "formats/format_table.hpp"

namespace dokumill::batch {

// The columns beside those of a rating. Readers of older tables expect that a part is text.
inline constexpr NumberColumn kCluesColumn{"clues", kInt32};
inline constexpr NumberColumn kSolutionsColumn{"count", kInt64};
inline constexpr NumberColumn kWeightColumn{"weight", kInt64};
inline constexpr TextColumn kPartColumn{"part"};

// What a job makes: the puzzles of one set of constraints, or of a mixture.
struct WantedPuzzles {
  std::vector<PuzzlePart> parts;  // at least one
  bool is_mixture = false;        // tables have a column for the part

  explicit WantedPuzzles(const PuzzleConstraints& constraints)
      : parts{{{Share::kWhole}, constraints}} {}
  explicit WantedPuzzles(const PuzzlesOptions& options) : WantedPuzzles(options.constraints) {
    is_mixture = !options.mix.empty();
    if (is_mixture) parts = options.mix;
  }

  template <class Claim>
  bool any(const Claim& claim) const {
    return std::ranges::any_of(parts, [&](const PuzzlePart& it) { return claim(it.constraints); });
  }
  const PuzzleConstraints& of(const MadePuzzle& made) const { return parts[made.part].constraints; }

  Obstacles obstacles() const {
    const bool counts = any([](const auto& it) { return it.obstacles.has_value(); });
    return counts ? Obstacles::kCounted : Obstacles::kNotCounted;
  }
  // True if every puzzle has a rating.
  bool is_rated() const {
    return !any([](const auto& it) { return !it.with_rating && !it.has_goal(); });
  }
  // The most solutions of a puzzle.
  std::uint32_t solutions() const { return parts.front().constraints.solutions; }

  std::vector<tables::Column> columns() const {
    if (solutions() > 1) return {kPuzzleColumn, kSolutionColumn, kCluesColumn, kSolutionsColumn};
    std::vector<tables::Column> columns{kPuzzleColumn, kSolutionColumn};
    for (tables::Column& column : rating_columns(obstacles())) columns.push_back(std::move(column));
    if (parts.front().constraints.unbiased) columns.push_back(kWeightColumn);
    if (is_mixture) columns.push_back(kPartColumn);
    return columns;
  }

  // Tables have ratings, if puzzles have one solution.
  void set_format(TextFormat format) {
    if (!records::format_traits(format).has_header || solutions() > 1) return;
    for (PuzzlePart& part : parts) part.constraints.with_rating = true;
  }
};

inline void add(Digest& digest, const PuzzlePart& part) {
  const PuzzleConstraints& it = part.constraints;
  const auto add_range = [&](const std::optional<PuzzleConstraints::Range>& range) {
    digest.add(range ? static_cast<std::uint64_t>(range->fewest * 100 + range->most + 1) : 0);
  };
  digest.add(part.share.parts);
  add_range(it.clues);
  digest.add(it.minimal ? 1 : 0);
  digest.add(static_cast<std::uint64_t>(it.symmetry));
  digest.add(it.difficulty ? 1 + static_cast<std::uint64_t>(*it.difficulty) : 0);
  digest.add(it.rating ? static_cast<std::uint64_t>(it.rating->lowest * 1000 + it.rating->highest)
                       : ~std::uint64_t{0});
  digest.add(it.rating && it.rating->hardest ? info_of(*it.rating->hardest).name : "");
  add_range(it.obstacles);
  digest.add(static_cast<std::uint64_t>(it.empty_in_each_box));
  digest.add(it.unique ? 1 : 0);
  digest.add(it.max_tries);
  digest.add(it.pattern ? it.pattern->to_string() : "");
  digest.add(it.split ? it.split->share.parts + 1 : 0);
  digest.add(it.split ? it.split->seed : 0);
  digest.add(it.split && it.split->is_test ? 1 : 0);
}

// Pieces of jobs with different patterns or mixtures must not be joined.
inline void add_constraints(const PuzzlesOptions& options, JobReport& report) {
  const auto& pattern = options.constraints.pattern;
  if (!report.piece || (!pattern && options.mix.empty())) return;
  Digest digest;
  digest.add(report.piece->inputs_digest);
  if (options.mix.empty()) digest.add(pattern->to_string());
  for (const PuzzlePart& part : options.mix) add(digest, part);
  report.piece->inputs_digest = digest.value();
}

// Refuses empty cells that the options or the format do not allow.
inline Status check_empty(const PuzzlesOptions& options, const OutputPlan& plan) {
  Status status = check_empty_cell(options.empty_cell);
  return status.ok() ? check_empty_cell(options.empty_cell, plan, {}) : status;
}

struct PuzzleCounts {
  std::uint64_t tries = 0;
  std::array<std::uint64_t, kCells + 1> clues{};
  std::array<std::uint64_t, kLevels> levels{};
  WeightTotals weights;

  PuzzleCounts& operator+=(const PuzzleCounts& other) {
    tries += other.tries;
    for (std::size_t i = 0; i < clues.size(); ++i) clues[i] += other.clues[i];
    for (std::size_t i = 0; i < levels.size(); ++i) levels[i] += other.levels[i];
    weights.add(other.weights);
    return *this;
  }
};

class PuzzleRows {
 public:
  // `wanted`: with the format of the plan.
  PuzzleRows(const OutputPlan& plan, char empty_cell, WantedPuzzles wanted,
             PerChunk<PuzzleCounts>& counts)
      : counts_(counts),
        is_table_(records::format_traits(plan.format).has_header),
        empty_value_(empty_value_of(empty_cell)),
        wanted_(std::move(wanted)),
        is_rated_(wanted_.is_rated()),
        solutions_(wanted_.solutions()),
        rating_(RatingFields::Form::kTable, wanted_.obstacles()),
        rows_(plan) {}

  // Checks, writes and counts a puzzle. `index`: its number, for the message of a failed check.
  Status add(ChunkResult& result, std::uint64_t index, const MadePuzzle& made) {
    if (!is_complete(made.solution) || !keeps_givens(made.solution, made.puzzle)) {
      return failed_check(describe(index, made));
    }
    write(result, made);
    PuzzleCounts& counts = counts_[result];
    counts.tries += made.tries;
    ++counts.clues[static_cast<std::size_t>(count_clues(made.puzzle))];
    // A full board has no level.
    if (is_rated_ && count_clues(made.puzzle) != kCells) {
      ++counts.levels[static_cast<std::size_t>(
          wanted_.of(made).difficulty.value_or(level_of(made.rating.score)))];
    }
    counts.weights.add(count_clues(made.puzzle), made.weight);
    return {};
  }

  // Writes the row of a record from which no puzzle can be made, because of its kind.
  void write_malformed(ChunkResult& result, GridKind kind) {
    if (!is_table_) return rows_.write_grid(result, records::kMalformedGrid);
    fields_ = {kPuzzleColumn(records::kMalformedGrid), kSolutionColumn(records::kMalformedGrid)};
    if (solutions_ > 1) {
      fields_.insert(fields_.end(), 2, kSolutionsColumn.missing());
    } else {
      const std::span<const Field> rating = rating_.of_unrated(name_of(kind));
      fields_.insert(fields_.end(), rating.begin(), rating.end());
    }
    rows_.write(result, fields_);
  }

 private:
  static std::string describe(std::uint64_t index, const MadePuzzle& made) {
    return format_text("puzzle {}: puzzle {}, board {}", index, cells_of(to_line(made.puzzle)),
                       cells_of(to_line(made.solution)));
  }

  void write(ChunkResult& result, const MadePuzzle& made) {
    const Grid puzzle = with_empty_value(made.puzzle, empty_value_);
    if (!is_table_) return rows_.write_grid(result, puzzle);
    fields_ = {kPuzzleColumn(puzzle), kSolutionColumn(made.solution)};
    if (solutions_ > 1) {
      fields_.push_back(kCluesColumn(static_cast<std::uint64_t>(count_clues(made.puzzle))));
      fields_.push_back(kSolutionsColumn(made.solutions));
    } else {
      const std::span<const Field> rating = rating_.of(made.rating);
      fields_.insert(fields_.end(), rating.begin(), rating.end());
    }
    // Only unbiased puzzles have a weight, and it is never 0.
    if (made.weight != 0) fields_.push_back(kWeightColumn(made.weight));
    const std::string part = to_text(std::uint64_t{made.part} + 1);
    if (wanted_.is_mixture) fields_.push_back(kPartColumn(part));
    rows_.write(result, fields_);
  }

  PerChunk<PuzzleCounts>& counts_;
  bool is_table_;
  std::uint8_t empty_value_;
  WantedPuzzles wanted_;
  bool is_rated_;
  std::uint64_t solutions_;  // of a puzzle, at most
  RatingFields rating_;
  RowWriter rows_;
  std::vector<Field> fields_;
};

class PuzzlesFold final : public CountingFold<PuzzleCounts> {
 public:
  using CountingFold::CountingFold;

  // Tries begun so far, for the progress.
  std::atomic<std::uint64_t>& tries() { return tries_; }

  void report_into(PuzzlesReport& report) const {
    report.tries = counts().tries;
    report.clues = counts().clues;
    report.levels = counts().levels;
    report.weights = counts().weights;
  }

  // Adds the number of finished puzzles to the message of a puzzle that took too many tries.
  Status with_puzzles_before(Status status) const {
    if (status.code() != ErrorCode::kUnmet) return status;
    return {ErrorCode::kUnmet,
            format_text("{}; {} puzzle{} made before it", status.message(), grouped(records()),
                        records() == 1 ? " was" : "s were"),
            status.option()};
  }

 private:
  void describe(Progress& progress) const override { progress.tries = tries_; }

  std::atomic<std::uint64_t> tries_{0};
};

// A PuzzleMaker whose tries are added to those of all workers.
class CountingMaker {
 public:
  CountingMaker(PuzzleMaker maker, std::atomic<std::uint64_t>& all_tries)
      : maker_(std::move(maker)), all_tries_(all_tries) {}

  template <class ShouldStop>
  PuzzleMaker::Outcome make(std::uint64_t first, std::span<MadePuzzle> out,
                            std::span<const Grid> boards, const ShouldStop& should_stop) {
    maker_.set_stop([&] {
      count_tries();
      return should_stop();
    });
    PuzzleMaker::Outcome outcome = maker_.make(first, out, boards);
    count_tries();
    return outcome;
  }

 private:
  void count_tries() {
    const std::uint64_t tries = maker_.tries();
    all_tries_.fetch_add(tries - counted_, std::memory_order_relaxed);
    counted_ = tries;
  }

  PuzzleMaker maker_;
  std::atomic<std::uint64_t>& all_tries_;
  std::uint64_t counted_ = 0;  // this worker's tries that all_tries_ includes
};

}  // namespace dokumill::batch
