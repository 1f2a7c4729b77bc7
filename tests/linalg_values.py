#!/usr/bin/env python3
"""Writes `data/scipy_linalg.npz`, what functions of `scipy.linalg` give: `python3 tests/linalg_values.py`.

Functions of matrices are mpmath's, by eigenvectors in 60 digits: SciPy's are no more precise than ours.
"""
from pathlib import Path

import mpmath as mp
import numpy as np

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
np.savez(Path(__file__).parent / "data" / "scipy_linalg.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
