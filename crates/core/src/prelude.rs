//! The names that a program needs.
//!
//! ```
//! use xparray::prelude::*;
//!
//! let x = Cpu::new().ones::<f32>([2, 3])?;
//! assert_eq!(x.shape(), [2, 3]);
//! # Ok::<(), xparray::Error>(())
//! ```

pub use crate::array::{
    Array, ArrayEqual, Bincount, Choose, Covariance, Create, Cumulative, Diagonal, Diff, Digitize, DynArray, Ediff1d,
    Ellipsis, Eye, Gradient, Grid, Histogram, IndexMode, Indexing, Interp, Join, Linspace, Logspace, Meshgrid,
    NanToNum, NewAxis, Norm, NormOrd, PackBits, Pad, PadMode, Quantile, QuantileMethod, Rot90, SearchSorted, Sort,
    Tolerance, Trapezoid, Trim, Unique, Unwrap, Vander, Variance, Windows, keepdims,
};
pub use crate::backend::{Backend, Event, Streams};
pub use crate::benchmark::Benchmarking;
pub use crate::dtype::DType;
pub use crate::element::{
    Bits, ComplexElement, Element, Field, FloatElement, Integer, Number, RealElement, RealField, RealFloat, RealNumber,
    Results, SparseElement,
};
pub use crate::fft::{Fft, FftFreq, FftN, FftNorm, Frequencies};
pub use crate::io::{FromNdarray, LoadNpy, LoadText, RawFiles};
pub use crate::kernel::{Reduce, UserKernels, Var};
pub use crate::linalg::{Cutoff, Einsum, MatrixRank, MultiDot, Optimize, Qr, QrMode, SolveTriangular, Svd};
pub use crate::random::{Choice, Generator, Normal, Random};
pub use crate::{ix, s};
pub use half::{bf16, f16};
pub use num_complex::Complex;
