// The functions of dokumill/dokumill.h that make grids.
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "bindings/c/call.hpp"
#include "dokumill/boards.hpp"
#include "dokumill/datasets.hpp"
#include "dokumill/many.hpp"
#include "dokumill/puzzles.hpp"

namespace {

using namespace dokumill;
using namespace dokumill::capi;

static_assert(static_cast<int>(BoardFamily::kSequence) == DOKUMILL_SEQUENCE);
static_assert(static_cast<int>(BoardFamily::kClassic) == DOKUMILL_CLASSIC);
static_assert(static_cast<int>(BoardFamily::kWide) == DOKUMILL_WIDE);
static_assert(static_cast<int>(BoardFamily::kRandom) == DOKUMILL_RANDOM);
static_assert(static_cast<int>(BoardFamily::kClasses) == DOKUMILL_CLASSES);
static_assert(static_cast<int>(Symmetry::kRotational) == DOKUMILL_ROTATIONAL);
static_assert(static_cast<int>(Symmetry::kHorizontal) == DOKUMILL_HORIZONTAL);
static_assert(static_cast<int>(Symmetry::kVertical) == DOKUMILL_VERTICAL);
static_assert(static_cast<int>(Symmetry::kDiagonal) == DOKUMILL_DIAGONAL);
static_assert(static_cast<int>(Symmetry::kFull) == DOKUMILL_FULL);

Status read_source(const dokumill_board_source* source, BoardSource& into) {
  dokumill_board_source given = DOKUMILL_BOARD_SOURCE_INIT;
  Status status = copy_struct(source, "source", sizeof(dokumill_board_source), given);
  if (status.ok()) status = check_member("family", given.family, 0, DOKUMILL_CLASSES);
  if (status.ok()) status = check_member("first_digit", given.first_digit, 1, kDigits);
  if (!status.ok()) return status;
  into = {static_cast<BoardFamily>(given.family), Digit(given.first_digit), given.seed};
  return {};
}

Status read_goal(const dokumill_constraints& given, PuzzleConstraints& into) {
  Status status = check_member("lowest_score", given.lowest_score, 0, kMostScore);
  if (status.ok()) {
    status = check_member("highest_score", given.highest_score, 0, kMostScore);
  }
  if (status.ok()) {
    status = check_member("hardest_technique", given.hardest_technique, 0, kTechniques);
  }
  if (status.ok()) {
    status = check_member("fewest_obstacles", given.fewest_obstacles, 0, kMostObstacles);
  }
  if (status.ok()) {
    status = check_member("most_obstacles", given.most_obstacles, -1, kMostObstacles);
  }
  if (!status.ok()) return status;
  const bool has_range = given.lowest_score != 0 || given.highest_score != 0;
  if (has_range || given.hardest_technique != 0) into.rating.emplace();
  if (has_range) {
    into.rating->lowest = given.lowest_score;
    into.rating->highest = given.highest_score;
  }
  if (given.hardest_technique != 0) {
    into.rating->hardest = static_cast<Technique>(given.hardest_technique - 1);
  }
  if (given.most_obstacles >= 0) into.obstacles = {given.fewest_obstacles, given.most_obstacles};
  return {};
}

Status read_split(const dokumill_constraints& given, PuzzleConstraints& into) {
  Status status = check_member("split", given.split, DOKUMILL_NO_SPLIT, DOKUMILL_TEST);
  if (status.ok() && given.split_share > Share::kWhole) {
    status = {ErrorCode::kUsage, "split_share: expected 0 to " + std::to_string(Share::kWhole) +
                                     ", got " + std::to_string(given.split_share)};
  }
  if (status.ok() && given.split != DOKUMILL_NO_SPLIT) {
    into.split = {given.split == DOKUMILL_TEST, {given.split_share}, given.split_seed};
  }
  return status;
}

// kUsage for a structure of a wrong size or with a member outside its range. `cells`: of a grid.
// `into` has no constraints before the call.
Status read_constraints(const dokumill_constraints* constraints, std::size_t cells,
                        PuzzleConstraints& into) {
  dokumill_constraints given = DOKUMILL_CONSTRAINTS_INIT;
  Status status =
      copy_struct(constraints, "constraints", offsetof(dokumill_constraints, pattern), given);
  const auto most = static_cast<std::int64_t>(cells);
  if (status.ok()) status = check_member("fewest_clues", given.fewest_clues, 0, most);
  if (status.ok()) status = check_member("most_clues", given.most_clues, 0, most);
  if (status.ok()) status = check_member("minimal", given.minimal, 0, 1);
  if (status.ok()) status = check_member("symmetry", given.symmetry, 0, DOKUMILL_FULL);
  if (status.ok()) status = check_member("level", given.level, -1, DOKUMILL_EXTREME);
  if (status.ok()) status = check_member("empty_in_each_box", given.empty_in_each_box, 0, 9);
  if (status.ok()) status = check_member("any_solutions", given.any_solutions, 0, 1);
  if (status.ok()) {
    status = check_member("max_tries", given.max_tries, 0, std::int64_t{1} << 31);
  }
  if (status.ok()) status = check_member("solutions", given.solutions, 0, kMostSolutions);
  if (status.ok()) {
    status = check_member("fewest_solutions", given.fewest_solutions, 0, kMostSolutions);
  }
  if (status.ok()) status = read_split(given, into);
  if (status.ok()) status = read_goal(given, into);
  if (!status.ok()) return status;
  if (given.fewest_clues != 0 || given.most_clues != 0) {
    into.clues = {given.fewest_clues, given.most_clues};
  }
  into.minimal = given.minimal != 0;
  into.symmetry = static_cast<Symmetry>(given.symmetry);
  if (given.level != DOKUMILL_ANY_LEVEL) into.difficulty = static_cast<Level>(given.level);
  into.empty_in_each_box = given.empty_in_each_box;
  into.unique = given.any_solutions == 0;
  if (given.max_tries != 0) into.max_tries = given.max_tries;
  if (given.pattern != nullptr) into.pattern.emplace();  // which is refused for other sizes
  for (std::size_t cell = 0; into.pattern && cells == kCells && cell < kCells; ++cell) {
    (*into.pattern)[cell] = given.pattern[cell] != 0;
  }
  if (given.solutions != 0) into.solutions = given.solutions;
  into.fewest_solutions = static_cast<std::uint32_t>(given.fewest_solutions);
  return {};
}

Status read_parts(const dokumill_constraints* const* parts, const uint64_t* shares,
                  std::size_t part_count, std::size_t cells, std::vector<PuzzlePart>& into) {
  if (part_count > kMostParts) {
    return {ErrorCode::kUsage, "part_count: expected 1 to " + std::to_string(kMostParts) +
                                   ", got " + std::to_string(part_count)};
  }
  Status status =
      check_arrays({input("parts", parts, part_count), input("shares", shares, part_count)});
  for (std::size_t i = 0; status.ok() && i < part_count; ++i) {
    into.push_back({{shares[i]}, {}});
    status = read_constraints(parts[i], cells, into.back().constraints);
    if (!status.ok()) {
      return {status.code(), "parts[" + std::to_string(i) + "]: " + status.message()};
    }
  }
  return status;
}

// The arrays of dokumill_puzzles().
struct PuzzleArrays {
  uint8_t* puzzles;
  uint8_t* solutions;
  dokumill_rating* ratings;
};

// dokumill_puzzles() for another size than 9x9.
Status make_sized(const CallOptions& call, PuzzleConstraints wanted, uint64_t seed, uint64_t start,
                  const PuzzleArrays& arrays, std::size_t count, std::size_t& made) {
  wanted.with_rating = arrays.ratings != nullptr;  // which is refused
  return puzzles_many(*call.shape(), wanted, seed, start, call.cells_at(arrays.puzzles, count),
                      call.cells_at(arrays.solutions, count), made, call.many());
}

}  // namespace

extern "C" {

int dokumill_augment(const uint8_t* puzzles, const uint8_t* solutions, size_t count, uint64_t times,
                     uint64_t seed, uint64_t first_number, uint8_t* images,
                     uint8_t* solution_images, const dokumill_options* options) {
  return guarded([&]() -> Status {
    CallOptions call;
    Status status = call.read(options);
    if (!status.ok()) return status;
    if (times < 1 || times > kMostImages) {
      return {ErrorCode::kUsage, "times: expected 1 to " + std::to_string(kMostImages) + ", got " +
                                     std::to_string(times)};
    }
    if (count > std::numeric_limits<std::size_t>::max() / times) {
      return {ErrorCode::kUsage, "images: larger than the address space"};
    }
    const std::size_t image_count = count * static_cast<std::size_t>(times);
    if (count != 0 && (solutions == nullptr) != (solution_images == nullptr)) {
      return {ErrorCode::kUsage, "solutions and solution_images: set both or none"};
    }
    status =
        check_arrays({input("puzzles", puzzles, count, kCells),
                      optional(input("solutions", solutions, count, kCells)),
                      result("images", images, image_count, kCells),
                      optional(result("solution_images", solution_images, image_count, kCells))});
    if (!status.ok()) return status;
    return augment_many(grids_at(puzzles, count), grids_at(solutions, count),
                        {seed, times, first_number}, grids_at(images, image_count),
                        grids_at(solution_images, image_count), call.many());
  });
}

int dokumill_class_boards(const uint64_t* numbers, size_t count, uint8_t* boards,
                          const dokumill_options* options) {
  return guarded([&]() -> Status {
    CallOptions call;
    Status status = call.read(options);
    if (status.ok()) {
      status =
          check_arrays({input("numbers", numbers, count), result("boards", boards, count, kCells)});
    }
    if (!status.ok()) return status;
    return class_boards_many({numbers, numbers != nullptr ? count : 0}, grids_at(boards, count),
                             call.many());
  });
}

uint64_t dokumill_family_size(int32_t family) {
  if (family < DOKUMILL_SEQUENCE || family > DOKUMILL_CLASSES) return 0;
  return family_size(static_cast<BoardFamily>(family));
}

int dokumill_boards(const dokumill_board_source* source, uint64_t start, size_t count,
                    uint8_t* boards, const dokumill_options* options) {
  return guarded([&]() -> Status {
    CallOptions call;
    BoardSource wanted;
    Status status = call.read(options, Sizes::kAll);
    if (status.ok()) status = read_source(source, wanted);
    if (status.ok()) status = check_arrays({result("boards", boards, count, call.cells())});
    if (!status.ok()) return status;
    if (call.shape()) {
      return boards_many(*call.shape(), wanted, start, call.cells_at(boards, count), call.many());
    }
    return boards_many(wanted, start, grids_at(boards, count), call.many());
  });
}

int dokumill_puzzles(const dokumill_constraints* constraints, uint64_t seed, uint64_t start,
                     size_t count, uint8_t* puzzles, uint8_t* solutions, dokumill_rating* ratings,
                     size_t* made, const dokumill_options* options) {
  return guarded([&]() -> Status {
    CallOptions call;
    PuzzleConstraints wanted;
    Status status = call.read(options, Sizes::kAll);
    if (status.ok()) status = read_constraints(constraints, call.cells(), wanted);
    if (status.ok()) {
      status = check_arrays({result("puzzles", puzzles, count, call.cells()),
                             optional(result("solutions", solutions, count, call.cells())),
                             optional(result("ratings", ratings, count)),
                             optional(result("made", made, 1))});
    }
    if (!status.ok()) return status;
    std::size_t filled = 0;
    if (call.shape()) {
      status = make_sized(call, wanted, seed, start, {puzzles, solutions, ratings}, count, filled);
    } else {
      status =
          puzzles_many(wanted, seed, start, grids_at(puzzles, count), grids_at(solutions, count),
                       items_at<PuzzleRating>(ratings, count), filled, call.many());
    }
    if (made != nullptr) *made = filled;
    return status;
  });
}

int dokumill_mixed_puzzles(const dokumill_constraints* const* parts, const uint64_t* shares,
                           size_t part_count, uint64_t seed, uint64_t start, size_t count,
                           uint8_t* puzzles, uint8_t* solutions, dokumill_rating* ratings,
                           uint8_t* part_numbers, size_t* made, const dokumill_options* options) {
  return guarded([&]() -> Status {
    CallOptions call;
    std::vector<PuzzlePart> wanted;
    Status status = call.read(options, Sizes::kAll);
    if (status.ok()) status = read_parts(parts, shares, part_count, call.cells(), wanted);
    if (status.ok()) {
      status = check_arrays({result("puzzles", puzzles, count, call.cells()),
                             optional(result("solutions", solutions, count, call.cells())),
                             optional(result("ratings", ratings, count)),
                             optional(result("part_numbers", part_numbers, count)),
                             optional(result("made", made, 1))});
    }
    if (!status.ok()) return status;
    std::size_t filled = 0;
    if (call.shape() && part_count != 1) {
      status = {ErrorCode::kUsage, "part_count: mixtures are made of 9x9 only"};
    } else if (call.shape()) {
      status = make_sized(call, wanted.front().constraints, seed, start,
                          {puzzles, solutions, ratings}, count, filled);
      if (part_numbers != nullptr) std::fill_n(part_numbers, filled, std::uint8_t{0});
    } else {
      status =
          mixed_puzzles_many(wanted, seed, start, grids_at(puzzles, count),
                             grids_at(solutions, count), items_at<PuzzleRating>(ratings, count),
                             items_at<std::uint8_t>(part_numbers, count), filled, call.many());
    }
    if (made != nullptr) *made = filled;
    return status;
  });
}

int dokumill_unbiased_puzzles(uint64_t seed, uint64_t start, size_t count, uint8_t* puzzles,
                              uint8_t* solutions, uint64_t* weights, uint32_t* tries,
                              const dokumill_options* options) {
  return guarded([&]() -> Status {
    CallOptions call;
    Status status = call.read(options);
    if (status.ok()) {
      status = check_arrays({result("puzzles", puzzles, count, kCells),
                             optional(result("solutions", solutions, count, kCells)),
                             result("weights", weights, count),
                             optional(result("tries", tries, count))});
    }
    if (!status.ok()) return status;
    return unbiased_puzzles_many(seed, start, grids_at(puzzles, count), grids_at(solutions, count),
                                 items_at<std::uint64_t>(weights, count),
                                 items_at<std::uint32_t>(tries, count), call.many());
  });
}

}  // extern "C"
