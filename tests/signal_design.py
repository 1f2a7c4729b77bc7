#!/usr/bin/env python3
"""Writes `data/signal_design.npz`: filters that SciPy designs, and what it makes of them: `python3 tests/signal_design.py`."""
from pathlib import Path

import mpmath as mp
import numpy as np
from scipy import signal

mp.mp.dps = 50
parts = {}


def keep(name, value):
    assert name not in parts, name
    parts[name] = np.array(value, order="C")


def keep_zpk(name, zpk):
    z, p, k = zpk
    keep(f"{name}/z", np.asarray(z, complex))
    keep(f"{name}/p", np.asarray(p, complex))
    keep(f"{name}/k", float(k))


def elliptic(n, rp, rs):
    """SciPy loses digits where the filter falls steeply; these are Jacobi's functions by mpmath."""
    high, low = (mp.mpf(10) ** (mp.mpf(x) / 10) - 1 for x in (rs, rp))
    small = low / high
    m = mp.mfrom(q=mp.exp(-mp.pi * mp.ellipk(1 - small) / mp.ellipk(small) / n))
    quarter, eps = mp.ellipk(m), mp.sqrt(low)
    shift = mp.mpc(0, mp.ellipf(mp.atan(1 / eps), 1 - small) / (n * mp.ellipk(small)))
    z, p = [], []
    for i in range(n // 2):
        u = mp.mpf(2 * i + 1) / n
        zero, pole = mp.mpc(0, 1 / (mp.sqrt(m) * mp.ellipfun("cd", u * quarter, m=m))), mp.mpc(0, 1) * mp.ellipfun("cd", (u - shift) * quarter, m=m)
        z += [zero, mp.conj(zero)]
        p += [pole, mp.conj(pole)]
    if n % 2:
        p.append(mp.re(mp.mpc(0, 1) * mp.ellipfun("sn", shift * quarter, m=m)))
    k = mp.re(mp.fprod(-x for x in p) / mp.fprod(-x for x in z)) / (1 if n % 2 else mp.sqrt(1 + low))
    return [complex(x) for x in z], [complex(x) for x in p], k


# Analog prototypes: Bessel's poles by mpmath, as roots of the reverse Bessel polynomial, and elliptic ones.
for n in (1, 2, 3, 5, 8, 20):
    keep_zpk(f"buttap/{n}", signal.buttap(n))
    keep_zpk(f"cheb1ap/{n}", signal.cheb1ap(n, 1.0))
    keep_zpk(f"cheb2ap/{n}", signal.cheb2ap(n, 40.0))
    coefficients = [mp.factorial(2 * n - k) / (2 ** (n - k) * mp.factorial(k) * mp.factorial(n - k)) for k in range(n + 1)]
    poles = mp.polyroots(coefficients[::-1], maxsteps=500, extraprec=600)
    last = coefficients[0]
    gain = lambda w: abs(last / mp.fprod(mp.mpc(0, w) - p for p in poles)) ** 2
    cutoff = mp.findroot(lambda w: gain(w) - 0.5, mp.sqrt((2 * n - 1) * mp.log(2)) if n > 1 else mp.mpf(1))
    for norm, factor in (("delay", mp.mpf(1)), ("phase", last ** (-mp.mpf(1) / n)), ("mag", 1 / cutoff)):
        k = 1 if norm == "phase" else last * factor**n
        keep_zpk(f"besselap/{n}/{norm}", ([], [complex(p * factor) for p in poles], k))
        z, p, k = signal.besselap(n, norm)
        assert np.allclose(np.sort_complex(p), np.sort_complex(parts[f"besselap/{n}/{norm}/p"])) and np.isclose(k, parts[f"besselap/{n}/{norm}/k"])
for n in (1, 2, 3, 6, 7, 12):
    for rp, rs in ((1.0, 40.0), (0.01, 100.0), (3.0, 20.0)):
        keep_zpk(f"ellipap/{n}/{rp:g}/{rs:g}", elliptic(n, rp, rs))
        assert np.allclose(np.sort_complex(np.atleast_1d(signal.ellipap(n, rp, rs)[1])), np.sort_complex(parts[f"ellipap/{n}/{rp:g}/{rs:g}/p"]))

# Digital and analog filters of all kinds.
BANDS = {"lowpass": 0.3, "highpass": 0.45, "bandpass": [0.2, 0.5], "bandstop": [0.35, 0.6]}
KINDS = {
    "butter": ((), (1, 4, 5, 20)), "cheby1": ((0.5,), (1, 4, 5, 12)), "cheby2": ((50.0,), (1, 4, 5, 12)), "ellip": ((0.5, 60.0), (1, 4, 5, 12)),
}
for kind, (arguments, orders) in KINDS.items():
    for btype, wn in BANDS.items():
        for n in orders:
            design = getattr(signal, kind)
            name = f"{kind}/{btype}/{n}"
            keep_zpk(name, design(n, *arguments, wn, btype, output="zpk"))
            keep_zpk(f"{name}/analog", design(n, *arguments, np.multiply(wn, 100.0), btype, analog=True, output="zpk"))
            keep(f"{name}/sos", design(n, *arguments, wn, btype, output="sos"))
            if n < 12:
                b, a = design(n, *arguments, wn, btype)
                keep(f"{name}/b", b), keep(f"{name}/a", a)
            if n == 5:
                zpk = design(n, *arguments, wn, btype, output="zpk")
                keep(f"{name}/sos/keep_odd", signal.zpk2sos(*zpk, pairing="keep_odd"))
                zpk = design(n, *arguments, wn, btype, output="zpk", analog=True)
                # SciPy fails where zeros are left over for one pole.
                if btype in ("lowpass", "highpass"):
                    keep(f"{name}/sos/analog", signal.zpk2sos(*zpk, analog=True))
for norm in ("phase", "delay", "mag"):
    keep_zpk(f"bessel/{norm}", signal.bessel(6, 0.3, norm=norm, output="zpk"))
keep_zpk("fs", signal.butter(3, [300.0, 3400.0], "bandpass", fs=8000.0, output="zpk"))

# Conversions of transfer functions.
TFS = {"two": ([1.0, 2.0, 0.5], [2.0, -0.3, 0.4]), "longer": ([3.0, -1.0, 0.5, 0.2, 0.1], [1.0, 0.1, -0.4, 0.05, 0.02]), "short": ([2.0, 1.0], [1.0, -0.2, 0.5, 0.1])}
for name, (b, a) in TFS.items():
    keep(f"tf/{name}/b", b), keep(f"tf/{name}/a", a)
    keep_zpk(f"tf/{name}", signal.tf2zpk(b, a))
    keep(f"tf/{name}/sos", signal.tf2sos(b, a))
    for transform in ("lp2lp", "lp2hp"):
        for part, value in zip("ba", getattr(signal, transform)(b, a, 2.5)):
            keep(f"tf/{name}/{transform}/{part}", value)
    for transform in ("lp2bp", "lp2bs"):
        for part, value in zip("ba", getattr(signal, transform)(b, a, 2.5, 0.7)):
            keep(f"tf/{name}/{transform}/{part}", value)
    for part, value in zip("ba", signal.bilinear(b, a, 3.0)):
        keep(f"tf/{name}/bilinear/{part}", value)
    for key, options in {"default": {"worN": 16}, "whole": {"worN": 9, "whole": True}, "nyquist": {"worN": 8, "include_nyquist": True, "fs": 10.0}}.items():
        w, h = signal.freqz(b, a, **options)
        keep(f"tf/{name}/freqz/{key}/w", w), keep(f"tf/{name}/freqz/{key}/h", h)
        options.pop("include_nyquist", None)
        w, gd = signal.group_delay((b, a), w if key == "nyquist" else options["worN"], options.get("whole", False), options.get("fs", 2 * np.pi))
        keep(f"tf/{name}/group_delay/{key}", gd)
    w, h = signal.freqs(b, a, 12)
    keep(f"tf/{name}/freqs/w", w), keep(f"tf/{name}/freqs/h", h)
    z, p, k = signal.tf2zpk(b, a)
    keep(f"tf/{name}/freqz_zpk", signal.freqz_zpk(z, p, k, 16)[1])
    keep(f"tf/{name}/freqz_sos", signal.freqz_sos(signal.tf2sos(b, a), 16)[1])
    keep(f"tf/{name}/findfreqs", signal.findfreqs(b, a, 7))
sos = signal.butter(5, 0.3, output="sos")
keep("sos/in", sos)
keep_zpk("sos/zpk", signal.sos2zpk(sos))
for part, value in zip("ba", signal.sos2tf(sos)):
    keep(f"sos/{part}", value)

np.savez(Path(__file__).parent / "data" / "signal_design.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
