// Implements the functions of dokumill/score.hpp for many answers.
#include <cstdint>
#include <utility>
#include <vector>

#include "base/text/format.hpp"
#include "batch/many/many.hpp"
#include "dokumill/score.hpp"

namespace dokumill {
namespace batch {
namespace {

// Texts have very different lengths, so a slice has few of them.
constexpr std::size_t kTextsPerSlice = 64;

// Solves the puzzles of a slice, equal neighbours once, and then scores their answers.
class ScoreWorker final : public SliceWorker {
 public:
  ScoreWorker(Solver solver, std::span<const Grid> puzzles, std::span<const Grid> answers,
              std::span<AnswerScore> scores, std::span<const Grid> solutions,
              std::span<const FillOrder> orders, const ShouldStop& should_stop)
      : solver_(std::move(solver)),
        puzzles_(puzzles),
        answers_(answers),
        scores_(scores),
        solutions_(solutions),
        orders_(orders),
        should_stop_(should_stop) {}

  Status work(std::size_t begin, std::size_t count) override {
    if (should_stop_()) return ended(false);
    if (puzzles_.size() > 1 || results_.empty()) {
      const std::size_t first = place(begin);
      Status status = solve(first, puzzles_.size() == 1 ? 1 : count);
      if (!status.ok()) return status;
    }
    for (std::size_t i = begin; i < begin + count; ++i) {
      const std::size_t at = place(i);
      const SolveResult& result = results_[puzzles_.size() == 1 ? 0 : result_of_[i - begin]];
      scores_[i] = score_answer(puzzles_[at], kind_of(puzzles_[at], result.solutions),
                                solutions_.empty() ? result.solution : solutions_[at], answers_[i],
                                orders_.empty() ? nullptr : &orders_[at]);
    }
    return {};
  }

 private:
  // The index of the puzzle of answer i.
  std::size_t place(std::size_t i) const { return puzzles_.size() == 1 ? 0 : i; }

  // Solves `count` puzzles into results_, and checks their given solutions.
  Status solve(std::size_t begin, std::size_t count) {
    Status status = check_cells(puzzles_, "puzzles", begin, count);
    if (!status.ok()) return status;
    different_.clear();
    result_of_.clear();
    for (std::size_t i = begin; i < begin + count; ++i) {
      if (different_.empty() || different_.back() != puzzles_[i]) different_.push_back(puzzles_[i]);
      result_of_.push_back(static_cast<std::uint32_t>(different_.size() - 1));
    }
    results_.resize(different_.size());
    if (!solver_.solve(different_, results_)) {
      results_.clear();
      return ended(false);
    }
    for (std::size_t i = 0; i < count && !solutions_.empty(); ++i) {
      const Grid& solution = solutions_[begin + i];
      const bool is_ignored = results_[result_of_[i]].solutions == GridKind::kUnsolvable;
      if (is_ignored || (is_complete(solution) && keeps_givens(solution, puzzles_[begin + i]))) {
        continue;
      }
      results_.clear();
      return {ErrorCode::kUsage,
              format_text("solutions[{}]: not a solution of puzzles[{}]", begin + i, begin + i)};
    }
    return {};
  }

  Solver solver_;
  std::span<const Grid> puzzles_;
  std::span<const Grid> answers_;
  std::span<AnswerScore> scores_;
  std::span<const Grid> solutions_;
  std::span<const FillOrder> orders_;
  ShouldStop should_stop_;
  std::vector<Grid> different_;  // the puzzles without those that equal the puzzle before
  std::vector<std::uint32_t> result_of_;
  std::vector<SolveResult>
      results_;  // of different_; one for the whole call if there is one puzzle
};

}  // namespace
}  // namespace batch

Status score_many(std::span<const Grid> puzzles, std::span<const Grid> answers,
                  std::span<AnswerScore> scores, std::span<const Grid> solutions,
                  std::span<const FillOrder> orders, const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status =
        batch::all_of({batch::check_answers(puzzles.size(), answers.size()),
                       batch::check_places(scores.size(), answers.size(), "places for scores"),
                       batch::check_wanted(solutions.size(), puzzles.size(), "solutions"),
                       batch::check_wanted(orders.size(), puzzles.size(), "orders")});
    if (!status.ok()) return status;
    const auto make = [=](Solver solver, const batch::ShouldStop& should_stop) {
      return std::make_unique<batch::ScoreWorker>(std::move(solver), puzzles, answers, scores,
                                                  solutions, orders, should_stop);
    };
    return batch::run_many(answers.size(), batch::kSolveSlice, options,
                           batch::with_solver(options.engine, make));
  });
}

Status read_answers_many(std::span<const std::string_view> texts, std::span<TextAnswer> answers,
                         const ManyOptions& options, Shape shape) {
  return batch::without_exceptions([&]() -> Status {
    if (shape.size() > kDigits) {
      return {ErrorCode::kUsage, format_text("boards of {}: answers are read from texts for the "
                                             "sizes 4, 6, 8 and 9",
                                             name_of(shape))};
    }
    Status status = batch::check_places(answers.size(), texts.size(), "places for answers");
    if (!status.ok()) return status;
    const auto make = [=](const batch::ShouldStop& should_stop) {
      return batch::worker_of([=](std::size_t begin, std::size_t count) {
        for (std::size_t i = begin; i < begin + count; ++i) {
          if (should_stop()) return batch::ended(false);
          answers[i] = read_answer(texts[i], shape);
        }
        return Status();
      });
    };
    return batch::run_many(texts.size(), batch::kTextsPerSlice, options, make);
  });
}

}  // namespace dokumill
