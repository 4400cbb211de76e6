"""Recommenders."""

import errno
import itertools
import os
import tempfile
import weakref
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _child, _ratings
from ._progress import Progress
from ._wire import Array, Fields, Names

_numbers = itertools.count(1)


class Recommendation(NamedTuple):
    """An item that is recommended."""

    #: The id of the item.
    item: Any
    #: What it was ranked by.
    score: float
    #: The rating to expect; NaN if the model predicts none.
    rating: float
    #: The same before it is clipped to the lowest and highest rating.
    unclipped: float
    #: The user's own items that contributed most.
    because: List[Any]


class Similar(NamedTuple):
    """An item, or a user, that is like another."""

    id: Any
    #: A cosine: 1 for the same, 0 if one says nothing about the other.
    score: float


class Lists(NamedTuple):
    """The lists of several users: a row for each."""

    #: The users, in the order of the rows.
    users: Array
    #: The ids of the items, best first; None, or -1 if ids are integers, after the end of a shorter list.
    items: Array
    #: What they were ranked by.
    scores: Array
    #: The ratings to expect, between the lowest and the highest one; NaN if the model predicts none.
    ratings: Array


class Recommender:
    """Learns from ratings, or from who chose what, what to recommend. There is nothing to tune.

    Ids are integers or texts, and come back as what they were. The answers are those of the commands ``rung train``, ``recommend`` and so
    on, bit for bit.

    :param rank: the rank, exactly; by default it is chosen on ratings that are held out
    :param max_rank: the highest rank to choose from
    :param rounds: rounds of draws at the final rank; more are slower
    :param held_out: the part of the ratings that chooses the rank
    :param weights: whether values say how often something was chosen; by default they are ratings, unless their column has a name such as
        ``count`` or ``plays``, or all are equal
    :param only: ``"ratings"`` or ``"preferences"``, to train one part of the model only
    :param low: the lowest rating to predict; by default the lowest that was given
    :param high: the highest rating to predict
    :param duplicates: what to do with several ratings of one item by one user: ``"last"``, ``"mean"``, ``"sum"`` or ``"error"``; by
        default the last rating counts, and weights are summed
    :param seed: the seed of every random choice
    :param threads: how many threads to use; the answer does not depend on it
    :param progress: a function that is called after each :class:`Step`, or ``True`` for a line of progress

    >>> ratings = [("ann", "Alien", 5), ("ann", "Brazil", 2), ("bob", "Alien", 4), ("eve", "Brazil", 3), ("eve", "Casablanca", 5)]
    >>> model = rung.Recommender().fit(ratings)
    >>> sorted(each.item for each in model.recommend("bob", n=2))
    ['Brazil', 'Casablanca']
    >>> model.predict([("bob", "Brazil"), ("ann", "Casablanca")]).shape
    (2,)
    """

    def __init__(
        self,
        *,
        rank: Optional[int] = None,
        max_rank: Optional[int] = None,
        rounds: Optional[int] = None,
        held_out: Optional[float] = None,
        weights: Optional[bool] = None,
        only: Optional[str] = None,
        low: Optional[float] = None,
        high: Optional[float] = None,
        duplicates: Optional[str] = None,
        seed: int = 0,
        threads: Optional[int] = None,
        progress: Progress = None,
    ):
        self.rank = rank
        self.max_rank = max_rank
        self.rounds = rounds
        self.held_out = held_out
        self.weights = weights
        self.only = only
        self.low = low
        self.high = high
        self.duplicates = duplicates
        self.seed = seed
        self.threads = threads
        self.progress = progress
        self._bytes: Optional[Array] = None

    def fit(self, ratings: Any, items: Any = None, values: Any = None) -> "Recommender":
        """Trains a model. Ctrl-C keeps the best so far.

        :param ratings: a DataFrame with columns of users, items and, if there is one, ratings; a ``scipy.sparse`` matrix with a row for
            each user and a column for each item; a list of ``(user, item, rating)`` or ``(user, item)``; an array with two or three
            columns; a tuple of arrays; or the array of users
        :param items: the array of items, if ``ratings`` is that of the users
        :param values: the array of ratings, if ``ratings`` is that of the users
        :returns: this
        """
        if self.rank is not None and (self.max_rank is not None or self.held_out is not None):
            raise ValueError("rank leaves nothing to choose, so max_rank and held_out do not go with it")
        _require_word("only", self.only, ("ratings", "preferences"))
        _require_word("duplicates", self.duplicates, ("last", "mean", "sum", "error"))
        found = _ratings.entries(ratings, items, values)
        fields, users, of_items = _ratings.handed_over(found)
        model = next(_numbers)
        result = _child.call(
            "train",
            {
                **fields,
                "model": model,
                "weights": found.are_weights if self.weights is None else self.weights,
                "rank": self.rank,
                "max_rank": self.max_rank,
                "rounds": self.rounds,
                "held_out": _real(self.held_out),
                "only": self.only,
                "low": _real(self.low),
                "high": _real(self.high),
                "duplicates": self.duplicates,
                "seed": int(self.seed),
                "threads": self.threads,
            },
            progress=self.progress,
            can_stop=True,
            makes_model=True,
        )
        self._keep(model, result.pop("bytes"), result, users.are_integers, of_items.are_integers)
        return self

    def _keep(self, model: int, data: Array, facts: Fields, integer_users: bool, integer_items: bool) -> None:
        self._model = model
        self._bytes = data
        self._integer_users = integer_users
        self._integer_items = integer_items
        self._facts = facts
        self._ids: Optional[Dict[str, Array]] = None
        weakref.finalize(self, _child.forget, model).atexit = False
        #: The rank that was chosen for ratings.
        self.rank_: int = facts["rank"]
        #: The error on held-out ratings, in their unit; NaN if nothing was held out.
        self.held_out_error_: float = facts.get("held_out_error", float("nan"))
        #: How the model came about, in words.
        words = facts["facts"].texts()
        self.facts_: Dict[str, str] = dict(zip(words[::2], words[1::2]))

    def _call(self, name: str, arguments: Fields) -> Fields:
        """Makes a call about the model, which is handed over again to a child that does not have it."""
        if self._bytes is None:
            raise ValueError("this Recommender is not fitted yet: call fit first")
        child = _child.child()
        if self._model not in child.models:
            self._load("the model", child)
        return _child.call(name, {"model": self._model, **arguments}, to=child)

    def _load(self, name: str, child: Optional[_child.Child] = None) -> Fields:
        return _child.call("load", {"model": self._model, "bytes": self._bytes, "name": name}, to=child, makes_model=True)

    @property
    def users(self) -> Array:
        """The ids of all users, in the order of their first appearance."""
        return self._all_ids()["users"]

    @property
    def items(self) -> Array:
        """The ids of all items, in the order of their first appearance."""
        return self._all_ids()["items"]

    def _all_ids(self) -> Dict[str, Array]:
        if getattr(self, "_ids", None) is None:
            found = self._call("ids", {})
            self._ids = {
                "users": _array(found["users"], self._integer_users),
                "items": _array(found["items"], self._integer_items),
            }
        return self._ids  # type: ignore[return-value]

    def recommend(
        self,
        user: Any = None,
        n: int = 10,
        *,
        by: str = "both",
        with_seen: bool = False,
        surprise: float = 0.0,
        exclude: Optional[Sequence[Any]] = None,
        candidates: Optional[Sequence[Any]] = None,
        min_ratings: int = 0,
    ) -> Union[List[Recommendation], Lists]:
        """Lists the items to recommend, best first, without those the user rated or chose already.

        :param user: the id of a user; or several ids in a list or an array; None for all users
        :param n: the most items
        :param by: rank by ``"preference"`` (what the user would choose), by ``"rating"`` (how they would rate it), or by ``"both"``
        :param with_seen: whether to include items that the user rated or chose already
        :param surprise: from -1 (what everybody knows) to 1 (what few people know)
        :param exclude: items that must not be listed
        :param candidates: no other items are listed
        :param min_ratings: list only items that at least this many users rated or chose
        :returns: a list of :class:`Recommendation`; for several users a :class:`Lists` of arrays
        """
        options = _list_options(n, by, with_seen, surprise, exclude, candidates, min_ratings)
        if _is_one(user):
            return _recommendations(self._call("recommend", {"user": str(user), **options}), self._integer_items)
        if user is not None:
            options.update(_ratings.ids(user, "user").fields("user"))
        found = self._call("recommend-lists", {"threads": self.threads, **options})
        numbers = found["item"]
        empty = -1 if self._integer_items else None
        names = np.append(self.items, np.array([empty], dtype=self.items.dtype))  # number -1 is the last
        users = self.users if user is None else np.asarray(user)
        return Lists(users, names[numbers], found["score"], found["rating"])

    def predict(self, pairs: Any, items: Any = None) -> Any:
        """Predicts ratings. Where the model knows the user or the item not, it gives the mean and what it knows of the other.

        :param pairs: pairs of a user and an item, in any form that :meth:`fit` takes; or the array of users
        :param items: the array of items, if ``pairs`` is that of the users
        :returns: the array of ratings; of one pair the rating
        """
        if items is not None and _is_one(pairs):
            return self.predict([pairs], [items])[0]
        if isinstance(pairs, tuple) and len(pairs) == 2 and _is_one(pairs[0]) and _is_one(pairs[1]):
            return self.predict([pairs[0]], [pairs[1]])[0]
        if items is None and isinstance(pairs, (list, tuple)) and len(pairs) == 0:
            return np.empty(0)
        if items is None and _is_one(pairs):
            raise ValueError(
                "predict takes a user and an item, as in predict('ann', 'Alien'), or pairs of them, as in predict([('ann', 'Alien')]),"
                f" got {pairs!r} alone"
            )
        fields, _, _ = _ratings.handed_over(_ratings.entries(pairs, items)._replace(value=None))
        return self._call("predict", fields)["rating"]

    def similar(self, item: Any = None, n: int = 10, *, user: Any = None, by: str = "both") -> List[Similar]:
        """Lists the items most like an item, or the users most like a user, the most similar first.

        :param item: the id of the item
        :param n: the most items
        :param user: the id of a user, in place of an item
        :param by: compare by ``"preference"`` (what people choose together) or by ``"rating"`` (what the same people like); by default by
            preference, if the model knows any
        """
        if (item is None) == (user is None):
            raise ValueError("there must be an item or a user to compare with, got " + ("neither" if item is None else "both"))
        _require_word("by", by, ("both", "preference", "rating"))
        one = {"item": str(item)} if user is None else {"user": str(user)}
        found = self._call("similar", {"n": int(n), "by": by, **one})
        names = _listed(found["id"], self._integer_items if user is None else self._integer_users)
        return [Similar(name, float(score)) for name, score in zip(names, found["score"])]

    def fold_in(self, ratings: Any) -> "Newcomer":
        """A user whom the model was not trained on, from what they rated or chose. The model is not changed.

        :param ratings: a dict from items to ratings; a list of ``(item, rating)``; a list or an array of items that were chosen; or one
            row of a ``scipy.sparse`` matrix
        """
        if hasattr(ratings, "tocoo"):
            found = ratings.tocoo()
            items, values = found.col, found.data
        elif isinstance(ratings, Mapping):
            items, values = list(ratings), list(ratings.values())
        else:
            listed = list(ratings)
            are_pairs = bool(listed) and all(isinstance(each, tuple) and len(each) == 2 for each in listed)
            items = [each[0] for each in listed] if are_pairs else ratings
            values = [each[1] for each in listed] if are_pairs else None
        fields = _ratings.ids(items, "item").fields("item")
        if values is not None:
            fields["value"] = _ratings.values(values)
        return Newcomer(self, fields)

    def evaluate(
        self,
        ratings: Any,
        items: Any = None,
        values: Any = None,
        *,
        lists: bool = False,
        n: int = 20,
        liked: Optional[float] = None,
        cold: bool = True,
    ) -> Dict[str, float]:
        """Measures the model on ratings that it was not trained on.

        :param ratings: the ratings, in any form that :meth:`fit` takes
        :param items: the array of items, if ``ratings`` is that of the users
        :param values: the array of ratings, if ``ratings`` is that of the users
        :param lists: whether to measure lists instead of predicted ratings
        :param n: with ``lists``, how many items a list has
        :param liked: with ``lists``, the lowest rating of an item that counts
        :param cold: whether ratings of unknown users or items count
        :returns: ``rmse`` and ``mae`` with their standard errors, ``count`` and ``cold``; with ``lists``, ``ndcg``, ``recall``, ``map``,
            ``hit_rate``, ``coverage`` and ``novelty`` with theirs
        """
        fields, _, _ = _ratings.handed_over(_ratings.entries(ratings, items, values))
        if lists:
            found = self._call("evaluate-lists", {**fields, "n": int(n), "liked": _real(liked)})
        else:
            found = self._call("evaluate", {**fields, "drop_cold": not cold})
        found.pop("seconds")
        return found

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the model to a file, which the command reads, too. An existing file is replaced as a whole, or not at all."""
        if self._bytes is None:
            raise ValueError("this Recommender is not fitted yet: call fit first")
        target = os.path.realpath(os.fspath(path))
        folder = os.path.dirname(target)
        if not os.path.isdir(folder):
            raise FileNotFoundError(errno.ENOENT, f"the folder {folder} does not exist", os.fspath(path))
        try:
            handle, beside = tempfile.mkstemp(prefix=".rung-", suffix=".part", dir=folder)
        except OSError as error:  # which names the temporary file
            raise OSError(error.errno, error.strerror, os.fspath(path)) from None
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(self._bytes.data)
            os.chmod(beside, 0o666 & ~_umask())
            os.replace(beside, target)
        except BaseException:
            os.unlink(beside)
            raise

    @classmethod
    def load(cls, path: Union[str, "os.PathLike[str]"]) -> "Recommender":
        """Reads a model that :meth:`save` or the command ``rung train`` has written. If all ids are whole numbers, they are integers here.

        :param path: the file
        """
        model = cls()
        data = np.fromfile(os.fspath(path), dtype="u1")
        model._model = next(_numbers)
        model._bytes = data
        facts = model._load(os.path.basename(os.fspath(path)))
        model._keep(model._model, data, facts, facts["integer_users"], facts["integer_items"])
        return model

    def __getstate__(self) -> Dict[str, Any]:
        state = dict(self.__dict__)
        state.pop("_model", None)
        if "_facts" in state:
            state["_facts"] = {**state["_facts"], "facts": self._facts["facts"].texts()}
        return state

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self._bytes is not None:
            self._facts = {**self._facts, "facts": Names.of(self._facts["facts"])}
            self._model = next(_numbers)  # a copy of one's own, handed over when it is used
            weakref.finalize(self, _child.forget, self._model).atexit = False

    def __repr__(self) -> str:
        if self._bytes is None:
            return "Recommender(), not fitted"
        return f"Recommender of {self._facts['users']} users and {self._facts['items']} items, rank {self.rank_}"


class Newcomer:
    """A user whom a model was not trained on. Made by :meth:`Recommender.fold_in`."""

    def __init__(self, model: Recommender, ratings: Fields):
        self._model = model
        self._ratings = ratings

    def __repr__(self) -> str:
        verb, count = "rated" if "value" in self._ratings else "chose", len(self._ratings["item"])
        return f"Newcomer who {verb} {count} item{'' if count == 1 else 's'}"

    def recommend(
        self,
        n: int = 10,
        *,
        by: str = "both",
        with_seen: bool = False,
        surprise: float = 0.0,
        exclude: Optional[Sequence[Any]] = None,
        candidates: Optional[Sequence[Any]] = None,
        min_ratings: int = 0,
    ) -> List[Recommendation]:
        """Lists the items to recommend, best first: see :meth:`Recommender.recommend`."""
        options = _list_options(n, by, with_seen, surprise, exclude, candidates, min_ratings)
        return _recommendations(self._model._call("newcomer", {**self._ratings, **options}), self._model._integer_items)

    def predict(self, items: Any) -> Any:
        """Predicts the rating of an item, or of each of several."""
        is_one = _is_one(items)
        names = [str(items)] if is_one else [str(each) for each in items]
        found = self._model._call("newcomer-predict", {**self._ratings, "of": Names.of(names)})["rating"]
        return float(found[0]) if is_one else found


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _real(number: Optional[float]) -> Optional[float]:
    return None if number is None else float(number)


def _require_word(name: str, word: Optional[str], words: Sequence[str]) -> None:
    if word is not None and word not in words:
        raise ValueError(f"{name} must be one of {', '.join(words)}, got {word!r}")


def _is_one(user: Any) -> bool:
    """Whether this is one id, not several."""
    return isinstance(user, (str, bytes, int, np.integer)) or (isinstance(user, np.ndarray) and user.ndim == 0)


def _list_options(
    n: int,
    by: str,
    with_seen: bool,
    surprise: float,
    exclude: Optional[Sequence[Any]],
    candidates: Optional[Sequence[Any]],
    min_ratings: int,
) -> Fields:
    _require_word("by", by, ("both", "preference", "rating"))
    if n < 1:
        raise ValueError(f"n must be at least 1, got {n}")
    options: Fields = {"n": int(n), "by": by, "with_seen": with_seen, "surprise": float(surprise), "least_users": int(min_ratings)}
    if exclude is not None and len(exclude):
        options.update(_ratings.ids(exclude, "item").fields("without"))
    if candidates is not None:
        options.update(_ratings.ids(candidates, "item").fields("among"))
    return options


def _listed(names: Names, are_integers: bool) -> List[Any]:
    return [int(name) for name in names.texts()] if are_integers else names.texts()


def _array(names: Names, are_integers: bool) -> Array:
    listed = _listed(names, are_integers)
    return np.array(listed, dtype="i8" if are_integers else object)


def _recommendations(found: Fields, are_integers: bool) -> List[Recommendation]:
    items = _listed(found["item"], are_integers)
    because = iter(_listed(found["because"], are_integers))
    return [
        Recommendation(item, float(score), float(rating), float(unclipped), [next(because) for _ in range(reasons)])
        for item, score, rating, unclipped, reasons in zip(items, found["score"], found["rating"], found["unclipped"], found["reasons"])
    ]
