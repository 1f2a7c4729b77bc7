//! Sparse matrices on the device are those of the CPU backend.

mod both;

use both::{compare, device, downloaded, indices, layout, numbers, types, uploaded};
use xparray_ir::backend::{Csr, Sparse, View};
use xparray_ir::{DType, Error, Layout};
use xparray_wgpu::Wgpu;

/// A matrix with so many entries in each row, at columns that look random.
struct Pattern {
    cols: usize,
    counts: Vec<usize>,
}

impl Pattern {
    fn new(rows: usize, cols: usize, count: impl Fn(usize) -> usize) -> Self {
        Self { cols, counts: (0..rows).map(|row| count(row).min(cols)).collect() }
    }

    fn rows(&self) -> usize {
        self.counts.len()
    }

    fn entries(&self) -> usize {
        self.counts.iter().sum()
    }

    fn matrix<B: Sparse>(&self, xp: &B, dtype: DType) -> Csr<B::Buffer> {
        let starts = std::iter::once(0).chain(self.counts.iter().scan(0, |end, &count| {
            *end += count;
            Some(*end as i64)
        }));
        // Steps that have no factor in common with the length come by each column once.
        let columns = self.counts.iter().enumerate().flat_map(|(row, &count)| {
            let mut own: Vec<i64> = (0..count).map(|k| ((row * 7 + k * self.step()) % self.cols) as i64).collect();
            own.sort_unstable();
            own
        });
        let (starts, columns) = (uploaded(xp, &indices(starts)), uploaded(xp, &indices(columns)));
        let values = uploaded(xp, &numbers(dtype, self.entries(), 3));
        let [starts_layout, entries] = [self.rows() + 1, self.entries()].map(|n| Layout::row_major(&[n]));
        xp.csr_from_parts(
            self.rows(),
            self.cols,
            View::new(&starts, DType::I64, &starts_layout).unwrap(),
            View::new(&columns, DType::I64, &entries).unwrap(),
            View::new(&values, dtype, &entries).unwrap(),
        )
        .unwrap()
    }

    fn step(&self) -> usize {
        let divides = |mut a: usize, mut b: usize| {
            while b > 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        (self.cols / 3..).find(|&step| step > 0 && divides(step, self.cols) == 1).unwrap()
    }
}

fn patterns() -> Vec<Pattern> {
    vec![
        Pattern::new(1, 1, |_| 1),
        Pattern::new(5, 4, |_| 0),
        Pattern::new(300, 70, |row| row % 5),
        // Empty rows first and last, one that is full.
        Pattern::new(40, 200, |row| if row == 20 { 200 } else { usize::from(row > 3 && row < 30) }),
        Pattern::new(33, 500, |row| 60 + row),
        Pattern::new(0, 6, |_| 0),
    ]
}

/// Types that sparse matrices have.
fn entry_types(device: &Wgpu) -> Vec<DType> {
    types(device).filter(|dtype| !matches!(dtype, DType::F16 | DType::BF16)).collect()
}

#[test]
fn products_with_vectors_and_matrices() {
    let Some(device) = device() else { return };
    for dtype in entry_types(&device) {
        for pattern in patterns() {
            let (rows, cols) = (pattern.rows(), pattern.cols);
            for x in [Layout::row_major(&[cols]), layout(&[cols], &[-2], 2 * cols), layout(&[cols], &[0], 1)] {
                let what = format!("{dtype} {rows} {cols} {x:?}");
                product(&device, &what, dtype, &pattern, &x, rows);
            }
            for k in [0, 1, 3, 20] {
                for x in [Layout::row_major(&[cols, k]), Layout::row_major(&[k, cols]).transpose()] {
                    product(&device, &format!("{dtype} {rows} {x:?}"), dtype, &pattern, &x, rows * k);
                }
            }
        }
    }
}

fn product(device: &Wgpu, what: &str, dtype: DType, pattern: &Pattern, x: &Layout, len: usize) {
    fn computed<B: Sparse>(xp: &B, dtype: DType, pattern: &Pattern, x: &Layout, len: usize) -> Vec<u8> {
        let matrix = pattern.matrix(xp, dtype);
        let reach = x.bounds().map_or(x.offset(), |(_, last)| last + 1);
        let dense = uploaded(xp, &numbers(dtype, reach, 4));
        let x = View::new(&dense, dtype, x).unwrap();
        let one = x.shape().len() == 1;
        let product = if one { xp.spmv(&matrix.borrowed(), x) } else { xp.spmm(&matrix.borrowed(), x) };
        downloaded(xp, &product.unwrap(), len * dtype.size())
    }
    compare(device, what, |cpu| computed(cpu, dtype, pattern, x, len), |gpu| computed(gpu, dtype, pattern, x, len));
}

/// The three arrays of a matrix.
fn parts<B: Sparse>(xp: &B, matrix: &Csr<B::Buffer>) -> Vec<u8> {
    let ([rows, cols], n) = (matrix.shape(), matrix.nnz());
    let index = Csr::<B::Buffer>::index_type(cols).size();
    let mut all = downloaded(xp, matrix.indptr(), (rows + 1) * 8);
    all.extend(downloaded(xp, matrix.indices(), n * index));
    all.extend(downloaded(xp, matrix.values(), n * matrix.dtype().size()));
    all
}

#[test]
fn transposes_coordinates_and_dense_matrices() {
    let Some(device) = device() else { return };
    fn transposed<B: Sparse>(xp: &B, matrix: &Csr<B::Buffer>) -> Vec<u8> {
        let turned = xp.csr_transpose(&matrix.borrowed()).unwrap();
        assert_eq!((turned.shape()[0], turned.nnz()), (matrix.shape()[1], matrix.nnz()));
        parts(xp, &turned)
    }
    fn coordinates<B: Sparse>(xp: &B, matrix: &Csr<B::Buffer>) -> Vec<u8> {
        let (row, column) = xp.csr_coordinates(&matrix.borrowed()).unwrap();
        [row, column].iter().flat_map(|part| downloaded(xp, part, 8 * matrix.nnz())).collect()
    }
    fn dense<B: Sparse>(xp: &B, matrix: &Csr<B::Buffer>) -> Vec<u8> {
        let [rows, cols] = matrix.shape();
        downloaded(xp, &xp.csr_to_dense(&matrix.borrowed()).unwrap(), rows * cols * matrix.dtype().size())
    }
    for dtype in entry_types(&device) {
        for pattern in patterns() {
            let what = format!("{dtype}, {} rows", pattern.rows());
            compare(
                &device,
                &what,
                |cpu| transposed(cpu, &pattern.matrix(cpu, dtype)),
                |gpu| transposed(gpu, &pattern.matrix(gpu, dtype)),
            );
            compare(
                &device,
                &what,
                |cpu| coordinates(cpu, &pattern.matrix(cpu, dtype)),
                |gpu| coordinates(gpu, &pattern.matrix(gpu, dtype)),
            );
            compare(
                &device,
                &what,
                |cpu| dense(cpu, &pattern.matrix(cpu, dtype)),
                |gpu| dense(gpu, &pattern.matrix(gpu, dtype)),
            );
        }
    }
}

#[test]
fn operands_that_do_not_fit_are_errors() {
    let Some(device) = device() else { return };
    let matrix = Pattern::new(3, 4, |_| 2).matrix(&device, DType::F32);
    let x = uploaded(&device, &numbers(DType::F32, 20, 1));
    let [short, wide] = [Layout::row_major(&[3]), Layout::row_major(&[5, 4])];
    assert!(device.spmv(&matrix.borrowed(), View::new(&x, DType::F32, &short).unwrap()).is_err());
    assert!(device.spmm(&matrix.borrowed(), View::new(&x, DType::F32, &wide).unwrap()).is_err());
    assert!(device.spmm(&matrix.borrowed(), View::new(&x, DType::F32, &short).unwrap()).is_err());
    let whole = Layout::row_major(&[4]);
    let found = device.spmv(&matrix.borrowed(), View::new(&x, DType::I32, &whole).unwrap());
    assert!(matches!(found, Err(Error::DType { .. })));
}
