"""Tests of the Python package. They need numpy."""

import ctypes
import inspect
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

import numpy

import dokumill
from dokumill import _library

PUZZLE = "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
BOARD = "981752643752643819463198275514867932629431758837529164348976521296315487175284396"


def array_of(text):
    return numpy.frombuffer(text.replace(".", "0").encode(), numpy.uint8) - ord("0")


class Answers(unittest.TestCase):
    def setUp(self):
        self.puzzles = dokumill.puzzles(700, seed=3).puzzle

    def test_shapes(self):
        flat = dokumill.solve(self.puzzles)
        self.assertEqual(flat.solution.shape, (700, 81))
        self.assertEqual(flat.kind.dtype, numpy.uint8)
        cubes = dokumill.solve(self.puzzles.reshape(-1, 9, 9))
        self.assertEqual(cubes.solution.shape, (700, 9, 9))
        numpy.testing.assert_array_equal(cubes.solution.reshape(-1, 81), flat.solution)
        one = dokumill.solve(self.puzzles[5])
        numpy.testing.assert_array_equal(one.solution, flat.solution[5])
        self.assertEqual(one.kind, dokumill.Kind.UNIQUE)
        self.assertEqual(dokumill.solve(self.puzzles[5].reshape(9, 9)).solution.shape, (9, 9))
        self.assertEqual(dokumill.solve(self.puzzles[:0]).solution.shape, (0, 81))
        self.assertEqual(dokumill.solve([]), ([], []))

    def test_texts_and_arrays_agree(self):
        texts = ["".join(map(str, row)) for row in self.puzzles]
        arrays, lists = dokumill.solve(self.puzzles), dokumill.solve(texts)
        self.assertEqual(["".join(map(str, row)) for row in arrays.solution], lists.solution)
        self.assertEqual(lists.kind, arrays.kind.tolist())
        self.assertEqual(dokumill.solve(numpy.array(texts)).solution, lists.solution)
        self.assertEqual(dokumill.solve(numpy.array(texts, "S")).solution, lists.solution)
        self.assertEqual(dokumill.count(texts, 3), dokumill.count(self.puzzles, 3).tolist())
        self.assertEqual(dokumill.possible(texts), dokumill.possible(self.puzzles).tolist())
        found, listed = dokumill.solutions(self.puzzles, 3), dokumill.solutions(texts, 3)
        self.assertEqual(found.solutions.shape, (len(texts), 3, 81))
        self.assertEqual(found.counts.tolist(), dokumill.count(texts, 3))
        self.assertEqual(found.counts.tolist(), listed.counts)
        for grids, count, some in zip(found.solutions, found.counts, listed.solutions):
            self.assertEqual(["".join(map(str, grid)) for grid in grids[:count]], some)
            self.assertEqual(sorted(set(some)), some)
            self.assertFalse(grids[count:].any())
        for options in ({}, {"obstacles": True}, {"at_most": 3.0, "scale": "se121"}):
            rated = dokumill.rate(self.puzzles, **options)
            listed = dokumill.rate(texts, **options)
            for name in dokumill.Rated._fields:
                if name != "obstacles" or "obstacles" in options:
                    self.assertEqual(getattr(rated, name).tolist(), getattr(listed, name), name)
            self.assertTrue((rated.er >= rated.ep).all() and (rated.ep >= rated.ed).all())
            self.assertEqual(rated.is_exact.all(), "at_most" not in options)
            self.assertEqual(rated.obstacles is None, "obstacles" not in options)
        self.assertEqual(dokumill.rate([], obstacles=True), dokumill.Rated(*9 * [[]]))
        with self.assertRaisesRegex(ValueError, "scale: expected one of se121, got 'x'"):
            dokumill.rate(texts, scale="x")
        with self.assertRaisesRegex(ValueError, "scale: the scale dokumill no longer exists"):
            dokumill.rate(texts, scale="dokumill")
        with self.assertRaisesRegex(ValueError, "at_most: expected 1 to 12"):
            dokumill.rate(texts, at_most=0.9)

    def test_place(self):
        expected = dokumill.solve(self.puzzles).solution
        out = numpy.zeros_like(self.puzzles)
        self.assertIs(dokumill.solve(self.puzzles, out=out).solution, out)
        numpy.testing.assert_array_equal(out, expected)
        dokumill.solve(self.puzzles, out=self.puzzles)
        numpy.testing.assert_array_equal(self.puzzles, expected)

    def test_read_only_input(self):
        self.puzzles.flags.writeable = False
        self.assertEqual(dokumill.solve(self.puzzles).kind.min(), 1)

    def test_check(self):
        grids = numpy.vstack([array_of(PUZZLE), array_of(BOARD), array_of(81 * ".")])
        found = dokumill.check(grids, minimal=True)
        self.assertEqual(found.kind.tolist(), [1, 3, 2])
        self.assertEqual(dokumill.check(self.puzzles, minimal=True).minimal.sum(), 700)
        self.assertIsNone(dokumill.check(grids).minimal)

    def test_features(self):
        names = ["clues", "er", "level", "backdoor_cells", "outcome", "depth", "hardest"]
        grids = numpy.vstack([self.puzzles[:20], array_of(BOARD), array_of(81 * ".")])
        found = dokumill.features(grids, names)
        self.assertEqual(list(found), names)
        self.assertTrue(all(len(item) == 22 for item in found.values()))
        rated = dokumill.rate(self.puzzles[:20])
        numpy.testing.assert_array_equal(found["er"][:20], rated.er)
        numpy.testing.assert_array_equal(found["clues"][:20], rated.clues)
        self.assertEqual(
            found["hardest"][:20].tolist(), [dokumill.TECHNIQUES[i] for i in rated.hardest]
        )
        self.assertEqual(
            found["level"][:20].tolist(), [dokumill.Level(i).name.lower() for i in rated.level]
        )
        self.assertEqual(found["outcome"][-3:].tolist(), ["unique", "complete", "multiple"])
        self.assertEqual([found[name][21] for name in ("depth", "level")], [-1, ""])
        self.assertTrue(numpy.isnan(found["er"][21]))
        # Digits of the solution in the cells of the backdoor leave a puzzle of depth 0.
        solution = dokumill.solve(grids).solution
        for i, cells in enumerate(found["backdoor_cells"][:20]):
            for cell in cells.split():
                place = (int(cell[1]) - 1) * 9 + int(cell[3]) - 1
                grids[i, place] = solution[i, place]
        self.assertEqual(dokumill.features(grids[:20], "depth")["depth"].max(), 0)
        texts = ["".join(map(str, grid)) for grid in grids]
        again = dokumill.features(texts, ",".join(names))
        for name, item in dokumill.features(grids, names).items():
            numpy.testing.assert_array_equal(item, numpy.array(again[name]))
        self.assertEqual(dokumill.features(grids[0], "clues")["clues"], again["clues"][0])
        self.assertEqual(dokumill.features(texts[0], ["clues"])["clues"], again["clues"][0])
        self.assertEqual(dokumill.features(numpy.zeros((0, 81), "u1"), "er")["er"].shape, (0,))
        with self.assertRaisesRegex(ValueError, "expected one of .*depth.*got 'clus'"):
            dokumill.features(texts, "clus")
        with self.assertRaises(TypeError):
            dokumill.features(texts, [3])

    def test_canon_and_dedupe(self):
        images = dokumill.augment(self.puzzles, seed=4).puzzle
        forms = dokumill.canon(images, with_map=True)
        numpy.testing.assert_array_equal(forms.form, dokumill.canon(self.puzzles).form)
        i = 17
        grid = images[i].reshape(9, 9)
        if forms.map["is_transposed"][i]:
            grid = grid.T
        moved = grid[numpy.ix_(forms.map["rows"][i], forms.map["columns"][i])]
        numpy.testing.assert_array_equal(forms.map["digits"][i][moved].ravel(), forms.form[i])
        both = numpy.vstack([self.puzzles, images])
        self.assertEqual(len(dokumill.dedupe(both, symmetry=True).index), 700)
        plain = dokumill.dedupe(numpy.vstack([self.puzzles, self.puzzles]))
        self.assertEqual(plain.index.tolist(), list(range(700)))
        self.assertEqual(plain.first.tolist(), 2 * list(range(700)))

    def test_steps(self):
        grids = numpy.vstack([self.puzzles, array_of(BOARD), array_of(81 * "."), self.puzzles[:1]])
        grids[-1, 0:2] = 5
        found = dokumill.steps(grids, threads=2)
        self.assertEqual((found.order.shape, found.order.dtype), (grids.shape, numpy.uint8))
        self.assertEqual(found.kind.tolist(), 700 * [1] + [3, 2, 0])
        for order, puzzle in zip(found.order[:701], grids):
            filled = numpy.sort(order[puzzle == 0])
            numpy.testing.assert_array_equal(filled, numpy.arange(1, len(filled) + 1))
            self.assertFalse(order[puzzle > 0].any())
        self.assertTrue((found.order[701:] == dokumill.NO_ORDER).all())
        texts = ["".join(map(str, grid)) for grid in grids]
        self.assertEqual(dokumill.steps(texts), (found.order.tolist(), found.kind.tolist()))
        self.assertEqual(dokumill.steps(texts[4]).order, found.order[4].tolist())
        cubes = dokumill.steps(grids.reshape(-1, 9, 9)).order
        numpy.testing.assert_array_equal(cubes.reshape(-1, 81), found.order)
        out = numpy.empty_like(grids)
        self.assertIs(dokumill.steps(grids, out=out).order, out)
        numpy.testing.assert_array_equal(out, found.order)
        for place in (grids, grids[:]):
            with self.assertRaises(ValueError):
                dokumill.steps(grids, out=place)
        # The command writes the same array.
        command = os.environ.get("DOKUMILL_COMMAND")
        if command is None:
            return
        with tempfile.TemporaryDirectory() as folder:
            numpy.save(folder + "/in.npy", grids)
            run = subprocess.run([command, "steps", "-q", "in.npy", "-o", "out.npy"], cwd=folder)
            self.assertEqual(run.returncode, 1)  # some records have no steps
            numpy.testing.assert_array_equal(numpy.load(folder + "/out.npy"), found.order)

    def test_explain(self):
        puzzle = self.puzzles[2]
        steps = dokumill.explain(puzzle)
        order = numpy.zeros(81, numpy.uint8)
        solution = puzzle.copy()
        for cell, digit in (step["place"] for step in steps if "place" in step):
            order[cell] = order.max() + 1
            solution[cell] = digit
        numpy.testing.assert_array_equal(order, dokumill.steps(puzzle).order)
        numpy.testing.assert_array_equal(solution, dokumill.solve(puzzle).solution)
        self.assertEqual(max(step["score"] for step in steps), dokumill.rate(puzzle).er)
        self.assertEqual(dokumill.explain(puzzle.reshape(9, 9)), steps)
        self.assertEqual(dokumill.explain(BOARD), [])
        text = "".join(map(str, puzzle))
        english, chinese = (dokumill.explain(text, sentences=language) for language in ("en", "zh"))
        self.assertTrue(english[0]["text"][-1].endswith("."))
        self.assertTrue(chinese[0]["text"][-1].endswith("\u3002"))
        # The command writes the same steps.
        command = os.environ.get("DOKUMILL_COMMAND")
        if command is not None:
            run = subprocess.run(
                [command, "steps", "-q", "--sentences", "en", "-"], input=text.encode(),
                stdout=subprocess.PIPE,
            )
            self.assertEqual(json.loads(run.stdout)["steps"], english)

    def test_classes(self):
        boards = dokumill.boards(40, family="random", seed=3)
        found = dokumill.classes(boards)
        self.assertEqual(found.number.dtype, numpy.uint64)
        self.assertEqual(found.bands.shape, (40, 6))
        numpy.testing.assert_array_equal(
            dokumill.class_boards(found.number), dokumill.canon(boards).form
        )
        numpy.testing.assert_array_equal(
            found.automorphisms, dokumill.canon(boards).automorphisms
        )
        images = dokumill.augment(boards, seed=8).puzzle
        numpy.testing.assert_array_equal(dokumill.classes(images).number, found.number)
        texts = ["".join(map(str, row)) for row in boards[:2]]
        self.assertEqual(dokumill.classes(texts).number, found.number[:2].tolist())
        self.assertEqual(dokumill.classes(texts[0]).bands, found.bands[0].tolist())
        self.assertEqual(dokumill.classes(81 * ".").number, 0)
        self.assertEqual(
            dokumill.class_boards(range(6, 9), as_text=True),
            dokumill.boards(3, family="classes", start=5, as_text=True),
        )

    def test_augment(self):
        solutions = dokumill.solve(self.puzzles).solution
        made = dokumill.augment(self.puzzles, 3, solutions=solutions, seed=9)
        self.assertEqual(made.puzzle.shape, (2100, 81))
        numpy.testing.assert_array_equal(dokumill.solve(made.puzzle).solution, made.solution)
        part = dokumill.augment(self.puzzles[100:110], 3, seed=9, first_number=101)
        numpy.testing.assert_array_equal(part.puzzle, made.puzzle[300:330])

    def test_makers(self):
        boards = dokumill.boards(10, start=5, family="wide", first_digit=7)
        self.assertTrue((boards[:, 0] == 7).all())
        self.assertEqual(
            dokumill.boards(10, start=5, family="wide", first_digit=7, as_text=True),
            ["".join(map(str, row)) for row in boards],
        )
        for number in (numpy.int64(2), numpy.uint8(2)):
            self.assertEqual(len(dokumill.boards(number, as_text=True)), 2)
            self.assertEqual(dokumill.boards(number).shape, (2, 81))
            made = dokumill.puzzles(number, seed=number, clues=(30, 33), rated=True, as_text=True)
            self.assertEqual(made, dokumill.puzzles(2, seed=2, clues=(30, 33), rated=True, as_text=True))
            self.assertEqual(dokumill.puzzles(number, rated=True).rating.er.shape, (2,))
        made = dokumill.puzzles(40, clues=(30, 33), symmetry="rotational", rated=True)
        clues = (made.puzzle > 0).sum(axis=1)
        self.assertTrue(((clues >= 30) & (clues <= 33)).all())
        numpy.testing.assert_array_equal(made.rating.clues, clues)
        with self.assertRaises(dokumill.UnmetError) as caught:
            dokumill.puzzles(2000, seed=3, clues=(17, 24), max_tries=8)
        self.assertLess(caught.exception.made, 2000)

    def test_unavoidable(self):
        boards = dokumill.boards(3, family="random")
        found = dokumill.unavoidable(boards, 8, sets=True)
        self.assertEqual(found.counts.shape, (3, 9))
        self.assertEqual(found.offsets[-1], len(found.cells))
        for i in range(3):
            sets = found.cells[found.offsets[i] : found.offsets[i + 1]]
            sizes = numpy.bincount(sets.sum(axis=1).astype(int), minlength=9)
            numpy.testing.assert_array_equal(sizes, found.counts[i])
            emptied = boards[i] * (1 - sets)
            self.assertEqual(dokumill.count(emptied, 2).min(), 2)
        texts = dokumill.boards(3, family="random", as_text=True)
        as_texts = dokumill.unavoidable(texts, 8, sets=True)
        self.assertEqual(as_texts.counts, found.counts.tolist())
        self.assertEqual(as_texts.offsets, found.offsets.tolist())
        self.assertEqual(as_texts.cells[0], "".join(map(str, found.cells[0])))
        self.assertIsNone(dokumill.unavoidable(boards).cells)

    def test_patterns_and_solutions(self):
        pattern = numpy.arange(81) % 2
        made = dokumill.puzzles(5, pattern=pattern)
        numpy.testing.assert_array_equal(made.puzzle != 0, numpy.tile(pattern != 0, (5, 1)))
        again = dokumill.puzzles(5, pattern="".join(".x"[cell] for cell in pattern))
        numpy.testing.assert_array_equal(made.puzzle, again.puzzle)
        several = dokumill.puzzles(5, solutions=4)
        self.assertEqual(dokumill.count(several.puzzle, 9).tolist(), [4] * 5)

    def test_unbiased_puzzles(self):
        made = dokumill.unbiased_puzzles(20, seed=3, start=5)
        self.assertTrue((made.weight > 0).all() and (made.tries > 0).all())
        self.assertTrue(dokumill.check(made.puzzle, minimal=True).minimal.all())
        numpy.testing.assert_array_equal(dokumill.solve(made.puzzle).solution, made.solution)
        texts = dokumill.unbiased_puzzles(2, seed=3, start=6, as_text=True)
        self.assertEqual(texts.weight, made.weight[1:3].tolist())
        self.assertEqual(texts.tries, made.tries[1:3].tolist())
        self.assertEqual([int(digit) for digit in texts.puzzle[0]], made.puzzle[1].tolist())

    def test_puzzles_with_a_rating(self):
        made = dokumill.puzzles(8, rating=(7.0, 7.2))
        er = dokumill.rate(made.puzzle).er
        self.assertTrue(((er >= 7.0) & (er <= 7.2)).all())
        texts = dokumill.puzzles(2, rating=numpy.float64(2.6), as_text=True).puzzle
        self.assertEqual(dokumill.rate(texts).er, [2.6, 2.6])
        for name in ("X-Wing", "x_wing"):
            texts = dokumill.puzzles(2, technique=name, clues=(24, 28), as_text=True).puzzle
            rated = dokumill.rate(texts)
            names = [dokumill.TECHNIQUES[number] for number in rated.hardest]
            self.assertEqual(names, ["X-Wing", "X-Wing"])
        made = dokumill.puzzles(4, level="hard", obstacles=(2, 3), rated=True).rating
        self.assertTrue(((made.obstacles == 2) | (made.obstacles == 3)).all())
        self.assertEqual(set(made.level), {dokumill.Level.HARD})


class Misuse(unittest.TestCase):
    def fails(self, error, pattern, *arguments, call=dokumill.solve, **options):
        with self.assertRaisesRegex(error, pattern):
            call(*arguments, **options)

    def test_messages(self):
        good = numpy.zeros((4, 81), numpy.uint8)
        self.fails(TypeError, r"dtype int64, expected uint8", good.astype(numpy.int64))
        self.fails(TypeError, r"dtype float32", good.astype(numpy.float32))
        self.fails(ValueError, r"shape \(4, 80\), expected", numpy.zeros((4, 80), numpy.uint8))
        self.fails(ValueError, r"shape \(2, 2, 81\)", numpy.zeros((2, 2, 81), numpy.uint8))
        self.fails(ValueError, "not contiguous", numpy.asfortranarray(good))
        self.fails(ValueError, "not contiguous", good[::2])
        self.fails(TypeError, "got NoneType", None)
        self.fails(TypeError, "got int", 5)
        self.fails(TypeError, "got bytes", 81 * b"0")
        self.fails(TypeError, "expected an array", [1, 2])
        self.fails(ValueError, r"puzzles\[1\]: 80 characters", [81 * ".", 80 * "."])
        self.fails(ValueError, "grid 0, character 80: found '!'", 80 * "." + "!")
        self.fails(ValueError, r"puzzles\[0\], character 3: not ASCII", "..." + "\u00e9" + 77 * ".")
        self.fails(ValueError, "out: shape", good, out=good[:2])
        self.fails(TypeError, "out: only for arrays", 81 * ".", out=good)
        read_only = good.copy()
        read_only.flags.writeable = False
        self.fails(ValueError, "read-only", good, out=read_only)
        big = numpy.zeros((5, 81), numpy.uint8)
        self.fails(ValueError, "^out: overlaps puzzles in part", big[:4], out=big[1:])
        self.fails(ValueError, "^out: overlaps grids in part", big[1:], out=big[:4], call=dokumill.canon)
        bad = good.copy()
        bad[2, 7] = 10
        self.fails(ValueError, r"puzzles\[2\]: cell 7 has the value 10", bad)
        for call in (dokumill.check, dokumill.canon, dokumill.dedupe):
            self.fails(ValueError, r"^grids\[2\]: cell 7 has the value 10", bad, call=call)
        self.fails(ValueError, r"^grids\[2\]: cell 7", bad, symmetry=True, call=dokumill.dedupe)
        self.fails(ValueError, r"^puzzles\[2\]: cell 7", bad, call=dokumill.augment)
        self.fails(ValueError, r"^solutions\[2\]: cell 7", good, 1, solutions=bad, call=dokumill.augment)
        self.fails(ValueError, "threads", good, threads=-1)
        self.fails(TypeError, "threads", good, threads=1.5)
        self.fails(ValueError, "engine", good, engine="none")
        self.fails(TypeError, "engine", good, engine=5)
        self.fails(ValueError, "limit", good, -1, call=dokumill.count)
        self.fails(ValueError, "limit", good, 2**64, call=dokumill.count)
        for times in (-1, 0, 1_000_001):
            self.fails(
                ValueError, f"^times: expected 1 to 1000000, got {times}$", good, times,
                call=dokumill.augment,
            )
        for tries in (-1, 0, 2**31 + 1):
            self.fails(
                ValueError, f"^max_tries: expected 1 to 2147483648, got {tries}$", 1,
                max_tries=tries, call=dokumill.puzzles,
            )
        self.fails(ValueError, "solutions", good, 1, solutions=good[:1], call=dokumill.augment)
        self.fails(ValueError, "family", 1, family="tall", call=dokumill.boards)
        for wrong in ([0], [5472730539], [-1]):
            self.fails(ValueError, "^numbers", wrong, call=dokumill.class_boards)
        self.fails(TypeError, "^numbers", [1.5], call=dokumill.class_boards)
        for digit in (-1, 0, 10):
            self.fails(
                ValueError, f"^first_digit: expected 1 to 9, got {digit}$", 1, first_digit=digit,
                call=dokumill.boards,
            )
        self.fails(ValueError, "count", -1, call=dokumill.boards)
        self.fails((ValueError, MemoryError), "", 2**50, call=dokumill.boards)
        self.fails(ValueError, "clues", 1, clues=(31, 30), call=dokumill.puzzles)
        self.fails(ValueError, "^clues: expected 1 to 81, got 0$", 1, clues=0, call=dokumill.puzzles)
        self.fails(ValueError, "^clues: expected 1 to 81, got 82$", 1, clues=(20, 82), call=dokumill.puzzles)
        self.fails(ValueError, "^most_cells: ", "1" * 81, 17, call=dokumill.unavoidable)
        for odd, message in (("x", "^pattern: expected 81"), ("2" * 81, "got '2'"), ([0] * 81, "17")):
            with self.assertRaisesRegex(ValueError, message):
                dokumill.puzzles(1, pattern=odd)
        self.fails(ValueError, "^solutions: ", 1, solutions=0, call=dokumill.puzzles)
        self.fails(ValueError, "^count: ", -1, call=dokumill.unbiased_puzzles)
        self.fails(ValueError, "^start: ", 1, start=-1, call=dokumill.unbiased_puzzles)
        self.fails(ValueError, "2\\^64", 2, start=2**64 - 1, call=dokumill.unbiased_puzzles)
        for rating in (7.25, -1, 12.1, 0, float("nan"), float("inf"), (7, 7.25)):
            self.fails(ValueError, "^rating: expected 0", 1, rating=rating, call=dokumill.puzzles)
        for rating in ("7", True, (7,), (7, None), [1, 2, 3]):
            self.fails(
                TypeError, "^rating: expected a number", 1, rating=rating, call=dokumill.puzzles
            )
        self.fails(ValueError, "scores lies in", 1, rating=(7.2, 7.0), call=dokumill.puzzles)
        self.fails(ValueError, "no step scores 5.5", 1, rating=5.5, call=dokumill.puzzles)
        for technique in ("Swordfis", "", 3):
            self.fails(
                ValueError, "^technique: expected one of full house", 1, technique=technique,
                call=dokumill.puzzles,
            )
        self.fails(
            ValueError, "can be combined", 1, technique="X-Wing", level="hard",
            call=dokumill.puzzles,
        )
        explain = dokumill.explain
        self.fails(ValueError, "^puzzle: expected one solution, found several$", good[0], call=explain)
        self.fails(ValueError, "^puzzle: expected one puzzle, got ", good, call=explain)
        self.fails(ValueError, "^puzzle: expected one puzzle, got ", [81 * "."], call=explain)
        self.fails(ValueError, "cell 7 has the value 10", bad[2], call=explain)
        for sentences in ("de", 1):
            self.fails(
                ValueError, "^sentences: expected one of en, zh", BOARD, sentences=sentences,
                call=explain,
            )
        self.fails(ValueError, "several grids", 81 * ".", call=dokumill.dedupe)

    def test_hints(self):
        """No hint in an error message leads to wrong results.

        astype() wraps numbers, and results in a copy of `out` would be lost.
        """
        good = numpy.zeros((4, 81), numpy.uint8)
        self.fails(TypeError, "if all values are 0 to 9.*astype.*wraps", good.astype(numpy.int64))
        self.fails(ValueError, "ascontiguousarray", good[::2])
        self.fails(TypeError, "^out: dtype int64, expected uint8$", good, out=good.astype(numpy.int64))
        out = numpy.zeros((8, 81), numpy.uint8)[::2]
        self.fails(ValueError, "^out: not contiguous in row-major order$", good, out=out)

    def test_masked_arrays(self):
        """Every function that takes arrays refuses masked ones, in each of its parameters."""
        good = dokumill.boards(2)
        steps = numpy.zeros_like(good)
        texts = numpy.array([BOARD, BOARD])
        calls = {
            "augment": {"puzzles": good, "solutions": good},
            "boards": {"count": 2, "out": steps},
            "canon": {"grids": good, "out": steps},
            "check": {"grids": good},
            "class_boards": {"numbers": numpy.array([1, 2])},
            "classes": {"boards": good},
            "count": {"puzzles": good, "limit": 2},
            "dedupe": {"grids": good},
            "explain": {"puzzle": good[0]},
            "features": {"grids": good, "columns": ["clues"]},
            "possible": {"puzzles": good},
            "puzzles": {"count": 1, "pattern": (good[0] < 5).astype(numpy.uint8)},
            "rate": {"puzzles": good},
            "read_answers": {"texts": texts},
            "score": {"puzzles": good, "answers": good, "solutions": good, "orders": steps},
            "solutions": {"puzzles": good, "limit": 2},
            "solve": {"puzzles": good, "out": steps},
            "steps": {"puzzles": good, "out": steps},
            "traces": {"puzzles": good},
            "unavoidable": {"grids": good},
        }
        taken = set()
        for name in dokumill.__all__:
            call = getattr(dokumill, name)
            if inspect.isfunction(call):
                known = {"puzzles", "puzzle", "grids", "out", "solutions", "answers", "orders", "texts"}
                known &= inspect.signature(call).parameters.keys()
                taken |= {(name, parameter) for parameter in known}
        taken -= {("puzzles", "solutions")}  # a number
        given = {(name, parameter) for name, all in calls.items() for parameter in all}
        self.assertLessEqual(taken, given)
        for name, arguments in calls.items():
            call = getattr(dokumill, name)
            call(**arguments)
            for parameter, array in arguments.items():
                if not isinstance(array, numpy.ndarray):
                    continue
                for mask in (numpy.ma.nomask, False, True):
                    masked = numpy.ma.array(array, mask=mask)
                    message = f"^{parameter}: masks are not read, and this is a masked array; "
                    with self.assertRaisesRegex(TypeError, message):
                        call(**{**arguments, parameter: masked})
        masked = numpy.ma.array(texts, mask=[True, False])
        self.fails(TypeError, r"^puzzles: masks.*filled\(81 \* '0'\)", masked)
        self.assertEqual(dokumill.solve(masked.filled(81 * "0")).solution[1], BOARD)
        orders = [numpy.ma.array(steps[0], mask=True), steps[1]]
        self.fails(TypeError, "^orders: masks", good, good, orders=orders, call=dokumill.score)
        self.fails(TypeError, "^answers: masks", good, masked, call=dokumill.score)
        view = memoryview(numpy.ma.array(steps, mask=True))
        self.fails(TypeError, "^orders: expected", good, good, orders=view, call=dokumill.score)
        cells = [numpy.ma.masked] * 81
        with self.assertRaisesRegex(TypeError, "^pattern: masks"):
            dokumill.puzzles(1, pattern=cells)
        # What the message suggests.
        cells = numpy.ma.array(good[:1], mask=numpy.arange(81) % 3 == 0)
        self.assertEqual((cells.filled(0) == 0).sum(), 27)
        self.assertEqual(dokumill.features(cells.filled(0), ["clues"])["clues"].tolist(), [54])

    def test_masked_numbers(self):
        """A masked array of one value is no int, in each parameter that takes one."""
        good = dokumill.boards(2)
        numbers = {
            dokumill.augment: ([good], ["times", "seed", "first_number", "threads"]),
            dokumill.boards: ([1], ["count", "seed", "start", "first_digit", "threads"]),
            dokumill.count: ([good, 1], ["threads"]),
            dokumill.puzzles: (
                [1],
                ["count", "seed", "start", "clues", "empty_in_each_box", "solutions", "max_tries",
                 "obstacles", "rating"],
            ),
            dokumill.score: ([good, good], ["threads"]),
            dokumill.solutions: ([good, 1], ["threads"]),
            dokumill.solve: ([good], ["threads"]),
            dokumill.stream: (
                ["puzzles"], ["batch", "start", "augment", "seed", "threads", "ahead"]
            ),
            dokumill.unavoidable: ([good], ["most_cells", "threads"]),
            dokumill.unbiased_puzzles: ([1], ["count", "seed", "start", "threads"]),
        }
        for call, (first, names) in numbers.items():
            for name in names:
                for number in (numpy.ma.array(5), numpy.ma.array(5, mask=True), numpy.ma.masked):
                    given = {name: number} if name != "count" else {}
                    some = [number] if name == "count" else first
                    message = f"^{name}: expected (an int|a number)"
                    with self.subTest(call=call.__name__, name=name):
                        with self.assertRaisesRegex(TypeError, message):
                            next(iter(call(*some, **given)))
        limit = numpy.ma.array(5, mask=True)
        for call in (dokumill.count, dokumill.solutions):
            self.fails(TypeError, "^limit: expected an int", good, limit, call=call)
        one = [numpy.ma.array(5, mask=True)]
        self.fails(TypeError, "^numbers: expected an int", one, call=dokumill.class_boards)

    def test_random_calls(self):
        """Random arguments raise one of the documented exceptions or work."""
        choose = random.Random(5)
        good = numpy.zeros((3, 81), numpy.uint8)
        good[1, :9] = range(1, 10)
        values = [
            good, good.reshape(3, 9, 9), good[0], good[:, ::-1], good.T, good.astype(int),
            good[:0], good + 200, numpy.zeros((0,), numpy.uint8), numpy.uint8(3), None, 5, -1,
            2**70, 1.5, "", 81 * ".", [81 * "."], [None], [81 * "."] * 3, b"", {}, object(), "auto",
            float("nan"), True, numpy.array([], "U81"), numpy.array(["x"], object), 10, 3,
        ]
        calls = [
            dokumill.solve, dokumill.check, dokumill.rate, dokumill.canon, dokumill.dedupe,
            dokumill.steps, dokumill.augment, dokumill.explain, dokumill.classes, dokumill.possible,
            dokumill.traces,
            lambda *a, **o: dokumill.count(a[0], *a[1:2] or (2,), **o),
            lambda *a, **o: dokumill.solutions(a[0], 2, **o),
        ]
        names = ["out", "threads", "engine", "symmetry", "with_map", "times", "solutions", "seed"]
        for _ in range(1000):
            arguments = [choose.choice(values) for _ in range(choose.choice([1, 1, 1, 2]))]
            options = {}
            if choose.random() < 0.5:
                options[choose.choice(names)] = choose.choice(values)
            if isinstance(options.get("times"), int) or len(arguments) == 2:
                options.pop("times", None)
            try:
                choose.choice(calls)(*arguments, **options)
            except (TypeError, ValueError):
                pass

    def test_wrong_callbacks(self):
        """A callback that raises does no harm: ctypes then returns an unspecified value."""
        grid = (ctypes.c_uint8 * 81)()
        count = ctypes.c_uint64()

        def raises(_):
            raise ValueError("in a callback")

        callback = _library.StopFunction(raises)
        options = _library.make_options(1, "auto")
        options.should_stop = ctypes.cast(callback, ctypes.c_void_p).value
        hook, sys.unraisablehook = sys.unraisablehook, lambda _: None
        try:
            status = _library.LIBRARY.dokumill_count(
                ctypes.addressof(grid), 1, ctypes.addressof(count), 200_000, options
            )
        finally:
            sys.unraisablehook = hook
        self.assertIn(status, (_library.OK, _library.STOPPED))


if __name__ == "__main__":
    unittest.main()
