#!/usr/bin/env python3
"""Writes `data/cossin.npz`, SciPy's cosine-sine decompositions of unitary matrices: `python3 tests/cossin_values.py`."""
from pathlib import Path

import numpy as np
from scipy import linalg

rng = np.random.default_rng(7)
parts = {}


def add(name, x, p, q):
    (_, _), theta, (_, _) = linalg.cossin(x, p, q, separate=True)
    _, cs, _ = linalg.cossin(x, p, q)
    _, swapped, _ = linalg.cossin(x, p, q, swap_sign=True)
    parts[f"{name}/x"], parts[f"{name}/blocks"] = np.ascontiguousarray(x), np.array([p, q])
    parts[f"{name}/theta"], parts[f"{name}/cs"], parts[f"{name}/swapped"] = theta, *map(np.ascontiguousarray, [cs.real, swapped.real])


for number, (m, p, q) in enumerate([(2, 1, 1), (5, 2, 3), (6, 4, 4), (6, 2, 2), (7, 5, 3), (7, 2, 5), (8, 4, 4)]):
    a, b = rng.standard_normal((2, m, m))
    add(f"real/{number}", linalg.qr(a)[0], p, q)
    add(f"complex/{number}", linalg.qr(a + 1j * b)[0], p, q)


def of_angles(theta, kind):
    """A matrix with these angles."""
    n = len(theta)
    c, s = np.diag(np.cos(theta)), np.diag(np.sin(theta))
    factors = []
    for _ in range(4):
        a, b = rng.standard_normal((2, n, n))
        factors.append(linalg.qr(a + 1j * b if kind == "complex" else a)[0])
    u = linalg.block_diag(*factors[:2])
    return u @ np.block([[c, -s], [s, c]]) @ linalg.block_diag(*factors[2:])


for kind in ["real", "complex"]:
    angles = {
        "tiny": [0.0, 1e-12, 1e-9, 1e-5],
        "right": [1.0, np.pi / 2 - 1e-6, np.pi / 2 - 1e-12, np.pi / 2],
        "equal": [0.3, 0.3, np.pi / 4, np.pi / 4, 1.2, 1.2],
        "far": [0.0, 1e-10, np.pi / 4, np.pi / 2],
    }
    for name, theta in angles.items():
        add(f"{kind}/{name}", of_angles(np.array(theta), kind), len(theta), len(theta))
    add(f"{kind}/identity", np.eye(5, dtype=complex if kind == "complex" else float), 2, 3)
    add(f"{kind}/turned", np.eye(6)[::-1].astype(complex if kind == "complex" else float), 2, 3)
np.savez(Path(__file__).parent / "data" / "cossin.npz", **parts)
