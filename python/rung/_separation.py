"""Separation into a part of low rank and a sparse one."""

from typing import Any, Literal, NamedTuple, Optional, Tuple, Union, overload

import numpy as np

from ._child import call
from ._progress import Progress
from ._wire import Array

#: Methods of :func:`separate`.
METHODS = ("fast-greedy", "fast-local-search", "greedy", "local-search", "pca", "pcp", "median")


class Separated(NamedTuple):
    """The two parts of a matrix, and how they came about."""

    #: The part of low rank, in the shape of the input.
    low: Array
    #: The sparse rest: the input less the part of low rank.
    sparse: Array
    #: The factors of the part of low rank, as a matrix: left times right transposed.
    left: Array
    #: See left.
    right: Array
    #: Where Huber's loss turns from squared to absolute; NaN if the method has none.
    delta: float
    #: The typical residual, as a standard deviation.
    scale: float
    #: Whether the separation was ended early.
    stopped: bool

    @property
    def rank(self) -> int:
        """The rank of the part of low rank."""
        return self.left.shape[1]


@overload
def separate(
    frames: Any,
    *,
    rank: Optional[int] = None,
    delta: Optional[float] = None,
    method: str = "fast-greedy",
    paper: bool = False,
    seed: int = 0,
    threads: Optional[int] = None,
    progress: Progress = None,
    details: Literal[False] = False,
) -> Tuple[Array, Array]: ...


@overload
def separate(
    frames: Any,
    *,
    rank: Optional[int] = None,
    delta: Optional[float] = None,
    method: str = "fast-greedy",
    paper: bool = False,
    seed: int = 0,
    threads: Optional[int] = None,
    progress: Progress = None,
    details: Literal[True],
) -> Separated: ...


def separate(
    frames: Any,
    *,
    rank: Optional[int] = None,
    delta: Optional[float] = None,
    method: str = "fast-greedy",
    paper: bool = False,
    seed: int = 0,
    threads: Optional[int] = None,
    progress: Progress = None,
    details: bool = False,
) -> Union[Tuple[Array, Array], Separated]:
    """Separates a matrix, or a video, into a part of low rank and a sparse one. For a video the first is the background.

    The answer is that of the command ``rung separate``, bit for bit. Missing entries are NaN. Ctrl-C gives the best so far.

    :param frames: a matrix; or a video as frames × height × width, or frames × height × width × colors
    :param rank: the rank, exactly; by default it is found in the data
    :param delta: where Huber's loss turns from squared to absolute; by default it is found in the data
    :param method: one of fast-greedy, fast-local-search, greedy, local-search, pca, pcp and median
    :param paper: whether to do it to the letter of the paper
    :param seed: the seed of every random choice
    :param threads: how many threads to use; the answer does not depend on it
    :param progress: a function that is called after each :class:`Step`, or ``True`` for a line of progress
    :param details: whether to return a :class:`Separated`
    :returns: both parts, in the shape of the input; their sum is the input

    >>> table = np.outer(np.arange(1., 9.), np.arange(1., 7.))
    >>> table[2, 3] += 90
    >>> low, sparse = rung.separate(table)
    >>> int(np.argmax(np.abs(sparse))) == 2 * 6 + 3
    True
    """
    if method not in METHODS:
        raise ValueError(f"method must be one of {', '.join(METHODS)}, got {method!r}")
    array = np.asarray(frames)
    if array.ndim not in (2, 3, 4) or array.size == 0:
        raise ValueError(f"there must be a matrix, or frames × height × width, got an array of shape {array.shape}")
    if array.dtype not in (np.uint8, np.int32, np.float32, np.float64):
        array = array.astype("f8")
    matrix = array if array.ndim == 2 else array.reshape(len(array), -1).T  # a row for each pixel, a column for each frame
    if np.issubdtype(array.dtype, np.floating) and np.isinf(array).any():
        raise ValueError("a matrix must not hold infinity; NaN marks what is missing")
    asked = {
        "matrix": matrix,
        "rank": rank,
        "delta": None if delta is None else float(delta),
        "method": method,
        "paper": paper,
        "seed": int(seed),
        "threads": threads,
    }
    result = call("separate", asked, progress=progress, can_stop=True)
    low = result["low"]
    if array.ndim > 2:
        low = np.ascontiguousarray(low.T).reshape(array.shape)
    sparse = array.astype("f8", copy=False) - low
    if not details:
        return low, sparse
    return Separated(low, sparse, result["left"], result["right"], result["delta"], result["scale"], result["stopped"])
