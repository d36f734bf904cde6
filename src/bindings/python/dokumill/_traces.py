"""traces(): how puzzles are solved, as arrays."""

import ctypes
from typing import NamedTuple

from . import _library
from ._arguments import LANGUAGES, choice
from ._grids import Arrays, ArrayGrids, ArrayNumbers, Numbers, TextGrids, grids_of
from ._library import LIBRARY, check, make_options
from ._results import Kind


class Removed(NamedTuple):
    """The candidates that steps remove: an item for each step and cell, ordered by both."""

    step: object  #: an index into the steps; (R,) int64
    cell: object  #: (R,) uint8
    digits: object  #: the candidates of the cell that the step removes, bit d - 1 for d; (R,) uint16


class Traces(NamedTuple):
    offsets: object  #: puzzle i has the steps offsets[i]:offsets[i + 1]; (N + 1,) int64
    cell: object  #: the cell that a step fills, or NO_CELL; (S,) uint8
    digit: object  #: the digit that it places, or 0; (S,) uint8
    technique: object  #: an index into TECHNIQUES; (S,) uint8
    score: object  #: in tenths, 10 to 120; (S,) uint16
    kind: object  #: a Kind; (N,) uint8
    removed: object  #: a Removed; None without `removed`
    board: object  #: the board before a step; (S, 81) uint8; None without `boards`
    sentences: object  #: [i][k]: step k of puzzle i in words, a str; None without `sentences`


def traces(puzzles, *, removed=False, boards=False, sentences=None, threads=0):
    """Finds the steps by which people solve puzzles, those that rate() rates, as arrays.

    removed: also return the candidates that each step removes
    boards: also return the board before each step
    sentences: "en" or "zh": also return each step in words
    Returns Traces, in which S is the number of steps of all puzzles. A step fills one cell, or it
    only removes candidates; then its cell is NO_CELL (255) and its digit is 0. A puzzle that does
    not have exactly one solution has no steps, and neither has a full board. A single grid counts
    as one of N = 1 grids. For texts, the fields are lists, and the boards are str.

    removed: what a digit removes from the other cells of its houses does not count. A cell that
    the step fills can be among the cells that lose candidates.
    sentences: a str for each step; a line of it is a sentence of explain().

    A puzzle has about 60 steps, and a step takes 5 bytes; 81 more with `boards`. An item of
    `removed` takes 11 bytes; an easy puzzle has none, and a hard one some dozens. During the call,
    the library needs about 500 bytes for each puzzle in addition.

    >>> puzzle = "000251060000300000100000000500600003490000500008530970702000300000900000050007208"
    >>> found = traces(puzzle, sentences="en")
    >>> found.offsets, found.cell[0], found.digit[0], found.score[0]
    ([0, 56], 25, 3, 12)
    >>> found.sentences[0][0]
    'Hidden single in a box: in box 3, 3 fits only in r3c8.'
    """
    grids = grids_of(puzzles, "puzzles")
    content = _library.TraceOptions(size=ctypes.sizeof(_library.TraceOptions))
    content.removed = bool(removed)
    if sentences is not None:
        content.language = choice(sentences, LANGUAGES, "sentences")
    options = make_options(threads, "auto")
    found, sizes = ctypes.c_void_p(), _library.TraceSizes()
    is_array = isinstance(grids, Arrays)
    try:
        check(LIBRARY.dokumill_traces(grids.address, grids.count, content, found, sizes, options))
        arrays = _library.TraceArrays(size=ctypes.sizeof(_library.TraceArrays))

        def numbers(member, kind, count):
            made = ArrayNumbers(grids.numpy, kind, (count,)) if is_array else Numbers(kind, count)
            setattr(arrays, member, made.address)
            return made

        steps = sizes.steps
        offsets = numbers("offsets", "int64", grids.count + 1)
        cell = numbers("cells", "uint8", steps)
        digit = numbers("digits", "uint8", steps)
        technique = numbers("techniques", "uint8", steps)
        score = numbers("scores", "uint16", steps)
        kind = numbers("kinds", "uint8", grids.count)
        gone = board = text_ends = texts = None
        if removed:
            gone = Removed(
                numbers("removed_steps", "int64", sizes.removed),
                numbers("removed_cells", "uint8", sizes.removed),
                numbers("removed_digits", "uint16", sizes.removed),
            )
        if boards:
            board = ArrayGrids(grids.numpy, (steps, 81)) if is_array else TextGrids(steps)
            arrays.boards = board.address
        if content.language:
            text_ends = (ctypes.c_uint64 * (steps + 1))()
            texts = ctypes.create_string_buffer(sizes.text_bytes + 1)
            arrays.text_offsets = ctypes.addressof(text_ends)
            arrays.texts = ctypes.addressof(texts)
        check(LIBRARY.dokumill_traces_read(found, arrays))
    finally:
        LIBRARY.dokumill_traces_free(found)
    offsets, words = offsets.result(), None
    if texts is not None:
        ends, raw = text_ends[:], texts.raw
        words = [raw[begin:end].decode() for begin, end in zip(ends, ends[1:])]
        words = [words[begin:end] for begin, end in zip(offsets[:-1], offsets[1:])]
    return Traces(
        offsets, cell.result(), digit.result(), technique.result(), score.result(),
        kind.result(Kind), gone and Removed(*(field.result() for field in gone)),
        board and board.result(), words,
    )
