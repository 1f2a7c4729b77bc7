"""The type stubs, held to the module: the same names, with the same parameters; and documentation everywhere."""

import ast
import inspect
import pathlib
import types

import pytest

import xparray

FOLDER = pathlib.Path(xparray.__file__).parent


def stub(name):
    package = FOLDER / name / "__init__.pyi"
    return ast.parse((package if package.exists() else FOLDER / f"{name}.pyi").read_text())


def names_of(tree):
    found = {}
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found[node.name] = node
        elif isinstance(node, ast.AnnAssign):
            found[node.target.id] = node
        elif isinstance(node, ast.Assign):
            found[node.targets[0].id] = node
        elif isinstance(node, ast.ImportFrom) and node.level:
            found |= {each.asname: node for each in node.names if each.asname}
    return found


def parameters(node):
    args = node.args
    several = [[args.vararg] if args.vararg else [], args.kwonlyargs, [args.kwarg] if args.kwarg else []]
    named = [*args.posonlyargs, *args.args, *sum(several, [])]
    return [each.arg for each in named]


def own_methods(cls):
    """The methods that a class of this module defines."""
    return [(name, value) for name, value in vars(cls).items() if isinstance(value, types.FunctionType) and name[0] != "_"]


MODULES = {"__init__": xparray, "linalg": xparray.linalg, "fft": xparray.fft, "random": xparray.random, "polynomial": xparray.polynomial}
MODULES |= {f"scipy/{name}": getattr(xparray.scipy, name) for name in xparray.scipy.__all__}
MODULES |= {
    f"scipy/{name}": getattr(getattr(xparray.scipy, name.split("/")[0]), name.split("/")[1])
    for name in ("signal/windows", "sparse/csgraph", "sparse/linalg", "spatial/distance", "spatial/transform", "stats/qmc")
}


@pytest.mark.parametrize("name", MODULES)
def test_stubs_have_the_modules_names_and_parameters(name):
    module, found = MODULES[name], names_of(stub(name))
    public = getattr(module, "__all__", [each for each in dir(module) if not each.startswith("_")])
    public = [each for each in public if not isinstance(getattr(module, each), types.ModuleType)]
    assert set(public) <= set(found)
    for each in public:
        value = getattr(module, each)
        if isinstance(value, types.FunctionType) and isinstance(found[each], ast.FunctionDef):
            assert parameters(found[each]) == list(inspect.signature(value).parameters), each
        if isinstance(value, type) and value.__module__.startswith("xparray.scipy") and isinstance(found[each], ast.ClassDef):
            methods = {node.name: node for node in found[each].body if isinstance(node, ast.FunctionDef)}
            for name, method in own_methods(value):
                assert parameters(methods[name]) == list(inspect.signature(method).parameters), f"{each}.{name}"


def test_stubs_have_the_methods():
    found = names_of(ast.Module(names_of(stub("__init__"))["ndarray"].body, []))
    assert {each for each in dir(xparray.ndarray) if not each.startswith("_")} <= set(found)


@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_everything_is_documented(module):
    for name in getattr(module, "__all__", dir(module)):
        value = getattr(module, name)
        if isinstance(value, (types.FunctionType, xparray.ufunc)) and not name.startswith("_"):
            assert "Example: ``" in value.__doc__, name
        if isinstance(value, type) and value.__module__.startswith("xparray.scipy") and not name.startswith("_"):
            assert value.__doc__, name
            for each, method in own_methods(value):
                assert "Example: ``" in method.__doc__, f"{name}.{each}"
    for name in dir(xparray.ndarray):
        value = getattr(xparray.ndarray, name)
        if callable(value) and not name.startswith("_"):
            assert value.__doc__, name
