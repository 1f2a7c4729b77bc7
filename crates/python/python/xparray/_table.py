"""Functions by tables: of each a name, its parameters as Python writes them, and what it gives."""

import inspect

#: Parameters that say how SciPy computes, which says nothing here.
IGNORED = frozenset(
    ("check_finite", "disp", "lapack_driver", "overwrite_a", "overwrite_ab", "overwrite_b", "overwrite_data", "overwrite_x",
    "workers")
)


def functions(module, native, table):
    """The functions of a table, whose parameters a native function takes by position."""
    return {name: _function(module, native[name], name, *row) for name, row in table.items()}


def _function(module, native, name, parameters, doc):
    taken = inspect.signature(eval(f"lambda {parameters}: None")).parameters
    passed = ", ".join(each for each in taken if each not in IGNORED)
    made = eval(f"lambda {parameters}: _native({passed})", {"_native": native})
    made.__name__ = made.__qualname__ = name
    made.__module__ = module
    made.__doc__ = documented(module, name, taken.values(), doc)
    return made


def documented(module, name, parameters, doc):
    """Documentation with an example."""
    needed = ", ".join(each.name for each in parameters if each.default is each.empty)
    return f"{doc}\n\nExample: ``{module}.{name}({needed})``."
