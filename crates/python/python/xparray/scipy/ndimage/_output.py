"""The argument `output` of filters of images: an element type, or an array that gets the result."""

from functools import wraps
from inspect import signature


def is_array(output):
    """Whether it is an array, of whichever library. Element types of NumPy's have a `shape` as well, which is no tuple."""
    return isinstance(getattr(output, "shape", None), tuple)


def written(found, output):
    """The result, or the array of its shape that got it."""
    if found.shape != output.shape:
        raise RuntimeError("output shape not correct")
    output[...] = found
    return output


def into(function):
    """The function, of which `output` may be an array: the result is computed as its element type and written there."""
    place = list(signature(function).parameters).index("output")

    @wraps(function)
    def made(*args, **keywords):
        output = args[place] if len(args) > place else keywords.get("output")
        if not is_array(output):
            return function(*args, **keywords)
        if len(args) > place:
            args = (*args[:place], output.dtype, *args[place + 1 :])
        else:
            keywords = {**keywords, "output": output.dtype}
        return written(function(*args, **keywords), output)

    return made
