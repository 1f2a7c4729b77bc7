#!/usr/bin/env python3
"""Writes `data/spectra.npz`, what SciPy's spectra, peaks and decimations give: `python3 tests/spectra.py`."""
from pathlib import Path

import numpy as np
from scipy import signal

rng = np.random.default_rng(43)
parts = {}


def put(name, value):
    parts[name] = np.ascontiguousarray(value)


x, y, z = rng.normal(size=(2, 300)), rng.normal(size=(2, 300)), rng.normal(size=200) + 1j * rng.normal(size=200)
x[:, :] += np.sin(0.3 * np.arange(300)) + 2
put("x", x), put("y", y), put("z", z)
cases = {
    "plain": {}, "short": dict(fs=10.0, nperseg=64), "odd": dict(nperseg=51, noverlap=13, nfft=75, window="hamming"), "line": dict(nperseg=64, detrend="linear"),
    "none": dict(nperseg=64, detrend=False, scaling="spectrum"), "two": dict(nperseg=50, return_onesided=False), "median": dict(nperseg=40, average="median"),
}
for name, options in cases.items():
    put(f"{name}/welch", signal.welch(x, **options)[1])
    f, put_csd = signal.csd(x, y, **options)
    put(f"{name}/f", f), put(f"{name}/csd", put_csd)
    if name in ("short", "odd", "line"):
        put(f"{name}/coherence", signal.coherence(x, y, **{k: v for k, v in options.items()})[1])
put("z/welch", signal.welch(z, nperseg=50)[1]), put("z/f", signal.welch(z, nperseg=50)[0])
put("periodogram", signal.periodogram(x, 10.0)[1]), put("periodogram/hann", signal.periodogram(x, window="hann", nfft=400, scaling="spectrum")[1])
for mode in ("psd", "complex", "magnitude", "angle", "phase"):
    f, t, s = signal.spectrogram(x, 5.0, nperseg=60, mode=mode)
    put(f"spectrogram/{mode}", s), put("spectrogram/f", f), put("spectrogram/t", t)
for name, options in {"plain": {}, "short": dict(fs=10.0, nperseg=64), "odd": dict(nperseg=51, noverlap=30), "psd": dict(nperseg=40, scaling="psd")}.items():
    f, t, s = signal.stft(x, **options)
    put(f"stft/{name}/f", f), put(f"stft/{name}/t", t), put(f"stft/{name}", s)
    # Of several signals SciPy gives as many times as there are signals.
    options = options | ({"nfft": 51} if name == "odd" else {})
    put(f"istft/{name}", signal.istft(s, **options)[1]), put(f"istft/{name}/t", signal.istft(s[0], **options)[0])
put("stft/z", signal.stft(z, nperseg=50, return_onesided=False)[2])
t, w = np.sort(rng.uniform(0, 20, 90)), np.array([0.0, 0.1, 0.5, 1.0, 3.0, 7.5])
put("lomb/t", t), put("lomb/y", np.cos(3 * t) + rng.normal(size=90)), put("lomb/w", w[1:])
put("lomb", signal.lombscargle(t, parts["lomb/y"], w[1:]))
events, periods = rng.uniform(0, 50, 40), np.array([0.5, 1.0, 7.0])
put("events", events), put("periods", periods)
put("strength", signal.vectorstrength(events, periods)[0]), put("phase", signal.vectorstrength(events, periods)[1])
for q in (2, 5):
    put(f"decimate/{q}/iir", signal.decimate(x, q)), put(f"decimate/{q}/fir", signal.decimate(x, q, ftype="fir"))
    put(f"decimate/{q}/iir/phase", signal.decimate(x, q, zero_phase=False)), put(f"decimate/{q}/fir/phase", signal.decimate(x, q, n=11, ftype="fir", zero_phase=False))
s, d = rng.normal(size=20), np.array([2.0, 0.5, -0.3])
put("deconvolve/s", s), put("deconvolve/d", d)
put("deconvolve/q", signal.deconvolve(s, d)[0]), put("deconvolve/r", signal.deconvolve(s, d)[1])

p = np.round(rng.normal(size=400), 1)
p[50:54] = p[50] = 5
put("p", p)
conditions = {
    "all": {}, "height": dict(height=0.5), "range": dict(height=(0.2, 1.0)), "threshold": dict(threshold=(0.3, 2.0)), "distance": dict(distance=6), "prominence": dict(prominence=1.5),
    "wlen": dict(prominence=1.0, wlen=15), "width": dict(width=(1.5, 4.0)), "rel": dict(width=1.0, rel_height=0.8), "plateau": dict(plateau_size=2),
}
for name, options in conditions.items():
    peaks, found = signal.find_peaks(p, **options)
    put(f"peaks/{name}", peaks)
    for key, value in found.items():
        put(f"peaks/{name}/{key}", value)
for order in (1, 3):
    for mode in ("clip", "wrap"):
        put(f"argrelmax/{order}/{mode}", signal.argrelmax(p, order=order, mode=mode)[0]), put(f"argrelmin/{order}/{mode}", signal.argrelmin(p, order=order, mode=mode)[0])
np.savez_compressed(Path(__file__).parent / "data" / "spectra.npz", allow_pickle=False, **parts)
