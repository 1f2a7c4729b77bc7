#!/usr/bin/env python3
"""Writes `data/ndimage_parts.npz`, what SciPy's morphology and measurements of images give: `python3 tests/ndimage_parts.py`.

The cases' arguments are in `src/ndimage_morphology.rs` and `src/ndimage_measurements.rs`."""
import itertools
from heapq import heappop, heappush
from pathlib import Path

import numpy as np
from scipy import ndimage as nd

rng = np.random.default_rng(8)
parts = {}
small = {"line": (12,), "image": (9, 8), "volume": (5, 4, 6)}
skew = np.array([[1, 0, 1, 1], [0, 1, 0, 0]], bool)
parts["skew"] = skew
heights = np.array([[0.0, 1.0, -2.0], [3.0, 0.5, 0.0]])
parts["heights"] = heights
for label, shape in small.items():
    x, mask = rng.random(shape) < 0.6, rng.random(shape) < 0.7
    seed = x & (rng.random(shape) < 0.1)
    parts |= {f"{label}/x": x, f"{label}/mask": mask, f"{label}/seed": seed}
    for name in ("erosion", "dilation", "opening", "closing"):
        f = getattr(nd, f"binary_{name}")
        parts[f"{label}/{name}/plain"] = f(x)
        parts[f"{label}/{name}/twice"] = f(x, iterations=2, border_value=1)
        parts[f"{label}/{name}/mask"] = f(x, iterations=3, mask=mask)
        parts[f"{label}/{name}/stable"] = f(x, iterations=-1, mask=mask)
        if label == "image":
            parts[f"{label}/{name}/skew"] = f(x, skew, origin=(0, 1))
            parts[f"{label}/{name}/axes"] = f(x, np.ones(4), axes=(1,), origin=-1)
    parts[f"{label}/propagation"] = nd.binary_propagation(seed, mask=x)
    parts[f"{label}/holes"] = nd.binary_fill_holes(x)
    parts[f"{label}/hit"] = nd.binary_hit_or_miss(x)
    if label == "image":
        parts[f"{label}/hit/two"] = nd.binary_hit_or_miss(x, np.array([[1, 1]]), np.array([[1], [0]]), origin1=(0, -1), origin2=(-1, 0))
    parts[f"{label}/structure"] = nd.iterate_structure(nd.generate_binary_structure(len(shape), 2), 3)
parts["image/iterated"] = nd.iterate_structure(skew, 3)
ours = {"uint8": "u8", "int32": "i32", "bool": "bool", "float32": "f32", "float64": "f64"}
for name, our in ours.items():
    x = rng.random((9, 8)) < 0.5 if name == "bool" else (rng.random((9, 8)) * 100).astype(name)
    parts[f"grey/{our}/x"] = x
    for f in ("grey_erosion", "grey_dilation", "grey_opening", "grey_closing", "white_tophat", "black_tophat", "morphological_gradient", "morphological_laplace"):
        if name == "bool" and f.startswith("morph"):
            continue
        g = getattr(nd, f)
        parts[f"{f}/{our}/size"] = g(x, (3, 2), mode="nearest")
        parts[f"{f}/{our}/footprint"] = g(x, footprint=skew, origin=(0, -1))
        if name.startswith("float") or name == "int32":
            parts[f"{f}/{our}/structure"] = g(x, structure=heights, mode="mirror")

for label, shape in {"line": (30,), "image": (17, 13), "volume": (7, 6, 8), "flat": (1, 9, 1)}.items():
    x = rng.random(shape) < 0.45
    parts[f"label/{label}/x"] = x
    for connectivity in range(1, len(shape) + 1):
        found, count = nd.label(x, nd.generate_binary_structure(len(shape), connectivity))
        parts[f"label/{label}/{connectivity}"] = found
    labels = nd.label(x)[0]
    labels[labels == 3] = 0
    parts[f"label/{label}/labels"] = labels
    objects = nd.find_objects(labels)
    parts[f"label/{label}/objects"] = np.array([[-1] * 2 * len(shape) if o is None else [e for s in o for e in (s.start, s.stop)] for o in objects])
    index = np.array([2, 1, 4, 3, 1])
    there = index[np.isin(index, labels)]
    parts[f"label/{label}/there"] = there.astype(np.int64)
    for name in ("uint8", "int32", "float32", "float64", "complex128"):
        our = {"complex128": "complex128"} | ours
        y = rng.permutation(np.arange(np.prod(shape)) % 251).reshape(shape).astype(name)
        if name == "complex128":
            y = y + 1j * rng.permutation(y.ravel()).reshape(shape)
        key = f"measure/{label}/{our[name]}"
        parts[f"{key}/x"] = y
        real = name != "complex128"
        names = ["sum_labels", "mean", "variance", "standard_deviation", "center_of_mass"]
        names += ["minimum", "maximum", "median", "minimum_position", "maximum_position"] if real else []
        for f in names:
            g = getattr(nd, f)
            parts[f"{key}/{f}/all"] = np.asarray(g(y))
            parts[f"{key}/{f}/positive"] = np.asarray(g(y, labels))
            # Positions and medians of labels that are not there are nobody's; bincount takes no complex weights.
            if real:
                with np.errstate(all="ignore"):
                    asked = there if f in ("median", "minimum_position", "maximum_position") else index
                    parts[f"{key}/{f}/index"] = np.asarray(g(y, labels, asked))
        if real:
            parts[f"{key}/histogram/all"] = nd.histogram(y, 10, 200, 7)
            parts[f"{key}/histogram/index"] = np.array([nd.histogram(y, 10, 200, 7, labels, i) if (labels == i).any() else np.zeros(7, int) for i in index])
            parts[f"{key}/comprehension"] = nd.labeled_comprehension(y, labels, index, lambda v, p: float(v.max()) * 2 + p.min(), float, -7, True)

def grown(x, markers, structure):
    """What `watershed_ift` should give: SciPy's own queues lose elements whose marker is below zero."""
    heights, labels, costs, done = x.astype(int), markers.copy(), np.where(markers != 0, 0, 1 << 16), np.zeros(x.shape, bool)
    steps = [step for step in np.argwhere(structure) - 1 if step.any()]
    turn, queue = itertools.count(1), []
    push = lambda cost, place: heappush(queue, (cost, next(turn) * (-1 if labels[place] > 0 else 1), place))
    for place in zip(*np.nonzero(markers)):
        push(0, place)
    while queue:
        cost, _, place = heappop(queue)
        if done[place] or cost != costs[place]:
            continue
        done[place] = True
        for to in (tuple(place + step) for step in steps):
            if all(0 <= at < size for at, size in zip(to, x.shape)) and not done[to]:
                reached = max(cost, abs(heights[place] - heights[to]))
                if reached < costs[to]:
                    costs[to], labels[to] = reached, labels[place]
                    push(reached, to)
    return labels


for label, shape in {"line": (40,), "image": (19, 14), "volume": (7, 6, 8)}.items():
    for name, most in {"uint8": 12, "uint16": 40000}.items():
        x = rng.integers(0, most, shape).astype(name)
        markers = np.where(rng.random(shape) < 0.04, rng.integers(-3, 6, shape), 0)
        parts |= {f"watershed/{label}/{name}/x": x, f"watershed/{label}/{name}/markers": markers}
        for connectivity in range(1, len(shape) + 1):
            structure = nd.generate_binary_structure(len(shape), connectivity)
            parts[f"watershed/{label}/{name}/{connectivity}"] = grown(x, markers, structure)
            # SciPy takes the ends of one row and the next for neighbours, so a wall is put between them.
            walled = np.pad(x, [(0, 1)] * x.ndim, constant_values=np.iinfo(x.dtype).max)
            scipys = nd.watershed_ift(walled, np.pad(abs(markers), [(0, 1)] * x.ndim), structure)
            assert (scipys[(slice(-1),) * x.ndim] == grown(x, abs(markers), structure)).all()
parts = {key: value.astype(np.int64) if "_position/" in key or "/histogram" in key or "/objects" in key else value for key, value in parts.items()}
np.savez(Path(__file__).parent / "data" / "ndimage_parts.npz", allow_pickle=False, **{k: np.asarray(v, order="C") for k, v in parts.items()})
print(len(parts), "arrays")
