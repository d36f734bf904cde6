// Aligned pair and aligned triplet exclusion.
//
// A combination of digits for two or three cells is impossible if two of the cells are peers and
// have the same digit. It is also impossible if another cell (an excluder) sees all cells of the
// combination and would have no candidate left. A candidate that is in no possible combination is
// removed.
#include "engine/explainer/patterns/finders.hpp"

namespace dokumill::explainer {
namespace {

struct Base {
  int cell;
  CellSet excluders;  // for pairs: peers with 2 candidates; for triplets: with 2 or 3
};

class Exclusion {
 public:
  Exclusion(const Board& board, int size, Hint& hint) : board_(board), hint_(hint), size_(size) {}

  // Searches only combinations of the given cells.
  bool run(CellSet cells) {
    collect(cells);
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
  void collect(CellSet cells) {
    const CellSet single = board_.single_cells();
    CellSet few = board_.bivalue_cells();
    if (size_ == 3) few |= board_.trivalue_cells();
    cells.for_each([&](int cell) {
      if (board_.count(cell) < 2) return;
      const CellSet excluders = peers_of(cell) & few;
      if (!(peers_of(cell) & single).empty() || excluders.empty()) return;
      index_[cell] = count_;
      bases_[count_++] = {cell, excluders};
      is_base_.add(cell);
    });
  }

  // The third cell is an excluder of the first or the second cell. The excluders of the first cell
  // are tried first.
  bool find_third(int first, int second, CellSet common) {
    CellSet done;
    done.add(cells_[0]);
    done.add(cells_[1]);
    for (const int from : {first, second}) {
      const CellSet left = (bases_[from].excluders & is_base_) - done;
      const bool found = left.any_of([&](int cell) {
        const CellSet all = common & bases_[index_[cell]].excluders;
        cells_[2] = cell;
        return has_two(all) && find(all);
      });
      if (found) return true;
      done |= left;
    }
    return false;
  }

  void prepare(CellSet excluders) {
    triples_ = 0;
    for (unsigned& digits : excluded_with_) digits = 0;
    excluders.for_each([&](int cell) {
      const unsigned set = board_.candidates(cell);
      if (count9(set) == 3) {
        triple_[triples_++] = set;
        return;
      }
      for_each_bit(set, [&](int digit) { excluded_with_[digit] |= set & ~(1U << digit); });
    });
    for (int i = 0; i < size_; ++i) {
      candidates_[i] = board_.candidates(cells_[i]);
      for (int j = 0; j < size_; ++j) is_apart_[i][j] = i != j && are_peers(cells_[i], cells_[j]);
    }
  }

  // The candidates that each of the cells loses.
  std::array<unsigned, 3> gone_with(CellSet excluders) {
    prepare(excluders);
    std::array<unsigned, 3> gone{};
    for (int i = 0; i < size_; ++i) {
      for_each_bit(candidates_[i], [&](int digit) {
        if (!has_combination(i, digit)) gone[i] |= 1U << digit;
      });
    }
    return gone;
  }

  bool find(CellSet excluders) {
    const std::array<unsigned, 3> gone = gone_with(excluders);
    if ((gone[0] | gone[1] | gone[2]) == 0) return false;
    // The pattern has only excluders that the step needs.
    CellSet needed = excluders;
    excluders.for_each([&](int cell) {
      CellSet fewer = needed;
      fewer.remove(cell);
      if (gone_with(fewer) == gone) needed = fewer;
    });
    needed.for_each([&](int cell) { hint_.pattern.add_other(cell); });
    for (int i = 0; i < size_; ++i) {
      hint_.pattern.add_cell(cells_[i]);
      hint_.add_candidates(board_, cells_[i], gone[i]);
    }
    return hint_.remove(size_ == 2 ? Technique::kAlignedPairExclusion
                                   : Technique::kAlignedTripletExclusion);
  }

  // Returns true if a possible combination has this digit in cells_[i].
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
  // These members describe the excluders that all cells of cells_ have in common.
  // excluded_with_[d]: a set of digits, as bits. A digit e is in the set if an excluder has just
  // the candidates d and e. Then d and e are not possible together. triple_: the candidates of each
  // excluder that has three candidates.
  unsigned excluded_with_[9] = {};
  unsigned triple_[20] = {};
  int triples_ = 0;
  int count_ = 0;
  std::array<Base, kCells> bases_;
  std::array<int, kCells> index_{};
  CellSet is_base_;
};

// Returns the cells of all pairs of which one cell may lose a candidate. Takes each candidate of
// each cell, and tests all second cells at once. A second cell fits if none of its candidates is
// possible together with the candidate of the first cell. Two different digits are not possible
// together if a peer of both cells has just these two candidates. The same digit is not possible
// twice if the two cells see each other. One peer is not enough: without its other digit, the
// second cell would have only the same digit left, and would be a peer of this kind itself.
CellSet cells_of_pairs(const Board& board) {
  CellSet places[kDigits];
  CellSet open;
  for (int digit = 0; digit < kDigits; ++digit) {
    places[digit] = board.cells_with(digit);
    open |= places[digit];
  }
  const CellSet bivalue = board.bivalue_cells();
  CellSet found;
  for (int digit = 0; digit < kDigits; ++digit) {
    const CellSet with_digit = bivalue & places[digit];
    places[digit].for_each([&](int cell) {
      const CellSet excluders = with_digit & peers_of(cell);
      if (!has_two(excluders)) return;
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
      if (!fits.empty()) found |= fits | CellSet::of(cell);
    });
  }
  return found;
}

// Finds the triplets of cells x, y and z of which x loses a digit d. A necessary condition is
// tested for all cells y at once. Then the exact condition is tested for the remaining pairs of y
// and z. In what follows, "beside d" means: if x has the digit d. The search, which has to find the
// first triplet in its own order, then needs to visit only the cells of these triplets.
//
// We say that z loses the digit f "after y" if each digit that y may have beside d excludes f. In
// this test, the cells that see x and y count as if they also saw z. So the test may accept too
// many cells, but it misses no step. A pair of y and z fits if z loses all its digits after y, and
// y loses all its digits after z.
//
// Let rest(y) be the digits that y keeps beside d if only cells with two candidates exclude digits.
// If rest(y) is empty for some cell y, test() adds all cells, and the search decides. Otherwise,
// suppose that y and z make x lose d. Let f be a digit of rest(z) other than d. No cell with just
// the candidates d and f sees all three cells, because f is in rest(z). So for each digit e of
// rest(y) other than f, an excluder makes e and f impossible together. This means that y is in
// fits_[f]. In the same way, z is in fits_[e] for a digit e of rest(y) other than d. So a cell z is
// dropped if rest(z) has a digit f other than d, and no cell y is in fits_[f].
//
// If rest(z) is just d, then rest(y) is just d, too, because no cell makes d impossible together
// with another digit e of rest(y). The cell y has a second candidate g, which it lost because of a
// cell with the candidates d and g. So y is in fits_[g]. In the same way, z is in some fits_[g].
//
// With this rule about dropped cells, 364,000 cells y remain instead of 523,000, in 118,000 calls
// of test() for 4,000 minimal puzzles. Also tried, without a gain: counting the excluders before
// each digit is tested; requiring for each x that at most two digits of y are in no excluder (all
// 14,600 cells x of 1,500 minimal puzzles pass); sets of excluders for each pair of digits in the
// exact test (1 % slower).
//
// Also tried, without a gain: repeating the rule in test() until no cell is dropped (125 ms
// instead of 119 ms for the 106 puzzles with ratings from 8.2 to 8.4).
//
// With this test, 12 of the 844 searches for triplets in 4,000 minimal puzzles remain, and 9 of
// these 12 find a step.
class TripletTest {
 public:
  explicit TripletTest(const Board& board)
      : board_(board), bivalue_(board.bivalue_cells()), trivalue_(board.trivalue_cells()) {
    for (int digit = 0; digit < kDigits; ++digit) {
      places_[digit] = board.cells_with(digit);
      open_ |= places_[digit];
    }
    for (std::size_t f = 0; f < kDigits; ++f) excluded_[f][f] = open_;
  }

  // Returns the cells of all such triplets, and possibly other cells.
  CellSet cells() {
    open_.for_each([&](int cell) {
      if (has_two((bivalue_ | trivalue_) & peers_of(cell))) test(cell);
    });
    return found_;
  }

 private:
  void test(int x) {
    CellSet once;
    seen_twice_ = CellSet();
    ((bivalue_ | trivalue_) & peers_of(x)).for_each([&](int cell) {
      seen_twice_ |= once & peers_of(cell);
      once |= peers_of(cell);
    });
    seen_twice_.remove(x);
    if (!has_two(seen_twice_)) return;
    undo_to(0);
    (bivalue_ & peers_of(x)).for_each([&](int cell) {
      const unsigned set = board_.candidates(cell);
      exclude(set, peers_of(cell));
    });
    const std::size_t by_two = changed_;
    const CellSet triples = trivalue_ & peers_of(x);
    for_each_bit(board_.candidates(x), [&](int digit) {
      const CellSet with_digit = triples & places_[digit];
      with_digit.for_each(
          [&](int cell) { exclude(board_.candidates(cell) & ~(1U << digit), peers_of(cell)); });
      test(x, digit);
      undo_to(by_two);
    });
  }

  void exclude(unsigned pair, CellSet seen) {
    const auto e = static_cast<std::size_t>(first_bit(pair));
    const auto f = static_cast<std::size_t>(second_bit(pair));
    changes_[changed_++] = {e, f, excluded_[e][f]};
    excluded_[e][f] = excluded_[f][e] = excluded_[e][f] | seen;
  }
  void undo_to(std::size_t count) {
    while (changed_ > count) {
      const Change& last = changes_[--changed_];
      excluded_[last.e][last.f] = excluded_[last.f][last.e] = last.before;
    }
  }

  // Adds x and the cells that make x lose the digit. REQUIRES: `excluded_` is set for x and the
  // digit.
  void test(int x, int digit) {
    const auto d = static_cast<std::size_t>(digit);
    // [e]: the cells that cannot have e beside d
    std::array<CellSet, kDigits> without;
    for (std::size_t e = 0; e < kDigits; ++e) {
      without[e] = (open_ - places_[e]) | (e == d ? peers_of(x) : excluded_[d][e]);
    }
    CellSet empty = open_;  // the cells that cannot have any digit beside d
    for (const CellSet cells : without) empty &= cells;
    if (!empty.empty()) found_ = open_;
    CellSet fitting;
    for (std::size_t f = 0; f < kDigits; ++f) {
      if (f == d) {
        left_[f] = open_;
        continue;
      }
      CellSet fits = open_;
#pragma GCC unroll 9
      for (std::size_t e = 0; e < kDigits; ++e) {
        fits &= without[e] | excluded_[e][f];
      }
      left_[f] = fits | excluded_[d][f];
      fits_[f] = fits;
      fitting |= fits;
    }
    fitting &= seen_twice_;
    if (!has_two(fitting)) return;
    // For each digit f that a cell keeps, the other cell must be in fits_[f].
    for (std::size_t f = 0; f < kDigits; ++f) {
      if (f != d && (fits_[f] & fitting).empty()) fitting &= without[f];
    }
    if (has_two(fitting)) test_pairs(x, digit, fitting);
  }

  // Takes the pairs of the cells that fit each other and pass the exact test.
  void test_pairs(int x, int digit, CellSet cells) {
    const CellSet excluders = (bivalue_ | trivalue_) & peers_of(x);
    const unsigned others = kAllDigits & ~(1U << digit);
    const CellSet keeping = places_[digit] - peers_of(x);  // may have the digit if x has it
    CellSet done;
    cells.for_each([&](int z) {
      CellSet fitting = keeping.has(z) ? done & keeping : done;
      for_each_bit(board_.candidates(z) & others, [&](int f) { fitting &= left_[f]; });
      done.add(z);
      fitting.for_each([&](int y) {
        if (keeping.has(y) && !keeping.has(z)) return;
        bool fits = true;
        for_each_bit(board_.candidates(y) & others, [&](int f) { fits = fits && left_[f].has(z); });
        if (!fits) return;
        const CellSet all = excluders & peers_of(y) & peers_of(z);
        if (!has_two(all) || !loses(x, y, z, digit, all)) return;
        for (const int cell : {x, y, z}) found_.add(cell);
      });
    });
  }

  // The exact condition: whether x loses the digit. `excluders`: those that see all three cells.
  bool loses(int x, int y, int z, int digit, CellSet excluders) const {
    const unsigned d = 1U << digit;
    unsigned beside = 0;  // the digits that are not possible beside d
    unsigned pairs[20];   // two digits each that are not possible together beside d
    int count = 0;
    excluders.for_each([&](int cell) {
      const unsigned set = board_.candidates(cell);
      const unsigned others = set & ~d;
      if ((others & (others - 1)) == 0) {
        beside |= others;
      } else if (count9(others) == 2) {
        pairs[count++] = others;
      }
    });
    const unsigned of_y = board_.candidates(y) & ~beside & ~(are_peers(x, y) ? d : 0U);
    const unsigned of_z = board_.candidates(z) & ~beside & ~(are_peers(x, z) ? d : 0U);
    const bool is_apart = are_peers(y, z);
    for (unsigned left = of_y; left != 0; left &= left - 1) {
      const unsigned e = left & (0U - left);
      unsigned possible = is_apart ? of_z & ~e : of_z;
      for (int i = 0; i < count; ++i) {
        if ((pairs[i] & e) != 0) possible &= ~pairs[i] | e;
      }
      if (possible != 0) return false;
    }
    return true;
  }

  const Board& board_;
  const CellSet bivalue_;
  const CellSet trivalue_;
  CellSet places_[kDigits];
  CellSet open_;
  CellSet found_;
  // The cells that see at least two excluders. An excluder is a peer of x with two or three
  // candidates.
  CellSet seen_twice_;
  // [e][f]: the cells that see a peer of x with just the candidates e and f. While a digit d of x
  // is tested, also the cells that see a peer of x with just the candidates d, e and f. [f][f]: all
  // open cells.
  std::array<std::array<CellSet, kDigits>, kDigits> excluded_;
  struct Change {
    std::size_t e;
    std::size_t f;
    CellSet before;
  };
  std::array<Change, 20> changes_;  // the changes of excluded_, at most one for each peer of x
  std::size_t changed_ = 0;
  std::array<CellSet, kDigits> fits_;  // [f]: cells whose digits beside d, except f, all exclude f
  std::array<CellSet, kDigits> left_;  // [f]: cells y after which z loses f; [d]: all open cells
};

}  // namespace

bool find_aligned_exclusion(const Board& board, int size, Hint& hint) {
  const CellSet cells = size == 2 ? cells_of_pairs(board) : TripletTest(board).cells();
  return !cells.empty() && Exclusion(board, size, hint).run(cells);
}

bool search_aligned_exclusion(const Board& board, int size, Hint& hint) {
  return Exclusion(board, size, hint).run(CellSet(solver::kAllCells));
}

}  // namespace dokumill::explainer
