#!/usr/bin/env python3
"""simulate_cluster.py REPORT... [FLAGS]: predicts how dokumill-mpi scales, from measured pieces.

The reports are those of the pieces of one job, for example of 64 pieces on one thread:

  for k in $(seq 64); do for round in 1 2 3 4 5; do
    dokumill rate puzzles.txt --piece $k/64 --threads 1 -o $k.txt --report $k.$round.json
  done; done
  scripts/simulate_cluster.py *.json --records 1e9 --threads 8

If a piece has several reports, only the fastest counts, so that other work on the machine matters
less.

The simulation runs a larger job event by event, as src/apps/cluster/mpi does. Process 0 hands out pieces to the
processes that are free, reads all reports, and hands out ranges of the output to join. The time per
record of a simulated piece is that of a measured piece, which is drawn at random. So the times of
simulated pieces vary as much as those of the measured pieces, although the times of larger pieces
usually vary less.

Prints a table in Markdown: for each number of processes the time, its parts, and the efficiency.
The efficiency is the share of the time of all threads that is work on records. With several values
of --shared-rate, the table has only the efficiency, one column for each value. The output depends
only on the reports and flags.
"""
import argparse
import heapq
import json
import math
import random
import sys

MIB = 1 << 20
PIECE_BYTES = 256 * MIB  # of the input, or of the output of `generate`
PIECES_PER_PROCESS = 8
MOST_PIECES = 1_000_000
RANGES_PER_PROCESS = 8
LEAST_RANGE_BYTES = 4 * MIB
MOST_RANGE_BYTES = 64 * MIB


class Unit:
    """What was measured: thread-seconds per record in each piece, and bytes per record."""

    def __init__(self, seconds, input_bytes, output_bytes):
        self.seconds = seconds
        self.input_bytes = input_bytes
        self.output_bytes = output_bytes


def unit_of(reports):
    """Returns the Unit of pairs of a name and a report (a dictionary).

    Raises ValueError with a reason.
    """
    fastest = {}  # (thread-seconds, records, input bytes, output bytes) of each piece
    for name, report in reports:
        try:
            piece = report["piece"]
            number, threads = report["records"], report["threads"]
            taken = report["seconds"]
            length = piece["end"] - piece["begin"] if piece["unit"] == "bytes" else 0
            written = piece["output_bytes"] + piece.get("test_output_bytes", 0)
            key = (piece["job"], piece["number"])
        except (KeyError, TypeError):
            raise ValueError(f"{name}: this is not the report of a piece (--piece, --report)")
        if number > 0:
            unit = (taken * threads, number, length, written)
            fastest[key] = min(fastest.get(key, unit), unit)
    units = list(fastest.values())
    records = sum(unit[1] for unit in units)
    if not sum(unit[0] for unit in units) > 0:
        raise ValueError("the reports have no records, or took no time")
    return Unit([unit[0] / unit[1] for unit in units], sum(unit[2] for unit in units) / records,
                sum(unit[3] for unit in units) / records)


class Model:
    """The machine. Times in seconds, rates in bytes per second."""

    def __init__(self, threads=1, join_rate=0.5e9, shared_rate=math.inf, answer=50e-6, latency=1e-3,
                 report=0.3e-3, start=1.0):
        self.threads = threads          # of each process
        self.join_rate = join_rate      # of one process that joins
        self.shared_rate = shared_rate  # of the file system, read and written at the same time
        self.answer = answer            # process 0: to answer one request for an item
        self.latency = latency          # from a request to its answer
        self.report = report            # process 0: to read one report at the end
        self.start = start              # of mpirun


def hand_out(processes, times, answer, latency):
    """Hands out items, which take `times`, in order. Returns when the last item is complete.

    Process 0 answers one request for an item after the other.
    """
    free = [(0.0, process) for process in range(processes)]
    heapq.heapify(free)
    answered = end = 0.0
    for time in times:
        asked, process = heapq.heappop(free)
        answered = max(answered, asked) + answer
        done = answered + latency + time
        end = max(end, done)
        heapq.heappush(free, (done, process))
    return end


def simulate(unit, model, records, processes, seed=1):
    """Returns the seconds of each part of the job, and its efficiency."""
    chance = random.Random(seed)
    size = records * (unit.input_bytes or unit.output_bytes)
    pieces = int(max(size // PIECE_BYTES, PIECES_PER_PROCESS * processes))
    pieces = max(1, min(pieces, MOST_PIECES, int(records)))
    each = records / pieces / model.threads
    times = [chance.choice(unit.seconds) * each for _ in range(pieces)]
    work = sum(times) / processes
    parts = {"start": model.start}
    parts["pieces"] = hand_out(processes, times, model.answer, model.latency)
    parts["reports"] = pieces * model.report
    output = records * unit.output_bytes
    wanted = output / (RANGES_PER_PROCESS * processes)
    length = min(max(math.ceil(wanted / LEAST_RANGE_BYTES) * LEAST_RANGE_BYTES, LEAST_RANGE_BYTES),
                 MOST_RANGE_BYTES)
    # The processes share the file system. If all of them join, each gets an equal part of its rate.
    rate = min(model.join_rate, model.shared_rate / processes)
    ranges = math.ceil(output / length)
    lengths = (min(length, output - length * i) / rate for i in range(ranges))
    parts["join"] = max(hand_out(processes, lengths, model.answer, model.latency),
                        output / model.shared_rate)
    parts["total"] = sum(parts.values())
    parts["efficiency"] = work / parts["total"]
    return parts


def readable(seconds):
    """'95 s', '12 min', '3.4 h'"""
    if seconds < 120:
        return f"{seconds:.3g} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.3g} h"


def efficiency_table(unit, models, records, numbers, seed):
    """One column for each model."""
    names = ["no limit" if math.isinf(model.shared_rate) else f"{model.shared_rate / 1e9:g} GB/s"
             for model in models]
    yield f"| processes | {' | '.join(names)} |"
    yield "|---:" * (1 + len(models)) + "|"
    for processes in numbers:
        found = [simulate(unit, model, records, processes, seed)["efficiency"] for model in models]
        yield f"| {processes:,} | " + " | ".join(f"{value:.0%}" for value in found) + " |"


def table(unit, model, records, numbers, seed):
    yield "| processes | time | start | pieces | reports | join | efficiency |"
    yield "|---:|---:|---:|---:|---:|---:|---:|"
    for processes in numbers:
        parts = simulate(unit, model, records, processes, seed)
        times = [parts[name] for name in ("total", "start", "pieces", "reports", "join")]
        yield (f"| {processes:,} | " + " | ".join(readable(time) for time in times) +
               f" | {parts['efficiency']:.0%} |")


def positive(text):
    value = float(text)
    if not value > 0 or math.isnan(value):
        raise argparse.ArgumentTypeError(f"expected a number above 0, got {text}")
    return value


def whole(text):
    value = positive(text)
    if value != int(value):
        raise argparse.ArgumentTypeError(f"expected a whole number, got {text}")
    return int(value)


def main(words):
    usage, text = __doc__.split("\n\n", 1)
    parser = argparse.ArgumentParser(usage=usage, description=text,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reports", nargs="+", metavar="REPORT")
    add = parser.add_argument
    add("--records", type=whole, default=10**9, help="of the simulated job (default 1e9)")
    add("--processes", type=whole, nargs="+", default=[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000])
    add("--threads", type=whole, default=8, help="of each process (default 8)")
    add("--join-rate", type=positive, default=0.5e9, help="bytes/s of one process (default 5e8)")
    add("--shared-rate", type=positive, nargs="+", default=[math.inf],
        help="bytes/s of the file system, or inf (default: inf)")
    add("--report-time", type=positive, default=0.3e-3,
        help="seconds in which process 0 reads one report (default 3e-4)")
    add("--start", type=positive, default=1.0, help="seconds in which mpirun starts (default 1)")
    add("--seed", type=int, default=1)
    flags = parser.parse_args(words)
    reports = []
    for name in flags.reports:
        try:
            with open(name, encoding="utf-8") as file:
                reports.append((name, json.load(file)))
        except (OSError, ValueError) as error:
            sys.exit(f"simulate_cluster.py: {name}: {error}")
    try:
        unit = unit_of(reports)
    except ValueError as error:
        sys.exit(f"simulate_cluster.py: {error}")
    models = [Model(flags.threads, flags.join_rate, rate, report=flags.report_time,
                    start=flags.start) for rate in flags.shared_rate]
    mean = sum(unit.seconds) / len(unit.seconds)
    spread = math.sqrt(sum((time - mean)**2 for time in unit.seconds) / len(unit.seconds)) / mean
    print(f"{len(unit.seconds)} measured pieces: {mean * 1e6:.3g} us a record, standard deviation "
          f"{spread:.1%} between pieces, {unit.output_bytes:.3g} bytes of output a record")
    print()
    job = (flags.records, flags.processes, flags.seed)
    lines = table(unit, models[0], *job) if len(models) == 1 else efficiency_table(unit, models, *job)
    print("\n".join(lines))


if __name__ == "__main__":
    main(sys.argv[1:])
