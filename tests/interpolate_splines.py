#!/usr/bin/env python3
"""Writes `data/interpolate_splines.npz`: SciPy's splines: `python3 tests/interpolate_splines.py`."""
from pathlib import Path

import mpmath as mp
import numpy as np
from scipy import interpolate as si

rng = np.random.default_rng(21)
parts = {}
mp.mp.dps = 40


def keep(name, value):
    assert name not in parts, name
    value = np.array(value, order="C")
    parts[name] = value if value.dtype.kind == "c" else value.astype(float)


q = np.array([[-0.7, 0.0, 0.3, 1.0], [1.25, 2.0, 3.9, 4.0], [4.5, np.nan, 2.5, 4.75]])
keep("q", q)
EXTRAPOLATE = {"yes": True, "no": False, "periodic": "periodic"}
INNER = {"uneven": [0.0, 1.0, 1.25, 2.5, 4.0], "even": np.linspace(0.0, 4.0, 9), "repeated": [0.0, 1.0, 2.0, 2.0, 4.0]}
for name, inner in INNER.items():
    for k in (0, 1, 2, 3, 5):
        t = np.r_[-0.5 * np.arange(k, 0, -1), inner, 4.0 + 0.25 * np.arange(1, k + 1)]
        n = len(t) - k - 1
        for trailing, shape in {"plain": (), "matrix": (2, 3), "complex": (2,)}.items():
            c = rng.standard_normal((n,) + shape)
            if trailing == "complex":
                c = c + 1j * rng.standard_normal(c.shape)
            b = si.BSpline(t, c, k)
            key = f"bspline/{name}/{k}/{trailing}"
            keep(f"{key}/c", c)
            for extrapolate, value in EXTRAPOLATE.items():
                keep(f"{key}/{extrapolate}", b(q, extrapolate=value))
                for part, ends in (("integral", (0.3, 3.1)), ("back", (6.2, -0.3))):
                    # SciPy integrates real splines only.
                    both = [si.BSpline(t, f(c), k).integrate(*ends, extrapolate=value) for f in (np.real, np.imag)]
                    keep(f"{key}/{part}/{extrapolate}", both[0] + 1j * both[1] if trailing == "complex" else both[0])
            if k > 1:
                keep(f"{key}/nu", b(q, nu=k - 1))
                keep(f"{key}/derivative", b.derivative(1)(q))
            keep(f"{key}/antiderivative", b.antiderivative(2)(q))
        keep(f"bspline/{name}/{k}/t", t)
        inside = np.array([0.0, 0.3, 1.0, 2.0, 3.3, 4.0])
        keep(f"bspline/{name}/{k}/design", si.BSpline.design_matrix(inside, t, k).toarray())
keep("inside", inside)

x = np.array([0.0, 0.4, 1.0, 1.1, 2.0, 2.7, 3.1, 3.6, 3.8, 4.0])
y = rng.standard_normal((3, 10, 2))
z = y + 1j * rng.standard_normal(y.shape)
first, second = rng.standard_normal((2, 3, 2))
for name, value in (("x", x), ("y", y), ("z", z), ("first", first), ("second", second)):
    keep(f"points/{name}", value)
CONDITIONS = {
    "not-a-knot": (None, (0, 1, 2, 3, 4, 5)),
    "clamped": ("clamped", (3,)),
    "natural": ("natural", (3,)),
    "mixed": (([(1, first), (2, second)], None), (3,)),
    "given": (([(1, first), (2, second)], [(1, second), (3, first)]), (5,)),
    "quadratic": (([(1, first)], None), (2,)),
}
for name, (condition, degrees) in CONDITIONS.items():
    for k in degrees:
        for of, values in (("y", y), ("z", z)):
            spline = si.make_interp_spline(x, values, k=k, axis=1, bc_type=condition)
            keep(f"interp/{name}/{k}/{of}", spline(q))
            if of == "y":
                keep(f"interp/{name}/{k}/t", spline.t)
for k in (1, 2, 3, 4, 5):
    for n in (4, 10):
        closed = z[:, :n].copy()
        closed[:, -1] = closed[:, 0]
        # SciPy leaves imaginary parts out.
        both = [si.make_interp_spline(x[:n], f(closed), k=k, axis=1, bc_type="periodic") for f in (np.real, np.imag)]
        real, imaginary = (spline(q, extrapolate="periodic") for spline in both)
        keep(f"interp/periodic/{k}/{n}", real + 1j * imaginary)
t = np.r_[[0.0] * 4, x[2:-2] + 0.05, [4.0] * 4]
keep("interp/t", t)
keep("interp/own", si.make_interp_spline(x, y, k=3, t=t, axis=1)(q))

xs = np.sort(rng.uniform(0.0, 4.0, 30))
xs[[0, -1]] = 0.0, 4.0
ys = np.sin(2 * xs)[:, None] + 0.1 * rng.standard_normal((30, 2))
ws = rng.uniform(0.5, 2.0, 30)
for name, value in (("x", xs), ("y", ys), ("w", ws), ("z", ys[:, 0] + 1j * ys[:, 1])):
    keep(f"noisy/{name}", value)
for k in (1, 2, 3, 4):
    t = np.r_[[0.0] * (k + 1), [0.9, 1.7, 2.0, 3.1], [4.0] * (k + 1)]
    keep(f"lsq/{k}/t", t)
    keep(f"lsq/{k}", si.make_lsq_spline(xs, ys, t, k=k, w=ws)(q))
    keep(f"lsq/{k}/complex", si.make_lsq_spline(xs, ys[:, 0] + 1j * ys[:, 1], t, k=k)(q))
inside = np.linspace(-0.2, 4.1, 12)
keep("between", inside)


def smoothed(x, y, w, lam):
    """The natural spline of Reinsch's equations, which SciPy's lose digits of."""
    x, w, lam = [mp.mpf(v) for v in x.tolist()], [mp.mpf(v) for v in w.tolist()], mp.mpf(lam)
    n = len(x)
    h = [b - a for a, b in zip(x, x[1:])]
    q, r = mp.zeros(n, n - 2), mp.zeros(n - 2, n - 2)
    for j in range(n - 2):
        q[j, j], q[j + 1, j], q[j + 2, j] = 1 / h[j], -1 / h[j] - 1 / h[j + 1], 1 / h[j + 1]
        r[j, j] = (h[j] + h[j + 1]) / 3
        if j:
            r[j, j - 1] = r[j - 1, j] = h[j] / 6
    y, spread = mp.matrix(y.tolist()), mp.diag([1 / v for v in w]) * q
    values = [y[:, k] - lam * spread * mp.lu_solve(r + lam * q.T * spread, q.T * y[:, k]) for k in range(y.cols)]
    values = np.array([[float(v) for v in column] for column in values]).T
    return si.make_interp_spline(np.array([float(v) for v in x]), values, bc_type="natural")


for lam in (0.0, 1e-3, 0.3, 50.0):
    keep(f"smoothing/{lam}", smoothed(xs, ys, ws, lam)(inside))
keep("smoothing/gcv", si.make_smoothing_spline(xs, ys, w=ws)(inside))
keep("smoothing/five", smoothed(xs[:5], ys[:5], np.ones(5), 0.01)(inside))

EXT = ("extrapolate", "zeros", "const")
for k in (1, 2, 3, 4, 5):
    for s in (0.0, 0.05, 0.3, 2.0, 30.0):
        spline = si.UnivariateSpline(xs, ys[:, 0], w=None if s == 0.0 else ws, k=k, s=s, bbox=[-0.1, 4.0])
        key = f"univariate/{k}/{s}"
        keep(f"{key}/knots", spline.get_knots())
        keep(f"{key}/coeffs", spline.get_coeffs())
        keep(f"{key}/residual", spline.get_residual())
        for ext, name in ((0, "extrapolate"), (1, "zeros"), (3, "const")):
            keep(f"{key}/{name}", spline(inside, ext=ext))
        keep(f"{key}/slope", spline(inside, nu=1))
        keep(f"{key}/integral", spline.integral(-0.5, 3.0))
        keep(f"{key}/derivatives", spline.derivatives(1.3))
        keep(f"{key}/antiderivative", spline.antiderivative()(inside))
        if k == 3:
            keep(f"{key}/roots", spline.roots())
    keep(f"interpolated/{k}", si.InterpolatedUnivariateSpline(xs, ys[:, 1], k=k)(inside))
    lsq = si.LSQUnivariateSpline(xs, ys[:, 1], [1.0, 1.5, 3.0], w=ws, k=k)
    keep(f"lsq_univariate/{k}", lsq(inside))
    keep(f"lsq_univariate/{k}/residual", lsq.get_residual())
keep("univariate/default", si.UnivariateSpline(xs, ys[:, 0] * 30)(inside))
long = np.linspace(0.0, 20.0, 300)
keep("long/x", long)
keep("long/y", np.sin(long * long / 8) + 0.05 * rng.standard_normal(300))
for s in (0.8, 0.5):
    spline = si.UnivariateSpline(long, parts["long/y"], s=s)
    keep(f"long/{s}/knots", spline.get_knots())
    keep(f"long/{s}", spline(inside))

np.savez(Path(__file__).parent / "data" / "interpolate_splines.npz", allow_pickle=False, **parts)
