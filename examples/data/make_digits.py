"""Writes digits.npy and digits_labels.npy: `pip install numpy scikit-learn`, then `python make_digits.py`.

Checks that the data reproduce the explained-variance ratios that the `pca` example prints.
"""
from pathlib import Path

import numpy as np
from sklearn.datasets import load_digits

here = Path(__file__).parent
pixels, labels = load_digits(return_X_y=True)
np.save(here / "digits.npy", np.ascontiguousarray(pixels, dtype="<f8"))
np.save(here / "digits_labels.npy", np.ascontiguousarray(labels, dtype="<i8"))

pixels = np.load(here / "digits.npy")
assert pixels.shape == (1797, 64) and pixels.flags.c_contiguous
std = pixels.std(axis=0)
varying = std > 0  # some border pixels are blank in every image
scaled = (pixels[:, varying] - pixels[:, varying].mean(axis=0)) / std[varying]
s = np.linalg.svd(scaled, full_matrices=False)[1]
ratios = s**2 / np.sum(s**2)
print("columns that vary:", varying.sum(), " explained variance:", ratios[:3])
assert np.array_equal(np.round(ratios[:3], 4), [0.1203, 0.0956, 0.0844])
