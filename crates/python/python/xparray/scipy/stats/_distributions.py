"""Distributions of numbers: each an object with SciPy's methods, and itself a function that gives one with its parameters."""

import inspect
from math import inf

from ... import _core
from ..._creation import asarray, zeros
from ..._manipulation import broadcast_shapes, stack
from ..._ufuncs import exp
from ...random import _stream

_native = _core.tables["stats"]


def _shape(size, *parameters):
    """The shape of random numbers: that of the parameters, if no size is given."""
    own = broadcast_shapes(*(getattr(each, "shape", ()) for each in parameters))
    if size is None:
        return list(own)
    size = [size] if isinstance(size, int) else list(size)
    if tuple(broadcast_shapes(own, tuple(size))) != tuple(size):
        raise ValueError("size does not match the broadcast shape of the parameters.")
    return size


def _operand(x):
    return x if isinstance(x, (int, float)) else asarray(x)


class CensoredData:
    """A sample of which some numbers are known, and of others that they are at most (`left`) or at least (`right`) a number, or between two (`interval`, of
    shape (n, 2)).

    Example: ``xparray.scipy.stats.expon.fit(xparray.scipy.stats.CensoredData([1.0, 2.0], right=[3.0]), floc=0)``.
    """

    def __init__(self, uncensored=None, *, left=None, right=None, interval=None):
        self._uncensored, self._left, self._right = (asarray([] if each is None else each, dtype="float64") for each in (uncensored, left, right))
        self._interval = zeros((0, 2)) if interval is None or len(interval) == 0 else asarray(interval, dtype="float64")
        if any(each.ndim != 1 for each in (self._uncensored, self._left, self._right)):
            raise ValueError("`uncensored`, `left` and `right` must be one-dimensional sequences.")
        if self._interval.ndim != 2 or self._interval.shape[1] != 2:
            raise ValueError("`interval` must be a two-dimensional array with shape (m, 2).")
        if any(bool((each != each).any()) for each in self._parts()):
            raise ValueError("a sample must not contain nan.")

    def _parts(self):
        return [self._uncensored, self._left, self._right, self._interval]

    def __len__(self):
        return sum(len(each) for each in self._parts())

    def num_censored(self):
        """How many numbers are not known. Example: ``data.num_censored()``."""
        return len(self) - len(self._uncensored)

    @classmethod
    def left_censored(cls, x, censored):
        """Numbers, those of a mask being the most that they may be. Example: ``xparray.scipy.stats.CensoredData.left_censored(x, mask)``."""
        x, censored = asarray(x, dtype="float64"), asarray(censored, dtype="bool")
        return cls(x[~censored], left=x[censored])

    @classmethod
    def right_censored(cls, x, censored):
        """Numbers, those of a mask being the least that they may be. Example: ``xparray.scipy.stats.CensoredData.right_censored(x, mask)``."""
        x, censored = asarray(x, dtype="float64"), asarray(censored, dtype="bool")
        return cls(x[~censored], right=x[censored])

    @classmethod
    def interval_censored(cls, low, high):
        """Numbers between two each, known where these are the same. Example: ``xparray.scipy.stats.CensoredData.interval_censored(low, high)``."""
        low, high = asarray(low, dtype="float64"), asarray(high, dtype="float64")
        known, under, over = low == high, low == -inf, high == inf
        between = ~(known | under | over)
        return cls(low[known], left=high[under], right=low[over & ~under], interval=stack([low[between], high[between]], axis=-1))


class _Distribution:
    """A distribution of shape parameters, a location, and a scale."""

    #: Whether the kind of distribution has a scale.
    _scaled = True
    #: The name of the function of the user that a distribution is of, and what its random numbers are of.
    _given, _numbers = None, None

    def _named(self, name, shapes, doc):
        self.name, self.shapes = name, ", ".join(shapes) or None
        self.numargs, self._names = len(shapes), shapes
        self.__doc__ = f"{doc}\n\nExample: ``xparray.scipy.stats.{name}({', '.join([*shapes, 'loc=0.5'])})``."

    def _define(self, functions, a, b, name, doc, shapes, seed):
        """The distribution of the first of some functions that the user's class has."""
        self._given = next((each for each in functions if hasattr(type(self), each)), None)
        if self._given is None:
            raise NotImplementedError(f"a class of a distribution defines one of {', '.join(functions)}")
        if shapes is None:
            names = list(inspect.signature(getattr(self, self._given)).parameters)[1:]
        else:
            names = shapes.replace(",", " ").split()
        name = name or "Distribution"
        self._named(name, names, doc or type(self).__doc__ or f"The distribution {name}.")
        self.a, self.b, self._kept = a, b, (None, None)
        self._numbers = None if seed is None else _stream(seed)

    def _get_support(self, *args):
        """The least and the greatest number, of shape parameters."""
        return self.a, self.b

    def _function(self, *shapes):
        """The function of the user, of arrays, for shape parameters."""
        given = getattr(self, self._given)
        if self._given == "_logpdf":
            return lambda x: exp(given(x, *shapes))
        # What is the same everywhere is a number.
        return lambda x: asarray(given(x, *shapes))._broadcast_to(x.shape)

    def _own(self, args, kwds, x):
        """The distribution of the function, made once for the same numbers."""
        shapes, loc, scale = self._parameters(args, kwds)
        shapes = [float(each) for each in shapes]
        key = (*shapes, loc, scale, getattr(x, "device", None)) if all(isinstance(each, (int, float)) for each in (loc, scale)) else None
        if key is None or self._kept[0] != key:
            self._kept = key, self._make(shapes, loc, scale, x)
        return self._kept[1]

    def _parameters(self, args, kwds):
        """Shape parameters, location and scale, of arguments in SciPy's order and by name."""
        names = [*self._names, "loc", *(["scale"] if self._scaled else [])]
        if len(args) > len(names):
            raise TypeError(f"{self.name} takes at most {len(names)} parameters, not {len(args)}")
        given = dict(zip(names, args))
        for name, value in kwds.items():
            if name not in names:
                raise TypeError(f"{self.name} got an unexpected keyword argument '{name}'")
            if name in given:
                raise TypeError(f"{self.name} got multiple values for argument '{name}'")
            given[name] = value
        missing = [name for name in self._names if name not in given]
        if missing:
            raise TypeError(f"{self.name} missing {len(missing)} required arguments: {', '.join(missing)}")
        shapes = [_operand(given[name]) for name in self._names]
        return shapes, _operand(given.get("loc", 0.0)), _operand(given.get("scale", 1.0))

    def _law(self, args, kwds, x=None):
        if self._given:
            return self._own(args, kwds, x)
        shapes, loc, scale = self._parameters(args, kwds)
        return _native["distribution"](self.name, shapes, loc, scale, x)

    def _of(self, method, x, args, kwds):
        x = _operand(x)
        return _native["distribution_of"](self._law(args, kwds, x), method, x)

    def _number(self, method, args, kwds):
        return _native["distribution_number"](self._law(args, kwds), method)

    def __call__(self, *args, **kwds):
        """The distribution with its parameters. Example: ``xparray.scipy.stats.norm(1.0, 2.0)``."""
        return rv_frozen(self, args, kwds)

    freeze = __call__

    def cdf(self, x, *args, **kwds):
        """The probability of at most x. Example: ``stats.norm.cdf(0.5)``."""
        return self._of("cdf", x, args, kwds)

    def sf(self, x, *args, **kwds):
        """The probability of more than x. Example: ``stats.norm.sf(0.5)``."""
        return self._of("sf", x, args, kwds)

    def logcdf(self, x, *args, **kwds):
        """The logarithm of `cdf`. Example: ``stats.norm.logcdf(-40.0)``."""
        return self._of("logcdf", x, args, kwds)

    def logsf(self, x, *args, **kwds):
        """The logarithm of `sf`. Example: ``stats.norm.logsf(40.0)``."""
        return self._of("logsf", x, args, kwds)

    def ppf(self, q, *args, **kwds):
        """The number that `cdf` gives q for. Example: ``stats.norm.ppf(0.975)``."""
        return self._of("ppf", q, args, kwds)

    def isf(self, q, *args, **kwds):
        """The number that `sf` gives q for. Example: ``stats.norm.isf(0.025)``."""
        return self._of("isf", q, args, kwds)

    def mean(self, *args, **kwds):
        """The mean. Example: ``stats.norm.mean(loc=1.0)``."""
        return self._number("mean", args, kwds)

    def var(self, *args, **kwds):
        """The variance. Example: ``stats.norm.var(scale=2.0)``."""
        return self._number("var", args, kwds)

    def std(self, *args, **kwds):
        """The standard deviation. Example: ``stats.norm.std(scale=2.0)``."""
        return self._number("std", args, kwds)

    def median(self, *args, **kwds):
        """The median. Example: ``stats.norm.median(loc=1.0)``."""
        return self._number("median", args, kwds)

    def entropy(self, *args, **kwds):
        """The entropy. Example: ``stats.norm.entropy()``."""
        return self._number("entropy", args, kwds)

    def stats(self, *args, moments="mv", **kwds):
        """Of mean (m), variance (v), skewness (s) and kurtosis less 3 (k) those that are asked for. Example: ``stats.norm.stats()``."""
        found = dict(zip("mvsk", _native["distribution_stats"](self._law(args, kwds))))
        chosen = tuple(found[each] for each in "mvsk" if each in moments)
        return chosen if len(chosen) > 1 else chosen[0]

    def moment(self, order, *args, **kwds):
        """The mean of a power. Example: ``stats.norm.moment(4)``."""
        return _native["distribution_moment"](self._law(args, kwds), order)

    def interval(self, confidence, *args, **kwds):
        """The ends between which numbers are with a probability, as many below as above. Example: ``stats.norm.interval(0.95)``."""
        confidence = _operand(confidence)
        return _native["distribution_interval"](self._law(args, kwds, confidence), confidence)

    def support(self, *args, **kwds):
        """The least and the greatest number. Example: ``stats.uniform.support()``."""
        law = self._law(args, kwds)
        return _native["distribution_of"](law, "ppf", 0.0), _native["distribution_of"](law, "ppf", 1.0)

    def rvs(self, *args, size=None, random_state=None, **kwds):
        """Random numbers, of the shape of the parameters or of a size. Example: ``stats.norm.rvs(size=3, random_state=7)``."""
        shapes, loc, scale = self._parameters(args, kwds)
        random_state = self._numbers if random_state is None else random_state
        return _native["distribution_rvs"](self._law(args, kwds), _stream(random_state), _shape(size, *shapes, loc, scale))

    def expect(self, func=None, args=(), loc=0, scale=1, lb=None, ub=None, conditional=False):
        """The mean of a function of arrays, between two ends. Example: ``stats.norm.expect(lambda x: x**2)``."""
        kwds = {"loc": loc, "scale": scale} if self._scaled else {"loc": loc}
        law = self._law(args, kwds)
        # What is the same everywhere is a number.
        whole = (lambda x: asarray(func(x))._broadcast_to(x.shape)) if func else (lambda x: x)
        return _native["distribution_expect"](law, whole, lb, ub, conditional)


class rv_continuous(_Distribution):
    """A distribution with a density: `norm` and the like, or of a class that defines the density `_pdf` of arrays and shape parameters, its logarithm
    `_logpdf`, or the distribution function `_cdf`. What else such a class defines, but for `_get_support`, is not asked for.

    Example: ``xparray.scipy.stats.norm.pdf(0.5)``.
    """

    def __init__(self, momtype=1, a=None, b=None, xtol=1e-14, badvalue=None, name=None, longname=None, shapes=None, seed=None):
        a, b = (end if given is None else given for given, end in ((a, -inf), (b, inf)))
        self._define(("_pdf", "_logpdf", "_cdf"), a, b, name, longname, shapes, seed)

    def _of_shapes(self, shapes):
        """What the library makes a distribution of."""
        return self._function(*shapes), self._given == "_cdf", tuple(map(float, self._get_support(*shapes)))

    def _make(self, shapes, loc, scale, x):
        return _native["distribution_own"](self._of_shapes(shapes), loc, scale, x)

    def pdf(self, x, *args, **kwds):
        """The density. Example: ``stats.norm.pdf(0.5)``."""
        return self._of("pdf", x, args, kwds)

    def logpdf(self, x, *args, **kwds):
        """The logarithm of the density. Example: ``stats.norm.logpdf(0.5)``."""
        return self._of("logpdf", x, args, kwds)

    def nnlf(self, theta, x):
        """The negative logarithm of the likelihood of numbers. Example: ``stats.norm.nnlf((0.0, 1.0), x)``."""
        return -self.logpdf(x, *theta).sum()

    def fit(self, data, *args, loc=None, scale=None, floc=None, fscale=None, **kwds):
        """The parameters of the greatest likelihood: shapes, from those given on, location and scale; those that are known as `f0` or `fa`, and so on.

        Example: ``stats.norm.fit(x)``.
        """
        known = [None] * self.numargs
        for k, name in enumerate(self._names):
            given = [kwds.pop(each) for each in (f"f{k}", f"f{name}", f"fix_{name}") if each in kwds]
            if len(given) > 1:
                raise ValueError(f"fit method got multiple entries for the fixed parameter {name}")
            known[k] = float(given[0]) if given else None
        if kwds:
            raise TypeError(f"Unknown keyword arguments: {kwds}.")
        starts = [float(each) for each in args] + [1.0] * (self.numargs - len(args))
        starts = [start if each is None else each for start, each in zip(starts, known)]
        fixed = [None if each is None else float(each) for each in (floc, fscale)]
        fit, of = ("distribution_fit_own", self._of_shapes) if self._given else ("distribution_fit", self.name)
        if isinstance(data, CensoredData) and not self._given:
            fit, data = "distribution_fit_censored", data._parts()
        elif isinstance(data, CensoredData):
            raise TypeError("samples that are known in part fit no distributions of one's own functions")
        else:
            data = asarray(data)
        shapes, loc, scale = _native[fit](of, data, starts, [each is not None for each in known], *fixed)
        return (*shapes, loc, scale)


class rv_discrete(_Distribution):
    """A distribution of numbers that have probabilities: `poisson` and the like; of `values`, the numbers and their probabilities; or of a class that defines
    the probability `_pmf` of arrays of whole numbers and shape parameters.

    Example: ``xparray.scipy.stats.rv_discrete(values=([1, 2, 5], [0.5, 0.3, 0.2])).cdf(2)``.
    """

    _scaled, _values = False, None

    def __init__(self, a=0, b=inf, name=None, badvalue=None, moment_tol=1e-8, values=None, inc=1, longname=None, shapes=None, seed=None):
        if values is not None:
            self._values = tuple(asarray(each, dtype="float64").reshape(-1) for each in values)
            a, b = float(self._values[0].min()), float(self._values[0].max())
            self._define(("_values",), a, b, name, longname, "", seed)
        else:
            self._define(("_pmf",), a, b, name, longname, shapes, seed)

    def _make(self, shapes, loc, scale, x):
        if self._values:
            return _native["distribution_table"](*self._values, loc)
        return _native["distribution_table_of"](self._function(*shapes), tuple(map(float, self._get_support(*shapes))), loc, x)

    def expect(self, func=None, args=(), loc=0, lb=None, ub=None, conditional=False):
        """The mean of a function of arrays, between two ends. Example: ``stats.poisson.expect(lambda k: k**2, (2.5,))``."""
        return super().expect(func, args, loc, 1, lb, ub, conditional)

    def support(self, *args, **kwds):
        """The least and the greatest number. Example: ``stats.poisson.support(2.5)``."""
        if self._given:
            shapes, loc, _ = self._parameters(args, kwds)
            return tuple(end + loc for end in self._get_support(*shapes))
        # The quantile of 0 is one before the least number.
        low, high = super().support(*args, **kwds)
        return low + 1, high

    def pmf(self, k, *args, **kwds):
        """The probability. Example: ``stats.poisson.pmf(3, 2.5)``."""
        return self._of("pmf", k, args, kwds)

    def logpmf(self, k, *args, **kwds):
        """The logarithm of the probability. Example: ``stats.poisson.logpmf(3, 2.5)``."""
        return self._of("logpmf", k, args, kwds)


class rv_frozen:
    """A distribution with its parameters, whose methods take the rest.

    Example: ``xparray.scipy.stats.norm(1.0, 2.0).cdf(0.5)``.
    """

    def __init__(self, dist, args, kwds):
        dist._parameters(args, kwds)
        self.dist, self.args, self.kwds = dist, args, kwds

    def __getattr__(self, name):
        if name.startswith("_") or name in ("fit", "nnlf", "freeze", "name", "shapes", "numargs"):
            raise AttributeError(name)
        method = getattr(self.dist, name)
        if name == "expect":
            shapes, loc, scale = self.dist._parameters(self.args, self.kwds)
            own = {"args": tuple(shapes), "loc": loc} | ({"scale": scale} if self.dist._scaled else {})
            return lambda func=None, lb=None, ub=None, conditional=False: method(func, lb=lb, ub=ub, conditional=conditional, **own)
        if name in ("rvs", "stats"):
            return lambda *given, **keywords: self._keyword(method, name, given, keywords)
        if name in ("mean", "var", "std", "median", "entropy", "support"):
            return lambda: method(*self.args, **self.kwds)
        return lambda x: method(x, *self.args, **self.kwds)

    def _keyword(self, method, name, given, keywords):
        names = ("size", "random_state") if name == "rvs" else ("moments",)
        return method(*self.args, **self.kwds, **dict(zip(names, given)), **keywords)


_CONTINUOUS = {
    "alpha": (["a"], "The alpha distribution."),
    "anglit": ([], "The anglit distribution, of a cosine from -pi / 4 to pi / 4."),
    "arcsine": ([], "The arcsine distribution, from 0 to 1."),
    "argus": (["chi"], "The ARGUS distribution of masses, from 0 to 1."),
    "beta": (["a", "b"], "The beta distribution, from 0 to 1."),
    "betaprime": (["a", "b"], "The distribution of the odds of beta distributed numbers."),
    "bradford": (["c"], "Bradford's distribution, from 0 to 1."),
    "burr": (["c", "d"], "Burr's distribution of type III."),
    "burr12": (["c", "d"], "Burr's distribution of type XII."),
    "cauchy": ([], "Cauchy's distribution."),
    "chi": (["df"], "The distribution of lengths of vectors of df normal numbers."),
    "chi2": (["df"], "The distribution of sums of df squared normal numbers."),
    "cosine": ([], "The raised cosine from -pi to pi."),
    "crystalball": (["beta", "m"], "The normal distribution with a power below -beta, of m above 1."),
    "dgamma": (["a"], "The gamma distribution to both sides of 0."),
    "dweibull": (["c"], "Weibull's distribution to both sides of 0."),
    "erlang": (["a"], "Erlang's distribution: the gamma distribution, of a that is often an integer."),
    "expon": ([], "The exponential distribution."),
    "exponnorm": (["K"], "The distribution of sums of a normal number and an exponential one of mean K."),
    "exponpow": (["b"], "The distribution of life times whose hazard is the exponential of a power."),
    "exponweib": (["a", "c"], "The distribution of the greatest of a numbers of Weibull's."),
    "f": (["dfn", "dfd"], "Fisher's distribution of quotients of mean squares."),
    "fatiguelife": (["c"], "The distribution of life times by fatigue, of Birnbaum and Saunders."),
    "fisk": (["c"], "Fisk's distribution, the log-logistic one."),
    "foldcauchy": (["c"], "The distribution of magnitudes of Cauchy's numbers about c."),
    "foldnorm": (["c"], "The distribution of magnitudes of normal numbers about c."),
    "gamma": (["a"], "The gamma distribution."),
    "genexpon": (["a", "b", "c"], "The generalized exponential distribution, of a hazard of a + b (1 - exp(-c z))."),
    "genextreme": (["c"], "The generalized distribution of extremes, with an end above for positive c."),
    "gengamma": (["a", "c"], "The generalized gamma distribution, of the power 1 / c of gamma distributed numbers."),
    "genlogistic": (["c"], "The generalized logistic distribution."),
    "genhalflogistic": (["c"], "The generalized distribution of magnitudes of logistic numbers, up to 1 / c."),
    "gennorm": (["beta"], "The generalized normal distribution."),
    "genpareto": (["c"], "The generalized distribution of Pareto, with an end for negative c."),
    "gibrat": ([], "Gibrat's distribution: of numbers whose logarithm is normal."),
    "gompertz": (["c"], "Gompertz's distribution of life times."),
    "gumbel_l": ([], "Gumbel's distribution of the least of many numbers."),
    "gumbel_r": ([], "Gumbel's distribution of the greatest of many numbers."),
    "halfcauchy": ([], "The distribution of magnitudes of Cauchy's numbers."),
    "halfgennorm": (["beta"], "The distribution of magnitudes of generalized normal numbers."),
    "halflogistic": ([], "The distribution of magnitudes of logistic numbers."),
    "halfnorm": ([], "The distribution of magnitudes of normal numbers."),
    "hypsecant": ([], "The distribution of the hyperbolic secant."),
    "invgamma": (["a"], "The distribution of inverses of gamma distributed numbers."),
    "invgauss": (["mu"], "The inverse Gaussian distribution."),
    "invweibull": (["c"], "The distribution of inverses of Weibull's numbers, Frechet's."),
    "jf_skew_t": (["a", "b"], "The skew distribution of Jones and Faddy, for a of b Student's."),
    "johnsonsb": (["a", "b"], "Johnson's bounded distribution, from 0 to 1."),
    "johnsonsu": (["a", "b"], "Johnson's distribution without bounds."),
    "kappa3": (["a"], "Kappa's distribution of three parameters."),
    "kappa4": (["h", "k"], "Hosking's distribution of four parameters."),
    "kstwobign": ([], "Kolmogorov's distribution of the greatest distance of distribution functions of large samples, times the root of their size."),
    "laplace": ([], "Laplace's distribution."),
    "laplace_asymmetric": (["kappa"], "Laplace's distribution with other slopes above and below 0."),
    "levy": ([], "Levy's distribution."),
    "levy_l": ([], "Levy's distribution, mirrored."),
    "loggamma": (["c"], "The distribution of logarithms of gamma distributed numbers."),
    "logistic": ([], "The logistic distribution."),
    "loglaplace": (["c"], "The distribution of numbers whose logarithm has Laplace's."),
    "lognorm": (["s"], "The distribution of numbers whose logarithm is normal."),
    "loguniform": (["a", "b"], "The distribution of numbers from a to b whose logarithm is uniform."),
    "lomax": (["c"], "Lomax's distribution: Pareto's from 0 on."),
    "maxwell": ([], "Maxwell's distribution of lengths of vectors of three normal numbers."),
    "mielke": (["k", "s"], "Mielke's distribution."),
    "moyal": ([], "Moyal's distribution."),
    "nakagami": (["nu"], "Nakagami's distribution."),
    "ncx2": (["df", "nc"], "The distribution of sums of squares of normal numbers, whose means have squares of sum nc."),
    "norm": ([], "The normal distribution."),
    "pareto": (["b"], "Pareto's distribution, from 1 on."),
    "pearson3": (["skew"], "Pearson's distribution of type III: the gamma distribution, moved to a mean of 0 and a variance of 1."),
    "powerlaw": (["a"], "The distribution of powers, from 0 to 1."),
    "powerlognorm": (["c", "s"], "The distribution of the least of c numbers whose logarithm is normal."),
    "powernorm": (["c"], "The distribution of the least of c normal numbers."),
    "rayleigh": ([], "Rayleigh's distribution."),
    "rdist": (["c"], "The distribution of correlations, from -1 to 1."),
    "recipinvgauss": (["mu"], "The distribution of inverses of inverse Gaussian numbers."),
    "reciprocal": (["a", "b"], "The distribution of numbers from a to b whose density is their inverse."),
    "rice": (["b"], "Rice's distribution of lengths of vectors of two normal numbers about one of length b."),
    "semicircular": ([], "Wigner's distribution, a half circle from -1 to 1."),
    "skewcauchy": (["a"], "Cauchy's distribution with other widths above and below 0."),
    "skewnorm": (["a"], "The skewed normal distribution."),
    "t": (["df"], "Student's distribution."),
    "trapezoid": (["c", "d"], "The trapezoidal distribution from 0 to 1, level from c to d."),
    "triang": (["c"], "The triangular distribution from 0 to 1, with its mode at c."),
    "truncexpon": (["b"], "The exponential distribution up to b."),
    "truncnorm": (["a", "b"], "The normal distribution from a to b, in units of the scale about the location."),
    "truncpareto": (["b", "c"], "Pareto's distribution from 1 to c."),
    "truncweibull_min": (["c", "a", "b"], "Weibull's distribution of the least of many numbers, from a to b."),
    "tukeylambda": (["lam"], "Tukey's distribution, whose quantiles are (q^lam - (1 - q)^lam) / lam."),
    "uniform": ([], "The uniform distribution from 0 to 1."),
    "vonmises": (["kappa"], "Von Mises' distribution of angles."),
    "vonmises_line": (["kappa"], "Von Mises' distribution on the line, from -pi to pi."),
    "wald": ([], "Wald's distribution, the inverse Gaussian one of mu of 1."),
    "weibull_max": (["c"], "Weibull's distribution of the greatest of many numbers, up to 0."),
    "weibull_min": (["c"], "Weibull's distribution of the least of many numbers."),
    "wrapcauchy": (["c"], "Cauchy's distribution of angles from 0 to 2 pi."),
}
_DISCRETE = {
    "bernoulli": (["p"], "Bernoulli's distribution of one attempt of probability p."),
    "betabinom": (["n", "a", "b"], "The binomial distribution of n attempts whose probability has a beta distribution."),
    "binom": (["n", "p"], "The distribution of how many of n attempts of probability p succeed."),
    "boltzmann": (["lambda_", "N"], "The distribution of energies of N levels."),
    "dlaplace": (["a"], "Laplace's distribution of integers."),
    "geom": (["p"], "The distribution of how many attempts of probability p it takes to succeed."),
    "hypergeom": (["M", "n", "N"], "The distribution of how many of N drawn from M are among n good ones."),
    "logser": (["p"], "The logarithmic distribution."),
    "nbinom": (["n", "p"], "The distribution of how many attempts of probability p fail before n succeed."),
    "nhypergeom": (["M", "n", "r"], "The distribution of how many of n good ones of M are drawn before r others are."),
    "planck": (["lambda_"], "Planck's distribution of energies."),
    "poisson": (["mu"], "Poisson's distribution of how many events there are, mu in the mean."),
    "randint": (["low", "high"], "The distribution of equal probabilities from low on, below high."),
    "skellam": (["mu1", "mu2"], "Skellam's distribution of the difference of two numbers of events."),
    "yulesimon": (["alpha"], "Yule's and Simon's distribution."),
    "zipf": (["a"], "Zipf's distribution."),
    "zipfian": (["a", "n"], "Zipf's distribution of the integers from 1 to n."),
}


def _known(kind, name, shapes, doc):
    """A distribution that the library has."""
    found = kind.__new__(kind)
    found._named(name, shapes, doc)
    return found


globals().update({name: _known(rv_continuous, name, *row) for name, row in _CONTINUOUS.items()})
globals().update({name: _known(rv_discrete, name, *row) for name, row in _DISCRETE.items()})

__all__ = [*_CONTINUOUS, *_DISCRETE, "CensoredData", "rv_continuous", "rv_discrete", "rv_frozen"]
