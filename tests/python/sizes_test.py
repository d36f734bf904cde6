"""Tests of other sizes than 9x9, against plain Python and against the command. They need numpy."""

import os
import random
import subprocess
import tempfile
import threading
import time
import unittest

import numpy

import dokumill
from plain_search import houses_of, solutions_of

SHAPES = {4: (2, 2), 6: (2, 3), "6:3x2": (3, 2), "8:4x2": (4, 2), 16: (4, 4)}
HOUSES = {size: houses_of(*boxes) for size, boxes in SHAPES.items()}


def judge(size, puzzle, solutions, answer):
    """Scores an answer as the documents define it."""
    houses = HOUSES[size]
    n = len(houses["rows"])
    values = [v if 1 <= v <= n else None for v in answer]
    repeated = {}
    for kind, of_kind in houses.items():
        filled = [[values[c] for c in house if values[c]] for house in of_kind]
        repeated[kind] = sum(len(set(house)) < len(house) for house in filled)
    givens = sum(p != 0 and p != a for p, a in zip(puzzle, answer))
    exact = None not in values and not any(repeated.values()) and givens == 0
    empty = [c for c in range(n * n) if puzzle[c] == 0]
    target = answer if exact else solutions[0] if solutions else [None] * n * n
    cells = sum(target[c] == values[c] for c in empty if values[c])
    return {
        "exact": exact, "cells": cells, "empty": len(empty), "givens": givens,
        "blank": values.count(None), "share": cells / len(empty) if empty else float(exact), **repeated,
        "kind": 3 if solutions and not empty else min(2, len(solutions)),
    }


def command(*arguments):
    """What the command prints."""
    program = os.environ["DOKUMILL_COMMAND"]
    run = subprocess.run([program, *arguments], check=True, capture_output=True, text=True)
    return run.stdout


def puzzles_of(size, count):
    """Puzzles with one solution, with several, with none, and full boards."""
    choose = random.Random(5)
    made = dokumill.puzzles(count, seed=2, size=size)
    puzzles = made.puzzle.copy()
    for i in range(0, count, 4):
        puzzles[i][choose.choice(numpy.flatnonzero(puzzles[i]).tolist())] = 0
    for i in range(1, count, 4):
        puzzles[i][0] = puzzles[i][1] = 2
    puzzles[2] = made.solution[2]
    return puzzles


class Answers(unittest.TestCase):
    def test_plain_python_agrees(self):
        for size in (4, 6, "6:3x2"):
            puzzles = puzzles_of(size, 40)
            limit = 300 if size == 4 else 5
            expected = [solutions_of(HOUSES[size], puzzle, limit) for puzzle in puzzles.tolist()]
            counts = [len(found) for found in expected]
            self.assertGreater(len(set(counts)), 2)
            for threads in (1, 2):
                solved = dokumill.solve(puzzles, size=size, threads=threads)
                wanted = [found[0] if found else p for p, found in zip(puzzles.tolist(), expected)]
                self.assertEqual(solved.solution.tolist(), wanted)
                self.assertEqual(solved.kind.tolist(), [min(2, count) for count in counts])
                found = dokumill.count(puzzles, limit, size=size, threads=threads)
                self.assertEqual(found.tolist(), counts)
            if size == 4:  # in a search of its own for each puzzle
                self.assertEqual(dokumill.count(puzzles, 2**40, size=4).tolist(), counts)
            checked = dokumill.check(puzzles, minimal=True, size=size)
            kinds = [3 if all(p) and c else min(2, c) for p, c in zip(puzzles, counts)]
            self.assertEqual(checked.kind.tolist(), kinds)
            for puzzle, kind, minimal in zip(puzzles.tolist(), kinds, checked.minimal):
                fewer = []
                for clue in (c for c, v in enumerate(puzzle) if v):
                    fewer.append([0 if c == clue else v for c, v in enumerate(puzzle)])
                is_minimal = kind == 1 and all(len(solutions_of(HOUSES[size], p, 2)) > 1 for p in fewer)
                self.assertEqual(minimal, is_minimal)

    def test_scores(self):
        choose = random.Random(7)
        for size in (4, "6:3x2", 16):
            if size == 16:
                puzzles = dokumill.puzzles(8, seed=1, size=16, clues=(130, 256)).puzzle
            else:
                puzzles = puzzles_of(size, 24)
            solved = dokumill.solve(puzzles, size=size)
            cases = []
            for puzzle, board, kind in zip(puzzles.tolist(), solved.solution.tolist(), solved.kind):
                solutions = int(kind) * [board]  # as many as judge() needs
                for changes in (0, 1, 3, len(board)):
                    answer = list(board)
                    for _ in range(changes):
                        answer[choose.randrange(len(board))] = choose.randrange(20)
                    cases += [(puzzle, solutions, answer), (puzzle, solutions, [0] * len(board))]
            asked, given = (numpy.array([case[i] for case in cases], numpy.uint8) for i in (0, 2))
            expected = [judge(size, *case) for case in cases]
            for threads in (1, 2):
                found = dokumill.score(asked, given, size=size, threads=threads)
                for name in expected[0]:
                    wanted = [case[name] for case in expected]
                    self.assertEqual(getattr(found, name).tolist(), wanted, name)
                self.assertTrue(numpy.isnan(found.order).all())
            one = dokumill.score(asked[0], given, size=size)
            wanted = [judge(size, *cases[0][:2], answer)["cells"] for answer in given.tolist()]
            self.assertEqual(one.cells.tolist(), wanted)
        made = dokumill.puzzles(1, seed=1, clues=360, size=25)
        found = dokumill.score(made.puzzle, 0 * made.solution, size=25, solutions=made.solution)
        self.assertEqual((found.blank, found.empty, found.givens), (625, 265, 360))
        with self.assertRaisesRegex(ValueError, r"solutions\[0\]: not a solution"):
            dokumill.score(16 * ".", 16 * "1", solutions=16 * "1", size=4)

    def test_texts(self):
        puzzle, board = "1000030001030002", "1234432121433412"
        rows = [board[i : i + 4] for i in range(0, 16, 4)]
        texts = [
            f"<think>2 or 3? 1 2</think><answer>\n{chr(10).join(rows)}\n</answer>",
            "\n".join(f"| {' | '.join(row)} |" for row in rows),
            "\n".join(f"Row {i}: {' '.join(row)}" for i, row in enumerate(rows, 1)),
            str([[int(c) for c in row] for row in rows]),
            f"Top:\n{rows[0]}\n{rows[1]}\nBottom:\n{rows[2]}\n{rows[3]}\nEach row has 1, 2, 3, 4.",
            "\n".join(f"Row {i}: {rows[i - 1]}" for i in (4, 3, 2, 1)),
            f"The solution is {board}.",
            "I fill 4 cells with 1 2 3 4. Then I stop.",
        ]
        found = dokumill.score(puzzle, texts, size=4)
        self.assertEqual((found.exact, found.blank), (7 * [True] + [False], 7 * [0] + [16]))
        read = dokumill.read_answers(texts, size=4)
        self.assertEqual(read.grids.shape, (8, 16))
        self.assertEqual(read.form.tolist(), [2, 2, 2, 2, 2, 2, 3, 0])
        for size in (6, "8:4x2"):
            lines = dokumill.boards(20, family="random", size=size, as_text=True)
            n = int(len(lines[0]) ** 0.5)
            rows = [[" ".join(line[i : i + n]) for i in range(0, n * n, n)] for line in lines]
            free = ["Answer:\n{}\nDone.".format("\n".join(board)) for board in rows]
            self.assertEqual(dokumill.read_answers(free, size=size, as_text=True).grids, lines)
        lines = dokumill.boards(3, family="random", size=16, as_text=True)
        self.assertEqual(dokumill.solve([line.lower() for line in lines], size=16).solution, lines)
        with self.assertRaisesRegex(ValueError, "16x16: answers are read from texts for the sizes 4"):
            dokumill.score(lines, lines, size=16)


class Makers(unittest.TestCase):
    def test_the_command_makes_the_same(self):
        for size, symmetry, clues in [
            (4, "none", (5, 9)), ("6:3x2", "rotational", (14, 20)), (16, "none", (110, 130)),
        ]:
            made = command(
                "generate", "puzzles", "--size", str(size), "-n", "60", "--seed", "3", "--start", "10",
                "--clues", f"{clues[0]}..{clues[1]}", "--symmetry", symmetry,
            )
            wanted = {"seed": 3, "clues": clues, "symmetry": symmetry, "size": size, "as_text": True}
            for threads in (1, 2):
                puzzles = dokumill.puzzles(60, start=10, threads=threads, **wanted).puzzle
                self.assertEqual(puzzles, made.split())
            with dokumill.stream(batch=10, threads=2, start=1, **wanted) as batches:
                streamed = [text for batch, _ in zip(batches, range(6)) for text in batch.puzzle]
            self.assertEqual(streamed, made.split())
            boards = command(
                "generate", "boards", "--size", str(size), "-n", "20", "--seed", "4",
                "--family", "random", "--to", "line",
            )
            found = dokumill.boards(20, family="random", seed=4, size=size, as_text=True)
            self.assertEqual(found, boards.split())
        minimal = dokumill.puzzles(50, minimal=True, symmetry="diagonal", size=6).puzzle
        self.assertEqual(dokumill.check(minimal, minimal=True, size=6).minimal.tolist(), 50 * [1])
        self.assertEqual(len(set(dokumill.boards(288, size=4, as_text=True))), 288)

    def test_sides_of_a_split(self):
        wanted = {"clues": (4, 9), "test_share": 0.3, "split_seed": 9, "size": 4}
        train, test = (dokumill.puzzles(2000, split=side, **wanted).puzzle for side in ("train", "test"))
        classes = [set(map(bytes, dokumill.canon(puzzles, size=4).form)) for puzzles in (train, test)]
        self.assertFalse(classes[0] & classes[1])
        self.assertLess(len(classes[1]), len(classes[0]))
        both = numpy.vstack([train, test])
        self.assertEqual(len(dokumill.dedupe(both, symmetry=True, size=4).index), sum(map(len, classes)))
        with tempfile.TemporaryDirectory() as folder:
            numpy.save(f"{folder}/both.npy", both)
            command(
                "split", "--size", "4", f"{folder}/both.npy", "--share", "30%", "--seed", "9",
                "--train", f"{folder}/train.npy", "--test", f"{folder}/test.npy",
            )
            self.assertEqual(numpy.load(f"{folder}/train.npy").tolist(), train.tolist())

    def test_equal_grids(self):
        for size in (4, 16):
            grids = dokumill.puzzles(30, size=size, clues=(100, 256) if size == 16 else None).puzzle
            grids = numpy.vstack([grids, grids[::-1], grids])
            first = {}
            expected = [first.setdefault(bytes(grid), i) for i, grid in enumerate(grids)]
            self.assertEqual(dokumill.dedupe(grids, size=size).first.tolist(), expected)
        boards = dokumill.boards(288, size=4)
        found = dokumill.canon(boards, size=4)
        self.assertEqual(len(numpy.unique(found.form, axis=0)), 2)
        dokumill.canon(boards, out=boards, size=4)
        self.assertEqual(boards.tolist(), found.form.tolist())
        again = dokumill.canon(boards, size=4).automorphisms
        self.assertEqual(again.tolist(), found.automorphisms.tolist())


class Misuse(unittest.TestCase):
    def test_wrong_arguments(self):
        grids = numpy.zeros((8, 36), numpy.uint8)
        wrong = grids.copy()
        wrong[5, 7] = 7
        large = numpy.zeros((70, 625), numpy.uint8)
        large[37, 3] = 26
        solve, count, puzzles = dokumill.solve, dokumill.count, dokumill.puzzles
        for message, call in [
            ("size: expected 4, 6, .* got 7", lambda: solve(grids, size=7)),
            ("size: expected .* got '6:2x2'", lambda: solve(grids, size="6:2x2")),
            (r"shape \(8, 36\), expected \(N, 16\), \(N, 4, 4\)", lambda: solve(grids, size=4)),
            (r"puzzles\[5\]: cell 7 has the value 7, expected 0 to 6", lambda: solve(wrong, size=6)),
            # The search of the grids before it would not end.
            (r"puzzles\[37\]: cell 3 has the value 26, expected 0 to 25", lambda: solve(large, size=25)),
            ("expected 4, 6, 8, 9, 10", lambda: solve("1", size="\u0664")),
            (r"puzzles\[5\]: cell 7", lambda: count(wrong, 2, size=6, threads=2)),
            ("not contiguous", lambda: solve(grids[:, ::-1], size=6)),
            ("not contiguous", lambda: dokumill.check(grids[::2], size=6)),
            ("grid 1, character 2: found '5', expected 1 to 4 or", lambda: count([16 * ".", "..5............."], 2, size=4)),
            ("found 'H', expected 1 to 9, A to G or", lambda: count(255 * "." + "H", 2, size=16)),
            ("36 characters, expected 16", lambda: solve(36 * ".", size=4)),
            ("10x10: canonical forms exist for the sizes 4, 6, 8 and 9", lambda: dokumill.canon(100 * ".", size=10)),
            ("maps: they are for 9x9", lambda: dokumill.canon(grids, with_map=True, size=6)),
            ("Sudoku Explainer's scale", lambda: puzzles(2, size=4, rated=True)),
            ("Sudoku Explainer's scale", lambda: puzzles(2, size=4, level="easy")),
            ("patterns", lambda: puzzles(2, size=16, pattern=81 * "x")),
            ("mixtures", lambda: puzzles(2, size=4, mix=[(1, {}), (1, {"clues": 8})])),
            ("clues: expected 1 to 16", lambda: puzzles(2, size=4, clues=20)),
            ("canonical forms", lambda: puzzles(2, size=10, split="test")),
            ("boards of 16x16 are random", lambda: dokumill.boards(2, size=16)),
            ("there are 288", lambda: dokumill.boards(289, size=4)),
            ("images are made of 9x9", lambda: dokumill.stream(size=4, batch=8, augment=2)),
            ("overlaps", lambda: solve(grids[:4], out=grids[1:5], size=6)),
        ]:
            with self.assertRaisesRegex(ValueError, message):
                call()
        for given, size in (grids.astype(int), 6), (grids, 6.0), (grids, True), (grids, None):
            self.assertRaises(TypeError, lambda: solve(given, size=size))
        with self.assertRaises(dokumill.UnmetError) as failed:
            dokumill.puzzles(9, size=4, clues=3, max_tries=5)
        self.assertEqual(failed.exception.made, 0)
        self.assertEqual(dokumill.solve(grids[:0], size=6).solution.shape, (0, 36))
        self.assertEqual(dokumill.solve(numpy.zeros((4, 4), "u1"), size=4).kind, dokumill.Kind.MULTIPLE)

    def test_the_lock_is_released(self):
        """Another thread of Python works while a call searches."""
        ended, turns = threading.Event(), 0
        thread = threading.Thread(
            target=lambda: (dokumill.count(36 * ".", 100_000, size=6, threads=1), ended.set())
        )
        thread.start()
        while not ended.is_set():
            turns += 1
            time.sleep(0)
        thread.join()
        self.assertGreater(turns, 10)


if __name__ == "__main__":
    unittest.main()
