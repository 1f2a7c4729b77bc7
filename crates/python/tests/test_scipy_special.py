"""Special functions beside SciPy's."""

import inspect
import os
import pickle
import subprocess
import sys

import numpy
import pytest

import xparray
from xparray.scipy import special

scipy_special = pytest.importorskip("scipy.special")
#: Arguments of functions that take others than numbers between 0.1 and 0.9: (from, to) or integers (from, to).
INTEGER, WIDE, ABOVE = ("int", 1, 5), ("real", -3, 3), ("real", 1.1, 4)
ARGUMENTS = {
    "bdtr": [INTEGER, ("int", 6, 9), None], "bdtrc": [INTEGER, ("int", 6, 9), None], "bdtri": [INTEGER, ("int", 6, 9), None],
    "nbdtr": [INTEGER, INTEGER, None], "nbdtrc": [INTEGER, INTEGER, None], "nbdtri": [INTEGER, INTEGER, None],
    "pdtri": [INTEGER, None], "yn": [INTEGER, ABOVE], "expn": [INTEGER, None], "polygamma": [INTEGER, ABOVE],
    "zeta": [ABOVE, ABOVE],
    "lpmv": [INTEGER, ("int", 5, 8), None], "hyp2f1": [None, None, ABOVE, None], "hyp1f1": [None, ABOVE, WIDE],
    "binom": [ABOVE, None], "radian": [ABOVE, ABOVE, ABOVE], "boxcox1p": [None, WIDE], "erfcx": [WIDE], "erf": [WIDE],
    "erfc": [WIDE],
    "j0": [WIDE], "j1": [WIDE], "jv": [INTEGER, WIDE], "expit": [WIDE], "digamma": [ABOVE], "gammaln": [ABOVE], "zetac": [ABOVE],
    "eval_hermite": [INTEGER, WIDE], "eval_hermitenorm": [INTEGER, WIDE], "eval_sh_jacobi": [INTEGER, ABOVE, None, None],
}
GONE = {"btdtr": "betainc", "btdtri": "betaincinv", "k0e": "k0e"}


def real(name):
    found = getattr(scipy_special, GONE.get(name, name), None)
    if name not in ("eval_hermite", "eval_hermitenorm"):
        return found
    # Their degrees are integers.
    return lambda n, x: found(numpy.asarray(n).astype("int64"), x)


def arguments(name, shape, dtype="float64"):
    rng = numpy.random.default_rng(3)
    kinds = ARGUMENTS.get(name, [None] * len(special._UFUNCS[name][0].split(",")))
    for kind in kinds:
        kind, low, high = kind or ("real", 0.1, 0.9)
        found = rng.integers(low, high, shape) if kind == "int" else rng.uniform(low, high, shape)
        yield numpy.asarray(found).astype(dtype)


def same(x, y, rtol=2e-9, atol=1e-11):
    y = numpy.asarray(y)
    assert x.shape == y.shape and x.dtype == y.dtype, (x.shape, y.shape, x.dtype, y.dtype)
    if y.dtype in ("float32", "complex64"):
        rtol = atol = 2e-5
    numpy.testing.assert_allclose(numpy.asarray(x), y, rtol=rtol, atol=atol)


NAMES = sorted(name for name in special._UFUNCS if real(name))


@pytest.mark.parametrize("name", NAMES)
def test_functions_of_each_element_are_scipys(name):
    ours, theirs = getattr(special, name), real(name)
    # Of one argument it is another function, so it is no object, as SciPy's.
    assert name == "zeta" or ours.nin == len(special._UFUNCS[name][0].split(","))
    for shape in ((3, 4), (), (0,), (2, 0)):
        y = list(arguments(name, shape))
        same(ours(*map(xparray.asarray, y)), theirs(*y))
        # Ours are computed in double precision.
        y = list(arguments(name, shape, "float32"))
        expected = theirs(*(each.astype("float64") for each in y))
        same(ours(*map(xparray.asarray, y)), expected.astype("complex64" if expected.dtype.kind == "c" else "float32"))
    y = list(arguments(name, (3, 4)))
    x = [xparray.asarray(each) for each in y]
    same(ours(*(each.T for each in x)), theirs(*(each.T for each in y)))
    same(ours(*(each[:, ::-2] for each in x)), theirs(*(each[:, ::-2] for each in y)))
    if len(y) > 1:
        # Arrays that broadcast, and weak numbers of Python.
        same(ours(x[0][:, :1], *(each[:1] for each in x[1:])), theirs(y[0][:, :1], *(each[:1] for each in y[1:])))
        same(ours(float(y[0][0, 0]), *x[1:]), theirs(float(y[0][0, 0]), *y[1:]))
        same(ours(*x[:-1], float(y[-1][0, 0])), theirs(*y[:-1], float(y[-1][0, 0])))
    out = xparray.zeros((3, 4), dtype=theirs(*y).dtype)
    assert ours(*x, out=out) is out
    same(out, theirs(*y))
    mask = xparray.asarray(y[0] < y[0].mean())
    same(ours(*x, where=mask), numpy.where(y[0] < y[0].mean(), theirs(*y), 0))


def test_integers_become_doubles_and_numbers_arrays():
    assert special.gammainc(xparray.asarray([1, 2]), 3).dtype == "float64"
    assert special.gammainc(1.0, 2.0).shape == () and special.erf(0.5).dtype == "float64"
    assert special.gammainc(xparray.asarray([1.0], dtype="float16"), 2.0).dtype == "float16"
    with pytest.raises(TypeError):
        special.gammainc(xparray.asarray([1j]), 1.0)
    with pytest.raises(TypeError):
        special.gammainc(1.0)
    with pytest.raises(ValueError, match="shapes"):
        special.gammainc(xparray.ones(2), xparray.ones(3))


@pytest.mark.parametrize(
    "name",
    ["erf", "gamma", "loggamma", "wofz", "erfi", "dawsn", "rgamma", "erfcx", "psi", "digamma", "exp1", "expi", "spence", "ndtr", "log_ndtr", "wrightomega",
     "log1p", "expm1"],
)
def test_functions_over_the_complex_plane(name):
    rng = numpy.random.default_rng(4)
    z = rng.uniform(-1, 1, (3, 2)) + 1j * rng.uniform(-1, 1, (3, 2))
    same(getattr(special, name)(xparray.asarray(z).T), getattr(scipy_special, name)(z.T))
    for other in ("jv", "hankel1", "kv"):
        same(getattr(special, other)(0.5, xparray.asarray(z)), getattr(scipy_special, other)(0.5, z))


def test_pairs_and_polynomials_over_the_complex_plane():
    rng = numpy.random.default_rng(6)
    z = rng.uniform(-2, 2, (3, 2)) + 1j * rng.uniform(-2, 2, (3, 2))
    for kind in ("complex128", "complex64"):
        w = z.astype(kind)
        for name in ("sici", "shichi", "fresnel"):
            for found, expected in zip(getattr(special, name)(xparray.asarray(w).T), getattr(scipy_special, name)(w.T.astype(complex))):
                same(found, expected.astype(kind))
        for name in [each for each in dir(scipy_special) if each.startswith("eval_") and "hermite" not in each]:
            parameters = (1.5, 0.5)[: getattr(scipy_special, name).nin - 2]
            for n in (3.0, 2.5):
                same(getattr(special, name)(n, *parameters, xparray.asarray(w)), getattr(scipy_special, name)(n, *parameters, w.astype(complex)).astype(kind))
    for x, y in zip(special.xlog1py(xparray.asarray(z), xparray.asarray(z)).ravel(), scipy_special.xlog1py(z, z).ravel()):
        same(x, y)
    with pytest.raises(TypeError):
        special.k0(xparray.asarray(z))


X = numpy.random.default_rng(5).uniform(0.2, 2, (3, 4))


@pytest.mark.parametrize(
    "name, arguments",
    [
        ("airy", (X,)), ("airye", (X,)), ("ellipj", (X, X / 3)), ("fresnel", (X,)), ("kelvin", (X,)), ("shichi", (X,)),
        ("sici", (X,)),
        ("lambertw", (X,)), ("lambertw", (X, -1)), ("softmax", (X,)), ("softmax", (X, 0)), ("log_softmax", (X, (0, 1))),
        ("multigammaln", (X + 3, 2)), ("sph_harm_y", (3, 2, X, X)), ("spherical_jn", (2, X)), ("spherical_jn", (2, X, True)),
        ("spherical_yn", (2, X, True)), ("spherical_in", (2, X, True)), ("spherical_kn", (2, X, True)), ("xlogy", (X, X)),
        ("xlog1py", (X, X)), ("logsumexp", (X,)), ("logsumexp", (X, 1)), ("logsumexp", (X, (0, 1))),
        ("logsumexp", (X, 0, X - 1, True, True)),
        ("logsumexp", (X, 0, -X)), ("logsumexp", (X + 1j * X, 0)), ("assoc_legendre_p", (3, 2, X / 3)), ("roots_legendre", (5,)),
        ("roots_chebyt", (5,)), ("roots_chebyu", (5,)), ("roots_hermite", (5,)), ("roots_hermitenorm", (5,)),
        ("roots_laguerre", (5,)),
        ("roots_jacobi", (5, 0.5, 1.5)), ("roots_gegenbauer", (5, 0.75)), ("roots_genlaguerre", (5, 0.5)), ("cbrt", (X,)),
        ("psi", (X,)),
        ("round", (X,)), ("sinc", (X,)),
    ],
    ids=str,
)
def test_other_functions_are_scipys(name, arguments):
    theirs = getattr(scipy_special, name)
    with numpy.errstate(invalid="ignore"):
        expected = theirs(*arguments)
    if name == "assoc_legendre_p":
        expected = expected[()]
    found = getattr(special, name)(*(xparray.asarray(each) if isinstance(each, numpy.ndarray) else each for each in arguments))
    for x, y in zip(found if isinstance(expected, tuple) else [found], expected if isinstance(expected, tuple) else [expected]):
        same(x, numpy.squeeze(y) if name == "assoc_legendre_p" else y)


def test_they_have_names_signatures_and_are_pickled():
    assert special.gammainc.__name__ == "gammainc" and str(inspect.signature(special.gammainc)).startswith("(a, x, /")
    assert pickle.loads(pickle.dumps(special.gammainc)) is special.gammainc
    assert pickle.loads(pickle.dumps(xparray.add)) is xparray.add
    assert "Example: ``xparray.scipy.special.gammainc(a, x)``" in special.gammainc.__doc__
    assert xparray.special is special and xparray.scipy.special is special


def test_scipys_own_functions_find_them():
    program = """
import scipy.special, xparray
x = xparray.asarray([0.5, 1.5])
for name, arguments in (("gammainc", (x, x)), ("erf", (x,)), ("xlogy", (x, x)), ("betainc", (x, x, x / 2)), ("logit", (x / 2,))):
    found = getattr(scipy.special, name)(*arguments)
    assert isinstance(found, xparray.ndarray), (name, type(found))
    expected = getattr(scipy.special, name)(*(xparray.asnumpy(each) for each in arguments))
    assert abs(xparray.asnumpy(found) - expected).max() < 1e-12, name
"""
    environment = os.environ | {"SCIPY_ARRAY_API": "1"}
    subprocess.run([sys.executable, "-c", program], check=True, env=environment)
