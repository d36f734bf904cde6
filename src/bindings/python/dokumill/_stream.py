"""Endless streams of puzzles and boards for training, in batches that threads make ahead."""

import importlib
import os
import threading
import weakref

from ._library import Flag, make_options, unsigned
from ._makers import Parts, augment as _augment, boards as _boards
from ._results import Rated, StreamBatch
from ._sizes import size_of


def stream(kind="puzzles", *, seed=0, batch=1024, start=0, worker=None, workers=None, augment=0,
           mix=None, split=None, test_share=0.1, split_seed=0, rated=False, size=9, as_text=False,
           threads=0, ahead=None, engine="auto", **constraints):
    """Makes an endless iterator over batches of puzzles, or of random complete boards.

    The items of a stream have numbers, from 0. Batch k has the items k * batch to
    k * batch + batch - 1. They depend on the seed and the constraints alone, not on the number of
    threads, workers and processes.

    kind: "puzzles": the puzzles of puzzles(); "boards": the boards of boards(family="random")
    seed: 0 to 2**64 - 1
    batch: the number of items of a batch, 1 or more
    start: the number of the first batch. The stream is then the tail of the stream from 0.
    worker, workers: of several workers that read one stream, worker w (from 0) of W gets the
        batches start + w, start + w + W, ...
    augment: with n, each puzzle gives n items, which are random images of it and its solution, as
        augment() makes them; `batch` must be a multiple of n. Ratings are those of the puzzle
        before its images are made.
    mix, split, test_share, split_seed, rated, size, as_text, engine: as for puzzles()
    threads: the number of Python threads that make batches, 1 to 4096; 0: as many as this process
        may use processors
    ahead: the number of batches that are made or in the making before they are read, 1 or more;
        None: 2 for each thread
    constraints: other parameters of puzzles(), from `clues` to `max_tries`
    Returns a Stream, whose next() returns a StreamBatch.
    Raises what puzzles() raises for wrong arguments. If a puzzle of a batch cannot be made, next()
    raises UnmetError when the batch is due.

    >>> with stream(batch=3, clues=(28, 30), seed=1) as batches:
    ...     [(batch.number, batch.clues.tolist()) for batch, _ in zip(batches, range(2))]
    [(0, [30, 28, 29]), (3, [30, 29, 30])]
    """
    batch = unsigned(batch, "batch", 2**32, minimum=1)
    start = unsigned(start, "start")
    augment = unsigned(augment, "augment", 1_000_000)
    if (worker is None) != (workers is None):
        raise TypeError("worker and workers: pass both or none")
    workers = 1 if workers is None else unsigned(workers, "workers", minimum=1)
    worker = 0 if worker is None else unsigned(worker, "worker", workers - 1)
    threads = unsigned(threads, "threads", 4096) or _processors()
    ahead = 2 * threads if ahead is None else unsigned(ahead, "ahead", 2**32, minimum=1)
    if not isinstance(kind, str):
        raise TypeError(f"kind: expected a str, got {type(kind).__name__}")
    if kind == "puzzles":
        if augment and size_of(size) is not size_of(9):
            raise ValueError("augment: images are made of 9x9 only")
        parts = Parts(mix, split, test_share, split_seed, size, **constraints)
        make = _PuzzleBatches(parts, seed, batch, augment, rated, as_text, engine)
    elif kind == "boards":
        if augment or mix is not None or split is not None or rated or constraints:
            raise ValueError(
                "boards: cannot be combined with augment, mix, split, rated and constraints"
            )
        make = _BoardBatches(seed, batch, size, as_text)
    else:
        raise ValueError(f"kind: expected puzzles or boards, got {kind!r}")
    make(0, None, count=0)  # checks the arguments
    return Stream(make, start, worker, workers, min(threads, ahead), ahead)


class Stream:
    """An iterator over batches. One thread at a time may use it; next() in two raises RuntimeError.

    The first next() starts the threads, so a stream may be made before a fork. close(), the end of
    a `with` block, the end of the object and the end of the program stop them within some ten
    milliseconds.
    """

    def __init__(self, make, start, worker, workers, threads, ahead):
        self._make, self._worker, self._workers = make, worker, workers
        self._next = start + worker
        self._threads, self._ahead = threads, ahead
        self._crew = None
        self._is_closed = False
        self._reader = None  # the process and the thread that is in next()

    def __iter__(self):
        return self

    def __next__(self):
        reader = os.getpid(), threading.get_ident()
        if self._reader is not None and self._reader[0] == reader[0] and self._reader != reader:
            raise RuntimeError("stream: another thread is in next(); give each thread its own stream")
        self._reader = reader
        try:
            return self._read()
        finally:
            self._reader = None

    def _read(self):
        if self._is_closed:
            raise StopIteration
        crew = self._crew
        if crew is None or crew.process != os.getpid():  # a fork copies no threads
            crew = _Crew(self._make, self._next, self._workers, self._threads, self._ahead)
            self._stop = weakref.finalize(self, crew.stop)
            self._crew = crew
        try:
            crew.begin()
            batch = crew.take(self._next)
        except Exception:
            self._stop()
            self._crew = None  # so the next call tries again
            raise
        self._next += self._workers
        return batch

    def state(self):
        """Returns {"start": number}, with which stream() continues after the last batch that next()
        returned, if its other arguments are the same.

        >>> batches = stream("boards", batch=100)
        >>> first, second = next(batches), next(batches)
        >>> batches.state()
        {'start': 2}
        >>> next(stream("boards", batch=100, **batches.state())).number
        200
        """
        return {"start": self._next - self._worker}

    def close(self):
        """Stops the threads. next() then raises StopIteration. A second call has no effect."""
        self._is_closed = True
        if self._crew is not None:
            self._stop()
            self._crew = None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


class _Crew:
    """The threads of a stream, and the batches that they made. The threads are daemons, because
    Python waits for other threads before it calls the finalizer that stops them."""

    def __init__(self, make, first, step, threads, ahead):
        self.make, self.step, self.ahead = make, step, ahead
        self.due = self.begun = first  # the batch to be read next, the batch to be made next
        self.made = {}  # batch or exception by number
        self.flag = Flag()
        self.condition = threading.Condition()
        self.process = os.getpid()
        self.threads = [
            threading.Thread(target=self.work, daemon=True, name=f"dokumill stream {i}")
            for i in range(threads)
        ]

    def begin(self):
        for thread in self.threads:
            if thread.ident is None:
                thread.start()

    def work(self):
        while True:
            with self.condition:
                self.condition.wait_for(
                    lambda: self.flag.is_set() or self.begun - self.due < self.ahead * self.step
                )
                if self.flag.is_set():
                    return
                number = self.begun
                self.begun += self.step
            try:
                made = self.make(number, self.flag)
            except BaseException as error:
                made = error
            with self.condition:
                self.made[number] = made
                self.condition.notify_all()

    def take(self, number):
        with self.condition:
            # A batch stays until the next call. If Ctrl-C ends this call, the next call returns it.
            self.made.pop(number - self.step, None)
            self.condition.wait_for(lambda: number in self.made or self.flag.is_set())
            if self.flag.is_set():  # by close() in another thread
                raise StopIteration
            made = self.made[number]
            self.due = number + self.step
            self.condition.notify_all()
        if isinstance(made, BaseException):
            raise made
        return made

    def stop(self):
        if self.process != os.getpid():
            return  # in a forked process, the threads do not exist, and the lock may be taken
        self.flag.set()
        with self.condition:
            self.condition.notify_all()
        # The garbage collector may call this function in one of the threads. A handler of a signal
        # may call it while take() has the lock, so the wait has a limit.
        if threading.current_thread() not in self.threads:
            for thread in self.threads:
                if thread.ident is not None:
                    thread.join(10)


class _PuzzleBatches:
    def __init__(self, parts, seed, batch, augment, rated, as_text, engine):
        if augment and batch % augment:
            raise ValueError(f"batch: expected a multiple of augment ({augment}), got {batch}")
        self.parts, self.batch, self.images = parts, batch, augment
        self.seed, self.rated, self.as_text, self.engine = seed, rated, as_text, engine

    def __call__(self, number, flag, count=None):
        """Makes batch `number`, or its first `count` puzzles."""
        puzzles = self.batch // (self.images or 1)
        start = number * puzzles
        puzzle, solution, rating, part = self.parts.make(
            puzzles if count is None else count, self.seed, start, self.rated, self.as_text,
            make_options(1, self.engine, self.parts.size, flag),
        )
        if self.images:
            puzzle, solution = _augment(
                puzzle, self.images, solutions=solution, seed=self.seed, first_number=start + 1,
                threads=1,
            )
            rating = rating and Rated(*(self.repeated(column) for column in rating))
            part = self.repeated(part)
        if self.as_text:
            clues = [len(text) - text.count("0") for text in puzzle]
        else:
            most = self.parts.size.cells
            clues = (puzzle != 0).sum(axis=1, dtype="uint8" if most < 256 else "uint16")
        return StreamBatch(number * self.batch, puzzle, solution, clues, rating, part)

    def repeated(self, column):
        if column is None:
            return None
        if self.as_text:
            return [value for value in column for _ in range(self.images)]
        return column.repeat(self.images)


class _BoardBatches:
    def __init__(self, seed, batch, size, as_text):
        self.seed, self.batch, self.size, self.as_text = seed, batch, size, as_text

    def __call__(self, number, flag, count=None):
        made = _boards(
            self.batch if count is None else count, start=number * self.batch, family="random",
            seed=self.seed, size=self.size, as_text=self.as_text, threads=1,
        )
        return StreamBatch(number * self.batch, None, made, None, None, None)


def _processors():
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def torch_dataset(kind="puzzles", **settings):
    """Makes a torch.utils.data.IterableDataset of the batches of stream(kind, **settings).

    Each worker process of a DataLoader makes its own batches, by default in one thread. The loader
    returns the batches of the stream in their order, for any number of workers. Pass
    batch_size=None to the loader, because the items of the data set are batches. `worker` and
    `workers`, if passed, are the rank and the number of ranks of a distributed training. Needs
    PyTorch.
    """
    settings["kind"] = kind
    return _torch_dataset_of(settings)


def _torch_dataset_of(settings):
    data = importlib.import_module("torch.utils.data")
    stream(**settings)  # checks the arguments

    class PuzzleDataset(data.IterableDataset):
        def __iter__(self):
            info = data.get_worker_info()
            if info is None:
                return stream(**settings)
            rank, ranks = settings.get("worker") or 0, settings.get("workers") or 1
            own = {"worker": rank + ranks * info.id, "workers": ranks * info.num_workers}
            return stream(**{"threads": 1, **settings, **own})

        def __reduce__(self):  # the class is not at the top of a module, so pickle cannot find it
            return _torch_dataset_of, (settings,)

    return PuzzleDataset()
