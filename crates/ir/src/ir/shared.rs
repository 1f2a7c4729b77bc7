//! Kernels as keys of caches.

use super::Kernel;
use super::verify::{Read, verify};
use crate::error::Result;
use rustc_hash::FxHasher;
use std::any::Any;
use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// A kernel that is well formed, with its hash. Clones are cheap, and so is finding one in a map: the hash is computed once, and clones are
/// equal without a look at their contents. A backend may leave what it compiled the kernel to with it.
#[derive(Clone, Debug)]
pub struct SharedKernel(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    hash: u64,
    kernel: Kernel,
    reads: Vec<Read>,
    compiled: OnceLock<Arc<dyn Any + Send + Sync>>,
}

/// How many kernels a thread remembers.
const RECENT: usize = 64;

thread_local! {
    /// Kernels that this thread made last, by their hashes: programs repeat their steps, and make the same ones again.
    static KERNELS: RefCell<[Option<SharedKernel>; RECENT]> = const { RefCell::new([const { None }; RECENT]) };
}

impl SharedKernel {
    /// Verifies a kernel and shares it. One that the thread made a short while ago is the same again, and verified already.
    ///
    /// ```
    /// use xparray::DType;
    /// use xparray::ir::{Inst, Kernel, Op, SharedKernel};
    /// let load = Inst { op: Op::Load(0), dtype: DType::F32, args: Default::default() };
    /// let copy = Kernel { insts: vec![load], body: 1, outputs: vec![0], operands: 1, ..Kernel::default() };
    /// assert!(SharedKernel::new(copy.clone()).is_ok());
    /// assert!(SharedKernel::new(Kernel { operands: 0, ..copy }).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if it is not well formed.
    pub fn new(kernel: Kernel) -> Result<Self> {
        let mut hasher = FxHasher::default();
        kernel.hash(&mut hasher);
        let hash = hasher.finish();
        let place = hash as usize % RECENT;
        // A thread that ends has none any more.
        let same = |recent: &&Self| recent.0.hash == hash && recent.0.kernel == kernel;
        let recent = KERNELS.try_with(|kernels| kernels.borrow()[place].as_ref().filter(same).cloned());
        if let Ok(Some(recent)) = recent {
            return Ok(recent);
        }
        let reads = verify(&kernel)?;
        let shared = Self(Arc::new(Inner { hash, kernel, reads, compiled: OnceLock::new() }));
        // The one before goes when nobody looks at them any more: what is kept with it may make kernels.
        let _before = KERNELS.try_with(|kernels| kernels.borrow_mut()[place].replace(shared.clone()));
        Ok(shared)
    }

    /// The kernel that is kept here, made when it is first asked for.
    ///
    /// # Errors
    /// As [`SharedKernel::new`].
    pub fn once(place: &OnceLock<Self>, make: impl FnOnce() -> Kernel) -> Result<&Self> {
        match place.get() {
            Some(kernel) => Ok(kernel),
            None => {
                let kernel = Self::new(make())?;
                Ok(place.get_or_init(|| kernel))
            }
        }
    }

    /// How each operand is read.
    pub fn reads(&self) -> &[Read] {
        &self.0.reads
    }

    /// What was left with [`SharedKernel::keep`], if it is of this type.
    pub fn kept<T: Any>(&self) -> Option<&T> {
        self.0.compiled.get()?.downcast_ref()
    }

    /// Leaves something with the kernel and its clones, unless something is there already. It must depend on the kernel
    /// alone.
    pub fn keep<T: Any + Send + Sync>(&self, compiled: Arc<T>) {
        // Only the first is kept, by design.
        let _ = self.0.compiled.set(compiled);
    }
}

impl Deref for SharedKernel {
    type Target = Kernel;

    fn deref(&self) -> &Kernel {
        &self.0.kernel
    }
}

impl PartialEq for SharedKernel {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || (self.0.hash == other.0.hash && self.0.kernel == other.0.kernel)
    }
}

impl Eq for SharedKernel {}

impl Hash for SharedKernel {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

#[cfg(test)]
mod tests {
    use super::{Kernel, SharedKernel};
    use crate::DType;
    use std::collections::HashSet;
    use std::sync::Arc;

    #[test]
    fn equal_kernels_are_one_key() {
        let kernel = |operands| SharedKernel::new(Kernel { operands, ..Kernel::default() }).unwrap();
        let set: HashSet<_> = [kernel(1), kernel(2), kernel(1), kernel(1).clone()].into();
        assert_eq!(set.len(), 2);
        assert_eq!(kernel(1).operands, 1);
    }

    #[test]
    fn what_is_made_again_is_the_same() {
        let kernel = |operands| SharedKernel::new(Kernel { operands, ..Kernel::default() });
        let first = kernel(1).unwrap();
        assert!(Arc::ptr_eq(&first.0, &kernel(1).unwrap().0));
        // Many others take its place; it stays what it was.
        (2..2000).for_each(|operands| assert_eq!(kernel(operands).unwrap().operands, operands));
        assert_eq!(kernel(1).unwrap(), first);
        assert!((0..3).all(|_| kernel(usize::MAX).is_err()));
    }

    #[test]
    fn the_first_thing_stays() {
        let kernel = SharedKernel::new(Kernel { params: vec![DType::F32], ..Kernel::default() }).unwrap();
        kernel.keep(Arc::new(1u8));
        kernel.keep(Arc::new(2u8));
        assert_eq!((kernel.clone().kept::<u8>(), kernel.kept::<u16>()), (Some(&1), None));
    }
}
