#!/usr/bin/env python3
"""Writes `data/rotations.npz`, rotations in SciPy: `python3 tests/rotations.py`."""
from pathlib import Path

import numpy as np
from scipy.spatial import geometric_slerp, procrustes
from scipy.spatial.transform import Rotation, Slerp

rng = np.random.default_rng(59)
quat = rng.normal(0, 1, (12, 4))
# None, small, half and nearly half turns.
quat[:4] = [0, 0, 0, -2], [1e-5, 2e-5, -1e-5, 1], [0, 0.6, 0.8, 0], [0.6, 0, 0.8, 1e-9]
r = Rotation.from_quat(quat)
v, w = rng.normal(0, 1, (12, 3)), rng.uniform(0, 1, 12)
parts = {"quat": quat, "v": v, "w": w, "as_quat": r.as_quat(canonical=True), "as_matrix": r.as_matrix(), "as_rotvec": r.as_rotvec()}
parts |= {"as_mrp": r.as_mrp(), "magnitude": r.magnitude(), "apply": r.apply(v), "one": r[5].apply(v), "inverse": r.inv().apply(v)}
parts |= {"compose": (r * r[::-1]).as_matrix(), "pow": (r**0.3).as_matrix(), "mean": r[4:].mean().as_matrix(), "weighted": r[4:].mean(w[4:]).as_matrix()}
rotvec, mrp = np.concatenate([rng.normal(0, 2, (6, 3)), [[0, 0, 0], [1e-4, 0, 2e-4]]]), rng.normal(0, 1, (6, 3))
parts |= {"rotvec": rotvec, "from_rotvec": Rotation.from_rotvec(rotvec).as_matrix(), "mrp": mrp, "from_mrp": Rotation.from_mrp(mrp).as_matrix()}
rough = r.as_matrix() + 0.05 * rng.normal(0, 1, (12, 3, 3))
parts |= {"rough": rough, "from_rough": Rotation.from_matrix(rough).as_matrix()}
angles = rng.uniform(-np.pi, np.pi, (6, 3))
# The outer axes coincide, in one sense and the other.
angles[4, 1], angles[5, 1] = np.pi / 2, -np.pi / 2
parts["angles"] = angles
for axes in ("xyz", "zyx", "yxz", "xyx", "zxz", "XYZ", "ZYX", "XZY", "ZXZ", "YXY"):
    # Equal angles at both ends of the middle one's range, for axes that are the same too.
    given = angles + ([0, np.pi / 2, 0] if axes[0] == axes[2] else [0, 0, 0])
    e = Rotation.from_euler(axes, given)
    parts |= {f"euler/{axes}/from": e.as_matrix(), f"euler/{axes}/quat": e.as_quat(), f"euler/{axes}/as": e.as_euler(axes, suppress_warnings=True)}
parts["euler/two"] = Rotation.from_euler("zx", angles[:, :2]).as_matrix()
a = r[5].apply(v) + 0.1 * rng.normal(0, 1, (12, 3))
for name, weights in (("align", None), ("align/w", w)):
    found, rssd = Rotation.align_vectors(a, v, weights=weights)
    parts |= {name: found.as_matrix(), f"{name}/rssd": np.array([rssd])}
parts["a"] = a
times, at = np.cumsum(rng.uniform(0.1, 1, 12)), rng.uniform(0, 1, 20)
at = times[0] + at * (times[-1] - times[0])
at[:2] = times[0], times[-1]
parts |= {"times": times, "at": at, "slerp": Slerp(times, r)(at).as_matrix()}
x, y = rng.normal(0, 1, (9, 3)), rng.normal(0, 1, (9, 3))
one, two, disparity = procrustes(x, y)
parts |= {"x": x, "y": y, "procrustes/one": one, "procrustes/two": two, "procrustes/disparity": np.array([disparity])}
start, end = x[0] / np.linalg.norm(x[0]), y[0] / np.linalg.norm(y[0])
t = rng.uniform(0, 1, 7)
parts |= {"start": start, "end": end, "t": t, "geometric_slerp": geometric_slerp(start, end, t)}
np.savez(Path(__file__).parent / "data" / "rotations.npz", allow_pickle=False, **{name: np.ascontiguousarray(x) for name, x in parts.items()})
print(len(parts), "arrays")
