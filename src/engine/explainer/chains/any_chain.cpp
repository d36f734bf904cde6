#include "engine/explainer/chains/any_chain.hpp"

#include "engine/explainer/board/bit_rows.hpp"

namespace dokumill::explainer {

ChainEnds ends_of_chains(const Board& board, const Links& links) {
  ChainEnds ends;
  std::array<Word, kCells> in_cell;  // the candidates with partners, as bits
  std::array<std::array<Word, kDigits>, kHouses> in_house{};
  std::array<std::int16_t, 64> ids;              // [bit]: the candidate
  std::array<std::uint8_t, kCandidates> bit_of;  // of candidates with partners
  std::size_t count = 0;
  for (int cell = 0; cell < kCells; ++cell) {
    in_cell[cell] = 0;
    for (unsigned left = links.strong(cell); left != 0; left &= left - 1) {
      if (count == 64) {
        ends.add_all();
        return ends;
      }
      const int digit = first_bit(left);
      const Word bit = Word{1} << count;
      in_cell[cell] |= bit;
      for (const int house : kHousesOf[cell]) in_house[house][digit] |= bit;
      bit_of[cell * 9 + digit] = static_cast<std::uint8_t>(count);
      ids[count++] = static_cast<std::int16_t>(cell * 9 + digit);
    }
  }
  // The candidates with partners that are false if this candidate is true.
  const auto excluded_by = [&](int cell, int digit) {
    const auto& houses = kHousesOf[cell];
    return in_cell[cell] | in_house[houses[0]][digit] | in_house[houses[1]][digit] |
           in_house[houses[2]][digit];
  };
  std::array<Word, 64> after;  // the true candidates that follow if it is false, in one step
  for (std::size_t i = 0; i < count; ++i) {
    after[i] = 0;
    for (const int partner : links.of(ids[i])) after[i] |= Word{1} << bit_of[partner];
  }
  std::array<Word, 64> next;  // the true candidates that follow if it is true, in one step
  for (std::size_t i = 0; i < count; ++i) {
    const Word excluded = excluded_by(ids[i] / 9, ids[i] % 9) & ~(Word{1} << i);
    next[i] = Bits<1>{excluded}.union_of(after.data()).words[0];
  }
  std::array<Word, 64> trues;  // in any number of steps, and itself
  follow_all(count, next.data(), trues.data());
  std::array<Word, 64> if_false;  // the true candidates that follow, in any number of steps
  for (std::size_t i = 0; i < count; ++i) {
    if_false[i] = Bits<1>{after[i]}.union_of(trues.data()).words[0];
    if ((if_false[i] >> i & 1U) != 0) ends.add_proven(ids[i]);
  }
  for (int cell = 0; cell < kCells; ++cell) {
    for (unsigned left = board.candidates(cell); left != 0; left &= left - 1) {
      const int digit = first_bit(left);
      Word excluded = excluded_by(cell, digit);
      if ((links.strong(cell) >> digit & 1U) != 0) {
        excluded &= ~(Word{1} << bit_of[cell * 9 + digit]);
      }
      if ((Bits<1>{excluded}.union_of(if_false.data()).words[0] & excluded) != 0) {
        ends.add_refuted(cell * 9 + digit);
      }
    }
  }
  return ends;
}

}  // namespace dokumill::explainer
