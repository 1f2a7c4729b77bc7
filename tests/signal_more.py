#!/usr/bin/env python3
"""Writes `data/signal_more.npz`: SciPy's orders, filters of finite response, partial fractions and wave forms: `python3 tests/signal_more.py`."""
from pathlib import Path

import numpy as np
from scipy import signal

parts = {}


def keep(name, value):
    assert name not in parts, name
    value = np.array(value, order="C")
    parts[name] = value if value.dtype.kind == "c" else value.astype(float)


# Least orders: pass edges, stop edges, decibels.
EDGES = {"low": (0.2, 0.3), "high": (0.45, 0.3), "pass": ([0.2, 0.5], [0.14, 0.6]), "stop": ([0.1, 0.6], [0.2, 0.5])}
for name, (wp, ws) in EDGES.items():
    for k, (gpass, gstop) in enumerate(((3.0, 40.0), (0.1, 75.0))):
        for function in ("buttord", "cheb1ord", "cheb2ord", "ellipord"):
            n, wn = getattr(signal, function)(wp, ws, gpass, gstop)
            keep(f"{function}/{name}/{k}", np.append(np.atleast_1d(wn), n))
            n, wn = getattr(signal, function)(np.multiply(wp, 20.0), np.multiply(ws, 20.0), gpass, gstop, analog=True)
            keep(f"{function}/{name}/{k}/analog", np.append(np.atleast_1d(wn), n))
for kind in ("butter", "cheby", "ellip"):
    keep(f"band_stop_obj/{kind}", signal.band_stop_obj(0.55, 0, np.array([0.4, 2.0]), np.array([0.9, 1.5]), 1.0, 40.0, kind))

for part, value in zip("ba", signal.iirnotch(60.0, 30.0, 200.0)):
    keep(f"iirnotch/{part}", value)
for part, value in zip("ba", signal.iirpeak(0.3, 10.0)):
    keep(f"iirpeak/{part}", value)
for kind in ("notch", "peak"):
    for pass_zero in (False, True):
        for part, value in zip("ba", signal.iircomb(20.0, 30.0, kind, 200.0, pass_zero=pass_zero)):
            keep(f"iircomb/{kind}/{pass_zero}/{part}", value)
for part, value in zip("ba", signal.gammatone(440.0, "iir", fs=16000.0)):
    keep(f"gammatone/iir/{part}", value)
keep("gammatone/fir", signal.gammatone(440.0, "fir", fs=16000.0)[0])
keep("gammatone/fir/6", signal.gammatone(1000.0, "fir", order=6, numtaps=33, fs=8000.0)[0])

# Finite responses.
keep("firwin/low", signal.firwin(21, 0.3))
keep("firwin/high", signal.firwin(21, 0.3, pass_zero=False))
keep("firwin/pass", signal.firwin(30, [0.2, 0.5], pass_zero=False, window="blackman"))
keep("firwin/stop", signal.firwin(31, [100.0, 220.0], fs=1000.0, scale=False))
keep("firwin/width", signal.firwin(40, 0.4, width=0.1))
keep("firwin/many", signal.firwin(51, [0.1, 0.2, 0.4, 0.7], window=("kaiser", 5.0)))
keep("firwin2/low", signal.firwin2(51, [0.0, 0.5, 1.0], [1.0, 1.0, 0.0]))
keep("firwin2/even", signal.firwin2(40, [0.0, 20.0, 20.0, 50.0], [1.0, 1.0, 0.0, 0.0], fs=100.0))
keep("firwin2/jump", signal.firwin2(33, [0.0, 0.25, 0.25, 1.0], [0.0, 0.5, 1.0, 1.0], window=None, nfreqs=129))
keep("firwin2/three", signal.firwin2(31, [0.0, 0.3, 0.7, 1.0], [0.0, 1.0, 1.0, 0.0], antisymmetric=True))
keep("firwin2/four", signal.firwin2(30, [0.0, 0.3, 0.7, 1.0], [0.0, 1.0, 1.0, 0.5], antisymmetric=True))
keep("firls/low", signal.firls(21, [0.0, 0.3, 0.5, 1.0], [1.0, 1.0, 0.0, 0.0]))
keep("firls/weights", signal.firls(35, [0.0, 10.0, 20.0, 50.0, 60.0, 100.0], [0.0, 1.0, 2.0, 2.0, 0.0, 0.5], weight=[1.0, 5.0, 2.0], fs=200.0))
taps = signal.firwin(51, 0.3)
keep("minimum_phase/in", taps)
keep("minimum_phase/half", signal.minimum_phase(taps))
keep("minimum_phase/whole", signal.minimum_phase(taps, half=False))
equal = signal.remez(151, [0, 0.2, 0.3, 1.0], [1, 0], fs=2)
keep("minimum_phase/remez", equal)
keep("minimum_phase/hilbert", signal.minimum_phase(equal, method="hilbert"))

keep("remez/low", signal.remez(51, [0.0, 0.1, 0.15, 0.5], [1.0, 0.0]))
keep("remez/weights", signal.remez(40, [0.0, 10.0, 15.0, 30.0, 35.0, 49.0], [0.0, 2.0, 0.5], weight=[10.0, 1.0, 3.0], fs=100.0))
keep("remez/hilbert/odd", signal.remez(31, [0.05, 0.45], [1.0], type="hilbert"))
keep("remez/hilbert/even", signal.remez(30, [0.05, 0.5], [1.0], type="hilbert"))
keep("remez/differentiator", signal.remez(32, [0.0, 0.5], [1.0], type="differentiator"))

# Partial fractions.
FRACTIONS = {
    "simple": ([1.0, 3.0], [1.0, 3.0, 2.0]), "complex": ([2.0, 1.0, 0.5], [3.0, 1.0, 2.0, 4.0]), "improper": ([1.0, 2.0, 3.0, 4.0, 5.0], [2.0, 1.0, 3.0]),
    "triple": ([1.0, 0.3, 2.0], [1.0, 3.5, 4.5, 2.5, 0.5]), "double": ([1.0, 2.0, 0.3], [1.0, -0.4, 0.04, 0.0]),
}
for name, (b, a) in FRACTIONS.items():
    keep(f"fractions/{name}/b", b), keep(f"fractions/{name}/a", a)
    for function in ("residue", "residuez"):
        r, p, k = getattr(signal, function)(b, a)
        keep(f"fractions/{name}/{function}/r", np.asarray(r, complex))
        keep(f"fractions/{name}/{function}/p", np.asarray(p, complex))
        keep(f"fractions/{name}/{function}/k", k)
        for part, value in zip("ba", getattr(signal, "invres" if function == "residue" else "invresz")(r, p, k)):
            keep(f"fractions/{name}/{function}/inverse/{part}", np.real_if_close(value, 1e6))
p = np.array([1.0, 1.0005, 2.0, 2.5 + 1j, 2.5 + 1.0004j, 1.0009, -3.0])
keep("unique/in", p.astype(complex))
for kind in ("max", "min", "avg"):
    unique, counts = signal.unique_roots(p, 1e-3, kind)
    keep(f"unique/{kind}", unique), keep(f"unique/{kind}/counts", counts)

# Wave forms.
t = np.linspace(-7.0, 20.0, 64).reshape(4, 16)
keep("waves/t", t)
keep("waves/sawtooth", signal.sawtooth(t)), keep("waves/sawtooth/0.3", signal.sawtooth(t, 0.3)), keep("waves/sawtooth/0", signal.sawtooth(t, 0.0))
keep("waves/square", signal.square(t)), keep("waves/square/0.2", signal.square(t, 0.2))
widths = np.array([[0.1], [0.9], [1.5], [0.5]])
keep("waves/widths", widths)
keep("waves/sawtooth/widths", signal.sawtooth(t, widths * np.ones_like(t))), keep("waves/square/widths", signal.square(t, widths * np.ones_like(t)))
times = np.linspace(0.0, 3.0, 48).reshape(4, 12)
keep("waves/times", times)
for method in ("linear", "quadratic", "logarithmic", "hyperbolic"):
    keep(f"waves/chirp/{method}", signal.chirp(times, 1.5, 2.0, 4.0, method, phi=30.0))
    keep(f"waves/chirp/{method}/same", signal.chirp(times, 1.5, 2.0, 1.5, method))
keep("waves/chirp/vertex", signal.chirp(times, 1.5, 2.0, 4.0, "quadratic", phi=30.0, vertex_zero=False))
keep("waves/sweep_poly", signal.sweep_poly(times, np.poly1d([0.2, -1.0, 2.0, 1.0]), 45.0))
for k, value in enumerate(signal.gausspulse(times - 1.5, 5.0, 0.4, -8.0, retquad=True, retenv=True)):
    keep(f"waves/gausspulse/{k}", value)
keep("waves/gausspulse/cutoff", signal.gausspulse("cutoff", 5.0, 0.4, -8.0, -50.0))
for nbits in range(2, 17):
    bits, state = signal.max_len_seq(nbits, length=min(2**nbits - 1, 500))
    keep(f"mls/{nbits}", bits), keep(f"mls/{nbits}/state", state)
bits, state = signal.max_len_seq(32, state=[1, 0] * 16, length=100)
keep("mls/32", bits), keep("mls/32/state", state)
bits, state = signal.max_len_seq(5, length=40, taps=[4, 3, 2])
keep("mls/taps", bits), keep("mls/taps/state", state)
np.savez(Path(__file__).parent / "data" / "signal_more.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
