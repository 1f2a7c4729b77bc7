//! Strided views as the matrices that libraries take.

use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use crate::vendor::Transform;
use smallvec::SmallVec;
use xparray_ir::backend::{Memory, View};
use xparray_ir::{DType, Error, Layout, Result};

/// Matrices on the last two axes of a view, in place if their rows or their columns are contiguous, else a copy.
pub(crate) struct Matrices<D: Driver> {
    /// The first element's address.
    pub address: u64,
    /// Nothing for contiguous rows; columns are those of the transpose.
    pub transform: Transform,
    /// From one row, or column, to the next.
    pub ld: usize,
    /// Strides of the leading axes.
    pub steps: SmallVec<[isize; 4]>,
    /// Goes back to the pool in stream order.
    _copy: Option<Buffer<D>>,
}

impl<D: Driver> Matrices<D> {
    /// The same elements, which another one keeps.
    pub fn at(other: &Self) -> Self {
        Self {
            address: other.address,
            transform: other.transform,
            ld: other.ld,
            steps: other.steps.clone(),
            _copy: None,
        }
    }
}

/// How contiguous rows or columns lie, and the distance between them.
fn placed([m, n]: [usize; 2], [row, col]: [isize; 2]) -> Option<(Transform, usize)> {
    let distance = |lines: usize, len: usize, step: isize| match usize::try_from(step) {
        _ if lines <= 1 => Some(len.max(1)),
        Ok(step) if step >= len.max(1) => Some(step),
        _ => None,
    };
    let rows = if n <= 1 || col == 1 { distance(m, n, row) } else { None };
    let cols = if m <= 1 || row == 1 { distance(n, m, col) } else { None };
    rows.map(|ld| (Transform::None, ld)).or(cols.map(|ld| (Transform::Transpose, ld)))
}

impl<D: Driver> Gpu<D> {
    /// Device addresses in a buffer.
    pub(crate) fn addresses(&self, list: impl Iterator<Item = u64>) -> Result<Buffer<D>> {
        let bytes: Vec<u8> = list.flat_map(u64::to_ne_bytes).collect();
        let mut buffer = self.alloc_buffer(bytes.len())?;
        self.upload(&bytes, &mut buffer)?;
        Ok(buffer)
    }

    /// The matrices of a view, ordered for reading.
    pub(crate) fn matrices(&self, x: View<'_, Buffer<D>>) -> Result<Matrices<D>> {
        let shape = x.layout().shape();
        let ([.., m, n], [steps @ .., row, col]) = (shape, x.layout().strides()) else {
            return Err(no_matrix("matmul", shape));
        };
        x.buffer().order_for_reading(self)?;
        if let Some((transform, ld)) = placed([*m, *n], [*row, *col]) {
            let address = x.buffer().address() + (x.layout().offset() * x.dtype().size()) as u64;
            return Ok(Matrices { address, transform, ld, steps: steps.into(), _copy: None });
        }
        let copy = self.cast(x, x.dtype())?;
        let strides = xparray_ir::layout::row_major_strides(shape);
        let steps = SmallVec::from_slice(&strides[..steps.len()]);
        Ok(Matrices { address: copy.address(), transform: Transform::None, ld: (*n).max(1), steps, _copy: Some(copy) })
    }
}

pub(crate) fn no_matrix(op: &'static str, shape: &[usize]) -> Error {
    Error::value(op, format!("expected a matrix, found shape {shape:?}"))
}

/// An error unless two operands have one type.
pub(crate) fn same_type(op: &'static str, a: DType, b: DType) -> Result<()> {
    if a == b { Ok(()) } else { Err(Error::DType { op, expected: a.to_string(), found: b.to_string() }) }
}

/// The leading axes' lengths, and rows and columns, of a view.
pub(crate) fn matrices<'a>(op: &'static str, layout: &'a Layout) -> Result<(&'a [usize], [usize; 2])> {
    match layout.shape() {
        [leading @ .., m, n] => Ok((leading, [*m, *n])),
        shape => Err(no_matrix(op, shape)),
    }
}

/// A leading axis of a product: its length, and the operands' and the result's strides.
pub(crate) type Axis = (usize, [isize; 3]);

/// The leading axes of a product, as few as can be: those of length 1 left out, neighbours merged. Results of `size`
/// elements follow each other.
pub(crate) fn axes(shape: &[usize], a: &[isize], b: &[isize], size: usize) -> SmallVec<[Axis; 4]> {
    let mut axes: SmallVec<[Axis; 4]> = SmallVec::new();
    let mut step = size as isize;
    for ((&len, &a), &b) in shape.iter().zip(a).zip(b).rev() {
        if len == 1 {
            continue;
        }
        match axes.last_mut() {
            Some((inner, [sa, sb, _])) if a == *sa * *inner as isize && b == *sb * *inner as isize => *inner *= len,
            _ => axes.push((len, [a, b, step])),
        }
        step *= len as isize;
    }
    axes
}

/// The offsets of all matrices along some axes, in elements.
pub(crate) fn offsets(axes: &[Axis]) -> impl Iterator<Item = [isize; 3]> {
    let count: usize = axes.iter().map(|(len, _)| len).product();
    (0..count).map(move |mut i| {
        let mut at = [0; 3];
        for &(len, steps) in axes {
            let index = (i % len) as isize;
            i /= len;
            at.iter_mut().zip(steps).for_each(|(at, step)| *at += index * step);
        }
        at
    })
}

#[cfg(test)]
mod tests {
    use super::{Transform, axes, offsets, placed};

    #[test]
    fn matrices_are_taken_in_place_where_rows_or_columns_are_contiguous() {
        let (rows, cols) = (Transform::None, Transform::Transpose);
        assert_eq!(placed([2, 3], [3, 1]), Some((rows, 3)));
        assert_eq!(placed([2, 3], [7, 1]), Some((rows, 7)));
        assert_eq!(placed([2, 3], [1, 2]), Some((cols, 2)));
        assert_eq!(placed([1, 3], [-5, 4]), Some((cols, 4)));
        assert_eq!(placed([3, 1], [4, 0]), Some((rows, 4)));
        assert_eq!(placed([1, 1], [0, 0]), Some((rows, 1)));
        for strides in [[6, 2], [0, 1], [-3, 1], [3, -1], [2, 1]] {
            assert_eq!(placed([2, 3], strides), None, "{strides:?}");
        }
    }

    #[test]
    fn leading_axes_merge_where_all_strides_allow() {
        assert_eq!(axes(&[4, 5], &[60, 12], &[50, 10], 6)[..], [(20, [12, 10, 6])]);
        assert_eq!(axes(&[4, 1, 5], &[60, 7, 12], &[0, 7, 0], 6)[..], [(20, [12, 0, 6])]);
        let apart = axes(&[4, 5], &[12, 0], &[0, 10], 6);
        assert_eq!(apart[..], [(5, [0, 10, 6]), (4, [12, 0, 30])]);
        let all: Vec<_> = offsets(&apart).collect();
        assert_eq!((all.len(), all[0], all[1], all[6]), (20, [0; 3], [0, 10, 6], [12, 10, 36]));
        assert_eq!(offsets(&[]).collect::<Vec<_>>(), [[0; 3]]);
    }
}
