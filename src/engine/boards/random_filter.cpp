#include "engine/boards/random_filter.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

#define DOKUMILL_AVX2 __attribute__((target("avx2")))

namespace dokumill::avx2 {
namespace {

using namespace boards;

// A map of the numbers 0..8 to themselves, in the first nine bytes.
struct alignas(16) Map {
  std::uint8_t of[16];
};

constexpr Map map_of(const std::array<std::uint8_t, 9>& numbers) {
  Map map{};
  for (unsigned i = 0; i < 9; ++i) map.of[i] = numbers[i];
  return map;
}
constexpr Map inverse_of(const std::array<std::uint8_t, 9>& numbers) {
  Map map{};
  for (unsigned i = 0; i < 9; ++i) map.of[numbers[i]] = static_cast<std::uint8_t>(i);
  return map;
}

struct SplitMaps {
  Map second, third, from_second, from_third;
};
constexpr std::array<SplitMaps, kSplits> kSplitMaps = [] {
  std::array<SplitMaps, kSplits> maps{};
  for (unsigned i = 0; i < kSplits; ++i) {
    maps[i] = {map_of(kSplit[i].second), map_of(kSplit[i].third), inverse_of(kSplit[i].second),
               inverse_of(kSplit[i].third)};
  }
  return maps;
}();

struct OrderMaps {
  Map rows, from_rows, from_columns;
};
constexpr std::array<OrderMaps, kOrders> kOrderMaps = [] {
  std::array<OrderMaps, kOrders> maps{};
  for (unsigned i = 0; i < kOrders; ++i) {
    maps[i] = {map_of(kPlacesOfRows[i]), inverse_of(kPlacesOfRows[i]),
               inverse_of(kPlacesOfColumns[i])};
  }
  return maps;
}();

constexpr Map kRowOfPlace = {{0, 1, 2, 0, 1, 2, 0, 1, 2}};

DOKUMILL_AVX2 inline __m128i load(const Map& map) {
  return _mm_load_si128(reinterpret_cast<const __m128i*>(map.of));
}
// Entry i of the result is entry then[i] of `first`.
DOKUMILL_AVX2 inline __m128i chain(__m128i first, __m128i then) {
  return _mm_shuffle_epi8(first, then);
}

// Does what rows_beside() in random_boards.cpp does, but represents a box by the row of each digit.
// left_rows: the row of each digit in the box to the left. digits: the digits of the new box, three
// for each column, from left to right. places: the inverse of `digits`. Returns the row of each
// digit in the new box.
//
// If a column has no possible order, its three digits all get row 0. In a box with three digits in
// each row, the row numbers of the nine digits add up to 9. Here they add up to less than 9. So in
// the third box of the band, they add up to more than 9 (third_rows()), and some row of that box
// has fewer than three digits. The try fails in step 5 or 6, which reads this row.
DOKUMILL_AVX2 inline __m128i rows_beside(__m128i left_rows, __m128i digits, __m128i places,
                                         unsigned choices) {
  const __m128i forbidden = chain(left_rows, digits);
  const auto low = static_cast<std::uint64_t>(_mm_cvtsi128_si64(forbidden));
  const auto last = static_cast<std::uint64_t>(_mm_extract_epi8(forbidden, 8));
  const std::uint64_t columns[3] = {low & 0xFFFFFF, low >> 24 & 0xFFFFFF, low >> 48 | last << 16};
  std::uint64_t lines[3];
  for (unsigned column = 0; column < 3; ++column) {
    // Byte 2 of the product is 9 * first + 3 * second + third.
    const std::uint64_t code = columns[column] * 0x090301U >> 16 & 0xFFU;
    const ThreeLines& ways = kAvoiding[code][choices >> column & 1U];
    lines[column] = ways.line[0] | ways.line[1] << 8 | ways.line[2] << 16;
  }
  const __m128i rows =
      _mm_set_epi64x(static_cast<long long>(lines[2] >> 16),
                     static_cast<long long>(lines[0] | lines[1] << 24 | lines[2] << 48));
  return chain(rows, places);
}

// The digits whose row is `row`.
DOKUMILL_AVX2 inline unsigned digits_in(__m128i rows, int row) {
  const __m128i are_in = _mm_cmpeq_epi8(rows, _mm_set1_epi8(static_cast<char>(row)));
  return static_cast<unsigned>(_mm_movemask_epi8(are_in)) & 0x1FFU;
}

// Returns the rows of the digits in the third of three boxes side by side. The three rows of a
// digit add up to 0 + 1 + 2.
DOKUMILL_AVX2 inline __m128i third_rows(__m128i first, __m128i second) {
  return _mm_sub_epi8(_mm_set1_epi8(3), _mm_add_epi8(first, second));
}

// Returns whether the try succeeds. The numbers of the steps are those of random_boards.hpp.
DOKUMILL_AVX2 bool gives_board(const BoardChoices& choices) {
  const auto [top, middle, rest] = choices;
  // 2. in2 and in3: the place of each digit in boxes 2 and 3
  const SplitMaps& top_split = kSplitMaps[top % kSplits];
  const OrderMaps& orders2 = kOrderMaps[top / kSplits % kOrders];
  const OrderMaps& orders3 = kOrderMaps[top / kSplits / kOrders];
  const __m128i in2 = chain(load(orders2.from_rows), load(top_split.from_second));
  const __m128i in3 = chain(load(orders3.from_rows), load(top_split.from_third));
  const __m128i box3 = chain(load(top_split.third), load(orders3.rows));
  // 3. the row of each digit in boxes 5 and 8
  const SplitMaps& stack2 = kSplitMaps[middle % kSplits];
  const OrderMaps& orders5 = kOrderMaps[middle / kSplits % kOrders];
  const OrderMaps& orders8 = kOrderMaps[middle / kSplits / kOrders];
  const __m128i row_of_place = load(kRowOfPlace);
  const __m128i rows5 =
      chain(row_of_place, chain(load(orders5.from_columns), chain(load(stack2.from_second), in2)));
  const __m128i rows8 =
      chain(row_of_place, chain(load(orders8.from_columns), chain(load(stack2.from_third), in2)));
  // 4. the row of each digit in boxes 6 and 9
  const SplitMaps& stack3 = kSplitMaps[rest >> 9];
  const __m128i rows6 = rows_beside(rows5, chain(box3, load(stack3.second)),
                                    chain(load(stack3.from_second), in3), rest);
  const __m128i rows9 = rows_beside(rows8, chain(box3, load(stack3.third)),
                                    chain(load(stack3.from_third), in3), rest >> 6);
  // 5. the columns of box 4
  const __m128i rows4 = third_rows(rows5, rows6);
  Sets columns4 = 0;
  bool is_possible = true;
  for (int row = 0; row < 3; ++row) {
    const Sets columns = kRowOfBox4[digits_in(rows4, row)][rest >> (3 + row) & 1U];
    is_possible &= columns != 0;
    columns4 |= columns;
  }
  // 6. box 7
  const __m128i rows7 = third_rows(rows8, rows9);
  const Sets columns7 = kAllSets ^ kBox1Columns ^ columns4;
  for (int row = 0; row < 3; ++row) {
    is_possible &= meets_all_columns(digits_in(rows7, row), columns7);
  }
  return is_possible;
}

}  // namespace
}  // namespace dokumill::avx2

#endif

namespace dokumill::boards {

bool may_give_board([[maybe_unused]] const BoardChoices& choices) {
#if defined(__x86_64__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  if (has_avx2) return avx2::gives_board(choices);
#endif
  return true;
}

}  // namespace dokumill::boards
