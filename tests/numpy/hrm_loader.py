"""Loads an exported folder as the training programs of HRM and TRM do.

The class does what their data loaders do: it reads dataset.json, maps inputs and labels, keeps the
indices in memory, draws one puzzle of every group for training, and walks through a test set in
order.
"""

import json
import pathlib

import numpy as np

FIELDS = {"inputs": "r", "labels": "r", "puzzle_identifiers": None, "puzzle_indices": None, "group_indices": None}
IGNORED = -100


class Part:
    def __init__(self, folder, split):
        self.folder = pathlib.Path(folder, split)
        self.metadata = json.loads((self.folder / "dataset.json").read_text())
        self.data = {
            name: {field: np.load(self.folder / f"{name}__{field}.npy", mmap_mode=mode) for field, mode in FIELDS.items()}
            for name in self.metadata["sets"]
        }

    def collate(self, data, rows, puzzles):
        batch = {
            "inputs": data["inputs"][rows].astype(np.int32),
            "labels": data["labels"][rows].astype(np.int32),
            "puzzle_identifiers": data["puzzle_identifiers"][puzzles].astype(np.int32),
        }
        batch["labels"][batch["labels"] == self.metadata["ignore_label_id"]] = IGNORED
        return batch

    def train_epoch(self, seed):
        """One puzzle of each group, in random order, as a batch."""
        random = np.random.Generator(np.random.Philox(seed=seed))
        for data in self.data.values():
            rows, puzzles = [], []
            for group in random.permutation(data["group_indices"].size - 1):
                puzzle = random.integers(data["group_indices"][group], data["group_indices"][group + 1])
                begin = data["puzzle_indices"][puzzle]
                size = int(data["puzzle_indices"][puzzle + 1] - begin)
                rows.append(begin + random.choice(size, 1, replace=False)[0])
                puzzles.append(puzzle)
            yield self.collate(data, rows, puzzles)

    def test_batches(self, size):
        for data in self.data.values():
            for begin in range(0, len(data["inputs"]), size):
                rows = range(begin, min(begin + size, len(data["inputs"])))
                puzzles = [np.searchsorted(data["puzzle_indices"], row, side="right") - 1 for row in rows]
                yield self.collate(data, list(rows), puzzles)
