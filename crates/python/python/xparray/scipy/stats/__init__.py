"""Statistics, as of `scipy.stats`: numbers and tests of samples along an axis, distributions, densities of samples.

Example: ``xparray.scipy.stats.norm(loc=1.0, scale=2.0).cdf(x)``.
"""

from . import qmc
from ._binned import *
from ._comparisons import *
from ._densities import *
from ._distributions import *
from ._exact import *
from ._fits import *
from ._groups import *
from ._monte_carlo import *
from ._numbers import *
from ._orders import *
from ._powers import *
from ._resampling import *
from ._samples import *
from ._simulated import *
from ._trimmed_tests import *
from ._trimming import *
from ._vectors import *

__all__ = [
    *_binned.__all__, *_comparisons.__all__, *_densities.__all__, *_distributions.__all__, *_exact.__all__, *_fits.__all__, *_groups.__all__, *_monte_carlo.__all__,
    *_numbers.__all__, *_orders.__all__, *_powers.__all__, *_resampling.__all__, *_samples.__all__, *_simulated.__all__, *_trimmed_tests.__all__,
    *_trimming.__all__, *_vectors.__all__, "qmc",
]

#: Functions of samples along an axis, or along several together, and how many samples there are first.
_ALONG = {
    "ansari": 2, "bartlett": 1, "circmean": 1, "circstd": 1, "circvar": 1, "cramervonmises_2samp": 2, "differential_entropy": 1, "entropy": 2,
    "f_oneway": 1, "fligner": 1, "friedmanchisquare": 1, "gmean": 1, "gstd": 1, "hmean": 1, "iqr": 1, "jarque_bera": 1, "kendalltau": 2, "kruskal": 1,
    "ks_1samp": 1, "ks_2samp": 2, "kstat": 1, "kstatvar": 1, "kurtosis": 1, "kurtosistest": 1, "levene": 1, "linregress": 2, "mannwhitneyu": 2,
    "median_abs_deviation": 1, "mode": 1, "moment": 1, "mood": 2, "normaltest": 1, "pmean": 1, "sem": 1, "shapiro": 1, "skew": 1, "skewtest": 1,
    "tmax": 1, "tmean": 1, "tmin": 1, "trim_mean": 1, "tsem": 1, "tstd": 1, "ttest_1samp": 1, "ttest_ind": 2, "ttest_rel": 2, "tvar": 1, "variation": 1,
    "wilcoxon": 2,
}
globals().update({name: _keeping.several_axes(globals()[name], number) for name, number in _ALONG.items()})
