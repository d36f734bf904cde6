#!/usr/bin/env python3
"""Compares runs of `dokumill bench --json`, made in turn: compare_runs.py FOLDER RATIO, with FOLDER/before.*.json and FOLDER/after.*.json.

For every workload and number of threads it takes the median of each run. A workload fell when the ranges of these medians do not overlap
(the fastest run after is slower than the slowest run before) and the median of them fell below RATIO. Exit status 1 then, or when answers differ."""

import glob
import json
import statistics
import sys


def read(pattern):
    """{(workload, threads): [records a second of each run]}, {workload: set of (input, output)}, {workload: set of counts}"""
    rates, answers, counts = {}, {}, {}
    for path in sorted(glob.glob(pattern)):
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
        for workload in report["workloads"]:
            name, prints = workload["name"], workload["fingerprint"]
            answers.setdefault(name, set()).add((prints["input"], prints["output"]))
            counts.setdefault(name, set()).add(str({key: value for key, value in prints.items() if isinstance(value, int)}))
            for run in workload["runs"]:
                rates.setdefault((name, run["threads"]), []).append(run["records_per_second"])
    return rates, answers, counts


def main():
    folder, least = sys.argv[1], float(sys.argv[2])
    before, answers_before, counts_before = read(f"{folder}/before.*.json")
    after, answers_after, counts_after = read(f"{folder}/after.*.json")
    if not before or not after:
        sys.exit("compare_runs.py: nothing to compare")
    failed = False
    print(f"{'workload':<9}{'threads':>8}{'ratio':>8}   before, after (millions a second, slowest to fastest)")
    for key, rates in after.items():
        if key not in before:
            continue
        ratio = statistics.median(rates) / statistics.median(before[key])
        fell = max(rates) < min(before[key]) and ratio < least
        failed = failed or fell
        span = lambda values: f"{min(values) / 1e6:.3f}..{max(values) / 1e6:.3f}"
        print(f"{key[0]:<9}{key[1]:>8}{ratio:>8.3f}   {span(before[key])}, {span(rates)}{'   FELL' if fell else ''}")
    for name in answers_after:
        inputs = lambda answers: {pair[0] for pair in answers.get(name, ())}
        if inputs(answers_before) != inputs(answers_after):
            print(f"{name}: another input than before, or a new workload")
        elif answers_before[name] != answers_after[name]:
            print(f"{name}: OTHER ANSWERS than before")
            failed = True
        elif counts_before[name] != counts_after[name]:
            print(f"{name}: the same answers by other work: {counts_before[name]} before, {counts_after[name]} after")
    sys.exit(1 if failed else 0)


main()
