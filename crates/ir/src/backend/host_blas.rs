//! Products of matrices in the host's memory.

use crate::error::Result;
use crate::simd::{Kernel, dispatch_avx2};
use num_complex::Complex;
use std::ops::{AddAssign, Mul};

/// A matrix in the host's memory to read: element `(i, j)` is `i * strides[0] + j * strides[1]` behind the first one.
///
/// ```
/// use xparray::backend::HostMatrix;
/// let a = HostMatrix::new(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [2, 3], [3, 1]);
/// assert_eq!((a.at(1, 0), a.t().at(0, 1)), (4.0, 4.0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct HostMatrix<'a, T> {
    elements: &'a [T],
    shape: [usize; 2],
    strides: [usize; 2],
}

impl<'a, T: Copy> HostMatrix<'a, T> {
    /// A matrix in a slice.
    ///
    /// # Panics
    /// If an element is not in the slice.
    pub fn new(elements: &'a [T], shape: [usize; 2], strides: [usize; 2]) -> Self {
        assert!(fits(elements.len(), shape, strides), "the matrix is in the slice");
        Self { elements, shape, strides }
    }

    /// The transpose.
    pub fn t(self) -> Self {
        let ([m, n], [rows, columns]) = (self.shape, self.strides);
        Self { shape: [n, m], strides: [columns, rows], ..self }
    }

    /// Rows and columns.
    pub fn shape(&self) -> [usize; 2] {
        self.shape
    }

    /// Elements from a row to the next, and from a column.
    pub fn strides(&self) -> [usize; 2] {
        self.strides
    }

    /// The slice, which begins with the first element.
    pub fn elements(&self) -> &'a [T] {
        self.elements
    }

    /// An element.
    ///
    /// # Panics
    /// If there is none.
    pub fn at(&self, i: usize, j: usize) -> T {
        self.elements[i * self.strides[0] + j * self.strides[1]]
    }
}

/// Rows in the host's memory to write, each of them contiguous.
#[derive(Debug)]
pub struct HostRows<'a, T> {
    elements: &'a mut [T],
    shape: [usize; 2],
    stride: usize,
}

impl<'a, T: Copy> HostRows<'a, T> {
    /// Rows in a slice, so many elements from one to the next.
    ///
    /// ```
    /// let mut elements = [0.0; 6];
    /// assert_eq!(xparray::backend::HostRows::new(&mut elements, [2, 2], 3).shape(), [2, 2]);
    /// ```
    ///
    /// # Panics
    /// If an element is not in the slice, or rows overlap.
    pub fn new(elements: &'a mut [T], shape: [usize; 2], stride: usize) -> Self {
        assert!(fits(elements.len(), shape, [stride, 1]), "the rows are in the slice");
        assert!(shape[0] <= 1 || shape[1] <= stride, "the rows are apart");
        Self { elements, shape, stride }
    }

    /// Rows and columns.
    pub fn shape(&self) -> [usize; 2] {
        self.shape
    }

    /// Elements from a row to the next.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// The slice, which begins with the first element.
    pub fn elements_mut(&mut self) -> &mut [T] {
        self.elements
    }
}

/// Whether the last element is among so many.
fn fits(len: usize, [m, n]: [usize; 2], [rows, columns]: [usize; 2]) -> bool {
    m == 0 || n == 0 || (m - 1) * rows + (n - 1) * columns < len
}

/// Products and threads for algorithms that run on the host, because each step needs the one before: what a backend can do for them.
/// The defaults are plain loops.
pub trait HostBlas {
    /// `c = alpha a b + beta c`; `c` is not read if `beta` is zero.
    ///
    /// ```
    /// use xparray::backend::{HostBlas, HostMatrix, HostLoops, HostRows};
    /// let (a, mut c) = ([1.0, 2.0, 3.0, 4.0], [0.0; 4]);
    /// let a = HostMatrix::new(&a, [2, 2], [2, 1]);
    /// HostLoops.dgemm(1.0, a, a.t(), 0.0, HostRows::new(&mut c, [2, 2], 2))?;
    /// assert_eq!(c, [5.0, 11.0, 11.0, 25.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the backend, such as too little memory.
    fn dgemm(
        &self,
        alpha: f64,
        a: HostMatrix<'_, f64>,
        b: HostMatrix<'_, f64>,
        beta: f64,
        c: HostRows<'_, f64>,
    ) -> Result<()> {
        dispatch_avx2(Loops { alpha, a, b, beta, c });
        Ok(())
    }

    /// [`HostBlas::dgemm`] of complex numbers.
    ///
    /// # Errors
    /// Those of [`HostBlas::dgemm`].
    fn zgemm(
        &self,
        alpha: Complex<f64>,
        a: HostMatrix<'_, Complex<f64>>,
        b: HostMatrix<'_, Complex<f64>>,
        beta: Complex<f64>,
        c: HostRows<'_, Complex<f64>>,
    ) -> Result<()> {
        dispatch_avx2(Loops { alpha, a, b, beta, c });
        Ok(())
    }

    /// Calls `task(i)` for each `i` below `count`, in any order, on as many threads as that many tenths of a nanosecond for each are worth.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    /// use xparray::backend::{HostBlas, HostLoops};
    /// let sum = AtomicUsize::new(0);
    /// HostLoops.for_tasks(4, 1, &|i| drop(sum.fetch_add(i, Ordering::Relaxed)));
    /// assert_eq!(sum.into_inner(), 6);
    /// ```
    fn for_tasks(&self, count: usize, cost: usize, task: &(dyn Fn(usize) + Sync)) {
        let _ = cost;
        (0..count).for_each(task);
    }
}

/// Plain loops, for backends that have nothing better.
///
/// ```
/// let loops: &dyn xparray::backend::HostBlas = &xparray::backend::HostLoops;
/// # let _ = loops;
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct HostLoops;

impl HostBlas for HostLoops {}

struct Loops<'a, T> {
    alpha: T,
    a: HostMatrix<'a, T>,
    b: HostMatrix<'a, T>,
    beta: T,
    c: HostRows<'a, T>,
}

impl<T: Copy + num_traits::Zero + PartialEq + Mul<Output = T> + AddAssign> Kernel for Loops<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let Self { alpha, a, b, beta, c } = self;
        let ([m, depth], n) = (a.shape, b.shape[1]);
        assert!(b.shape[0] == depth && c.shape == [m, n], "the shapes fit");
        if m == 0 || n == 0 {
            return;
        }
        for (i, c) in c.elements.chunks_mut(c.stride.max(1)).take(m).enumerate() {
            let c = &mut c[..n];
            c.iter_mut().for_each(|c| *c = if beta == T::zero() { beta } else { beta * *c });
            for k in 0..depth {
                let factor = alpha * a.at(i, k);
                if b.strides[1] == 1 {
                    c.iter_mut().zip(&b.elements[k * b.strides[0]..][..n]).for_each(|(c, &b)| *c += factor * b);
                } else {
                    c.iter_mut().enumerate().for_each(|(j, c)| *c += factor * b.at(k, j));
                }
            }
        }
    }
}
