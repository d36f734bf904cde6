// The functions of dokumill/dokumill.h for answers: their scores, and how they are read from texts.
#include "dokumill/score.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/c/call.hpp"

namespace {

using namespace dokumill;
using namespace dokumill::capi;

static_assert(sizeof(dokumill_score_result) == 32 && sizeof(AnswerScore) == 32);
static_assert(offsetof(AnswerScore, share) == offsetof(dokumill_score_result, share));
static_assert(offsetof(AnswerScore, order) == offsetof(dokumill_score_result, order));
static_assert(offsetof(AnswerScore, kind) == offsetof(dokumill_score_result, kind));
static_assert(offsetof(AnswerScore, exact) == offsetof(dokumill_score_result, exact));
static_assert(offsetof(AnswerScore, cells) == offsetof(dokumill_score_result, cells));
static_assert(offsetof(AnswerScore, empty) == offsetof(dokumill_score_result, empty));
static_assert(offsetof(AnswerScore, rows) == offsetof(dokumill_score_result, rows));
static_assert(offsetof(AnswerScore, columns) == offsetof(dokumill_score_result, columns));
static_assert(offsetof(AnswerScore, boxes) == offsetof(dokumill_score_result, boxes));
static_assert(offsetof(AnswerScore, givens) == offsetof(dokumill_score_result, givens));
static_assert(offsetof(AnswerScore, blank) == offsetof(dokumill_score_result, blank));

static_assert(static_cast<int>(AnswerForm::kNone) == DOKUMILL_NO_BOARD);
static_assert(static_cast<int>(AnswerForm::kPartial) == DOKUMILL_PARTIAL);
static_assert(static_cast<int>(AnswerForm::kRows) == DOKUMILL_ROWS);
static_assert(static_cast<int>(AnswerForm::kLine) == DOKUMILL_LINE);

}  // namespace

extern "C" {

int dokumill_score(const uint8_t* puzzles, size_t puzzle_count, const uint8_t* answers,
                   size_t count, const uint8_t* solutions, const uint8_t* orders,
                   dokumill_score_result* scores, const dokumill_options* options) {
  return guarded([&]() -> Status {
    CallOptions call;
    Status status = call.read(options, Sizes::kAll);
    if (status.ok()) {
      status = check_arrays({input("puzzles", puzzles, puzzle_count, call.cells()),
                             input("answers", answers, count, call.cells()),
                             optional(input("solutions", solutions, puzzle_count, call.cells())),
                             optional(input("orders", orders, puzzle_count, call.cells())),
                             result("scores", scores, count)});
    }
    if (!status.ok()) return status;
    if (call.shape() && orders != nullptr && count != 0) {
      return {ErrorCode::kUsage, "orders: they are for 9x9 only"};
    }
    if (call.shape()) {
      return score_many(*call.shape(), call.cells_at(puzzles, puzzle_count),
                        call.cells_at(answers, count), items_at<AnswerScore>(scores, count),
                        call.cells_at(solutions, puzzle_count), call.many());
    }
    return score_many(
        grids_at(puzzles, puzzle_count), grids_at(answers, count),
        items_at<AnswerScore>(scores, count), grids_at(solutions, puzzle_count),
        {reinterpret_cast<const FillOrder*>(orders), orders != nullptr ? puzzle_count : 0},
        call.many());
  });
}

int dokumill_read_answers(const char* text, const uint64_t* ends, size_t count, uint8_t* grids,
                          uint8_t* forms, int64_t* offsets, const dokumill_options* options) {
  return guarded([&]() -> Status {
    CallOptions call;
    Status status = call.read(options, Sizes::kAll);
    if (status.ok()) {
      status = check_arrays(
          {input("ends", ends, count), result("grids", grids, count, call.cells()),
           optional(result("forms", forms, count)), optional(result("offsets", offsets, count))});
    }
    if (!status.ok()) return status;
    std::uint64_t begin = 0;
    for (std::size_t i = 0; i < count; begin = ends[i++]) {
      if (ends[i] >= begin) continue;
      return {ErrorCode::kUsage, "ends[" + std::to_string(i) + "]: is less than the one before"};
    }
    status = check_arrays({input("text", text, begin), result("grids", grids, count, call.cells()),
                           optional(result("forms", forms, count)),
                           optional(result("offsets", offsets, count))});
    if (!status.ok()) return status;
    const Shape shape = call.shape().value_or(Shape{3, 3});
    // In parts, so that the memory does not grow with the number of texts.
    constexpr std::size_t kPart = std::size_t{1} << 16;
    std::vector<std::string_view> texts(std::min(count, kPart));
    std::vector<TextAnswer> answers(texts.size());
    begin = 0;
    for (std::size_t first = 0; first < count; first += kPart) {
      const std::size_t size = std::min(kPart, count - first);
      for (std::size_t i = 0; i < size; begin = ends[first + i++]) {
        const std::size_t length = ends[first + i] - begin;
        texts[i] = length == 0 ? std::string_view() : std::string_view(text + begin, length);
      }
      status = read_answers_many(std::span(texts).first(size), std::span(answers).first(size),
                                 call.many(), shape);
      if (!status.ok()) return status;
      for (std::size_t i = 0; i < size; ++i) {
        const TextAnswer& answer = answers[i];
        std::copy_n(answer.grid.cells.begin(), call.cells(), grids + (first + i) * call.cells());
        if (forms != nullptr) forms[first + i] = static_cast<std::uint8_t>(answer.form);
        const bool is_found = answer.form != AnswerForm::kNone;
        if (offsets != nullptr) {
          offsets[first + i] = is_found ? static_cast<std::int64_t>(answer.offset) : -1;
        }
      }
    }
    return {};
  });
}

}  // extern "C"
