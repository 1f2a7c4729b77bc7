#!/usr/bin/env python3
"""Computes the coefficients of polynomials in the files of functions: `python3 fit.py [NAME...]` (needs mpmath).

A constant that has a comment such as

    // fit(lambda z: erf(sqrt(z)) / sqrt(z) - 1, 0, 1, 16)

before it gets that many coefficients, the highest first, of the polynomial that is the function from 0 to 1 as Chebyshev's
expansion has it. The function is in mpmath's functions; names that other comments of the file define by `let` may be used.
What is left is printed.
"""
import re
import sys
from pathlib import Path

import mpmath as mp

HERE = Path(__file__).parent
SCIPY = HERE.parents[2] / "scipy/src/special"
mp.mp.dps = 60
PLACE = re.compile(r"// fit\((?P<call>(?:.|\n)*?), (?P<n>\d+)\)\n(?P<head>const \w+: &\[f64\] = &)\[[^\]]*\];")


def fit(text):
    scope = dict(vars(mp))
    for name, value in re.findall(r"// let (\w+) = (.*)", text):
        scope[name] = eval(value, scope)

    def constant(place):
        call = re.sub(r"\n\s*//", " ", place["call"])
        f, low, high = eval(f"({call})", scope)
        low, high = mp.mpf(low), mp.mpf(high)

        def value(x):
            # Where the expression is 0 / 0, the value beside does.
            try:
                return f(x)
            except ZeroDivisionError:
                return f(x + mp.mpf("1e-30"))

        coefficients, error = mp.chebyfit(value, [low, high], int(place["n"]), error=True)
        print(f"  {place['n']} coefficients: 2^{float(mp.log(error, 2)):.1f}")
        numbers = "".join(f"\n    {float(c)!r}," for c in coefficients)
        return place[0][: place.start("head") - place.start()] + f"{place['head']}[{numbers}\n];"

    return PLACE.sub(constant, text)


def main():
    for path in sorted([*HERE.glob("*.rs"), *SCIPY.glob("**/*.rs")]):
        text = path.read_text()
        if (not sys.argv[1:] or path.stem in sys.argv[1:]) and PLACE.search(text):
            print(path.stem)
            path.write_text(fit(text))


main()
