#!/usr/bin/env python3
"""Writes `data/filtering_modes.npz`, what SciPy's filters with less common options give: `python3 tests/filtering_modes.py`."""
from pathlib import Path

import numpy as np
from scipy import signal

rng = np.random.default_rng(42)
parts = {}
modes = ("constant", "line", "smooth", "edge", "symmetric", "reflect", "antisymmetric", "antireflect", "wrap")
x, h = rng.normal(size=(2, 9)), rng.normal(size=31)
parts |= {"x": x, "h": h, "single": x[:, :1]}
for mode in modes:
    cval = {"cval": 1.5} if mode == "constant" else {}
    for up, down in [(1, 1), (3, 2), (2, 5)]:
        # The filter is longer than the signal, so that it goes around or back more than once.
        parts[f"upfirdn/{mode}/{up}/{down}"] = signal.upfirdn(h, x, up, down, mode=mode, **cval)
    parts[f"upfirdn/{mode}/columns"] = signal.upfirdn(h, x.T, 2, 1, axis=0, mode=mode, **cval)
    # Twice between the same two elements, SciPy reads beyond the only one.
    if mode not in ("reflect", "antireflect", "line", "smooth"):
        parts[f"upfirdn/{mode}/single"] = signal.upfirdn(h, x[:, :1], 3, 2, mode=mode, **cval)
    parts[f"poly/{mode}"] = signal.resample_poly(x, 3, 2, axis=1, padtype=mode, **cval)
z = x + 1j * rng.normal(size=x.shape)
parts["z"] = z
for n in (8, 9):
    weights = rng.random(n)
    parts[f"resample/{n}/weights"] = weights
    for num in (5, 8, 9, 14):
        for name, window in {"weights": weights, "hann": "hann", "kaiser": ("kaiser", 4.0)}.items():
            parts[f"resample/{n}/{num}/{name}"] = signal.resample(x[:, :n], num, axis=1, window=window)
            parts[f"resample/{n}/{num}/{name}/complex"] = signal.resample(z[:, :n], num, axis=1, window=window)
        parts[f"resample/{n}/{num}/frequency"] = signal.resample(z[:, :n], num, axis=1, domain="freq")
parts["times"] = signal.resample(x[0], 14, t=np.arange(9) * 0.25 + 3)[1]
long = rng.normal(size=(3, 60))
parts["long"] = long
filters = {"low": signal.butter(3, 0.2), "band": signal.cheby1(2, 1, [0.2, 0.5], "bandpass"), "finite": (rng.normal(size=5), [2.0]),
           "scale": ([3.0], [2.0]), "recursive": ([1.0], [1.0, -0.5, 0.2])}
for name, (b, a) in filters.items():
    parts |= {f"gust/{name}/b": np.asarray(b), f"gust/{name}/a": np.asarray(a)}
    parts[f"gust/{name}"] = signal.filtfilt(b, a, long, method="gust")
    parts[f"gust/{name}/20"] = signal.filtfilt(b, a, long, method="gust", irlen=20)
    parts[f"gust/{name}/40"] = signal.filtfilt(b, a, long, method="gust", irlen=40)
np.savez_compressed(Path(__file__).parent / "data" / "filtering_modes.npz", allow_pickle=False, **{k: np.ascontiguousarray(v) for k, v in parts.items()})
print(len(parts), "arrays")
