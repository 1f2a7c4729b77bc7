#!/usr/bin/env python3
"""Writes `data/stats.npz`, what tests and descriptions of samples give in SciPy: `python3 tests/stats_values.py`."""
import warnings
from pathlib import Path

import numpy as np
from scipy import special, stats
from scipy.stats import _ksstats

warnings.simplefilter("ignore")
np.seterr(all="ignore")
rng = np.random.default_rng(23)
parts = {}


def keep(name, *values):
    """The parts of a result, one below the other."""
    for k, value in enumerate(values):
        parts[f"{name}/{k}"] = np.array(value, dtype=float, order="C")


def test(name, result):
    keep(name, result.statistic, result.pvalue)


def shapiro(x):
    """Royston's AS R94 with exact normal quantiles; SciPy's are of 9 digits, and its results with them."""
    x = np.sort(x)
    n, poly = len(x), np.polynomial.polynomial.polyval
    m = special.ndtri((np.arange(1, n + 1) - 0.375) / (n + 0.25))
    if n == 3:
        a = np.array([-np.sqrt(0.5), 0, np.sqrt(0.5)])
    else:
        a, size = m.copy(), np.sqrt(m @ m)
        last = poly(1 / np.sqrt(n), [0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056]) + m[-1] / size
        if n > 5:
            second = poly(1 / np.sqrt(n), [0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633]) + m[-2] / size
            scale = (m @ m - 2 * m[-1] ** 2 - 2 * m[-2] ** 2) / (1 - 2 * last**2 - 2 * second**2)
        else:
            scale = (m @ m - 2 * m[-1] ** 2) / (1 - 2 * last**2)
        a /= np.sqrt(scale)
        a[-1], a[0] = last, -last
        if n > 5:
            a[-2], a[1] = second, -second
    d = x - x.mean()
    w = (a @ d) ** 2 / (a @ a) / (d @ d)
    if n == 3:
        p = max(6 / np.pi * (np.arcsin(np.sqrt(w)) - np.pi / 3), 0)
    elif n <= 11:
        y, gamma = np.log(1 - w), -2.273 + 0.459 * n
        score = (-np.log(gamma - y) - poly(n, [0.5440, -0.39978, 0.025054, -6.714e-4])) / np.exp(poly(n, [1.3822, -0.77857, 0.062767, -0.0020322]))
        p = special.ndtr(-score) if y < gamma else 0
    else:
        score = (np.log(1 - w) - poly(np.log(n), [-1.5861, -0.31082, -0.083751, 0.0038915])) / np.exp(poly(np.log(n), [-0.4803, -0.082676, 0.0030302]))
        p = special.ndtr(-score)
    theirs = stats.shapiro(x)
    assert np.allclose([w, p], [theirs.statistic, theirs.pvalue], rtol=1e-7, atol=1e-8), (w, p, theirs)
    return w, p


# Samples of columns: real ones, and small integers with ties.
a, b, c = rng.normal(0.2, 1, (12, 3)), rng.normal(0, 1.5, (9, 3)), rng.gamma(2, 1, (12, 3))
n, m = rng.integers(0, 6, (12, 3)), rng.integers(1, 7, (12, 3))
for name, value in {"a": a, "b": b, "c": c, "n": n, "m": m}.items():
    parts[f"in/{name}"] = value.astype(float)

for x, name in ((a, "a"), (c, "c"), (n, "n")):
    for bias in (True, False):
        keep(f"moments/{name}/{int(bias)}", stats.skew(x, bias=bias), stats.kurtosis(x, bias=bias), stats.kurtosis(x, bias=bias, fisher=False))
    keep(f"moment/{name}", *[stats.moment(x, k) for k in range(5)], stats.moment(x, 3, center=0.5))
    d = stats.describe(x)
    keep(f"describe/{name}", *d.minmax, d.mean, d.variance, d.skewness, d.kurtosis)
    keep(f"spread/{name}", stats.iqr(x, axis=0), stats.iqr(x, rng=(10, 60), axis=0), stats.median_abs_deviation(x), stats.median_abs_deviation(x, scale="normal"),
         stats.sem(x), stats.sem(x, ddof=0), stats.variation(x), stats.variation(x, ddof=1))
    keep(f"ranks/{name}", *[stats.rankdata(x, method=method, axis=0) for method in ("average", "min", "max", "dense", "ordinal")])
    mode = stats.mode(x)
    keep(f"mode/{name}", mode.mode, mode.count)
    test(f"skewtest/{name}", stats.skewtest(x))
    test(f"kurtosistest/{name}", stats.kurtosistest(x))
    test(f"normaltest/{name}", stats.normaltest(x))
    test(f"jarque_bera/{name}", stats.jarque_bera(x, axis=0))
    for size in (3, 4, 5, 6, 11, 12):
        keep(f"shapiro/{name}/{size}", *np.transpose([shapiro(column) for column in x[:size].T]))
for x, name in ((c, "c"), (n, "n"), (m, "m")):
    w = np.arange(1.0, 13)[:, None]
    keep(f"means/{name}", stats.gmean(x), stats.gmean(x, weights=w * np.ones(3)), stats.hmean(x), stats.hmean(x, weights=w * np.ones(3)),
         stats.pmean(x, 3), stats.pmean(x, 0), stats.pmean(x, -1.5, weights=w * np.ones(3)))
for alternative in ("two-sided", "less", "greater"):
    def ttest(name, result):
        interval = result.confidence_interval(0.9)
        keep(f"{name}/{alternative}", result.statistic, result.pvalue, result.df, interval.low, interval.high)

    for x, y, z, name in ((a, b, c, "ab"), (n, m[:9], m, "nm")):
        ttest(f"ttest_1samp/{name}", stats.ttest_1samp(x, 0.5, alternative=alternative))
        ttest(f"ttest_ind/{name}", stats.ttest_ind(x, y, alternative=alternative))
        ttest(f"ttest_ind_welch/{name}", stats.ttest_ind(x, y, equal_var=False, alternative=alternative))
        ttest(f"ttest_rel/{name}", stats.ttest_rel(x, z, alternative=alternative))
    test(f"sides/{alternative}/skewtest", stats.skewtest(a, alternative=alternative))
    test(f"sides/{alternative}/kurtosistest", stats.kurtosistest(a, alternative=alternative))
for x, y, z, name in ((a, b, c, "ab"), (n, m[:9], m, "nm")):
    test(f"f_oneway/{name}", stats.f_oneway(x, y, z))
    test(f"kruskal/{name}", stats.kruskal(x, y, z))
    test(f"friedmanchisquare/{name}", stats.friedmanchisquare(x, z, x[::-1]))
    for center in ("median", "mean", "trimmed"):
        test(f"levene/{name}/{center}", stats.levene(x, y, z, center=center, proportiontocut=0.1))
    test(f"bartlett/{name}", stats.bartlett(*[s.astype(float) for s in (x, y, z)]))
def columns(name, function, *samples):
    """Of functions without an axis, column by column."""
    results = [function(*[x[:, k] for x in samples]) for k in range(3)]
    keep(name, *np.transpose([(r.statistic, r.pvalue) for r in results]))


for alternative in ("two-sided", "less", "greater"):
    for x, y, z, name in ((a, b, c, "ab"), (n, m[:9], m, "nm")):
        for method in ("auto", "asymptotic", "exact"):
            if method != "exact" or name == "ab":
                test(f"mannwhitneyu/{name}/{alternative}/{method}", stats.mannwhitneyu(x, y, alternative=alternative, method=method))
                test(f"mannwhitneyu_few/{name}/{alternative}/{method}", stats.mannwhitneyu(x[:3], y, alternative=alternative, method=method))
                test(f"mannwhitneyu_plain/{name}/{alternative}/{method}", stats.mannwhitneyu(x, y, use_continuity=False, alternative=alternative, method=method))
            for zeros in ("wilcox", "pratt", "zsplit"):
                if method == "auto" or name == "ab" or method == "asymptotic":
                    for correction in (False, True):
                        test(f"wilcoxon/{name}/{alternative}/{method}/{zeros}/{int(correction)}", stats.wilcoxon(
                            x - z, alternative=alternative, method=method, zero_method=zeros, correction=correction))
        for function in (stats.pearsonr, stats.spearmanr, stats.kendalltau):
            columns(f"{function.__name__}/{name}/{alternative}", lambda x, y: function(x, y, alternative=alternative), x, z)
        interval = [stats.pearsonr(x[:, k], z[:, k], alternative=alternative).confidence_interval(0.9) for k in range(3)]
        keep(f"pearsonr_interval/{name}/{alternative}", *np.transpose(interval))
        lines = [stats.linregress(x[:, k], z[:, k], alternative=alternative) for k in range(3)]
        keep(f"linregress/{name}/{alternative}", *np.transpose([(*line, line.intercept_stderr) for line in lines]))
        for method in ("auto", "asymp"):
            columns(f"ks_2samp/{name}/{alternative}/{method}", lambda x, y: stats.ks_2samp(x, y, alternative=alternative, method=method), x, y)
    for method in ("auto", "asymp"):
        columns(f"ks_1samp/a/{alternative}/{method}", lambda x: stats.ks_1samp(x, stats.norm.cdf, alternative=alternative, method=method), a)
columns("kendalltau_many/aa", stats.kendalltau, np.concatenate([a, c, a * c]), np.concatenate([c, a, a]))
# Probabilities of one distance, of numbers of elements and distances in all regimes.
for size in (1, 2, 5, 20, 139, 141, 1000, 5000):
    d = np.array([0.3, 0.51, 0.7, 0.9, 1.0, 1.2, 1.4, 1.6, 2.0, 2.5, 4.0, 8.0]) / np.sqrt(size)
    d = d[d < 1]
    parts[f"smirnov/{size}/d"], parts[f"smirnov/{size}/one"] = d, special.smirnov(size, d)
    # SciPy's own is asymptotic for some, with errors of 1e-7.
    method = _ksstats._kolmogn_Pomeranz if size < 5000 else _ksstats._kolmogn_DMTW
    exact = lambda x: 1 - method(size, x) if size > 140 and size * x * x < 2.2 else stats.kstwo.sf(x, size)
    parts[f"smirnov/{size}/two"], parts[f"smirnov/{size}/limit"] = [float(exact(x)) for x in d], special.kolmogorov(d * np.sqrt(size))
for x, name in ((n, "n"), (m, "m")):
    for power in (1, 0, -0.5, -2, 2 / 3) if name == "m" else (1,):
        test(f"power_divergence/{name}/{power:.3f}", stats.power_divergence(x, lambda_=power))
        test(f"power_divergence_ddof/{name}/{power:.3f}", stats.power_divergence(x, lambda_=power, ddof=2))
    test(f"chisquare/{name}", stats.chisquare(x, m * x.sum(0) / m.sum(0)))
test("power_divergence/m/-1.000", stats.power_divergence(m, lambda_=-1))
for table, name in ((m, "m"), (m[:2, :2], "small"), (m.reshape(3, 4, 3), "cube"), (m[:, 0], "one")):
    for power in (1, 0, 2 / 3):
        for correction in (True, False):
            t = stats.chi2_contingency(table, correction=correction, lambda_=power)
            keep(f"chi2_contingency/{name}/{power:.3f}/{int(correction)}", t.statistic, t.pvalue, t.dof, t.expected_freq)
tables = np.concatenate([rng.integers(0, 12, (20, 4)), rng.integers(0, 2000, (6, 4)), [[0, 3, 0, 4], [5, 0, 0, 7], [1, 10000, 30, 20000]]])
parts["fisher_exact/in"] = tables.astype(float)
for alternative in ("two-sided", "less", "greater"):
    keep(f"fisher_exact/{alternative}", *np.transpose([tuple(stats.fisher_exact(t.reshape(2, 2), alternative)) for t in tables]))
trials = np.array([(k, size, p) for size in (1, 7, 40, 3000) for k in {0, 1, size // 3, size // 2, size} for p in (0, 1e-5, 0.1, 0.5, 0.77, 1)])
parts["binomtest/in"] = trials
for alternative in ("two-sided", "less", "greater"):
    keep(f"binomtest/{alternative}", *np.transpose([(t.statistic, t.pvalue) for t in (stats.binomtest(int(k), int(size), p, alternative) for k, size, p in trials)]))
np.savez(Path(__file__).parent / "data" / "stats.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
