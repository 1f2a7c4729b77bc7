//! Element types and shapes, for processes that receive an array and know neither.

use super::Comm;
use std::ops::Range;
use xparray_core::backend::Backend;
use xparray_core::{DType, DynArray, Error, Result};

/// Numbers in the first message: element type, axes, and lengths, of which few arrays have more.
const FIRST: usize = 10;

impl Comm {
    /// The element type and shape of the array of `root`, everywhere.
    ///
    /// # Errors
    /// [`Error::Value`], everywhere, if `root` has none.
    pub(super) fn shared_header<B: Backend>(
        &self,
        op: &'static str,
        x: Option<&DynArray<B>>,
        root: usize,
    ) -> Result<(DType, Vec<usize>)> {
        let mut numbers = vec![DType::ALL.len() as u64, 0];
        if let Some(x) = x.filter(|_| self.rank() == root) {
            numbers = vec![x.dtype() as u64, x.ndim() as u64];
            numbers.extend(x.shape().iter().map(|&len| len as u64));
        }
        numbers.resize(numbers.len().max(FIRST), 0);
        self.share(&mut numbers[..FIRST], root)?;
        let ndim = numbers[1] as usize;
        numbers.resize(FIRST.max(2 + ndim), 0);
        self.share(&mut numbers[FIRST..], root)?;
        let Some(&dtype) = DType::ALL.get(numbers[0] as usize) else {
            return Err(Error::value(op, format!("rank {root}, the root, gave no array")));
        };
        Ok((dtype, numbers[2..2 + ndim].iter().map(|&len| len as usize).collect()))
    }

    /// The numbers of `root`, everywhere.
    pub(super) fn share(&self, numbers: &mut [u64], root: usize) -> Result<()> {
        let mut bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
        self.transport.broadcast(&mut bytes, root)?;
        read(&bytes, numbers);
        Ok(())
    }

    /// Everybody's number, everywhere.
    pub(crate) fn share_all(&self, number: usize) -> Result<Vec<usize>> {
        let mut bytes = vec![0; 8 * self.size()];
        self.transport.all_gather(&(number as u64).to_ne_bytes(), &mut bytes, &vec![8; self.size()])?;
        let mut numbers = vec![0; self.size()];
        read(&bytes, &mut numbers);
        Ok(numbers.into_iter().map(|number| number as usize).collect())
    }
}

/// Numbers from their bytes.
pub(super) fn read(bytes: &[u8], numbers: &mut [u64]) {
    for (number, bytes) in numbers.iter_mut().zip(bytes.chunks_exact(8)) {
        let mut own = [0; 8];
        own.copy_from_slice(bytes);
        *number = u64::from_ne_bytes(own);
    }
}

/// An array as messages describe it.
pub(super) fn text<B: Backend>(x: &DynArray<B>) -> String {
    format!("of {} {:?}", x.dtype(), x.shape())
}

/// As [`text`], but for the length of the first axis, which may differ.
pub(super) fn rows_text<B: Backend>(x: &DynArray<B>) -> String {
    format!("of {} rows {:?}", x.dtype(), x.shape().get(1..).unwrap_or_default())
}

/// One of `parts` parts of an axis of length `len`, as `numpy.array_split` makes them: the first ones are longer by one where
/// they are not equal.
pub(crate) fn section(len: usize, parts: usize, part: usize) -> Range<usize> {
    let (each, longer) = (len / parts, len % parts);
    let start = part * each + part.min(longer);
    start..start + each + usize::from(part < longer)
}

/// The lengths of all parts.
pub(crate) fn section_lengths(len: usize, parts: usize) -> Vec<usize> {
    (0..parts).map(|part| section(len, parts, part).len()).collect()
}

/// The elements of a row: all axes but the first.
pub(crate) fn row_len(shape: &[usize]) -> usize {
    shape.iter().skip(1).product()
}

/// The shape with another length of the first axis; of an array without axes, one axis.
pub(crate) fn with_rows(shape: &[usize], rows: usize) -> Vec<usize> {
    std::iter::once(rows).chain(shape.iter().skip(1).copied()).collect()
}

/// The length of the first axis.
///
/// # Errors
/// [`Error::Value`] if there is none.
pub(super) fn rows(op: &'static str, shape: &[usize]) -> Result<usize> {
    shape.first().copied().ok_or_else(|| Error::value(op, "an array without axes has no parts"))
}

/// Checks that lengths, one for each process, make up the first axis.
pub(super) fn check_lengths(op: &'static str, lengths: &[usize], len: usize, processes: usize) -> Result<()> {
    if lengths.len() == processes && lengths.iter().sum::<usize>() == len {
        return Ok(());
    }
    let message = format!("lengths {lengths:?} of parts of an axis of length {len}, for {processes} processes");
    Err(Error::value(op, message))
}

/// Bytes of parts of these lengths.
pub(crate) fn bytes_of(lengths: &[usize], row: usize, dtype: DType) -> Vec<usize> {
    lengths.iter().map(|len| len * row * dtype.size()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_numpys() {
        assert_eq!(section_lengths(8, 3), [3, 3, 2]);
        assert_eq!(section_lengths(2, 4), [1, 1, 0, 0]);
    }
}
