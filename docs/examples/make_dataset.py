"""Makes a data set for training: puzzles of three levels without equivalent ones, four images of
each, and solutions, divided into training and test data. No class of equivalent puzzles is in both.
Needs numpy.

    python3 make_dataset.py data.npz
"""
import sys

import dokumill
import numpy

LEVELS = ["easy", "medium", "hard"]
COUNT, IMAGES = 100, 4


def images(made, index, seed):
    """The images of the puzzles with these numbers, and their solutions."""
    made = dokumill.augment(made.puzzle[index], IMAGES, solutions=made.solution[index], seed=seed)
    return made.puzzle, made.solution


parts = {"train": [], "test": []}
for number, level in enumerate(LEVELS):
    made = dokumill.puzzles(COUNT, seed=number, level=level)
    index = dokumill.dedupe(made.puzzle, symmetry=True).index  # the first puzzle of each class
    cut = len(index) * 9 // 10
    parts["train"].append(images(made, index[:cut], seed=1))
    parts["test"].append(images(made, index[cut:], seed=2))

arrays = {}
for name, levels in parts.items():
    puzzles, solutions = (numpy.concatenate(array) for array in zip(*levels))
    assert (dokumill.check(puzzles).kind == dokumill.Kind.UNIQUE).all()
    arrays[f"{name}_puzzles"], arrays[f"{name}_solutions"] = puzzles, solutions
    print(f"{name}: {len(puzzles)} puzzles")
numpy.savez_compressed(sys.argv[1], **arrays)
