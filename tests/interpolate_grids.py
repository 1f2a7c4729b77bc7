#!/usr/bin/env python3
"""Writes `data/interpolate_grids.npz`: SciPy's interpolation on grids, of points and by one polynomial: `python3 tests/interpolate_grids.py`."""
from pathlib import Path

import numpy as np
from scipy import interpolate as si

rng = np.random.default_rng(24)
parts = {}


def keep(name, value):
    assert name not in parts, name
    value = np.array(value, order="C")
    parts[name] = value if value.dtype.kind == "c" else value.astype(float)


# Grids.
AXES = {
    1: [np.array([0.0, 0.5, 1.2, 2.0, 3.1, 3.5, 4.0])],
    2: [np.array([4.0, 3.0, 2.2, 1.5, 1.0, 0.0]), np.linspace(-1.0, 1.0, 7)],
    3: [np.array([0.0, 1.0, 1.5, 2.0, 3.0, 4.0]), np.linspace(-1.0, 1.0, 6), np.array([0.0, 0.1, 0.3, 0.6, 1.0, 1.5, 2.0])],
}
for d, axes in AXES.items():
    for dim, axis in enumerate(axes):
        keep(f"grid/{d}/{dim}", axis)
    low, high = (np.array([f(axis) for axis in axes]) for f in (np.min, np.max))
    inside = low + rng.uniform(0.0, 1.0, (4, 5, d)) * (high - low)
    inside[0, 0], inside[0, 1], inside[0, 2] = low, high, [axis[1] for axis in axes]
    outside = low + rng.uniform(-0.2, 1.2, (12, d)) * (high - low)
    outside[3, 0] = np.nan
    keep(f"grid/{d}/inside", inside)
    keep(f"grid/{d}/outside", outside)
    shape = tuple(map(len, axes))
    for trailing, more in {"plain": (), "more": (2,), "complex": (2,)}.items():
        values = rng.standard_normal(shape + more)
        if trailing == "complex":
            values = values + 1j * rng.standard_normal(values.shape)
        key = f"grid/{d}/{trailing}"
        keep(f"{key}/values", values)
        for method in ("linear", "nearest", "slinear", "cubic", "quintic", "pchip"):
            if trailing == "complex" and method == "pchip":
                continue
            # The direct solution; the other one is that of an iteration.
            exact = {"slinear": "slinear_legacy", "cubic": "cubic_legacy", "quintic": "quintic_legacy"}.get(method, method)
            make = lambda **options: si.RegularGridInterpolator(axes, values, method=exact, **options)
            keep(f"{key}/{method}/inside", make()(inside))
            keep(f"{key}/{method}/fill", make(bounds_error=False, fill_value=-2.5)(outside))
            keep(f"{key}/{method}/extrapolate", make(bounds_error=False, fill_value=None)(outside))

# Products of polynomials and splines.
x, y = np.array([0.0, 1.0, 1.5, 3.0]), np.linspace(-1.0, 1.0, 3)
keep("nd/x", x)
keep("nd/y", y)
q = np.stack([rng.uniform(-0.5, 3.5, 10), rng.uniform(-1.2, 1.2, 10)], -1)
q[0], q[1], q[2, 1] = (1.0, 0.0), (3.0, 1.0), np.nan
keep("nd/q", q)
for trailing, more in {"plain": (), "complex": (2,)}.items():
    c = rng.standard_normal((3, 2, 3, 2) + more)
    t = [np.r_[-0.5, -0.2, x, 3.5, 3.6], np.r_[-1.0, -1.0, y, 1.0, 1.0][1:-1]]
    cb = rng.standard_normal((5, 3) + more)
    if trailing == "complex":
        c, cb = c + 1j * rng.standard_normal(c.shape), cb + 1j * rng.standard_normal(cb.shape)
    keep(f"nd/{trailing}/c", c)
    p = si.NdPPoly(c, (x, y))
    keep(f"nd/{trailing}/values", p(q))
    keep(f"nd/{trailing}/inside", p(q, extrapolate=False))
    keep(f"nd/{trailing}/derivative", p.derivative((1, 1))(q))
    keep(f"nd/{trailing}/antiderivative", p.antiderivative((1, 2))(q))
    keep(f"nd/{trailing}/along", p.integrate_1d(0.3, 2.0, 0).c)
    keep(f"nd/{trailing}/integral", p.integrate([(0.3, 2.0), (-0.5, 0.9)]))
    for dim in range(2):
        if trailing == "plain":
            keep(f"nd/t{dim}", t[dim])
    keep(f"nd/{trailing}/spline/c", cb)
    b = si.NdBSpline(tuple(t), cb, (2, 1))
    keep(f"nd/{trailing}/spline", b(q))
    keep(f"nd/{trailing}/spline/inside", b(q, extrapolate=False))
    keep(f"nd/{trailing}/spline/slope", b(q, nu=(1, 1)))

# One coordinate.
x = np.array([2.0, 0.0, 0.7, 4.0, 3.1])
y = rng.standard_normal((2, 5, 3))
keep("interp1d/x", x)
keep("interp1d/y", y)
keep("interp1d/z", y + 1j * y[::-1])
inside = np.array([[0.0, 0.35, 0.7, 1.0], [2.0, 2.55, 3.9, 4.0]])
outside = np.array([-0.5, 0.2, 4.5])
keep("interp1d/inside", inside)
keep("interp1d/outside", outside)
for kind in ("linear", "nearest", "nearest-up", "previous", "next", "zero", "slinear", "quadratic", "cubic"):
    for of, values in (("y", y), ("z", y + 1j * y[::-1])):
        keep(f"interp1d/{kind}/{of}", si.interp1d(x, values, kind=kind, axis=1)(inside))
    fill = si.interp1d(x, y, kind=kind, axis=1, bounds_error=False, fill_value=(-7.0, 8.0))
    keep(f"interp1d/{kind}/fill", fill(outside))
    keep(f"interp1d/{kind}/extrapolate", si.interp1d(x, y, kind=kind, axis=1, fill_value="extrapolate")(outside))

# One polynomial.
x = np.array([0.0, 0.0, 0.0, 1.0, 1.5, 1.5, 2.2])
y = rng.standard_normal((2, 7, 2))
nodes = np.cos(np.pi * np.arange(41) / 40)
q = np.array([[0.0, 0.4, 1.0], [1.5, 2.0, 2.3]])
for name, value in (("x", x), ("y", y), ("q", q), ("nodes", nodes), ("values", np.sin(5 * nodes) / (2 + nodes))):
    keep(f"polynomial/{name}", value)
keep("polynomial/krogh", si.KroghInterpolator(x, y, axis=1)(q))
keep("polynomial/krogh/all", si.KroghInterpolator(x, y, axis=1).derivatives(q, 4))
keep("polynomial/krogh/complex", si.KroghInterpolator(x, y + 1j * y[::-1], axis=1)(q))
few, some = np.array([1.0, 0.0, 1.5, 2.2]), y[:, :4]
keep("polynomial/few", few)
keep("polynomial/barycentric", si.BarycentricInterpolator(few, some, axis=1)(q))
keep("polynomial/barycentric/complex", si.BarycentricInterpolator(few, some + 1j * some[::-1], axis=1)(q))
for der in (1, 2, 4):
    keep(f"polynomial/barycentric/{der}", si.KroghInterpolator(few, some, axis=1).derivative(q, der))
between = np.linspace(-1.0, 1.0, 13)
keep("polynomial/between", between)
keep("polynomial/many", np.sin(5 * nodes) / (2 + nodes))
keep("polynomial/many/values", si.BarycentricInterpolator(nodes, parts["polynomial/values"])(between))

# Points.
points = rng.uniform(-1.0, 1.0, (20, 2)) * [1.0, 50.0]
values = rng.standard_normal((20, 3))
q = rng.uniform(-1.2, 1.2, (9, 2)) * [1.0, 50.0]
for name, value in (("x", points), ("y", values), ("q", q), ("z", values + 1j * values[::-1])):
    keep(f"points/{name}", value)
smooth = rng.uniform(0.1, 1.0, 20)
keep("points/smooth", smooth)
KERNELS = "linear", "thin_plate_spline", "cubic", "quintic", "multiquadric", "inverse_multiquadric", "inverse_quadratic", "gaussian"
scale = np.array([1.0, 0.02])
for kernel in KERNELS:
    for degree in (None, -1, 2):
        epsilon = 1.5
        keep(f"points/{kernel}/{degree}", si.RBFInterpolator(points * scale, values, kernel=kernel, epsilon=epsilon, degree=degree, smoothing=smooth)(q * scale))
keep("points/rbf/complex", si.RBFInterpolator(points * scale, values + 1j * values[::-1])(q * scale))
for kernel, neighbors in (("thin_plate_spline", 6), ("gaussian", 9), ("linear", 50)):
    local = si.RBFInterpolator(points * scale, values, kernel=kernel, epsilon=1.5, neighbors=neighbors, smoothing=smooth)
    keep(f"points/local/{kernel}", local(q * scale))

np.savez(Path(__file__).parent / "data" / "interpolate_grids.npz", allow_pickle=False, **parts)
