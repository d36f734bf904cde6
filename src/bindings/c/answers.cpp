// The functions of dokumill/dokumill.h that answer questions about grids.
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "bindings/c/call.hpp"
#include "dokumill/boards.hpp"
#include "dokumill/canon.hpp"
#include "dokumill/explainer.hpp"
#include "dokumill/features.hpp"

namespace {

using namespace dokumill;
using namespace dokumill::capi;

static_assert(static_cast<int>(GridKind::kUnsolvable) == DOKUMILL_NONE);
static_assert(static_cast<int>(GridKind::kUnique) == DOKUMILL_UNIQUE);
static_assert(static_cast<int>(GridKind::kMultiple) == DOKUMILL_MULTIPLE);
static_assert(static_cast<int>(GridKind::kComplete) == DOKUMILL_COMPLETE);
static_assert(static_cast<int>(Level::kExtreme) == DOKUMILL_EXTREME);

static_assert(sizeof(FillOrder) == kCells && kNoOrder == DOKUMILL_NO_ORDER);

static_assert(sizeof(dokumill_rating) == 12);
static_assert(offsetof(PuzzleRating, score) == offsetof(dokumill_rating, er));
static_assert(offsetof(PuzzleRating, pearl) == offsetof(dokumill_rating, ep));
static_assert(offsetof(PuzzleRating, diamond) == offsetof(dokumill_rating, ed));
static_assert(offsetof(PuzzleRating, kind) == offsetof(dokumill_rating, kind));
static_assert(offsetof(PuzzleRating, level) == offsetof(dokumill_rating, level));
static_assert(offsetof(PuzzleRating, hardest) == offsetof(dokumill_rating, hardest));
static_assert(offsetof(PuzzleRating, clues) == offsetof(dokumill_rating, clues));
static_assert(offsetof(PuzzleRating, obstacles) == offsetof(dokumill_rating, obstacles));
static_assert(offsetof(PuzzleRating, is_exact) == offsetof(dokumill_rating, is_exact));

static_assert(static_cast<int>(Language::kEnglish) == DOKUMILL_ENGLISH - 1);
static_assert(static_cast<int>(Language::kChinese) == DOKUMILL_CHINESE - 1);

static_assert(kMissingFeature == DOKUMILL_MISSING);

static_assert(sizeof(dokumill_map) == 29);
static_assert(offsetof(CanonicalMap, rows) == offsetof(dokumill_map, rows));
static_assert(offsetof(CanonicalMap, columns) == offsetof(dokumill_map, columns));
static_assert(offsetof(CanonicalMap, digits) == offsetof(dokumill_map, digits));

static_assert(sizeof(dokumill_class) == 24);
static_assert(offsetof(BoardClass, number) == offsetof(dokumill_class, number));
static_assert(offsetof(BoardClass, bands) == offsetof(dokumill_class, bands));
static_assert(offsetof(BoardClass, automorphisms) == offsetof(dokumill_class, automorphisms));

Status read_rate_options(const dokumill_rate_options* options, RaterOptions& into) {
  dokumill_rate_options given = DOKUMILL_RATE_OPTIONS_INIT;
  Status status = copy_struct(options, "rate_options", sizeof(dokumill_rate_options), given);
  if (status.ok()) status = check_member("obstacles", given.obstacles, 0, 1);
  if (!status.ok()) return status;
  into.counts_obstacles = given.obstacles != 0;
  if (given.at_most != 0) into.at_most = given.at_most;  // rate_many() checks its range
  return {};
}

}  // namespace

extern "C" {

int dokumill_solve(const uint8_t* puzzles, size_t count, uint8_t* solutions, uint8_t* kinds,
                   const dokumill_options* options) {
  return guarded([&]() -> Status {
    CallOptions call;
    Status status = call.read(options, Sizes::kAll);
    if (status.ok()) {
      status = check_arrays(
          {input("puzzles", puzzles, count, call.cells()),
           optional(in_place_of(puzzles, result("solutions", solutions, count, call.cells()))),
           optional(result("kinds", kinds, count))});
    }
    if (!status.ok()) return status;
    if (call.shape()) {
      return solve_many(*call.shape(), call.cells_at(puzzles, count),
                        call.cells_at(solutions, count), items_at<GridKind>(kinds, count),
                        call.many());
    }
    return solve_many(grids_at(puzzles, count), grids_at(solutions, count),
                      items_at<GridKind>(kinds, count), call.many());
  });
}

int dokumill_count(const uint8_t* puzzles, size_t count, uint64_t* counts, uint64_t limit,
                   const dokumill_options* options) {
  return guarded([&]() -> Status {
    CallOptions call;
    Status status = call.read(options, Sizes::kAll);
    if (status.ok()) {
      status = check_arrays(
          {input("puzzles", puzzles, count, call.cells()), result("counts", counts, count)});
    }
    if (!status.ok()) return status;
    if (call.shape()) {
      return count_many(*call.shape(), call.cells_at(puzzles, count),
                        items_at<std::uint64_t>(counts, count), limit, call.many());
    }
    return count_many(grids_at(puzzles, count), items_at<std::uint64_t>(counts, count), limit,
                      call.many());
  });
}

int dokumill_solutions(const uint8_t* puzzles, size_t count, size_t limit, uint8_t* solutions,
                       uint64_t* counts, const dokumill_options* options) {
  return guarded([&]() -> Status {
    CallOptions call;
    Status status = call.read(options);
    if (!status.ok()) return status;
    if (limit != 0 && count > std::numeric_limits<std::size_t>::max() / limit) {
      return {ErrorCode::kUsage, "solutions: larger than the address space"};
    }
    status = check_arrays({input("puzzles", puzzles, count, kCells),
                           result("solutions", solutions, count * limit, kCells),
                           result("counts", counts, count)});
    if (!status.ok()) return status;
    return solutions_many(grids_at(puzzles, count), limit, grids_at(solutions, count * limit),
                          items_at<std::uint64_t>(counts, count), call.many());
  });
}

int dokumill_possible(const uint8_t* puzzles, size_t count, uint16_t* digits,
                      const dokumill_options* options) {
  return guarded([&]() -> Status {
    CallOptions call;
    Status status = call.read(options);
    if (status.ok()) {
      status = check_arrays(
          {input("puzzles", puzzles, count, kCells), result("digits", digits, count, kCells)});
    }
    if (!status.ok()) return status;
    const std::span<PossibleDigits> sets{reinterpret_cast<PossibleDigits*>(digits),
                                         digits != nullptr ? count : 0};
    return possible_many(grids_at(puzzles, count), sets, call.many());
  });
}

int dokumill_check(const uint8_t* grids, size_t count, uint8_t* kinds, uint8_t* minimal,
                   const dokumill_options* options) {
  return guarded([&]() -> Status {
    CallOptions call;
    Status status = call.read(options, Sizes::kAll);
    if (status.ok()) {
      status =
          check_arrays({input("grids", grids, count, call.cells()), result("kinds", kinds, count),
                        optional(result("minimal", minimal, count))});
    }
    if (!status.ok()) return status;
    if (call.shape()) {
      return check_many(*call.shape(), call.cells_at(grids, count),
                        items_at<GridKind>(kinds, count), items_at<std::uint8_t>(minimal, count),
                        call.many());
    }
    return check_many(grids_at(grids, count), items_at<GridKind>(kinds, count),
                      items_at<std::uint8_t>(minimal, count), call.many());
  });
}

int dokumill_rate(const uint8_t* puzzles, size_t count, dokumill_rating* ratings,
                  const dokumill_rate_options* rate_options, const dokumill_options* options) {
  return guarded([&]() -> Status {
    CallOptions call;
    RaterOptions rater;
    Status status = call.read(options);
    if (status.ok()) status = read_rate_options(rate_options, rater);
    if (status.ok()) {
      status = check_arrays(
          {input("puzzles", puzzles, count, kCells), result("ratings", ratings, count)});
    }
    if (!status.ok()) return status;
    return rate_many(grids_at(puzzles, count), items_at<PuzzleRating>(ratings, count), call.many(),
                     rater);
  });
}

int dokumill_features(const uint8_t* grids, size_t count, const char* columns, size_t column_count,
                      int64_t* values, const dokumill_options* options) {
  return guarded([&]() -> Status {
    CallOptions call;
    Status status = call.read(options);
    if (!status.ok()) return status;
    if (columns == nullptr) return {ErrorCode::kUsage, "columns: a null pointer"};
    const Result<std::vector<std::size_t>> wanted = parse_features(columns);
    if (!wanted.ok()) return wanted.status();
    if (wanted->size() != column_count) {
      return {ErrorCode::kUsage, "column_count: " + std::to_string(column_count) +
                                     ", but columns has " + std::to_string(wanted->size()) +
                                     " names"};
    }
    status = check_arrays(
        {input("grids", grids, count, kCells), result("values", values, count, column_count)});
    if (!status.ok()) return status;
    return features_many(grids_at(grids, count), *wanted,
                         {values, values != nullptr ? count * column_count : 0}, call.many());
  });
}

int dokumill_steps(const uint8_t* puzzles, size_t count, uint8_t* orders, uint8_t* kinds,
                   const dokumill_options* options) {
  return guarded([&]() -> Status {
    CallOptions call;
    Status status = call.read(options);
    if (status.ok()) {
      status = check_arrays({input("puzzles", puzzles, count, kCells),
                             result("orders", orders, count, kCells),
                             optional(result("kinds", kinds, count))});
    }
    if (!status.ok()) return status;
    return steps_many(grids_at(puzzles, count),
                      {reinterpret_cast<FillOrder*>(orders), orders != nullptr ? count : 0},
                      items_at<GridKind>(kinds, count), call.many());
  });
}

int dokumill_explain(const uint8_t* puzzle, int32_t language,
                     int (*use)(const char* step, void* context), void* context,
                     const dokumill_options* options) {
  return guarded([&]() -> Status {
    CallOptions call;
    Status status = call.read(options);
    if (status.ok()) {
      status = check_member("language", language, DOKUMILL_NO_SENTENCES, DOKUMILL_CHINESE);
    }
    if (status.ok()) status = check_arrays({input("puzzle", puzzle, 1, kCells)});
    if (!status.ok()) return status;
    if (use == nullptr) return {ErrorCode::kUsage, "use: a null pointer"};
    GridKind solutions{};
    status = solve_many(grids_at(puzzle, 1), {}, {&solutions, 1}, call.many());
    if (!status.ok()) return status;
    if (solutions != GridKind::kUnique) {
      const char* found = solutions == GridKind::kMultiple ? "several" : "none";
      return {ErrorCode::kUsage, std::string("puzzle: expected one solution, found ") + found};
    }
    std::optional<Language> text;
    if (language != DOKUMILL_NO_SENTENCES) text = static_cast<Language>(language - 1);
    Explainer explainer;
    bool is_stopped = false;
    if (const auto& should_stop = call.many().should_stop) {
      explainer.set_stop([&] { return is_stopped = should_stop(); });
    }
    explainer.explain(grids_at(puzzle, 1).front(), [&](const Step& step) {
      return use(to_json(step, text).c_str(), context) == 0;
    });
    return is_stopped ? Status(ErrorCode::kInterrupted, "interrupted") : Status();
  });
}

int dokumill_unavoidable(const uint8_t* grids, size_t count, int32_t most_cells, uint32_t* counts,
                         uint8_t* sets, size_t room, size_t* total,
                         const dokumill_options* options) {
  return guarded([&]() -> Status {
    CallOptions call;
    Status status = call.read(options);
    if (status.ok()) {
      status = check_member("most_cells", most_cells, kLeastUnavoidable, kMostUnavoidable);
    }
    if (!status.ok()) return status;
    const auto sizes = static_cast<std::size_t>(most_cells) + 1;
    status = check_arrays(
        {input("grids", grids, count, kCells), result("counts", counts, count, sizes),
         optional(result("sets", sets, room, kCells)), optional(result("total", total, 1))});
    if (!status.ok()) return status;
    std::vector<std::vector<UnavoidableSet>> found(sets != nullptr ? count : 0);
    status = unavoidable_many(
        grids_at(grids, count), most_cells,
        items_at<std::uint32_t>(counts, counts != nullptr ? count * sizes : 0), found, call.many());
    if (!status.ok()) return status;
    std::size_t all = 0;
    for (std::size_t i = 0; i < count * sizes; ++i) all += counts[i];
    if (total != nullptr) *total = all;
    if (sets == nullptr) return {};
    if (all > room) {
      return {ErrorCode::kUsage,
              "sets: room for " + std::to_string(room) + " sets, found " + std::to_string(all)};
    }
    for (const std::vector<UnavoidableSet>& of_grid : found) {
      for (const UnavoidableSet& set : of_grid) {
        for (std::size_t cell = 0; cell < kCells; ++cell) *sets++ = set.cells[cell] ? 1 : 0;
      }
    }
    return {};
  });
}

int dokumill_canonize(const uint8_t* grids, size_t count, uint8_t* forms, dokumill_map* maps,
                      uint32_t* automorphisms, const dokumill_options* options) {
  return guarded([&]() -> Status {
    CallOptions call;
    Status status = call.read(options, Sizes::kAll);
    if (status.ok()) {
      status = check_arrays({input("grids", grids, count, call.cells()),
                             in_place_of(grids, result("forms", forms, count, call.cells())),
                             optional(result("maps", maps, count)),
                             optional(result("automorphisms", automorphisms, count))});
    }
    if (!status.ok()) return status;
    if (call.shape() && maps != nullptr && count != 0) {
      return {ErrorCode::kUsage, "maps: they are for 9x9 only"};
    }
    if (call.shape()) {
      return canonize_many(*call.shape(), call.cells_at(grids, count), call.cells_at(forms, count),
                           items_at<std::uint32_t>(automorphisms, count), call.many());
    }
    return canonize_many(grids_at(grids, count), grids_at(forms, count),
                         items_at<CanonicalMap>(maps, count),
                         items_at<std::uint32_t>(automorphisms, count), call.many());
  });
}

int dokumill_classes(const uint8_t* boards, size_t count, dokumill_class* classes,
                     const dokumill_options* options) {
  return guarded([&]() -> Status {
    CallOptions call;
    Status status = call.read(options);
    if (status.ok()) {
      status =
          check_arrays({input("boards", boards, count, kCells), result("classes", classes, count)});
    }
    if (!status.ok()) return status;
    return classes_many(grids_at(boards, count), items_at<BoardClass>(classes, count), call.many());
  });
}

int dokumill_first_of_equal(const uint8_t* grids, size_t count, uint64_t* first,
                            const dokumill_options* options) {
  return guarded([&]() -> Status {
    CallOptions call;
    Status status = call.read(options, Sizes::kAll);
    if (status.ok()) {
      status =
          check_arrays({input("grids", grids, count, call.cells()), result("first", first, count)});
    }
    if (!status.ok()) return status;
    if (call.shape()) {
      return first_of_equal(*call.shape(), call.cells_at(grids, count),
                            items_at<std::uint64_t>(first, count), call.many());
    }
    return first_of_equal(grids_at(grids, count), items_at<std::uint64_t>(first, count),
                          call.many());
  });
}

}  // extern "C"
