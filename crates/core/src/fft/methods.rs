//! The transforms.

use super::{Fft, FftN};
use crate::array::elementwise::dyn_doc;
use crate::array::{Array, DynArray};
use crate::backend::{Backend, FftDirection};
use crate::class::TypeClass;
use crate::element::{ComplexElement, Field, RealField};
use crate::error::Result;
use crate::ir::UnaryOp;

/// Transforms: `name, name_with(Options) = |x, options| expression: Bound -> Result` of an array `x` whose element type is a
/// value. Both have a name without options, and one with them.
macro_rules! transforms {
    ($(
        $(#[$doc:meta])* $name:ident,
        $(#[$with_doc:meta])* $name_with:ident($Options:ty) = |$x:ident, $options:ident| $body:expr => $T:ident: $Bound:ident -> $R:ty;
    )*) => {$(
        impl<$T: $Bound, B: Backend> Array<$T, B> {
            $(#[$doc])*
            ///
            /// # Errors
            /// [`Error::Axis`](crate::Error::Axis) if the axes are not there; [`Error::Value`](crate::Error::Value) for an axis
            /// without elements, and a result without them.
            pub fn $name(&self) -> Result<Array<$R, B>> {
                self.array.$name().map(Array::from_dyn)
            }

            #[doc = concat!("[`", stringify!($name), "`](Array::", stringify!($name), ") with options.")]
            ///
            $(#[$with_doc])*
            ///
            /// # Errors
            #[doc = concat!("Those of [`", stringify!($name), "`](Array::", stringify!($name), ");")]
            /// [`Error::Shape`](crate::Error::Shape) unless there is a length for each axis.
            pub fn $name_with(&self, options: $Options) -> Result<Array<$R, B>> {
                self.array.$name_with(options).map(Array::from_dyn)
            }
        }

        impl<B: Backend> DynArray<B> {
            #[doc = dyn_doc!($name)]
            pub fn $name(&self) -> Result<Self> {
                self.$name_with(<$Options>::new())
            }

            #[doc = dyn_doc!($name_with)]
            pub fn $name_with(&self, $options: $Options) -> Result<Self> {
                let $x = self;
                $body
            }
        }
    )*};
}

transforms! {
    /// The transform along the last axis.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let y = xp.array([1.0, 0.0, 2.0, 0.0])?.fft()?;
    /// assert_eq!(y.to_vec()?, [3.0, -1.0, 3.0, -1.0].map(|re| Complex::new(re, 0.0)));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fft,
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1.0, 2.0], [3.0, 4.0]])?;
    /// assert_eq!(x.fft_with(Fft::new().axis(0))?.real().to_string(), "[[ 4.  6.]\n [-2. -2.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fft_with(Fft) = |x, options| x.c2c("fft", options.several(), FftDirection::Forward) => T: Field -> T::Complex;

    /// The inverse of [`fft`](Array::fft).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, 0.0, 2.0, 0.0])?;
    /// assert!(x.fft()?.ifft()?.allclose_with(&x, Tolerance::new().rtol(0.0).atol(1e-12))?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ifft,
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let y = xp.array([4.0, 0.0])?.ifft_with(Fft::new().norm(FftNorm::Forward))?;
    /// assert_eq!(y.real().to_string(), "[4. 4.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ifft_with(Fft) = |x, options| x.c2c("ifft", options.several(), FftDirection::Inverse) => T: Field -> T::Complex;

    /// The transform of real input along the last axis: the first `n / 2 + 1` terms, which determine the rest.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let y = xp.array([0.0, 1.0, 0.0, 0.0])?.rfft()?;
    /// assert_eq!(y.to_vec()?, [(1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)].map(|(re, im)| Complex::new(re, im)));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    rfft,
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<f32>([8, 2])?.rfft_with(Fft::new().axis(0))?.shape(), [5, 2]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    rfft_with(Fft) = |x, options| x.r2c("rfft", options.several()) => T: RealField -> T::Complex;

    /// The inverse of [`rfft`](Array::rfft): real values, by default an even number of them, twice one less than there are terms.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let z = xp.array([Complex::new(1.0, 0.0), Complex::new(0.0, -1.0), Complex::new(-1.0, 0.0)])?;
    /// assert_eq!(z.irfft()?.to_vec()?, [0.0, 1.0, 0.0, 0.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    irfft,
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, 2.0, 6.0])?; // an odd number
    /// assert!(x.rfft()?.irfft_with(Fft::new().n(3))?.allclose_with(&x, Tolerance::new().rtol(1e-12).atol(0.0))?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    irfft_with(Fft) = |x, options| x.c2r("irfft", options.several()) => T: ComplexElement -> T::Part;

    /// The transform of a signal whose spectrum is real: that of Hermitian-symmetric input, given by its first half. It has by
    /// default twice one less than the input.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let z = xp.array([1.0, 2.0, 3.0])?.astype::<Complex<f64>>();
    /// assert_eq!(z.hfft()?.to_vec()?, [8.0, -2.0, 0.0, -2.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    hfft,
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<Complex<f32>>([2, 3])?.hfft_with(Fft::new().n(5))?.shape(), [2, 5]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    hfft_with(Fft) = |x, options| {
        TypeClass::ComplexElement.check("hfft", x.dtype())?;
        x.unary(UnaryOp::Conj)?.irfft_with(options.opposite())
    } => T: ComplexElement -> T::Part;

    /// The inverse of [`hfft`](Array::hfft).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.array([8.0, -2.0, 0.0, -2.0])?.ihfft()?.real().to_string(), "[1. 2. 3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ihfft,
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<f32>([2, 3])?.ihfft_with(Fft::new().axis(0))?.shape(), [2, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ihfft_with(Fft) = |x, options| {
        TypeClass::RealField.check("ihfft", x.dtype())?;
        x.rfft_with(options.opposite())?.unary(UnaryOp::Conj)
    } => T: RealField -> T::Complex;

    /// The transform over all axes.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<f64>([2, 2])?.fftn()?.real().to_vec()?, [4.0, 0.0, 0.0, 0.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fftn,
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<f64>([2, 3])?.fftn_with(FftN::new().shape(&[4, 4]))?.shape(), [4, 4]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fftn_with(FftN<'_>) = |x, options| x.c2c("fftn", options, FftDirection::Forward) => T: Field -> T::Complex;

    /// The inverse of [`fftn`](Array::fftn).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<f64>([2, 2])?.ifftn()?.real().to_vec()?, [1.0, 0.0, 0.0, 0.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ifftn,
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let y = xp.ones::<f64>([2, 2])?.ifftn_with(FftN::new().norm(FftNorm::Ortho))?;
    /// assert_eq!(y.real().to_vec()?, [2.0, 0.0, 0.0, 0.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ifftn_with(FftN<'_>) = |x, options| x.c2c("ifftn", options, FftDirection::Inverse) => T: Field -> T::Complex;

    /// The transform of real input over all axes; the last of them is halved as in [`rfft`](Array::rfft).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<f64>([4, 6])?.rfftn()?.shape(), [4, 4]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    rfftn,
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<f64>([4, 6])?.rfftn_with(FftN::new().axes(&[1, 0]))?.shape(), [3, 6]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    rfftn_with(FftN<'_>) = |x, options| x.r2c("rfftn", options) => T: RealField -> T::Complex;

    /// The inverse of [`rfftn`](Array::rfftn), with an even number of columns.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<Complex<f64>>([4, 4])?.irfftn()?.shape(), [4, 6]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    irfftn,
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let z = xp.ones::<Complex<f64>>([4, 4])?;
    /// assert_eq!(z.irfftn_with(FftN::new().shape(&[4, 7]))?.shape(), [4, 7]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    irfftn_with(FftN<'_>) = |x, options| x.c2r("irfftn", options) => T: ComplexElement -> T::Part;

    /// The transform over the last two axes.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<f64>([2, 2])?.fft2()?.real().to_vec()?, [4.0, 0.0, 0.0, 0.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fft2,
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let y = xp.ones::<f64>([2, 2])?.fft2_with(FftN::new().norm(FftNorm::Ortho))?;
    /// assert_eq!(y.real().to_vec()?, [2.0, 0.0, 0.0, 0.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fft2_with(FftN<'_>) = |x, options| x.fftn_with(options.of_matrices()) => T: Field -> T::Complex;

    /// The inverse of [`fft2`](Array::fft2).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1.0, 2.0], [3.0, 4.0]])?;
    /// assert_eq!(x.fft2()?.ifft2()?.real().to_string(), "[[1. 2.]\n [3. 4.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ifft2,
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<f64>([2, 3, 3])?.ifft2_with(FftN::new().shape(&[4, 5]))?.shape(), [2, 4, 5]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ifft2_with(FftN<'_>) = |x, options| x.ifftn_with(options.of_matrices()) => T: Field -> T::Complex;

    /// The transform of real input over the last two axes.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<f64>([3, 4, 6])?.rfft2()?.shape(), [3, 4, 4]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    rfft2,
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<f64>([4, 6])?.rfft2_with(FftN::new().shape(&[2, 8]))?.shape(), [2, 5]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    rfft2_with(FftN<'_>) = |x, options| x.rfftn_with(options.of_matrices()) => T: RealField -> T::Complex;

    /// The inverse of [`rfft2`](Array::rfft2), with an even number of columns.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1.0, 2.0], [3.0, 4.0]])?;
    /// assert_eq!(x.rfft2()?.irfft2()?.to_string(), "[[1. 2.]\n [3. 4.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    irfft2,
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let z = xp.ones::<Complex<f64>>([2, 2])?;
    /// assert_eq!(z.irfft2_with(FftN::new().shape(&[2, 3]))?.shape(), [2, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    irfft2_with(FftN<'_>) = |x, options| x.irfftn_with(options.of_matrices()) => T: ComplexElement -> T::Part;

    /// The transform of numbers that are Hermitian over all axes, given by the first half of the last one, as in [`hfft`](Array::hfft).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<Complex<f64>>([4, 4])?.hfftn()?.shape(), [4, 6]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    hfftn,
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<Complex<f64>>([4, 4])?.hfftn_with(FftN::new().shape(&[4, 5]))?.shape(), [4, 5]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    hfftn_with(FftN<'_>) = |x, options| {
        TypeClass::ComplexElement.check("hfftn", x.dtype())?;
        x.unary(UnaryOp::Conj)?.irfftn_with(options.opposite())
    } => T: ComplexElement -> T::Part;

    /// The inverse of [`hfftn`](Array::hfftn).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1.0, 2.0], [3.0, 4.0]])?;
    /// assert_eq!(x.ihfftn()?.hfftn()?.to_string(), "[[1. 2.]\n [3. 4.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ihfftn,
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<f32>([4, 6])?.ihfftn_with(FftN::new().axes(&[1]))?.shape(), [4, 4]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ihfftn_with(FftN<'_>) = |x, options| {
        TypeClass::RealField.check("ihfftn", x.dtype())?;
        x.rfftn_with(options.opposite())?.unary(UnaryOp::Conj)
    } => T: RealField -> T::Complex;

    /// [`hfftn`](Array::hfftn) over the last two axes.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<Complex<f64>>([2, 4, 4])?.hfft2()?.shape(), [2, 4, 6]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    hfft2,
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<Complex<f64>>([2, 4])?.hfft2_with(FftN::new().shape(&[2, 5]))?.shape(), [2, 5]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    hfft2_with(FftN<'_>) = |x, options| x.hfftn_with(options.of_matrices()) => T: ComplexElement -> T::Part;

    /// The inverse of [`hfft2`](Array::hfft2).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<f64>([2, 4, 6])?.ihfft2()?.shape(), [2, 4, 4]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ihfft2,
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<f64>([4, 6])?.ihfft2_with(FftN::new().norm(FftNorm::Ortho))?.shape(), [4, 4]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ihfft2_with(FftN<'_>) = |x, options| x.ihfftn_with(options.of_matrices()) => T: RealField -> T::Complex;
}
