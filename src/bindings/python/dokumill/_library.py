"""Loads libdokumill.so.1 and describes its C interface (include/dokumill/dokumill.h) for ctypes."""

import ctypes
import os
import signal
import sys
import threading

from ._sizes import NINE

# The oldest library that has all functions of this package.
_MIN_VERSION = 3000

(OK, ARGUMENT, MALFORMED, MEMORY, STOPPED, UNMET, CALLBACK, INTERNAL) = range(8)

StopFunction = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
UseFunction = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t)


class Options(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("threads", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
        ("engine", ctypes.c_char_p),
        ("should_stop", ctypes.c_void_p),
        ("context", ctypes.c_void_p),
        ("box_rows", ctypes.c_int32),
        ("box_columns", ctypes.c_int32),
    ]


class Rating(ctypes.Structure):
    _fields_ = [
        ("er", ctypes.c_uint16),
        ("ep", ctypes.c_uint16),
        ("ed", ctypes.c_uint16),
        ("kind", ctypes.c_uint8),
        ("level", ctypes.c_uint8),
        ("hardest", ctypes.c_uint8),
        ("clues", ctypes.c_uint8),
        ("obstacles", ctypes.c_uint8),
        ("is_exact", ctypes.c_uint8),
    ]


class RateOptions(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("obstacles", ctypes.c_int32),
        ("at_most", ctypes.c_int32),
    ]


class TraceOptions(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("removed", ctypes.c_int32),
        ("language", ctypes.c_int32),
    ]


class TraceSizes(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in ("steps", "removed", "texts", "text_bytes")]


class TraceArrays(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t)] + [
        (name, ctypes.c_void_p)
        for name in (
            "kinds", "offsets", "cells", "digits", "techniques", "scores", "boards",
            "removed_steps", "removed_cells", "removed_digits", "text_offsets", "texts",
        )
    ]


class Class(ctypes.Structure):
    _fields_ = [
        ("number", ctypes.c_uint64),
        ("bands", ctypes.c_uint16 * 6),
        ("automorphisms", ctypes.c_uint32),
    ]


# dokumill_score_result: the names of its members, and its layout for the module struct, which reads
# many of them at once.
SCORE_FIELDS = (
    "share", "order", "kind", "exact", "cells", "empty", "givens", "blank", "rows", "columns", "boxes",
)
SCORE_LAYOUT = "2dB?4H3B3x"


class BoardSource(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("family", ctypes.c_int32),
        ("first_digit", ctypes.c_int32),
        ("seed", ctypes.c_uint64),
    ]


class Constraints(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("fewest_clues", ctypes.c_int32),
        ("most_clues", ctypes.c_int32),
        ("minimal", ctypes.c_int32),
        ("symmetry", ctypes.c_int32),
        ("level", ctypes.c_int32),
        ("empty_in_each_box", ctypes.c_int32),
        ("any_solutions", ctypes.c_int32),
        ("max_tries", ctypes.c_uint32),
        ("lowest_score", ctypes.c_int32),
        ("highest_score", ctypes.c_int32),
        ("hardest_technique", ctypes.c_int32),
        ("fewest_obstacles", ctypes.c_int32),
        ("most_obstacles", ctypes.c_int32),
        ("fewest_solutions", ctypes.c_int32),
        ("pattern", ctypes.c_void_p),
        ("solutions", ctypes.c_uint32),
        ("split", ctypes.c_uint32),
        ("split_share", ctypes.c_uint64),
        ("split_seed", ctypes.c_uint64),
    ]


def _declare(library):
    address, size, wide = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint64
    options = ctypes.POINTER(Options)
    calls = {
        "solve": [address, size, address, address, options],
        "count": [address, size, address, wide, options],
        "solutions": [address, size, size, address, address, options],
        "possible": [address, size, address, options],
        "check": [address, size, address, address, options],
        "rate": [address, size, address, ctypes.POINTER(RateOptions), options],
        "features": [address, size, ctypes.c_char_p, size, address, options],
        "steps": [address, size, address, address, options],
        "score": [address, size, address, size, address, address, address, options],
        "read_answers": [ctypes.c_char_p, address, size, address, address, address, options],
        "explain": [address, ctypes.c_int32, UseFunction, size, options],
        "traces": [
            address, size, ctypes.POINTER(TraceOptions), ctypes.POINTER(address),
            ctypes.POINTER(TraceSizes), options,
        ],
        "traces_read": [address, ctypes.POINTER(TraceArrays)],
        "unavoidable": [
            address, size, ctypes.c_int32, address, address, size, ctypes.POINTER(size), options,
        ],
        "canonize": [address, size, address, address, address, options],
        "classes": [address, size, address, options],
        "class_boards": [address, size, address, options],
        "first_of_equal": [address, size, address, options],
        "augment": [address, address, size, wide, wide, wide, address, address, options],
        "boards": [ctypes.POINTER(BoardSource), wide, size, address, options],
        "mixed_puzzles": [
            ctypes.POINTER(ctypes.POINTER(Constraints)), ctypes.POINTER(wide), size, wide, wide,
            size, address, address, address, address, ctypes.POINTER(size), options,
        ],
        "unbiased_puzzles": [wide, wide, size, address, address, address, address, options],
    }
    for name, types in calls.items():
        function = getattr(library, "dokumill_" + name)
        function.argtypes = types
        function.restype = ctypes.c_int
    for name in ("kind_name", "level_name", "technique_name", "feature_name", "status_text"):
        function = getattr(library, "dokumill_" + name)
        function.argtypes = [ctypes.c_int]
        function.restype = ctypes.c_char_p
    library.dokumill_engine_name.argtypes = [size]
    library.dokumill_engine_name.restype = ctypes.c_char_p
    library.dokumill_traces_free.argtypes = [address]
    library.dokumill_traces_free.restype = None
    library.dokumill_last_message.argtypes = []
    library.dokumill_last_message.restype = ctypes.c_char_p
    library.dokumill_version_text.argtypes = []
    library.dokumill_version_text.restype = ctypes.c_char_p
    library.dokumill_version_number.argtypes = []
    library.dokumill_version_number.restype = ctypes.c_int32


def _load():
    """Loads the library that DOKUMILL_LIBRARY names, or the library in this package, or the library
    that the system finds."""
    chosen = os.environ.get("DOKUMILL_LIBRARY")
    own = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libdokumill.so.1")
    if chosen:
        path = chosen
    elif os.path.exists(own):
        path = own
    else:
        path = "libdokumill.so.1"
    try:
        library = ctypes.CDLL(path)
        library.dokumill_version_number.restype = ctypes.c_int32
        version = library.dokumill_version_number()
    except (OSError, AttributeError) as error:
        raise ImportError(
            f"dokumill: cannot load the library {path}: {error}. Install the wheel of the package, "
            "install libdokumill.so.1 where the system finds it, or set DOKUMILL_LIBRARY to its path"
        ) from None
    if version < _MIN_VERSION:
        raise ImportError(f"dokumill: the library {path} is too old for this package")
    _declare(library)
    return library


LIBRARY = _load()

# The library calls this function up to 100 times a second, on the thread that called the library.
# The function asks CPython whether Ctrl-C was pressed. It is a C function on purpose. If it were a
# Python function, CPython would run a signal handler when the function begins, and ctypes would
# drop the handler's exception.
_STOP = None
if hasattr(ctypes, "pythonapi") and hasattr(ctypes.pythonapi, "PyOS_InterruptOccurred"):
    _STOP = StopFunction(ctypes.pythonapi.PyOS_InterruptOccurred)
    _STOP_ADDRESS = ctypes.cast(_STOP, ctypes.c_void_p).value


class Flag:
    """Stops calls of the library from another thread, without the interpreter lock: the library
    calls strlen() for the text, which is empty until set() is called."""

    def __init__(self):
        self.text = ctypes.create_string_buffer(2)
        self.address = ctypes.addressof(self.text)
        self.function = ctypes.cast(ctypes.CDLL(None).strlen, ctypes.c_void_p).value

    def set(self):
        self.text[0] = b"!"

    def is_set(self):
        return self.text[0] != b"\0"


def make_options(threads, engine, size=NINE, flag=None):
    """Makes the options of one call. Only a call in the main thread can be stopped by Ctrl-C.

    flag: a Flag that stops the call; the caller keeps it during the call
    """
    options = Options(size=ctypes.sizeof(Options), threads=unsigned(threads, "threads", 4096))
    if not isinstance(engine, str):
        raise TypeError(f"engine: expected a str, got {type(engine).__name__}")
    if engine != "auto":
        options.engine = text_of(engine, "engine")
    if size is not NINE:
        options.box_rows, options.box_columns = size.box_rows, size.box_columns
    if flag is not None:
        options.should_stop, options.context = flag.function, flag.address
    elif _STOP is not None and threading.current_thread() is threading.main_thread():
        options.should_stop = _STOP_ADDRESS
    return options


def text_of(value, name):
    if "\0" in value:
        raise ValueError(f"{name}: a zero character")
    return value.encode("utf-8", "replace")


def is_masked(value):
    """Returns True for a masked array of numpy, also if it has one value or masks nothing."""
    ma = sys.modules.get("numpy.ma")
    return ma is not None and isinstance(value, ma.MaskedArray)


def unsigned(value, name, maximum=2**64 - 1, minimum=0):
    """Returns `value` as an int, and checks that it is from `minimum` (0 or more) to `maximum`."""
    if isinstance(value, bool) or is_masked(value) or not hasattr(value, "__index__"):
        raise TypeError(f"{name}: expected an int, got {type(value).__name__}")
    number = value.__index__()
    if not minimum <= number <= maximum:
        raise ValueError(f"{name}: expected {minimum} to {maximum}, got {number}")
    return number


class UnmetError(RuntimeError):
    """No puzzle met the constraints within the allowed number of tries.

    made: the number of puzzles that were made before the failure.
    """

    def __init__(self, message, made=0):
        super().__init__(message)
        self.made = made


def check(status, made=0):
    """Raises an exception if the status of a call is not OK."""
    if status == OK:
        return
    message = LIBRARY.dokumill_last_message().decode("utf-8", "replace")
    if status in (ARGUMENT, MALFORMED):
        raise ValueError(message)
    if status == MEMORY:
        raise MemoryError(message)
    if status == STOPPED:
        # PyOS_InterruptOccurred() has cleared the signal, so CPython will not run the signal
        # handler. It is called here instead.
        handler = signal.getsignal(signal.SIGINT)
        if callable(handler) and threading.current_thread() is threading.main_thread():
            handler(signal.SIGINT, sys._getframe())
        raise KeyboardInterrupt
    if status == UNMET:
        raise UnmetError(message, made)
    raise RuntimeError(message)


def names(function):
    """Returns the names that a function of the library returns for 0, 1, 2 ... until it returns
    None."""
    found = []
    while True:
        name = function(len(found))
        if name is None:
            return tuple(found)
        found.append(name.decode())
