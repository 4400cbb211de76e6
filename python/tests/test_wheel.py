"""The wheel: built without a network, with the jar in it, and used from a folder of its own."""

import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import rung
from rung import _java

ROOT = Path(rung.__file__).resolve().parent.parent


def test_a_wheel_is_built_and_used(tmp_path):
    for module in ("pip", "setuptools", "wheel"):
        if importlib.util.find_spec(module) is None:
            pytest.skip(f"there is no {module} here")
    source = tmp_path / "checkout"  # building leaves folders behind
    shutil.copytree(ROOT, source / "python", ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
    for name in ("pom.xml", "LICENSE", "NOTICE"):
        shutil.copy(ROOT.parent / name, source)
    made = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", str(source / "python"), "-w", str(tmp_path)],
        capture_output=True,
        text=True,
        env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "RUNG_JAR": _java.find_jar()},
    )
    assert made.returncode == 0, made.stdout + made.stderr
    (wheel,) = tmp_path.glob("rung-*-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "rung/rung.jar" in names and "rung/py.typed" in names and "rung/spark.py" in names
    assert "rung/LICENSE" in names and "rung/NOTICE" in names
    assert not any(name.startswith("tests") for name in names)
    target = tmp_path / "a folder with spaces"
    zipfile.ZipFile(wheel).extractall(target)
    lines = """
import rung
from rung import _java
print(rung.__version__, rung.complete([[1, 2], [2, 4], [3, float('nan')]]).shape)
print(_java.find_jar())
"""
    env = {key: value for key, value in os.environ.items() if key not in ("RUNG_JAR", "PYTHONPATH")}
    used = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, cwd=tmp_path, env={**env, "PYTHONPATH": str(target)})
    assert used.returncode == 0, used.stderr
    assert f"{rung.__version__} (3, 2)" in used.stdout
    assert str(target / "rung" / "rung.jar") in used.stdout


@pytest.mark.skipif(os.name != "posix", reason="it is made by a script")
def test_the_release_has_the_same_wheel_every_time(tmp_path):
    wheels = []
    for folder, mask in (("one", "022"), ("another one", "077")):
        (tmp_path / folder).mkdir()
        script = ["bash", "-c", 'umask "$1"; exec "${@:2}"', "bash", mask, str(ROOT.parent / "rung-app" / "src" / "wheel")]
        made = subprocess.run(
            [*script, str(tmp_path / folder), "2026-11-17T00:00:00Z", _java.find_jar()], capture_output=True, text=True
        )
        assert made.returncode == 0, made.stdout + made.stderr
        if "no wheel is made" in made.stdout:
            pytest.skip(made.stdout)
        (wheel,) = (tmp_path / folder).glob("*.whl")
        wheels.append(wheel.read_bytes())
    assert wheels[0] == wheels[1]
