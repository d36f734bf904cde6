// Takes the place of sized_many.cpp in builds without other sizes than 9x9.
#include "dokumill/sized_many.hpp"

namespace dokumill {
namespace {

Status only_9x9() {
  return {ErrorCode::kUnsupported, "this build works on puzzles of 9x9 only"};
}
using Cells = std::span<const std::uint8_t>;
using Places = std::span<std::uint8_t>;
using Numbers = std::span<std::uint64_t>;

}  // namespace

Status solve_many(Shape, Cells, Places, std::span<GridKind>, const ManyOptions&) {
  return only_9x9();
}
Status count_many(Shape, Cells, Numbers, std::uint64_t, const ManyOptions&) {
  return only_9x9();
}
Status check_many(Shape, Cells, std::span<GridKind>, Places, const ManyOptions&) {
  return only_9x9();
}
Status canonize_many(Shape, Cells, Places, std::span<std::uint32_t>, const ManyOptions&) {
  return only_9x9();
}
Status first_of_equal(Shape, Cells, Numbers, const ManyOptions&) {
  return only_9x9();
}
Status score_many(Shape, Cells, Cells, std::span<AnswerScore>, Cells, const ManyOptions&) {
  return only_9x9();
}
Status boards_many(Shape, const BoardSource&, std::uint64_t, Places, const ManyOptions&) {
  return only_9x9();
}
Status puzzles_many(Shape, const PuzzleConstraints&, std::uint64_t, std::uint64_t, Places, Places,
                    std::size_t&, const ManyOptions&) {
  return only_9x9();
}

}  // namespace dokumill
