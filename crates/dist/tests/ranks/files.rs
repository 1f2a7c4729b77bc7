//! Files that all processes read and write.

use crate::shardings::{is, shardings};
use std::path::PathBuf;
use std::{env, fs};
use xparray::dist::Comm;
use xparray::prelude::*;
use xparray::{Error, Result};

/// A path that all processes know, and others do not use.
fn path(world: &Comm, xp: &impl Backend) -> Result<PathBuf> {
    let id = world.broadcast(xp, Some(&xp.full(1, std::process::id())?), 0)?.item()?;
    let name = format!("xparray-dist-{id}-{:?}.npy", world.size());
    Ok(env::temp_dir().join(name))
}

pub fn parts<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let path = path(world, xp)?;
    for sharding in shardings(world)? {
        for shape in [[5, 7], [1, 3], [0, 4]] {
            let x = xp.rng(3).integers(-9, 10, shape)?;
            sharding.shard(&x)?.save_npy(&path)?;
            assert!(xp.load_npy::<i64>(&path)?.array_equal(&x)?, "{sharding:?}");
            is(&sharding.load_npy::<i64, _>(xp, &path)?, &x)?;
            let y = x.astype::<Complex<f32>>();
            world.barrier()?;
            sharding.shard(&y)?.t().save_npy(&path)?;
            is(&sharding.load_npy::<Complex<f32>, _>(xp, &path)?, &y.t())?;
            world.barrier()?;
        }
    }
    let mesh = world.mesh(world.size())?;
    let deep = mesh.sharding([None, Some(0), None])?;
    let x = xp.arange(2 * 5 * 3)?.reshape([2, 5, 3])?;
    deep.shard(&x)?.save_npy(&path)?;
    is(&deep.load_npy::<i64, _>(xp, &path)?, &x)?;
    let flat = mesh.sharding([Some(0)])?;
    assert!(matches!(flat.load_npy::<i64, _>(xp, &path).unwrap_err(), Error::Value { op: "load_npy", .. }));
    assert!(matches!(deep.load_npy::<i32, _>(xp, &path).unwrap_err(), Error::DType { .. }));
    world.barrier()?;
    if world.rank() == 0 {
        fs::remove_file(&path).unwrap();
    }
    world.barrier()?;
    let missing = deep.load_npy::<i64, _>(xp, &path).unwrap_err();
    assert!(matches!(missing, Error::Io { .. }), "{missing}");
    // Only the first process sees that the folder is missing.
    let nowhere = flat.shard(&xp.arange(9)?)?.save_npy(path.join("nowhere")).unwrap_err();
    assert!(nowhere.to_string().contains("nowhere"), "{nowhere}");
    Ok(())
}
