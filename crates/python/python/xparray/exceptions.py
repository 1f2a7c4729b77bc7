"""The exceptions that no other module has, as NumPy's."""


class AxisError(ValueError, IndexError):
    """An axis that an array does not have, or one that is named twice."""


class LinAlgError(ValueError):
    """A matrix that has no factors, inverse or solution of the kind that was asked for."""


for _class in (AxisError, LinAlgError):
    _class.__module__ = "xparray.exceptions"
