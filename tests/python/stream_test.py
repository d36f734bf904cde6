"""Tests of stream(), mixtures and splits of the Python package. They need numpy.

DOKUMILL_LONG_TESTS=1 in the environment: with a million puzzles, and for minutes.
"""

import gc
import multiprocessing
import os
import pickle
import resource
import signal
import subprocess
import sys
import threading
import time
import types
import unittest

import numpy

import dokumill

COMMAND = os.environ.get("DOKUMILL_COMMAND")
ROUNDS = 50 if os.environ.get("DOKUMILL_LONG_TESTS") == "1" else 1
# Few classes, so that equivalent puzzles are frequent.
FEW = {"any_solutions": True, "clues": (4, 5)}
MIX = [(0.3, {"level": "easy"}), (0.5, {"clues": (24, 30)}), (0.2, {"rating": (2.0, 3.0)})]


def some(count, **settings):
    """The first batches of a stream."""
    with dokumill.stream(**settings) as batches:
        return [next(batches) for _ in range(count)]


def worker_batches(settings, queue):
    """Runs in a process: some batches of one worker."""
    queue.put((settings["worker"], [(b.number, b.puzzle, b.part) for b in some(3, **settings)]))


def joined(batches, field="puzzle"):
    return numpy.concatenate([getattr(batch, field) for batch in batches])


def forms(puzzles):
    return {form.tobytes() for form in dokumill.canon(puzzles).form}


class TorchOfTests:
    """The parts of torch.utils.data that torch_dataset() uses, and a DataLoader that asks its
    workers in turn, as that of PyTorch does. PyTorch is not needed for the tests."""

    info = None

    def __enter__(self):
        data = types.ModuleType("torch.utils.data")
        data.IterableDataset = type("IterableDataset", (), {})
        data.get_worker_info = lambda: self.info
        self.modules = {"torch": types.ModuleType("torch"),
                        "torch.utils": types.ModuleType("torch.utils"), "torch.utils.data": data}
        sys.modules.update(self.modules)
        return self

    def __exit__(self, *error):
        for name in self.modules:
            del sys.modules[name]

    def load(self, dataset, workers):
        iterators = []
        for number in range(workers):
            self.info = None
            if workers > 1:
                self.info = types.SimpleNamespace(id=number, num_workers=workers)
            # A worker of the method spawn gets a pickled copy.
            iterators.append(iter(pickle.loads(pickle.dumps(dataset))))
        while True:
            for iterator in iterators:
                yield next(iterator)


class Streams(unittest.TestCase):
    def assert_equal(self, one, other):
        if isinstance(one, tuple):
            self.assertEqual(len(one), len(other))
            for a, b in zip(one, other):
                self.assert_equal(a, b)
        else:
            numpy.testing.assert_array_equal(one, other)

    def test_a_stream_is_the_puzzles_of_its_seed(self):
        settings = {"mix": MIX, "rated": True, "seed": 4, "split": "train", "split_seed": 8}
        expected = dokumill.puzzles(300, **settings)
        for threads, ahead in ((1, None), (2, 1), (4, 3)):
            batches = some(6, batch=50, threads=threads, ahead=ahead, **settings)
            self.assertEqual([batch.number for batch in batches], list(range(0, 300, 50)))
            for field in ("puzzle", "solution", "part"):
                self.assert_equal(joined(batches, field), getattr(expected, field))
            numpy.testing.assert_array_equal(
                numpy.concatenate([batch.rating.er for batch in batches]), expected.rating.er)
            numpy.testing.assert_array_equal(joined(batches, "clues"), expected.rating.clues)
        texts = some(1, batch=50, as_text=True, **settings)[0]
        self.assertEqual(texts.puzzle, ["".join(map(str, row)) for row in expected.puzzle[:50]])
        self.assertEqual(texts.clues, expected.rating.clues[:50].tolist())
        self.assertEqual(texts.part, expected.part[:50].tolist())

    def test_workers_and_resumption(self):
        settings = {"batch": 20, "clues": (24, 30), "threads": 2}
        expected = some(12, **settings)
        for workers in (1, 2, 4):
            streams = [
                dokumill.stream(worker=w, workers=workers, **settings) for w in range(workers)
            ]
            for k in range(12):
                self.assert_equal(next(streams[k % workers]), expected[k])
            # Each worker resumes by itself, and after a whole round they resume together.
            states = [stream.state() for stream in streams]
            self.assertEqual(states, workers * [{"start": 12}])
            last = {"worker": workers - 1, "workers": workers, **settings}
            again = dokumill.stream(**last)
            next(again)
            again = dokumill.stream(**last, **again.state())
            self.assertEqual(next(again).number, 20 * (2 * workers - 1))
        for start in (1, 5, 11):
            self.assert_equal(next(dokumill.stream(start=start, **settings)), expected[start])
        stream = dokumill.stream(**settings)
        for k in range(5):
            next(stream)
        self.assertEqual(stream.state(), {"start": 5})
        self.assert_equal(next(dokumill.stream(**settings, **stream.state())), expected[5])
        self.assertEqual(next(dokumill.stream(start=2**50, batch=4, **FEW)).number, 2**52)

    def test_processes(self):
        settings = {"batch": 20, "mix": MIX, "workers": 2, "threads": 2}
        expected = some(6, batch=20, mix=MIX, threads=1)
        for method in ("fork", "spawn"):
            context = multiprocessing.get_context(method)
            queue = context.Queue()
            processes = [
                context.Process(target=worker_batches, args=({**settings, "worker": w}, queue))
                for w in range(2)
            ]
            for process in processes:
                process.start()
            found = dict(queue.get(timeout=120) for _ in processes)
            for process in processes:
                process.join(60)
                self.assertEqual(process.exitcode, 0)
            for k in range(6):
                number, puzzle, part = found[k % 2][k // 2]
                self.assert_equal((number, puzzle, part),
                                  (expected[k].number, expected[k].puzzle, expected[k].part))

    def test_a_stream_survives_a_fork(self):
        stream = dokumill.stream(batch=30, threads=2, seed=6)
        next(stream)
        second = some(2, batch=30, seed=6)[1]
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.write(writer, next(stream).puzzle.tobytes())
                stream.close()
            finally:
                os._exit(threading.active_count() - 1)
        os.close(writer)
        with open(reader, "rb") as pipe:
            self.assertEqual(pipe.read(), second.puzzle.tobytes())
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assert_equal(next(stream), second)

    def test_images(self):
        plain = some(2, batch=6, seed=3, rated=True)
        made = some(2, batch=48, augment=8, seed=3, rated=True, threads=2)
        puzzles, solutions = joined(plain), joined(plain, "solution")
        images = dokumill.augment(puzzles, 8, solutions=solutions, seed=3)
        self.assert_equal((joined(made), joined(made, "solution")), images)
        self.assertEqual(made[1].number, 48)
        self.assertEqual(made[0].rating.er.tolist(), plain[0].rating.er.repeat(8).tolist())
        self.assertEqual(made[0].clues.tolist(), plain[0].clues.repeat(8).tolist())
        self.assertEqual(len(forms(joined(made))), 12)

    def test_boards(self):
        batches = some(3, kind="boards", batch=100, seed=9, threads=2)
        expected = dokumill.boards(300, family="random", seed=9)
        numpy.testing.assert_array_equal(joined(batches, "solution"), expected)
        self.assertIsNone(batches[0].puzzle)

    def test_train_and_test_have_no_common_class(self):
        sides = {}
        for side, seed in (("train", 1), ("test", 2)):
            batches = some(10 * ROUNDS, batch=1000, seed=seed, split=side, test_share=0.5, **FEW)
            sides[side] = forms(joined(batches))
        self.assertFalse(sides["train"] & sides["test"])
        plain = [forms(joined(some(10, batch=1000, seed=seed, **FEW))) for seed in (1, 2)]
        self.assertGreater(len(plain[0] & plain[1]), 100)

    @unittest.skipUnless(COMMAND, "the build has no command")
    def test_the_split_of_the_command_is_the_same(self):
        settings = {"batch": 500, "test_share": 0.3, "split_seed": 5, "as_text": True}
        train, test = some(1, split="train", **settings), some(1, split="test", **settings)
        for batch, wrong in ((train, "--test"), (test, "--train")):
            files = ["--train", "/dev/null", "--test", "/dev/null"]
            files[files.index(wrong) + 1] = "-"
            found = subprocess.run(
                [COMMAND, "split", "-q", *files, "--share", "0.3", "--seed", "5"],
                input="\n".join(batch[0].puzzle), capture_output=True, text=True, check=True)
            self.assertEqual(found.stdout, "")

    def test_the_reader_sets_the_pace(self):
        made = []
        stream = dokumill.stream(batch=10, threads=3, ahead=5)
        make = stream._make
        stream._make = lambda number, flag: made.append(number) or make(number, flag)
        for read in range(2):
            next(stream)
            end = time.monotonic() + 20
            while len(made) < read + 6 and time.monotonic() < end:
                time.sleep(0.01)
            time.sleep(0.1)
            self.assertEqual(sorted(made), list(range(read + 6)))
        stream.close()

    def test_memory_is_flat(self):
        stream = dokumill.stream("boards", batch=1024, threads=2)
        for _ in range(500):
            next(stream)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(3000 * ROUNDS):
            next(stream)
        stream.close()
        # 3,000 batches have 249 MB.
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, 10_000)

    def test_two_readers(self):
        """A second thread gets an error, and the first one its batch."""
        with dokumill.stream(batch=20_000, clues=(22, 23), threads=1) as batches:
            found = []
            reader = threading.Thread(target=lambda: found.append(next(batches, None)))
            reader.start()
            while batches._reader is None and reader.is_alive():
                time.sleep(0.001)
            with self.assertRaisesRegex(RuntimeError, "another thread is in next"):
                next(batches)
            batches.close()
            reader.join(30)
            self.assertFalse(reader.is_alive())

    def test_threads_end(self):
        hard = {"rating": (10.5, 12.0), "batch": 4096, "threads": 2}  # a batch takes minutes
        stream = dokumill.stream(**hard)
        reader = threading.Thread(target=lambda: self.assertIsNone(next(stream, None)))
        reader.start()
        time.sleep(0.2)
        self.assertEqual(threading.active_count(), 4)
        begin = time.monotonic()
        stream.close()
        reader.join()
        self.assertLess(time.monotonic() - begin, 2)
        self.assertEqual(threading.active_count(), 1)
        self.assertIsNone(next(stream, None))
        stream.close()
        stream = dokumill.stream(batch=10, threads=2)
        next(stream)
        del stream
        gc.collect()
        self.assertEqual(threading.active_count(), 1)
        for ending in ("pass", "sys.exit(0)", "next(other)", "stream.close()"):
            code = (
                "import dokumill, sys, time\n"
                "other = dokumill.stream(batch=10, threads=2)\n"
                f"stream = dokumill.stream(**{hard})\n"
                "import threading\n"
                "threading.Thread(target=lambda: next(stream, None)).start()\n"
                f"time.sleep(0.1)\n{ending}\n"
                + ("stream.close()\n" if ending != "sys.exit(0)" else "")
            )
            if ending == "sys.exit(0)":  # a thread that is no daemon would wait for its batch
                code = code.replace("next(stream, None))", "next(stream, None), daemon=True)")
            begin = time.monotonic()
            subprocess.run([sys.executable, "-c", code], check=True, timeout=30)
            self.assertLess(time.monotonic() - begin, 10)

    def test_interrupts(self):
        code = (
            "import dokumill, time\n"
            "plain = dokumill.puzzles(40, seed=2).puzzle\n"
            "stream = dokumill.stream(batch=20, seed=2, threads=1)\n"
            "first = next(stream)\n"
            "slow = dokumill.stream(rating=(10.5, 12.0), batch=4096, threads=2)\n"
            "print('ready', flush=True)\n"
            "try:\n"
            "    next(slow)\n"
            "except KeyboardInterrupt:\n"
            "    print('stopped', flush=True)\n"
            "assert (next(stream).puzzle == plain[20:]).all()\n"
        )
        process = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
        self.assertEqual(process.stdout.readline(), "ready\n")
        time.sleep(0.3)
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.stdout.readline(), "stopped\n")
        self.assertLess(time.monotonic() - begin, 2)
        self.assertEqual((process.communicate(timeout=60), process.returncode), (("", ""), 0))

    def test_errors_come_in_order(self):
        settings = {"clues": 21, "max_tries": 40, "seed": 1}
        expected = []
        with self.assertRaises(dokumill.UnmetError) as unmet:
            dokumill.puzzles(1000, **settings)
        stream = dokumill.stream(batch=1, threads=3, ahead=20, **settings)
        for _ in range(2):  # the error stays
            with self.assertRaises(dokumill.UnmetError) as error:
                while True:
                    expected.append(next(stream).number)
            self.assertEqual(expected, list(range(unmet.exception.made)))
            self.assertEqual(str(error.exception), str(unmet.exception))
        self.assertEqual(stream.state(), {"start": unmet.exception.made})
        self.assertEqual(threading.active_count(), 1)

    def test_torch(self):
        expected = some(8, batch=10, **FEW)
        with TorchOfTests() as torch:
            dataset = dokumill.torch_dataset(batch=10, **FEW)
            for workers in (1, 2, 4):
                loader = torch.load(dataset, workers)
                for k in range(8):
                    self.assert_equal(next(loader), expected[k])
            # Two ranks with two workers each, which begin with batch 2.
            ranks = [
                torch.load(dokumill.torch_dataset(batch=10, start=2, worker=r, workers=2, **FEW), 2)
                for r in range(2)
            ]
            for k in range(2, 8):
                self.assert_equal(next(ranks[k % 2]), expected[k])
            with self.assertRaisesRegex(ValueError, "batch: expected 1 to"):
                dokumill.torch_dataset(batch=0)
        with self.assertRaises(ImportError):
            dokumill.torch_dataset()


class Mixtures(unittest.TestCase):
    def test_parts(self):
        made = dokumill.puzzles(400, seed=5, mix=MIX)
        self.assertEqual(made.part.dtype, numpy.uint8)
        for number, (share, constraints) in enumerate(MIX):
            alone = dokumill.puzzles(400, seed=5, **constraints)
            where = made.part == number
            numpy.testing.assert_array_equal(made.puzzle[where], alone.puzzle[where])
            self.assertAlmostEqual(where.mean(), share, delta=0.12)
        # Shares count in relation to their sum.
        tenth = [(share / 10, constraints) for share, constraints in MIX]
        numpy.testing.assert_array_equal(dokumill.puzzles(400, seed=5, mix=tenth).part, made.part)
        self.assertIsNone(dokumill.puzzles(1).part)

    @unittest.skipUnless(COMMAND, "the build has no command")
    def test_the_command_makes_the_same(self):
        lines = "0.3 --difficulty easy\n50% --clues 24..30\n\n# a comment\n0.2 --rating 2.0..3.0\n"
        printed = subprocess.run(
            [COMMAND, "generate", "puzzles", "-n", "300", "--seed", "5", "-q", "--mix", "-", "--to",
             "csv"],
            input=lines, capture_output=True, text=True, check=True).stdout.splitlines()
        made = dokumill.puzzles(300, seed=5, mix=MIX, as_text=True)
        self.assertEqual([line[:81] for line in printed[1:]], made.puzzle)
        self.assertEqual(printed[0].split(",")[-1], "part")
        self.assertEqual([int(line.split(",")[-1]) - 1 for line in printed[1:]], made.part)

    def test_constraints_beside_a_mixture(self):
        """They hold for each part that does not have its own."""
        mix = [(0.5, {"symmetry": "diagonal"}), (0.5, {"clues": (36, 38)})]
        made = dokumill.puzzles(60, mix=mix, clues=(27, 31))
        clues, part = (made.puzzle != 0).sum(axis=1), made.part
        self.assertTrue(((clues[part == 0] >= 27) & (clues[part == 0] <= 31)).all())
        self.assertTrue(((clues[part == 1] >= 36) & (clues[part == 1] <= 38)).all())
        self.assertEqual(set(part), {0, 1})
        own = dokumill.puzzles(60, mix=[(0.5, {**mix[0][1], "clues": (27, 31)}), mix[1]])
        self.assertTrue((own.puzzle == made.puzzle).all())

    def test_wrong_arguments(self):
        easy = {"level": "easy"}
        for error, expected, settings in (
            (ValueError, "mix: expected at least one part", {"mix": []}),
            (TypeError, "mix: expected a list of pairs", {"mix": 3}),
            (TypeError, "mix: expected a list of pairs", {"mix": [0.3]}),
            (TypeError, "mix: expected a list of pairs", {"mix": [(0.3, 7)]}),
            (TypeError, "mix: expected a number from 0 to 1", {"mix": [("a", easy)]}),
            (ValueError, "mix: expected 0 to 1, got nan", {"mix": [(float("nan"), easy)]}),
            (ValueError, "mix: expected 0 to 1, got -0.1", {"mix": [(-0.1, easy)]}),
            (ValueError, "part 2: the share of a part", {"mix": [(1, easy), (0, easy)]}),
            (ValueError, "1 to 256, got 257", {"mix": 257 * [(1, easy)]}),
            (TypeError, "unknown constraint 'levl'", {"mix": [(1, {"levl": "easy"})]}),
            (TypeError, "unknown constraint 'seed'", {"mix": [(1, {"seed": 3})]}),
            (ValueError, "level: expected one of", {"mix": [(1, {"level": "esay"})]}),
            (ValueError, "part 2: a range of", {"mix": [(1, easy), (1, {"clues": 16})]}),
            (ValueError, "split: expected one of train, test", {"split": "valid"}),
            (ValueError, "test_share: expected 0 to 1", {"split": "test", "test_share": 1.5}),
            (ValueError, "no test puzzles", {"split": "test", "test_share": 0}),
            (ValueError, "no train puzzles", {"split": "train", "test_share": 1}),
            (ValueError, "split_seed: expected 0 to", {"split": "train", "split_seed": -1}),
        ):
            for call in (dokumill.stream, lambda **more: dokumill.puzzles(1, **more)):
                with self.assertRaisesRegex(error, expected):
                    call(**settings)
        for error, expected, settings in (
            (ValueError, "kind: expected puzzles or boards, got 'x'", {"kind": "x"}),
            (ValueError, "boards: cannot be combined", {"kind": "boards", "clues": 30}),
            (ValueError, "boards: cannot be combined", {"kind": "boards", "augment": 3}),
            (ValueError, "batch: expected 1 to", {"batch": 0}),
            (TypeError, "batch: expected an int", {"batch": 2.5}),
            (ValueError, "batch: expected a multiple of augment", {"augment": 3}),
            (ValueError, "augment: expected 0 to", {"augment": 2_000_000}),
            (TypeError, "worker and workers: pass both", {"worker": 1}),
            (ValueError, "worker: expected 0 to 1, got 2", {"worker": 2, "workers": 2}),
            (ValueError, "workers: expected 1 to", {"worker": 0, "workers": 0}),
            (ValueError, "threads: expected 0 to 4096", {"threads": 5000}),
            (ValueError, "ahead: expected 1 to", {"ahead": 0}),
            (ValueError, "seed: expected 0 to", {"seed": -1}),
            (ValueError, "engine .none. is unknown", {"engine": "none"}),
            (TypeError, "unknown constraint 'clue'", {"clue": 5}),
        ):
            with self.assertRaisesRegex(error, expected):
                dokumill.stream(**settings)
        with self.assertRaisesRegex(ValueError, "start: expected 0 to|a seed has 2.64"):
            next(dokumill.stream(start=2**64 - 1))


if __name__ == "__main__":
    unittest.main()
