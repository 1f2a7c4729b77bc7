//! The names that a program needs.

pub use crate::array::{Array, Choose, Create, Ellipsis, Grid, Indexing, Join, NewAxis, PadMode, Trim, keepdims};
pub use crate::backend::{Backend, Event, Streams};
pub use crate::dtype::DType;
pub use crate::element::{
    Bits, ComplexElement, Element, Field, FloatElement, Integer, Number, RealElement, RealField, RealFloat,
};
pub use crate::io::{FromNdarray, LoadNpy};
pub use crate::kernel::{Reduce, UserKernels, Var};
pub use crate::random::{Generator, Random};
pub use crate::s;
pub use half::{bf16, f16};
pub use num_complex::Complex;
