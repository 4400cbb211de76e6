"""Separation, and one's own convex function."""

import numpy as np
import pytest

import rung

TARGET = np.random.default_rng(8).normal(size=(30, 20))


def value(a):
    return ((a - TARGET) ** 2).sum() / 2


def gradient(a):
    return a - TARGET


def best(rank):
    u, s, v = np.linalg.svd(TARGET, full_matrices=False)
    return (u[:, :rank] * s[:rank]) @ v[:rank]


@pytest.mark.parametrize("algorithm", ["greedy", "local-search", "fast-greedy", "fast-local-search"])
@pytest.mark.parametrize("paper", [False, True])
def test_all_algorithms_find_the_truncated_svd(algorithm, paper):
    a = rung.minimize(value, gradient, shape=(30, 20), rank=4, algorithm=algorithm, paper=paper)
    assert np.linalg.matrix_rank(a, tol=1e-8) <= 4
    assert value(a) <= value(best(4)) * (1.2 if paper else 1.0002)
    if algorithm in ("greedy", "local-search"):
        assert np.allclose(a, best(4), atol=1e-5)


def test_the_path_of_a_solution():
    found = rung.minimize(value, gradient, (30, 20), 4, details=True, algorithm="greedy")
    assert found.ranks.tolist() == [1, 2, 3, 4]
    assert np.allclose(found.values, [value(best(r)) for r in (1, 2, 3, 4)])
    assert np.allclose(found.left @ found.right.T, found.matrix)
    assert found.value == pytest.approx(value(found.matrix)) and not found.stopped


def test_what_the_functions_raise_is_raised():
    def broken(a):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        rung.minimize(broken, gradient, (30, 20), 2)
    with pytest.raises(ZeroDivisionError, match="mine"):
        rung.minimize(value, broken, (30, 20), 2)
    with pytest.raises(ValueError, match=r"shape \(30, 20\)"):
        rung.minimize(value, lambda a: a[:3], (30, 20), 2)
    assert value(rung.minimize(value, gradient, (30, 20), 2)) < value(0)  # the child is as it was


def test_a_function_may_use_rung_itself(holes):
    full = rung.complete(holes)

    def nested(a):
        assert (rung.complete(holes) == full).all()
        return value(a)

    rung.minimize(nested, gradient, (30, 20), 1, algorithm="greedy")


def test_sparse_gradients_and_wrong_options():
    sparse = pytest.importorskip("scipy.sparse")
    a = rung.minimize(value, lambda a: sparse.csr_matrix(gradient(a)), (30, 20), 2, algorithm="greedy")
    assert np.allclose(a, best(2), atol=1e-5)
    with pytest.raises(ValueError, match="algorithm must be one of"):
        rung.minimize(value, gradient, (30, 20), 2, algorithm="newton")
    with pytest.raises(ValueError, match="rank must be between 1 and 20"):
        rung.minimize(value, gradient, (30, 20), 21)
    with pytest.raises(ValueError, match="shape"):
        rung.minimize(value, gradient, (0, 20), 1)


def test_where_r_is_not_defined_nothing_is_found():
    found = rung.minimize(lambda a: np.nan if a.any() else value(a), gradient, (30, 20), 2, details=True)
    assert not found.matrix.any() and found.value == value(0)


@pytest.mark.parametrize("kind", ["u1", "f4", "f8", "i8"])
def test_frames(kind):
    random = np.random.default_rng(6)
    background = (100 + 50 * random.random((9, 11))).astype(kind)
    frames = np.repeat(background[None], 30, axis=0)
    frames[4:8, 2, 3] = 250
    low, sparse = rung.separate(frames)
    assert low.shape == sparse.shape == frames.shape
    assert np.allclose(low + sparse, frames)
    assert (np.abs(sparse[4:8, 2, 3]) > 50).all() and np.abs(sparse[:4]).max() < 1
    colored = np.stack([frames] * 3, axis=-1)
    assert rung.separate(colored, rank=1)[0].shape == colored.shape


def test_details_of_a_separation():
    matrix = np.outer(np.arange(1.0, 21), np.arange(1.0, 16))
    matrix[3, 4] = np.nan
    found = rung.separate(matrix, details=True)
    assert np.allclose(found.left @ found.right.T, found.low)
    assert found.rank == found.left.shape[1] and found.delta > 0
    assert np.isnan(found.sparse[3, 4]) and abs(found.low[3, 4] - 20) < 0.1
    for method in ("pca", "pcp", "median", "greedy", "local-search", "fast-local-search"):
        assert rung.separate(np.nan_to_num(matrix), method=method)[0].shape == matrix.shape
    for bad, words in [([1, 2], "frames"), (np.empty((0, 3)), "frames"), ([[np.inf, 1]], "infinity")]:
        with pytest.raises(ValueError, match=words):
            rung.separate(bad)
    with pytest.raises(ValueError, match="method"):
        rung.separate(matrix, method="svd")
    with pytest.raises(ValueError, match="rank must be between"):
        rung.separate(np.nan_to_num(matrix), rank=99)
