"""Tables with holes."""

import warnings
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Tuple, Union

import numpy as np

from ._child import call
from ._progress import Progress
from ._wire import Array, Fields, Names

_MOST_LABELS = 50  # a column of text with more different values is no category


class Outlier(NamedTuple):
    """A known cell that was taken for an error and left out of account."""

    row: Any
    column: Any
    value: float
    expected: float
    #: How many typical deviations lie between the two.
    deviations: float


class Completed(NamedTuple):
    """A completed table, and how it came about."""

    #: The table, of the type that was given.
    table: Any
    #: The rank that was chosen on held-out cells.
    rank: int
    #: The error on held-out cells, in standard deviations of their columns; NaN if there were too few cells. It says nothing of rows
    #: without any value, whose cells have standard errors of their own.
    held_out_error: float
    #: The same if the means of columns are filled in.
    baseline_error: float
    #: What each column of numbers and each category was taken for.
    kinds: Dict[Any, str]
    #: Known cells that look like errors, the most distant first.
    outliers: List[Outlier]
    #: Which neighbors tell about each other: rows, columns or none.
    smooth: str
    #: The standard error of each filled cell; NaN elsewhere, and None if there was too little to find out.
    standard_error: Any
    #: Where the interval begins that holds the truth with a probability of 90 %.
    low: Any
    #: Where it ends.
    high: Any
    #: Tables drawn from what is possible (multiple imputation).
    draws: List[Any]
    #: Whether the completion was ended early.
    stopped: bool


class _Plain:
    """An array of numbers."""

    def __init__(self, table: Any, told: Mapping[Any, str]):
        self.values = _numbers(table)
        unknown = [j for j in told if j not in range(self.values.shape[1])]
        if unknown:
            raise ValueError(f"kinds: there is no column {unknown[0]!r}")
        self.kinds: Dict[int, str] = dict(told)
        self.times: Optional[Array] = None

    def filled(self, values: Array) -> Any:
        return values

    part = filled

    def column(self, j: int) -> Any:
        return j

    def row(self, i: int) -> Any:
        return i


def _is_na(value: Any) -> bool:
    return type(value).__name__ == "NAType"  # of pandas, which need not be there


def _numbers(table: Any) -> Array:
    if hasattr(table, "tocoo"):
        raise ValueError("a table must not be a sparse matrix, which does not say whether what it leaves out is zero or missing")
    try:
        if isinstance(table, np.ma.MaskedArray):
            table = np.where(table.mask, np.nan, table.data)
        given = np.asarray(table)
        if given.dtype.kind in "cmM":
            raise TypeError("complex numbers, times and durations are no numbers here")
        if given.dtype.kind == "O":
            given = np.where(np.frompyfunc(_is_na, 1, 1)(given).astype(bool), np.nan, given)
        values = np.array(given, dtype="<f8", order="C")
    except (TypeError, ValueError):
        raise ValueError("a table must hold real numbers, and NaN where one is missing; a pandas.DataFrame may hold text, too") from None
    if values.ndim != 2 or 0 in values.shape:
        raise ValueError(f"a table must have rows and columns, got an array of shape {values.shape}")
    if np.isinf(values).any():
        raise ValueError("a table must not hold infinity; NaN marks what is missing")
    return values


def note_empty(names: List[Any], level: int) -> None:
    """Warns of columns that stay, as nothing tells what could be there; the caller of rung is so many calls above."""
    if names:
        is_one = len(names) == 1
        which = ("column " if is_one else "columns ") + ", ".join(map(repr, names))
        warnings.warn(f"{which}: no value at all to go by, so {'it stays' if is_one else 'they stay'} empty", stacklevel=level + 1)


class _Frame:
    """A pandas.DataFrame: numbers first, then categories, as the command takes a file's columns; the rest is carried along."""

    def __init__(self, frame: Any, told: Mapping[Any, str]):
        import pandas as pd

        if not frame.columns.is_unique:
            raise ValueError("the columns of a table must have different names")
        self._frame = frame
        self._labels: Dict[int, List[Any]] = {}
        self.names: List[Any] = []
        self.times: Optional[Array] = None
        numeric: List[Array] = []
        categories: List[Tuple[Any, Array, List[Any]]] = []
        has_numbers = any(self._is_numeric(frame[name]) for name in frame.columns)
        for position, name in enumerate(frame.columns):
            column = frame[name]
            if column.isna().all():
                numeric.append(np.full(len(frame), np.nan))
                self.names.append(name)
            elif pd.api.types.is_datetime64_any_dtype(column.dtype):
                self._note_times(column)
            elif pd.api.types.is_timedelta64_dtype(column.dtype):
                continue
            elif isinstance(column.dtype, pd.SparseDtype) or pd.api.types.is_complex_dtype(column.dtype):
                raise ValueError(f"column {name!r} must hold real numbers, text or times and not be sparse, got {column.dtype}")
            elif self._is_numeric(column):
                known = column.where(column.notna(), np.nan) if column.dtype == object else column
                numeric.append(known.to_numpy(dtype="f8", na_value=np.nan))
                self.names.append(name)
            else:
                labels = self._labels_of(column)
                may_be = position > 0 or bool(column.isna().any()) or not has_numbers  # rows have names, if any have
                if self._is_category(column, may_be, labels) or labels and told.get(name) == "category":
                    numbers = {label: k for k, label in enumerate(labels)}
                    is_missing = column.isna().tolist()
                    codes = np.array([np.nan if missing else numbers[label] for label, missing in zip(column.tolist(), is_missing)])
                    categories.append((name, codes, labels))
        if isinstance(frame.index, pd.DatetimeIndex):
            self._note_times(frame.index.to_series())
        for name, codes, labels in categories:
            self._labels[len(numeric)] = labels
            numeric.append(codes)
            self.names.append(name)
        if not numeric or not len(frame):
            raise ValueError("a table must have a row and a column of numbers or of few different labels")
        self.values = _numbers(np.column_stack(numeric))
        self.kinds = {j: "category" for j in self._labels}
        for name in told:
            if name not in self.names:
                raise ValueError(f"kinds: column {name!r} is no data" if name in frame.columns else f"kinds: there is no column {name!r}")
        self.kinds.update({self.names.index(name): kind for name, kind in told.items()})

    @classmethod
    def _is_numeric(cls, column: Any) -> bool:
        import pandas as pd

        kind = column.dtype
        is_number = pd.api.types.is_bool_dtype(kind) or pd.api.types.is_numeric_dtype(kind) or cls._is_of_numbers(column)
        return is_number and not column.isna().all()

    @staticmethod
    def _is_of_numbers(column: Any) -> bool:
        """Whether a column that may hold anything holds numbers alone, as one with None in it does."""
        import pandas as pd

        kinds = ("integer", "floating", "mixed-integer-float", "decimal")
        return column.dtype == object and pd.api.types.infer_dtype(column, skipna=True) in kinds

    @staticmethod
    def _labels_of(column: Any) -> List[Any]:
        try:
            return sorted(column.dropna().unique().tolist(), key=str)
        except TypeError:  # lists and the like are no labels
            return []

    @staticmethod
    def _is_category(column: Any, may_be: bool, labels: List[Any]) -> bool:
        if len(labels) < 2:
            return False
        is_said = str(column.dtype) == "category"
        is_alike = may_be and len(labels) <= _MOST_LABELS and 2 * len(labels) <= int(column.notna().sum())
        return is_said or is_alike

    def _note_times(self, column: Any) -> None:
        if self.times is None and not column.isna().any():
            import pandas as pd

            utc = pd.to_datetime(column, utc=True)
            times = (utc - pd.Timestamp(0, tz="UTC")).dt.total_seconds().to_numpy(dtype="f8")
            if (np.diff(times) > 0).all():
                self.times = times

    def filled(self, values: Array) -> Any:
        frame = self._frame.copy()
        for j, name in enumerate(self.names):
            holes = np.isnan(self.values[:, j])
            if not holes.any() or holes.all():
                continue
            if j in self._labels:
                column = frame[name].copy()
                labels = self._labels[j]
                column[holes] = [labels[int(code)] for code in values[holes, j]]
            elif self._can_hold(frame[name].dtype, values[holes, j]):
                column = frame[name].copy()
                column[holes] = values[holes, j].astype("i8")
            else:
                kind = str(frame[name].dtype)
                column = frame[name].where(~holes, np.nan) if kind == "object" else frame[name]
                column = column.astype(kind if kind.lower() in ("float32", "float64") else "float64")
                column[holes] = values[holes, j].astype("f4" if kind.endswith("oat32") else "f8")
            frame[name] = column
        return frame

    @staticmethod
    def _can_hold(kind: Any, numbers: Array) -> bool:
        """Whether whole numbers, which may be missing, can be these."""
        import pandas as pd

        if not pd.api.types.is_integer_dtype(kind):
            return False
        limits = np.iinfo(kind.numpy_dtype)
        return bool(((numbers == np.rint(numbers)) & (limits.min <= numbers) & (numbers <= limits.max)).all())

    def part(self, values: Array) -> Any:
        """Numbers about the cells, with the labels of the table."""
        import pandas as pd

        return pd.DataFrame(values, index=self._frame.index, columns=self.names)

    def column(self, j: int) -> Any:
        return self.names[j]

    def row(self, i: int) -> Any:
        return self._frame.index[i]


def is_frame(table: Any) -> bool:
    """Whether this is a pandas.DataFrame, without loading pandas."""
    return hasattr(table, "columns") and hasattr(table, "iloc") and hasattr(table, "dtypes")


def _rounded(values: Array, known: Array, kinds: Mapping[int, str]) -> Array:
    """What is filled in made whole in columns that hold nothing else."""
    holes = np.isnan(known)
    whole = np.all(holes | (known == np.rint(known)), axis=0)
    return np.where(holes & whole, np.rint(values) + 0.0, values)


def arguments(
    values: Array,
    *,
    rank: Optional[int],
    max_rank: Optional[int],
    smooth: Optional[str],
    bounded: bool,
    seed: int,
    threads: Optional[int],
) -> Fields:
    """What the call "complete" is told."""
    if rank is not None and max_rank is not None:
        raise ValueError("rank leaves nothing to choose, so max_rank does not go with it")
    return {
        "table": values,
        "rank": rank,
        "max_rank": max_rank,
        "smooth": smooth,
        "unbounded": not bounded,
        "seed": int(seed),
        "threads": threads,
    }


def complete(
    table: Any,
    *,
    rank: Optional[int] = None,
    max_rank: Optional[int] = None,
    smooth: Optional[str] = None,
    kinds: Optional[Mapping[Any, str]] = None,
    bounded: bool = True,
    round: bool = False,
    draws: int = 0,
    seed: int = 0,
    threads: Optional[int] = None,
    progress: Progress = None,
    details: bool = False,
) -> Any:
    """Fills the holes of a table. There is nothing to tune: the table itself tells noise, regularization and rank.

    The answer is that of the command ``rung complete``, bit for bit. Known cells stay exactly as they are, and so do index, names of
    columns, and columns that are no data, such as dates, free text, and what has no value at all. Columns of text with few different values get the likeliest label.
    Ctrl-C completes the table with what was found so far; pressed twice it raises ``KeyboardInterrupt``.

    :param table: a two-dimensional array, or anything that NumPy makes one of, with NaN in each hole; or a ``pandas.DataFrame``
    :param rank: the rank, exactly; by default it is chosen on cells that are held out
    :param max_rank: the highest rank to choose from
    :param smooth: which neighbors may tell about each other: ``"rows"``, ``"columns"`` or ``"none"``; by default rows, if known cells
        say so, at the times of an ascending index or column of times if there is one
    :param kinds: what columns hold, by name or number: ``"number"``, ``"two-valued"``, ``"count"``, ``"positive"`` or ``"category"``
    :param bounded: whether what is filled in stays within what its column can hold
    :param round: whether columns of whole numbers are filled with whole numbers; a column of type ``Int64`` or the like keeps its type then
    :param draws: with ``details``, how many tables to draw that may be the true one
    :param seed: the seed of every random choice
    :param threads: how many threads to use; the answer does not depend on it
    :param progress: a function that is called after each :class:`Step`, or ``True`` for a line of progress
    :param details: whether to return a :class:`Completed` with the table, how sure each cell is, and how it came about
    :returns: the completed table, of the type of the table

    >>> table = [[1, 2, 3], [2, 4, 6], [3, 6, 9], [4, 8, float("nan")], [5, 10, 15], [6, 12, 18]]
    >>> float(round(rung.complete(table)[3, 2], 1))
    12.0
    >>> completed = rung.complete(table, details=True)
    >>> completed.table.shape, completed.stopped
    ((6, 3), False)
    """
    source: Union[_Plain, _Frame] = _Frame(table, kinds or {}) if is_frame(table) else _Plain(table, kinds or {})
    values = source.values
    has_holes = bool(np.isnan(values).any())
    if not has_holes and not details:
        return source.filled(values)
    asked = arguments(values, rank=rank, max_rank=max_rank, smooth=smooth, bounded=bounded, seed=seed, threads=threads)
    asked["uncertainty"] = details
    asked["draws"] = int(draws) if details else 0
    asked["times"] = source.times
    if isinstance(source, _Frame):
        asked["names"] = Names.of([repr(name) for name in source.names])
    if source.kinds:
        asked["kinds"] = Names.of([source.kinds.get(j, "") for j in range(values.shape[1])])
    result = call("complete", asked, progress=progress, can_stop=True)
    note_empty([source.column(j) for j in result["model.empty"].tolist()], 2)

    def made(numbers: Array) -> Any:
        return source.filled(_rounded(numbers, values, source.kinds) if round else numbers)

    if not details:
        return made(result["filled"])
    part = source.part
    return Completed(
        table=made(result["filled"]),
        rank=result["rank"],
        held_out_error=result["held_out_error"],
        baseline_error=result["baseline_error"],
        kinds={source.column(j): kind for j, kind in enumerate(result["kinds"].texts()) if kind},
        outliers=[
            Outlier(source.row(i), source.column(j), float(value), float(expected), float(deviations))
            for i, j, value, expected, deviations in zip(
                *(result["errors." + name] for name in ("row", "column", "value", "expected", "deviations"))
            )
        ],
        smooth=result["smooth"],
        standard_error=part(result["standard_error"]) if "standard_error" in result else None,
        low=part(result["low"]) if "low" in result else None,
        high=part(result["high"]) if "high" in result else None,
        draws=[made(result[f"draw.{k}"]) for k in range(1, asked["draws"] + 1)],
        stopped=result["stopped"],
    )
