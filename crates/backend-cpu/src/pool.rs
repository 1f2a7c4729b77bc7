//! A caching memory pool.
//!
//! The kernel hands out fresh memory a page at a time, on first touch, and that costs more than
//! most array arithmetic. The pool keeps released blocks by size class and hands them out again.
//! One small block of each class lies where a thread takes it without a lock: programs that compute small arrays
//! step by step release one and ask for another all the time.

use super::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use super::sync::atomic::{AtomicPtr, AtomicUsize};
use super::sync::{Arc, Mutex, MutexGuard, PoisonError};
use rustc_hash::FxHashMap;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::any::Any;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};
use std::ptr::{NonNull, null_mut};

/// Blocks start on a cache line, which is also the widest vector register.
const ALIGN: usize = 64;
/// Blocks this large are mapped, start on a huge page and ask for huge pages.
const HUGE: usize = 2 << 20;
/// Size classes of small blocks, which are multiples of [`ALIGN`]. A model runs every order of looking at them.
const SMALL: usize = if cfg!(loom) { 1 } else { 64 };

/// The pool could not give a block: what was asked, and what the limit or the system allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// Bytes asked for.
    pub asked: usize,
    /// Bytes that were in use.
    pub used: usize,
    /// The pool's limit in bytes, if it has one.
    pub limit: Option<usize>,
}

struct Inner {
    /// A block of each small class, or null.
    small: [AtomicPtr<u8>; SMALL],
    free: Mutex<FxHashMap<usize, Vec<Free>>>,
    total: AtomicUsize,
    /// [`NO_LIMIT`], or the most that `total` may be.
    limit: AtomicUsize,
}

const NO_LIMIT: usize = usize::MAX;

impl Default for Inner {
    fn default() -> Self {
        let small = std::array::from_fn(|_| AtomicPtr::new(null_mut()));
        Self { small, free: Mutex::default(), total: AtomicUsize::new(0), limit: AtomicUsize::new(NO_LIMIT) }
    }
}

struct Free(NonNull<u8>);
// SAFETY: a free block is plain memory that nobody else refers to.
unsafe impl Send for Free {}

/// A pool of memory blocks; clones share it.
#[derive(Clone, Default)]
pub struct Pool(Arc<Inner>);

/// A block of memory, aligned to 64 bytes; dropping it gives it back to its pool.
///
/// Its bytes are zero or left over from an earlier use, so reading them is never undefined.
pub struct Block {
    ptr: NonNull<u8>,
    len: usize,
    home: Home,
}

/// Where a block's memory goes back to.
enum Home {
    Pool(Pool),
    /// It is somebody else's, who is dropped with the block.
    Owner(#[allow(dead_code)] Box<dyn Any + Send + Sync>),
}

// SAFETY: a block owns its memory, as a `Vec<u8>` does.
unsafe impl Send for Block {}
// SAFETY: shared access only hands out pointers; dereferencing them is the caller's promise.
unsafe impl Sync for Block {}

/// The size that is allocated for `len` bytes: multiples of an eighth of the power of two below,
/// so that nearby sizes share blocks and at most an eighth is wasted.
fn size_class(len: usize) -> Option<usize> {
    let len = len.max(ALIGN);
    let step = (1usize << (usize::BITS - 1 - len.leading_zeros()) >> 3).max(ALIGN);
    let size = len.checked_next_multiple_of(step)?;
    (size <= isize::MAX as usize - HUGE).then_some(size)
}

fn layout(size: usize) -> Layout {
    Layout::from_size_align(size, ALIGN).expect("size_class bounds the size")
}

/// Zeroed memory from the system; large blocks are mapped, so that pages are zeroed on first touch.
fn acquire(size: usize) -> Option<NonNull<u8>> {
    #[cfg(unix)]
    if size >= HUGE {
        return mapped::acquire(size);
    }
    // SAFETY: the size is not zero.
    NonNull::new(unsafe { alloc_zeroed(layout(size)) })
}

/// Gives memory of [`acquire`] back.
///
/// # Safety
/// `ptr` comes from `acquire(size)` and nobody uses it any more.
unsafe fn give_back(ptr: NonNull<u8>, size: usize) {
    #[cfg(unix)]
    if size >= HUGE {
        // SAFETY: the caller's promise.
        return unsafe { mapped::give_back(ptr, size) };
    }
    // SAFETY: the caller's promise; `acquire` used this layout.
    unsafe { dealloc(ptr.as_ptr(), layout(size)) };
}

#[cfg(unix)]
mod mapped {
    use super::HUGE;
    use std::ptr::{NonNull, null_mut};

    /// A mapping that starts on a huge page, and asks for huge pages.
    pub fn acquire(size: usize) -> Option<NonNull<u8>> {
        let (read_write, private) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: a new anonymous mapping touches no memory of anyone's.
        let base = unsafe { libc::mmap(null_mut(), size + HUGE, read_write, private, -1, 0) };
        if base == libc::MAP_FAILED {
            return None;
        }
        let head = base.align_offset(HUGE);
        let start = base.wrapping_byte_add(head);
        // Sizes are multiples of the page size, so the ends of the mapping can be given back.
        // SAFETY: both ranges lie in the mapping, outside the block.
        unsafe {
            if head > 0 {
                libc::munmap(base, head);
            }
            libc::munmap(start.wrapping_byte_add(size), HUGE - head);
            #[cfg(target_os = "linux")]
            libc::madvise(start, size, libc::MADV_HUGEPAGE);
        }
        NonNull::new(start.cast())
    }

    /// # Safety
    /// `ptr` comes from `acquire(size)` and nobody uses it any more.
    pub unsafe fn give_back(ptr: NonNull<u8>, size: usize) {
        // SAFETY: the caller's promise.
        unsafe { libc::munmap(ptr.as_ptr().cast(), size) };
    }
}

impl Pool {
    fn free(&self) -> MutexGuard<'_, FxHashMap<usize, Vec<Free>>> {
        // A panic elsewhere cannot leave the lists inconsistent: each change is one call.
        self.0.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a block of at least `len` bytes, from the free lists if they have one.
    pub fn alloc(&self, len: usize) -> Result<Block, OutOfMemory> {
        let out_of_memory = || OutOfMemory { asked: len, used: self.used_bytes(), limit: self.limit() };
        let size = size_class(len).ok_or_else(out_of_memory)?;
        let cached = || self.free().get_mut(&size).and_then(Vec::pop).map(|Free(ptr)| ptr);
        let ptr = self.0.small(size).and_then(|small| NonNull::new(small.swap(null_mut(), Acquire))).or_else(cached);
        let ptr = ptr.or_else(|| self.fresh(size)).ok_or_else(out_of_memory)?;
        Ok(Block { ptr, len, home: Home::Pool(self.clone()) })
    }

    /// A block of memory that is not the pool's; `None` unless it is aligned as blocks are.
    ///
    /// # Safety
    /// The memory has so many bytes as long as the owner lives, and nobody else uses it.
    pub unsafe fn adopt(&self, ptr: NonNull<u8>, len: usize, owner: Box<dyn Any + Send + Sync>) -> Option<Block> {
        (ptr.align_offset(ALIGN) == 0).then(|| Block { ptr, len, home: Home::Owner(owner) })
    }

    /// Memory from the system, after releasing what is cached if there is not enough.
    fn fresh(&self, size: usize) -> Option<NonNull<u8>> {
        for _ in 0..2 {
            // Counted before it is taken: threads that ask at once must not pass the limit together.
            let limit = self.0.limit.load(Relaxed);
            let fitting = |total: usize| total.checked_add(size).filter(|&total| total <= limit);
            if self.0.total.fetch_update(Relaxed, Relaxed, fitting).is_ok() {
                match acquire(size) {
                    Some(ptr) => return Some(ptr),
                    None => self.0.total.fetch_sub(size, Relaxed),
                };
            }
            self.free_all_blocks();
        }
        None
    }

    /// Takes room for `n` values of `T`, not initialised, but for numbers: memory of the system is zeroed first, so that its bytes are
    /// those or what somebody has written since.
    pub fn scratch<T: Copy>(&self, n: usize) -> Result<Scratch<T>, OutOfMemory> {
        const { assert!(align_of::<T>() <= ALIGN) };
        let bytes = n.saturating_mul(size_of::<T>());
        Ok(Scratch { block: self.alloc(bytes)?, len: n, values: PhantomData })
    }

    /// Bytes handed out and not yet given back.
    pub fn used_bytes(&self) -> usize {
        let free = self.free();
        let small = (1..).zip(&self.0.small).filter(|(_, small)| !small.load(Relaxed).is_null());
        let cached = small.map(|(k, _)| k * ALIGN).chain(free.iter().map(|(size, blocks)| size * blocks.len()));
        // Other threads go on meanwhile.
        self.total_bytes().saturating_sub(cached.sum())
    }

    /// Bytes taken from the system: used and cached.
    pub fn total_bytes(&self) -> usize {
        self.0.total.load(Relaxed)
    }

    /// The most bytes that the pool may take from the system; `None` is no limit.
    pub fn limit(&self) -> Option<usize> {
        Some(self.0.limit.load(Relaxed)).filter(|&limit| limit != NO_LIMIT)
    }

    /// Sets the limit in bytes.
    pub fn set_limit(&self, limit: Option<usize>) {
        self.0.limit.store(limit.unwrap_or(NO_LIMIT), Relaxed);
    }

    /// Gives every cached block back to the system.
    pub fn free_all_blocks(&self) {
        let released = self.0.release(&mut self.free());
        self.0.total.fetch_sub(released, Relaxed);
    }
}

impl Inner {
    /// Where a block of a class may lie, if it is a small one.
    fn small(&self, size: usize) -> Option<&AtomicPtr<u8>> {
        self.small.get(size / ALIGN - 1)
    }

    /// Frees every block that is kept, those of the lists among them; returns how many bytes that was.
    fn release(&self, free: &mut FxHashMap<usize, Vec<Free>>) -> usize {
        let small = (1..)
            .zip(&self.small)
            .filter_map(|(k, small)| NonNull::new(small.swap(null_mut(), Acquire)).map(|ptr| (k * ALIGN, Free(ptr))));
        let listed = free.drain().flat_map(|(size, blocks)| blocks.into_iter().map(move |block| (size, block)));
        let mut bytes = 0;
        for (size, Free(ptr)) in small.chain(listed) {
            // SAFETY: the block was acquired with this size, and was kept nowhere else.
            unsafe { give_back(ptr, size) };
            bytes += size;
        }
        bytes
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        let mut free = std::mem::take(self.free.get_mut().unwrap_or_else(PoisonError::into_inner));
        self.release(&mut free);
    }
}

impl Block {
    /// The first byte.
    pub fn as_ptr(&self) -> *mut u8 {
        self.ptr.as_ptr()
    }

    /// The bytes asked for.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no bytes were asked for.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        if let (Home::Pool(pool), Some(size)) = (&self.home, size_class(self.len)) {
            let own = self.ptr.as_ptr();
            let small = pool.0.small(size);
            if small.is_none_or(|small| small.compare_exchange(null_mut(), own, Release, Relaxed).is_err()) {
                pool.free().entry(size).or_default().push(Free(self.ptr));
            }
        }
    }
}

/// Uninitialised room for values of `T`, given back to the pool when dropped.
pub struct Scratch<T> {
    block: Block,
    len: usize,
    values: PhantomData<T>,
}

impl<T> Scratch<T> {
    /// The values, if all were written.
    ///
    /// # Safety
    /// Every element must have been written.
    pub unsafe fn assume_init_mut(&mut self) -> &mut [T] {
        // SAFETY: the block holds `len` aligned values, which the caller has written.
        unsafe { std::slice::from_raw_parts_mut(self.block.as_ptr().cast(), self.len) }
    }
}

impl<T> Scratch<T> {
    /// The block, which goes on holding the values.
    pub fn into_block(self) -> Block {
        self.block
    }
}

impl<T> Deref for Scratch<T> {
    type Target = [MaybeUninit<T>];
    fn deref(&self) -> &Self::Target {
        // SAFETY: the block holds room for `len` aligned values, and `MaybeUninit` needs no more.
        unsafe { std::slice::from_raw_parts(self.block.as_ptr().cast(), self.len) }
    }
}

impl<T> DerefMut for Scratch<T> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        // SAFETY: as for `deref`, and `&mut self` makes the access exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.block.as_ptr().cast(), self.len) }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn size_classes_waste_at_most_an_eighth() {
        assert_eq!(size_class(0), Some(64));
        assert_eq!(size_class(65), Some(128));
        for len in [1000, 4097, 1 << 20, (1 << 20) + 1, 40_000_000] {
            let size = size_class(len).unwrap();
            assert!(size >= len && size - len <= (len / 8).max(63), "{len} {size}");
        }
        assert_eq!(size_class(usize::MAX), None);
    }

    #[test]
    fn a_released_block_is_handed_out_again() {
        let pool = Pool::default();
        let block = pool.alloc(1000).unwrap();
        let first = block.as_ptr();
        assert_eq!(pool.used_bytes(), 1024);
        drop(block);
        assert_eq!((pool.used_bytes(), pool.total_bytes()), (0, 1024));
        assert_eq!(pool.alloc(1020).unwrap().as_ptr(), first);
        pool.free_all_blocks();
        assert_eq!(pool.total_bytes(), 0);
    }

    #[test]
    fn released_blocks_of_one_size_are_all_handed_out_again() {
        let pool = Pool::default();
        for len in [64, 4096, 5000] {
            let blocks = [(); 3].map(|()| pool.alloc(len).unwrap());
            let used = pool.used_bytes();
            assert_eq!(used, 3 * size_class(len).unwrap());
            let addresses = |blocks: &[Block; 3]| {
                let mut all = blocks.each_ref().map(Block::as_ptr);
                all.sort();
                all
            };
            let before = addresses(&blocks);
            drop(blocks);
            assert_eq!((pool.used_bytes(), pool.total_bytes()), (0, used));
            let again = [(); 3].map(|()| pool.alloc(len).unwrap());
            assert_eq!((addresses(&again), pool.used_bytes(), pool.total_bytes()), (before, used, used));
            drop(again);
            pool.free_all_blocks();
            assert_eq!((pool.used_bytes(), pool.total_bytes()), (0, 0));
        }
    }

    #[test]
    fn the_limit_is_an_error_that_leaves_the_pool_usable() {
        let pool = Pool::default();
        pool.set_limit(Some(4096));
        let held = pool.alloc(2048).unwrap();
        let error = pool.alloc(4096).err().unwrap();
        assert_eq!(error, OutOfMemory { asked: 4096, used: 2048, limit: Some(4096) });
        drop(held);
        assert!(pool.alloc(4096).is_ok(), "cached blocks are released first");
    }

    #[test]
    fn scratch_holds_values() {
        let pool = Pool::default();
        let mut scratch = pool.scratch::<f64>(10).unwrap();
        for (i, x) in scratch.iter_mut().enumerate() {
            x.write(i as f64);
        }
        // SAFETY: all were written.
        assert_eq!(unsafe { scratch.assume_init_mut() }[9], 9.0);
    }
}
