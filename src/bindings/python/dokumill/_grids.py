"""Gives the library access to the grids that callers pass: arrays of numpy (without a copy) or
texts."""

import ctypes
import sys

from . import _library
from ._library import is_masked
from ._sizes import NINE, PRINTED


def numpy_for(what):
    """Returns the module numpy. `what`: the call that needs it, for the message."""
    try:
        import numpy
    except ImportError:
        raise ImportError(f"dokumill: {what} needs numpy; install it, or ask for texts") from None
    return numpy


class Texts:
    """Grids given as one str or as a list of str. Results are texts and plain numbers."""

    def __init__(self, texts, name, size):
        self.size = size
        self.is_single = isinstance(texts, str)
        try:
            lines = [texts] if self.is_single else list(texts)
            joined = "".join(lines)
        except TypeError:
            raise TypeError(f"{name}: {_expected(size)}, got {_kind_of(texts)}") from None
        self.count, cells = len(lines), size.cells
        if len(joined) != cells * self.count or (lines and set(map(len, lines)) != {cells}):
            number = next(i for i, line in enumerate(lines) if len(line) != cells)
            raise ValueError(f"{name}[{number}]: {len(lines[number])} characters, expected {cells}")
        try:
            encoded = joined.encode("ascii")
        except UnicodeEncodeError as error:
            raise ValueError(
                f"{name}[{error.start // cells}], character {error.start % cells}: not ASCII"
            ) from None
        self.buffer = (ctypes.c_uint8 * len(encoded)).from_buffer_copy(size.parsed(encoded))
        self.address = ctypes.addressof(self.buffer)

    def new_grids(self, times=1, out=None):
        if out is not None:
            raise TypeError("out: only for arrays, not for texts")
        return TextGrids(self.count * times, self.is_single and times == 1, self.size)

    def new_lists(self, items):
        """Returns places for `items` grids for each grid."""
        return TextGrids(self.count * items)

    def new_cells(self, kind):
        """Returns places for a number for each cell."""
        return CellNumbers(kind, self.count, self.is_single)

    def new_numbers(self, kind, count=None):
        return Numbers(kind, self.count if count is None else count, self.is_single)


class TextGrids:
    def __init__(self, count, is_single=False, size=NINE):
        self.count, self.is_single, self.cells = count, is_single, size.cells
        self.buffer = (ctypes.c_uint8 * (self.cells * count))()
        self.address = ctypes.addressof(self.buffer)

    def result(self):
        joined = bytes(self.buffer).translate(PRINTED).decode("ascii")
        if self.is_single:
            return joined
        return [joined[i : i + self.cells] for i in range(0, len(joined), self.cells)]

    def numbers(self):
        """Returns the 81 numbers of each grid as a list."""
        found = self.buffer[:]
        if self.is_single:
            return found
        return [found[i : i + self.cells] for i in range(0, len(found), self.cells)]


class Numbers:
    """A number, or a rating, for each grid that is given as a text."""

    def __init__(self, kind, count, is_single=False):
        self.is_single = is_single
        self.buffer = (_CTYPES[kind] * count)()
        self.address = ctypes.addressof(self.buffer)

    def result(self, convert=None):
        found = self.buffer[:] if convert is None else list(map(convert, self.buffer))
        return found[0] if self.is_single else list(found)


class CellNumbers(Numbers):
    """81 numbers for each grid that is given as a text."""

    def __init__(self, kind, count, is_single):
        super().__init__(kind, NINE.cells * count, is_single)

    def result(self, convert=None):
        found, cells = self.buffer[:], NINE.cells
        if self.is_single:
            return found
        return [found[i : i + cells] for i in range(0, len(found), cells)]


_CTYPES = {
    "uint8": ctypes.c_uint8,
    "uint16": ctypes.c_uint16,
    "uint32": ctypes.c_uint32,
    "uint64": ctypes.c_uint64,
    "int64": ctypes.c_int64,
    "rating": _library.Rating,
    "class": _library.Class,
    "score": ctypes.c_double * 4,
}


class Arrays:
    """Grids given as an array of numpy. Results are arrays."""

    def __init__(self, array, name, size=NINE):
        import numpy

        self.numpy = numpy
        self.array = array
        self.name = name
        n, cells = size.n, size.cells
        _check_array(numpy, array, name, size)
        shape = array.shape
        if array.ndim >= 1 and array.ndim <= 2 and shape[-1] == cells:
            self.batch_shape, self.grid_shape = shape[:-1], shape[-1:]
        elif array.ndim in (2, 3) and shape[-2:] == (n, n):
            self.batch_shape, self.grid_shape = shape[:-2], shape[-2:]
        else:
            raise ValueError(
                f"{name}: shape {shape}, expected (N, {cells}), (N, {n}, {n}), ({cells},) or ({n}, {n})"
            )
        self.is_single = not self.batch_shape
        self.count = 1 if self.is_single else self.batch_shape[0]
        self.address = array.__array_interface__["data"][0]

    def new_grids(self, times=1, out=None):
        batch = self.batch_shape if times == 1 else (self.count * times,)
        grids = ArrayGrids(self.numpy, batch + self.grid_shape, out)
        if out is not None and grids.address != self.address:
            end, own_end = grids.address + grids.array.nbytes, self.address + self.array.nbytes
            if grids.address < own_end and self.address < end:
                raise ValueError(
                    f"out: overlaps {self.name} in part; expected {self.name} itself or an array "
                    "without common memory"
                )
        return grids

    def new_lists(self, items):
        return ArrayGrids(self.numpy, self.batch_shape + (items,) + self.grid_shape)

    def new_cells(self, kind):
        return ArrayNumbers(self.numpy, kind, self.batch_shape + self.grid_shape)

    def new_numbers(self, kind, count=None):
        shape = self.batch_shape if count is None else (count,)
        return ArrayNumbers(self.numpy, kind, shape)


class ArrayGrids:
    def __init__(self, numpy, shape, out=None):
        if out is None:
            out = numpy.empty(shape, numpy.uint8)
        else:
            if not isinstance(out, numpy.ndarray):
                raise TypeError(f"out: expected an array of numpy, got {_kind_of(out)}")
            refuse_mask(out, "out", "expected an array without a mask")
            _check_array(numpy, out, "out")
            if out.shape != shape:
                raise ValueError(f"out: shape {out.shape}, expected {shape}")
            if not out.flags.writeable:
                raise ValueError("out: the array is read-only")
        self.array = out
        self.address = out.__array_interface__["data"][0]

    def result(self):
        return self.array

    numbers = result


class ArrayNumbers:
    def __init__(self, numpy, kind, shape):
        self.array = numpy.empty(shape, _dtype(numpy, kind))
        self.address = self.array.__array_interface__["data"][0]

    def result(self, convert=None):
        return self.array if self.array.ndim else self.array[()]


def _dtype(numpy, kind):
    if kind == "rating":
        return numpy.dtype(
            [
                ("er", "u2"), ("ep", "u2"), ("ed", "u2"), ("kind", "u1"), ("level", "u1"),
                ("hardest", "u1"), ("clues", "u1"), ("obstacles", "u1"), ("is_exact", "u1"),
            ]
        )
    if kind == "score":
        types = ["f8", "f8", "u1", "?"] + 4 * ["u2"] + 3 * ["u1"]
        fields = list(zip(_library.SCORE_FIELDS, types))
        return numpy.dtype(fields + [("unused", "u1", 3)])
    if kind == "class":
        return numpy.dtype([("number", "u8"), ("bands", "u2", 6), ("automorphisms", "u4")])
    if kind == "map":
        return numpy.dtype(
            [
                ("is_transposed", "u1"), ("rows", "u1", 9), ("columns", "u1", 9),
                ("digits", "u1", 10),
            ]
        )
    return numpy.dtype(kind)


def _check_array(numpy, array, name, size=None):
    """Checks an array. For an input, `size` is set, and the message suggests a copy with the right
    type or order. For `out`, it does not, because the caller would not see the results that go to
    the copy."""
    if array.dtype != numpy.uint8:
        hint = size and (
            f"; if all values are 0 to {size.n}, use array.astype(numpy.uint8), which wraps other "
            "values without an error"
        )
        raise TypeError(f"{name}: dtype {array.dtype}, expected uint8{hint or ''}")
    if not array.flags.c_contiguous:
        hint = size and "; use numpy.ascontiguousarray(array)"
        raise ValueError(f"{name}: not contiguous in row-major order{hint or ''}")


def _expected(size):
    n, cells = size.n, size.cells
    return (
        f"expected an array of uint8 with the shape (N, {cells}) or (N, {n}, {n}), a str of {cells} "
        "characters, or a list of such str"
    )


def refuse_mask(value, name, hint=None, size=NINE):
    """Refuses a masked array, because the library sees only the values below the mask."""
    if not is_masked(value):
        return
    if hint is None:
        filler = f"{size.cells} * '0'" if value.dtype.kind in "SUO" else "0"
        hint = f"use array.filled({filler}), in which masked cells are empty"
    raise TypeError(f"{name}: masks are not read, and this is a masked array; {hint}")


def _kind_of(value):
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


def grids_of(value, name, size=NINE):
    """Returns the grids that a caller passes, as a Texts or an Arrays."""
    refuse_mask(value, name, size=size)
    if isinstance(value, str):
        return Texts(value, name, size)
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.ndarray):
        if value.dtype.kind in "SUO":  # texts
            if value.dtype.kind == "S":
                value = numpy.char.decode(value, "latin-1")
            if value.ndim != 1:
                raise ValueError(f"{name}: an array of texts has one dimension, not {value.ndim}")
            return Texts(value.tolist(), name, size)
        return Arrays(value, name, size)
    if isinstance(value, (bytes, bytearray, memoryview, dict)) or not hasattr(value, "__iter__"):
        raise TypeError(f"{name}: {_expected(size)}, got {_kind_of(value)}")
    return Texts(value, name, size)
