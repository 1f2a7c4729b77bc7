"""Times of whole programs with the Python module in NumPy's place, beside NumPy, or CuPy where arrays are on a GPU.

    python3 benches/python/program_ratios.py [--large] [--rounds N] [NAME...]

The programs (programs/*.py) are written for NumPy's interface, as users write them, and know no library. A row is: the program, milliseconds
here, there, their ratio (above 1: here is faster), and how far the results are apart, relative to the largest. Both sides run in turns; the best of
several rounds counts, after one that is not timed. A peer that refuses a program has a dash.
"""

import argparse
import importlib
import math
import time

import numpy
import xparray
from programs import data, grids, learning, series


def results(found):
    return found if isinstance(found, tuple) else (found,)


def peer():
    """The other library, what waits for it, and what makes NumPy's arrays of its own."""
    if xparray.Device().type_ == "cpu":
        return numpy, lambda: None, numpy.asarray
    cupy = importlib.import_module("cupy")
    return cupy, cupy.cuda.Device().synchronize, cupy.asnumpy


def run(program, library, arguments, wait):
    start = time.perf_counter()
    found = results(program(library, arguments))
    for each in found:
        if isinstance(each, xparray.ndarray):
            each.block_until_ready()
    wait()
    return time.perf_counter() - start, found


def apart(ours, theirs):
    """The largest difference, by the largest number; or what else differs."""
    if (ours.shape, ours.dtype) != (theirs.shape, theirs.dtype):
        return f"{ours.dtype}{ours.shape} and {theirs.dtype}{theirs.shape}"
    if not ours.size:
        return "0"
    ours, theirs = ours.astype(complex), theirs.astype(complex)
    return f"{abs(ours - theirs).max() / (abs(theirs).max() or 1):.1e}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--large", action="store_true", help="sizes for a GPU")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    other, wait, asnumpy = peer()
    print("program", "ms here", f"ms {other.__name__}", "ratio", "apart", sep="\t")
    ratios = []
    for module in (grids, learning, series):
        made = getattr(data, module.__name__.rpartition(".")[2])(numpy.random.default_rng(0), options.large)
        for name, arrays in made.items():
            if options.names and name not in options.names:
                continue
            program, best, last = getattr(module, name), {}, {}
            sides = [(xparray, lambda: None), (other, wait)]
            arguments = [{k: library.asarray(v) if isinstance(v, numpy.ndarray) else v for k, v in arrays.items()} for library, _ in sides]
            for _ in range(1 + options.rounds):
                for (library, done), given in zip(sides, arguments):
                    try:
                        took, last[library] = run(program, library, given, done)
                    except Exception as error:
                        if library is xparray:
                            raise
                        best[library] = None
                        last[library] = f"{type(error).__name__}: {error}"
                        continue
                    best.setdefault(library, []).append(took)
            ours = min(best[xparray][1:]) * 1e3
            if best[other] is None:
                print(name, f"{ours:.2f}", "-", "-", last[other], sep="\t", flush=True)
                continue
            theirs = min(best[other][1:]) * 1e3
            ratios.append(theirs / ours)
            differences = [apart(numpy.asarray(a), asnumpy(b)) for a, b in zip(last[xparray], last[other])]
            print(name, f"{ours:.2f}", f"{theirs:.2f}", f"{ratios[-1]:.2f}", ", ".join(differences), sep="\t", flush=True)
    print("geometric mean", "", "", f"{math.exp(sum(map(math.log, ratios)) / len(ratios)):.2f}", sep="\t")


if __name__ == "__main__":
    main()
