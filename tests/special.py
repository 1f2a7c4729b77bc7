#!/usr/bin/env python3
"""Writes `data/special/NAME.npz`, what special functions of several arguments should give:

    python3 tests/special.py [NAME...]

The arguments, `in`, a row for each; the values there by mpmath, `out`, in f64, and what that leaves, `rest`; and SciPy's
values, `scipy`; where values may be small differences, the size of what they are differences of, `terms`. Points whose value is no ordinary number are left out but for those of `EDGES`, which go to `edge` and
`edge_out`, as SciPy has them.
"""
import math
import sys
from pathlib import Path

import mpmath as mp
import numpy as np
from scipy import special

HERE = Path(__file__).parent / "data" / "special"
COUNT = 150
np.seterr(all="ignore")
mp.mp.prec = 300
TINY, LARGEST = np.finfo(float).tiny, np.finfo(float).max


def uniform(low, high):
    return lambda rng: rng.uniform(low, high, COUNT)


def wide(low, high):
    return lambda rng: 2.0 ** rng.uniform(np.log2(low), np.log2(high), COUNT)


def either(low, high):
    return lambda rng: wide(low, high)(rng) * rng.choice([-1, 1], COUNT)


def whole(low, high):
    return lambda rng: rng.integers(low, high, COUNT, endpoint=True).astype(float)


def near(factor, spread):
    """Around a multiple of the first argument."""
    return lambda rng, first: np.abs(first) * factor * (1 + rng.uniform(-spread, spread, COUNT))


def rounded(*argument):
    """mpmath's numbers of floats."""
    return [mp.mpf(float(x)) for x in argument]


def gammainc(a, x):
    return mp.gammainc(a, 0, x, regularized=True)


def gammaincc(a, x):
    return mp.gammainc(a, x, mp.inf, regularized=True)


def inverse(function, start, target, low=0, high=mp.inf):
    """Where an increasing or decreasing function has a value, by Newton's method beside SciPy's root."""
    if not (low < start < high):
        return None
    x = mp.mpf(float(start))
    for _ in range(6):
        h = x * mp.mpf(2) ** -120
        slope = (function(x + h) - function(x - h)) / (2 * h)
        x = x - (function(x) - target) / slope
        if not (low < x < high):
            return None
    return x if abs(function(x) / target - 1) < mp.mpf(2) ** -80 else None


def betainc(a, b, x):
    return mp.betainc(a, b, 0, x, regularized=True)


def betaincc(a, b, x):
    return mp.betainc(b, a, 0, 1 - x, regularized=True)


# name: (mpmath's, SciPy's, samples of the arguments)
FUNCTIONS = {
    "gammainc": (gammainc, special.gammainc, [
        (wide(1e-3, 1e3), wide(1e-3, 1e3)), (wide(20, 1e5), near(1, 0.5)), (wide(1e-2, 20), near(1, 1)),
        (wide(1e-10, 1), wide(1e-5, 30)), (wide(100, 1e4), near(0.6, 0.2))]),
    "gammaincc": (gammaincc, special.gammaincc, [
        (wide(1e-3, 1e3), wide(1e-3, 1e3)), (wide(20, 1e5), near(1, 0.5)), (wide(1e-2, 20), near(1, 1)),
        (wide(1e-10, 1), wide(1e-5, 30)), (wide(1e-8, 2), uniform(0, 1.2))]),
    "gammaincinv": (lambda a, p: inverse(lambda x: gammainc(a, x), special.gammaincinv(float(a), float(p)), p),
        special.gammaincinv, [(wide(1e-1, 1e3), uniform(0, 1)), (wide(1, 1e5), wide(1e-100, 1)), (wide(1e-2, 1), wide(1e-2, 1))]),
    "gammainccinv": (lambda a, p: inverse(lambda x: gammaincc(a, x), special.gammainccinv(float(a), float(p)), p),
        special.gammainccinv, [(wide(1e-1, 1e3), uniform(0, 1)), (wide(1, 1e5), wide(1e-100, 1)), (wide(1e-2, 1), wide(1e-2, 1))]),
    "beta": (mp.beta, special.beta, [
        (wide(1e-3, 1e3), wide(1e-3, 1e3)), (wide(10, 1e3), wide(10, 1e3)), (wide(1e-3, 10), wide(10, 1e10)),
        (uniform(-20, 20), uniform(-20, 20)), (whole(-20, 0), whole(1, 20))]),
    "betaln": (lambda a, b: mp.log(abs(mp.beta(a, b))), special.betaln, [
        (wide(1e-3, 1e3), wide(1e-3, 1e3)), (wide(10, 1e10), wide(10, 1e10)), (wide(1e-3, 10), wide(10, 1e10)),
        (uniform(-20, 20), uniform(-20, 20))]),
    "binom": (mp.binomial, special.binom, [
        (whole(0, 60), whole(0, 60)), (uniform(0, 30), uniform(-5, 35)), (wide(1, 1e10), whole(0, 30)), (uniform(-20, 0), whole(0, 30)),
        (wide(1, 1000), wide(1, 1000))]),
    "poch": (lambda a, m: mp.rf(a, m), special.poch, [
        (uniform(-20, 20), uniform(-10, 10)), (wide(1e-2, 1e5), uniform(-1, 1)), (wide(1e-2, 100), wide(1e-2, 100)),
        (uniform(-20, 20), whole(-10, 30)), (wide(1, 1e10), uniform(0, 20))]),
    "betainc": (betainc, special.betainc, [
        (wide(1e-2, 1e3), wide(1e-2, 1e3), uniform(0, 1)), (wide(1, 100), wide(1, 100), uniform(0, 1)),
        (wide(1e-2, 10), wide(1e-2, 10), wide(1e-10, 1)), (wide(1e-2, 10), wide(10, 1e5), wide(1e-5, 1))]),
    "betaincc": (betaincc, special.betaincc, [
        (wide(1, 1e3), wide(1, 1e3), uniform(0, 1)), (wide(1, 100), wide(1, 100), uniform(0, 1)),
        (wide(1e-1, 10), wide(1e-1, 10), wide(1e-10, 1))]),
    "betaincinv": (lambda a, b, p: inverse(lambda x: betainc(a, b, x), special.betaincinv(float(a), float(b), float(p)), p, 0, 1),
        special.betaincinv, [(wide(1e-1, 1e2), wide(1e-1, 1e2), uniform(0, 1)), (wide(1, 1e3), wide(1, 1e3), wide(1e-50, 1))]),
    "betainccinv": (lambda a, b, p: inverse(lambda x: betaincc(a, b, x), special.betainccinv(float(a), float(b), float(p)), p, 0, 1),
        special.betainccinv, [(wide(1, 1e2), wide(1, 1e2), uniform(0, 1)), (wide(1, 1e3), wide(1, 1e3), wide(1e-50, 1))]),
}


def floored(function):
    return lambda k, *rest: function(mp.floor(k), *rest)


def inverted(function, name, index, low=0, high=mp.inf):
    """The inverse over an argument, which the last one given is the value for."""
    scipy = getattr(special, name)

    def value(*given):
        *parameters, target = given
        at = lambda x: function(*parameters[:index], x, *parameters[index:])
        return inverse(at, scipy(*map(float, given)), target, low, high)

    return value, scipy


def rel_entr(x, y):
    return x * mp.log(x / y)


bdtr = floored(lambda k, n, p: mp.mpf(1) if k == n else betainc(n - k, k + 1, 1 - p))
bdtrc = floored(lambda k, n, p: None if k == n else betainc(k + 1, n - k, p))
fdtr = lambda a, b, x: mp.betainc(a / 2, b / 2, 0, a * x / (b + a * x), regularized=True)
fdtrc = lambda a, b, x: mp.betainc(b / 2, a / 2, 0, b / (b + a * x), regularized=True)
nbdtr = floored(lambda k, n, p: betainc(n, k + 1, p))
nbdtrc = floored(lambda k, n, p: mp.betainc(k + 1, n, 0, 1 - p, regularized=True))
pdtr = floored(lambda k, m: gammaincc(k + 1, m))
pdtrc = floored(lambda k, m: gammainc(k + 1, m))
chdtr = lambda v, x: gammainc(v / 2, x / 2)
chdtrc = lambda v, x: gammaincc(v / 2, x / 2)


def zeta(s, q):
    """By the first terms and Euler's and Maclaurin's formula; mpmath's own loses digits for large q."""
    n = 60 + int(s)
    a = q + n
    sum = mp.fsum((q + k) ** -s for k in range(n)) + a ** (1 - s) / (s - 1) + a**-s / 2
    return sum + mp.fsum(mp.bernoulli(2 * j) / mp.factorial(2 * j) * mp.rf(s, 2 * j - 1) * a ** (1 - s - 2 * j) for j in range(1, 50))


FUNCTIONS |= {
    "bdtr": (bdtr, special.bdtr, [(whole(0, 20), whole(20, 60), uniform(0, 1)), (uniform(0, 20), whole(20, 1000), wide(1e-10, 1))]),
    "bdtrc": (bdtrc, special.bdtrc, [(whole(0, 20), whole(20, 60), uniform(0, 1)), (uniform(0, 20), whole(20, 1000), wide(1e-5, 1))]),
    "bdtri": (*inverted(bdtr, "bdtri", 2, 0, 1), [(whole(0, 20), whole(21, 60), uniform(0, 1))]),
    "btdtr": (betainc, special.betainc, [(wide(1e-1, 1e2), wide(1e-1, 1e2), uniform(0, 1))]),
    "btdtri": (*inverted(betainc, "betaincinv", 2, 0, 1), [(wide(1, 1e2), wide(1, 1e2), uniform(0, 1))]),
    "fdtr": (fdtr, special.fdtr, [(whole(1, 100), whole(1, 100), wide(1e-2, 1e2))]),
    "fdtrc": (fdtrc, special.fdtrc, [(whole(1, 100), whole(1, 100), wide(1e-2, 1e2))]),
    "fdtri": (*inverted(fdtr, "fdtri", 2), [(whole(1, 100), whole(1, 100), uniform(0, 1))]),
    "gdtr": (lambda a, b, x: gammainc(b, a * x), special.gdtr, [(wide(1e-1, 10), wide(1e-1, 1e2), wide(1e-2, 1e2))]),
    "gdtrc": (lambda a, b, x: gammaincc(b, a * x), special.gdtrc, [(wide(1e-1, 10), wide(1e-1, 1e2), wide(1e-2, 1e2))]),
    "nbdtr": (nbdtr, special.nbdtr, [(whole(0, 50), whole(1, 50), uniform(0, 1))]),
    "nbdtrc": (nbdtrc, special.nbdtrc, [(whole(0, 50), whole(1, 50), uniform(0, 1))]),
    "nbdtri": (*inverted(nbdtr, "nbdtri", 2, 0, 1), [(whole(0, 50), whole(1, 50), uniform(0, 1))]),
    "pdtr": (pdtr, special.pdtr, [(whole(0, 100), wide(1e-2, 300)), (uniform(0, 10), uniform(0, 20))]),
    "pdtrc": (pdtrc, special.pdtrc, [(whole(0, 100), wide(1e-2, 300)), (uniform(0, 10), uniform(0, 20))]),
    "pdtri": (*inverted(pdtr, "pdtri", 1), [(whole(0, 100), uniform(0, 1))]),
    "chdtr": (chdtr, special.chdtr, [(whole(1, 100), wide(1e-2, 300)), (uniform(0.1, 10), uniform(0, 20))]),
    "chdtrc": (chdtrc, special.chdtrc, [(whole(1, 100), wide(1e-2, 300)), (uniform(0.1, 10), uniform(0, 20))]),
    "chdtri": (*inverted(chdtrc, "chdtri", 1), [(whole(1, 100), uniform(0, 1))]),
    "boxcox": (lambda x, l: mp.log(x) if l == 0 else mp.expm1(l * mp.log(x)) / l, special.boxcox, [
        (wide(1e-10, 1e10), uniform(-3, 3)), (wide(1e-300, 1e300), either(1e-20, 1e-2))]),
    "boxcox1p": (lambda x, l: mp.log1p(x) if l == 0 else mp.expm1(l * mp.log1p(x)) / l, special.boxcox1p, [
        (wide(1e-10, 1e10), uniform(-3, 3)), (either(1e-200, 0.9), either(1e-20, 1e2))]),
    "inv_boxcox": (lambda x, l: mp.exp(x) if l == 0 else mp.exp(mp.log1p(l * x) / l), special.inv_boxcox, [
        (uniform(0, 10), uniform(0, 3)), (uniform(-10, 10), either(1e-20, 1e-2))]),
    "inv_boxcox1p": (lambda x, l: mp.expm1(x) if l == 0 else mp.expm1(mp.log1p(l * x) / l), special.inv_boxcox1p, [
        (uniform(0, 10), uniform(0, 3)), (either(1e-200, 10), either(1e-20, 1e-2))]),
    "rel_entr": (rel_entr, special.rel_entr, [(wide(1e-3, 1e3), wide(1e-3, 1e3)), (wide(1e-300, 1e300), wide(1e-300, 1e300)), (wide(1, 10), near(1, 1e-3))]),
    "kl_div": (lambda x, y: rel_entr(x, y) - x + y, special.kl_div, [
        (wide(1e-3, 1e3), wide(1e-3, 1e3)), (wide(1e-200, 1e200), wide(1e-200, 1e200)), (wide(1, 10), near(1, 1e-1))]),
    "huber": (lambda d, r: r * r / 2 if abs(r) <= d else d * (abs(r) - d / 2), special.huber, [(uniform(0, 3), uniform(-5, 5))]),
    "pseudo_huber": (lambda d, r: r * r / (1 + mp.sqrt(1 + (r / d) ** 2)), special.pseudo_huber, [
        (wide(1e-3, 1e3), either(1e-3, 1e3)), (wide(1e-100, 1e100), either(1e-100, 1e100))]),
    "radian": (lambda d, m, s: (d + m / 60 + s / 3600) * mp.pi / 180, special.radian, [(whole(0, 360), whole(0, 60), uniform(0, 60))]),
    "zeta": (zeta, special.zeta, [(uniform(1, 30), wide(1e-2, 1e3)), (wide(1.0001, 100), wide(1, 1e10)), (whole(2, 10), uniform(-10, 10))]),
    "polygamma": (lambda n, x: mp.psi(int(n), x), special.polygamma, [(whole(1, 10), wide(1e-2, 1e3)), (whole(0, 3), uniform(1.6, 50))]),
    "expn": (lambda n, x: mp.expint(n, x), special.expn, [(whole(0, 20), wide(1e-5, 500)), (whole(1, 5), uniform(0, 3)), (whole(20, 1000), wide(1e-3, 100))]),
    "ellipkinc": (mp.ellipf, special.ellipkinc, [(uniform(-1.5, 1.5), uniform(0, 1)), (uniform(-20, 20), uniform(0, 0.99)), (uniform(-5, 5), uniform(-100, 1))]),
    "ellipeinc": (mp.ellipe, special.ellipeinc, [(uniform(-1.5, 1.5), uniform(0, 1)), (uniform(-20, 20), uniform(0, 1)), (uniform(-5, 5), uniform(-10, 0))]),
}


def spherical_yn(n, x):
    return mp.sqrt(mp.pi / (2 * abs(x))) * mp.bessely(n + 0.5, abs(x)) * (-((-1) ** int(n)) if x < 0 else 1)


def legendre(m, v, x):
    return mp.legenp(int(v), int(m), x, type=2) if abs(m) <= v else None


def harmonic(n, m):
    return (lambda theta, phi: mp.re(mp.spherharm(n, m, theta, phi)), lambda theta, phi: special.sph_harm_y(n, m, theta, phi).real,
            [(uniform(0, np.pi), uniform(-5, 5))], lambda theta, phi: 0.05)


FUNCTIONS |= {
    "yn": (lambda n, x: mp.bessely(int(n), x), special.yn, [(whole(-5, 20), wide(1e-2, 1e2)), (whole(0, 5), uniform(0, 20))],
        lambda n, x: math.sqrt(2 / (math.pi * x)) if x > abs(n) else 0),
    "spherical_yn": (spherical_yn, lambda n, x: special.spherical_yn(n.astype(int), x), [(whole(0, 20), wide(1e-2, 1e2)), (whole(0, 5), uniform(-20, 20))],
        lambda n, x: 1 / abs(x) if abs(x) > n else 0),
    "wright_bessel": (lambda a, b, x: mp.nsum(lambda k: x**k / mp.factorial(k) * mp.rgamma(a * k + b), [0, mp.inf], method="d"),
        special.wright_bessel, [(uniform(0, 3), uniform(0, 5), uniform(0, 10))]),
    "lpmv": (legendre, special.lpmv, [(whole(-5, 5), whole(0, 10), uniform(-1, 1)), (whole(0, 20), whole(10, 40), uniform(-1, 1))],
        lambda m, v, x: 0.1 * math.sqrt(math.gamma(v + m + 1) / math.gamma(v - m + 1)) if abs(m) <= v else 0),
    "sph_harm_y_3_2": harmonic(3, 2), "sph_harm_y_10_m7": harmonic(10, -7), "sph_harm_y_40_1": harmonic(40, 1),
    "xlogy": (lambda x, y: x * mp.log(y), special.xlogy, [(either(1e-3, 1e3), wide(1e-10, 1e10))]),
    "xlog1py": (lambda x, y: x * mp.log1p(y), special.xlog1py, [(either(1e-3, 1e3), wide(1e-20, 1e10))]),
}
for k, name in enumerate(("sn", "cn", "dn")):
    function = lambda u, m, name=name: mp.ellipfun(name, u, m=m)
    FUNCTIONS["ellipj_" + name] = function, lambda u, m, k=k: special.ellipj(u, m)[k], [(uniform(-3, 3), uniform(0, 1)), (uniform(-1, 1), wide(1e-10, 1))]
ENDS = [0.0, 0.5, 1.0, 2.0, np.inf, np.nan, -1.0]
UNIT = [0.0, 0.5, 1.0, np.nan, -1.0, 2.0]
EDGES = {
    "gammainc": (ENDS, ENDS), "gammaincc": (ENDS, ENDS), "gammaincinv": ([0.5, 2.0, np.nan, -1.0], UNIT),
    "gammainccinv": ([0.5, 2.0, np.nan, -1.0], UNIT), "betainc": (ENDS, ENDS, UNIT), "betaincc": (ENDS, ENDS, UNIT),
    "betaincinv": ([0.5, 2.0, np.nan, -1.0], [0.5, 2.0, np.nan, -1.0], UNIT),
    "betainccinv": ([0.5, 2.0, np.nan, -1.0], [0.5, 2.0, np.nan, -1.0], UNIT),
    "bdtr": ([-1.0, 0.0, 1.0, 3.0], [0.0, 1.0, 2.0], UNIT), "bdtrc": ([-1.0, 0.0, 1.0, 3.0], [0.0, 1.0, 2.0], UNIT),
    "nbdtr": ([-1.0, 0.0, 1.0], [1.0, 2.0], UNIT), "nbdtrc": ([-1.0, 0.0, 1.0], [1.0, 2.0], UNIT),
    "fdtr": ([-1.0, 0.0, 1.0], [0.0, 2.0], ENDS), "fdtrc": ([-1.0, 0.0, 1.0], [0.0, 2.0], ENDS),
    "gdtr": ([1.0, 2.0], [1.0, 2.0], ENDS), "gdtrc": ([1.0, 2.0], [1.0, 2.0], ENDS),
    "pdtr": ([-1.0, 0.0, 1.0], ENDS), "pdtrc": ([-1.0, 0.0, 1.0], ENDS),
    "chdtr": ([1.0, 2.0], ENDS), "chdtrc": ([1.0, 2.0], ENDS),
    "boxcox": ([0.0, 1.0, 2.0, np.nan, -1.0], [0.0, 1.0, -1.0, 2.0, np.nan]),
    "boxcox1p": ([0.0, -1.0, 1.0, np.nan, -2.0], [0.0, 1.0, -1.0, 2.0, np.nan]),
    "inv_boxcox": ([0.0, 1.0, 2.0, np.nan], [0.0, 1.0, 2.0, np.nan]),
    "inv_boxcox1p": ([0.0, 1.0, 2.0, np.nan], [0.0, 1.0, 2.0, np.nan]),
    "rel_entr": (ENDS, ENDS), "kl_div": ([0.0, 1.0, 2.0, np.nan, -1.0], [0.0, 1.0, 2.0, np.nan, -1.0]),
    "huber": (ENDS, [0.0, 1.0, 2.0, np.nan, -1.0]), "pseudo_huber": ([0.0, 1.0, 2.0, np.nan, -1.0], [0.0, 1.0, 2.0, np.nan, -1.0]),
    "zeta": ([0.5, 1.0, 2.0, 3.5], [0.0, 1.0, 2.0, -1.0, -1.5]),
    "polygamma": ([0.0, 1.0, 2.0], [1.0, 2.0, np.nan]),
    "yn": ([0.0, 1.0, 2.0, -1.0], [0.0, 1.0, np.inf, np.nan, -1.0]), "xlogy": ([0.0, 1.0, -1.0, np.nan], [0.0, 1.0, np.inf, np.nan, -1.0]),
    "xlog1py": ([0.0, 1.0, -1.0, np.nan], [0.0, -1.0, np.inf, np.nan, 1.0]), "lpmv": ([0.0, 1.0, 3.0, -1.0], [0.0, 2.0, -2.0], [0.0, 1.0, -1.0, 0.5]),
    "spherical_yn": ([0.0, 1.0, 2.0], [0.0, 1.0, np.inf, np.nan, -1.0]), "wright_bessel": ([0.0, 1.0, 0.5], [0.0, 1.0, 2.5], [0.0, 1.0, np.nan, -1.0]),
    "expn": ([0.0, 1.0, 2.0, -1.0], [0.0, 1.0, 2.0, np.inf, np.nan, -1.0]),
    "ellipkinc": ([0.0, 1.0, -1.0, np.inf, np.nan, 2.0], [0.0, 0.5, 1.0, -1.0, np.nan]),
    "ellipeinc": ([0.0, 1.0, -1.0, np.inf, np.nan, 2.0], [0.0, 0.5, 1.0, -1.0, 1.5, np.nan]),
    "ellipj_sn": ([0.0, 1.0, np.nan], [0.0, 0.5, 1.0, -1.0, 2.0, np.nan]),
    "beta": ([1.0, 2.0, -1.0, -2.0, np.nan], [1.0, 2.0, 0.5]),
    "betaln": ([1.0, 2.0, -1.0, -2.0, np.nan], [1.0, 2.0, 0.5]),
}


def value(function, x):
    """mpmath's value, or None where there is no finite one."""
    try:
        y = function(*rounded(*x))
    except (ValueError, ZeroDivisionError, OverflowError, TypeError, mp.libmp.NoConvergence):
        return None
    if y is None or isinstance(y, mp.mpc) and y.imag != 0:
        return None
    y = mp.re(y)
    return y if mp.isfinite(y) and TINY <= abs(y) <= LARGEST else None


def plane():
    """Complex arguments of Lambert's function and the gamma function's logarithm."""
    rng = np.random.default_rng(5)
    z = np.concatenate([
        rng.normal(0, 3, 200) + 1j * rng.normal(0, 3, 200), rng.normal(0, 100, 50) + 1j * rng.normal(0, 100, 50),
        -np.exp(-1) + 0.1 * (rng.normal(0, 1, 30) + 1j * rng.normal(0, 1, 30)), rng.uniform(-20, 20, 50) + 0j,
        1 + 0.1 * (rng.normal(0, 1, 20) + 1j * rng.normal(0, 1, 20)), 2 + 0.1 * (rng.normal(0, 1, 20) + 1j * rng.normal(0, 1, 20))])
    parts = {"in": z, "loggamma": np.array([complex(mp.loggamma(mp.mpc(w))) for w in z])}
    for k in (-2, -1, 0, 1, 3):
        parts[f"lambertw_{k}"] = np.array([complex(mp.lambertw(mp.mpc(w), k)) for w in z])
    parts["edge"] = np.array([0, 1, np.inf, -0.3 + 0j, -0.2 + 0j, 1e-300, 1e300, -1e300 + 0j, np.e])
    for k in (-1, 0, 1):
        parts[f"edge_lambertw_{k}"] = special.lambertw(parts["edge"], k)
    for name, function in {"loggamma": special.loggamma, "lambertw_0": lambda z: special.lambertw(z, 0)}.items():
        error = np.abs(function(z) - parts[name]) / np.abs(parts[name]) / 2.0**-52
        print(name, f"SciPy's largest error: {error.max():.1f} eps at {z[error.argmax()]}")
    np.savez(HERE / "complex.npz", allow_pickle=False, **parts)


def main():
    HERE.mkdir(parents=True, exist_ok=True)
    if not sys.argv[1:] or "complex" in sys.argv[1:]:
        plane()
    for name, (function, scipy, samples, *terms) in FUNCTIONS.items():
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        rng = np.random.default_rng(sum(name.encode()))
        points, values = [], []
        for sample in samples:
            columns = []
            for argument in sample:
                columns.append(argument(rng) if argument.__code__.co_argcount == 1 else argument(rng, columns[0]))
            for x in zip(*columns):
                y = value(function, x)
                if y is not None:
                    points.append(x)
                    values.append(y)
        x = np.ascontiguousarray(np.array(points).T)
        out = np.array([float(y) for y in values])
        parts = {"in": x, "out": out, "rest": np.array([float(y - mp.mpf(o)) for y, o in zip(values, out)]), "scipy": scipy(*x)}
        if terms:
            parts["terms"] = np.array([float(terms[0](*map(float, p))) for p in points])
        if name in EDGES:
            edge = np.array([a.ravel() for a in np.meshgrid(*EDGES[name])])
            parts |= {"edge": edge, "edge_out": scipy(*edge)}
        error = np.abs((parts["scipy"] - out) - parts["rest"]) / np.spacing(np.abs(out))
        np.savez(HERE / f"{name}.npz", allow_pickle=False, **parts)
        print(name, len(out), f"SciPy's largest error: {error.max():.1f} ulp at {x[:, error.argmax()]}", flush=True)


main()
