#!/usr/bin/env python3
"""Tests `bench.sh --peers` with peers that are made of dokumill: built_peers_test.py BENCH_SH BUILD"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ONE = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
SEVERAL = "1..854..3...1.6...85..2..96...23196896854.23..31..85..4.2..9.85.8.4...19....85..."


def measured(spoil="cat"):
    """Runs the script with a tdoku whose lines PUZZLE:COUNT:SOLUTION go through the command `spoil`."""
    with tempfile.TemporaryDirectory() as folder:
        tdoku = pathlib.Path(folder, "tdoku")
        tdoku.write_text(f"""#!/bin/sh
cat >in.txt
"$BUILD/dokumill" solve -q --count "$1" in.txt >counts
"$BUILD/dokumill" solve -q in.txt | paste -d : in.txt counts - | {spoil}
""", encoding="ascii")
        tdoku.chmod(0o755)
        puzzles = pathlib.Path(folder, "two.txt")
        puzzles.write_text(f"# a comment\n{ONE}\n{SEVERAL}\n", encoding="ascii")
        return subprocess.run([BENCH_SH, "--peers", "1", "--tdoku", tdoku, puzzles], capture_output=True, text=True,
                              check=False, env={**os.environ, "BUILD": BUILD, "LEAST": "0.01"})


class BuiltPeers(unittest.TestCase):
    def test_a_peer_is_measured_and_the_others_are_named(self):
        run = measured()
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("tdoku, 2 | tdoku, 1 |\n", run.stdout)
        self.assertRegex(run.stdout, r"\n\| two \|.* \([0-9.]+\) \|\n$")
        for peer in ("schoku", "forge", "skfr"):
            self.assertIn(f"not measured: {peer} (--{peer} PROGRAM)", run.stderr)

    def test_another_solution_ends_the_run(self):
        run = measured(spoil="sed 1s/.$/0/")
        self.assertEqual((run.returncode, run.stdout), (1, ""))
        self.assertIn("tdoku has other answers to two than dokumill", run.stderr)

    def test_a_missed_second_solution_ends_the_run(self):
        run = measured(spoil="sed s/:2:/:1:/")
        self.assertEqual((run.returncode, run.stdout), (1, ""))


if __name__ == "__main__":
    BUILD = sys.argv.pop()
    BENCH_SH = sys.argv.pop()
    unittest.main()
