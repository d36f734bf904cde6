"""Types of the package. __init__.py describes the functions."""

import enum
from typing import Any, Dict, Iterable, List, Literal, NamedTuple, Optional, Tuple, Union, overload

import numpy
from numpy.typing import NDArray

__version__: str
TECHNIQUES: Tuple[str, ...]
ENGINES: Tuple[str, ...]
FEATURES: Tuple[str, ...]
NO_CELL: int
NO_ORDER: int

_Grids = NDArray[numpy.uint8]
_Texts = Iterable[str]
_Clues = Union[None, int, Tuple[int, int], List[int]]
# 4, 6, 8, 9, 10, 12, 15, 16, 20, 25, or a str such as "6:3x2".
_Size = Union[int, str]
_Mix = Iterable[Tuple[float, Dict[str, Any]]]
# A field of a result: an array if the argument is an array, a list if it is a list of texts, and a
# single value if it is one text.
_Field = Any

class Kind(enum.IntEnum):
    NONE = 0
    UNIQUE = 1
    MULTIPLE = 2
    COMPLETE = 3

class Level(enum.IntEnum):
    EASY = 0
    MEDIUM = 1
    HARD = 2
    EXPERT = 3
    EXTREME = 4

class UnmetError(RuntimeError):
    made: int
    def __init__(self, message: str, made: int = ...) -> None: ...

class Solved(NamedTuple):
    solution: _Field
    kind: _Field

class Solutions(NamedTuple):
    solutions: _Field
    counts: _Field

class Checked(NamedTuple):
    kind: _Field
    minimal: _Field

class Rated(NamedTuple):
    er: _Field
    ep: _Field
    ed: _Field
    level: _Field
    hardest: _Field
    clues: _Field
    kind: _Field
    is_exact: _Field
    obstacles: _Field

class Steps(NamedTuple):
    order: _Field
    kind: _Field

class Scored(NamedTuple):
    exact: _Field
    share: _Field
    cells: _Field
    empty: _Field
    rows: _Field
    columns: _Field
    boxes: _Field
    givens: _Field
    blank: _Field
    order: _Field
    kind: _Field

class Form(enum.IntEnum):
    NONE = 0
    PARTIAL = 1
    ROWS = 2
    LINE = 3

class Answers(NamedTuple):
    grids: _Field
    form: _Field
    offset: _Field
class Removed(NamedTuple):
    step: _Field
    cell: _Field
    digits: _Field

class Traces(NamedTuple):
    offsets: _Field
    cell: _Field
    digit: _Field
    technique: _Field
    score: _Field
    kind: _Field
    removed: Optional[Removed]
    board: _Field
    sentences: Optional[List[List[str]]]

class UnavoidableSets(NamedTuple):
    counts: _Field
    offsets: _Field
    cells: _Field

class Canonized(NamedTuple):
    form: _Field
    automorphisms: _Field
    map: _Field

class Classes(NamedTuple):
    number: _Field
    bands: _Field
    automorphisms: _Field

class Deduped(NamedTuple):
    index: _Field
    first: _Field

class Augmented(NamedTuple):
    puzzle: _Field
    solution: _Field

class Puzzles(NamedTuple):
    puzzle: _Field
    solution: _Field
    rating: Optional[Rated]
    part: _Field = ...

class StreamBatch(NamedTuple):
    number: int
    puzzle: _Field
    solution: _Field
    clues: _Field
    rating: Optional[Rated]
    part: _Field

class Unbiased(NamedTuple):
    puzzle: _Field
    solution: _Field
    weight: _Field
    tries: _Field

def solve(
    puzzles: Union[_Grids, _Texts],
    *,
    size: _Size = ...,
    out: Optional[_Grids] = ...,
    threads: int = ...,
    engine: str = ...,
) -> Solved: ...
@overload
def count(puzzles: str, limit: int, *, size: _Size = ..., threads: int = ..., engine: str = ...) -> int: ...
@overload
def count(
    puzzles: _Grids, limit: int, *, size: _Size = ..., threads: int = ..., engine: str = ...
) -> NDArray[numpy.uint64]: ...
@overload
def count(
    puzzles: List[str], limit: int, *, size: _Size = ..., threads: int = ..., engine: str = ...
) -> List[int]: ...
def solutions(
    puzzles: Union[_Grids, _Texts], limit: int, *, threads: int = ..., engine: str = ...
) -> Solutions: ...
@overload
def possible(puzzles: str, *, threads: int = ..., engine: str = ...) -> List[int]: ...
@overload
def possible(puzzles: _Grids, *, threads: int = ..., engine: str = ...) -> NDArray[numpy.uint16]: ...
@overload
def possible(puzzles: List[str], *, threads: int = ..., engine: str = ...) -> List[List[int]]: ...
def check(
    grids: Union[_Grids, _Texts],
    *,
    minimal: bool = ...,
    size: _Size = ...,
    threads: int = ...,
    engine: str = ...,
) -> Checked: ...
def rate(
    puzzles: Union[_Grids, _Texts],
    *,
    obstacles: bool = ...,
    at_most: Optional[float] = ...,
    scale: Literal["se121"] = ...,
    threads: int = ...,
    engine: str = ...,
) -> Rated: ...
def features(
    grids: Union[_Grids, _Texts],
    columns: Union[str, Iterable[str]],
    *,
    threads: int = ...,
    engine: str = ...,
) -> Dict[str, _Field]: ...
def steps(
    puzzles: Union[_Grids, _Texts],
    *,
    out: Optional[_Grids] = ...,
    threads: int = ...,
    engine: str = ...,
) -> Steps: ...
def score(
    puzzles: Union[_Grids, _Texts],
    answers: Union[_Grids, _Texts],
    *,
    solutions: Union[None, _Grids, _Texts] = ...,
    orders: Union[None, _Grids, List[int], List[List[int]]] = ...,
    size: _Size = ...,
    threads: int = ...,
    engine: str = ...,
) -> Scored: ...
def read_answers(
    texts: _Texts, *, size: _Size = ..., as_text: bool = ..., threads: int = ...
) -> Answers: ...
def explain(
    puzzle: Union[_Grids, str], *, sentences: Optional[Literal["en", "zh"]] = ...
) -> List[Dict[str, Any]]: ...
def traces(
    puzzles: Union[_Grids, _Texts],
    *,
    removed: bool = ...,
    boards: bool = ...,
    sentences: Optional[Literal["en", "zh"]] = ...,
    threads: int = ...,
) -> Traces: ...
def canon(
    grids: Union[_Grids, _Texts],
    *,
    size: _Size = ...,
    out: Optional[_Grids] = ...,
    with_map: bool = ...,
    threads: int = ...,
) -> Canonized: ...
def unavoidable(
    grids: Union[_Grids, _Texts], most_cells: int = ..., *, sets: bool = ..., threads: int = ...
) -> UnavoidableSets: ...
def classes(boards: Union[_Grids, _Texts], *, threads: int = ...) -> Classes: ...
def class_boards(numbers: Iterable[int], *, as_text: bool = ..., threads: int = ...) -> Any: ...
def dedupe(
    grids: Union[_Grids, _Texts], *, symmetry: bool = ..., size: _Size = ..., threads: int = ...
) -> Deduped: ...
def augment(
    puzzles: Union[_Grids, _Texts],
    times: int = ...,
    *,
    solutions: Union[None, _Grids, _Texts] = ...,
    seed: int = ...,
    first_number: int = ...,
    threads: int = ...,
) -> Augmented: ...
def boards(
    count: int,
    *,
    start: int = ...,
    family: str = ...,
    first_digit: int = ...,
    seed: int = ...,
    size: _Size = ...,
    out: Optional[_Grids] = ...,
    as_text: bool = ...,
    threads: int = ...,
) -> Any: ...
def puzzles(
    count: int,
    *,
    seed: int = ...,
    start: int = ...,
    clues: _Clues = ...,
    minimal: bool = ...,
    symmetry: str = ...,
    level: Optional[str] = ...,
    rating: Union[None, float, Tuple[float, float], List[float]] = ...,
    technique: Optional[str] = ...,
    obstacles: _Clues = ...,
    empty_in_each_box: int = ...,
    pattern: Any = ...,
    solutions: int = ...,
    any_solutions: bool = ...,
    max_tries: int = ...,
    mix: Optional[_Mix] = ...,
    split: Optional[Literal["train", "test"]] = ...,
    test_share: float = ...,
    split_seed: int = ...,
    rated: bool = ...,
    size: _Size = ...,
    as_text: bool = ...,
    threads: int = ...,
    engine: str = ...,
) -> Puzzles: ...
def unbiased_puzzles(
    count: int,
    *,
    seed: int = ...,
    start: int = ...,
    as_text: bool = ...,
    threads: int = ...,
    engine: str = ...,
) -> Unbiased: ...

class Stream:
    def __iter__(self) -> Stream: ...
    def __next__(self) -> StreamBatch: ...
    def __enter__(self) -> Stream: ...
    def __exit__(self, *error: object) -> None: ...
    def state(self) -> Dict[str, int]: ...
    def close(self) -> None: ...

def stream(
    kind: Literal["puzzles", "boards"] = ...,
    *,
    seed: int = ...,
    batch: int = ...,
    start: int = ...,
    worker: Optional[int] = ...,
    workers: Optional[int] = ...,
    augment: int = ...,
    mix: Optional[_Mix] = ...,
    split: Optional[Literal["train", "test"]] = ...,
    test_share: float = ...,
    split_seed: int = ...,
    rated: bool = ...,
    size: _Size = ...,
    as_text: bool = ...,
    threads: int = ...,
    ahead: Optional[int] = ...,
    engine: str = ...,
    **constraints: Any,
) -> Stream: ...
def torch_dataset(kind: Literal["puzzles", "boards"] = ..., **settings: Any) -> Any: ...
