#!/usr/bin/env python3
"""Runs the examples of Markdown pages and compares what they print with what the page shows.

    run_examples.py [--update] DOKUMILL PAGE...

An example is a fenced block of the kind `console`. A line that begins with "$ " is a command, lines
that begin with "> " continue it, and the lines after it are its output (standard output and standard
error together). The commands of a page run in one shell, in one empty folder, in the order of the
page. Seconds, rates, threads and engines differ between machines and are not compared.

--update writes what the commands printed into the page. A block directly after a line
`<!-- not run: REASON -->` is left alone.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

MARK = "\x1e"
VARIES = [
    (re.compile(r"[\d.]+ s, [\d,]+ (\w+)/s, \d+ threads?(?: \([^)]*\))?(, \w+ engine)?"), r"# s, # \1/s, # threads\2"),
    (re.compile(r", \w+ engine\b"), ", # engine"),
]


def mask(text):
    """The text, in which the parts that differ between machines are masked."""
    for pattern, replacement in VARIES:
        text = pattern.sub(replacement, text)
    return text


class Example:
    """A command of a page: its lines, and the lines that the page shows as its output."""

    def __init__(self, number):
        self.number = number  # of its first line in the page, from 1
        self.command = []
        self.shown = []


def split_page(lines):
    """The page as a list of lines and examples, in order."""
    parts = []
    fence = None  # of the block that is open
    is_run = True
    for index, line in enumerate(lines):
        opening = re.match(r"(```+|~~~+)(\S*)", line)
        if fence is None and opening:
            fence = opening.group(1)
            before = lines[index - 1] if index > 0 else ""
            is_run = opening.group(2) == "console" and not before.startswith("<!-- not run:")
            parts.append(line)
        elif fence is not None and line.strip() == fence:
            fence = None
            parts.append(line)
        elif fence is None or not is_run:
            parts.append(line)
        elif line.startswith("$ "):
            example = Example(index + 1)
            example.command.append(line[2:])
            parts.append(example)
        elif not isinstance(parts[-1], Example):
            raise SystemExit(f"line {index + 1}: output before the first command of a block")
        elif line.startswith("> ") and not parts[-1].shown:
            parts[-1].command.append(line[2:])
        else:
            parts[-1].shown.append(line)
    return parts


def run(examples, program):
    """Lists of the lines that the commands print, one list for each example."""
    script = ["status=0"]
    for example in examples:
        script += [f"printf '{MARK}'", '(exit "$status")', *example.command, "status=$?"]
    script += [f"printf '{MARK}'"]
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "PATH": f"{program.resolve().parent}:{os.environ['PATH']}",
            "LC_ALL": "C.UTF-8",
            "HOME": folder,
            "TERM": "dumb",
            "TMPDIR": os.environ.get("TMPDIR", "/tmp"),
        }
        environment.update({name: value for name, value in os.environ.items() if name.startswith(("ASAN_", "OMP_"))})
        done = subprocess.run(["bash", "-c", "\n".join(script)], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    printed = done.stdout.decode("utf-8", "backslashreplace").split(MARK)[1:-1]
    if len(printed) != len(examples):
        raise SystemExit(f"{len(examples)} commands, and {len(printed)} ran: does one of them leave the shell?")
    return [text[:-1].split("\n") if text.endswith("\n") else text.split("\n") if text else [] for text in printed]


def main():
    arguments = sys.argv[1:]
    is_update = arguments[:1] == ["--update"]
    if is_update:
        arguments = arguments[1:]
    if len(arguments) < 2:
        raise SystemExit(__doc__)
    program = pathlib.Path(arguments[0])
    failures = 0
    for name in arguments[1:]:
        page = pathlib.Path(name)
        parts = split_page(page.read_text(encoding="utf-8").split("\n"))
        examples = [part for part in parts if isinstance(part, Example)]
        for example, printed in zip(examples, run(examples, program)):
            # A blank line between two examples is only for the reader of the page.
            while example.shown and not example.shown[-1]:
                example.shown.pop()
            while printed and not printed[-1]:
                printed.pop()
            shown, example.shown = example.shown, printed
            if is_update or mask("\n".join(shown)) == mask("\n".join(printed)):
                continue
            failures += 1
            print(f"{page}:{example.number}: $ {' '.join(example.command)}")
            print("  the page shows:", *(f"    {line}" for line in shown), sep="\n")
            print("  the command printed:", *(f"    {line}" for line in printed), sep="\n")
        if is_update:
            lines = []
            for part in parts:
                if isinstance(part, Example):
                    lines += ["$ " + part.command[0], *("> " + line for line in part.command[1:]), *part.shown]
                else:
                    lines.append(part)
            page.write_text("\n".join(lines), encoding="utf-8")
        print(f"{page}: {len(examples)} commands")
    if failures:
        raise SystemExit(f"{failures} outputs differ; after a change of the program, run_examples.py --update writes them anew")


if __name__ == "__main__":
    main()
