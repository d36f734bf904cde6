"""Tests of score() and read_answers(), against a scorer in plain Python. They need numpy."""

import math
import random
import unittest

import numpy

import dokumill
from answer_texts import BOARD, OTHER, PUZZLE, SECOND, TEXTS
from plain_search import houses_of, solutions_of

HOUSES = houses_of(3, 3)
COUNTED = ("cells", "empty", "rows", "columns", "boxes", "givens", "blank")


def judge(puzzle, solutions, answer, given=None, order=None):
    """Scores an answer as the documents define it."""
    digits = [value if 1 <= value <= 9 else None for value in answer]
    exact = all(
        sorted(filter(None, (digits[i] for i in house))) == list(range(1, 10))
        for houses in HOUSES.values()
        for house in houses
    ) and all(not p or p == a for p, a in zip(puzzle, answer))
    target = None
    if solutions:
        target = answer if exact else given if given is not None else solutions[0]
    right = [target is not None and digits[i] == target[i] for i in range(81)]
    empty = [i for i in range(81) if puzzle[i] == 0]
    found = {
        "exact": exact,
        "cells": sum(right[i] for i in empty),
        "empty": len(empty),
        "givens": sum(p != 0 and p != a for p, a in zip(puzzle, answer)),
        "blank": digits.count(None),
        "kind": 3 if solutions and not empty else min(2, len(solutions)),
    }
    for name, houses in HOUSES.items():
        filled = [[digits[i] for i in house if digits[i]] for house in houses]
        found[name] = sum(len(set(house)) < len(house) for house in filled)
    found["share"] = found["cells"] / len(empty) if empty else float(exact)
    found["order"] = math.nan
    if order is not None:
        ordered = [i for i in range(81) if 1 <= order[i] <= 254]
        wrong = [order[i] for i in ordered if not right[i]]
        before = [i for i in ordered if not wrong or order[i] < min(wrong)]
        if ordered:
            found["order"] = len(before) / len(ordered)
        elif not empty:
            found["order"] = float(exact)
    return found


def changed(choose, board, kind):
    """An answer with mistakes."""
    answer = list(board)
    if kind == "corrupted":
        for _ in range(choose.randint(1, 6)):
            answer[choose.randrange(81)] = choose.randint(0, 9)
    elif kind == "partial":
        for i in range(choose.randrange(81), 81):
            answer[i] = 0
    elif kind == "shuffled":
        choose.shuffle(answer)
    elif kind == "swapped":  # still a valid board, but not with these givens
        answer = [value % 9 + 1 for value in board]
    elif kind == "garbage":
        answer = [choose.randrange(256) for _ in range(81)]
    elif kind == "almost":
        answer[choose.randrange(81)] = choose.choice([0, 10, 255])
    return answer


class Scores(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        choose = random.Random(11)
        made = dokumill.puzzles(60, seed=5, clues=(28, 40))
        puzzles = made.puzzle.tolist()
        # Puzzles with several solutions, without one, and without empty cells.
        for i in range(0, 60, 4):
            filled = [c for c in range(81) if puzzles[i][c]]
            for cell in choose.sample(filled, 2):
                puzzles[i][cell] = 0
        for i in range(1, 60, 12):
            row = 9 * choose.randrange(9)
            puzzles[i][row] = puzzles[i][row + 8] = 4
        puzzles[2], puzzles[3] = list(map(int, BOARD)), [5] * 81
        cls.cases = []
        kinds = ("right", "corrupted", "partial", "shuffled", "swapped", "garbage", "almost")
        for puzzle, solution in zip(puzzles, made.solution.tolist()):
            solutions = solutions_of(HOUSES, puzzle, 2)
            for board in [solution] + solutions:
                for kind in kinds * 6:
                    cls.cases.append((puzzle, solutions, changed(choose, board, kind)))
        cls.cases.append((list(map(int, PUZZLE)), [list(map(int, BOARD))], [0] * 81))
        choose.shuffle(cls.cases)
        cls.puzzles, cls.answers = (
            numpy.array([case[i] for case in cls.cases], numpy.uint8) for i in (0, 2)
        )

    def agree(self, found, expected):
        for name in dokumill.Scored._fields:
            values = numpy.asarray(getattr(found, name))
            wanted = numpy.array([item[name] for item in expected])
            if name in ("share", "order"):
                self.assertEqual(values.dtype, numpy.float64, name)
            numpy.testing.assert_array_equal(values, wanted, name)

    def test_the_judge(self):
        self.assertGreater(len(self.cases), 5000)
        expected = [judge(*case) for case in self.cases]
        kinds = {item["kind"] for item in expected}
        self.assertEqual(kinds, {0, 1, 2, 3})
        self.assertGreater(sum(item["exact"] for item in expected), 300)
        for threads in (0, 1, 2, 5):
            found = dokumill.score(self.puzzles, self.answers, threads=threads)
            self.agree(found, expected)
        self.assertEqual(found.exact.dtype, numpy.bool_)
        for name in COUNTED + ("kind",):
            wide = name in ("cells", "empty", "givens", "blank")
            self.assertEqual(getattr(found, name).dtype, numpy.uint16 if wide else numpy.uint8)
        cubes = dokumill.score(self.puzzles.reshape(-1, 9, 9), self.answers.reshape(-1, 9, 9))
        self.agree(cubes, expected)

    def test_given_solutions(self):
        """An answer is compared with the given solution, here the second one."""
        given = [solutions[-1] if solutions else puzzle for puzzle, solutions, _ in self.cases]
        expected = [judge(*case, given=board) for case, board in zip(self.cases, given)]
        solutions = numpy.array(given, numpy.uint8)
        self.agree(dokumill.score(self.puzzles, self.answers, solutions=solutions), expected)
        own = dokumill.solve(self.puzzles).solution
        again = dokumill.score(self.puzzles, self.answers, solutions=own)
        self.agree(again, [judge(*case) for case in self.cases])
        place = next(i for i, case in enumerate(self.cases) if len(case[1]) == 1)
        solutions[place, 80] = solutions[place, 80] % 9 + 1
        for threads in (1, 3):
            with self.assertRaisesRegex(ValueError, rf"^solutions\[{place}\]: not a solution of"):
                dokumill.score(self.puzzles, self.answers, solutions=solutions, threads=threads)

    def test_orders(self):
        orders = dokumill.steps(self.puzzles).order
        expected = [judge(*case, order=order) for case, order in zip(self.cases, orders.tolist())]
        self.agree(dokumill.score(self.puzzles, self.answers, orders=orders, threads=2), expected)
        self.assertEqual({item["order"] for item in expected if item["exact"] and item["kind"] == 1}, {1.0})
        self.assertGreater(sum(0 < item["order"] < 1 for item in expected), 300)
        # Any other order, also with equal values.
        choose = random.Random(4)
        orders = numpy.array(
            [[choose.choice([0, 1, 2, 3, 9, 200, 254, 255]) for _ in range(81)] for _ in self.cases],
            numpy.uint8,
        )
        expected = [judge(*case, order=order) for case, order in zip(self.cases, orders.tolist())]
        self.agree(dokumill.score(self.puzzles, self.answers, orders=orders), expected)

    def test_one_puzzle(self):
        """All answers can be answers to one puzzle, as in a group of samples."""
        puzzle, solutions = list(map(int, PUZZLE)), [list(map(int, BOARD))]
        order = dokumill.steps(PUZZLE).order
        expected = [judge(puzzle, solutions, case[2], order=order) for case in self.cases]
        one = numpy.array(puzzle, numpy.uint8)
        for asked, given in (one, numpy.array(order, numpy.uint8)), (PUZZLE, order), ([PUZZLE], [order]):
            found = dokumill.score(asked, self.answers, orders=given, threads=2)
            self.agree(found, expected)
        orders = dokumill.score(one, self.answers, orders=list(numpy.array(order, numpy.uint8)))
        self.agree(orders, expected)
        single = dokumill.score(one, numpy.array(solutions[0], numpy.uint8))
        self.assertEqual((single.exact.shape, single.share, single.kind), ((), 1.0, 1))
        self.assertEqual(dokumill.score(PUZZLE, [BOARD]).exact, [True])
        self.assertIs(dokumill.score(PUZZLE, BOARD).exact, True)
        self.assertEqual(dokumill.score(PUZZLE, BOARD).kind, dokumill.Kind.UNIQUE)
        self.assertTrue(math.isnan(dokumill.score(PUZZLE, BOARD).order))

    def test_texts(self):
        """Texts are scored as the boards that are read from them."""
        texts = [text for _, text, _, _, _ in TEXTS]
        boards = dokumill.read_answers(texts).grids
        arrays = dokumill.score(numpy.array(list(map(int, PUZZLE)), numpy.uint8), boards)
        lists = dokumill.score(PUZZLE, texts)
        for name in dokumill.Scored._fields:
            self.assertIsInstance(getattr(lists, name), list)
            numpy.testing.assert_array_equal(getattr(lists, name), getattr(arrays, name), name)
        pairs = dokumill.score(len(texts) * [PUZZLE], texts)
        self.assertEqual(repr(pairs), repr(lists))
        mixed = dokumill.score(numpy.array([PUZZLE] * 2), numpy.array([BOARD, "no"]))
        self.assertEqual(mixed.exact, [True, False])
        self.assertEqual(dokumill.score(numpy.zeros((2, 81), "u1"), [BOARD, "no"]).exact.tolist(), [True, False])

    def test_several_solutions_all_count(self):
        puzzle = [v if i not in (0, 1) else 0 for i, v in enumerate(map(int, BOARD))]
        empty = "".join(map(str, puzzle))[:2] + 79 * "."
        found = dokumill.score(empty, [BOARD, SECOND])
        self.assertEqual(found.exact, [True, False])
        self.assertEqual(dokumill.score(81 * ".", BOARD).cells, 81)

    def test_nothing(self):
        none = numpy.zeros((0, 81), numpy.uint8)
        self.assertEqual(dokumill.score(none, none).share.shape, (0,))
        self.assertEqual(dokumill.score(PUZZLE, none).share.shape, (0,))
        self.assertEqual(dokumill.score([], []).share, [])
        self.assertEqual(dokumill.read_answers([]).grids.shape, (0, 81))
        self.assertEqual(dokumill.read_answers([], as_text=True), ([], [], []))


class Texts(unittest.TestCase):
    def test_the_table(self):
        self.assertGreater(len(TEXTS), 80)
        for threads in (0, 1, 3):
            found = dokumill.read_answers([text for _, text, _, _, _ in TEXTS], threads=threads)
            grids = dokumill.read_answers([text for _, text, _, _, _ in TEXTS], as_text=True).grids
            for i, (name, text, board, form, begin) in enumerate(TEXTS):
                with self.subTest(name):
                    self.assertEqual("".join(map(str, found.grids[i])), board)
                    self.assertEqual(grids[i], board)
                    self.assertEqual(found.form[i], dokumill.Form[form])
                    if begin is None:
                        self.assertEqual(found.offset[i], -1)
                    else:
                        self.assertTrue(text[found.offset[i] :].startswith(begin))

    def test_a_draft_before_the_answer(self):
        """A full board in another form is read although another full board stands before it."""
        texts = [(name, text, board) for name, text, board, _, _ in TEXTS if "0" not in board]
        for draft in (OTHER, BOARD[:80] + "1"):
            rows = "\n".join(draft[i : i + 9] for i in range(0, 81, 9))
            for name, text, board in texts:
                with self.subTest(name):
                    found = dokumill.read_answers(f"Maybe:\n{rows}\nHm, not quite.\n{text}", as_text=True)
                    self.assertEqual(found.grids, board)

    def test_single(self):
        one = dokumill.read_answers("So: " + BOARD)
        self.assertEqual((one.grids.shape, one.form, one.offset), ((81,), dokumill.Form.LINE, 4))
        text = dokumill.read_answers("So: " + BOARD, as_text=True)
        self.assertEqual(text, (BOARD, dokumill.Form.LINE, 4))
        for texts in numpy.array([BOARD, "no"]), numpy.array([BOARD, "no"], object), iter([BOARD, "no"]):
            self.assertEqual(dokumill.read_answers(texts, as_text=True).grids, [BOARD, 81 * "0"])

    def test_offsets_are_characters(self):
        for before in ("é", "数独：", "🙂🙂 ", "\ud800 ", "\0 "):
            found = dokumill.read_answers([before + "\n" + BOARD, BOARD], as_text=True)
            self.assertEqual(found.offset, [len(before) + 1, 0], repr(before))

    def test_random_texts(self):
        """Every text is accepted. Its board does not depend on the other texts or the threads."""
        choose = random.Random(8)
        pieces = [
            *"0123456789.,_*-?xX|+=:;#()[]{}<>/\\\"'`\n\n\n \t\r&%$@!~^",
            BOARD, PUZZLE, BOARD[:40], "534678912\n", "5 3 4 6 7 8 9 1 2\n", "Row 1: ", "<answer>",
            "</answer>", "Column", "\\n", "１２３", "│", "，", "\ud800", "🙂", "\0", "\x7f", "列", "]],\n",
        ]
        texts = ["".join(choose.choices(pieces, k=choose.randrange(60))) for _ in range(4000)]
        texts += [
            bytes(choose.randrange(256) for _ in range(choose.randrange(300))).decode("latin-1")
            for _ in range(1000)
        ]
        one, two = (dokumill.read_answers(texts, threads=threads) for threads in (1, 3))
        for field, other in zip(one, two):
            numpy.testing.assert_array_equal(field, other)
        for i in range(0, 5000, 97):
            alone = dokumill.read_answers(texts[i])
            numpy.testing.assert_array_equal(alone.grids, one.grids[i])
            self.assertEqual((alone.form, alone.offset), (one.form[i], one.offset[i]))
        self.assertLessEqual(one.grids.max(), 9)
        self.assertTrue(((one.form == 0) == (one.offset == -1)).all())
        self.assertTrue(((one.form == 0) == (one.grids.max(axis=1) == 0)).all())
        lengths = numpy.array(list(map(len, texts)))
        self.assertTrue((one.offset < numpy.maximum(lengths, 1)).all())
        self.assertEqual(set(one.form.tolist()), {0, 1, 2, 3})

    def test_lines(self):
        """Short texts have a fast path of their own."""
        choose = random.Random(2)
        texts = ["".join(choose.choices("123456789" + choose.choice(["", "0", ".", "-_*", "xX0"]), k=81))
                 for _ in range(300)] + [81 * "5", 81 * ".", 80 * "-" + "1"]
        fast = dokumill.read_answers(texts, as_text=True)
        for changed in [text + "\n" for text in texts], ["So: " + text for text in texts]:
            slow = dokumill.read_answers(changed, as_text=True)
            self.assertEqual((slow.grids, slow.form), (fast.grids, fast.form))

    def test_rows_with_any_separators(self):
        """Random boards with random layouts are read as they were written."""
        choose = random.Random(21)
        boards = dokumill.boards(300, family="random", seed=2, as_text=True)
        for board in boards:
            between = choose.choice(["", " ", "  ", ",", ", ", "\t", " | ", "|", ";", "\u3000"])
            label = choose.choice(["", "Row {}: ", "{}. ", "R{} = ", "- ", "| ", "第{}行："])
            after = choose.choice(["", " |", ",", ".", " (ok)"])
            frame = choose.choice([None, "", "---+---+---", "======", "```", "-----------"])
            lines = []
            for i in range(9):
                if i % 3 == 0 and frame is not None:
                    lines.append(frame)
                row = board[9 * i : 9 * i + 9]
                lines.append(label.format(i + 1) + between.join(row) + after)
            text = "Let us see. The answer:\n" + choose.choice(["\n", "\r\n"]).join(lines)
            found = dokumill.read_answers(text + "\n\nThat is it: 405.", as_text=True)
            self.assertEqual((found.grids, found.form), (board, dokumill.Form.ROWS), text)


class Misuse(unittest.TestCase):
    def test_wrong_calls(self):
        score, read = dokumill.score, dokumill.read_answers
        good = numpy.zeros((3, 81), numpy.uint8)
        for error, message, call in (
            (ValueError, "^3 puzzles and 2 answers: expected equal numbers, or one puzzle$",
             lambda: score(good, good[:2])),
            (ValueError, "^3 puzzles and 1 answers", lambda: score(good, BOARD)),
            (ValueError, r"^puzzles\[1\]: cell 0 has the value 10",
             lambda: score(good + numpy.array([[0], [10], [0]], "u1"), good)),
            (ValueError, "^solutions: 2 solutions for 3 puzzles$", lambda: score(good, good, solutions=good[:2])),
            (ValueError, "^orders: 2 orders for 3 puzzles$", lambda: score(good, good, orders=good[:2])),
            (TypeError, "^orders: ", lambda: score(PUZZLE, BOARD, orders=[1.5] * 81)),
            (TypeError, "^orders: ", lambda: score(PUZZLE, BOARD, orders=[256] * 81)),
            (TypeError, "^orders: ", lambda: score(PUZZLE, BOARD, orders=5)),
            (ValueError, "^orders: expected 81", lambda: score(PUZZLE, BOARD, orders=[1] * 80)),
            (TypeError, "^answers: dtype int64", lambda: score(good, good.astype(numpy.int64))),
            (ValueError, "^answers: shape", lambda: score(good, good[:, :80].copy())),
            (ValueError, "^answers: not contiguous", lambda: score(good[:2], numpy.zeros((4, 81), "u1")[::2])),
            (TypeError, "^answers: expected an array of uint8, a str or a list of str, got bytes$", lambda: score(PUZZLE, BOARD.encode())),
            (TypeError, "^answers: expected .* list with NoneType$", lambda: score(PUZZLE, [BOARD, None])),
            (TypeError, "^texts: ", lambda: read(5)),
            (TypeError, "^texts: ", lambda: read({"a": BOARD})),
            (TypeError, "^texts: ", lambda: read([b"x"])),
            (TypeError, "^texts: ", lambda: read(good)),
            (TypeError, "^texts: ", lambda: read(numpy.array([b"x"]))),
            (TypeError, "^threads", lambda: read("x", threads=1.5)),
            (ValueError, "^threads", lambda: score(PUZZLE, BOARD, threads=-1)),
            (ValueError, "engine", lambda: score(PUZZLE, BOARD, engine="none")),
            (ValueError, "^solutions.0.: not a solution", lambda: score(PUZZLE, BOARD, solutions=PUZZLE)),
            (ValueError, "^solutions.0.: not a solution", lambda: score(PUZZLE, BOARD, solutions=SECOND)),
        ):
            with self.subTest(message), self.assertRaisesRegex(error, message):
                call()


if __name__ == "__main__":
    unittest.main()
