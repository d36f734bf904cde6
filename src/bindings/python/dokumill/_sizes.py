"""The sizes of Sudoku: 9x9 and others."""

import re

_EMPTY = b"0.*_xX-"
_SYMBOLS = b"0123456789ABCDEFGHIJKLMNOP"
_NO_CELL = 255

#: Writes the cells of texts: the bytes 0, 1, ... 25 become 0 to 9, A to P. bytes.translate() uses it.
PRINTED = _SYMBOLS + bytes(230)


class Size:
    """Boards of n x n cells with boxes of box_rows x box_columns."""

    def __init__(self, box_rows, box_columns):
        self.box_rows, self.box_columns = box_rows, box_columns
        self.n = box_rows * box_columns
        self.cells = self.n**2
        values = bytearray([_NO_CELL] * 256)
        for value, symbol in enumerate(_SYMBOLS[: self.n + 1]):
            values[symbol] = values[symbol | 32] = value
        for symbol in _EMPTY:
            values[symbol] = 0
        self._values = bytes(values)

    def parsed(self, text):
        """Returns the values of the cells of a text, which is bytes."""
        values = text.translate(self._values)
        place = values.find(_NO_CELL)
        if place < 0:
            return values
        found = repr(chr(text[place])) if 32 < text[place] < 127 else f"the byte {text[place]}"
        last = "" if self.n < 10 else f", A to {chr(_SYMBOLS[self.n])}"
        raise ValueError(
            f"grid {place // self.cells}, character {place % self.cells}: found {found}, expected "
            f"1 to {min(self.n, 9)}{last} or one of {_EMPTY.decode()}"
        )


NINE = Size(3, 3)
# The usual boxes of a size come first.
_BOXES = [
    (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (2, 5), (5, 2), (3, 4), (4, 3), (3, 5), (5, 3),
    (4, 4), (4, 5), (5, 4), (5, 5),
]
_KNOWN = {9: NINE}


def size_of(value):
    """Returns the Size for a number, or for a text such as 6:3x2."""
    if value.__class__ is int and value in _KNOWN:
        return _KNOWN[value]
    if isinstance(value, bool) or not (hasattr(value, "__index__") or isinstance(value, str)):
        raise TypeError(f"size: expected an int or a str, got {type(value).__name__}")
    word = re.fullmatch(r"([1-9][0-9]?)(?::([0-9])x([0-9]))?", str(value))
    n, *boxes = map(int, filter(None, word.groups())) if word else [0]
    for rows, columns in _BOXES:
        if rows * columns == n and (not boxes or [rows, columns] == boxes):
            size = Size(rows, columns) if (rows, columns) != (3, 3) else NINE
            if value.__class__ is int:
                _KNOWN[value] = size
            return size
    raise ValueError(
        "size: expected 4, 6, 8, 9, 10, 12, 15, 16, 20 or 25, or a size and the rows and columns of its "
        f"boxes, such as '6:3x2'; got {value!r}"
    )
