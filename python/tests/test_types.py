"""Types: those of the package itself, and what a type checker says about programs that use it."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

import rung

PACKAGE = Path(rung.__file__).resolve().parent

pytestmark = pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="there is no mypy")

PROGRAM = """
import numpy as np
import rung

table = np.ones((3, 3))
full = rung.complete(table)
model = rung.Recommender().fit([("ann", "Alien", 5)])
model.recommend("ann", n=10); model.predict([("ann", "Alien")]); model.similar("Alien"); model.save("m.rung")
low, sparse = rung.separate(table)
a = rung.minimize(lambda a: float(a.sum()), lambda a: a, shape=(200, 100), rank=5)
print(a.shape, low.shape, sparse.shape)
value: float = rung.minimize(lambda a: float(a.sum()), lambda a: a, shape=(200, 100), rank=5, details=True).value
rank: int = rung.separate(table, details=True).rank
completer: rung.Completer = rung.Completer(rank=3).fit(table)
"""


def checked(tmp_path, *arguments, where=PACKAGE.parent):
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=where)


def test_the_package_is_strictly_typed(tmp_path):
    found = checked(tmp_path)  # pyproject.toml says how
    assert found.returncode == 0, found.stdout + found.stderr


def test_a_program_is_understood(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    found = checked(tmp_path, "--strict", str(program))
    assert found.returncode == 0, found.stdout + found.stderr
    program.write_text(PROGRAM + "low, sparse, more = rung.separate(table)\nmodel.recommend(n='ten')\n")
    found = checked(tmp_path, "--strict", str(program))
    assert found.returncode == 1 and found.stdout.count(": error:") == 2, found.stdout
