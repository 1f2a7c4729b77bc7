#!/usr/bin/env python3
"""Writes `hip-emulator/tests/compiled/libm.tsv`: values of real functions by mpmath, for the test of AMD's device library:
`python3 tests/libm_values.py`."""

import struct
from pathlib import Path

import mpmath as mp

mp.mp.prec = 400

WIDE = [1e-310, 3e-40, 1e-20, 1e-5, 0.3, 0.7, 1.0, 1.5, 2.75, 10.0, 37.0, 88.0, 89.5, 300.0, 710.5, 1e10, 1e22, 3e38]
SIGNED = WIDE + [-x for x in WIDE] + [0.0]
UNIT = [1e-310, 1e-20, 1e-5, 0.1, 0.25, 0.5, 0.75, 0.9, 0.999, 0.9999999]
UNITS = UNIT + [-x for x in UNIT] + [0.0]
SMALL = [1e-310, 1e-20, 1e-5, 0.2, 0.5, 0.9, 1.3, 2.0, 3.5, 5.5, 9.0, 26.0]
SMALLS = SMALL + [-x for x in SMALL] + [0.0]
GAMMA = [1e-30, 1e-5, 0.1, 0.5, 1.0, 1.4616, 2.0, 2.5, 3.0, 7.7, 20.0, 33.3]

FUNCTIONS = {
    "sin": (mp.sin, SIGNED), "cos": (mp.cos, SIGNED), "tan": (mp.tan, SIGNED),
    "asin": (mp.asin, UNITS), "acos": (mp.acos, UNITS), "atan": (mp.atan, SIGNED),
    "sinh": (mp.sinh, SMALLS), "cosh": (mp.cosh, SMALLS), "tanh": (mp.tanh, SMALLS),
    "asinh": (mp.asinh, SIGNED), "acosh": (mp.acosh, [1.0, 1.0000001, 1.1, 1.5, 2.0, 10.0, 1e5, 1e22, 3e38]),
    "atanh": (mp.atanh, UNITS),
    "exp": (mp.exp, SMALLS), "exp2": (lambda x: mp.mpf(2) ** x, SMALLS), "exp10": (lambda x: mp.mpf(10) ** x, SMALLS),
    "expm1": (mp.expm1, SMALLS),
    "log": (mp.log, WIDE), "log2": (lambda x: mp.log(x, 2), WIDE), "log10": (mp.log10, WIDE),
    "log1p": (mp.log1p, WIDE + [-x for x in UNIT]),
    "sqrt": (mp.sqrt, WIDE), "rsqrt": (lambda x: 1 / mp.sqrt(x), WIDE),
    "cbrt": (lambda x: mp.sign(x) * mp.cbrt(abs(x)), SIGNED),
    "erf": (mp.erf, SMALLS), "erfc": (mp.erfc, SMALLS), "erfinv": (mp.erfinv, UNITS),
    "erfcx": (lambda x: mp.exp(x * x) * mp.erfc(x), [x for x in SMALL]),
    "tgamma": (mp.gamma, GAMMA), "lgamma": (lambda x: mp.log(abs(mp.gamma(x))), GAMMA),
    "sinpi": (mp.sinpi, SMALLS), "cospi": (mp.cospi, SMALLS),
}


def bits(x):
    return struct.pack(">d", x).hex()


def single(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def main():
    lines = []
    for name, (function, points) in FUNCTIONS.items():
        for kind in ("f32", "f64"):
            fields = [name, kind]
            for x in points:
                x, double = single(x) if kind == "f32" else x, x
                if double != 0.0 == x:
                    continue
                y = float(function(mp.mpf(x)))
                # Subnormal values and overflow are left out.
                least, most = (1e-37, 3e38) if kind == "f32" else (1e-300, 1e308)
                if y == 0.0 and x == 0.0 or least < abs(y) < most:
                    fields += [bits(x), bits(y)]
            lines.append("\t".join(fields))
    path = Path(__file__).parent / "hip-emulator/tests/compiled/libm.tsv"
    path.write_text("\n".join(lines) + "\n")


main()
