"""Modules of source: what is refused everywhere, and launches where there is a GPU."""

import numpy
import pytest

import xparray as xp

ON_GPU = xp.Device().type_ in ("cuda", "rocm")
gpu = pytest.mark.skipif(not ON_GPU, reason="source is compiled for a GPU")
cpu = pytest.mark.skipif(ON_GPU, reason="source is refused where there is no GPU")

SOURCE = """
extern "C" __global__ void scale(const float *x, float *y, float by, long long n) {
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] * by;
}
extern "C" __global__ void add(double *x, double y, bool twice) { x[threadIdx.x] += twice ? 2 * y : y; }
template <typename T> __global__ void fill(T *x, T value) { x[threadIdx.x] = value; }
"""


@cpu
def test_the_cpu_is_refused():
    with pytest.raises(RuntimeError, match="vectorize"):
        xp.RawModule(code=SOURCE).get_global("weights")
    kernel = xp.RawKernel(SOURCE, "scale")
    with pytest.raises(RuntimeError, match="CUDA or ROCm device.*cpu:0"):
        kernel((1,), (32,), (xp.ones(3), xp.ones(3), numpy.float32(2), 3))
    for ask in (kernel.compile, lambda: kernel.attributes, lambda: kernel.num_regs, xp.RawModule(code=SOURCE).compile):
        with pytest.raises(RuntimeError, match="CUDA or ROCm device"):
            ask()


def test_what_is_no_module():
    with pytest.raises(TypeError):
        xp.RawModule()
    with pytest.raises(TypeError):
        xp.RawModule(code=SOURCE, path="there.ptx")
    with pytest.raises(TypeError, match="tuple"):
        xp.RawModule(code=SOURCE, options="-DN=4")
    with pytest.raises(ValueError, match="name expressions"):
        xp.RawModule(path="there.ptx", name_expressions=["f<int>"])
    with pytest.raises(ValueError, match="backend"):
        xp.RawKernel(SOURCE, "scale", backend="gcc")
    with pytest.raises(NotImplementedError):
        xp.RawKernel(SOURCE, "scale", jitify=True)
    with pytest.raises(TypeError, match="strings"):
        xp.RawKernel(SOURCE, 3)


def test_what_is_no_launch():
    kernel = xp.RawKernel(SOURCE, "scale")
    for grid, block in [((), (1,)), ((1,) * 4, (1,)), ((1,), (0,)), ((-1,), (1,))]:
        with pytest.raises(ValueError, match="lengths"):
            kernel(grid, block, ())
    with pytest.raises(TypeError, match="asarray"):
        kernel((1,), (1,), (numpy.ones(3),))


def test_what_is_known_before_it_is_compiled():
    kernel = xp.RawModule(code=SOURCE, options=("-DN=4",)).get_function("scale")
    assert (kernel.name, kernel.code, kernel.options, kernel.backend) == ("scale", SOURCE, ("-DN=4",), "nvrtc")
    assert not kernel.enable_cooperative_groups


@gpu
def test_launches_write_the_arrays():
    x, y = xp.arange(100, dtype=xp.float32), xp.zeros(100, dtype=xp.float32)
    before = y + 0
    xp.RawKernel(SOURCE, "scale")((4,), (32,), (x, y, numpy.float32(3), 100))
    numpy.testing.assert_array_equal(numpy.asarray(y), 3 * numpy.arange(100, dtype="float32"))
    numpy.testing.assert_array_equal(numpy.asarray(before), 0)
    numpy.testing.assert_array_equal(numpy.asarray(x), numpy.arange(100))


@gpu
def test_views_are_addresses_in_the_whole():
    whole = xp.zeros(10)
    xp.RawKernel(SOURCE, "add")(1, 3, (whole[4:7], 1.5, True))
    assert whole.tolist() == [0, 0, 0, 0, 3, 3, 3, 0, 0, 0]
    add = xp.RawModule(code=SOURCE).get_function("add")
    add((1,), (10,), (whole, numpy.float64(1), numpy.bool_(False)))
    assert whole.tolist() == [1, 1, 1, 1, 4, 4, 4, 1, 1, 1]


@gpu
def test_one_array_twice_is_one_memory():
    x = xp.arange(8, dtype=xp.float32)
    xp.RawKernel(SOURCE, "scale")((1,), (4,), (x, x[4:], numpy.float32(2), 4))
    assert x.tolist() == [0, 1, 2, 3, 0, 2, 4, 6]


@gpu
def test_what_may_only_be_read_is_not_written():
    row = xp.ones(1)
    xp.RawKernel(SOURCE, "add")(1, 3, (xp.broadcast_to(row, (3,)), 1.0, False))
    assert row.tolist() == [1]


@gpu
def test_templates_options_and_attributes():
    module = xp.RawModule(code=SOURCE, name_expressions=("fill<int>", "fill<double>"))
    x, y = xp.zeros(4, dtype=xp.int32), xp.zeros(4)
    module.get_function("fill<int>")((1,), (4,), (x, numpy.int32(7)))
    module.get_function("fill<double>")((1,), (4,), (y, 2.5))
    assert (x.tolist(), y.tolist()) == ([7] * 4, [2.5] * 4)
    kernel = xp.RawKernel('extern "C" __global__ void f(int *x) { x[threadIdx.x] = N; }', "f", ("-DN=4",))
    kernel((1,), (2,), (x,))
    assert x.tolist() == [4, 4, 7, 7]
    assert kernel.num_regs > 0 and kernel.attributes["max_threads_per_block"] >= 256
    assert kernel.local_size_bytes == 0


@gpu
def test_variables_of_modules():
    module = xp.RawModule(code="""
__constant__ float weights[3];
extern "C" { __device__ int calls; }
extern "C" __global__ void weigh(float *x) { x[threadIdx.x] *= weights[threadIdx.x]; if (threadIdx.x == 0) calls += 1; }
""", name_expressions=("weights",))
    weights, calls = module.get_global("weights"), module.get_global("calls")
    assert (weights.size, calls.size) == (12, 4) and weights.ptr != 0
    weights.write([1.0, 2.0, 3.0], dtype="float32")
    calls.write(numpy.int32(5))
    x = xp.ones(3, dtype="float32")
    module.get_function("weigh")((1,), (3,), (x,))
    assert x.tolist() == [1, 2, 3] and weights.read("float32").tolist() == [1, 2, 3] and calls.read("int32").tolist() == [6]
    for wrong in (lambda: module.get_global("absent"), lambda: calls.write(numpy.zeros(2))):
        with pytest.raises(ValueError):
            wrong()


@gpu
def test_streams():
    with xp.Stream() as stream:
        x = xp.zeros(4)
        xp.RawKernel(SOURCE, "add")(1, 4, (x, 1.0, False))
        y = x * 2
    stream.synchronize()
    assert y.tolist() == [2] * 4


@gpu
def test_faults_of_source():
    with pytest.raises(RuntimeError, match="undeclared|undefined|identifier"):
        xp.RawKernel('extern "C" __global__ void f() { nothing(); }', "f").compile()
    with pytest.raises(ValueError, match="no function"):
        xp.RawModule(code=SOURCE).get_function("absent")((1,), (1,), ())
