"""Writes `reference.bin`, correct values of the f64 functions: python3 reference.py (needs mpmath; gmpy2 makes it fast).

For each function, in the order of `FUNCTIONS`: a u32, how many records follow; then the records. A record is the arguments and
the result as f64, and the rest of the result in 1/256 of the result's last place, as i8. All little-endian.
"""

import math
import pathlib
import random
import struct

from mpmath import mp, mpf

mp.prec = 200
COUNT = 450
MAX = 1.7976931348623157e308


def logaddexp(x, y):
    with mp.workprec(2500):
        return +mp.log(mp.exp(x) + mp.exp(y))


def logaddexp2(x, y):
    with mp.workprec(2500):
        return +mp.log(mp.mpf(2) ** x + mp.mpf(2) ** y, 2)


def precise(f):
    """f with enough digits for cancellations, as in e^x - 1."""

    def g(*args):
        with mp.workprec(2500):
            return +f(*args)

    return g


def fmod(x, y):
    with mp.workprec(2500):
        return x - y * (mp.floor(abs(x / y)) * mp.sign(x) * mp.sign(y))


def wide(low=5e-324, high=MAX, signed=True):
    """Random numbers, uniform in their exponents."""

    def one(rng):
        exponent = rng.uniform(math.log2(low), math.log2(high))
        value = math.ldexp(rng.uniform(0.5, 1), math.floor(exponent) + 1)
        value = min(max(value, low), high)
        return -value if signed and rng.random() < 0.5 else value

    return one


def uniform(low, high):
    return lambda rng: rng.uniform(low, high)


def near(*points):
    """Numbers a little beside the points."""

    def one(rng):
        value = rng.choice(points) * (1 + rng.choice((-1, 1)) * 2 ** rng.uniform(-53, -3))
        return value if rng.random() < 0.5 else -value

    return one


def near_multiples(unit, most):
    """The nearest numbers to multiples of a unit, and their neighbours."""

    def one(rng):
        value = float(math.floor(2 ** rng.uniform(0, math.log2(most))) * unit)
        return rng.choice((value, -value, math.nextafter(value, math.inf)))

    return one


def pairs(f, g):
    return lambda rng: (f(rng), g(rng))


def close_pairs(f):
    """Pairs whose numbers differ in a few last digits or by a factor near one."""

    def one(rng):
        x = f(rng)
        return x, x * (1 + rng.choice((-1, 1)) * 2 ** rng.uniform(-52, -1))

    return one


def cancelling(base):
    """x, y with base^x + base^y near one."""

    def one(rng):
        x = -(2 ** rng.uniform(-30, 2)) / math.log(base)
        return x, math.log(-math.expm1(x * math.log(base)), base)

    return one


def small_power(rng):
    """x^y within the range of numbers."""
    x = wide(signed=False)(rng)
    return x, rng.uniform(-1070, 1023) / math.log2(x) if x != 1 else 1.0


POSITIVE = wide(signed=False)
FUNCTIONS = [
    ("exp", mp.exp, [uniform(-745.2, 709.7), uniform(-2, 2), wide(1e-20, 1), near_multiples(mp.ln(2) / 2, 2000)]),
    ("exp2", lambda x: mp.mpf(2) ** x, [uniform(-1074.9, 1023.9), uniform(-2, 2), wide(1e-20, 1)]),
    ("expm1", mp.expm1, [uniform(-50, 709.7), uniform(-2, 2), wide(high=709), near_multiples(mp.ln(2) / 2, 80)]),
    ("log", mp.log, [POSITIVE, uniform(0.5, 2), lambda rng: abs(near(1, 0.5**0.5, 2**0.5)(rng))]),
    ("log2", lambda x: precise(mp.log)(x, 2), [POSITIVE, uniform(0.5, 2), lambda rng: abs(near(1, 0.5**0.5)(rng))]),
    ("log10", mp.log10, [POSITIVE, uniform(0.5, 2), lambda rng: abs(near(1, 0.5**0.5, 10, 1e5)(rng))]),
    ("log1p", mp.log1p, [POSITIVE, uniform(-1, 2), wide(high=1), near(1 - 0.5**0.5, 2**0.5 - 1, 0.9999999)]),
    ("sin", mp.sin, [wide(high=1e20), uniform(-10, 10), wide(), near_multiples(mp.pi / 2, 3e7), near_multiples(mp.pi / 2, 100)]),
    ("cos", mp.cos, [wide(high=1e20), uniform(-10, 10), wide(), near_multiples(mp.pi / 2, 3e7), near_multiples(mp.pi / 2, 100)]),
    ("tan", mp.tan, [wide(high=1e20), uniform(-10, 10), wide(), near_multiples(mp.pi / 4, 6e7), near_multiples(mp.pi / 4, 100)]),
    ("arcsin", mp.asin, [wide(high=1), uniform(-1, 1), near(0.5, 0.999)]),
    ("arccos", mp.acos, [wide(high=1), uniform(-1, 1), near(0.5), lambda rng: 1 - 2 ** rng.uniform(-53, -1)]),
    ("arctan", mp.atan, [wide(), uniform(-5, 5), near(2**0.5 - 1, 2**0.5 + 1, 1)]),
    ("sinh", mp.sinh, [wide(high=1), uniform(-710.4, 710.4), uniform(-3, 3), near_multiples(mp.ln(2) / 2, 80)]),
    ("cosh", mp.cosh, [wide(high=1), uniform(-710.4, 710.4), uniform(-3, 3), near_multiples(mp.ln(2) / 2, 80)]),
    ("tanh", mp.tanh, [wide(high=700), uniform(-25, 25), uniform(-3, 3), near_multiples(mp.ln(2) / 2, 80)]),
    ("arcsinh", precise(mp.asinh), [wide(), uniform(-5, 5), near(1e10, 0.5)]),
    ("arccosh", precise(mp.acosh), [wide(1, signed=False), uniform(1, 5), lambda rng: 1 + 2 ** rng.uniform(-52, 0)]),
    ("arctanh", precise(mp.atanh), [wide(high=0.9999), uniform(-1, 1), lambda rng: 1 - 2 ** rng.uniform(-53, -1), near(0.17157)]),
    ("cbrt", lambda x: mp.sign(x) * mp.cbrt(abs(x)), [wide(), uniform(-10, 10), near(1, 8, 27)]),
    ("i0", lambda x: mp.besseli(0, x), [wide(high=1), uniform(-713.9, 713.9), uniform(-12, 12), near(8)]),
    ("sinc", mp.sincpi, [wide(high=1e15), uniform(-3, 3), uniform(-300, 300), near(1, 2, 100, 0.5)]),
    ("pow", mp.power, [small_power, pairs(uniform(0, 10), uniform(-20, 20)), pairs(lambda rng: abs(near(1)(rng)), wide(1, 1e16)),
                   lambda rng: (-rng.uniform(0, 100), float(rng.randint(-150, 150)))]),
    ("arctan2", mp.atan2, [pairs(wide(), wide()), pairs(uniform(-5, 5), uniform(-5, 5)), close_pairs(wide())]),
    ("hypot", mp.hypot, [pairs(wide(), wide(high=1e307)), pairs(uniform(-5, 5), uniform(-5, 5)), close_pairs(wide(high=1e308))]),
    ("logaddexp", logaddexp, [pairs(wide(1e-20, 1e20), wide(1e-20, 1e20)), pairs(uniform(-50, 50), uniform(-50, 50)), cancelling(math.e)]),
    ("logaddexp2", logaddexp2, [pairs(wide(1e-20, 1e20), wide(1e-20, 1e20)), pairs(uniform(-50, 50), uniform(-50, 50)), cancelling(2)]),
    ("fmod", fmod, [pairs(wide(), wide()), pairs(uniform(-50, 50), uniform(-5, 5)), pairs(uniform(-1e15, 1e15), uniform(-1, 1)),
                    close_pairs(wide(high=1e300))]),
]


def split(value):
    """The nearest f64, and the rest in 1/256 of its last place."""
    if value == 0:
        return 0.0, 0
    exponent = max(int(mp.floor(mp.log(abs(value), 2))), -1022)
    unit = mpf(2) ** (exponent - 52)
    units = mp.nint(value / unit)
    nearest = float(units * unit)
    return nearest, max(-128, min(127, int(mp.nint((value / unit - units) * 256))))


def sample(rng, f, source):
    """Arguments from the source, and the function's value there if that is an f64."""
    while True:
        args = source(rng)
        args = args if isinstance(args, tuple) else (args,)
        value = f(*map(mpf, args))
        if isinstance(value, mpf) and abs(value) < MAX:
            return args, value


def main():
    rng = random.Random(1)
    out = bytearray()
    for name, f, sources in FUNCTIONS:
        records = bytearray()
        for i in range(COUNT):
            args, value = sample(rng, f, sources[i % len(sources)])
            nearest, rest = split(value)
            records += struct.pack(f"<{len(args)}ddb", *args, nearest, rest)
        out += struct.pack("<I", COUNT) + records
    pathlib.Path(__file__).with_name("reference.bin").write_bytes(out)


if __name__ == "__main__":
    main()
