#!/usr/bin/env python3
"""The peers' side of the CPU workloads: `peer_cpu.py numpy|numba|torch|jax [ROW...]`; README.md has the protocol."""
import derivative_rows
import scipy_rows as beyond
from workloads import *


def nothing():
    """Calls have finished when they return."""


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
        (r"fancy_mask_assign_10M_f32", lambda: ((x := vector("10M")), x > 0.5), lambda x, m: x.__setitem__(m, 0.25)),
        (r"fancy_add_at_10M_f32", lambda: (uniform(1_000_000), integers(1_000_000, 10_000_000), vector("10M")),
         lambda x, i, v: np.add.at(x, i, v)),
        (r"rng_gamma_(10M)_f64", generator, lambda g, n: g.gamma(2.5, 1.0, n)),
        (r"rng_poisson_(10M)_i64", generator, lambda g, n: g.poisson(100.0, n)),
        (r"rng_binomial_(10M)_i64", generator, lambda g, n: g.binomial(100, 0.4, n)),
        (r"choice_(10M)_weighted", lambda n: (*generator(n), (p := uniform(1000).astype("f8")) / p.sum()),
         lambda g, n, p: g.choice(1000, n, p=p)),
    ]
    add_rows(own + beyond.scipy_rows(), lambda f, arrays: lambda: f(*arrays))
    add_rows(COMMON, lambda f, arrays: lambda: f(np, *arrays))
    return np.__version__, nothing


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

    @nb.njit(parallel=True)
    def mandelbrot(x, y):
        rounds = np.empty(x.shape, np.int32)
        for i in nb.prange(x.shape[0]):
            for j in range(x.shape[1]):
                a, b, k = 0.0, 0.0, 0
                while a * a + b * b <= 4.0 and k < 100:
                    a, b, k = a * a - b * b + x[i, j], 2.0 * a * b + y[i, j], k + 1
                rounds[i, j] = k
        return rounds

    rows = [
        (r"mandelbrot_(\d+)_f64", plane, mandelbrot),
        (f"add_{N}_f32", two, add),
        (f"rational_{N}_f32", two, rational),
        (f"weighted_sum_{N}_f32", two, weighted),
        (f"sin_{N}_f32", vector, sin),
        (f"exp_{N}_f32", vector, exp),
        (f"chain_exp_sincos_{N}_f32", vector, chain),
        (f"sum_{N}_f32", vector, total),
    ]
    add_rows(rows + beyond.numba_rows(), lambda f, arrays: lambda: f(*arrays))
    return nb.__version__, nothing


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
        (r"einsum_(.+)", einsum_operands, torch.einsum),
        (r"fancy_mask_assign_10M_f32", lambda: ((x := vector("10M")), x > 0.5), lambda x, m: x.masked_fill_(m, 0.25)),
        (r"fancy_add_at_10M_f32", lambda: (uniform(1_000_000), integers(1_000_000, 10_000_000), vector("10M")),
         lambda x, i, v: x.index_add_(0, i, v)),
        (r"rng_gamma_(10M)_f64", lambda n: np.full(count(n), 2.5), torch._standard_gamma),
        (r"rng_poisson_(10M)_i64", lambda n: np.full(count(n), 100.0), torch.poisson),
        (r"rng_binomial_(10M)_i64", lambda n: (np.full(count(n), 100.0), np.full(count(n), 0.4)), torch.binomial),
        (r"choice_(10M)_weighted", lambda n: (uniform(1000).astype("f8"), count(n)),
         lambda p, n: torch.multinomial(p, n, replacement=True)),
        (r"lstsq_2000x500_f64", overdetermined, lambda a, b: torch.linalg.lstsq(a, b[:, None])[0]),
        (r"partition_10M_f32", lambda: vector("10M"), lambda x: x.topk(5_000_000, largest=False, sorted=False)),
    ]
    add_rows(own + beyond.torch_rows(), lambda f, arrays: (lambda t: lambda: f(*t))(tensors(arrays)))
    add_rows(COMMON, lambda f, arrays: (lambda t: lambda: f(torch, *t))(tensors(arrays)))
    return torch.__version__, nothing


# ---------------------------------------------------------------- JAX


def jax_rows():
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)

    def prepare(f, arrays):
        # What is no array, such as subscripts, is a part of the program.
        program = [None if isinstance(a, np.ndarray) else a for a in arrays]
        on_device = [jnp.asarray(a) for a in arrays if isinstance(a, np.ndarray)]

        def call(*on_device):
            given = iter(on_device)
            return f(jnp, *(next(given) if a is None else a for a in program))

        compiled = jax.jit(call)
        return lambda: jax.block_until_ready(compiled(*on_device))

    def eager(f, arrays):
        on_device = [jnp.asarray(a) for a in arrays]
        return lambda: jax.block_until_ready(f(jnp, *on_device))

    # The length of its result is not known to a compiler.
    add_rows([row for row in COMMON if row[0].startswith("unique")], eager)
    generator = lambda n: (np.asarray(jax.random.key_data(jax.random.key(0))), count(n))
    keyed = lambda f: lambda xp, key, n, *a: f(jax.random.wrap_key_data(key), n, *a)
    own = [
        (r"rng_gamma_(10M)_f64", generator, keyed(lambda key, n: jax.random.gamma(key, 2.5, (n,)))),
        (r"rng_poisson_(10M)_i64", generator, keyed(lambda key, n: jax.random.poisson(key, 100.0, (n,)))),
        (r"rng_binomial_(10M)_i64", generator, keyed(lambda key, n: jax.random.binomial(key, 100.0, 0.4, (n,)))),
        (r"choice_(10M)_weighted", lambda n: (*generator(n), (p := uniform(1000).astype("f8")) / p.sum()),
         keyed(lambda key, n, p: jax.random.choice(key, 1000, (n,), p=p))),
        (r"fancy_mask_assign_10M_f32", lambda: ((x := vector("10M")), x > 0.5), lambda xp, x, m: xp.where(m, 0.25, x)),
        (r"fancy_add_at_10M_f32", lambda: (uniform(1_000_000), integers(1_000_000, 10_000_000), vector("10M")),
         lambda xp, x, i, v: x.at[i].add(v)),
    ]
    add_rows(own + jax_loop() + beyond.jax_rows() + derivative_rows.jax_rows() + COMMON, prepare)
    return jax.__version__, nothing


if __name__ == "__main__":
    main({"numpy": numpy_rows, "numba": numba_rows, "torch": torch_rows, "jax": jax_rows})
