"""Tests of the Python package in processes, with signals, and of its documents. They need numpy."""

import doctest
import importlib
import multiprocessing
import os
import pathlib
import pkgutil
import signal
import subprocess
import sys
import threading
import time
import unittest

import dokumill
from dokumill import _library

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ("README.md", "README.zh-CN.md", "docs/python.md")
PUZZLE = "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
EASY = "000251060000300000100000000500600003490000500008530970702000300000900000050007208"
BOARD = "981752643752643819463198275514867932629431758837529164348976521296315487175284396"


def solve_part(seed):
    """Runs in the processes of a pool. Returns the sum of the cells of the solutions."""
    return int(dokumill.solve(dokumill.puzzles(300, seed=seed).puzzle, threads=2).solution.sum())


class PuzzleSet:
    """A set of puzzles as data loaders of machine learning index it."""

    def __init__(self, puzzles):
        self.puzzles = puzzles

    def __call__(self, index):
        images = dokumill.augment(self.puzzles[index : index + 1], seed=index).puzzle
        return dokumill.solve(images).solution[0].tolist()


class Processes(unittest.TestCase):
    def test_the_lock_is_released(self):
        """Another thread of Python works while a call searches."""
        ended = threading.Event()
        turns = 0
        thread = threading.Thread(
            target=lambda: (dokumill.count(81 * ".", 3_000_000, threads=1), ended.set())
        )
        thread.start()
        while not ended.is_set():
            turns += 1
            time.sleep(0)
        thread.join()
        self.assertGreater(turns, 10)

    def interrupted(self, code, *arguments, wait=0.2):
        """Runs a program that prints "ready", and sends SIGINT. Returns what it prints afterwards."""
        process = subprocess.Popen(
            [sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        self.assertEqual(process.stdout.readline(), "ready\n")
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=60)
        self.assertEqual((process.returncode, errors), (0, ""))
        return out

    def test_interrupts(self):
        """Ctrl-C stops a call that would not end."""
        code = (
            "import dokumill, sys\n"
            "print('ready', flush=True)\n"
            "try:\n"
            "    dokumill.count(81 * '.', 2**64 - 1, threads=int(sys.argv[1]))\n"
            "except KeyboardInterrupt:\n"
            "    print('stopped', flush=True)\n"
        )
        for threads in "012":
            self.assertEqual(self.interrupted(code, threads), "stopped\n")

    def test_interrupts_lose_no_step(self):
        """Ctrl-C raises KeyboardInterrupt while explain() collects steps, and only there."""
        code = (
            "import dokumill\n"
            f"steps = dokumill.explain('{EASY}')\n"
            "print('ready', flush=True)\n"
            "try:\n"
            f"    while dokumill.explain('{EASY}') == steps: pass\n"
            "except KeyboardInterrupt:\n"
            "    print('stopped', flush=True)\n"
        )
        for _ in range(5):
            self.assertEqual(self.interrupted(code, wait=0.1), "stopped\n")

    def test_handlers_of_the_program_run(self):
        code = (
            "import dokumill, signal\n"
            "def handler(number, frame):\n"
            "    print('handled', number, flush=True)\n"
            "signal.signal(signal.SIGINT, handler)\n"
            "print('ready', flush=True)\n"
            "try:\n"
            "    dokumill.count(81 * '.', 2**64 - 1)\n"
            "except KeyboardInterrupt:\n"
            "    print('stopped', flush=True)\n"
        )
        self.assertEqual(self.interrupted(code), f"handled {int(signal.SIGINT)}\nstopped\n")

    def test_pools(self):
        """multiprocessing can use the package after threads have worked in this process."""
        expected = [solve_part(seed) for seed in range(4)]
        for method in ("fork", "spawn"):
            with multiprocessing.get_context(method).Pool(2) as pool:
                self.assertEqual(pool.map(solve_part, range(4)), expected, method)

    def test_data_loaders(self):
        """Workers fetch items of a set by index, as the data loaders of machine learning do."""
        puzzles = dokumill.puzzles(30, threads=2).puzzle
        items = PuzzleSet(puzzles)
        expected = [items(i) for i in range(30)]
        for method in ("fork", "spawn"):
            with multiprocessing.get_context(method).Pool(2) as pool:
                self.assertEqual(list(pool.imap(items, range(30), chunksize=4)), expected, method)

    def test_without_numpy(self):
        code = (
            "import sys\n"
            "sys.modules['numpy'] = None\n"
            "import dokumill\n"
            f"assert dokumill.solve('{PUZZLE}').solution == '{BOARD}'\n"
            f"assert dokumill.dedupe(['{PUZZLE}'] * 2).index == [0]\n"
            "assert dokumill.puzzles(1, as_text=True, rated=True).rating.kind == [1]\n"
            "try:\n"
            "    dokumill.boards(1)\n"
            "except ImportError as error:\n"
            "    print(error)\n"
        )
        run = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        self.assertEqual(run.returncode, 0)
        self.assertIn("needs numpy", run.stdout)

    def test_missing_library(self):
        run = subprocess.run(
            [sys.executable, "-c", "import dokumill"], stderr=subprocess.PIPE, text=True,
            env={**os.environ, "DOKUMILL_LIBRARY": "/no/such/library"},
        )
        self.assertIn("cannot load the library /no/such/library", run.stderr)

    def test_command(self):
        for command, status in ((os.environ.get("DOKUMILL_COMMAND"), 0), ("/no/such", 2)):
            if command is None:
                continue
            run = subprocess.run(
                [sys.executable, "-m", "dokumill", "--version"], stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True, env={**os.environ, "DOKUMILL_COMMAND": command},
            )
            self.assertEqual(run.returncode, status, run.stderr)
            self.assertIn("dokumill", run.stdout + run.stderr)


class Documents(unittest.TestCase):
    def test_examples_of_docstrings(self):
        public = {name: getattr(dokumill, name) for name in dokumill.__all__}
        attempted = 0
        for part in pkgutil.iter_modules(dokumill.__path__, "dokumill."):
            if part.name == "dokumill.__main__":
                continue
            found = doctest.testmod(importlib.import_module(part.name), extraglobs=public)
            self.assertEqual(found.failed, 0, part.name)
            attempted += found.attempted
        attempted += doctest.testmod(dokumill).attempted
        self.assertGreater(attempted, 30)

    def test_examples_of_pages(self):
        for page in (*PAGES, "docs/sizes.md"):
            found = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
            self.assertEqual(found.failed, 0, page)
            self.assertGreater(found.attempted, 3, page)

    def test_pages_install_into_environments(self):
        """Debian's Python refuses `pip install` outside of a virtual environment."""
        for page in PAGES:
            text = (ROOT / page).read_text(encoding="utf-8")
            commands = [line for line in text.splitlines() if "pip install" in line]
            self.assertTrue(commands, page)
            for command in commands:
                self.assertTrue(command.startswith("env/bin/pip install "), f"{page}: {command}")
            self.assertIn("python3 -m venv", text)
            self.assertIn("python3-dokumill", text)

    def test_numbers_have_names(self):
        self.assertEqual(
            [kind.name.lower() for kind in dokumill.Kind],
            list(_library.names(_library.LIBRARY.dokumill_kind_name)),
        )
        self.assertEqual(
            [level.name.lower() for level in dokumill.Level],
            list(_library.names(_library.LIBRARY.dokumill_level_name)),
        )


if __name__ == "__main__":
    unittest.main()
