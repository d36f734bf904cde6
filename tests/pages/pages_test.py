"""Compares the manual pages and the completions with the command, and with what the documents show.

Usage: pages_test.py MODE COMMAND PAGES [DOCUMENT...]
COMMAND is the program dokumill, PAGES the folder that the build wrote. Modes:
  flags     help, manual pages, bash, and the examples of the documents have the same flags
  values    the values that bash offers are those that the command accepts
  manuals   groff and mandoc have no warning about a manual page
  bash, zsh, fish   a real shell completes commands, flags, values, columns and files
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import shells

MODE, COMMAND, PAGES = sys.argv[1], str(Path(sys.argv[2]).resolve()), Path(sys.argv[3]).resolve()
DOCUMENTS = sys.argv[4:]
BASH = PAGES / "completions/dokumill"
FLAG = r"(?<![\w-])--?[A-Za-z][\w-]*"
failures = []


def expect_same(what, expected, found):
    missing, extra = sorted(set(expected) - set(found)), sorted(set(found) - set(expected))
    if missing or extra:
        failures.append(f"{what}: missing {missing}, not expected {extra}")


def help_of(command):
    return subprocess.run([COMMAND, *command.split(), "--help"], capture_output=True, text=True, check=True).stdout


def commands():
    listed = help_of("").split("\nCommands:\n")[1].split("\n\n")[0]
    names = re.findall(r"^  (\S+(?: \S+)?)  ", listed, re.M)
    return ["", "generate", *names]


def flags_in(lines):
    """The flags in lines like '  -o, --output FILE     output file'."""
    return {flag for line in lines for flag in re.findall(FLAG, re.split(r"  +", line.strip())[0])}


def help_flags(command):
    return flags_in(re.findall(r"^  -.*", help_of(command), re.M))


def page_of(command):
    return PAGES / "man1" / ("-".join(["dokumill", *command.split()]) + ".1")


def man_flags(command):
    text = shells.run(["mandoc", "-T", "ascii", "-O", "width=200", str(page_of(command))])
    text = re.sub(r".\x08", "", text)  # bold and underlined characters are printed twice
    return flags_in(re.findall(r"^ {5,7}-.*", text.split("\nOPTIONS\n")[1], re.M))


def documented_commands(path):
    """Each command line of dokumill in the code of a page, as its words."""
    text = Path(path).read_text(encoding="utf-8").replace("\\\n", " ")
    code = re.findall(r"^```\w*\n(.*?)^```", text, re.M | re.S) + re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))
    for block in code:
        for part in re.findall(r"^(?:\$ )?(?:[^\n]*?[|;&] *)?dokumill ([^\n|;&>#]*)", block, re.M):
            yield part.split()


def check_flags():
    names = commands()
    by_bash = shells.bash_words(BASH, [["dokumill", *name.split(), "-"] for name in names])
    known = {}
    for name, found in zip(names, by_bash):
        known[name] = help_flags(name)
        expect_same(f"manual page of '{name}'", known[name], man_flags(name))
        expect_same(f"completion of '{name}'", known[name], found)
    pages = {page_of(name).name for name in names}
    expect_same("manual pages", pages, [path.name for path in (PAGES / "man1").iterdir()])
    lines = 0
    for path in DOCUMENTS:
        for words in documented_commands(path):
            name = next((n for n in (" ".join(words[:2]), words[0] if words else "") if n in known), "")
            lines += 1
            for flag in {w.partition("=")[0] for w in words if re.fullmatch(FLAG + "(=.*)?", w)}:
                if flag not in known[name]:
                    failures.append(f"{path}: 'dokumill {' '.join(words)}': {flag} is not in the help of '{name}'")
    if lines < 50:
        failures.append(f"found only {lines} command lines in the documents")


# The arguments that a command needs in addition, so that it reads the value of the tested flag.
NEEDED = {"sample": ["-n", "1"], "sort": ["--by", "er"], "augment": ["--times", "1"], "split": ["--train", "a", "--test", "b"],
          "export": ["--layout", "hrm", "folder"], "generate boards": ["-n", "1"], "generate puzzles": ["-n", "1"]}


def check_values():
    """Gives each flag a wrong value. The message must list the right values."""
    asked = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in commands():
            valued = re.findall(r"^  (?:-\w, )?(--[\w-]+) (\S+)", help_of(name), re.M)
            offers = shells.bash_words(BASH, [["dokumill", *name.split(), flag, ""] for flag, _ in valued])
            for (flag, value), offered in zip(valued, offers):
                if value in ("FILE", "LIST", "PATH", "DIR"):
                    expect_same(f"{name} {flag}", ["option:dirnames" if value == "DIR" else "option:default"], offered)
                    continue
                needed = NEEDED.get(name, [])
                if name == "generate puzzles" and flag in ("--from", "--delimiter"):
                    needed = ["--from-boards", "boards"]
                done = subprocess.run([COMMAND, *name.split(), *(needed if flag not in needed else []), flag, "no-such-value"],
                                      capture_output=True, text=True, cwd=folder, stdin=subprocess.DEVNULL)
                listed = re.search(r"expected one of:? (the characters )?(.*?)(?:, got| \(try)", done.stderr)
                accepted = (list(listed[2]) if listed[1] else listed[2].split(", ")) if listed else []
                if listed and value == "CHAR" and not listed[1]:
                    accepted = listed[2].replace(" or ", " ").split()
                if flag == "--engine":  # the pages are for every processor
                    accepted += ABSENT_ENGINES
                expect_same(f"{name} {flag}", accepted, [word.replace("\\", "") for word in offered if not word.startswith("option:")])
                asked += listed is not None
    if asked < 50:
        failures.append(f"only {asked} flags listed their values")


def check_manuals():
    for page in sorted((PAGES / "man1").iterdir()):
        for words in (["groff", "-ww", "-man", "-Tutf8", "-z"], ["mandoc", "-T", "lint"]):
            done = subprocess.run([*words, str(page)], capture_output=True, text=True)
            if done.returncode != 0 or done.stdout or done.stderr:
                failures.append(f"{' '.join(words)} {page.name}: {done.stdout}{done.stderr}")
        text = page.read_text(encoding="utf-8")
        sections = re.findall(r'^\.SH (.*)', text, re.M)
        for section in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS", "SEE ALSO"):
            if section not in sections:
                failures.append(f"{page.name} has no section {section}")


ABSENT_ENGINES = re.findall(r"^  (\S+) .*\(not on this processor\)$", subprocess.run(
    [COMMAND, "--version"], capture_output=True, text=True).stdout, re.M)
FORMATS = re.search(r"expected one of (.*), got", subprocess.run(
    [COMMAND, "solve", "--from", "x"], capture_output=True, text=True, stdin=subprocess.DEVNULL).stderr)[1].split(", ")
HOSTILE = "id,puzzle,$(touch hostile),`touch hostile`,;touch hostile,\"solution\",\x1b[31mred,a b\n1,2,3,4,5,6,7,8\n"
CASES = [  # a line, candidates that must be offered, and True if no other candidate may be offered
    ("dokumill g", ["generate"], True),
    ("dokumill generate ", ["boards", "puzzles"], True),
    ("dokumill help generate p", ["puzzles"], True),
    ("dokumill solve --fro", ["--from"], True),
    ("dokumill solve --from ", FORMATS, True),
    ("dokumill rate x.csv --engine ref", ["reference"], True),
    ("dokumill generate puzzles --difficulty ", ["easy", "medium", "hard", "expert", "extreme"], True),
    ("dokumill generate puzzles --", ["--clues", "--symmetry", "--max-tries"], False),
    ("dokumill solve x.csv --column ", ["id", "puzzle", "solution"], True),
    ("dokumill check x.csv --solution-column s", ["solution"], True),
    ("dokumill dedupe -j ", [], True),
    ("dokumill solve --delimiter ", ["\\;", "\\|", ":", "tab", "space"] if MODE == "bash" else [";", "|", ":", "tab", "space"], False),
]


def check_shell(shell):
    ask, script = {"bash": (shells.bash_words, BASH), "zsh": (shells.zsh_words, PAGES / "completions/_dokumill"),
                   "fish": (shells.fish_words, PAGES / "completions/dokumill.fish")}[shell]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "x.csv").write_text(HOSTILE, encoding="utf-8")
        answers = ask(script, [line.split(" ") for line, _, _ in CASES], folder)
        if len(answers) != len(CASES):
            failures.append(f"{len(answers)} answers to {len(CASES)} lines")
        for (line, wanted, is_all), found in zip(CASES, answers):
            expect_same(f"{shell}: '{line}'", wanted, found if is_all else set(found) & set(wanted))
        if shell == "bash":
            check_bash_terminal(folder)
        if (Path(folder) / "hostile").exists():
            failures.append("a completion ran a command of a header")


def check_bash_terminal(folder):
    """Types into a real bash: TAB completes a command, a flag, a value and the name of a file."""
    shell = shells.Terminal(["bash", "--norc", "--noprofile", "-i"], folder, {"PS1": "ready> "})
    shell.type(f"bind 'set enable-bracketed-paste off'; source {BASH}; dokumill() {{ printf '<%s>' \"$@\"; }}; echo START''ED\n")
    shell.wait_for("STARTED")
    shell.type("dokumill sol\t--fr\tgri\tx.c\t-o=\n")
    shell.wait_for("<solve><--from><grid><x.csv><-o=>")
    shell.type("dokumill solve x.csv --column=pu\t\n")
    shell.wait_for("<solve><x.csv><--column=puzzle>")
    shell.type("exit\n")
    shell.close()


{"flags": check_flags, "values": check_values, "manuals": check_manuals}.get(MODE, lambda: check_shell(MODE))()
for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
