//! Matrices as arguments: column-major, in memory of a device.

use crate::memory::device_range;
use std::ffi::{c_int, c_void};

/// A length that is not negative.
#[track_caller]
pub fn length(what: &str, n: c_int) -> usize {
    usize::try_from(n).unwrap_or_else(|_| misuse!("{what} is {n}"))
}

/// Rows, columns and a leading dimension.
#[derive(Clone, Copy)]
pub struct Shape {
    pub rows: usize,
    pub cols: usize,
    ld: usize,
}

impl Shape {
    #[track_caller]
    pub fn new(what: &str, rows: c_int, cols: c_int, ld: c_int) -> Self {
        let (rows, cols) = (length(what, rows), length(what, cols));
        if ld < 1 || (ld as usize) < rows {
            misuse!("{what} has {rows} rows and a leading dimension of {ld}");
        }
        Self { rows, cols, ld: ld as usize }
    }

    /// From the first element to the last.
    pub fn elements(&self) -> usize {
        if self.rows == 0 || self.cols == 0 { 0 } else { (self.cols - 1) * self.ld + self.rows }
    }

    /// Checks that it lies in an allocation, at a place for elements of this size.
    #[track_caller]
    pub fn check(&self, what: &str, address: *const c_void, element: usize, device: c_int) {
        vector(what, address, self.elements(), element, device);
    }
}

/// Checks elements in a row likewise.
#[track_caller]
pub fn vector(what: &str, address: *const c_void, n: usize, element: usize, device: c_int) {
    if n > 0 && !address.addr().is_multiple_of(element) {
        misuse!("{what}: {address:p} is no place for elements of {element} bytes");
    }
    device_range(what, address, n * element, device);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_column_is_no_longer_than_it_has_rows() {
        assert_eq!(Shape::new("a", 3, 4, 5).elements(), 18);
        assert_eq!(Shape::new("a", 0, 4, 1).elements(), 0);
    }

    #[test]
    #[should_panic(expected = "a has 3 rows and a leading dimension of 2")]
    fn columns_that_overlap() {
        Shape::new("a", 3, 4, 2);
    }
}
