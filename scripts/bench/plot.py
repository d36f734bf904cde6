#!/usr/bin/env python3
"""Draws the measurements of `scripts/bench.sh --archive` as an SVG file:
bench/plot.py FOLDER > docs/images/throughput.svg

The drawing has three panels: puzzles per second by set and engine (solver_bench.json), the speed-up
by number of threads (bench.json), and the time of each stage of a job with a million puzzles, from
file to file (job-*.json)."""

import glob
import json
import math
import os
import re
import sys
from html import escape

WIDTH, LEFT, RIGHT = 860, 150, 70
INK, FAINT, RULE = "#1f2933", "#61707f", "#dde3e9"
COLOURS = ["#0b5fa5", "#4a94cf", "#9cc3e4", "#c9ced4", "#d98b2b", "#eee3cf"]


def number(value):
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if value >= 0.9995 * size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g}"


class Drawing:
    def __init__(self):
        self.parts, self.y = [], 24

    def text(self, x, y, words, size=12, colour=INK, anchor="start", weight="normal"):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" text-anchor="{anchor}" '
                          f'font-weight="{weight}">{escape(words)}</text>')

    def bar(self, x, y, width, height, colour):
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0.5):.1f}" height="{height}" fill="{colour}"/>')

    def line(self, x1, y1, x2, y2, colour=RULE):
        self.parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>')

    def heading(self, title, note):
        self.text(20, self.y, title, 15, weight="600")
        self.text(20, self.y + 18, note, 11, FAINT)
        self.y += 40

    def legend(self, names):
        x = LEFT
        for name, colour in zip(names, COLOURS):
            self.bar(x, self.y - 9, 10, 10, colour)
            self.text(x + 15, self.y, name, 11, FAINT)
            x += 32 + 7 * len(name)
        self.y += 14

    def log_axis(self, low, high, top, bottom):
        """Returns a function from value to position. Draws a line at every power of ten."""
        scale = (WIDTH - LEFT - RIGHT) / (math.log10(high) - math.log10(low))
        place = lambda value: LEFT + (math.log10(value) - math.log10(low)) * scale
        for power in range(math.ceil(math.log10(low)), math.floor(math.log10(high)) + 1):
            self.line(place(10**power), top, place(10**power), bottom)
            self.text(place(10**power), bottom + 14, number(10**power), 10, FAINT, "middle")
        return place

    def svg(self):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.y}" width="{WIDTH}" height="{self.y}" '
                'font-family="system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif" role="img" '
                'aria-label="Measured throughput of dokumill">\n'
                f'<rect width="{WIDTH}" height="{self.y}" fill="#ffffff"/>\n' + "\n".join(self.parts) + "\n</svg>\n")


def draw_engines(drawing, folder):
    with open(os.path.join(folder, "solver_bench.json"), encoding="utf-8") as file:
        benchmarks = json.load(file)["benchmarks"]
    rates = {}
    for benchmark in benchmarks:
        name = re.fullmatch(r"(\w+) solves (.*)", benchmark["name"])
        if not name or "worst" in name[2]:  # a measure of waiting, not of throughput
            continue
        engine, words = name.groups()
        rates.setdefault(words, {})[engine] = benchmark["puzzles/s"]
    engines = list(next(iter(rates.values())))
    drawing.heading("Puzzles per second, by set and engine", "one thread, in memory, with the search for a second solution; logarithmic scale")
    drawing.legend(engines)
    height = 11
    top, bottom = drawing.y, drawing.y + len(rates) * (len(engines) * height + 12)
    values = [rate for set_rates in rates.values() for rate in set_rates.values()]
    low, high = 10 ** math.floor(math.log10(min(values))), max(values) * 1.2
    place = drawing.log_axis(low, high, top, bottom)
    for words, set_rates in rates.items():
        name = words.replace("puzzles ", "").replace(" puzzles", "").replace("with several solutions", "several solutions")
        drawing.text(LEFT - 10, drawing.y + 6 + len(engines) * height / 2, name, 12, anchor="end")
        for engine, colour in zip(engines, COLOURS):
            drawing.bar(LEFT, drawing.y + 2, place(set_rates[engine]) - LEFT, height - 2, colour)
            drawing.text(place(set_rates[engine]) + 5, drawing.y + height - 1, number(set_rates[engine]), 10, FAINT)
            drawing.y += height
        drawing.y += 12
    drawing.y += 48


def draw_scaling(drawing, folder):
    with open(os.path.join(folder, "bench.json"), encoding="utf-8") as file:
        report = json.load(file)
    workloads = [workload for workload in report["workloads"] if len(workload["runs"]) > 1]
    if not workloads:
        return
    threads = [run["threads"] for run in workloads[0]["runs"]]
    drawing.heading("Speed-up by threads", f"dokumill bench, {report['processor']}; records per second, relative to one thread")
    drawing.legend([f"{count} threads" if count > 1 else "1 thread" for count in threads])
    scale = (WIDTH - LEFT - RIGHT) / max(threads)
    top, bottom = drawing.y, drawing.y + len(workloads) * (len(threads) * 9 + 10)
    step = max(1, max(threads) // 8)
    for times in range(step, max(threads) + 1, step):
        drawing.line(LEFT + times * scale, top, LEFT + times * scale, bottom)
        drawing.text(LEFT + times * scale, bottom + 14, f"{times}x", 10, FAINT, "middle")
    for workload in workloads:
        drawing.text(LEFT - 10, drawing.y + 5 + len(threads) * 4.5, workload["name"], 12, anchor="end")
        one = workload["runs"][0]["records_per_second"]
        for run, colour in zip(workload["runs"], COLOURS):
            times = run["records_per_second"] / one
            drawing.bar(LEFT, drawing.y + 1, times * scale, 8, colour)
            drawing.text(LEFT + times * scale + 5, drawing.y + 8.5, f"{number(run['records_per_second'])} {workload['unit']}/s", 9, FAINT)
            drawing.y += 9
        drawing.y += 10
    drawing.y += 48


def draw_stages(drawing, folder):
    jobs = {}
    for path in glob.glob(os.path.join(folder, "job-*-*.json")):
        set_name, threads = re.fullmatch(r"job-(\w+)-(\d+)\.json", os.path.basename(path)).groups()
        with open(path, encoding="utf-8") as file:
            jobs[set_name, int(threads)] = json.load(file)
    if not jobs:
        return
    stages = ["solve", "parse", "print", "read", "write", "wait"]
    drawing.heading("Where the time of a million puzzles goes", "dokumill solve FILE -o FILE; thread-seconds by stage, as --report counts them")
    drawing.legend(stages)
    longest = max(sum(job["stages"].values()) for job in jobs.values())
    scale = (WIDTH - LEFT - RIGHT - 90) / longest
    for (set_name, threads), job in sorted(jobs.items()):
        x = LEFT
        drawing.text(LEFT - 10, drawing.y + 12, f"{set_name}, {threads} thread{'s' if threads > 1 else ''}", 12, anchor="end")
        for stage, colour in zip(stages, COLOURS):
            width = job["stages"][stage] * scale
            drawing.bar(x, drawing.y, width, 16, colour)
            x += width
        drawing.text(x + 6, drawing.y + 12, f"{1000 * job['seconds']:.0f} ms by the clock", 10, FAINT)
        drawing.y += 24
    drawing.y += 8


def main():
    drawing = Drawing()
    for draw in (draw_engines, draw_scaling, draw_stages):
        draw(drawing, sys.argv[1])
    sys.stdout.write(drawing.svg())


main()
