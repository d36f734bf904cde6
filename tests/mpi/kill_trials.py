#!/usr/bin/env python3
"""kill_trials.py MPIEXEC DOKUMILL_MPI DOKUMILL [--trials N] [--seed S] [--job NAME] [--stage NAME]

Kills random processes of dokumill-mpi with SIGKILL at random stages. After each kill, the outputs
must be the old ones or the new ones. If the same command is run again, it must give the bytes of
one process and leave no other file. Prints how many runs were killed at each stage. The stages do
not depend on time alone: a trial waits until the files of a stage appear, or at `start` until the
processes exist. Except at `joining` and `end`, it then waits for up to 0.2 seconds.

Exit status 77 if no processes can be started here.
"""
import argparse
import collections
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

ENVIRONMENT = dict(
    os.environ,
    OMPI_ALLOW_RUN_AS_ROOT="1",
    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
    OMPI_MCA_rmaps_base_oversubscribe="1",
    OMPI_MCA_hwloc_base_binding_policy="none",
    PRTE_MCA_rmaps_default_mapping_policy=":oversubscribe",
)
OLD = b"old\n"
PAUSE_S = 5
LIMIT_S = 120  # ends a run that hangs; no run depends on speed


class Job:
    """A command, its outputs, and the stages in which it can be killed."""

    def __init__(self, name, words, outputs, stages):
        self.name, self.words, self.outputs, self.stages = name, words, outputs, stages
        self.wanted = {}  # the bytes of each output, and the exit status under ""


def jobs():
    pieces = ("start", "pieces", "joining", "end")
    exchange = ("start", "keys", "buckets", "pieces", "joining", "end")
    return [
        Job("solve", ["solve", "records.csv", "-o", "OUT"], ["OUT"], pieces),
        Job("generate", ["generate", "puzzles", "-n", "8000", "--seed", "5", "-o", "OUT"],
            ["OUT"], pieces),
        Job("boards", ["generate", "boards", "-n", "200000", "--to", "line", "-o", "OUT"],
            ["OUT"], pieces),
        Job("rate", ["rate", "puzzles.txt", "-o", "OUT"], ["OUT"], pieces),
        Job("split", ["split", "records.csv", "--to", "grid", "--share", "40%", "--train", "OUT",
                      "--test", "there/TEST"], ["OUT", "there/TEST"], pieces),
        Job("dedupe", ["dedupe", "--symmetry", "puzzles.txt", "images.csv", "--to", "line",
                       "-o", "OUT"], ["OUT"], exchange),
        Job("duplicates", ["check", "--duplicates", "records.csv", "images.csv", "--each",
                           "-o", "OUT"], ["OUT"], ("start", "keys", "pieces", "buckets", "end")),
    ]


class Trials:
    def __init__(self, arguments, folder):
        self.mpiexec, self.many, self.one = (os.path.realpath(path) if "/" in path else path
                                             for path in arguments.programs)
        self.folder = pathlib.Path(folder)
        self.random = random.Random(arguments.seed)
        self.stages = collections.Counter()
        self.only_stage = arguments.stage
        self.failures = 0

    def run_one(self, *words):
        done = subprocess.run([self.one, *words, "--quiet", "--threads", "1"], cwd=self.folder,
                              stderr=subprocess.PIPE, timeout=LIMIT_S)
        if done.returncode not in (0, 1):
            sys.exit(f"kill_trials: {words}: {done.stderr.decode()}")
        return done.returncode

    def prepare(self, all_jobs):
        self.run_one("generate", "puzzles", "-n", "10000", "--seed", "9", "-o", "puzzles.txt")
        self.run_one("augment", "puzzles.txt", "--times", "1", "--seed", "6", "--to", "csv", "-o",
                     "images.csv")
        self.run_one("generate", "boards", "-n", "100000", "--to", "line", "-o", "boards.line")
        self.run_one("convert", "boards.line", "--to", "csv", "-o", "records.csv")
        (self.folder / "there").mkdir()
        for job in all_jobs:
            job.wanted[""] = self.run_one(*job.words)
            for output in job.outputs:
                job.wanted[output] = (self.folder / output).read_bytes()

    def start(self, job, processes):
        return subprocess.Popen(
            [self.mpiexec, "-n", str(processes), self.many, *job.words, "--threads", "1"],
            cwd=self.folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, start_new_session=True)

    def ranks(self):
        """The process numbers of the ranks that run in our folder."""
        found = {}
        for entry in os.listdir("/proc"):
            if not entry.isdigit():
                continue
            try:
                if os.readlink(f"/proc/{entry}/cwd") != str(self.folder):
                    continue
                if os.path.realpath(os.readlink(f"/proc/{entry}/exe")) != self.many:
                    continue
                environment = pathlib.Path(f"/proc/{entry}/environ").read_bytes()
            except OSError:
                continue
            rank = re.search(rb"(?:OMPI_COMM_WORLD_RANK|PMI_RANK|PMIX_RANK)=(\d+)", environment)
            if rank:
                found[int(rank.group(1))] = int(entry)
        return found

    def states(self):
        """What each rank waits for. This is for the message about a run that hangs."""
        found = {}
        for rank, pid in self.ranks().items():
            try:
                found[rank] = pathlib.Path(f"/proc/{pid}/wchan").read_text()
            except OSError:
                found[rank] = "gone"
        return found

    def has_reached(self, job, stage, count):
        try:
            names = os.listdir(self.folder / ".OUT.pieces")
        except OSError:
            names = []
        if stage == "start":
            return True
        if stage == "joining":
            return "joining" in names
        if stage == "end":
            return any((self.folder / name).read_bytes()[:4] != OLD for name in job.outputs)
        marks = {"keys": r"keys\.", "buckets": r"repeats\.", "pieces": r"\d+\.json"}
        return sum(bool(re.match(marks[stage], name)) for name in names) >= count

    def wait_for(self, process, reached):
        end = time.monotonic() + LIMIT_S
        while process.poll() is None and not reached() and time.monotonic() < end:
            time.sleep(0.005)

    def outputs(self, job):
        """Returns 'old', 'new', 'between' (only one of two outputs is new), or what is wrong."""
        states = []
        for output in job.outputs:
            content = (self.folder / output).read_bytes()
            states.append("new" if content == job.wanted[output] else
                          "old" if content == OLD else "other")
        if "other" in states:
            return f"an output is neither old nor new: {states}"
        return states[0] if len(set(states)) == 1 else "between"

    def leftovers(self):
        names = [name for place in (self.folder, self.folder / "there")
                 for name in os.listdir(place)]
        return sorted(name for name in names if name.startswith("."))

    def is_old_file(self, job, name):
        """True for the second name of a replaced file.

        This name exists from before the first of two renames until after the second one (OutputFile).
        So a kill can leave it also if both outputs are old, or if both are new.
        """
        return (len(job.outputs) == 2 and bool(re.fullmatch(r"\.OUT\.[0-9a-f]+\.tmp", name)) and
                (self.folder / name).read_bytes() == OLD)

    def complain(self, trial, what):
        self.failures += 1
        print(f"FAILED: {trial}: {what}", flush=True)

    def finish(self, process):
        """Waits for mpirun. Returns its exit status and its messages; "hang" if the ranks do not end.

        mpirun of Open MPI 4.1 sometimes waits for ever if a rank is killed before MPI_Init() is
        complete, although no rank is left. Then this function ends mpirun and returns "mpirun".
        """
        alone = 0
        for _ in range(LIMIT_S // PAUSE_S):
            try:
                _, messages = process.communicate(timeout=PAUSE_S)
                return process.returncode, messages.decode(errors="replace")
            except subprocess.TimeoutExpired:
                alone = 0 if self.ranks() else alone + 1
                if alone == 5:
                    break
        states = self.states()
        os.killpg(process.pid, signal.SIGKILL)
        for pid in self.ranks().values():
            os.kill(pid, signal.SIGKILL)
        process.communicate()
        return ("hang", f"the ranks wait in {states}") if states else ("mpirun", "")

    def trial(self, number, job):
        processes = self.random.choice((2, 3, 4))
        stage = self.only_stage or self.random.choice(job.stages)
        victim = self.random.choice(("first", "last", "any", "any", "all"))
        name = f"trial {number}, {job.name} on {processes}, {victim} at {stage}"
        for output in job.outputs:
            (self.folder / output).write_bytes(OLD)
        process = self.start(job, processes)
        if stage == "start":
            # Waits for the short time in which all ranks exist, or only until one exists.
            wanted = self.random.choice((1, processes))
            self.wait_for(process, lambda: len(self.ranks()) >= wanted)
        else:
            self.wait_for(process, lambda: self.has_reached(job, stage, self.random.choice((1, 4))))
        if stage not in ("joining", "end"):
            time.sleep(self.random.random() * 0.2)
        ranks = self.ranks()
        chosen = {"first": [rank for rank in ranks if rank == 0],
                  "last": [max(ranks)] if ranks else [],
                  "any": [self.random.choice(list(ranks))] if ranks else [],
                  "all": list(ranks)}[victim]
        killed = 0
        for rank in chosen:
            try:
                os.kill(ranks[rank], signal.SIGKILL)
                killed += 1
            except ProcessLookupError:
                pass
        status, messages = self.finish(process)
        if status == "hang":
            self.complain(name, f"the other processes went on for ever: {messages}")
        self.stages["(mpirun hung)"] += status == "mpirun"
        state = self.outputs(job)
        self.stages["not killed" if killed == 0 else stage] += 1
        if state not in ("old", "new", "between"):
            self.complain(name, state)
        if killed == 0 and (status, state) != (job.wanted[""], "new"):
            self.complain(name, f"exit status {status} without a kill: {messages}")
        again = self.random.choice((1, 2, 3))
        status, messages = self.finish(self.start(job, again))
        if status != job.wanted[""] or self.outputs(job) != "new":
            self.complain(name, f"the rerun on {again}: exit status {status}, "
                                f"{self.outputs(job)}: {messages}")
        if any(not self.is_old_file(job, left) for left in self.leftovers()):
            self.complain(name, f"left: {self.leftovers()}")
        for left in self.leftovers():
            subprocess.run(["rm", "-rf", self.folder / left, self.folder / "there" / left])


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n", 1)[0])
    parser.add_argument("programs", nargs=3)
    parser.add_argument("--trials", type=int, default=14)
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--job", choices=[job.name for job in jobs()])
    parser.add_argument("--stage", choices=("start", "keys", "buckets", "pieces", "joining", "end"))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        trials = Trials(arguments, os.path.realpath(folder))
        try:
            probe = subprocess.run([trials.mpiexec, "-n", "2", trials.many, "--help"],
                                   env=ENVIRONMENT, capture_output=True, timeout=60)
        except (OSError, subprocess.TimeoutExpired) as error:
            print(f"no processes can be started here: {error}")
            sys.exit(77)
        if probe.returncode != 0:
            print(f"no processes can be started here: {probe.stderr.decode()}")
            sys.exit(77)
        all_jobs = [job for job in jobs() if arguments.job in (None, job.name)]
        trials.prepare(all_jobs)
        for number in range(1, arguments.trials + 1):
            trials.trial(number, all_jobs[(number - 1) % len(all_jobs)])
        done = ", ".join(f"{count} {stage}" for stage, count in sorted(trials.stages.items())
                         if count)
        print(f"{arguments.trials} trials with seed {arguments.seed}: {done}; "
              f"{trials.failures} failures")
    sys.exit(trials.failures != 0)


if __name__ == "__main__":
    main()
