"""Arguments of the functions, checked and converted."""

import numbers

LANGUAGES = {"en": 1, "zh": 2}


def choice(value, known, name):
    """Returns known[value]."""
    if isinstance(value, str) and value in known:
        return known[value]
    raise ValueError(f"{name}: expected one of {', '.join(known)}, got {value!r}")


def ends(value):
    """Returns the ends of a range that is given as two values or as one."""
    return value if isinstance(value, (tuple, list)) and len(value) == 2 else (value,) * 2


def share(value, name):
    """Returns a share from 0 to 1 in units of 10**-8."""
    if not isinstance(value, numbers.Real) or isinstance(value, bool):
        raise TypeError(f"{name}: expected a number from 0 to 1, got {value!r}")
    if 0 <= value <= 1:
        return round(float(value) * 10**8)
    raise ValueError(f"{name}: expected 0 to 1, got {value!r}")


def tenths(value, name, minimum=0):
    """Returns a score as a number of tenths, from `minimum` to 120."""
    if not isinstance(value, numbers.Real) or isinstance(value, bool):
        raise TypeError(f"{name}: expected a number or two numbers, got {value!r}")
    tenths = 10 * float(value)
    if minimum <= tenths <= 120 and abs(tenths - round(tenths)) < 1e-4:
        return round(tenths)
    raise ValueError(
        f"{name}: expected {minimum / 10:g} to 12 with at most one decimal, got {value!r}"
    )
