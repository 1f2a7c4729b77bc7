//! Sparse matrices as operators.

use super::operator::{Apply, LinearOperator, vector};
use xparray_core::Result;
use xparray_core::prelude::*;
use xparray_core::sparse::{Bsr, Csc, Csr, Dia};

/// The product in the type to which both promote; a matrix of another type is converted, each time.
fn product<T: Field, B: Backend>(a: &Csr<T, B>, x: &DynArray<B>) -> Result<DynArray<B>> {
    fn of<T: Field, U: Field, B: Backend>(a: &Csr<T, B>, x: &DynArray<B>) -> Result<DynArray<B>> {
        Ok(a.astype::<U>()?.matmul(&x.astype(U::DTYPE)?.typed()?)?.into_dyn())
    }
    match T::DTYPE.promote(x.dtype()) {
        dtype if dtype == T::DTYPE => Ok(a.matmul(&x.astype(dtype)?.typed()?)?.into_dyn()),
        DType::F64 => of::<T, f64, B>(a, x),
        DType::Complex64 => of::<T, Complex<f32>, B>(a, x),
        _ => of::<T, Complex<f64>, B>(a, x),
    }
}

impl<T: Field, B: Backend> LinearOperator<B> for Csr<T, B> {
    fn shape(&self) -> [usize; 2] {
        self.shape()
    }
    fn dtype(&self) -> DType {
        T::DTYPE
    }
    fn matvec(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        vector(self.shape(), x)?;
        product(self, x)
    }
    fn adjoint(&self) -> Result<Apply<'_, B>> {
        let adjoint = self.transpose()?.conj()?;
        Ok(Box::new(move |x| adjoint.matvec(x)))
    }
    fn matmat(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        product(self, x)
    }
}

impl<T: Field, B: Backend> LinearOperator<B> for Csc<T, B> {
    fn shape(&self) -> [usize; 2] {
        self.shape()
    }
    fn dtype(&self) -> DType {
        T::DTYPE
    }
    fn matvec(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        vector(self.shape(), x)?;
        match T::DTYPE.promote(x.dtype()) == T::DTYPE {
            true => Ok(self.matmul(&x.astype(T::DTYPE)?.typed()?)?.into_dyn()),
            false => product(&self.to_csr()?, x),
        }
    }
    fn adjoint(&self) -> Result<Apply<'_, B>> {
        let adjoint = self.transpose().conj()?;
        Ok(Box::new(move |x| adjoint.matvec(x)))
    }
    fn matmat(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        self.to_csr()?.matmat(x)
    }
}

impl<T: Field, B: Backend> LinearOperator<B> for Dia<T, B> {
    fn shape(&self) -> [usize; 2] {
        self.shape()
    }
    fn dtype(&self) -> DType {
        T::DTYPE
    }
    fn matvec(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        match T::DTYPE.promote(x.dtype()) == T::DTYPE {
            true => Ok(self.matmul(&x.astype(T::DTYPE)?.typed()?)?.into_dyn()),
            false => self.to_csr()?.matvec(x),
        }
    }
    fn adjoint(&self) -> Result<Apply<'_, B>> {
        let adjoint = self.to_csr()?.transpose()?.conj()?;
        Ok(Box::new(move |x| adjoint.matvec(x)))
    }
}

impl<T: Field, B: Backend> LinearOperator<B> for Bsr<T, B> {
    fn shape(&self) -> [usize; 2] {
        self.shape()
    }
    fn dtype(&self) -> DType {
        T::DTYPE
    }
    fn matvec(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        vector(self.shape(), x)?;
        self.matmat(x)
    }
    fn adjoint(&self) -> Result<Apply<'_, B>> {
        let adjoint = self.to_csr()?.transpose()?.conj()?;
        Ok(Box::new(move |x| adjoint.matvec(x)))
    }
    fn matmat(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        match T::DTYPE.promote(x.dtype()) == T::DTYPE {
            true => Ok(self.matmul(&x.astype(T::DTYPE)?.typed()?)?.into_dyn()),
            false => product(&self.to_csr()?, x),
        }
    }
}
