"""Tables: what is filled in, and what stays as it is."""

import numpy as np
import pytest

import rung


def test_holes_get_what_the_rest_says(holes):
    random = np.random.default_rng(3)
    truth = random.normal(size=(40, 3)) @ random.normal(size=(3, 12))
    full = rung.complete(holes)
    known = ~np.isnan(holes)
    assert (full[known] == holes[known]).all()
    assert np.sqrt(np.mean((full - truth)[~known] ** 2)) < 0.3
    assert np.isnan(holes).any()  # the caller's own array is not touched


def test_what_numpy_makes_an_array_of(holes):
    full = rung.complete(holes)
    assert (rung.complete(holes.tolist()) == full).all()
    assert (rung.complete(np.asfortranarray(holes)) == full).all()
    assert (rung.complete(np.ma.masked_invalid(holes)) == full).all()
    assert (rung.complete(holes.astype(">f8")) == full).all()
    assert rung.complete(holes.astype("f4")).dtype == np.float64


def test_no_holes_are_nothing_to_do():
    table = np.arange(6.0).reshape(2, 3)
    full = rung.complete(table)
    assert (full == table).all() and full is not table


def test_details(holes):
    holes[3, 3] = 1e4
    done = rung.complete(holes, details=True, draws=3)
    missing = np.isnan(holes)
    assert (np.isnan(done.standard_error) == ~missing).all()
    assert (done.low[missing] <= done.table[missing]).all() and (done.table[missing] <= done.high[missing]).all()
    assert (done.outliers[0].row, done.outliers[0].column, done.outliers[0].value) == (3, 3, 1e4)
    assert 0 < done.held_out_error < done.baseline_error
    assert len(done.draws) == 3 and not (done.draws[0] == done.draws[1])[missing].any()
    assert (done.draws[0][~missing] == holes[~missing]).all()
    assert done.kinds == {j: "number" for j in range(12)}


def test_options_reach_the_core(holes):
    assert rung.complete(holes, rank=2, details=True).rank == 2
    assert rung.complete(holes, max_rank=1, details=True).rank <= 1
    assert (rung.complete(holes, threads=1) == rung.complete(holes, threads=2)).all()
    whole = np.rint(3 * holes)
    rounded = rung.complete(whole, round=True)
    assert (rounded == np.rint(rounded)).all()
    counts = rung.complete(np.abs(whole), kinds={2: "count"}, details=True)
    assert counts.kinds[2] == "count"


def test_columns_without_any_value_stay(holes):
    with_empty = np.insert(holes, 2, np.nan, axis=1)
    with pytest.warns(UserWarning, match="column 2: no value at all to go by, so it stays empty"):
        completed = rung.complete(with_empty, details=True, kinds={2: "count", 3: "number"}, draws=1)
    assert (np.delete(completed.table, 2, axis=1) == rung.complete(holes, kinds={2: "number"})).all()
    assert np.isnan(completed.table[:, 2]).all() and np.isnan(completed.low[:, 2]).all() and np.isnan(completed.draws[0][:, 2]).all()
    assert list(completed.kinds) == [j for j in range(with_empty.shape[1]) if j != 2]


@pytest.mark.parametrize(
    "table, words",
    [
        ([1.0, 2.0], "rows and columns"),
        (np.empty((0, 3)), "rows and columns"),
        ([["a", "b"], ["c", "d"]], "numbers"),
        ([[1, np.inf], [2, np.nan]], "infinity"),
        ([[1e200, 2], [np.nan, 1]], "column 0: the largest number .* got 1.0E200"),
        ([[1j, 2], [3, 4]], "real numbers"),
        (np.array([["2024-01-01", "NaT"]], dtype="M8[D]"), "real numbers"),
        (np.array([[1, 2]], dtype="m8[s]"), "real numbers"),
        (np.zeros(3, dtype=[("a", "f8"), ("b", "f8")]), "real numbers"),
        ([[np.nan, np.nan], [np.nan, np.nan]], "every cell is a hole"),
    ],
)
def test_what_is_no_table(table, words):
    with pytest.raises(ValueError, match=words):
        rung.complete(table)


def test_wrong_options(holes):
    for options, words in [
        ({"rank": 99}, "rank must be between 1 and 12"),
        ({"rank": 0}, "rank"),
        ({"rank": 1, "max_rank": 2}, "max_rank"),
        ({"smooth": "diagonals"}, "smooth"),
        ({"kinds": {0: "text"}}, "kind"),
        ({"kinds": {2: "count"}}, "column 2 must hold whole numbers"),
        ({"kinds": {99: "count"}}, "no column 99"),
        ({"kinds": {"a": "count"}}, "no column 'a'"),
        ({"threads": 0}, "threads"),
    ]:
        with pytest.raises(ValueError, match=words):
            rung.complete(holes, **options)
    with pytest.raises(TypeError, match="progress"):
        rung.complete(holes, progress=3)


class TestFrames:
    """pandas."""

    @pytest.fixture(autouse=True)
    def pandas(self):
        self.pd = pytest.importorskip("pandas")

    def test_labels_survive(self, holes):
        frame = self.pd.DataFrame(holes, index=[f"row {i}" for i in range(40)], columns=list("abcdefghijkl"))
        full = rung.complete(frame)
        assert list(full.index) == list(frame.index) and list(full.columns) == list(frame.columns)
        assert (full.to_numpy() == rung.complete(holes)).all()
        assert frame.isna().to_numpy().any()

    def test_columns_of_all_kinds(self):
        random = np.random.default_rng(7)
        size = 120
        warm = random.normal(size=size)
        frame = self.pd.DataFrame(
            {
                "who": [f"person {i}" for i in range(size)],
                "warm": warm,
                "warmer": 2 * warm + 0.01 * random.normal(size=size),
                "steps": self.pd.array(random.integers(0, 9, size), dtype="Int64"),
                "mood": np.where(warm > 0, "good", "bad"),
                "color": self.pd.Categorical(np.where(warm > 0, "red", "blue")),
                "single": warm.astype("f4"),
                "plain": np.arange(size) % 7,
                "yes": warm > 0,
                "maybe": self.pd.array(warm > 0, dtype="boolean"),
                "string": self.pd.array(np.where(warm > 0, "p", "n"), dtype="string"),
                "when": self.pd.date_range("2024-01-01", periods=size, freq="h")[::-1],
                "note": [f"text {i}" for i in range(size)],
            }
        )
        frame.loc[3, "warmer"] = np.nan
        frame.loc[4, "steps"] = self.pd.NA
        frame.loc[5, "mood"] = None
        frame.loc[6, "color"] = None
        frame.loc[7, "note"] = None
        frame.loc[8, "single"] = np.nan
        frame.loc[9, ["maybe", "string"]] = self.pd.NA
        full = rung.complete(frame)
        assert abs(full.loc[3, "warmer"] - 2 * warm[3]) < 0.5
        assert full.loc[5, "mood"] == ("good" if warm[5] > 0 else "bad")
        assert full.loc[6, "color"] == ("red" if warm[6] > 0 else "blue")
        assert full.loc[9, "string"] == ("p" if warm[9] > 0 else "n")
        assert abs(full.loc[9, "maybe"] - (warm[9] > 0)) < 0.2  # a probability
        kinds = {name: str(full[name].dtype) for name in ("color", "single", "plain", "yes", "string")}
        assert kinds == {"color": "category", "single": "float32", "plain": str(frame["plain"].dtype), "yes": "bool", "string": "string"}
        assert full["steps"].dtype == np.float64 and not np.isnan(full.loc[4, "steps"])
        rounded = rung.complete(frame, round=True)["steps"]
        assert rounded.dtype == frame["steps"].dtype and rounded[4] == np.rint(full.loc[4, "steps"])
        assert (rounded.drop(4) == frame["steps"].drop(4)).all()
        assert full.loc[7, "note"] is None  # free text is no data
        assert (full["who"] == frame["who"]).all() and (full["when"] == frame["when"]).all()
        assert rung.complete(frame, details=True).kinds["mood"] == "category"

    def test_times_of_the_index_are_used(self):
        random = np.random.default_rng(4)
        hours = np.cumsum(1 + 2 * (np.arange(200) % 3 == 0))
        walks = np.cumsum(random.normal(size=(hours[-1] + 1, 8)), axis=0)[hours]
        walks[random.random(walks.shape) < 0.3] = np.nan
        frame = self.pd.DataFrame(walks)
        by_time = rung.complete(frame.set_index(self.pd.to_datetime(hours, unit="h")), details=True)
        by_place = rung.complete(frame, details=True)
        assert by_time.smooth == "rows"
        assert not (by_time.table.to_numpy() == by_place.table.to_numpy()).all()

    def test_columns_without_any_value_stay(self, holes):
        frame = self.pd.DataFrame(holes)
        frame.insert(3, "none", np.nan)
        frame.insert(0, "when", self.pd.NaT)
        frame["text"] = None
        told = {"none": "count", "text": "category", "when": "number"}
        with pytest.warns(UserWarning, match="columns 'when', 'none', 'text': no value at all to go by, so they stay empty") as warned:
            completed = rung.complete(frame, details=True, kinds=told)
        assert warned[0].filename == __file__
        assert completed.table[list(told)].isna().all(axis=None) and completed.low[list(told)].isna().all(axis=None)
        assert (completed.table.dtypes[list(told)] == frame.dtypes[list(told)]).all()
        assert (completed.table.drop(columns=list(told)).to_numpy() == rung.complete(holes)).all()
        assert list(completed.kinds) == list(range(12))

    def test_columns_that_may_hold_anything(self, holes):
        from decimal import Decimal

        told = rung.complete(holes)
        missing = np.isnan(holes)
        frame = self.pd.DataFrame(holes)
        for column, none in [(0, None), (1, self.pd.NA), (2, np.nan)]:
            frame[column] = self.pd.Series([none if hole else x for x, hole in zip(holes[:, column], missing[:, column])], dtype=object)
        frame["list"] = [[i % 2] for i in range(40)]
        full = rung.complete(frame)
        assert (full.drop(columns="list").to_numpy(dtype="f8") == told).all()
        assert full["list"].tolist() == frame["list"].tolist()
        exact = frame[0].map(lambda x: Decimal(str(round(x, 2))), na_action="ignore")
        assert exact.isna().any() and not rung.complete(frame.assign(exact=exact))["exact"].isna().any()
        assert (rung.complete(self.pd.DataFrame(holes).convert_dtypes().to_numpy(dtype=object)) == told).all()

    def test_labels_may_come_first_if_some_are_missing(self, holes):
        sign = np.where(rung.complete(holes)[:, 0] > 0, "up", "down").astype(object)
        sign[[3, 9]] = None
        frame = self.pd.DataFrame(holes)
        frame.insert(0, "sign", sign)
        assert rung.complete(frame)["sign"].isin(["up", "down"]).all()

    def test_what_is_no_frame(self, holes):
        with pytest.raises(ValueError, match="'a' must hold real numbers"):
            rung.complete(self.pd.DataFrame({"a": [1j, 2j], "b": [1, np.nan]}))
        with pytest.raises(ValueError, match="column 0 must hold real numbers.* not be sparse"):
            rung.complete(self.pd.DataFrame(holes).astype(self.pd.SparseDtype("float")))
        with pytest.raises(ValueError, match="column 'x' must hold whole numbers"):
            rung.complete(self.pd.DataFrame({"none": np.nan, "x": holes[:, 0], "y": holes[:, 1]}), kinds={"x": "count"})
        with pytest.raises(ValueError, match="different names"):
            rung.complete(self.pd.DataFrame(holes[:, :2], columns=["a", "a"]))
        with pytest.raises(ValueError, match="no column 'z'"):
            rung.complete(self.pd.DataFrame(holes), kinds={"z": "count"})
        frame = self.pd.DataFrame(holes)
        frame["note"] = [f"text {i}" for i in range(40)]
        with pytest.raises(ValueError, match="column 'note' is no data"):
            rung.complete(frame, kinds={"note": "count"})
