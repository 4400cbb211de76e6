"""The same answers as the command, bit for bit."""

from decimal import Context

import numpy as np
import pytest

import rung


def same(a, b):
    return np.asarray(a, dtype="f8").tobytes() == np.asarray(b, dtype="f8").tobytes()


def written(number, decimals):
    """A number that is filled in as the command writes it into text: seven digits, but at most two decimals more than the
    known numbers of its column have, or four if three digits need them."""
    seven = Context(prec=7).create_decimal(float(number))
    kept = max(decimals + 2, min(decimals + 4, 2 - seven.adjusted()))
    return float(round(seven, kept) if -seven.as_tuple().exponent > kept else seven)


@pytest.mark.parametrize("options, arguments", [({}, []), ({"rank": 2, "seed": 7}, ["--rank", "2", "--seed", "7"])])
def test_complete_an_array(holes, command, tmp_path, options, arguments):
    np.save(tmp_path / "in.npy", holes)
    command("complete", tmp_path / "in.npy", "-o", tmp_path / "out.npy", *arguments)
    assert same(np.load(tmp_path / "out.npy"), rung.complete(holes, **options))


def test_complete_a_csv_of_all_kinds(command, tmp_path):
    pd = pytest.importorskip("pandas")
    random = np.random.default_rng(11)
    size = 150
    hidden = random.normal(size=(size, 2))
    frame = pd.DataFrame(
        {
            "name": [f"n{i}" for i in range(size)],
            "x": hidden[:, 0],
            "y": hidden @ [1, 2] + 0.1 * random.normal(size=size),
            "z": hidden @ [2, -1] + 0.1 * random.normal(size=size),
            "kids": random.poisson(np.exp(0.5 * hidden[:, 0])).astype(float),
            "income": np.exp(hidden[:, 1] + 0.2 * random.normal(size=size)),
            "town": np.where(hidden[:, 0] > 0, "Rome", np.where(hidden[:, 1] > 0, "Oslo", "Bonn")),
            "day": pd.date_range("2024-03-01", periods=size, freq="D"),
        }
    )
    for name in ["x", "y", "z", "kids", "income", "town"]:
        frame.loc[random.random(size) < 0.15, name] = None
    frame.to_csv(tmp_path / "in.csv", index=False)
    command("complete", tmp_path / "in.csv", "-o", tmp_path / "out.csv")
    theirs = pd.read_csv(tmp_path / "out.csv", float_precision="round_trip")
    given = pd.read_csv(tmp_path / "in.csv", float_precision="round_trip", parse_dates=["day"])
    texts = pd.read_csv(tmp_path / "in.csv", dtype=str)
    ours = rung.complete(given)
    for name in ["x", "y", "z", "kids", "income"]:
        decimals = max(len(text.partition(".")[2]) for text in texts[name].dropna())
        filled = [written(our, decimals) if hole else our for our, hole in zip(ours[name], given[name].isna())]
        assert same(theirs[name], filled), name
    assert theirs["town"].tolist() == ours["town"].tolist()


def test_complete_labels_alone(command, tmp_path):
    pd = pytest.importorskip("pandas")
    first = np.arange(40) * 7 % 10 < 4
    frame = pd.DataFrame({name: np.where(first, *labels) for name, labels in {"a": ("left", "right"), "b": ("yes", "no")}.items()})
    frame.loc[np.arange(40) % 9 == 4, "b"] = None
    frame.to_csv(tmp_path / "in.csv", index=False)
    command("complete", tmp_path / "in.csv", "-o", tmp_path / "out.csv", "--errors", tmp_path / "sure.tsv")
    ours = rung.complete(frame, details=True)
    assert pd.read_csv(tmp_path / "out.csv").equals(ours.table)
    sure = pd.read_csv(tmp_path / "sure.tsv", sep="\t")
    assert sure["standard error"].tolist() == pytest.approx([ours.standard_error.loc[row - 1, "b"] for row in sure["row"]], rel=1e-6)
    assert (ours.table["b"] == np.where(first, "yes", "no")).all()


def test_times_fill_empty_rows_only_if_rows_that_are_left_out_say_so(command, tmp_path):
    pd = pytest.importorskip("pandas")
    random = np.random.default_rng(0)
    hidden = random.normal(size=(80, 2))
    for t in range(1, 80):
        hidden[t] += 0.2 * hidden[t - 1]  # what is alike here is too little to fill rows by
    table = hidden @ random.normal(size=(2, 9)) + 0.1 * random.normal(size=(80, 9))
    table[random.random(table.shape) < 0.1] = np.nan
    table[[20, 21, 22, 50, 51]] = np.nan
    frame = pd.DataFrame(table, columns=list("abcdefghi"), index=pd.date_range("2024-01-01", periods=80, freq="D", name="day"))
    frame.to_csv(tmp_path / "in.csv")
    command("complete", tmp_path / "in.csv", "-o", tmp_path / "out.csv")
    theirs = pd.read_csv(tmp_path / "out.csv", index_col="day")
    assert np.allclose(theirs, rung.complete(frame), atol=1e-4)


@pytest.mark.parametrize("options, arguments", [({}, []), ({"max_rank": 3, "seed": 4}, ["--max-rank", "3", "--seed", "4"])])
def test_train_and_recommend(ratings, command, tmp_path, options, arguments):
    users, items, values = ratings
    lines = [f"{u},{i},{v:g}" for u, i, v in zip(users, items, values)]
    (tmp_path / "in.csv").write_text("user,item,rating\n" + "\n".join(lines) + "\n")
    command("train", tmp_path / "in.csv", "-o", tmp_path / "m.rung", *arguments)
    command("recommend", tmp_path / "m.rung", "--all", "-n", "5", "-o", tmp_path / "lists.tsv")
    model = rung.Recommender(**options).fit(users, items, values)
    lists = model.recommend(n=5)
    ours = [
        [str(user), str(item), np.float32(rating)]
        for user, row, ratings_of in zip(lists.users, lists.items, lists.ratings)
        for item, rating in zip(row, ratings_of)
        if item >= 0
    ]
    theirs = [line.split("\t") for line in (tmp_path / "lists.tsv").read_text().splitlines()]
    if theirs[0][0] == "user":
        theirs = theirs[1:]
    assert [row[:2] for row in theirs] == [row[:2] for row in ours]
    assert all(np.float32(row[2]) == our[2] for row, our in zip(theirs, ours))
    kept = rung.Recommender.load(tmp_path / "m.rung")
    assert same(kept.predict(users, items), model.predict(users, items))
    assert kept.users.tolist() == model.users.tolist()
    assert kept.evaluate(users, items, values) == model.evaluate(users, items, values)


@pytest.mark.parametrize("names", [("hotel", "Client ID", "minutes watched"), ("sku", "session", "stars"), ("track", "listener", "numberOfPlays")])
def test_names_of_columns_mean_the_same(ratings, command, tmp_path, names):
    users, items, values = ratings
    columns = dict(zip(names, (items, users, values)))  # the item comes first
    lines = [f"{i},{u},{v:g}" for u, i, v in zip(users, items, values)]
    (tmp_path / "in.csv").write_text(",".join(names) + "\n" + "\n".join(lines) + "\n")
    command("train", tmp_path / "in.csv", "-o", tmp_path / "m.rung", "--rank", "1")
    theirs = rung.Recommender.load(tmp_path / "m.rung")
    ours = rung.Recommender(rank=1).fit(columns)
    assert theirs.users.tolist() == ours.users.tolist()
    assert same(theirs.recommend(n=3).scores, ours.recommend(n=3).scores)
    assert (theirs.recommend(n=3).items == ours.recommend(n=3).items).all()


def test_the_command_reads_what_is_saved(ratings, command, tmp_path):
    users, items, _ = ratings
    model = rung.Recommender().fit(users, items)  # choices alone
    model.save(tmp_path / "m.rung")
    said = command("recommend", tmp_path / "m.rung", "--user", users[0], "-n", "3")
    assert [line.split()[1] for line in said.splitlines()] == [str(each.item) for each in model.recommend(users[0], n=3)]


@pytest.mark.parametrize("options, arguments", [({}, []), ({"rank": 2, "method": "pca"}, ["--rank", "2", "--method", "pca"])])
def test_separate(command, tmp_path, options, arguments):
    random = np.random.default_rng(2)
    matrix = random.normal(size=(60, 2)) @ random.normal(size=(2, 25)) + 0.01 * random.normal(size=(60, 25))
    matrix[random.random(matrix.shape) < 0.05] += 10
    np.save(tmp_path / "in.npy", matrix)
    command("separate", tmp_path / "in.npy", "-o", tmp_path / "parts", *arguments)
    low, sparse = rung.separate(matrix, **options)
    assert np.load(tmp_path / "parts" / "low.npy").tobytes() == low.astype("f4").tobytes()  # the command writes these
    assert np.load(tmp_path / "parts" / "sparse.npy").tobytes() == sparse.astype("f4").tobytes()
