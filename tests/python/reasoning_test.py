"""Runs docs/examples/reasoning_tasks.py by itself, and with stand-ins for the interfaces of reasoning-gym,
verifiers and datasets: reasoning_test.py EXAMPLE"""
import importlib.util
import subprocess
import sys
import types

import dokumill

said = subprocess.run([sys.executable, sys.argv[1]], check=True, stdout=subprocess.PIPE, text=True).stdout
lines = said.splitlines()
assert lines[-3] == "1.0" and 0.4 < float(lines[-2]) < 0.5 and lines[-1] == "0.0", said

registered = {}


class ProceduralDataset:
    """What reasoning-gym's base class does with its arguments and items."""

    def __init__(self, config, seed=None, size=500):
        config.validate()
        self.config, self.seed, self.size = config, seed, size

    def __iter__(self):
        return (self[i] for i in range(self.size))


class Dataset(list):
    from_list = classmethod(lambda cls, rows: cls(rows))


factory = types.ModuleType("reasoning_gym.factory")
factory.ProceduralDataset = ProceduralDataset
factory.register_dataset = lambda name, *classes: registered.update({name: classes})
verifiers = types.ModuleType("verifiers")
verifiers.Rubric = lambda funcs: types.SimpleNamespace(funcs=funcs)
verifiers.SingleTurnEnv = lambda **parts: types.SimpleNamespace(**parts)
datasets = types.ModuleType("datasets")
datasets.Dataset = Dataset
sys.modules.update({"reasoning_gym": types.ModuleType("reasoning_gym"), "reasoning_gym.factory": factory,
                    "verifiers": verifiers, "datasets": datasets})
specification = importlib.util.spec_from_file_location("reasoning_tasks", sys.argv[1])
example = importlib.util.module_from_spec(specification)
specification.loader.exec_module(example)

tasks_class, config_class = registered["dokumill_sudoku"]
for level in (None, "easy", "hard"):
    tasks = tasks_class(config_class(level=level, seed=5, size=300))
    items = list(tasks)
    assert len(items) == 300 and items[299] == tasks[299] == tasks_class(config_class(level=level, seed=5))[299]
    for index, item in enumerate(items):
        facts = item["metadata"]
        assert facts["num_empty"] == facts["puzzle"].count("0") == item["question"].split("\n\n")[1].count("_")
        assert facts["source_index"] == index and facts["solution"] == item["answer"].replace(" ", "").replace("\n", "")
        assert level in (None, facts["difficulty"]["level"])
        assert level is not None or 30 <= facts["num_empty"] <= 50
        assert tasks.score_answer("<think>No.</think>\nHere:\n" + item["answer"], item) == 1.0
    assert dokumill.solve([item["metadata"]["puzzle"] for item in items]).solution == [item["metadata"]["solution"] for item in items]
    for bad in (None, "", "1", items[0]["question"], "\udc80", 81 * "5"):
        assert 0.0 <= tasks.score_answer(bad, items[0]) < 0.5, bad

environment = example.load_environment(level="medium", size=20, split="test")
train = example.load_environment(level="medium", size=20, split="train")
forms = [set(dokumill.canon([row["answer"] for row in one.dataset]).form) for one in (environment, train)]
assert not forms[0] & forms[1] and len(environment.dataset) == 20
(judge,) = environment.rubric.funcs
row = environment.dataset[7]
answer = dokumill.solve(row["answer"]).solution
assert judge(completion=[{"role": "assistant", "content": answer}], answer=row["answer"]) == 1.0
assert judge(completion="none", answer=row["answer"], state={}) == 0.0
