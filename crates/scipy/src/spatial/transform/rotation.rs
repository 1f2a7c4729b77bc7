//! Rotations.

use super::euler::{self, Sequence};
use super::quaternions::{checked, conjugate, normalized, positive, product};
use super::{fitting, forms};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, IntoIndices, IntoShape, Result};

/// One rotation of space, or an array of them, whose functions then are of each: kept as quaternions along the last axis, on the device.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::transform::Rotation;
/// let quarter = Rotation::from_rotvec(&xp.array([0.0, 0.0, std::f64::consts::FRAC_PI_2])?)?;
/// let turned = quarter.apply(&xp.array([[1.0, 0.0, 0.0], [0.0, 2.0, 0.0]])?)?;
/// assert!(turned.allclose(&xp.array([[0.0, 1.0, 0.0], [-2.0, 0.0, 0.0]])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rotation<B: Backend> {
    pub(super) quat: DynArray<B>,
}

impl<B: Backend> Rotation<B> {
    /// By quaternions `x, y, z, w` along the last axis, of any length but 0.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::spatial::transform::Rotation;
    /// let half = Rotation::from_quat(&xp.array([0.0, 0.0, 2.0, 0.0])?)?;
    /// assert_eq!(half.apply(&xp.array([1.0, 2.0, 3.0])?)?.to_string(), "[-1. -2.  3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] for a last axis of another length; [`Error::Value`] for a quaternion of length 0; [`Error::DType`] for complex numbers.
    pub fn from_quat(quat: &impl AnyArray<B>) -> Result<Self> {
        const OP: &str = "from_quat";
        let quat = normalized(OP, &checked(OP, quat.as_dyn(), &[4])?)?;
        Ok(Self { quat })
    }

    /// By matrices along the last two axes. Those that are not orthogonal are replaced by the nearest that are.
    ///
    /// # Errors
    /// [`Error::Shape`] for axes of other lengths; [`Error::Value`] for matrices whose determinant is not positive; [`Error::DType`] for
    /// complex numbers.
    pub fn from_matrix(matrix: &impl AnyArray<B>) -> Result<Self> {
        const OP: &str = "from_matrix";
        forms::of_matrix(OP, &checked(OP, matrix.as_dyn(), &[3, 3])?).map(|quat| Self { quat })
    }

    /// By vectors along the last axis: their direction is the axis, their length the angle.
    ///
    /// # Errors
    /// [`Error::Shape`] for a last axis of another length; [`Error::DType`] for complex numbers.
    pub fn from_rotvec(rotvec: &impl AnyArray<B>) -> Result<Self> {
        forms::of_rotvec(&checked("from_rotvec", rotvec.as_dyn(), &[3])?).map(|quat| Self { quat })
    }

    /// By modified Rodrigues parameters along the last axis: vectors of the axis' direction and the tangent of a fourth of the angle.
    ///
    /// # Errors
    /// [`Error::Shape`] for a last axis of another length; [`Error::DType`] for complex numbers.
    pub fn from_mrp(mrp: &impl AnyArray<B>) -> Result<Self> {
        forms::of_mrp(&checked("from_mrp", mrp.as_dyn(), &[3])?).map(|quat| Self { quat })
    }

    /// By angles along the last axis, around the axes of a sequence one after the other; in radians.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::spatial::transform::{Axis, Rotation, Sequence};
    /// let sequence = Sequence::extrinsic(&[Axis::Z, Axis::Y, Axis::X])?;
    /// let angles = xp.array([0.3, 0.2, 0.1])?;
    /// let rotation = Rotation::from_euler(&sequence, &angles)?;
    /// assert!(rotation.as_euler(&sequence)?.allclose(&angles)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] for another number of angles than of axes; [`Error::DType`] for complex numbers.
    pub fn from_euler(sequence: &Sequence, angles: &impl AnyArray<B>) -> Result<Self> {
        let angles = checked("from_euler", angles.as_dyn(), &[sequence.axes().len()])?;
        euler::to_quat(sequence, &angles).map(|quat| Self { quat })
    }

    /// Rotations by nothing, of a shape.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::spatial::transform::Rotation;
    /// assert_eq!(Rotation::identity(&xp, 2)?.magnitude()?.to_string(), "[0. 0.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of allocation.
    pub fn identity(xp: &B, shape: impl IntoShape) -> Result<Self> {
        let shape = [&shape.into_shape()[..], &[4]].concat();
        let one = xp.array([0.0, 0.0, 0.0, 1.0])?.into_dyn();
        Ok(Self { quat: one.broadcast_to(shape)? })
    }

    /// Random rotations of a shape, all equally probable.
    ///
    /// # Errors
    /// Those of allocation.
    pub fn random(rng: &mut Generator<B>, shape: impl IntoShape) -> Result<Self> {
        let shape = [&shape.into_shape()[..], &[4]].concat();
        Self::from_quat(&rng.normal::<f64>(shape)?)
    }

    /// The shape of the array of rotations: no axes for a single one.
    pub fn shape(&self) -> &[usize] {
        &self.quat.shape()[..self.quat.ndim() - 1]
    }

    /// Quaternions `x, y, z, w` of length 1; if `canonical`, those whose `w` is not negative.
    ///
    /// # Errors
    /// Those of arithmetic.
    pub fn as_quat(&self, canonical: bool) -> Result<DynArray<B>> {
        if canonical { positive(&self.quat) } else { Ok(self.quat.clone()) }
    }

    /// Matrices.
    ///
    /// # Errors
    /// Those of arithmetic.
    pub fn as_matrix(&self) -> Result<DynArray<B>> {
        forms::matrix(&self.quat)
    }

    /// Vectors of the axes' directions and the angles' lengths, at most pi.
    ///
    /// # Errors
    /// Those of arithmetic.
    pub fn as_rotvec(&self) -> Result<DynArray<B>> {
        forms::rotvec(&self.quat)
    }

    /// Modified Rodrigues parameters of length 1 at most.
    ///
    /// # Errors
    /// Those of arithmetic.
    pub fn as_mrp(&self) -> Result<DynArray<B>> {
        forms::mrp(&self.quat)
    }

    /// The angles, from -pi to pi, around three axes one after the other (Bernardes and Viollet, 2022). Where the first and the third axis
    /// coincide, the third angle is 0.
    ///
    /// # Errors
    /// [`Error::Value`] for a sequence of fewer axes.
    pub fn as_euler(&self, sequence: &Sequence) -> Result<DynArray<B>> {
        euler::from_quat(sequence, &self.quat)
    }

    /// Vectors along the last axis, turned; their other axes broadcast with the rotations.
    ///
    /// # Errors
    /// [`Error::Shape`] for a last axis of another length than 3, and for axes that do not broadcast; [`Error::DType`] for complex numbers.
    pub fn apply(&self, vectors: &impl AnyArray<B>) -> Result<DynArray<B>> {
        let v = checked("apply", vectors.as_dyn(), &[3])?;
        self.as_matrix()?.multiply(&v.expand_dims(-2)?)?.sum(-1)
    }

    /// The inverse rotations.
    ///
    /// # Errors
    /// Those of arithmetic.
    pub fn inv(&self) -> Result<Self> {
        Ok(Self { quat: conjugate(&self.quat)? })
    }

    /// First the other rotation, then this one; arrays broadcast.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::spatial::transform::Rotation;
    /// let turn = Rotation::from_rotvec(&xp.array([0.0, 0.3, 0.0])?)?;
    /// assert!(turn.compose(&turn)?.magnitude()?.allclose(0.6)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] for arrays that do not broadcast.
    pub fn compose(&self, other: &Self) -> Result<Self> {
        let quat = product(&self.quat, &other.quat)?;
        Ok(Self { quat: quat.divide(&quat.norm(keepdims(-1))?)? })
    }

    /// The rotations by `n` times the angle.
    ///
    /// # Errors
    /// Those of arithmetic.
    pub fn pow(&self, n: f64) -> Result<Self> {
        forms::of_rotvec(&self.as_rotvec()?.multiply(n)?).map(|quat| Self { quat })
    }

    /// The angles, from 0 to pi.
    ///
    /// # Errors
    /// Those of arithmetic.
    pub fn magnitude(&self) -> Result<DynArray<B>> {
        forms::magnitude(&self.quat)
    }

    /// The rotation with the least sum of squared distances of matrices from those of an array, which may have weights.
    ///
    /// # Errors
    /// [`Error::Value`] without rotations, and for negative weights; [`Error::Shape`] for another number of weights.
    pub fn mean(&self, weights: Option<&DynArray<B>>) -> Result<Self> {
        fitting::mean(&self.quat, weights).map(|quat| Self { quat })
    }

    /// The rotation that takes the vectors `b` to `a` with the least sum of weighted squares of what is left (Kabsch, 1978), and its root.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::spatial::transform::Rotation;
    /// let b = xp.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])?;
    /// let a = xp.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])?;
    /// let (rotation, rssd) = Rotation::align_vectors(&a, &b, None)?;
    /// assert!(rssd < 1e-7 && rotation.apply(&b)?.allclose(&a)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] for what are not as many vectors of length 3, and for another number of weights; [`Error::Value`] for weights that are
    /// negative or not finite, and for vectors that determine no rotation; [`Error::DType`] for complex numbers.
    pub fn align_vectors(
        a: &impl AnyArray<B>,
        b: &impl AnyArray<B>,
        weights: Option<&DynArray<B>>,
    ) -> Result<(Self, f64)> {
        fitting::align(a.as_dyn(), b.as_dyn(), weights)
    }

    /// The rotations along the first axis at a range of places, or at those of an array.
    ///
    /// # Errors
    /// [`Error::Index`] for places that are not there; [`Error::Axis`] for a single rotation.
    pub fn take(&self, places: impl IntoIndices<B>) -> Result<Self> {
        match self.shape().len() {
            0 => Err(Error::Axis { op: "take", axis: 0, ndim: 0 }),
            _ => Ok(Self { quat: self.quat.take(places, 0)? }),
        }
    }
}
