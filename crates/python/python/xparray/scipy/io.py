"""Files of sparse matrices, as of `scipy.io`."""

from os import fspath

from .. import _core
from .._creation import asarray
from .sparse import coo_array, issparse

_native = _core.tables["sparse"]


def mmread(source):
    """The sparse array of a file of the Matrix Market's format, of double precision.

    Example: ``xparray.scipy.io.mmread("a.mtx")``.
    """
    return coo_array._of(_native["mmread"](fspath(source), None))


def mmwrite(target, a):
    """Writes a sparse array, or a dense one, to a file of the Matrix Market's format.

    Example: ``xparray.scipy.io.mmwrite("a.mtx", a)``.
    """
    _native["mmwrite"](fspath(target), (a if issparse(a) else coo_array(asarray(a)))._m)


__all__ = ["mmread", "mmwrite"]
