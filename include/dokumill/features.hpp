// Features of a grid: numbers and words that describe a puzzle, and filters that select puzzles by
// their features.
//
// known_features() is the table of all features. docs/features.md has their definitions, with
// sources and costs, and the grammar of filters. rate() can write features as columns, and every
// job over records can leave out the records that a filter does not keep (InputOptions::where).
//
// Thread safety: a Features object is the workspace of one thread. Several threads may use one
// Filter, each with its own Features.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/grid.hpp"
#include "dokumill/rating.hpp"
#include "dokumill/solver.hpp"
#include "dokumill/status.hpp"

namespace dokumill {

namespace features {
struct Workspace;
class Expression;
}  // namespace features

enum class FeatureKind : std::uint8_t {
  kNumber,
  kTenths,  // a score, in tenths
  kWord
};

// One row of the table of features.
struct FeatureInfo {
  std::string_view name;  // of the column, and in filters
  FeatureKind kind;
  std::string_view text;  // the definition in one line
};
// The functions below name a feature by its index in this table.
std::span<const FeatureInfo> known_features();
std::optional<std::size_t> feature_named(std::string_view name);
// Reads names that are separated by commas, with or without blanks. kUsage if a name is unknown,
// empty or occurs twice; the message lists the known names.
Result<std::vector<std::size_t>> parse_features(std::string_view names);

struct FeatureValue {
  bool is_known = false;  // false: the grid does not have this feature
  bool is_bound = false;  // kTenths: a lower bound, because the rating ended early (RaterOptions)
  // kWord: a number that stands for the word: a GridKind, a Level (easy for a full board) or a
  // Technique; for backdoor_cells, row and column of each cell, such as 1234 for r1c2 r3c4; for
  // backdoors, the number of sets; for symmetry, the place of the word in the list of
  // docs/features.md, from 0.
  std::uint64_t number = 0;
  std::string_view word = {};
};

// Computes features of one grid after another. What several features need is computed once for a
// grid, and only if a feature needs it. Memory: a Solver, and a Rater and a Canonizer if they are
// needed.
class Features {
 public:
  // `wanted`: the features that will be asked for. `engine`: as for Solver::create(); no value
  // depends on it. `rater`: limits of the ratings; its counts_obstacles is set by `wanted`.
  static Result<Features> create(std::span<const std::size_t> wanted,
                                 std::string_view engine = "auto", const RaterOptions& rater = {});
  Features(Features&&) noexcept;
  Features& operator=(Features&&) noexcept;
  ~Features();

  // value() calls `should_stop` at intervals of a few milliseconds. When it returns true, value()
  // returns at once, is_stopped() returns true, and no value has a meaning any more. It may throw;
  // the exception leaves value().
  void set_stop(std::function<bool()> should_stop);
  bool is_stopped() const;

  // Announces grids: some of them, in this order, are those of the next calls of start(). With
  // this, redundant clues are counted for several grids at once, which is faster. No value depends
  // on it.
  void expect(std::span<const Grid> grids);
  // Begins with a grid. `answer`: what Solver::solve() returns for it, if the caller knows it.
  // REQUIRES: all cell values are 0..9.
  void start(const Grid& grid);
  void start(const Grid& grid, const SolveResult& answer);
  // The value of a feature of the grid. A word is valid until the next start(). REQUIRES: the
  // feature was wanted.
  FeatureValue value(std::size_t feature);
  // The rating if the grid has exactly one solution, otherwise nullptr. For a
  // caller that adds up ratings. REQUIRES: a feature of ratings was wanted.
  const Rating* rating();

 private:
  explicit Features(std::unique_ptr<features::Workspace> workspace);
  std::unique_ptr<features::Workspace> workspace_;
};

// True if one of the features is made from a rating.
bool need_rating(std::span<const std::size_t> wanted);

// An expression such as `er >= 8.5 and clues <= 22`, which keeps some grids and leaves out others.
class Filter {
 public:
  // The columns of a table. Where a column has the name of a feature, the name means the column.
  struct Columns {
    std::vector<std::string> names = {};
    // Objects: any member may exist, so each name that is no feature is a member. If an object has
    // a member with the name of a feature, the name means the member.
    bool are_members = false;
  };
  // Parses an expression. kUsage with the place, and the known names if a name is unknown.
  static Result<Filter> parse(std::string_view text);
  static Result<Filter> parse(std::string_view text, const Columns& columns);

  // For Features::create(): the features that the expression has, and a limit of the ratings with
  // which the expression is true for the same grids.
  std::span<const std::size_t> wanted() const;
  RaterOptions rater() const;
  // The columns that the expression has.
  std::span<const std::string> columns() const;

  // The text of column i of columns(), without outer blanks; empty if it has none. It is valid
  // until the next call.
  using Field = std::function<std::string_view(std::size_t)>;
  // True if the expression is true for the grid with which `features` was started. False if it is
  // false, or if it is unknown because a value is. After Features::set_stop() stopped a value, the
  // result has no meaning. REQUIRES: `features` has wanted(); `field` is set if there are columns.
  bool keeps(Features& features, const Field& field = {}) const;

 private:
  explicit Filter(std::shared_ptr<const features::Expression> expression);
  std::shared_ptr<const features::Expression> expression_;
};

}  // namespace dokumill
