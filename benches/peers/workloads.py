"""What the peers share: the timing, the protocol of README.md, the data, and the rows that read the same in all of them.

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


def measure(f, synchronize, seconds=0.3):
    """Microseconds a call: the median over batches of about 30 ms, each with one synchronise; one call, if it takes longer
    than all of them."""
    start = time.perf_counter()
    f()
    synchronize()
    one = time.perf_counter() - start
    if one >= seconds:
        return one * 1e6
    inner = max(1, min(5000, int(0.03 / max(one, 1e-7))))
    batches, end = [], time.perf_counter() + seconds
    while not batches or time.perf_counter() < end:
        start = time.perf_counter()
        for _ in range(inner):
            f()
        synchronize()
        batches.append((time.perf_counter() - start) / inner)
    return statistics.median(batches) * 1e6


def prepared(name):
    """A row's call, or None for a row that the peer does not have."""
    for pattern, prepare in ROWS:
        if match := pattern.fullmatch(name):
            return prepare(*match.groups())
    return None


def call_of(name):
    """A row's call, warmed up."""
    if call := prepared(name):
        call()  # compiles, fills caches
    return call


def first_call(name, synchronize):
    """Microseconds of the first call of a row, which traces and compiles."""
    if not (call := prepared(name)):
        return None
    start = time.perf_counter()
    call()
    synchronize()
    return (time.perf_counter() - start) * 1e6


def serve(peer, version, synchronize):
    """The protocol of README.md, on standard input and output."""
    print(f"ready {peer} {version}", flush=True)
    name, call = None, None
    for line in sys.stdin:
        try:
            if line.startswith("first "):
                us = first_call(line.split()[1], synchronize)
                print(f"{us:.3f}" if us else "-", flush=True)
                continue
            if line.strip() != name:
                name, call = line.strip(), None  # frees the last row's data first
                call = call_of(name)
            print(f"{measure(call, synchronize):.3f}" if call else "-", flush=True)
        except Exception as e:
            call = None
            print("error", reason(e), flush=True)


def table(peer, names, synchronize):
    """The named rows as a table: workload, peer, microseconds per call."""
    for name in names:
        try:
            call = call_of(name)
            print(name, peer, f"{measure(call, synchronize):.2f}" if call else "-", sep="\t", flush=True)
        except Exception as e:
            print(name, peer, "ERR", reason(e), sep="\t", flush=True)


def reason(error):
    return f"{type(error).__name__} " + " ".join(str(error).split())[:100]


def main(peers):
    """`PEER` serves, `PEER ROW...` prints a table. `peers` are functions that add a peer's rows and return its version
    and, if calls do not wait for their results, what does."""
    peer, names = sys.argv[1], sys.argv[2:]
    try:
        version, synchronize = peers[peer]()
    except ImportError as e:
        sys.exit(print(f"absent {e}", flush=True))
    if names:
        table(peer, names, synchronize)
    else:
        serve(peer, version, synchronize)


# ---------------------------------------------------------------- data


def count(text, mega=1_000_000):
    return int(text[:-1]) * mega if text[-1] == "M" else int(text[:-1]) * 1000 if text[-1] == "K" else int(text)


def points(text):
    """Of a transform: 1M is 2**20 and 16M is 2**24, but 10M is ten million."""
    mega = int(text[:-1]) if text[-1] == "M" else 0
    return count(text, 1 << 20) if mega.bit_count() == 1 else count(text)


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
    r, n = np.random.default_rng(5), points(n)
    return (r.random(n) + 1j * r.random(n)).astype(np.complex64)


def real_signal(n):
    return uniform(points(n))


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


def with_weights(rows, columns):
    """A matrix, with two numbers for each column."""
    return grid(rows, columns), *np.random.default_rng(3).random((2, int(columns)), dtype=np.float32)


def layer(k, dtype):
    """Inputs, weights and a bias."""
    dtype = {"f16": np.float16, "f32": np.float32}[dtype]
    make = np.random.default_rng(4)
    k = int(k)
    return tuple((make.random(shape, dtype=np.float32) - 0.5).astype(dtype) for shape in ((k, k), (k, k), k))


def integers(below, n):
    return np.random.default_rng(2).integers(0, below, n)


def einsum_operands(subscripts):
    shapes = {
        "bij,bjk->bik": [(100, 128, 128)] * 2,
        "ij,jk,kl,lm->im": [(1000, 50), (50, 1000)] * 2,
        "ijkl,klmn": [(32,) * 4] * 2,
        "ii->i": [(4096, 4096)],
        "ij,ij->": [(4096, 4096)] * 2,
    }[subscripts]
    make = np.random.default_rng(4)
    return (subscripts, *(make.random(shape, dtype=np.float32) for shape in shapes))


def stacked(n, k):
    """Symmetric positive definite matrices."""
    n, k = int(n), int(k)
    noise = np.random.default_rng(5).random((n, k, k))
    return (noise + noise.swapaxes(1, 2)) * 0.1 + positive_definite(k, "f64")


def stacked_with_columns(n, k):
    return stacked(n, k), np.random.default_rng(6).random((int(n), int(k), 1))


def overdetermined():
    """More equations than unknowns."""
    return np.random.default_rng(1).random((2000, 500)), np.random.default_rng(2).random(2000)


def plane(n):
    """Real and imaginary parts of a square of points."""
    n = int(n)
    x, y = np.arange(n) * (3 / n) - 2, np.arange(n) * (2.5 / n) - 1.25
    return np.broadcast_to(x, (n, n)).copy(), np.broadcast_to(y[:, None], (n, n)).copy()


# ---------------------------------------------------------------- programs over rows


def softmax(xp, m):
    e = xp.exp(m - xp.amax(m, 1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def standardised(xp, m):
    d = m - m.mean(1, keepdims=True)
    return d / xp.sqrt((d * d).mean(1, keepdims=True))


def layer_norm(xp, m, weight, bias):
    d = m - m.mean(1, keepdims=True)
    return d / xp.sqrt((d * d).mean(1, keepdims=True) + 1e-5) * weight + bias


# ---------------------------------------------------------------- rows that read the same in NumPy, CuPy, PyTorch and JAX

N, SHAPE, MATRIX = r"(\d+[MK]?)", r"(\d+)x(\d+)_f32", r"(\d+)_(f32|f64)"
def jax_loop():
    """The row of a thousand small kernels, for JAX."""
    import jax

    step = lambda _, x: x * 0.999 + 0.001
    return [(f"jit_loop1000_{N}_f32", vector, lambda jnp, x: jax.lax.fori_loop(0, 1000, step, x))]


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
    (f"squares_axis0_{SHAPE}", grid, lambda xp, m: ((m - m[0]) ** 2).sum(0)),
    (f"squares_axis1_{SHAPE}", grid, lambda xp, m: ((m - m[0]) ** 2).sum(1)),
    (f"centred_matvec_{SHAPE}", grid, lambda xp, m: (m - m[0]) @ m[1]),
    (f"centred_columns_{SHAPE}", grid, lambda xp, m: (m - m[0]) @ m[1:5].T),
    (f"standardize_{SHAPE}", grid, lambda xp, m: (m - m.mean(0)) / m.std(0)),
    (f"softmax_{SHAPE}", grid, softmax),
    (f"layernorm_{SHAPE}", with_weights, layer_norm),
    (f"standardize_rows_{SHAPE}", grid, standardised),
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
    (r"unique_10M_i32", lambda: integers(1_000_000, 10_000_000).astype("i4"), lambda xp, x: xp.unique(x)),
    (r"partition_10M_f32", lambda: vector("10M"), lambda xp, x: xp.partition(x, 5_000_000)),
    (r"quantile_10M_f32", lambda: vector("10M"), lambda xp, x: xp.quantile(x, 0.3)),
    (f"median_axis0_{SHAPE}", grid, lambda xp, m: xp.median(m, 0)),
    (r"einsum_(.+)", einsum_operands, lambda xp, subscripts, *x: xp.einsum(subscripts, *x, optimize=True)),
    (f"fancy_columns_{SHAPE}", lambda m, n: (grid(m, n), integers(int(n), int(n))), lambda xp, m, i: m[:, i]),
    (
        f"fancy_pairs_{SHAPE}",
        lambda m, n: (grid(m, n), integers(int(m), 10_000_000), integers(int(n), 10_000_000)),
        lambda xp, m, i, j: m[i, j],
    ),
    (r"lstsq_2000x500_f64", overdetermined, lambda xp, a, b: xp.linalg.lstsq(a, b, rcond=None)[0]),
    (f"eig_{MATRIX}", square, lambda xp, a: xp.linalg.eig(a)),
    (f"pinv_{MATRIX}", square, lambda xp, a: xp.linalg.pinv(a)),
    (f"det_{MATRIX}", square, lambda xp, a: xp.linalg.det(a)),
    (f"matrix_power_{MATRIX}", square, lambda xp, a: xp.linalg.matrix_power(a, 7)),
    (f"kron_{MATRIX}", square, lambda xp, a: xp.kron(a, a)),
    (r"stack_cholesky_(\d+)x(\d+)_f64", stacked, lambda xp, a: xp.linalg.cholesky(a)),
    (r"stack_solve_(\d+)x(\d+)_f64", stacked_with_columns, lambda xp, a, b: xp.linalg.solve(a, b)),
    (r"stack_inv_(\d+)x(\d+)_f64", stacked, lambda xp, a: xp.linalg.inv(a)),
    (r"stack_qr_(\d+)x(\d+)_f64", stacked, lambda xp, a: xp.linalg.qr(a)),
    (r"stack_eigh_(\d+)x(\d+)_f64", stacked, lambda xp, a: xp.linalg.eigh(a)),
    (r"stack_svd_(\d+)x(\d+)_f64", stacked, lambda xp, a: xp.linalg.svd(a, full_matrices=False)),
]
