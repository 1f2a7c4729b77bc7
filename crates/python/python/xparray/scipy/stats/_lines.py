"""Functions of vectors as functions of arrays along an axis, which treat NaN and keep axes as SciPy's do."""

import inspect
from functools import wraps
from math import prod

from ..._creation import asarray, full
from ..._manipulation import broadcast_shapes, broadcast_to, moveaxis, stack


def of_lines(count=1, axis=0, made=None, least=1, paired=False, at=None):
    """A function of so many samples first, which are vectors: of arrays, with `axis`, `nan_policy` and `keepdims`. It gives a number, or several that
    `made` takes; NaN for samples of fewer than `least` elements. Of paired ones a pair goes as a whole. The axis may be given by position, where
    it is the parameter `at`, with the policy after it where it would be the last."""

    def decorated(function):
        def one(samples, rest, nan_policy):
            unknown = [each != each for each in samples]
            if nan_policy == "raise" and any(bool(each.any()) for each in unknown):
                raise ValueError("The input contains nan values")
            if paired and nan_policy == "omit":
                gone = sum(each.astype("int64") for each in unknown) > 0
                unknown = [gone] * count
            if nan_policy == "omit":
                samples = [each[~gone] for each, gone in zip(samples, unknown)]
            elif any(bool(each.any()) for each in unknown):
                return None
            return None if any(each.size < least for each in samples) else function(*samples, **rest)

        given = inspect.signature(function).parameters
        names = list(given)[:count]

        @wraps(function)
        def called(*args, **keywords):
            bound = called.__signature__.bind(*args, **keywords)
            bound.apply_defaults()
            nan_policy, keepdims = bound.arguments["nan_policy"], bound.arguments["keepdims"]
            if nan_policy not in ("propagate", "omit", "raise"):
                raise ValueError("nan_policy must be one of {'propagate', 'raise', 'omit'}")
            samples = [asarray(bound.arguments[name]) for name in names]
            rest = {name: value for name, value in bound.arguments.items() if name not in (*names, "axis", "nan_policy", "keepdims")}
            axis, ndim = bound.arguments["axis"], max(each.ndim for each in samples)
            if axis is None:
                samples = [each.reshape(-1) for each in samples]
            lines = [moveaxis(each, -1 if axis is None else axis, -1) for each in samples]
            batch = broadcast_shapes(*(each.shape[:-1] for each in lines))
            lines = [broadcast_to(each, (*batch, each.shape[-1])).reshape(prod(batch), each.shape[-1]) for each in lines]
            found = [one(parts, rest, nan_policy) for parts in zip(*lines)]
            width = next((len(each) for each in found if isinstance(each, tuple)), 1 if made is None else len(made._fields))
            found = [(float("nan"),) * width if each is None else each if isinstance(each, tuple) else (each,) for each in found]
            shape = batch
            if keepdims:
                shape = (1,) * ndim if axis is None else (*batch[: axis % ndim], 1, *batch[axis % ndim :])
            columns = [stack([asarray(each) for each in column]).reshape(shape) if column else full(shape, float("nan"))
                       for column in (zip(*found) if found else [()] * width)]
            return made(*columns) if made else columns[0]

        keyword, either = inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
        own = [each for each in given.values() if each.kind is not keyword]
        last = at is not None and at == len(own)
        if at is not None:
            own.insert(at, inspect.Parameter("axis", either, default=axis))
        if last:
            own.append(inspect.Parameter("nan_policy", either, default="propagate"))
        extra = [] if at is not None else [inspect.Parameter("axis", keyword, default=axis)]
        extra += [] if last else [inspect.Parameter("nan_policy", keyword, default="propagate")]
        extra += [inspect.Parameter("keepdims", keyword, default=False)]
        called.__signature__ = inspect.Signature([*own, *(each for each in given.values() if each.kind is keyword), *extra])
        return called

    return decorated
