//! Arrays on meshes of every shape that the processes fit.

use crate::shardings::{is, is_close, shardings};
use xparray::dist::Comm;
use xparray::prelude::*;
use xparray::{Array, Error, Result};

fn numbers<B: Backend>(xp: &B, shape: [usize; 2]) -> Result<Array<f64, B>> {
    Ok(xp.rng(3).integers(-9, 10, shape)?.astype())
}

pub fn grids<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let (rank, size) = (world.rank(), world.size());
    let mesh = world.mesh([1, size, 1])?;
    assert_eq!((mesh.shape(), mesh.coords()), (&[1, size, 1][..], vec![0, rank, 0]));
    assert_eq!((mesh.line(1)?.rank(), mesh.line(0)?.size()), (rank, 1));
    assert!(matches!(mesh.line(3).unwrap_err(), Error::Axis { op: "line", axis: 3, ndim: 3 }));
    assert!(matches!(world.mesh(size + 1).unwrap_err(), Error::Value { op: "mesh", .. }));
    let sharding = mesh.sharding([Some(1)])?;
    assert!(mesh.sharding([Some(3)]).is_err());
    assert!(matches!(sharding.shard(&xp.ones::<f32>([2, 2])?).unwrap_err(), Error::Value { op: "shard", .. }));
    let wrong = sharding.from_local(&xp.ones::<f32>(7)?, 3 * size).unwrap_err();
    assert_eq!(wrong, Error::shape("from_local", &[7], &[3]));
    is(&sharding.from_local(&xp.full(3, 1)?, 3 * size)?, &xp.ones::<i32>(3 * size)?)
}

/// Every element type, every sharding, axes that are shorter than the mesh, or empty.
pub fn parts<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    for sharding in shardings(world)? {
        for shape in [[5, 7], [1, 3], [0, 4], [4, 1]] {
            let x = numbers(xp, shape)?;
            is(&sharding.shard(&x)?, &x)?;
            is(&sharding.shard(&x.astype::<u8>())?, &x.astype::<u8>())?;
            is(&sharding.shard(&x.astype::<bf16>())?, &x.astype::<bf16>())?;
            is(&sharding.shard(&x.astype::<bool>())?, &x.astype::<bool>())?;
            is(&sharding.shard(&x.astype::<Complex<f32>>())?, &x.astype::<Complex<f32>>())?;
            is(&sharding.shard(&x)?.t(), &x.t())?;
            let root = world.size() - 1;
            let at_root = sharding.shard(&x)?.gather(root)?;
            assert_eq!(at_root.is_some(), world.rank() == root);
            assert!(at_root.is_none_or(|found| found.array_equal(&x).unwrap()));
        }
    }
    Ok(())
}

/// The numbers of an array are the same for any number of processes, and each makes only its own: these would fit nowhere.
pub fn random<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let rows = world.mesh(world.size())?.sharding([Some(0)])?;
    let x = rows.shard(&xp.rng(7).normal::<f64>(1000)?)?;
    is(&x, &xp.rng(7).normal::<f64>(1000)?)?;
    let (small, large) = (1i64 << 44, 1i64 << 45);
    let few = |len: i64| xp.rng(7).normal::<f64>(len as usize)?.slice(s![small - 9..small]);
    let (few, same) = (few(small)?, few(large)?);
    assert!(few.array_equal(&same)?);
    Ok(())
}

pub fn resharding<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let all = shardings(world)?;
    let x = numbers(xp, [6, 5])?;
    for from in &all {
        for to in &all {
            let moved = from.shard(&x)?.reshard(to)?;
            assert!(moved.sharding() == to);
            assert!(moved.local().array_equal(to.shard(&x)?.local())?, "from {from:?} to {to:?}");
        }
    }
    let flat = world.mesh(world.size())?.sharding([Some(0)])?;
    assert!(matches!(all[0].shard(&x)?.reshard(&flat).unwrap_err(), Error::Value { op: "reshard", .. }));
    let other = Comm::alone().mesh([1, 1])?.sharding([None, None])?;
    let error = all[0].shard(&x)?.reshard(&other).unwrap_err();
    assert!(error.to_string().contains("different groups"), "{error}");
    Ok(())
}

pub fn elementwise<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let (x, row) = (numbers(xp, [5, 4])?, numbers(xp, [1, 4])?);
    for sharding in shardings(world)? {
        let (dx, whole) = (sharding.shard(&x)?, sharding.mesh().sharding([None, sharding.axes()[1]])?);
        let dr = whole.shard(&row)?;
        is(&((&dx + &dr) * 2.0 - &dx), &((&x + &row) * 2.0 - &x))?;
        is(&(&dx / 3.0), &(&x / 3.0))?;
        is(&dx.map(|x| x.less(0))?, &x.less(0)?)?;
        let vector = sharding.mesh().sharding([sharding.axes()[1]])?.shard(&row.slice(s![0])?)?;
        is(&(&vector * &dx), &(row.slice(s![0])? * &x))?;
        assert!(matches!(dx.map(|x| x.sum(0)).unwrap_err(), Error::Shape { op: "map", .. }));
        assert!(matches!((dx.zip(&dr.t(), |x, y| Ok(x + y))).unwrap_err(), Error::Shape { .. } | Error::Value { .. }));
    }
    let mesh = world.mesh(world.size())?;
    let (rows, columns) = (mesh.sharding([Some(0), None])?, mesh.sharding([None, Some(0)])?);
    let error = rows.shard(&x)?.zip(&columns.shard(&x)?, |x, y| Ok(x + y)).unwrap_err();
    let message = "zip: the arrays lie on the mesh as [0, -] and [-, 0]; reshard one of them first";
    assert_eq!(error.to_string(), message);
    // A row and a column, both along one axis of the mesh.
    let (a, b) = (rows.shard(&xp.ones::<f64>([4, 1])?)?, columns.shard(&xp.ones::<f64>([1, 4])?)?);
    assert_eq!(a.zip(&b, |x, y| Ok(x + y)).unwrap_err().to_string(), message);
    let other = world.mesh(world.size())?.sharding([Some(0), None])?.shard(&x)?;
    assert!(rows.shard(&x)?.zip(&other, |x, y| Ok(x + y)).unwrap_err().to_string().contains("different meshes"));
    Ok(())
}

pub fn reductions<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    for sharding in shardings(world)? {
        for shape in [[5, 4], [1, 7], [7, 1]] {
            let x = numbers(xp, shape)?;
            let d = sharding.shard(&x)?;
            let (xi, di) = (x.astype::<i8>(), d.map(|x| Ok(x.astype::<i8>()))?);
            for axes in [vec![0isize], vec![-1], vec![0, 1], vec![]] {
                is(&d.sum(&axes)?, &x.sum(&axes)?)?;
                is(&di.prod(&axes)?, &xi.prod(&axes)?)?;
                is_close(&d.mean(&axes)?, &x.mean(&axes)?)?;
                is_close(&di.mean(keepdims(&axes))?, &xi.mean(keepdims(&axes))?)?;
                is_close(&d.var(&axes)?, &x.var(&axes)?)?;
                is_close(&d.std(keepdims(&axes))?, &x.std(keepdims(&axes))?)?;
                is(&d.max(&axes)?, &x.max(&axes)?)?;
                is(&di.min(keepdims(&axes))?, &xi.min(keepdims(&axes))?)?;
                is(&di.any(&axes)?, &xi.any(&axes)?)?;
                is(&di.all(&axes)?, &xi.all(&axes)?)?;
            }
            assert_eq!(d.sum(..)?.item()?, x.sum(..)?.item()?);
            assert!(matches!(d.sum(2).unwrap_err(), Error::Axis { axis: 2, ndim: 2, .. }));
        }
        let empty = sharding.shard(&xp.zeros::<f64>([0, 3])?)?;
        assert!(empty.max(0).is_err() && empty.item().is_err());
        is(&empty.sum(0)?, &xp.zeros::<f64>(3)?)?;
        assert!(empty.mean(0)?.map(|x| Ok(x.isnan()))?.all(..)?.item()?);
        let nan = sharding.shard(&xp.array([[1.0, f64::NAN], [3.0, 2.0]])?)?;
        assert!(nan.max(..)?.item()?.is_nan());
    }
    Ok(())
}

pub fn products<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let (a, b) = (numbers(xp, [5, 7])?, numbers(xp, [7, 4])?);
    let product = a.matmul(&b)?;
    let mut done = 0;
    for left in shardings(world)? {
        for axes in
            [[None, None], [Some(0), Some(1)], [Some(1), Some(0)], [None, Some(1)], [Some(1), None], [Some(0), None]]
        {
            let right = left.mesh().sharding(axes)?;
            match left.shard(&a)?.matmul(&right.shard(&b)?) {
                Ok(found) => {
                    assert_eq!(found.sharding().axes(), [left.axes()[0], axes[1]]);
                    is(&found, &product)?;
                    done += 1;
                }
                Err(error) => assert!(error.to_string().contains("reshard"), "{left:?} {axes:?}: {error}"),
            }
        }
    }
    assert!(done > 10);
    // On three axes, each layer multiplies a part of the common axis, and their sum lies on the first layer and its copies.
    let size = world.size();
    for layers in (1..=size).filter(|&layers| size.is_multiple_of(layers)) {
        let mesh = world.mesh([1, size / layers, layers])?;
        let (left, right) = (mesh.sharding([Some(0), Some(2)])?, mesh.sharding([Some(2), Some(1)])?);
        is(&left.shard(&a)?.matmul(&right.shard(&b)?)?, &product)?;
    }
    let blocks = world.mesh([world.size(), 1])?.sharding([Some(0), Some(1)])?;
    let (da, db) = (blocks.shard(&a)?, blocks.shard(&b)?);
    is(&da.map(|x| Ok(x.astype::<i32>()))?.matmul(&db.map(|x| Ok(x.astype::<i32>()))?)?, &product.astype::<i32>())?;
    assert_eq!(da.matmul(&da).unwrap_err(), Error::shape("matmul", &[5, 7], &[5, 7]));
    assert!(matches!(da.matmul(&da.sum(0)?).unwrap_err(), Error::Shape { op: "matmul", .. }));
    let nothing = blocks.shard(&xp.ones::<f64>([5, 0])?)?.matmul(&blocks.shard(&xp.ones::<f64>([0, 4])?)?)?;
    is(&nothing, &xp.zeros::<f64>([5, 4])?)
}

pub fn slices<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let items: [&[xparray::SliceItem]; 9] = [
        s![1..],
        s![..-1],
        s![2..-3, 1..3],
        s![Ellipsis, 4..],
        s![.., ..],
        s![5..2],
        s![8.., Ellipsis],
        s![1..1, 1..],
        s![],
    ];
    // Of parts as large as the second array's what neighbours have is an edge.
    for (sharding, [n, m]) in shardings(world)?.into_iter().flat_map(|s| [(s.clone(), [9, 6]), (s, [97, 83])]) {
        let x = numbers(xp, [n, m])?;
        let d = sharding.shard(&x)?;
        for items in items {
            is(&d.slice(items)?, &x.slice(items)?)?;
        }
        for wrong in [s![0], s![..;2], s![..;-1], s![NewAxis], s![.., .., ..], s![Ellipsis, Ellipsis]] {
            assert!(matches!(d.slice(wrong).unwrap_err(), Error::Value { op: "slice", .. }), "{wrong:?}");
        }
        // A five-point stencil, written as slices.
        let inner = |up: usize, left: usize| d.slice(s![up..n - 2 + up, left..m - 2 + left]);
        let steps = inner(0, 1)? + &inner(2, 1)? + inner(1, 0)? + inner(1, 2)? - inner(1, 1)? * 4.0;
        let inner = |up: usize, left: usize| x.slice(s![up..n - 2 + up, left..m - 2 + left]);
        let expected = inner(0, 1)? + inner(2, 1)? + inner(1, 0)? + inner(1, 2)? - inner(1, 1)? * 4.0;
        is(&steps, &expected)?;
    }
    Ok(())
}

pub fn halos<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let (rank, size) = (world.rank(), world.size());
    let x = xp.arange(3 * size as i64)?;
    let d = world.mesh(size)?.sharding([Some(0)])?.shard(&x)?;
    for width in [0, 1, 2, 5, 100] {
        let (start, end) = ((3 * rank).saturating_sub(width), (3 * rank + 3 + width).min(3 * size));
        assert!(d.halo(0, width)?.array_equal(&x.slice(s![start..end])?)?);
    }
    assert!(matches!(d.halo(1, 1).unwrap_err(), Error::Axis { op: "halo", axis: 1, ndim: 1 }));
    // Fewer elements than processes.
    let few = d.slice(s![..1])?;
    assert_eq!(few.halo(0, 1)?.len(), usize::from(rank == 0));
    Ok(())
}
