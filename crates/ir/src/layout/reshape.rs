//! Another shape for the same elements in the same order.

use super::{Dims, Layout, Strides, checked_len, row_major_strides};
use smallvec::SmallVec;

impl Layout {
    /// The same elements under another shape of the same length, if strides can express it; `None` for a shape of
    /// another length, too.
    ///
    /// ```
    /// use xparray::Layout;
    /// let x = Layout::row_major(&[2, 3]);
    /// assert_eq!(x.reshape(&[6]), Some(Layout::row_major(&[6])));
    /// assert_eq!(x.transpose().reshape(&[6]), None); // needs a copy
    /// ```
    pub fn reshape(&self, shape: &[usize]) -> Option<Self> {
        if checked_len(shape) != Ok(self.len()) {
            return None;
        }
        if self.is_contiguous() {
            return Some(Self { shape: shape.into(), strides: row_major_strides(shape), offset: self.offset });
        }
        // Walk both shapes together; each group of old axes must be contiguous in itself.
        let old: SmallVec<[(usize, isize); 4]> =
            self.shape.iter().zip(&self.strides).filter(|&(&d, _)| d != 1).map(|(&d, &s)| (d, s)).collect();
        let mut strides: Strides = SmallVec::from_elem(1, shape.len());
        let (mut i, mut j) = (0, 0);
        while i < old.len() {
            let (mut have, mut want, (first_i, first_j)) = (old[i].0, 1, (i, j));
            while want != have {
                if want < have {
                    want *= *shape.get(j)?;
                    j += 1;
                } else {
                    i += 1;
                    have *= old.get(i)?.0;
                }
            }
            i += 1;
            if (first_i..i - 1).any(|k| !follows(old[k].1, old[k + 1])) {
                return None;
            }
            let mut stride = old[i - 1].1;
            for k in (first_j..j).rev() {
                strides[k] = stride;
                // Beyond the range only where no index uses it.
                stride = stride.saturating_mul(shape[k] as isize);
            }
        }
        Some(Self { shape: shape.into(), strides, offset: self.offset })
    }

    /// The same elements in the same order with as few axes as strides allow.
    pub(super) fn coalesced(&self) -> Layout {
        let mut shape = Dims::new();
        let mut strides = Strides::new();
        for (&d, &s) in self.shape.iter().zip(&self.strides).filter(|&(&d, _)| d != 1) {
            match (shape.last_mut(), strides.last_mut()) {
                (Some(last), Some(stride)) if follows(*stride, (d, s)) => {
                    *last *= d;
                    *stride = s;
                }
                _ => {
                    shape.push(d);
                    strides.push(s);
                }
            }
        }
        Layout { shape, strides, offset: self.offset }
    }
}

/// Whether an axis of this stride goes on where the next one, of this length and stride, ends.
fn follows(stride: isize, (d, s): (usize, isize)) -> bool {
    s.checked_mul(d as isize) == Some(stride)
}
