"""Uses an installed wheel in the ways in which libraries with threads fail.

Usage: wheel_test.py [CASE]   (default: every case, each in a process of its own)
"""

import multiprocessing
import os
import subprocess
import sys
import threading
import time

PUZZLE = "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
BOARD = "981752643752643819463198275514867932629431758837529164348976521296315487175284396"
SECONDS = 120  # after which a case hangs


def work():
    """Calls the package on two threads, and returns the largest number of threads during a call."""
    import dokumill

    assert dokumill.solve(PUZZLE).solution == BOARD
    made = dokumill.puzzles(300, seed=1, threads=2, as_text=True).puzzle
    found = dokumill.solve(made * 20, threads=2)
    assert len(found.solution) == 6000 and set(map(int, found.kind)) == {1}
    most = [0]
    ended = threading.Event()

    def watch():
        while not ended.wait(0.001):
            if os.path.isdir("/proc/self/task"):
                most[0] = max(most[0], len(os.listdir("/proc/self/task")))

    watcher = threading.Thread(target=watch)
    watcher.start()
    dokumill.rate(made, threads=3)
    ended.set()
    watcher.join()
    return most[0]


def expect_threads(most):
    # This thread, the one that counts, and two of the library. Without /proc, nothing was counted.
    assert most >= 4 or not os.path.isdir("/proc/self/task"), most


def plain():
    expect_threads(work())


def after_numpy():
    import numpy

    numpy.dot(numpy.ones((500, 500)), numpy.ones((500, 500)))
    expect_threads(work())
    import dokumill

    assert dokumill.boards(3).shape == (3, 81)


def before_numpy():
    expect_threads(work())
    import numpy

    import dokumill

    numpy.dot(numpy.ones((500, 500)), numpy.ones((500, 500)))
    grids = numpy.zeros((1000, 81), numpy.uint8)
    assert set(dokumill.solve(grids, threads=2).kind) == {2}


def beside_openmp():
    """Another OpenMP runtime starts its threads first."""
    import ctypes

    for name in ("libomp.so.5", "libgomp.so.1"):
        try:
            runtime = ctypes.CDLL(name, ctypes.RTLD_GLOBAL)
        except OSError:
            print(f"beside_openmp: no {name}")
            continue
        if name.startswith("libgomp"):
            task = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: None)
            runtime.GOMP_parallel(task, None, 3, 0)
        else:
            runtime.omp_get_max_threads()
        expect_threads(work())


def in_child(action):
    child = os.fork()
    if child == 0:
        status = 1
        try:
            action()
            status = 0
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0


def after_fork():
    """A forked process can use several threads, before and after its parent has used them."""
    in_child(lambda: expect_threads(work()))
    expect_threads(work())
    in_child(lambda: expect_threads(work()))


def pools():
    work()
    for method in ("fork", "spawn", "forkserver"):
        with multiprocessing.get_context(method).Pool(2) as pool:
            for most in pool.starmap(work, [()] * 4):
                expect_threads(most)


def command():
    import gzip

    program = [sys.executable, "-m", "dokumill", "solve", "-q"]
    run = subprocess.run([*program, PUZZLE], stdout=subprocess.PIPE)
    assert run.stdout.decode().strip() == BOARD, run
    packed = [*program, "-", "--compress", "gzip"]
    run = subprocess.run(packed, input=PUZZLE.encode(), stdout=subprocess.PIPE)
    assert gzip.decompress(run.stdout).decode().strip() == BOARD, run


CASES = [plain, after_numpy, before_numpy, beside_openmp, after_fork, pools, command]


def main():
    for case in CASES:
        if sys.argv[1:] == [case.__name__]:
            return case()
    failed = 0
    for case in CASES:
        begin = time.time()
        words = [sys.executable, __file__, case.__name__]
        try:
            status = subprocess.run(words, timeout=SECONDS).returncode
        except subprocess.TimeoutExpired:
            status = "hangs"
        verdict = f"failed: {status}" if status else "right"
        print(f"{case.__name__}: {verdict}, {time.time() - begin:.1f} s", flush=True)
        failed += status != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
