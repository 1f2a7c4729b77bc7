#!/usr/bin/env python3
"""Writes `data/interpolate.npz`: SciPy's piecewise polynomials: `python3 tests/interpolate_values.py`."""
from pathlib import Path

import numpy as np
from scipy import interpolate as si

rng = np.random.default_rng(23)
parts = {}


def keep(name, value):
    assert name not in parts, name
    value = np.array(value, order="C")
    parts[name] = value if value.dtype.kind == "c" else value.astype(float)


# Places inside, at breakpoints, outside, and none.
q = np.array([[-0.7, 0.0, 0.3, 0.5], [1.25, 2.0, 3.9, 4.0], [4.5, np.nan, 1.0, 4.75]])
keep("q", q)
BREAKS = {
    "uneven": np.array([0.0, 0.5, 1.25, 2.0, 3.5, 4.0]),
    "even": np.linspace(0.0, 4.0, 6),
    "falling": np.array([4.0, 2.5, 2.0, 1.0, 0.25, 0.0]),
    "single": np.array([0.0, 4.0]),
}
EXTRAPOLATE = {"yes": True, "no": False, "periodic": "periodic"}
TRAILING = {"plain": (), "matrix": (2, 3), "complex": (2,)}
for name, x in BREAKS.items():
    keep(f"breaks/{name}", x)
    for trailing, shape in TRAILING.items():
        for kind, make in (("ppoly", si.PPoly), ("bpoly", si.BPoly)):
            for k in (1, 2, 5):
                c = rng.standard_normal((k, len(x) - 1) + shape)
                if trailing == "complex":
                    c = c + 1j * rng.standard_normal(c.shape)
                key = f"{kind}/{name}/{trailing}/{k}"
                keep(f"{key}/c", c)
                p = make(c, x)
                for extrapolate, value in EXTRAPOLATE.items():
                    keep(f"{key}/{extrapolate}", p(q, extrapolate=value))
                    # Of falling breakpoints SciPy's integrals of functions that repeat are not the integrals.
                    if not (name == "falling" and extrapolate == "periodic"):
                        keep(f"{key}/integral/{extrapolate}", p.integrate(0.3, 3.1, extrapolate=value))
                        keep(f"{key}/back/{extrapolate}", p.integrate(6.2, -1.3, extrapolate=value))
                for nu in (nu for nu in (1, 2) if nu < k):
                    keep(f"{key}/nu{nu}", p(q, nu=nu))
                    keep(f"{key}/antiderivative{nu}", p.antiderivative(nu)(q, extrapolate=False))
                other = si.BPoly.from_power_basis(p) if kind == "ppoly" else si.PPoly.from_bernstein_basis(p)
                keep(f"{key}/other", other.c)

xi = np.array([0.0, 1.0, 2.5, 4.0])
yi = [rng.standard_normal((d, 2)) for d in (3, 1, 2, 3)]
keep("derivatives/x", xi)
for i, y in enumerate(yi):
    keep(f"derivatives/{i}", y)
keep("derivatives/c", si.BPoly.from_derivatives(xi, yi).c)
keep("derivatives/orders", si.BPoly.from_derivatives(xi, yi, orders=[1, 2, 3]).c)

# Through points.
x = np.array([0.0, 0.4, 1.0, 1.1, 2.0, 2.7, 3.6, 4.0])
y = rng.standard_normal((3, 8, 2))
y[:, 3:5] = y[:, 2:3]
z = y + 1j * rng.standard_normal(y.shape)
slopes = rng.standard_normal(y.shape)
for name, value in (("x", x), ("y", y), ("z", z), ("slopes", slopes)):
    keep(f"points/{name}", value)
keep("hermite/out", si.CubicHermiteSpline(x, y, slopes, axis=1)(q))
keep("hermite/complex", si.CubicHermiteSpline(x, z, slopes, axis=1)(q))
for n in (2, 3, 4, 8):
    keep(f"pchip/{n}", si.PchipInterpolator(x[:n], y[:, :n], axis=1)(q))
    keep(f"pchip/{n}/slope", si.pchip_interpolate(x[:n], y[:, :n], q, der=1, axis=1))
    for method in ("akima", "makima"):
        keep(f"{method}/{n}", si.Akima1DInterpolator(x[:n], y[:, :n], axis=1, method=method, extrapolate=True)(q))
keep("akima/outside", si.Akima1DInterpolator(x, y, axis=1)(q))
first, second = rng.standard_normal((2, 3, 2))
keep("points/first", first)
keep("points/second", second)
CONDITIONS = {
    "not-a-knot": "not-a-knot",
    "clamped": "clamped",
    "natural": "natural",
    "mixed": ("clamped", "not-a-knot"),
    "given": ((1, first), (2, second)),
}
for n in (2, 3, 4, 8):
    for name, condition in CONDITIONS.items():
        for of, values in (("y", y), ("z", z)):
            keep(f"spline/{n}/{name}/{of}", si.CubicSpline(x[:n], values[:, :n], axis=1, bc_type=condition)(q))
    for of, values in (("y", y), ("z", z)):
        closed = values[:, :n].copy()
        closed[:, -1] = closed[:, 0]
        keep(f"spline/{n}/periodic/{of}", si.CubicSpline(x[:n], closed, axis=1, bc_type="periodic")(q))

# Roots: simple, double, across jumps, throughout.
c = np.array([[1.0, 0.0, 0.5, 2.0], [-3.0, 0.0, -0.25, -1.0], [2.0, 0.0, 1.0, -3.0], [0.1, 0.0, -2.0, 0.5]])
keep("roots/c", c)
keep("roots/x", [0.0, 2.5, 3.0, 4.0, 6.0])
p = si.PPoly(c, [0.0, 2.5, 3.0, 4.0, 6.0])
for name, options in (("default", {}), ("inside", {"extrapolate": False}), ("smooth", {"discontinuity": False})):
    keep(f"roots/{name}", p.roots(**options))
    keep(f"roots/{name}/half", p.solve(0.5, **options))

np.savez(Path(__file__).parent / "data" / "interpolate.npz", allow_pickle=False, **parts)
