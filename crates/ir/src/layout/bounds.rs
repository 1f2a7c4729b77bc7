//! Which places of a buffer a layout names.

use super::Layout;
use smallvec::SmallVec;

impl Layout {
    /// The lowest and highest element that the view touches; `None` if it has no elements.
    ///
    /// ```
    /// use xparray::Layout;
    /// assert_eq!(Layout::row_major(&[2, 3]).sliced(1, 2, -1, 2)?.bounds(), Some((1, 5)));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    #[inline]
    pub fn bounds(&self) -> Option<(usize, usize)> {
        if self.len() == 0 {
            return None;
        }
        let (mut low, mut high) = (self.offset as isize, self.offset as isize);
        for (&d, &s) in self.shape.iter().zip(&self.strides) {
            let reach = s * (d as isize - 1);
            if reach < 0 { low += reach } else { high += reach }
        }
        Some((low as usize, high as usize))
    }

    /// Whether two different indices can name one element. If the strides of several axes are entangled, also where
    /// they happen not to.
    ///
    /// ```
    /// use xparray::Layout;
    /// assert!(Layout::row_major(&[1]).broadcast("broadcast_to", &[3])?.overlaps());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn overlaps(&self) -> bool {
        if self.len() == 0 {
            return false;
        }
        let mut axes: SmallVec<[(usize, usize); 4]> = self
            .shape
            .iter()
            .zip(&self.strides)
            .filter(|&(&d, _)| d > 1)
            .map(|(&d, &s)| (s.unsigned_abs(), d))
            .collect();
        axes.sort_unstable();
        let mut reach = 0;
        for (stride, d) in axes {
            if stride <= reach {
                return true;
            }
            reach += stride * (d - 1);
        }
        false
    }
}
