#!/usr/bin/env python3
"""Writes `data/stats_gaps.npz`, what SciPy computes of samples without their NaN: `python3 tests/stats_gaps.py`."""
import warnings
from pathlib import Path

import numpy as np
from scipy import stats

warnings.simplefilter("ignore")
rng = np.random.default_rng(23)
parts = {}
OMIT = {"nan_policy": "omit"}
SHAPE = (14, 4)


def keep(name, *values):
    for k, value in enumerate(values):
        parts[f"{name}/{k}"] = np.array(value, dtype=float, order="C")


def sample(x, gaps):
    """The first column is whole, the last one has only four numbers."""
    x = np.array(x, dtype=float)
    for column, count in ((1, gaps), (2, gaps + 2)):
        x[rng.choice(SHAPE[0], count, replace=False), column] = np.nan
    x[4:, 3] = np.nan
    return x


a, b, c = (sample(rng.normal(mean, 1 + mean, SHAPE), 3) for mean in (0.2, 0.5, 1.0))
d = sample(rng.integers(1, 5, SHAPE), 4)
positive, weights = sample(rng.gamma(2, 1, SHAPE), 3), sample(rng.uniform(0.5, 2, SHAPE), 2)
parts |= {"in/a": a, "in/b": b, "in/c": c, "in/d": d, "in/positive": positive, "in/weights": weights}


def columns(function, *samples, paired=False):
    """Of functions whose own way differs: column by column, without NaN."""
    results = []
    for k in range(SHAPE[1]):
        some = [x[:, k] for x in samples]
        known = [~np.isnan(x) for x in some]
        if paired:
            known = [np.all(known, axis=0)] * len(some)
        results.append(function(*[x[m] for x, m in zip(some, known)]))
    return np.transpose(np.array(results, dtype=float))


def test(name, result):
    keep(name, result.statistic, result.pvalue)


for x, name in ((a, "a"), (d, "d")):
    keep(f"describe/{name}", *columns(lambda x: (len(x), x.min(), x.max(), x.mean(), x.var(ddof=1), stats.skew(x), stats.kurtosis(x)), x))
    keep(f"moments/{name}", stats.skew(x, bias=False, **OMIT), stats.kurtosis(x, **OMIT), stats.moment(x, 3, **OMIT))
    keep(f"spread/{name}", stats.iqr(x, axis=0, **OMIT), stats.median_abs_deviation(x, **OMIT), stats.sem(x, **OMIT), stats.variation(x, **OMIT))
    keep(f"ranks/{name}", stats.rankdata(x, axis=0, **OMIT))
    mode = stats.mode(x, **OMIT)
    keep(f"mode/{name}", mode.mode, mode.count)
    for alternative in ("two-sided", "less"):
        test(f"ttest_1samp/{name}/{alternative}", stats.ttest_1samp(x, 0.3, alternative=alternative, **OMIT))
        for trim in (0, 0.2):
            for equal in (True, False):
                result = stats.ttest_ind(x, b, equal_var=equal, trim=trim, alternative=alternative, **OMIT)
                keep(f"ttest_ind/{name}/{alternative}/{trim}/{int(equal)}", result.statistic, result.pvalue, result.df, *result.confidence_interval(0.9))
        test(f"ttest_rel/{name}/{alternative}", stats.ttest_rel(x, c, alternative=alternative, **OMIT))
        test(f"skewtest/{name}/{alternative}", stats.skewtest(x, alternative=alternative, **OMIT))
        test(f"kurtosistest/{name}/{alternative}", stats.kurtosistest(x, alternative=alternative, **OMIT))
        test(f"mannwhitneyu/{name}/{alternative}", stats.mannwhitneyu(x, b, alternative=alternative, **OMIT))
        test(f"wilcoxon/{name}/{alternative}", stats.wilcoxon(x - 2, alternative=alternative, **OMIT))
        result = stats.ks_1samp(x, stats.norm.cdf, alternative=alternative, **OMIT)
        keep(f"ks_1samp/{name}/{alternative}", result.statistic, result.pvalue, result.statistic_location, result.statistic_sign)
        result = stats.ks_2samp(x, b, alternative=alternative, **OMIT)
        keep(f"ks_2samp/{name}/{alternative}", result.statistic, result.pvalue, result.statistic_location, result.statistic_sign)
        pairs = lambda f: lambda x, y: tuple(f(x, y, alternative=alternative)) if len(x) > 1 else (np.nan, np.nan)
        for function in (stats.pearsonr, stats.spearmanr, stats.kendalltau):
            found = columns(pairs(function), x, c, paired=True)
            # Two pairs are always in order: SciPy says so of Pearson's coefficient alone.
            found[1] = np.where(np.isnan(found[1]) & ~np.isnan(found[0]), 1.0, found[1])
            keep(f"{function.__name__}/{name}/{alternative}", *found)
        tau = lambda x, y, alternative: stats.kendalltau(x, y, alternative=alternative, variant="c")
        keep(f"kendalltau_c/{name}/{alternative}", *columns(pairs(tau), x, c, paired=True))
    low = lambda x, y: stats.pearsonr(x, y).confidence_interval(0.9) if len(x) > 1 else (np.nan, np.nan)
    keep(f"interval/{name}", *columns(low, x, c, paired=True))
    line = lambda x, y: (lambda r: (*r, r.intercept_stderr))(stats.linregress(x, y)) if len(x) > 1 else (np.nan,) * 6
    keep(f"linregress/{name}", *columns(line, x, c, paired=True))
    for name_of, function in (("normaltest", stats.normaltest), ("jarque_bera", stats.jarque_bera)):
        test(f"{name_of}/{name}", function(x, axis=0, **OMIT))
    for function in (stats.f_oneway, stats.kruskal, stats.bartlett, stats.levene):
        test(f"{function.__name__}/{name}", function(x, b, c, **OMIT))
    test(f"friedmanchisquare/{name}", stats.friedmanchisquare(x, b, c, **OMIT))
for w, name in ((None, "plain"), (weights, "weighted")):
    keep(f"means/{name}", stats.gmean(positive, weights=w, **OMIT), stats.hmean(positive, weights=w, **OMIT), stats.pmean(positive, 3, weights=w, **OMIT))
whole = a[:, :1] + rng.normal(0, 1, (14, 5))
parts["in/whole"] = whole
r = stats.spearmanr(whole)
keep("spearmanr_matrix", r.statistic, r.pvalue)
some = np.where(rng.random((14, 5)) < 0.15, np.nan, whole)
parts["in/some"] = some
known = [[~np.isnan(some[:, i] + some[:, j]) for j in range(5)] for i in range(5)]
table = np.array([[tuple(stats.spearmanr(some[known[i][j], i], some[known[i][j], j])) for j in range(5)] for i in range(5)])
keep("spearmanr_omit", table[..., 0], table[..., 1])
for interpolation in ("linear", "lower", "higher", "midpoint", "nearest", "hazen"):
    keep(f"iqr/{interpolation}", stats.iqr(whole, axis=0, rng=(20, 65), scale="normal", interpolation=interpolation))
keep("center", stats.median_abs_deviation(whole, center=np.mean))
np.savez(Path(__file__).parent / "data" / "stats_gaps.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
