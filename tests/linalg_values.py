#!/usr/bin/env python3
"""Writes `data/scipy_linalg.npz`, what functions of `scipy.linalg` give: `python3 tests/linalg_values.py`.

Functions of matrices are mpmath's, by eigenvectors in 60 digits: SciPy's are no more precise than ours.
"""
from pathlib import Path

import mpmath as mp
import numpy as np
from scipy import linalg

mp.mp.dps = 60
rng = np.random.default_rng(17)
parts = {}


def keep(name, value):
    parts[name] = np.array(value, order="C")


def function(a, f):
    """A function of a matrix with different eigenvalues."""
    values, vectors = mp.eig(mp.matrix(a.tolist()))
    # Without what rounding leaves of imaginary parts, by which logarithms would jump.
    values = [z.real if abs(z.imag) < 1e-40 * abs(z) else z for z in map(mp.mpc, values)]
    result = vectors * mp.diag([f(x) for x in values]) * vectors**-1
    return np.array([[complex(z) for z in row] for row in result.tolist()])


def real_if_close(z):
    return z.real if np.all(np.abs(z.imag) < 1e-25) else z


FUNCTIONS = {
    "sqrtm": mp.sqrt,
    "logm": mp.log,
    "signm": lambda z: mp.sign(mp.re(z)),
    "cosm": mp.cos,
    "sinm": mp.sin,
    "tanm": mp.tan,
    "coshm": mp.cosh,
    "sinhm": mp.sinh,
    "tanhm": mp.tanh,
    "power_0.3": lambda z: z ** mp.mpf(0.3),
    "power_-1.6": lambda z: z ** mp.mpf(-1.6),
    "power_2.5": lambda z: z ** mp.mpf(2.5),
}
n = 4
random = rng.normal(0, 1, (n, n))
positive = random @ np.diag([0.5, 1.0, 2.0, 3.5]) @ np.linalg.inv(random)
turning = np.array([[1.0, 2.0, 0.5, 0.0], [-3.0, 1.5, 0.0, 1.0], [0.0, 0.0, 2.0, 5.0], [0.5, 0.0, -4.0, 3.0]])
inputs = {
    "positive": positive,
    "turning": turning,
    "negative": random @ np.diag([-1.5, 0.5, -0.7, 2.0]) @ np.linalg.inv(random),
    "complex": rng.normal(0, 1, (n, n)) + 1j * rng.normal(0, 1, (n, n)),
    "triangle": np.triu(rng.normal(0, 1, (n, n))) + np.diag([3.0, 3.0001, 4.0, 1.0]),
    "small": turning * 1e-9,
}
for name, a in inputs.items():
    keep(f"functions/{name}/in", a)
    for of, f in FUNCTIONS.items():
        keep(f"functions/{name}/{of}", real_if_close(function(a, f)))


def normal(*shape, complex=False):
    x = rng.normal(0, 1, shape)
    return x + 1j * rng.normal(0, 1, shape) if complex else x


for kind, c in (("real", False), ("complex", True)):
    a, b = normal(4, 4, complex=c), normal(4, 4, complex=c)
    a = a + a.conj().T
    b = b @ b.conj().T + np.eye(4)
    keep(f"eigh/{kind}/a", a)
    keep(f"eigh/{kind}/b", b)
    for itype in (1, 2, 3):
        keep(f"eigh/{kind}/{itype}", linalg.eigh(a, b, type=itype, eigvals_only=True))
    tall = normal(5, 3, complex=c)
    other = normal(5, 2, complex=c)
    keep(f"spaces/{kind}/a", tall)
    keep(f"spaces/{kind}/b", other)
    keep(f"spaces/{kind}/angles", linalg.subspace_angles(tall, other))
    near = np.c_[tall[:, :1] + 1e-9 * normal(5, 1), tall[:, 1:] @ [[1.0], [2.0]]]
    keep(f"spaces/{kind}/near", near)
    keep(f"spaces/{kind}/near_angles", linalg.subspace_angles(tall, near))
    third = normal(5, 3, complex=c)
    r, scale = linalg.orthogonal_procrustes(tall, third)
    keep(f"spaces/{kind}/third", third)
    keep(f"spaces/{kind}/procrustes", r)
    keep(f"spaces/{kind}/procrustes_scale", scale)
    for side in ("right", "left"):
        u, p = linalg.polar(tall, side=side)
        keep(f"spaces/{kind}/polar_u", u)
        keep(f"spaces/{kind}/polar_{side}", p)
    keep(f"spaces/{kind}/pinvh", linalg.pinvh(tall @ tall.conj().T))
    for lower, upper in ((1, 1), (2, 0), (0, 1), (1, 3), (0, 0)):
        ab, right = normal(lower + upper + 1, 6, complex=c), normal(6, 2, complex=c)
        keep(f"banded/{kind}/{lower}_{upper}/ab", ab)
        keep(f"banded/{kind}/{lower}_{upper}/b", right)
        keep(f"banded/{kind}/{lower}_{upper}/x", linalg.solve_banded((lower, upper), ab, right))
    ab, right = normal(3, 6, complex=c), normal(6, 2, complex=c)
    ab[0] = np.abs(ab[0]) + 6.0
    keep(f"definite/{kind}/lower", ab)
    keep(f"definite/{kind}/b", right)
    upper = np.zeros_like(ab)
    for k in range(3):
        upper[2 - k, k:] = ab[k, : 6 - k].conj()
    keep(f"definite/{kind}/upper", upper)
    keep(f"definite/{kind}/factor_lower", linalg.cholesky_banded(ab, lower=True))
    keep(f"definite/{kind}/factor_upper", linalg.cholesky_banded(upper))
    keep(f"definite/{kind}/x", linalg.solveh_banded(ab, right, lower=True))
    keep(f"definite/{kind}/values", linalg.eigvals_banded(ab, lower=True))
    a, b, q = normal(4, 4, complex=c), normal(3, 3, complex=c), normal(4, 3, complex=c)
    keep(f"equations/{kind}/a", a)
    keep(f"equations/{kind}/b", b)
    keep(f"equations/{kind}/q", q)
    keep(f"equations/{kind}/sylvester", linalg.solve_sylvester(a, b, q))
    h = q @ q.conj().T + np.eye(4)
    r = b @ b.conj().T + np.eye(3)
    keep(f"equations/{kind}/h", h)
    keep(f"equations/{kind}/r", r)
    keep(f"equations/{kind}/continuous_lyapunov", linalg.solve_continuous_lyapunov(a, h))
    keep(f"equations/{kind}/discrete_lyapunov", linalg.solve_discrete_lyapunov(a, h, method="direct"))
    keep(f"equations/{kind}/continuous_are", linalg.solve_continuous_are(a, q, h, r))
    keep(f"equations/{kind}/discrete_are", linalg.solve_discrete_are(a, q, h, r))
    singular = np.triu(a, 1)
    keep(f"equations/{kind}/discrete_are_singular", linalg.solve_discrete_are(singular, q, h, r))
for kind in ("real", "complex"):
    a, q, h, r = (parts[f"equations/{kind}/{name}"] for name in "aqhr")
    e, s = normal(4, 4, complex=kind == "complex"), 0.1 * normal(4, 3, complex=kind == "complex")
    keep(f"equations/{kind}/e", e)
    keep(f"equations/{kind}/s", s)
    keep(f"equations/{kind}/continuous_are_with", linalg.solve_continuous_are(a, q, h, r, e=e, s=s))
    keep(f"equations/{kind}/discrete_are_with", linalg.solve_discrete_are(a, q, h, r, e=e, s=s))
    flat = np.diag([1.0, 1.0, 0.0])
    keep(f"equations/{kind}/discrete_are_flat", linalg.solve_discrete_are(a, q, h, flat))
d, e = normal(6), normal(5)
keep("tridiagonal/d", d)
keep("tridiagonal/e", e)
keep("tridiagonal/values", linalg.eigvalsh_tridiagonal(d, e))
for kind, c in (("real", False), ("complex", True)):
    t = normal(7, complex=c)
    t[0] = 4.0
    row, right = normal(7, complex=c), normal(7, 2, complex=c)
    row[0] = t[0]
    keep(f"toeplitz/{kind}/c", t)
    keep(f"toeplitz/{kind}/r", row)
    keep(f"toeplitz/{kind}/b", right)
    keep(f"toeplitz/{kind}/x", linalg.solve_toeplitz(t, right))
    keep(f"toeplitz/{kind}/x_with", linalg.solve_toeplitz((t, row), right))
    keep(f"toeplitz/{kind}/product", linalg.toeplitz(t[:4], row) @ right)
    keep(f"toeplitz/{kind}/circulant", linalg.solve_circulant(t, right))
    a = normal(7, 7, complex=c)
    keep(f"ldl/{kind}/a", a)
    for name, whole in (("hermitian", np.tril(a) + np.tril(a, -1).conj().T), ("symmetric", np.tril(a) + np.tril(a, -1).T)):
        if name == "hermitian":
            np.fill_diagonal(whole, whole.diagonal().real)
        keep(f"ldl/{kind}/{name}", whole)
for kind, c in (("real", False), ("complex", True)):
    a, b = normal(5, 5, complex=c), normal(5, 5, complex=c)
    keep(f"pencil/{kind}/a", a)
    keep(f"pencil/{kind}/b", b)
    w = linalg.eigvals(a, b)
    keep(f"pencil/{kind}/w", w[np.lexsort((w.imag.round(8), w.real.round(8)))])
for n in (0, 1, 2, 5, 9):
    for kind in ("symmetric", "lower", "upper"):
        keep(f"pascal/{n}/{kind}", linalg.pascal(n, kind=kind).astype(float))
        keep(f"invpascal/{n}/{kind}", linalg.invpascal(n, kind=kind).astype(float) if n else np.zeros((0, 0)))
    keep(f"invhilbert/{n}", linalg.invhilbert(n))
for kind, c in (("real", False), ("complex", True)):
    a, e = normal(4, 4, complex=c), normal(4, 4, complex=c)
    keep(f"frechet/{kind}/a", a)
    keep(f"frechet/{kind}/e", e)
    whole = mp.expm(mp.matrix(np.block([[a, e], [0 * a, a]]).tolist()))[:4, 4:]
    change = np.array([[complex(z) for z in row] for row in whole.tolist()])
    assert np.allclose(change, linalg.expm_frechet(a, e)[1])
    keep(f"frechet/{kind}/change", change if c else change.real)
    wide = normal(5, 7, complex=c) * np.exp(normal(7))
    keep(f"pivoting/{kind}/a", wide)
    keep(f"pivoting/{kind}/order", linalg.qr(wide, mode="r", pivoting=True)[1].astype(float))
    keep(f"pivoting/{kind}/tall_order", linalg.qr(wide.conj().T, mode="r", pivoting=True)[1].astype(float))
    low = normal(8, 3, complex=c) @ normal(3, 6, complex=c)
    keep(f"low_rank/{kind}/a", low)
    keep(f"low_rank/{kind}/s", linalg.svdvals(low)[:3])
keep("frechet/real/cond", linalg.expm_cond(parts["frechet/real/a"]))
AWKWARD = {
    "far_from_normal": np.array([[1.0, 1e6], [0.0, -1.0]]),
    "nilpotent": np.array([[0.0, 1e8, 3.0], [0.0, 0.0, 1e-3], [0.0, 0.0, 0.0]]),
    "lower": np.array([[-30.0, 0.0, 0.0], [1e5, 2.0, 0.0], [7.0, 1e4, 1.0]]),
    "near": np.array([[5.0, 20.0, 3.0], [0.0, 5.0 + 1e-9, 30.0], [0.0, 0.0, -40.0]]),
    "full": np.array([[49.0, 24.0], [-64.0, -31.0]]),
    "badly_scaled": np.array([[1e-8, 1e8], [-1e-9, 3.0]]),
    "turning": np.array([[0.0, 1e5], [-1e-3, 0.0]]),
    "complex": np.array([[20.0 + 10j, 1e7], [0.0, -3j]]),
}
mp.mp.dps = 400
for name, a in AWKWARD.items():
    keep(f"expm/{name}/in", a)
    value = np.array([[complex(z) for z in row] for row in mp.expm(mp.matrix(a.tolist())).tolist()])
    keep(f"expm/{name}/out", value if np.iscomplexobj(a) else value.real)
np.savez(Path(__file__).parent / "data" / "scipy_linalg.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
