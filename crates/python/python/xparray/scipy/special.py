"""Special functions, as of `scipy.special`. Those of each element are ufuncs: they take `out=`, `where=` and `dtype=`."""

import inspect

from .. import _core, _ufuncs
from .._table import documented, functions
from . import _counting
from ._counting import *

#: The functions of each element: their parameters, and what they give.
_UFUNCS = {
    "bdtr": ("k, n, p", "The binomial distribution function: the probability of up to k successes, rounded down."),
    "bdtrc": ("k, n, p", "The complement of bdtr: the probability of more than k successes."),
    "bdtri": ("k, n, y", "The inverse of bdtr over p."),
    "bei": ("x", "Kelvin's function bei, the imaginary part of J(0, x exp(3 pi i / 4))."),
    "beip": ("x", "The derivative of bei."),
    "ber": ("x", "Kelvin's function ber, the real part of J(0, x exp(3 pi i / 4))."),
    "berp": ("x", "The derivative of ber."),
    "beta": ("a, b", "The beta function, gamma(a) gamma(b) / gamma(a + b)."),
    "betainc": (
        "a, b, x",
        "The regularized incomplete beta function, the integral of t^(a - 1) (1 - t)^(b - 1) from 0 to x over beta(a, b).",
    ),
    "betaincc": (
        "a, b, x",
        "The complement of the regularized incomplete beta function, 1 - betainc(a, b, x), also where that is small.",
    ),
    "betainccinv": ("a, b, y", "The inverse of betaincc: x with betaincc(a, b, x) = y, for y from 0 to 1."),
    "betaincinv": ("a, b, y", "The inverse of betainc: x with betainc(a, b, x) = y, for y from 0 to 1."),
    "betaln": ("a, b", "The logarithm of the beta function's magnitude."),
    "binom": (
        "n, k",
        "The binomial coefficient of real numbers, 1 / ((n + 1) beta(n - k + 1, k + 1)); exact where the product is.",
    ),
    "boxcox": ("x, lmbda", "The Box-Cox transform (x^lmbda - 1) / lmbda, and the logarithm for lmbda of 0."),
    "boxcox1p": ("x, lmbda", "The Box-Cox transform of 1 + x."),
    "btdtr": ("a, b, x", "The beta distribution function: betainc."),
    "btdtri": ("a, b, p", "The inverse of btdtr over x."),
    "chdtr": ("v, x", "The chi-square distribution function of v degrees of freedom."),
    "chdtrc": ("v, x", "The complement of chdtr."),
    "chdtri": ("v, p", "The inverse of chdtrc over x."),
    "cosdg": ("x", "The cosine of an angle in degrees, exact at multiples of 30 and of any size; NaN for infinity."),
    "cosm1": ("x", "cos(x) - 1, also where that is small."),
    "cotdg": ("x", "The cotangent of an angle in degrees, exact at multiples of 45 and of any size: infinity at its poles."),
    "dawsn": ("x", "Dawson's integral: exp(-x^2) times the integral of exp(t^2) from 0 to x."),
    "digamma": ("x", "The digamma function, the derivative of gammaln: NaN at the negative integers."),
    "ellipe": ("x", "The complete elliptic integral of the second kind, of a parameter m up to 1; NaN beyond."),
    "ellipeinc": (
        "phi, m",
        "The incomplete elliptic integral of the second kind: of sqrt(1 - m sin(t)^2) from 0 to phi, for m up to 1.",
    ),
    "ellipk": ("x", "The complete elliptic integral of the first kind, of a parameter m up to 1; NaN beyond."),
    "ellipkinc": (
        "phi, m",
        "The incomplete elliptic integral of the first kind: of 1 / sqrt(1 - m sin(t)^2) from 0 to phi, for m up to 1.",
    ),
    "ellipkm1": ("x", "The complete elliptic integral of the first kind of the parameter 1 - x, accurate where that is near 1."),
    "elliprc": ("x, y", "Carlson's degenerate elliptic integral, of y below 0 its principal value; over the complex plane too."),
    "elliprd": ("x, y, z", "Carlson's elliptic integral of the second kind, of z beside x and y; over the complex plane too."),
    "elliprf": ("x, y, z", "Carlson's elliptic integral of the first kind; over the complex plane too."),
    "elliprg": ("x, y, z", "Carlson's symmetric elliptic integral of the second kind; over the complex plane too."),
    "elliprj": (
        "x, y, z, p",
        "Carlson's elliptic integral of the third kind, of p below 0 its principal value; over the complex plane too.",
    ),
    "entr": ("x", "The terms of entropy, -x log(x): 0 at zero, negative infinity below."),
    "erf": ("x", "The error function: 2 / sqrt(pi) times the integral of exp(-t^2) from 0 to x."),
    "erfc": ("x", "The complementary error function, 1 - erf(x), also where that is small."),
    "erfcinv": ("x", "The inverse of erfc, for numbers from 0 to 2; NaN beyond."),
    "erfcx": ("x", "The scaled complementary error function, exp(x^2) erfc(x)."),
    "erfi": ("z", "The imaginary error function -i erf(i z), of real and of complex numbers."),
    "erfinv": ("x", "The inverse of the error function, for numbers from -1 to 1; NaN beyond."),
    "eval_chebyc": (
        "n, x",
        "Chebyshev's polynomial C of real degree n, on the interval from -2 to 2: twice the one of the first kind of x / 2.",
    ),
    "eval_chebys": (
        "n, x",
        "Chebyshev's polynomial S of real degree n, on the interval from -2 to 2: the one of the second kind of x / 2.",
    ),
    "eval_chebyt": ("n, x", "Chebyshev's polynomial of the first kind of real degree n."),
    "eval_chebyu": ("n, x", "Chebyshev's polynomial of the second kind of real degree n."),
    "eval_gegenbauer": ("n, alpha, x", "Gegenbauer's polynomial of real degree n and parameter alpha."),
    "eval_genlaguerre": ("n, alpha, x", "The generalized polynomial of Laguerre of real degree n and parameter alpha."),
    "eval_hermite": ("n, x", "Hermite's polynomial of integer degree n, of the weight exp(-x^2)."),
    "eval_hermitenorm": ("n, x", "Hermite's polynomial of integer degree n, of the weight exp(-x^2 / 2)."),
    "eval_jacobi": ("n, alpha, beta, x", "Jacobi's polynomial of real degree n and parameters alpha and beta above -1."),
    "eval_laguerre": ("n, x", "Laguerre's polynomial of real degree n."),
    "eval_legendre": ("n, x", "Legendre's polynomial of real degree n."),
    "eval_sh_chebyt": ("n, x", "Chebyshev's polynomial of the first kind of real degree n, of 2 x - 1."),
    "eval_sh_chebyu": ("n, x", "Chebyshev's polynomial of the second kind of real degree n, of 2 x - 1."),
    "eval_sh_jacobi": ("n, p, q, x", "Jacobi's polynomial of real degree n."),
    "eval_sh_legendre": ("n, x", "Legendre's polynomial of real degree n, of 2 x - 1."),
    "exp1": ("x", "The exponential integral E1: of exp(-t) / t from x to infinity."),
    "exp10": ("x", "10 to the power x."),
    "expi": ("x", "The exponential integral Ei: the principal value of that of exp(t) / t from negative infinity to x."),
    "expit": ("x", "The logistic function, 1 / (1 + exp(-x))."),
    "expn": (
        "n, x",
        "The exponential integral of integer order n, of exp(-x t) / t^n over t from 1 on, for n and x of at least 0.",
    ),
    "exprel": ("x", "(exp(x) - 1) / x, which is 1 at zero."),
    "fdtr": ("dfn, dfd, x", "Fisher's distribution function of dfn and dfd degrees of freedom."),
    "fdtrc": ("dfn, dfd, x", "The complement of fdtr."),
    "fdtri": ("dfn, dfd, p", "The inverse of fdtr over x, for p above 0."),
    "gamma": ("x", "The gamma function: infinite at zeros, with their sign, and NaN at the negative integers."),
    "gammainc": ("a, x", "The regularized lower incomplete gamma function P(a, x)."),
    "gammaincc": ("a, x", "The regularized upper incomplete gamma function Q(a, x) = 1 - P(a, x), also where that is small."),
    "gammainccinv": ("a, q", "The inverse of gammaincc: x with Q(a, x) = q, for q from 0 to 1."),
    "gammaincinv": ("a, p", "The inverse of gammainc: x with P(a, x) = p, for p from 0 to 1."),
    "gammaln": ("x", "The logarithm of the magnitude of the gamma function: infinite at zero and the negative integers."),
    "gammasgn": ("x", "The sign of the gamma function, 1 or -1: NaN at the negative integers, and the sign of a zero."),
    "gdtr": ("a, b, x", "The gamma distribution function of rate a and shape parameter b."),
    "gdtrc": ("a, b, x", "The complement of gdtr."),
    "hankel1": ("v, z", "Hankel's function of the first kind and real order v, J + i Y, complex; NaN at 0."),
    "hankel1e": ("v, z", "hankel1 times exp(-i z)."),
    "hankel2": ("v, z", "Hankel's function of the second kind and real order v, J - i Y, complex; NaN at 0."),
    "hankel2e": ("v, z", "hankel2 times exp(i z)."),
    "huber": ("delta, r", "Huber's loss: r^2 / 2 up to delta, then delta (|r| - delta / 2); infinite for a negative delta."),
    "hyp0f1": ("v, z", "The confluent hypergeometric limit function 0F1(; v; z); NaN if v is an integer up to 0."),
    "hyp1f1": ("a, b, z", "The confluent hypergeometric function of Kummer, 1F1(a; b; z); infinite if b is an integer up to 0."),
    "hyp2f1": (
        "a, b, c, z",
        "Gauss's hypergeometric function 2F1(a, b; c; z): of real numbers up to 1, and infinite beyond but for polynomials.",
    ),
    "hyperu": ("a, b, x", "Tricomi's confluent hypergeometric function U(a, b, x), for x of at least 0."),
    "i0e": ("x", "The modified Bessel function of the first kind and order 0, scaled: i0 times exp(-abs(x))."),
    "i1": ("x", "The modified Bessel function of the first kind and order 1."),
    "i1e": ("x", "The modified Bessel function of the first kind and order 1, scaled: i1 times exp(-abs(x))."),
    "inv_boxcox": ("x, lmbda", "The inverse of boxcox."),
    "inv_boxcox1p": ("x, lmbda", "The inverse of boxcox1p."),
    "iv": ("v, z", "The modified Bessel function of the first kind and real order v; of real negative numbers for integer orders."),
    "ive": ("v, z", "iv times exp(-abs(re(z))), also where that is no number."),
    "j0": ("x", "The Bessel function of the first kind and order 0."),
    "j1": ("x", "The Bessel function of the first kind and order 1."),
    "jv": ("v, z", "The Bessel function of the first kind and real order v; of real negative numbers for integer orders."),
    "jve": ("v, z", "jv times exp(-abs(im(z)))."),
    "k0": ("x", "The modified Bessel function of the second kind and order 0: infinite at zero, NaN below."),
    "k0e": ("x", "The modified Bessel function of the second kind and order 0, scaled: k0 times exp(x)."),
    "k1": ("x", "The modified Bessel function of the second kind and order 1: infinite at zero, NaN below."),
    "k1e": ("x", "The modified Bessel function of the second kind and order 1, scaled: k1 times exp(x)."),
    "kei": ("x", "Kelvin's function kei, the imaginary part of K(0, x exp(pi i / 4)), for x of at least 0."),
    "keip": ("x", "The derivative of kei."),
    "ker": ("x", "Kelvin's function ker, the real part of K(0, x exp(pi i / 4)), for x of at least 0."),
    "kerp": ("x", "The derivative of ker."),
    "kl_div": ("x, y", "x log(x / y) - x + y, y for x of 0, infinite if a number is negative."),
    "kv": ("v, z", "The modified Bessel function of the second kind and real order v: of real numbers of at least 0."),
    "kve": ("v, z", "kv times exp(z), also where that is no number."),
    "log_expit": ("x", "The logarithm of the logistic function, -log(1 + exp(-x))."),
    "log_ndtr": ("x", "The logarithm of the standard normal distribution's cumulative function."),
    "loggamma": (
        "z",
        "The principal branch of the logarithm of the gamma function: analytic but for a cut along the negative axis.",
    ),
    "logit": ("x", "The inverse of the logistic function, log(x / (1 - x)), for numbers from 0 to 1; NaN beyond."),
    "lpmv": (
        "m, v, x",
        "The associated Legendre function of integer order m and real degree v, with Condon's and Shortley's sign.",
    ),
    "modstruve": ("v, x", "The modified function of Struve of real order v; of negative x for integer orders."),
    "nbdtr": ("k, n, p", "The negative binomial distribution function."),
    "nbdtrc": ("k, n, p", "The complement of nbdtr."),
    "nbdtri": ("k, n, y", "The inverse of nbdtr over p."),
    "ndtr": ("x", "The cumulative function of the standard normal distribution."),
    "ndtri": ("x", "The inverse of ndtr, the quantiles of the standard normal distribution, for numbers from 0 to 1; NaN beyond."),
    "nrdtrimn": ("p, std, x", "The mean of the normal distribution of standard deviation std whose quantile of p is x."),
    "nrdtrisd": ("mn, p, x", "The standard deviation of the normal distribution of mean mn whose quantile of p is x."),
    "owens_t": ("h, a", "Owen's function, of exp(-h^2 (1 + x^2) / 2) / (1 + x^2) / (2 pi) the integral over x from 0 to a."),
    "pdtr": ("k, m", "Poisson's distribution function: the probability of up to k events, rounded down, of mean m."),
    "pdtrc": ("k, m", "The complement of pdtr."),
    "pdtri": ("k, y", "The inverse of pdtr over m."),
    "poch": ("a, m", "Pochhammer's symbol, gamma(a + m) / gamma(a)."),
    "polygamma": ("n, x", "The derivative of order n of digamma, for integers n from 0 on."),
    "pseudo_huber": ("delta, r", "Huber's smooth loss delta^2 (sqrt(1 + (r / delta)^2) - 1); infinite for a negative delta."),
    "radian": ("d, m, s", "An angle of degrees, minutes and seconds in radians."),
    "rel_entr": ("x, y", "x log(x / y), 0 for x of 0, infinite if a number is negative: a term of the relative entropy."),
    "rgamma": ("x", "The inverse of the gamma function, 1 divided by it: zero at its poles."),
    "sindg": ("x", "The sine of an angle in degrees, exact at multiples of 30 and of any size; NaN for infinity."),
    "spence": ("x", "Spence's function, the dilogarithm of 1 - x: the integral of log(t) / (1 - t) from 1 to x; NaN below zero."),
    "stdtr": ("df, t", "Student's distribution function of df degrees of freedom, the probability below t."),
    "stdtrit": ("df, p", "The inverse of stdtr over t, for p from 0 to 1."),
    "struve": ("v, x", "Struve's function of real order v; of negative x for integer orders."),
    "tandg": ("x", "The tangent of an angle in degrees, exact at multiples of 45 and of any size: infinity at its poles."),
    "voigt_profile": ("x, sigma, gamma", "Voigt's profile."),
    "wofz": ("z", "Faddeeva's function exp(-z^2) erfc(-i z), complex, of real and of complex numbers."),
    "wright_bessel": ("a, b, x", "Wright's generalized Bessel function, the sum of x^k / (k! gamma(a k + b)) over k from 0 on."),
    "wrightomega": ("z", "Wright's omega function, the solution of w + log(w) = z, of real and of complex numbers."),
    "y0": ("x", "The Bessel function of the second kind and order 0: negative infinity at zero, NaN below."),
    "y1": ("x", "The Bessel function of the second kind and order 1: negative infinity at zero, NaN below."),
    "yn": ("n, x", "The Bessel function of the second kind and integer order n."),
    "yv": (
        "v, z",
        "The Bessel function of the second kind and real order v: of real numbers of at least 0, and over the complex plane.",
    ),
    "yve": ("v, z", "yv times exp(-abs(im(z)))."),
    "zeta": (
        "x, q",
        "Hurwitz's zeta function, the sum of 1 / (k + q)^x over k from 0 on, for x of at least 1; with q of 1 Riemann's.",
    ),
    "zetac": ("x", "Riemann's zeta function less 1, also where that is small: infinite at 1."),
}

#: Functions of several results, or with arguments that are no arrays.
_FUNCTIONS = {
    "airy": ("z", "Airy's functions Ai, their derivatives Ai', Bi and Bi', each of the shape of z."),
    "airye": ("z", "airy, scaled so that it stays finite."),
    "ellipj": ("u, m", "Jacobi's elliptic functions sn, cn and dn, and the amplitude, of the shape that u and m broadcast to."),
    "fresnel": ("z", "Fresnel's integrals S and C, each of the shape of z."),
    "kelvin": ("x", "Kelvin's functions Be and Ke and their derivatives Be' and Ke', complex, each of the shape of x."),
    "lambertw": ("z, k=0", "Lambert's function: w with w exp(w) = z, on its branch k, complex, of the shape of z."),
    "log_softmax": ("x, axis=None", "The logarithms of softmax, also where that is small, of the shape of x."),
    "multigammaln": ("a, d", "The logarithm of the multivariate gamma function of dimension d, of the shape of a."),
    "roots_chebyt": ("n, mu=False, *, device=None", "Nodes and weights of Chebyshev's quadrature of the first kind, vectors of n."),
    "roots_chebyu": ("n, mu=False, *, device=None", "Nodes and weights of Chebyshev's quadrature of the second kind, vectors of n."),
    "roots_gegenbauer": ("n, alpha, mu=False, *, device=None", "Nodes and weights of Gegenbauer's quadrature, vectors of n."),
    "roots_genlaguerre": ("n, alpha, mu=False, *, device=None", "Nodes and weights of the generalized quadrature of Laguerre, vectors of n."),
    "roots_hermite": ("n, mu=False, *, device=None", "Nodes and weights of Hermite's quadrature, of the weight exp(-x^2), vectors of n."),
    "roots_hermitenorm": ("n, mu=False, *, device=None", "Nodes and weights of that of the weight exp(-x^2 / 2), vectors of n."),
    "roots_jacobi": ("n, alpha, beta, mu=False, *, device=None", "Nodes and weights of Jacobi's quadrature, vectors of n."),
    "roots_laguerre": ("n, mu=False, *, device=None", "Nodes and weights of Laguerre's quadrature, vectors of n."),
    "roots_legendre": ("n, mu=False, *, device=None", "Nodes and weights of Legendre's quadrature from -1 to 1, vectors of n."),
    "shichi": ("x", "The hyperbolic sine and cosine integrals, each of the shape of x."),
    "sici": ("x", "The sine and cosine integrals, each of the shape of x."),
    "softmax": ("x, axis=None", "exp(x) divided by its sum along axes, of the shape of x."),
    "sph_harm_y": ("n, m, theta, phi", "The spherical harmonic of degree n and order m, of the shape that both angles have."),
    "spherical_in": ("n, z, derivative=False", "The modified spherical Bessel function of the first kind, or its derivative."),
    "spherical_jn": ("n, z, derivative=False", "The spherical Bessel function of the first kind, or its derivative."),
    "spherical_kn": ("n, z, derivative=False", "The modified spherical Bessel function of the second kind, or its derivative."),
    "spherical_yn": ("n, z, derivative=False", "The spherical Bessel function of the second kind, or its derivative."),
    "xlog1py": ("x, y", "x log(1 + y), and 0 where x is 0 and y is not NaN, of the shape that both broadcast to."),
    "xlogy": ("x, y", "x log(y), and 0 where x is 0 and y is not NaN, of the shape that both broadcast to."),
}

_MODULE = "xparray.scipy.special"
_native = _core.tables["special"]
_found = {ufunc.__name__: ufunc for ufunc in _core.special_ufuncs if ufunc.__name__ in _UFUNCS}
_signatures = {
    name: inspect.signature(eval(f"lambda {parameters}, /, out=None, *, where=True, dtype=None: None"))
    for name, (parameters, _) in _UFUNCS.items()
}
_SHAPE = "\n\nThe result has the shape that all broadcast to."
_docs = {
    name: documented(_MODULE, name, _signatures[name].parameters.values(), doc + _SHAPE)
    for name, (_, doc) in _UFUNCS.items()
}
globals().update(_found)


def _summed(native):
    """Nodes and weights, and the sum of the weights if it is asked for."""

    def called(*args):
        *args, mu, device = args
        nodes, weights = native(*args, device)
        return (nodes, weights, weights.sum()) if mu else (nodes, weights)

    return called


_sums = {name: _summed(_native[name]) for name in _FUNCTIONS if name.startswith("roots_")}
globals().update(functions(_MODULE, {**_native, **_sums}, _FUNCTIONS))
#: NumPy's functions that SciPy has too, and other names.
_ALIASES = {
    "cbrt": "cbrt", "exp2": "exp2", "expm1": "expm1", "i0": "i0", "log1p": "log1p", "round": "rint", "sinc": "sinc",
}
globals().update({alias: _ufuncs.table[name] for alias, name in _ALIASES.items()})
psi = _found["digamma"]


def assoc_legendre_p(n, m, z, /, *, branch_cut=2, norm=False):
    """The associated Legendre function of degree n and order m, of the shape that all broadcast to.

    Example: ``xparray.scipy.special.assoc_legendre_p(2, 1, z)``.
    """
    return _native["assoc_legendre_p"](n, m, z, norm, branch_cut)


def zeta(x, q=None, out=None, **options):
    """Hurwitz's zeta function, the sum of 1 / (k + q)^x over k from 0 on, for x of at least 1; without q Riemann's, of all real numbers. Of the shape
    that both broadcast to; with the options of a ufunc.

    Example: ``xparray.scipy.special.zeta(2.0)``.
    """
    if q is not None:
        return _found["zeta"](x, q, out=out, **options)
    return _ufuncs.table["add"](_found["zetac"](x), 1.0, out=out, **options)


def logsumexp(a, axis=None, b=None, keepdims=False, return_sign=False):
    """The logarithm of the sum of b exp(a) along axes, which go, or stay with length 1; and the sign of the sum, if asked for.

    Example: ``xparray.scipy.special.logsumexp(a, axis=0)``.
    """
    return _native["logsumexp_and_sign" if return_sign else "logsumexp"](a, axis, b, keepdims)


def _moved(of, half, doc):
    """Nodes and weights of a quadrature on another interval: that from 0 to 1, or from -2 to 2."""

    def made(n, mu=False, *, device=None):
        nodes, weights = _native[of](n, device)
        if half:
            nodes = (nodes + 1) / 2
            weights = weights / 2 if of == "roots_legendre" else weights
        else:
            nodes, weights = nodes * 2, weights * 2
        return (nodes, weights, weights.sum()) if mu else (nodes, weights)

    made.__doc__, made.__module__ = doc, _MODULE
    return made


#: Quadratures on other intervals: the one that is moved, whether to that from 0 to 1 or else to that from -2 to 2, and what it is.
_MOVED = {
    "roots_chebyc": ("roots_chebyt", False, "Chebyshev's quadrature of the first kind from -2 to 2"),
    "roots_chebys": ("roots_chebyu", False, "Chebyshev's quadrature of the second kind from -2 to 2"),
    "roots_sh_chebyt": ("roots_chebyt", True, "Chebyshev's quadrature of the first kind from 0 to 1"),
    "roots_sh_legendre": ("roots_legendre", True, "Legendre's quadrature from 0 to 1"),
}
for _name, (_of, _half, _doc) in _MOVED.items():
    _made = _moved(_of, _half, f"Nodes and weights of {_doc}, vectors of n.\n\nExample: ``{_MODULE}.{_name}(3)``.")
    _made.__name__ = _made.__qualname__ = _name
    globals()[_name] = _made


def roots_sh_jacobi(n, p1, q1, mu=False, *, device=None):
    """Nodes and weights of Jacobi's quadrature from 0 to 1, of the weight (1 - x)^(p1 - q1) x^(q1 - 1), vectors of n.

    Example: ``xparray.scipy.special.roots_sh_jacobi(3, 1.5, 1.0)``.
    """
    if p1 - q1 <= -1 or q1 <= 0:
        raise ValueError("(p - q) must be greater than -1, and q must be greater than 0.")
    nodes, weights = _native["roots_jacobi"](n, p1 - q1, q1 - 1, device)
    nodes, weights = (nodes + 1) / 2, weights / 2.0**p1
    return (nodes, weights, weights.sum()) if mu else (nodes, weights)


def roots_sh_chebyu(n, mu=False, *, device=None):
    """Nodes and weights of Chebyshev's quadrature of the second kind from 0 to 1, vectors of n.

    Example: ``xparray.scipy.special.roots_sh_chebyu(3)``.
    """
    return roots_sh_jacobi(n, 2.0, 1.5, mu, device=device)


#: Other names of the same functions.
jn, kn = _found["jv"], _found["kv"]
_SHORT = {
    "c_roots": "roots_chebyc", "cg_roots": "roots_gegenbauer", "h_roots": "roots_hermite", "he_roots": "roots_hermitenorm", "j_roots": "roots_jacobi",
    "js_roots": "roots_sh_jacobi", "l_roots": "roots_laguerre", "la_roots": "roots_genlaguerre", "p_roots": "roots_legendre",
    "ps_roots": "roots_sh_legendre", "s_roots": "roots_chebys", "t_roots": "roots_chebyt", "ts_roots": "roots_sh_chebyt", "u_roots": "roots_chebyu",
    "us_roots": "roots_sh_chebyu",
}
globals().update({short: globals()[name] for short, name in _SHORT.items()})

__all__ = [*_found, *_FUNCTIONS, *_ALIASES, *_counting.__all__, *_MOVED, *_SHORT, "assoc_legendre_p", "jn", "kn", "logsumexp", "psi",
    "roots_sh_chebyu", "roots_sh_jacobi"]
