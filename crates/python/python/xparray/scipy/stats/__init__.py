"""Statistics, as of `scipy.stats`: numbers and tests of samples along an axis, distributions, densities of samples.

Example: ``xparray.scipy.stats.norm(loc=1.0, scale=2.0).cdf(x)``.
"""

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
    *_trimming.__all__, *_vectors.__all__,
]
