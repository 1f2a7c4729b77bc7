"""What other libraries see: DLPack, buffers, NumPy's dispatch, threads."""

import os
import subprocess
import sys
import threading

import numpy
import pytest

import xparray


def test_numpy_reads_the_same_memory():
    x = xparray.arange(6.0, device="cpu").reshape(2, 3)
    y = numpy.from_dlpack(x)
    assert (y == x.__array__()).all() and not y.flags.writeable
    x[0, 0] = 99
    assert y[0, 0] == 0  # what was exported stays as it was
    z = numpy.from_dlpack(x.T[::-1], copy=True)
    assert z.flags.writeable and z.tolist() == x.T[::-1].tolist()
    assert not memoryview(x).readonly and memoryview(x).tolist() == x.tolist()
    assert bytes(memoryview(x[:, 1])) == x[:, 1].tobytes()


def test_arrays_of_numpy_by_dlpack():
    y = numpy.arange(6, dtype="int32").reshape(2, 3)
    for each in (y, y.T, y[:, ::2], y[::-1]):
        x = xparray.from_dlpack(each)
        assert x.dtype == "int32" and x.tolist() == each.tolist()
    with pytest.raises((TypeError, AttributeError)):
        xparray.from_dlpack(3)


def test_arguments_of_dlpack():
    x = xparray.ones(3, device="cpu")
    assert x.__dlpack_device__() == (1, 0)
    assert "dltensor_versioned" in repr(x.__dlpack__(max_version=(1, 0)))
    assert '"dltensor"' in repr(x.__dlpack__())
    with pytest.raises(BufferError):
        x.__dlpack__(stream=1)
    assert '"dltensor"' in repr(x.__dlpack__(copy=False))
    with pytest.raises(BufferError):
        x.__dlpack__(dl_device=(8, 0), max_version=(1, 0))
    capsule = x.__dlpack__(max_version=(1, 0))

    class Holder:
        def __dlpack__(self, **_):
            return capsule

        def __dlpack_device__(self):
            return (1, 0)

    assert xparray.from_dlpack(Holder()).tolist() == [1, 1, 1]
    with pytest.raises(ValueError, match="once"):
        xparray.from_dlpack(Holder())


def test_tensors_of_torch():
    torch = pytest.importorskip("torch")
    t = torch.arange(6.0).reshape(2, 3)
    x = xparray.from_dlpack(t)
    assert x.tolist() == t.tolist()
    back = torch.from_dlpack(x)
    assert torch.equal(back, t)


def test_numpys_functions_stay_here():
    x = xparray.arange(4.0)
    for found in (numpy.sin(x), numpy.add(x, 1), numpy.ones(4) + x, numpy.sum(x), numpy.concatenate([x, x]), numpy.linalg.norm(x)):
        assert isinstance(found, xparray.ndarray)
    assert numpy.add.reduce(x) == 6
    assert (numpy.float32(2) * xparray.ones(2, dtype="float32")).dtype == "float32"
    with pytest.raises(TypeError):
        numpy.busday_count(x, x)


def test_the_namespace_is_the_module():
    x = xparray.ones(1)
    assert x.__array_namespace__() is xparray
    assert x.__array_namespace__(api_version="2025.12") is xparray
    with pytest.raises(ValueError):
        x.__array_namespace__(api_version="1999.12")
    info = xparray.__array_namespace_info__()
    assert info.default_device() in info.devices() and isinstance(info.devices(), tuple)
    assert info.default_dtypes()["indexing"] == xparray.int64
    assert set(info.dtypes(kind="real floating")) == {"float32", "float64"}


def test_threads_run_while_work_runs():
    x = xparray.ones((200, 200))
    stop, turns = threading.Event(), []

    def turn():
        while not stop.wait(0.0005):
            turns.append(1)

    other = threading.Thread(target=turn)
    other.start()
    for _ in range(10):
        (x @ x).block_until_ready()
    stop.set()
    other.join()
    assert turns


def test_threads_share_arrays():
    x = xparray.zeros(64)

    def count(k):
        for _ in range(50):
            x[k] += 1

    threads = [threading.Thread(target=count, args=(k,)) for k in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert x[:8].tolist() == [50] * 8


def run(program):
    """What a program prints in a process of its own."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert found.returncode == 0, found.stderr
    return found.stdout


def test_importing_opens_no_device():
    program = """
import os
os.environ["XPARRAY_BACKEND"] = "a backend that is not there"
import xparray
try: xparray.zeros(1)
except Exception as error: print(type(error).__name__)
try: xparray.True_
except Exception as error: print(type(error).__name__)
"""
    assert len(run(program).split()) == 2


def test_another_interpreter_of_the_process_is_refused():
    pytest.importorskip("_xxsubinterpreters")
    program = """
import _xxsubinterpreters, xparray
other = _xxsubinterpreters.create()
try:
    _xxsubinterpreters.run_string(other, "import xparray")
except _xxsubinterpreters.RunFailedError as error:
    print(error)
"""
    # Some versions of Python refuse before the module does.
    assert any(words in run(program) for words in ("one interpreter", "loading in subinterpreters"))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_forked_process_computes():
    program = """
import os, xparray
x = xparray.arange(1000.0, device="cpu") * 2
child = os.fork()
os.write(1, f"{float((x + 1).sum())}\\n".encode())
if child:
    assert os.waitpid(child, 0)[1] == 0
"""
    assert run(program).split() == ["1000000.0"] * 2
