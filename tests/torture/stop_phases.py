#!/usr/bin/env python3
"""stop_phases.py DOKUMILL [--job NAME] [--skip NAME] [--scale X] [--points N] [--longest S]
                  [--way NAME] [--limit MS] [--inputs FOLDER]

Stops every command at many moments of a long run. Each job has an input that makes one phase of its
command take most of the time: reading a text as a whole, spilling, the second step, compressing,
drawing a book, one long search. The moments are spread over the run, so several of them are in each
phase: with the default of 12, near 4 %, 12 %, ... 96 % of it.

The ways to stop a run:
  one      one signal, SIGINT or SIGTERM
  two      two signals, 0 to 5 ms apart
  timeout  GNU timeout, which sends SIGTERM to its child and then to its group

After each stop, the folder must have the inputs and nothing else, and the status must be that of
the signal, or the run must have been complete. For the way `one`, the processor time from the
signal to the end is measured, too, because wall time on a busy machine says little. A stop that
takes more than --limit milliseconds (default 2000) both of wall time and of processor time fails.
docs/reliability.md promises 200 ms.

The inputs are made by the tested command. Exit status 1 if a check failed.
"""
import argparse
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

OLD = b"old\n"


class Job:
    """A command line, and the names of its inputs and outputs."""

    def __init__(self, name, words, inputs, outputs, folder=False):
        self.name, self.words, self.inputs = name, words.split(), inputs
        self.outputs, self.is_folder = outputs, folder


# The inputs: how the tested command makes them, with the numbers for --scale 1.
def make_inputs(binary, scale):
    def count(number):
        return str(max(1, int(number * scale)))

    def run(*words, to=None):
        with open(to or os.devnull, "wb") as out:
            subprocess.run([binary, *words, "--quiet"], check=False, stdout=out)

    run("generate", "puzzles", "-n", count(700_000), "--seed", "1", "-o", "puzzles.txt")
    run("generate", "puzzles", "-n", count(30_000), "--seed", "2", "-o", "few.txt")
    run("generate", "puzzles", "-n", count(90_000), "--clues", "36", "--seed", "4", "-o", "easy.txt")
    run("generate", "boards", "-n", count(500_000), "--family", "random", "--to", "line",
        "-o", "boards.txt")
    run("generate", "puzzles", "-n", "60", "--difficulty", "extreme", "--seed", "3", "-o", "hard.txt")
    lines = pathlib.Path("puzzles.txt").read_text().split()
    few = pathlib.Path("few.txt").read_text().split()

    def write(name, parts):
        with open(name, "w") as file:
            file.writelines(parts)

    def rows(line, separator=" "):
        return [separator.join(line[at:at + 9]) for at in range(0, 81, 9)]

    write("titled.txt", (f"Puzzle {i}\n" + "\n".join(rows(line)) + "\n\n"
                         for i, line in enumerate(lines[:len(lines) // 2])))
    write("commas.txt", (",".join(line) + "\n" for line in lines))
    write("quoted.csv", ["name,puzzle\n"] + [f'"{i}","{line}"\n' for i, line in enumerate(lines)])
    write("slashes.csv", ["name,puzzle\n"] + [f"{i},{'/'.join(rows(line, ''))}\n"
                                            for i, line in enumerate(lines)])
    write("lists.py", ["puzzles = [\n"] + [f"  [{', '.join(line.replace('.', '0'))}],\n"
                                           for line in lines[:len(lines) // 2]] + ["]\n"])
    write("array.json", ["["] + [",\n".join(f'{{"id": {i}, "puzzle": "{line}"}}'
                                           for i, line in enumerate(lines))] + ["]\n"])
    write("page.html", ["<html><body>\n"] + [
        "<table>" + "".join("<tr>" + "".join(f"<td>{c if c != '.' else ''}</td>" for c in row)
                            + "</tr>\n" for row in rows(line, "")) + "</table>\n"
        for line in lines[:len(lines) // 20]] + ["</body></html>\n"])
    write("links.txt", (f"https://example.org/?puzzle={line}\n" for line in lines))
    write("strings.txt", (f"puzzle '{line}'\n" for line in lines))
    write("refused.txt", (f"word {i} and nothing else in this line of a long text\n"
                          for i in range(len(lines))))
    write("twice.txt", (line + "\n" for line in lines + lines))
    write("many.txt", (line + "\n" for line in few * 3))
    write("hards.txt", (line + "\n" for line in pathlib.Path("hard.txt").read_text().split() * 20))
    run("convert", "puzzles.txt", "-o", "puzzles.csv.gz")
    for piece in (1, 2, 3):
        run("convert", "puzzles.txt", "--piece", f"{piece}/3", "-o", f"piece{piece}.txt",
            "--report", f"piece{piece}.json")


def jobs():
    out = ["out"]
    every = [
        Job(f"any: {name}", f"convert --from any {name} -o out", [name], out)
        for name in ("titled.txt", "commas.txt", "quoted.csv", "slashes.csv", "lists.py",
                     "array.json", "page.html", "links.txt", "strings.txt", "refused.txt")
    ]
    every += [
        Job("auto: titled", "solve titled.txt -o out", ["titled.txt"], out),
        Job("auto: lists", "solve lists.py -o out", ["lists.py"], out),
        Job("auto: any by pipe", "solve - -o out <titled.txt", ["titled.txt"], out),
        Job("json", "solve --from json array.json -o out.json", ["array.json"], ["out.json"]),
        Job("solve", "solve twice.txt -o out --threads 1", ["twice.txt"], out),
        Job("check", "check --duplicates twice.txt --memory 64K -o out", ["twice.txt"], out),
        Job("check minimal", "check --minimal puzzles.txt -o out", ["puzzles.txt"], out),
        Job("check both", "check --duplicates --minimal many.txt --memory 64K -o out",
            ["many.txt"], out),
        Job("dedupe spill", "dedupe twice.txt --memory 64K -o out", ["twice.txt"], out),
        Job("dedupe memory", "dedupe twice.txt -o out", ["twice.txt"], out),
        Job("dedupe symmetry", "dedupe --symmetry many.txt -o out", ["many.txt"], out),
        Job("shuffle", "shuffle twice.txt -o out", ["twice.txt"], out),
        Job("shuffle spill", "shuffle twice.txt --memory 64K -o out", ["twice.txt"], out),
        Job("shuffle spill gz", "shuffle twice.txt --memory 1M -o out.gz", ["twice.txt"],
            ["out.gz"]),
        Job("sample", "sample -n 900000 twice.txt -o out", ["twice.txt"], out),
        Job("split", "split puzzles.txt --train out --test test", ["puzzles.txt"],
            ["out", "test"]),
        Job("canon", "canon puzzles.txt -o out", ["puzzles.txt"], out),
        Job("canon id", "canon --id many.txt -o out", ["many.txt"], out),
        Job("rate", "rate many.txt -o out", ["many.txt"], out),
        Job("rate hard", "rate hards.txt -o out", ["hards.txt"], out),
        Job("rate features", "rate hards.txt --columns er,depth,backdoor,guesses_reference -o out",
            ["hards.txt"], out),
        Job("where", "solve hards.txt --where er>=8.5 -o out", ["hards.txt"], out),
        Job("steps", "steps hards.txt -o out", ["hards.txt"], out),
        Job("unavoidable", "unavoidable boards.txt --size 12 -o out", ["boards.txt"], out),
        Job("augment", "augment puzzles.txt --times 4 -o out", ["puzzles.txt"], out),
        Job("vary", "vary few.txt -o out", ["few.txt"], out),
        Job("vary minimals", "vary --minimals few.txt -o out", ["few.txt"], out),
        Job("vary walk", "vary --walk 1000 few.txt -o out", ["few.txt"], out),
        Job("convert zst", "convert twice.txt -o out.zst --compress zstd:19", ["twice.txt"],
            ["out.zst"]),
        Job("convert gz", "convert twice.txt -o out.gz --compress gzip:12", ["twice.txt"],
            ["out.gz"]),
        Job("convert parquet", "convert twice.txt -o out.parquet", ["twice.txt"],
            ["out.parquet"]),
        Job("convert from gz", "convert puzzles.csv.gz --to npy -o out", ["puzzles.csv.gz"],
            out),
        Job("export hrm", "export --layout hrm few.txt out", ["few.txt"], out, True),
        Job("export big", "export --layout hrm puzzles.txt out", ["puzzles.txt"], out, True),
        Job("book pdf", "book easy.txt -o out.pdf", ["easy.txt"], ["out.pdf"]),
        Job("book hints", "book easy.txt --hints -o out.pdf", ["easy.txt"], ["out.pdf"]),
        Job("book svg", "book easy.txt --to svg -o out", ["easy.txt"], out, True),
        Job("book rated", "book many.txt --sections level -o out.pdf", ["many.txt"], ["out.pdf"]),
        Job("generate boards", "generate boards -n 200000000 -o out", [], out),
        Job("generate random", "generate boards --family random -n 20000000 -o out", [], out),
        Job("generate puzzles", "generate puzzles -n 2000000 -o out", [], out),
        Job("generate rare", "generate puzzles -n 5 --rating 11.0..12.0 -o out", [], out),
        Job("generate clues", "generate puzzles -n 5 --clues 18 -o out", [], out),
        Job("merge", "merge piece1.json piece2.json piece3.json -o out",
            [f"piece{i}.{end}" for i in (1, 2, 3) for end in ("txt", "json")], out),
        Job("bench", "bench --json out", [], out),
        Job("report", "solve twice.txt -o out --report report", ["twice.txt"],
            ["out"]),
        Job("classic -c", "-c 1000000", [], ["sudoku.txt"]),
    ]
    return every


def cpu_ns(pid):
    """The processor time of all threads of a process so far."""
    total = 0
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/schedstat") as file:
                total += int(file.read().split()[0])
    except (OSError, ValueError, IndexError):
        pass
    return total


class Trials:
    def __init__(self, options, inputs):
        self.options, self.inputs = options, inputs
        self.failures = []

    def place(self, job, folder):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name in job.inputs:
            os.link(self.inputs / name, folder / name)
        if not job.is_folder:
            for name in job.outputs:
                (folder / name).write_bytes(OLD)

    def start(self, job, folder, prefix=()):
        words, stdin = list(job.words), subprocess.DEVNULL
        if words[-1].startswith("<"):
            stdin = subprocess.Popen(["cat", str(folder / words.pop()[1:])],
                                     stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        return subprocess.Popen([*prefix, self.options.binary, *words], cwd=folder, stdin=stdin,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                start_new_session=True)

    def calm_seconds(self, job, folder):
        self.place(job, folder)
        begin = time.monotonic()
        process = self.start(job, folder)
        try:
            _, err = process.communicate(timeout=self.options.longest)
            seconds = time.monotonic() - begin
            if process.returncode not in (0, 1, 2) or (process.returncode == 2
                                                       and "refused" not in job.name):
                self.failures.append(f"{job.name}: calm run ended with {process.returncode}: "
                                     f"{err.decode(errors='replace')[-300:]}")
            return seconds
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return self.options.longest

    def left(self, job, folder):
        """What a stopped run left, or nothing."""
        found = []
        for path in sorted(folder.iterdir()):
            # A report has the reason of the stop, so it replaces the old one.
            if path.name in job.inputs or path.name == "report":
                continue
            if path.name in job.outputs and not job.is_folder and path.read_bytes() == OLD:
                continue
            found.append(path.name)
        return found

    def stop(self, job, folder, after_s, way, number):
        self.place(job, folder)
        prefix = ("timeout", str(max(after_s, 0.001))) if way == "timeout" else ()
        process = self.start(job, folder, prefix)
        first = (signal.SIGINT, signal.SIGTERM)[number % 2]
        before_ns = 0
        begin = time.monotonic()
        if way != "timeout":
            try:
                process.wait(after_s)
            except subprocess.TimeoutExpired:
                pass
            before_ns = cpu_ns(process.pid)
            begin = time.monotonic()
            if process.poll() is None:
                process.send_signal(first)
                if way == "two":
                    time.sleep(0.001 * (number % 6))
                    process.send_signal(signal.SIGTERM)
        err = process.stderr.read().decode(errors="replace")
        _, wait_status, usage = os.wait4(process.pid, 0) if process.returncode is None else (
            0, process.returncode << 8, None)
        process.returncode = os.waitstatus_to_exitcode(wait_status)
        wall_ms = (time.monotonic() - begin) * 1e3
        spent_ms = 0
        if usage is not None and before_ns:
            spent_ms = max(0, (usage.ru_utime + usage.ru_stime) * 1e3 - before_ns * 1e-6)
        status = process.returncode
        stopped = {128 + signal.SIGINT, 128 + signal.SIGTERM, -signal.SIGINT, -signal.SIGTERM, 124}
        where = f"{job.name}, {way}, {after_s:.2f} s"
        if status in stopped:
            left = self.left(job, folder)
            if left:
                self.failures.append(f"{where}: left {left[:4]}; {err.strip()[-200:]}")
            return wall_ms, spent_ms, bool(left)
        if status not in (0, 1) and not (status == 2 and "refused" in job.name):
            self.failures.append(f"{where}: status {status}: {err.strip()[-300:]}")
        return None

    def run(self, job, folder):
        seconds = self.calm_seconds(job, folder)
        row = [f"{job.name:<20} {seconds:5.1f} s"]
        for way in self.options.way:
            walls, spents, left = [], [], 0
            at = []
            points = self.options.points
            for number in range(points):
                share = (number + 0.5) / points
                stopped = self.stop(job, folder, share * seconds, way, number)
                if stopped is None:
                    continue
                walls.append(stopped[0])
                spents.append(stopped[1])
                at.append(share)
                left += stopped[2]
                limit = self.options.limit
                if way == "one" and stopped[0] > limit and stopped[1] > limit:
                    self.failures.append(f"{job.name}, at {share:.0%}: {stopped[0]:.0f} ms, of "
                                         f"which {stopped[1]:.0f} ms are processor time")
            if way == "one" and walls:
                worst = max(range(len(walls)), key=lambda i: min(walls[i], spents[i]))
                row.append(f"one {len(walls):2}/{points}: worst {max(walls):6.0f} ms, processors "
                           f"{max(spents):6.0f} ms at {at[worst]:4.0%}, left {left}")
            else:
                row.append(f"{way} {len(walls):2}/{points}: left {left}")
        print(" | ".join(row), flush=True)
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--job", default="", help="only jobs that have this in their name")
    parser.add_argument("--skip", default="-", help="no jobs that have this in their name")
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--points", type=int, default=12)
    parser.add_argument("--way", action="append", choices=["one", "two", "timeout"])
    parser.add_argument("--longest", type=float, default=6, help="stop longer runs before this time")
    parser.add_argument("--limit", type=float, default=2000)
    parser.add_argument("--inputs", help="a folder that keeps the inputs for further runs")
    options = parser.parse_args()
    options.binary = str(pathlib.Path(options.binary).resolve())
    options.way = options.way or ["one", "two", "timeout"]
    with tempfile.TemporaryDirectory(prefix="stops") as scratch:
        inputs = pathlib.Path(options.inputs or scratch + "/inputs").resolve()
        if not inputs.exists():
            inputs.mkdir()
            os.chdir(inputs)
            make_inputs(options.binary, options.scale)
        trials = Trials(options, inputs)
        for job in jobs():
            if options.job in job.name and options.skip not in job.name:
                trials.run(job, pathlib.Path(inputs).parent / "work")
    for failure in trials.failures:
        print("FAILED", failure)
    return 1 if trials.failures else 0


if __name__ == "__main__":
    sys.exit(main())
