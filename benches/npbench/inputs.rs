//! The arguments of a program, by their names in NPBench.

use std::collections::HashMap;
use std::path::Path;
use xparray::io::NpzReader;
use xparray::prelude::*;
use xparray::{Array, DynArray, Error, Result};

/// The arguments of one run: those that a program writes are its own.
pub struct Inputs<B: Backend>(HashMap<String, DynArray<B>>);

impl<B: Backend> Inputs<B> {
    /// Reads a file that `peer.py` wrote.
    ///
    /// # Errors
    /// [`Error::Io`] and the errors of a malformed file.
    pub fn load(xp: &B, path: &Path) -> Result<Self> {
        let mut file = NpzReader::open(path)?;
        let names = file.names()?;
        names.into_iter().map(|name| Ok((name.clone(), file.load_any(xp, &name)?))).collect::<Result<_>>().map(Self)
    }

    /// The same arguments in memory of their own.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn copies(&self) -> Result<Self> {
        let copy = |(name, x): (&String, &DynArray<B>)| {
            let copy = x.copy()?;
            copy.eval()?;
            Ok((name.clone(), copy))
        };
        self.0.iter().map(copy).collect::<Result<_>>().map(Self)
    }

    /// An array, which is the caller's from now on.
    ///
    /// # Errors
    /// [`Error::Value`] if there is no such argument, [`Error::DType`] if it is of another type.
    pub fn array<T: Element>(&mut self, name: &str) -> Result<Array<T, B>> {
        self.take(name)?.typed()
    }

    /// A whole number.
    ///
    /// # Errors
    /// As for [`array`](Self::array).
    pub fn int(&mut self, name: &str) -> Result<i64> {
        self.array::<i64>(name)?.item()
    }

    /// A count or a length.
    ///
    /// # Errors
    /// As for [`array`](Self::array); a negative number is an error.
    pub fn count(&mut self, name: &str) -> Result<usize> {
        let n = self.int(name)?;
        usize::try_from(n).map_err(|_| Error::value("npbench", format!("{name} is {n}")))
    }

    /// A number.
    ///
    /// # Errors
    /// As for [`array`](Self::array).
    pub fn float(&mut self, name: &str) -> Result<f64> {
        self.take(name)?.astype(DType::F64)?.typed::<f64>()?.item()
    }

    fn take(&mut self, name: &str) -> Result<DynArray<B>> {
        self.0.remove(name).ok_or_else(|| Error::value("npbench", format!("there is no argument {name}")))
    }
}
