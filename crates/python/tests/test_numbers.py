"""Numbers that NumPy would give as scalars: what is written later does not change them, and operators in place give other ones."""

import numpy
import pytest

import xparray

MODULES = [numpy, xparray]


@pytest.mark.parametrize("np", MODULES)
def test_elements_are_exchanged(np):
    x = np.arange(6.0).reshape(2, 3)
    x[0, 0], x[1, 2] = x[1, 2], x[0, 0]
    assert x.tolist() == [[5, 1, 2], [3, 4, 0]]


@pytest.mark.parametrize("np", MODULES)
def test_an_element_stays_what_it_was(np):
    x = np.arange(4)
    before, view = x[1], x[1, ...]
    x[1] = 7
    assert int(before) == 1 and int(view) == 7
    view += 1
    assert x.tolist() == [0, 8, 2, 3]


@pytest.mark.parametrize("np", MODULES)
def test_sums_begin_with_an_element(np):
    x = np.arange(4.0)
    total = x[1]
    for each in x[2:]:
        total += each
    assert float(total) == 6 and x.tolist() == [0, 1, 2, 3]
    for each in x:
        each += 1
    assert x.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("np", MODULES)
def test_operators_in_place_leave_the_number_that_others_have(np):
    total = np.arange(4).sum()
    kept = total
    total /= 4
    assert float(kept) == 6 and float(total) == 1.5
    total //= 1
    total **= 2
    total -= 3
    total *= 2
    total %= 3
    assert float(total) == 2


@pytest.mark.parametrize("np", MODULES)
def test_arrays_without_axes_are_changed(np):
    for x in (np.zeros(()), np.array(0.0), np.full((), 0.0), np.empty_like(np.array(1.0)) * 0 + np.zeros(()), np.zeros(3).reshape(3, 1)[0, ...][..., 0]):
        kept = x
        x += 2
        assert float(x) == 2
        assert kept is x or x.ndim == 0
    x = np.array(1)
    kept = x
    x += 1
    assert int(kept) == 2


@pytest.mark.parametrize("np", MODULES)
def test_elements_are_changed_by_index(np):
    x = np.arange(3.0)
    x[0] += 5
    x[1] *= x[0]
    x[2] -= x[1]
    assert x.tolist() == [5, 5, -3]


def test_elements_of_what_is_not_computed_yet():
    x = xparray.arange(5) * 2
    assert [int(each) for each in x] == [0, 2, 4, 6, 8]
    z = xparray.asarray([1 + 2j, 3 - 1j])
    first = z.imag[0]
    z[0] = 0
    assert float(first) == 2


def test_types_give_zero_without_an_argument():
    for name in ("int64", "float32", "complex64", "bool"):
        found, known = getattr(xparray, name)(), getattr(numpy, name)()
        assert found.dtype == name and found.item() == known.item()


@pytest.mark.parametrize("np", MODULES)
def test_numbers_are_found_by_their_values(np):
    from collections import Counter

    x = np.asarray([3, 1, 3, 2])
    assert Counter(x) == {3: 2, 1: 1, 2: 1} and {1, 2, 3} == set(x)
    assert {each: k for k, each in enumerate(x)}[3] == 2 and x[1] in {1: "one"} and {x[0]: 5}[3] == 5
    assert hash(np.asarray([0.5])[0]) == hash(0.5) and hash(x.sum()) == hash(9)
    for array in (x, np.zeros(()), x[0, ...]):
        with pytest.raises(TypeError):
            hash(array)


@pytest.mark.parametrize("np", MODULES)
def test_lists_are_repeated(np):
    n = np.arange(4)[2]
    assert [0] * n == [0, 0] and n * (1,) == (1, 1) and "a" * n == "aa" and [0] * np.asarray([1, 1]).sum() == [0, 0]
    assert (np.arange(3) * [1, 2, 3]).tolist() == [0, 2, 6]
