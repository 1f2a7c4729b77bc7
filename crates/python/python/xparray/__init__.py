"""NumPy's interface on CPUs, NVIDIA and AMD GPUs.

Example: ``import xparray as np; print(np.arange(6).reshape(2, 3).sum(axis=0))``.
"""

import sys as _sys
from math import e, inf, nan, pi

from . import _core, _methods, exceptions, fft, lib, linalg, polynomial, random, scipy
from ._core import Device, ndarray, ufunc
from ._creation import *
from ._dtypes import *
from ._dtypes import table as _types
from ._elementwise import *
from ._errors import *
from ._files import *
from ._flat import *
from ._grids import *
from ._histograms import *
from ._indices import *
from ._info import __array_namespace_info__, devices, show_config
from ._kernels import *
from ._manipulation import *
from ._memory import *
from ._more import *
from ._nditer import *
from ._padding import *
from ._parts import *
from ._pieces import *
from ._poly1d import *
from ._polynomials import *
from ._products import matvec, vecmat
from ._quantiles import *
from ._searching import *
from ._source_kernels import *
from ._statistics import *
from ._streams import *
from ._text import *
from ._ufuncs import *
from ._vectorize import *
from ._without_nan import *
from .linalg import dot, einsum, einsum_path, inner, kron, matmul, tensordot, vdot, vecdot
from .scipy import special

globals().update(_types)
byte, short, intc, int_, intp, longlong = int8, int16, int32, int64, int64, int64
ubyte, ushort, uintc, uint, uintp, ulonglong = uint8, uint16, uint32, uint64, uint64, uint64
half, single, double, csingle, cdouble = float16, float32, float64, complex64, complex128
newaxis, little_endian = None, _sys.byteorder == "little"
long, ulong = int64, uint64
euler_gamma = 0.5772156649015329
__array_api_version__ = "2025.12"
__version__ = "0.1.0"


def __getattr__(name):
    """NumPy's truth values, made when they are asked for: importing the module opens no device."""
    if name in ("True_", "False_"):
        return bool_(name == "True_")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
