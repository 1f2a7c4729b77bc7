"""SciPy's files."""

from os import PathLike
from typing import Any

from .sparse import coo_array

ArrayLike = Any
_str = str

def mmread(source: _str | PathLike[_str]) -> coo_array: ...
def mmwrite(target: _str | PathLike[_str], a: ArrayLike) -> None: ...
