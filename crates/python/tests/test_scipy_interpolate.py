"""SciPy's interpolation, beside SciPy's."""

import numpy
import pytest

from xparray.scipy import interpolate
from test_scipy import given, same

scipy_interpolate = pytest.importorskip("scipy.interpolate")

RNG = numpy.random.default_rng(5)
X, Y = numpy.sort(RNG.uniform(0, 4, 9)), RNG.normal(size=(9, 3))
PERIODIC = numpy.concatenate([Y[:-1], Y[:1]])
AT = RNG.uniform(-1, 5, (2, 5))
INSIDE = RNG.uniform(X[0], X[-1], 7)

PIECES = [
    ("CubicSpline", (X, Y), {}), ("CubicSpline", (X, Y.T, 1), {}), ("CubicSpline", (X, Y[:, 0]), {"bc_type": "natural"}),
    ("CubicSpline", (X, Y), {"bc_type": "clamped"}), ("CubicSpline", (X, PERIODIC), {"bc_type": "periodic"}),
    ("CubicSpline", (X, Y[:, 0]), {"bc_type": ((1, 0.5), (2, -1.0))}), ("CubicSpline", (X, Y), {"extrapolate": False}),
    ("CubicSpline", (X, Y), {"bc_type": ("natural", "not-a-knot")}), ("CubicHermiteSpline", (X, Y, Y[::-1].copy()), {}),
    ("PchipInterpolator", (X, Y), {}), ("PchipInterpolator", (X, Y.T, 1), {"extrapolate": False}), ("Akima1DInterpolator", (X, Y), {}),
    ("Akima1DInterpolator", (X, Y), {"method": "makima", "extrapolate": True}), ("PPoly", (RNG.normal(size=(4, 8, 2)), X), {}),
    ("BPoly", (RNG.normal(size=(4, 8, 2)), X), {}),
]


@pytest.mark.parametrize("name, arguments, keywords", PIECES, ids=lambda value: value if isinstance(value, str) else "")
def test_polynomials_in_pieces_are_scipys(name, arguments, keywords):
    ours, theirs = getattr(interpolate, name)(*map(given, arguments), **keywords), getattr(scipy_interpolate, name)(*arguments, **keywords)
    for nu in (0, 1, 2):
        same(ours(given(AT), nu), theirs(AT, nu))
    same(ours(given(AT), extrapolate=False), theirs(AT, extrapolate=False))
    same(ours.x, theirs.x)
    same(ours.c, theirs.c)
    same(ours.derivative()(given(INSIDE)), theirs.derivative()(INSIDE))
    same(ours.antiderivative(2)(given(INSIDE)), theirs.antiderivative(2)(INSIDE))
    same(ours.integrate(INSIDE[0], INSIDE[1]), theirs.integrate(INSIDE[0], INSIDE[1]))


def test_roots_and_other_bases_are_scipys():
    ours, theirs = interpolate.CubicSpline(given(X), given(Y[:, 0])), scipy_interpolate.CubicSpline(X, Y[:, 0])
    same(ours.roots(), theirs.roots())
    same(ours.solve(0.3, extrapolate=False), theirs.solve(0.3, extrapolate=False))
    same(interpolate.BPoly.from_power_basis(ours).c, scipy_interpolate.BPoly.from_power_basis(theirs).c)
    back = interpolate.PPoly.from_bernstein_basis(interpolate.BPoly.from_power_basis(ours))
    same(back.c, theirs.c)
    made = interpolate.BPoly.from_derivatives([0.0, 1.0, 2.0], [[0.0, 1.0], [1.0, 2.0], [3.0]])
    expected = scipy_interpolate.BPoly.from_derivatives([0.0, 1.0, 2.0], [[0.0, 1.0], [1.0, 2.0], [3.0]])
    same(made(given(AT)), expected(AT))


SPLINES = [
    ("make_interp_spline", (X, Y), {}), ("make_interp_spline", (X, Y), {"k": 1}), ("make_interp_spline", (X, Y[:, 0]), {"k": 5}),
    ("make_interp_spline", (X, Y), {"bc_type": "natural"}), ("make_interp_spline", (X, Y.T), {"axis": 1}),
    ("make_interp_spline", (X, Y[:, 0]), {"bc_type": ([(1, 0.0)], [(1, 1.0)])}),
    ("make_interp_spline", (X, Y[:, 0]), {"bc_type": (None, [(1, 0.0), (2, 1.0)])}),
    ("make_lsq_spline", (X, Y, numpy.r_[[X[0]] * 4, 1.5, 2.5, [X[-1]] * 4]), {}), ("make_smoothing_spline", (X, Y[:, 0]), {"lam": 0.3}),
    ("make_smoothing_spline", (X, Y[:, 0]), {}), ("BSpline", (numpy.arange(8.0), RNG.normal(size=(4, 2)), 3), {}),
    ("BSpline", (numpy.arange(8.0), RNG.normal(size=5), 2, False), {}),
]


@pytest.mark.parametrize("name, arguments, keywords", SPLINES, ids=lambda value: value if isinstance(value, str) else "")
def test_splines_are_scipys(name, arguments, keywords):
    ours, theirs = getattr(interpolate, name)(*map(given, arguments), **keywords), getattr(scipy_interpolate, name)(*arguments, **keywords)
    for nu in (0, 1):
        same(ours(given(AT), nu), theirs(AT, nu), 1e-7)
    same(ours.t, theirs.t)
    same(ours.derivative()(given(INSIDE)), theirs.derivative()(INSIDE), 1e-7)
    same(ours.integrate(1.0, 2.5), theirs.integrate(1.0, 2.5), 1e-7)
    assert ours.k == theirs.k
    if theirs.axis == 0:
        same(ours.c, theirs.c, 1e-7)
    if theirs.c.ndim == 1:
        same(interpolate.PPoly.from_spline(ours)(given(AT)), scipy_interpolate.PPoly.from_spline(theirs)(AT), 1e-7)


def test_splines_of_one_variable_are_scipys():
    w = RNG.uniform(0.5, 1, 9)
    for name, arguments in (
        ("UnivariateSpline", (X, Y[:, 0])), ("UnivariateSpline", (X, Y[:, 0], w, [-1, 5], 3, 2.0)),
        ("InterpolatedUnivariateSpline", (X, Y[:, 0])), ("InterpolatedUnivariateSpline", (X, Y[:, 0], None, [None, None], 2, 3)),
        ("LSQUnivariateSpline", (X, Y[:, 0], [1.5, 2.5])),
    ):
        ours = getattr(interpolate, name)(*(given(each) for each in arguments))
        theirs = getattr(scipy_interpolate, name)(*arguments)
        same(ours(given(AT)), theirs(AT), 1e-6)
        same(ours(given(INSIDE), 1), theirs(INSIDE, 1), 1e-6)
        same(ours.get_knots(), theirs.get_knots(), 1e-6)
        same(ours.get_coeffs(), theirs.get_coeffs(), 1e-6)
        assert ours.integral(1.0, 2.0) == pytest.approx(theirs.integral(1.0, 2.0), rel=1e-6)
        assert ours.get_residual() == pytest.approx(theirs.get_residual(), rel=1e-5, abs=1e-9)
    same(interpolate.InterpolatedUnivariateSpline(X, Y[:, 0]).roots(), scipy_interpolate.InterpolatedUnivariateSpline(X, Y[:, 0]).roots())


LINES = [{"kind": kind} for kind in ("linear", "nearest", "nearest-up", "previous", "next", "quadratic", "cubic", 2, "zero", "slinear")]
LINES += [{"fill_value": "extrapolate"}, {"bounds_error": False}, {"fill_value": (1.0, 2.0), "bounds_error": False}]


@pytest.mark.parametrize("keywords", LINES, ids=str)
def test_lines_are_scipys(keywords):
    order = RNG.permutation(9)
    for y, axis in ((Y, 0), (Y.T.copy(), -1)):
        shuffled = numpy.take(y, order, axis=axis)
        ours = interpolate.interp1d(given(X[order]), given(shuffled), axis=axis, **keywords)
        theirs = scipy_interpolate.interp1d(X[order], shuffled, axis=axis, **keywords)
        same(ours(given(INSIDE)), theirs(INSIDE))
        if "fill_value" in keywords or "bounds_error" in keywords:
            same(ours(given(AT)), theirs(AT))
        else:
            with pytest.raises(ValueError):
                ours(given(AT))


def test_polynomials_through_all_points_are_scipys():
    for name in ("KroghInterpolator", "BarycentricInterpolator"):
        ours, theirs = getattr(interpolate, name)(given(X), given(Y)), getattr(scipy_interpolate, name)(X, Y)
        same(ours(given(INSIDE)), theirs(INSIDE), 1e-6)
        same(ours.derivative(given(INSIDE), 2), theirs.derivative(INSIDE, 2), 1e-5)
    same(interpolate.krogh_interpolate(X, Y, INSIDE), scipy_interpolate.krogh_interpolate(X, Y, INSIDE), 1e-6)
    same(interpolate.barycentric_interpolate(X, Y, INSIDE), scipy_interpolate.barycentric_interpolate(X, Y, INSIDE), 1e-6)
    same(interpolate.pchip_interpolate(X, Y, INSIDE, 1), scipy_interpolate.pchip_interpolate(X, Y, INSIDE, 1))


GRID = (numpy.array([0.0, 1, 2, 4, 5, 7]), numpy.array([0.0, 0.5, 1, 2, 3, 4, 6]))
VALUES, PLACES = RNG.normal(size=(6, 7)), RNG.uniform(0, 6, (10, 2))


@pytest.mark.parametrize("method", ["linear", "nearest", "slinear", "cubic", "quintic", "pchip"])
def test_grids_are_scipys(method):
    # SciPy solves for the coefficients of splines by steps.
    tolerance = 1e-4 if method in ("cubic", "quintic") else 1e-9
    theirs = scipy_interpolate.RegularGridInterpolator(GRID, VALUES, method=method)
    ours = interpolate.RegularGridInterpolator(tuple(map(given, GRID)), given(VALUES), method=method)
    same(ours(given(PLACES)), theirs(PLACES), tolerance)
    same(ours((given(PLACES[:, 0]), given(PLACES[:, 1]))), theirs(PLACES), tolerance)
    same(interpolate.interpn(GRID, VALUES, PLACES, method=method), theirs(PLACES), tolerance)
    beyond = numpy.array([[1.0, 1.0], [-1.0, 9.0]])
    with pytest.raises(ValueError):
        ours(given(beyond))
    for fill in (numpy.nan, 2.0, None):
        options = {"bounds_error": False, "fill_value": fill, "method": method}
        same(interpolate.RegularGridInterpolator(GRID, VALUES, **options)(given(beyond)),
            scipy_interpolate.RegularGridInterpolator(GRID, VALUES, **options)(beyond), tolerance)


def test_products_of_polynomials_and_splines_are_scipys():
    c, x = RNG.normal(size=(3, 2, 4, 5)), (numpy.arange(5.0), numpy.arange(6.0))
    ours, theirs = interpolate.NdPPoly(given(c), tuple(map(given, x))), scipy_interpolate.NdPPoly(c, x)
    at = RNG.uniform(0, 4, (6, 2))
    same(ours(given(at)), theirs(at))
    same(ours(given(at), nu=(1, 0)), theirs(at, nu=(1, 0)))
    same(ours.integrate([(0, 2), (1, 3)]), theirs.integrate([(0, 2), (1, 3)]))
    same(ours.integrate_1d(0.0, 2.0, 0)(given(at[:, 0])), theirs.integrate_1d(0.0, 2.0, 0)(at[:, 0]))
    t, c = (numpy.arange(8.0), numpy.arange(9.0)), RNG.normal(size=(4, 5))
    ours, theirs = interpolate.NdBSpline(t, c, 3), scipy_interpolate.NdBSpline(t, c, 3)
    same(ours(given(at)), theirs(at))
    same(ours(given(at), nu=(0, 1)), theirs(at, nu=numpy.array([0, 1])))


POINTS, HEIGHTS = RNG.uniform(size=(20, 2)), RNG.normal(size=20)


@pytest.mark.parametrize("name", ["LinearNDInterpolator", "NearestNDInterpolator", "CloughTocher2DInterpolator"])
def test_functions_of_points_anywhere_are_scipys(name):
    ours, theirs = getattr(interpolate, name)(given(POINTS), given(HEIGHTS)), getattr(scipy_interpolate, name)(POINTS, HEIGHTS)
    at = RNG.uniform(0.2, 0.8, (12, 2))
    tolerance = 1e-4 if name.startswith("Clough") else 1e-9
    same(ours(given(at)), theirs(at), tolerance)
    same(ours(given(at[:, 0]), given(at[:, 1])), theirs(at), tolerance)
    method = {"L": "linear", "N": "nearest", "C": "cubic"}[name[0]]
    same(interpolate.griddata(POINTS, HEIGHTS, at, method=method), scipy_interpolate.griddata(POINTS, HEIGHTS, at, method=method), tolerance)


@pytest.mark.parametrize("kernel", ["linear", "thin_plate_spline", "cubic", "quintic", "multiquadric", "inverse_multiquadric",
    "inverse_quadratic", "gaussian"])
def test_radial_functions_are_scipys(kernel):
    for keywords in ({}, {"smoothing": 0.1}, {"neighbors": 12}, {"degree": 2}):
        options = {"kernel": kernel, "epsilon": 2.0} | keywords
        ours = interpolate.RBFInterpolator(given(POINTS), given(HEIGHTS), **options)
        theirs = scipy_interpolate.RBFInterpolator(POINTS, HEIGHTS, **options)
        same(ours(given(POINTS[:5] + 0.01)), theirs(POINTS[:5] + 0.01), 1e-5)


def test_what_cannot_be_interpolated_is_refused():
    spline = interpolate.CubicSpline(X, Y)
    for wrong in (
        lambda: interpolate.CubicSpline(X[::-1].copy(), Y), lambda: interpolate.CubicSpline(X, Y[:4]),
        lambda: interpolate.CubicSpline(X, Y, bc_type="other"), lambda: interpolate.CubicSpline(X, Y, bc_type=(1, 2, 3)),
        lambda: interpolate.PPoly([[1.0]], [0.0]), lambda: interpolate.interp1d(X, Y[:, 0], kind="other"),
        lambda: interpolate.interp1d(X, Y[:, 0], bounds_error=True, fill_value="extrapolate"),
        lambda: interpolate.make_interp_spline(X[:2], Y[:2], k=3),
        lambda: interpolate.RegularGridInterpolator(GRID, VALUES, method="other"),
        lambda: interpolate.RBFInterpolator(POINTS, HEIGHTS, kernel="other"), lambda: interpolate.griddata(POINTS, HEIGHTS, POINTS, "other"),
        lambda: interpolate.Akima1DInterpolator(X, Y, method="other"), lambda: spline(0.5, extrapolate="other"),
    ):
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(TypeError):
        interpolate.PPoly.from_spline(spline)
