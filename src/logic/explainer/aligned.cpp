// Aligned pair and aligned triplet exclusion.
//
// A combination of digits for two or three cells is impossible if peers would be equal, or if it
// leaves no candidate in a cell that all of them see. A candidate without a possible combination
// goes.
#include "logic/explainer/finders.hpp"

namespace dokumill::logic::explainer {
namespace {

struct Base {
  int cell;
  CellSet excluders;  // peers with two candidates, or with two and three
};

class Exclusion {
 public:
  Exclusion(const Board& board, int size, Hint& hint) : board_(board), hint_(hint), size_(size) {}

  bool run() {
    collect();
    if (count_ < size_) return false;
    for (int second = 1; second < count_; ++second) {
      for (int first = 0; first < second; ++first) {
        cells_[0] = bases_[first].cell;
        cells_[1] = bases_[second].cell;
        const CellSet common = bases_[first].excluders & bases_[second].excluders;
        if (!has_two(common)) continue;
        if (size_ == 2 ? find(common) : find_third(first, second, common)) return true;
      }
    }
    return false;
  }

 private:
  void collect() {
    CellSet few;
    CellSet single;
    for (int cell = 0; cell < kCells; ++cell) {
      const int count = board_.count(cell);
      if (count == 1) single.add(cell);
      if (count >= 2 && count <= size_) few.add(cell);
    }
    for (int cell = 0; cell < kCells; ++cell) {
      if (board_.count(cell) < 2) continue;
      const CellSet excluders = peers_of(cell) & few;
      if (!(peers_of(cell) & single).empty() || excluders.empty()) continue;
      index_[cell] = count_;
      bases_[count_++] = {cell, excluders};
      is_base_.add(cell);
    }
  }

  // The third cell is an excluder of one of the two: those of the first cell come first.
  bool find_third(int first, int second, CellSet common) {
    CellSet done;
    done.add(cells_[0]);
    done.add(cells_[1]);
    for (const int from : {first, second}) {
      const CellSet left = (bases_[from].excluders & is_base_) - done;
      bool found = false;
      left.for_each([&](int cell) {
        if (found) return;
        const CellSet all = common & bases_[index_[cell]].excluders;
        if (!has_two(all)) return;
        cells_[2] = cell;
        found = find(all);
      });
      if (found) return true;
      done |= left;
    }
    return false;
  }

  bool find(CellSet excluders) {
    triples_ = 0;
    for (unsigned& digits : excluded_with_) digits = 0;
    excluders.for_each([&](int cell) {
      const unsigned set = board_.candidates(cell);
      if (count9(set) == 3) {
        triple_[triples_++] = set;
        return;
      }
      for_each_bit(set, [&](int digit) {
        excluded_with_[static_cast<std::size_t>(digit)] |= set & ~(1U << digit);
      });
    });
    for (int i = 0; i < size_; ++i) {
      candidates_[i] = board_.candidates(cells_[i]);
      for (int j = 0; j < size_; ++j) is_apart_[i][j] = i != j && are_peers(cells_[i], cells_[j]);
    }
    unsigned gone[3] = {};
    for (int i = 0; i < size_; ++i) {
      for_each_bit(candidates_[i], [&](int digit) {
        if (!has_combination(i, digit)) gone[i] |= 1U << digit;
      });
    }
    if ((gone[0] | gone[1] | gone[2]) == 0) return false;
    for (int i = 0; i < size_; ++i) hint_.add_candidates(board_, cells_[i], gone[i]);
    return size_ == 2 ? hint_.remove(Se121Technique::kAlignedPairExclusion, 62)
                      : hint_.remove(Se121Technique::kAlignedTripletExclusion, 75);
  }

  // A possible combination with this digit in base cell i exists.
  bool has_combination(int i, int digit) const {
    const int j = i == 0 ? 1 : 0;
    const unsigned bit = 1U << digit;
    const unsigned second = candidates_[j] & ~excluded_with_[digit] & ~(is_apart_[i][j] ? bit : 0U);
    if (size_ == 2) return second != 0;
    const int k = i == 2 ? 1 : 2;
    const unsigned third = candidates_[k] & ~excluded_with_[digit] & ~(is_apart_[i][k] ? bit : 0U);
    for (unsigned left = second; left != 0; left &= left - 1) {
      const unsigned other = left & (0U - left);
      unsigned last = third & ~excluded_with_[first_bit(left)] & ~(is_apart_[j][k] ? other : 0U);
      for (int at = 0; at < triples_; ++at) {
        const unsigned rest = triple_[at] & ~(bit | other);
        if (bit != other && (rest & (rest - 1)) == 0) last &= ~rest;
      }
      if (last != 0) return true;
    }
    return false;
  }

  const Board& board_;
  Hint& hint_;
  const int size_;
  int cells_[3] = {};
  unsigned candidates_[3] = {};
  bool is_apart_[3][3] = {};
  // Of the common excluders: [digit]: the other digits of those with two candidates; those with three.
  unsigned excluded_with_[9] = {};
  unsigned triple_[20] = {};
  int triples_ = 0;
  int count_ = 0;
  std::array<Base, 81> bases_;
  std::array<int, 81> index_{};
  CellSet is_base_;
};

// Whether two cells exist of which one loses a candidate, for all second cells at once. A cell fits if
// each of its candidates is excluded together with the digit: by a peer of both cells that has just
// the two, or because both cells would have the digit.
bool may_exclude_pair(const Board& board) {
  CellSet places[kDigits];
  CellSet open;
  for (int digit = 0; digit < kDigits; ++digit) {
    places[digit] = board.cells_with(digit);
    open |= places[digit];
  }
  const CellSet bivalue = board.bivalue_cells();
  bool found = false;
  for (int digit = 0; digit < kDigits && !found; ++digit) {
    const CellSet with_digit = bivalue & places[digit];
    places[digit].for_each([&](int cell) {
      const CellSet excluders = with_digit & peers_of(cell);
      if (found || excluders.empty()) return;
      CellSet excluded[kDigits];
      excluded[digit] = peers_of(cell);
      excluders.for_each([&](int other) {
        excluded[first_bit(board.candidates(other) & ~(1U << digit))] |= peers_of(other);
      });
      CellSet fits = open;
      for (int second = 0; second < kDigits; ++second) {
        fits = fits - (places[second] - excluded[second]);
      }
      fits.remove(cell);
      found = !fits.empty();
    });
  }
  return found;
}

}  // namespace

bool find_aligned_exclusion(const Board& board, int size, Hint& hint) {
  if (size == 2 && !may_exclude_pair(board)) return false;
  return Exclusion(board, size, hint).run();
}

}  // namespace dokumill::logic::explainer
