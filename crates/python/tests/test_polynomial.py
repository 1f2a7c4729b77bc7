"""`xparray.polynomial` beside `numpy.polynomial`."""

import numpy
import numpy.polynomial
import pytest
import xparray

KINDS = ["Polynomial", "Chebyshev", "Legendre", "Hermite", "HermiteE", "Laguerre"]
MODULES = [
    ("poly", "polynomial"), ("cheb", "chebyshev"), ("leg", "legendre"), ("herm", "hermite"), ("herme", "hermite_e"), ("lag", "laguerre"),
]
A, B = [1.0, -2.0, 0.5, 3.0, -0.25], [0.5, 1.5, -1.0]
X = numpy.linspace(-1.5, 2.5, 9)


def near(found, expected, tolerance=1e-12):
    found, expected = numpy.asarray(found), numpy.asarray(expected)
    assert found.shape == expected.shape and found.dtype == expected.dtype
    # Terms as large as the largest value may cancel.
    numpy.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance * max(1.0, abs(expected).max()))


def same(found, expected, tolerance=1e-11):
    """The same polynomial."""
    assert type(found).__name__ == type(expected).__name__ and found.symbol == expected.symbol
    for name in ("coef", "domain", "window"):
        near(getattr(found, name), getattr(expected, name), tolerance)


@pytest.fixture(params=KINDS)
def kinds(request):
    return getattr(xparray.polynomial, request.param), getattr(numpy.polynomial, request.param)


OPERATIONS = [
    lambda p, q: p + q, lambda p, q: p - q, lambda p, q: p * q, lambda p, q: p // q, lambda p, q: p % q, lambda p, q: q // p, lambda p, q: -p,
    lambda p, q: p + 2, lambda p, q: 2 - p, lambda p, q: 3 * p, lambda p, q: p / 4, lambda p, q: p**3, lambda p, q: p + [1.0, 2.0],
    lambda p, q: [1.0, 2.0, 1.0] // q, lambda p, q: divmod(p, q)[1], lambda p, q: p * 1j, lambda p, q: p.deriv(), lambda p, q: p.deriv(2),
    lambda p, q: p.integ(), lambda p, q: p.integ(2, [1.0, 2.0]), lambda p, q: p.integ(1, 3.0, 0.5), lambda p, q: p.integ(1, lbnd=-0.5),
    lambda p, q: p.cutdeg(2), lambda p, q: p.truncate(2), lambda p, q: (p * 0 + 1e-9).trim(1e-6), lambda p, q: p.copy(), lambda p, q: +p,
    lambda p, q: type(p).basis(3), lambda p, q: type(p).identity(), lambda p, q: type(p).identity([-2.0, 2.0]),
    lambda p, q: type(p).fromroots([0.5, -1.0, 2.0]), lambda p, q: type(p).fromroots([0.5, -1.0, 2.0], domain=None),
    lambda p, q: type(p).fromroots([0.5, 1j]), lambda p, q: p.convert([0.0, 2.0]),
]


@pytest.mark.parametrize("operation", range(len(OPERATIONS)))
@pytest.mark.parametrize("options", [{}, {"domain": [-2.0, 3.0]}, {"domain": [0.0, 1.0], "window": [-1.0, 2.0], "symbol": "t"}])
def test_operations_are_numpys(kinds, operation, options):
    found, expected = (OPERATIONS[operation](kind(A, **options), kind(B, **options)) for kind in kinds)
    same(found, expected)
    near(found(X), expected(X), 1e-10)


def test_values_roots_and_texts_are_numpys(kinds):
    ours, theirs = (kind(A, [-2.0, 3.0]) for kind in kinds)
    near(ours(0.5), theirs(0.5))
    near(ours(X.reshape(3, 3)), theirs(X.reshape(3, 3)))
    near(numpy.sort_complex(numpy.asarray(ours.roots()).astype(complex)), numpy.sort_complex(theirs.roots().astype(complex)), 1e-9)
    assert ours.mapparms() == theirs.mapparms() and ours.degree() == theirs.degree() == len(list(ours)) - 1
    for found, expected in zip(ours.linspace(5), theirs.linspace(5)):
        near(found, expected)
    for found, expected in zip(ours.linspace(3, [0.0, 1.0]), theirs.linspace(3, [0.0, 1.0])):
        near(found, expected)
    with numpy.printoptions(legacy="1.25"):
        assert str(ours) == f"{theirs:unicode}" and repr(ours) == repr(theirs)
    for kind, other in zip(KINDS, KINDS[1:]):
        same(ours.convert(kind=getattr(xparray.polynomial, kind)), theirs.convert(kind=getattr(numpy.polynomial, kind)))
        same(getattr(xparray.polynomial, kind).cast(ours), getattr(numpy.polynomial, kind).cast(theirs))
    composed, expected = ours(kinds[0](B)), theirs(kinds[1](B))
    near(composed(X), expected(X), 1e-9)


def test_fits_are_numpys(kinds):
    x = numpy.linspace(1.0, 4.0, 15)
    y = numpy.exp(x) + 0.1 * numpy.cos(9 * x)
    for options in ({}, {"w": x}, {"domain": [0.0, 5.0]}, {"domain": []}, {"window": [-2.0, 2.0]}):
        found, expected = (kind.fit(x, y, 4, **options) for kind in kinds)
        same(found, expected, 1e-7)
    same(*(kind.fit(x, y * 1j, 2) for kind in kinds), 1e-9)


def test_equality_and_what_is_refused(kinds):
    ours, theirs = kinds
    for kind in kinds:
        p = kind(A)
        assert p == kind(A) and p != kind(B) and p != kind(A, [0.0, 2.0]) and p.has_samecoef(kind(A))
        other = KINDS[KINDS.index(kind.__name__) - 1]
        with pytest.raises(TypeError, match="types differ"):
            p + getattr(xparray.polynomial if kind is ours else numpy.polynomial, other)(A)
        with pytest.raises(TypeError, match="[Dd]omains differ"):
            p + kind(A, [0.0, 2.0])
        with pytest.raises(ValueError, match="symbols differ"):
            p * kind(A, symbol="t")
        with pytest.raises(TypeError, match="true division"):
            p / p
        for wrong in (-1, 1.5):
            with pytest.raises((ValueError, TypeError)):
                p**wrong
        with pytest.raises(ValueError):
            kind([])
        with pytest.raises(ValueError):
            kind([[1.0]])
        with pytest.raises(ValueError):
            kind(A, [1.0])
        with pytest.raises(ValueError):
            kind(A, symbol="1")
    with pytest.raises(xparray.exceptions.LinAlgError):
        ours(A) // 0


@pytest.mark.parametrize(("prefix", "module"), MODULES)
def test_functions_of_coefficients_are_numpys(prefix, module):
    ours, theirs = getattr(xparray.polynomial, module), getattr(numpy.polynomial, module)

    def beside(name, *args, tolerance=1e-10, **options):
        found, expected = (getattr(each, name)(*args, **options) for each in (ours, theirs))
        for f, e in zip(*((each if isinstance(each, tuple) else (each,)) for each in (found, expected))):
            near(f, e, tolerance)

    beside(f"{prefix}val", X, A)
    for name in ("add", "sub", "mul", "div"):
        beside(prefix + name, A, B)
    beside(f"{prefix}pow", B, 3)
    beside(f"{prefix}der", A, 2, scl=2.0)
    beside(f"{prefix}int", A, 2, [1.0, 2.0], 0.5, 2.0)
    beside(f"{prefix}int", A)
    beside(f"{prefix}fit", X, numpy.exp(X), 3, tolerance=1e-8)
    beside(f"{prefix}fromroots", [0.5, -1.0, 2.0])
    beside(f"{prefix}roots", getattr(theirs, f"{prefix}fromroots")([0.5, -1.0, 2.0]))
    beside(f"{prefix}vander", X, 3)
    beside(f"{prefix}line", 2.0, 3.0)
    beside(f"{prefix}trim", [1.0, 2.0, 1e-9], 1e-6)
    if prefix != "poly":
        beside(f"poly2{prefix}", A)
        beside(f"{prefix}2poly", A)
