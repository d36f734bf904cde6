"""The functions that answer questions about given grids."""

import json

from . import _library
from ._arguments import LANGUAGES, choice, tenths
from ._grids import Arrays, ArrayGrids, ArrayNumbers, TextGrids, Numbers, grids_of
from ._library import LIBRARY, check as _check, make_options, unsigned
from ._names import TECHNIQUES, KINDS, LEVELS
from ._sizes import size_of
from ._results import (
    Canonized, Checked, Classes, Deduped, Kind, Rated, Solutions, Solved, Steps, UnavoidableSets,
    classified, rated,
)

# The words that the numbers of a feature stand for.
_WORDS = {
    "outcome": KINDS, "level": LEVELS, "hardest": TECHNIQUES, "backdoor_cells": None,
    "symmetry": (
        "none", "rotational", "quarter", "horizontal", "vertical", "mirrors", "diagonal",
        "antidiagonal", "diagonals", "full",
    ),
}
# [most_cells]: how many sets there is room for at first: somewhat more than a board has on average.
_MEAN_SETS = (0, 0, 0, 0, 16, 16, 36, 36, 64, 72, 144, 180, 360, 480, 900, 1300, 2400)


def solve(puzzles, *, size=9, out=None, threads=0, engine="auto"):
    """Solves puzzles.

    puzzles: arrays (N, 81), (N, 9, 9), (81,) or (9, 9) of uint8, one str, or a list of str
    size: of the puzzles: 4, 6, 8, 9, 10, 12, 15, 16, 20 or 25, or a str such as "6:3x2" for other
        boxes than the usual ones
    out: an array of the same shape for the solutions; it may be `puzzles` itself
    engine: one of ENGINES; the results do not depend on it
    Returns Solved. For a puzzle with several solutions, it has the lexicographically smallest
    solution. For a puzzle without a solution, it has a copy of the puzzle, and the kind is
    Kind.NONE.
    Raises ValueError for a value above 9, or if `out` overlaps `puzzles` and is not the same array.

    >>> solve("1" + 80 * ".").kind
    <Kind.MULTIPLE: 2>
    >>> solve(["11" + 79 * "."]).kind
    [<Kind.NONE: 0>]
    >>> solve("1000030001030002", size=4).solution
    '1234432121433412'
    """
    size = size_of(size)
    grids = grids_of(puzzles, "puzzles", size)
    solutions, kinds = grids.new_grids(out=out), grids.new_numbers("uint8")
    options = make_options(threads, engine, size)
    _check(
        LIBRARY.dokumill_solve(
            grids.address, grids.count, solutions.address, kinds.address, options
        )
    )
    return Solved(solutions.result(), kinds.result(Kind))


def count(puzzles, limit, *, size=9, threads=0, engine="auto"):
    """Counts the solutions of puzzles, up to `limit` (0 to 2**64 - 1).

    size: as for solve()
    Returns an array (N,) of uint64, or for texts an int or a list. If `limit` is high and a puzzle
    has few clues, counting may take forever; Ctrl-C stops it.

    >>> count(81 * ".", limit=1000)
    1000
    >>> count(16 * ".", limit=1000, size=4)
    288
    """
    size = size_of(size)
    grids = grids_of(puzzles, "puzzles", size)
    counts = grids.new_numbers("uint64")
    options = make_options(threads, engine, size)
    limit = unsigned(limit, "limit")
    _check(LIBRARY.dokumill_count(grids.address, grids.count, counts.address, limit, options))
    return counts.result()


def solutions(puzzles, limit, *, threads=0, engine="auto"):
    """Lists the `limit` smallest solutions of each puzzle, in increasing order.

    Returns Solutions. For arrays, `solutions` has the shape (N, limit, 81) or (N, limit, 9, 9), and
    the places after the last solution of a puzzle are 0. For one str, it is a list of str; for a
    list of str, a list of such lists.

    >>> found = solutions("1" + 80 * ".", limit=2)
    >>> [solution[-9:] for solution in found.solutions]
    ['978531642', '972538641']
    """
    grids = grids_of(puzzles, "puzzles")
    limit = unsigned(limit, "limit", 2**32)
    found, counts = grids.new_lists(limit), grids.new_numbers("uint64")
    options = make_options(threads, engine)
    _check(
        LIBRARY.dokumill_solutions(
            grids.address, grids.count, limit, found.address, counts.address, options
        )
    )
    counts = counts.result()
    if isinstance(grids, Arrays):
        return Solutions(found.result(), counts)
    texts = found.result()
    lists = [
        texts[i * limit : i * limit + count]
        for i, count in enumerate([counts] if grids.is_single else counts)
    ]
    return Solutions(lists[0] if grids.is_single else lists, counts)


def possible(puzzles, *, threads=0, engine="auto"):
    """Finds the digits of each cell that occur in any solution of its puzzle.

    Returns an array of uint16 with the shape of the puzzles: bit d - 1 is set for the digit d. For
    one str, the result is a list of 81 int; for a list of str, a list of such lists. If a puzzle has
    no solution, all its values are 0.

    >>> set(possible(81 * "."))
    {511}
    """
    grids = grids_of(puzzles, "puzzles")
    sets = grids.new_cells("uint16")
    options = make_options(threads, engine)
    _check(LIBRARY.dokumill_possible(grids.address, grids.count, sets.address, options))
    return sets.result()


def check(grids, *, minimal=False, size=9, threads=0, engine="auto"):
    """Classifies grids.

    minimal: also find the minimal puzzles. They have one solution, and several solutions if any
        clue is removed.
    size: as for solve()
    Returns Checked.

    >>> check(solve(81 * ".").solution).kind
    <Kind.COMPLETE: 3>
    """
    size = size_of(size)
    given = grids_of(grids, "grids", size)
    kinds = given.new_numbers("uint8")
    flags = given.new_numbers("uint8") if minimal else None
    options = make_options(threads, engine, size)
    _check(
        LIBRARY.dokumill_check(
            given.address, given.count, kinds.address, flags and flags.address, options
        )
    )
    return Checked(kinds.result(Kind), flags and flags.result())


def rate(puzzles, *, obstacles=False, at_most=None, scale="se121", threads=0, engine="auto"):
    """Rates puzzles as Sudoku Explainer 1.2.1 does.

    obstacles: also count the obstacles, the unbroken runs of steps that are no singles. This takes
        a third longer.
    at_most: a score, 1.0 to 12.0. The rating of a puzzle ends before the first step above this
        score; is_exact is then False. Without it, each of the hardest puzzles takes up to some
        seconds.
    scale: only "se121". There is no other scale since version 0.3.
    Returns Rated. Where kind is Kind.NONE or Kind.MULTIPLE, all fields except kind and clues are 0.
    A full board has the score 0. TECHNIQUES[r.hardest[i]] is the name of the technique of the
    hardest step. Where is_exact is False, the scores and the level are lower bounds, and hardest
    has no meaning if at_most was reached.

    >>> r = rate("000251060000300000100000000500600003490000500008530970702000300000900000050007208")
    >>> r.er, r.ep, r.ed, r.level, TECHNIQUES[r.hardest]
    (1.5, 1.2, 1.2, <Level.EASY: 0>, 'hidden single in a line')
    """
    if scale == "dokumill":
        raise ValueError(
            "scale: the scale dokumill no longer exists; every rating is that of Sudoku Explainer "
            "1.2.1, so leave scale out"
        )
    choice(scale, {"se121": 0}, "scale")
    grids = grids_of(puzzles, "puzzles")
    ratings = grids.new_numbers("rating")
    wanted = _library.RateOptions(size=_library.ctypes.sizeof(_library.RateOptions))
    wanted.obstacles = bool(obstacles)
    if at_most is not None:
        wanted.at_most = tenths(at_most, "at_most", minimum=10)
    options = make_options(threads, engine)
    _check(LIBRARY.dokumill_rate(grids.address, grids.count, ratings.address, wanted, options))
    return rated(ratings, grids.is_single, obstacles)


def features(grids, columns, *, threads=0, engine="auto"):
    """Computes features of grids, such as their clues, their depth of trial and error, and the
    smallest sets of cells that make them easy. docs/features.md has the definitions.

    columns: names of FEATURES, as a list or as one str with commas
    Returns a dict with an item for each name, in their order. For arrays, an item is an array (N,):
    float64 for scores, str for words, otherwise int64. Where a grid does not have the feature, for
    example if it has several solutions, the item is NaN, "" or -1. For one str, the items are single
    values, and for a list of str they are lists.
    Raises ValueError for unknown names.

    >>> features("98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
    ...          "clues,er,level,depth,backdoor_cells")
    {'clues': 25, 'er': 11.1, 'level': 'extreme', 'depth': 2, 'backdoor_cells': 'r2c6 r3c1'}
    """
    given = grids_of(grids, "grids")
    names = columns.split(",") if isinstance(columns, str) else list(columns)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"columns: expected names, got {type(name).__name__}")
    names = [name.strip() for name in names]
    values = given.new_numbers("int64", len(names) * given.count)
    options = make_options(threads, engine)
    _check(
        LIBRARY.dokumill_features(
            given.address, given.count, _library.text_of(",".join(names), "columns"), len(names),
            values.address, options,
        )
    )
    if not isinstance(given, Arrays):
        numbers, found = values.buffer[:], {}
        for i, name in enumerate(names):
            item = [_feature(name, n) for n in numbers[i * given.count : (i + 1) * given.count]]
            found[name] = item[0] if given.is_single else item
        return found
    numpy, found = given.numpy, {}
    for name, numbers in zip(names, values.result().reshape(len(names), given.count)):
        if name in ("er", "ep", "ed"):
            item = numpy.where(numbers < 0, numpy.nan, numbers / 10)
        elif name in _WORDS:
            kinds, places = numpy.unique(numbers, return_inverse=True)
            item = numpy.array([_feature(name, n) for n in kinds.tolist()], dtype=str)[places]
        else:
            item = numbers
        found[name] = item[0] if given.is_single else item
    return found


def _feature(name, number):
    """Returns the value of a feature for a number of the library."""
    if name in ("er", "ep", "ed"):
        return number / 10 if number >= 0 else float("nan")
    if name not in _WORDS:
        return number
    if number < 0:
        return ""
    if name == "backdoor_cells":
        digits = str(number) if number else ""
        return " ".join(f"r{digits[i]}c{digits[i + 1]}" for i in range(0, len(digits), 2))
    return _WORDS[name][number]


def steps(puzzles, *, out=None, threads=0, engine="auto"):
    """Finds an order in which a person can fill the cells, with the steps that rate() rates.

    out: an array of the same shape for the orders; it must not be `puzzles` itself
    Returns Steps. The order has the shape of the puzzles. A cell of it is k if the cell is the k-th
    cell that is filled (from 1), and 0 for a given cell. If a puzzle does not have exactly one
    solution, all its cells are NO_ORDER (255). For one str, the order is a list of 81 int; for a
    list of str, it is a list of such lists. A later minor version may know more techniques and
    therefore find other orders. The command `steps --to npy` writes the same array. explain() returns
    the steps themselves.

    >>> puzzle = "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
    >>> found = steps(puzzle)
    >>> max(found.order), found.order.count(0), found.kind
    (56, 25, <Kind.UNIQUE: 1>)
    >>> set(steps(81 * ".").order)
    {255}
    """
    grids = grids_of(puzzles, "puzzles")
    if out is not None and out is puzzles:
        raise ValueError("out: is the array of the puzzles; expected another one")
    orders, kinds = grids.new_grids(out=out), grids.new_numbers("uint8")
    options = make_options(threads, engine)
    _check(
        LIBRARY.dokumill_steps(grids.address, grids.count, orders.address, kinds.address, options)
    )
    return Steps(orders.numbers(), kinds.result(Kind))


def explain(puzzle, *, sentences=None):
    """Explains how people solve one puzzle, with the steps that rate() rates.

    puzzle: one str, or an array (81,) or (9, 9) of uint8
    sentences: "en" or "zh": each step also has `text`, a list of sentences in English or Chinese
    Returns the steps in order, each a dict with the members that docs/datasets.md describes for the
    command `steps`. A full board has no steps.
    Raises ValueError if the puzzle does not have exactly one solution.

    >>> puzzle = "000251060000300000100000000500600003490000500008530970702000300000900000050007208"
    >>> explain(puzzle)[0]
    {'technique': 'hidden single in a box', 'score': 1.2, 'place': [25, 3], 'houses': ['b3']}
    >>> explain(puzzle, sentences="en")[0]["text"]
    ['Hidden single in a box: in box 3, 3 fits only in r3c8.']
    """
    grids = grids_of(puzzle, "puzzle")
    if not grids.is_single:
        raise ValueError("puzzle: expected one puzzle, got an array or a list of puzzles")
    language = 0 if sentences is None else choice(sentences, LANGUAGES, "sentences")
    # A dict keeps its order, and no two steps are equal. dict.setdefault(step, 0) keeps the step and
    # returns 0. It is a C function for the same reason as _STOP is.
    found = {}
    use = _library.UseFunction(found.setdefault)
    options = make_options(1, "auto")
    _check(LIBRARY.dokumill_explain(grids.address, language, use, 0, options))
    return [json.loads(step) for step in found]


def canon(grids, *, size=9, out=None, with_map=False, threads=0):
    """Finds the canonical form of each grid: the smallest grid that is equal to it up to symmetry
    and renaming of digits.

    size: 4, 6, 8 or 9, or a str as for solve()
    out: an array of the same shape for the forms; it may be `grids` itself
    with_map: also return how each grid becomes its form; for arrays of 9x9 only. The map is a structured
        array (N,) with the fields is_transposed, rows (9), columns (9) and digits (10). Cell (r, c)
        of the form is digits[d], where d is cell (rows[r], columns[c]) of the grid, or of its
        transpose if is_transposed is 1.
    Returns Canonized.

    >>> canon(81 * ".").automorphisms
    3359232
    """
    size = size_of(size)
    given = grids_of(grids, "grids", size)
    if with_map and not isinstance(given, Arrays):
        raise TypeError("with_map: only for arrays, not for texts")
    forms, automorphisms = given.new_grids(out=out), given.new_numbers("uint32")
    maps = given.new_numbers("map") if with_map else None
    options = make_options(threads, "auto", size)
    _check(
        LIBRARY.dokumill_canonize(
            given.address, given.count, forms.address, maps and maps.address,
            automorphisms.address, options,
        )
    )
    return Canonized(forms.result(), automorphisms.result(), maps and maps.result())


def unavoidable(grids, most_cells=12, *, sets=False, threads=0):
    """Finds the minimal unavoidable sets of boards: the sets of cells in which every puzzle of the
    board with one solution has a clue.

    grids: boards, or puzzles with one solution, which stand for their solution; any other grid has
        no sets
    most_cells: the largest number of cells of a set, 4 to 16; two more take about six times as long
    sets: also return the sets
    Returns UnavoidableSets. A single grid counts as one of N = 1 grids. For texts, the fields are
    lists.

    >>> found = unavoidable(boards(1, as_text=True), 6, sets=True)
    >>> found.counts[0][4], found.counts[0][6], found.offsets
    (0, 81, [0, 81])
    >>> found.cells[0][:27]
    '100100100100100100000000000'
    """
    given = grids_of(grids, "grids")
    most_cells = unsigned(most_cells, "most_cells", 16, minimum=4)
    sizes = most_cells + 1
    is_array = isinstance(given, Arrays)
    numpy = given.numpy if is_array else None

    def numbers(kind, shape, count):
        return ArrayNumbers(numpy, kind, shape) if is_array else Numbers(kind, count, False)

    counts = numbers("uint32", (given.count, sizes), given.count * sizes)
    total = _library.ctypes.c_size_t()

    def find(room):
        options = make_options(threads, "auto")
        found = None
        if room is not None:
            found = ArrayGrids(numpy, (room, 81)) if is_array else TextGrids(room)
        return found, LIBRARY.dokumill_unavoidable(
            given.address, given.count, most_cells, counts.address, found and found.address,
            room or 0, total, options,
        )

    cells, status = find(_MEAN_SETS[most_cells] * given.count if sets else None)
    if cells is not None and status == _library.ARGUMENT and total.value > 0:
        cells, status = find(total.value)
    _check(status)
    counts = counts.result()
    if not is_array:
        counts = [counts[i : i + sizes] for i in range(0, len(counts), sizes)]
    if cells is None:
        return UnavoidableSets(counts, None, None)
    cells = cells.result()[: total.value]
    if is_array:
        offsets = numpy.zeros(given.count + 1, numpy.uint64)
        numpy.cumsum(counts.sum(axis=1), out=offsets[1:])
    else:
        offsets = [0]
        for row in counts:
            offsets.append(offsets[-1] + sum(row))
    return UnavoidableSets(counts, offsets, cells)


def classes(boards, *, threads=0):
    """Finds the class of each complete board: all boards that are equal to it up to symmetry and
    renaming of digits. The classes are numbered from 1 in the order of their canonical forms.

    Returns Classes. `number` is 0 if a grid is not a complete board. The class of a puzzle is that
    of its solution. A board takes about 1 ms.

    >>> classes(class_boards([1], as_text=True)[0])
    Classes(number=1, bands=[1, 1, 1, 247, 247, 247], automorphisms=3)
    """
    given = grids_of(boards, "boards")
    found = given.new_numbers("class")
    options = make_options(threads, "auto")
    _check(LIBRARY.dokumill_classes(given.address, given.count, found.address, options))
    return classified(found, given.is_single)


def dedupe(grids, *, symmetry=False, size=9, threads=0):
    """Finds equal grids.

    symmetry: compare up to symmetry and renaming of digits; for the sizes 4, 6, 8 and 9
    size: as for solve()
    Returns Deduped. For an array, `grids[result.index]` has the first of all equal grids, in the
    order of `grids`.

    >>> dedupe([81 * ".", "1" + 80 * ".", 81 * "0"])
    Deduped(index=[0, 1], first=[0, 1, 0])
    >>> dedupe(["2" + 80 * ".", "1" + 80 * "."], symmetry=True).index
    [0]
    """
    size = size_of(size)
    given = grids_of(grids, "grids", size)
    if given.is_single:
        raise ValueError("grids: expected several grids, got one")
    keys = given
    if symmetry:
        keys = given.new_grids()
        options = make_options(threads, "auto", size)
        _check(
            LIBRARY.dokumill_canonize(
                given.address, given.count, keys.address, None, None, options
            )
        )
    first = given.new_numbers("uint64")
    options = make_options(threads, "auto", size)
    _check(LIBRARY.dokumill_first_of_equal(keys.address, given.count, first.address, options))
    found = first.result()
    if isinstance(given, Arrays):
        numpy = given.numpy
        index = numpy.flatnonzero(found == numpy.arange(given.count, dtype=numpy.uint64))
    else:
        index = [i for i, number in enumerate(found) if i == number]
    return Deduped(index, found)
