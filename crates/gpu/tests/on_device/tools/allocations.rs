//! Where memory comes from, who has it, and what is known of it.

use crate::backend::{Buffer, Xp};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use xparray_core::prelude::*;
use xparray_gpu::{
    Advice, Allocation, Allocator, DebugPrint, Driver, LineProfile, MemoryHook, MemoryKind, Place, RawStream,
};
use xparray_ir::backend::Memory;
use xparray_ir::{Error, Result};

tests!(
    memory_of_others_is_an_array,
    pools_of_ones_own,
    allocators_of_ones_own,
    hooks_see_who_allocates,
    managed_memory_is_moved_and_advised,
    addresses_tell_what_they_are_of,
    peers_use_each_others_memory
);

fn memory_of_others_is_an_array(xp: &Xp) -> Result<()> {
    let mut theirs: Buffer<_> = xp.alloc(4000)?;
    xp.fill_bytes(&mut theirs, 0, 4000)?;
    let (address, kept) = (theirs.address(), Arc::new(()));
    // SAFETY: the buffer keeps the memory, and goes only with its owner.
    let buffer = unsafe { xp.foreign_buffer(address, 4000, (theirs, kept.clone()))? };
    let mut x = xp.from_device_buffer::<f32>(buffer, [10, 100])?;
    x.assign(xparray_core::s![1..], 2.0f32)?;
    let y = &x * &x;
    assert_eq!((x.sum(..)?.item()?, y.sum(..)?.item()?), (1800.0, 3600.0));
    let graph = xp.capture(|| (&x + &y).eval())?;
    drop((x, y));
    assert_eq!(Arc::strong_count(&kept), 2, "the graph has it");
    graph.launch()?;
    drop(graph);
    assert_eq!(Arc::strong_count(&kept), 1);
    // SAFETY: refused.
    assert!(unsafe { xp.foreign_buffer(0, 4, ()) }.is_err());
    assert!(matches!(xp.from_device_buffer::<f64>(xp.alloc(8)?, 2), Err(Error::Value { .. })));
    Ok(())
}

fn pools_of_ones_own(xp: &Xp) -> Result<()> {
    let apart = xp.with_pool()?;
    let before = xp.memory_stats();
    let x = apart.rng(1).random::<f32>(1 << 20)?;
    x.eval()?;
    assert!(apart.memory_stats().used_bytes >= 4 << 20);
    assert_eq!(xp.memory_stats(), before);
    let sum = x.sum(..)?.item()?;
    assert_eq!(x.to_device(xp)?.sum(..)?.item()?, sum);
    drop(x);
    assert!(apart.free_blocks() > 0);
    apart.set_memory_limit(Some(1 << 20));
    assert!(matches!(apart.alloc(64 << 20), Err(Error::OutOfMemory { .. })));
    apart.free_all_blocks();
    assert_eq!((apart.memory_stats().total_bytes, apart.free_blocks()), (0, 0));
    Ok(())
}

/// Asks the driver each time, and counts.
struct Direct {
    xp: Xp,
    live: AtomicUsize,
}

// SAFETY: the driver's memory is its own.
unsafe impl Allocator for Direct {
    fn alloc(&self, bytes: usize, stream: RawStream) -> Result<Option<u64>> {
        self.live.fetch_add(1, SeqCst);
        // SAFETY: the stream is alive.
        unsafe { self.xp.driver()?.alloc(bytes, stream) }
    }

    unsafe fn free(&self, address: u64, _: usize, stream: RawStream) {
        self.live.fetch_sub(1, SeqCst);
        // SAFETY: the caller's promise.
        unsafe { self.xp.driver().unwrap().free(address, stream).unwrap() };
    }
}

fn allocators_of_ones_own(xp: &Xp) -> Result<()> {
    let direct = Arc::new(Direct { xp: xp.clone(), live: AtomicUsize::new(0) });
    let theirs = xp.with_allocator(direct.clone())?;
    assert!(theirs.allocator().is_some() && xp.allocator().is_none());
    let x = theirs.arange((0.0f32, 1000.0, 1.0))?;
    let y = (&x + &x).sum(..)?;
    assert_eq!(y.item()?, 999_000.0);
    assert!(direct.live.load(SeqCst) > 0);
    // Used on another stream, it is given back behind that.
    let z = x.to_device(xp)?;
    drop((x, y));
    assert_eq!(z.sum(..)?.item()?, 499_500.0);
    drop(z);
    theirs.synchronize()?;
    assert_eq!(direct.live.load(SeqCst), 0);
    Ok(())
}

#[derive(Default)]
struct Log(Mutex<Vec<Allocation>>);

impl MemoryHook for Log {
    fn allocated(&self, allocation: &Allocation) {
        self.0.lock().unwrap().push(*allocation);
    }

    fn freed(&self, allocation: &Allocation) {
        self.0.lock().unwrap().retain(|live| live.address != allocation.address);
    }
}

fn hooks_see_who_allocates(xp: &Xp) -> Result<()> {
    let log = Arc::new(Log::default());
    xp.set_memory_hook(Some(log.clone()));
    let x = xp.from_slice(&[1.0f32; 1000], 1000)?;
    let seen = log.0.lock().unwrap().clone();
    assert!(matches!(&seen[..], [one] if one.bytes == 4000 && one.block_bytes >= 4000), "{seen:?}");
    drop(x);
    assert!(log.0.lock().unwrap().is_empty());

    let lines = Arc::new(LineProfile::default());
    xp.set_memory_hook(Some(lines.clone()));
    let x = xp.from_slice(&[1.0f32; 1000], 1000)?;
    xp.set_memory_hook(Some(Arc::new(DebugPrint)));
    drop(x);
    xp.set_memory_hook(None);
    println!("{lines}");
    assert!(matches!(&lines.lines()[..], [(_, 1, 4000)]));
    Ok(())
}

fn managed_memory_is_moved_and_advised(xp: &Xp) -> Result<()> {
    let managed = match xp.managed() {
        Err(Error::Unavailable { reason, .. }) => {
            println!("{reason}");
            return Ok(());
        }
        managed => managed?,
    };
    let mut x = managed.zeros::<f32>(1 << 20)?;
    managed.host_slice_mut(&mut x)?.fill(1.0);
    managed.advise(&x, Advice::SetPreferredLocation(Place::Device))?;
    managed.advise(&x, Advice::SetAccessedBy(Place::Host))?;
    managed.prefetch(&x, Place::Device)?;
    let y = &x + &x;
    managed.prefetch(&y, Place::Host)?;
    assert!(managed.host_slice(&y)?.iter().all(|&y| y == 2.0));
    for advice in [
        Advice::UnsetAccessedBy(Place::Host),
        Advice::UnsetPreferredLocation,
        Advice::SetReadMostly,
        Advice::UnsetReadMostly,
    ] {
        managed.advise(&x, advice)?;
    }
    let ordinary = xp.ones::<f32>(10)?;
    assert!(matches!(xp.prefetch(&ordinary, Place::Device), Err(Error::Value { .. })));
    assert!(matches!(xp.advise(&ordinary, Advice::SetReadMostly), Err(Error::Value { .. })));
    Ok(())
}

fn addresses_tell_what_they_are_of(xp: &Xp) -> Result<()> {
    let buffer = xp.alloc(5000)?;
    let of_device = xp.pointer_attributes(buffer.address())?;
    println!("{of_device:?}");
    assert_eq!(of_device.kind, MemoryKind::Device);
    assert!(of_device.device.is_some() && of_device.base.is_none_or(|base| base <= buffer.address()));
    let pinned = xp.pinned::<f32>(100)?;
    assert_eq!(xp.pointer_attributes(pinned.as_ptr() as u64)?.kind, MemoryKind::Host);
    let plain = vec![0f32; 100];
    let of_plain = xp.pointer_attributes(plain.as_ptr() as u64)?;
    assert_eq!((of_plain.kind, of_plain.device), (MemoryKind::Unregistered, None));
    if let Ok(managed) = xp.managed() {
        assert_eq!(xp.pointer_attributes(managed.alloc(100)?.address())?.kind, MemoryKind::Managed);
    }
    Ok(())
}

fn peers_use_each_others_memory(a: &Xp, b: &Xp) -> Result<()> {
    assert!(matches!(a.enable_peer_access(a), Err(Error::Value { .. })));
    if !a.can_access_peer(b)? {
        println!("no link between them");
        assert!(a.enable_peer_access(b).is_err());
        return Ok(());
    }
    a.enable_peer_access(b)?;
    a.enable_peer_access(b)?; // as often as one likes
    let source = "extern \"C\" __global__ void copy(const float *x, float *y) { y[threadIdx.x] = x[threadIdx.x]; }";
    let x = b.arange((0.0f32, 64.0, 1.0))?;
    let (buffer, _) = x.buffer_on(b)?;
    b.synchronize()?;
    let mut y = a.zeros::<f32>(64)?;
    // SAFETY: the arguments are the function's: the address is of an array that lives on, which this device may read.
    unsafe { a.module(source)?.function("copy")?.launch(1, 64, 0, (buffer.address(), &mut y))? };
    assert_eq!(y.to_vec()?, x.to_vec()?);
    a.disable_peer_access(b)
}
