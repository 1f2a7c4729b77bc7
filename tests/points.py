"""Random points for the scripts that make tables of functions."""
import numpy as np


class Points:
    """So many numbers at a time."""

    def __init__(self, seed, count):
        self.seed(seed)
        self.count = count

    def seed(self, seed):
        self.rng = np.random.default_rng(seed)

    def uniform(self, low, high):
        return self.rng.uniform(low, high, self.count)

    def wide(self, low, high):
        """Of all magnitudes between two."""
        return 2.0 ** self.rng.uniform(np.log2(low), np.log2(high), self.count)

    def whole(self, low, high):
        return self.rng.integers(low, high + 1, self.count).astype(float)
