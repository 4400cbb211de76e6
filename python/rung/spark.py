"""Rung's recommender as a PySpark estimator, with the parameters of pyspark.ml.recommendation.ALS where they mean the same.

Needs rung-spark's jar with the core in it on the cluster::

    spark-submit --jars rung-spark-0.2.0-all.jar train.py

    from rung.spark import RankConstrained
    model = RankConstrained(userCol="user", itemCol="movie").fit(ratings)
    model.recommendForAllUsers(10, excludeSeen=True)
"""

from typing import Any, Dict, List

from pyspark import keyword_only
from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.util import JavaMLReadable, JavaMLReader, JavaMLWritable
from pyspark.ml.wrapper import JavaEstimator, JavaModel
from pyspark.sql import DataFrame

__all__ = ["RankConstrained", "RankConstrainedModel"]


class _Reader(JavaMLReader):
    """Reads what the Java class of the same name has written: PySpark looks for it in Spark's own packages only."""

    @classmethod
    def _java_loader_class(cls, clazz: Any) -> Any:
        return clazz._java_class


class _SharedParams(Params):
    """The parameters that an estimator shares with its model."""

    userCol = Param(
        Params._dummy(),
        "userCol",
        "the column of users' ids",
        typeConverter=TypeConverters.toString,
    )
    itemCol = Param(
        Params._dummy(),
        "itemCol",
        "the column of items' ids",
        typeConverter=TypeConverters.toString,
    )
    predictionCol = Param(
        Params._dummy(),
        "predictionCol",
        "the column of predictions",
        typeConverter=TypeConverters.toString,
    )
    coldStartStrategy = Param(
        Params._dummy(),
        "coldStartStrategy",
        "what to predict for unknown users and items: nan, drop or bias",
        typeConverter=TypeConverters.toString,
    )
    blockSize = Param(
        Params._dummy(),
        "blockSize",
        "how many users, or items, are scored at once when recommending",
        typeConverter=TypeConverters.toInt,
    )

    def getUserCol(self) -> str:
        """The value of :py:attr:`userCol`."""
        return self.getOrDefault(self.userCol)

    def getItemCol(self) -> str:
        """The value of :py:attr:`itemCol`."""
        return self.getOrDefault(self.itemCol)

    def getPredictionCol(self) -> str:
        """The value of :py:attr:`predictionCol`."""
        return self.getOrDefault(self.predictionCol)

    def getColdStartStrategy(self) -> str:
        """The value of :py:attr:`coldStartStrategy`."""
        return self.getOrDefault(self.coldStartStrategy)

    def getBlockSize(self) -> int:
        """The value of :py:attr:`blockSize`."""
        return self.getOrDefault(self.blockSize)


class RankConstrained(JavaEstimator, _SharedParams, JavaMLReadable, JavaMLWritable):
    """Finds the best factors of a rank for ratings, or for who chose what; see docs/SPARK.md."""

    _java_class = "rung.spark.RankConstrained"

    rank = Param(
        Params._dummy(),
        "rank",
        "the rank; if not set, held-out ratings choose it",
        typeConverter=TypeConverters.toInt,
    )
    maxRank = Param(
        Params._dummy(),
        "maxRank",
        "the highest rank to choose from",
        typeConverter=TypeConverters.toInt,
    )
    maxIter = Param(
        Params._dummy(),
        "maxIter",
        "how many rounds of refits of both sides follow once the final rank is reached",
        typeConverter=TypeConverters.toInt,
    )
    regParam = Param(
        Params._dummy(),
        "regParam",
        "the ridge, as in ALS; if not set, it is estimated from the ratings",
        typeConverter=TypeConverters.toFloat,
    )
    innerIterations = Param(
        Params._dummy(),
        "innerIterations",
        "how many refits follow each inserted pair",
        typeConverter=TypeConverters.toInt,
    )
    tol = Param(
        Params._dummy(),
        "tol",
        "training ends when a step gains less than this fraction of all that was gained; 0 for never",
        typeConverter=TypeConverters.toFloat,
    )
    maxSeconds = Param(
        Params._dummy(),
        "maxSeconds",
        "training begins no step after this many seconds; 0 for no limit",
        typeConverter=TypeConverters.toFloat,
    )
    algorithm = Param(
        Params._dummy(),
        "algorithm",
        "how to climb: fastGreedy",
        typeConverter=TypeConverters.toString,
    )
    biases = Param(
        Params._dummy(),
        "biases",
        "whether users and items have biases",
        typeConverter=TypeConverters.toBoolean,
    )
    heldOutFraction = Param(
        Params._dummy(),
        "heldOutFraction",
        "the fraction of the ratings that is held out to choose the rank",
        typeConverter=TypeConverters.toFloat,
    )
    seed = Param(
        Params._dummy(),
        "seed",
        "the seed of every random choice",
        typeConverter=TypeConverters.toInt,
    )
    duplicates = Param(
        Params._dummy(),
        "duplicates",
        "what to do with several ratings of one item by one user: mean, sum, keep or error",
        typeConverter=TypeConverters.toString,
    )
    numBlocks = Param(
        Params._dummy(),
        "numBlocks",
        "how many blocks of users there are, and of items; 0 for as many as there are cores",
        typeConverter=TypeConverters.toInt,
    )
    checkpointInterval = Param(
        Params._dummy(),
        "checkpointInterval",
        "after how many refits a side is written to the folder for checkpoints; -1 for never",
        typeConverter=TypeConverters.toInt,
    )
    intermediateStorageLevel = Param(
        Params._dummy(),
        "intermediateStorageLevel",
        "the storage level of ratings and factors during the fit",
        typeConverter=TypeConverters.toString,
    )
    finalStorageLevel = Param(
        Params._dummy(),
        "finalStorageLevel",
        "the storage level of the model's factors",
        typeConverter=TypeConverters.toString,
    )
    ratingCol = Param(
        Params._dummy(),
        "ratingCol",
        "the column of ratings; if empty, each row counts 1",
        typeConverter=TypeConverters.toString,
    )
    implicitPrefs = Param(
        Params._dummy(),
        "implicitPrefs",
        "whether the rows say who chose what, in place of ratings",
        typeConverter=TypeConverters.toBoolean,
    )
    parts = Param(
        Params._dummy(),
        "parts",
        "what to learn from ratings: ratings, preferences or both",
        typeConverter=TypeConverters.toString,
    )
    alpha = Param(
        Params._dummy(),
        "alpha",
        "for preferences: how much a pair that is not there counts beside one that is",
        typeConverter=TypeConverters.toFloat,
    )

    @keyword_only
    def __init__(self, **kwargs: Any) -> None:
        """Takes any parameter by its name, as ALS does; the defaults are those of the Java class."""
        super().__init__()
        self._java_obj = self._new_java_obj(self._java_class, self.uid)
        self._transfer_params_from_java()
        self._set(**self._input_kwargs)

    @keyword_only
    def setParams(self, **kwargs: Any) -> "RankConstrained":
        """Sets any parameters by their names."""
        return self._set(**self._input_kwargs)

    def _create_model(self, java_model: Any) -> "RankConstrainedModel":
        return RankConstrainedModel(java_model)

    @classmethod
    def read(cls) -> JavaMLReader:
        """Reads estimators that were saved."""
        return _Reader(cls)

    @classmethod
    def _from_java(cls, java_stage: Any) -> "RankConstrained":
        stage = cls()
        stage._java_obj = java_stage
        stage._resetUid(java_stage.uid())
        stage._transfer_params_from_java()
        return stage

    def getRank(self) -> int:
        """The value of :py:attr:`rank`."""
        return self.getOrDefault(self.rank)

    def getMaxRank(self) -> int:
        """The value of :py:attr:`maxRank`."""
        return self.getOrDefault(self.maxRank)

    def getMaxIter(self) -> int:
        """The value of :py:attr:`maxIter`."""
        return self.getOrDefault(self.maxIter)

    def getRegParam(self) -> float:
        """The value of :py:attr:`regParam`."""
        return self.getOrDefault(self.regParam)

    def getInnerIterations(self) -> int:
        """The value of :py:attr:`innerIterations`."""
        return self.getOrDefault(self.innerIterations)

    def getTol(self) -> float:
        """The value of :py:attr:`tol`."""
        return self.getOrDefault(self.tol)

    def getMaxSeconds(self) -> float:
        """The value of :py:attr:`maxSeconds`."""
        return self.getOrDefault(self.maxSeconds)

    def getAlgorithm(self) -> str:
        """The value of :py:attr:`algorithm`."""
        return self.getOrDefault(self.algorithm)

    def getBiases(self) -> bool:
        """The value of :py:attr:`biases`."""
        return self.getOrDefault(self.biases)

    def getHeldOutFraction(self) -> float:
        """The value of :py:attr:`heldOutFraction`."""
        return self.getOrDefault(self.heldOutFraction)

    def getSeed(self) -> int:
        """The value of :py:attr:`seed`."""
        return self.getOrDefault(self.seed)

    def getDuplicates(self) -> str:
        """The value of :py:attr:`duplicates`."""
        return self.getOrDefault(self.duplicates)

    def getNumBlocks(self) -> int:
        """The value of :py:attr:`numBlocks`."""
        return self.getOrDefault(self.numBlocks)

    def getCheckpointInterval(self) -> int:
        """The value of :py:attr:`checkpointInterval`."""
        return self.getOrDefault(self.checkpointInterval)

    def getIntermediateStorageLevel(self) -> str:
        """The value of :py:attr:`intermediateStorageLevel`."""
        return self.getOrDefault(self.intermediateStorageLevel)

    def getFinalStorageLevel(self) -> str:
        """The value of :py:attr:`finalStorageLevel`."""
        return self.getOrDefault(self.finalStorageLevel)

    def getRatingCol(self) -> str:
        """The value of :py:attr:`ratingCol`."""
        return self.getOrDefault(self.ratingCol)

    def getImplicitPrefs(self) -> bool:
        """The value of :py:attr:`implicitPrefs`."""
        return self.getOrDefault(self.implicitPrefs)

    def getParts(self) -> str:
        """The value of :py:attr:`parts`."""
        return self.getOrDefault(self.parts)

    def getAlpha(self) -> float:
        """The value of :py:attr:`alpha`."""
        return self.getOrDefault(self.alpha)

    def setUserCol(self, value: str) -> "RankConstrained":
        """Sets :py:attr:`userCol`."""
        return self._set(userCol=value)

    def setItemCol(self, value: str) -> "RankConstrained":
        """Sets :py:attr:`itemCol`."""
        return self._set(itemCol=value)

    def setPredictionCol(self, value: str) -> "RankConstrained":
        """Sets :py:attr:`predictionCol`."""
        return self._set(predictionCol=value)

    def setColdStartStrategy(self, value: str) -> "RankConstrained":
        """Sets :py:attr:`coldStartStrategy`."""
        return self._set(coldStartStrategy=value)

    def setBlockSize(self, value: int) -> "RankConstrained":
        """Sets :py:attr:`blockSize`."""
        return self._set(blockSize=value)

    def setRank(self, value: int) -> "RankConstrained":
        """Sets :py:attr:`rank`."""
        return self._set(rank=value)

    def setMaxRank(self, value: int) -> "RankConstrained":
        """Sets :py:attr:`maxRank`."""
        return self._set(maxRank=value)

    def setMaxIter(self, value: int) -> "RankConstrained":
        """Sets :py:attr:`maxIter`."""
        return self._set(maxIter=value)

    def setRegParam(self, value: float) -> "RankConstrained":
        """Sets :py:attr:`regParam`."""
        return self._set(regParam=value)

    def setInnerIterations(self, value: int) -> "RankConstrained":
        """Sets :py:attr:`innerIterations`."""
        return self._set(innerIterations=value)

    def setTol(self, value: float) -> "RankConstrained":
        """Sets :py:attr:`tol`."""
        return self._set(tol=value)

    def setMaxSeconds(self, value: float) -> "RankConstrained":
        """Sets :py:attr:`maxSeconds`."""
        return self._set(maxSeconds=value)

    def setAlgorithm(self, value: str) -> "RankConstrained":
        """Sets :py:attr:`algorithm`."""
        return self._set(algorithm=value)

    def setBiases(self, value: bool) -> "RankConstrained":
        """Sets :py:attr:`biases`."""
        return self._set(biases=value)

    def setHeldOutFraction(self, value: float) -> "RankConstrained":
        """Sets :py:attr:`heldOutFraction`."""
        return self._set(heldOutFraction=value)

    def setSeed(self, value: int) -> "RankConstrained":
        """Sets :py:attr:`seed`."""
        return self._set(seed=value)

    def setDuplicates(self, value: str) -> "RankConstrained":
        """Sets :py:attr:`duplicates`."""
        return self._set(duplicates=value)

    def setNumBlocks(self, value: int) -> "RankConstrained":
        """Sets :py:attr:`numBlocks`."""
        return self._set(numBlocks=value)

    def setCheckpointInterval(self, value: int) -> "RankConstrained":
        """Sets :py:attr:`checkpointInterval`."""
        return self._set(checkpointInterval=value)

    def setIntermediateStorageLevel(self, value: str) -> "RankConstrained":
        """Sets :py:attr:`intermediateStorageLevel`."""
        return self._set(intermediateStorageLevel=value)

    def setFinalStorageLevel(self, value: str) -> "RankConstrained":
        """Sets :py:attr:`finalStorageLevel`."""
        return self._set(finalStorageLevel=value)

    def setRatingCol(self, value: str) -> "RankConstrained":
        """Sets :py:attr:`ratingCol`."""
        return self._set(ratingCol=value)

    def setImplicitPrefs(self, value: bool) -> "RankConstrained":
        """Sets :py:attr:`implicitPrefs`."""
        return self._set(implicitPrefs=value)

    def setParts(self, value: str) -> "RankConstrained":
        """Sets :py:attr:`parts`."""
        return self._set(parts=value)

    def setAlpha(self, value: float) -> "RankConstrained":
        """Sets :py:attr:`alpha`."""
        return self._set(alpha=value)


class RankConstrainedModel(JavaModel, _SharedParams, JavaMLReadable, JavaMLWritable):
    """A trained recommender whose factors are spread over a cluster."""

    _java_class = "rung.spark.RankConstrainedModel"

    @property
    def rank(self) -> int:
        """The rank, which is the number of features."""
        return self._call_java("rank")

    @property
    def mean(self) -> float:
        """The mean of the ratings."""
        return self._call_java("mean")

    @property
    def userFactors(self) -> DataFrame:
        """A row for each user: id, features and bias."""
        return self._call_java("userFactors")

    @property
    def itemFactors(self) -> DataFrame:
        """A row for each item: id, features and bias."""
        return self._call_java("itemFactors")

    @property
    def objectiveHistory(self) -> List[float]:
        """The objective after each step."""
        return list(self._call_java("objectiveHistory"))

    @property
    def facts(self) -> Dict[str, str]:
        """How the model was trained, in words."""
        return dict(self._call_java("facts"))

    def recommendForAllUsers(self, numItems: int, excludeSeen: bool = False) -> DataFrame:
        """For each user the best items."""
        return self._call_java("recommendForAllUsers", numItems, excludeSeen)

    def recommendForAllItems(self, numUsers: int, excludeSeen: bool = False) -> DataFrame:
        """For each item the best users."""
        return self._call_java("recommendForAllItems", numUsers, excludeSeen)

    def recommendForUserSubset(self, dataset: DataFrame, numItems: int, excludeSeen: bool = False) -> DataFrame:
        """For each user in a frame the best items."""
        return self._call_java("recommendForUserSubset", dataset, numItems, excludeSeen)

    def recommendForItemSubset(self, dataset: DataFrame, numUsers: int, excludeSeen: bool = False) -> DataFrame:
        """For each item in a frame the best users."""
        return self._call_java("recommendForItemSubset", dataset, numUsers, excludeSeen)

    @classmethod
    def read(cls) -> JavaMLReader:
        """Reads models that were saved."""
        return _Reader(cls)

    @classmethod
    def _from_java(cls, java_stage: Any) -> "RankConstrainedModel":
        model = cls(java_stage)
        model._resetUid(java_stage.uid())
        model._transfer_params_from_java()
        return model

    def setUserCol(self, value: str) -> "RankConstrainedModel":
        """Sets :py:attr:`userCol`."""
        return self._set(userCol=value)

    def setItemCol(self, value: str) -> "RankConstrainedModel":
        """Sets :py:attr:`itemCol`."""
        return self._set(itemCol=value)

    def setPredictionCol(self, value: str) -> "RankConstrainedModel":
        """Sets :py:attr:`predictionCol`."""
        return self._set(predictionCol=value)

    def setColdStartStrategy(self, value: str) -> "RankConstrainedModel":
        """Sets :py:attr:`coldStartStrategy`."""
        return self._set(coldStartStrategy=value)

    def setBlockSize(self, value: int) -> "RankConstrainedModel":
        """Sets :py:attr:`blockSize`."""
        return self._set(blockSize=value)
