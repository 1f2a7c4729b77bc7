"""Times of the Python module beside NumPy's, or CuPy's where arrays are on a GPU: calls of 16 elements, and the named workloads of
a million elements and more, as ../peers/workloads.py has them.

    python3 benches/python/ratios.py                 # everything
    python3 benches/python/ratios.py --calls         # calls of 16 elements
    python3 benches/python/ratios.py add_1M_f32 ...  # rows by their names

A row is: what, microseconds here, microseconds there, their ratio. A call here is what it takes until its result is computed, as results
are deferred; `called` is the time until Python goes on. Both sides are timed in turns: of calls many short ones, of which the best counts, as
other programs disturb few of these; of workloads the median counts.
"""

import argparse
import pathlib
import statistics
import sys
import timeit

sys.path.append(str(pathlib.Path(__file__).parent.parent / "peers"))

import numpy
import workloads
import xparray

NUMBERS = [1.0] * 16
CALLS = [
    ("x + x", lambda xp, x, m: x + x),
    ("x + 1.0", lambda xp, x, m: x + 1.0),
    ("x * y - 2.0", lambda xp, x, m: x * x - 2.0),
    ("sin(x)", lambda xp, x, m: xp.sin(x)),
    ("maximum(x, 0.0)", lambda xp, x, m: xp.maximum(x, 0.0)),
    ("where(x > 3, x, 0.0)", lambda xp, x, m: xp.where(x > 3, x, 0.0)),
    ("x.sum()", lambda xp, x, m: x.sum()),
    ("x.mean()", lambda xp, x, m: x.mean()),
    ("x[2:8]", lambda xp, x, m: x[2:8]),
    ("x[x > 3]", lambda xp, x, m: x[x > 3]),
    ("m @ m", lambda xp, x, m: m @ m),
    ("m.T + m", lambda xp, x, m: m.T + m),
    ("sort(x)", lambda xp, x, m: xp.sort(x)),
    ("concatenate((x, x))", lambda xp, x, m: xp.concatenate((x, x))),
    ("zeros(16)", lambda xp, x, m: xp.zeros(16)),
    ("x * 2", lambda xp, x, m: x * 2),
    ("x[3]", lambda xp, x, m: x[3]),
    ("arange(16)", lambda xp, x, m: xp.arange(16)),
    ("asarray([1.0, ...])", lambda xp, x, m: xp.asarray(NUMBERS)),
]
ROWS = [
    "add_1M_f32", "add_10M_f32", "sin_10M_f32", "exp_10M_f32", "chain_exp_sincos_10M_f32", "rational_10M_f32", "sum_10M_f32", "max_10M_f32",
    "argmax_10M_f32", "std_10M_f32", "cumsum_10M_f32", "sort_10M_f32", "weighted_sum_10M_f32", "take_1M_f32", "histogram_10M_f32",
    "sum_axis0_4096x4096_f32", "sum_axis1_4096x4096_f32", "standardize_4096x4096_f32", "softmax_4096x4096_f32", "matmul_1024_f32",
    "matmul_1024_f64", "eigh_1024_f64", "svd_1024_f64", "solve_1024_f64", "cholesky_1024_f64", "qr_1024_f64", "fft_1M_c64", "rfft_1M_f32",
    "fft2_1024_c64", "unique_10M_i32", "partition_10M_f32", "quantile_10M_f32", "median_axis0_4096x1024_f32",
]


def peer():
    """The other library, what makes its arrays, and what waits for them."""
    if xparray.Device().type_ == "cpu":
        return numpy, numpy.asarray, lambda: None
    import cupy

    return cupy, cupy.asarray, cupy.cuda.Device().synchronize


def done(found):
    """Computes results, and waits for them."""
    for each in found if isinstance(found, (tuple, list)) else [found]:
        if isinstance(each, xparray.ndarray):
            each.block_until_ready()
    return found


def calls(other, asarray, wait):
    print("call of 16 elements", "here", "called", other.__name__, "ratio", sep="\t")
    ratios = []
    for name, f in CALLS:
        x = numpy.arange(16.0)
        ours = xparray, xparray.asarray(x), xparray.asarray(x.reshape(4, 4))
        theirs = other, asarray(x), asarray(x.reshape(4, 4))
        best = [float("inf")] * 3
        for _ in range(300):
            for k, call in enumerate((lambda: f(*ours).block_until_ready(), lambda: f(*ours), lambda: (f(*theirs), wait()))):
                best[k] = min(best[k], timeit.timeit(call, number=100) / 100 * 1e6)
        ratios.append(best[0] / best[2])
        print(name, *(f"{each:.3f}" for each in best), f"{ratios[-1]:.2f}", sep="\t", flush=True)
    print("geometric mean", "", "", "", f"{statistics.geometric_mean(ratios):.2f}", sep="\t")


def rows(names, other, asarray, wait):
    print("workload", "here", other.__name__, "ratio", sep="\t")
    for name in names:
        found = next(((pattern.fullmatch(name), *rest) for pattern, *rest in patterns() if pattern.fullmatch(name)), None)
        if found is None:
            print(name, "-", sep="\t")
            continue
        match, data, f = found
        arrays = data(*match.groups())
        arrays = arrays if isinstance(arrays, tuple) else (arrays,)
        ours = [xparray.asarray(each) if isinstance(each, numpy.ndarray) else each for each in arrays]
        theirs = [asarray(each) if isinstance(each, numpy.ndarray) else each for each in arrays]
        here = lambda: done(f(xparray, *ours))
        there = lambda: f(other, *theirs)
        here(), there(), wait()
        times = [[], []]
        for _ in range(3):
            times[0].append(workloads.measure(here, lambda: None, 0.2))
            times[1].append(workloads.measure(there, wait, 0.2))
        a, b = map(statistics.median, times)
        print(name, f"{a:.1f}", f"{b:.1f}", f"{a / b:.2f}", sep="\t", flush=True)


def patterns():
    import re

    return [(re.compile(pattern), data, f) for pattern, data, f in workloads.COMMON]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("rows", nargs="*")
    parser.add_argument("--calls", action="store_true")
    given = parser.parse_args()
    other, asarray, wait = peer()
    print(f"xparray {xparray.__version__} on {xparray.Device()}, {other.__name__} {other.__version__}")
    if not given.rows:
        calls(other, asarray, wait)
    if not given.calls:
        rows(given.rows or ROWS, other, asarray, wait)


if __name__ == "__main__":
    main()
