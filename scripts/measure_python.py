#!/usr/bin/env python3
"""measure_python.py BUILD: compares the Python package with the C++ interface in one run.

BUILD is a build folder with libdokumill.so.1 and bench/array_solve. Needs numpy. The two sides take
turns. Prints, for each turn and each side, puzzles per second with one thread and with all threads
(1,000,000 puzzles in one call), and calls per second with one puzzle each. Exit status 1 if the
best rate of Python with one thread is more than 5 % below that of C++.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

TURNS = 5
ROOT = pathlib.Path(__file__).resolve().parent.parent


def best_seconds(work):
    best = 1e9
    for _ in range(3):
        begin = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begin)
    return best


def measure(path):
    """The rates of the package, as bench/array_solve prints them."""
    import numpy

    import dokumill

    puzzles = numpy.fromfile(path, numpy.uint8).reshape(-1, 81)
    out = numpy.empty_like(puzzles)
    one = best_seconds(lambda: dokumill.solve(puzzles, out=out, threads=1))
    many = best_seconds(lambda: dokumill.solve(puzzles, out=out))

    def call():
        for i in range(20_000):
            dokumill.solve(puzzles[i], threads=1)

    calls = best_seconds(call)
    return {"one_thread": len(puzzles) / one, "threads": len(puzzles) / many, "calls": 20_000 / calls}


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--package":
        print(json.dumps(measure(sys.argv[2])))
        return 0
    build = pathlib.Path(sys.argv[1]).resolve()
    environment = {
        **os.environ,
        "DOKUMILL_LIBRARY": str(build / "libdokumill.so.1"),
        "PYTHONPATH": str(ROOT / "src/python"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    best = {"C++": {}, "Python": {}}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "puzzles")
        make = (
            "import dokumill, numpy, sys\n"
            "made = dokumill.puzzles(50_000, seed=1).puzzle\n"
            "dokumill.augment(made, 20).puzzle.tofile(sys.argv[1])\n"
        )
        subprocess.run([sys.executable, "-c", make, path], check=True, env=environment)
        sides = {
            "C++": [str(build / "bench/array_solve"), path],
            "Python": [sys.executable, __file__, "--package", path],
        }
        for turn in range(TURNS):
            for side, command in sides.items():
                out = subprocess.run(
                    command, check=True, env=environment, stdout=subprocess.PIPE, text=True
                ).stdout
                rates = json.loads(out)
                for name, rate in rates.items():
                    best[side][name] = max(rate, best[side].get(name, 0))
                print(f"{turn + 1} {side:7}", *(f"{name} {rate:,.0f}" for name, rate in rates.items()))
    ratio = best["Python"]["one_thread"] / best["C++"]["one_thread"]
    for side, rates in best.items():
        print(f"best {side:7}", *(f"{name} {rate:,.0f}" for name, rate in rates.items()))
    print(f"Python / C++, one thread: {ratio:.3f}")
    return 0 if ratio >= 0.95 else 1


if __name__ == "__main__":
    sys.exit(main())
