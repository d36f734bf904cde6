"""Runs docs/examples/make_dataset.py and judges the data set that it writes: example_test.py EXAMPLE"""
import subprocess
import sys
import tempfile

import dokumill
import numpy

with tempfile.TemporaryDirectory() as folder:
    path = folder + "/data.npz"
    said = subprocess.run([sys.executable, sys.argv[1], path], check=True, stdout=subprocess.PIPE, text=True).stdout
    data = dict(numpy.load(path))
assert said == "train: 1080 puzzles\ntest: 120 puzzles\n", said
classes = {}
for name in "train", "test":
    puzzles, solutions = data[f"{name}_puzzles"], data[f"{name}_solutions"]
    assert (dokumill.check(solutions).kind == dokumill.Kind.COMPLETE).all()
    assert ((puzzles == 0) | (puzzles == solutions)).all()
    levels = numpy.bincount(dokumill.rate(puzzles).level)
    assert levels.tolist() == [len(puzzles) // 3] * 3, levels
    classes[name] = {form.tobytes() for form in dokumill.canon(puzzles).form}
assert len(classes["train"]) == 270 and len(classes["test"]) == 30
assert not classes["train"] & classes["test"]
