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

    /// Whether no element is named by both layouts. That some are is also said where it would take long to find out.
    ///
    /// ```
    /// use xparray::Layout;
    /// let matrix = Layout::row_major(&[4, 6]);
    /// let columns = |start, len| matrix.sliced(1, start, 1, len);
    /// assert!(columns(0, 2)?.is_apart_from(&columns(2, 4)?));
    /// assert!(!columns(0, 3)?.is_apart_from(&columns(2, 4)?));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn is_apart_from(&self, other: &Self) -> bool {
        let (Some(ours), Some(theirs)) = (self.bounds(), other.bounds()) else { return true };
        if ours.1 < theirs.0 || theirs.1 < ours.0 {
            return true;
        }
        let mut axes = SmallVec::<[Stride; 8]>::new();
        for (layout, of_other) in [(self, false), (other, true)] {
            for (&d, &s) in layout.shape.iter().zip(&layout.strides).filter(|&(&d, &s)| d > 1 && s != 0) {
                let (low, high) = if of_other { (1 - d as i128, 0) } else { (0, d as i128 - 1) };
                axes.push(Stride { stride: s.unsigned_abs() as i128, low, high });
            }
        }
        axes.sort_unstable_by_key(|axis| std::cmp::Reverse(axis.stride));
        axes.dedup_by(|next, axis| {
            let same = next.stride == axis.stride;
            if same {
                axis.low += next.low;
                axis.high += next.high;
            }
            same
        });
        let distance = theirs.0 as i128 - ours.0 as i128;
        !Stride::may_reach(distance, &axes, &mut { MOST_TRIES })
    }
}

/// So many ways to get from one layout's elements to the other's are tried. Slices of one array need a few for each axis.
const MOST_TRIES: usize = 64;

/// Steps of one length, of which so many can be taken between elements of two layouts.
struct Stride {
    stride: i128,
    low: i128,
    high: i128,
}

impl Stride {
    /// Whether steps along the axes, which get shorter, can add up to a distance; also if there are too many to try.
    fn may_reach(distance: i128, axes: &[Self], tries: &mut usize) -> bool {
        let Some((axis, shorter)) = axes.split_first() else { return distance == 0 };
        let reach = |of: fn(&Self) -> i128| shorter.iter().map(|axis| axis.stride * of(axis)).sum::<i128>();
        let first = -(reach(|axis| axis.high) - distance).div_euclid(axis.stride);
        let last = (distance - reach(|axis| axis.low)).div_euclid(axis.stride);
        for steps in first.max(axis.low)..=last.min(axis.high) {
            if *tries == 0 || Self::may_reach(distance - steps * axis.stride, shorter, tries) {
                return true;
            }
            *tries -= 1;
        }
        false
    }
}
