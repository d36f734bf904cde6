#!/usr/bin/env python3
"""Checks that the pages of the documentation agree with each other and with the source tree.

    readme_in_step.py readmes README.md README.zh-CN.md...
    readme_in_step.py links PAGE...
    readme_in_step.py commands DOKUMILL PAGE...

readmes: the pages have the same headings, by level and in the same order, and the same commands in
fenced blocks: all lines of `sh` blocks, and the lines of `console` blocks that begin with "$ " or
"> ". Comments may differ. (run_examples.py compares the output in `console` blocks.)

links: every relative link of a page leads to a file that exists, and to a heading that exists in
this file. Every path of the source tree in `code`, such as `src/base/grid.cpp`, exists, also in the
recipes for changes: names in capitals stand for any name that exists, and a line of a path and a colon
announces the file of an example. A drawing of the source tree has every folder of src, and no other.

commands: every command in the list that DOKUMILL -h prints has a row in a table of each README, and another
page calls it.
"""

import itertools
import pathlib
import re
import subprocess
import sys
import unicodedata
import urllib.parse


class Line:
    """A line of a page. `block` is the kind of the fenced block that it is in, None outside of one."""

    def __init__(self, number, text, block):
        self.number = number  # from 1
        self.text = text
        self.block = block


def lines_of(page):
    """The lines of a page without the fences themselves."""
    fence = None
    kind = None
    lines = []
    for number, text in enumerate(page.read_text(encoding="utf-8").split("\n"), 1):
        opening = re.match(r"\s*(```+|~~~+)\s*(\S*)", text)
        if fence is None and opening:
            fence, kind = opening.groups()
        elif fence is not None and text.strip() == fence:
            fence = kind = None
        else:
            lines.append(Line(number, text, kind if fence is not None else None))
    return lines


def headings_of(page):
    """(line number, level, text) of every heading."""
    found = []
    for line in lines_of(page):
        heading = re.match(r"(#{1,6})\s+(.*?)\s*#*$", line.text)
        if heading and line.block is None:
            found.append((line.number, len(heading.group(1)), heading.group(2)))
    return found


def commands_of(page):
    """(line number, text) of every line of a shell command, without comments."""
    found = []
    for line in lines_of(page):
        if line.block == "sh" or (line.block == "console" and line.text.startswith(("$ ", "> "))):
            text = re.sub(r"(^|\s+)#\s.*$", "", line.text)
            if text.strip():
                found.append((line.number, text.rstrip()))
    return found


def first_difference(what, first, page, ours, theirs, show):
    """A message about the first place where two lists differ in the second item of their entries, or None."""
    for one, other in itertools.zip_longest(ours, theirs):
        if one is None or other is None or one[1] != other[1]:
            return f"the {what} differ ({len(ours)} in {first}, {len(theirs)} in {page}):\n" + "\n".join(
                f"  {where}:{entry[0]}: {show(entry)}" if entry else f"  {where}: nothing more"
                for where, entry in ((first, one), (page, other)))
    return None


def compare(pages):
    """The first difference in headings and in commands between the first page and each other page."""
    first = pages[0]
    for page in pages[1:]:
        yield first_difference("headings", first, page, headings_of(first), headings_of(page),
                               lambda heading: "#" * heading[1] + " " + heading[2])
        yield first_difference("commands", first, page, commands_of(first), commands_of(page), lambda command: command[1])


def anchors_of(page):
    """The anchors of a page: those that GitHub makes from headings, and those in id or name."""
    anchors = set()
    for _, _, text in headings_of(page):
        text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
        kept = (c for c in text.lower() if c in " -_" or unicodedata.category(c)[0] in "LNM")
        slug = "".join(kept).replace(" ", "-")
        anchor, count = slug, 0
        while anchor in anchors:
            count += 1
            anchor = f"{slug}-{count}"
        anchors.add(anchor)
    for line in lines_of(page):
        if line.block is None:
            anchors.update(re.findall(r'<[^>]*\b(?:id|name)="([^"]+)"', line.text))
    return anchors


def links_of(page):
    """(line number, target) of every link and image outside of code."""
    for line in lines_of(page):
        if line.block is None:
            text = re.sub(r"(`+).*?\1", lambda code: "x" * len(code.group()), line.text)
            for target in re.findall(r"\]\(\s*<?([^)\s>]+)", text):
                yield line.number, target
            for target in re.findall(r"^\s*\[[^\]]+\]:\s*<?([^\s>]+)", text):
                yield line.number, target
            for target in re.findall(r'\b(?:src|href)="([^"]+)"', text):
                yield line.number, target


def broken_links(pages):
    """A message for each link that leads nowhere."""
    for page in pages:
        for number, target in links_of(page):
            if re.match(r"[a-z][a-z0-9+.-]*:|//", target):
                continue
            path, _, anchor = target.partition("#")
            file = page.parent / urllib.parse.unquote(path) if path else page
            if not file.exists():
                yield f"{page}:{number}: {target}: there is no such file"
            elif anchor and file.suffix == ".md" and urllib.parse.unquote(anchor) not in anchors_of(file):
                yield f"{page}:{number}: {target}: {file} has no heading for #{anchor}"


FOLDERS = "src|include|tests|bench|scripts|docs|cmake"


def exists(root, path):
    """Whether the path exists. A name in capitals, such as NAME, stands for any name that exists."""
    return next(root.glob(re.sub(r"(?<![A-Za-z])[A-Z]{4,}(?![A-Za-z])", "*", path)), None) is not None


def paths_of(line):
    """The codes and paths that a line of prose, or the first cell of a table, names in `code`.

    After a path, a cell may name further files of its folder (`kernel.hpp`) and other endings of the
    same file (`.cpp`). A file in capitals (`README.md`) is one of the root.
    """
    cell = re.match(r"\|([^|]*)\|", line)
    path = None
    for code in re.findall(r"`([^`]+)`", cell.group(1) if cell else line):
        named = re.fullmatch(rf"((?:{FOLDERS})/[\w./-]*)(?::\d+)?", code)
        if named and not re.fullmatch(r"bench/\w+", code):  # bench/NAME is a built program
            path = named.group(1)
            yield code, path
        elif cell and path and re.fullmatch(r"\.\w+", code):
            yield code, str(pathlib.PurePath(path).with_suffix(code))
        elif cell and path and re.fullmatch(r"[\w-]+\.\w+", code) and not re.match(r"[A-Z]{4}", code):
            path = str(pathlib.PurePath(path).with_name(code))
            yield code, path
    if cell:
        yield from paths_of(line[cell.end(1) + 1:].replace("|", " "))


def missing_paths(pages):
    """A message for each path of the source tree in `code`, or in a drawing of the tree, that does not exist."""
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    for page in pages:
        drawn = set()
        for line in lines_of(page):
            found = []
            if line.block == "":
                found = [(path, path) for path in re.findall(rf"(?<!\S)((?:{FOLDERS})/[\w./-]*(?:/|\.\w+))(?!\S)", line.text)]
                drawn.update(path for path, _ in found)
            elif line.block is None and not re.fullmatch(r"`[^`]+`:", line.text):  # the block after it is the file
                found = paths_of(line.text)
            for code, path in found:
                if not exists(root, path):
                    yield f"{page}:{line.number}: {code}: {path} does not exist"
        if sum(path.startswith("src/") for path in drawn) > 4:
            for folder in sorted((root / "src").iterdir()):
                if folder.is_dir() and f"src/{folder.name}/" not in drawn:
                    yield f"{page}: the source tree lacks src/{folder.name}/"


def commands_not_described(program, pages):
    """A message for each command of the program that the pages leave out."""
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    readmes = [page for page in pages if page.name.startswith("README") and page.resolve().parent == root]
    others = "".join(page.read_text(encoding="utf-8") for page in pages if page not in readmes)
    help_text = subprocess.run([program, "-h"], capture_output=True, text=True, check=True).stdout
    listed = help_text.split("Commands:\n")[1].split("\n\n")[0]
    for name in re.findall(r"^  (\S+(?: \S+)?)  ", listed, re.M):
        for page in readmes:
            if not re.search(rf"^\| [^|]*`{name}`[^|]*\|", page.read_text(encoding="utf-8"), re.M):
                yield f"{page}: the table of commands has no row for {name}"
        if f"dokumill {name} " not in others:
            yield f"no page of docs calls dokumill {name}"


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("readmes", "links", "commands"):
        raise SystemExit(__doc__)
    pages = [pathlib.Path(name) for name in sys.argv[2:]]
    if sys.argv[1] == "commands":
        faults = list(commands_not_described(pages[0].resolve(), pages[1:]))
    elif sys.argv[1] == "readmes":
        faults = [fault for fault in compare(pages) if fault]
    else:
        faults = [*broken_links(pages), *missing_paths(pages)]
    for fault in faults:
        print(fault)
    if faults:
        raise SystemExit(1)
    if sys.argv[1] == "readmes":
        print(f"{len(pages)} pages: {len(headings_of(pages[0]))} headings and {len(commands_of(pages[0]))} commands alike")
    elif sys.argv[1] == "links":
        print(f"{len(pages)} pages: {sum(len(list(links_of(page))) for page in pages)} links")


if __name__ == "__main__":
    main()
