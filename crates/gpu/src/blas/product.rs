//! Products of floats and complex numbers, by the vendor's library.

use super::matrices::{Axis, Matrices, axes, matrices, offsets};
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::vendor::{BlasLibrary, Matrix, Pointers, Product, Strided, Transform};
use smallvec::SmallVec;
use std::sync::PoisonError;
use xparray_ir::backend::{Output, View};
use xparray_ir::{DType, Kind, Result, Scalar, dispatch_dtype};

/// Up to this many calls are made for stacks that one call does not reach by strides.
const CALLS: usize = 8;

impl<D: BlasLibrary> Gpu<D> {
    /// Calls the library, with the stream's handle.
    pub(crate) fn with_blas<R>(&self, call: impl FnOnce(&D::Blas) -> Result<R>) -> Result<R> {
        let driver = self.driver()?;
        // SAFETY: the device is bound, and the stream holds the handle.
        let library = self.stream.handle(|| unsafe { driver.blas(self.raw_stream()) })?;
        // First: who has the library's handle waits for nobody.
        let _steady = self.stream.enter()?;
        let blas = library.lock().unwrap_or_else(PoisonError::into_inner);
        call(&blas)
    }

    /// `out = alpha a b + beta out`, of matrices that are not empty; the caller has checked shapes and types, and
    /// that `out` is contiguous.
    pub(crate) fn product(
        &self,
        [alpha, beta]: [Scalar; 2],
        a: View<'_, Buffer<D>>,
        b: View<'_, Buffer<D>>,
        out: Output<'_, Buffer<D>>,
    ) -> Result<()> {
        let ((leading, [m, k]), (_, [_, n])) = (matrices("matmul", a.layout())?, matrices("matmul", b.layout())?);
        let (left, right) = (self.matrices(a)?, self.matrices(b)?);
        out.buffer().order_for_writing(self)?;
        let start = (out.layout().offset() * out.dtype().size()) as u64;
        let axes = axes(leading, &left.steps, &right.steps, m * n);
        Multiplication { gpu: self, dtype: a.dtype(), alpha, beta, left: &left, right: &right, shape: [m, n, k] }
            .run(axes, out.buffer().address() + start)
    }
}

impl<D: BlasLibrary> Gpu<D> {
    /// Products of pairs of matrices by one call of the library; `None` of those that differ in how they lie, are empty, or of a type
    /// that the library does not have.
    pub(crate) fn products_at_once(&self, pairs: &[[View<'_, Buffer<D>>; 2]]) -> Result<Option<Vec<Buffer<D>>>> {
        // The list of addresses is uploaded, which no graph can repeat; and in a graph, launches cost little.
        if self.stream.is_captured() {
            return Ok(None);
        }
        let Some(&[a, b]) = pairs.first() else { return Ok(None) };
        let dtype = a.dtype();
        let (&[m, k], &[_, n]) = (a.layout().shape(), b.layout().shape()) else { return Ok(None) };
        let alike = |[x, y]: &[View<'_, Buffer<D>>; 2]| {
            let shapes = x.layout().shape() == [m, k] && y.layout().shape() == [k, n];
            shapes && x.dtype() == dtype && y.dtype() == dtype
        };
        if !matches!(dtype.kind(), Kind::Float | Kind::Complex) || m * n * k == 0 || !pairs.iter().all(alike) {
            return Ok(None);
        }
        let mut matrices = Vec::with_capacity(pairs.len());
        for &[left, right] in pairs {
            matrices.push([self.matrices(left)?, self.matrices(right)?]);
        }
        let [left, right] = &matrices[0];
        let lies =
            |matrix: &Matrices<D>, like: &Matrices<D>| matrix.transform == like.transform && matrix.ld == like.ld;
        if !matrices.iter().all(|[x, y]| lies(x, left) && lies(y, right)) {
            return Ok(None);
        }
        let mut products = Vec::with_capacity(pairs.len());
        for _ in pairs {
            products.push(self.alloc_buffer(m * n * dtype.size())?);
        }
        let [alpha, beta] = [1.0, 0.0].map(|x| Scalar::from_f64(dtype, x));
        let all = matrices.iter().zip(&products).map(|([x, y], product)| [x.address, y.address, product.address()]);
        Multiplication { gpu: self, dtype, alpha, beta, left, right, shape: [m, n, k] }
            .at_addresses(&all.collect::<Vec<_>>())?;
        Ok(Some(products))
    }
}

struct Multiplication<'a, D: BlasLibrary> {
    gpu: &'a Gpu<D>,
    dtype: DType,
    alpha: Scalar,
    beta: Scalar,
    left: &'a Matrices<D>,
    right: &'a Matrices<D>,
    shape: [usize; 3],
}

/// Half types accumulate in `f32`, and scale by it.
fn scale(dtype: DType, x: Scalar) -> Scalar {
    match dtype {
        DType::F16 | DType::BF16 => Scalar::new(x.get::<f32>()),
        _ => dispatch_dtype!(dtype, T => Scalar::new(x.get::<T>())),
    }
}

impl<D: BlasLibrary> Multiplication<'_, D> {
    fn run(mut self, mut axes: SmallVec<[Axis; 4]>, out: u64) -> Result<()> {
        let [m, ..] = self.shape;
        // One matrix on the right for a stack of rows without gaps: the stack is one matrix.
        if let [(count, [a, 0, _])] = axes[..]
            && self.left.transform == Transform::None
            && (m == 1 || a == (m * self.left.ld) as isize)
            && let Ok(step) = usize::try_from(a)
            && step >= self.shape[2]
        {
            let mut left = Matrices::at(self.left);
            if m == 1 {
                left.ld = step;
            }
            self.shape[0] = m * count;
            return Multiplication { left: &left, ..self }.strided(1, [0; 3], [0; 3], out);
        }
        // The longest axis that goes forwards is the library's.
        let forwards = |&(_, (_, [a, b, _])): &(usize, &Axis)| *a >= 0 && *b >= 0;
        let longest = axes.iter().enumerate().filter(forwards).max_by_key(|(_, axis)| axis.0).map(|(i, _)| i);
        let inner = longest.map(|i| axes.remove(i));
        let calls: usize = axes.iter().map(|(len, _)| len).product();
        let (count, steps) = inner.unwrap_or((1, [0; 3]));
        if calls <= CALLS {
            return offsets(&axes).try_for_each(|at| self.strided(count, steps, at, out));
        }
        axes.extend(inner);
        let all: Vec<[u64; 3]> = offsets(&axes).map(|at| self.addresses(at, out)).collect();
        self.at_addresses(&all)
    }

    /// Row-major C is the transpose of column-major C: the operands change places.
    fn call(&self, count: usize) -> Product {
        let [m, n, k] = self.shape.map(|d| d as i64);
        let [alpha, beta] = [self.alpha, self.beta].map(|x| scale(self.dtype, x));
        let transforms = [self.right.transform, self.left.transform];
        Product { dtype: self.dtype, transforms, shape: [n, m, k], alpha, beta, count: count as i64 }
    }

    fn addresses(&self, at: [isize; 3], out: u64) -> [u64; 3] {
        let move_by = |address: u64, by: isize| address.wrapping_add_signed(by as i64 * self.dtype.size() as i64);
        [move_by(self.left.address, at[0]), move_by(self.right.address, at[1]), move_by(out, at[2])]
    }

    fn strided(&self, count: usize, steps: [isize; 3], at: [isize; 3], out: u64) -> Result<()> {
        let ([a, b, c], [sa, sb, sc]) = (self.addresses(at, out), steps.map(|step| step as i64));
        let matrix = |address, ld, step| Strided { first: Matrix { address, ld: ld as i64 }, step };
        let (a, b) = (matrix(a, self.left.ld, sa), matrix(b, self.right.ld, sb));
        let c = matrix(c, self.shape[1], sc);
        // SAFETY: the views are inside their buffers, the result is as large as its shape says, and all are ordered on
        // the stream.
        self.gpu.with_blas(|blas| unsafe { D::gemm(blas, &self.call(count), b, a, c) })
    }

    /// Products of matrices at these addresses: left, right, the result.
    fn at_addresses(&self, all: &[[u64; 3]]) -> Result<()> {
        let count = all.len();
        let list = self.gpu.addresses([1, 0, 2].into_iter().flat_map(|i| all.iter().map(move |at| at[i])))?;
        let pointers = |i: usize, ld: usize| Pointers {
            addresses: list.address() + (i * count * size_of::<u64>()) as u64,
            ld: ld as i64,
        };
        let (b, a, c) = (pointers(0, self.right.ld), pointers(1, self.left.ld), pointers(2, self.shape[1]));
        // SAFETY: as for `strided`; the list goes back to the pool in stream order.
        self.gpu.with_blas(|blas| unsafe { D::gemm_batched(blas, &self.call(count), b, a, c) })
    }
}
