#!/usr/bin/env python3
"""Writes `data/ndimage_splines.npz`, what SciPy's interpolation of images gives: `python3 tests/ndimage_splines.py`.

The cases' arguments are in `src/ndimage_splines.rs`."""
from pathlib import Path
import warnings

import numpy as np
from scipy import ndimage as nd

warnings.simplefilter("ignore")
rng = np.random.default_rng(13)
parts = {}
image, line = rng.normal(0, 5, (7, 6)), rng.normal(0, 5, 11)
volume = rng.normal(0, 5, (4, 5, 3))
whole = rng.integers(0, 200, (7, 6)).astype(np.uint8)
places = rng.uniform(-9, 15, (2, 40))
matrix, offset = np.array([[0.9, 0.4], [-0.3, 1.1]]), np.array([0.3, -1.2])
parts |= {"image": image, "line": line, "volume": volume, "whole": whole, "places": places, "matrix": matrix}
parts |= {"single": image.astype(np.float32), "complex": image + 1j * image[::-1]}
modes = ["reflect", "grid-mirror", "constant", "grid-constant", "nearest", "mirror", "wrap", "grid-wrap"]
FAR = 60


def reflected(x, coordinates, order):
    """SciPy's coefficients of short reflected lines are not those of splines through the elements (errors of 1e-4 of lines of six
    elements): so lines are reflected here, as far as anything has an influence."""
    return nd.map_coordinates(np.pad(x, FAR, mode="symmetric"), np.asarray(coordinates) + FAR, order=order, mode="mirror")


def grid(shape, matrix, offset):
    places = np.indices(shape).reshape(len(shape), -1)
    return (matrix @ places + np.reshape(offset, (-1, 1))).reshape(len(shape), *shape)


def turned(x, angle, shape):
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    turn = np.array([[c, s], [-s, c]])
    return grid(shape, turn, (np.array(x.shape) - 1) / 2 - turn @ (np.array(shape) - 1) / 2)


for mode in modes:
    for order in range(6):
        o = dict(order=order, mode=mode)
        if order > 1:
            parts[f"filter1d/{mode}/{order}"] = nd.spline_filter1d(line, order, mode=mode)
            parts[f"filter/{mode}/{order}"] = nd.spline_filter(image, order, mode=mode)
            if mode in ("reflect", "grid-mirror", "nearest"):
                inner = slice(FAR, -FAR)
                parts[f"filter1d/{mode}/{order}"] = nd.spline_filter1d(np.pad(line, FAR, mode="symmetric"), order)[inner]
                parts[f"filter/{mode}/{order}"] = nd.spline_filter(np.pad(image, FAR, mode="symmetric"), order)[inner, inner]
        o["cval"] = 1.5
        keep = {
            "map": nd.map_coordinates(image, places, **o),
            "affine": nd.affine_transform(image, matrix, offset, (5, 8), **o),
            "shift": nd.shift(image, (1.3, -2.6), **o),
            "zoom": nd.zoom(image, (1.7, 0.6), **o),
            "grid": nd.zoom(image, (1.7, 0.6), grid_mode=True, **o),
            "diagonal": nd.affine_transform(image, np.array([0.7, 1.2]), (0.3, -0.7), **o),
            "rotate": nd.rotate(image, 33.0, **o),
            "volume": nd.rotate(volume, -20.0, axes=(0, 2), reshape=False, **o),
        }
        if order > 1 and mode in ("reflect", "grid-mirror"):
            shape = keep["zoom"].shape
            scale = np.divide(image.shape, shape)
            at = {
                "map": places,
                "affine": grid((5, 8), matrix, offset),
                "shift": grid(image.shape, np.eye(2), (-1.3, 2.6)),
                "zoom": grid(shape, np.diag((np.array(image.shape) - 1) / (np.array(shape) - 1)), (0, 0)),
                "grid": grid(shape, np.diag(scale), scale / 2 - 0.5),
                "diagonal": grid(image.shape, np.diag([0.7, 1.2]), (0.3, -0.7)),
                "rotate": turned(image, 33.0, keep["rotate"].shape),
            }
            exact = {name: reflected(image, coordinates, order) for name, coordinates in at.items()}
            planes = [reflected(x, turned(x, -20.0, x.shape), order) for x in volume.transpose(1, 0, 2)]
            exact["volume"] = np.array(planes).transpose(1, 0, 2)
            assert all(np.allclose(exact[name], keep[name], atol=0.1) for name in keep)
            keep = exact
        for name, value in keep.items():
            if name in ("map", "affine", "shift", "zoom") or order in (1, 3):
                parts[f"{name}/{mode}/{order}"] = value
for name, x in {"whole": whole, "single": image.astype(np.float32), "complex": parts["complex"]}.items():
    parts[f"types/shift/{name}"] = nd.shift(x, 0.37, mode="mirror")
    parts[f"types/map/{name}"] = nd.map_coordinates(x, places, order=2, mode="grid-wrap")
    parts[f"types/zoom/{name}"] = nd.zoom(x, 1.3, order=2, mode="nearest")
parts["types/output"] = nd.shift(image * 40, 0.37, output=np.int8, mode="mirror")
parts["prefilter"] = nd.map_coordinates(image, places, prefilter=False, mode="mirror")
homogeneous = np.array([[0.9, 0.4, 0.3], [-0.3, 1.1, -1.2], [0, 0, 1]])
parts |= {"homogeneous": homogeneous, "affine/homogeneous": nd.affine_transform(image, homogeneous, mode="mirror")}
parts["geometric"] = nd.geometric_transform(image, lambda o: (o[0] * 0.5 + o[1] * 0.25, o[1] - 0.3), (6, 5), mode="grid-wrap")
np.savez(Path(__file__).parent / "data" / "ndimage_splines.npz", allow_pickle=False, **{k: np.asarray(v, order="C") for k, v in parts.items()})
print(len(parts), "arrays")
