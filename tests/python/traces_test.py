"""Tests of traces(), which replay the steps with candidates of their own. They need numpy."""

import unittest

import numpy

import dokumill

HOUSES = (
    [[9 * r + c for c in range(9)] for r in range(9)]
    + [[9 * r + c for r in range(9)] for c in range(9)]
    + [[9 * (b // 3 * 3 + i // 3) + b % 3 * 3 + i % 3 for i in range(9)] for b in range(9)]
)
PEERS = [set().union(*(h for h in HOUSES if cell in h)) - {cell} for cell in range(81)]
SCORES = {"full house": (10,), "hidden single in a box": (12,), "hidden single in a line": (15,),
          "naked single": (23,)}
# Needs nested forcing chains.
HARD = "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"


class Candidates:
    """The candidates of a board, by the rules alone."""

    def __init__(self, puzzle):
        self.of = [set(range(1, 10)) for _ in range(81)]
        self.board = [0] * 81
        for cell, digit in enumerate(puzzle):
            if digit:
                self.place(cell, digit)

    def place(self, cell, digit):
        self.board[cell] = digit
        self.of[cell] = set()
        for peer in PEERS[cell]:
            self.of[peer].discard(digit)

    def is_single(self, technique, cell, digit):
        """Whether the placement is one by this technique of singles."""
        houses = [house for house in HOUSES if cell in house]
        if technique == "naked single":
            return self.of[cell] == {digit}
        if technique == "full house":
            return any(all(self.board[c] for c in house if c != cell) for house in houses)
        houses = houses[2:] if technique.endswith("box") else houses[:2]
        return any(not any(digit in self.of[c] for c in h if c != cell) for h in houses)


class Traces(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        hard = numpy.array([[int(c) for c in HARD.replace(".", "0")]], numpy.uint8)
        made = [dokumill.puzzles(120, seed=4).puzzle]
        for level in ("easy", "hard", "expert", "extreme"):
            made.append(dokumill.puzzles(40, seed=5, level=level).puzzle)
        cls.puzzles = numpy.concatenate([*made, hard])
        cls.found = dokumill.traces(cls.puzzles, removed=True, boards=True, sentences="en")

    def test_a_replay_solves_every_puzzle(self):
        """Each step is possible on the candidates that the steps before it leave."""
        found, removed = self.found, self.found.removed
        solutions = dokumill.solve(self.puzzles).solution
        begins = numpy.searchsorted(removed.step, numpy.arange(len(found.cell) + 1))
        singles = 0
        for i, puzzle in enumerate(self.puzzles.tolist()):
            state, solution = Candidates(puzzle), solutions[i].tolist()
            for step in range(found.offsets[i], found.offsets[i + 1]):
                self.assertEqual(found.board[step].tolist(), state.board)
                cell, digit = int(found.cell[step]), int(found.digit[step])
                gone = range(begins[step], begins[step + 1])
                self.assertTrue(cell != dokumill.NO_CELL or gone)
                technique = dokumill.TECHNIQUES[found.technique[step]]
                if technique in SCORES:
                    singles += 1
                    self.assertIn(found.score[step], SCORES[technique])
                    self.assertTrue(state.is_single(technique, cell, digit), technique)
                cells = [int(removed.cell[k]) for k in gone]
                self.assertEqual(cells, sorted(set(cells)))
                for k in gone:
                    where, mask = int(removed.cell[k]), int(removed.digits[k])
                    digits = {d for d in range(1, 10) if mask >> (d - 1) & 1}
                    self.assertTrue(digits and mask < 512)
                    self.assertLessEqual(digits, state.of[where])
                    self.assertNotIn(solution[where], digits)
                    state.of[where] -= digits
                if cell == dokumill.NO_CELL:
                    self.assertEqual(digit, 0)
                    continue
                self.assertEqual((state.board[cell], digit), (0, solution[cell]))
                state.place(cell, digit)
            self.assertEqual(state.board, solution)
        self.assertGreater(singles, 10_000)
        self.assertGreater(len(removed.step), 3_000)

    def test_agrees_with_the_other_functions(self):
        found = self.found
        rated, order = dokumill.rate(self.puzzles), dokumill.steps(self.puzzles).order
        numpy.testing.assert_array_equal(found.kind, rated.kind)
        highest = numpy.maximum.reduceat(found.score, found.offsets[:-1])
        numpy.testing.assert_array_equal(highest / 10, rated.er)
        first = found.score[found.offsets[:-1]]
        numpy.testing.assert_array_equal(first / 10, rated.ed)
        for i, puzzle in enumerate(self.puzzles):
            part = slice(found.offsets[i], found.offsets[i + 1])
            cells = found.cell[part]
            cells = cells[cells != dokumill.NO_CELL]
            self.assertEqual(cells.tolist(), numpy.argsort(order[i])[(puzzle > 0).sum() :].tolist())
            if i % 5 and i < len(self.puzzles) - 1:
                continue
            steps = dokumill.explain(puzzle, sentences="en")
            names = [dokumill.TECHNIQUES[t] for t in found.technique[part]]
            self.assertEqual(names, [step["technique"] for step in steps])
            self.assertEqual((found.score[part] / 10).tolist(), [step["score"] for step in steps])
            self.assertEqual(found.sentences[i], ["\n".join(step["text"]) for step in steps])
            places = [step.get("place", [255, 0]) for step in steps]
            self.assertEqual(found.cell[part].tolist(), [place[0] for place in places])
            gone = set()
            for number, step in enumerate(steps, part.start):
                gone |= {(number, cell, digit) for cell, digit in step.get("remove", [])}
            ends = numpy.searchsorted(found.removed.step, [part.start, part.stop])
            own = {
                (int(s), int(c), d)
                for s, c, mask in zip(*(field[ends[0] : ends[1]] for field in found.removed))
                for d in range(1, 10) if mask >> (d - 1) & 1
            }
            self.assertEqual(own, gone)

    def test_every_form_of_a_call_agrees(self):
        found = self.found
        plain = dokumill.traces(self.puzzles.reshape(-1, 9, 9), threads=1)
        for name in ("offsets", "cell", "digit", "technique", "score", "kind"):
            numpy.testing.assert_array_equal(getattr(plain, name), getattr(found, name))
        self.assertEqual((plain.removed, plain.board, plain.sentences), (None, None, None))
        kinds = {"offsets": "i8", "cell": "u1", "digit": "u1", "technique": "u1", "score": "u2"}
        for name, kind in kinds.items():
            self.assertEqual(getattr(plain, name).dtype, kind)
        # Without sentences, another part of the library collects the steps.
        without = dokumill.traces(self.puzzles, removed=True, threads=2)
        for one, other in zip(without.removed, found.removed):
            numpy.testing.assert_array_equal(one, other)
        texts = ["".join(map(str, puzzle)) for puzzle in self.puzzles[:30]]
        listed = dokumill.traces(texts, removed=True, boards=True, sentences="zh")
        arrays = dokumill.traces(self.puzzles[:30], removed=True, boards=True, sentences="zh")
        for name in ("offsets", "cell", "digit", "technique", "score", "kind"):
            self.assertEqual(getattr(listed, name), getattr(arrays, name).tolist())
        self.assertEqual(listed.board, ["".join(map(str, board)) for board in arrays.board])
        self.assertEqual(listed.removed, tuple(field.tolist() for field in arrays.removed))
        self.assertEqual(listed.sentences, arrays.sentences)
        self.assertTrue(listed.sentences[0][0].endswith("\u3002"))

    def test_grids_without_steps(self):
        grids = numpy.zeros((4, 81), numpy.uint8)
        grids[1] = dokumill.boards(1)[0]
        grids[2] = self.puzzles[0]
        grids[3, :2] = 5
        found = dokumill.traces(grids, removed=True, boards=True, sentences="en")
        steps = len(found.cell)
        self.assertEqual(found.offsets.tolist(), [0, 0, 0, steps, steps])
        self.assertEqual(found.kind.tolist(), [2, 3, 1, 0])
        self.assertEqual([len(part) for part in found.sentences], [0, 0, steps, 0])
        one = dokumill.traces(grids[2])
        self.assertEqual((one.offsets.tolist(), one.kind.tolist()), ([0, steps], [1]))
        for empty in (grids[:0], []):
            none = dokumill.traces(empty, removed=True, boards=True, sentences="zh")
            self.assertEqual((list(none.offsets), len(none.cell), none.sentences), ([0], 0, []))
            self.assertEqual((len(none.board), len(none.removed.cell)), (0, 0))

    def test_wrong_calls(self):
        good = self.puzzles[:2]
        for error, pattern, arguments, options in (
            (ValueError, "^sentences: expected one of en, zh", [good], {"sentences": "de"}),
            (ValueError, r"^puzzles\[1\]: cell 80 has the value 10", [good[:1].repeat(2, 0)], {}),
            (TypeError, "dtype int64", [good.astype(numpy.int64)], {}),
            (TypeError, "threads", [good], {"threads": 1.5}),
            (TypeError, "got NoneType", [None], {}),
        ):
            if "value 10" in pattern:
                arguments[0][1, 80] = 10
            with self.assertRaisesRegex(error, pattern):
                dokumill.traces(*arguments, **options)


if __name__ == "__main__":
    unittest.main()
