"""The PySpark module with the real PySpark, in local mode, and the jar that `mvn package` leaves."""

from pathlib import Path

import pytest

pyspark = pytest.importorskip("pyspark", reason="PySpark is not installed; with it (version 4) these tests fit on local Spark")

JARS = sorted((Path(__file__).resolve().parents[2] / "rung-spark" / "target").glob("rung-spark-*-all.jar"))
pytestmark = [
    pytest.mark.skipif(not pyspark.__version__.startswith("4."), reason=f"PySpark must be of version 4, got {pyspark.__version__}"),
    pytest.mark.skipif(not JARS, reason="rung-spark/target has no rung-spark-…-all.jar: mvn package makes it"),
]


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    from pyspark.sql import SparkSession

    made = (
        SparkSession.builder.master("local[2]")
        .config("spark.jars", str(JARS[-1]))
        .config("spark.ui.enabled", False)
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", 2)
        .config("spark.sql.warehouse.dir", str(tmp_path_factory.mktemp("warehouse")))
        .getOrCreate()
    )
    yield made
    made.stop()


@pytest.fixture(scope="module")
def frame(session):
    """Each user's ratings are the item's number times +1 or −1: rank 1, and each user lacks one item."""
    rows = [(user, item, float((1 if user % 2 else -1) * (item - 4))) for user in range(30) for item in range(9) if item != user % 9]
    return session.createDataFrame(rows, "user int, item int, rating float").cache()


@pytest.fixture(scope="module")
def model(frame):
    from rung.spark import RankConstrained

    return RankConstrained(rank=1, maxIter=10, seed=7).fit(frame)


def predictions(model, frame):
    return {(row.user, row.item): row.prediction for row in model.transform(frame).collect()}


def test_finds_what_is_missing(session, model):
    pairs = session.createDataFrame([(user, user % 9) for user in range(30)], "user int, item int")
    for (user, item), value in predictions(model, pairs).items():
        assert abs(value - (1 if user % 2 else -1) * (item - 4)) < 1


def test_has_the_defaults_of_the_java_class(session):
    from rung.spark import RankConstrained

    estimator = RankConstrained()
    assert not estimator.isSet(estimator.rank)
    assert (estimator.getUserCol(), estimator.getItemCol(), estimator.getRatingCol()) == ("user", "item", "rating")
    assert (estimator.getMaxRank(), estimator.getParts(), estimator.getColdStartStrategy()) == (30, "ratings", "nan")
    assert estimator.setParams(alpha=0.5, biases=False).getAlpha() == 0.5
    with pytest.raises(TypeError):
        RankConstrained("user")


def test_makes_lists(model):
    for row in model.recommendForAllUsers(3, excludeSeen=True).collect():
        assert [each.item for each in row.recommendations] == [row.user % 9]
    assert model.recommendForAllItems(2).count() == 9
    assert model.recommendForUserSubset(model.userFactors.selectExpr("id as user").limit(4), 2).count() == 4
    assert model.recommendForItemSubset(model.itemFactors.selectExpr("id as item").limit(4), 2).count() == 4


def test_tells_how_it_came_about(model):
    assert model.rank == 1
    assert len(model.objectiveHistory) == 11
    assert model.facts["seed"] == "7"
    assert model.userFactors.columns == ["id", "features", "bias"]


def test_is_saved_and_loaded(model, frame, tmp_path):
    from rung.spark import RankConstrained, RankConstrainedModel

    model.save(str(tmp_path / "model"))
    loaded = RankConstrainedModel.load(str(tmp_path / "model"))
    assert predictions(loaded, frame) == predictions(model, frame)
    RankConstrained(parts="both", numBlocks=3).save(str(tmp_path / "estimator"))
    estimator = RankConstrained.load(str(tmp_path / "estimator"))
    assert (estimator.getParts(), estimator.getNumBlocks()) == ("both", 3)
    assert not estimator.isSet(estimator.rank)


def test_fits_in_a_pipeline_and_is_copied(frame):
    from pyspark.ml import Pipeline
    from rung.spark import RankConstrained

    estimator = RankConstrained(maxIter=1, predictionCol="other").setRank(1)
    piped = Pipeline(stages=[estimator]).fit(frame)
    assert "other" in piped.transform(frame).columns
    assert estimator.fit(frame, {estimator.predictionCol: "third"}).transform(frame).columns[-1] == "third"


def test_says_in_java_s_words_what_is_wrong(frame):
    from rung.spark import RankConstrained

    with pytest.raises(Exception, match="parts must be preferences if implicitPrefs is true"):
        RankConstrained(parts="both", implicitPrefs=True).fit(frame)
