"""One's own convex function."""

from typing import Any, Callable, Literal, NamedTuple, Optional, Tuple, Union, overload

import numpy as np

from ._child import call
from ._progress import Progress
from ._wire import Array, Fields

#: Algorithms of :func:`minimize`.
ALGORITHMS = ("greedy", "local-search", "fast-greedy", "fast-local-search")


class Solution(NamedTuple):
    """A minimum, and how it was reached."""

    #: The matrix.
    matrix: Array
    #: Its factors: the matrix is left times right transposed.
    left: Array
    #: See left.
    right: Array
    #: The value of the function there.
    value: float
    #: The rank after each step.
    ranks: Array
    #: The value of the function after each step.
    values: Array
    #: Why the run ended, in words.
    stop: str
    #: Whether it was ended early.
    stopped: bool


@overload
def minimize(
    value: Callable[[Array], float],
    gradient: Callable[[Array], Any],
    shape: Tuple[int, int],
    rank: int,
    *,
    algorithm: str = "fast-local-search",
    paper: bool = False,
    steps: Optional[int] = None,
    tolerance: Optional[float] = None,
    strong_convexity: float = 0.0,
    seed: int = 0,
    progress: Progress = None,
    details: Literal[False] = False,
) -> Array: ...


@overload
def minimize(
    value: Callable[[Array], float],
    gradient: Callable[[Array], Any],
    shape: Tuple[int, int],
    rank: int,
    *,
    algorithm: str = "fast-local-search",
    paper: bool = False,
    steps: Optional[int] = None,
    tolerance: Optional[float] = None,
    strong_convexity: float = 0.0,
    seed: int = 0,
    progress: Progress = None,
    details: Literal[True],
) -> Solution: ...


def minimize(
    value: Callable[[Array], float],
    gradient: Callable[[Array], Any],
    shape: Tuple[int, int],
    rank: int,
    *,
    algorithm: str = "fast-local-search",
    paper: bool = False,
    steps: Optional[int] = None,
    tolerance: Optional[float] = None,
    strong_convexity: float = 0.0,
    seed: int = 0,
    progress: Progress = None,
    details: bool = False,
) -> Union[Array, Solution]:
    """Minimizes any differentiable convex function R(A) over the matrices A of a shape and a rank.

    Ctrl-C gives the best so far. What ``value`` or ``gradient`` raises is raised here.

    :param value: R(A), for a two-dimensional array A
    :param gradient: the array of ∂R/∂A, of the same shape
    :param shape: rows and columns
    :param rank: the rank to climb to; less only where no more pieces lower R
    :param algorithm: ``"greedy"``, ``"local-search"``, ``"fast-greedy"`` or ``"fast-local-search"``
    :param paper: whether to do it to the letter of the paper
    :param steps: the most steps
    :param tolerance: a step that gains less than this part of all that was gained ends the run
    :param strong_convexity: a lower bound of the curvature of R, if one is known
    :param seed: the seed of the search for the steepest pair
    :param progress: a function that is called after each :class:`Step`, or ``True`` for a line of progress
    :param details: whether to return a :class:`Solution`
    :returns: the matrix

    >>> target = np.random.default_rng(1).normal(size=(20, 10))
    >>> a = rung.minimize(lambda a: ((a - target) ** 2).sum() / 2, lambda a: a - target, shape=(20, 10), rank=3)
    >>> u, s, v = np.linalg.svd(target)                     # the answer here is the truncated SVD
    >>> bool(np.allclose(a, (u[:, :3] * s[:3]) @ v[:3], atol=1e-3))
    True
    """
    if algorithm not in ALGORITHMS:
        raise ValueError(f"algorithm must be one of {', '.join(ALGORITHMS)}, got {algorithm!r}")
    rows, columns = (int(side) for side in shape)
    if rows < 1 or columns < 1:
        raise ValueError(f"shape must have at least one row and one column, got {shape}")
    current = np.zeros((rows, columns))
    current.flags.writeable = False

    def answer(question: Fields) -> Fields:
        nonlocal current
        if "left" in question:
            current = question["left"] @ question["right"].T
            current.flags.writeable = False
        if question["what"] == "value":
            return {"value": float(value(current))}
        found = np.asarray(_dense(gradient(current)), dtype="f8")
        if found.shape != (rows, columns):
            raise ValueError(f"the gradient must have the shape {(rows, columns)}, got {found.shape}")
        return {"gradient": found}

    asked = {
        "rows": rows,
        "columns": columns,
        "rank": int(rank),
        "algorithm": algorithm,
        "paper": paper,
        "steps": steps,
        "tolerance": None if tolerance is None else float(tolerance),
        "strong_convexity": float(strong_convexity),
        "seed": int(seed),
    }
    result = call("minimize", asked, progress=progress, answer=answer, can_stop=True)
    matrix: Array = result["left"] @ result["right"].T
    if not details:
        return matrix
    return Solution(
        matrix, result["left"], result["right"], result["value"], result["ranks"], result["values"], result["stop"], result["stopped"]
    )


def _dense(gradient: Any) -> Any:
    return gradient.toarray() if hasattr(gradient, "toarray") else gradient
