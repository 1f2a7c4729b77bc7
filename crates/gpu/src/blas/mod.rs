//! [`Blas`] of a GPU.

mod epilogue;
mod integers;
pub(crate) mod matrices;
mod product;

use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::vendor::BlasLibrary;
use matrices::{matrices, no_matrix, same_type};
use smallvec::SmallVec;
use xparray_ir::backend::{Blas, LaunchArgs, Output, View, sums_of_products};
use xparray_ir::layout::{Dims, Strides, checked_len};
use xparray_ir::{DType, Error, Kind, Layout, Result, Scalar};
use xparray_kernels::fuses_columns;

/// The number of elements of a product.
fn product_len<D: BlasLibrary>(a: &View<'_, Buffer<D>>, b: &View<'_, Buffer<D>>) -> Result<usize> {
    same_type("matmul", a.dtype(), b.dtype())?;
    match (matrices("matmul", a.layout())?, matrices("matmul", b.layout())?) {
        ((stack, [m, k]), (other, [l, n])) if k == l && stack == other => {
            checked_len(&stack.iter().copied().chain([m, n]).collect::<Dims>())
        }
        _ => Err(Error::shape("matmul", a.layout().shape(), b.layout().shape())),
    }
}

impl<D: BlasLibrary> Blas for Gpu<D> {
    fn fuses_product(&self, dtype: DType, rows: usize, columns: usize) -> bool {
        columns == 1 || fuses_columns(dtype, rows, columns, self.device().limits().units)
    }

    fn matmul(&self, a: View<'_, Buffer<D>>, b: View<'_, Buffer<D>>) -> Result<Buffer<D>> {
        let len = product_len(&a, &b)?;
        let mut out = self.alloc_buffer(len * a.dtype().size())?;
        if len == 0 {
            return Ok(out);
        }
        if a.layout().len() == 0 {
            self.fill_bytes(&mut out, 0, len * a.dtype().size())?;
            return Ok(out);
        }
        match a.dtype().kind() {
            Kind::Float | Kind::Complex => {
                let scalars = [1.0, 0.0].map(|x| Scalar::from_f64(a.dtype(), x));
                let layout = Layout::row_major(&[len]);
                self.product(scalars, a, b, Output::new(&mut out, a.dtype(), &layout)?)?;
            }
            _ => self.integer_product(a, b, &mut out)?,
        }
        Ok(out)
    }

    fn gemm(
        &self,
        alpha: Scalar,
        a: View<'_, Buffer<D>>,
        b: View<'_, Buffer<D>>,
        beta: Scalar,
        out: Output<'_, Buffer<D>>,
    ) -> Result<()> {
        let (len, dtype) = (product_len(&a, &b)?, a.dtype());
        if !matches!(dtype.kind(), Kind::Float | Kind::Complex) {
            return Err(Error::Unsupported { backend: D::NAME, op: "gemm", dtype });
        }
        same_type("gemm", dtype, out.dtype())?;
        if out.layout().len() != len || !out.layout().is_contiguous() {
            return Err(Error::value("gemm", format!("the result is no row-major array of {len} elements")));
        }
        if len == 0 {
            return Ok(());
        }
        if a.layout().len() > 0 {
            return self.product([alpha, beta], a, b, out);
        }
        // Nothing to sum over: `beta * out`, as a product of zeros.
        let mut zero = self.alloc_buffer(dtype.size())?;
        self.fill_bytes(&mut zero, 0, dtype.size())?;
        let of = |layout: &Layout, axis: usize| {
            let mut shape = Dims::from_slice(layout.shape());
            shape[axis] = 1;
            let strides = SmallVec::from_elem(0, shape.len());
            Layout::new(shape, strides, 0)
        };
        let last = a.layout().ndim() - 1;
        let (column, row) = (of(a.layout(), last)?, of(b.layout(), last - 1)?);
        let view = |layout| View::new(&zero, dtype, layout);
        self.product([alpha, beta], view(&column)?, view(&row)?, out)
    }

    fn dot(&self, a: View<'_, Buffer<D>>, b: View<'_, Buffer<D>>, conjugate: bool) -> Result<Buffer<D>> {
        same_type("dot", a.dtype(), b.dtype())?;
        match (a.layout().shape(), b.layout().shape()) {
            ([m], [n]) if m == n => sums_of_products(self, a, b, conjugate),
            (left, right) => Err(Error::shape("dot", left, right)),
        }
    }

    fn gemv(&self, a: View<'_, Buffer<D>>, x: View<'_, Buffer<D>>) -> Result<Buffer<D>> {
        same_type("gemv", a.dtype(), x.dtype())?;
        let (shape, &[n]) = (a.layout().shape(), x.layout().shape()) else {
            return Err(Error::value("gemv", format!("expected a vector, found shape {:?}", x.layout().shape())));
        };
        match *shape {
            [m, k] if k == n => {
                let strides = Strides::from_slice(&[0, x.layout().strides()[0]]);
                let rows = Layout::new(Dims::from_slice(&[m, n]), strides, x.layout().offset())?;
                sums_of_products(self, a, x.with_layout(&rows)?, false)
            }
            [_, _] => Err(Error::shape("gemv", shape, x.layout().shape())),
            _ => Err(no_matrix("gemv", shape)),
        }
    }

    fn matmul_many(&self, pairs: &[[View<'_, Buffer<D>>; 2]]) -> Result<Vec<Buffer<D>>> {
        match self.products_at_once(pairs)? {
            Some(products) => Ok(products),
            None => pairs.iter().map(|&[left, right]| self.matmul(left, right)).collect(),
        }
    }

    fn launch_epilogue(&self, args: LaunchArgs<'_, Buffer<D>>) -> Result<()> {
        self.launch_with_product(args)
    }

    fn prefers_epilogue(&self, dtype: DType, left: &Layout, right: &Layout) -> bool {
        self.prefers_one_kernel(dtype, left, right)
    }
}
