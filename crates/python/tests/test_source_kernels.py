"""Elementwise functions and reductions of source: what is refused, the source itself on the host, and results where there is a GPU."""

import ctypes
import shutil
import subprocess

import numpy
import pytest

import xparray as xp

ON_GPU = xp.Device().type_ in ("cuda", "rocm")
gpu = pytest.mark.skipif(not ON_GPU, reason="source is compiled for a GPU")
cpu = pytest.mark.skipif(ON_GPU, reason="source is refused where there is no GPU")
compiler = shutil.which("c++")
compiled = pytest.mark.skipif(compiler is None or ON_GPU, reason="the sources of kernels are run by a host's compiler")

#: What makes a host's function of a kernel: one thread of one block.
HOST = """
#include <cmath>
#define __global__
#define __device__
#define __shared__ static
#define __syncthreads()
struct Dim { unsigned x, y, z; };
static const Dim threadIdx{0, 0, 0}, blockIdx{0, 0, 0}, blockDim{1, 1, 1}, gridDim{1, 1, 1};
using std::sqrt;
"""


def on_host(kernel, folder):
    """The function of a kernel's first source."""
    source, library = folder / "kernel.cpp", folder / "kernel.so"
    source.write_text(HOST + kernel.cached_code)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source], check=True, capture_output=True)
    return getattr(ctypes.CDLL(str(library)), f"xp_kernel_{kernel.name}")


def pointer(array):
    return ctypes.c_void_p(array.ctypes.data)


squared_difference = ("T x, T y", "T z", "z = (x - y) * (x - y)", "squared_difference")
norm = ("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "norm")


@cpu
def test_the_cpu_is_refused_with_advice():
    x = xp.ones(3)
    for kernel in (xp.ElementwiseKernel(*squared_difference), xp.ReductionKernel(*norm)):
        with pytest.raises(RuntimeError, match="CUDA or ROCm device.*cpu:0.*vectorize"):
            kernel(*[x] * kernel.nin)


@pytest.mark.parametrize(
    "params",
    [("x", "T y"), ("T x", "T x"), ("T i", "T y"), ("float31 x", "T y"), ("fast T x", "T y"), ("T x,", "T y"), ("T x", "T 2y")],
)
def test_parameters_that_are_none(params):
    with pytest.raises(ValueError):
        xp.ElementwiseKernel(*params, "y = x")


def test_calls_that_are_refused():
    f = xp.ElementwiseKernel(*squared_difference)
    x = xp.ones((2, 3))
    with pytest.raises(TypeError, match="2 arguments, or 3"):
        f(x)
    with pytest.raises(TypeError, match="float32"):
        f(x, xp.ones(3, dtype=xp.float32))
    with pytest.raises(TypeError, match="complex128"):
        f(x + 1j, x)
    with pytest.raises(TypeError, match="what T is"):
        f(1.0, 2.0)
    with pytest.raises(TypeError, match="z is an array"):
        f(x, x, numpy.ones((2, 3)))
    with pytest.raises(ValueError, match="shape"):
        f(x, x, xp.ones((3, 2)))
    with pytest.raises(ValueError):
        f(x, xp.ones(2))
    with pytest.raises(ValueError, match="size"):
        f(x, x, size=6)
    with pytest.raises(ValueError, match="size"):
        xp.ElementwiseKernel("raw T x", "raw T y", "y[i] = x[i]")(x)
    with pytest.raises(ValueError, match="thread"):
        f(x, x, block_size=0)
    with pytest.raises(ValueError, match="name"):
        xp.ElementwiseKernel("T x", "T y", "y = x", "a name")


def test_reductions_that_are_refused():
    f = xp.ReductionKernel(*norm)
    x = xp.ones((2, 3))
    with pytest.raises(ValueError, match="axis 2"):
        f(x, axis=2)
    with pytest.raises(IndexError):
        f(x, axis=-3)
    with pytest.raises(ValueError, match="twice"):
        f(x, axis=(0, -2))
    with pytest.raises(ValueError, match="twice"):
        f(x, xp.ones(()), out=xp.ones(()))
    with pytest.raises(ValueError, match=r"shape \(3,\)"):
        f(x, out=xp.ones(3), axis=1)
    with pytest.raises(ValueError, match="identity"):
        xp.ReductionKernel("T x", "T y", "x", "a < b ? b : a", "y = a", None)(xp.ones((0, 3)), axis=0)
    with pytest.raises(ValueError, match="raw"):
        xp.ReductionKernel("raw T x", "T y", "x[i]", "a + b", "y = a", "0")


@compiled
@pytest.mark.parametrize("dtype", ["float32", "float64", "int16"])
def test_the_source_of_elements(tmp_path, dtype):
    x, y = numpy.arange(12, dtype=dtype), numpy.arange(12, dtype=dtype)[::-1].copy()
    kernel = xp.ElementwiseKernel(*squared_difference)
    with pytest.raises(RuntimeError):
        kernel(xp.asarray(x), xp.asarray(y))
    z = numpy.zeros_like(x)
    on_host(kernel, tmp_path)(pointer(x), pointer(y), pointer(z), ctypes.c_longlong(12))
    numpy.testing.assert_array_equal(z, (x - y) ** 2)


@compiled
def test_the_source_of_raw_arrays_numbers_and_what_is_around_the_loop(tmp_path):
    kernel = xp.ElementwiseKernel(
        "raw T x, int32 step, float64 scale", "T y, bool last", "y = T(k * scale) * x[(i + step) % x.size()]; last = i + 1 == _ind.size()",
        "around", preamble="#define TWICE(v) ((v) + (v))", loop_prep="int k = TWICE(1)",
    )
    x = numpy.arange(5.0)
    y, last = numpy.zeros(5), numpy.zeros(5, dtype=bool)
    with pytest.raises(RuntimeError):
        kernel(xp.asarray(x), 2, 1.5, size=5)
    on_host(kernel, tmp_path)(
        pointer(x), ctypes.c_longlong(5), ctypes.c_int(2), ctypes.c_double(1.5), pointer(y), pointer(last), ctypes.c_longlong(5)
    )
    numpy.testing.assert_array_equal(y, 3 * numpy.roll(x, -2))
    assert last.tolist() == [False] * 4 + [True]


@compiled
@pytest.mark.parametrize("identity", ["-1e300", None])
def test_the_source_of_reductions(tmp_path, identity):
    kernel = xp.ReductionKernel("T x, T w", "T y", "x * w", "a < b ? b : a", "y = a + 1", identity, "largest")
    x, w = numpy.random.default_rng(1).normal(size=(2, 4, 7))
    with pytest.raises(RuntimeError):
        kernel(xp.asarray(x), xp.asarray(w), axis=1)
    y = numpy.zeros(4)
    on_host(kernel, tmp_path)(pointer(x), pointer(w), pointer(y), ctypes.c_longlong(4), ctypes.c_longlong(7))
    numpy.testing.assert_array_equal(y, (x * w).max(axis=1) + 1)


@gpu
@pytest.mark.parametrize("dtype", ["float32", "float64", "int64", "uint8"])
def test_elements_on_a_gpu(dtype):
    x, y = numpy.arange(6, dtype=dtype).reshape(2, 3), numpy.arange(3, dtype=dtype)
    f = xp.ElementwiseKernel(*squared_difference)
    found = f(xp.asarray(x), xp.asarray(y))
    assert found.dtype == x.dtype
    numpy.testing.assert_array_equal(numpy.asarray(found), (x - y) ** 2)
    numpy.testing.assert_array_equal(numpy.asarray(f(xp.asarray(x).T, 2)), (x.T - x.dtype.type(2)) ** 2)
    assert f(xp.asarray(x)[:0], xp.asarray(y)).shape == (0, 3)


@gpu
def test_outputs_views_and_values_on_a_gpu():
    f = xp.ElementwiseKernel("T x", "T y", "y = y + x")
    whole = xp.zeros((4, 6))
    before = whole + 0
    view = whole[1:3, ::2]
    assert f(xp.ones((2, 3)), view) is view
    expected = numpy.zeros((4, 6))
    expected[1:3, ::2] = 1
    numpy.testing.assert_array_equal(numpy.asarray(whole), expected)
    numpy.testing.assert_array_equal(numpy.asarray(before), 0)
    f(view, view)
    numpy.testing.assert_array_equal(numpy.asarray(whole), 2 * expected)
    two = xp.ElementwiseKernel("raw T x", "T y, T z", "y = x[i]; z = x[x.size() - 1 - i]")
    y, z = two(xp.arange(5.0), size=5)
    assert (y.tolist(), z.tolist()) == ([0, 1, 2, 3, 4], [4, 3, 2, 1, 0])


@gpu
@pytest.mark.parametrize("axis", [None, 0, 1, -1, (0, 2)])
@pytest.mark.parametrize("keepdims", [False, True])
def test_reductions_on_a_gpu(axis, keepdims):
    x = numpy.random.default_rng(2).normal(size=(3, 300, 5))
    found = xp.ReductionKernel(*norm)(xp.asarray(x), axis=axis, keepdims=keepdims)
    numpy.testing.assert_allclose(numpy.asarray(found), numpy.sqrt((x * x).sum(axis=axis, keepdims=keepdims)), rtol=1e-13)
    largest = xp.ReductionKernel("T x", "T y", "x", "a < b ? b : a", "y = a", None)
    out = xp.zeros(x.max(axis=axis).shape)
    assert largest(xp.asarray(x), axis=axis, out=out) is out
    numpy.testing.assert_array_equal(numpy.asarray(out), x.max(axis=axis))


@gpu
def test_empty_reductions_on_a_gpu():
    assert xp.ReductionKernel(*norm)(xp.ones((3, 0)), axis=1).tolist() == [0, 0, 0]
