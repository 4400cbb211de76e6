"""Ratings as people have them, handed over as arrays: whole numbers as they are, names numbered."""

from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from . import _child
from ._table import is_frame
from ._wire import Array, Fields, Names


class Entries(NamedTuple):
    """Users, items and values as they were found."""

    user: Any
    item: Any
    value: Any
    #: Whether the values say how often something was chosen, as the name of their column tells.
    are_weights: bool


def _named(columns: Sequence[Any]) -> Dict[str, Any]:
    """The columns of users, items, and ratings or else weights whose names the command knows."""
    texts = [str(column) for column in columns]
    found = _child.call("columns", {"names": Names.of(texts)})
    return {role: columns[texts.index(found[role])] for role in ("user", "item", "rating", "weight") if role in found}


def entries(data: Any, items: Any = None, values: Any = None) -> Entries:
    """Finds users, items and values in whatever holds them."""
    if items is not None:
        return Entries(data, items, values, False)
    if is_frame(data) or isinstance(data, dict):
        names = list(data.columns) if is_frame(data) else list(data)
        named = _named(names)
        user, item = named.get("user"), named.get("item")
        if user is None or item is None:
            if len(names) < 2:
                raise ValueError(f"ratings need a column of users and one of items, got {names}")
            user, item = names[0], names[1]
        rating, weight = (None if named.get(role) in (user, item) else named.get(role) for role in ("rating", "weight"))
        if rating is None and weight is None and len(names) == 3 and (user, item) == (names[0], names[1]) and _is_numeric(data[names[2]]):
            if "time" not in str(names[2]).lower() and "date" not in str(names[2]).lower():
                rating = names[2]
        column = rating if rating is not None else weight
        return Entries(data[user], data[item], None if column is None else data[column], rating is None and weight is not None)
    if hasattr(data, "tocoo"):
        if getattr(data, "format", "") == "csr":  # its rows are in order
            rows = np.repeat(np.arange(data.shape[0], dtype="i4"), np.diff(data.indptr))
            return Entries(rows, data.indices, data.data, False)
        found = data.tocoo()
        return Entries(found.row, found.col, found.data, False)
    if isinstance(data, tuple) and len(data) in (2, 3):
        return Entries(data[0], data[1], data[2] if len(data) == 3 else None, False)
    if isinstance(data, np.ndarray) and data.ndim == 2 and data.shape[1] in (2, 3):
        return Entries(data[:, 0], data[:, 1], data[:, 2] if data.shape[1] == 3 else None, False)
    if isinstance(data, list) and data and all(isinstance(row, (tuple, list)) and len(row) in (2, 3) for row in data):
        if len({len(row) for row in data}) == 1:
            columns = list(zip(*data))
            return Entries(list(columns[0]), list(columns[1]), list(columns[2]) if len(columns) == 3 else None, False)
    raise ValueError(
        "ratings must be a DataFrame with user, item and, if there is one, rating; a scipy.sparse matrix; arrays of users, items"
        f" and ratings; or a list of (user, item, rating), got {type(data).__name__}"
    )


def _is_numeric(column: Any) -> bool:
    return np.asarray(column[:1]).dtype.kind in "iuf"


class Ids(NamedTuple):
    """Ids as they are handed over."""

    numbers: Array
    #: What the numbers stand for; None if they are the ids themselves.
    names: Optional[Names]

    @property
    def are_integers(self) -> bool:
        """Whether the ids are whole numbers."""
        return self.names is None

    def fields(self, name: str) -> Fields:
        """As fields of a call."""
        return {name: self.numbers, name + ".names": self.names}


def ids(column: Any, kind: str) -> Ids:
    """Ids of users or items, from integers or from texts."""
    if str(getattr(column, "dtype", "")) == "category":
        codes = np.asarray(column.cat.codes)
        if len(codes) and codes.min() < 0:
            raise ValueError(f"an id of a {kind} is missing")
        return _coded(codes, list(column.cat.categories), kind)
    array = column.to_numpy() if hasattr(column, "to_numpy") else np.asarray(column)
    if array.ndim != 1:
        raise ValueError(f"ids of {kind}s must be a list, got an array of shape {array.shape}")
    if array.dtype.kind == "f":
        whole = array.astype("i8", copy=True) if np.isfinite(array).all() else None
        if whole is None or not (whole == array).all():
            raise ValueError(f"ids of {kind}s must be whole numbers or texts, got {array.dtype} with fractions or holes")
        array = whole
    if array.dtype.kind == "u" and array.dtype.itemsize == 8 and array.size and array.max() > 2**63 - 1:
        array = array.astype(object)
    if array.dtype.kind in "iu":
        return Ids(_narrow(array), None)
    if array.dtype.kind == "O":
        listed = array.tolist()
        if listed and all(type(each) is int and abs(each) < 2**63 for each in listed):
            return Ids(_narrow(np.array(listed, dtype="i8")), None)
        return _numbered(listed, kind)
    if array.dtype.kind in "US":
        unique, first, inverse = np.unique(array, return_index=True, return_inverse=True)
        order = np.argsort(first)
        place = np.empty(len(order), dtype="i4")
        place[order] = np.arange(len(order))
        texts = [_text(each, kind) for each in unique[order].tolist()]
        return Ids(np.ascontiguousarray(place[inverse.reshape(-1)], dtype="<i4"), Names.of(texts))
    raise ValueError(f"ids of {kind}s must be whole numbers or texts, got {array.dtype}")


def _narrow(array: Array) -> Array:
    """The same integers in 32 bits if they fit."""
    if array.dtype == np.dtype("<i4"):
        return np.ascontiguousarray(array)
    is_small = array.size == 0 or (array.min() >= -(2**31) and array.max() < 2**31)
    return np.ascontiguousarray(array, dtype="<i4" if is_small else "<i8")


def _text(each: Any, kind: str) -> str:
    if isinstance(each, bytes):
        return each.decode("utf-8")
    if each is None or each != each:
        raise ValueError(f"an id of a {kind} is missing")
    return str(each)


def _coded(codes: Array, labels: List[Any], kind: str) -> Ids:
    if labels and all(isinstance(label, (int, np.integer)) for label in labels):
        return Ids(_narrow(np.asarray(labels, dtype="i8")[codes]), None)
    return Ids(np.ascontiguousarray(codes, dtype="<i4"), Names.of([_text(label, kind) for label in labels]))


def _numbered(listed: List[Any], kind: str) -> Ids:
    """Numbers ids in the order of their first appearance; pandas does it faster, where it is there and ids are many."""
    if len(listed) > 100_000:
        try:
            import pandas as pd

            codes, labels = pd.factorize(np.asarray(listed, dtype=object))
            if len(codes) and codes.min() < 0:
                raise ValueError(f"an id of a {kind} is missing")
            return _distinct(codes, labels.tolist(), kind)
        except ImportError:
            pass
    known: Dict[Any, int] = {}
    codes = np.fromiter((known.setdefault(each, len(known)) for each in listed), dtype="<i4", count=len(listed))
    return _distinct(codes, list(known), kind)


def _distinct(codes: Array, labels: List[Any], kind: str) -> Ids:
    """Ids that are different things may have the same text, such as 1 and "1": they are the same to the model."""
    texts = [_text(label, kind) for label in labels]
    if len(set(texts)) == len(texts):
        return Ids(np.ascontiguousarray(codes, dtype="<i4"), Names.of(texts))
    known: Dict[str, int] = {}
    merged = np.array([known.setdefault(text, len(known)) for text in texts], dtype="<i4")
    return Ids(np.ascontiguousarray(merged[codes]), Names.of(list(known)))


def values(column: Any) -> Array:
    """Ratings or weights in single precision."""
    array = column.to_numpy() if hasattr(column, "to_numpy") else np.asarray(column)
    try:
        single = np.ascontiguousarray(array, dtype="<f4")
    except (TypeError, ValueError):
        raise ValueError(f"ratings must be numbers, got {array.dtype}") from None
    if single.ndim != 1:
        raise ValueError(f"ratings must be a list, got an array of shape {single.shape}")
    finite = np.isfinite(single)
    if not finite.all():
        bad = np.flatnonzero(~finite)
        row = column.index[bad[0]] if hasattr(column, "iloc") else int(bad[0])
        others = f" (and {len(bad) - 1} more)" if len(bad) > 1 else ""
        raise ValueError(
            f"ratings must be finite, got {single[bad[0]]} in row {row!s}{others}; leave out what has no rating, as dropna() does, or all"
            " ratings, to learn from who chose what"
        )
    return single


def handed_over(found: Entries) -> Tuple[Fields, Ids, Ids]:
    """The fields of a call, and the ids in it."""
    users, items = ids(found.user, "user"), ids(found.item, "item")
    if len(users.numbers) != len(items.numbers):
        raise ValueError(f"there must be as many users as items, got {len(users.numbers)} and {len(items.numbers)}")
    fields = {**users.fields("user"), **items.fields("item")}
    if found.value is not None:
        numbers = values(found.value)
        if len(numbers) != len(users.numbers):
            raise ValueError(f"there must be as many ratings as users, got {len(numbers)} and {len(users.numbers)}")
        fields["value"] = numbers
    return fields, users, items
