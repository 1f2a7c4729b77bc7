//! Hand-written kernels (`library/*.h`): what the generator does not write. One source is one family for one element type.

use crate::source::{name, prelude};
use std::borrow::Cow;
use xparray_core::DType;

/// A file of kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Copies by index, with bounds checks.
    Index,
}

impl Family {
    fn text(self) -> &'static str {
        match self {
            Family::Index => include_str!("../library/index.h"),
        }
    }
}

/// Hand-written kernels for an element type, `T` in their source.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Routine {
    family: Family,
    dtype: DType,
    /// Declarations that the family expects besides `T`.
    with: Cow<'static, str>,
}

impl Routine {
    /// A family for an element type.
    pub fn new(family: Family, dtype: DType) -> Self {
        Self { family, dtype, with: Cow::Borrowed("") }
    }

    /// A family for an element type that needs declarations: an operation, other types.
    pub fn with(family: Family, dtype: DType, declarations: impl Into<Cow<'static, str>>) -> Self {
        Self { family, dtype, with: declarations.into() }
    }

    /// The complete source.
    pub fn source(&self) -> String {
        format!("{}typedef {} T;\n{}\n{}", prelude(), name(self.dtype), self.with, self.family.text())
    }
}
