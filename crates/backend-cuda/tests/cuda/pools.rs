//! Pools of the driver.

use crate::backend::Xp;
use std::sync::Arc;
use xparray_core::Result;
use xparray_core::prelude::*;
use xparray_cuda::MemPool;

tests!(pools_of_the_driver_are_allocators);

fn pools_of_the_driver_are_allocators(xp: &Xp) -> Result<()> {
    let pool = Arc::new(MemPool::new(xp)?);
    pool.set_release_threshold(u64::MAX)?;
    let theirs = xp.with_allocator(pool.clone())?;
    let x = theirs.rng(1).random::<f32>(1 << 20)?;
    assert!(x.mean(..)?.item()? > 0.4);
    assert!(pool.used_bytes()? >= 4 << 20 && pool.reserved_bytes()? >= pool.used_bytes()?);
    drop(x);
    theirs.synchronize()?;
    assert_eq!(pool.used_bytes()?, 0);
    assert!(pool.reserved_bytes()? > 0);
    pool.trim_to(0)?;
    assert_eq!(pool.reserved_bytes()?, 0);
    // Arrays keep it.
    let x = xp.with_allocator(Arc::new(MemPool::new(xp)?))?.ones::<f32>(1000)?.copy();
    x.eval()?;
    assert_eq!(x.sum(..)?.item()?, 1000.0);

    let default = MemPool::default_of(xp)?;
    println!("{} of {} bytes", default.used_bytes()?, default.reserved_bytes()?);
    assert!(default.used_bytes()? > 0);
    default.trim_to(1 << 30)
}
