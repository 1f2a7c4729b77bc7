//! Roots that are taken as one.

use super::C;

/// What stands for roots that are taken as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RootType {
    /// The one with the largest real part.
    Max,
    /// The one with the least real part.
    Min,
    /// The mean.
    #[default]
    Mean,
}

/// Roots that differ by up to `tol` from the first of them as one: these, and how many each stands for.
///
/// ```
/// use xparray::prelude::*;
/// use xparray::scipy::signal::{RootType, unique_roots};
/// let roots = [0.0, 1.3, 1.31, 2.8].map(|x| Complex::new(x, 0.0));
/// let (unique, counts) = unique_roots(&roots, 2e-2, RootType::Min);
/// assert_eq!((unique[1].re, counts), (1.3, vec![1, 2, 1]));
/// ```
pub fn unique_roots(p: &[C], tol: f64, kind: RootType) -> (Vec<C>, Vec<usize>) {
    let mut left: Vec<C> = p.to_vec();
    let (mut unique, mut counts) = (Vec::new(), Vec::new());
    while let Some(&first) = left.first() {
        let group: Vec<C> = left.extract_if(.., |x| (*x - first).norm() <= tol || *x == first).collect();
        if group.is_empty() {
            // Not a number: equal to nothing.
            left.remove(0);
            unique.push(first);
            counts.push(1);
            continue;
        }
        unique.push(represented(&group, kind));
        counts.push(group.len());
    }
    (unique, counts)
}

fn represented(group: &[C], kind: RootType) -> C {
    let by_parts = |a: &C, b: &C| a.re.total_cmp(&b.re).then(a.im.total_cmp(&b.im));
    let all = || group.iter().copied();
    let one = match kind {
        RootType::Max => all().max_by(by_parts),
        RootType::Min => all().min_by(by_parts),
        RootType::Mean => Some(all().sum::<C>() / group.len() as f64),
    };
    one.unwrap_or(C::ZERO)
}
