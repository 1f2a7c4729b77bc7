#!/usr/bin/env python3
"""Writes `data/scipy_chirp.npz`: chirp z-transforms by their definition in mpmath, and what `scipy.fft` says of lengths and offsets:
`python3 tests/chirp_values.py`."""
from pathlib import Path

import mpmath as mp
import numpy as np
from scipy import fft, signal

mp.mp.dps = 40
rng = np.random.default_rng(23)
parts = {}


def keep(name, value):
    parts[name] = np.array(value, order="C")


def transform(x, points):
    def at(row, z):
        return complex(mp.fsum(mp.mpmathify(complex(v)) * z**-j for j, v in enumerate(row)))

    return np.array([[at(row, z) for z in points] for row in x])


def spiral(m, w, a):
    w = mp.exp(mp.mpc(0, -2 * mp.pi / m)) if w is None else mp.mpc(w)
    return [mp.mpc(a) * w**-k for k in range(m)]


def band(m, first, last, fs, endpoint):
    steps = m - 1 if endpoint else m
    step = (mp.mpf(last) - mp.mpf(first)) / steps
    return [mp.exp(mp.mpc(0, 2 * mp.pi * (mp.mpf(first) + k * step) / mp.mpf(fs))) for k in range(m)]


SPIRALS = [(7, None, 1), (4, None, 1), (12, None, 1), (5, 0.9 - 0.3j, 1.1 + 0.2j), (9, 1j, -0.5)]
BANDS = [(7, 0.0, 2.0, 2.0, False), (5, 0.25, 0.75, 2.0, True), (16, 3.0, -4.0, 10.0, False)]
for kind in ("real", "complex"):
    x = rng.normal(0, 1, (2, 7))
    x = x + 1j * rng.normal(0, 1, (2, 7)) if kind == "complex" else x
    keep(f"{kind}/in", x)
    for k, (m, w, a) in enumerate(SPIRALS):
        keep(f"{kind}/czt/{k}", transform(x, spiral(m, w, a)))
        assert np.allclose(parts[f"{kind}/czt/{k}"], signal.czt(x, m, w, a))
    for k, (m, first, last, fs, endpoint) in enumerate(BANDS):
        keep(f"{kind}/zoom_fft/{k}", transform(x, band(m, first, last, fs, endpoint)))
        assert np.allclose(parts[f"{kind}/zoom_fft/{k}"], signal.zoom_fft(x, [first, last], m, fs=fs, endpoint=endpoint))
for k, (m, w, a) in enumerate(SPIRALS):
    keep(f"points/{k}", [complex(z) for z in spiral(m, w, a)])
lengths = np.array([1, 2, 7, 11, 13, 17, 97, 121, 1021, 4097, 65537, 1000003])
keep("lengths/in", lengths)
keep("lengths/real", [fft.prev_fast_len(int(n), real=True) for n in lengths])
keep("lengths/complex", [fft.prev_fast_len(int(n), real=False) for n in lengths])
OFFSETS = np.array([[0.1, 0.5, 0.0, 0.0], [0.05, 2.0, 0.3, 0.2], [0.2, 0.0, -0.1, -0.4], [-0.1, 3.0, 1.0, 0.5]])
keep("offsets/in", OFFSETS)
keep("offsets/out", [fft.fhtoffset(*row) for row in OFFSETS])
x = rng.normal(0, 1, (3, 4, 5))
keep("several/in", x)
for name in ("dctn", "idctn", "dstn", "idstn"):
    for kind in (1, 2, 3, 4):
        for norm in ("backward", "ortho", "forward"):
            keep(f"several/{name}/{kind}/{norm}", getattr(fft, name)(x, type=kind, norm=norm))
np.savez(Path(__file__).parent / "data" / "scipy_chirp.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
