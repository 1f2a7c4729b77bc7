//! How arrays can lie on meshes, and comparison with the one-process result.

use xparray::dist::{Comm, DistArray, Sharding};
use xparray::prelude::*;
use xparray::{Array, Error, Result};

/// The shardings of matrices on each mesh: all ways in which two axes lie on it.
pub fn shardings(world: &Comm) -> Result<Vec<Sharding>> {
    let size = world.size();
    let mut all = Vec::new();
    for rows in (1..=size).filter(|&rows| size.is_multiple_of(rows)) {
        let mesh = world.mesh([rows, size / rows])?;
        let places = [None, Some(0), Some(1)];
        for axes in places.into_iter().flat_map(|a| places.map(|b| [a, b])) {
            match mesh.sharding(axes) {
                Ok(sharding) => all.push(sharding),
                Err(error) => {
                    assert!(axes[0] == axes[1] && matches!(error, Error::Axis { op: "sharding", .. }), "{error}");
                }
            }
        }
    }
    Ok(all)
}

/// What the array is on all processes.
#[track_caller]
pub fn is<T: Element, B: Backend>(found: &DistArray<T, B>, expected: &Array<T, B>) -> Result<()> {
    assert_eq!(found.shape(), expected.shape());
    let all = found.all_gather()?;
    assert!(all.array_equal(expected)?, "{found:?}: {all} is not {expected}");
    Ok(())
}

/// As [`is`], up to rounding.
#[track_caller]
pub fn is_close<B: Backend>(found: &DistArray<f64, B>, expected: &Array<f64, B>) -> Result<()> {
    close(found, expected)
}

/// As [`is_close`], of any type whose numbers are precise.
#[track_caller]
pub fn close<T: FloatElement, B: Backend>(found: &DistArray<T, B>, expected: &Array<T, B>) -> Result<()> {
    assert_eq!(found.shape(), expected.shape());
    let all = found.all_gather()?;
    assert!(all.allclose_with(expected, Tolerance::new().rtol(1e-9).atol(1e-9))?, "{found:?}: {all} is not {expected}");
    Ok(())
}

/// The shardings of vectors on each mesh.
pub fn vectors(world: &Comm) -> Result<Vec<Sharding>> {
    let size = world.size();
    let mut all = Vec::new();
    for rows in (1..=size).filter(|&rows| size.is_multiple_of(rows)) {
        let mesh = world.mesh([rows, size / rows])?;
        for place in [None, Some(0), Some(1)] {
            all.push(mesh.sharding([place])?);
        }
    }
    Ok(all)
}
