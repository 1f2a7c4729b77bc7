#!/usr/bin/env python3
"""Writes `data/functions/NAME.npz`, what the functions of the table (`crates/ir/src/functions`) should give:

    cargo run -p xparray-ir --example functions | python3 tests/functions.py [NAME...]

For f32 and f64: numbers, `in`, sample by sample, which end before `ends`; the values there by mpmath, `out`, in f64, and what
that leaves, `rest`; SciPy's values, `scipy`; and the size of the terms, `terms`, in whose last place errors are counted where
it is larger than the value.
"""
import sys
from pathlib import Path

import mpmath as mp
import numpy as np
from scipy import special

HERE = Path(__file__).parent / "data" / "functions"
COUNT = 200
np.seterr(all="ignore")
mp.mp.prec = 400
rng = np.random.default_rng(20)


def Uniform(low, high):
    return rng.uniform(low, high, COUNT)


def Positive(low, high):
    return np.clip(2.0 ** rng.uniform(np.log2(low), np.log2(high), COUNT), low, high)


def Wide(low, high):
    return Positive(low, high) * rng.choice([-1, 1], COUNT)


def Near(point):
    around = point + Wide(2.0**-53, 2.0**-3)

    def numbers(dtype):
        """Those, the point itself, and the four numbers of the type on either side of it."""
        sides = [np.array([point], dtype)] * 2
        beside = sides[:1]
        for _ in range(4):
            sides = [np.nextafter(side, dtype.type(end)) for side, end in zip(sides, (-np.inf, np.inf))]
            beside += sides
        return np.concatenate([around.astype(dtype), *beside])

    return numbers


def numbers(sample, dtype):
    """A sample as numbers of a type, each once, without subnormal ones, whose last place is another."""
    x = np.unique(sample(dtype) if callable(sample) else sample.astype(dtype))
    return x[np.isfinite(x) & (np.abs(x) >= np.finfo(dtype).tiny)]


def evaluate(expression, x):
    """mpmath's value, or None where there is no finite one."""
    try:
        value = eval(expression, vars(mp) | {"x": mp.mpf(float(x))})
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    if isinstance(value, mp.mpc):
        value = value.real if value.imag == 0 else mp.nan
    return value if mp.isfinite(value) else None


def table(function, dtype):
    largest = float(np.finfo(dtype).max)
    kept, ends = [], []
    for sample in function["samples"]:
        values = [(v, evaluate(function["reference"], v)) for v in numbers(sample, dtype)]
        kept += [(v, w) for v, w in values if w is not None and abs(w) <= largest]
        ends.append(len(kept))
    x = np.array([v for v, _ in kept], dtype)
    out = np.array([float(w) for _, w in kept])
    rest = np.array([float(w - mp.mpf(o)) for (_, w), o in zip(kept, out)])
    parts = dict(zip(("in", "ends", "out", "rest"), (x, np.array(ends), out, rest)))
    parts["scipy"] = eval(function["scipy"], {"x": x, "special": special, "np": np}).astype(dtype)
    if function["terms"]:
        parts["terms"] = np.array([float(evaluate(function["terms"], v) or 0) for v in x])
    return parts


def main():
    HERE.mkdir(parents=True, exist_ok=True)
    for function in eval(sys.stdin.read(), globals() | {"inf": np.inf, "nan": np.nan, "NaN": np.nan}):
        if sys.argv[1:] and function["name"] not in sys.argv[1:]:
            continue
        parts = {f"{t}/{k}": v for t in ("f32", "f64") for k, v in table(function, np.dtype(t.replace("f32", "f4").replace("f64", "f8"))).items()}
        np.savez(HERE / f"{function['name']}.npz", allow_pickle=False, **parts)
        print(function["name"], len(parts["f32/in"]), len(parts["f64/in"]))


main()
