"""The data of the programs, made by NumPy: of moderate size, or large enough for a GPU."""

import numpy as np


def grids(rng, large):
    n = 1024 if large else 256
    weights = np.array([4 / 9] + [1 / 9] * 4 + [1 / 36] * 4)
    yy, xx = np.mgrid[:n, :2 * n]
    alive = (rng.random((4 * n, 4 * n)) < 0.3).astype(np.uint8)
    bump = np.kron(np.exp(-((xx[:, :n] - n / 2) ** 2 + (yy[:, :n] - n / 2) ** 2) / 50), np.ones((4, 4)))
    v = np.zeros((2 * n, 2 * n), np.float32)
    v[n - 20:n + 20, n - 20:n + 20] = 0.25
    k = np.fft.fftfreq(2 * n, 1 / (2 * n))
    ky, kx = np.meshgrid(k, k, indexing="ij")
    k2 = kx ** 2 + ky ** 2
    k2[0, 0] = 1
    kept = ((np.abs(kx) < 2 * n / 3) & (np.abs(ky) < 2 * n / 3)).astype(float)
    spins = rng.choice([-1, 1], size=(2 * n, 2 * n)).astype(np.int8)
    re, im = np.meshgrid(np.linspace(-1.6, 1.6, 4 * n), np.linspace(-1, 1, 4 * n))
    rows = (200_000 if large else 20_000, 128)
    populations = np.ones((9, n, 2 * n)) * weights[:, None, None] * (1 + 0.01 * rng.random((1, n, 2 * n)))
    obstacle = (xx - n // 2) ** 2 + (yy - n // 2) ** 2 < (n // 8) ** 2
    return {
        "lattice_boltzmann": dict(f=populations, w=weights.tolist(), mask=obstacle, steps=10),
        "life": dict(a=alive, steps=10),
        "life_slices": dict(a=alive.astype(np.int32), steps=10),
        "wave": dict(u=bump, steps=20),
        "gray_scott": dict(u=np.ones_like(v) - v, v=v, steps=50),
        "ising": dict(s=spins, r=rng.random((5, 2 * n, 2 * n)).astype(np.float32), checker=np.add.outer(np.arange(2 * n), np.arange(2 * n)) % 2),
        "upwind": dict(q=np.sin(np.linspace(0, 6, 1_000_000)), steps=20),
        "cg_stencil": dict(b=rng.normal(size=(4 * n, 4 * n)), steps=20),
        "spectral_ns": dict(wh=np.fft.fft2(rng.normal(size=(2 * n, 2 * n))), kx=kx, ky=ky, k2=k2, mask=kept, steps=5),
        "canny": dict(im=rng.random((4 * n, 4 * n)).astype(np.float32)),
        "julia": dict(z=re + 1j * im, steps=20),
        "thomas": dict(a=rng.random(rows), b=2.5 + rng.random(rows), c=rng.random(rows), r=rng.random(rows)),
    }


def learning(rng, large):
    def normal(*shape, scale=1.0):
        return (rng.normal(size=shape) * scale).astype(np.float32)

    heads = (8, 16, 1024, 64) if large else (2, 8, 512, 64)
    h = 1024 if large else 256
    batch = 4096 if large else 512
    images, filters = ((64, 66, 66, 32), (3, 3, 32, 64)) if large else ((8, 34, 34, 16), (3, 3, 16, 32))
    x = rng.normal(size=(1_000_000 if large else 100_000, 30))
    points = rng.normal(size=(2_000_000 if large else 200_000, 4))
    known = 3000 if large else 800
    motion = np.eye(4)
    motion[0, 2] = motion[1, 3] = 0.1
    links = rng.random((8192, 8192) if large else (2048, 2048))
    return {
        "attention": {k: normal(*heads) for k in "qkv"},
        "conv_layer": dict(x=normal(*images), w=normal(*filters)),
        "lstm": dict(x=normal(100, 64, h), wx=normal(h, 4 * h, scale=h ** -0.5), wh=normal(h, 4 * h, scale=h ** -0.5), b=np.zeros(4 * h, np.float32)),
        "mlp_train": dict(x=normal(batch, 784), y=rng.integers(0, 10, batch), w1=normal(784, 256, scale=1 / 28), w2=normal(256, 10, scale=1 / 16), steps=20),
        "logistic": dict(x=x, y=(x[:, 0] > 0).astype(float), steps=50),
        "kmeans": dict(x=points, c=points[:16].copy(), steps=5),
        "kmeans_masks": dict(x=points, c=points[:16].copy(), steps=5),
        "gauss_process": dict(x=rng.normal(size=(known, 3)), y=rng.normal(size=known), xs=rng.normal(size=(known, 3))),
        "kalman": dict(F=motion, Q=0.01 * np.eye(4), H=np.eye(4)[:2].copy(), R=0.1 * np.eye(2), z=rng.normal(size=(500, 2))),
        "pagerank": dict(m=links / links.sum(0), steps=20),
        "power_svd": dict(a=rng.normal(size=(2000, 1000)), q=rng.normal(size=(2000, 20)), steps=10),
    }


def series(rng, large):
    options = 20_000_000 if large else 2_000_000
    rays = rng.normal(size=(5_000_000 if large else 500_000, 3)).astype(np.float32)
    bodies = 4000 if large else 1000
    letters = [rng.integers(0, 4, 3000).astype(np.int8) for _ in range(2)]
    return {
        "black_scholes": dict(s=rng.uniform(10, 200, options), k=rng.uniform(10, 200, options), t=rng.uniform(0.1, 3, options)),
        "monte_carlo_paths": dict(z=rng.normal(size=(200_000 if large else 20_000, 252))),
        "moving": dict(x=np.cumsum(rng.normal(size=50_000_000 if large else 5_000_000))),
        "window_view": dict(x=rng.normal(size=1_000_000), h=rng.normal(size=32)),
        "rk4": dict(y=rng.normal(size=(3, 1_000_000 if large else 100_000)), steps=50),
        "nbody_pairs": dict(p=rng.normal(size=(bodies, 3)), v=np.zeros((bodies, 3)), m=rng.random(bodies), steps=5),
        "ray_march": dict(o=np.array([0, 0.5, 2], np.float32), v=rays / np.linalg.norm(rays, axis=1, keepdims=True), steps=30),
        "cells": dict(p=rng.random((5_000_000 if large else 1_000_000, 3)), n=32),
        "groupby": dict(k=rng.integers(0, 10000, 1_000_000), v=rng.normal(size=1_000_000)),
        "needleman": dict(a=letters[0], b=letters[1]),
        "sieve": dict(n=50_000_000 if large else 5_000_000),
    }
