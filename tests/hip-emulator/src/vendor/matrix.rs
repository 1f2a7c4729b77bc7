//! Matrices: in the emulator's memory, column after column, and as numbers to compute with.

use super::number::{Element, Number};
use crate::machine::space;
use std::ffi::c_int;
use std::ops::{Index, IndexMut};
use std::ptr::{with_exposed_provenance, with_exposed_provenance_mut};

/// A length that is not negative.
#[track_caller]
pub fn length(what: &str, n: c_int) -> usize {
    usize::try_from(n).unwrap_or_else(|_| misuse!("{what} is {n}"))
}

/// Checks that a range lies in one allocation.
#[track_caller]
pub fn range(what: &str, address: usize, bytes: usize) {
    if bytes == 0 {
        return;
    }
    match space::around(address) {
        None => misuse!("{what}: {address:#x} is in no allocation"),
        Some(block) if address - block.start + bytes > block.bytes => {
            misuse!("{what}: {bytes} bytes at {} of an allocation of {}", address - block.start, block.bytes)
        }
        Some(_) => {}
    }
}

/// Reads elements in a row.
pub fn read<T: Copy>(what: &str, address: usize, count: usize) -> Vec<T> {
    let bytes = count * size_of::<T>();
    range(what, address, bytes);
    if bytes > 0 && space::around(address).is_some_and(|block| !block.is_written(address, bytes)) {
        misuse!("{what}: some of {bytes} bytes at {address:#x} were written by nobody");
    }
    let from = with_exposed_provenance::<T>(address);
    // SAFETY: the range lies in an allocation, and every pattern of bits is an element of these types.
    (0..count).map(|k| unsafe { from.add(k).read_unaligned() }).collect()
}

/// Writes elements in a row.
pub fn write<T: Copy>(what: &str, address: usize, elements: &[T]) {
    let bytes = size_of_val(elements);
    range(what, address, bytes);
    let to = with_exposed_provenance_mut::<T>(address);
    for (k, &element) in elements.iter().enumerate() {
        // SAFETY: the range lies in an allocation.
        unsafe { to.add(k).write_unaligned(element) };
    }
    if bytes > 0
        && let Some(block) = space::around(address)
    {
        block.wrote(address, bytes);
    }
}

/// Where a matrix lies.
#[derive(Clone, Copy)]
pub struct Place {
    what: &'static str,
    address: usize,
    pub rows: usize,
    pub cols: usize,
    ld: usize,
}

impl Place {
    #[track_caller]
    pub fn new(what: &'static str, address: usize, [rows, cols, ld]: [c_int; 3]) -> Self {
        let (rows, cols) = (length(what, rows), length(what, cols));
        if ld < 1 || (ld as usize) < rows {
            misuse!("{what} has {rows} rows and a leading dimension of {ld}");
        }
        Self { what, address, rows, cols, ld: ld as usize }
    }

    /// Another one of the same shape.
    pub fn at(self, address: usize) -> Self {
        Self { address, ..self }
    }

    /// Its first columns.
    pub fn first(self, cols: usize) -> Self {
        Self { cols, ..self }
    }

    /// So many elements further.
    pub fn after<T>(self, elements: usize) -> Self {
        self.at(self.address + elements * size_of::<T>())
    }

    /// Elements from one matrix of a stack to the next, where nothing is between them.
    pub fn step(self) -> usize {
        self.ld * self.cols
    }

    /// The rows of a column that are meant.
    fn column(self, part: Part, col: usize) -> std::ops::Range<usize> {
        match part {
            Part::All => 0..self.rows,
            Part::Lower => col.min(self.rows)..self.rows,
            Part::Upper => 0..(col + 1).min(self.rows),
        }
    }

    /// The numbers of a part; the others are 0.
    pub fn load<T: Element>(self, part: Part) -> Matrix<T::Number> {
        let mut matrix = Matrix::zeros(self.rows, self.cols);
        for col in 0..self.cols {
            let rows = self.column(part, col);
            let address = self.address + (col * self.ld + rows.start) * size_of::<T>();
            let elements = read::<T>(self.what, address, rows.len());
            rows.zip(elements).for_each(|(row, element)| matrix[(row, col)] = element.number());
        }
        matrix
    }

    pub fn store<T: Element>(self, part: Part, matrix: &Matrix<T::Number>) {
        for col in 0..self.cols {
            let rows = self.column(part, col);
            let address = self.address + (col * self.ld + rows.start) * size_of::<T>();
            let elements: Vec<T> = rows.map(|row| T::element(matrix[(row, col)])).collect();
            write(self.what, address, &elements);
        }
    }
}

/// What of a matrix is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    All,
    /// With the diagonal.
    Lower,
    Upper,
}

/// A matrix of numbers, column after column.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix<N> {
    pub rows: usize,
    pub cols: usize,
    data: Vec<N>,
}

impl<N: Number> Matrix<N> {
    pub fn zeros(rows: usize, cols: usize) -> Self {
        Self { rows, cols, data: vec![N::of(0.0); rows * cols] }
    }

    pub fn identity(n: usize) -> Self {
        Self::of(n, n, |i, j| N::of(f64::from(u8::from(i == j))))
    }

    pub fn of(rows: usize, cols: usize, f: impl Fn(usize, usize) -> N) -> Self {
        let mut matrix = Self::zeros(rows, cols);
        for col in 0..cols {
            (0..rows).for_each(|row| matrix[(row, col)] = f(row, col));
        }
        matrix
    }

    pub fn transposed(&self) -> Self {
        Self::of(self.cols, self.rows, |i, j| self[(j, i)])
    }

    /// The conjugate transpose.
    pub fn adjoint(&self) -> Self {
        Self::of(self.cols, self.rows, |i, j| self[(j, i)].conj())
    }

    pub fn col(&self, col: usize) -> &[N] {
        &self.data[col * self.rows..][..self.rows]
    }

    pub fn times(&self, other: &Self) -> Self {
        let mut product = Self::zeros(self.rows, other.cols);
        for col in 0..other.cols {
            let out = &mut product.data[col * self.rows..][..self.rows];
            for (k, &factor) in other.col(col).iter().enumerate() {
                out.iter_mut().zip(self.col(k)).for_each(|(sum, &x)| *sum += x * factor);
            }
        }
        product
    }

    pub fn is_finite(&self) -> bool {
        self.data.iter().all(|x| x.abs().is_finite())
    }

    /// A power of two that brings the largest number near 1, so that squares stay in range.
    pub fn scale(&self) -> f64 {
        let largest = self.data.iter().map(|x| x.abs()).fold(0.0, f64::max);
        if largest > 0.0 && largest.is_finite() {
            2f64.powi(-(largest.log2().floor() as i32).clamp(-1000, 1000))
        } else {
            1.0
        }
    }

    pub fn scaled(mut self, by: f64) -> Self {
        self.data.iter_mut().for_each(|x| *x = x.scaled(by));
        self
    }

    pub fn swap_rows(&mut self, i: usize, j: usize) {
        for col in 0..self.cols {
            self.data.swap(col * self.rows + i, col * self.rows + j);
        }
    }

    /// Two columns become combinations of each other: `x a + y b`, and `z a + w b`.
    pub fn combine(&mut self, a: usize, b: usize, [x, y, z, w]: [N; 4]) {
        for row in 0..self.rows {
            let (u, v) = (self[(row, a)], self[(row, b)]);
            self[(row, a)] = x * u + y * v;
            self[(row, b)] = z * u + w * v;
        }
    }
}

impl<N> Index<(usize, usize)> for Matrix<N> {
    type Output = N;

    fn index(&self, (row, col): (usize, usize)) -> &N {
        &self.data[col * self.rows + row]
    }
}

impl<N> IndexMut<(usize, usize)> for Matrix<N> {
    fn index_mut(&mut self, (row, col): (usize, usize)) -> &mut N {
        &mut self.data[col * self.rows + row]
    }
}
