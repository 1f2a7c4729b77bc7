"""Systems, eigenvalues and functions of sparse arrays and operators, as of `scipy.sparse.linalg`."""

from . import _eigenvalues, _functions, _operators, _systems
from ._eigenvalues import *
from ._functions import *
from ._operators import *
from ._systems import *

__all__ = [*_eigenvalues.__all__, *_functions.__all__, *_operators.__all__, *_systems.__all__]
