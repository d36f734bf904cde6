#include "engine/solver/branch.hpp"

#include <array>
#include <cstring>

namespace dokumill::solver {
namespace {

using BandBits = std::array<std::uint32_t, 4>;

// Converts each list of cells to a bitboard. The lists are the peers of each cell, or the cells of
// each house.
template <class Lists>
constexpr auto bitboards_of(const Lists& lists) {
  std::array<BandBits, std::tuple_size_v<Lists>> boards{};
  for (std::size_t i = 0; i < lists.size(); ++i) {
    for (const int cell : lists[i]) boards[i][cell / kBandCells] |= 1U << cell % kBandCells;
  }
  return boards;
}
constexpr auto kPeerBits = bitboards_of(kPeerCells);
constexpr auto kHouseBits = bitboards_of(kHouseCells);

Bands load(const BandBits& bits) {
  Bands bands;
  std::memcpy(&bands, bits.data(), sizeof bands);
  return bands;
}

// The number of bits in each byte.
Bands byte_popcounts(Bands bits) {
  bits -= bits >> 1 & 0x55555555U;
  bits = (bits & 0x33333333U) + (bits >> 2 & 0x33333333U);
  return (bits + (bits >> 4)) & 0x0F0F0F0FU;
}

// The sum of all bytes. REQUIRES: the sum is at most 255.
int sum_of_bytes(Bands bytes) {
  using Halves = std::uint64_t __attribute__((vector_size(16)));
  const Halves halves = reinterpret_cast<Halves>(bytes);
  return static_cast<int>((halves[0] + halves[1]) * 0x0101010101010101ULL >> 56);
}

int popcount(Bands bits) {
  return sum_of_bytes(byte_popcounts(bits));
}

// Calls `use(cell)` for every cell of the set in ascending order.
template <class Use>
void for_each_cell(Bands cells, Use use) {
  for (int band = 0; band < 3; ++band) {
    for (std::uint32_t bits = cells[band]; bits != 0; bits &= bits - 1) {
      use(band * kBandCells + __builtin_ctz(bits));
    }
  }
}

int first_cell(Bands cells) {
  const int band = cells[0] != 0 ? 0 : cells[1] != 0 ? 1 : 2;
  return band * kBandCells + __builtin_ctz(cells[band]);
}

int smallest_digit(const Candidates& node, int cell) {
  for (int d = 0; d < kDigits; ++d) {
    if (has(node.places[d], cell)) return d + 1;
  }
  return kDigits;
}

// Chooses the bivalue cell (a cell with two candidates) that affects its peers most. Each of its
// two digits scores one point for every peer in which the digit is a candidate. If the peer is
// bivalue, the digit scores three points instead, because the peer may become a single at once. The
// score is at most 120, which is 2 x 20 x 3.
//
// Compared with the first bivalue cell, this choice halves the guesses per puzzle: from 134 to 70
// for hardest.txt, and from 1.05 to 0.59 for 17-clue puzzles. The scoring costs a fifth of the
// time. Other scores were worse for hardest.txt: with one point per candidate, a puzzle takes 82
// guesses; with one point per candidate in a bivalue peer, 93.
Branch best_bivalue_cell(const Candidates& node, Bands bivalue) {
  Bands of_digit[kDigits];
  for (int d = 0; d < kDigits; ++d) of_digit[d] = node.places[d] & bivalue;
  Branch best{};
  int best_score = -1;
  for (int low = 0; low < kDigits; ++low) {
    for (int high = low + 1; high < kDigits; ++high) {
      for_each_cell(of_digit[low] & of_digit[high], [&](int cell) {
        const Bands peers = load(kPeerBits[cell]);
        const Bands touched =
            byte_popcounts(node.places[low] & peers) + byte_popcounts(node.places[high] & peers);
        const Bands singles =
            byte_popcounts(of_digit[low] & peers) + byte_popcounts(of_digit[high] & peers);
        const int score = sum_of_bytes(touched + 2 * singles);
        if (score > best_score) {
          best_score = score;
          best = {cell, low + 1};
        }
      });
    }
  }
  return best;
}

// Chooses the branch of a node without a bivalue cell. If a digit has only two places in a house,
// the branch is this digit in the first of these two places. Otherwise the branch is a candidate of
// the smallest choice: the cell with the fewest candidates, or the digit with the fewest places in
// a house.
//
// Digits are checked in order and the first of equal choices wins, so the search stays with one
// digit while this digit has few places. If a cell has as many candidates as a digit has places in
// a house, the cell wins. If the clues use few different digits, this tie-break needs the fewest
// guesses at worst (docs/kernels/one-puzzle.md).
Branch smallest_cell_or_house(const Candidates& node, Bands open_cells) {
  int smallest = kDigits + 1;
  Branch best{};
  for (int d = 0; d < kDigits; ++d) {
    for (const BandBits& house : kHouseBits) {
      const Bands places = node.places[d] & load(house);
      const int size = popcount(places);
      if (size < 2 || size >= smallest) continue;
      smallest = size;
      best = {first_cell(places), d + 1};
      if (size == 2) return best;
    }
  }
  int fewest = kDigits + 1;
  for_each_cell(open_cells, [&](int cell) {
    int size = 0;
    for (const Bands places : node.places) size += has(places, cell);
    if (size > smallest || size >= fewest) return;
    fewest = size;
    best = {cell, smallest_digit(node, cell)};
  });
  return best;
}

}  // namespace

Branch smallest_choice(const Candidates& node) {
  const CellCounts at_least = count_candidates(node);
  const Bands bivalue = at_least.two & ~at_least.three;
  if (any(bivalue)) return best_bivalue_cell(node, bivalue);
  return smallest_cell_or_house(node, at_least.two);
}

Branch first_in_cell_order(const Candidates& node) {
  const int cell = first_cell(count_candidates(node).two);
  return {cell, smallest_digit(node, cell)};
}

}  // namespace dokumill::solver
