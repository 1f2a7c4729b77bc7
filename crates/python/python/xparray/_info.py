"""What the array API standard asks about a namespace."""

from . import _dtypes
from ._core import Device


class Info:
    """The answers of `__array_namespace_info__`."""

    def capabilities(self):
        """What arrays can do."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": None}

    def default_device(self):
        """The device of new arrays."""
        return Device()

    def default_dtypes(self, *, device=None):
        """The element types of numbers of Python, and of indices."""
        names = {
            "real floating": "float64",
            "complex floating": "complex128",
            "integral": "int64",
            "indexing": "int64",
        }
        return {kind: _dtypes.table[name] for kind, name in names.items()}

    def dtypes(self, *, device=None, kind=None):
        """The element types of a kind, or of several, that the standard names."""
        found = {name: each for name, each in _dtypes.table.items() if name not in ("float16", "bfloat16")}
        if kind is None:
            return found
        return {name: each for name, each in found.items() if _dtypes.isdtype(each, kind)}

    def devices(self):
        """The devices that are there, a tuple since the standard's 2025.12."""
        return devices()


def devices():
    """The devices of this machine that the module can use, the current one first.

    Example: ``xparray.devices()``.
    """
    current = Device()
    found = [current]
    for kind in ("cpu", "cuda", "rocm"):
        index = 0
        while (each := _opened(f"{kind}:{index}")) is not None:
            if each != current:
                found.append(each)
            index += 1
    return tuple(found)


def _opened(name):
    try:
        return Device(name)
    except RuntimeError:
        return None


def show_config():
    """Prints which backends were found, and why the others were not.

    Example: ``xparray.show_config()``.
    """
    for kind in ("cpu", "cuda", "rocm"):
        try:
            print(f"{kind}: {Device(f'{kind}:0')}")
        except RuntimeError as error:
            print(error)


def __array_namespace_info__():
    """What this namespace can do, by the array API standard.

    Example: ``xparray.__array_namespace_info__().devices()``.
    """
    return Info()
