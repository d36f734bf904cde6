"""simulate_cluster_test.py PATH: tests scripts/simulate_cluster.py at PATH with made-up pieces, whose
times can be computed by hand."""
import contextlib
import importlib.util
import io
import json
import math
import os
import sys
import tempfile
import unittest

PATH = sys.argv.pop(1)
SPEC = importlib.util.spec_from_file_location("simulate_cluster", PATH)
simulation = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(simulation)


def report(seconds=1.0, records=1000, threads=1, unit="bytes", end=82_000, output=30_000, number=1):
    return {"records": records, "seconds": seconds, "threads": threads,
            "piece": {"number": number, "job": "0123456789abcdef", "unit": unit, "begin": 0,
                      "end": end, "output_bytes": output}}


def ideal(**changes):
    """A machine on which nothing but the pieces takes time."""
    values = dict(threads=1, join_rate=math.inf, answer=0, latency=0, report=0, start=0)
    return simulation.Model(**{**values, **changes})


UNIFORM = simulation.Unit([1e-3], 82, 30)


class Units(unittest.TestCase):
    def test_times_are_thread_seconds_for_a_record(self):
        unit = simulation.unit_of([("a", report(2.0, 1000, 4)), ("b", report(1.0, 500, 1, number=2))])
        self.assertEqual(unit.seconds, [0.008, 0.002])
        self.assertAlmostEqual(unit.input_bytes, 164_000 / 1500)
        self.assertAlmostEqual(unit.output_bytes, 60_000 / 1500)

    def test_the_fastest_report_of_a_piece_counts(self):
        other = report(9.0, number=2)
        other["piece"]["job"] = "another"
        unit = simulation.unit_of([("a", report(3.0)), ("b", report(1.0)), ("c", report(2.0)),
                                   ("d", report(4.0, number=2)), ("e", other)])
        self.assertEqual(unit.seconds, [0.001, 0.004, 0.009])

    def test_generated_records_have_no_input(self):
        unit = simulation.unit_of([("a", report(unit="records", end=1000))])
        self.assertEqual(unit.input_bytes, 0)

    def test_both_outputs_of_split_count(self):
        both = report(records=10, output=100)
        both["piece"]["test_output_bytes"] = 50
        self.assertEqual(simulation.unit_of([("a", both)]).output_bytes, 15)

    def test_other_files_are_refused(self):
        whole = report()
        del whole["piece"]
        for wrong in ({}, [], 5, whole):
            with self.assertRaisesRegex(ValueError, "x.json: this is not the report of a piece"):
                simulation.unit_of([("x.json", wrong)])
        with self.assertRaisesRegex(ValueError, "no records"):
            simulation.unit_of([("a", report(records=0))])


class Handing(unittest.TestCase):
    def test_one_process_takes_the_sum(self):
        self.assertAlmostEqual(simulation.hand_out(1, [1, 2, 3], 0, 0), 6)

    def test_the_next_item_goes_to_the_first_free_process(self):
        # Process 1 takes the item of length 3. Process 2 takes both items of length 1, and at time
        # 2 the item of length 5.
        self.assertAlmostEqual(simulation.hand_out(2, [3, 1, 1, 5], 0, 0), 7)

    def test_process_0_answers_one_question_after_the_other(self):
        self.assertAlmostEqual(simulation.hand_out(100, [0] * 100, 0.01, 0.5), 1.5)

    def test_nothing_to_do(self):
        self.assertEqual(simulation.hand_out(4, [], 1, 1), 0)


class Jobs(unittest.TestCase):
    def test_an_ideal_machine_has_no_loss(self):
        for processes in (1, 2, 7, 64, 1000):
            for threads in (1, 8):
                parts = simulation.simulate(UNIFORM, ideal(threads=threads), 10**9, processes)
                self.assertAlmostEqual(parts["efficiency"], 1, delta=0.2)
                self.assertLessEqual(parts["efficiency"], 1 + 1e-9)
                self.assertGreaterEqual(parts["total"] + 1e-6, 1e6 / processes / threads)

    def test_equal_pieces_that_fill_the_processes_have_no_loss(self):
        parts = simulation.simulate(UNIFORM, ideal(), 1_000_000, 8)
        self.assertAlmostEqual(parts["efficiency"], 1)
        self.assertAlmostEqual(parts["total"], 1000 / 8)

    def test_the_start_counts(self):
        parts = simulation.simulate(UNIFORM, ideal(start=125), 1_000_000, 8)
        self.assertAlmostEqual(parts["efficiency"], 0.5)

    def test_reading_the_reports_counts(self):
        # 8 pieces for each of 8 processes
        parts = simulation.simulate(UNIFORM, ideal(report=2), 1_000_000, 8)
        self.assertAlmostEqual(parts["reports"], 128)

    def test_the_join_is_shared_until_the_file_system_is_the_limit(self):
        one = simulation.simulate(UNIFORM, ideal(join_rate=1e9), 10**9, 1)
        many = simulation.simulate(UNIFORM, ideal(join_rate=1e9), 10**9, 10)
        self.assertAlmostEqual(one["join"], 30, delta=0.1)
        self.assertAlmostEqual(many["join"], 3, delta=0.3)
        limited = simulation.simulate(UNIFORM, ideal(join_rate=1e9, shared_rate=2e9), 10**9, 10)
        self.assertAlmostEqual(limited["join"], 15, delta=0.7)
        self.assertGreaterEqual(limited["join"], 15)

    def test_uneven_pieces_cost_the_wait_for_the_last_one(self):
        uneven = simulation.Unit([0.5e-3, 1e-3, 1.5e-3], 82, 30)
        even = simulation.simulate(UNIFORM, ideal(), 1_000_000, 64)
        parts = simulation.simulate(uneven, ideal(), 1_000_000, 64)
        self.assertLess(parts["efficiency"], even["efficiency"])
        self.assertGreater(parts["efficiency"], 0.8)

    def test_more_processes_are_never_more_efficient_by_much(self):
        uneven = simulation.Unit([0.9e-5, 1e-5, 1.2e-5], 82, 82)
        model = simulation.Model(threads=8, shared_rate=1.2e9)
        last = 1.0
        for processes in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000):
            now = simulation.simulate(uneven, model, 10**9, processes)["efficiency"]
            self.assertLess(now, last + 0.02)
            last = now
        self.assertLess(last, 0.1)

    def test_equal_seeds_give_equal_numbers(self):
        uneven = simulation.Unit([1e-3, 2e-3], 82, 30)
        first, again, other = (simulation.simulate(uneven, ideal(), 10**6, 8, seed)
                               for seed in (1, 1, 2))
        self.assertEqual(first, again)
        self.assertNotEqual(first, other)


class Command(unittest.TestCase):
    def run_on(self, texts, *flags):
        with tempfile.TemporaryDirectory() as folder:
            names = []
            for i, text in enumerate(texts):
                names.append(os.path.join(folder, f"{i}.json"))
                with open(names[-1], "w", encoding="utf-8") as file:
                    file.write(text)
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                simulation.main(names + list(flags))
            return out.getvalue()

    def test_prints_a_table(self):
        text = self.run_on([json.dumps(report(number=k)) for k in (1, 2, 3)], "--records", "1e6", "--processes", "1", "3")
        lines = text.splitlines()
        self.assertIn("3 measured pieces: 1e+03 us a record, standard deviation 0.0%", lines[0])
        self.assertEqual([line.split("|")[1].strip() for line in lines[4:]], ["1", "3"])

    def test_compares_file_systems(self):
        text = self.run_on([json.dumps(report())], "--processes", "1", "1000", "--threads", "8",
                           "--shared-rate", "inf", "20e9", "1e6")
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines()[2:]]
        self.assertEqual(rows[0], ["processes", "no limit", "20 GB/s", "0.001 GB/s"])
        shares = [float(cell.rstrip("%")) for cell in rows[3][1:]]
        self.assertEqual(rows[3][0], "1,000")
        self.assertGreaterEqual(shares[0], shares[1])
        self.assertGreater(shares[1], shares[2])

    def test_bad_reports_end_with_a_message(self):
        for text, message in (("{", "0.json: "), ("{}", "not the report of a piece")):
            with self.assertRaises(SystemExit) as ended:
                self.run_on([text])
            self.assertIn(message, str(ended.exception.code))


if __name__ == "__main__":
    unittest.main()
