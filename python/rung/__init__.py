"""Rung finds the best matrix of a given rank.

>>> import numpy as np, rung
>>> table = np.outer(np.arange(1., 9), np.arange(1., 6))
>>> table[0, 2] = np.nan
>>> bool(abs(rung.complete(table)[0, 2] - 3) < 0.1)
True

:func:`complete` fills the holes of a table, :class:`Completer` does so as a scikit-learn imputer, :class:`Recommender` learns from
ratings, :func:`separate` takes a matrix or a video apart, and :func:`minimize` minimizes your own convex function.

The work is done by a Java process, which is started on first use and ends with Python. It needs Java 17 or newer and NumPy, nothing else.
"""

from typing import TYPE_CHECKING, Any

from ._child import child as _shared
from ._child import shutdown
from ._convex import Solution, minimize
from ._errors import ChildError, JavaNotFoundError, StoppedEarlyWarning, UnknownIdError
from ._progress import Step
from ._recommender import Lists, Newcomer, Recommendation, Recommender, Similar
from ._separation import Separated, separate
from ._table import Completed, Outlier, complete

if TYPE_CHECKING:
    from ._completer import Completer

__all__ = [
    "ChildError",
    "Completed",
    "Completer",
    "JavaNotFoundError",
    "Lists",
    "Newcomer",
    "Outlier",
    "Recommendation",
    "Recommender",
    "Separated",
    "Similar",
    "Solution",
    "Step",
    "StoppedEarlyWarning",
    "UnknownIdError",
    "complete",
    "minimize",
    "platform",
    "separate",
    "shutdown",
]


def platform() -> str:
    """Says which Java, which kernels and which version of Rung do the work.

    >>> "kernels" in rung.platform()
    True
    """
    running = _shared()
    return f"rung {running.version}, {running.platform}"


def _version() -> str:
    """The version: that of the checkout, or of the wheel that was installed."""
    from importlib import metadata
    from pathlib import Path
    from re import search

    pom = Path(__file__).resolve().parent.parent.parent / "pom.xml"
    if pom.is_file():
        found = search(r"<artifactId>rung</artifactId>\s*<version>([^<]+)</version>", pom.read_text(encoding="utf-8"))
        if found:
            return found[1].replace("-SNAPSHOT", ".dev0")
    return metadata.version("rung")


def __getattr__(name: str) -> Any:
    if name == "Completer":  # scikit-learn takes a while to load, so it is loaded when it is wanted
        from ._completer import Completer

        return Completer
    if name == "__version__":
        return _version()
    raise AttributeError(f"module 'rung' has no attribute '{name}'")
