//! Connected parts.

use super::neighbourhood::Neighbourhood;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// Numbers the connected parts of what is not zero from 1 on, in row-major order of their first elements, and counts them. Neighbours
/// are those of a structure of three elements along each axis, or the nearest ones. Labels are `i32`. The host computes them.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{generate_binary_structure, label};
/// let x = xp.array([[1, 0, 0], [0, 1, 0], [0, 0, 0], [0, 1, 1]])?;
/// let (labels, count) = label(&x, None::<&Array<bool, _>>)?;
/// assert_eq!((labels.to_string(), count), ("[[1 0 0]\n [0 2 0]\n [0 0 0]\n [0 3 3]]".into(), 3));
/// assert_eq!(label(&x, Some(&generate_binary_structure(&xp, 2, 2)?))?.1, 2);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the structure has three elements along each axis; [`Error::Value`] unless it is the same from both sides,
/// and for more elements than `i32` numbers; [`Error::DType`] for complex numbers.
pub fn label<B: Backend>(x: &impl AnyArray<B>, structure: Option<&impl AnyArray<B>>) -> Result<(Array<i32, B>, usize)> {
    const OP: &str = "label";
    let x = x.as_dyn();
    TypeClass::RealElement.check(OP, x.dtype())?;
    let before = Neighbourhood::new(OP, x.shape(), structure)?.before();
    if x.len() >= i32::MAX as usize {
        return Err(Error::value(OP, format!("{} elements are too many to be numbered", x.len())));
    }
    let filled = x.astype(DType::Bool)?.typed::<bool>()?.to_vec()?;
    let mut parts = Parts((0..filled.len() as i32).collect());
    for element in (0..filled.len()).filter(|&element| filled[element]) {
        for neighbour in before.of(element).filter(|&neighbour| filled[neighbour]) {
            parts.join(element as i32, neighbour as i32);
        }
    }
    let (mut labels, mut count) = (vec![0i32; filled.len()], 0);
    for element in (0..filled.len()).filter(|&element| filled[element]) {
        // A part's first element is its root.
        let root = parts.root(element as i32) as usize;
        if root == element {
            count += 1;
            labels[element] = count;
        } else {
            labels[element] = labels[root];
        }
    }
    Ok((x.xp().from_slice(&labels, x.shape())?, count as usize))
}

/// Disjoint sets, each a tree whose root is its smallest element (Tarjan, Efficiency of a good but not linear set union algorithm,
/// 1975, with halved paths).
struct Parts(Vec<i32>);

impl Parts {
    fn root(&mut self, mut element: i32) -> i32 {
        while self.0[element as usize] != element {
            let above = self.0[element as usize];
            self.0[element as usize] = self.0[above as usize];
            element = above;
        }
        element
    }

    fn join(&mut self, a: i32, b: i32) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}
