"""Sudoku tasks for trainers of language models: a data set with the interface of reasoning-gym, and an
environment for verifiers. Puzzle i depends only on the configuration and on i. Needs neither numpy
nor the two libraries to make and score tasks.

    python3 reasoning_tasks.py         prints a task, and the scores of three answers to it
"""
import dataclasses
from typing import Optional

import dokumill

try:
    from reasoning_gym.factory import ProceduralDataset, register_dataset
except ImportError:
    ProceduralDataset = object

LEVELS = ["easy", "medium", "hard", "expert", "extreme"]  # a curriculum, in the order of ER


@dataclasses.dataclass
class SudokuConfig:
    level: Optional[str] = None  # one of LEVELS; None: puzzles of any level
    min_empty: int = 30  # only without a level
    max_empty: int = 50
    split: Optional[str] = None  # "train" or "test": no puzzle of one is equivalent to one of the other
    seed: int = 0
    size: int = 500

    def validate(self):
        assert self.level is None or self.level in LEVELS
        assert 0 <= self.min_empty <= self.max_empty <= 64

    def constraints(self):
        if self.level is not None:
            return {"level": self.level, "split": self.split}
        return {"clues": (81 - self.max_empty, 81 - self.min_empty), "split": self.split}


class SudokuTasks(ProceduralDataset):
    """Items are made in blocks, because one call for many puzzles costs less than many calls."""

    BLOCK = 256

    def __init__(self, config):
        config.validate()
        if ProceduralDataset is not object:
            super().__init__(config=config, seed=config.seed, size=config.size)
        self.config, self.block, self.made = config, None, None

    def __len__(self):
        return self.config.size

    def __getitem__(self, index):
        if not 0 <= index < len(self):
            raise IndexError(index)
        block, place = divmod(index, self.BLOCK)
        if block != self.block:
            self.made = dokumill.puzzles(
                self.BLOCK, start=block * self.BLOCK, seed=self.config.seed, rated=True, as_text=True,
                **self.config.constraints(),
            )
            self.block = block
        puzzle, solution, rating = self.made.puzzle[place], self.made.solution[place], self.made.rating
        empty = puzzle.count("0")
        return {
            "question": "Solve this Sudoku. An underscore is an empty cell.\n\n" + rows(puzzle)
            + "\n\nEnd your answer with the complete board in the same form.",
            "answer": rows(solution),
            "metadata": {
                "source_dataset": "dokumill",
                "source_index": index,
                "puzzle": puzzle,
                "solution": solution,
                "num_empty": empty,
                "er": rating.er[place],
                "technique": dokumill.TECHNIQUES[rating.hardest[place]],
                "difficulty": {"level": LEVELS[rating.level[place]], "num_empty": empty},
            },
        }

    def score_answer(self, answer, entry):
        return reward(answer, entry["metadata"]["puzzle"])


def rows(grid):
    cells = grid.replace("0", "_")
    return "\n".join(" ".join(cells[i : i + 9]) for i in range(0, 81, 9))


def reward(text, puzzle):
    """1.0 for a solution, wherever it is in the text; half of the share of right cells for a board
    that keeps all givens; else 0.0. No text raises an exception."""
    if not isinstance(text, str):
        return 0.0
    found = dokumill.score(puzzle, text)
    if found.exact:
        return 1.0
    return 0.5 * found.share if found.givens == 0 else 0.0


def load_environment(**settings):
    """The environment that verifiers loads: a single turn, with the reward above."""
    import verifiers
    from datasets import Dataset

    tasks = SudokuTasks(SudokuConfig(**settings))
    items = [tasks[i] for i in range(len(tasks))]
    dataset = Dataset.from_list(
        [{"question": item["question"], "answer": item["metadata"]["puzzle"]} for item in items]
    )

    def solved(completion, answer, **_):
        text = completion if isinstance(completion, str) else completion[-1]["content"]
        return reward(text, answer)

    return verifiers.SingleTurnEnv(dataset=dataset, rubric=verifiers.Rubric(funcs=[solved]))


if ProceduralDataset is not object:
    register_dataset("dokumill_sudoku", SudokuTasks, SudokuConfig)

if __name__ == "__main__":
    tasks = SudokuTasks(SudokuConfig(level="easy", size=10))
    task = tasks[3]
    print(task["question"])
    cell = rows(task["metadata"]["puzzle"]).rfind("_")
    unfinished = task["answer"][:cell] + "_" + task["answer"][cell + 1 :]
    for answer in task["answer"], unfinished, "I do not know.":
        print(tasks.score_answer(answer, task))
