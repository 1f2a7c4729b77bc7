//! What the tests share: samples, layouts, and bounds.

mod decompositions;
mod known;
mod products;
mod systems;

use super::*;
use half::{bf16, f16};
use num_complex::{Complex, Complex64};

/// A small generator (xorshift64*), the same in every run.
pub struct Rng(pub u64);

impl Rng {
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    /// Uniform in -1..1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() >> 33) as usize % n
    }
}

/// An element type with samples, and its exact value.
pub trait Sample: Scalar + std::fmt::Debug {
    /// Relative rounding error.
    const EPS: f64;
    /// Absolute rounding error, which shows near zero in types of few exponents.
    const TINY: f64;
    fn sample(rng: &mut Rng) -> Self;
    fn wide(self) -> Complex64;
}

macro_rules! sample {
    ($($t:ty, $eps:expr, $sample:expr, $wide:expr;)*) => {$(
        impl Sample for $t {
            const EPS: f64 = $eps;
            const TINY: f64 = if $eps == 9.77e-4 { 6e-8 } else { 0.0 };
            fn sample(rng: &mut Rng) -> Self {
                $sample(rng)
            }
            fn wide(self) -> Complex64 {
                $wide(self)
            }
        }
    )*};
}
sample! {
    f32, f32::EPSILON as f64, |r: &mut Rng| r.unit() as f32, |x| Complex::new(x as f64, 0.0);
    f64, f64::EPSILON, |r: &mut Rng| r.unit(), |x| Complex::new(x, 0.0);
    f16, 9.77e-4, |r: &mut Rng| f16::from_f64(r.unit()), |x: f16| x.to_f64().into();
    bf16, 7.82e-3, |r: &mut Rng| bf16::from_f64(r.unit()), |x: bf16| x.to_f64().into();
    Complex<f32>, f32::EPSILON as f64, |r: &mut Rng| Complex::new(r.unit() as f32, r.unit() as f32),
        |x: Complex<f32>| Complex::new(x.re as f64, x.im as f64);
    Complex<f64>, f64::EPSILON, |r: &mut Rng| Complex::new(r.unit(), r.unit()), |x| x;
}

/// How a matrix lies in memory.
#[derive(Clone, Copy, Debug)]
pub enum Order {
    Rows,
    Columns,
    /// Neither stride is one.
    Spread,
    /// Rows, from the last element to the first.
    Reversed,
    /// Columns from the bottom up.
    ReversedColumns,
}
pub const ORDERS: [Order; 5] = [Order::Rows, Order::Columns, Order::Spread, Order::Reversed, Order::ReversedColumns];

/// A matrix that owns its elements.
#[derive(Clone, Debug)]
pub struct Mat<T> {
    pub data: Vec<T>,
    offset: usize,
    shape: (usize, usize),
    strides: (isize, isize),
}

impl<T: Scalar> Mat<T> {
    pub fn from_fn((rows, cols): (usize, usize), order: Order, mut f: impl FnMut(usize, usize) -> T) -> Self {
        let (m, n) = (rows as isize, cols as isize);
        let last = (rows * cols).saturating_sub(1);
        let (len, offset, strides) = match order {
            Order::Rows => (rows * cols, 0, (n, 1)),
            Order::Columns => (rows * cols, 0, (1, m)),
            Order::Spread => (6 * (rows + 1) * cols + 1, 1, (3, 6 * (m + 1))),
            Order::Reversed => (rows * cols, last, (-n, -1)),
            Order::ReversedColumns => (rows * cols, rows.saturating_sub(1), (-1, m)),
        };
        let mut mat = Self { data: vec![T::ONE; len], offset, shape: (rows, cols), strides };
        for i in 0..rows {
            for j in 0..cols {
                let x = f(i, j);
                // SAFETY: the indices are inside.
                unsafe { mat.view_mut().put(i, j, x) };
            }
        }
        mat
    }

    pub fn filled(shape: (usize, usize), value: T) -> Self {
        Self::from_fn(shape, Order::Rows, |_, _| value)
    }

    pub fn rows(data: &[T], rows: usize, cols: usize) -> Self {
        assert_eq!(data.len(), rows * cols);
        Self::from_fn((rows, cols), Order::Rows, |i, j| data[i * cols + j])
    }

    pub fn view(&self) -> MatRef<'_, T> {
        // SAFETY: `from_fn` makes the data as long as the layout reaches.
        unsafe { MatRef::from_raw(self.data.as_ptr().wrapping_add(self.offset), self.shape, self.strides) }
    }

    pub fn view_mut(&mut self) -> MatMut<'_, T> {
        // SAFETY: as for `view`, and no layout has two elements in one place.
        unsafe { MatMut::from_raw(self.data.as_mut_ptr().wrapping_add(self.offset), self.shape, self.strides) }
    }

    pub fn at(&self, i: usize, j: usize) -> T {
        let ((m, n), (row, col)) = (self.shape, self.strides);
        assert!(i < m && j < n);
        self.data[(self.offset as isize + i as isize * row + j as isize * col) as usize]
    }
}

impl<T: Sample> Mat<T> {
    pub fn random(shape: (usize, usize), order: Order, rng: &mut Rng) -> Self {
        Self::from_fn(shape, order, |_, _| T::sample(rng))
    }
}

/// Calls a generic test for the types that solvers take.
macro_rules! for_fields {
    ($($test:ident)*) => {$(
        mod $test {
            #[test]
            fn f32() {
                super::$test::<f32>();
            }
            #[test]
            fn f64() {
                super::$test::<f64>();
            }
            #[test]
            fn c64() {
                super::$test::<num_complex::Complex<f32>>();
            }
            #[test]
            fn c128() {
                super::$test::<num_complex::Complex<f64>>();
            }
        }
    )*};
}
pub(crate) use for_fields;

/// A type that solvers take, with samples.
pub trait SampleField: Sample + Field<R: Sample> {}
impl<T: Sample + Field<R: Sample>> SampleField for T {}

pub type Wide = Mat<Complex64>;

impl<T: Sample> Mat<T> {
    pub fn wide(&self) -> Wide {
        let shape = self.view().shape();
        Mat::from_fn(shape, Order::Rows, |i, j| self.at(i, j).wide())
    }
}

impl Wide {
    pub fn times(&self, other: &Wide) -> Wide {
        let ((m, k), (l, n)) = (self.view().shape(), other.view().shape());
        assert_eq!(k, l);
        let mut sums = vec![Complex64::ZERO; m * n];
        for i in 0..m {
            let sums = &mut sums[i * n..(i + 1) * n];
            for l in 0..k {
                let x = self.at(i, l);
                for (sum, y) in sums.iter_mut().zip(&other.data[l * n..(l + 1) * n]) {
                    *sum += x * y;
                }
            }
        }
        Mat::rows(&sums, m, n)
    }
    pub fn adjoint(&self) -> Wide {
        let (m, n) = self.view().shape();
        Mat::from_fn((n, m), Order::Rows, |i, j| self.at(j, i).conj())
    }
    pub fn minus(&self, other: &Wide) -> Wide {
        let shape = self.view().shape();
        assert_eq!(shape, other.view().shape());
        Mat::from_fn(shape, Order::Rows, |i, j| self.at(i, j) - other.at(i, j))
    }
    pub fn identity(n: usize) -> Wide {
        Mat::from_fn((n, n), Order::Rows, |i, j| Complex64::from(f64::from(i == j)))
    }
    pub fn diagonal(values: &[f64]) -> Wide {
        let n = values.len();
        Mat::from_fn((n, n), Order::Rows, |i, j| Complex64::from(if i == j { values[i] } else { 0.0 }))
    }
    /// The Frobenius norm.
    pub fn norm(&self) -> f64 {
        self.data.iter().map(|x| x.norm_sqr()).sum::<f64>().sqrt()
    }
}

/// Asserts that two matrices differ by no more than rounding of `size`.
#[track_caller]
pub fn assert_near(a: &Wide, b: &Wide, bound: f64) {
    let error = a.minus(b).norm();
    assert!(error <= bound, "{:?}: error {error:e} > {bound:e}", a.view().shape());
}

/// Asserts that the columns are orthonormal.
#[track_caller]
pub fn assert_orthonormal(q: &Wide, eps: f64) {
    let (m, n) = q.view().shape();
    assert_near(&q.adjoint().times(q), &Wide::identity(n), 8.0 * eps * (m.max(n) as f64 + 1.0));
}
