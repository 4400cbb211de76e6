"""Examples in docstrings and in the documentation are run; types and names are complete."""

import doctest
import importlib
import inspect
import re
from pathlib import Path

import numpy as np
import pytest

import rung

MODULES = ["rung", "rung._table", "rung._completer", "rung._recommender", "rung._separation", "rung._convex"]
ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    module = importlib.import_module(name)
    found = doctest.testmod(module, extraglobs={"np": np, "rung": rung}, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert found.failed == 0


def test_everything_public_is_documented():
    for name in rung.__all__:
        thing = getattr(rung, name)
        assert inspect.getdoc(thing), name
        for member, value in vars(thing).items() if inspect.isclass(thing) else []:
            if not member.startswith("_") and inspect.isfunction(value):
                assert inspect.getdoc(value), f"{name}.{member}"


def test_the_package_is_typed():
    assert (Path(rung.__file__).parent / "py.typed").exists()
    for function in (rung.complete, rung.separate, rung.minimize, rung.Recommender.fit, rung.Completer.fit):
        hints = inspect.signature(function)
        assert hints.return_annotation is not inspect.Signature.empty
        assert all(p.annotation is not inspect.Parameter.empty for n, p in hints.parameters.items() if n != "self")


PAGES = [ROOT / "README.md", *sorted((ROOT.parent / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", [page for page in PAGES if "```python\n" in page.read_text(encoding="utf-8")], ids=lambda page: page.name)
def test_pages(page, tmp_path, monkeypatch, capsys):
    """The blocks of a page run one after the other, in an empty folder, and print what the block below shows."""
    text = page.read_text(encoding="utf-8")
    for needed in ("pandas", "sklearn"):
        if needed in text:
            pytest.importorskip(needed)
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in text.split("```python\n")[1:]:
        code, rest = block.split("```\n", 1)
        exec(compile(code, page.name, "exec"), names)
        printed = capsys.readouterr().out
        if rest.startswith("```text\n"):
            assert printed == rest.split("```")[1][len("text\n") :]


def test_calls_in_tables(tmp_path, monkeypatch):
    """What the page for people who come from elsewhere says of Python, cell by cell, runs with data of the kinds that it speaks of."""
    pandas, sparse = pytest.importorskip("pandas"), pytest.importorskip("scipy.sparse")
    monkeypatch.chdir(tmp_path)
    random = np.random.default_rng(1)
    x = np.outer(np.arange(1.0, 31), np.arange(1.0, 7)) + random.normal(size=(30, 6))
    x[random.random(x.shape) < 0.1] = np.nan
    films = ["Alien", "Brazil", "Casablanca", "Dune", "Eraserhead", "Fargo"]
    seen = [(f"u{user}", film, 1 + (user * k) % 5) for user in range(40) for k, film in enumerate(films) if (user + k) % 3]
    data = {
        "frame": pandas.DataFrame(seen, columns=["user", "item", "rating"]),
        "uid": "u1",
        "iid": "Alien",
        "file": "m.rung",
        "x": x,
        "new": x[:2],
        "d": np.nan_to_num(x),
    }
    data.update({"user_items": sparse.csr_matrix(random.random((50, 20)) < 0.3, dtype=np.float32), "userid": 3, "itemid": 4})
    text = (ROOT.parent / "docs" / "coming-from.md").read_text(encoding="utf-8")
    cells = [row.split(" | ")[-1] for row in text.splitlines() if row.startswith("| ")]
    calls = [call for cell in cells for call in re.findall(r"`((?:\w+(?:, \w+)* = )?(?:rung|model)\.[^`]*)`", cell) if "…" not in call]
    assert len(calls) >= 13
    names = {"rung": rung, **data}
    for call in calls:
        exec(compile(call, call, "exec"), names)
