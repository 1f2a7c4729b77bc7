//! Pinned memory with shapes, and copies for which nobody waits.

use crate::backend::Xp;
use xparray_core::prelude::*;
use xparray_ir::{Error, Result};

tests!(
    pinned_memory_has_a_shape_and_is_kept,
    copies_go_on_beside_the_host,
    a_dropped_transfer_is_waited_for,
    vectors_are_registered
);

fn pinned_memory_has_a_shape_and_is_kept(xp: &Xp) -> Result<()> {
    let x = xp.arange((0.0f32, 600.0, 1.0))?.reshape([20, 30])?;
    let mut host = xp.empty_like_pinned(&x)?;
    assert_eq!(host.shape(), [20, 30]);
    host.copy_from(&x)?;
    assert_eq!(host[599], 599.0);
    let (address, used) = (host.as_ptr(), xp.pinned_stats().used_bytes);
    assert!(used >= 2400 && xp.pinned_stats().total_bytes >= used);
    drop(host);
    assert!(xp.free_pinned_blocks() > 0);
    let zeros = xp.zeros_like_pinned(&x)?;
    assert!(zeros.as_ptr() == address && zeros.iter().all(|&x| x == 0.0));
    assert_eq!(xp.zeros_pinned::<f64>(&[3, 4])?.shape(), [3, 4]);
    assert_eq!(xp.empty_pinned::<i8>(&[0, 4])?.len(), 0);
    drop(zeros);
    xp.free_all_pinned_blocks();
    assert_eq!(xp.free_pinned_blocks(), 0);
    Ok(())
}

fn copies_go_on_beside_the_host(xp: &Xp) -> Result<()> {
    let n = 16 << 20;
    let mut host = xp.empty_pinned::<f32>(&[4, n / 4])?;
    host.iter_mut().enumerate().for_each(|(i, x)| *x = (i % 1000) as f32);
    let mut x = xp.zeros::<f32>([4, n / 4])?;
    let transfer = host.copy_to_async(&mut x)?;
    // The array is used at once, by work that is queued behind.
    let y = (&x + 1.0f32).t();
    let back = xp.download_async(&y, xp.empty_pinned::<f32>(&[n])?)?;
    let (host, back) = (transfer.wait()?, back.wait()?);
    assert!(back.chunks(4).enumerate().all(|(i, c)| (0..4).all(|k| c[k] == host[k * n / 4 + i] + 1.0)));

    // On another stream than the array's.
    let other = xp.on_new_stream()?;
    let again = other.upload_async(host, &mut x)?;
    let z = xp.download_async(&x, back)?.wait()?;
    assert!(again.is_done()?);
    assert!(z[..] == again.wait()?[..]);
    assert!(matches!(z.copy_to_async(&mut xp.zeros::<f32>(3)?), Err(Error::Shape { .. })));
    Ok(())
}

fn a_dropped_transfer_is_waited_for(xp: &Xp) -> Result<()> {
    let n = 8 << 20;
    let mut x = xp.zeros::<i32>(n)?;
    for k in 0..10 {
        // The memory is the same each time: what dropped it has waited.
        let mut host = xp.empty_pinned::<i32>(&[n])?;
        host.fill(k);
        drop(xp.upload_async(host, &mut x)?);
        assert_eq!(x.min(..)?.item()?, k);
    }
    drop(xp.download_async(&x, xp.empty_pinned::<i32>(&[n])?)?);
    Ok(())
}

fn vectors_are_registered(xp: &Xp) -> Result<()> {
    let n = 1 << 20;
    let mut registered = xp.register_host((0..n as i32).collect::<Vec<_>>())?;
    registered[0] = 7;
    let mut x = xp.zeros::<i32>(n)?;
    let registered = xp.upload_async(registered, &mut x)?.wait()?;
    let registered = xp.download_async(&(&x * 2), registered)?.wait()?;
    assert_eq!((registered[0], registered[n - 1]), (14, 2 * (n as i32 - 1)));
    let vector = registered.unregister();
    assert_eq!(vector.len(), n);
    // It can be registered again.
    drop(xp.register_host(vector)?);
    assert!(matches!(xp.register_host(Vec::<f32>::new()), Err(Error::Value { .. })));
    Ok(())
}
