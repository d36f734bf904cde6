#!/usr/bin/env python3
"""threads_test.py command DOKUMILL | mpi DOKUMILL_MPI MPIEXEC | library LIBRARY PACKAGE: crosses what limits threads
with what works.

Each row has a setting (variables, taskset, the binding of mpirun), the number of threads that a job must have with it,
the number of processors on which these threads may run, and what the line with the threads must say. A thread counts if
it takes processor time. Its processors are those of its affinity mask, because the scheduler decides where it is.

Exit status 0 if all rows hold, 77 if the process may use one processor only.
"""
import os
import re
import subprocess
import sys
import tempfile
import time

MINE = sorted(os.sched_getaffinity(0))
FIRST, SECOND = MINE[0], MINE[-1]
BOUND = ["OMP_PROC_BIND=true", "OMP_PROC_BIND=close", "OMP_PROC_BIND=spread", "OMP_PROC_BIND=master", "OMP_PLACES=cores",
         "OMP_PLACES=threads", "GOMP_CPU_AFFINITY=" + " ".join(map(str, MINE))]
FREE = ["OMP_PROC_BIND=false", "OMP_NESTED=false", "KMP_AFFINITY=compact", "KMP_BLOCKTIME=0", "OMP_WAIT_POLICY=passive"]
failed = 0


def fail(row, text):
    global failed
    failed += 1
    print(f"FAILED: {row}: {text}")


def environment(settings):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_", "KMP_"))}
    return kept | dict(setting.split("=", 1) for setting in settings)


def tasks_of(process, name):
    """Yields the folder of each thread of the programs called `name` that `process` started, or of `process` itself."""
    found, children = [], [str(process)]
    while children:
        pid = children.pop()
        try:
            with open(f"/proc/{pid}/comm") as file:
                is_named = file.read().strip().startswith(name)
            threads = os.listdir(f"/proc/{pid}/task")
            for thread in threads:
                with open(f"/proc/{pid}/task/{thread}/children") as file:
                    children += file.read().split()
            found += [f"/proc/{pid}/task/{thread}" for thread in threads if is_named]
        except OSError:  # it has ended
            pass
    return found


def processors_of(text):
    processors = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        processors.update(range(int(first), int(last or first) + 1))
    return processors


def watch(words, settings, name, is_endless=False):
    """Runs a job. Returns its messages, the number of threads that work, and the number of their processors."""
    with tempfile.TemporaryFile("w+") as messages:
        job = subprocess.Popen(words, env=environment(settings), stdout=subprocess.DEVNULL, stderr=messages)
        work, masks, end = {}, {}, time.monotonic() + 120
        while job.poll() is None and time.monotonic() < end:
            for task in tasks_of(job.pid, name):
                try:
                    with open(task + "/status") as file:
                        status = file.read()
                    with open(task + "/schedstat") as file:
                        work[task] = int(file.read().split()[0])
                except OSError:
                    continue
                if re.search(r"^State:\tR", status, re.M):
                    masks.setdefault(task, []).append(re.search(r"^Cpus_allowed_list:\t(.*)$", status, re.M)[1])
            if is_endless and sum(work.values()) > 4e8:
                job.terminate()
            time.sleep(0.002)
        job.kill()
        status = job.wait()
        messages.seek(0)
        text = messages.read()
    if status != (-15 if is_endless else 0):
        fail(" ".join(settings), f"exit status {status}: {text}")
    # A thread that only waits or hands out work needs little time. While a process starts, no runtime has bound it yet, so
    # only the later masks count.
    working = [task for task, time_ns in work.items() if time_ns >= max(work.values()) / 4 and len(masks.get(task, [])) > 2]
    processors = set().union(*(processors_of(mask) for task in working for mask in masks[task][len(masks[task]) // 2:]))
    return text, len(working), len(processors)


def threads_in(text):
    """Returns the number of threads in the line that names them, and the remark after it."""
    found = re.search(r"/s, ([\d,]+) threads?(?: \(([^)]*)\))?", text)
    return (int(found[1].replace(",", "")), found[2] or "") if found else (0, text)


def check(row, measured, threads, processors, remark=None, hint=False, working_too=True):
    text, working, used = measured
    named, said = threads_in(text)
    print(f"{row}: {named} threads ({said}), {working} work on {used} processors")
    if named != threads:
        fail(row, f"expected {threads} threads: {text}")
    if working_too and (working == 1) != (threads == 1):
        fail(row, f"{working} threads work, expected {threads}")
    if used != processors:
        fail(row, f"the threads may run on {used} processors, expected {processors}")
    if remark is not None and remark not in said:
        fail(row, f"expected '{remark}': {text}")
    if ("bind-to none" in text) != hint:
        fail(row, f"expected {'the' if hint else 'no'} hint about mpirun: {text}")


def test_command(program):
    version = subprocess.run([program, "--version"], env=environment([]), capture_output=True, text=True, check=True).stdout
    has_openmp = "OpenMP: off" not in version
    default, present = int(re.search(r"threads: (\d+)", version)[1]), os.cpu_count()
    if default == 1:
        sys.exit(77)
    everywhere = len(MINE)

    def row(settings, threads, processors, remark=None, number=None, prefix=()):
        count = str(8000 * min(threads, everywhere))
        words = [*prefix, program, "generate", "puzzles", "-n", count, "-o", "/dev/null"] + (["-j", str(number)] if number else [])
        check(" ".join([*prefix[:3], *settings, f"-j {number or 0}"]), watch(words, settings, "dokumill"), threads, processors, remark)

    alone = ["taskset", "-c", str(FIRST)]
    row([], default, everywhere)
    for setting in BOUND + FREE:
        row([setting], default, everywhere)
    for setting in BOUND:
        row([setting], 2, everywhere, number=2)
        row([setting], 1, everywhere, number=1)
    row([], 1, 1, f"this process may use 1 of {present} processors", prefix=alone)
    row(["OMP_PROC_BIND=true"], 1, 1, f"this process may use 1 of {present} processors", prefix=alone)
    row(["OMP_PROC_BIND=true"], 3, 1, number=3, prefix=alone)
    row(["OMP_NUM_THREADS=1"], 1, everywhere, "OMP_NUM_THREADS is 1")
    row(["OMP_NUM_THREADS=1"], 2, everywhere, number=2)
    row(["OMP_NUM_THREADS=3,2", "OMP_PROC_BIND=spread"], 3, everywhere)
    if not has_openmp:
        return
    for name in "OMP_PLACES={%d}", "GOMP_CPU_AFFINITY=%d":
        setting = name % SECOND
        row([setting], 1, 1, f"{setting.partition('=')[0]} allows 1 of {present} processors")
        row([setting], 2, 1, number=2)
    row([f"OMP_PLACES={{{FIRST}}},{{{SECOND}}}"], 2, 2)
    row([f"OMP_PLACES={{{FIRST},{SECOND}}}", "OMP_PROC_BIND=close"], 2, 2)
    # A runtime that obeys the variable starts no more threads than there are processors.
    row(["OMP_DYNAMIC=true"], everywhere + 2, everywhere, "OMP_DYNAMIC is ignored", number=everywhere + 2)
    row(["OMP_DYNAMIC=true", "OMP_PROC_BIND=true"], default, everywhere, "OMP_DYNAMIC is ignored")
    for number in None, 2:
        row(["OMP_THREAD_LIMIT=1"], 1, everywhere, "OMP_THREAD_LIMIT is 1", number)
        row(["OMP_MAX_ACTIVE_LEVELS=0"], 1, everywhere, "OMP_MAX_ACTIVE_LEVELS is 0", number)
    row(["OMP_THREAD_LIMIT=2"], 2, everywhere, "OMP_THREAD_LIMIT is 2", 3)


def test_mpi(program, mpiexec):
    for name in "OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "OMPI_MCA_rmaps_base_oversubscribe":
        os.environ[name] = "1"
    os.environ["PRTE_MCA_rmaps_default_mapping_policy"] = ":oversubscribe"
    everywhere, present = len(MINE), os.cpu_count()
    probe = [mpiexec, "-n", "1", "grep", "Cpus_allowed_list", "/proc/self/status"]
    probed = subprocess.run(probe, env=environment([]), capture_output=True, text=True)
    version = subprocess.run([mpiexec, "--version"], capture_output=True, text=True).stdout
    is_open_mpi = "OpenRTE" in version or "Open MPI" in version  # the flags below are those of Open MPI
    if probed.returncode != 0 or everywhere < 2 or everywhere < present or not is_open_mpi:
        print("skipped: no processes can be started, or this process may not use all processors of two or more")
        sys.exit(77)
    bound = len(processors_of(probed.stdout.split()[1]))

    with tempfile.TemporaryDirectory() as folder:
        def row(processes, binding, settings, threads, processors, remark=None, hint=False):
            words = [mpiexec, "-n", str(processes), *binding, program, "generate", "puzzles", "-n", "20000", "-o", folder + "/out"]
            check(" ".join([f"-n {processes}", *binding, *settings]), watch(words, settings, "dokumill-mpi"), threads, processors,
                  remark, hint, working_too=False)  # threads of MPI poll

        none = ["--bind-to", "none"]
        is_alone = bound == 1
        for settings in [], ["OMP_PROC_BIND=true"], ["OMP_PLACES=cores"]:
            row(1, [], settings, bound, bound, hint=is_alone)
            row(1, none, settings, everywhere, everywhere)
            # Without a release, both processes would use the first places.
            row(2, none, settings, everywhere // 2 * 2, everywhere)
        row(1, none, ["OMP_NUM_THREADS=1"], 1, everywhere, "OMP_NUM_THREADS is 1")
        row(2, none, ["OMP_NUM_THREADS=2"], 4, everywhere)
        row(1, none, [f"OMP_PLACES={{{SECOND}}}"], 1, 1, "OMP_PLACES allows 1 of")
        row(1, none, ["OMP_THREAD_LIMIT=1"], 1, everywhere, "OMP_THREAD_LIMIT is 1")
        row(1, none, ["OMP_DYNAMIC=true"], everywhere, everywhere, "OMP_DYNAMIC is ignored")


# Loads what the words name, in this order, and then works until it is stopped.
HOST = """
import ctypes, sys
for word in sys.argv[2:]:
    if word == "numpy":
        import numpy
    elif word == "dokumill":
        import dokumill
        dokumill.puzzles(4, as_text=True)
    else:
        runtime = ctypes.CDLL(word)
        runtime.omp_get_max_threads()
        if word.startswith("libgomp"):
            runtime.GOMP_parallel(ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: None), None, 2, 0)
while True:
    dokumill.puzzles(20000, threads=int(sys.argv[1]), as_text=True)
"""


def test_library(library, package):
    everywhere = len(MINE)
    if everywhere == 1:
        print("skipped: this process may use one processor only")
        sys.exit(77)
    os.environ.update({"DOKUMILL_LIBRARY": library, "PYTHONPATH": package, "PYTHONDONTWRITEBYTECODE": "1"})

    def row(loaded, settings, number, threads, processors, prefix=()):
        name = " ".join([*prefix, *settings, f"threads={number}, after loading", *loaded])
        _, working, used = watch([*prefix, sys.executable, "-c", HOST, str(number), *loaded], settings, "python", True)
        print(f"{name}: {working} work on {used} processors")
        if (working == 1) != (threads == 1) or used != processors:
            fail(name, f"expected {threads} threads on {processors} processors")

    def has(name):
        code = f"import {name}" if name == "numpy" else f"import ctypes; ctypes.CDLL('{name}')"
        return subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0

    for other in [None] + [name for name in ("libgomp.so.1", "libomp.so.5", "numpy") if has(name)]:
        for loaded in [["dokumill"]] if other is None else [[other, "dokumill"], ["dokumill", other]]:
            row(loaded, ["OMP_PROC_BIND=true"], 0, everywhere, everywhere)
            row(loaded, ["OMP_PROC_BIND=master"], 2, 2, everywhere)
            row(loaded, ["OMP_PROC_BIND=true"], 0, 1, 1, ("taskset", "-c", str(SECOND)))


if __name__ == "__main__":
    {"command": test_command, "mpi": test_mpi, "library": test_library}[sys.argv[1]](*sys.argv[2:])
    sys.exit(failed != 0)
