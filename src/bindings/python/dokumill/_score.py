"""Scores of answers to puzzles, and the reader of answers in free texts."""

import array
import itertools
import sys

from ._grids import (
    ArrayGrids, ArrayNumbers, Arrays, Numbers, TextGrids, grids_of, numpy_for, refuse_mask,
)
from ._library import LIBRARY, check as _check, make_options
from ._results import Answers, Form, scored
from ._sizes import NINE, size_of


def score(puzzles, answers, *, solutions=None, orders=None, size=9, threads=0, engine="auto"):
    """Scores answers to puzzles, such as those of a language model. Answer i is an answer to puzzle
    i; if there is only one puzzle, all answers are answers to this puzzle.

    puzzles: arrays (N, 81), (N, 9, 9), (81,) or (9, 9) of uint8, one str, or a list of str
    answers: arrays of uint8 with any values (a value that is not 1 to 9 is no digit), or texts with
        boards as read_answers() reads them; for sizes above 9 only arrays
    solutions: for each puzzle the solution with which its answers are compared. The library solves
        the puzzles itself, so this is only of use for puzzles with several solutions.
    orders: for each puzzle an order of its cells, as steps().order; an array, or lists of 81 int;
        for 9x9 only
    size: as for solve()
    Returns Scored. Its fields are arrays if the puzzles or the answers are an array; for texts, they
    are lists, or single values for one text.

    exact: a puzzle with several solutions accepts each of them.
    cells, share: an exact answer has all cells. Other answers are compared with the given solution;
        without one, with the lexicographically smallest solution. If the puzzle has no solution (kind
        is Kind.NONE), no cell is right.
    order: the share of the cells of the order that come before the first wrong cell. All cells with
        the values 1 to 254 count. A cell comes before the first wrong cell if its value is lower
        than those of all wrong cells. NaN without `orders`, or if no cell has such a value, as for a
        puzzle with several solutions. For a full board, 1.0 if the answer is exact, else 0.0.
    rows, columns, boxes: cells without a digit break no rule.

    Raises ValueError for a value of the puzzles above 9, and if a solution of `solutions` is not one
    of its puzzle. Where a puzzle has no solution, `solutions` is ignored.

    >>> puzzle = "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
    >>> answer = solve(puzzle).solution
    >>> found = score(puzzle, ["The solution: " + answer, answer[:40] + 41 * "1", "I give up."])
    >>> found.exact, [round(share, 3) for share in found.share], found.blank
    ([True, False, False], [1.0, 0.5, 0.0], [0, 0, 81])
    """
    size = size_of(size)
    asked = grids_of(puzzles, "puzzles", size)
    given = _answers_of(answers, threads, size)
    is_single = asked.is_single and given.is_single
    is_array = isinstance(asked, Arrays) or isinstance(given, Arrays)
    wanted = None
    if solutions is not None:
        wanted = grids_of(solutions, "solutions", size)
        if wanted.count != asked.count:
            raise ValueError(f"solutions: {wanted.count} solutions for {asked.count} puzzles")
    steps = None
    if orders is not None:
        steps = _orders_of(orders)
        if steps.count != asked.count:
            raise ValueError(f"orders: {steps.count} orders for {asked.count} puzzles")
    if is_array:
        shape = () if is_single else (given.count,)
        scores = ArrayNumbers(numpy_for("an array"), "score", shape)
    else:
        scores = Numbers("score", given.count, is_single)
    options = make_options(threads, engine, size)
    _check(
        LIBRARY.dokumill_score(
            asked.address, asked.count, given.address, given.count, wanted and wanted.address,
            steps and steps.address, scores.address, options,
        )
    )
    return scored(scores, is_single)


def read_answers(texts, *, size=9, as_text=False, threads=0):
    """Reads the boards that texts, as language models write them, give as their answers.

    texts: one str, or a list of str; every text is accepted
    size: 4, 6, 8 or 9, or a str as for solve(). For n, read n rows of n cells where this says nine,
        and n * n cells where this says 81.
    as_text: return str of 81 characters with 0 for an empty cell, and lists, instead of arrays
    Returns Answers.

    Of each text, the last board with 81 digits is read. If there is none, it is the board, or the
    part of one, with the most digits; of equals, the last one.

    Cells are digits (also full-width ones), and 0 . _ * - ? x X and a middle dot for an empty cell.
    Blanks between two bars of a table are an empty cell, too, and 5.0 is the digit 5. A board is 81
    cells without or with separators, or nine rows of nine cells. Separators are blanks, line ends,
    frames, most punctuation, commands of LaTeX, and tags such as <b> and <td>, but no other letters.
    So lists of numbers, Markdown tables and arrays of LaTeX are boards.

    A row is exactly nine digits, or nine cells, between words, colons and line ends. It can begin
    with its number, as in "Row 3: 5 3 4 ..." or "3. 534...". A first row 1 to 9 (or 0 to 8) before
    nine rows is their header, and an empty row that is one too many is a header or a rule. Frames,
    blank lines and code fences can be between rows, and headings such as "Rows 4-6:" between bands
    of three rows. Other words end a board, unless the next row has the next number. "Row 9:" down
    to "Row 1:" are the rows of a board, too. Of more than nine rows in a run, the first or the last
    nine are the board: those with more different digits in rows, columns and boxes.

    Checks are no boards: rows that are called "Column 1" or "c1", nine equal rows, and nine rows
    that are the columns or boxes of the board before.

    If a row has another number of cells, its cells stay empty, and the form is Form.PARTIAL. The
    last row of a text may be cut off. A part of a board has at least two rows, or 18 cells, and nine
    digits.

    If the text has <answer>, the text from the last <answer> to </answer> or to the end comes first:
    all other text is read only if no board is there. Lists of placements (r1c2=5) are not read.

    >>> board = boards(1, as_text=True)[0]
    >>> rows = "\\n".join(f"| {' '.join(board[i : i + 9])} |" for i in range(0, 81, 9))
    >>> found = read_answers(f"Row 1 has 5 and 3. So the answer is:\\n{rows}\\nDone!", as_text=True)
    >>> found.grids == board, found.form, found.offset
    (True, <Form.ROWS: 2>, 39)
    """
    numpy = None if as_text else numpy_for("read_answers()")
    read = _TextAnswers(texts, "texts", numpy, threads, size_of(size))
    return Answers(read.grids.result(), read.forms.result(Form), read.places())


class _TextAnswers:
    """The grids that are read from texts, as grids_of() returns grids."""

    def __init__(self, texts, name, numpy, threads, size):
        refuse_mask(texts, name, "use array.filled('')")
        if hasattr(texts, "tolist"):  # an array of numpy
            texts = texts.tolist()
        self.numpy, self.is_single = numpy, isinstance(texts, str)
        if isinstance(texts, (bytes, bytearray, memoryview, dict)) or not hasattr(texts, "__iter__"):
            raise TypeError(f"{name}: {_EXPECTED[name]}, got {type(texts).__name__}")
        texts = [texts] if self.is_single else list(texts)
        try:
            joined = "".join(texts)
        except TypeError:
            odd = next(text for text in texts if not isinstance(text, str))
            kind = type(odd).__name__
            raise TypeError(f"{name}: {_EXPECTED[name]}, got a list with {kind}") from None
        # A lone surrogate becomes bytes that are not UTF-8, which the library skips as letters.
        if joined.isascii():
            self.encoded, joined = texts, joined.encode("ascii")
        else:
            self.encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
            joined = b"".join(self.encoded)
        ends = array.array("Q", itertools.accumulate(map(len, self.encoded)))
        self.count = len(texts)
        if numpy is None:
            self.grids = TextGrids(self.count, self.is_single, size)
            self.forms = Numbers("uint8", self.count, self.is_single)
            self.offsets = Numbers("int64", self.count, self.is_single)
        else:
            shape = () if self.is_single else (self.count,)
            self.grids = ArrayGrids(numpy, shape + (size.cells,))
            self.forms = ArrayNumbers(numpy, "uint8", shape)
            self.offsets = ArrayNumbers(numpy, "int64", shape)
        self.address = self.grids.address
        options = make_options(threads, "auto", size)
        _check(
            LIBRARY.dokumill_read_answers(
                joined, ends.buffer_info()[0], self.count, self.address, self.forms.address,
                self.offsets.address, options,
            )
        )

    def places(self):
        """Returns the offsets, in characters."""
        offsets = self.offsets.buffer if self.numpy is None else self.offsets.array.reshape(-1)
        for i, text in enumerate(self.encoded):
            if isinstance(text, bytes) and offsets[i] > 0:
                offsets[i] = len(text[: offsets[i]].decode("utf-8", "surrogatepass"))
        return self.offsets.result()


_EXPECTED = {
    "texts": "expected a str or a list of str",
    "answers": "expected an array of uint8, a str or a list of str",
}


def _answers_of(answers, threads, size):
    numpy = sys.modules.get("numpy")
    is_array = numpy is not None and isinstance(answers, numpy.ndarray)
    if is_array and answers.dtype.kind not in "SUO":
        refuse_mask(answers, "answers")
        return Arrays(answers, "answers", size)
    return _TextAnswers(answers, "answers", None, threads, size)


_ORDERS_HINT = "use array.filled(255), in which masked cells have no place"


def _orders_of(orders):
    refuse_mask(orders, "orders", _ORDERS_HINT)
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(orders, numpy.ndarray):
        return Arrays(orders, "orders")
    return _ListedOrders(orders)


class _ListedOrders:
    """Orders as lists of 81 int, as steps() returns them for texts."""

    def __init__(self, orders):
        try:
            is_one = len(orders) > 0 and not hasattr(orders[0], "__len__")
            lists = [orders] if is_one else list(orders)
            rows = list(map(bytes, lists))
        except (TypeError, ValueError, NotImplementedError):  # the last one from a memoryview
            raise TypeError("orders: expected arrays, or lists of 81 int from 0 to 255") from None
        for order in lists:
            refuse_mask(order, "orders", _ORDERS_HINT)
        if any(len(row) != NINE.cells for row in rows):
            raise ValueError("orders: expected 81 values for each puzzle")
        self.count = len(rows)
        self.buffer = array.array("B", b"".join(rows))
        self.address = self.buffer.buffer_info()[0]
