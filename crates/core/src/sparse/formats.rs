//! What the other formats have of the methods of [`Csr`]: by their rows, or by their columns where these are compressed.

mod columns;
mod elementwise;

use super::{Bsr, Coo, Csc, Csr, Dia};
use crate::array::{ArrayOrNumber, DynArray};
use crate::backend::Backend;
use crate::element::SparseElement;
use crate::error::Result;

/// A format whose methods are those of a compressed matrix.
trait Compressed<T: SparseElement, B: Backend>: Sized {
    /// Whether that matrix is the transpose.
    const TURNED: bool;
    /// The format with entries of another type.
    type Of<U: SparseElement>;
    /// The format of what two matrices make: as SciPy's, of coordinates it is CSR.
    type Both;

    /// The matrix, or its transpose, compressed by rows.
    fn compressed(&self) -> Result<Csr<T, B>>;
    /// Such a matrix in this format.
    fn in_format<U: SparseElement>(&self, compressed: Csr<U, B>) -> Result<Self::Of<U>>;

    /// What two matrices make.
    fn of_both(&self, compressed: Csr<T, B>) -> Result<Self::Both>;

    /// What a function makes of the compressed matrix.
    fn by<U: SparseElement>(&self, f: impl FnOnce(&Csr<T, B>) -> Result<Csr<U, B>>) -> Result<Self::Of<U>> {
        self.in_format(f(&self.compressed()?)?)
    }

    /// An axis of the compressed matrix.
    fn axis(axis: Option<isize>) -> Option<isize> {
        axis.map(|axis| if Self::TURNED && (-2..2).contains(&axis) { 1 - axis.rem_euclid(2) } else { axis })
    }

    /// Calls a function with a dense operand as the compressed matrix meets it.
    fn beside<R>(other: &ArrayOrNumber<'_, B>, f: impl FnOnce(&ArrayOrNumber<'_, B>) -> Result<R>) -> Result<R> {
        let turned: DynArray<B> = match other {
            ArrayOrNumber::Array(x) if Self::TURNED => match x.ndim() {
                0 => return f(other),
                1 => x.expand_dims(1)?,
                _ => x.transpose(),
            },
            _ => return f(other),
        };
        f(&ArrayOrNumber::Array(&turned))
    }
}

impl<T: SparseElement, B: Backend> Compressed<T, B> for Csc<T, B> {
    const TURNED: bool = true;
    type Of<U: SparseElement> = Csc<U, B>;
    type Both = Self;

    fn compressed(&self) -> Result<Csr<T, B>> {
        Ok(self.transpose.clone())
    }
    fn in_format<U: SparseElement>(&self, compressed: Csr<U, B>) -> Result<Csc<U, B>> {
        Ok(Csc { transpose: compressed })
    }
    fn of_both(&self, compressed: Csr<T, B>) -> Result<Self::Both> {
        self.in_format(compressed)
    }
}

impl<T: SparseElement, B: Backend> Compressed<T, B> for Coo<T, B> {
    const TURNED: bool = false;
    type Of<U: SparseElement> = Coo<U, B>;
    type Both = Csr<T, B>;

    fn compressed(&self) -> Result<Csr<T, B>> {
        self.to_csr()
    }
    fn in_format<U: SparseElement>(&self, compressed: Csr<U, B>) -> Result<Coo<U, B>> {
        compressed.to_coo()
    }
    fn of_both(&self, compressed: Csr<T, B>) -> Result<Self::Both> {
        Ok(compressed)
    }
}

impl<T: SparseElement, B: Backend> Compressed<T, B> for Dia<T, B> {
    const TURNED: bool = false;
    type Of<U: SparseElement> = Dia<U, B>;
    type Both = Self;

    fn compressed(&self) -> Result<Csr<T, B>> {
        self.to_csr()
    }
    fn in_format<U: SparseElement>(&self, compressed: Csr<U, B>) -> Result<Dia<U, B>> {
        compressed.to_dia()
    }
    fn of_both(&self, compressed: Csr<T, B>) -> Result<Self::Both> {
        self.in_format(compressed)
    }
}

impl<T: SparseElement, B: Backend> Compressed<T, B> for Bsr<T, B> {
    const TURNED: bool = false;
    type Of<U: SparseElement> = Bsr<U, B>;
    type Both = Self;

    fn compressed(&self) -> Result<Csr<T, B>> {
        self.to_csr()
    }
    fn in_format<U: SparseElement>(&self, compressed: Csr<U, B>) -> Result<Bsr<U, B>> {
        compressed.to_bsr(self.blocksize())
    }
    fn of_both(&self, compressed: Csr<T, B>) -> Result<Self::Both> {
        self.in_format(compressed)
    }
}

/// An example of a method of a format.
macro_rules! example {
    ($to:literal, $line:literal) => {
        concat!(
            "```\n# use xparray::prelude::*; let xp = Cpu::new();\nuse xparray::sparse::Csr;\n",
            "let a = Csr::from_dense(&xp.array([[0.0, -1.0], [2.0, 3.0]])?)?.",
            $to,
            "?;\n",
            $line,
            "\n# Ok::<(), xparray::Error>(())\n```"
        )
    };
}
use example;
