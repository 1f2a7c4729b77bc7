"""Random programs of the array API standard, with array-api-strict as the oracle."""

import random

import array_api_strict as strict
import numpy
import pytest

import xparray

REAL = ["float32", "float64"]
TYPES = ["bool", "int8", "int32", "int64", "uint8", "uint32", "uint64", "float32", "float64", "complex64", "complex128"]
UNARY = {
    "abs": TYPES[1:], "acos": REAL, "asin": REAL, "atan": REAL, "ceil": TYPES[1:9], "conj": TYPES[9:], "cos": REAL,
    "exp": REAL, "expm1": REAL, "floor": TYPES[1:9], "imag": TYPES[9:], "isfinite": TYPES[1:], "isnan": TYPES[1:],
    "logical_not": ["bool"], "negative": TYPES[1:4] + TYPES[7:], "positive": TYPES[1:], "real": TYPES[9:],
    "round": TYPES[1:], "sign": TYPES[1:9], "signbit": REAL, "sin": REAL, "sqrt": TYPES[7:], "square": TYPES[1:],
    "tanh": REAL, "trunc": TYPES[1:9],
}
BINARY = {
    "add": TYPES[1:], "atan2": REAL, "bitwise_and": TYPES[:7], "bitwise_xor": TYPES[:7], "copysign": REAL, "divide": TYPES[7:],
    "equal": TYPES, "greater": TYPES[1:9], "hypot": REAL, "less_equal": TYPES[1:9], "logical_or": ["bool"],
    "maximum": TYPES[1:9], "minimum": TYPES[1:9], "multiply": TYPES[1:], "not_equal": TYPES, "subtract": TYPES[1:],
}
REDUCTIONS = {
    "all": TYPES, "any": TYPES, "argmax": TYPES[1:9], "argmin": TYPES[1:9], "count_nonzero": TYPES, "max": TYPES[1:9],
    "mean": REAL, "min": TYPES[1:9], "prod": TYPES[1:], "std": REAL, "sum": TYPES[1:], "var": REAL,
}


def data(rng, dtype, shape):
    values = numpy.asarray([rng.randrange(-9, 10) for _ in range(int(numpy.prod(shape)))]).reshape(shape)
    values = numpy.abs(values) if dtype[0] == "u" else values
    if dtype in REAL + TYPES[9:]:
        values = values / 4 + (1j * values[::-1] if dtype[0] == "c" else 0)
    return values.astype(dtype)


def same(found, expected, exact):
    found, expected = numpy.asarray(found), numpy.from_dlpack(expected)
    assert found.shape == expected.shape and found.dtype == expected.dtype
    if exact or found.dtype.kind in "biu":
        numpy.testing.assert_array_equal(found, expected)
    else:
        eps = numpy.finfo(found.dtype).eps
        numpy.testing.assert_allclose(found, expected, rtol=32 * eps, atol=32 * eps)


@pytest.mark.parametrize("name", UNARY)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_functions_of_one_array(name):
    for seed, dtype in enumerate(UNARY[name]):
        y = data(random.Random(seed), dtype, (3, 5))
        same(getattr(xparray, name)(xparray.asarray(y)), getattr(strict, name)(strict.asarray(y)), exact=False)


@pytest.mark.parametrize("name", BINARY)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_functions_of_two_arrays(name):
    for seed, dtype in enumerate(BINARY[name]):
        rng = random.Random(seed)
        y, z = data(rng, dtype, (3, 1)), data(rng, dtype, (5,))
        expected = getattr(strict, name)(strict.asarray(y), strict.asarray(z))
        same(getattr(xparray, name)(xparray.asarray(y), xparray.asarray(z)), expected, exact=False)


@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions(name):
    for seed, dtype in enumerate(REDUCTIONS[name]):
        y = data(random.Random(seed), dtype, (3, 4, 2))
        axes = [None, 0, -1] if name.startswith("arg") else [None, 0, -1, (0, 2), ()]
        for axis in axes:
            for keepdims in (False, True):
                options = {"axis": axis, "keepdims": keepdims}
                expected = getattr(strict, name)(strict.asarray(y), **options)
                same(getattr(xparray, name)(xparray.asarray(y), **options), expected, exact=False)


#: Steps of programs: functions of a namespace and an array, which give another one of at least one axis.
STEPS = [
    lambda xp, x, k: xp.flip(x, axis=k % x.ndim),
    lambda xp, x, k: xp.roll(x, k, axis=0),
    lambda xp, x, k: xp.permute_dims(x, tuple(reversed(range(x.ndim)))),
    lambda xp, x, k: xp.reshape(x, (-1,)),
    lambda xp, x, k: xp.expand_dims(x, axis=0) if x.ndim < 4 else x,
    lambda xp, x, k: xp.concat([x, x], axis=0) if x.shape[0] < 20 else x,
    lambda xp, x, k: xp.stack([x, x], axis=-1) if x.ndim < 4 else x,
    lambda xp, x, k: xp.sort(x, axis=0, descending=bool(k % 2)),
    lambda xp, x, k: xp.astype(xp.argsort(x, axis=0, descending=bool(k % 2)), xp.float64),
    lambda xp, x, k: xp.cumulative_sum(x, axis=0),
    lambda xp, x, k: xp.where(x > k, x, xp.zeros_like(x)),
    lambda xp, x, k: xp.clip(x, -k, k),
    lambda xp, x, k: xp.take(x, xp.asarray([0, -1 % x.shape[0]]), axis=0),
    lambda xp, x, k: xp.unique_values(x),
    lambda xp, x, k: xp.repeat(x, 2, axis=0) if x.shape[0] < 20 else x,
    lambda xp, x, k: xp.tile(x, (2,)) if x.shape[-1] < 20 else x,
    lambda xp, x, k: xp.diff(x, axis=0) if x.shape[0] > 1 else x,
    lambda xp, x, k: x[..., ::-1],
    lambda xp, x, k: x * 2 - k,
    lambda xp, x, k: x / 4,
    lambda xp, x, k: xp.matmul(xp.matrix_transpose(x), x) / 64 if x.ndim == 2 else x,
    lambda xp, x, k: xp.round(x),
    lambda xp, x, k: xp.mean(x, axis=0, keepdims=True),
    lambda xp, x, k: x[x > 0] if xp.any(x > 0) else x,
    lambda xp, x, k: xp.tril(x, k=k % 3) if x.ndim > 1 else x,
    lambda xp, x, k: xp.moveaxis(x, 0, -1),
    lambda xp, x, k: xp.astype(xp.searchsorted(xp.sort(xp.reshape(x, (-1,))), x), xp.float64),
]


@pytest.mark.parametrize("seed", range(300))
def test_programs(seed):
    rng = random.Random(seed)
    y = data(rng, "float64", rng.choice([(6,), (3, 4), (2, 3, 2)]))
    found, expected = xparray.asarray(y), strict.asarray(y)
    for _ in range(8):
        step, k = rng.choice(STEPS), rng.randrange(4)
        found, expected = step(xparray, found, k), step(strict, expected, k)
        same(found, expected, exact=False)
