#!/usr/bin/env python3
"""Writes `data/signal_systems.npz`: linear systems, what SciPy makes of them and what they make of inputs: `python3 tests/signal_systems.py`."""
from pathlib import Path

import numpy as np
from scipy import signal

parts = {}


def keep(name, value):
    assert name not in parts, name
    value = np.array(value, order="C")
    parts[name] = value if value.dtype.kind == "c" else value.astype(float)


rng = np.random.default_rng(7)
MATRICES = {
    "spring": ([[0.0, 1.0], [-4.0, -0.5]], [[0.0], [1.0]], [[1.0, 0.0]], [[0.0]]),
    "direct": ([[-1.0, 0.3, 0.0], [0.2, -2.0, 0.5], [0.0, -0.4, -0.7]], [[1.0], [0.5], [0.0]], [[1.0, 2.0, -1.0]], [[0.5]]),
    "several": ([[-1.0, 0.3, 0.0], [0.2, -2.0, 0.5], [0.0, -0.4, -0.7]], rng.normal(0, 1, (3, 2)), rng.normal(0, 1, (2, 3)), [[0.0, 0.5], [0.1, 0.0]]),
}
METHODS = {"gbt": {"method": "gbt", "alpha": 0.3}, "bilinear": {"method": "bilinear"}, "euler": {"method": "euler"}, "backward_diff": {"method": "backward_diff"}, "zoh": {"method": "zoh"}, "foh": {"method": "foh"}}
for name, matrices in MATRICES.items():
    a, b, c, d = (np.array(m, float) for m in matrices)
    for part, value in zip("abcd", (a, b, c, d)):
        keep(f"{name}/{part}", value)
    for method, options in {**METHODS, "impulse": {"method": "impulse"}}.items():
        direct = d if method != "impulse" else 0 * d
        for part, value in zip("abcd", signal.cont2discrete((a, b, c, direct), 0.2, **options)):
            keep(f"{name}/{method}/{part}", value)
    for k in range(b.shape[1]):
        num, den = signal.ss2tf(a, b, c, d, input=k)
        keep(f"{name}/ss2tf/{k}/num", num), keep(f"{name}/ss2tf/{k}/den", den)
    t = np.linspace(0.0, 3.0, 25)
    u = np.sin(2 * t)[:, None] * np.arange(1.0, b.shape[1] + 1)
    x0 = np.linspace(0.5, -1.0, a.shape[0])
    keep(f"{name}/t", t), keep(f"{name}/u", u), keep(f"{name}/x0", x0)
    for key, options in {"interp": {}, "held": {"interp": False}, "x0": {"X0": x0}}.items():
        _, y, x = signal.lsim((a, b, c, d), u, t, **options)
        keep(f"{name}/lsim/{key}/y", y), keep(f"{name}/lsim/{key}/x", x)
    _, y, x = signal.lsim((a, b, c, d), u, t + 0.5, X0=x0)
    keep(f"{name}/lsim/late/y", y)
    system = signal.StateSpace(*signal.cont2discrete((a, b, c, d), 0.2)[:4], dt=0.2)
    _, y, x = signal.dlsim(system, u, x0=x0)
    keep(f"{name}/dlsim/y", y), keep(f"{name}/dlsim/x", x)
    for function in ("dimpulse", "dstep"):
        _, y = getattr(signal, function)(system, n=12, x0=x0)
        for k, one in enumerate(y):
            keep(f"{name}/{function}/{k}", one)
    if name != "several":
        for function in ("impulse", "step"):
            t, y = getattr(signal, function)((a, b, c, d))
            keep(f"{name}/{function}/t", t), keep(f"{name}/{function}/y", y)
            keep(f"{name}/{function}/x0", getattr(signal, function)((a, b, c, d), x0.reshape(-1, 1) if function == "impulse" else x0, np.linspace(0.0, 2.0, 9))[1])
        for key, system in {"": signal.StateSpace(a, b, c, d), "d": signal.StateSpace(*signal.cont2discrete((a, b, c, d), 0.2)[:4], dt=0.2)}.items():
            w, h = getattr(signal, f"{key}freqresp")(system, n=14)
            keep(f"{name}/{key}freqresp/w", w), keep(f"{name}/{key}freqresp/h", h)
            for part, value in zip(("w", "mag", "phase"), getattr(signal, f"{key}bode")(system, n=40)):
                keep(f"{name}/{key}bode/{part}", value)
        num, den = signal.ss2tf(a, b, c, d)
        num, den = num.ravel(), den
        keep(f"{name}/tf/num", num)
        num, den = (np.trim_zeros(np.where(abs(num) < 1e-14, 0, num), "f"), den)
        for part, value in zip("abcd", signal.tf2ss(num, den)):
            keep(f"{name}/tf2ss/{part}", value)
        z, p, k = signal.ss2zpk(a, b, c, d)
        keep(f"{name}/z", np.asarray(z, complex)), keep(f"{name}/p", np.asarray(p, complex)), keep(f"{name}/k", k)
        for method, options in METHODS.items():
            numd, dend, _ = signal.cont2discrete((num, den), 0.2, **options)
            keep(f"{name}/{method}/num", numd.ravel()), keep(f"{name}/{method}/den", dend)
# The only gains of systems with one input.
for name, n in (("two", 2), ("five", 5)):
    a, b = rng.normal(0, 1, (n, n)), rng.normal(0, 1, (n, 1))
    poles = np.array([-1 + 1j, -1 - 1j, -2.0, -3.0, -0.5][:n])
    keep(f"place/{name}/a", a), keep(f"place/{name}/b", b), keep(f"place/{name}/poles", poles)
    keep(f"place/{name}/gain", signal.place_poles(a, b, poles).gain_matrix)
# With several, how far apart eigenvectors are.
A = np.array([[1.380, -0.2077, 6.715, -5.676], [-0.5814, -4.290, 0, 0.6750], [1.067, 4.273, -6.654, 5.893], [0.0480, 4.273, 1.343, -2.104]])
B = np.array([[0, 5.679], [1.136, 1.136], [0, 0], [-3.146, 0]])
keep("place/several/a", A), keep("place/several/b", B)
for key, poles in (("real", [-0.2, -0.5, -5.0566, -8.6659]), ("complex", [-1 + 2j, -1 - 2j, -5.0566, -8.6659])):
    fsf = signal.place_poles(A, B, poles)
    keep(f"place/several/{key}/poles", np.array(poles, complex)), keep(f"place/several/{key}/size", np.linalg.norm(fsf.gain_matrix))
# Complex matrices, with which some of SciPy's functions drop imaginary parts: these are written out.
a, b = np.array([[-0.5 + 2j, 0.3, 0.1j], [0.2j, -1 - 0.7j, 0.4], [0.3, -0.2 + 0.1j, -0.8]]), np.array([[1.0], [0.5j], [-0.25]])
c, d = np.array([[1 - 1j, 2, 0.5j]]), np.array([[0.25j]])
t = np.linspace(0.0, 3.0, 25)
u, x0 = np.sin(2 * t)[:, None] * (1 + 0.5j * t[:, None]), np.array([1j, 2.0, -0.5])
for part, value in zip(("a", "b", "c", "d", "t", "u", "x0"), (a, b, c, d, t, u, x0)):
    keep(f"complex/{part}", np.asarray(value, complex))
for method, options in {**METHODS, "impulse": {"method": "impulse"}}.items():
    for part, value in zip("abcd", signal.cont2discrete((a, b, c, 0 * d if method == "impulse" else d), 0.2, **options)):
        keep(f"complex/{method}/{part}", np.asarray(value, complex))
num, den = signal.ss2tf(a, b, c, d)
keep("complex/tf/num", num.ravel()), keep("complex/tf/den", den)
for part, value in zip("abcd", signal.tf2ss(num.ravel(), den)):
    keep(f"complex/tf2ss/{part}", np.asarray(value, complex))
for key, options in {"interp": {}, "held": {"interp": False}, "x0": {"X0": x0}}.items():
    _, y, x = signal.lsim((a, b, c, d), u, t, **options)
    keep(f"complex/lsim/{key}/y", y), keep(f"complex/lsim/{key}/x", x)
for function in ("impulse", "step"):
    _, y = getattr(signal, function)((a, b, c, d), T=t)
    keep(f"complex/{function}", y)
w = np.linspace(-3.0, 3.0, 13)
keep("complex/w", w), keep("complex/h", np.array([(c @ np.linalg.solve(1j * x * np.eye(3) - a, b) + d)[0, 0] for x in w]))
ad, bd, cd, dd = signal.cont2discrete((a, b, c, d), 0.2)[:4]
x, states = x0, []
for k in range(len(t)):
    states.append(x)
    x = ad @ x + bd @ u[k]
keep("complex/dlsim/x", np.array(states)), keep("complex/dlsim/y", np.array(states) @ cd.T + u @ dd.T)
np.savez(Path(__file__).parent / "data" / "signal_systems.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
