"""Numbers of combinatorics, derivatives of Bessel functions, orthogonal polynomials, and other functions that are made of special ones."""

import math
from fractions import Fraction
from operator import index as _index

from .. import _ufuncs
from .._creation import asarray
from .._poly1d import poly1d
from .._searching import where


def _integers(*numbers):
    try:
        return [_index(each) for each in numbers]
    except TypeError:
        raise ValueError("Non-integer arguments are not supported with exact=True.") from None


def comb(N, k, *, exact=False, repetition=False):
    """How many combinations of k of N there are, 0 for more than all; with repetition, or exactly, of whole numbers.

    Example: ``xparray.scipy.special.comb(10, 3)``.
    """
    from .special import binom

    if repetition:
        return comb(N + k - 1, k, exact=exact) if exact or not hasattr(N, "shape") else comb(asarray(N) + k - 1, k)
    if exact:
        n, k = _integers(N, k)
        return math.comb(n, k) if 0 <= k <= n else 0
    n, k = asarray(N), asarray(k)
    return where((k <= n) & (n >= 0) & (k >= 0), binom(n.astype("float64"), k.astype("float64")), 0.0)


def perm(N, k, exact=False):
    """How many orders of k of N there are, 0 for more than all; or exactly, of whole numbers.

    Example: ``xparray.scipy.special.perm(10, 3)``.
    """
    from .special import poch

    if exact:
        n, k = _integers(N, k)
        return math.perm(n, k) if 0 <= k <= n else 0
    n, k = asarray(N).astype("float64"), asarray(k).astype("float64")
    return where((k <= n) & (n >= 0) & (k >= 0), poch(n - k + 1, k), 0.0)


def _product(n, step):
    return math.prod(range(n, 0, -step)) if n >= 0 else 0


def _counted(n, step):
    """An array of exact products, of Python's integers for a number."""
    if not hasattr(n, "shape") and not isinstance(n, (list, tuple)):
        return _product(*_integers(n), step)
    n = asarray(n)
    if n.dtype.kind not in "iu":
        raise ValueError("Non-integer arguments are not supported with exact=True.")
    found = [_product(each, step) for each in n.reshape(-1).tolist()]
    if any(each >= 2**63 for each in found):
        raise OverflowError("a product is beyond 64 bits")
    return asarray(found, dtype="int64").reshape(n.shape)


def factorial(n, exact=False):
    """The product of the numbers up to n, of others by the gamma function, 0 for those below 0; or exactly, of whole numbers.

    Example: ``xparray.scipy.special.factorial(5)``.
    """
    from .special import gamma

    if exact:
        return _counted(n, 1)
    n = asarray(n).astype("float64")
    return where(n < 0, 0.0, gamma(n + 1))


def factorial2(n, exact=False):
    """The product of every second number up to n, 0 for those below 0; or exactly.

    Example: ``xparray.scipy.special.factorial2(7)``.
    """
    from .special import gamma

    if exact:
        return _counted(n, 2)
    n = asarray(n)
    if n.dtype.kind not in "iu":
        raise ValueError("factorial2 does not support non-integral scalar arguments")
    n = n.astype("float64")
    odd = n % 2
    found = 2.0 ** (n / 2) * gamma(n / 2 + 1) * where(odd == 1, math.sqrt(2 / math.pi), 1.0)
    return where(n < 0, 0.0, found)


def factorialk(n, k, exact=False):
    """The product of every k-th number up to n, as a float, or exactly.

    Example: ``xparray.scipy.special.factorialk(10, 3)``.
    """
    (k,) = _integers(k)
    if k < 1:
        raise ValueError(f"k must be a positive integer, not {k}")
    found = _counted(n, k)
    return found if exact else asarray(found).astype("float64")


def stirling2(N, K, *, exact=False):
    """In how many ways N things are in K parts, none of which is empty; or exactly, of whole numbers.

    Example: ``xparray.scipy.special.stirling2(5, 2)``.
    """
    from .._manipulation import broadcast_arrays

    def of(n, k):
        if k < 0 or n < k:
            return 0
        return sum((-1) ** j * math.comb(k, j) * (k - j) ** n for j in range(k + 1)) // math.factorial(k)

    if exact:
        return of(*_integers(N, K))
    n, k = broadcast_arrays(asarray(N), asarray(K))
    found = [float(of(*each)) for each in zip(n.reshape(-1).tolist(), k.reshape(-1).tolist())]
    return asarray(found, dtype="float64").reshape(n.shape)


def bernoulli(n):
    """Bernoulli's numbers of index 0 to n, a vector.

    Example: ``xparray.scipy.special.bernoulli(4)``.
    """
    (n,) = _integers(n)
    if n < 0:
        raise ValueError("n must be a non-negative integer.")
    found = []
    for m in range(n + 1):
        known = sum((math.comb(m + 1, k) * each for k, each in enumerate(found)), Fraction(0))
        found.append(Fraction(1) if m == 0 else Fraction(0) if m > 1 and m % 2 else -known / (m + 1))
    return asarray([float(each) for each in found], dtype="float64")


def euler(n):
    """Euler's numbers of index 0 to n, a vector.

    Example: ``xparray.scipy.special.euler(4)``.
    """
    (n,) = _integers(n)
    if n < 0:
        raise ValueError("n must be a non-negative integer.")
    found = [1]
    for m in range(1, n + 1):
        found.append(0 if m % 2 else -sum(math.comb(m, k) * found[k] for k in range(0, m, 2)))
    return asarray([float(each) for each in found], dtype="float64")


def _derivative(name, function, sign, turned, doc):
    """The derivative of a Bessel function by those of neighbouring orders (DLMF 10.6.7, 10.29.5)."""

    def made(v, z, n=1):
        from . import special

        (order,) = _integers(n)
        if order < 0:
            raise ValueError(f"n must be a non-negative integer, not {n}")
        of = getattr(special, function)
        v, z = asarray(v).astype("float64"), asarray(z)
        total = of(v - order, z) if order else of(v, z)
        for k in range(1, order + 1):
            total = total + (sign**k * math.comb(order, k)) * of(v - order + 2 * k, z)
        return total * (turned**order / 2.0**order)

    made.__name__ = made.__qualname__ = name
    made.__module__ = "xparray.scipy.special"
    made.__doc__ = f"The derivative of order n of {doc}, of real order v.\n\nExample: ``xparray.scipy.special.{name}(1, z)``."
    return made


_DERIVATIVES = {
    "h1vp": _derivative("h1vp", "hankel1", -1, 1, "Hankel's function of the first kind"),
    "h2vp": _derivative("h2vp", "hankel2", -1, 1, "Hankel's function of the second kind"),
    "ivp": _derivative("ivp", "iv", 1, 1, "the modified Bessel function of the first kind"),
    "jvp": _derivative("jvp", "jv", -1, 1, "the Bessel function of the first kind"),
    "kvp": _derivative("kvp", "kv", 1, -1, "the modified Bessel function of the second kind"),
    "yvp": _derivative("yvp", "yv", -1, 1, "the Bessel function of the second kind"),
}
globals().update(_DERIVATIVES)

#: For each polynomial a, b and c of P(n + 1) = (a x + b) P(n) - c P(n - 1) (DLMF 18.9.1), of n and parameters.
_RECURRENCES = {
    "chebyt": ("n", lambda n: (2 if n else 1, 0, 1)),
    "chebyu": ("n", lambda n: (2, 0, 1)),
    "gegenbauer": ("n, alpha", lambda n, alpha: (2 * (n + alpha) / (n + 1), 0, (n + 2 * alpha - 1) / (n + 1))),
    "genlaguerre": ("n, alpha", lambda n, alpha: (-1 / (n + 1), (2 * n + 1 + alpha) / (n + 1), (n + alpha) / (n + 1))),
    "hermite": ("n", lambda n: (2, 0, 2 * n)),
    "hermitenorm": ("n", lambda n: (1, 0, n)),
    "laguerre": ("n", lambda n: (-1 / (n + 1), (2 * n + 1) / (n + 1), n / (n + 1))),
    "legendre": ("n", lambda n: ((2 * n + 1) / (n + 1), 0, n / (n + 1))),
}


def _polynomial(name, parameters, recurrence):
    def of(n, *parameters, monic=False):
        (n,) = _integers(n)
        if n < 0:
            raise ValueError("n must be nonnegative.")
        before, now = poly1d([0.0]), poly1d([1.0])
        for k in range(n):
            a, b, c = recurrence(k, *parameters)
            before, now = now, poly1d([float(a), float(b)]) * now - before * float(c)
        return now / float(now.coeffs[0]) if monic else now

    made = eval(f"lambda {parameters}, monic=False: of({parameters}, monic=monic)", {"of": of})
    made.__name__ = made.__qualname__ = name
    made.__module__ = "xparray.scipy.special"
    example = parameters.replace("n", "3", 1).replace("alpha", "0.5")
    made.__doc__ = f"The polynomial `{name}` of degree n, a `poly1d`; `monic`, its first coefficient is 1.\n\nExample: ``xparray.scipy.special.{name}({example})``."
    return made


_POLYNOMIALS = {name: _polynomial(name, *row) for name, row in _RECURRENCES.items()}
globals().update(_POLYNOMIALS)


def softplus(x):
    """log(1 + exp(x)), of the shape of x.

    Example: ``xparray.scipy.special.softplus(x)``.
    """
    return _ufuncs.table["logaddexp"](asarray(x), 0.0)


def diric(x, n):
    """Dirichlet's kernel sin(n x / 2) / (n sin(x / 2)), of the shape of both.

    Example: ``xparray.scipy.special.diric(x, 7)``.
    """
    sin, rint = _ufuncs.table["sin"], _ufuncs.table["rint"]
    x, n = asarray(x).astype("float64"), asarray(n)
    known = (n > 0) & (n == rint(n.astype("float64")))
    turns = x / (2 * math.pi)
    whole = abs(sin(x / 2)) < 1e-9
    at = where((rint(turns) * (n - 1)) % 2 == 0, 1.0, -1.0)
    below = where(whole, 1.0, n * sin(x / 2))
    return where(known, where(whole, at, sin(n * x / 2) / below), math.nan)


def powm1(x, y):
    """x**y - 1, also where that is small, of the shape of both.

    Example: ``xparray.scipy.special.powm1(x, 1e-9)``.
    """
    from .special import xlogy

    x, y = asarray(x).astype("float64"), asarray(y).astype("float64")
    exponent = where(x > 0, xlogy(y, where(x > 0, x, 1.0)), math.inf)
    small = abs(exponent) < 1
    return where(small, _ufuncs.table["expm1"](where(small, exponent, 0.0)), x**y - 1)


def agm(a, b):
    """The arithmetic-geometric mean of numbers of one sign, of the shape of both.

    Example: ``xparray.scipy.special.agm(1.0, 2.0)``.
    """
    from .special import ellipkm1

    a, b = asarray(a).astype("float64"), asarray(b).astype("float64")
    total = a + b
    some = where(total == 0, 1.0, total)
    # Gauss's formula, which is exact for equal numbers.
    found = (math.pi / 4) * total / ellipkm1(4 * (a / some) * (b / some))
    return where(a * b < 0, math.nan, where((a == 0) | (b == 0), 0.0, where(a == b, a, found)))


__all__ = [
    *_DERIVATIVES, *_POLYNOMIALS, "agm", "bernoulli", "comb", "diric", "euler", "factorial", "factorial2", "factorialk", "perm", "powm1",
    "softplus", "stirling2",
]
