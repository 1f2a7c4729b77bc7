#!/usr/bin/env python3
"""Writes `data/ndimage_filters.npz`, what SciPy's filters of images give: `python3 tests/ndimage_filters.py`.

Keys are `FILTER/CASE/TYPE/out`; the cases' arguments are in `src/ndimage_filters.rs`."""
from pathlib import Path

import numpy as np
from scipy import ndimage as nd

rng = np.random.default_rng(5)
parts = {}
OURS = {"bool": "bool", "int8": "i8", "uint8": "u8", "int16": "i16", "uint16": "u16", "int32": "i32", "uint32": "u32", "int64": "i64", "uint64": "u64", "float32": "f32", "float64": "f64", "complex64": "complex64", "complex128": "complex128"}
images = {}
for name in OURS:
    dtype = np.dtype(name)
    for label, shape in {"line": (9,), "image": (7, 6), "volume": (4, 3, 5)}.items():
        if dtype.kind == "b":
            x = rng.random(shape) < 0.5
        elif dtype.kind in "iu":
            x = rng.integers(0, 120, shape).astype(dtype)
        else:
            x = (rng.normal(0, 10, shape) + (1j * rng.normal(0, 10, shape) if dtype.kind == "c" else 0)).astype(dtype)
        images[label, name] = x
        parts[f"{label}/{OURS[name]}"] = x


def keep(key, name, f):
    value = f(name)
    parts[f"{key}/{OURS[name]}/out"] = np.asarray(value, order="C")


MODES = ["reflect", "constant", "nearest", "mirror", "wrap"]
ALL = list(OURS)
REAL = [name for name in ALL if "complex" not in name]
w1, even = [0.5, -1.25, 2.0], [1.0, 3.0, -2.0, 0.5]
w2 = np.array([[1.0, 0.0, -2.0], [0.5, 3.0, 0.25]])
w3 = rng.integers(-3, 4, (2, 3, 2)).astype(float)
cross = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], bool)
skew = np.array([[1, 0, 1, 1], [0, 1, 0, 0]], bool)
parts |= {"w2": w2, "w3": w3, "cross": cross, "skew": skew, "w2c": w2 + 1j * w2[::-1]}
for name in ALL:
    line, image, volume = (images[label, name] for label in ("line", "image", "volume"))
    real = np.dtype(name).kind != "c"
    for mode in MODES:
        c = dict(mode=mode, cval=2.0)
        if name in ("float64", "int16", "uint8"):
            keep(f"correlate1d/{mode}", name, lambda _: nd.correlate1d(line, w1, **c))
            keep(f"wide/{mode}", name, lambda _: nd.correlate1d(line[:4], np.arange(23.0) - 7, **c))
            keep(f"correlate/{mode}", name, lambda _: nd.correlate(image, w2, **c))
            keep(f"volume/{mode}", name, lambda _: nd.correlate(volume, w3, **c))
            keep(f"maximum/{mode}", name, lambda _: nd.maximum_filter(image, (3, 4), **c))
            keep(f"cross/{mode}", name, lambda _: nd.minimum_filter(image, footprint=cross, **c))
            keep(f"median/{mode}", name, lambda _: nd.median_filter(image, 3, **c))
            keep(f"uniform/{mode}", name, lambda _: nd.uniform_filter(image, (3, 4), **c))
            keep(f"gaussian/{mode}", name, lambda _: nd.gaussian_filter(image, (0.8, 1.3), **c))
    keep("correlate1d/even", name, lambda _: nd.correlate1d(image, even, axis=0, origin=1))
    keep("convolve1d/even", name, lambda _: nd.convolve1d(image, even, axis=-1, origin=-2))
    keep("correlate/origin", name, lambda _: nd.correlate(image, w2, origin=(-1, 1)))
    keep("convolve/origin", name, lambda _: nd.convolve(image, w2, origin=(0, -1)))
    keep("convolve/axes", name, lambda _: nd.convolve(volume, w2, axes=(0, 2)))
    keep("convolve/output", name, lambda _: nd.convolve(image, w2, output=np.float64 if real else np.complex128))
    keep("convolve/complex", name, lambda _: nd.convolve(image, w2 + 1j * w2[::-1]))
    keep("correlate/complex", name, lambda _: nd.correlate(image, w2 + 1j * w2[::-1]))
    keep("uniform/image", name, lambda _: nd.uniform_filter(image, 3))
    keep("uniform1d/origin", name, lambda _: nd.uniform_filter1d(image, 4, axis=0, origin=1))
    keep("gaussian/image", name, lambda _: nd.gaussian_filter(image, 0.7))
    keep("gaussian1d/order", name, lambda _: nd.gaussian_filter1d(image, 1.1, axis=0, order=3, truncate=3.0))
    keep("sobel/image", name, lambda _: nd.sobel(image, 0))
    keep("prewitt/volume", name, lambda _: nd.prewitt(volume, -1))
    keep("laplace/image", name, lambda _: nd.laplace(image))
    if not real:
        continue
    keep("maximum/origin", name, lambda _: nd.maximum_filter(image, 3, origin=(1, -1)))
    keep("minimum1d/wide", name, lambda _: nd.minimum_filter1d(image, 7, axis=0, origin=-2))
    keep("maximum1d/wide", name, lambda _: nd.maximum_filter1d(image, 5, origin=2))
    keep("maximum/skew", name, lambda _: nd.maximum_filter(image, footprint=skew, origin=(0, 1)))
    keep("median/skew", name, lambda _: nd.median_filter(image, footprint=skew))
    keep("median/axes", name, lambda _: nd.median_filter(volume, (3, 2), axes=(0, -1)))
    keep("rank/image", name, lambda _: nd.rank_filter(image, -4, (3, 2)))
    keep("percentile/image", name, lambda _: nd.percentile_filter(image, 30, 3))
    if np.dtype(name).kind == "f":
        keep("gaussian/modes", name, lambda _: nd.gaussian_filter(volume, (0.0, 1.0, 0.6), (0, 1, 2), mode=("wrap", "nearest", "mirror"), radius=(1, 2, 3)))
        keep("gaussian_laplace/image", name, lambda _: nd.gaussian_laplace(image, (0.8, 1.2)))
        keep("gaussian_gradient_magnitude/image", name, lambda _: nd.gaussian_gradient_magnitude(image, 0.9))
        keep("generic_gradient_magnitude/sobel", name, lambda _: nd.generic_gradient_magnitude(image, nd.sobel))
        keep("generic/spread", name, lambda _: nd.generic_filter(image, lambda w: w.max() - w.min(), footprint=cross))
        keep("generic1d/sums", name, lambda _: nd.generic_filter1d(image, lambda x, y: np.copyto(y, x[3:] + x[:-3]), 4, axis=0))
np.savez(Path(__file__).parent / "data" / "ndimage_filters.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
