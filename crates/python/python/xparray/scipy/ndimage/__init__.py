"""Images of any number of axes, as of `scipy.ndimage`: filters, transforms, morphology, measurements.

Example: ``xparray.scipy.ndimage.gaussian_filter(x, 1.5)``.
"""

from ._filters import *
from ._fourier import *
from ._measurements import *
from ._morphology import *
from ._transforms import *

__all__ = [*_filters.__all__, *_fourier.__all__, *_measurements.__all__, *_morphology.__all__, *_transforms.__all__]
