"""NumPy's interface on CPUs, NVIDIA and AMD GPUs.

Example: ``import xparray as np; print(np.arange(6).reshape(2, 3).sum(axis=0))``.
"""

from math import e, inf, nan, pi

from . import _core, _methods, exceptions, fft, linalg, random, scipy
from ._core import Device, ndarray, ufunc
from ._creation import *
from ._dtypes import *
from ._dtypes import table as _types
from ._elementwise import *
from ._info import __array_namespace_info__, devices, show_config
from ._manipulation import *
from ._more import *
from ._searching import *
from ._statistics import *
from ._streams import *
from ._ufuncs import *
from ._vectorize import *
from .linalg import dot, einsum, inner, kron, matmul, outer, tensordot, vdot, vecdot
from .scipy import special

globals().update(_types)
newaxis = None
euler_gamma = 0.5772156649015329
__array_api_version__ = "2025.12"
__version__ = "0.1.0"
