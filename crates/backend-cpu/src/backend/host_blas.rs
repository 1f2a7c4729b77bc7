//! `HostBlas`: the products and threads of this backend for algorithms of others.

use super::dense::failed;
use crate::device::Cpu;
use crate::linalg::{self as la, MatMut, MatRef, Scalar, Workspace};
use crate::parallel::{Order, for_ranges};
use num_complex::Complex;
use xparray_ir::Result;
use xparray_ir::backend::{HostBlas, HostMatrix, HostRows};

impl HostBlas for Cpu {
    fn dgemm(
        &self,
        alpha: f64,
        a: HostMatrix<'_, f64>,
        b: HostMatrix<'_, f64>,
        beta: f64,
        c: HostRows<'_, f64>,
    ) -> Result<()> {
        product(self, alpha, a, b, beta, c)
    }

    fn zgemm(
        &self,
        alpha: Complex<f64>,
        a: HostMatrix<'_, Complex<f64>>,
        b: HostMatrix<'_, Complex<f64>>,
        beta: Complex<f64>,
        c: HostRows<'_, Complex<f64>>,
    ) -> Result<()> {
        product(self, alpha, a, b, beta, c)
    }

    fn for_tasks(&self, count: usize, cost: usize, task: &(dyn Fn(usize) + Sync)) {
        for_ranges(count, cost, Order::Forwards, &|range| range.for_each(task));
    }
}

fn product<T: Scalar>(
    cpu: &Cpu,
    alpha: T,
    a: HostMatrix<'_, T>,
    b: HostMatrix<'_, T>,
    beta: T,
    mut c: HostRows<'_, T>,
) -> Result<()> {
    let ([m, n], stride) = (c.shape(), c.stride() as isize);
    // SAFETY: the rows are apart from each other, in a slice that is borrowed for as long.
    let c = unsafe { MatMut::from_raw(c.elements_mut().as_mut_ptr(), (m, n), (stride, 1)) };
    la::gemm(alpha, operand(a), operand(b), beta, c, Workspace::new(cpu.pool())).map_err(failed("gemm"))
}

fn operand<T: Scalar>(a: HostMatrix<'_, T>) -> MatRef<'_, T> {
    let ([m, n], [rows, columns]) = (a.shape(), a.strides());
    // SAFETY: every element is in the slice, which is borrowed for as long.
    unsafe { MatRef::from_raw(a.elements().as_ptr(), (m, n), (rows as isize, columns as isize)) }
}
