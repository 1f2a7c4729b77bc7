"""Files of sparse matrices, as of `scipy.io`."""

from .. import _core
from .._creation import asarray
from .._files import _reading, _writing
from .sparse import coo_array, issparse

_native = _core.tables["sparse"]


def mmread(source):
    """The sparse array of a file of the Matrix Market's format, which may be open, of double precision.

    Example: ``xparray.scipy.io.mmread("a.mtx")``.
    """
    with _reading(source) as path:
        return coo_array._of(_native["mmread"](path, None))


def mmwrite(target, a):
    """Writes a sparse array, or a dense one, to a file of the Matrix Market's format, which may be open.

    Example: ``xparray.scipy.io.mmwrite("a.mtx", a)``.
    """
    with _writing(target) as path:
        _native["mmwrite"](path, (a if issparse(a) else coo_array(asarray(a)))._m)


__all__ = ["mmread", "mmwrite"]
