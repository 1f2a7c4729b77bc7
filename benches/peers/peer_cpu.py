#!/usr/bin/env python3
"""The peers' side of the CPU workloads: `peer_cpu.py numpy|numba|torch|jax`; README.md has the protocol.

A row's name is matched as a whole by one pattern; its parameters go to a function that prepares the data and returns
the call to time. Data are uniform in [0, 1) unless the row says otherwise.
"""
import re
import statistics
import sys
import time

try:
    import numpy as np
except ImportError as e:
    sys.exit(print(f"absent {e}", flush=True))

ROWS = []  # (pattern, what prepares the call from the pattern's groups); the first match counts


def add_rows(rows, bind):
    """Rows of (pattern, data, function); `bind` makes the call to time from the function and its arrays."""
    for pattern, data, f in rows:

        def prepare(*parameters, data=data, f=f):
            arrays = data(*parameters)
            return bind(f, arrays if isinstance(arrays, tuple) else (arrays,))

        ROWS.append((re.compile(pattern), prepare))


def measure(f, seconds=0.3):
    """Microseconds a call: the median over batches of about 30 ms."""
    start = time.perf_counter()
    f()
    one = time.perf_counter() - start
    inner = max(1, min(5000, int(0.03 / max(one, 1e-7))))
    batches, end = [], time.perf_counter() + seconds
    while not batches or time.perf_counter() < end:
        start = time.perf_counter()
        for _ in range(inner):
            f()
        batches.append((time.perf_counter() - start) / inner)
    return statistics.median(batches) * 1e6


def serve(peer, version):
    print(f"ready {peer} {version}", flush=True)
    name, call = None, None
    for line in sys.stdin:
        try:
            if line.strip() != name:
                name, call = line.strip(), None  # frees the last row's data first
                for pattern, prepare in ROWS:
                    if call is None and (match := pattern.fullmatch(name)):
                        call = prepare(*match.groups())
                        call()  # compiles, fills caches
            print(f"{measure(call):.3f}" if call else "-", flush=True)
        except Exception as e:
            call = None
            print("error", type(e).__name__, " ".join(str(e).split())[:100], flush=True)


# ---------------------------------------------------------------- data


def count(text, mega=1_000_000):
    return int(text[:-1]) * mega if text[-1] == "M" else int(text[:-1]) * 1000 if text[-1] == "K" else int(text)


def uniform(n, seed=0):
    return np.random.default_rng(seed).random(n, dtype=np.float32)


def two(n):
    return uniform(count(n)), uniform(count(n), 1)


def grid(rows, columns):
    return uniform(int(rows) * int(columns)).reshape(int(rows), int(columns))


def square(k, dtype):
    return np.random.default_rng(3).random((int(k), int(k))).astype({"f32": "f4", "f64": "f8"}[dtype])


def positive_definite(k, dtype):
    a = square(k, dtype)
    return a @ a.T + np.eye(int(k), dtype=a.dtype) * a.dtype.type(k)


def batch(n, k):
    return np.random.default_rng(4).random((int(n), int(k), int(k)), dtype=np.float32)


def signal(n):
    """1M is 2**20 and 16M is 2**24 points."""
    r, n = np.random.default_rng(5), count(n, 1 << 20)
    return (r.random(n) + 1j * r.random(n)).astype(np.complex64)


def real_signal(n):
    return uniform(1 << 20 if n == "1M" else count(n))


def doubles():
    r = np.random.default_rng(6)
    return 0.5 - r.random(10000), r.random(10000)


def laplacian(n):
    """Five diagonals on a square grid with n points: 1M is 1024 x 1024."""
    import scipy.sparse as sp

    side = {"1M": 1024, "4M": 2048}[n]
    size = side * side
    lines = [np.full(size, 4.0)] + [np.full(size - k, -1.0) for k in (1, 1, side, side)]
    return sp.diags(lines, [0, 1, -1, side, -side], format="csr").astype(np.float32)


def image(n):
    window = np.hanning(31)
    return grid(n, n), np.outer(window, window).astype(np.float32)


def image_spectrum(n):
    return signal(str(int(n) ** 2)).reshape(int(n), -1)


def with_vector(k, dtype):
    return positive_definite(k, dtype), square(k, dtype)[0].copy()


def with_index(n):
    return uniform(count(n)), np.random.default_rng(2).integers(0, count(n), count(n))


def vector(n):
    return uniform(count(n))


# ---------------------------------------------------------------- rows that read the same in NumPy, PyTorch and JAX

N, SHAPE, MATRIX = r"(\d+[MK]?)", r"(\d+)x(\d+)_f32", r"(\d+)_(f32|f64)"
COMMON = [
    (f"add_{N}_f32", two, lambda xp, x, y: x + y),
    (f"sin_{N}_f32", vector, lambda xp, x: xp.sin(x)),
    (f"exp_{N}_f32", vector, lambda xp, x: xp.exp(x)),
    (f"chain_exp_sincos_{N}_f32", vector, lambda xp, x: xp.exp(xp.sin(x) * xp.cos(x))),
    (f"rational_{N}_f32", two, lambda xp, x, y: (x * 2.0 + y * 3.0) / (x + y + 1.0)),
    (f"sum_{N}_f32", vector, lambda xp, x: x.sum()),
    (f"max_{N}_f32", vector, lambda xp, x: x.max()),
    (f"argmax_{N}_f32", vector, lambda xp, x: x.argmax()),
    (f"std_{N}_f32", vector, lambda xp, x: x.std()),
    (f"cumsum_{N}_f32", vector, lambda xp, x: x.cumsum(0)),
    (f"sort_{N}_f32", vector, lambda xp, x: xp.sort(x)),
    (f"argsort_{N}_f32", vector, lambda xp, x: xp.argsort(x)),
    (f"weighted_sum_{N}_f32", two, lambda xp, x, y: (x * y).sum()),
    (f"take_{N}_f32", with_index, lambda xp, x, i: x[i]),
    (f"histogram_{N}_f32", vector, lambda xp, x: xp.histogram(x, bins=256)),
    (f"sum_axis0_{SHAPE}", grid, lambda xp, m: m.sum(0)),
    (f"sum_axis1_{SHAPE}", grid, lambda xp, m: m.sum(1)),
    (f"standardize_{SHAPE}", grid, lambda xp, m: (m - m.mean(0)) / m.std(0)),
    (r"latency_3sin\(-a\)\*b_10000_f64", doubles, lambda xp, a, b: 3 * xp.sin(-a) * b),
    (f"latency_add_{N}_f32", vector, lambda xp, x: x + x),
    (f"latency_sum_{N}_f32", vector, lambda xp, x: x.sum()),
    (f"latency_fft_{N}_c64", signal, lambda xp, z: xp.fft.fft(z)),
    (f"matmul_{MATRIX}", square, lambda xp, a: a @ a),
    (f"batched_matmul_{SHAPE}", batch, lambda xp, a: a @ a),
    (f"batched_inv_{SHAPE}", batch, lambda xp, a: xp.linalg.inv(a)),
    (f"eigh_{MATRIX}", positive_definite, lambda xp, a: xp.linalg.eigh(a)),
    (f"svd_{MATRIX}", square, lambda xp, a: xp.linalg.svd(a, full_matrices=False)),
    (f"solve_{MATRIX}", with_vector, lambda xp, a, b: xp.linalg.solve(a, b)),
    (f"inv_{MATRIX}", positive_definite, lambda xp, a: xp.linalg.inv(a)),
    (f"cholesky_{MATRIX}", positive_definite, lambda xp, a: xp.linalg.cholesky(a)),
    (f"qr_{MATRIX}", square, lambda xp, a: xp.linalg.qr(a)),
    (f"fft_{N}_c64", signal, lambda xp, z: xp.fft.fft(z)),
    (r"fft2_(\d+)_c64", image_spectrum, lambda xp, z: xp.fft.fft2(z)),
    (f"rfft_{N}_f32", real_signal, lambda xp, x: xp.fft.rfft(x)),
]


# ---------------------------------------------------------------- NumPy and SciPy


def numpy_rows():
    import scipy.fft as sf
    import scipy.signal as ss

    generator = lambda n: (np.random.default_rng(0), count(n))
    sparse_vector = lambda n: ((m := laplacian(n)), uniform(m.shape[0]))
    sparse_matrix = lambda n: ((m := laplacian(n)), grid(m.shape[0], 8))
    own = [
        (f"add_out_{N}_f32", lambda n: (*two(n), np.empty(count(n), "f4")), lambda x, y, o: np.add(x, y, out=o)),
        (f"mask_select_{N}_f32", vector, lambda x: x[x > 0.5]),
        (f"transpose_copy_{SHAPE}", grid, lambda m: np.ascontiguousarray(m.T)),
        (f"rng_uniform_{N}_f32", generator, lambda g, n: g.random(n, dtype=np.float32)),
        (f"rng_normal_{N}_f32", generator, lambda g, n: g.standard_normal(n, dtype=np.float32)),
        (f"fft_{N}_c64", signal, lambda z: sf.fft(z, workers=-1)),
        (r"fft2_(\d+)_c64", image_spectrum, lambda z: sf.fft2(z, workers=-1)),
        (f"rfft_{N}_f32", real_signal, lambda x: sf.rfft(x, workers=-1)),
        (f"spmv_laplacian_{N}_f32", sparse_vector, lambda m, v: m @ v),
        (f"spmm_laplacian_{N}_x8_f32", sparse_matrix, lambda m, v: m @ v),
        (r"convolve2d_(\d+)_31x31_wrap_f32", image, lambda a, k: ss.convolve2d(a, k, mode="same", boundary="wrap")),
        (r"fftconvolve_(\d+)_31x31(?:_same)?_f32", image, lambda a, k: ss.fftconvolve(a, k, mode="same")),
        (f"medfilt_{N}_k5_f32", vector, lambda x: ss.medfilt(x, 5)),
    ]
    add_rows(own, lambda f, arrays: lambda: f(*arrays))
    add_rows(COMMON, lambda f, arrays: lambda: f(np, *arrays))
    return np.__version__


# ---------------------------------------------------------------- Numba


def numba_rows():
    import numba as nb

    def compiled(body):
        return nb.njit(parallel=True, fastmath=True)(body)

    one, two_, three = np.float32(1), np.float32(2), np.float32(3)

    @compiled
    def add(x, y):
        o = np.empty_like(x)
        for i in nb.prange(x.size):
            o[i] = x[i] + y[i]
        return o

    @compiled
    def sin(x):
        o = np.empty_like(x)
        for i in nb.prange(x.size):
            o[i] = np.sin(x[i])
        return o

    @compiled
    def exp(x):
        o = np.empty_like(x)
        for i in nb.prange(x.size):
            o[i] = np.exp(x[i])
        return o

    @compiled
    def rational(x, y):
        o = np.empty_like(x)
        for i in nb.prange(x.size):
            o[i] = (x[i] * two_ + y[i] * three) / (x[i] + y[i] + one)
        return o

    @compiled
    def chain(x):
        o = np.empty_like(x)
        for i in nb.prange(x.size):
            o[i] = np.exp(np.sin(x[i]) * np.cos(x[i]))
        return o

    @compiled
    def total(x):
        t = 0.0
        for i in nb.prange(x.size):
            t += x[i]
        return t

    @compiled
    def weighted(x, y):
        t = 0.0
        for i in nb.prange(x.size):
            t += x[i] * y[i]
        return t

    rows = [
        (f"add_{N}_f32", two, add),
        (f"rational_{N}_f32", two, rational),
        (f"weighted_sum_{N}_f32", two, weighted),
        (f"sin_{N}_f32", vector, sin),
        (f"exp_{N}_f32", vector, exp),
        (f"chain_exp_sincos_{N}_f32", vector, chain),
        (f"sum_{N}_f32", vector, total),
    ]
    add_rows(rows, lambda f, arrays: lambda: f(*arrays))
    return nb.__version__


# ---------------------------------------------------------------- PyTorch


def torch_rows():
    import torch

    def tensors(arrays):
        return [torch.from_numpy(a) if isinstance(a, np.ndarray) else a for a in arrays]

    def csr(n):
        m = laplacian(n)
        return torch.sparse_csr_tensor(m.indptr, m.indices, m.data, m.shape)

    own = [
        (f"add_out_{N}_f32", lambda n: (*two(n), np.empty(count(n), "f4")), lambda x, y, o: torch.add(x, y, out=o)),
        (f"mask_select_{N}_f32", vector, lambda x: x[x > 0.5]),
        (f"standardize_{SHAPE}", grid, lambda m: (m - m.mean(0)) / m.std(0, correction=0)),
        (f"transpose_copy_{SHAPE}", grid, lambda m: m.T.contiguous()),
        (f"rng_uniform_{N}_f32", count, torch.rand),
        (f"rng_normal_{N}_f32", count, torch.randn),
        (f"spmv_laplacian_{N}_f32", lambda n: ((m := csr(n)), uniform(m.shape[0])), lambda m, v: m @ v),
        (f"spmm_laplacian_{N}_x8_f32", lambda n: ((m := csr(n)), grid(m.shape[0], 8)), lambda m, v: m @ v),
    ]
    add_rows(own, lambda f, arrays: (lambda t: lambda: f(*t))(tensors(arrays)))
    add_rows(COMMON, lambda f, arrays: (lambda t: lambda: f(torch, *t))(tensors(arrays)))
    return torch.__version__


# ---------------------------------------------------------------- JAX


def jax_rows():
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)

    def prepare(f, arrays):
        on_device, compiled = [jnp.asarray(a) for a in arrays], jax.jit(lambda *a: f(jnp, *a))
        return lambda: jax.block_until_ready(compiled(*on_device))

    add_rows(COMMON, prepare)
    return jax.__version__


if __name__ == "__main__":
    peer = sys.argv[1]
    try:
        version = {"numpy": numpy_rows, "numba": numba_rows, "torch": torch_rows, "jax": jax_rows}[peer]()
    except ImportError as e:
        sys.exit(print(f"absent {e}", flush=True))
    serve(peer, version)
