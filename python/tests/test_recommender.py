"""Recommenders: forms of ratings and ids, lists, predictions, files."""

import copy
import gc
import pickle

import numpy as np
import pytest

import rung
from rung import _child

MOVIES = [
    ("ann", "Alien", 5.0),
    ("ann", "Brazil", 2.0),
    ("bob", "Alien", 4.0),
    ("bob", "Casablanca", 3.0),
    ("eve", "Brazil", 3.0),
    ("eve", "Casablanca", 5.0),
    ("kim", "Alien", 4.5),
]


@pytest.fixture
def model(ratings):
    return rung.Recommender(seed=1).fit(*ratings)


def test_forms_of_ratings_agree(ratings, model):
    users, items, values = ratings
    expected = model.predict(users, items)
    forms = [
        (users, items, values),
        np.column_stack([users, items, values]),
        list(zip(users.tolist(), items.tolist(), values.tolist())),
        {"user": users, "item": items, "rating": values},
        (users.astype("u1"), items.astype("i2"), values.tolist()),
    ]
    try:
        import pandas as pd

        frame = pd.DataFrame({"rating": values, "item": items, "user": users})
        forms += [frame, frame[["user", "item", "rating"]].astype({"user": "category"}), frame.astype({"user": "Int64"})]
    except ImportError:
        pass
    for form in forms:
        assert (rung.Recommender(seed=1).fit(form).predict(users, items) == expected).all()


def test_texts_and_integers_are_the_same_to_the_model(ratings, model):
    users, items, values = ratings
    expected = model.predict(users, items)
    names = np.array([f"{user}" for user in users])
    for column in (names, names.astype(object), names.tolist(), names.astype("S")):
        other = rung.Recommender(seed=1).fit(column, items, values)
        assert (other.predict(column, items) == expected).all()
        assert isinstance(other.users[0], str)
    assert isinstance(model.recommend(int(users[0]), n=1)[0].item, int)


def test_sparse_matrices(ratings):
    sparse = pytest.importorskip("scipy.sparse")
    users, items, values = ratings
    matrix = sparse.csr_matrix((values, (users, items)))
    expected = rung.Recommender().fit(matrix.tocoo().row, matrix.tocoo().col, matrix.data)
    for form in (matrix, matrix.tocoo()):
        model = rung.Recommender().fit(form)
        assert (model.predict(users, items) == expected.predict(users, items)).all()
    newcomer = model.fold_in(matrix[int(users[0])])
    assert newcomer.recommend(3)
    assert model.evaluate(matrix)["count"] == matrix.nnz


def test_large_and_scattered_integers():
    random = np.random.default_rng(1)
    users = random.integers(-(2**60), 2**60, 30)[random.integers(0, 30, 400)]
    items = random.integers(0, 20, 400)
    values = random.integers(1, 6, 400)
    model = rung.Recommender().fit(users, items, values)
    first = np.array(list(dict.fromkeys(users.tolist())))
    assert (model.users == first).all()
    assert isinstance(model.recommend(users[0], n=1), list)


def test_the_issues_lines(tmp_path):
    model = rung.Recommender().fit(MOVIES)
    listed = model.recommend("ann", n=10)
    assert [each.item for each in listed] == ["Casablanca"]
    assert set(listed[0].because) <= {"Alien", "Brazil"}
    assert model.predict([("ann", "Casablanca"), ("nobody", "nothing")]).shape == (2,)
    assert isinstance(model.predict("ann", "Casablanca"), float)
    with pytest.raises(ValueError, match="predict takes a user and an item.*got 'ann' alone"):
        model.predict("ann")
    assert {each.id for each in model.similar("Alien")} == {"Brazil", "Casablanca"}
    assert {each.id for each in model.similar(user="ann", n=2)} <= {"bob", "eve", "kim"}
    model.save(tmp_path / "m.rung")
    again = rung.Recommender.load(tmp_path / "m.rung")
    assert again.recommend("ann") == listed


def test_choices_without_ratings(ratings):
    users, items, values = ratings
    for model in (
        rung.Recommender().fit(users, items),
        rung.Recommender().fit(users, items, np.full(len(users), 3.0)),  # nothing in them but what was chosen
        rung.Recommender(weights=True).fit(users, items, values),
        rung.Recommender().fit({"user": users, "item": items, "plays": values}),
        rung.Recommender().fit({"user": users, "item": items, "minutes watched": values}),
    ):
        with pytest.raises(ValueError, match="choices without ratings"):
            model.predict(users[:3], items[:3])
        assert np.isnan(model.recommend(int(users[0]))[0].rating)


def test_lists_of_several_users(model):
    some = model.users[[3, 1]]
    lists = model.recommend(some, n=4)
    assert lists.items.shape == (2, 4) and (lists.users == some).all()
    for user, items, scores in zip(some, lists.items, lists.scores):
        alone = model.recommend(user, n=4)
        assert [each.item for each in alone] == items.tolist()
        assert np.allclose([each.score for each in alone], scores)
    everybody = model.recommend(n=4)
    assert (everybody.users == model.users).all()
    assert (everybody.items[[3, 1]] == lists.items).all()


def test_options_of_lists(model, ratings):
    user = int(ratings[0][0])
    best = [each.item for each in model.recommend(user, n=5)]
    assert best[0] not in [each.item for each in model.recommend(user, n=5, exclude=best[:1])]
    assert {each.item for each in model.recommend(user, candidates=best[2:4])} == set(best[2:4])
    by_rating = model.recommend(user, n=50, by="rating")
    assert all(a.unclipped >= b.unclipped - 1e-6 for a, b in zip(by_rating, by_rating[1:]))
    assert len(model.recommend(user, n=50, with_seen=True)) > len(model.recommend(user, n=50))
    assert model.recommend(user, n=5, surprise=1.0) != model.recommend(user, n=5)
    assert model.recommend(user, min_ratings=10**6) == []


def test_newcomers(model, ratings):
    users, items, values = ratings
    person = model.fold_in({int(items[0]): 5.0, int(items[1]): 1.0, 999_999: 3.0})
    assert repr(person) == "Newcomer who rated 3 items"
    assert repr(model.fold_in([int(items[0])])) == "Newcomer who chose 1 item"
    assert int(items[0]) not in [each.item for each in person.recommend(40)]
    assert person.predict(int(items[2])) == person.predict([int(items[2])])[0]
    assert model.fold_in([int(items[0]), int(items[1])]).recommend(2)
    assert model.fold_in([(int(items[0]), 5.0)]).recommend(2)
    with pytest.raises(rung.UnknownIdError, match="none of these"):
        model.fold_in([999_999]).recommend(2)


def test_evaluate(model, ratings):
    users, items, values = ratings
    figures = model.evaluate(users, items, values)
    unique = {(u, i): v for u, i, v in zip(users, items, values)}
    errors = [p - v for p, v in zip(model.predict(list(unique)), unique.values())]
    assert figures["rmse"] == pytest.approx(np.sqrt(np.mean(np.square(errors))))
    assert figures["mae"] == pytest.approx(np.mean(np.abs(errors)))
    assert figures["count"] == len(unique) and figures["cold"] == 0
    unseen = [(u, i) for u in model.users[:9] for i in model.items if (u, i) not in unique][:40]
    lists = model.evaluate(unseen, lists=True, n=5)
    assert 0 <= lists["ndcg"] <= 1 and lists["users"] > 0


def test_pickled_and_copied(model, ratings):
    users, items, _ = ratings
    expected = model.predict(users, items)
    for other in (pickle.loads(pickle.dumps(model)), copy.deepcopy(model), copy.copy(model)):
        assert (other.predict(users, items) == expected).all()
        assert other.facts_ == model.facts_ and repr(other) == repr(model)
        del other
        gc.collect()
    assert (model.predict(users, items) == expected).all()
    assert repr(pickle.loads(pickle.dumps(rung.Recommender(rank=3)))) == "Recommender(), not fitted"


def test_models_are_forgotten_with_their_objects(ratings):
    model = rung.Recommender(rank=1).fit(*ratings)
    number = model._model
    assert number in _child.child().models
    del model
    gc.collect()
    rung.Recommender(rank=1).fit(*ratings)
    assert number not in _child.child().models


def test_saving_replaces_a_file_or_leaves_it(model, tmp_path):
    (tmp_path / "m.rung").write_text("old")
    model.save(tmp_path / "m.rung")
    assert (tmp_path / "m.rung").read_bytes()[1:5] == b"RUNG"
    assert [path.name for path in tmp_path.iterdir()] == ["m.rung"]
    with pytest.raises(FileNotFoundError, match="the folder .*none does not exist: '.*m.rung'"):
        model.save(tmp_path / "none" / "m.rung")
    (tmp_path / "bad.rung").write_bytes((tmp_path / "m.rung").read_bytes()[:-9])
    with pytest.raises(ValueError, match="bad.rung"):
        rung.Recommender.load(tmp_path / "bad.rung")
    with pytest.raises(FileNotFoundError):
        rung.Recommender.load(tmp_path / "none.rung")


@pytest.mark.parametrize(
    "ratings_, words",
    [
        ("text", "ratings must be a DataFrame"),
        ([], "ratings must be"),
        ([("a", "b"), ("c",)], "ratings must be"),
        (([1, 2], [1]), "as many users as items"),
        (([1, 2], [1, 2], [1]), "as many ratings as users"),
        (([1.5, 2], [1, 2]), "whole numbers or texts"),
        (([1, np.nan], [1, 2]), "whole numbers or texts"),
        ((["a", None], [1, 2]), "missing"),
        (([1, 2], [1, 2], ["good", "bad"]), "ratings must be numbers"),
        (([1, 2], [1, 2], [1, np.nan]), r"got nan in row 1; leave out what has no rating, as dropna\(\) does"),
        (([1, 2], [1, 2], [None, np.inf]), r"got nan in row 0 \(and 1 more\)"),
        ((np.empty(0, int), np.empty(0, int)), "at least one"),
    ],
)
def test_what_are_no_ratings(ratings_, words):
    with pytest.raises(ValueError, match=words):
        rung.Recommender().fit(ratings_)


def test_unknown_ids_and_wrong_options(model, ratings):
    with pytest.raises(KeyError, match="the model knows no user 'nobody'"):
        model.recommend("nobody")
    with pytest.raises(rung.UnknownIdError, match="the model knows no item"):
        model.similar("nothing")
    known = str(model.users[0])
    slip = known[:-1] + "%"
    with pytest.raises(rung.UnknownIdError, match=f"the model knows no user '{slip}'; close to it: '"):
        model.recommend([model.users[0], slip])
    with pytest.raises(rung.UnknownIdError, match=f"the model knows no user '{slip}'; close to it: '"):
        model.recommend(slip)
    with pytest.raises(ValueError, match="not fitted"):
        rung.Recommender().recommend("ann")
    with pytest.raises(ValueError, match="n must be at least 1"):
        model.recommend("ann", n=0)
    for options in ({"rank": 99}, {"rank": 0}, {"only": "taste"}, {"duplicates": "first"}, {"held_out": 2}, {"rank": 1, "max_rank": 2}):
        with pytest.raises(ValueError):
            rung.Recommender(**options).fit(*ratings)
    with pytest.raises(ValueError, match="several|twice|has rated|duplicate"):
        rung.Recommender(duplicates="error").fit(*ratings)
