#!/usr/bin/env python3
"""The peers' side of NPBench: `peer.py FRAMEWORK SUITE DATA`; benches/npbench/README.md has the protocol.

SUITE is a clone of spcl/npbench, whose programs run unchanged; DATA is a folder for the arrays that other programs read.
"""
import importlib
import json
import sys
import time
from pathlib import Path

import numpy as np

FRAMEWORK, SUITE, DATA = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
sys.path.insert(0, str(SUITE))
# Programs that take longer than this are run once.
LONG = 2.0
# NumPy itself misses the bound of the others when it adds up in another order (30 to 200 times, against long doubles), so
# these are compared by NPBench's own rule.
ILL_CONDITIONED = {"durbin"}
# What programs write that NPBench does not name.
WRITTEN = {"scattering_self_energies": ["Sigma"]}


def nothing(*_):
    """NumPy and Numba have finished when they return."""


def framework():
    """The version, the endings of the programs' files, how an argument is copied, and how to wait."""
    if FRAMEWORK == "numpy":
        return np.__version__, ["numpy"], lambda x: np.copy(x), nothing
    if FRAMEWORK == "numba":
        import numba

        kinds = ["numba_" + k for k in ("n", "np", "npr", "o", "op", "opr")]
        return numba.__version__, kinds, lambda x: np.copy(x), nothing
    if FRAMEWORK == "jax":
        import jax

        jax.config.update("jax_enable_x64", True)
        return f"{jax.__version__} on {jax.default_backend()}", ["jax"], jax.numpy.array, jax.block_until_ready
    if FRAMEWORK == "cupy":
        import cupy

        return cupy.__version__, ["cupy"], cupy.asarray, lambda *_: cupy.cuda.get_current_stream().synchronize()
    raise SystemExit(f"no peer is called {FRAMEWORK}")


VERSION, ENDINGS, COPY, WAIT = framework()


class Program:
    """A program of NPBench with the arguments of one size."""

    def __init__(self, name, size):
        info = json.loads((SUITE / "bench_info" / f"{name}.json").read_text())["benchmark"]
        self.info = info
        self.written = info["output_args"] or WRITTEN.get(name, [])
        self.module = "npbench.benchmarks." + info["relative_path"].replace("/", ".") + "." + info["module_name"]
        self.arguments = dict(info["parameters"][size])
        init = info.get("init")
        if init:
            module = importlib.import_module(self.module)
            made = getattr(module, init["func_name"])(*(self.arguments[a] for a in init["input_args"]))
            names = init["output_args"]
            self.arguments.update({names[0]: made} if len(names) == 1 else zip(names, made))

    def kernels(self):
        """The variants that there are."""
        found = {}
        for ending in ENDINGS:
            try:
                found[ending] = getattr(importlib.import_module(f"{self.module}_{ending}"), self.info["func_name"])
            except (ImportError, AttributeError):
                continue
        return found

    def copies(self):
        arrays = self.info["array_args"]
        return [COPY(self.arguments[a]) if a in arrays else self.arguments[a] for a in self.info["input_args"]]

    def run(self, kernel):
        """The outputs, what is returned first, and the seconds."""
        copies = self.copies()
        WAIT([c for c in copies if hasattr(c, "shape")])
        start = time.perf_counter()
        result = kernel(*copies)
        WAIT(result)
        seconds = time.perf_counter() - start
        outputs = [] if result is None else list(result) if isinstance(result, (tuple, list)) else [result]
        at = {a: copies[k] for k, a in enumerate(self.info["input_args"])}
        return outputs + [at[a] for a in self.written], seconds


def scalar_or_array(x):
    x = np.asarray(x)
    return x.astype(np.int64) if x.dtype.kind in "iu" and x.ndim == 0 else x


def save(name, size):
    """Writes the arguments, for programs that are not Python's."""
    program = Program(name, size)
    names = [a for a in program.info["input_args"]]
    np.savez(DATA / f"{name}-{size}.npz", **{a: scalar_or_array(program.arguments[a]) for a in names})
    return "ok"


def check(name, size):
    """Compares the outputs that another program wrote with this one's."""
    program = Program(name, size)
    expected, _ = program.run(next(iter(program.kernels().values())))
    written = np.load(DATA / f"{name}-{size}.out.npz")
    if len(written.files) != len(expected):
        return f"{len(written.files)} outputs where there are {len(expected)}"
    for k, want in enumerate(expected):
        want, have = np.asarray(want), written[str(k)]
        if want.shape != have.shape:
            return f"output {k} has the shape {have.shape}, not {want.shape}"
        single = want.dtype in (np.float32, np.complex64)
        scale = np.max(np.abs(want), initial=0.0, where=np.isfinite(want))
        rtol, atol = (1e-4, 1e-5 * scale) if single else (1e-8, 1e-10 * scale)
        if name in ILL_CONDITIONED:
            rtol, atol = 1e-5, 1e-8
        if not np.allclose(have, want, rtol=rtol, atol=atol, equal_nan=True):
            with np.errstate(all="ignore"):
                return f"output {k} differs by {np.nanmax(np.abs(have - want)):.3g}, where the largest is {scale:.3g}"
    return "ok"


def measure(name, size, cache={}):
    """Microseconds: the median of up to five runs of the fastest variant, which has run once before."""
    if (name, size) not in cache:
        cache.clear()
        program = Program(name, size)
        best = None
        for kernel in program.kernels().values():
            try:
                program.run(kernel)
                seconds = program.run(kernel)[1]
            except Exception as error:
                print(f"{FRAMEWORK} {name}: {error}"[:300], file=sys.stderr)
                continue
            if best is None or seconds < best[0]:
                best = seconds, kernel
        if best is None:
            return "-"
        cache[name, size] = program, best
    program, (seconds, kernel) = cache[name, size]
    runs = [program.run(kernel)[1] for _ in range(1 if seconds > LONG else 5)]
    return f"{1e6 * sorted(runs)[len(runs) // 2]:.1f}"


def main():
    print("ready", FRAMEWORK, VERSION, flush=True)
    commands = {"save": save, "check": check, "time": measure}
    for line in sys.stdin:
        command, *rest = line.split()
        try:
            print(commands[command](*rest), flush=True)
        except Exception as error:
            print("error", repr(error).replace("\n", " ")[:300], flush=True)


main()
