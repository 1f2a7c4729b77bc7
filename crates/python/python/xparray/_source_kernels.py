"""Elementwise functions and reductions whose steps are text, in CUDA's C++ or HIP's."""

import re
from math import prod

from ._core import ndarray
from ._creation import asarray, empty
from ._dtypes import table
from ._kernels import RawKernel, check_gpu, place
from ._manipulation import broadcast_shapes, broadcast_to
from .exceptions import AxisError

#: The element types that source names, and what C++ calls them.
_TYPES = {
    "bool": "bool", "int8": "signed char", "int16": "short", "int32": "int", "int64": "long long", "uint8": "unsigned char",
    "uint16": "unsigned short", "uint32": "unsigned int", "uint64": "unsigned long long", "float32": "float", "float64": "double",
}
#: What every source begins with: NumPy's names of types, arrays that are indexed by hand, and the number of turns of the loop.
_PRELUDE = """
template <typename T> struct _Raw {
    T *data;
    long long length;
    __device__ T &operator[](long long k) const { return data[k]; }
    __device__ long long size() const { return length; }
};
struct _Indexer {
    long long length;
    __device__ long long size() const { return length; }
};
"""
_THREADS = "(blockIdx.x * (long long)blockDim.x + threadIdx.x)"


class _Parameter:
    """One of a kernel's parameters: `raw const float32 x`; a type of one letter is that of the arguments."""

    def __init__(self, text, is_input):
        words = text.split()
        self.raw = "raw" in words[:-2]
        self.const = is_input or "const" in words[:-2]
        if len(words) < 2 or set(words[:-2]) - {"raw", "const"} or not words[-1].isidentifier():
            raise ValueError(f"{text!r} is no parameter: write '[raw] [const] type name'")
        self.type, self.name = words[-2:]
        self.fixed = len(self.type) > 1
        if self.fixed and self.type not in _TYPES:
            raise ValueError(f"{text!r}: the type is a letter or one of {', '.join(_TYPES)}")


def _parameters(text, is_input):
    return [_Parameter(each, is_input) for each in text.split(",")] if text.strip() else []


class _SourceKernel:
    """What both kinds of kernels do: parameters and types, and the source for each choice of types."""

    def __init__(self, in_params, out_params, name, preamble, options):
        if not re.fullmatch("[a-zA-Z_][a-zA-Z_0-9]*", name):
            raise ValueError(f"{name!r} is no name of a kernel")
        self.in_params, self.out_params = _parameters(in_params, True), _parameters(out_params, False)
        self.params = self.in_params + self.out_params
        names = [each.name for each in self.params]
        if "i" in names or len(set(names)) < len(names):
            raise ValueError(f"parameters have names of their own, and none is called 'i': {', '.join(names)}")
        self.nin, self.nout, self.nargs = len(self.in_params), len(self.out_params), len(self.params)
        self.name = self.__name__ = name
        # CUDA has functions called norm, as kernels may be, too.
        self._entry = f"xp_kernel_{name}"
        self.preamble, self.options = preamble, tuple(options)
        self._kernels = {}

    @property
    def cached_codes(self):
        """The sources that were made so far, by the types of the letters and by which inputs are arrays."""
        return {key: kernel.code for key, kernel in self._kernels.items()}

    @property
    def cached_code(self):
        """The first of the sources that were made so far."""
        return next(iter(self.cached_codes.values()))

    def _arguments(self, args):
        """The inputs and the outputs, if there are any, of a call."""
        if len(args) not in (self.nin, self.nargs):
            raise TypeError(f"{self.name} takes {self.nin} arguments, or {self.nargs} with its outputs, not {len(args)}")
        for param, arg in zip(self.params, args):
            if (param.raw or not param.const) and not isinstance(arg, ndarray):
                raise TypeError(f"{self.name}: {param.name} is an array of this module, not {type(arg)}")
        inputs = [each if isinstance(each, ndarray) or not hasattr(each, "dtype") else asarray(each) for each in args[: self.nin]]
        return inputs, list(args[self.nin :])

    def _types(self, inputs, outputs):
        """The element type of each letter."""
        found = {}
        for param, arg in [*zip(self.out_params, outputs), *zip(self.in_params, inputs)]:
            if not isinstance(arg, ndarray):
                continue
            name = arg.dtype.name
            if name not in _TYPES:
                raise TypeError(f"{self.name}: {param.name} has elements of {name}, which source does not name: {', '.join(_TYPES)}")
            wanted = param.type if param.fixed else found.setdefault(param.type, name)
            if wanted != name:
                raise TypeError(f"{self.name}: {param.name} has elements of {name}, not of {wanted}")
        for param in self.params:
            if not param.fixed and param.type not in found:
                raise TypeError(f"{self.name}: nothing says what {param.type} is, as no argument of that type is an array")
        return found

    def _type(self, param, types):
        return table[param.type if param.fixed else types[param.type]]

    def _declared(self, inputs):
        """The kernel's parameters as C++ has them, and what is done before the loop."""
        declared, before = [], []
        for param, arg in zip(self.params, [*inputs, *[True] * self.nout]):
            const = "const " if param.const else ""
            if not (arg is True or isinstance(arg, ndarray)):
                declared.append(f"const {param.type} {param.name}")
                continue
            declared.append(f"{const}{param.type} *_p_{param.name}")
            if param.raw:
                declared.append(f"long long _n_{param.name}")
                before.append(f"const _Raw<{const}{param.type}> {param.name} = {{_p_{param.name}, _n_{param.name}}};")
        return ", ".join(declared), "\n    ".join(before)

    def _source(self, types, body):
        names = "".join(f"typedef {c} {name};\n" for name, c in _TYPES.items() if name != "bool")
        letters = "".join(f"typedef {_TYPES[name]} {letter};\n" for letter, name in sorted(types.items()))
        return f"{names}{_PRELUDE}{letters}{self.preamble}\n{body}"

    def _kernel(self, types, inputs, body):
        key = tuple(sorted(types.items())), tuple(isinstance(each, ndarray) for each in inputs)
        if key not in self._kernels:
            self._kernels[key] = RawKernel(self._source(types, body(self._declared(inputs))), self._entry, self.options)
        return self._kernels[key]

    def _launch(self, kernel, blocks, threads, inputs, outputs, types, counts):
        device = place([*inputs, *outputs])
        check_gpu(device)
        given, reads = [], []
        for param, arg in zip(self.params, [*inputs, *outputs]):
            given.append(arg if isinstance(arg, ndarray) else (self._type(param, types), arg))
            reads.append(param.const)
            if param.raw:
                given.append(arg.size)
                reads.append(True)
        kernel._launch(device, (blocks, 1, 1), (threads, 1, 1), 0, given + counts, reads)


def _target(out):
    """The array that a kernel fills for an output: itself where its elements lie in a row, or else a copy of it."""
    stride = out.itemsize
    for length, found in zip(reversed(out.shape), reversed(out.strides)):
        if length > 1 and found != stride:
            return out.copy()
        stride *= length
    return out


class ElementwiseKernel(_SourceKernel):
    """A function of elements, whose step is text of C++, for arrays on a GPU: `kernel(*inputs)`, or with the outputs as well.

    Parameters are written `type name`: the type is one of NumPy's names, or a letter, which stands for the type of its arguments.
    Arrays broadcast; those that are `raw` are indexed by hand (`x[k]` in row-major order, `x.size()`), and `size` says how often
    the step is done if nothing else does. `i` is the number of the step, `_ind.size()` how many there are. Numbers go by value.

    Example: ``xparray.ElementwiseKernel("T x, T y", "T z", "z = x > y ? x - y : x + y")(x, y)``.
    """

    def __init__(self, in_params, out_params, operation, name="kernel", reduce_dims=True, preamble="", no_return=False,
                 return_tuple=False, loop_prep="", after_loop="", options=()):
        super().__init__(in_params, out_params, name, preamble, options)
        self.operation, self.reduce_dims, self.no_return, self.return_tuple = operation, reduce_dims, no_return, return_tuple
        self._loop_prep, self._after_loop = loop_prep, after_loop

    def _body(self, declared, inputs):
        parameters, before = declared
        elements = [
            f"{'const ' if param.const else ''}{param.type} &{param.name} = _p_{param.name}[i];"
            for param, arg in zip(self.params, [*inputs, *[None] * self.nout])
            if not param.raw and (arg is None or isinstance(arg, ndarray))
        ]
        steps = "\n        ".join([*elements, f"{self.operation};"])
        return f"""extern "C" __global__ void {self._entry}({parameters}, long long _n) {{
    const _Indexer _ind = {{_n}};
    {before}
    {self._loop_prep};
    for (long long i = {_THREADS}; i < _n; i += (long long)blockDim.x * gridDim.x) {{
        {steps}
    }}
    {self._after_loop};
}}
"""

    def __call__(self, *args, size=None, block_size=128):
        if block_size < 1:
            raise ValueError(f"a block has at least one thread, not {block_size}")
        inputs, outputs = self._arguments(args)
        types = self._types(inputs, outputs)
        whole = [arg for param, arg in zip(self.params, [*inputs, *outputs]) if isinstance(arg, ndarray) and not param.raw]
        if size is None and not whole:
            raise ValueError(f"{self.name}: no argument has a shape, so size has to say how many elements there are")
        if size is not None and whole:
            raise ValueError(f"{self.name}: size is for kernels whose arrays are all raw")
        shape = broadcast_shapes(*(each.shape for each in whole)) if size is None else (size,)
        for param, out in zip(self.out_params, outputs):
            if not param.raw and out.shape != shape:
                raise ValueError(f"{self.name}: output {param.name} has shape {out.shape}, not {shape}")
        if not outputs and size is None and any(param.raw for param in self.out_params):
            raise ValueError(f"{self.name}: raw outputs have to be given, or size")
        inputs = [
            broadcast_to(arg, shape) if isinstance(arg, ndarray) and not param.raw else arg
            for param, arg in zip(self.in_params, inputs)
        ]
        kernel = self._kernel(types, inputs, lambda declared: self._body(declared, inputs))
        device = place([*inputs, *outputs])
        check_gpu(device)
        results = outputs or [empty(shape, self._type(param, types), device=device) for param in self.out_params]
        count = prod(shape)
        if count:
            targets = [_target(each) for each in results]
            blocks = min(-(-count // block_size), 1 << 20)
            self._launch(kernel, blocks, block_size, inputs, targets, types, [count])
            for result, target in zip(results, targets):
                if result is not target:
                    result[...] = target
        if self.no_return:
            return None
        return results[0] if len(results) == 1 and not self.return_tuple else tuple(results)


class ReductionKernel(_SourceKernel):
    """A reduction whose steps are text of C++, for arrays on a GPU: `kernel(x, axis=None, keepdims=False, out=None)`.

    `map_expr` makes a value of each element of the inputs, `reduce_expr` one of two, `a` and `b`, in any order, and `post_map_expr`
    assigns to the output, of `a`. `identity` is what a reduction begins with; where it is None, there must be elements.

    Example: ``xparray.ReductionKernel("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "norm")(x, axis=1)``.
    """

    #: Threads of a block, which is a row of elements to be reduced.
    _BLOCK = 256

    def __init__(self, in_params, out_params, map_expr, reduce_expr, post_map_expr, identity, name="reduce_kernel",
                 reduce_type=None, reduce_dims=True, preamble="", options=()):
        super().__init__(in_params, out_params, name, preamble, options)
        if not self.out_params or any(param.raw for param in self.params):
            raise ValueError(f"{name}: a reduction has an output, and no raw parameters")
        self.map_expr, self.reduce_expr, self.post_map_expr = map_expr, reduce_expr, post_map_expr
        self.identity = None if identity is None or identity == "" else str(identity)
        self.reduce_type, self.reduce_dims = reduce_type or self.out_params[0].type, reduce_dims

    def _body(self, declared, inputs):
        parameters, _ = declared
        elements = " ".join(
            f"const {param.type} &{param.name} = _p_{param.name}[i];"
            for param, arg in zip(self.in_params, inputs)
            if isinstance(arg, ndarray)
        )
        outputs = " ".join(f"{param.type} &{param.name} = _p_{param.name}[i];" for param in self.out_params)
        mapped = f"{elements} const _Reduced _b = static_cast<_Reduced>({self.map_expr});"
        first = f"_Reduced({self.identity})" if self.identity is not None else "_Reduced()"
        started = "true" if self.identity is not None else "false"
        return f"""typedef {self.reduce_type} _Reduced;
__device__ inline _Reduced _reduced(const _Reduced &a, const _Reduced &b) {{ return {self.reduce_expr}; }}
extern "C" __global__ void {self._entry}({parameters}, long long _rows, long long _columns) {{
    __shared__ _Reduced _values[{self._BLOCK}];
    // Threads without an element take no part, as nothing may be what they would begin with.
    const long long _most = _columns < blockDim.x && !{started} ? _columns : blockDim.x;
    for (long long _row = blockIdx.x; _row < _rows; _row += gridDim.x) {{
        _Reduced _a = {first};
        bool _started = {started};
        for (long long _column = threadIdx.x; _column < _columns; _column += blockDim.x) {{
            const long long i = _row * _columns + _column;
            {mapped}
            _a = _started ? _reduced(_a, _b) : _b;
            _started = true;
        }}
        _values[threadIdx.x] = _a;
        __syncthreads();
        for (long long _count = _most; _count > 1; _count = (_count + 1) / 2) {{
            const long long _half = (_count + 1) / 2;
            if (threadIdx.x + _half < _count) {{
                _values[threadIdx.x] = _reduced(_values[threadIdx.x], _values[threadIdx.x + _half]);
            }}
            __syncthreads();
        }}
        if (threadIdx.x == 0) {{
            const _Reduced a = _values[0];
            const long long i = _row;
            {outputs}
            {self.post_map_expr};
        }}
        __syncthreads();
    }}
}}
"""

    def __call__(self, *args, axis=None, keepdims=False, out=None):
        if out is not None:
            if self.nout != 1:
                raise ValueError(f"{self.name}: out is for reductions of one output")
            if len(args) != self.nin:
                raise ValueError(f"{self.name}: the output is given twice")
            args = (*args, out)
        inputs, outputs = self._arguments(args)
        types = self._types(inputs, outputs)
        whole = [each for each in inputs if isinstance(each, ndarray)]
        if not whole:
            raise ValueError(f"{self.name}: no argument is an array")
        shape = broadcast_shapes(*(each.shape for each in whole))
        axes = _axes(axis, len(shape))
        kept = [k for k in range(len(shape)) if k not in axes]
        columns = prod(shape[k] for k in axes)
        if not columns and self.identity is None:
            raise ValueError(f"{self.name}: an empty reduction of shape {shape} without an identity")
        found = tuple(1 if k in axes else shape[k] for k in range(len(shape)))
        found = found if keepdims else tuple(shape[k] for k in kept)
        for each in outputs:
            if each.shape != found:
                raise ValueError(f"{self.name}: the output has shape {each.shape}, not {found}")
        rows = [
            broadcast_to(each, shape).transpose([*kept, *axes]) if isinstance(each, ndarray) else each
            for each in inputs
        ]
        kernel = self._kernel(types, rows, lambda declared: self._body(declared, rows))
        device = place(rows)
        check_gpu(device)
        results = outputs or [empty(found, self._type(param, types), device=device) for param in self.out_params]
        count = prod(found)
        if count:
            targets = [_target(each) for each in results]
            self._launch(kernel, min(count, 1 << 20), self._BLOCK, rows, targets, types, [count, columns])
            for result, target in zip(results, targets):
                if result is not target:
                    result[...] = target
        return results[0] if len(results) == 1 else tuple(results)


def _axes(axis, ndim):
    """Axes from 0 on, in their order."""
    if axis is None:
        return list(range(ndim))
    axes = [axis] if isinstance(axis, int) else list(axis)
    for each in axes:
        if not -ndim <= each < ndim:
            raise AxisError(f"axis {each} is out of bounds for an array of {ndim} dimensions")
    axes = sorted(each % ndim for each in axes)
    if len(set(axes)) < len(axes):
        raise ValueError("an axis is given twice")
    return axes


__all__ = ["ElementwiseKernel", "ReductionKernel"]
