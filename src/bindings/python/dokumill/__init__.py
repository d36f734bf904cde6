"""Solve, count, check, rate and generate Sudoku puzzles by the million.

Grids are numpy arrays of uint8 with the shape (N, 81) or (N, 9, 9). A cell is 0 if it is empty, or
a digit 1 to 9. A single grid may have the shape (81,) or (9, 9). The results are arrays, too:
element i belongs to grid i, and grids keep the shape of the input. Arrays must have the dtype uint8
and be contiguous; an input may be read-only. The functions do not copy arrays. Masked arrays are
refused: array.filled(0) makes their masked cells empty.

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

from ._answers import (
    canon, check, classes, count, dedupe, explain, features, possible, rate, solutions, solve,
    steps, unavoidable,
)
from ._library import LIBRARY as _LIBRARY, UnmetError
from ._makers import augment, boards, class_boards, puzzles, unbiased_puzzles
from ._names import ENGINES, FEATURES, NO_CELL, NO_ORDER, TECHNIQUES
from ._results import (
    Answers, Augmented, Canonized, Checked, Classes, Deduped, Form, Kind, Level, Puzzles, Rated,
    Scored, Solutions, Solved, Steps, StreamBatch, UnavoidableSets, Unbiased,
)
from ._score import read_answers, score
from ._stream import Stream, stream, torch_dataset
from ._traces import Removed, Traces, traces

__all__ = [
    "augment", "boards", "canon", "check", "class_boards", "classes", "count", "dedupe",
    "explain", "features", "possible", "puzzles", "rate", "read_answers", "score", "solutions",
    "solve", "steps", "stream", "torch_dataset", "traces", "unavoidable", "unbiased_puzzles",
    "Answers", "Augmented", "Canonized", "Checked", "Classes", "Deduped", "Form", "Kind",
    "Level", "Puzzles", "Rated", "Removed", "Scored", "Solutions", "Solved", "Steps", "Stream",
    "StreamBatch", "Traces", "UnavoidableSets", "Unbiased", "UnmetError",
    "ENGINES", "FEATURES", "NO_CELL", "NO_ORDER", "TECHNIQUES", "__version__",
]

__version__ = _LIBRARY.dokumill_version_text().decode()
