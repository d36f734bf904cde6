#!/usr/bin/env python3
"""Tests the gate of scripts/bench.sh with made-up measurements: compare_runs_test.py COMPARE_RUNS"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest


def report(samples, output="1", guesses=5, name="easy", made_of="2"):
    """What the gate uses of the output of `dokumill bench --json`: one workload on one thread."""
    prints = {"input": made_of, "output": output, "guesses": guesses}
    return {"workloads": [{"name": name, "records": 1000, "fingerprint": prints, "runs": [{"threads": 1, "seconds": samples}]}]}


def judge(*rounds):
    """The exit status and the text of the gate, for pairs of reports (before, after)."""
    with tempfile.TemporaryDirectory() as folder:
        for number, (before, after) in enumerate(rounds, 1):
            for side, measured in (("before", before), ("after", after)):
                pathlib.Path(folder, f"{side}.{number}.json").write_text(json.dumps(measured), encoding="utf-8")
        run = subprocess.run([sys.executable, COMPARE_RUNS, folder, "0.9"], capture_output=True, text=True, check=False)
        return run.returncode, run.stdout + run.stderr


def slower(by, noise=(1, 1.7, 0.9, 1.2, 3)):
    """A round in which the second program takes `by` times as long. Both programs have the same noise."""
    return report([0.02 * factor for factor in noise]), report([0.02 * factor * by for factor in noise])


class Gate(unittest.TestCase):
    def test_the_same_program_passes(self):
        status, text = judge(slower(1), slower(1), slower(1))
        self.assertEqual(status, 0, text)
        self.assertIn("easy            1   1.000   1.000..1.00     15", text)

    def test_noise_that_both_have_hides_nothing(self):
        status, text = judge(slower(1.2), slower(1.2, (5, 4, 3, 2, 1)), slower(1.2))
        self.assertEqual(status, 1, text)
        self.assertIn("0.833", text)
        self.assertIn("FELL", text)

    def test_a_tenth_is_the_limit(self):
        self.assertEqual(judge(slower(1.11))[0], 0)
        self.assertEqual(judge(slower(1.12))[0], 1)

    def test_a_round_that_was_as_fast_is_a_doubt(self):
        status, text = judge(slower(1.3), slower(1.3), slower(1))
        self.assertEqual(status, 0, text)

    def test_few_slow_samples_are_noise(self):
        before, after = slower(1)
        after["workloads"][0]["runs"][0]["seconds"][0] *= 5
        after["workloads"][0]["runs"][0]["seconds"][1] *= 5
        self.assertEqual(judge((before, after))[0], 0)

    def test_samples_without_a_neighbour_do_not_count(self):
        before, after = slower(1)
        after["workloads"][0]["runs"][0]["seconds"] += [9] * 20
        self.assertEqual(judge((before, after))[0], 0)

    def test_answers_work_and_inputs_are_told_apart(self):
        same = [0.02] * 3
        status, text = judge((report(same), report(same, output="3")))
        self.assertEqual(status, 1)
        self.assertIn("easy: OTHER ANSWERS than before", text)
        status, text = judge((report(same), report(same, guesses=6)))
        self.assertEqual(status, 0)
        self.assertIn("easy: the same answers by other work: {'guesses': 5} before, {'guesses': 6} after", text)
        status, text = judge((report(same), report([0.2] * 3, made_of="4", output="3")))
        self.assertEqual(status, 0)
        self.assertIn("easy: another input than before", text)
        status, text = judge((report(same, name="old"), report(same)))
        self.assertEqual(status, 0)
        self.assertIn("easy: another input than before, or a new workload", text)
        self.assertIn("old: no longer measured", text)

    def test_nothing_to_compare_is_no_success(self):
        self.assertNotEqual(judge()[0], 0)


if __name__ == "__main__":
    COMPARE_RUNS = sys.argv.pop(1)
    unittest.main()
