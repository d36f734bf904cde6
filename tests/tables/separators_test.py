#!/usr/bin/env python3
"""Crosses the commands that write records with all separators, input formats and output formats.

Python's csv and json read what the commands write. In uncompressed Parquet, the test searches for
the texts; tables.mjs reads the rest of this format. The values and the names of columns have
separators, quotes and line ends. The tables must not depend on the separator or on the output
format.

usage: separators_test.py DOKUMILL
"""
import csv
import io
import json
import os
import subprocess
import sys
import tempfile

PUZZLES = [
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
    "608000790000060000000000100809045000000080000347900080021057000000000050003002900",
]
BOARDS = [
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    "618234795735169824294578163869745312152386479347921586921457638476893251583612947",
]
SEPARATORS = {",": ",", ";": ";", "|": "|", ":": ":", "tab": "\t", "space": " "}
NASTY = "a,b;c\td|e:f\"g\"\nh \u9898"
NASTY_NAMES = [NASTY, " |", "x|y", "x:y", "count", "er", "\"", "\u9898\u76ee2"]
KEEPS_ROWS = ["canon", "dedupe", "sample -n 2", "shuffle --seed 1"]
COMMANDS = [
    ["solve"], ["solve", "--keep-columns"], ["solve", "--count", "3"],
    ["solve", "--keep-columns", "--count", "3"],
    ["rate"], ["rate", "--keep-columns"], ["rate", "--obstacles"],
    ["rate", "--columns", "er,clues,hardest,backdoor_cells,class,guesses_reference"],
    ["convert"], ["convert", "--keep-columns"],
    ["augment", "--times", "2"],
    *(command.split() for command in KEEPS_ROWS),
]  # fmt: skip
NAMED = [
    *((["solve", "--keep-columns", "--solution-column", name], "csv") for name in NASTY_NAMES),
    *((["solve", "--solution-column", name], "line") for name in NASTY_NAMES),
]
CASES = [(c, s) for c in COMMANDS for s in ("line", "grid", "csv", "jsonl")] + NAMED


def run(args):
    done = subprocess.run([DOKUMILL, *args, "-q"], capture_output=True, check=False)
    assert done.returncode in (0, 2), (args, done)
    assert (done.returncode == 2) == (done.stdout == b"" and done.stderr != b""), (args, done)
    return done


def rows_of(cells):
    return "".join(" ".join(cells[i : i + 9]) + "\n" for i in range(0, 81, 9))


def write_inputs(separator):
    """Writes a file for each format, and returns the records as tables have them."""
    table = [
        {"id": str(i), "no|te,:;\t\"\n": NASTY, "puzzle": puzzle, "weight": "007"}
        for i, puzzle in enumerate(PUZZLES)
    ]
    with open("in.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, table[0], delimiter=separator, lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)
    with open("in.jsonl", "w", encoding="utf-8") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in table)
    with open("in.line", "w", encoding="utf-8") as file:
        file.writelines(puzzle + "\n" for puzzle in PUZZLES)
    with open("in.grid", "w", encoding="utf-8") as file:
        file.write("\n".join(rows_of(puzzle) for puzzle in PUZZLES))
    return table


def read_table(output, form, separator):
    """The rows as lists of (name, text), as they were written."""
    if form == "csv":
        text = io.StringIO(output.decode(), newline="")
        names, *rows = csv.reader(text, delimiter=separator, strict=True)
        assert all(len(row) == len(names) for row in rows), (names, rows)
        return [list(zip((name.strip() for name in names), row)) for row in rows]
    rows = [json.loads(line) for line in output.decode().split("\n")[:-1]]
    return [
        [(name.strip(), "" if value is None else str(value)) for name, value in row.items()]
        for row in rows
    ]


def check_table(command, records, source, form, table):
    """Checks what is known about the rows."""
    has_rows = source == "csv" and ("--keep-columns" in command or " ".join(command) in KEEPS_ROWS)
    has_rows = has_rows or (source == form == "jsonl")
    if command[0] in ("canon", "augment"):
        has_rows = False
    assert len(table) == (4 if command[0] == "augment" else 2), table
    for row in table:
        puzzle = dict(row)["puzzle"]
        assert len(puzzle) == 81, row
        if command[0] in ("canon", "augment"):
            continue
        number = PUZZLES.index(puzzle)
        if has_rows:
            kept = [(name.strip(), text) for name, text in records[number].items()]
            answers = {"count", "er"} if form == "jsonl" else set()
            assert [p for p in row if p in kept or p[0] in answers][:3] == kept[:3], (row, kept)
        if command[0] == "solve" and "--count" not in command:
            name = command[-1].strip() if "--solution-column" in command else "solution"
            assert dict(row)[name] == BOARDS[number], row
        if command[0] == "rate":
            ratings = dict(row)
            assert float(ratings["er"]) > 1 and ratings["hardest"] and int(ratings["clues"]) > 16, row


def has_texts(output, table):
    """True if a Parquet file has the names of a table, and its values that are no numbers."""
    for name, text in (pair for row in table for pair in row):
        value = text.encode()
        stored = len(value).to_bytes(4, "little") + value
        is_number = name != "weight" and text.replace(".", "").isdigit() and len(text) < 81
        if name.encode() not in output or not (is_number or stored in output):
            return False
    return output[:4] == output[-4:] == b"PAR1"


def same_columns(table, other):
    """Leaves out what only one of the tables has: objects keep members that csv drops."""
    names = {name for name, _ in other[0]} if other else set()
    return [[pair for pair in row if pair[0] in names] for row in table]


def main():
    runs = 0
    first = {}  # the tables with the first separator
    for word, separator in SEPARATORS.items():
        records = write_inputs(separator)
        for command, source in CASES:
            by_form = {}
            for form in ("line", "csv", "jsonl", "parquet"):
                args = [*command, "in." + source, "--delimiter", word, "--to", form]
                done = run([*args, "--compress", "none"])
                runs += 1
                result = (done.returncode, done.stdout if form in ("line", "parquet") else None)
                if done.returncode == 0 and form in ("csv", "jsonl"):
                    by_form[form] = read_table(done.stdout, form, separator)
                    check_table(command, records, source, form, by_form[form])
                    result = (0, by_form[form])
                if done.returncode == 0 and form == "parquet":
                    assert has_texts(done.stdout, by_form["csv"]), (args, done.stdout)
                place = (*command, source, form)
                assert first.setdefault(place, result) == result, (args, first[place], result)
            if "csv" in by_form:
                same = same_columns(by_form["jsonl"], by_form["csv"])
                assert same == by_form["csv"], (args, same, by_form["csv"])
    print(f"{runs} runs")


DOKUMILL = os.path.abspath(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    main()
    os.chdir("/")
