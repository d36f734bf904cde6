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


HOUSES = (
    [[9 * r + c for c in range(9)] for r in range(9)]
    + [[9 * r + c for r in range(9)] for c in range(9)]
    + [[9 * (b // 3 * 3 + i // 3) + b % 3 * 3 + i % 3 for i in range(9)] for b in range(9)]
)
# The strategies of the layout moves, as docs/datasets.md has them.
STRATEGIES = {
    2: ("full house", "naked single"),
    3: ("hidden single in a box", "hidden single in a line"),
    4: ("naked pair",),
    5: ("naked triplet",),
    6: ("direct pointing", "direct claiming", "pointing", "claiming"),
    7: ("XY-Wing",),
    8: ("unique rectangle",),
    9: ("direct hidden pair", "hidden pair"),
    10: ("direct hidden triplet", "hidden triplet"),
    11: ("naked quad",),
    12: ("hidden quad",),
    13: ("X-Wing",),
    14: ("Swordfish",),
    15: ("Jellyfish",),
    16: ("XYZ-Wing",),
    17: ("unique loop",),
    18: ("BUG type 1", "BUG type 2", "BUG type 3", "BUG type 4"),
    19: ("aligned pair exclusion",),
    20: ("aligned triplet exclusion",),
    21: ("bidirectional X-cycle",),
    22: ("bidirectional Y-cycle",),
    23: ("forcing X-chain",),
    24: ("bidirectional cycle",),
    25: ("forcing chain",),
    26: ("nishio forcing chain",),
    27: ("multiple forcing chains",),
    28: ("dynamic forcing chains",),
    29: ("dynamic forcing chains (+)",),
    30: ("nested forcing chains",),
}
STRATEGY_OF = {name: number for number, names in STRATEGIES.items() for name in names}


def hardest_since_last(steps):
    """(cell, technique) of each filled cell: the hardest technique since the cell before it."""
    filled, best = [], None
    for step in steps:
        if best is None or step["score"] > best["score"]:
            best = step
        if "place" in step:
            filled.append((step["place"][0], best["technique"]))
            best = None
    return filled


def is_single(board, cell, digit):
    """Whether the rules alone force the digit: a naked or a hidden single."""
    def may_be(where, what):
        return not board[where] and not any(board[c] == what for h in HOUSES if where in h for c in h)

    if not may_be(cell, digit):
        return False
    if sum(may_be(cell, what) for what in range(1, 10)) == 1:
        return True
    return any(sum(may_be(c, digit) for c in house) == 1 for house in HOUSES if cell in house)


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

    def make_traced(self, count=400):
        """Returns the records of the file `in`, as `steps` solves them, by their numbers."""
        self.run_in("generate", "puzzles", "-q", "-n", str(count), "--seed", "6", "-o", "in")
        self.run_in("steps", "in", "-q", "--sentences", "en", "-o", "steps.jsonl")
        return [None, *map(json.loads, self.folder.joinpath("steps.jsonl").read_text().splitlines())]

    def rows_of_sets(self, images):
        """The numbers of the records and the images of the rows of both sets, with --seed 2."""
        self.run_in("split", "in", "-q", "--seed", "2", "--train", "train.txt", "--test", "test.txt")
        numbers = {line: number for number, line in enumerate(self.lines("in"), 1)}
        train = [(numbers[line], i) for line in self.lines("train.txt") for i in range(images + 1)]
        return {"train": train, "test": [(numbers[line], 0) for line in self.lines("test.txt")]}

    def images_of_augment(self, images):
        """{(record, image): (puzzle, solution)} of `augment` with --seed 2."""
        self.run_in("solve", "in", "-q", "-o", "in.csv")
        self.run_in("augment", "in.csv", "-q", "--times", str(images), "--include-original", "--seed", "2", "-o", "images.csv")
        with open(self.folder / "images.csv", encoding="ascii") as file:
            rows = list(csv.DictReader(file))
        return {(int(row["id"]), i % (images + 1)): (row["puzzle"], row["solution"]) for i, row in enumerate(rows)}

    def test_moves_are_what_the_loader_reads(self):
        records = self.make_traced()
        self.run_in("export", "in", "--layout", "moves", "--augment", "2", "--seed", "2", "-q", "out")
        self.assertEqual(set(self.bytes_of("out")), {"train_sudoku_puzzles.npy", "test_sudoku_puzzles.npy"})
        images = self.images_of_augment(2)
        easy = 0
        for name, rows in self.rows_of_sets(2).items():
            array = np.load(self.folder / f"out/{name}_sudoku_puzzles.npy")
            self.assertEqual((array.shape, array.dtype), ((len(rows), 325), np.int16))
            # As the loader of Shah et al. reads the array: it drops the strategies, and finds the
            # solution by 9 * row + column.
            inputs = np.delete(array[:, 1:], np.arange(81) * 4 + 3, axis=1)
            boards = np.zeros((len(inputs), 81), dtype=np.int8)
            for j in range(81):
                boards[np.arange(len(inputs)), inputs[:, 3 * j] * 9 + inputs[:, 3 * j + 1]] = inputs[:, 3 * j + 2]
            original = None
            for row, board, (record, image) in zip(array.tolist(), boards.tolist(), rows):
                puzzle, solution = (cells_of(text) for text in images[record, image])
                self.assertEqual(board, solution)
                clues = row[0]
                moves = [(9 * row[i] + row[i + 1], row[i + 2], row[i + 3]) for i in range(1, 325, 4)]
                self.assertEqual(sorted(cell for cell, _, _ in moves), list(range(81)))
                given = [(cell, digit, 0) for cell, digit in enumerate(puzzle) if digit]
                self.assertEqual(moves[:clues], given)
                filled = moves[clues:]
                if image == 0:
                    original = filled
                    expected = hardest_since_last(records[record]["steps"])
                    self.assertEqual([cell for cell, _, _ in filled], [cell for cell, _ in expected])
                    self.assertEqual([s for _, _, s in filled], [STRATEGY_OF[t] for _, t in expected])
                # The moves of an image are those of its puzzle under a symmetry and a renaming.
                self.assertEqual([s for _, _, s in filled], [s for _, _, s in original])
                digits = {(old[1], new[1]) for old, new in zip(original, filled)}
                self.assertEqual(len(digits), len({old for old, _ in digits}))
                for a, b in zip(range(len(filled)), range(1, len(filled))):
                    boxes = {"".join("x" if x[a][0] in h and x[b][0] in h else "" for h in HOUSES[18:]) for x in (original, filled)}
                    lines = {sum(x[a][0] in h and x[b][0] in h for h in HOUSES[:18]) for x in (original, filled)}
                    self.assertEqual((len(boxes), len(lines)), (1, 1))
                # Where singles suffice, they are singles of the image.
                if all(s in (2, 3) for _, _, s in filled):
                    easy += 1
                    state = puzzle[:]
                    for cell, digit, _ in filled:
                        self.assertTrue(is_single(state, cell, digit))
                        state[cell] = digit
        self.assertGreater(easy, 50)
        self.assertEqual(len(STRATEGY_OF), 39)  # all techniques

    def test_trajectories_lead_to_the_solution(self):
        records = self.make_traced()
        self.run_in("export", "in", "--layout", "trajectory", "--augment", "1", "--seed", "2", "-q", "out")
        self.assertEqual(set(self.bytes_of("out")), {"train.jsonl", "test.jsonl"})
        images = self.images_of_augment(1)
        self.run_in("rate", "images.csv", "-q", "-o", "rated.csv")
        with open(self.folder / "rated.csv", encoding="ascii") as file:
            rated = {row["puzzle"]: float(row["er"]) for row in csv.DictReader(file)}
        same = total = 0
        for name, rows in self.rows_of_sets(1).items():
            lines = [json.loads(line) for line in (self.folder / f"out/{name}.jsonl").read_text().splitlines()]
            self.assertEqual([(line["id"], line["image"]) for line in lines], rows)
            for line in lines:
                self.assertEqual(list(line), ["id", "image", "er", "boards", "cells", "strategies"])
                puzzle, solution = images[line["id"], line["image"]]
                boards = line["boards"]
                self.assertEqual((boards[0], boards[-1], len(boards)), (puzzle, solution, puzzle.count("0") + 1))
                for before, after, cell in zip(boards, boards[1:], line["cells"]):
                    self.assertEqual(after, before[:cell] + solution[cell] + before[cell + 1 :])
                    self.assertEqual(before[cell], "0")
                record = records[line["id"]]
                self.assertEqual(line["er"], record["er"])
                same += line["er"] == rated[puzzle]
                total += 1
                filled = hardest_since_last(record["steps"])
                self.assertEqual(line["strategies"], [technique for _, technique in filled])
                if line["image"] == 0:
                    self.assertEqual(line["cells"], [cell for cell, _ in filled])
        # An image that is explained anew may get another path, but hardly ever another score.
        self.assertGreater(same, 0.99 * total)

    def test_chats_follow_the_template(self):
        records = self.make_traced(200)
        images = self.images_of_augment(1)

        def rows_of(text):
            return "\n".join(" ".join(text[i : i + 9]) for i in range(0, 81, 9))

        self.run_in("export", "in", "--layout", "chat", "--augment", "1", "--seed", "2", "-q", "out")
        sets = self.rows_of_sets(1)
        for name, rows in sets.items():
            lines = [json.loads(line) for line in (self.folder / f"out/{name}.jsonl").read_text().splitlines()]
            self.assertEqual(len(lines), len(rows))
            for line, (record, image) in zip(lines, rows):
                self.assertEqual(list(line), ["prompt", "answer", "metadata"])
                puzzle, solution = images[record, image]
                self.assertTrue(line["prompt"].endswith("\n\n" + rows_of(puzzle)))
                self.assertEqual(line["answer"], rows_of(solution))
                steps = records[record]["steps"]
                hardest = max(steps, key=lambda step: step["score"])
                self.assertEqual(
                    line["metadata"],
                    {
                        "id": record,
                        "image": image,
                        "puzzle": puzzle,
                        "solution": solution,
                        "clues": 81 - puzzle.count("0"),
                        "er": records[record]["er"],
                        "difficulty": records[record]["level"],
                        "hardest": hardest["technique"],
                    },
                )
        # Messages, and the steps in words. An image is explained anew.
        template = {
            "messages": [
                {"role": "user", "content": "\\boxed{{puzzle}} \u00e9 {{\n{moves}"},
                {"role": "assistant", "content": "{explanation}"},
            ],
            "er": "{er}",
        }
        (self.folder / "chat.json").write_text(json.dumps(template, indent=2, ensure_ascii=False), encoding="utf-8")
        self.run_in("export", "in", "--layout", "chat", "--augment", "1", "--seed", "2", "-q", "--template", "chat.json", "talk")
        for name, rows in sets.items():
            texts = "".join(images[row][0] + "\n" for row in rows)
            (self.folder / "rows.txt").write_text(texts)
            self.run_in("steps", "rows.txt", "-q", "--sentences", "en", "-o", "rows.jsonl")
            explained = [json.loads(line) for line in (self.folder / "rows.jsonl").read_text().splitlines()]
            lines = (self.folder / f"talk/{name}.jsonl").read_text(encoding="utf-8").splitlines()
            self.assertEqual(len(lines), len(explained))
            for line, own in zip(map(json.loads, lines), explained):
                words = "\n".join("\n".join(step["text"]) for step in own["steps"])
                places = [step["place"] for step in own["steps"] if "place" in step]
                moves = "\n".join(f"r{cell // 9 + 1}c{cell % 9 + 1}={digit}" for cell, digit in places)
                self.assertEqual(
                    line,
                    {
                        "messages": [
                            {"role": "user", "content": f"\\boxed{{{own['puzzle']}}} \u00e9 {{{{\n{moves}"},
                            {"role": "assistant", "content": words},
                        ],
                        "er": str(own["er"]),
                    },
                )

    def test_threads_and_kinds_of_inputs_change_nothing(self):
        self.run_in("generate", "puzzles", "-q", "-n", "2000", "-o", "in.txt")
        self.run_in("convert", "in.txt", "-q", "-o", "in.npy")
        self.run_in("solve", "in.txt", "-q", "-o", "in.csv")
        for layout in ("hrm", "rrn", "moves", "trajectory", "chat"):
            expected = None
            for number, (name, threads) in enumerate((name, threads) for name in ("in.txt", "in.npy", "in.csv") for threads in ("1", "4")):
                out = f"{layout}{number}"
                self.run_in("export", name, "--layout", layout, "--augment", "3", "-q", "-j", threads, out)
                found = self.bytes_of(out)
                expected = expected or found
                self.assertEqual(found, expected)


if __name__ == "__main__":
    unittest.main()
