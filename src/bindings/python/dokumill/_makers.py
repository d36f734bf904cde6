"""The functions that make grids."""

from . import _library
from ._arguments import choice, ends, share as share_of, tenths
from ._grids import (
    ArrayGrids, ArrayNumbers, TextGrids, Numbers, grids_of, numpy_for, refuse_mask,
)
from ._library import LIBRARY, check as _check, make_options, unsigned
from ._names import TECHNIQUES
from ._results import Augmented, Puzzles, Unbiased, rated as _rated
from ._sizes import NINE, size_of

_MOST_GRIDS = 2**56  # more than memory can hold; the number of their bytes fits in 64 bits
_FAMILIES = {"sequence": 0, "classic": 1, "wide": 2, "random": 3, "classes": 4}
_SYMMETRIES = {
    "none": 0, "rotational": 1, "horizontal": 2, "vertical": 3, "diagonal": 4, "full": 5,
}
_LEVELS = {"easy": 0, "medium": 1, "hard": 2, "expert": 3, "extreme": 4}


def class_boards(numbers, *, as_text=False, threads=0):
    """Makes the canonical forms of the classes with these numbers.

    numbers: int values, 1 to 5472730538
    as_text: return a list of str
    Returns an array (N, 81) of uint8, or a list of str. Numbers that follow each other take less
    time than the 1 ms of any other number.

    >>> class_boards([5472730538], as_text=True)[0][:27]
    '123456789457893612986217354'
    """
    refuse_mask(numbers, "numbers", "use array.compressed(), which leaves out what is masked")
    values = [unsigned(number, "numbers", 5472730538, minimum=1) for number in numbers]
    buffer = (_library.ctypes.c_uint64 * len(values))(*values)
    made = _new_grids(len(values), as_text, None, "class_boards()")
    options = make_options(threads, "auto")
    _check(
        LIBRARY.dokumill_class_boards(
            _library.ctypes.addressof(buffer), len(values), made.address, options
        )
    )
    return made.result()


def augment(puzzles, times=1, *, solutions=None, seed=0, first_number=1, threads=0):
    """Makes random images of puzzles: exchanges rows, columns, bands, stacks and digits.

    times: the number of images of each puzzle, 1 to 1,000,000. The images of puzzle i begin at
        index i * times.
    solutions: grids of the same shape; each solution is changed in the same way as its puzzle
    seed: 0 to 2**64 - 1; another seed makes other images
    first_number: the number of the first puzzle. An image depends only on the seed, and on the
        number and the cells of its puzzle. So you can augment the parts of an array one by one.
        With 1, the images are those of the command `augment`.
    Returns Augmented.

    >>> images = augment(["1" + 80 * "."], times=3).puzzle
    >>> len(images), images[0].count("0")
    (3, 80)
    """
    given = grids_of(puzzles, "puzzles")
    times = unsigned(times, "times", 1_000_000, minimum=1)
    known = images = None
    if solutions is not None:
        known = grids_of(solutions, "solutions")
        if type(known) is not type(given) or known.count != given.count:
            raise ValueError("solutions: expected as many grids as puzzles, and of the same kind")
        images = known.new_grids(times)
    made = given.new_grids(times)
    options = make_options(threads, "auto")
    _check(
        LIBRARY.dokumill_augment(
            given.address, known and known.address, given.count, times, unsigned(seed, "seed"),
            unsigned(first_number, "first_number"), made.address, images and images.address,
            options,
        )
    )
    return Augmented(made.result(), images and images.result())


def boards(count, *, start=0, family="sequence", first_digit=1, seed=0, size=9, out=None,
           as_text=False, threads=0):
    """Makes the complete boards start, start + 1, ... of a family.

    family: "sequence", "classic", "wide", "random" or "classes"; board i of "classes" is the
        canonical form of class i + 1, see classes()
    first_digit: the digit at the top left, 1 to 9; "random" and "classes" ignore it
    seed: for "random": 0 to 2**64 - 1
    size: as for solve(); other sizes than 9 have the family "random", and 4 and 6 also "sequence":
        all of their boards
    out: an array (count, 81) for the boards
    as_text: return a list of str
    Returns an array (count, 81) of uint8. Board i of a family never changes.
    Raises ValueError if the family has fewer boards.

    >>> boards(1, as_text=True)[0][:27]
    '123456789456789123789123456'
    """
    size = size_of(size)
    count = unsigned(count, "count", _MOST_GRIDS)
    made = _new_grids(count, as_text, out, "boards()", size)
    source = _library.BoardSource(size=24)
    source.family = choice(family, _FAMILIES, "family")
    source.first_digit = unsigned(first_digit, "first_digit", 9, minimum=1)
    source.seed = unsigned(seed, "seed")
    options = make_options(threads, "auto", size)
    _check(
        LIBRARY.dokumill_boards(source, unsigned(start, "start"), count, made.address, options)
    )
    return made.result()


def puzzles(count, *, seed=0, start=0, clues=None, minimal=False, symmetry="none", level=None,
            rating=None, technique=None, obstacles=None, empty_in_each_box=0, pattern=None,
            solutions=1, any_solutions=False, max_tries=10_000, mix=None, split=None,
            test_share=0.1, split_seed=0, rated=False, size=9, as_text=False, threads=0,
            engine="auto"):
    """Makes the puzzles start, start + 1, ... of a seed.

    clues: a number, or a range (fewest, most), both included. With None, clues are removed until no
        other clue can be removed.
    minimal: only puzzles from which no single clue can be removed
    symmetry: "none", "rotational", "horizontal", "vertical", "diagonal" or "full"
    level: "easy", "medium", "hard", "expert", "extreme" or None
    rating: the rating (er): a number up to 12 with at most one decimal, or a range (lowest,
        highest), both included
    technique: the hardest technique, a name of TECHNIQUES in upper or lower case
    obstacles: the number of obstacles: a number, or a range (fewest, most), both included
    empty_in_each_box: the least number of empty cells in every box, 0 to 9
    pattern: the cells that have clues: 81 characters, where 0 and . are empty cells, or an array of
        81 values, where 0 is an empty cell. It can be combined with minimal, level, rating,
        technique and obstacles.
    solutions: how many solutions each puzzle has, 1 to 1000: a number, or a range (fewest, most)
    any_solutions: puzzles may have several solutions; needs `clues`
    max_tries: the limit of tries for each puzzle, 1 to 2**31
    mix: a list of pairs (share, constraints). The constraints are a dict with the parameters from
        `clues` to `max_tries`; those that are passed themselves hold for each part whose dict does
        not have them. A hash of the seed and of i draws the part of puzzle i, each with its share
        of the sum of the shares; puzzle i is puzzle i of that part.
    split: "train" or "test": only puzzles whose class is on this side. With the same test_share (0
        to 1) and split_seed, the command `split` chooses the same side, so train puzzles are never
        equivalent to test puzzles.
    rated: also return ratings; they have obstacles if `obstacles` is set, or is in a part
    size: as for solve(). Puzzles of other sizes than 9 can be asked for clues, minimal, symmetry and
        max_tries, and those of 4, 6 and 8 for split.
    as_text: return lists of str
    Returns Puzzles. With the same seed and constraints, puzzle i never changes, unless the
    constraints have `level`, `rating`, `technique` or `obstacles`.
    Raises ValueError for constraints that no puzzle meets, and UnmetError if a puzzle needs more
    than `max_tries` tries.

    >>> made = puzzles(2, clues=(28, 30), as_text=True)
    >>> [81 - p.count("0") for p in made.puzzle]
    [28, 29]
    >>> puzzles(5, mix=[(0.3, {"level": "easy"}), (0.7, {"clues": 24})], as_text=True).part
    [0, 0, 0, 0, 1]
    """
    parts = Parts(
        mix, split, test_share, split_seed, clues=clues, minimal=minimal, symmetry=symmetry,
        level=level, rating=rating, technique=technique, obstacles=obstacles,
        empty_in_each_box=empty_in_each_box, pattern=pattern, solutions=solutions,
        any_solutions=any_solutions, max_tries=max_tries, size=size,
    )
    options = make_options(threads, engine, parts.size)
    return parts.make(count, seed, start, rated, as_text, options)


# The constraints of a puzzle, with their defaults.
_CONSTRAINTS = {
    "clues": None, "minimal": False, "symmetry": "none", "level": None, "rating": None,
    "technique": None, "obstacles": None, "empty_in_each_box": 0, "pattern": None, "solutions": 1,
    "any_solutions": False, "max_tries": 10_000,
}
_SIDES = {"train": 1, "test": 2}


class Parts:
    """The constraints of puzzles: those of a single part, or of a mixture."""

    def __init__(self, mix, split, test_share, split_seed, size=9, **constraints):
        self.size = size_of(size)
        self.is_mixture = mix is not None
        try:
            parts = [
                (share, {**constraints, **wanted})
                for share, wanted in (mix if self.is_mixture else [(1, {})])
            ]
        except (TypeError, ValueError):
            raise TypeError(
                "mix: expected a list of pairs of a share and a dict of constraints"
            ) from None
        if not parts:
            raise ValueError("mix: expected at least one part")
        self.count = len(parts)
        self.has_obstacles = any(wanted.get("obstacles") is not None for _, wanted in parts)
        # The pointers in these arrays keep what they point to.
        self.constraints = [_constraints(self.size, **wanted) for _, wanted in parts]
        pointers = map(_library.ctypes.pointer, self.constraints)
        self.pointers = (_library.ctypes.POINTER(_library.Constraints) * self.count)(*pointers)
        shares = (share_of(share, "mix") for share, _ in parts)
        self.shares = (_library.ctypes.c_uint64 * self.count)(*shares)
        for wanted in self.constraints:
            wanted.split = 0 if split is None else choice(split, _SIDES, "split")
            wanted.split_share = share_of(test_share, "test_share")
            wanted.split_seed = unsigned(split_seed, "split_seed")

    def make(self, count, seed, start, rated, as_text, options):
        """Makes puzzles, see puzzles(). Returns Puzzles."""
        count = unsigned(count, "count", _MOST_GRIDS)
        made, boards_of = (
            _new_grids(count, as_text, None, "puzzles()", self.size) for _ in range(2)
        )
        ratings = _new_numbers("rating", count, as_text) if rated else None
        numbers = _new_numbers("uint8", count, as_text) if self.is_mixture else None
        done = _library.ctypes.c_size_t()
        status = LIBRARY.dokumill_mixed_puzzles(
            self.pointers, self.shares, self.count, unsigned(seed, "seed"),
            unsigned(start, "start"), count, made.address, boards_of.address,
            ratings and ratings.address, numbers and numbers.address, done, options,
        )
        _check(status, done.value)
        rating = ratings and _rated(ratings, False, self.has_obstacles)
        return Puzzles(
            made.result(), boards_of.result(), rating, numbers and numbers.result()
        )


def _constraints(size, **given):
    unknown = sorted(given.keys() - _CONSTRAINTS.keys(), key=str)
    if unknown:
        raise TypeError(
            f"unknown constraint {unknown[0]!r}, expected one of {', '.join(_CONSTRAINTS)}"
        )
    given = {**_CONSTRAINTS, **given}
    wanted = _library.Constraints(
        size=_library.ctypes.sizeof(_library.Constraints), level=-1, most_obstacles=-1
    )
    if given["clues"] is not None:
        fewest, most = ends(given["clues"])
        wanted.most_clues = unsigned(most, "clues", size.cells, minimum=1)
        wanted.fewest_clues = unsigned(fewest, "clues", size.cells)
    wanted.minimal = bool(given["minimal"])
    wanted.symmetry = choice(given["symmetry"], _SYMMETRIES, "symmetry")
    if given["level"] is not None:
        wanted.level = choice(given["level"], _LEVELS, "level")
    wanted.empty_in_each_box = unsigned(given["empty_in_each_box"], "empty_in_each_box", 9)
    wanted.any_solutions = bool(given["any_solutions"])
    if given["pattern"] is not None:
        wanted.cells = _pattern_bytes(given["pattern"])  # an attribute, to keep it
        wanted.pattern = _library.ctypes.cast(wanted.cells, _library.ctypes.c_void_p)
    fewest, most = ends(given["solutions"])
    wanted.solutions = unsigned(most, "solutions", 1000, minimum=1)
    wanted.fewest_solutions = unsigned(fewest, "solutions", 1000, minimum=1)
    wanted.max_tries = unsigned(given["max_tries"], "max_tries", 2**31, minimum=1)
    if given["rating"] is not None:
        lowest, highest = ends(given["rating"])
        wanted.lowest_score = tenths(lowest, "rating")
        # If both scores were 0, the library would accept any rating.
        wanted.highest_score = tenths(highest, "rating", minimum=1)
    if given["technique"] is not None:
        wanted.hardest_technique = 1 + _technique_number(given["technique"])
    if given["obstacles"] is not None:
        fewest, most = ends(given["obstacles"])
        wanted.fewest_obstacles = unsigned(fewest, "obstacles", 64)
        wanted.most_obstacles = unsigned(most, "obstacles", 64)
    return wanted


def unbiased_puzzles(count, *, seed=0, start=0, as_text=False, threads=0, engine="auto"):
    """Makes the minimal puzzles start, start + 1, ... of a seed, with known weights.

    Over many puzzles, a mean with these weights approximates the mean over all minimal puzzles. The
    sum of the weights, divided by the sum of the tries, approximates the mean number of minimal
    puzzles of a board, in units of 10**9.

    as_text: return lists of str and int
    Returns Unbiased.

    >>> made = unbiased_puzzles(400)
    >>> clues = (made.puzzle > 0).sum(axis=1)
    >>> 26 < float((clues * made.weight).sum() / made.weight.sum()) < 27.5
    True
    """
    count = unsigned(count, "count", _MOST_GRIDS)
    made = _new_grids(count, as_text, None, "unbiased_puzzles()")
    solutions = _new_grids(count, as_text, None, "unbiased_puzzles()")
    weights, tries = (_new_numbers(kind, count, as_text) for kind in ("uint64", "uint32"))
    options = make_options(threads, engine)
    _check(
        LIBRARY.dokumill_unbiased_puzzles(
            unsigned(seed, "seed"), unsigned(start, "start"), count, made.address,
            solutions.address, weights.address, tries.address, options,
        )
    )
    return Unbiased(made.result(), solutions.result(), weights.result(), tries.result())


def _new_grids(count, as_text, out, what, size=NINE):
    if not as_text:
        return ArrayGrids(numpy_for(what), (count, size.cells), out)
    if out is not None:
        raise TypeError("out: only for arrays, not for texts")
    return TextGrids(count, size=size)


def _new_numbers(kind, count, as_text):
    if as_text:
        return Numbers(kind, count)
    return ArrayNumbers(numpy_for("an array"), kind, (count,))


def _pattern_bytes(pattern):
    refuse_mask(pattern, "pattern")
    if isinstance(pattern, str):
        cells = [character not in "0." for character in pattern]
        wrong = set(pattern) - set("0.1xX")
        if wrong:
            raise ValueError(f"pattern: expected x or 1 and 0 or ., got {sorted(wrong)[0]!r}")
    else:
        cells = list(getattr(pattern, "flat", pattern))
        for cell in cells:
            refuse_mask(cell, "pattern")
        cells = list(map(bool, cells))
    if len(cells) != 81:
        raise ValueError(f"pattern: expected 81 cells, got {len(cells)}")
    return _library.ctypes.create_string_buffer(bytes(cells), 81)


def _technique_number(name):
    def folded(text):
        return text.lower().replace("-", " ").replace("_", " ")

    if isinstance(name, str):
        for number, known in enumerate(TECHNIQUES):
            if folded(known) == folded(name):
                return number
    raise ValueError(f"technique: expected one of {', '.join(TECHNIQUES)}, got {name!r}")
