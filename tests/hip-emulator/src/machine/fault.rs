//! What a kernel may not do.

use std::fmt;

/// A fault with the place where it happened.
#[derive(Clone, Debug)]
pub struct Fault(Box<str>);

impl Fault {
    pub fn new(what: impl Into<String>) -> Self {
        Self(what.into().into_boxed_str())
    }

    /// With where it was.
    pub fn at(self, place: impl fmt::Display) -> Self {
        Self::new(format!("{place}: {self}"))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
