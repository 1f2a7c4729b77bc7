"""Products, factorisations and solutions: NumPy's ``linalg``, and the extension of the array API standard."""

from math import prod
from operator import index
from typing import NamedTuple

from . import _core
from ._core import ndarray
from ._creation import asarray, full, ones, ordered, zeros
from ._manipulation import stack
from ._products import matmul, vecdot
from ._several import axes_of, into, several
from .exceptions import LinAlgError


class EigResult(NamedTuple):
    """Eigenvalues, and their vectors in columns."""

    eigenvalues: ndarray
    eigenvectors: ndarray


class EighResult(NamedTuple):
    """Eigenvalues in ascending order, and their vectors in columns."""

    eigenvalues: ndarray
    eigenvectors: ndarray


class QRResult(NamedTuple):
    """An orthogonal and an upper triangular matrix."""

    Q: ndarray
    R: ndarray


class SlogdetResult(NamedTuple):
    """The sign of a determinant, and the logarithm of its absolute value."""

    sign: ndarray
    logabsdet: ndarray


class SVDResult(NamedTuple):
    """Singular vectors and values."""

    U: ndarray
    S: ndarray
    Vh: ndarray


def dot(a, b, out=None):
    """The sum over the last axis of one array and the last but one of the other.

    Example: ``xparray.dot(x, y)``.
    """
    found = _core.product("dot", a, b)
    if out is None:
        return found
    if out.shape != found.shape or out.dtype != found.dtype:
        raise ValueError(f"out is of shape {out.shape} and type {out.dtype}, not of shape {found.shape} and type {found.dtype}")
    out[...] = found
    return out


def vdot(a, b, /):
    """The sum of the products of all elements, the first ones conjugated.

    Example: ``xparray.vdot(x, y)``.
    """
    return _core.product("vdot", a, b)


def inner(a, b, /):
    """Sums over the last axes of both.

    Example: ``xparray.inner(x, y)``.
    """
    a, b = asarray(a), asarray(b)
    return _core.product("inner", a, b) if a.ndim and b.ndim else a * b


def outer(x1, x2, /):
    """The products of each element of a vector and each of another, of shape (m, n).

    Example: ``xparray.linalg.outer(x, y)``.
    """
    x1, x2 = asarray(x1), asarray(x2)
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError(f"Input arrays must be one-dimensional, but they are x1.ndim={x1.ndim} and x2.ndim={x2.ndim}.")
    return _core.product("outer", x1, x2)


def kron(a, b):
    """Kronecker products.

    Example: ``xparray.kron(x, y)``.
    """
    return _core.product("kron", a, b)


def tensordot(a, b, axes=2):
    """Sums of products over several axes of both arrays: the last of one and the first of the other, or the named ones.

    Example: ``xparray.tensordot(x, y, axes=1)``.
    """
    a, b = asarray(a), asarray(b)
    if isinstance(axes, int):
        first, second = list(range(a.ndim - axes, a.ndim)), list(range(axes))
    else:
        first, second = map(several, axes)
    return _core.tensordot(a, b, first, second)


def einsum(subscripts, *operands, out=None, dtype=None, order="K", casting="safe", optimize=True):
    """Sums of products by Einstein's convention: a text and arrays, or arrays each with a list of numbers for its axes.

    `optimize` says how NumPy orders products, which is always done here.

    Example: ``xparray.einsum("ij,jk->ik", x, y)``.
    """
    if not isinstance(subscripts, str):
        subscripts, operands = _letters([subscripts, *operands])
    if order not in (None, *"CFAKcfak"):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got {order!r})")
    if casting not in ("no", "equiv", "safe", "same_kind", "unsafe"):
        raise ValueError(f"casting must be one of 'no', 'equiv', 'safe', 'same_kind', or 'unsafe' (got {casting!r})")
    _path(optimize, len(operands))
    if len(operands) == 1 and out is None and dtype is None:
        view = _seen(subscripts, asarray(operands[0]))
        if view is not None:
            return ordered(view, order)
    operands = [asarray(each) if dtype is None else asarray(each).astype(dtype) for each in operands]
    # Sums of small integers stay small, as NumPy's.
    found = _core.einsum(subscripts, operands).astype(_core.result_type(operands), copy=False)
    return _laid_out(found, subscripts, operands, order) if out is None else into(out, found, casting)


def _laid_out(found, subscripts, operands, order):
    """What `einsum` found in an order, by default that of the axes of its operands."""
    if found.ndim < 2:
        return found
    given, arrow, kept = subscripts.replace(" ", "").partition("->")

    def axes(text, ndim):
        before, dots, after = text.partition("...")
        # Axes without letters broadcast from the last one.
        rest = range(len(before) + len(after) - ndim, 0) if dots else ()
        return [*before, *rest, *after]

    labels = [axes(text, each.ndim) for text, each in zip(given.split(","), operands)]
    if arrow:
        wanted = axes(kept, found.ndim)
    else:
        letters = sorted(each for each in set(given) if each.isalpha() and given.count(each) == 1)
        wanted = [*range(len(letters) - found.ndim, 0), *letters]
    views = []
    for each, named in zip(operands, labels):
        if len(set(named)) < len(named) or 0 in each.shape:
            return ordered(found, order)
        part = each[tuple(slice(None) if label in wanted else 0 for label in named)]
        left = [label for label in named if label in wanted]
        part = part._permute_dims([left.index(label) for label in wanted if label in left])
        views.append(part._expand_dims([k for k, label in enumerate(wanted) if label not in left]))
    return _core.laid_out(found, views, order)


def einsum_path(subscripts, *operands, optimize="greedy"):
    """The order in which operands of `einsum` are contracted, as places among those that are left, and what is known of it. `optimize` is `greedy`,
    `optimal`, False for all at once, or an order; a limit of memory beside a name is not kept.

    Example: ``path, text = xparray.einsum_path("ij,jk,kl->il", x, y, z)``.
    """
    if not isinstance(subscripts, str):
        subscripts, operands = _letters([subscripts, *operands])
    shapes = [list(asarray(each).shape) for each in operands]
    given = _path(optimize, len(operands))
    steps, operations, naive = _core.einsum_path(subscripts, shapes, given == "optimal")
    if not isinstance(given, str):
        steps, operations = given, naive
    text = f"  Complete contraction:  {subscripts}\n  Naive operations:  {naive:.3e}\n  Operations:  {operations:.3e}"
    return ["einsum_path", *steps], text


def _path(optimize, count):
    """How so many operands are contracted: a name, or steps, which are checked."""
    if optimize is False or (count <= 2 and not isinstance(optimize, (list, tuple))):
        return [tuple(range(count))]
    if optimize is True or optimize is None:
        return "greedy"
    if isinstance(optimize, (list, tuple)):
        if len(optimize) and optimize[0] == "einsum_path":
            left = count
            for step in optimize[1:]:
                if not all(0 <= place < left for place in step):
                    raise RuntimeError(f"Invalid einsum_path: {step} of {left} operands")
                left -= len(step) - 1
            if left != 1:
                raise RuntimeError(f"Invalid einsum_path is specified: {left - 1} more operands has to be contracted.")
            return list(optimize[1:])
        if len(optimize) == 2 and isinstance(optimize[1], (int, float)):
            optimize = optimize[0]
    if optimize not in ("greedy", "optimal"):
        raise TypeError(f"Did not understand the path: {optimize!r}")
    return optimize


def _seen(subscripts, x):
    """The view of one array that has all of its axes, in another order, those of one letter as their diagonal; None where elements
    are summed, or the text is wrong."""
    given, arrow, kept = subscripts.replace(" ", "").partition("->")

    def axes(text):
        before, dots, after = text.partition("...")
        rest = x.ndim - len(given.replace("...", "", 1))
        return [*before, *(range(rest) if dots else ()), *after]

    labels = axes(given)
    wanted = axes(kept) if arrow else [each for each in labels if isinstance(each, int)] + sorted(
        each for each in labels if isinstance(each, str) and labels.count(each) == 1)
    letters = [each for each in labels if isinstance(each, str)]
    well = len(labels) == x.ndim and len(set(wanted)) == len(wanted) and all(each.isalpha() and each.isascii() for each in letters)
    if not well or set(wanted) != set(labels):
        return None
    for letter in {each for each in letters if letters.count(each) > 1}:
        while labels.count(letter) > 1:
            first = labels.index(letter)
            second = labels.index(letter, first + 1)
            if x.shape[first] != x.shape[second]:
                return None
            x = x._diagonal(0, first, second)
            labels = [each for k, each in enumerate(labels) if k not in (first, second)] + [letter]
    return x._permute_dims([labels.index(each) for each in wanted])


def _letters(given):
    """A text for lists of axes, which follow arrays; the last one is of the result, if it is no array's."""
    def text(axes):
        return "".join("..." if each is Ellipsis else chr(ord("a") + each if each < 26 else ord("A") + each - 26) for each in axes)

    count = len(given) // 2
    subscripts = ",".join(text(axes) for axes in given[1 : 2 * count : 2])
    if len(given) % 2:
        subscripts += "->" + text(given[-1])
    return subscripts, given[0 : 2 * count : 2]


def matrix_transpose(x, /):
    """The last two axes exchanged; a view.

    Example: ``xparray.linalg.matrix_transpose(x)``.
    """
    return asarray(x).mT


def multi_dot(arrays, *, out=None):
    """The product of two matrices or more, from the left; a vector may be the first or the last.

    Example: ``xparray.linalg.multi_dot([x, y, z])``.
    """
    if len(arrays) < 2:
        raise ValueError("Expecting at least two arrays.")
    first, *rest = arrays
    for each in rest:
        first = matmul(first, each)
    return into(out, first)


def _matrices(a, square=True):
    """Matrices as factorisations take them: of floats, and of as many rows as columns unless they need not be."""
    a = asarray(a)
    if a.ndim < 2:
        raise LinAlgError(f"{a.ndim}-dimensional array given. Array must be at least two-dimensional")
    if square and a.shape[-1] != a.shape[-2]:
        raise LinAlgError(f"Last 2 dimensions of the array must be square, not of shape {a.shape}")
    return _floats(a)


def _floats(a):
    a = asarray(a)
    return a.astype("float64") if a.dtype.kind in "biu" else a


def cholesky(a, /, *, upper=False):
    """The lower triangular factor L of A = L L^H, or the upper one of A = U^H U, of shape (..., n, n).

    Example: ``xparray.linalg.cholesky(x)``.
    """
    found = _core.matrix("cholesky", _matrices(a))
    return found.mT.conj() if upper else found


def inv(a):
    """Inverses, of shape (..., n, n).

    Example: ``xparray.linalg.inv(x)``.
    """
    return _core.matrix("inv", _matrices(a))


def det(a):
    """Determinants, of shape (...).

    Example: ``xparray.linalg.det(x)``.
    """
    return _core.matrix("det", _matrices(a))


def slogdet(a):
    """Signs and logarithms of determinants, of shape (...).

    Example: ``xparray.linalg.slogdet(x).logabsdet``.
    """
    return SlogdetResult(*_core.factors("slogdet", _matrices(a)))


def solve(a, b):
    """The solutions X of A X = B; B is a vector, or has shape (..., n, k).

    Example: ``xparray.linalg.solve(x, y)``.
    """
    return _core.product("solve", _matrices(a), _floats(b))


def eig(a):
    """Eigenvalues of shape (..., n) and their vectors of shape (..., n, n), complex.

    Example: ``values, vectors = xparray.linalg.eig(x)``.
    """
    return EigResult(*_core.factors("eig", _matrices(a)))


def eigh(a, UPLO="L"):
    """Eigenvalues of shape (..., n) and their vectors of shape (..., n, n), of Hermitian matrices.

    Example: ``values, vectors = xparray.linalg.eigh(x)``.
    """
    return EighResult(*_core.factors("eigh", _triangle(a, UPLO)))


def eigvals(a):
    """Eigenvalues of shape (..., n), complex.

    Example: ``xparray.linalg.eigvals(x)``.
    """
    return _core.matrix("eigvals", _matrices(a))


def eigvalsh(a, UPLO="L"):
    """Eigenvalues of shape (..., n), of Hermitian matrices.

    Example: ``xparray.linalg.eigvalsh(x)``.
    """
    return _core.matrix("eigvalsh", _triangle(a, UPLO))


def _triangle(a, uplo):
    if uplo not in ("L", "l", "U", "u"):
        raise ValueError("UPLO argument must be 'L' or 'U'")
    a = _matrices(a)
    return a if uplo in "Ll" else a.mT.conj()


def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    """Singular vectors and values, of shapes (..., m, m), (..., k) and (..., n, n), or with k in the place of m and n; those of
    Hermitian matrices by their eigenvalues.

    Example: ``u, s, vh = xparray.linalg.svd(x, full_matrices=False)``.
    """
    if hermitian:
        found = _hermitian_svd(a)
        return found if compute_uv else found.S
    return SVDResult(*_core.svd(_matrices(a, False), full_matrices)) if compute_uv else svdvals(a)


def _hermitian_svd(a):
    values, vectors = eigh(a)
    order = _core.argsort(-abs(values), -1)
    values = _core.take_along_axis(values, order, -1)
    u = _core.take_along_axis(vectors, order._expand_dims([-2]), -1)
    signs = _core.where(values < 0, -1.0, 1.0).astype(values.dtype)
    return SVDResult(u, abs(values), (u * signs._expand_dims([-2])).mT.conj())


def svdvals(x, /):
    """Singular values in descending order, of shape (..., k).

    Example: ``xparray.linalg.svdvals(x)``.
    """
    return _core.matrix("svdvals", _matrices(x, False))


def qr(a, mode="reduced"):
    """Orthogonal and triangular factors, of shapes (..., m, k) and (..., k, n), where k is m if complete.

    Example: ``q, r = xparray.linalg.qr(x)``.
    """
    if mode not in ("reduced", "complete", "r"):
        raise ValueError(f"Unrecognized mode '{mode}'")
    found = QRResult(*_core.qr(_matrices(a, False), mode == "complete"))
    return found.R if mode == "r" else found


def pinv(a, rcond=None, hermitian=False, *, rtol=None):
    """Pseudo-inverses, of shape (..., n, m), perhaps of Hermitian matrices. Singular values below rtol times the largest one count as zero.

    Example: ``xparray.linalg.pinv(x)``.
    """
    if rcond is not None and rtol is not None:
        raise ValueError("`rtol` and `rcond` can't be both set.")
    a, cutoff = _matrices(a, False), rcond if rtol is None else rtol
    if hermitian:
        return _pinv_each(a, asarray(1e-15 if cutoff is None else cutoff), True)
    if cutoff is None and rtol is None and rcond is None:
        return _core.pinv(a, None)
    if not isinstance(cutoff, (int, float)) and asarray(cutoff).ndim:
        return _pinv_each(a, asarray(cutoff))
    return _core.pinv(a, float(cutoff))


def _pinv_each(a, cutoffs, hermitian=False):
    """Pseudo-inverses with a cutoff for each matrix."""
    u, s, vh = svd(a, full_matrices=False, hermitian=hermitian)
    limit = cutoffs[..., None] * s.max(axis=-1, keepdims=True)
    inverse = _core.where(s > limit, 1 / _core.where(s > limit, s, 1.0), 0.0)
    return matmul(vh.mT.conj(), inverse[..., None] * u.mT.conj())


def matrix_power(a, n):
    """Powers of matrices, of shape (..., n, n).

    Example: ``xparray.linalg.matrix_power(x, 3)``.
    """
    a, n = asarray(a), index(n)
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    # Inverses are of floats.
    return _core.matrix_power(_matrices(a) if n < 0 else a, n)


def matrix_rank(A, tol=None, hermitian=False, *, rtol=None):
    """Ranks, of shape (...): the number of singular values above `tol`, or above `rtol` times the largest one.

    Example: ``xparray.linalg.matrix_rank(x)``.
    """
    if tol is not None and rtol is not None:
        raise ValueError("`tol` and `rtol` can't be both set.")
    if rtol is not None and not isinstance(rtol, (int, float)):
        values = svdvals(A)
        limit = asarray(rtol)[..., None] * values.max(axis=-1, keepdims=True)
        return _core.reduce("count_nonzero", values > limit, [-1], False)
    return _core.matrix_rank(_floats(A), tol, rtol, hermitian)


def lstsq(a, b, rcond=None):
    """The least-squares solution of a x = b, the sums of squared residuals, the rank and the singular values.

    Example: ``x, residuals, rank, s = xparray.linalg.lstsq(a, b)``.
    """
    a, b = _matrices(a, False), _floats(b)
    if b.ndim and b.shape[0] != a.shape[0]:
        raise LinAlgError("Incompatible dimensions")
    if not a.size and a.ndim == 2 and b.ndim in (1, 2) and a.shape[0] == b.shape[0]:
        return _nothing_fitted(a, b)
    x, residuals, rank, s = _core.lstsq(a, b, rcond)
    return x, residuals, int(rank), s


def _nothing_fitted(a, b):
    """The solution of no equations, or of no unknowns: zeros, which leave all of b."""
    (m, n), kind = a.shape, _core.result_type([a, b])
    x = zeros((n, *b.shape[1:]), kind, device=a.device)
    squares = (abs(b.astype(kind)) ** 2).sum(axis=0)._reshape(-1 if b.ndim == 2 else 1, None)
    return x, squares if m > n else zeros(0, squares.dtype, device=a.device), 0, zeros(0, squares.dtype, device=a.device)


def norm(x, ord=None, axis=None, keepdims=False):
    """Norms of vectors or matrices, over one axis or two.

    Example: ``xparray.linalg.norm(x, axis=0)``.
    """
    x = asarray(x)
    if ord is None and axis is None:
        found = _core.norm(x._reshape(x.size, None), [0], False, None)
        return found._reshape([1] * x.ndim, None) if keepdims else found
    axes = several(axis)
    if axes is not None and len(axes) > 2:
        raise ValueError("Improper number of dimensions to norm.")
    return _core.norm(x, axes, keepdims, ord)


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    """Norms of vectors along axes, taken together, or of all elements.

    Example: ``xparray.linalg.vector_norm(x, axis=-1)``.
    """
    x = asarray(x)
    axes = axes_of(axis, x.ndim)
    rest = [each for each in range(x.ndim) if each not in axes]
    # The axes of a vector in a row.
    rows = x._permute_dims([*rest, *axes])._reshape([*(x.shape[each] for each in rest), _length(x, axes)], None)
    found = _core.norm(rows, [-1], False, ord)
    return found._reshape([1 if each in axes else d for each, d in enumerate(x.shape)], None) if keepdims else found


def _length(x, axes):
    length = 1
    for axis in axes:
        length *= x.shape[axis]
    return length


def matrix_norm(x, /, *, keepdims=False, ord="fro"):
    """Norms of matrices, of shape (...).

    Example: ``xparray.linalg.matrix_norm(x)``.
    """
    return _core.norm(x, [-2, -1], keepdims, ord)


def cond(x, p=None):
    """Condition numbers, of shape (...).

    Example: ``xparray.linalg.cond(x)``.
    """
    x = asarray(x)
    x = x.astype("float64") if x.dtype.kind in "biu" else x
    if not x.size and x.ndim > 1:
        if all(x.shape[-2:]):
            return _core.cond(ones(x.shape[-2:], x.dtype), 2)._broadcast_to([1, *x.shape[:-2]])[:0]._reshape(x.shape[:-2], None)
        raise LinAlgError("cond is not defined on empty arrays")
    try:
        found = _core.cond(x, p)
        # Of nothing but zeros it is infinite, and unknown only of what is.
        unknown = (x != x)._reshape([*x.shape[:-2], -1], None).any(axis=-1)
        return _core.where((found != found) & ~unknown, float("inf"), found)
    except LinAlgError:
        # A matrix without an inverse is infinitely far from having one; beside others it is looked at by itself.
        if x.ndim == 2:
            return full((), float("inf"), _core.cond(x, 2).dtype, device=x.device)
        return stack([cond(each, p) for each in x])


def cross(x1, x2, /, *, axis=-1):
    """Vector products along an axis of length 3; the other axes broadcast.

    Example: ``xparray.linalg.cross(x, y)``.
    """
    x1, x2 = asarray(x1), asarray(x2)
    if not all(-x.ndim <= axis < x.ndim and x.shape[axis] == 3 for x in (x1, x2)):
        raise ValueError(f"Both input arrays must be (arrays of) 3-dimensional vectors, but they are of shapes {x1.shape} and {x2.shape}.")
    return _core.cross(x1, x2, axis, axis, axis)


def diagonal(x, /, *, offset=0):
    """A diagonal of each matrix, of shape (..., k).

    Example: ``xparray.linalg.diagonal(x)``.
    """
    return asarray(x)._diagonal(offset, -2, -1)


def trace(x, /, *, offset=0, dtype=None):
    """Sums of a diagonal of each matrix, of shape (...).

    Example: ``xparray.linalg.trace(x)``.
    """
    return diagonal(x, offset=offset).sum(axis=-1, dtype=dtype)


def tensorinv(a, ind=2):
    """The inverse of a as a map from its last axes to its first `ind` ones: of shape a.shape[ind:] + a.shape[:ind].

    Example: ``xparray.linalg.tensorinv(a, ind=1)``.
    """
    a, ind = asarray(a), index(ind)
    if ind <= 0:
        raise ValueError("Invalid ind argument.")
    if prod(a.shape[:ind]) != prod(a.shape[ind:]):
        raise LinAlgError("Last 2 dimensions of the array must be square")
    return _core.tables["numpy"]["tensorinv"](_floats(a), ind)


def tensorsolve(a, b, axes=None):
    """The x of shape a.shape[b.ndim:] for which the sum of products with a is b; `axes` of a are moved to its end first.

    Example: ``xparray.linalg.tensorsolve(a, b)``.
    """
    a, b = _floats(a), _floats(b)
    if a.size != b.size**2:
        raise LinAlgError("Input arrays must satisfy the requirement prod(a.shape[b.ndim:]) == prod(a.shape[:b.ndim])")
    return _core.tables["numpy"]["tensorsolve"](a, b, None if axes is None else several(axes))


__all__ = [
    "LinAlgError", "cholesky", "cond", "cross", "det", "diagonal", "eig", "eigh", "eigvals", "eigvalsh", "inv", "lstsq",
    "matmul", "matrix_norm", "matrix_power", "matrix_rank", "matrix_transpose", "multi_dot", "norm", "outer", "pinv", "qr",
    "slogdet", "solve", "svd", "svdvals", "tensordot", "tensorinv", "tensorsolve", "trace", "vecdot", "vector_norm",
]
