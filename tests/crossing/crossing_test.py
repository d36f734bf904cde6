#!/usr/bin/env python3
"""crossing_test.py DOKUMILL [DOKUMILL_MPI MPIEXEC] [--pairs] [--list] [--only TEXT] [--size N]: crosses the features of the command.

The table FACTORS has what a run can vary: the command, the format, the compression and the kind of its
inputs, how many inputs there are, the format, the compression and the place of the output, the program
(one process, pieces and merge, dokumill-mpi), threads and report. Every pair of values of two factors
is run at least once, unless FORBIDDEN has the reason why this pair must be refused. Each run has the
same records. So it must give the exit status, the totals and the bytes of the plainest run of its
command: one file of lines, one thread, one process. The other rows check that each forbidden pair is
refused with one message, and that it leaves no file.

Exit status 0 if all runs agree. The numbers of runs and pairs are printed at the end.
"""
import argparse
import gzip
import itertools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading

ALL = ("line", "grid", "csv", "jsonl", "npy", "parquet", "json")
# Formats of other programs: one with a text around the records, and one without. All of them share
# one writer, so a few commands are enough.
PROGRAMS = (*ALL, "opensudoku", "solo")
# The words of a command, and the formats of its output ("own": a format that has no other).
COMMANDS = {
    "solve": (["solve"], PROGRAMS),
    "count": (["solve", "--count", "5"], ("line", "csv", "jsonl", "parquet", "json")),
    "all": (["solve", "--all", "3"], ("line", "csv", "jsonl", "parquet", "json")),
    "possible": (["solve", "--possible"], ("line", "csv", "jsonl", "parquet", "json")),
    "check": (["check", "--minimal"], ("own",)),
    "check each": (["check", "--each"], ("own",)),
    "check duplicates": (["check", "--duplicates"], ("own",)),
    "rate": (["rate", "--obstacles"], ("line", "csv", "jsonl", "parquet", "json")),
    "rate columns": (["rate", "--columns", "clues,depth,outcome,er,backdoor_cells", "--where", "clues <= 32 or depth >= 1"],
                     ("line", "csv", "jsonl", "parquet", "json")),
    "canon": (["canon"], ALL),
    "canon id": (["canon", "--id"], ("line", "csv", "jsonl", "parquet", "json")),
    "convert rows": (["convert", "--cells", "rows"], ("jsonl", "json", "parquet", "npy")),
    "dedupe": (["dedupe"], ALL),
    "dedupe list": (["dedupe", "--cells", "list"], ("jsonl", "json", "parquet", "npy")),
    "dedupe symmetry": (["dedupe", "--symmetry"], ALL),
    "dedupe where": (["dedupe", "--where", "clues != 30"], ALL),
    "convert": (["convert"], PROGRAMS),
    "convert where": (["convert", "--where", "clues <= 31 and outcome = unique"], ALL),
    "sample": (["sample", "-n", "100", "--seed", "3"], ALL),
    "sample each": (["sample", "-n", "40", "--each", "clues:3", "--seed", "3"], ALL),
    "shuffle": (["shuffle", "--seed", "3"], ALL),
    "sort": (["sort", "--by", "er:0.5,clues", "--descending"], PROGRAMS),
    "augment": (["augment", "--times", "2", "--seed", "3"], ALL),
    "augment map": (["augment", "--map", "transpose,rows=321789456,digits=234567891"], ALL),
    "steps": (["steps"], ("jsonl", "npy", "json")),
    "vary": (["vary", "--repeats", "--draws", "2"], ALL),
    "vary classes": (["vary", "--draws", "2"], ALL),
    "unavoidable": (["unavoidable", "--size", "6"], ("line", "csv", "jsonl", "parquet", "json")),
    "unavoidable sets": (["unavoidable", "--sets", "--size", "6"], ("line", "csv", "jsonl", "parquet", "json")),
    "split": (["split", "--share", "30%"], PROGRAMS),
    "augment where": (["augment", "--times", "2", "--seed", "3", "--where", "clues <= 31"], ALL),
    "export": (["export", "--layout", "hrm", "--augment", "1"], ("own",)),
    "export moves": (["export", "--layout", "moves", "--augment", "1"], ("own",)),
    "export chat": (["export", "--layout", "chat"], ("own",)),
    "book": (["book"], ("own",)),
    "generate boards": (["generate", "boards", "-n", "500"], PROGRAMS),
    "generate puzzles": (["generate", "puzzles", "-n", "60", "--seed", "3"], ALL),
    "generate unbiased": (["generate", "puzzles", "--unbiased", "-n", "60", "--seed", "3"], ("line", "csv", "jsonl", "parquet", "json")),
}
# The commands that take records of other sizes.
SIZED = ("solve", "count", "all", "check", "check each", "check duplicates", "canon", "dedupe", "dedupe symmetry", "convert", "sample", "shuffle", "split",
         "generate boards", "generate puzzles")
# merge has no records as input, and is a part of the program "pieces".
NOT_CROSSED = ("merge", "bench", "play")
GENERATES = ("generate boards", "generate puzzles", "generate unbiased")
NO_LEAKS = ("-x", "ASAN_OPTIONS=detect_leaks=0")  # the MPI library does not free all of its memory
EXPORTS = ("export", "export moves", "export chat")
HAS_NO_PIECES = ("sample", "sample each", "shuffle", "sort", *EXPORTS, "book")

FACTORS = {
    "command": tuple(COMMANDS),
    "input": ("line", "csv", "jsonl", "grid", "npy", "parquet", "none"),
    "packing": ("plain", "gzip", "zstd", "gzip and plain"),
    "source": ("file", "pipe", "fifo"),
    "inputs": (1, 2, 17, 70),
    "output": ("line", "csv", "jsonl", "grid", "npy", "parquet", "json", "opensudoku", "solo", "own"),
    "compression": ("none", "gzip", "zstd"),
    "place": ("new file", "old file", "stdout"),
    "program": ("dokumill", "pieces", "mpi"),
    "mapping": (True, False),
    "threads": (1, 3),
    "report": (False, True),
}
PLAIN = dict(command="convert", input="line", packing="plain", source="file", inputs=1, output="line", compression="none", place="new file",
             program="dokumill", mapping=True, threads=1, report=False)
# Of these factors, every triple of values is run, unless --pairs is given.
TRIPLES = (("command", "packing", "inputs"), ("command", "input", "output"), ("command", "inputs", "program"), ("packing", "source", "inputs"))


def forbidden(**row):
    """Returns why the command refuses this combination (a part of its message), or an empty text.

    `row` has some or all factors. A combination of factors that are not in `row` does not matter.
    """
    get = row.get
    command, program = get("command"), get("program")
    if command and "output" in row and row["output"] not in COMMANDS[command][1]:
        return "impossible"  # the command line cannot say it
    generates = command in GENERATES
    if command and "input" in row and generates != (row["input"] == "none"):
        return "impossible"
    if get("input") == "none" or generates:
        if get("packing", "plain") != "plain" or get("source", "file") != "file" or get("inputs", 1) != 1:
            return "impossible"
    if command in ("book", *EXPORTS) and get("compression") not in (None, "none"):
        return "impossible"  # their files have formats of their own
    if get("output") == "parquet" and get("compression") not in (None, "none"):
        return "compressed inside"
    if get("output") == "npy" and get("compression") not in (None, "none"):
        return "is not compressed"
    if get("output") == "npy" and get("place") == "stdout":
        return "a file with a name"
    if command in EXPORTS and get("place") == "stdout":
        return "impossible"
    if command == "split" and get("place") == "stdout":
        return "impossible"  # two outputs
    if get("place") == "stdout" and program in ("pieces", "mpi"):
        return "output must be a file" if program == "mpi" else "impossible"
    if command in HAS_NO_PIECES and program == "mpi":
        return "run on several processes"
    if command in HAS_NO_PIECES and program == "pieces":
        return "impossible"  # no flag --piece
    if command in ("dedupe", "dedupe list", "dedupe symmetry", "dedupe where", "check duplicates") and program == "pieces":
        return "impossible"  # no flag --piece
    if command == "vary classes" and program in ("pieces", "mpi"):
        return "pieces"
    if get("output") == "own" and get("compression") not in (None, "none") and program in ("pieces", "mpi"):
        return "impossible"  # the totals of merged pieces are not compressed
    if get("output") == "parquet" and program in ("pieces", "mpi"):
        return "arquet"
    if get("output") in ("json", "opensudoku") and program in ("pieces", "mpi"):
        return "pieces"
    if command == "convert where" and get("output") == "grid" and get("compression") not in (None, "none") and program in ("pieces", "mpi"):
        return "not compressed"
    if get("source") in ("pipe", "fifo") and program in ("pieces", "mpi"):
        return "standard input" if program == "mpi" and row["source"] == "pipe" else "piece"
    if get("packing") not in (None, "plain") and program in ("pieces", "mpi"):
        return "compressed"
    if get("input") == "parquet" and get("packing") not in (None, "plain"):
        return "Parquet file inside of compressed data"
    if get("input") == "parquet" and program in ("pieces", "mpi"):
        return "Parquet"
    if get("source") == "fifo" and get("inputs") == 70:
        return "impossible"  # enough with 17: a thread writes each
    if get("packing") == "gzip and plain" and get("inputs") == 1:
        return "impossible"
    return ""


def missing_commands(dokumill):
    """Returns the commands of the program that COMMANDS does not have."""
    text = subprocess.run([dokumill, "-h"], capture_output=True, check=True).stdout.decode()
    names = [" ".join(line[:24].split()) for line in text.split("Commands:\n")[1].split("\n\n")[0].split("\n")]
    known = {" ".join(word for word in words[:2] if not word.startswith("-")) for words, _ in COMMANDS.values()}
    return [name for name in names if name not in known and name not in NOT_CROSSED]


def interactions(triples):
    """Returns the tuples of (factor, value) that must occur, and those that must be refused."""
    wanted, refused = [], []
    for names in (*itertools.combinations(FACTORS, 2), *triples):
        for values in itertools.product(*(FACTORS[name] for name in names)):
            row = dict(zip(names, values))
            why = forbidden(**row)
            if not why:
                wanted.append(frozenset(row.items()))
            elif why != "impossible" and len(names) == 2:
                refused.append(row)
    return wanted, refused


def rows_with(wanted, triples):
    """Returns rows in which each of these tuples occurs, found greedily, and the number of tuples."""
    left = dict.fromkeys(wanted)
    groups = [*itertools.combinations(FACTORS, 2), *triples]

    def gain(row, name, value):
        row = {**row, name: value}
        return sum(frozenset((each, row[each]) for each in names) in left
                   for names in groups if name in names and all(each in row for each in names))

    def completed(row):
        """Fills the row with the values that bring the most new tuples; None if that is not possible."""
        missing = [name for name in FACTORS if name not in row]
        if not missing:
            return row
        name = missing[0]
        allowed = [value for value in FACTORS[name] if not forbidden(**row, **{name: value})]
        for value in sorted(allowed, key=lambda value: -gain(row, name, value)):
            done = completed({**row, name: value})
            if done:
                return done
        return None

    rows, count = [], len(left)
    while left:
        first = next(iter(left))
        row = completed(dict(first))
        if row is None:
            count -= 1  # each pair of its values is allowed, but no row has all of them
            del left[first]
            continue
        rows.append({name: row[name] for name in FACTORS})
        for names in groups:
            left.pop(frozenset((name, row[name]) for name in names), None)
    return rows, count


def packed(data, packing):
    if packing == "gzip":
        return gzip.compress(data, 1)
    if packing == "zstd":
        return subprocess.run(["zstd", "-q", "-1", "-c"], input=data, capture_output=True, check=True).stdout
    return data


def unpacked(data, compression):
    if compression == "gzip":
        return gzip.decompress(data)
    if compression == "zstd":
        return subprocess.run(["zstd", "-q", "-d", "-c"], input=data, capture_output=True, check=True).stdout
    return data


ENDINGS = {"line": ".txt", "grid": ".grid", "csv": ".csv", "jsonl": ".jsonl", "npy": ".npy", "parquet": ".parquet", "json": ".json", "opensudoku": ".opensudoku", "solo": ".txt", "own": ".out", "none": ""}
PACKED_ENDINGS = {"none": "", "plain": "", "gzip": ".gz", "zstd": ".zst"}
CHANGING = ("input", "seconds", "records_per_second", "threads", "stages", "inputs", "pieces", "piece", "spilled_bytes", "started", "engine", "version", "bytes", "command",
            "output", "warnings")


class Trial:
    """The folder, the records, and the programs."""

    def __init__(self, folder, dokumill, mpi, mpiexec, size):
        self.folder = folder
        self.size = size  # the rows of a board
        self.sized = [] if size == 9 else ["--size", size]
        self.dokumill, self.mpi, self.mpiexec = dokumill, mpi, mpiexec
        self.environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                                OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_hwloc_base_binding_policy="none",
                                # Freed memory has other bytes.
                                MALLOC_PERTURB_="165",
                                OMPI_MCA_odls_base_sigkill_timeout="0", PRTE_MCA_rmaps_default_mapping_policy=":oversubscribe")
        self.parts = {}  # (format, number of inputs) -> the bytes of each input
        self.plain = {}  # (command, output) -> result of the plainest run
        self.make_records()

    def call(self, words, **options):
        return subprocess.run([str(word) for word in words], cwd=self.folder, capture_output=True, timeout=300, env=self.environment, check=False, **options)

    def make_records(self):
        def out(*words):
            run = self.call([self.dokumill, *words, *self.sized, "-q"])
            if run.returncode != 0:
                sys.exit(f"{words}: {run.stderr.decode()}")
            return run.stdout.decode().split()
        cells = self.size * self.size
        puzzles = out("generate", "puzzles", "-n", "450", "--seed", "7", "--clues", f"{cells * 7 // 20}..{cells * 17 // 40}", "--to", "line")
        boards = out("generate", "boards", "-n", "10", "--to", "line")
        several = [puzzle[:cells // 4] + "0" * (cells // 2) + puzzle[cells // 4 + cells // 2:] for puzzle in puzzles[:6]]
        none = ["33" + "0" * (cells - 2)]
        # Some records repeat an earlier one, next to it and far away.
        records = puzzles + several + none + boards
        records += records[10:60] + records[:3] + records[455:]
        self.records = records[:60] + [records[59]] + records[60:]

    def inputs_of(self, form, number):
        """The records in this format, in `number` inputs. The first two are large enough to be mapped, and
        the third has no record."""
        if (form, number) not in self.parts:
            count, small = len(self.records), max(number - 3, 1)
            large = count if number == 1 else count // 2 if number == 2 else count * 2 // 5
            cuts = [0, large, 2 * large, 2 * large, *(2 * large + (count - 2 * large) * k // small for k in range(1, small))]
            cuts = [*cuts[:number], count]
            chunks = [self.records[a:b] for a, b in zip(cuts, cuts[1:])]
            self.parts[form, number] = [self.text_of(form, chunk) for chunk in chunks]
        return self.parts[form, number]

    def text_of(self, form, records):
        if form == "line":
            return "".join(record + "\n" for record in records).encode()
        if form == "csv":
            return "puzzle\n".encode() + "".join(record + "\n" for record in records).encode()
        if form == "jsonl":
            return "".join(json.dumps({"puzzle": record}, separators=(",", ":")) + "\n" for record in records).encode()
        if form == "grid":
            rows = range(0, self.size * self.size, self.size)
            return "\n".join("".join(record[i:i + self.size] + "\n" for i in rows) for record in records).encode()
        if form == "parquet":
            return self.call([self.dokumill, "convert", "-q", "--to", "parquet", *self.sized], input=self.text_of("line", records)).stdout
        cells = "".join(records)
        header = f"{{'descr': '|u1', 'fortran_order': False, 'shape': ({len(records)}, {self.size * self.size}), }}".encode()
        header += b" " * (63 - (len(header) + 10) % 64) + b"\n"
        return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(map(int, cells))

    def run(self, row):
        """Runs a row. Returns (exit status, messages, output, totals of the report)."""
        for path in self.folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        command, program = row["command"], row["program"]
        words = [*COMMANDS[command][0], *self.sized]
        feeds = []  # (path of a FIFO or None for standard input, bytes)
        operands = []
        if row["input"] != "none":
            for number, data in enumerate(self.inputs_of(row["input"], row["inputs"])):
                packing = row["packing"]
                if packing == "gzip and plain":
                    packing = "gzip" if number % 2 == 0 else "plain"
                data = packed(data, packing)
                path = self.folder / f"in{number}{ENDINGS[row['input']]}{PACKED_ENDINGS[packing]}"
                is_last = number == row["inputs"] - 1
                if row["source"] == "pipe" and is_last:
                    feeds.append((None, data))
                    operands.append("-")
                    continue
                if row["source"] == "fifo" and is_last:
                    os.mkfifo(path)
                    feeds.append((path, data))
                else:
                    path.write_bytes(data)
                operands.append(path.name)
        ending = ".pdf" if command == "book" else ENDINGS[row["output"]] + PACKED_ENDINGS[row["compression"]]
        outputs = [] if row["place"] == "stdout" else ["out" + ending]
        if command == "split":
            outputs.append("test" + ending)
        if row["place"] == "old file" and command not in EXPORTS:
            for output in outputs:
                (self.folder / output).write_text("old\n")
        if command == "book":
            words += ["--title", "A"]
        elif row["output"] != "own":
            words += ["--to", row["output"]]
        if row["place"] == "stdout" and row["compression"] != "none":
            words += ["--compress", row["compression"]]

        def to(files):
            if command == "split":
                return ["--train", files[0], "--test", files[1]]
            if command in EXPORTS:
                return files
            return ["-o", files[0]] if files else []

        common = ["--threads", row["threads"], *([] if row["mapping"] else ["--no-mmap"])]
        report = ["--report", "report.json"] if row["report"] else []
        feeder = threading.Thread(target=self.feed, args=(feeds,))
        feeder.start()
        standard = next((data for path, data in feeds if path is None), b"")
        if program == "pieces":
            reports = []
            for piece in (1, 2, 3):
                files = [f"piece{piece}.{output}" for output in outputs]
                reports.append(f"piece{piece}.json")
                run = self.call([self.dokumill, *words, *operands, *to(files), "--piece", f"{piece}/3", "--report", reports[-1], *common])
                if run.returncode not in (0, 1):
                    break
            else:
                run = self.call([self.dokumill, "merge", *reports, *to(outputs), *report])
        elif program == "mpi":
            run = self.call([self.mpiexec, *NO_LEAKS, "-n", "2", self.mpi, *words, *operands, *to(outputs), *report, *common])
        else:
            run = self.call([self.dokumill, *words, *operands, *to(outputs), *report, *common], input=standard)
        for path, _ in feeds:
            if path:  # ends a feeder whose FIFO was never opened
                os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
        feeder.join()
        written = [run.stdout] if row["place"] == "stdout" else []
        for output in outputs:
            path = self.folder / output
            if path.is_dir():
                written += [each.name.encode() + b"\n" + each.read_bytes() for each in sorted(path.rglob("*")) if each.is_file()]
            else:
                written.append(path.read_bytes() if path.exists() else b"")
        if run.returncode in (0, 1):
            try:
                written = [unpacked(data, row["compression"]) for data in written]
            except (OSError, EOFError, subprocess.CalledProcessError) as error:
                written = [f"cannot be unpacked: {error}".encode()]
        totals = {}
        if row["report"] and (self.folder / "report.json").exists():
            totals = {name: value for name, value in json.loads((self.folder / "report.json").read_text()).items() if name not in CHANGING}
            totals["problems"] = [(problem["record"], problem["kind"]) for problem in totals.get("problems", [])]
        left = sorted(path.name for path in self.folder.iterdir()
                      if not path.name.startswith(("in", "piece")) and path.name not in (*outputs, "report.json"))
        return run.returncode, run.stderr.decode(errors="replace"), written, totals, left

    def feed(self, feeds):
        for path, data in feeds:
            if path:
                try:
                    path.write_bytes(data)
                except BrokenPipeError:
                    pass

    def plainest(self, row):
        form = "none" if row["input"] == "none" else "line"
        if row["command"].startswith("augment") and row["input"] == "jsonl":
            form = "jsonl"  # any object may have a solution, so the images have this column
        key = row["command"], form, row["output"]
        if key not in self.plain:
            self.plain[key] = self.run({**PLAIN, "command": row["command"], "input": form, "output": row["output"], "report": True})
        return self.plain[key]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dokumill", type=pathlib.Path)
    parser.add_argument("mpi", nargs="?", type=pathlib.Path)
    parser.add_argument("mpiexec", nargs="?")
    parser.add_argument("--without-book", action="store_true")
    parser.add_argument("--list", action="store_true", help="print the rows and run nothing")
    parser.add_argument("--pairs", action="store_true",
                        help="cross pairs only, in a fifth of the runs: for sanitizers, which judge the code and not the bytes")
    parser.add_argument("--threads", action="store_true", help="every second run of one process, with threads: for the thread sanitizer")
    parser.add_argument("--size", type=int, default=9, help="the size of the records, up to 9, with the commands and formats that take them")
    parser.add_argument("--only", default="", metavar="TEXT", help="run only the rows with this text")
    arguments = parser.parse_args()
    if not arguments.mpi:
        FACTORS["program"] = FACTORS["program"][:2]
    if arguments.without_book:
        FACTORS["command"] = tuple(command for command in COMMANDS if command != "book")
    if arguments.size != 9:
        FACTORS["command"] = SIZED
        FACTORS["output"] = (*ALL, "own")
    triples = () if arguments.pairs else TRIPLES
    wanted, refused = interactions(triples)
    rows, count = rows_with(wanted, triples)
    if arguments.threads:
        rows = [{**row, "threads": 3} for row in rows if row["program"] == "dokumill"][::2]
        refused = []
    if arguments.list:
        for row in rows:
            print(*row.values(), sep=", ")
        print(f"{len(rows)} runs with {count} combinations, {len(refused)} refusals")
        return
    if missing := missing_commands(arguments.dokumill):
        sys.exit(f"these commands are not in COMMANDS: {missing}")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(pathlib.Path(folder), arguments.dokumill.resolve(), arguments.mpi and arguments.mpi.resolve(), arguments.mpiexec, arguments.size)
        for row in rows:
            name = ", ".join(map(str, row.values()))
            if arguments.only not in name:
                continue
            wanted, got = trial.plainest(row), trial.run(row)
            wrong = []
            if got[0] != wanted[0]:
                wrong.append(f"exit status {got[0]} instead of {wanted[0]}")
            if got[2] != wanted[2]:
                wrong.append(f"other bytes: {[data[:200] for data in got[2]]} instead of {[data[:200] for data in wanted[2]]}")
            if row["report"] and got[3] != wanted[3]:
                wrong.append(f"other totals: {got[3]} instead of {wanted[3]}")
            if got[4]:
                wrong.append(f"files are left: {got[4]}")
            if wrong:
                failed += 1
                print(f"FAILED: {name}\n  " + "\n  ".join(wrong) + f"\n  {got[1][:1000]}", flush=True)
        for pair in refused:
            row = {**PLAIN, **pair}
            row["output"] = COMMANDS[row["command"]][1][0] if "output" not in pair else row["output"]
            name = ", ".join(map(str, row.values()))
            if arguments.only not in name:
                continue
            status, messages, written, _, left = trial.run(row)
            if status != 2 or forbidden(**pair) not in messages or left or any(written):
                failed += 1
                print(f"FAILED: {name}\n  not refused: exit status {status}, {written}, {left}\n  {messages[:1000]}", flush=True)
    print(f"{len(rows)} runs with {count} combinations, {len(refused)} refusals: {failed} failed")
    sys.exit(1 if failed else 0)


main()
