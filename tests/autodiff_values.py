#!/usr/bin/env python3
"""Writes `data/autodiff.npz`: derivatives of small programs by JAX, of first and second order: `python3 tests/autodiff_values.py`.

A program takes `x` and `y`. Of each there are its arguments, tangents `t` and a cotangent `v`, the tangent of its result, the cotangents
of its arguments, and those of the tangent's product with `v`."""
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.scipy import linalg, special

jax.config.update("jax_enable_x64", True)
rng = np.random.default_rng(25)
parts = {}


def keep(name, program, x, y=0.0, second=True):
    x, y = (jnp.asarray(a, dtype=float if np.isrealobj(a) else complex) for a in (x, y))
    random = lambda shape: rng.normal(0, 1, shape)
    t = [jnp.asarray(random(a.shape) + (1j * random(a.shape) if jnp.iscomplexobj(a) else 0)) for a in (x, y)]
    pushed = lambda x, y: jax.jvp(program, (x, y), tuple(t))[1]
    value, tangent = jax.jvp(program, (x, y), tuple(t))
    v = jnp.asarray(random(value.shape))
    pulled = jax.vjp(program, x, y)[1](v)
    stored = {"x": x, "y": y, "tx": t[0], "ty": t[1], "v": v, "value": value, "jvp": tangent, "vx": pulled[0], "vy": pulled[1]}
    if second:
        twice = jax.vjp(pushed, x, y)[1](v)
        stored |= {"sx": twice[0], "sy": twice[1]}
    for key, array in stored.items():
        array = np.array(array, order="C")
        assert np.isfinite(array).all(), (name, key)
        parts[f"{name}/{key}"] = array


def uniform(low, high, shape=(2, 3)):
    return rng.uniform(low, high, shape)


UNARY = {
    "negative": (jnp.negative, -2, 2), "abs": (jnp.abs, -2, 2), "sign": (jnp.sign, -2, 2), "square": (jnp.square, -2, 2),
    "reciprocal": (jnp.reciprocal, 0.5, 2), "sqrt": (jnp.sqrt, 0.5, 2), "cbrt": (jnp.cbrt, 0.5, 2), "exp": (jnp.exp, -2, 2),
    "exp2": (jnp.exp2, -2, 2), "expm1": (jnp.expm1, -2, 2), "log": (jnp.log, 0.5, 2), "log2": (jnp.log2, 0.5, 2),
    "log10": (jnp.log10, 0.5, 2), "log1p": (jnp.log1p, -0.5, 2), "sin": (jnp.sin, -2, 2), "cos": (jnp.cos, -2, 2),
    "tan": (jnp.tan, -1, 1), "arcsin": (jnp.arcsin, -0.9, 0.9), "arccos": (jnp.arccos, -0.9, 0.9),
    "arctan": (jnp.arctan, -2, 2), "sinh": (jnp.sinh, -2, 2), "cosh": (jnp.cosh, -2, 2), "tanh": (jnp.tanh, -2, 2),
    "arcsinh": (jnp.arcsinh, -2, 2), "arccosh": (jnp.arccosh, 1.5, 3), "arctanh": (jnp.arctanh, -0.9, 0.9),
    "floor": (jnp.floor, -2, 2), "i0": (special.i0, -2, 2), "sinc": (jnp.sinc, -2, 2), "erf": (special.erf, -2, 2),
    "erfc": (special.erfc, -2, 2), "erfinv": (special.erfinv, -0.9, 0.9), "expit": (special.expit, -2, 2),
    "logit": (special.logit, 0.1, 0.9), "ndtr": (special.ndtr, -2, 2), "ndtri": (special.ndtri, 0.1, 0.9),
    "log_ndtr": (special.log_ndtr, -2, 2), "expi": (special.expi, 0.5, 2),
    "entr": (special.entr, 0.5, 2), "i0e": (special.i0e, 0.5, 2), "i1e": (special.i1e, 0.5, 2), "i1": (special.i1, 0.5, 2),
    "rsqrt": (lax.rsqrt, 0.5, 2),
}
for name, (f, low, high) in UNARY.items():
    # JAX's own second derivatives of these are not there, or of less precision.
    keep(f"unary/{name}", lambda x, y, f=f: f(x), uniform(low, high), second=name not in ("log_ndtr", "sinc"))
for name in ("gamma", "gammaln", "digamma"):
    keep(f"unary/{name}", lambda x, y, f=getattr(special, name): f(x), uniform(0.5, 3), second=False)

BINARY = {
    "add": jnp.add, "subtract": jnp.subtract, "multiply": jnp.multiply, "divide": jnp.divide, "remainder": jnp.remainder,
    "fmod": jnp.fmod, "power": jnp.power, "arctan2": jnp.arctan2, "hypot": jnp.hypot, "logaddexp": jnp.logaddexp,
    "logaddexp2": jnp.logaddexp2, "minimum": jnp.minimum, "maximum": jnp.maximum, "copysign": jnp.copysign,
}
for name, f in BINARY.items():
    keep(f"binary/{name}", f, uniform(0.5, 3, (2, 3)), uniform(0.5, 3, (3,)))
ties = np.array([[1.0, 2.0, 3.0], [2.0, 2.0, 1.0]])
keep("binary/maximum_of_ties", jnp.maximum, ties, np.array([2.0, 2.0, 1.0]))

zeros = uniform(0.5, 2, (3, 4))
zeros[0, 1] = zeros[1, 0] = zeros[1, 2] = 0
x34 = uniform(-2, 2, (3, 4))
REDUCE = {
    "sum": (lambda x, y: x.sum(), x34), "sum_of_rows": (lambda x, y: x.sum(0), x34), "mean": (lambda x, y: x.mean(1), x34),
    "var": (lambda x, y: x.var(0), x34), "std": (lambda x, y: x.std(1), x34), "prod": (lambda x, y: x.prod(1), zeros),
    "prod_of_all": (lambda x, y: x.prod(), uniform(0.5, 2, (3, 3))), "max": (lambda x, y: x.max(1), x34),
    "min": (lambda x, y: x.min(), x34), "max_of_ties": (lambda x, y: x.max(1), ties),
    "softmax": (lambda x, y: jax.nn.softmax(x, 1), x34), "norm": (lambda x, y: jnp.linalg.norm(x), x34),
}
for name, (f, x) in REDUCE.items():
    keep(f"reduce/{name}", f, x)

y34 = uniform(-2, 2, (3, 4))
indices = jnp.array([2, 0, 2])
LAYOUT = {
    "transpose": lambda x, y: x.T * y.T, "reshape": lambda x, y: x.reshape(2, 6) * 2, "slices": lambda x, y: x[1:, ::2] * x[:2, 1::2],
    "reversed": lambda x, y: x[::-1, 3:0:-2] * 3, "broadcast": lambda x, y: jnp.broadcast_to(x[:, None], (3, 2, 4)) * y[None, 0, :],
    "concatenate": lambda x, y: jnp.concatenate([x, y, x], 1) ** 2, "stack": lambda x, y: jnp.stack([x, y * x]),
    "where": lambda x, y: jnp.where(x > y, x * x, y), "take": lambda x, y: x[indices] * y, "flip": lambda x, y: jnp.flip(x, 1) * x,
    "pad": lambda x, y: jnp.pad(x, 1) ** 2, "roll": lambda x, y: jnp.roll(x, 1, 1) * x, "tril": lambda x, y: jnp.tril(x) * y,
    "diagonal": lambda x, y: jnp.diagonal(x) ** 2, "windows": lambda x, y: (x[:, :-1] * x[:, 1:]).sum(0),
    "add_at": lambda x, y: (x * x).at[indices].add(y * x), "put": lambda x, y: (x * x).at[1].set(y[0]),
    "clip": lambda x, y: jnp.clip(x, -1, 1) * y, "cumsum": lambda x, y: jnp.cumsum(x, 1) ** 2, "sort": lambda x, y: jnp.sort(x, 1) ** 2,
    "mixed": lambda x, y: (jnp.sin(x) @ jnp.exp(y).T).sum(1) / (1 + x.var(1)),
}
for name, f in LAYOUT.items():
    keep(f"layout/{name}", f, x34, y34)
keep("layout/cumprod", lambda x, y: jnp.cumprod(x, 1), zeros)

PRODUCTS = {
    "matmul": (jnp.matmul, (3, 4), (4, 2)), "stacks": (jnp.matmul, (2, 3, 4), (4, 2)), "matvec": (jnp.matmul, (3, 4), (4,)),
    "vecmat": (jnp.matmul, (3,), (3, 4)), "dot": (jnp.dot, (4,), (4,)), "outer": (jnp.outer, (3,), (2,)),
    "kron": (jnp.kron, (2, 2), (2, 3)), "tensordot": (lambda x, y: jnp.tensordot(x, y, 1), (2, 3, 4), (4, 2)),
}
for name, (f, x, y) in PRODUCTS.items():
    keep(f"products/{name}", f, rng.normal(0, 1, x), rng.normal(0, 1, y))

square = rng.normal(0, 1, (3, 3)) + 3 * np.eye(3)
definite = square @ square.T + np.eye(3)
stack = rng.normal(0, 1, (2, 3, 3)) + 3 * np.eye(3)
tall = rng.normal(0, 1, (4, 3))
right = rng.normal(0, 1, (3, 2))
LINALG = {
    "solve": (jnp.linalg.solve, square, right), "solve_of_stacks": (jnp.linalg.solve, stack, stack[::-1]),
    "inv": (lambda x, y: jnp.linalg.inv(x), stack), "det": (lambda x, y: jnp.linalg.det(x), stack),
    "logdet": (lambda x, y: jnp.linalg.slogdet(x)[1], square), "cholesky": (lambda x, y: jnp.linalg.cholesky(x), definite),
    "triangular": (lambda x, y: linalg.solve_triangular(x, y, lower=True), square, right),
    "eigenvalues": (lambda x, y: jnp.linalg.eigvalsh(x), definite),
    "eigenvectors": (lambda x, y: jnp.linalg.eigh(x)[1] ** 2, definite),
    "singular_values": (lambda x, y: jnp.linalg.svd(x, compute_uv=False), tall),
    "singular_vectors": (lambda x, y: jnp.linalg.svd(x, full_matrices=False)[0] ** 2 @ jnp.linalg.svd(x, full_matrices=False)[2] ** 2, tall),
    "qr": (lambda x, y: jnp.linalg.qr(x)[0] ** 2 @ jnp.linalg.qr(x)[1] ** 2, tall),
}
for name, (f, x, *y) in LINALG.items():
    keep(f"linalg/{name}", f, x, *y)

signal = rng.normal(0, 1, (2, 6))
FFT = {
    "fft": lambda x, y: jnp.abs(jnp.fft.fft(x + 1j * y)) ** 2, "ifft": lambda x, y: jnp.imag(jnp.fft.ifft(x + 1j * y) ** 2),
    "rfft": lambda x, y: jnp.real(jnp.fft.rfft(x) * jnp.fft.rfft(y).conj()), "irfft": lambda x, y: jnp.fft.irfft(x + 1j * y, 9) ** 2,
    "even": lambda x, y: jnp.fft.irfft(x + 1j * y, 10) ** 2, "fft2": lambda x, y: jnp.abs(jnp.fft.fft2(x)) ** 2 * y,
    "rfft2": lambda x, y: jnp.imag(jnp.fft.rfft2(x) * jnp.fft.rfft2(y)),
}
for name, f in FFT.items():
    keep(f"fft/{name}", f, signal, rng.normal(0, 1, (2, 6)))

z = rng.normal(0, 1, (2, 2, 3)) + 1j * rng.normal(0, 1, (2, 2, 3))
matrices = rng.normal(0, 1, (2, 3, 3)) + 1j * rng.normal(0, 1, (2, 3, 3)) + 3 * np.eye(3)
hermitian = matrices[0] @ matrices[0].conj().T
thin = rng.normal(0, 1, (4, 3)) + 1j * rng.normal(0, 1, (4, 3))
COMPLEX = {
    "modulus": (lambda x, y: jnp.abs(x * y), *z), "parts": (lambda x, y: x.real * y.imag + (x * y.conj()).imag, *z),
    "quotient": (lambda x, y: (x / y).real, *z), "exponential": (lambda x, y: jnp.exp(x * y).imag, *z),
    "power": (lambda x, y: jnp.power(x, y).real, *z), "sign": (lambda x, y: (x / jnp.abs(x) * y).real, *z),
    "vdot": (lambda x, y: jnp.vdot(x, y).real, z[0, 0], z[1, 0]), "matmul": (lambda x, y: (x @ y.conj().T).imag, *z),
    "solve": (lambda x, y: jnp.linalg.solve(x, y).imag, *matrices), "inv": (lambda x, y: jnp.linalg.inv(x).real, matrices[0]),
    "det": (lambda x, y: jnp.linalg.det(x).imag, matrices[0]), "logdet": (lambda x, y: jnp.linalg.slogdet(x)[1], matrices[0]),
    "cholesky": (lambda x, y: jnp.linalg.cholesky(x).imag, hermitian),
    "eigenvalues": (lambda x, y: jnp.linalg.eigvalsh(x), hermitian),
    "eigenvectors": (lambda x, y: jnp.abs(jnp.linalg.eigh(x)[1]) ** 2, hermitian),
    "singular_values": (lambda x, y: jnp.linalg.svd(x, compute_uv=False), thin),
    "singular_vectors": (lambda x, y: jnp.abs(jnp.linalg.svd(x, full_matrices=False)[0]) ** 2, thin),
    "qr": (lambda x, y: jnp.abs(jnp.linalg.qr(x)[0]) ** 2 @ jnp.abs(jnp.linalg.qr(x)[1]) ** 2, thin),
}
for name, (f, x, *y) in COMPLEX.items():
    keep(f"complex/{name}", f, x, *y)

# Any square matrix; sums over eigenvalues do not depend on their order. JAX has no second derivatives of these.
EIG = {
    "powers": (lambda x, y: (jnp.linalg.eigvals(x) ** 3).sum().real, square), "moduli": (lambda x, y: jnp.abs(jnp.linalg.eigvals(x)).sum(), stack[0]),
    "exponentials": (lambda x, y: jnp.exp(jnp.linalg.eigvals(x) / 4).sum(-1).real, stack),
    "complex": (lambda x, y: jnp.sqrt(jnp.linalg.eigvals(x)).sum().imag, matrices[0]),
}
for name, (f, x) in EIG.items():
    keep(f"eig/{name}", f, x, second=False)

# Sparse matrices, by dense ones of the same entries; two of the first one's are at one place.
ROW, COL = jnp.array([2, 0, 1, 0, 2, 1]), jnp.array([3, 1, 0, 1, 0, 2])
entries, others = rng.normal(0, 1, 6), rng.normal(0, 1, 6)
A = lambda x: jnp.zeros((3, 4)).at[ROW, COL].add(x)
turned = lambda x: jnp.zeros((4, 3)).at[COL, ROW].add(x)
SPARSE = {
    "matvec": (lambda x, y: A(x) @ y, entries, rng.normal(0, 1, 4)), "matmat": (lambda x, y: A(x) @ y, entries, rng.normal(0, 1, (4, 2))),
    "transposed": (lambda x, y: A(x).T @ y, entries, rng.normal(0, 1, 3)),
    "transposed_matmat": (lambda x, y: A(x).T @ y, entries, rng.normal(0, 1, (3, 2))),
    "dense": (lambda x, y: A(x) * y, entries, y34), "of_dense": (lambda x, y: (x * x) @ y, x34, rng.normal(0, 1, 4)),
    "sum": (lambda x, y: (A(x) + jnp.flip(A(y), 0)) @ jnp.arange(4.0), entries, others),
    "product": (lambda x, y: A(x) @ turned(y), entries, others),
    "elementwise": (lambda x, y: A(jnp.sin(x)) * A(y), entries, others),
    "rows": (lambda x, y: A(x)[jnp.array([2, 0])] @ y, entries, rng.normal(0, 1, 4)),
    "sums": (lambda x, y: A(x).sum(0) * y, entries, rng.normal(0, 1, 4)),
    "quadratic": (lambda x, y: y @ (A(x) @ (A(x).T @ y)), entries, rng.normal(0, 1, 3)),
}
for name, (f, x, y) in SPARSE.items():
    keep(f"sparse/{name}", f, x, y)

# Random programs: each step is an operation and the numbers of the two values that it takes; `x` and `y` are the first two, and all are
# matrices of three rows and columns. `random_programs` in `autodiff_random.rs` has the same operations in the same order.
eye = jnp.eye(3)
positive = lambda a: a @ a.T + 2 * eye
same = lambda a: jnp.broadcast_to(a, (3, 3))
OPERATIONS = [
    lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b, lambda a, b: a / (1 + b * b), lambda a, b: jnp.sin(a),
    lambda a, b: jnp.tanh(a), lambda a, b: special.expit(a), lambda a, b: jnp.sqrt(1 + a * a), lambda a, b: jnp.log1p(a * a),
    lambda a, b: jnp.exp(-a * a), lambda a, b: jnp.arctan2(a, 2 + b * b), lambda a, b: jnp.power(1 + a * a, jnp.sin(b)),
    lambda a, b: jnp.where(a > b, a * b, a), lambda a, b: jnp.maximum(a, b), lambda a, b: a @ b / 3, lambda a, b: a.T,
    lambda a, b: jnp.flip(a, 0), lambda a, b: jnp.roll(a, 1, 1) * b, lambda a, b: jnp.cumsum(a, 0) / 3,
    lambda a, b: jnp.cumprod(special.expit(a), 1), lambda a, b: same(a.sum(1, keepdims=True)) / 3, lambda a, b: a - a.mean(0),
    lambda a, b: same(a.max(1, keepdims=True)) * b, lambda a, b: jax.nn.softmax(a, 1) * b, lambda a, b: jnp.sort(a, 1) * b,
    lambda a, b: jnp.pad(a[1:], ((0, 1), (0, 0))) + b, lambda a, b: jnp.tril(a) + jnp.triu(b, 1), lambda a, b: a[indices] * b,
    lambda a, b: a.at[indices].add(b), lambda a, b: a.at[1].set(b[0]), lambda a, b: jnp.concatenate([a, b], 1)[:, 1:4],
    lambda a, b: jnp.fft.fft(a).real / 3, lambda a, b: jnp.linalg.solve(positive(a), b), lambda a, b: jnp.linalg.inv(positive(a)),
    lambda a, b: jnp.linalg.cholesky(positive(a)), lambda a, b: same(jnp.linalg.slogdet(positive(a))[1]) / 3,
    lambda a, b: jnp.outer(a[0], b[:, 1]), lambda a, b: same(special.logsumexp(a, 1)[:, None]) / 3, lambda a, b: jnp.std(a, 0) * b,
    lambda a, b: jnp.einsum("ij,ik->jk", a, b) / 3,
]
STEPS = 9
kept = {key: [] for key in ("program", "x", "y", "tx", "ty", "v", "value", "jvp", "vx", "vy", "sx", "sy")}
while len(kept["x"]) < 100:
    steps = [(rng.integers(len(OPERATIONS)), rng.integers(max(0, k - 3), k + 2), rng.integers(k + 2)) for k in range(STEPS)]

    def program(x, y):
        values = [x, y]
        for operation, a, b in steps:
            values.append(OPERATIONS[operation](values[a], values[b]))
        return values[-1] + values[-2]

    x, y, tx, ty, v = (jnp.asarray(rng.normal(0, 1, (3, 3))) for _ in range(5))
    pushed = lambda x, y: jax.jvp(program, (x, y), (tx, ty))[1]
    value, tangent = jax.jvp(program, (x, y), (tx, ty))
    vx, vy = jax.vjp(program, x, y)[1](v)
    sx, sy = jax.vjp(pushed, x, y)[1](v)
    found = {"program": steps, "x": x, "y": y, "tx": tx, "ty": ty, "v": v, "value": value, "jvp": tangent, "vx": vx, "vy": vy, "sx": sx, "sy": sy}
    # Not those that lose digits, or depend on nothing.
    sizes = [float(jnp.abs(found[key]).max()) for key in ("value", "jvp", "vx", "vy", "sx", "sy")]
    if np.isfinite(sizes).all() and max(sizes) < 1e3 and max(sizes[2:4]) > 1e-3:
        for key, array in found.items():
            kept[key].append(np.asarray(array))
for key, arrays in kept.items():
    parts[f"random/{key}"] = np.array(arrays)

np.savez(Path(__file__).parent / "data/autodiff.npz", **parts)
