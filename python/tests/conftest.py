"""What tests share."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import rung  # noqa: E402
from rung import _java  # noqa: E402


@pytest.fixture
def holes():
    """A table of low rank with noise, a fifth of it missing."""
    random = np.random.default_rng(3)
    table = random.normal(size=(40, 3)) @ random.normal(size=(3, 12)) + 0.1 * random.normal(size=(40, 12))
    table[random.random(table.shape) < 0.2] = np.nan
    return table


@pytest.fixture
def ratings():
    """Users, items and ratings, with a few duplicates."""
    random = np.random.default_rng(5)
    users = random.integers(100, 160, 900)
    items = random.integers(0, 40, 900)
    values = np.clip(np.rint(3 + 0.02 * (users - 130) + random.normal(size=900)), 1, 5)
    return users, items, values


@pytest.fixture
def command():
    """Runs the command line of the same jar on the same Java."""

    def run(*arguments):
        java = _java.find_java()
        vectors = ["--add-modules", "jdk.incubator.vector"] if java.has_vectors else []
        made = subprocess.run(
            [java.executable, *vectors, "-jar", _java.find_jar(), *map(str, arguments)], capture_output=True, text=True, timeout=300
        )
        assert made.returncode == 0, made.stderr
        return made.stdout

    return run


@pytest.fixture
def script():
    """Starts another Python on some lines, with this package on its path."""

    def start(lines, **more):
        env = {**os.environ, "PYTHONPATH": str(Path(rung.__file__).resolve().parent.parent), **more}
        return subprocess.Popen(
            [sys.executable, "-c", lines], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env, start_new_session=True
        )

    return start
