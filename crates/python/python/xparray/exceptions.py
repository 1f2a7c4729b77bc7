"""The exceptions that no other module has, as NumPy's."""


class AxisError(ValueError, IndexError):
    """An axis that an array does not have, or one that is named twice."""


class LinAlgError(ValueError):
    """A matrix that has no factors, inverse or solution of the kind that was asked for."""


class ComplexWarning(RuntimeWarning):
    """A warning that an imaginary part is dropped, which no function here does."""


class DTypePromotionError(TypeError):
    """Element types without a common one, which those here always have."""


class RankWarning(RuntimeWarning):
    """A warning that a fit is not determined by its points."""


class TooHardError(RuntimeError):
    """A question whose answer would take longer than was allowed."""


class VisibleDeprecationWarning(UserWarning):
    """A warning to users that something will go."""


for _class in (AxisError, ComplexWarning, DTypePromotionError, LinAlgError, RankWarning, TooHardError, VisibleDeprecationWarning):
    _class.__module__ = "xparray.exceptions"
