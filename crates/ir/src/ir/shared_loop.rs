//! Loops that are known by where they lie in memory.

use super::verify::check_loop;
use super::{Loop, Op};
use crate::error::Result;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::OnceLock;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

/// A loop of instructions. Equal ones are the same in memory, so that comparing them, finding them in a map and checking them costs no
/// look at their contents: an instruction stands for one part of a loop's state, and a loop of ten parts within another one of ten
/// would be looked at a hundred times, each time that a closure is traced.
#[derive(Clone, Debug)]
pub struct SharedLoop(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    hash: u64,
    body: Loop,
    levels: usize,
    random: bool,
    complex: bool,
    checked: OnceLock<Result<()>>,
}

/// Those that somebody holds, by their hashes.
#[derive(Default)]
struct Known {
    loops: FxHashMap<u64, Vec<Weak<Inner>>>,
    /// So many there may be before those that nobody holds are looked for.
    limit: usize,
}

static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);

impl SharedLoop {
    /// The loop, which may have been made before.
    ///
    /// ```
    /// use xparray::DType;
    /// use xparray::ir::{Inst, Loop, Op, SharedLoop};
    /// let state = Inst { op: Op::Arg(0), dtype: DType::Bool, args: Default::default() };
    /// let once = Loop { args: vec![DType::Bool], insts: vec![state], head: 1, condition: 0, next: vec![0] };
    /// assert_eq!(SharedLoop::new(once.clone()), SharedLoop::new(once.clone()));
    /// assert_eq!(SharedLoop::new(once).args, [DType::Bool]);
    /// ```
    pub fn new(body: Loop) -> Self {
        let mut hasher = FxHasher::default();
        body.hash(&mut hasher);
        let hash = hasher.finish();
        // Every change is one call of a collection, so a panic elsewhere leaves it whole.
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let mut same = known.loops.get(&hash).into_iter().flatten().filter_map(Weak::upgrade);
        if let Some(same) = same.find(|inner| inner.body == body) {
            return Self(same);
        }
        drop(same);
        let inner = || {
            body.insts.iter().filter_map(|inst| if let Op::Loop { body, .. } = &inst.op { Some(body) } else { None })
        };
        let levels = 1 + inner().map(SharedLoop::levels).max().unwrap_or(0);
        let random =
            inner().any(SharedLoop::is_random) || body.insts.iter().any(|inst| matches!(inst.op, Op::Random(_)));
        let complex = inner().any(SharedLoop::has_complex) || body.insts.iter().any(|inst| inst.dtype.is_complex());
        let made = Arc::new(Inner { hash, body, levels, random, complex, checked: OnceLock::new() });
        known.add(hash, Arc::downgrade(&made));
        Self(made)
    }

    /// How many loops lie in each other, this one counted.
    pub fn levels(&self) -> usize {
        self.0.levels
    }

    /// Whether it draws random numbers, in itself or in an inner loop.
    pub fn is_random(&self) -> bool {
        self.0.random
    }

    /// Whether it computes complex numbers, in itself or in an inner loop.
    pub fn has_complex(&self) -> bool {
        self.0.complex
    }

    /// Whether it is well formed.
    pub(super) fn check(&self) -> Result<()> {
        self.0.checked.get_or_init(|| check_loop(self)).clone()
    }
}

impl Known {
    fn add(&mut self, hash: u64, one: Weak<Inner>) {
        if self.loops.len() >= self.limit {
            self.loops.retain(|_, same| {
                same.retain(|one| one.strong_count() > 0);
                !same.is_empty()
            });
            self.limit = (2 * self.loops.len()).max(1 << 10);
        }
        self.loops.entry(hash).or_default().push(one);
    }
}

impl Deref for SharedLoop {
    type Target = Loop;

    fn deref(&self) -> &Loop {
        &self.0.body
    }
}

impl PartialEq for SharedLoop {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for SharedLoop {}

impl Hash for SharedLoop {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

#[cfg(test)]
mod tests {
    use super::{Known, SharedLoop, Weak};
    use crate::DType;
    use crate::ir::{Distribution, Inst, Loop, Op};

    fn body(dtype: DType, insts: Vec<Inst>) -> Loop {
        Loop { args: vec![dtype], insts, head: 1, condition: 0, next: vec![0] }
    }

    fn inst(op: Op) -> Inst {
        Inst { op, dtype: DType::Bool, args: Default::default() }
    }

    #[test]
    fn equal_loops_are_one() {
        let [a, b] = [DType::Bool, DType::U8].map(|dtype| SharedLoop::new(body(dtype, vec![inst(Op::Arg(0))])));
        assert_ne!(a, b);
        assert_eq!(a, SharedLoop::new((*a).clone()));
        // Those around them as well.
        let around = |inner: &SharedLoop| {
            SharedLoop::new(body(DType::Bool, vec![inst(Op::Loop { body: inner.clone(), part: 0 })]))
        };
        assert_eq!(around(&a), around(&a));
        assert_ne!(around(&a), around(&b));
        assert_eq!((a.levels(), around(&a).levels(), around(&around(&b)).levels()), (1, 2, 3));
    }

    #[test]
    fn what_inner_loops_draw_is_known() {
        let drawing = SharedLoop::new(body(DType::F32, vec![inst(Op::Random(Distribution::Uniform))]));
        let around = SharedLoop::new(body(DType::F32, vec![inst(Op::Loop { body: drawing.clone(), part: 0 })]));
        assert!(drawing.is_random() && around.is_random());
        assert!(!SharedLoop::new(body(DType::F32, vec![inst(Op::Arg(0))])).is_random());
    }

    #[test]
    fn those_that_are_gone_are_forgotten() {
        let mut known = Known::default();
        (0..10_000).for_each(|hash| known.add(hash, Weak::new()));
        assert!(known.loops.len() <= 1 << 10);
    }
}
