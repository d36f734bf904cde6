#!/usr/bin/env python3
"""Compares two builds that were measured alternately: compare_runs.py FOLDER RATIO

FOLDER has the files before.N.json and after.N.json of `dokumill bench --in-turn --json`, one pair
per round.

Sample k of one build and sample k of the other build, of the same workload on the same number of
threads, were measured one after the other. Other work on the machine slowed both samples, so it
does not change their ratio. A workload fell if the median of all its ratios is below RATIO and the
median of every round is below 1, so that the second build was slower in every round. Exit status 1
if a workload fell or if answers differ."""

import glob
import json
import statistics
import sys


def read(path):
    """Returns four dictionaries: {(workload, threads): samples}, {workload: (input, output)},
    {workload: counts} and {(workload, threads): records per sample}."""
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    samples, answers, counts, records = {}, {}, {}, {}
    for workload in report["workloads"]:
        name, prints = workload["name"], workload["fingerprint"]
        answers[name] = (prints["input"], prints["output"])
        counts[name] = {key: value for key, value in prints.items() if isinstance(value, int)}
        for run in workload["runs"]:
            samples[name, run["threads"]] = run["seconds"]
            records[name, run["threads"]] = workload["records"]
    return samples, answers, counts, records


def has_same_input(before, after, name):
    return name in before[1] and before[1][name][0] == after[1][name][0]


def show_ratios(rounds, least):
    """Prints a line for every workload and number of threads that both builds ran on the same input.
    Returns whether a workload fell."""
    failed = False
    print(f"{'workload':<9}{'threads':>8}{'ratio':>8}{'rounds':>14}{'pairs':>7}   before, after (medians, millions a second)")
    for key in rounds[0][1][0]:
        if not all(has_same_input(before, after, key[0]) and key in before[0] for before, after in rounds):
            continue
        ratios = [[old / new for old, new in zip(before[0][key], after[0][key])] for before, after in rounds]
        pairs = [ratio for some in ratios for ratio in some]
        medians = [statistics.median(some) for some in ratios]
        ratio = statistics.median(pairs)
        fell = ratio < least and max(medians) < 1
        failed = failed or fell
        rate = lambda side: rounds[0][side][3][key] / statistics.median(s for both in rounds for s in both[side][0][key]) / 1e6
        print(f"{key[0]:<9}{key[1]:>8}{ratio:>8.3f}{min(medians):>8.3f}..{max(medians):.2f}{len(pairs):>7}   {rate(0):.3f}, {rate(1):.3f}"
              f"{'   FELL' if fell else ''}")
    return failed


def show_differences(before, after):
    """Prints what changed besides the speed. Returns whether answers changed."""
    failed = False
    for name in sorted(before[1].keys() - after[1].keys()):
        print(f"{name}: no longer measured")
    for name, (_, answer) in after[1].items():
        if not has_same_input(before, after, name):
            print(f"{name}: another input than before, or a new workload")
        elif before[1][name][1] != answer:
            print(f"{name}: OTHER ANSWERS than before")
            failed = True
        elif before[2][name] != after[2][name]:
            print(f"{name}: the same answers by other work: {before[2][name]} before, {after[2][name]} after")
    return failed


def main():
    folder, least = sys.argv[1], float(sys.argv[2])
    numbers = range(1, len(glob.glob(f"{folder}/after.*.json")) + 1)
    rounds = [(read(f"{folder}/before.{number}.json"), read(f"{folder}/after.{number}.json")) for number in numbers]
    if not rounds:
        sys.exit("compare_runs.py: nothing to compare")
    fell = show_ratios(rounds, least)
    differs = show_differences(*rounds[0])
    sys.exit(1 if fell or differs else 0)


main()
