// Features: the table of features, and how each is computed.
#include "dokumill/features.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text/format.hpp"
#include "base/text/lower_case.hpp"
#include "base/text/printable.hpp"
#include "dokumill/canon.hpp"
#include "engine/features/feature_table.hpp"
#include "engine/features/redundant_clues.hpp"
#include "engine/features/trial.hpp"

namespace dokumill {
namespace features {

struct Workspace {
  Workspace(Solver own_solver, const RaterOptions& rater_options)
      : solver(std::move(own_solver)), rater(rater_options) {}

  Solver solver;
  std::optional<Solver> reference;
  Rater rater;
  Canonizer canonizer;
  std::function<bool()> should_stop;
  bool is_stopped = false;

  Grid grid;
  // What is known about the grid.
  Singles singles;
  std::optional<bool> is_consistent;  // the singles find no contradiction
  std::optional<SolveResult> answer;
  std::optional<Rating> rating;
  RedundantClues redundant_clues;
  std::optional<std::uint64_t> redundant;
  std::optional<std::vector<std::vector<int>>> backdoor;
  std::string cells;  // a word
  std::string sets;   // a word

  void start(const Grid& next) {
    grid = next;
    is_consistent.reset();
    answer.reset();
    rating.reset();
    redundant.reset();
    backdoor.reset();
  }
  bool take_singles() {
    if (!is_consistent) is_consistent = singles.start(grid);
    return *is_consistent;
  }
  const SolveResult& solve() {
    if (!answer) {
      SolveResult result{};
      solver.solve({&grid, 1}, {&result, 1});
      answer = result;
    }
    return *answer;
  }
  GridKind outcome() {
    const bool is_full = solve().solutions == GridKind::kUnique && solve().solution == grid;
    return is_full ? GridKind::kComplete : solve().solutions;
  }
  const Rating& rate() {
    if (!rating) rating = rater.rate(grid);
    return *rating;
  }
  std::uint64_t count_redundant() {
    if (redundant) return *redundant;
    redundant = redundant_clues.count(grid, solver);
    return *redundant;
  }
  // The first backdoor; nullptr if there is none.
  const std::vector<int>* backdoor_cells() {
    if (!backdoor) backdoor = find_backdoors(singles, solve().solution, 1, should_stop);
    return backdoor->empty() ? nullptr : &backdoor->front();
  }
  std::uint64_t reference_guesses() {
    if (!reference) {
      reference.emplace(Solver::create("reference").value());
      reference->set_stop(should_stop);
    }
    const std::uint64_t before = reference->work().guesses;
    SolveResult result{};
    reference->solve({&grid, 1}, {&result, 1});
    return reference->work().guesses - before;
  }
};

namespace {

FeatureValue number(std::integral auto value) {
  return {.is_known = true, .number = static_cast<std::uint64_t>(value)};
}
FeatureValue word(std::string_view text, std::uint64_t code) {
  return {.is_known = true, .number = code, .word = text};
}
// A score that is lower than that of the hardest step so far does not depend on missing steps.
FeatureValue score(const Rating& rating, int tenths) {
  FeatureValue value = number(tenths);
  value.is_bound = !rating.is_exact && tenths == rating.score;
  return value;
}

FeatureValue level(Workspace& of) {
  const bool is_full = of.outcome() == GridKind::kComplete;
  const Level level = level_of(of.rate().score);
  return word(is_full ? name_of(GridKind::kComplete) : name_of(level),
              static_cast<std::uint64_t>(level));
}
FeatureValue hardest(Workspace& of) {
  const Rating& rating = of.rate();
  const bool is_known = rating.is_exact || rating.hardest == Technique::kNestedForcingChains;
  if (!is_known || of.outcome() == GridKind::kComplete) return {};
  return word(info_of(rating.hardest).name, static_cast<std::uint64_t>(rating.hardest));
}
FeatureValue backdoor(Workspace& of) {
  const auto* const cells = of.backdoor_cells();
  return number(cells != nullptr ? cells->size() : kMaxBackdoor + 1);
}
// Appends cells, such as r1c2 r3c4.
void append_cells(const std::vector<int>& cells, std::string& text) {
  std::string_view before;
  for (const int index : cells) {
    text += std::exchange(before, " ");
    text += format_text("r{}c{}", Cell(index).row() + 1, Cell(index).column() + 1);
  }
}
FeatureValue backdoor_cells(Workspace& of) {
  const auto* const cells = of.backdoor_cells();
  if (cells == nullptr) return {};
  std::uint64_t code = 0;
  for (const int index : *cells) {
    const Cell cell(index);
    code = code * 100 + static_cast<std::uint64_t>((cell.row() + 1) * 10 + cell.column() + 1);
  }
  of.cells.clear();
  append_cells(*cells, of.cells);
  return word(of.cells, code);
}
FeatureValue backdoors(Workspace& of) {
  const auto sets = find_backdoors(of.singles, of.solve().solution, SIZE_MAX, of.should_stop);
  if (sets.empty()) return {};
  of.sets.clear();
  std::string_view before;
  for (const std::vector<int>& cells : sets) {
    of.sets += std::exchange(before, "; ");
    append_cells(cells, of.sets);
  }
  return word(of.sets, sets.size());
}

// The symmetries of the square that map the cells with clues to each other. The groups that they
// can form, in the order of the numbers of the feature.
struct Group {
  std::string_view name;
  std::array<bool, 6> has;  // in the order of kMaps
};
constexpr Cell (*kMaps[])(Cell) = {
    [](Cell cell) { return Cell::at(8 - cell.row(), 8 - cell.column()); },
    [](Cell cell) { return Cell::at(cell.column(), 8 - cell.row()); },
    [](Cell cell) { return Cell::at(8 - cell.row(), cell.column()); },
    [](Cell cell) { return Cell::at(cell.row(), 8 - cell.column()); },
    [](Cell cell) { return Cell::at(cell.column(), cell.row()); },
    [](Cell cell) { return Cell::at(8 - cell.column(), 8 - cell.row()); },
};
constexpr Group kGroups[] = {
    {"none", {}},
    {"rotational", {true}},
    {"quarter", {true, true}},
    {"horizontal", {false, false, true}},
    {"vertical", {false, false, false, true}},
    {"mirrors", {true, false, true, true}},
    {"diagonal", {false, false, false, false, true}},
    {"antidiagonal", {false, false, false, false, false, true}},
    {"diagonals", {true, false, false, false, true, true}},
    {"full", {true, true, true, true, true, true}},
};
FeatureValue symmetry(Workspace& of) {
  std::array<bool, std::size(kMaps)> has{};
  for (std::size_t i = 0; i < has.size(); ++i) {
    has[i] = true;
    for (int cell = 0; cell < kCells && has[i]; ++cell) {
      const int other = kMaps[i](Cell(cell)).index();
      has[i] = (of.grid.cells[cell] == 0) == (of.grid.cells[other] == 0);
    }
  }
  const auto group = std::ranges::find(kGroups, has, &Group::has);
  return word(group->name, static_cast<std::uint64_t>(group - kGroups));
}
FeatureValue symmetry_word(std::string_view text) {
  const auto found = std::ranges::find(kGroups, text, &Group::name);
  if (found == std::end(kGroups)) return {};
  return word(found->name, static_cast<std::uint64_t>(found - kGroups));
}

FeatureValue outcome_word(std::string_view text) {
  for (const GridKind kind :
       {GridKind::kUnsolvable, GridKind::kUnique, GridKind::kMultiple, GridKind::kComplete}) {
    if (name_of(kind) == text) return word(name_of(kind), static_cast<std::uint64_t>(kind));
  }
  return {};
}
FeatureValue level_word(std::string_view text) {
  if (text == name_of(GridKind::kComplete)) {
    return word(name_of(GridKind::kComplete), static_cast<std::uint64_t>(Level::kEasy));
  }
  const auto found = std::ranges::find(levels(), text, &LevelInfo::name);
  if (found == levels().end()) return {};
  return word(found->name, static_cast<std::uint64_t>(found - levels().begin()));
}
FeatureValue technique_word(std::string_view text) {
  const auto found = technique_named(text);
  if (!found) return {};
  return word(info_of(*found).name, static_cast<std::uint64_t>(*found));
}

// What a grid must have so that it has the feature: nothing; singles that find no contradiction;
// exactly one solution. kRating: the same, and the feature is made from the rating.
enum class Needs : std::uint8_t { kGrid, kSingles, kOneSolution, kRating };

struct Row {
  FeatureInfo info;
  Needs needs;
  int cost_us;  // see cost_of()
  FeatureValue (*value)(Workspace& of);
  FeatureValue (*word)(std::string_view text) = nullptr;  // kWord
  bool has_large_numbers = false;                         // kNumber
};

using enum FeatureKind;

// New features come last. A feature is one row.
constexpr Row kRows[] = {
    {{"outcome", kWord, "how many solutions the grid has: unique, multiple or none; or complete"},
     Needs::kGrid,
     1,
     [](Workspace& of) {
       return word(name_of(of.outcome()), static_cast<std::uint64_t>(of.outcome()));
     },
     outcome_word},
    {{"clues", kNumber, "the given digits"},
     Needs::kGrid,
     0,
     [](Workspace& of) { return number(count_clues(of.grid)); }},
    {{"candidates", kNumber, "the candidates of the empty cells that no clue excludes"},
     Needs::kSingles,
     1,
     [](Workspace& of) {
       Singles givens;
       givens.place_givens(of.grid);
       return number(givens.count_candidates());
     }},
    {{"clues_after_singles", kNumber, "the digits that are set when no single is left"},
     Needs::kSingles,
     1,
     [](Workspace& of) { return number(of.singles.set_cells().count()); }},
    {{"candidates_after_singles", kNumber, "the candidates of the empty cells then"},
     Needs::kSingles,
     1,
     [](Workspace& of) { return number(of.singles.count_candidates()); }},
    {{"minimal", kNumber, "1 if each clue is needed for the only solution, otherwise 0"},
     Needs::kOneSolution,
     20,
     [](Workspace& of) { return number(of.count_redundant() == 0 ? 1 : 0); }},
    {{"redundant_clues", kNumber, "the clues of which any single one can be removed"},
     Needs::kOneSolution,
     20,
     [](Workspace& of) { return number(of.count_redundant()); }},
    {{"automorphisms", kNumber, "the symmetries that map the grid to itself, with other digits"},
     Needs::kGrid,
     10,
     [](Workspace& of) { return number(of.canonizer.canonize(of.grid).automorphisms); }},
    {{"guesses_reference", kNumber, "the guesses of the engine reference"},
     Needs::kOneSolution,
     5,
     [](Workspace& of) { return number(of.reference_guesses()); },
     nullptr,
     true},
    {{"backdoor", kNumber,
      "the fewest cells whose digits let singles solve the puzzle; 4: 4 or more"},
     Needs::kOneSolution,
     30,
     backdoor},
    {{"backdoor_cells", kWord, "the first of the smallest sets of such cells, such as r1c2 r3c4"},
     Needs::kOneSolution,
     30,
     backdoor_cells},
    {{"depth", kNumber, "the depth of trial and error that solves the puzzle; 3: 3 or more"},
     Needs::kOneSolution,
     40,
     [](Workspace& of) { return number(trial_depth(of.singles, of.should_stop)); }},
    {{"er", kTenths, "the score of the hardest step (Sudoku Explainer 1.2.1)"},
     Needs::kRating,
     100,
     [](Workspace& of) { return score(of.rate(), of.rate().score); }},
    {{"ep", kTenths, "the highest score of the steps up to the first placed digit"},
     Needs::kRating,
     100,
     [](Workspace& of) { return score(of.rate(), of.rate().pearl); }},
    {{"ed", kTenths, "the score of the first step"},
     Needs::kRating,
     100,
     [](Workspace& of) { return score(of.rate(), of.rate().diamond); }},
    {{"level", kWord, "the level of er: easy, medium, hard, expert or extreme; or complete"},
     Needs::kRating,
     100,
     level,
     level_word},
    {{"hardest", kWord, "the technique of the hardest step"},
     Needs::kRating,
     100,
     hardest,
     technique_word},
    {{"obstacles", kNumber, "the unbroken runs of steps that are no singles"},
     Needs::kRating,
     130,
     [](Workspace& of) { return number(of.rate().obstacles); }},
    {{"exact", kNumber, "1 if the rating is exact, 0 if its scores are lower bounds"},
     Needs::kRating,
     100,
     [](Workspace& of) { return number(of.rate().is_exact ? 1 : 0); }},
    {{"class", kNumber, "the number of the class of the solution (canon.hpp)"},
     Needs::kOneSolution,
     1000,
     [](Workspace& of) {
       const std::uint64_t found = class_of(of.solve().solution).number;
       return found != 0 ? number(found) : FeatureValue();
     },
     nullptr,
     true},
    {{"symmetry", kWord, "the symmetry of the cells with clues: none, rotational, ..., full"},
     Needs::kGrid,
     0,
     symmetry,
     symmetry_word},
    {{"backdoors", kWord, "all of the smallest sets of backdoor_cells, such as r1c2; r3c4"},
     Needs::kOneSolution,
     300,
     backdoors},
};
constexpr auto kInfos = [] {
  std::array<FeatureInfo, std::size(kRows)> infos{};
  for (std::size_t i = 0; i < infos.size(); ++i) infos[i] = kRows[i].info;
  return infos;
}();

bool has(Workspace& of, Needs needs) {
  if (needs == Needs::kGrid) return true;
  if (needs == Needs::kSingles) return of.take_singles();
  // The singles of a puzzle with a solution find no contradiction.
  return of.solve().solutions == GridKind::kUnique &&
         (needs == Needs::kRating || of.take_singles());
}

}  // namespace

int cost_of(std::size_t feature) {
  return kRows[feature].cost_us;
}

bool has_large_numbers(std::size_t feature) {
  return kRows[feature].has_large_numbers;
}

bool has_known_words(std::size_t feature) {
  return kRows[feature].word != nullptr;
}

FeatureValue word_of(std::size_t feature, std::string_view text) {
  return has_known_words(feature) ? kRows[feature].word(text) : word(text, 0);
}

}  // namespace features

std::span<const FeatureInfo> known_features() {
  return features::kInfos;
}

std::optional<std::size_t> feature_named(std::string_view name) {
  const auto& infos = features::kInfos;
  const auto found = std::ranges::find(infos, name, &FeatureInfo::name);
  if (found == infos.end()) return std::nullopt;
  return static_cast<std::size_t>(found - infos.begin());
}

Result<std::vector<std::size_t>> parse_features(std::string_view names) {
  std::vector<std::size_t> wanted;
  const auto refuse = [](const std::string& what) {
    return Status(ErrorCode::kUsage, "columns: " + what, "columns");
  };
  const auto unknown = [&refuse](std::string_view name) {
    std::string known;
    for (const FeatureInfo& info : features::kInfos) known.append(info.name).append(", ");
    return refuse(format_text("expected one of {}got '{}'", known, printable(name)));
  };
  for (std::size_t begin = 0, end = 0; end != names.size(); begin = end + 1) {
    end = std::min(names.find(',', begin), names.size());
    std::string_view name = names.substr(begin, end - begin);
    while (name.starts_with(' ')) name.remove_prefix(1);
    while (name.ends_with(' ')) name.remove_suffix(1);
    const std::optional<std::size_t> feature = feature_named(name);
    if (!feature) return unknown(name);
    if (std::ranges::find(wanted, *feature) != wanted.end())
      return refuse(format_text("'{}' is named twice", name));
    wanted.push_back(*feature);
  }
  if (wanted.empty()) return unknown("");
  return wanted;
}

bool need_rating(std::span<const std::size_t> wanted) {
  return std::ranges::any_of(wanted, [](std::size_t feature) {
    return features::kRows[feature].needs == features::Needs::kRating;
  });
}

Features::Features(std::unique_ptr<features::Workspace> workspace)
    : workspace_(std::move(workspace)) {}
Features::Features(Features&&) noexcept = default;
Features& Features::operator=(Features&&) noexcept = default;
Features::~Features() = default;

Result<Features> Features::create(std::span<const std::size_t> wanted, std::string_view engine,
                                  const RaterOptions& rater) {
  Result<Solver> solver = Solver::create(engine);
  if (!solver.ok()) return solver.status();
  RaterOptions options = rater;
  options.counts_obstacles =
      std::ranges::find(wanted, feature_named("obstacles").value()) != wanted.end();
  return Features(std::make_unique<features::Workspace>(*std::move(solver), options));
}

void Features::set_stop(std::function<bool()> should_stop) {
  features::Workspace& of = *workspace_;
  of.is_stopped = false;
  of.should_stop = {};
  if (should_stop) {
    of.should_stop = [&of, user = std::move(should_stop)] {
      return of.is_stopped = of.is_stopped || user();
    };
  }
  of.solver.set_stop(of.should_stop);
  of.rater.set_stop(of.should_stop);
  of.canonizer.set_stop(of.should_stop);
  if (of.reference) of.reference->set_stop(of.should_stop);
}

bool Features::is_stopped() const {
  return workspace_->is_stopped;
}

void Features::expect(std::span<const Grid> grids) {
  workspace_->redundant_clues.expect(grids);
}

void Features::start(const Grid& grid) {
  workspace_->start(grid);
}

void Features::start(const Grid& grid, const SolveResult& answer) {
  workspace_->start(grid);
  workspace_->answer = answer;
}

FeatureValue Features::value(std::size_t feature) {
  const features::Row& row = features::kRows[feature];
  if (!features::has(*workspace_, row.needs)) return {};
  return row.value(*workspace_);
}

const Rating* Features::rating() {
  const bool is_rated = workspace_->solve().solutions == GridKind::kUnique;
  return is_rated ? &workspace_->rate() : nullptr;
}

}  // namespace dokumill
