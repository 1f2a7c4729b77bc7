#!/usr/bin/env python3
"""Writes the conformance suite's expected values, `tests/data`; its README.md says how to read them.

Elementwise functions of floats are correctly rounded (mpmath); reductions and transforms are computed in extended
precision and rounded once; everything else is NumPy's own result.
"""
import itertools
import os
import sys
import warnings
from pathlib import Path

import ml_dtypes
import mpmath as mp
import numpy as np
import scipy
import scipy.fft

HERE = Path(__file__).parent / "data"
BF16 = np.dtype(ml_dtypes.bfloat16)
INTS = {n: np.dtype(t) for n, t in zip("i8 i16 i32 i64 u8 u16 u32 u64".split(), "i1 i2 i4 i8 u1 u2 u4 u8".split())}
FLOATS = {"f16": np.dtype("f2"), "bf16": BF16, "f32": np.dtype("f4"), "f64": np.dtype("f8")}
COMPLEX = {"complex64": np.dtype("c8"), "complex128": np.dtype("c16")}
DTYPES = {"bool": np.dtype("?"), **INTS, **FLOATS, **COMPLEX}
NAME = {d: n for n, d in DTYPES.items()}

np.seterr(all="ignore")
warnings.simplefilter("ignore")
mp.mp.prec = 240


def stored(a):
    """bf16 has no .npy type: its bit patterns are written, as uint16."""
    a = np.asarray(a)
    return a.view(np.uint16) if a.dtype == BF16 else a


def save(name, arrays):
    path = HERE / f"{name}.npz"
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, allow_pickle=False, **{k: stored(a) for k, a in arrays.items()})


def save_tsv(name, rows):
    (HERE / f"{name}.tsv").write_text("".join("\t".join(map(str, r)) + "\n" for r in rows))


# ---------------------------------------------------------------- promotion and casts


def promotion():
    def promote(a, b):
        try:
            return NAME[np.promote_types(a, b)]
        except TypeError:
            return "error"

    save_tsv("promotion", [(m, n, promote(a, b)) for m, a in DTYPES.items() for n, b in DTYPES.items()])


def casts():
    """Values that the target can hold: what NumPy does with the rest depends on the machine."""
    out = {}
    for (m, a), (n, b) in itertools.product(DTYPES.items(), DTYPES.items()):
        x = values(m)
        if n in INTS and m in {**FLOATS, **COMPLEX}:
            real, info = x.real.astype("f8"), np.iinfo(b)
            x = x[(real > max(info.min - 1, -(2.0**52))) & (real < min(info.max + 1, 2.0**52))]
        if m == "bf16" and b.kind == "c" or n == "bf16" and a.kind == "c":
            y = x.astype("c8").real.astype(b) if n == "bf16" else x.astype("f4").astype(b)
        else:
            y = x.astype(b)
        out[f"{m}/{n}/in0"], out[f"{m}/{n}/out0"] = x, y
    save("astype", out)


# ---------------------------------------------------------------- elementwise: inputs


def values(name):
    """What every function of one argument is tried on."""
    dt, r = DTYPES[name], np.random.default_rng(1)
    if name == "bool":
        return np.array([False, True])
    if name in INTS:
        info = np.iinfo(dt)
        plain = [0, 1, 2, 3, 5, 7, 10, 12, 63, 64, 100, -1, -2, -3, -7, -10, -100]
        some = [v for v in plain if info.min <= v <= info.max]
        wide = r.integers(info.min, info.max, 12, dtype=dt, endpoint=True)
        return np.concatenate([np.array(some + [info.min, info.min + 1, info.max - 1, info.max], dt), wide])
    if name in FLOATS:
        info = ml_dtypes.finfo(dt)
        special = [0.0, -0.0, np.inf, -np.inf, np.nan, info.smallest_subnormal, -info.smallest_subnormal, info.tiny]
        special += [info.max, -info.max, info.eps, 1 + info.eps, 1 - info.epsneg, 0.5, -0.5, 1, -1, 2, -2, 3, 10, -10]
        special += [1.5, 2.5, -2.5, -3.5, np.pi / 2, np.pi, 100, -100, 1e4, 1e-3, -1e-3]
        special += [1e5, -1e10, 1e22] if name in ("f32", "f64") else []
        wide = [*r.uniform(-1, 1, 10), *r.uniform(-8, 8, 10), *np.exp(r.uniform(-9, 9, 8))]
        return np.array([float(v) for v in special + wide], "f8").astype(dt)
    axis = [0.0, -0.0, 0.5, -1.5]
    points = [complex(a, b) for a in axis for b in axis]
    points += [complex(a, b) for a in (2.0, -3.0, 1.0, -1.0) for b in (0.0, -0.0)]  # both sides of the cuts
    points += [complex(b, a) for a in (2.0, -3.0, 1.0, -1.0) for b in (0.0, -0.0)]
    points += [complex(*p) for p in r.uniform(-2, 2, (20, 2))] + [1e-3 + 2e-3j, 20 - 30j, -12 + 1e-3j]
    return np.array(points, dt)


def pairs(name):
    """What every function of two arguments is tried on."""
    dt, r = DTYPES[name], np.random.default_rng(2)
    if name == "bool":
        special = [False, True]
    elif name in INTS:
        info = np.iinfo(dt)
        special = sorted({0, 1, 2, 3, 7, info.max, info.min, max(info.min, -1), max(info.min, -3)})
    elif name in FLOATS:
        special = [0.0, -0.0, 1.5, -1.5, 2.0, np.inf, -np.inf, np.nan]
    else:
        special = [complex(1, 2), complex(-0.5, 1), complex(1, -2), complex(-3, -0.25), complex(2, 0), complex(0, 1)]
    x, y = (np.array(v, dt) for v in zip(*itertools.product(special, special)))
    if name in INTS:
        info = np.iinfo(dt)
        more = [r.integers(max(info.min, -100), min(info.max, 100), 24, endpoint=True).astype(dt) for _ in "xy"]
    elif name in FLOATS:
        info = ml_dtypes.finfo(dt)
        more = [r.uniform(-6, 6, 20), r.uniform(-6, 6, 20)]
        edge = [(info.max, info.max), (info.max, 0.5), (info.smallest_subnormal, 0.5), (info.tiny, 2), (1e4, 3.25)]
        edge += [(0.25, 0.25), (1 + float(info.eps), 1), (-7.0, 2.0), (7.0, -2.0), (-8.0, 3.0), (5.5, 0.75)]
        more = [np.array([*m, *(float(e[i]) for e in edge)]).astype(dt) for i, m in enumerate(more)]
    elif name in COMPLEX:
        more = [(r.uniform(-3, 3, (24, 2)) @ [1, 1j]).astype(dt) for _ in "xy"]
    else:
        more = [x[:0], y[:0]]
    return np.concatenate([x, more[0]]), np.concatenate([y, more[1]])


# ---------------------------------------------------------------- elementwise: correctly rounded results

FORMAT = {FLOATS["f16"]: (11, 15), BF16: (8, 127), FLOATS["f32"]: (24, 127), FLOATS["f64"]: (53, 1023)}


def rounded(v, dt):
    """The mpf `v` to the nearest value of `dt`, ties to even, as a Python float."""
    bits, emax = FORMAT[dt]
    sign, man, exp, width = mp.mpf(v)._mpf_
    quantum = max(exp + width - bits, 2 - emax - bits)  # the exponent of the last place
    if man == 0 or exp + width - 1 > emax:
        magnitude = 0.0 if man == 0 else np.inf
    elif quantum <= exp:
        magnitude = float(mp.ldexp(man, exp))
    else:
        n, rest = divmod(man, 1 << (quantum - exp))
        half = 1 << (quantum - exp - 1)
        n += rest > half or (rest == half and n & 1)
        magnitude = float(np.ldexp(float(n), quantum)) if n.bit_length() + quantum - 1 <= emax else np.inf
    return -magnitude if sign else magnitude


def logaddexp(a, b, base):
    hi, lo = max(a, b), min(a, b)
    return hi + mp.log1p(mp.power(base, lo - hi)) / mp.log(base)


PRECISE = {
    **{n: getattr(mp, n) for n in "sin cos tan sinh cosh tanh exp expm1 log log10 log1p sqrt degrees radians".split()},
    **{f"arc{n}": getattr(mp, f"a{n}") for n in "sin cos tan sinh cosh tanh".split()},
    "exp2": lambda x: mp.power(2, x),
    "log2": lambda x: mp.log(x) / mp.log(2),
    "cbrt": lambda x: mp.sign(x) * mp.cbrt(abs(x)),
    "deg2rad": mp.radians,
    "rad2deg": mp.degrees,
    "i0": lambda x: mp.besseli(0, x),
    "sinc": lambda x: mp.sin(mp.pi * x) / (mp.pi * x),
    "hypot": lambda x, y: mp.sqrt(x * x + y * y),
    "arctan2": mp.atan2,
    "power": mp.power,
    "float_power": mp.power,
    "logaddexp": lambda x, y: logaddexp(x, y, mp.e),
    "logaddexp2": lambda x, y: logaddexp(x, y, mp.mpf(2)),
}


def refine(name, inputs, out):
    """`out` with each ordinary value correctly rounded; special values and branch cuts stay as computed by NumPy."""
    f, dt = PRECISE[name], out.dtype
    if dt.kind == "c":
        out = getattr(np, name)(*(x.astype(np.clongdouble) for x in inputs)).astype(dt)
    result = out.copy()
    ordinary = np.isfinite(out.astype("c16")) & (out != 0)
    for x in inputs:
        ordinary &= np.isfinite(x.astype("c16")) & (x.real != 0) & ((x.imag != 0) | (dt.kind != "c"))
    for i in np.flatnonzero(ordinary):
        args = [x[i].item() if x.dtype != BF16 else float(x[i]) for x in inputs]
        if dt.kind == "c":
            v, part = mp.mpmathify(f(*map(mp.mpmathify, args))), FLOATS["f32" if dt.itemsize == 8 else "f64"]
            result[i] = complex(rounded(v.real, part), rounded(v.imag, part))
        else:
            result[i] = rounded(f(*map(mp.mpf, args)), dt)
        close = abs(complex(result[i]) - complex(out[i])) <= 16 * ml_dtypes.finfo(dt).eps * max(1, abs(complex(out[i])))
        assert close, (name, dt, args, result[i], out[i])
    return result


# ---------------------------------------------------------------- elementwise: the functions

UNARY = """sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh exp expm1 exp2 log log10 log2 log1p
sqrt cbrt square absolute fabs sign positive negative reciprocal degrees radians deg2rad rad2deg i0 sinc rint floor
ceil trunc fix conj real imag angle nan_to_num modf frexp signbit spacing isfinite isinf isnan isneginf isposinf iscomplex
isreal logical_not invert bitwise_count""".split()
BINARY = """add subtract multiply true_divide floor_divide remainder fmod divmod power float_power arctan2 hypot
logaddexp logaddexp2 copysign nextafter heaviside maximum minimum fmax fmin gcd lcm bitwise_and bitwise_or bitwise_xor
left_shift right_shift logical_and logical_or logical_xor equal not_equal less less_equal greater greater_equal
isclose""".split()


def apply(name, dtype, inputs, **kw):
    """The outputs of one function, or None where NumPy has none for this type."""
    f, native = getattr(np, name), inputs
    if dtype == "bf16" and name not in ("nextafter", "spacing"):
        inputs = [x.astype("f4") if x.dtype == BF16 else x for x in inputs]
    try:
        outs = f(*inputs, **kw)
    except TypeError:
        return None
    outs = [np.asarray(o) for o in (outs if isinstance(outs, tuple) else (outs,))]
    if name == "absolute" and dtype in COMPLEX:  # NumPy's `hypot` can be one unit off
        outs = [np.hypot(*(part.astype("g") for part in (inputs[0].real, inputs[0].imag))).astype(outs[0].dtype)]
    if dtype == "bf16":
        outs = [o.astype(BF16) if o.dtype == np.float32 else o for o in outs]
    if name in PRECISE and outs[0].dtype in NAME and outs[0].dtype.kind in "fcV" and DTYPES[dtype].kind != "b":
        cast = [x.astype(outs[0].dtype) for x in native]  # NumPy converts first, then computes
        outs = [refine(name, cast, outs[0])]
    return outs


def select(name, dtype, x, *rest):
    """Leaves out the arguments whose results depend on the machine or on the algorithm."""
    keep = np.ones(x.shape, bool)
    if name in ("i0", "sinc"):
        keep = np.abs(x.astype("c16")) < 20
    elif name == "spacing" and dtype in ("i8", "f16", "bf16"):
        keep = ~np.signbit(x.astype("f4"))  # NumPy's of negative halves is positive, and that towards zero
    elif name == "reciprocal" and dtype in INTS:
        keep = x != 0
    elif name == "nan_to_num" and dtype == "bf16":
        keep = ~np.isinf(x.astype("f4"))  # NumPy's largest number is that of f32
    elif name == "power" and dtype in INTS:
        keep = (rest[0] >= 0) & (rest[0] < 128)
    return [v[keep] for v in (x, *rest)]


def complex_specials(name, dt):
    """Infinite arguments, for the functions whose results at them are the same everywhere."""
    inf, nan = np.inf, np.nan
    signed = [complex(a, b) for a in (inf, -inf) for b in (1.0, -2.0)]
    points = {"exp": signed, "sqrt": signed + [complex(1, inf), complex(-1, -inf)]}
    anything = signed + [complex(b, a) for a in (inf, -inf) for b in (1.0, -2.0)] + [complex(1, nan), complex(nan, 1)]
    points |= {n: anything for n in "conj real imag isfinite isinf isnan iscomplex isreal logical_not negative".split()}
    points |= {n: anything[:8] for n in ("absolute", "angle", "log", "nan_to_num")}
    return np.array(points.get(name, []), dt)


def ufuncs():
    for name in UNARY:
        out = {}
        for dtype, dt in DTYPES.items():
            x = values(dtype)
            if dtype in COMPLEX:
                if name in ("i0", "sinc"):
                    continue
                x = np.concatenate([x, complex_specials(name, dt)])
            record(out, dtype, name, select(name, dtype, x))
        save(f"ufuncs/{name}", out)
    for name in BINARY:
        out = {}
        for dtype in DTYPES:
            record(out, dtype, name, select(name, dtype, *pairs(dtype)))
        save(f"ufuncs/{name}", out)
    rounding, clipping, scaling = {}, {}, {}
    for dtype, dt in DTYPES.items():
        x = values(dtype)
        for d in (-1, 0, 2):
            if dtype != "bool":
                record(rounding, dtype, "round", [x[np.isfinite(x)] if dtype in FLOATS else x], f"decimals={d}/", decimals=d)
        low, high = (np.array(v).astype(dt) for v in ([1, 3] if dtype != "bool" else [False, True]))
        record(clipping, dtype, "clip", [x, np.full_like(x, low), np.full_like(x, high)])
        if dtype in FLOATS:
            x, e = (v.ravel() for v in np.meshgrid(x, np.array([0, 1, -1, 5, -14, -150, -1100, 200, 2000], "i4")))
            record(scaling, dtype, "ldexp", [x, e])
    save("ufuncs/round", rounding)
    save("ufuncs/clip", clipping)
    save("ufuncs/ldexp", scaling)


def record(out, dtype, name, inputs, variant="", **kw):
    outs = apply(name, dtype, inputs, **kw)
    if outs is not None:
        out |= {f"{dtype}/{variant}in{i}": x for i, x in enumerate(inputs)}
        out |= {f"{dtype}/{variant}out{i}": o for i, o in enumerate(outs)}


# ---------------------------------------------------------------- reductions and scans


def wide(x):
    """`x` in the most precise type that holds it."""
    return x.astype(np.clongdouble if x.dtype.kind == "c" else np.longdouble) if x.dtype.kind in "fcV" else x


def numbers(dtype, shape, seed):
    """Ordinary values with ties; floats are multiples of 1/8, so that f16 and bf16 hold them."""
    r, dt = np.random.default_rng(seed), DTYPES[dtype]
    if dtype == "bool":
        return r.random(shape) < 0.6
    if dtype in INTS:
        return r.integers(0 if dtype[0] == "u" else -9, 10, shape).astype(dt)
    x = r.integers(-16, 17, shape) / 8
    return (x + 1j * r.integers(-16, 17, shape) / 8 if dtype in COMPLEX else x).astype(dt)


SHAPES = {
    "scalar": ((), [None]),
    "0": ((0,), [0]),
    "1": ((1,), [0]),
    "7": ((7,), [None, 0]),
    "3x4": ((3, 4), [None, 0, -1]),
    "2x3x4": ((2, 3, 4), [None, 0, 1, (0, 2)]),
    "5x0x2": ((5, 0, 2), [None, 0, 1, (0, 1)]),
    "nan": ((3, 4), [None, 0, 1]),
    "allnan": ((3, 4), [None, 0, 1]),
}
REDUCTIONS = """sum prod mean min max ptp any all count_nonzero median nansum nanprod nanmean nanmin nanmax
nanmedian argmin argmax nanargmin nanargmax cumsum cumprod nancumsum nancumprod""".split()
SCANS = ("cumsum", "cumprod", "nancumsum", "nancumprod")


def inputs_of(dtype):
    for seed, (name, (shape, axes)) in enumerate(SHAPES.items()):
        if "nan" in name and dtype not in {**FLOATS, **COMPLEX}:
            continue
        x = numbers(dtype, shape, seed)
        if "nan" in name:
            x[0, 1] = x[2, 3] = np.nan
            x[1] = np.nan if name == "allnan" else x[1]
        yield name, x, axes


def reduction_cases():
    """(op, parameter, function of (x, axis, keepdims), takes several axes, has keepdims)."""
    for op in REDUCTIONS:
        arg, f = "arg" in op, getattr(np, op)
        yield op, "", (lambda x, a, k, f=f: f(x, axis=a, **k)), not arg and op not in SCANS, op not in SCANS
    for op, d in itertools.product(("var", "std", "nanvar", "nanstd"), (0, 1)):
        f = getattr(np, op)
        yield op, f"ddof={d}", (lambda x, a, k, f=f, d=d: f(x, axis=a, ddof=d, **k)), True, True
    for order in (None, 0, 1, 2, 3, np.inf, -np.inf, "fro", "nuc"):
        yield "norm", f"ord={order}", (lambda x, a, k, o=order: np.linalg.norm(x, o, axis=a, **k)), True, True


def reductions():
    index, arrays, flat = [], {}, {n: [] for n in DTYPES}
    length = dict.fromkeys(DTYPES, 0)
    for dtype in DTYPES:
        for shape, x, axes in inputs_of(dtype):
            arrays[f"in/{dtype}/{shape}"] = x
            half = dtype in ("f16", "bf16")
            native = x.astype("f4") if half else x
            for (op, param, f, several, keeps), axis in itertools.product(reduction_cases(), axes):
                if isinstance(axis, tuple) and not several:
                    continue
                keep = {"keepdims": True} if keeps and axis in (1, (0, 2)) and "nan" not in shape else {}
                row = (op, dtype, shape, axis_text(axis), int(bool(keep)), param)
                try:
                    y = np.asarray(f(native, axis, keep))
                    matrix = isinstance(axis, tuple) or (axis is None and x.ndim == 2)
                    lapack = param in ("ord=2", "ord=-2", "ord=nuc") and matrix
                    if dtype in {**FLOATS, **COMPLEX} and not lapack:
                        y = np.asarray(f(wide(native), axis, keep)).astype(y.dtype)
                except (ValueError, TypeError, np.exceptions.AxisError):
                    index.append((*row, "error", "", ""))
                    continue
                if half and y.dtype == np.float32:
                    y = y.astype(DTYPES[dtype])
                name = NAME[y.dtype]
                index.append((*row, name, "x".join(map(str, y.shape)) or "scalar", length[name]))
                flat[name].append(y.ravel())
                length[name] += y.size
    arrays |= {f"out/{n}": np.concatenate(v) for n, v in flat.items() if v}
    save("reductions", arrays)
    save_tsv("reductions", index)


def axis_text(axis):
    return ",".join(map(str, axis)) if isinstance(axis, tuple) else str(axis).lower()


# ---------------------------------------------------------------- sorting, searching, counting


def sorting():
    out = {}
    for dtype, dt in DTYPES.items():
        back = (lambda a: a.astype(BF16)) if dtype == "bf16" else (lambda a: a)
        cases = [("1d", numbers(dtype, 50, 11), -1), ("axis0", numbers(dtype, (5, 6), 12), 0)]
        cases += [("last", numbers(dtype, (2, 3, 7), 13), -1), ("empty", numbers(dtype, 0, 14), -1)]
        if dtype in {**FLOATS, **COMPLEX}:
            x = numbers(dtype, 40, 15)
            x[[3, 17]], x[5], x[9], x[20], x[21] = np.nan, np.inf, -np.inf, -0.0, 0.0
            if dtype in COMPLEX:
                x[[22, 23]] = complex(1, np.nan), complex(np.nan, 1)
            cases.append(("nan", x, -1))
        if dtype in INTS:
            cases.append(("extreme", values(dtype), -1))
        for case, x, axis in cases:
            key, v = f"{dtype}/{case}", x.astype("f4") if dtype == "bf16" else x
            out[f"sort/{key}/in0"] = x
            out[f"sort/{key}/out0"] = back(np.sort(v, axis=axis, kind="stable"))
            out[f"argsort/{key}/out0"] = np.argsort(v, axis=axis, kind="stable")
            if x.ndim > 1:
                continue
            u = np.unique(v, return_index=True, return_inverse=True, return_counts=True)
            out |= {f"unique/{key}/{n}": a for n, a in zip(("out0", "index", "inverse", "counts"), (back(u[0]), *u[1:]))}
            needles = np.concatenate([v[:12], numbers("f32" if dtype == "bf16" else dtype, 12, 16)])
            out[f"searchsorted/{key}/in1"] = back(needles)
            for side in ("left", "right"):
                out[f"searchsorted/{key}/{side}"] = np.searchsorted(np.sort(v), needles, side)
    save("sorting", out)


def histogram():
    out = {}
    for dtype in [n for n in DTYPES if n not in COMPLEX and n not in ("bool", "bf16")]:
        x, edges = numbers(dtype, 200, 21), np.array([0, 1, 2, 2.5, 6, 9])
        if dtype in FLOATS:
            edges /= 4
        cases = {"bins=10": (x, {}), "bins=7,range=-2:5": (x, {"bins": 7, "range": (-2, 5)}), "edges": (x, {"bins": edges})}
        cases |= {"empty": (x[:0], {"bins": 4}), "constant": (np.full_like(x[:5], 2), {"bins": 4})}
        if dtype in FLOATS:
            cases["nan,bins=4,range=-1:1"] = (np.where(x == x[0], np.nan, x).astype(x.dtype), {"bins": 4, "range": (-1, 1)})
        for case, (v, kw) in cases.items():
            counts, e = np.histogram(v, **kw)
            out |= {f"{dtype}/{case}/in0": v, f"{dtype}/{case}/counts": counts, f"{dtype}/{case}/edges": e}
    save("histogram", out)


# ---------------------------------------------------------------- linear algebra


def matmul():
    out = {}
    shapes = ["3x4 4x2", "4 4", "4 4x3", "3x4 4", "2x3x4 4x2", "2x1x3x4 5x4x2", "3x0 0x2", "0x3 3x2", "17x33 33x9"]
    for dtype in DTYPES:
        for case in shapes:
            a, b = (numbers(dtype, tuple(map(int, s.split("x"))), i + 31) for i, s in enumerate(case.split()))
            y = wide(a) @ wide(b)
            y = y if y.dtype == DTYPES[dtype] else y.astype(DTYPES[dtype])
            out |= {f"{dtype}/{case}/in0": a, f"{dtype}/{case}/in1": b, f"{dtype}/{case}/out0": y}
    save("matmul", out)


def linalg():
    out, la = {}, np.linalg
    for dtype in ("f32", "f64", "complex64", "complex128"):
        dt, up = DTYPES[dtype], "c16" if dtype in COMPLEX else "f8"

        def put(op, case, args, results, real=()):
            for i, a in enumerate(args):
                out[f"{op}/{dtype}/{case}/in{i}"] = a
            for i, y in enumerate(results):
                y = np.asarray(y)
                narrow = dt if y.dtype.kind == "c" or dtype not in COMPLEX else np.dtype(f"f{dt.itemsize // 2}")
                out[f"{op}/{dtype}/{case}/out{i}"] = y if y.dtype.kind == "i" else y.astype(narrow)

        def matrix(shape, seed, diagonal=0.0):
            r = np.random.default_rng(seed)
            a = r.uniform(-1, 1, shape) + (1j * r.uniform(-1, 1, shape) if dtype in COMPLEX else 0)
            return (a + diagonal * np.eye(*shape[-2:])).astype(dt) if len(shape) > 1 else a.astype(dt)

        for shape in [(1, 1), (2, 2), (3, 3), (8, 8), (20, 20), (4, 3, 3), (2, 3, 5, 5), (0, 0), (3, 0, 0)]:
            n, case = shape[-1], "x".join(map(str, shape))
            a = matrix(shape, n, 1.5 * np.sqrt(n))
            h = (a + np.conj(np.swapaxes(a, -1, -2))) / dt.type(2)
            spd = np.matmul(a, np.conj(np.swapaxes(a, -1, -2))).astype(dt) + np.eye(n, dtype=dt)
            spd = ((spd + np.conj(np.swapaxes(spd, -1, -2))) / dt.type(2)).astype(dt)
            b = matrix((*shape[:-1], 2), n + 50)
            w = a.astype(up)
            put("det", case, [a], [la.det(w)])
            put("slogdet", case, [a], la.slogdet(w))
            put("inv", case, [a], [la.inv(w)])
            put("solve", case, [a, b], [la.solve(w, b.astype(up))])
            put("eigvalsh", case, [h], [la.eigvalsh(h.astype(up))])
            if n:
                put("cholesky", case, [spd], [la.cholesky(spd.astype(up))])
                put("matrix_rank", case, [a], [la.matrix_rank(w)])
                put("cond", case, [a], [la.cond(w)])
            if len(shape) == 2 and n:
                v = matrix((n,), n + 60)
                put("solve", f"{case},vector", [a, v], [la.solve(w, v.astype(up))])
        for shape in [(1, 1), (3, 3), (6, 3), (3, 6), (20, 7), (2, 5, 3), (4, 1), (1, 4)]:
            case = "x".join(map(str, shape))
            a = matrix(shape, sum(shape) + 70)
            w = a.astype(up)
            put("svdvals", case, [a], [la.svd(w, compute_uv=False)])
            put("qr_abs_r", case, [a], [np.abs(la.qr(w).R)])
            put("pinv", case, [a], [la.pinv(w)])
            if len(shape) == 2:
                b = matrix((shape[0], 2), sum(shape) + 80)
                x, residuals, rank, s = la.lstsq(w, b.astype(up), rcond=None)
                put("lstsq", case, [a, b], [x, residuals, rank, s])
        deficient = (matrix((6, 2), 90).astype(up) @ matrix((2, 4), 91).astype(up) / 2).astype(dt)
        w = deficient.astype(up)
        put("matrix_rank", "6x4,rank2", [deficient], [la.matrix_rank(w, tol=1e-3)])
        put("pinv", "6x4,rank2", [deficient], [la.pinv(w, rcond=1e-3)])
    save("linalg", out)


# ---------------------------------------------------------------- transforms


def fft():
    out, sf = {}, scipy.fft

    def put(op, dtype, case, x, **kw):
        y = getattr(sf, op)(x.astype(np.clongdouble if x.dtype.kind == "c" else np.longdouble), **kw)
        small = "c8 f4" if dtype in ("f32", "complex64") else "c16 f8"
        out[f"{op}/{dtype}/{case}/in0"] = x
        out[f"{op}/{dtype}/{case}/out0"] = y.astype(small.split()[y.dtype.kind != "c"])

    for dtype in ("f32", "f64", "complex64", "complex128"):
        r, cplx = np.random.default_rng(41), dtype in COMPLEX

        def signal(*shape):
            x = r.uniform(-1, 1, shape)
            return (x + 1j * r.uniform(-1, 1, shape) if cplx else x).astype(DTYPES[dtype])

        def half(n):
            """The half spectrum of a real signal of length n."""
            return sf.rfft(r.uniform(-1, 1, n)).astype(DTYPES[dtype])

        lines = ["fft", "ifft"] if cplx else ["fft", "rfft", "ihfft"]
        for n in [*range(1, 18), 31, 64, 97, 100, 128, 210, 243, 256]:
            for op in lines if n < 18 else lines[:2]:
                put(op, dtype, f"{n}", signal(n))
            if cplx:
                put("irfft", dtype, f"n={n}", half(n), n=n)
                if n < 18:
                    put("hfft", dtype, f"n={n}", half(n), n=n)
        for op, norm in itertools.product(lines[:2], ("backward", "ortho", "forward")):
            put(op, dtype, f"norm={norm}", signal(12), norm=norm)
        for op, n in itertools.product(lines[:2], (3, 8, 13)):
            put(op, dtype, f"8,n={n}", signal(8), n=n)
            put(op, dtype, f"4x6x5,n={n},axis=1", signal(4, 6, 5), n=n, axis=1)
            put(op, dtype, f"4x6x5,n={n},axis=0", signal(4, 6, 5), n=n, axis=0)
        for op in ("fft2", "ifft2", "fftn", "ifftn") if cplx else ("fft2", "rfft2", "rfftn"):
            put(op, dtype, "8x6", signal(8, 6))
            put(op, dtype, "3x4x5", signal(3, 4, 5))
            put(op, dtype, "3x4x5,axes=0,2", signal(3, 4, 5), axes=(0, 2))
            put(op, dtype, "6x7,s=4x9", signal(6, 7), s=(4, 9), axes=(0, 1))
            put(op, dtype, "6x7,norm=ortho", signal(6, 7), norm="ortho")
        if cplx:
            for shape in [(8, 6), (5, 7), (3, 4, 5)]:
                spectrum = sf.rfftn(r.uniform(-1, 1, shape)).astype(DTYPES[dtype])
                put("irfftn", dtype, f"s={'x'.join(map(str, shape))}", spectrum, s=shape)
    save("fft", out)


# ---------------------------------------------------------------- printing


def printing():
    arrays, rows = {}, []
    r = np.random.default_rng(51)

    def put(dtype, a):
        key = f"{dtype}/{sum(k.startswith(dtype + '/') for k in arrays)}"
        arrays[key] = np.asarray(a)
        rows.append([key, *(f(arrays[key]).replace("\\", "\\\\").replace("\n", "\\n") for f in (str, repr))])

    for dtype in [n for n in DTYPES if n != "bf16"]:
        dt = DTYPES[dtype]
        for shape in [(0,), (0, 3), (2, 0), (), (1,), (3,), (2, 3), (2, 2, 3), (2, 1, 2, 2), (40,), (3, 30)]:
            put(dtype, numbers(dtype, shape, 52))
        if dtype in ("bool", "i32", "f64"):  # at the threshold, past it
            put(dtype, np.arange(1000).astype(dt))
            put(dtype, np.arange(1001).astype(dt))
        put(dtype, np.resize(numbers(dtype, 7, 53), (40, 30)))
        put(dtype, np.resize(numbers(dtype, 7, 53), (11, 10, 10)))
        if dtype in INTS:
            put(dtype, np.array([np.iinfo(dt).min, 0, np.iinfo(dt).max], dt))
        if dtype in FLOATS:
            lists = [[-0.0, 0.0], [1, 2, 3], [0.1, 0.25, 1.5], [1e-5, 1, 1e4], [1e-4, 1], [1e4, 0.5], [100.25, -3], [np.nan, 1]]
            lists += [[np.inf, -np.inf, np.nan, 1.5], [np.nan], [1 / 3], [2 / 3, 1 / 7, 100], [3.14159265], [-1, 10, -100.5]]
            lists += [[1e-7], [6e-8, 1], [65504, 1e-4], [[1, -2], [3.5, 1e-3]], [0.99999999], [123456.789 / 8]]
            if dtype != "f16":
                lists += [[1e8, 1], [1e9, 0.1], [1e15, 1], [1e16], [1e-10, 1e10], [1e30, -1e-30], [123456789.0], [1e38, 1]]
                lists += [[np.finfo(dt).max, np.finfo(dt).tiny], [np.finfo(dt).smallest_subnormal], [1e5, 1e6, 1e7], [99999999.0]]
            for v in lists:
                put(dtype, np.array(v, dt))
                put(dtype, np.array(v, dt).ravel()[0])
            put(dtype, r.standard_normal(30).astype(dt))
            put(dtype, (r.standard_normal((4, 5)) * 10.0 ** r.integers(-2, 4, (4, 5))).astype(dt))
            put(dtype, np.linspace(0, 1, 1100).astype(dt))
        if dtype in COMPLEX:
            for v in [[1 + 2j], [0.5 - 0.25j, -3 + 100j], [complex(-0.0, -0.0)], [complex(np.nan, np.inf), 1j], [1e10 + 1e-5j, 1]]:
                put(dtype, np.array(v, dt))
                put(dtype, np.array(v, dt)[0])
            put(dtype, (r.standard_normal(12) + 1j * r.standard_normal(12)).astype(dt))
    save("printing", arrays)
    save_tsv("printing", rows)


def random_numbers(r, dtype, n):
    """Numbers of one of many kinds: what they have in common decides how an array is printed."""
    dt = DTYPES[dtype]
    if dtype == "bool":
        return r.integers(0, 2, n).astype(dt)
    if dtype in INTS:
        info = np.iinfo(dt)
        bound = min(int(info.max), 10 ** int(r.integers(1, 20)))
        return r.integers(max(int(info.min), -bound), bound, n, dtype=dt, endpoint=True)
    if dtype in COMPLEX:
        part = "f32" if dtype == "complex64" else "f64"
        z = np.empty(n, dt)
        z.real, z.imag = random_numbers(r, part, n), random_numbers(r, part, n)
        return z
    info, kind = np.finfo(dt), r.integers(8)
    if kind == 0:  # any bits
        x = r.integers(0, 256, n * dt.itemsize, dtype="u1").view(dt)
    elif kind == 1:  # few decimals
        x = r.integers(-2000, 2000, n) / 10.0 ** r.integers(0, 7)
    elif kind == 2:  # many decimals, one magnitude
        x = r.standard_normal(n) * 10.0 ** r.integers(-6, 10)
    elif kind == 3:  # many magnitudes
        x = r.standard_normal(n) * 10.0 ** r.uniform(-6, 9, n)
    elif kind == 4:  # all magnitudes
        x = np.exp2(r.uniform(np.log2(float(info.smallest_subnormal)), info.maxexp, n)) * r.choice([-1, 1], n)
    elif kind == 5:  # powers of two and their neighbours
        x = np.exp2(r.integers(-24, 15, n).astype(dt)).astype(dt)
        x = np.where(r.integers(0, 2, n), x, np.nextafter(x, r.choice(np.array([0, np.inf], dt), n)))
    elif kind == 6:  # subnormal
        x = info.smallest_subnormal * r.integers(-50, 50, n).astype(dt)
    else:  # special
        special = [0.0, -0.0, 1, -1, 0.5, np.inf, -np.inf, np.nan, info.max, info.tiny, 1e-4, 1000, 9.9999999, 1e8]
        x = r.choice(np.array(special).astype(dt), n)
    x = np.asarray(x).astype(dt)
    if r.integers(6) == 0:
        x[r.integers(n)] = r.choice([np.nan, np.inf, -np.inf, -0.0])
    return x


def printing_random():
    """Arrays of random shapes and numbers. The environment's PRINTED says how many, 2000 if nothing."""
    r, rows = np.random.default_rng(57), []
    names = [n for n in [*DTYPES, *(4 * [*FLOATS, *COMPLEX])] if n != "bf16"]
    shapes = 40 * [(1,), (2,), (3,), (4,), (5,)] + 20 * [(), (2, 2), (3, 2)] + 4 * [(12,), (2, 1, 2), (1, 7), (0,)]
    shapes += [(3, 0), (1001,), (40, 30), (1, 2000), (7, 9, 20), (500, 3)]
    for i in range(int(os.environ.get("PRINTED", 2000))):
        dtype, shape = r.choice(names), shapes[r.integers(len(shapes))]
        few = random_numbers(r, dtype, min(max(int(np.prod(shape)), 1), 12))
        a = np.resize(few, shape)
        texts = [f(a).replace("\\", "\\\\").replace("\n", "\\n") for f in (str, repr)]
        rows.append([dtype, "x".join(map(str, shape)), few.tobytes().hex(), *texts[: 1 + (i % 4 == 0)]])
    save_tsv("printing_random", rows)


def printing_options():
    """Arrays of random shapes and numbers under random options."""
    r, rows = np.random.default_rng(58), []
    names = [n for n in [*DTYPES, *(6 * [*FLOATS, *COMPLEX])] if n != "bf16"]
    shapes = 30 * [(1,), (3,), (5,)] + 20 * [(), (2, 2), (3, 2), (9,)] + 4 * [(12,), (2, 1, 2), (0,), (30,)] + [(3, 0), (7, 9, 3)]
    choices = {
        "precision": [0, 1, 2, 3, 5, 12, 20],
        "threshold": [0, 3, 10, 1000],
        "edgeitems": [1, 2, 3, 4],
        "linewidth": [0, 10, 20, 40, 75, 200],
        "suppress": [True, False],
        "separator": [", ", ";", "", " , ", "--  "],
        "sign": ["-", "+", " "],
        "floatmode": ["fixed", "unique", "maxprec", "maxprec_equal"],
        "nanstr": ["NaN", "missing", "-"],
        "infstr": ["Inf", "infinity", "oo"],
        "prefix": ["x = ", "matrix: "],
        "suffix": [")", ";  "],
    }
    for i in range(int(os.environ.get("PRINTED", 1200))):
        dtype, shape = r.choice(names), shapes[r.integers(len(shapes))]
        few = random_numbers(r, dtype, min(max(int(np.prod(shape)), 1), 12))
        a = np.resize(few, shape)
        chosen = sorted(r.choice(list(choices), r.integers(1, 5), replace=False))
        options = {key: choices[key][r.integers(len(choices[key]))] for key in chosen}
        passed = {key: options[key] for key in ("separator", "prefix", "suffix") if key in options}
        with np.printoptions(**{key: value for key, value in options.items() if key not in passed}):
            texts = [np.array2string(a, **passed), np.array_repr(a)]
        texts = [text.replace("\\", "\\\\").replace("\n", "\\n") for text in texts]
        named = "|".join(f"{key}={value}" for key, value in options.items())
        rows.append([dtype, "x".join(map(str, shape)), few.tobytes().hex(), named, *texts])
    save_tsv("printing_options", rows)


UFUNCS = """add subtract multiply divide floor_divide remainder fmod power float_power maximum minimum fmax fmin hypot
arctan2 logaddexp logaddexp2 copysign nextafter heaviside gcd lcm bitwise_and bitwise_or bitwise_xor left_shift right_shift
logical_and logical_or logical_xor equal not_equal less less_equal greater greater_equal""".split()


def ufunc_methods():
    """The methods of binary functions, of one small array for each type."""
    rows = []
    small = (np.arange(12) * 7 + 3) % 11 + 1
    for name, dtype in itertools.product(UFUNCS, ["bool", "i16", "i64", "u8", "f16", "f32", "f64", "complex128"]):
        f, t = getattr(np, name), DTYPES[dtype]
        x = (small % 2 if dtype == "bool" else small).astype(t).reshape(3, 4)
        mask = np.array([[1, 0, 1, 1], [0, 0, 1, 0], [1, 1, 1, 1]], bool)

        def at(x):
            y = x.copy()
            f.at(y, ([0, 2, 0, 0], [1, 3, 1, 2]), x[1])
            return y

        calls = {
            "reduce 0": lambda: f.reduce(x),
            "reduce 1": lambda: f.reduce(x, axis=-1),
            "reduce 0,1": lambda: f.reduce(x, axis=(0, 1), keepdims=True),
            "reduce none": lambda: f.reduce(x, axis=()),
            "reduce masked": lambda: f.reduce(x, axis=1, where=mask, initial=2),
            "reduce empty": lambda: f.reduce(x[:0], axis=0),
            "accumulate 0": lambda: f.accumulate(x, axis=0),
            "accumulate 1": lambda: f.accumulate(x, axis=1),
            "reduceat 0,2": lambda: f.reduceat(x, [0, 2], axis=1),
            "reduceat 1,3,0": lambda: f.reduceat(x, [1, 3, 0], axis=1),
            "outer": lambda: f.outer(x[0], x[:2]),
            "at": lambda: at(x),
        }
        for method, call in calls.items():
            try:
                # `at` converts to any type, which is an error here.
                if method == "at" and not np.can_cast(f(x, x).dtype, t, "same_kind"):
                    continue
                out = np.asarray(call())
            except (TypeError, ValueError):
                continue
            # NumPy 2.4 with AVX-512 reduces rows by these to the value of their first and last elements: 4 ** 2 for [4, 11, 2].
            rows_only = method in ("reduce 1", "reduce masked", "reduceat 0,2", "reduceat 1,3,0")
            if rows_only and name in ("arctan2", "power", "float_power"):
                continue
            rows.append([name, method, dtype, NAME[out.dtype], "x".join(map(str, out.shape)), out.tobytes().hex()])
    save_tsv("ufunc_methods", rows)


def series():
    """The classes of numpy.polynomial."""
    classes = [np.polynomial.Polynomial, np.polynomial.Chebyshev, np.polynomial.Legendre]
    classes += [np.polynomial.Hermite, np.polynomial.HermiteE, np.polynomial.Laguerre]
    x = np.array([-1.0, -0.3, 0.0, 0.7, 2.0])
    points = np.linspace(0.5, 3.5, 9)
    np.polynomial.set_default_printstyle("unicode")
    rows = []
    for kind, domain in itertools.product(classes, [None, [0.0, 4.0]]):
        make = lambda *c: kind(c, domain=domain or kind.domain)
        p, q = make(1.0, -2.0, 0.5, 3.0), make(2.0, 0.25, -1.0)
        z = make(1.0 + 2j, -1j, 0.5)
        long = make(*(1.5 ** k * (-1) ** (k // 2) / 3 for k in range(14)))
        results = {
            "at": p(x), "add": (p + q).coef, "subtract": (p - q).coef, "multiply": (p * q).coef,
            "quotient": (p // q).coef, "remainder": (p % q).coef, "pow": (q ** 3).coef,
            "deriv 1": p.deriv().coef, "deriv 3": p.deriv(3).coef, "deriv 4": p.deriv(4).coef,
            "integ": p.integ(2, [1.0, 2.0], 0.5).coef, "roots": p.roots().astype(complex),
            "fromroots": kind.fromroots([0.1, 0.5, -0.7]).coef, "complex at": z(x), "complex multiply": (z * z).coef,
            "basis": kind.basis(3)(x),
            "fit": kind.fit(points, np.exp(points), 3).coef,
            "fit weighted": kind.fit(points, np.exp(points), 2, domain=[0, 4], w=points).coef,
        }
        for other in classes:
            results[f"convert {other.__name__}"] = p.convert(kind=other).coef
        name, where = kind.__name__, "own" if domain is None else "0,4"
        rows += [[name, where, key, np.asarray(value).tobytes().hex()] for key, value in results.items()]
        texts = {"text": str(p), "long text": str(long), "complex text": str(z), "tiny text": str(make(1e-7, 123456789.0, 1 / 3))}
        rows += [[name, where, key, text.replace("\n", "\\n")] for key, text in texts.items()]
    save_tsv("series", rows)


def main():
    steps = [promotion, casts, ufuncs, reductions, sorting, histogram, matmul, linalg, fft, printing]
    steps += [printing_random, printing_options, ufunc_methods, series]
    HERE.mkdir(exist_ok=True)
    for step in steps:
        if len(sys.argv) < 2 or step.__name__ in sys.argv[1:]:
            step()
    versions = {"numpy": np, "scipy": scipy, "ml_dtypes": ml_dtypes, "mpmath": mp}
    save_tsv("versions", [(n, m.__version__) for n, m in versions.items()])
    print(sum(p.stat().st_size for p in HERE.rglob("*") if p.is_file()) // 1024, "KiB in", HERE.name)


if __name__ == "__main__":
    main()
