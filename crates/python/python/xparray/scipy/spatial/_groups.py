"""Groups of rotations, as rows of quaternions, the real part last."""

from math import cos, pi, sin, sqrt

_GOLDEN = (1 + sqrt(5)) / 2
#: Rotations that make all others of a group, by products.
_GENERATORS = {
    "T": [(0.0, 0.0, 1.0, 0.0), (0.5, 0.5, 0.5, 0.5)],
    "O": [(0.0, 0.0, sqrt(0.5), sqrt(0.5)), (0.5, 0.5, 0.5, 0.5)],
    "I": [(0.5, 0.5, 0.5, 0.5), (0.5, 0.5 / _GOLDEN, 0.5 * _GOLDEN, 0.0)],
}


def _product(p, q):
    (a, b, c, d), (x, y, z, w) = p, q
    return (
        d * x + a * w + b * z - c * y, d * y + b * w + c * x - a * z, d * z + c * w + a * y - b * x, d * w - a * x - b * y - c * z,
    )


def _is_one(p, q):
    """Whether two quaternions are of one rotation: they may have different signs."""
    return abs(sum(x * y for x, y in zip(p, q))) > 1 - 1e-9


def _made(generators):
    found = [(0.0, 0.0, 0.0, 1.0)]
    for each in found:
        for generator in generators:
            turned = _product(generator, each)
            if not any(_is_one(turned, known) for known in found):
                found.append(turned)
    return found


def group_quaternions(group, axis):
    """The rotations of a group, of which some are about an axis."""
    if group in _GENERATORS:
        return _made(_GENERATORS[group])
    kind, fold = group[:1], group[1:]
    if kind not in ("C", "D") or not fold.isdecimal():
        raise ValueError("`group` must be one of 'I', 'O', 'T', 'Dn', 'Cn'")
    n = int(fold)
    if n < 1:
        raise ValueError("Group order must be positive")

    def about(parts, real):
        # Of an axis that is the third, turned to be another one.
        return (*(parts[(k - axis - 1) % 3] for k in range(3)), real)

    found = [about((0.0, 0.0, sin(pi * k / n)), cos(pi * k / n)) for k in range(n)]
    flips = [about((cos(pi * k / n), sin(pi * k / n), 0.0), 0.0) for k in range(n)] if kind == "D" else []
    return found + flips
