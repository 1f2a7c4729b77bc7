//! Matrices for tests of dense algebra: numbers, layouts, plain loops, and what went wrong.

use crate::backend::{Buffer, Native, Xp};
use xparray_ir::backend::{Memory, View};
use xparray_ir::{Complex, DType, Element, Layout};

pub type Z = Complex<f64>;
pub type Buf = Buffer<Native>;

/// What went wrong, all of it.
#[derive(Default)]
pub struct Failures(pub Vec<String>);

impl Failures {
    pub fn check(&mut self, good: bool, what: impl FnOnce() -> String) {
        if !good {
            self.0.push(what());
        }
    }

    pub fn near(&mut self, actual: &[Z], expected: &[Z], allowed: f64, what: &str) {
        if actual.len() != expected.len() {
            return self.0.push(format!("{what}: {} elements, not {}", actual.len(), expected.len()));
        }
        let largest = expected.iter().map(|x| x.norm()).fold(0.0, f64::max);
        let errors = actual.iter().zip(expected).map(|(a, e)| (a - e).norm());
        let (at, error) =
            errors.enumerate().fold(
                (0, 0.0),
                |worst: (usize, f64), (i, error)| {
                    if error > worst.1 || !error.is_finite() { (i, error) } else { worst }
                },
            );
        self.check(error <= allowed * largest, || {
            format!(
                "{what}: element {at} is {}, not {} ({:.1e} of the largest)",
                actual[at],
                expected[at],
                error / largest
            )
        });
    }
}

impl Drop for Failures {
    fn drop(&mut self) {
        for failure in self.0.iter().take(40) {
            println!("FAILED {failure}");
        }
        assert!(self.0.is_empty() || std::thread::panicking(), "{} checks failed", self.0.len());
    }
}

/// Numbers that look random.
pub struct Noise(pub u64);

impl Noise {
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub fn matrix<T: Element>(&mut self, len: usize) -> Vec<T> {
        (0..len).map(|_| Z::new(self.next(), self.next()).cast()).collect()
    }
}

pub fn upload<T: Element>(xp: &Xp, values: &[T]) -> Buf {
    let mut bytes = vec![0; size_of_val(values)];
    for (x, bytes) in values.iter().zip(bytes.chunks_exact_mut(size_of::<T>())) {
        x.write_bytes(bytes);
    }
    let mut buffer = xp.alloc(bytes.len()).unwrap();
    xp.upload(&bytes, &mut buffer).unwrap();
    buffer
}

pub fn download<T: Element>(xp: &Xp, buffer: &Buf) -> Vec<T> {
    let mut bytes = vec![0; buffer.bytes()];
    xp.download(buffer, 0, &mut bytes).unwrap();
    bytes.chunks_exact(size_of::<T>()).map(T::read_bytes).collect()
}

pub fn exact<T: Element>(values: &[T]) -> Vec<Z> {
    values.iter().map(|x| x.cast()).collect()
}

/// A buffer and the layouts of an array in it.
pub struct Array {
    pub buffer: Buf,
    pub dtype: DType,
    pub layout: Layout,
}

impl Array {
    pub fn view(&self) -> View<'_, Buf> {
        View::new(&self.buffer, self.dtype, &self.layout).unwrap()
    }
}

/// The elements at a layout, in a buffer with others.
pub fn place<T: Element>(xp: &Xp, values: &[T], layout: Layout) -> Array {
    let (_, end) = layout.bounds().unwrap_or((0, 0));
    let mut all = vec![Z::new(77.0, 7.0).cast::<T>(); end + 2];
    for (&place, &x) in places(&layout).iter().zip(values) {
        all[place] = x;
    }
    Array { buffer: upload(xp, &all), dtype: T::DTYPE, layout }
}

/// Where a layout's elements are, in row-major order.
pub fn places(layout: &Layout) -> Vec<usize> {
    let mut all = vec![layout.offset() as isize];
    for (&len, &step) in layout.shape().iter().zip(layout.strides()) {
        all = all.iter().flat_map(|&at| (0..len as isize).map(move |i| at + i * step)).collect();
    }
    all.into_iter().map(|at| at as usize).collect()
}

/// An array in rows, in columns, with gaps, and backwards.
pub fn layouts(shape: &[usize]) -> Vec<Layout> {
    let n = shape.len();
    let plain = Layout::row_major(shape);
    let mut order: Vec<usize> = (0..n).collect();
    order.swap(n - 2, n - 1);
    let turned: Vec<usize> = order.iter().map(|&k| shape[k]).collect();
    let mut gaps = shape.to_vec();
    gaps[n - 1] = 2 * shape[n - 1] + 1;
    gaps[n - 2] += 1;
    let wide = Layout::row_major(&gaps);
    let rows = wide.sliced(n - 2, 0, 1, shape[n - 2]).unwrap();
    let back = plain.sliced(n - 1, shape[n - 1].saturating_sub(1), -1, shape[n - 1]).unwrap();
    vec![
        plain,
        Layout::row_major(&turned).permute(&order).unwrap(),
        rows.sliced(n - 1, 1, 1, shape[n - 1]).unwrap(),
        rows.sliced(n - 1, 0, 2, shape[n - 1]).unwrap(),
        if shape.contains(&0) { Layout::row_major(shape) } else { back },
    ]
}

pub fn matmul(a: &[Z], b: &[Z], [m, k, n]: [usize; 3]) -> Vec<Z> {
    let mut out = vec![Z::default(); m * n];
    for i in 0..m {
        for l in 0..k {
            let x = a[i * k + l];
            for (out, y) in out[i * n..][..n].iter_mut().zip(&b[l * n..][..n]) {
                *out += x * y;
            }
        }
    }
    out
}

pub fn adjoint(a: &[Z], [m, n]: [usize; 2]) -> Vec<Z> {
    (0..m * n).map(|i| a[i % m * n + i / m].conj()).collect()
}

pub fn identity(n: usize) -> Vec<Z> {
    (0..n * n).map(|i| Z::from(f64::from(u8::from(i / n == i % n)))).collect()
}
