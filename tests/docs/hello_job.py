#!/usr/bin/env python3
"""hello_job.py CONTRIBUTING.md SOURCES LIST FOLDER: applies the recipe for a new command.

Takes the files and lines that CONTRIBUTING.md shows in its recipe, and writes what a build with the
new command needs into FOLDER:

- A block after a line that names a path and ends in a colon, as in "`tests/x_test.cpp`:", is this file.
- The row for `tests/support/sample_commands.cpp` is added to a copy of this file of SOURCES, the
  source tree.
- The command is added to a copy of LIST, the list of commands that the build made.
"""

import pathlib
import re
import sys

NAME = "hello"
SAMPLES = "tests/support/sample_commands.cpp"


def blocks_of(page):
    """{path: text} of the blocks of code that a path announces."""
    return dict(re.findall(r"`([\w./]+)`[^`\n]*:\n+```cpp\n(.*?)```", page, re.S))


def replaced(text, old, new):
    """The text with `new` in place of the one `old`."""
    if text.count(old) != 1:
        raise SystemExit(f"expected once: {old}")
    return text.replace(old, new)


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main():
    page, sources, list_of_build, folder = map(pathlib.Path, sys.argv[1:])
    blocks = blocks_of(page.read_text(encoding="utf-8"))
    for path in (f"src/cli/commands/{NAME}.cpp", f"tests/cli/commands/{NAME}_test.cpp"):
        write(folder / path, blocks[path])
    samples = (sources / SAMPLES).read_text(encoding="utf-8")
    last = '{.name = "book", .has_pieces = false},'
    write(folder / SAMPLES, replaced(samples, last, last + "\n" + blocks[SAMPLES]))
    # The command comes where the recipe's row of the samples is: before `merge`.
    rows = list_of_build.read_text(encoding="utf-8")
    rows = replaced(rows, ", merge_command", f", {NAME}_command, merge_command")
    write(folder / "cli/command_list.inc", replaced(rows, "&merge_command", f"&{NAME}_command, &merge_command"))


main()
