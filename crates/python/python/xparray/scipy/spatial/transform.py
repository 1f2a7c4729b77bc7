"""Rotations of space, as of `scipy.spatial.transform`."""

from math import pi

from ... import _core
from ..._creation import arange, asarray
from ...random import _stream
from ._groups import group_quaternions

_native = _core.tables["rotation"]


class Rotation:
    """Rotations of space: one, or an array of them. They are made by `from_quat` and the like.

    Example: ``xparray.scipy.spatial.transform.Rotation.from_euler("z", 90, degrees=True).apply([1, 0, 0])``.
    """

    def __init__(self, quat, normalize=True, copy=True, scalar_first=False):
        self._kept = Rotation.from_quat(quat, scalar_first=scalar_first)._kept

    @classmethod
    def _of(cls, kept):
        made = object.__new__(cls)
        made._kept = kept
        return made

    def _call(self, name, *args):
        return _native[name](self._kept, *args)

    @classmethod
    def from_quat(cls, quat, *, scalar_first=False):
        """Of quaternions (..., 4), the real part last, or first. Example: ``Rotation.from_quat([0, 0, 0, 1])``."""
        quat = asarray(quat)
        return cls._of(_native["from_quat"](quat[..., [1, 2, 3, 0]] if scalar_first else quat))

    @classmethod
    def from_matrix(cls, matrix, *, assume_valid=False):
        """Of matrices (..., 3, 3). Example: ``Rotation.from_matrix(xparray.eye(3))``."""
        return cls._of(_native["from_matrix"](matrix))

    @classmethod
    def from_rotvec(cls, rotvec, degrees=False):
        """Of axes (..., 3) as long as the angle. Example: ``Rotation.from_rotvec([0, 0, 1.5])``."""
        rotvec = asarray(rotvec)
        return cls._of(_native["from_rotvec"](rotvec * (pi / 180) if degrees else rotvec))

    @classmethod
    def from_mrp(cls, mrp):
        """Of modified Rodrigues parameters (..., 3). Example: ``Rotation.from_mrp([0, 0, 0.4])``."""
        return cls._of(_native["from_mrp"](mrp))

    @classmethod
    def from_euler(cls, seq, angles, degrees=False):
        """Of angles about axes, (..., len(seq)). Example: ``Rotation.from_euler("zyx", [90, 45, 30], degrees=True)``."""
        angles = asarray(angles, dtype="float64")
        if len(seq) == 1 and angles.ndim == 0:
            angles = angles[None]
        if angles.ndim == 0 or angles.shape[-1] != len(seq):
            raise ValueError("Expected last dimension of `angles` to match number of sequence axes specified")
        return cls._of(_native["from_euler"](seq, angles * (pi / 180) if degrees else angles))

    @classmethod
    def from_davenport(cls, axes, order, angles, degrees=False):
        """Of angles (..., n) about n axes (n, 3), at right angles to those before and after: `extrinsic` ones stay, `intrinsic` ones turn.

        Example: ``Rotation.from_davenport([[0, 0, 1], [0, 1, 0]], "extrinsic", [90, 45], degrees=True)``.
        """
        if order in ("e", "extrinsic"):
            extrinsic = True
        elif order in ("i", "intrinsic"):
            extrinsic = False
        else:
            raise ValueError("order should be 'e'/'extrinsic' for extrinsic sequences or 'i'/'intrinsic' for intrinsic sequences")
        axes, angles = asarray(axes, dtype="float64"), asarray(angles, dtype="float64")
        axes = axes.reshape(1, -1) if axes.ndim == 1 else axes
        if axes.ndim != 2 or axes.shape[1] != 3 or not 1 <= axes.shape[0] <= 3:
            raise ValueError("Axes must be vectors of length 3, and from 1 to 3 of them")
        axes = axes / (axes * axes).sum(-1, keepdims=True) ** 0.5
        if bool((abs((axes[1:] * axes[:-1]).sum(-1)) > 1e-7).any()):
            raise ValueError("Consecutive axes must be orthogonal.")
        angles = angles[None] if angles.ndim == 0 else angles
        if angles.shape[-1] != axes.shape[0]:
            raise ValueError("Expected last dimension of `angles` to match number of axes specified")
        found = None
        for k in range(axes.shape[0]):
            turn = cls.from_rotvec(angles[..., k, None] * axes[k], degrees)
            found = turn if found is None else turn * found if extrinsic else found * turn
        return found

    @classmethod
    def create_group(cls, group, axis="Z"):
        """The rotations of a group: of a tetrahedron `T`, an octahedron `O`, an icosahedron `I`; about an axis of n-fold symmetry `Cn`, and of a prism on
        it `Dn`.

        Example: ``Rotation.create_group("D3")``.
        """
        if axis not in ("X", "Y", "Z"):
            raise ValueError("`axis` must be one of X, Y, Z")
        return cls.from_quat(group_quaternions(group, "XYZ".index(axis)))

    @classmethod
    def identity(cls, num=None, *, shape=None, device=None):
        """No rotation, or `num` of them. Example: ``Rotation.identity()``."""
        shape = [num] if num is not None else [shape] if isinstance(shape, int) else list(shape or ())
        return cls._of(_native["identity"](shape, device))

    @classmethod
    def random(cls, num=None, rng=None, *, shape=None, random_state=None):
        """Rotations of equal chances: one, or `num` of them. Example: ``Rotation.random(3, rng=0)``."""
        shape = [num] if num is not None else [shape] if isinstance(shape, int) else list(shape or ())
        return cls._of(_native["random"](_stream(random_state if rng is None else rng), shape))

    @classmethod
    def concatenate(cls, rotations):
        """Several rotations in an array. Example: ``Rotation.concatenate([first, second])``."""
        from ..._manipulation import concat

        return cls.from_quat(concat([each.as_quat().reshape(-1, 4) for each in rotations]))

    @classmethod
    def align_vectors(cls, a, b, weights=None):
        """The rotation that best takes vectors b to a, both (n, 3), and the root of the sum of squared distances.

        Example: ``Rotation.align_vectors([[1, 0, 0]], [[0, 1, 0]])``.
        """
        found, rssd = _native["align_vectors"](a, b, weights)
        return cls._of(found), rssd

    def as_quat(self, canonical=False, *, scalar_first=False):
        """Quaternions (..., 4), the real part last, or first. Example: ``rotation.as_quat()``."""
        found = self._call("as_quat", canonical)
        return found[..., [3, 0, 1, 2]] if scalar_first else found

    def as_matrix(self):
        """Matrices (..., 3, 3). Example: ``rotation.as_matrix()``."""
        return self._call("as_matrix")

    def as_rotvec(self, degrees=False):
        """Axes (..., 3) as long as the angle. Example: ``rotation.as_rotvec()``."""
        found = self._call("as_rotvec")
        return found * (180 / pi) if degrees else found

    def as_mrp(self):
        """Modified Rodrigues parameters (..., 3). Example: ``rotation.as_mrp()``."""
        return self._call("as_mrp")

    def as_euler(self, seq, degrees=False):
        """Angles about three axes, (..., 3). Example: ``rotation.as_euler("zyx", degrees=True)``."""
        found = self._call("as_euler", seq)
        return found * (180 / pi) if degrees else found

    def apply(self, vectors, inverse=False):
        """Vectors (..., 3), turned. Example: ``rotation.apply([1, 0, 0])``."""
        return (self.inv() if inverse else self)._call("apply", vectors)

    def inv(self):
        """The inverse. Example: ``rotation.inv()``."""
        return Rotation._of(self._call("inv"))

    def magnitude(self):
        """The angles, of the shape of the rotations. Example: ``rotation.magnitude()``."""
        return self._call("magnitude")

    def approx_equal(self, other, atol=None, degrees=False):
        """Whether the angle between rotations is below `atol`, 1e-8 by default. Example: ``rotation.approx_equal(other)``."""
        atol = 1e-8 if atol is None else atol * (pi / 180) if degrees else atol
        return (other * self.inv()).magnitude() < atol

    def mean(self, weights=None):
        """The mean of rotations. Example: ``rotations.mean()``."""
        return Rotation._of(self._call("mean", weights))

    @property
    def shape(self):
        """The shape of the array of rotations."""
        return tuple(self._call("shape"))

    @property
    def single(self):
        """Whether it is one rotation."""
        return not self.shape

    def __mul__(self, other):
        return Rotation._of(self._call("compose", other._kept)) if isinstance(other, Rotation) else NotImplemented

    def __pow__(self, n):
        return Rotation._of(self._call("pow", float(n)))

    def __len__(self):
        if self.single:
            raise TypeError("Single rotation has no len().")
        return self.shape[0]

    def __getitem__(self, key):
        if self.single:
            raise TypeError("Single rotation is not subscriptable.")
        return Rotation._of(self._call("take", arange(len(self))[key]))

    def __iter__(self):
        return (self[k] for k in range(len(self)))


class Slerp:
    """Rotations between others, at times between theirs, which ascend.

    Example: ``xparray.scipy.spatial.transform.Slerp([0, 1], rotations)(0.5)``.
    """

    def __init__(self, times, rotations):
        self.times, self._kept = asarray(times), _native["slerp"](times, rotations._kept)

    def __call__(self, times):
        """Rotations at times. Example: ``slerp([0.5])``."""
        return Rotation._of(_native["slerp_evaluate"](self._kept, times))


__all__ = ["Rotation", "Slerp"]
