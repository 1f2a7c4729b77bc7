//! A view of a view.

use super::{Layout, Strides, row_major_strides};

impl Layout {
    /// The layout of `self` seen through `view`: `view` addresses the row-major virtual array
    /// whose elements `self` locates. `None` if strides cannot express it, or if it addresses elements that are not
    /// there.
    ///
    /// ```
    /// use xparray::Layout;
    /// let transposed = Layout::row_major(&[2, 3]).transpose();
    /// let row = Layout::row_major(&[3, 2]).sliced(0, 1, 1, 1)?;
    /// assert_eq!(transposed.compose(&row), Some(transposed.sliced(0, 1, 1, 1)?));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn compose(&self, view: &Layout) -> Option<Layout> {
        let Some((_, last)) = view.bounds() else {
            return Some(Layout { offset: self.offset, ..view.clone() });
        };
        if last >= self.len() {
            return None;
        }
        if self.is_contiguous() {
            return Some(Layout { offset: view.offset + self.offset, ..view.clone() });
        }
        if view.is_identity() {
            if view.shape == self.shape {
                return Some(self.clone());
            }
            if let Some(same) = self.reshape(&view.shape) {
                return Some(same);
            }
        }
        let base = self.coalesced();
        let rows = row_major_strides(&base.shape);
        // A linear distance as steps along each base axis.
        let split = |distance: isize| -> Strides {
            let (sign, mut rest) = (distance.signum(), distance.abs());
            rows.iter()
                .map(|&row| {
                    let steps = rest / row;
                    rest %= row;
                    sign * steps
                })
                .collect()
        };
        let start = split(view.offset as isize);
        let (mut low, mut high) = (start.clone(), start.clone());
        let mut strides = Strides::new();
        for (&d, &s) in view.shape.iter().zip(&view.strides) {
            let mut stride = 0isize;
            for (k, &step) in split(s).iter().enumerate() {
                let reach = step * (d as isize - 1);
                if reach < 0 {
                    low[k] += reach
                } else {
                    high[k] += reach
                }
                // Beyond the range only where no index uses it.
                stride = stride.saturating_add(step.saturating_mul(base.strides[k]));
            }
            strides.push(stride);
        }
        // In range on every axis, the mixed-radix digits are the index: no carries.
        if (0..base.ndim()).any(|k| low[k] < 0 || high[k] >= base.shape[k] as isize) {
            return None;
        }
        let offset = start.iter().zip(&base.strides).fold(self.offset as isize, |at, (&a, &b)| at + a * b);
        Some(Layout { shape: view.shape.clone(), strides, offset: offset as usize })
    }
}
