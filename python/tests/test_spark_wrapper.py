"""Runs the PySpark module without PySpark: what it inherits is a stand-in that keeps the names and the order of calls of PySpark 4's wrappers, and no JVM.
What needs a JVM is in test_spark.py; that names agree with the Java classes, in PythonWrapperTest of rung-spark."""

import importlib
import sys
import types

import pytest


class Param:
    def __init__(self, parent, name, doc, typeConverter=None):
        self.name, self.doc, self.typeConverter = name, doc, typeConverter


class TypeConverters:
    toString, toInt, toFloat, toBoolean = str, int, float, bool


class Params:
    def __init__(self):
        self.uid, self._paramMap, self._defaultParamMap = type(self).__name__ + "_1", {}, {}

    @staticmethod
    def _dummy():
        return None

    @property
    def params(self):
        return [each for name in dir(type(self)) if isinstance(each := getattr(type(self), name), Param)]

    def _set(self, **values):
        for name, value in values.items():
            param = getattr(self, name)
            self._paramMap[param] = param.typeConverter(value)
        return self

    def _setDefault(self, **values):
        self._defaultParamMap.update({getattr(self, name): value for name, value in values.items()})

    def isSet(self, param):
        return param in self._paramMap

    def getOrDefault(self, param):
        return self._paramMap[param] if param in self._paramMap else self._defaultParamMap[param]

    def _resetUid(self, uid):
        self.uid = uid

    def _transfer_params_from_java(self):
        self._set(**self._java_obj.values)
        self._setDefault(**self._java_obj.defaults)


class Java:
    """A Java object: values of parameters, and the calls it has received."""

    def __init__(self, name, uid, values=None):
        self.name, self.id, self.values, self.defaults, self.calls = name, uid, values or {}, {"userCol": "user"}, []

    def uid(self):
        return self.id


class JavaEstimator(Params):
    @staticmethod
    def _new_java_obj(java_class, *arguments):
        return Java(java_class, *arguments)

    def fit(self, dataset):
        return self._create_model(Java("model of " + dataset, self.uid))


class JavaModel(Params):
    def __init__(self, java_model):
        super().__init__()
        self._java_obj = java_model
        self._resetUid(java_model.uid())

    def _call_java(self, name, *arguments):
        self._java_obj.calls.append((name, *arguments))
        return {"facts": {"seed": "0"}, "objectiveHistory": (2.0, 1.0)}.get(name, name)


class JavaMLReader:
    def __init__(self, clazz):
        self._clazz, self.java_class = clazz, self._java_loader_class(clazz)

    def load(self, path):
        return self._clazz._from_java(Java(self.java_class, "loaded", {"userCol": path}))


class JavaMLReadable:
    @classmethod
    def load(cls, path):
        return cls.read().load(path)


def keyword_only(function):
    def wrapper(self, *arguments, **keywords):
        if arguments:
            raise TypeError("keyword arguments only")
        self._input_kwargs = keywords
        return function(self, **keywords)

    return wrapper


@pytest.fixture
def spark(monkeypatch):
    modules = {
        "pyspark": {"keyword_only": keyword_only},
        "pyspark.ml": {},
        "pyspark.ml.param": {"Param": Param, "Params": Params, "TypeConverters": TypeConverters},
        "pyspark.ml.util": {"JavaMLReadable": JavaMLReadable, "JavaMLReader": JavaMLReader, "JavaMLWritable": type("JavaMLWritable", (), {})},
        "pyspark.ml.wrapper": {"JavaEstimator": JavaEstimator, "JavaModel": JavaModel},
        "pyspark.sql": {"DataFrame": object},
    }
    for name, content in modules.items():
        module = types.ModuleType(name)
        module.__dict__.update(content)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.delitem(sys.modules, "rung.spark", raising=False)
    yield importlib.import_module("rung.spark")
    sys.modules.pop("rung.spark", None)


def other(param):
    return {str: "other", int: 3, float: 0.25, bool: True}[param.typeConverter]


def test_sets_each_parameter_by_its_method_and_by_its_name(spark):
    for made in (spark.RankConstrained(), spark.RankConstrainedModel(Java("", "model"))):
        for param in made.params:
            value = other(param)
            name = param.name[0].upper() + param.name[1:]
            assert getattr(made, "set" + name)(value) is made
            assert getattr(made, "get" + name)() == value
    estimator = spark.RankConstrained()
    by_name = spark.RankConstrained(**{param.name: other(param) for param in estimator.params})
    assert [by_name.getOrDefault(param) for param in by_name.params] == [other(param) for param in by_name.params]
    assert estimator.setParams(alpha=2, rank=7) is estimator
    assert (estimator.getAlpha(), estimator.getRank()) == (2.0, 7)


def test_is_made_of_the_java_class(spark):
    estimator = spark.RankConstrained()
    assert (estimator._java_obj.name, estimator._java_obj.id) == ("rung.spark.RankConstrained", estimator.uid)
    assert estimator.getUserCol() == "user"
    assert not estimator.isSet(estimator.userCol)
    with pytest.raises(TypeError):
        spark.RankConstrained("user")
    with pytest.raises(AttributeError):
        spark.RankConstrained(users="user")


def test_calls_the_java_model(spark):
    model = spark.RankConstrained().fit("frame")
    assert isinstance(model, spark.RankConstrainedModel)
    assert (model.facts, model.objectiveHistory) == ({"seed": "0"}, [2.0, 1.0])
    assert [model.rank, model.mean, model.userFactors, model.itemFactors] == ["rank", "mean", "userFactors", "itemFactors"]
    model._java_obj.calls.clear()
    model.recommendForAllUsers(3)
    model.recommendForAllItems(3, excludeSeen=True)
    model.recommendForUserSubset("users", 4)
    model.recommendForItemSubset("items", 4, excludeSeen=True)
    assert model._java_obj.calls == [
        ("recommendForAllUsers", 3, False),
        ("recommendForAllItems", 3, True),
        ("recommendForUserSubset", "users", 4, False),
        ("recommendForItemSubset", "items", 4, True),
    ]


def test_is_loaded_by_the_name_of_the_java_class(spark):
    for kind in (spark.RankConstrained, spark.RankConstrainedModel):
        loaded = kind.load("viewer")
        assert loaded._java_obj.name == "rung.spark." + kind.__name__
        assert (loaded.uid, loaded.getUserCol(), loaded.isSet(loaded.userCol)) == ("loaded", "viewer", True)
