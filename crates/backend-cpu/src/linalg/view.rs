//! Strided views of matrices.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A matrix to read: element `(i, j)` lies `i * row_stride + j * col_stride` elements after `ptr`.
/// Strides may be negative, or zero for a broadcast operand.
#[derive(Debug)]
pub struct MatRef<'a, T> {
    ptr: *const T,
    rows: usize,
    cols: usize,
    row_stride: isize,
    col_stride: isize,
    lifetime: PhantomData<&'a T>,
}

/// A matrix to write, whose elements do not overlap.
#[derive(Debug)]
pub struct MatMut<'a, T> {
    ptr: *mut T,
    rows: usize,
    cols: usize,
    row_stride: isize,
    col_stride: isize,
    lifetime: PhantomData<&'a mut T>,
}

impl<T> Clone for MatRef<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for MatRef<'_, T> {}

// SAFETY: a view acts as a shared slice does.
unsafe impl<T: Sync> Send for MatRef<'_, T> {}
// SAFETY: a view acts as a shared slice does.
unsafe impl<T: Sync> Sync for MatRef<'_, T> {}
// SAFETY: a mutable view acts as a mutable slice does.
unsafe impl<T: Send> Send for MatMut<'_, T> {}
// SAFETY: a mutable view acts as a mutable slice does.
unsafe impl<T: Sync> Sync for MatMut<'_, T> {}

impl<'a, T> MatRef<'a, T> {
    /// A matrix at a pointer.
    ///
    /// # Safety
    /// Every element must be valid to read, and not be written, for `'a`.
    pub unsafe fn from_raw(ptr: *const T, shape: (usize, usize), strides: (isize, isize)) -> Self {
        Self::new(ptr, shape, strides)
    }

    fn new(ptr: *const T, (rows, cols): (usize, usize), (rs, cs): (isize, isize)) -> Self {
        Self { ptr, rows, cols, row_stride: rs, col_stride: cs, lifetime: PhantomData }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Rows and columns.
    pub fn shape(&self) -> (usize, usize) {
        (self.rows, self.cols)
    }

    /// Elements from one row to the next.
    pub fn row_stride(&self) -> isize {
        self.row_stride
    }

    /// Elements from one column to the next.
    pub fn col_stride(&self) -> isize {
        self.col_stride
    }

    /// The first element.
    pub fn as_ptr(&self) -> *const T {
        self.ptr
    }

    /// Whether both are the same elements in the same order.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let strides = |a: &Self| (a.row_stride, a.col_stride);
        std::ptr::eq(self.ptr, other.ptr) && self.shape() == other.shape() && strides(self) == strides(other)
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.rows == 0 || self.cols == 0
    }

    /// The transposed matrix.
    pub fn t(self) -> Self {
        Self::new(self.ptr, (self.cols, self.rows), (self.col_stride, self.row_stride))
    }

    /// Rows and columns from `start`; `None` if they are not all there.
    pub fn block(self, start: (usize, usize), shape: (usize, usize)) -> Option<Self> {
        let fits = start.0.checked_add(shape.0)? <= self.rows && start.1.checked_add(shape.1)? <= self.cols;
        fits.then(|| Self::new(self.address(start.0, start.1), shape, (self.row_stride, self.col_stride)))
    }

    fn address(&self, i: usize, j: usize) -> *const T {
        self.ptr
            .wrapping_offset((i as isize).wrapping_mul(self.row_stride))
            .wrapping_offset((j as isize).wrapping_mul(self.col_stride))
    }

    /// The element, without a check.
    ///
    /// # Safety
    /// `i < rows` and `j < cols`.
    #[inline(always)]
    pub unsafe fn at(&self, i: usize, j: usize) -> T
    where
        T: Copy,
    {
        // SAFETY: the view's elements are valid to read, and the caller names one of them.
        unsafe { *self.ptr.offset(i as isize * self.row_stride + j as isize * self.col_stride) }
    }

    /// The element, or `None` outside the matrix.
    pub fn get(&self, i: usize, j: usize) -> Option<T>
    where
        T: Copy,
    {
        // SAFETY: the indices were checked.
        (i < self.rows && j < self.cols).then(|| unsafe { self.at(i, j) })
    }

    /// Row `i` as a slice, if it is contiguous.
    #[inline(always)]
    pub(super) fn row(&self, i: usize) -> Option<&'a [T]> {
        let contiguous = i < self.rows && (self.col_stride == 1 || self.cols <= 1);
        // SAFETY: the row's elements follow each other and are valid to read.
        contiguous.then(|| unsafe { std::slice::from_raw_parts(self.address(i, 0), self.cols) })
    }

    /// A column-major matrix whose columns follow each other.
    pub(super) fn of_columns(elements: &'a [T], rows: usize, cols: usize) -> Self {
        assert!(rows.checked_mul(cols).is_some_and(|n| n <= elements.len()), "fewer elements than the matrix has");
        Self::new(elements.as_ptr(), (rows, cols), (1, rows as isize))
    }

    /// Rows and columns from `(i, j)`.
    ///
    /// # Panics
    /// If they are not all there, as the other methods that take parts.
    #[inline]
    pub(super) fn submatrix(self, i: usize, j: usize, rows: usize, cols: usize) -> Self {
        self.block((i, j), (rows, cols)).expect("a part of the matrix")
    }

    pub(super) fn subrows(self, i: usize, rows: usize) -> Self {
        self.submatrix(i, 0, rows, self.cols)
    }

    pub(super) fn subcols(self, j: usize, cols: usize) -> Self {
        self.submatrix(0, j, self.rows, cols)
    }

    /// The first `n` rows, and the others.
    pub(super) fn split_at_row(self, n: usize) -> (Self, Self) {
        (self.subrows(0, n), self.subrows(n, self.rows - n))
    }
}

impl<T> Index<(usize, usize)> for MatRef<'_, T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, (i, j): (usize, usize)) -> &T {
        assert!(i < self.rows && j < self.cols);
        // SAFETY: the element is in the matrix.
        unsafe { &*self.address(i, j) }
    }
}

impl<'a, T> MatMut<'a, T> {
    /// A matrix at a pointer. Routines that overwrite it do not read it first, so it may be uninitialised for them.
    ///
    /// # Safety
    /// Every element must be valid to write, at an address of its own, and used by nobody else for `'a`.
    pub unsafe fn from_raw(ptr: *mut T, shape: (usize, usize), strides: (isize, isize)) -> Self {
        Self::new(ptr, shape, strides)
    }

    fn new(ptr: *mut T, (rows, cols): (usize, usize), (rs, cs): (isize, isize)) -> Self {
        Self { ptr, rows, cols, row_stride: rs, col_stride: cs, lifetime: PhantomData }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Rows and columns.
    pub fn shape(&self) -> (usize, usize) {
        (self.rows, self.cols)
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.rows == 0 || self.cols == 0
    }

    /// The first element.
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.ptr
    }

    /// Elements from one row to the next.
    pub fn row_stride(&self) -> isize {
        self.row_stride
    }

    /// Elements from one column to the next.
    pub fn col_stride(&self) -> isize {
        self.col_stride
    }

    /// The same matrix, borrowed for shorter.
    pub fn rb_mut(&mut self) -> MatMut<'_, T> {
        MatMut::new(self.ptr, (self.rows, self.cols), (self.row_stride, self.col_stride))
    }

    /// The matrix to read.
    pub fn rb(&self) -> MatRef<'_, T> {
        MatRef::new(self.ptr, (self.rows, self.cols), (self.row_stride, self.col_stride))
    }

    /// The transposed matrix.
    pub fn t(self) -> Self {
        Self::new(self.ptr, (self.cols, self.rows), (self.col_stride, self.row_stride))
    }

    /// The matrix with its larger stride along the rows, and whether that transposed it.
    pub(super) fn row_major(self) -> (Self, bool) {
        let transposed = self.row_stride.unsigned_abs() < self.col_stride.unsigned_abs();
        (if transposed { self.t() } else { self }, transposed)
    }

    /// The first `n` rows, and the others.
    pub(super) fn split_rows(self, n: usize) -> (Self, Self) {
        let strides = (self.row_stride, self.col_stride);
        let n = n.min(self.rows);
        let rest = self.ptr.wrapping_offset((n as isize).wrapping_mul(self.row_stride));
        (Self::new(self.ptr, (n, self.cols), strides), Self::new(rest, (self.rows - n, self.cols), strides))
    }

    /// Writes an element, without a check.
    ///
    /// # Safety
    /// `i < rows` and `j < cols`.
    #[inline(always)]
    pub unsafe fn put(&mut self, i: usize, j: usize, value: T)
    where
        T: Copy,
    {
        // SAFETY: the view's elements are ours to write, and the caller names one of them.
        unsafe { *self.ptr.offset(i as isize * self.row_stride + j as isize * self.col_stride) = value }
    }

    /// Elements from one row to the next, and from one column to the next.
    pub(super) fn strides(&self) -> (isize, isize) {
        (self.row_stride, self.col_stride)
    }

    /// Rows and columns from `(i, j)`.
    ///
    /// # Panics
    /// If they are not all there, as the other methods that take parts.
    #[inline]
    pub(super) fn submatrix(self, i: usize, j: usize, rows: usize, cols: usize) -> Self {
        let part = self.rb().submatrix(i, j, rows, cols);
        Self::new(part.ptr.cast_mut(), (rows, cols), self.strides())
    }

    pub(super) fn subrows(self, i: usize, rows: usize) -> Self {
        let cols = self.cols;
        self.submatrix(i, 0, rows, cols)
    }

    pub(super) fn subcols(self, j: usize, cols: usize) -> Self {
        let rows = self.rows;
        self.submatrix(0, j, rows, cols)
    }

    /// The first `n` rows, and the others.
    pub(super) fn split_at_row(self, n: usize) -> (Self, Self) {
        assert!(n <= self.rows, "a part of the matrix");
        self.split_rows(n)
    }

    /// The first `n` columns, and the others.
    pub(super) fn split_at_col(self, n: usize) -> (Self, Self) {
        let (left, right) = self.t().split_at_row(n);
        (left.t(), right.t())
    }

    /// The four parts above and below row `i`, left and right of column `j`.
    pub(super) fn split_at(self, i: usize, j: usize) -> (Self, Self, Self, Self) {
        let (top, bottom) = self.split_at_row(i);
        let ((a, b), (c, d)) = (top.split_at_col(j), bottom.split_at_col(j));
        (a, b, c, d)
    }

    /// Sets every element.
    pub(super) fn fill(&mut self, value: T)
    where
        T: Copy,
    {
        let (mut a, _) = self.rb_mut().row_major();
        for i in 0..a.rows {
            for j in 0..a.cols {
                // SAFETY: inside the matrix.
                unsafe { a.put(i, j, value) };
            }
        }
    }

    /// Sets the diagonal.
    pub(super) fn fill_diagonal(&mut self, value: T)
    where
        T: Copy,
    {
        for i in 0..self.rows.min(self.cols) {
            // SAFETY: inside the matrix.
            unsafe { self.put(i, i, value) };
        }
    }
}

impl<T> Index<(usize, usize)> for MatMut<'_, T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, (i, j): (usize, usize)) -> &T {
        assert!(i < self.rows && j < self.cols);
        // SAFETY: the element is in the matrix.
        unsafe { &*self.rb().address(i, j) }
    }
}

impl<T> IndexMut<(usize, usize)> for MatMut<'_, T> {
    #[inline(always)]
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut T {
        assert!(i < self.rows && j < self.cols);
        // SAFETY: the element is in the matrix, which is ours.
        unsafe { &mut *self.rb().address(i, j).cast_mut() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_and_blocks_are_checked() {
        let data = [1, 2, 3, 4, 5, 6];
        // SAFETY: the data has two rows of three.
        let a = unsafe { MatRef::from_raw(data.as_ptr(), (2, 3), (3, 1)) };
        assert_eq!((a.get(1, 0), a.t().get(0, 1)), (Some(4), Some(4)));
        assert_eq!(a.get(2, 0), None);
        assert_eq!(a.block((1, 1), (1, 2)).unwrap().get(0, 1), Some(6));
        assert!(a.block((1, 1), (2, 1)).is_none());
        assert!(a.block((2, 3), (0, 0)).is_some());
    }
}
