#!/usr/bin/env python3
"""Compares the npy format with NumPy itself: numpy_test.py DOKUMILL [unittest arguments]

NumPy reads what the command writes, and the command reads what NumPy writes.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

DOKUMILL = os.path.abspath(sys.argv.pop(1))
TYPES = ["u1", "i1", "<u2", ">u2", "<i2", ">i2", "<u4", ">u4", "<i4", ">i4", "<u8", ">u8", "<i8", ">i8"]


class NumPy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_in(self, *arguments, status=0):
        """What the command prints: (standard output, standard error)."""
        run = subprocess.run([DOKUMILL, *arguments], cwd=self.folder, capture_output=True, check=False)
        self.assertEqual(run.returncode, status, run.stderr)
        return run.stdout.decode(), run.stderr.decode()

    def lines(self, name):
        """The records of a file of lines, as an array."""
        rows = self.folder.joinpath(name).read_text().split()
        return np.array([[int(cell) for cell in row] for row in rows], dtype=np.uint8).reshape(-1, 81)

    def test_numpy_reads_what_we_write(self):
        for number in (0, 1, 3000):
            if number == 0:
                self.folder.joinpath("p.txt").write_text("# none\n")
            else:
                self.run_in("generate", "puzzles", "-q", "-n", str(number), "-o", "p.txt")
            for command in (["convert"], ["solve"], ["canon"]):
                self.run_in(*command, "p.txt", "-q", "--to", "line", "-o", "a.txt")
                self.run_in(*command, "p.txt", "-q", "-o", "a.npy")
                expected = self.lines("a.txt")
                for mode in (None, "r"):
                    array = np.load(self.folder / "a.npy", mmap_mode=mode)
                    self.assertEqual(array.shape, (number, 81))
                    self.assertEqual(array.dtype, np.uint8)
                    self.assertTrue(array.flags.c_contiguous)
                    np.testing.assert_array_equal(array, expected)
                # The file is the one that NumPy writes, byte for byte.
                np.save(self.folder / "b.npy", expected)
                self.assertEqual(self.folder.joinpath("a.npy").read_bytes(), self.folder.joinpath("b.npy").read_bytes())

    def test_we_read_what_numpy_writes(self):
        random = np.random.default_rng(1)
        cells = random.integers(0, 10, size=(700, 81))
        text = "".join("".join(str(cell) for cell in row) + "\n" for row in cells)
        shapes = {"flat": cells, "boards": cells.reshape(-1, 9, 9)}
        for name, array in shapes.items():
            for kind in TYPES:
                for version in ((1, 0), (2, 0), (3, 0)):
                    with open(self.folder / "in.npy", "wb") as file:
                        np.lib.format.write_array(file, np.ascontiguousarray(array.astype(kind)), version=version)
                    self.assertEqual(self.run_in("convert", "-q", "in.npy")[0], text, (name, kind, version))
        for one in (cells[0], cells[0].reshape(9, 9)):
            np.save(self.folder / "in.npy", one.astype(np.int64))
            self.assertEqual(self.run_in("convert", "-q", "in.npy")[0], text[:82])
        np.save(self.folder / "in.npy", cells[:0])
        self.assertEqual(self.run_in("convert", "-q", "in.npy")[0], "")

    def test_arrays_that_are_refused(self):
        cells = np.ones((20, 81), dtype=np.uint8)
        refused = {
            "ascontiguousarray": np.asfortranarray(cells),
            "'|b1'": cells.astype(bool),
            "'<f4'": cells.astype(np.float32),
            "'|S81'": np.array([b"1" * 81]),
            "'<U81'": np.array(["1" * 81]),
            "several fields": np.zeros(3, dtype=[("a", "u1"), ("b", "u1")]),
            "the shape (20, 80)": np.ascontiguousarray(cells[:, :80]),
            "the shape (81, 20)": np.ascontiguousarray(cells.T),
            "the shape ()": np.array(5),
        }
        for part, array in refused.items():
            np.save(self.folder / "in.npy", array)
            self.assertIn(part, self.run_in("check", "in.npy", status=2)[1])
        np.save(self.folder / "in.npy", np.ascontiguousarray(np.asfortranarray(cells)))
        self.run_in("convert", "-q", "in.npy")
        with open(self.folder / "two.npy", "wb") as file:
            np.save(file, cells)
            np.save(file, cells)
        self.assertIn("follow", self.run_in("convert", "two.npy", status=2)[1])

    def test_values_out_of_range(self):
        for kind in TYPES:
            cells = np.zeros((5, 81), dtype=kind)
            limits = np.iinfo(cells.dtype)
            for value in {limits.min, limits.max, 10} - {0}:
                cells[3, 40] = value
                np.save(self.folder / "in.npy", cells)
                _, errors = self.run_in("convert", "-q", "in.npy", "-o", "out.npy", status=1)
                self.assertIn(f"in.npy:4:41: record 4: cell 41 (row 5, column 5) is {value}, expected 0 to 9", errors)
                out = np.load(self.folder / "out.npy")
                self.assertTrue((out[3] == 255).all() and not out[[0, 1, 2, 4]].any())


if __name__ == "__main__":
    unittest.main()
