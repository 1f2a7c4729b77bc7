"""Points that fill the unit cube, beside SciPy's."""

import numpy as np
import pytest
from scipy.stats import qmc as theirs

import xparray
from xparray.scipy.stats import qmc

given = xparray.asarray


def near(found, expected, tolerance=1e-13):
    np.testing.assert_allclose(np.asarray(found), expected, rtol=tolerance, atol=tolerance)


@pytest.mark.filterwarnings("ignore:The balance")
@pytest.mark.parametrize("name", ["Sobol", "Halton"])
def test_sequences_are_scipys(name):
    ours, others = getattr(qmc, name)(9, scramble=False), getattr(theirs, name)(9, scramble=False)
    for n in (1, 4, 27):
        near(ours.random(n), others.random(n))
    near(ours.fast_forward(70).random(5), others.fast_forward(70).random(5))
    near(ours.reset().random(3), others.reset().random(3))
    assert ours.num_generated == others.num_generated
    mixed = getattr(qmc, name)(3, rng=5).random(64)
    assert np.array_equal(np.asarray(mixed), np.asarray(getattr(qmc, name)(3, rng=5).random(64)))
    assert theirs.discrepancy(np.asarray(mixed)) < 0.2 * theirs.discrepancy(np.random.default_rng(3).random((64, 3)))
    assert qmc.Sobol(2, rng=1).random_base2(3).shape == (8, 2)
    rolls = ours.reset().integers(1, u_bounds=6, n=20, endpoint=True)
    near(rolls, others.reset().integers(1, u_bounds=6, n=20, endpoint=True))


def test_other_points():
    points = np.asarray(qmc.LatinHypercube(4, rng=2).random(10))
    near(np.sort(np.floor(points * 10), axis=0), np.tile(np.arange(10.0), (4, 1)).T)
    for method in ("CD", "WD", "MD", "L2-star"):
        assert qmc.discrepancy(given(points), method=method) == pytest.approx(theirs.discrepancy(points, method=method), rel=1e-12)
    boxed = theirs.scale(points, [-1, 0, 2, 3], [1, 5, 4, 9])
    near(qmc.scale(given(points), [-1, 0, 2, 3], [1, 5, 4, 9]), boxed)
    near(qmc.scale(given(boxed), [-1, 0, 2, 3], [1, 5, 4, 9], reverse=True), points)
    mean, cov = [1.0, -1.0], [[4.0, 1.0], [1.0, 2.0]]
    found = qmc.MultivariateNormalQMC(mean, cov, engine=qmc.Halton(2, scramble=False)).random(20)
    near(found, theirs.MultivariateNormalQMC(mean, cov, engine=theirs.Halton(2, scramble=False)).random(20), 1e-9)
    found = qmc.MultinomialQMC([0.2, 0.5, 0.3], 50, engine=qmc.Halton(1, scramble=False)).random(3)
    near(found, theirs.MultinomialQMC([0.2, 0.5, 0.3], 50, engine=theirs.Halton(1, scramble=False)).random(3))
    assert qmc.MultivariateNormalQMC(mean).random(4).shape == (4, 2)
    for wrong in (lambda: qmc.Sobol(1025), lambda: qmc.Sobol(-1), lambda: qmc.discrepancy(given(boxed)), lambda: qmc.discrepancy(given(points), method="other"),
        lambda: qmc.scale(given(points), [1.0], [0.0]), lambda: qmc.Sobol(2, bits=3).random(9)):
        with pytest.raises(ValueError):
            wrong()
    for wrong in (lambda: qmc.LatinHypercube(3, strength=2), lambda: qmc.Sobol(3, optimization="lloyd")):
        with pytest.raises(NotImplementedError):
            wrong()
