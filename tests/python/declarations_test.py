"""The declarations of the package's module _library are those of the C header.

declarations_test.py HEADER
"""

import ctypes
import re
import struct
import sys
import unittest

from dokumill import _library

NUMBERS = {
    "char": ctypes.c_char, "double": ctypes.c_double, "int": ctypes.c_int, "size_t": ctypes.c_size_t,
    "int32_t": ctypes.c_int32, "uint8_t": ctypes.c_uint8, "uint16_t": ctypes.c_uint16,
    "uint32_t": ctypes.c_uint32, "uint64_t": ctypes.c_uint64, "void": None,
}
# The package reads these structures from arrays of bytes, without a class.
WITHOUT_CLASS = {"map", "score_result"}
# The package does not call these functions.
NOT_CALLED = {"family_size", "parse", "print", "puzzles"}


def header_text(path):
    with open(path) as file:
        text = re.sub(r"/\*.*?\*/", " ", file.read(), flags=re.DOTALL)
    text = re.sub(r"^#.*(\\\n.*)*", "", text, flags=re.MULTILINE)
    return re.sub(r"\s+", " ", text)


def type_and_name(declaration):
    """Returns the type of a member or parameter as in C, its name, and its number of items."""
    declaration = declaration.replace("const ", "").strip()
    function = re.fullmatch(r"\w+ ?\(\*(\w+)\)\(.*\)", declaration)
    if function:
        return "function*", function[1], 1
    found = re.fullmatch(r"(\w+)((?: ?(?:\*|const))*) ?(\w*)(?:\[(\d+)\])?", declaration)
    return found[1] + found[2].replace("const", "").replace(" ", ""), found[3], int(found[4] or 1)


def class_name(struct_name):
    return "".join(word.title() for word in struct_name.split("_"))


def fits(declared, in_c):
    """Whether a type of ctypes can stand for the type of C."""
    if not in_c.endswith("*"):
        return declared is NUMBERS[in_c]
    if declared in (ctypes.c_void_p, ctypes.c_char_p):
        return True
    if in_c == "function*":
        return issubclass(declared, ctypes._CFuncPtr)
    target = in_c[:-1]
    if not hasattr(declared, "_type_"):
        return False
    if target.startswith("dokumill_") and not target.endswith("*"):
        return declared._type_.__name__ == class_name(target[len("dokumill_"):])
    return fits(declared._type_, target)


class Declarations(unittest.TestCase):
    def test_structures(self):
        structures = re.findall(r"typedef struct dokumill_(\w+) \{(.*?)\}", TEXT)
        self.assertGreater(len(structures), 9)
        for name, body in structures:
            members = [type_and_name(member) for member in body.split(";") if member.strip()]
            if name in WITHOUT_CLASS:
                continue
            with self.subTest(name):
                fields = getattr(_library, class_name(name))._fields_
                self.assertEqual([field[0] for field in fields], [member[1] for member in members])
                for (member, declared), (in_c, _, count) in zip(fields, members):
                    if count != 1:
                        self.assertEqual(declared._length_, count, member)
                        declared = declared._type_
                    self.assertTrue(fits(declared, in_c), f"{member}: {declared}, {in_c}")

    def test_score_result(self):
        body = re.search(r"typedef struct dokumill_score_result \{(.*?)\}", TEXT)[1]
        members = [type_and_name(member) for member in body.split(";") if member.strip()]
        fields = [(name, NUMBERS[in_c] * count) for in_c, name, count in members]
        layout = type("ScoreResult", (ctypes.Structure,), {"_fields_": fields})
        self.assertEqual(struct.calcsize(_library.SCORE_LAYOUT), ctypes.sizeof(layout))
        names = [member[1] for member in members]
        self.assertEqual(list(_library.SCORE_FIELDS), names[: len(_library.SCORE_FIELDS)])

    def test_functions(self):
        functions = re.findall(r"DOKUMILL_API (.*?)dokumill_(\w+)\(((?:[^()]|\([^()]*\))*)\);", TEXT)
        self.assertGreater(len(functions), 30)
        for result, name, parameters in functions:
            with self.subTest(name):
                function = getattr(_library.LIBRARY, "dokumill_" + name)
                if name in NOT_CALLED:
                    self.assertIsNone(function.argtypes)
                    continue
                given = [] if parameters == "void" else re.split(r",(?![^(]*\))", parameters)
                self.assertIsNotNone(function.argtypes, "it has no declaration")
                self.assertEqual(len(function.argtypes), len(given))
                for parameter, declared in zip(given, function.argtypes):
                    in_c, member, _ = type_and_name(parameter)
                    if member == "context":  # the package passes a number
                        in_c = "size_t"
                    self.assertTrue(fits(declared, in_c), f"{parameter}: {declared}")
                in_c = type_and_name(result + "result")[0]
                self.assertTrue(fits(function.restype, in_c), f"{result}: {function.restype}")


if __name__ == "__main__":
    TEXT = header_text(sys.argv.pop())
    unittest.main()
