#!/usr/bin/env python3
"""Writes `data/scipy.npz`, what transforms, functions of matrices and statistics give in SciPy: `python3 tests/scipy_values.py`."""
from pathlib import Path

import mpmath as mp
import numpy as np
from scipy import fft, fftpack, linalg, stats

np.seterr(all="ignore")
rng = np.random.default_rng(7)
parts = {}


def keep(name, value):
    parts[name] = np.array(value, order="C")


def exact(a):
    """The exponential of a matrix by mpmath: SciPy's is no more precise than ours."""
    mp.mp.prec = 200
    value = mp.expm(mp.matrix(a.tolist()), method="taylor")
    parts = np.array([[complex(z) for z in row] for row in value.tolist()])
    return parts if np.iscomplexobj(a) else parts.real


def dft(n):
    """SciPy multiplies roots of unity, which adds up errors."""
    return np.exp(-2j * np.pi * (np.outer(range(n), range(n)) % n) / n)


for n in (1, 2, 5, 6):
    x = rng.normal(0, 1, (2, n))
    keep(f"trig/{n}/in", x)
    for name in ("dct", "idct", "dst", "idst"):
        for kind in (1, 2, 3, 4):
            if n == 1 and kind == 1 and "dct" in name:
                continue
            for norm in ("backward", "ortho", "forward"):
                keep(f"trig/{n}/{name}/{kind}/{norm}", getattr(fft, name)(x, type=kind, norm=norm))
            keep(f"trig/{n}/{name}/{kind}/orthogonalize", getattr(fft, name)(x, type=kind, orthogonalize=True))
x = rng.normal(0, 1, (3, 4, 5))
keep("several/in", x)
for name in ("dctn", "idctn", "dstn", "idstn"):
    keep(f"several/{name}", getattr(fft, name)(x, type=2, norm="ortho", axes=(0, 2), s=(4, 3)))
z = rng.normal(0, 1, (3, 4)) + 1j * rng.normal(0, 1, (3, 4))
keep("hermitian/in", z)
for norm in ("backward", "ortho", "forward"):
    keep(f"hermitian/hfftn/{norm}", fft.hfftn(z, norm=norm, s=(3, 5)))
    keep(f"hermitian/hfft2/{norm}", fft.hfft2(z, norm=norm))
    keep(f"hermitian/ihfftn/{norm}", fft.ihfftn(z.real, norm=norm, axes=(1, 0)))
    keep(f"hermitian/ihfft2/{norm}", fft.ihfft2(z.real, norm=norm))
for n in (1, 2, 5, 8):
    x = np.exp(rng.normal(0, 1, (2, n)))
    keep(f"packed/{n}/in", x)
    keep(f"packed/{n}/rfft", fftpack.rfft(x))
    keep(f"packed/{n}/irfft", fftpack.irfft(x))
    for k, (dln, mu, offset, bias) in enumerate([(0.1, 0.5, 0.0, 0.0), (0.05, 2.0, 0.3, 0.2), (0.2, 0.0, -0.1, -0.4)]):
        keep(f"hankel/{n}/{k}/fht", fft.fht(x, dln, mu, offset, bias))
        keep(f"hankel/{n}/{k}/ifht", fft.ifht(x, dln, mu, offset, bias))
keep("lengths/in", np.array([1, 7, 11, 13, 17, 97, 121, 1021, 4097, 65537, 1000003]))
keep("lengths/real", [fft.next_fast_len(int(n), real=True) for n in parts["lengths/in"]])
keep("lengths/complex", [fft.next_fast_len(int(n)) for n in parts["lengths/in"]])

c, r = np.array([1.0, 2.0, 3.0]), np.array([1.0, -4.0, 5.0, 6.0])
for name, value in {
    "toeplitz": linalg.toeplitz(c), "toeplitz_with": linalg.toeplitz(c, r), "hankel": linalg.hankel(c),
    "hankel_with": linalg.hankel(c, r), "circulant": linalg.circulant(r), "companion": linalg.companion(np.array([2.0, -4, 5, 6])),
    "fiedler": linalg.fiedler(r), "leslie": linalg.leslie(r, c), "hadamard": linalg.hadamard(8), "helmert": linalg.helmert(5),
    "helmert_full": linalg.helmert(5, full=True), "hilbert": linalg.hilbert(4), "block_diag": linalg.block_diag(c, np.outer(c, r), 7.0),
    "khatri_rao": linalg.khatri_rao(np.outer(c, c), np.outer(r, c)),
    "convolution_full": linalg.convolution_matrix(r, 3, "full"), "convolution_same": linalg.convolution_matrix(r, 3, "same"),
    "convolution_valid": linalg.convolution_matrix(r, 3, "valid"), "convolution_same_long": linalg.convolution_matrix(c, 5, "same"),
    "convolution_valid_long": linalg.convolution_matrix(c, 5, "valid"), "dft": dft(5), "dft_sqrtn": dft(5) / np.sqrt(5), "dft_n": dft(4) / 4,
}.items():
    keep(f"matrices/{name}", value)
for n in range(2, 9):
    keep(f"matrices/fiedler_companion/{n}", linalg.fiedler_companion(np.arange(1.0, n + 1) * (-1) ** np.arange(n) * 2))
stack = rng.normal(0, 1, (4, 3, 3)) * np.array([1e-3, 0.3, 2.0, 30.0])[:, None, None]
keep("expm/in", stack)
keep("expm/out", [exact(a) for a in stack])
hermitian = rng.normal(0, 1, (3, 3)) + 1j * rng.normal(0, 1, (3, 3))
keep("expm/complex", hermitian)
keep("expm/complex_out", exact(hermitian))

x = np.exp(rng.normal(0, 1, (7, 4)))
keep("stats/in", x)
keep("stats/entropy", stats.entropy(x))
keep("stats/entropy_1_base", stats.entropy(x, axis=1, base=2))
keep("stats/entropy_qk", stats.entropy(x, x[::-1]))
for cut in (0.0, 0.1, 0.3, 0.45):
    keep(f"stats/trim_mean/{cut}", stats.trim_mean(x, cut))
keep("stats/trim_mean/all", stats.trim_mean(x, 0.2, axis=None))
for lmb in (-2.0, 0.0, 0.5, 3.0, 200.0):
    keep(f"stats/boxcox_llf/{lmb}", stats.boxcox_llf(lmb, x))
keep("stats/zscore", stats.zscore(x))
keep("stats/zscore_1", stats.zscore(x, axis=1, ddof=1))
keep("stats/zscore_all", stats.zscore(x, axis=None))
keep("stats/zmap", stats.zmap(x[:2], x, axis=0))
gaps = x.copy()
gaps[2, 1] = gaps[0, 3] = np.nan
keep("stats/gaps", gaps)
keep("stats/zscore_omit", stats.zscore(gaps, nan_policy="omit"))
keep("stats/zscore_propagate", stats.zscore(gaps))
np.savez(Path(__file__).parent / "data" / "scipy.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
