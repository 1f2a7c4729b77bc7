//! What xparray's arrays and backends share: element types, layouts, errors, the kernel IR, and the [`Backend`] traits.
//!
//! There is no array here, so a backend does not depend on one. Users depend on the `xparray` crate, which re-exports
//! this one beside the arrays and the backends.

pub mod backend;
pub mod casting;
pub mod class;
pub mod dtype;
pub mod element;
pub mod error;
pub mod functions;
pub mod host;
pub mod ir;
pub mod layout;
#[doc(hidden)]
pub mod math;
pub mod nested;
pub mod promote;
pub mod ranges;
#[doc(hidden)]
pub mod simd;
pub mod space;
pub mod weak;

pub use backend::{Backend, Side};
pub use casting::{Casting, common_type, result_type};
pub use class::TypeClass;
pub use dtype::{DType, Kind, Scalar};
pub use element::{
    Bits, ComplexElement, Element, Field, FloatElement, Integer, Number, RealElement, RealField, RealFloat, RealNumber,
    Results, SparseElement,
};
pub use error::{Error, Result};
pub use half;
pub use half::{bf16, f16};
pub use layout::Layout;
pub use nested::{Literal, NestedArray};
pub use num_complex::Complex;
pub use promote::{Promote, SameKind};
pub use ranges::IntoRange;
pub use weak::{PromoteLeft, PromoteWeak, WeakInteger, WeakReal, WeakScalar};
