"""The completion of tables as a scikit-learn imputer."""

from typing import Any, Dict, Optional

import numpy as np

from ._child import call
from ._progress import Progress
from ._table import arguments, note_empty
from ._wire import Array, Names

try:
    from sklearn.base import BaseEstimator, TransformerMixin
    from sklearn.utils.validation import check_is_fitted

    _HAS_SKLEARN = True
except ImportError:
    _HAS_SKLEARN = False

    class BaseEstimator:  # type: ignore[no-redef]
        """Stands in where scikit-learn is not installed."""

    class TransformerMixin:  # type: ignore[no-redef]
        """Stands in where scikit-learn is not installed."""


try:
    from sklearn.base import OneToOneFeatureMixin
except ImportError:

    class OneToOneFeatureMixin:  # type: ignore[no-redef]
        """Stands in where scikit-learn is not installed."""


class Completer(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """Fills missing values by a matrix of low rank, as a scikit-learn imputer.

    ``fit`` learns about the columns, ``transform`` fills each row, also a new one, by what was learned. ``fit_transform`` gives what
    :func:`rung.complete` gives, which knows more about the rows it was fitted on than ``transform`` does; the two differ slightly.

    :param rank: the rank, exactly; by default it is chosen on cells that are held out
    :param max_rank: the highest rank to choose from
    :param smooth: which neighbors may tell about each other in ``fit_transform``: ``"rows"``, ``"columns"`` or ``"none"``
    :param bounded: whether what is filled in stays within what its column can hold
    :param seed: the seed of every random choice
    :param threads: how many threads to use; the answer does not depend on it
    :param progress: a function that is called after each :class:`rung.Step`, or ``True`` for a line of progress

    After ``fit``: ``rank_``, ``held_out_error_`` (in standard deviations of the columns), ``kinds_`` (what each column was taken for;
    an empty text for one without any value, which stays as it is), ``n_features_in_``, and ``feature_names_in_`` if the columns had names.

    >>> rows = np.outer(np.arange(1., 9.), [1., 2., 3.])
    >>> rows[0, 1] = np.nan
    >>> completer = rung.Completer().fit(rows)
    >>> bool(abs(completer.transform([[10., np.nan, 30.]])[0, 1] - 20) < 1)
    True
    """

    def __init__(
        self,
        *,
        rank: Optional[int] = None,
        max_rank: Optional[int] = None,
        smooth: Optional[str] = "none",
        bounded: bool = True,
        seed: int = 0,
        threads: Optional[int] = None,
        progress: Progress = None,
    ):
        self.rank = rank
        self.max_rank = max_rank
        self.smooth = smooth
        self.bounded = bounded
        self.seed = seed
        self.threads = threads
        self.progress = progress

    def fit(self, X: Any, y: Any = None) -> "Completer":
        """Learns about the columns of a table.

        :param X: the table, with NaN where a value is missing
        :param y: ignored
        :returns: this
        """
        self._fit(self._checked(X, True))
        return self

    def fit_transform(self, X: Any, y: Any = None, **fit_params: Any) -> Any:
        """Learns about the columns of a table, and fills its holes.

        :param X: the table, with NaN where a value is missing
        :param y: ignored
        :returns: the completed table
        """
        return self._fit(self._checked(X, True))

    def _fit(self, values: Array) -> Array:
        asked = arguments(
            values,
            rank=self.rank,
            max_rank=self.max_rank,
            smooth=self.smooth,
            bounded=self.bounded,
            seed=self.seed,
            threads=self.threads,
        )
        names = getattr(self, "feature_names_in_", range(values.shape[1]))
        asked["names"] = Names.of([repr(name) for name in names])
        result = call("complete", asked, progress=self.progress, can_stop=True)
        self.rank_: int = result["rank"]
        self.held_out_error_: float = result["held_out_error"]
        self.kinds_ = result["kinds"].texts()
        self.model_: Dict[str, Array] = {name: array for name, array in result.items() if name.startswith("model.")}
        note_empty([names[j] for j in result["model.empty"].tolist()], 3)
        filled: Array = result["filled"]
        return filled

    def transform(self, X: Any) -> Any:
        """Fills the holes of rows by what was learned; nothing is learned from them.

        :param X: rows with the columns that this was fitted on
        :returns: the completed rows
        """
        if _HAS_SKLEARN:
            check_is_fitted(self, "model_")
        elif not hasattr(self, "model_"):
            raise ValueError("this Completer is not fitted yet: call fit first")
        values = self._checked(X, False)
        if not np.isnan(values).any():
            return values
        return call("complete-rows", {"table": values, "threads": self.threads, **self.model_})["filled"]

    def _checked(self, X: Any, is_new: bool) -> Any:
        """The table as an array of one's own; scikit-learn checks it where it is there."""
        options: Dict[str, Any] = {"dtype": np.float64, "order": "C", "copy": True, "reset": is_new}
        if hasattr(self, "_validate_data"):  # before scikit-learn 1.6
            return self._validate_data(X, force_all_finite="allow-nan", **options)
        if _HAS_SKLEARN:
            from sklearn.utils.validation import validate_data

            return validate_data(self, X, ensure_all_finite="allow-nan", **options)
        from ._table import _numbers

        values = _numbers(X)
        if is_new:
            self.n_features_in_ = values.shape[1]
        elif values.shape[1] != self.n_features_in_:
            raise ValueError(f"X has {values.shape[1]} features, but Completer is expecting {self.n_features_in_} features as input")
        return values

    def _more_tags(self) -> Dict[str, Any]:
        return {"allow_nan": True}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags
