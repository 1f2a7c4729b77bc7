"""The CUDA array interface where there is no GPU: arrays of the CPU do not have it, and dictionaries are read with care."""

import pytest

import xparray

GOOD = {"shape": (2, 3), "typestr": "<f4", "data": (4096, False), "version": 3}


class Foreign:
    """An object of another library, with memory of a GPU."""

    def __init__(self, **changes):
        self.__cuda_array_interface__ = {key: value for key, value in (GOOD | changes).items() if value is not ...}


@pytest.mark.skipif(xparray.Device().type_ != "cpu", reason="arrays are on a GPU")
def test_arrays_of_the_cpu_do_not_have_it():
    for x in (xparray.ones((2, 3)), xparray.zeros(0), xparray.asarray(1.0), xparray.ones((2, 3)).T):
        assert not hasattr(x, "__cuda_array_interface__")
        with pytest.raises(AttributeError, match="cpu"):
            x.__cuda_array_interface__


@pytest.mark.parametrize(
    "changes",
    [
        {"shape": ...}, {"typestr": ...}, {"data": ...}, {"version": ...}, {"version": 0}, {"version": "three"}, {"shape": 2},
        {"shape": (2, -3)}, {"shape": (2.5,)}, {"data": 4096}, {"data": (4096,)}, {"data": (0, False)}, {"data": (-1, False)},
        {"strides": (4,)}, {"strides": (12, 3)}, {"strides": "none"}, {"mask": object()}, {"stream": 0}, {"stream": "1"},
        {"typestr": 4},
    ],
    ids=str,
)
def test_malformed_dictionaries_are_refused(changes):
    with pytest.raises(ValueError, match="__cuda_array_interface__"):
        xparray.asarray(Foreign(**changes))


@pytest.mark.parametrize("typestr", [">f4", "|O", "<U3", "<f16", "<M8[ns]", ""])
def test_elements_that_arrays_do_not_have_are_refused(typestr):
    with pytest.raises(TypeError, match="__cuda_array_interface__"):
        xparray.asarray(Foreign(typestr=typestr))


def test_what_is_no_dictionary_is_refused():
    foreign = Foreign()
    foreign.__cuda_array_interface__ = [GOOD]
    with pytest.raises(ValueError, match="no dictionary"):
        xparray.asarray(foreign)


def has_gpu():
    return any(device.type_ != "cpu" for device in xparray.devices())


@pytest.mark.skipif(has_gpu(), reason="the address would be read")
@pytest.mark.parametrize("changes",
    [{}, {"strides": (12, 4)}, {"strides": None}, {"stream": 1}, {"version": 2}, {"shape": ()}], ids=str)
def test_memory_of_a_gpu_needs_one(changes):
    with pytest.raises(RuntimeError):
        xparray.asarray(Foreign(**changes))


@pytest.mark.skipif(not has_gpu(), reason="there is no GPU")
def test_memory_of_a_gpu_is_shared():
    device = next(device for device in xparray.devices() if device.type_ != "cpu")
    for x in (xparray.arange(6, device=device).reshape(2, 3), xparray.asarray(1.5, device=device),
        xparray.zeros((0, 2), device=device)):
        for each in (x, x.T):
            found = each.__cuda_array_interface__
            assert found["shape"] == each.shape and found["typestr"] == each.dtype.str and found["version"] == 3
            foreign = Foreign()
            foreign.__cuda_array_interface__, foreign.kept = found, each
            assert xparray.asarray(foreign).tolist() == each.tolist()
