"""Rows of derivatives and batches of programs, as ../src/derivative_rows.rs has them, for JAX."""
from workloads import grid, np, uniform


def f64(*shape):
    return uniform(int(np.prod(shape))).astype("f8").reshape(shape)


def f32(*shape):
    return uniform(int(np.prod(shape))).reshape(shape)


def network(n):
    return f32(int(n), 64), f32(int(n), 10), f32(64, 64), f32(64), f32(64, 10), f32(10)


def networks(n):
    return f32(int(n), 64), f32(64, 256), f32(256), f32(256, 256), f32(256), f32(256, 10)


def layers(n):
    n = int(n)
    return f32(256, n), *((f32(n, n) - np.float32(0.5)) * np.float32(2 / n**0.5) for _ in range(5))


def directed(n):
    x, *weights = layers(n)
    return x, *weights, *(w * np.float32(0.5) + np.float32(0.1) for w in weights)


def image(n):
    return f32(int(n), int(n))


def systems(n, k):
    n, k = int(n), int(k)
    return f64(n, k, k) + k * np.eye(k), f64(n, k)


def jax_rows():
    import jax

    grad, nn = jax.grad, jax.nn

    def loss(weights, x, y):
        w1, b1, w2, b2 = weights
        scores = jax.numpy.tanh(x @ w1 + b1) @ w2 + b2
        return -(y * nn.log_softmax(scores)).sum(1).mean()

    def mlp(weights, x):
        for w in weights:
            x = jax.numpy.tanh(x @ w)
        return (x * x).mean()

    def neighbours(u):
        u = jax.numpy.pad(u, 1)
        return u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]

    def stencil(u):
        step = lambda u, _: (neighbours(u) * np.float32(0.25), None)
        u, _ = jax.lax.scan(step, u, length=100)
        return (u * u).sum()

    def solution(b):
        def step(state, _):
            x, r, p, rr = state
            ap = 4 * p - neighbours(p)
            alpha = rr / (p * ap).sum()
            x, r = x + alpha * p, r - alpha * ap
            next = (r * r).sum()
            return (x, r, r + next / rr * p, next), None

        (x, *_), _ = jax.lax.scan(step, (jax.numpy.zeros_like(b), b, b, (b * b).sum()), length=100)
        return (x * x).sum()

    def spectrum(a):
        w, v = jax.numpy.linalg.eigh(a + a.T)
        return (w * w).sum() + (v * v * a).sum()

    def smoothed(x):
        for _ in range(10):
            padded = jax.numpy.pad(x, 1)
            x = x * np.float32(0.5) + (padded[:-2] + padded[2:]) * np.float32(0.25)
        return x

    def rosenbrock(x):
        first, rest = x[:-1], x[1:]
        return ((rest - first**2) ** 2).sum() * 100 + ((1 - first) ** 2).sum()

    def hvp(x, weights, direction):
        return jax.jvp(lambda w: grad(mlp)(w, x), (weights,), (direction,))[1]

    def outputs(x, w1, b1, w2, b2, w3):
        return jax.vmap(lambda x: jax.numpy.tanh(jax.numpy.tanh(x @ w1 + b1) @ w2 + b2) @ w3)(x)

    rows = [
        (r"grad_logsumexp_(\d+)x(\d+)_f32", grid, grad(lambda x: nn.logsumexp(x, axis=1).sum())),
        (r"grad_network_(\d+)_f32", network, lambda x, y, *w: grad(loss)(w, x, y)),
        (r"grad_mlp_(\d+)_f32", layers, lambda x, *w: grad(mlp)(w, x)),
        (r"hvp_mlp_(\d+)_f32", directed, lambda x, *w: hvp(x, w[:5], w[5:])),
        (r"grad_stencil_(\d+)_f32", image, grad(stencil)),
        (r"grad_cg_(\d+)_f32", image, grad(solution)),
        (r"grad_eigh_(\d+)_f64", lambda n: f64(int(n), int(n)), grad(spectrum)),
        (r"vmap_network_(\d+)_f32", networks, outputs),
        (r"vmap_solve_(\d+)x(\d+)_f64", systems, jax.vmap(jax.numpy.linalg.solve)),
        (r"vmap_stencil_(\d+)_f32", lambda n: f32(int(n), 1000), jax.vmap(smoothed)),
        (r"hessian_rosenbrock_(\d+)_f64", lambda n: f64(int(n)), jax.hessian(rosenbrock)),
    ]
    # Unless told so, JAX multiplies f32 matrices with ten bits of fractions on a GPU.
    exact = jax.default_matmul_precision("highest")
    return [(pattern, data, lambda xp, *a, f=exact(f): f(*a)) for pattern, data, f in rows]
