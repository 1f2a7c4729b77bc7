"""Kernels of the user's own source, in CUDA's C++ or HIP's: modules of functions that are launched as they are."""

from . import _core
from ._core import ndarray
from ._creation import asarray
from ._dtypes import table

#: What `max_threads_per_block` and others are named by the device code's side.
_SETTABLE = ("max_dynamic_shared_size_bytes", "preferred_shared_memory_carveout")
_NUMBERS = (
    "max_threads_per_block", "shared_size_bytes", "const_size_bytes", "local_size_bytes", "num_regs", "ptx_version", "binary_version",
) + _SETTABLE


def place(arrays):
    """Where a launch goes: the current stream if the arrays are on its device, else the first array's device."""
    here = _core.Device()
    first = next((each.device for each in arrays if isinstance(each, ndarray)), here)
    return here if first == here else first


def _argument(value):
    """An argument as launches take it: arrays by address, numbers by value, NumPy's of their own type."""
    if isinstance(value, ndarray) or not hasattr(value, "dtype"):
        return value
    if getattr(value, "ndim", 0):
        raise TypeError(f"a kernel takes arrays of this module, not {type(value)}: convert it by xparray.asarray")
    return table[str(value.dtype)], value.item()


def check_gpu(device):
    """Refuses devices that compile no source."""
    if device.type_ not in ("cuda", "rocm"):
        raise RuntimeError(
            f"kernels of CUDA's or HIP's source need a CUDA or ROCm device, and this is {device}: "
            "functions of Python are kernels on every device, by xparray.vectorize"
        )


def _three(lengths, what):
    lengths = tuple(lengths) if hasattr(lengths, "__iter__") else (lengths,)
    if not 1 <= len(lengths) <= 3 or any(length < 1 for length in lengths):
        raise ValueError(f"{what} has one to three lengths of at least 1, not {lengths}")
    return lengths + (1,) * (3 - len(lengths))


def _check_backend(backend, translate_cucomplex, jitify):
    if backend not in ("nvrtc", "nvcc"):
        raise ValueError(f"backend is 'nvrtc' or 'nvcc', not {backend!r}")
    if backend == "nvcc" or translate_cucomplex or jitify:
        raise NotImplementedError("sources are compiled by the device's own compiler, without nvcc, jitify and cuComplex")


class RawModule:
    """A module of CUDA's or HIP's source, or of compiled code, for arrays on a GPU.

    It is compiled when a function is first used, once for each device. Of source, functions are found by their names if they are
    `extern "C"`, and else by `name_expressions`.

    Example: ``xparray.RawModule(code=source, options=("-DN=4",)).get_function("scale")``.
    """

    def __init__(self, *, code=None, path=None, options=(), backend="nvrtc", translate_cucomplex=False,
                 enable_cooperative_groups=False, name_expressions=None, jitify=False):
        if (code is None) == (path is None):
            raise TypeError("a module is made of either code or path")
        if isinstance(options, str):
            raise TypeError("options are a tuple of strings, not one string")
        if name_expressions is not None and code is None:
            raise ValueError("compiled code has no name expressions")
        _check_backend(backend, translate_cucomplex, jitify)
        self.code, self.file_path, self.options, self.backend = code, path, tuple(options), backend
        self.enable_cooperative_groups = enable_cooperative_groups
        self.name_expressions = tuple(name_expressions or ())
        self._loaded = {}

    def compile(self, log_stream=None):
        """Compiles now, for the current device, rather than when a function is first launched.

        Example: ``xparray.RawModule(code=source).compile()``.
        """
        self._module(_core.Device())

    def get_function(self, name):
        """A function of the module, as a `RawKernel`.

        Example: ``xparray.RawModule(code=source).get_function("scale")``.
        """
        return RawKernel._of(self, name)

    def get_global(self, name):
        """A variable of the module, `__device__` or `__constant__`: that which functions see that are launched on the current stream.

        Example: ``xparray.RawModule(code=source).get_global("weights").write([1.0, 2.0])``.
        """
        return GlobalVariable(self._module(_core.Device()), name)

    def _module(self, device):
        key = str(device), device._stream_id
        if key not in self._loaded:
            check_gpu(device)
            code = self.code
            if code is None:
                with open(self.file_path, "rb") as file:
                    code = file.read()
            self._loaded[key] = _core.RawModule(code, list(self.options), list(self.name_expressions), device)
        return self._loaded[key]


class GlobalVariable:
    """A variable of a module: `ptr` is its address, `size` its bytes.

    Example: ``xparray.RawModule(code=source).get_global("weights")``.
    """

    def __init__(self, module, name):
        self._module, self.name = module, name
        self.ptr, self.size = module.variable(name)

    def read(self, dtype="uint8"):
        """All of it, as a vector of the host's elements of a type.

        Example: ``variable.read("float32")``.
        """
        return asarray(memoryview(self._module.read_variable(self.name)), device="cpu").view(dtype)

    def write(self, values, dtype=None):
        """Writes an array, or numbers, to its beginning.

        Example: ``variable.write([1, 2], dtype="int32")``.
        """
        self._module.write_variable(self.name, asarray(values, dtype=dtype).tobytes())


class RawKernel:
    """A function of CUDA's or HIP's source, for arrays on a GPU: `kernel(grid, block, args, shared_mem=0)`.

    Arrays are given by the address of their first element, and may be written. As values that others hold stay what they were,
    the memory of an array that is not its own alone is copied first. Views keep their strides: the function sees the memory of the
    whole from the view's first element on. Numbers go by value: those of Python as `long long`, `double`, `bool` or a complex
    `double`, NumPy's as what they are. That the arguments are those which the source declares is not checked.

    Example: ``xparray.RawKernel(source, "scale")((1,), (256,), (x, numpy.float32(2)))``.
    """

    def __init__(self, code, name, options=(), backend="nvrtc", translate_cucomplex=False, *, enable_cooperative_groups=False,
                 jitify=False):
        if not isinstance(code, str) or not isinstance(name, str):
            raise TypeError("code and name are strings")
        module = RawModule(code=code, options=options, backend=backend, translate_cucomplex=translate_cucomplex,
                           enable_cooperative_groups=enable_cooperative_groups, jitify=jitify)
        self._begin(module, name)

    @classmethod
    def _of(cls, module, name):
        made = cls.__new__(cls)
        made._begin(module, name)
        return made

    def _begin(self, module, name):
        self._raw, self.name, self.__name__ = module, name, name
        self._functions = {}

    code = property(lambda self: self._raw.code)
    options = property(lambda self: self._raw.options)
    backend = property(lambda self: self._raw.backend)
    enable_cooperative_groups = property(lambda self: self._raw.enable_cooperative_groups)

    def _function(self, device):
        key = str(device), device._stream_id
        if key not in self._functions:
            self._functions[key] = self._raw._module(device).function(self.name)
        return self._functions[key]

    def compile(self, log_stream=None):
        """Compiles now, for the current device.

        Example: ``xparray.RawKernel(source, "scale").compile()``.
        """
        self._function(_core.Device())

    def __call__(self, grid, block, args, *, shared_mem=0):
        args = tuple(args)
        grid, block = _three(grid, "grid"), _three(block, "block")
        self._launch(place(args), grid, block, shared_mem, [_argument(arg) for arg in args])

    def _launch(self, device, grid, block, shared_mem, args, reads=()):
        self._function(device).launch(grid, block, shared_mem, args, list(reads), self.enable_cooperative_groups)

    @property
    def attributes(self):
        """The function's numbers on the current device, by name."""
        function = self._function(_core.Device())
        return {name: function.attribute(name) for name in _NUMBERS}


def _number(name):
    def get(self):
        return self._function(_core.Device()).attribute(name)

    def change(self, value):
        self._function(_core.Device()).set_attribute(name, value)

    words = name.replace("_", " ").capitalize()
    return property(get, change if name in _SETTABLE else None, doc=f"{words} of the function on the current device.")


for _name in _NUMBERS:
    setattr(RawKernel, _name, _number(_name))

__all__ = ["GlobalVariable", "RawKernel", "RawModule"]
