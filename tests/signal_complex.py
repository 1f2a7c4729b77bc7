#!/usr/bin/env python3
"""Writes `data/signal_complex.npz`, what SciPy makes of filters with complex coefficients: `python3 tests/signal_complex.py`."""
from pathlib import Path

import numpy as np
from scipy import signal

rng = np.random.default_rng(43)
parts = {}
c = lambda *n: rng.normal(size=n) + 1j * rng.normal(size=n)
order = lambda z: z[np.lexsort((z.imag.round(8), z.real.round(8)))]
filters = {"first": (c(2), c(2)), "third": (c(3), c(4)), "fifth": (c(6), c(5)), "ninth": (c(4), c(10)), "gain": (c(1), c(1)), "real": (rng.normal(size=3), rng.normal(size=4))}
w = np.linspace(0.1, 3, 7)
parts["w"] = w
for name, (b, a) in filters.items():
    b, a = b.astype(complex), a.astype(complex)
    key = lambda what: f"{name}/{what}"
    parts |= {key("b"): b, key("a"): a}
    z, p, k = signal.tf2zpk(b, a)
    parts |= {key("z"): order(z), key("p"): order(p), key("k"): k}
    back = signal.zpk2tf(z, p, k)
    parts |= {key("back/b"): back[0].astype(complex), key("back/a"): back[1].astype(complex)}
    transformed = {"lp2lp": signal.lp2lp(b, a, 2.5), "lp2hp": signal.lp2hp(b, a, 2.5), "lp2bp": signal.lp2bp(b, a, 2.5, 0.7), "lp2bs": signal.lp2bs(b, a, 2.5, 0.7),
                   "bilinear": signal.bilinear(b, a, 1.5), "normalize": signal.normalize(np.r_[0, b], np.r_[0, 0, a])}
    for what, (nb, na) in transformed.items():
        # SciPy drops zeros in front, and what rounds to them.
        parts |= {key(f"{what}/b"): nb.astype(complex), key(f"{what}/a"): na.astype(complex)}
    parts[key("freqz")] = signal.freqz(b, a, worN=w)[1]
    parts[key("freqs")] = signal.freqs(b, a, worN=w)[1]
    parts[key("delay")] = signal.group_delay((b, a), w=w)[1]
    for what in ("residue", "residuez") if len(a) > 1 else ():
        r, p, k = getattr(signal, what)(b, a)
        inverse = getattr(signal, {"residue": "invres", "residuez": "invresz"}[what])(r, p, k)
        parts |= {key(f"{what}/r"): r, key(f"{what}/p"): p, key(f"{what}/k"): k.astype(complex)}
        parts |= {key(f"{what}/b"): inverse[0].astype(complex), key(f"{what}/a"): inverse[1].astype(complex)}
np.savez_compressed(Path(__file__).parent / "data" / "signal_complex.npz", allow_pickle=False, **{k: np.ascontiguousarray(v).astype(complex) if np.iscomplexobj(v) or "/" in k and "delay" not in k else np.ascontiguousarray(v) for k, v in parts.items()})
print(len(parts), "arrays")
