//! What moves elements to where they belong.

use crate::shardings::{is, shardings, vectors};
use xparray::dist::Comm;
use xparray::prelude::*;
use xparray::{Array, Error, Result};

/// Numbers of several kinds: many that are equal, few, none, and NaN.
fn samples<B: Backend>(xp: &B) -> Result<Vec<Array<f64, B>>> {
    let mut rng = xp.rng(5);
    let mut all = vec![rng.normal::<f64>(101)?, xp.zeros(40)?, xp.array([2.0, 1.0])?, xp.zeros(0)?];
    all.push(rng.integers(0, 4, 60)?.astype());
    all.push(xp.arange(50)?.astype::<f64>() * -1.0);
    all.push(xp.array([f64::NAN, 3.0, f64::NAN, 1.0, f64::INFINITY, 0.0, f64::NAN])?);
    Ok(all)
}

fn equal<B: Backend>(found: &Array<f64, B>, expected: &Array<f64, B>) -> Result<bool> {
    found.array_equal_with(expected, ArrayEqual::new().equal_nan(true))
}

pub fn sorting<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    for sharding in vectors(world)? {
        for x in samples(xp)? {
            let d = sharding.shard(&x)?;
            assert!(equal(&d.sort()?.all_gather()?, &x.sort()?)?, "{sharding:?} {x}");
            is(&d.argsort()?, &x.argsort()?)?;
            let (d, x) = (d.map(|x| Ok(x.astype::<u8>()))?, x.astype::<u8>());
            is(&d.sort()?, &x.sort()?)?;
        }
    }
    let size = world.size();
    // However many are equal, each process has its share of them on the way.
    let ones = world.mesh(size)?.sharding([Some(0)])?.shard(&xp.ones::<bf16>(8 * size)?)?;
    assert_eq!(ones.sort()?.local().len(), 8);
    for sharding in shardings(world)? {
        let x = xp.rng(1).integers(0, 9, [3, 8])?;
        match sharding.shard(&x)?.sort() {
            Ok(sorted) => is(&sorted, &x.sort()?)?,
            Err(error) => assert!(sharding.axes()[1].is_some() && error.to_string().contains("reshard"), "{error}"),
        }
    }
    Ok(())
}

/// So many elements that they are divided before they are sorted, unless some are in the way of that.
pub fn large_sorts<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let n = 70_000 * world.size() + 3;
    let mut rng = xp.rng(7);
    let normal = rng.normal::<f64>(n)?;
    let few = xp.arange(n as i64)?.remainder(100)?.equal(7)?;
    let all = [
        few.where_(f64::NAN, &normal)?,
        few.where_(&normal, f64::NAN)?,
        normal.greater(-0.1)?.where_(f64::NAN, &normal)?,
        few.where_(&normal, 0.0)?,
        few.where_(-0.0, rng.integers(-3, 3, n)?.astype::<f64>())?,
        xp.arange(n as i64)?.astype::<f64>() * -1.0,
        normal,
    ];
    let vector = world.mesh(world.size())?.sharding([Some(0)])?;
    for x in all {
        let sorted = vector.shard(&x)?.sort()?;
        assert!(equal(&sorted.all_gather()?, &x.sort()?)?, "{x}");
        assert!(sorted.local().len().abs_diff(n / world.size()) <= 1);
    }
    let integers = rng.integers(i32::MIN as i64, i32::MAX as i64, n)?.astype::<i32>();
    is(&vector.shard(&integers)?.sort()?, &integers.sort()?)
}

pub fn unique<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    for sharding in vectors(world)? {
        for x in samples(xp)? {
            let d = sharding.shard(&x)?;
            assert!(equal(&d.unique()?.all_gather()?, &x.unique()?)?, "{sharding:?} {x}");
            is(&d.map(|x| Ok(x.astype::<bool>()))?.unique()?, &x.astype::<bool>().unique()?)?;
        }
    }
    let matrix = world.mesh([1, world.size()])?.sharding([Some(0), Some(1)])?.shard(&xp.ones::<f32>([2, 2])?)?;
    assert!(matches!(matrix.unique().unwrap_err(), Error::Value { op: "unique", .. }));
    Ok(())
}

pub fn histograms<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let x = xp.rng(2).normal::<f64>([9, 5])?;
    for sharding in shardings(world)? {
        let d = sharding.shard(&x)?;
        let ((counts, edges), (expected, of)) = (d.histogram(7)?, x.histogram(7)?);
        assert!(counts.array_equal(&expected)? && edges.array_equal(&of)?, "{sharding:?}: {counts}");
        let edges = xp.array([-1.0, 0.0, 0.5, 9.0])?;
        assert!(d.histogram(&edges)?.0.array_equal(&x.histogram(&edges)?.0)?);
        let nothing = sharding.shard(&xp.zeros::<i32>([0, 2])?)?;
        assert_eq!(nothing.histogram(2)?.0.to_vec()?, [0, 0]);
    }
    Ok(())
}

pub fn selection<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let (x, matrix) = (xp.arange(23)?, xp.arange(46)?.reshape([23, 2])?);
    let places = xp.rng(8).integers(-23, 23, 31)?;
    for vector in vectors(world)? {
        let (d, at) = (vector.shard(&x)?, vector.shard(&places)?);
        for keep in [(&x % 3).equal(0)?, x.less(4)?, x.greater(100)?] {
            is(&d.mask(&vector.shard(&keep)?)?, &x.mask(&keep)?)?;
        }
        is(&d.take(&at)?, &x.take(&places, 0)?)?;
        let rows = vector.mesh().sharding([vector.axes()[0], None])?.shard(&matrix)?;
        is(&rows.take(&at)?, &matrix.take(&places, 0)?)?;
        is(&rows.mask(&vector.shard(&x.less(5)?)?)?, &matrix.mask(&x.less(5)?)?)?;
        let nowhere = d.take(&vector.shard(&(xp.arange(23)? + 1))?).unwrap_err();
        assert!(nowhere.to_string().contains("index 23"), "{nowhere}");
        assert!(matches!(d.mask(&vector.shard(&xp.ones::<bool>(3)?)?).unwrap_err(), Error::Shape { op: "mask", .. }));
    }
    let mesh = world.mesh([1, world.size()])?;
    let (one, other) = (mesh.sharding([Some(0)])?, mesh.sharding([Some(1)])?);
    let error = one.shard(&x)?.take(&other.shard(&places)?).unwrap_err();
    assert!(error.to_string().contains("reshard"), "{error}");
    Ok(())
}

pub fn scans<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    for sharding in shardings(world)? {
        for shape in [[7, 5], [1, 3], [0, 2]] {
            let x = xp.rng(4).integers(-3, 4, shape)?;
            let d = sharding.shard(&x)?;
            for axis in [0, 1, -1] {
                is(&d.cumsum(axis)?, &x.cumsum(axis)?)?;
                is(&d.cumprod(axis)?, &x.cumprod(axis)?)?;
                is(&d.cummax(axis)?, &x.cummax(axis)?)?;
                is(&d.cummin(axis)?, &x.cummin(axis)?)?;
                is(&d.map(|x| Ok(x.astype::<bool>()))?.cumsum(axis)?, &x.astype::<bool>().cumsum(axis)?)?;
            }
            assert!(matches!(d.cumsum(2).unwrap_err(), Error::Axis { op: "cumsum", axis: 2, ndim: 2 }));
        }
    }
    let x = xp.array([1.0, f64::NAN, 3.0, 2.0])?;
    let d = world.mesh(world.size())?.sharding([Some(0)])?.shard(&x)?;
    assert!(equal(&d.cummax(0)?.all_gather()?, &x.cummax(0)?)?);
    Ok(())
}
