"""The types of the results of the functions."""

import enum
import struct
from typing import NamedTuple

from ._grids import ArrayNumbers
from ._library import SCORE_FIELDS, SCORE_LAYOUT


class Kind(enum.IntEnum):
    """What a grid is."""

    NONE = 0  #: no solution
    UNIQUE = 1  #: one solution
    MULTIPLE = 2  #: several solutions
    COMPLETE = 3  #: a valid full board; solve() reports such a board as UNIQUE


class Level(enum.IntEnum):
    """How hard a puzzle is: an interval of ER."""

    EASY = 0
    MEDIUM = 1
    HARD = 2
    EXPERT = 3
    EXTREME = 4


class Solved(NamedTuple):
    solution: object  #: the solutions; (N, 81) uint8
    kind: object  #: Kind.NONE, UNIQUE or MULTIPLE; (N,) uint8


class Solutions(NamedTuple):
    solutions: object  #: the smallest solutions of each puzzle; (N, limit, 81) uint8
    counts: object  #: the number of solutions in `solutions`; (N,) uint64


class Checked(NamedTuple):
    kind: object  #: a Kind; (N,) uint8
    minimal: object  #: 1 for minimal puzzles, else 0; (N,) uint8; None without `minimal`


class Rated(NamedTuple):
    er: object  #: the score of the hardest step, 0.0 to 12.0; (N,) float64
    #: the score of the hardest step up to the first step that places a digit, which is included;
    #: (N,) float64
    ep: object
    ed: object  #: the score of the first step; (N,) float64
    level: object  #: a Level; (N,) uint8
    hardest: object  #: an index into TECHNIQUES; (N,) uint8
    clues: object  #: the number of clues, 0 to 81; (N,) uint8
    kind: object  #: a Kind; (N,) uint8
    is_exact: object  #: False: the scores and the level are lower bounds; (N,) bool
    obstacles: object  #: the number of obstacles; (N,) uint8; None if they are not counted


class Steps(NamedTuple):
    order: object  #: k for the k-th cell that is filled, from 1; (N, 81) uint8
    kind: object  #: a Kind; (N,) uint8


class Scored(NamedTuple):
    exact: object  #: the answer is a valid full board with all givens; (N,) bool
    share: object  #: cells / empty; without empty cells 1.0 if exact, else 0.0; (N,) float64
    cells: object  #: empty cells of the puzzle that have the digit of the solution; (N,) uint16
    empty: object  #: empty cells of the puzzle; (N,) uint16
    #: rows, columns and boxes of the answer with a repeated digit; (N,) uint8
    rows: object
    columns: object
    boxes: object
    givens: object  #: givens that the answer changes or leaves out; (N,) uint16
    blank: object  #: cells of the answer without a digit; (N,) uint16
    order: object  #: the share of an order before the first wrong cell, or NaN; (N,) float64
    kind: object  #: a Kind, of the puzzle; (N,) uint8


class Form(enum.IntEnum):
    """How a text has the board that read_answers() found."""

    NONE = 0  #: no board was found
    PARTIAL = 1  #: rows or cells are missing
    ROWS = 2  #: all 81 cells, with separators
    LINE = 3  #: 81 characters in a row


class Answers(NamedTuple):
    grids: object  #: the boards, 0 for cells that are empty or missing; (N, 81) uint8
    form: object  #: a Form; (N,) uint8
    offset: object  #: the character of the text where the board begins, or -1; (N,) int64


class UnavoidableSets(NamedTuple):
    counts: object  #: [i][n]: the number of sets of grid i with n cells; (N, most_cells + 1) uint32
    #: the sets of grid i are cells[offsets[i]:offsets[i + 1]]; (N + 1,) uint64; None without `sets`
    offsets: object
    cells: object  #: 1 for the cells of a set, else 0; (sets, 81) uint8; None without `sets`


class Canonized(NamedTuple):
    form: object  #: the canonical forms; (N, 81) uint8
    automorphisms: object  #: symmetries that map a grid to itself, 1 or more; (N,) uint32
    map: object  #: a structured array, see canon(); None without `with_map`


class Classes(NamedTuple):
    number: object  #: 1 to 5472730538; 0: not a complete board; (N,) uint64
    bands: object  #: 1 to 416: the bands and the stacks of the canonical form; (N, 6) uint16
    automorphisms: object  #: symmetries that map the board to itself, 1 or more; (N,) uint32


class Deduped(NamedTuple):
    index: object  # type: ignore[assignment]  #: the first grid of each class, ascending; (M,) int64
    first: object  #: for each grid, the number of the first grid of its class; (N,) uint64


class Augmented(NamedTuple):
    puzzle: object  #: (N * times, 81) uint8
    solution: object  #: (N * times, 81) uint8; None without solutions


class Puzzles(NamedTuple):
    puzzle: object  #: (count, 81) uint8
    solution: object  #: (count, 81) uint8
    rating: object  #: a Rated; None without `rated`
    part: object = None  #: the part of a mixture, from 0; (count,) uint8; None without `mix`


class StreamBatch(NamedTuple):
    number: int  #: the number of the first item; batch k of a stream begins with item k * batch
    puzzle: object  #: (batch, 81) uint8; None for boards
    solution: object  #: (batch, 81) uint8
    #: the number of clues; (batch,) uint8, or uint16 if there can be more than 255; None for boards
    clues: object
    rating: object  #: a Rated; None without `rated`
    part: object  #: the part of a mixture, from 0; (batch,) uint8; None without `mix`


class Unbiased(NamedTuple):
    puzzle: object  #: (count, 81) uint8
    solution: object  #: (count, 81) uint8
    weight: object  #: how many minimal puzzles it stands for, in units of 10**9; (count,) uint64
    tries: object  #: the tries that the puzzle took; (count,) uint32


def scored(scores, is_single):
    """Makes a Scored of one answer or of many from the scores that the library returned."""
    if isinstance(scores, ArrayNumbers):
        s = scores.result()
        return Scored(*(s[name] for name in Scored._fields))
    rows = list(struct.iter_unpack(SCORE_LAYOUT, scores.buffer))
    found = zip(*rows) if rows else len(SCORE_FIELDS) * [()]
    columns = dict(zip(SCORE_FIELDS, map(list, found)))
    kinds = tuple(Kind)
    columns["kind"] = [kinds[kind] for kind in columns["kind"]]
    return Scored(*(columns[name][0 if is_single else slice(None)] for name in Scored._fields))


def classified(classes, is_single):
    """Makes a Classes of one board or of many from the classes that the library returned."""
    if isinstance(classes, ArrayNumbers):
        c = classes.result()
        return Classes(c["number"], c["bands"], c["automorphisms"])
    rows = [(c.number, list(c.bands), c.automorphisms) for c in classes.buffer]
    if is_single:
        return Classes(*rows[0])
    return Classes(*(list(column) for column in (zip(*rows) if rows else 3 * [()])))


def rated(ratings, is_single, has_obstacles):
    """Makes a Rated of one puzzle or of many from the ratings that the library returned."""
    if isinstance(ratings, ArrayNumbers):
        r = ratings.result()
        return Rated(
            r["er"] / 10, r["ep"] / 10, r["ed"] / 10, r["level"], r["hardest"], r["clues"],
            r["kind"], r["is_exact"] != 0, r["obstacles"] if has_obstacles else None,
        )
    columns = [
        (r.er / 10, r.ep / 10, r.ed / 10, Level(r.level), r.hardest, r.clues, Kind(r.kind),
         r.is_exact != 0, r.obstacles)
        for r in ratings.buffer
    ]
    if is_single:
        found = Rated(*columns[0])
    else:
        found = Rated(*(list(column) for column in (zip(*columns) if columns else 9 * [()])))
    return found if has_obstacles else found._replace(obstacles=None)
