#!/usr/bin/env python3
"""python.py BUILD PUZZLES ROUNDS: the Python package against the C++ interface, for bench.sh --python.

PUZZLES has the puzzles of the workload `minimal` of `dokumill bench`, one per line. In each round,
`dokumill bench` and the package solve them in one call, with one thread and with all threads. Prints
puzzles per second of each round and side, and calls per second of the package with one puzzle each
(solver_bench has those of C++). Then scores answers to them: the call of the C interface alone, the
package, and a scorer in numpy, in turn; and finds their steps: the same call, steps() and traces().
Then a stream of minimal puzzles, in batches of 1,024, is
compared with one call of the library for all of them, in turn. Needs numpy. Exit status 1 if the best
rate of the package with one thread is more than 5 % below that of C++, or that of a stream more than
10 % below that of one call."""
import json
import os
import pathlib
import subprocess
import sys
import time

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent / "src/bindings/python"
CALLS = 20_000
BATCHES = 48


def rate(records, work):
    best = 1e9
    for _ in range(3):
        begin = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begin)
    return records / best


def rates_of_package(path):
    import numpy

    import dokumill

    puzzles = numpy.fromfile(path, numpy.uint8).reshape(-1, 82)[:, :81] - ord("0")
    out = numpy.empty_like(puzzles)

    def call_for_each():
        for puzzle in puzzles[:CALLS]:
            dokumill.solve(puzzle, threads=1)

    return {
        "one thread": rate(len(puzzles), lambda: dokumill.solve(puzzles, out=out, threads=1)),
        "all threads": rate(len(puzzles), lambda: dokumill.solve(puzzles, out=out)),
        "calls": rate(CALLS, call_for_each),
    }


def numpy_scores(puzzles, solutions, answers):
    """Scores answers as dokumill.score() does, but without solving: exact, cells, rows, columns,
    boxes, givens, blank."""
    import numpy

    digits = numpy.arange(1, 10, dtype=numpy.uint8)
    board = answers.reshape(-1, 9, 9)
    boxes = board.reshape(-1, 3, 3, 3, 3).swapaxes(2, 3).reshape(-1, 9, 9)
    broken = [
        ((house[..., None] == digits).sum(2) > 1).any(2).sum(1)
        for house in (board, board.swapaxes(1, 2), boxes)
    ]
    empty = puzzles == 0
    givens = (~empty & (puzzles != answers)).sum(1)
    blank = 81 - ((answers >= 1) & (answers <= 9)).sum(1)
    exact = sum(broken) + givens + blank == 0
    return [exact, (empty & (answers == solutions)).sum(1), *broken, givens, blank]


def score_rates(path):
    import numpy

    import dokumill

    puzzles = numpy.fromfile(path, numpy.uint8).reshape(-1, 82)[:100_000, :81] - ord("0")
    solutions = dokumill.solve(puzzles).solution
    answers = solutions.copy()
    random = numpy.random.default_rng(1)
    wrong = random.random(answers.shape) < 0.1
    wrong[::2] = False  # every second answer is right
    answers[wrong] = random.integers(0, 10, wrong.sum())
    texts = [row.tobytes().decode() for row in answers + ord("0")]
    rows = ["Solution:\n" + "\n".join(t[i : i + 9] for i in range(0, 81, 9)) for t in texts]
    out = numpy.empty((len(puzzles), 32), numpy.uint8)
    library, options = dokumill._library.LIBRARY, dokumill._library.make_options(1, "auto")
    parts = [slice(i, i + 1024) for i in range(0, len(puzzles), 1024)]

    def call():
        library.dokumill_score(
            puzzles.ctypes.data, len(puzzles), answers.ctypes.data, len(puzzles), None, None,
            out.ctypes.data, options,
        )

    def check():
        found = dokumill.score(puzzles, answers)
        names = ("exact", "cells", "rows", "columns", "boxes", "givens", "blank")
        own = numpy_scores(puzzles, solutions, answers)
        return all((getattr(found, name) == values).all() for name, values in zip(names, own))

    work = {
        "C": call,
        "Python": lambda: dokumill.score(puzzles, answers, threads=1),
        "all threads": lambda: dokumill.score(puzzles, answers),
        "in batches of 1,024": lambda: [
            dokumill.score(puzzles[part], answers[part], threads=1) for part in parts
        ],
        "texts": lambda: dokumill.score(puzzles, texts, threads=1),
        "texts with rows": lambda: dokumill.score(puzzles, rows, threads=1),
        "numpy": lambda: numpy_scores(puzzles, solutions, answers),
        "numpy in batches": lambda: [
            numpy_scores(puzzles[part], solutions[part], answers[part]) for part in parts
        ],
    }
    best = {}
    for _ in range(3):
        for name, function in work.items():
            best[name] = max(rate(len(puzzles), function), best.get(name, 0))
    assert check(), "the scores of numpy differ"
    return best


def trace_rates(path):
    import numpy

    import dokumill

    puzzles = numpy.fromfile(path, numpy.uint8).reshape(-1, 82)[:20_000, :81] - ord("0")
    orders = numpy.empty_like(puzzles)
    library, options = dokumill._library.LIBRARY, dokumill._library.make_options(1, "auto")
    parts = [puzzles[i : i + 1024] for i in range(0, len(puzzles), 1024)]
    work = {
        "C": lambda: library.dokumill_steps(
            puzzles.ctypes.data, len(puzzles), orders.ctypes.data, None, options),
        "steps": lambda: dokumill.steps(puzzles, threads=1),
        "traces": lambda: dokumill.traces(puzzles, threads=1),
        "traces in batches of 1,024": lambda: [dokumill.traces(part, threads=1) for part in parts],
        "traces with boards and removed candidates": lambda: dokumill.traces(
            puzzles, boards=True, removed=True, threads=1),
    }
    best = {}
    for _ in range(3):
        for name, function in work.items():
            best[name] = max(rate(len(puzzles), function), best.get(name, 0))
    return best


def rates_of_streams(rounds):
    """The best rates of puzzles() in one call and of stream(), which makes the same puzzles."""
    import dokumill

    def read(threads, start):
        with dokumill.stream(threads=threads, start=start) as batches:
            for _ in range(BATCHES):
                next(batches)

    best = {}
    for number in range(rounds):
        start = number * BATCHES  # puzzles that no earlier round made
        for threads in 1, 2:
            for side, work in (
                ("one call", lambda: dokumill.puzzles(
                    BATCHES * 1024, start=1024 * start, threads=threads)),
                ("stream", lambda: read(threads, start)),
            ):
                begin = time.perf_counter()
                work()
                rate = BATCHES * 1024 / (time.perf_counter() - begin)
                best[side, threads] = max(rate, best.get((side, threads), 0))
    return [(threads, best["one call", threads], best["stream", threads]) for threads in (1, 2)]


def rates_of_bench(program):
    command = [program, "bench", "--quiet", "--only", "minimal", "--seconds", "3", "--json", "bench.json"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    [workload] = json.loads(pathlib.Path("bench.json").read_text(encoding="utf-8"))["workloads"]
    fastest = {run["threads"]: workload["records"] / min(run["seconds"]) for run in workload["runs"]}
    return {"one thread": fastest[1], "all threads": fastest[max(fastest)]}


def main():
    if sys.argv[1] == "--package":
        print(json.dumps(rates_of_package(sys.argv[2])))
        return 0
    if sys.argv[1] == "--scores":
        print("scores a second:", *(f"{name} {n:,.0f};" for name, n in score_rates(sys.argv[2]).items()))
        return 0
    if sys.argv[1] == "--traces":
        print("puzzles with steps a second:", *(f"{name} {n:,.0f};" for name, n in trace_rates(sys.argv[2]).items()))
        return 0
    if sys.argv[1] == "--streams":
        print(json.dumps(rates_of_streams(int(sys.argv[2]))))
        return 0
    build, puzzles, rounds = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    environment = {
        **os.environ,
        "DOKUMILL_LIBRARY": str(build / "libdokumill.so.1"),
        "PYTHONPATH": str(SOURCE),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    package = [sys.executable, __file__, "--package", puzzles]
    best = {"C++": {}, "Python": {}}
    for number in range(1, rounds + 1):
        printed = subprocess.run(package, check=True, env=environment, stdout=subprocess.PIPE).stdout
        for side, rates in ("C++", rates_of_bench(build / "dokumill")), ("Python", json.loads(printed)):
            print(f"round {number} {side:7}", *(f"{name} {rates[name]:,.0f}" for name in rates))
            best[side] = {name: max(rates[name], best[side].get(name, 0)) for name in rates}
    for part in "--scores", "--traces":
        subprocess.run([sys.executable, __file__, part, puzzles], check=True, env=environment)
    ratio = best["Python"]["one thread"] / best["C++"]["one thread"]
    print(f"Python / C++, one thread, best of all rounds: {ratio:.3f}")
    streams = [sys.executable, __file__, "--streams", str(rounds)]
    printed = subprocess.run(streams, check=True, env=environment, stdout=subprocess.PIPE).stdout
    is_near = ratio >= 0.95
    for threads, call, stream in json.loads(printed):
        print(f"stream, {threads} threads: {stream:,.0f} puzzles/s, one call: {call:,.0f}, "
              f"ratio {stream / call:.3f}")
        is_near = is_near and stream >= 0.9 * call
    return 0 if is_near else 1


if __name__ == "__main__":
    sys.exit(main())
