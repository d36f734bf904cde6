"""`python -m dokumill ...` runs the command dokumill with the same arguments."""

import os
import shutil
import sys


def find_command():
    """Finds the command: the value of DOKUMILL_COMMAND, or the command in this package, or the
    first `dokumill` in PATH."""
    chosen = os.environ.get("DOKUMILL_COMMAND")
    if chosen:
        return chosen
    own = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "dokumill")
    return own if os.path.exists(own) else shutil.which("dokumill")


def main():
    command = find_command()
    if command is None:
        sys.stderr.write(
            "dokumill: this package has no command; install the command dokumill, or set "
            "DOKUMILL_COMMAND to its path\n"
        )
        return 2
    try:
        os.execv(command, ["dokumill", *sys.argv[1:]])
    except OSError as error:
        sys.stderr.write(f"dokumill: cannot run {command}: {error.strerror}\n")
        return 2


if __name__ == "__main__":
    sys.exit(main())
