"""What stands for axes: an integer, or several."""

from operator import index


def several(axis):
    """A list of one integer or of several; `None` stays, for all of them."""
    if axis is None:
        return None
    return list(map(index, axis)) if isinstance(axis, (tuple, list)) else [index(axis)]
