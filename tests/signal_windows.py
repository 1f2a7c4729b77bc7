#!/usr/bin/env python3
"""Writes `data/signal_windows.npz`: SciPy's windows: `python3 tests/signal_windows.py`."""
from pathlib import Path

import numpy as np
from scipy.signal import windows

parts = {}
WINDOWS = {
    "barthann": (), "bartlett": (), "blackman": (), "blackmanharris": (), "bohman": (), "boxcar": (), "chebwin": (60.0,), "cosine": (),
    "exponential": (None, 3.0), "flattop": (), "gaussian": (2.5,), "general_gaussian": (1.5, 3.0), "general_hamming": (0.7,), "hamming": (),
    "hann": (), "kaiser": (8.6,), "lanczos": (), "nuttall": (), "parzen": (), "taylor": (), "triang": (), "tukey": (0.4,),
}
for m in (1, 2, 3, 8, 17, 64):
    for symmetric in (True, False):
        suffix = f"{m}/{'symmetric' if symmetric else 'periodic'}"
        for name, arguments in WINDOWS.items():
            parts[f"{name}/{suffix}"] = getattr(windows, name)(m, *arguments, sym=symmetric)
        parts[f"general_cosine/{suffix}"] = windows.general_cosine(m, np.array([0.4, 0.3, 0.2, 0.1]), sym=symmetric)
        parts[f"taylor 6/{suffix}"] = windows.taylor(m, 6, 45, norm=False, sym=symmetric)
        parts[f"kaiser 40/{suffix}"] = windows.kaiser(m, 40.0, sym=symmetric)
        if m > 3:
            parts[f"dpss/{suffix}"] = windows.dpss(m, 2.5, sym=symmetric)
for m in (2, 8, 64):
    parts[f"kaiser_bessel_derived/{m}"] = windows.kaiser_bessel_derived(m, 5.0)
parts["exponential/center"] = windows.exponential(9, 2.5, 1.5, sym=False)
for m, nw, k in ((16, 2.5, 4), (51, 3.0, 5), (512, 4.0, 7)):
    for norm in (2, "approximate", "subsample"):
        sequences, ratios = windows.dpss(m, nw, k, norm=norm, return_ratios=True)
        parts[f"dpss/{m}/{norm}"], parts[f"dpss/{m}/ratios"] = sequences, ratios
parts["dpss/periodic"] = windows.dpss(20, 2.0, 3, sym=False, norm="subsample")
np.savez(Path(__file__).parent / "data" / "signal_windows.npz", allow_pickle=False, **{k: np.array(v, dtype=float, order="C") for k, v in parts.items()})
print(len(parts), "arrays")
