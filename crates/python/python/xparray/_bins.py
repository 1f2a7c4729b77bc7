"""How many bins a histogram has: estimators by their names, of widths that suit the elements."""

from math import ceil, inf, log2, pi, sqrt


def estimated(name, x, ends, count):
    """The number of bins between two ends that an estimator gives for a vector; `count` counts elements in so many bins."""
    if name not in _WIDTHS and name not in ("auto", "stone"):
        raise ValueError(f"{name!r} is not a valid estimator for `bins`")
    n = x.size
    if not n:
        return 1
    spread = float(x.max()) - float(x.min())
    if name == "auto":
        width = min(max(_freedman_diaconis(x, n, spread), _sqrt(x, n, spread) / 2), _sturges(x, n, spread))
    elif name == "stone":
        width = _stone(n, spread, count)
    else:
        width = _WIDTHS[name](x, n, spread)
    if not width:
        return 1
    return ceil((ends[1] - ends[0]) / (max(width, 1) if x.dtype.kind in "iu" else width))


def _sqrt(x, n, spread):
    return spread / sqrt(n)


def _sturges(x, n, spread):
    # Sturges, 1926.
    return spread / (log2(n) + 1)


def _rice(x, n, spread):
    return spread / (2 * n ** (1 / 3))


def _scott(x, n, spread):
    # Scott, 1979.
    return (24 * sqrt(pi) / n) ** (1 / 3) * float(x.std())


def _doane(x, n, spread):
    # Doane, 1976: Sturges's, with more bins for a skewness.
    deviation = float(x.std())
    if n < 3 or not deviation > 0:
        return 0.0
    skewness = float((((x - x.mean()) / deviation) ** 3).mean())
    scale = sqrt(6 * (n - 2) / ((n + 1) * (n + 3)))
    return spread / (1 + log2(n) + log2(1 + abs(skewness) / scale))


def _freedman_diaconis(x, n, spread):
    # Freedman and Diaconis, 1981.
    from ._quantiles import quantile

    high, low = (float(quantile(x, each)) for each in (0.75, 0.25))
    return 2 * (high - low) * n ** (-1 / 3)


def _stone(n, spread, count):
    # Stone, 1984: the least estimate of the integrated squared error.
    if n < 2 or not spread:
        return 0.0
    best, chosen = inf, 1
    for bins in range(1, max(100, int(sqrt(n))) + 1):
        shares = count(bins) / n
        error = (2 - (n + 1) * float((shares * shares).sum())) * bins / spread
        if error < best:
            best, chosen = error, bins
    return spread / chosen


_WIDTHS = {"doane": _doane, "fd": _freedman_diaconis, "rice": _rice, "scott": _scott, "sqrt": _sqrt, "sturges": _sturges}
