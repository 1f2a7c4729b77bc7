//! Kernels as keys of caches.

use super::Kernel;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// A kernel with its hash. Clones are cheap, and so is finding one in a map: the hash is computed once, and clones are
/// equal without a look at their contents.
#[derive(Clone, Debug)]
pub struct SharedKernel(Arc<(u64, Kernel)>);

impl SharedKernel {
    /// Shares a kernel.
    pub fn new(kernel: Kernel) -> Self {
        let mut hasher = FxHasher::default();
        kernel.hash(&mut hasher);
        Self(Arc::new((hasher.finish(), kernel)))
    }
}

impl Deref for SharedKernel {
    type Target = Kernel;

    fn deref(&self) -> &Kernel {
        &self.0.1
    }
}

impl PartialEq for SharedKernel {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Eq for SharedKernel {}

impl Hash for SharedKernel {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::{Kernel, SharedKernel};
    use std::collections::HashSet;

    #[test]
    fn equal_kernels_are_one_key() {
        let kernel = |body| SharedKernel::new(Kernel { body, ..Kernel::default() });
        let set: HashSet<_> = [kernel(1), kernel(2), kernel(1), kernel(1).clone()].into();
        assert_eq!(set.len(), 2);
        assert_eq!(kernel(1).body, 1);
    }
}
