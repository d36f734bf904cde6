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
    sets_ = 0;
    excluders.for_each([&](int cell) { set_[sets_++] = board_.candidates(cell); });
    for (int i = 0; i < size_; ++i) {
      candidates_[i] = board_.candidates(cells_[i]);
      possible_[i] = 0;
      for (int j = 0; j < size_; ++j) is_apart_[i][j] = i != j && are_peers(cells_[i], cells_[j]);
    }
    unsigned gone = 0;
    for (int i = 0; i < size_; ++i) {
      for_each_bit(candidates_[i], [&](int digit) {
        if ((possible_[i] >> digit & 1U) == 0 && !has_combination(i, 1U << digit)) gone = 1;
      });
    }
    if (gone == 0) return false;
    for (int i = 0; i < size_; ++i) hint_.add_candidates(board_, cells_[i], ~possible_[i]);
    return size_ == 2 ? hint_.remove(Se121Technique::kAlignedPairExclusion, 62)
                      : hint_.remove(Se121Technique::kAlignedTripletExclusion, 75);
  }

  // Looks for a possible combination with this digit in base cell i, and notes all its digits.
  bool has_combination(int i, unsigned digit) {
    const int j = i == 0 ? 1 : 0;
    const int k = i == 2 ? 1 : 2;
    for (unsigned left = candidates_[j] & ~(is_apart_[i][j] ? digit : 0U); left != 0;
         left &= left - 1) {
      const unsigned second = left & (0U - left);
      if (size_ == 2) {
        if (!is_possible(digit | second)) continue;
        possible_[i] |= digit;
        possible_[j] |= second;
        return true;
      }
      unsigned others = candidates_[k];
      if (is_apart_[i][k]) others &= ~digit;
      if (is_apart_[j][k]) others &= ~second;
      for (; others != 0; others &= others - 1) {
        const unsigned third = others & (0U - others);
        if (!is_possible(digit | second | third)) continue;
        possible_[i] |= digit;
        possible_[j] |= second;
        possible_[k] |= third;
        return true;
      }
    }
    return false;
  }

  bool is_possible(unsigned digits) const {
    for (int i = 0; i < sets_; ++i) {
      if ((set_[i] & ~digits) == 0) return false;
    }
    return true;
  }

  const Board& board_;
  Hint& hint_;
  const int size_;
  int cells_[3] = {};
  unsigned candidates_[3] = {};
  unsigned possible_[3] = {};  // digits of possible combinations
  bool is_apart_[3][3] = {};
  unsigned set_[20] = {};  // the candidates of the common excluders
  int sets_ = 0;
  int count_ = 0;
  std::array<Base, 81> bases_;
  std::array<int, 81> index_{};
  CellSet is_base_;
};

}  // namespace

bool find_aligned_exclusion(const Board& board, int size, Hint& hint) {
  return Exclusion(board, size, hint).run();
}

}  // namespace dokumill::logic::explainer
