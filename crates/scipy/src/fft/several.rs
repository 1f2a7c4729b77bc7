//! Sine and cosine transforms along several axes: one after the other.

use super::TrigN;
use super::real::{Waves, along};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

macro_rules! transforms {
    ($($name:ident, $name_with:ident, $one:literal, $waves:ident, $inverse:literal;)*) => {$(
        #[doc = concat!("[`", $one, "`](super::", $one, ") along all axes.")]
        ///
        /// ```
        /// # use xparray::prelude::*; let xp = Cpu::new();
        #[doc = concat!("use xparray::scipy::fft::", stringify!($name), ";")]
        #[doc = concat!("assert_eq!(", stringify!($name), "(&xp.ones::<f32>([2, 3])?)?.shape(), [2, 3]);")]
        /// # Ok::<(), xparray::Error>(())
        /// ```
        ///
        /// # Errors
        /// [`Error::Value`] for an axis without elements.
        pub fn $name<B: Backend>(x: &impl AnyArray<B>) -> Result<DynArray<B>> {
            $name_with(x, TrigN::new())
        }

        #[doc = concat!("[`", stringify!($name), "`] with options.")]
        ///
        /// ```
        /// # use xparray::prelude::*; let xp = Cpu::new();
        #[doc = concat!("use xparray::scipy::fft::{TrigN, ", stringify!($name_with), "};")]
        /// let x = xp.ones::<f32>([2, 3])?;
        #[doc = concat!("assert_eq!(", stringify!($name_with), "(&x, TrigN::new().shape(&[5]))?.shape(), [2, 5]);")]
        /// # Ok::<(), xparray::Error>(())
        /// ```
        ///
        /// # Errors
        #[doc = concat!("Those of [`", stringify!($name), "`]; [`Error::Axis`] if the axes are not there; [`Error::Shape`] unless there is a")]
        /// length for each of them.
        pub fn $name_with<B: Backend>(x: &impl AnyArray<B>, options: TrigN<'_>) -> Result<DynArray<B>> {
            each(stringify!($name), x.as_dyn(), Waves::$waves, options, $inverse)
        }
    )*};
}

transforms! {
    dctn, dctn_with, "dct", Cosines, false;
    idctn, idctn_with, "idct", Cosines, true;
    dstn, dstn_with, "dst", Sines, false;
    idstn, idstn_with, "idst", Sines, true;
}

fn each<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    waves: Waves,
    options: TrigN<'_>,
    inverse: bool,
) -> Result<DynArray<B>> {
    let ndim = x.ndim() as isize;
    let axes: Vec<isize> = match (options.axes, options.shape) {
        (Some(axes), _) => axes.to_vec(),
        (None, Some(shape)) if shape.len() <= x.ndim() => (ndim - shape.len() as isize..ndim).collect(),
        (None, Some(shape)) => return Err(Error::shape(op, shape, x.shape())),
        (None, None) => (0..ndim).collect(),
    };
    if let Some(shape) = options.shape.filter(|shape| shape.len() != axes.len()) {
        return Err(Error::shape(op, shape, x.shape()));
    }
    let place = |&axis: &isize| if axis < 0 { axis + ndim } else { axis };
    let mut places: Vec<isize> = axes.iter().map(place).collect();
    places.sort_unstable();
    if places.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(Error::value(op, "an axis is named twice"));
    }
    let mut y = x.clone();
    for (k, &axis) in axes.iter().enumerate() {
        let one = options.each.axis(axis);
        let one = options.shape.map_or(one, |shape| one.n(shape[k]));
        y = along(op, &y, waves, if inverse { one.inverse() } else { one })?;
    }
    if axes.is_empty() { crate::field(&y) } else { Ok(y) }
}
