"""Solve, count, check, rate and generate Sudoku puzzles by the million.

Grids are numpy arrays of uint8 with the shape (N, 81) or (N, 9, 9). A cell is 0 if it is empty, or
a digit 1 to 9. A single grid may have the shape (81,) or (9, 9). The results are arrays, too:
element i belongs to grid i, and grids keep the shape of the input. Arrays must have the dtype uint8
and be contiguous; an input may be read-only. The functions do not copy arrays.

Without numpy, pass a str of 81 characters (digits, and one of 0.*_xX- for an empty cell) or a list
of such str. Then grids in the results are str with 0 for an empty cell, and numbers are plain
numbers or lists of numbers.

>>> puzzle = "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
>>> found = solve(puzzle)
>>> found.solution
'981752643752643819463198275514867932629431758837529164348976521296315487175284396'
>>> found.kind
<Kind.UNIQUE: 1>

>>> grids = boards(1000)          # an array of the shape (1000, 81)
>>> int(solve(grids).kind.min())
1

Every function except explain() takes:

threads   0 (default): the calling thread begins alone, and more threads help if that is worthwhile.
          1 to 4096: at most this many threads. Results never depend on the number of threads.

Errors: TypeError and ValueError for wrong arguments (for a wrong cell, the message states its
position); MemoryError; UnmetError. Ctrl-C stops a call in the main thread within 0.1 seconds. After
an exception, the content of `out` is unspecified.

Threads: you can call all functions from several threads at the same time. They release the
interpreter lock. With the library of the wheel, a forked process can use several threads, too. With
the library of the system, which uses OpenMP, a call works on one thread there; start the processes
with "spawn" to use more.
"""

import json

from . import _library
from ._arguments import choice as _choice, ends as _ends, tenths as _tenths
from ._grids import Arrays, ArrayGrids, ArrayNumbers, TextGrids, Numbers, grids_of, numpy_for
from ._library import LIBRARY, UnmetError, check as _check, make_options, names, unsigned
from ._results import (
    Augmented, Canonized, Checked, Classes, Deduped, Kind, Level, Puzzles, Rated, Solved, Steps,
    UnavoidableSets, Unbiased, classified as _classified, rated as _rated,
)

__all__ = [
    "augment", "boards", "canon", "check", "class_boards", "classes", "count", "dedupe", "explain",
    "features", "puzzles", "rate", "solve", "steps", "unavoidable", "unbiased_puzzles",
    "Augmented", "Canonized", "Checked", "Classes", "Deduped", "Kind", "Level", "Puzzles", "Rated",
    "Solved", "Steps", "UnavoidableSets", "Unbiased", "UnmetError", "ENGINES", "FEATURES", "NO_ORDER",
    "TECHNIQUES", "__version__",
]

__version__ = LIBRARY.dokumill_version_text().decode()

#: The names of all techniques; Rated.hardest is an index into this tuple.
TECHNIQUES = names(LIBRARY.dokumill_technique_name)
#: The names of all features, for features().
FEATURES = names(LIBRARY.dokumill_feature_name)
#: The value of all cells in Steps.order if a puzzle does not have exactly one solution.
NO_ORDER = 255
#: The engines that this machine can run, the best engine first.
ENGINES = names(LIBRARY.dokumill_engine_name)


def solve(puzzles, *, out=None, threads=0, engine="auto"):
    """Solves puzzles.

    puzzles: arrays (N, 81), (N, 9, 9), (81,) or (9, 9) of uint8, one str, or a list of str
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
    """
    grids = grids_of(puzzles, "puzzles")
    solutions, kinds = grids.new_grids(out=out), grids.new_numbers("uint8")
    options = make_options(threads, engine)
    _check(
        LIBRARY.dokumill_solve(
            grids.address, grids.count, solutions.address, kinds.address, options
        )
    )
    return Solved(solutions.result(), kinds.result(Kind))


def count(puzzles, limit, *, threads=0, engine="auto"):
    """Counts the solutions of puzzles, up to `limit` (0 to 2**64 - 1).

    Returns an array (N,) of uint64, or for texts an int or a list. If `limit` is high and a puzzle
    has few clues, counting may take forever; Ctrl-C stops it.

    >>> count(81 * ".", limit=1000)
    1000
    """
    grids = grids_of(puzzles, "puzzles")
    counts = grids.new_numbers("uint64")
    options = make_options(threads, engine)
    limit = unsigned(limit, "limit")
    _check(LIBRARY.dokumill_count(grids.address, grids.count, counts.address, limit, options))
    return counts.result()


def check(grids, *, minimal=False, threads=0, engine="auto"):
    """Classifies grids.

    minimal: also find the minimal puzzles. They have one solution, and several solutions if any
        clue is removed.
    Returns Checked.

    >>> check(solve(81 * ".").solution).kind
    <Kind.COMPLETE: 3>
    """
    given = grids_of(grids, "grids")
    kinds = given.new_numbers("uint8")
    flags = given.new_numbers("uint8") if minimal else None
    options = make_options(threads, engine)
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
    _choice(scale, {"se121": 0}, "scale")
    grids = grids_of(puzzles, "puzzles")
    ratings = grids.new_numbers("rating")
    wanted = _library.RateOptions(size=_library.ctypes.sizeof(_library.RateOptions))
    wanted.obstacles = bool(obstacles)
    if at_most is not None:
        wanted.at_most = _tenths(at_most, "at_most", least=10)
    options = make_options(threads, engine)
    _check(LIBRARY.dokumill_rate(grids.address, grids.count, ratings.address, wanted, options))
    return _rated(ratings, grids.is_single, obstacles)


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


_WORDS = {
    "outcome": names(LIBRARY.dokumill_kind_name),
    "level": names(LIBRARY.dokumill_level_name),
    "hardest": TECHNIQUES,
    "backdoor_cells": None,
}


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
    language = 0 if sentences is None else _choice(sentences, _LANGUAGES, "sentences")
    # A dict keeps its order, and no two steps are equal. dict.setdefault(step, 0) keeps the step and
    # returns 0. It is a C function for the same reason as _STOP is.
    found = {}
    use = _library.UseFunction(found.setdefault)
    options = make_options(1, "auto")
    _check(LIBRARY.dokumill_explain(grids.address, language, use, 0, options))
    return [json.loads(step) for step in found]


def canon(grids, *, out=None, with_map=False, threads=0):
    """Finds the canonical form of each grid: the smallest grid that is equal to it up to symmetry
    and renaming of digits.

    out: an array of the same shape for the forms; it may be `grids` itself
    with_map: also return how each grid becomes its form; for arrays only. The map is a structured
        array (N,) with the fields is_transposed, rows (9), columns (9) and digits (10). Cell (r, c)
        of the form is digits[d], where d is cell (rows[r], columns[c]) of the grid, or of its
        transpose if is_transposed is 1.
    Returns Canonized.

    >>> canon(81 * ".").automorphisms
    3359232
    """
    given = grids_of(grids, "grids")
    if with_map and not isinstance(given, Arrays):
        raise TypeError("with_map: only for arrays, not for texts")
    forms, automorphisms = given.new_grids(out=out), given.new_numbers("uint32")
    maps = given.new_numbers("map") if with_map else None
    options = make_options(threads, "auto")
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
    most_cells = unsigned(most_cells, "most_cells", 16, least=4)
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


# [most_cells]: how many sets there is room for at first: somewhat more than a board has on average.
_MEAN_SETS = (0, 0, 0, 0, 16, 16, 36, 36, 64, 72, 144, 180, 360, 480, 900, 1300, 2400)


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
    return _classified(found, given.is_single)


def class_boards(numbers, *, as_text=False, threads=0):
    """Makes the canonical forms of the classes with these numbers.

    numbers: int values, 1 to 5472730538
    as_text: return a list of str
    Returns an array (N, 81) of uint8, or a list of str. Numbers that follow each other take less
    time than the 1 ms of any other number.

    >>> class_boards([5472730538], as_text=True)[0][:27]
    '123456789457893612986217354'
    """
    values = [unsigned(number, "numbers", 5472730538, least=1) for number in numbers]
    buffer = (_library.ctypes.c_uint64 * len(values))(*values)
    made = _new_grids(len(values), as_text, None, "class_boards()")
    options = make_options(threads, "auto")
    _check(
        LIBRARY.dokumill_class_boards(
            _library.ctypes.addressof(buffer), len(values), made.address, options
        )
    )
    return made.result()


def dedupe(grids, *, symmetry=False, threads=0):
    """Finds equal grids.

    symmetry: compare up to symmetry and renaming of digits
    Returns Deduped. For an array, `grids[result.index]` has the first of all equal grids, in the
    order of `grids`.

    >>> dedupe([81 * ".", "1" + 80 * ".", 81 * "0"])
    Deduped(index=[0, 1], first=[0, 1, 0])
    >>> dedupe(["2" + 80 * ".", "1" + 80 * "."], symmetry=True).index
    [0]
    """
    given = grids_of(grids, "grids")
    if given.is_single:
        raise ValueError("grids: expected several grids, got one")
    keys = given
    if symmetry:
        keys = given.new_grids()
        options = make_options(threads, "auto")
        _check(
            LIBRARY.dokumill_canonize(
                given.address, given.count, keys.address, None, None, options
            )
        )
    first = given.new_numbers("uint64")
    options = make_options(threads, "auto")
    _check(LIBRARY.dokumill_first_of_equal(keys.address, given.count, first.address, options))
    found = first.result()
    if isinstance(given, Arrays):
        numpy = given.numpy
        index = numpy.flatnonzero(found == numpy.arange(given.count, dtype=numpy.uint64))
    else:
        index = [i for i, number in enumerate(found) if i == number]
    return Deduped(index, found)


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
    times = unsigned(times, "times", 1_000_000, least=1)
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


_MOST_GRIDS = 2**56  # more than memory can hold; the number of their bytes fits in 64 bits
_FAMILIES = {"sequence": 0, "classic": 1, "wide": 2, "random": 3, "classes": 4}
_SYMMETRIES = {
    "none": 0, "rotational": 1, "horizontal": 2, "vertical": 3, "diagonal": 4, "full": 5,
}
_LANGUAGES = {"en": 1, "zh": 2}
_LEVELS = {"easy": 0, "medium": 1, "hard": 2, "expert": 3, "extreme": 4}


def boards(count, *, start=0, family="sequence", first_digit=1, seed=0, out=None, as_text=False,
           threads=0):
    """Makes the complete boards start, start + 1, ... of a family.

    family: "sequence", "classic", "wide", "random" or "classes"; board i of "classes" is the
        canonical form of class i + 1, see classes()
    first_digit: the digit at the top left, 1 to 9; "random" and "classes" ignore it
    seed: for "random": 0 to 2**64 - 1
    out: an array (count, 81) for the boards
    as_text: return a list of str
    Returns an array (count, 81) of uint8. Board i of a family never changes.
    Raises ValueError if the family has fewer boards.

    >>> boards(1, as_text=True)[0][:27]
    '123456789456789123789123456'
    """
    count = unsigned(count, "count", _MOST_GRIDS)
    made = _new_grids(count, as_text, out, "boards()")
    source = _library.BoardSource(size=24)
    source.family = _choice(family, _FAMILIES, "family")
    source.first_digit = unsigned(first_digit, "first_digit", 9, least=1)
    source.seed = unsigned(seed, "seed")
    options = make_options(threads, "auto")
    _check(
        LIBRARY.dokumill_boards(source, unsigned(start, "start"), count, made.address, options)
    )
    return made.result()


def puzzles(count, *, seed=0, start=0, clues=None, minimal=False, symmetry="none", level=None,
            rating=None, technique=None, obstacles=None, empty_in_each_box=0, pattern=None,
            solutions=1, any_solutions=False, max_tries=10_000, rated=False, as_text=False, threads=0,
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
    solutions: how many solutions each puzzle has, exactly, 1 to 1000
    any_solutions: puzzles may have several solutions; needs `clues`
    max_tries: the limit of tries for each puzzle, 1 to 2**31
    rated: also return ratings; they have obstacles if `obstacles` is set
    as_text: return lists of str
    Returns Puzzles. With the same seed and constraints, puzzle i never changes, unless the
    constraints have `level`, `rating`, `technique` or `obstacles`.
    Raises ValueError for constraints that no puzzle meets, and UnmetError if a puzzle needs more
    than `max_tries` tries.

    >>> made = puzzles(2, clues=(28, 30), as_text=True)
    >>> [81 - p.count("0") for p in made.puzzle]
    [28, 29]
    """
    count = unsigned(count, "count", _MOST_GRIDS)
    made = _new_grids(count, as_text, None, "puzzles()")
    boards_of = _new_grids(count, as_text, None, "puzzles()")
    ratings = None
    if rated:
        ratings = (
            Numbers("rating", count, False)
            if as_text
            else ArrayNumbers(numpy_for("puzzles()"), "rating", (count,))
        )
    wanted = _library.Constraints(
        size=_library.ctypes.sizeof(_library.Constraints), level=-1, most_obstacles=-1
    )
    if clues is not None:
        fewest, most = _ends(clues)
        wanted.most_clues = unsigned(most, "clues", 81, least=1)
        wanted.fewest_clues = unsigned(fewest, "clues", 81)
    wanted.minimal = bool(minimal)
    wanted.symmetry = _choice(symmetry, _SYMMETRIES, "symmetry")
    if level is not None:
        wanted.level = _choice(level, _LEVELS, "level")
    wanted.empty_in_each_box = unsigned(empty_in_each_box, "empty_in_each_box", 9)
    wanted.any_solutions = bool(any_solutions)
    if pattern is not None:
        wanted_cells = _pattern_bytes(pattern)
        wanted.pattern = _library.ctypes.cast(wanted_cells, _library.ctypes.c_void_p)
    wanted.solutions = unsigned(solutions, "solutions", 1000, least=1)
    wanted.max_tries = unsigned(max_tries, "max_tries", 2**31, least=1)
    if rating is not None:
        lowest, highest = _ends(rating)
        wanted.lowest_score = _tenths(lowest, "rating")
        # If both scores were 0, the library would accept any rating.
        wanted.highest_score = _tenths(highest, "rating", least=1)
    if technique is not None:
        wanted.hardest_technique = 1 + _technique_number(technique)
    if obstacles is not None:
        fewest, most = _ends(obstacles)
        wanted.fewest_obstacles = unsigned(fewest, "obstacles", 64)
        wanted.most_obstacles = unsigned(most, "obstacles", 64)
    options = make_options(threads, engine)
    done = _library.ctypes.c_size_t()
    status = LIBRARY.dokumill_puzzles(
        wanted, unsigned(seed, "seed"), unsigned(start, "start"), count, made.address,
        boards_of.address, ratings and ratings.address, done, options,
    )
    _check(status, done.value)
    rating = ratings and _rated(ratings, False, obstacles is not None)
    return Puzzles(made.result(), boards_of.result(), rating)


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

    def column(kind):
        if as_text:
            return Numbers(kind, count, False)
        return ArrayNumbers(numpy_for("unbiased_puzzles()"), kind, (count,))

    weights, tries = column("uint64"), column("uint32")
    options = make_options(threads, engine)
    _check(
        LIBRARY.dokumill_unbiased_puzzles(
            unsigned(seed, "seed"), unsigned(start, "start"), count, made.address,
            solutions.address, weights.address, tries.address, options,
        )
    )
    return Unbiased(made.result(), solutions.result(), weights.result(), tries.result())


def _new_grids(count, as_text, out, what):
    if not as_text:
        return ArrayGrids(numpy_for(what), (count, 81), out)
    if out is not None:
        raise TypeError("out: only for arrays, not for texts")
    return TextGrids(count)


def _pattern_bytes(pattern):
    if isinstance(pattern, str):
        cells = [character not in "0." for character in pattern]
        wrong = set(pattern) - set("0.1xX")
        if wrong:
            raise ValueError(f"pattern: expected x or 1 and 0 or ., got {sorted(wrong)[0]!r}")
    else:
        cells = [bool(cell) for cell in getattr(pattern, "flat", pattern)]
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
