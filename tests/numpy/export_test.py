#!/usr/bin/env python3
"""Tests `dokumill export` with NumPy: export_test.py DOKUMILL [unittest arguments]

The folder is loaded as the training programs load it, and compared with a conversion in Python.
"""

import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

from hrm_loader import IGNORED, Part

DOKUMILL = os.path.abspath(sys.argv.pop(1))
FILES = ["group_indices", "inputs", "labels", "puzzle_identifiers", "puzzle_indices"]


def cells_of(text):
    return [int(cell) if cell.isdigit() else 0 for cell in text]


class Export(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_in(self, *arguments, status=0):
        run = subprocess.run([DOKUMILL, *arguments], cwd=self.folder, capture_output=True, check=False)
        self.assertEqual(run.returncode, status, run.stderr)
        return run.stdout.decode(), run.stderr.decode()

    def lines(self, name):
        return self.folder.joinpath(name).read_text().split()

    def bytes_of(self, name):
        """The contents of all files of a folder, by their paths in this folder."""
        root = self.folder / name
        return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}

    def expected_sets(self, share, seed):
        """The sets that `split` makes, as arrays of puzzles and boards. `export` must have the same sets."""
        self.run_in("split", "in", "-q", "--to", "line", "--train", "train.txt", "--test", "test.txt", "--share", share, "--seed", seed)
        sets = {}
        for name in ("train", "test"):
            self.run_in("solve", f"{name}.txt", "-q", "-o", f"{name}.solved")
            sets[name] = tuple(np.array([cells_of(line) for line in self.lines(file)]) for file in (f"{name}.txt", f"{name}.solved"))
        return sets

    def test_hrm_is_what_the_loader_reads(self):
        self.run_in("generate", "puzzles", "-q", "-n", "1500", "--seed", "3", "-o", "in")
        self.run_in("export", "in", "--layout", "hrm", "--share", "20%", "--seed", "5", "-q", "out/")
        self.assertEqual(json.loads((self.folder / "out/identifiers.json").read_text()), ["<blank>"])
        names = {f"{name}/all__{field}.npy" for name in ("train", "test") for field in FILES}
        names |= {"train/dataset.json", "test/dataset.json", "identifiers.json"}
        self.assertEqual(set(self.bytes_of("out")), names)
        for name, (puzzles, boards) in self.expected_sets("20%", "5").items():
            part = Part(self.folder / "out", name)
            number = len(puzzles)
            self.assertEqual(
                part.metadata,
                {
                    "seq_len": 81,
                    "vocab_size": 11,
                    "pad_id": 0,
                    "ignore_label_id": 0,
                    "blank_identifier_id": 0,
                    "num_puzzle_identifiers": 1,
                    "total_groups": number,
                    "mean_puzzle_examples": 1,
                    "total_puzzles": number,
                    "sets": ["all"],
                },
            )
            data = part.data["all"]
            np.testing.assert_array_equal(data["inputs"], puzzles + 1)
            np.testing.assert_array_equal(data["labels"], boards + 1)
            self.assertEqual((data["inputs"].dtype, data["labels"].dtype), (np.uint8, np.uint8))
            for field, expected in (
                ("puzzle_indices", np.arange(number + 1)),
                ("group_indices", np.arange(number + 1)),
                ("puzzle_identifiers", np.zeros(number)),
            ):
                np.testing.assert_array_equal(data[field], expected)
                self.assertEqual(data[field].dtype, np.int32)
            seen = list(part.test_batches(128))
            np.testing.assert_array_equal(np.concatenate([batch["inputs"] for batch in seen]), puzzles + 1)
            self.assertFalse(any((batch["labels"] == IGNORED).any() for batch in seen))

    def test_images_are_those_of_augment(self):
        self.run_in("generate", "puzzles", "-q", "-n", "300", "-o", "in")
        self.run_in("solve", "in", "-q", "--to", "csv", "-o", "in.csv")
        self.run_in("export", "in.csv", "--layout", "hrm", "--augment", "4", "--seed", "9", "-q", "out")
        self.run_in("augment", "in.csv", "-q", "--times", "4", "--include-original", "--seed", "9", "-o", "images.csv")
        with open(self.folder / "images.csv", encoding="ascii") as file:
            rows = list(csv.DictReader(file))
        self.expected_sets("10%", "9")
        train = set(self.lines("train.txt"))
        groups = [rows[begin : begin + 5] for begin in range(0, len(rows), 5)]
        kept = [row for group in groups if group[0]["puzzle"] in train for row in group]
        part = Part(self.folder / "out", "train")
        data = part.data["all"]
        np.testing.assert_array_equal(data["inputs"], np.array([cells_of(row["puzzle"]) for row in kept]) + 1)
        np.testing.assert_array_equal(data["labels"], np.array([cells_of(row["solution"]) for row in kept]) + 1)
        np.testing.assert_array_equal(data["group_indices"], np.arange(len(train) + 1) * 5)
        np.testing.assert_array_equal(data["puzzle_indices"], np.arange(len(train) * 5 + 1))
        self.assertEqual(part.metadata["total_groups"], len(train))
        self.assertEqual(part.metadata["total_puzzles"], len(train))
        # An epoch has one row of every group. In each row, the labels agree with the clues.
        (batch,) = part.train_epoch(1)
        self.assertEqual(batch["inputs"].shape, (len(train), 81))
        clues = batch["inputs"] > 1
        np.testing.assert_array_equal(batch["inputs"][clues], batch["labels"][clues])
        self.assertTrue((np.sort(batch["labels"].reshape(-1, 9, 9), axis=2) == np.arange(2, 11)).all())
        # Only train is augmented.
        self.assertEqual(len(Part(self.folder / "out", "test").data["all"]["inputs"]), 300 - len(train))

    def test_rrn_has_three_sets(self):
        self.run_in("generate", "puzzles", "-q", "-n", "1000", "-o", "in")
        self.run_in("export", "in", "--layout", "rrn", "--augment", "2", "--seed", "4", "-q", "out")
        self.assertEqual(set(self.bytes_of("out")), {"train.csv", "valid.csv", "test.csv"})
        # The recipe of docs/datasets.md for three parts.
        self.run_in("split", "in", "-q", "--train", "rest", "--test", "test", "--seed", "4")
        self.run_in("split", "rest", "-q", "--train", "train", "--test", "valid", "--share", "20%", "--seed", "4")
        for name, step in (("train", 3), ("valid", 1), ("test", 1)):
            self.run_in("solve", name, "-q", "-o", f"{name}.solved")
            with open(self.folder / f"out/{name}.csv", encoding="ascii") as file:
                rows = [tuple(row) for row in csv.reader(file)]
            self.assertEqual(rows[::step], list(zip(self.lines(name), self.lines(f"{name}.solved"))))
            self.assertEqual(len(rows), len(self.lines(name)) * step)

    def test_threads_and_kinds_of_inputs_change_nothing(self):
        self.run_in("generate", "puzzles", "-q", "-n", "2000", "-o", "in.txt")
        self.run_in("convert", "in.txt", "-q", "-o", "in.npy")
        self.run_in("solve", "in.txt", "-q", "-o", "in.csv")
        for layout in ("hrm", "rrn"):
            expected = None
            for number, (name, threads) in enumerate((name, threads) for name in ("in.txt", "in.npy", "in.csv") for threads in ("1", "4")):
                out = f"{layout}{number}"
                self.run_in("export", name, "--layout", layout, "--augment", "3", "-q", "-j", threads, out)
                found = self.bytes_of(out)
                expected = expected or found
                self.assertEqual(found, expected)


if __name__ == "__main__":
    unittest.main()
