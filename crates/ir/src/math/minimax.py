"""Writes `tables.rs`: python3 minimax.py | rustfmt > tables.rs (needs mpmath; gmpy2 makes it fast).

Each polynomial is the minimax polynomial, in the weighted sense given below, of the smallest degree that meets the tolerance of its
type. The low coefficients are rounded one by one and the others fitted again, so that rounding costs no accuracy.
"""

import struct

from mpmath import mp, mpf

mp.dps = 60
POINTS = 600


def remez(x, g, w, low, n):
    """Coefficients low[k:] of the polynomial of n coefficients that is nearest to g on the points x in the weight w."""
    k = len(low)
    powers = [[mpf(1)] for _ in x]
    for row, v in zip(powers, x):
        for _ in range(1, n):
            row.append(row[-1] * v)
    rest = [gi - sum(c * p for c, p in zip(low, row)) for gi, row in zip(g, powers)]
    free = n - k
    last = len(x) - 1
    at = [round(last * (1 - mp.cos(mp.pi * i / free)) / 2) for i in range(free + 1)]
    for _ in range(30):
        a, b = mp.matrix(free + 1), mp.matrix(free + 1, 1)
        for i, j in enumerate(at):
            for c in range(free):
                a[i, c] = w[j] * powers[j][k + c]
            a[i, free] = (-1) ** i
            b[i] = w[j] * rest[j]
        solution = mp.lu_solve(a, b)
        c, level = list(solution)[:free], abs(solution[free])
        error = [wj * (r - sum(ci * p for ci, p in zip(c, row[k:]))) for wj, r, row in zip(w, rest, powers)]
        worst = max(abs(e) for e in error)
        if worst <= level * mpf("1.02"):
            break
        extrema = []
        for j, e in enumerate(error):
            if extrema and (e > 0) == (error[extrema[-1]] > 0):
                if abs(e) > abs(error[extrema[-1]]):
                    extrema[-1] = j
            else:
                extrema.append(j)
        while len(extrema) > free + 1:
            extrema.pop(0 if abs(error[extrema[0]]) < abs(error[extrema[-1]]) else -1)
        if len(extrema) < free + 1:
            break
        at = extrema
    return c, worst


def rounded(c, single):
    if single:
        return mpf(struct.unpack("f", struct.pack("f", float(c)))[0])
    return mpf(float(c))


def fit(g, w, lo, hi, tolerance, single, first):
    """The shortest rounded polynomial within the tolerance; its first coefficient is `first` if that is known."""
    grid = [lo + (hi - lo) * (1 - mp.cos(mp.pi * (i + mpf(1) / 2) / POINTS)) / 2 for i in range(POINTS)]
    gs, ws = [g(v) for v in grid], [w(v) for v in grid]
    fixed = [] if first is None else [rounded(first, single)]
    n = len(fixed) + 1
    while True:
        c, worst = remez(grid, gs, ws, fixed, n)
        if worst < tolerance:
            break
        n += 1
    low = list(fixed)
    # Where the weight does not vanish at zero, the others could not make up for the rounding of the first.
    while w(mpf("1e-20")) < mpf("1e-9") and len(low) < min(n - 1, 5):
        low.append(rounded(c[0], single))
        c, _ = remez(grid, gs, ws, low, n)
    low += [rounded(v, single) for v in c]
    error = max(abs(wi * (gi - mp.polyval(low[::-1], v))) for v, gi, wi in zip(grid, gs, ws))
    return low, error


def literal(v, single):
    if not single:
        return repr(float(v))
    for digits in range(1, 12):
        text = f"{float(v):.{digits}e}"
        if rounded(mpf(text), True) == v:
            mantissa, exponent = text.split("e")
            return text if abs(int(exponent)) > 5 else repr(float(text))


def odd(f):
    """(f(x) - x) / x^3 in u = x^2, and its weight for the relative error of f."""
    return (lambda u: (f(mp.sqrt(u)) - mp.sqrt(u)) / u ** mpf("1.5"), lambda u: u ** mpf("1.5") / f(mp.sqrt(u)))


def log_series(u):
    s = mp.sqrt(u)
    return (2 * mp.atanh(s) - 2 * s) / s**3


HALF_LN2 = mpf("0.34662")
S_MAX = ((mp.sqrt(2) - 1) / (mp.sqrt(2) + 1)) ** 2 * mpf("1.0001")
QUARTER = (mp.pi / 4 * mpf("1.00001")) ** 2
HALF_PI = (mp.pi / 2 * mpf("1.005")) ** 2
I0_SPLIT = mpf(8)


def i0_scaled(v):
    x = 2 * I0_SPLIT / (v + 1)
    return mp.besseli(0, x) * mp.exp(-x) * mp.sqrt(x)


TABLES = [
    # name, comment, function, weight, from, to, first coefficient, log2 of the tolerance for f32 and f64
    ("EXP", "(e^r - 1 - r) / r^2, |r| <= ln(2) / 2",
     lambda r: (mp.expm1(r) - r) / r**2, lambda r: r**2 / mp.expm1(r), -HALF_LN2, HALF_LN2, mpf("0.5"), -27, -57),
    ("EXP2", "(2^r - 1) / r, |r| <= 1/2",
     lambda r: mp.expm1(r * mp.ln(2)) / r, lambda r: r / 2**r, -mpf("0.50001"), mpf("0.50001"), None, -27, -57),
    ("COSH", "(cosh r - 1) / r^2 in r^2, |r| <= ln(2) / 2",
     lambda u: (mp.cosh(mp.sqrt(u)) - 1) / u, lambda u: u, mpf(0), HALF_LN2**2, mpf("0.5"), -27, -57),
    ("SINH", "(sinh r - r) / r^3 in r^2, |r| <= ln(2) / 2", *odd(mp.sinh), mpf(0), HALF_LN2**2, None, -27, -57),
    ("LOG", "(2 atanh s - 2 s) / s^3 in s^2, |s| <= 3 - sqrt(8)",
     log_series, lambda u: u / 2, mpf(0), S_MAX, None, -27, -57),
    ("LOG_TAIL", "((2 atanh s - 2 s) / s^3 - 2/3) / s^2 in s^2, |s| <= 3 - sqrt(8)",
     lambda u: (log_series(u) - mpf(2) / 3) / u, lambda u: u**2 / 2, mpf(0), S_MAX, None, -38, -69),
    ("SIN", "(sin r - r) / r^3 in r^2, |r| <= pi / 2", *odd(mp.sin), mpf(0), HALF_PI, None, -27, -57),
    ("SIN_QUARTER", "(sin r - r) / r^3 in r^2, |r| <= pi / 4", *odd(mp.sin), mpf(0), QUARTER, None, -27, -58),
    ("COS_QUARTER", "(cos r - 1 + r^2 / 2) / r^4 in r^2, |r| <= pi / 4",
     lambda u: (mp.cos(mp.sqrt(u)) - 1 + u / 2) / u**2, lambda u: u**2, mpf(0), QUARTER, None, -27, -58),
    ("SINC", "(sin(pi r) / (pi r) - 1) / r^2 in r^2, |r| <= 1/2",
     lambda u: (mp.sin(mp.pi * mp.sqrt(u)) / (mp.pi * mp.sqrt(u)) - 1) / u, lambda u: u, mpf(0), mpf("0.2501"), None, -27, -57),
    ("ATAN", "(atan t - t) / t^3 in t^2, |t| <= tan(pi / 8)",
     *odd(mp.atan), mpf(0), mp.tan(mp.pi / 8) ** 2 * mpf("1.0001"), None, -27, -57),
    ("ASIN", "(asin x - x) / x^3 in x^2, |x| <= 1/2", *odd(mp.asin), mpf(0), mpf("0.2501"), None, -27, -57),
    ("CBRT", "m^(-1/3), 1 <= m <= 2", lambda m: m ** (-mpf(1) / 3), lambda m: m ** (mpf(1) / 3), mpf(1), mpf(2), None, -10, -13),
    ("I0_SMALL", "(I0(x) - 1) / x^2 in x^2, |x| <= 8", lambda u: (mp.besseli(0, mp.sqrt(u)) - 1) / u,
     lambda u: u / mp.besseli(0, mp.sqrt(u)), mpf(0), I0_SPLIT**2, mpf("0.25"), -27, -57),
    ("I0_LARGE", "I0(x) e^-x sqrt(x) in 16 / x - 1, x >= 8",
     i0_scaled, lambda v: 1 / i0_scaled(v), mpf(-1), mpf(1), None, -27, -57),
]

CONSTANTS = [
    # name, value, bits of each part but the last for f32 and f64
    ("LN2", mp.ln(2), 16, 41),
    ("LOG2_E", 1 / mp.ln(2), 24, 53),
    ("LOG10_2", mp.log10(2), 16, 41),
    ("LOG10_E", 1 / mp.ln(10), 24, 53),
    ("PI", mp.pi, 24, 53),
    ("HALF_PI", mp.pi / 2, 24, 53),
    ("QUARTER_PI", mp.pi / 4, 21, 50),
    ("TWO_THIRDS", mpf(2) / 3, 24, 53),
]


def emit(name, comment, tables):
    print(f"\n/// {comment}")
    print(f"pub const {name}: Table = (")
    for single, table in zip((True, False), tables):
        print("    &[" + ", ".join(literal(v, single) for v in table) + "],")
    print(");", flush=True)


def main():
    print("//! Constants as sums of parts, and polynomials in rising powers; written by `minimax.py`.")
    print("#![allow(clippy::approx_constant, clippy::excessive_precision)] // They are what the generator computed.")
    print("\n/// The values for `f32` and for `f64`.")
    print("pub type Table = (&'static [f32], &'static [f64]);")
    for name, value, *bits in CONSTANTS:
        tables = []
        for single, b in zip((True, False), bits):
            parts, rest = [], value
            for _ in range(2):
                unit = mpf(2) ** (mp.floor(mp.log(abs(rest), 2)) + 1 - b)
                parts.append(mp.nint(rest / unit) * unit)
                rest -= parts[-1]
            tables.append([*parts, rounded(rest, single)])
        bits = " and ".join(map(str, bits))
        emit(name, f"Parts of {mp.nstr(value, 10)}, each but the last of {bits} bits.", tables)
    for name, comment, g, w, lo, hi, first, *bits in TABLES:
        tables, errors = [], []
        for single, tolerance in zip((True, False), bits):
            c, error = fit(g, w, lo, hi, mpf(2) ** tolerance, single, first)
            tables.append(c)
            errors.append(f"2^{float(mp.log(error, 2)):.1f}")
        emit(name, f"`{comment}`; errors {' and '.join(errors)}.", tables)


if __name__ == "__main__":
    main()
