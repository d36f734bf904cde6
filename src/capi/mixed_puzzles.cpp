// dokumill_mixed_puzzles() of dokumill/dokumill.h.
#include <string>
#include <vector>

#include "capi/call.hpp"
#include "capi/constraints.hpp"
#include "dokumill/many.hpp"

namespace {

using namespace dokumill;
using namespace dokumill::capi;

Status read_parts(const dokumill_constraints* const* parts, const uint64_t* shares,
                  std::size_t part_count, std::vector<PuzzlePart>& into) {
  if (part_count > kMostParts) {
    return {ErrorCode::kUsage, "part_count: expected 1 to " + std::to_string(kMostParts) +
                                   ", got " + std::to_string(part_count)};
  }
  Status status =
      check_arrays({input("parts", parts, part_count), input("shares", shares, part_count)});
  for (std::size_t i = 0; status.ok() && i < part_count; ++i) {
    into.push_back({{shares[i]}, {}});
    status = read_constraints(parts[i], into.back().constraints);
    if (!status.ok()) {
      return {status.code(), "parts[" + std::to_string(i) + "]: " + status.message()};
    }
  }
  return status;
}

}  // namespace

extern "C" {

int dokumill_mixed_puzzles(const dokumill_constraints* const* parts, const uint64_t* shares,
                           size_t part_count, uint64_t seed, uint64_t start, size_t count,
                           uint8_t* puzzles, uint8_t* solutions, dokumill_rating* ratings,
                           uint8_t* part_numbers, size_t* made, const dokumill_options* options) {
  return guarded([&]() -> Status {
    CallOptions call;
    std::vector<PuzzlePart> wanted;
    Status status = call.read(options);
    if (status.ok()) status = read_parts(parts, shares, part_count, wanted);
    if (status.ok()) {
      status = check_arrays({result("puzzles", puzzles, count, kCells),
                             optional(result("solutions", solutions, count, kCells)),
                             optional(result("ratings", ratings, count)),
                             optional(result("part_numbers", part_numbers, count)),
                             optional(result("made", made, 1))});
    }
    if (!status.ok()) return status;
    std::size_t filled = 0;
    status = mixed_puzzles_many(wanted, seed, start, grids_at(puzzles, count),
                                grids_at(solutions, count), items_at<PuzzleRating>(ratings, count),
                                items_at<std::uint8_t>(part_numbers, count), filled, call.many());
    if (made != nullptr) *made = filled;
    return status;
  });
}

}  // extern "C"
