#!/usr/bin/env python3
"""The peers' side of the GPU workloads: `peer_gpu.py cupy|cupy.fuse|torch|torch.compile|jax [ROW...]`; README.md has the
protocol. Data are prepared on the host and moved to the device before the timing."""
import derivative_rows
import scipy_rows as beyond
from workloads import *

LAYER = r"gelu_(\d+)_(f16|f32)"
DEVICE_TO_DEVICE = 3  # cudaMemcpyDeviceToDevice


def elementwise(names):
    """The rows of COMMON whose names begin so: what compilers fuse."""
    return [row for row in COMMON if row[0].startswith(names)]


# ---------------------------------------------------------------- CuPy


def cupy_version(cp):
    cuda = cp.cuda.runtime.runtimeGetVersion()
    return f"{cp.__version__} (CUDA {cuda // 1000}.{cuda % 1000 // 10})", cp.cuda.Stream.null.synchronize


def cupy_rows():
    import cupy as cp

    def sparse(n):
        import cupyx.scipy.sparse as csp

        return csp.csr_matrix(laplacian(n))

    def convolved(a, k):
        import cupyx.scipy.signal as signals

        return signals.convolve2d(a, k, mode="same", boundary="wrap")

    def fft_convolved(a, k):
        import cupyx.scipy.signal as signals

        return signals.fftconvolve(a, k, mode="same")

    def median_filter(x):
        import cupyx.scipy.signal as signals

        return signals.medfilt(x, 5)

    def copy(source, target):
        cp.cuda.runtime.memcpyAsync(target.data.ptr, source.data.ptr, source.nbytes, DEVICE_TO_DEVICE, 0)

    def empty(n):
        return cp.empty(count(n), cp.float32)

    def halves(k):
        return square(k, "f32").astype(np.float16)

    def bind(f, arrays):
        arrays = [beyond.cupy_array(a) for a in arrays]
        return lambda: f(*arrays)

    def from_host(f, arrays):
        return lambda: f(*arrays)

    generator = lambda n: (cp.random.default_rng(123), count(n))
    escape = cp.RawKernel(
        r"""extern "C" __global__ void escape(const double* x, const double* y, int* rounds, int n) {
            const int i = blockIdx.x * blockDim.x + threadIdx.x;
            if (i >= n) return;
            double a = 0, b = 0;
            int k = 0;
            while (a * a + b * b <= 4.0 && k < 100) {
                const double next = a * a - b * b + x[i];
                b = 2.0 * a * b + y[i], a = next, k++;
            }
            rounds[i] = k;
        }""",
        "escape",
    )

    def mandelbrot(x, y):
        rounds = cp.empty(x.shape, cp.int32)
        escape(((x.size + 255) // 256,), (256,), (x, y, rounds, x.size))
        return rounds

    own = [
        (r"mandelbrot_(\d+)_f64", plane, mandelbrot),
        (r"fancy_mask_assign_10M_f32", lambda: ((x := vector("10M")), x > 0.5), lambda x, m: x.__setitem__(m, 0.25)),
        (r"fancy_add_at_10M_f32", lambda: (uniform(1_000_000), integers(1_000_000, 10_000_000), vector("10M")),
         lambda x, i, v: cp.add.at(x, i, v)),
        (r"rng_gamma_(10M)_f64", generator, lambda g, n: g.gamma(2.5, 1.0, n)),
        (r"rng_poisson_(10M)_i64", generator, lambda g, n: g.poisson(100.0, n)),
        (r"rng_binomial_(10M)_i64", generator, lambda g, n: g.binomial(100, 0.4, n)),
        (r"choice_(10M)_weighted", lambda n: (count(n), (p := uniform(1000).astype("f8")) / p.sum()),
         lambda n, p: cp.random.choice(1000, n, p=p)),
        (f"add_out_{N}_f32", lambda n: (*two(n), empty(n)), lambda x, y, o: cp.add(x, y, out=o)),
        (f"d2d_copy_{N}_f32", lambda n: (vector(n), empty(n)), copy),
        (f"mask_select_{N}_f32", vector, lambda x: x[x > 0.5]),
        (f"transpose_copy_{SHAPE}", grid, lambda m: cp.ascontiguousarray(m.T)),
        (f"matmul_{N}_f16", halves, lambda a: a @ a),
        (f"rng_uniform_{N}_f32", generator, lambda g, n: g.random(n, dtype=cp.float32)),
        (f"rng_normal_{N}_f32", generator, lambda g, n: g.standard_normal(n, dtype=cp.float32)),
        (f"spmv_laplacian_{N}_f32", lambda n: ((m := sparse(n)), uniform(m.shape[0])), lambda m, v: m @ v),
        (f"spmm_laplacian_{N}_x8_f32", lambda n: ((m := sparse(n)), grid(m.shape[0], 8)), lambda m, v: m @ v),
        (r"convolve2d_(\d+)_31x31_wrap_f32", image, convolved),
        (r"fftconvolve_(\d+)_31x31(?:_same)?_f32", image, fft_convolved),
        (f"medfilt_{N}_k5_f32", vector, median_filter),
        (f"d2h_{N}_f32_pageable", vector, cp.asnumpy),
        (r"alloc_free_4MB", tuple, lambda: cp.empty((1024, 1024), cp.float32)),
    ]
    add_rows([(f"h2d_{N}_f32_pageable", vector, cp.asarray)], from_host)
    add_rows(own + beyond.cupy_rows(), bind)
    add_rows(COMMON, lambda f, arrays: bind(lambda *a: f(cp, *a), arrays))
    return cupy_version(cp)


def cupy_fuse_rows():
    import cupy as cp

    def bind(f, arrays):
        arrays, fused = [cp.asarray(a) for a in arrays], cp.fuse(f)
        return lambda: fused(*arrays)

    rows = [
        (f"chain_exp_sincos_{N}_f32", vector, lambda x: cp.exp(cp.sin(x) * cp.cos(x))),
        (f"rational_{N}_f32", two, lambda x, y: (x * 2.0 + y * 3.0) / (x + y + 1.0)),
        (r"latency_3sin\(-a\)\*b_10000_f64", doubles, lambda a, b: 3 * cp.sin(-a) * b),
    ]
    add_rows(rows, bind)
    return cupy_version(cp)


# ---------------------------------------------------------------- PyTorch


def torch_version(torch):
    return f"{torch.__version__} (CUDA {torch.version.cuda})", torch.cuda.synchronize


def present(torch):
    if not torch.cuda.is_available():
        raise ImportError("torch finds no GPU")
    return torch.device("cuda")


def torch_rows():
    import torch

    device = present(torch)

    def csr(n):
        m = laplacian(n)
        return torch.sparse_csr_tensor(m.indptr, m.indices, m.data, m.shape).to(device)

    def tensors(arrays):
        return [torch.from_numpy(a).to(device) if isinstance(a, np.ndarray) else a for a in arrays]

    def bind(f, arrays):
        arrays = tensors(arrays)
        return lambda: f(*arrays)

    def from_host(f, arrays):
        arrays = [torch.from_numpy(a) for a in arrays]
        return lambda: f(*arrays)

    def fresh(make):
        return lambda n: make(n, device=device)

    functional = torch.nn.functional

    own = [
        (f"add_out_{N}_f32", lambda n: (*two(n), uniform(count(n))), lambda x, y, o: torch.add(x, y, out=o)),
        (f"d2d_copy_{N}_f32", two, lambda x, o: o.copy_(x)),
        (f"mask_select_{N}_f32", vector, lambda x: x[x > 0.5]),
        (f"histogram_{N}_f32", vector, lambda x: torch.histc(x, 256)),
        (f"standardize_{SHAPE}", grid, lambda m: (m - m.mean(0)) / m.std(0, correction=0)),
        (f"softmax_{SHAPE}", grid, lambda m: functional.softmax(m, 1)),
        (f"layernorm_{SHAPE}", with_weights, lambda m, w, b: functional.layer_norm(m, w.shape, w, b)),
        (LAYER, layer, lambda x, w, b: functional.gelu(functional.linear(x, w, b))),
        (f"transpose_copy_{SHAPE}", grid, lambda m: m.T.contiguous()),
        (f"matmul_{N}_f16", lambda k: square(k, "f32").astype(np.float16), lambda a: a @ a),
        (f"rng_uniform_{N}_f32", count, fresh(torch.rand)),
        (f"rng_normal_{N}_f32", count, fresh(torch.randn)),
        (f"spmv_laplacian_{N}_f32", lambda n: ((m := csr(n)), uniform(m.shape[0])), lambda m, v: m @ v),
        (f"spmm_laplacian_{N}_x8_f32", lambda n: ((m := csr(n)), grid(m.shape[0], 8)), lambda m, v: m @ v),
        (f"d2h_{N}_f32_pageable", vector, lambda x: x.cpu()),
        (r"alloc_free_4MB", tuple, lambda: torch.empty((1024, 1024), device=device)),
    ]
    add_rows([(f"h2d_{N}_f32_pageable", vector, lambda x: x.to(device))], from_host)
    add_rows(own + beyond.torch_rows(), bind)
    add_rows(COMMON, lambda f, arrays: bind(lambda *a: f(torch, *a), arrays))
    return torch_version(torch)


def torch_compile_rows():
    import torch

    device = present(torch)

    def bind(f, arrays):
        # What earlier rows compiled counts towards a limit, past which nothing is compiled.
        torch._dynamo.reset()
        arrays = [torch.from_numpy(a).to(device) for a in arrays]
        compiled = torch.compile(lambda *a: f(torch, *a))
        return lambda: compiled(*arrays)

    fused = ("chain", "rational", "weighted_sum", "std", "standardize", "softmax", "layernorm", "latency_3sin")
    add_rows([(LAYER, layer, lambda t, x, w, b: t.nn.functional.gelu(x @ w + b))], bind)
    add_rows(elementwise(fused), bind)
    return torch_version(torch)


# ---------------------------------------------------------------- JAX


def jax_rows():
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    if jax.default_backend() != "gpu":
        raise ImportError("JAX finds no GPU")
    last = [None]

    def bind(f, arrays):
        on_device, compiled = [jnp.asarray(a) for a in arrays], jax.jit(lambda *a: f(jnp, *a))

        def run():
            last[0] = compiled(*on_device)

        return run

    own = [(LAYER, layer, lambda jnp, x, w, b: jax.nn.gelu(x @ w + b, approximate=False))]
    add_rows(own + jax_loop() + beyond.jax_rows() + derivative_rows.jax_rows() + COMMON, bind)
    return jax.__version__, lambda: jax.block_until_ready(last[0])


if __name__ == "__main__":
    peers = {"cupy": cupy_rows, "cupy.fuse": cupy_fuse_rows, "torch": torch_rows}
    main(peers | {"torch.compile": torch_compile_rows, "jax": jax_rows})
