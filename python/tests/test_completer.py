"""The completer as a scikit-learn imputer."""

import pickle
import sys

import numpy as np
import pytest

import rung


def test_scikit_learns_own_checks():
    checks = pytest.importorskip("sklearn.utils.estimator_checks")
    checks.check_estimator(rung.Completer())


def test_new_rows_are_folded_in(holes):
    random = np.random.default_rng(3)
    left, right = random.normal(size=(40, 3)), random.normal(size=(3, 12))
    completer = rung.Completer().fit(holes)
    truth = random.normal(size=(25, 3)) @ right
    rows = np.where(random.random(truth.shape) < 0.3, np.nan, truth)
    full = completer.transform(rows)
    known = ~np.isnan(rows)
    assert (full[known] == rows[known]).all()
    assert np.sqrt(np.mean((full - truth)[~known] ** 2)) < 0.5 * truth.std()
    alone = np.vstack([completer.transform(row[None]) for row in rows])
    assert np.allclose(alone, full)  # each row on its own


def test_fit_transform_is_complete(holes):
    assert (rung.Completer().fit_transform(holes) == rung.complete(holes, smooth="none")).all()
    known = rung.Completer().fit(holes)
    assert known.rank_ >= 1 and 0 < known.held_out_error_ < 1 and len(known.kinds_) == 12


def test_columns_without_any_value_stay(holes):
    rows = np.insert(holes, 2, np.nan, axis=1)
    with pytest.warns(UserWarning, match="column 2: no value at all"):
        completer = rung.Completer().fit(rows)
    later = rows[:3].copy()
    later[0, 2] = 7
    assert completer.kinds_[2] == "" and len(completer.kinds_) == 13
    filled = completer.transform(later)
    assert filled[0, 2] == 7 and np.isnan(filled[1:, 2]).all()
    assert (np.delete(filled, 2, axis=1) == rung.Completer().fit(holes).transform(holes[:3])).all()


def test_pickled(holes):
    completer = rung.Completer(rank=2, seed=3).fit(holes)
    again = pickle.loads(pickle.dumps(completer))
    assert (again.transform(holes) == completer.transform(holes)).all()


def test_in_pipelines(holes):
    pytest.importorskip("sklearn")
    from sklearn.base import clone
    from sklearn.linear_model import Ridge
    from sklearn.model_selection import GridSearchCV, cross_val_score
    from sklearn.pipeline import make_pipeline

    target = rung.complete(holes)[:, 0]
    pipeline = make_pipeline(rung.Completer(), Ridge())
    scores = cross_val_score(pipeline, holes, target, cv=3)
    assert (scores > 0.5).all()
    search = GridSearchCV(pipeline, {"completer__rank": [1, 3]}, cv=2).fit(holes, target)
    assert search.best_params_["completer__rank"] == 3
    copy = clone(rung.Completer(rank=2).fit(holes))
    assert copy.rank == 2 and not hasattr(copy, "model_")


def test_frames_and_names(holes):
    pd = pytest.importorskip("pandas")
    pytest.importorskip("sklearn")
    names = [f"c{j}" for j in range(12)]
    frame = pd.DataFrame(holes, columns=names, index=np.arange(40) + 7)
    completer = rung.Completer().fit(frame)
    assert completer.get_feature_names_out().tolist() == names
    out = completer.set_output(transform="pandas").transform(frame)
    assert list(out.columns) == names and list(out.index) == list(frame.index)
    assert not out.isna().to_numpy().any()
    with pytest.raises(ValueError, match="feature names|features"):
        completer.transform(frame[names[::-1]])


def test_in_parallel(holes):
    pytest.importorskip("sklearn")
    from sklearn.linear_model import Ridge
    from sklearn.model_selection import cross_val_score
    from sklearn.pipeline import make_pipeline

    target = rung.complete(holes)[:, 0]
    pipeline = make_pipeline(rung.Completer(threads=1), Ridge())
    assert (cross_val_score(pipeline, holes, target, cv=2, n_jobs=2) == cross_val_score(pipeline, holes, target, cv=2)).all()


def test_without_scikit_learn(holes, script):
    lines = f"""
import sys
sys.modules["sklearn"] = None
import numpy as np, rung
rows = np.array({np.nan_to_num(holes).tolist()})
rows[0, 0] = np.nan
completer = rung.Completer(rank=2)
try:
    completer.transform(rows)
except ValueError as e:
    assert "not fitted" in str(e)
assert not np.isnan(completer.fit(rows).transform(rows)).any()
try:
    completer.transform(rows[:, :3])
except ValueError as e:
    assert "3 features" in str(e)
print("fine")
"""
    out, err = script(lines).communicate(timeout=120)
    assert out == "fine\n", err
