"""What stands for axes: an integer, or several."""

from operator import index


def several(axis):
    """A list of one integer or of several; `None` stays, for all of them."""
    if axis is None:
        return None
    if getattr(axis, "ndim", 0):
        axis = axis.tolist()
    return list(map(index, axis)) if isinstance(axis, (tuple, list)) else [index(axis)]


def diagonal(k):
    """The number of a diagonal. Those beyond every matrix are alike, however large the integer."""
    return max(-(2**62), min(2**62, index(k)))
