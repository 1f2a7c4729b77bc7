//! Kernels as machine code, made when they are first worth it.
//!
//! The steps of a section ([`translate`]) become operations ([`operations`]), and these instructions over vectors of elements
//! ([`code`]), which get registers ([`registers`]) and a loop around them ([`emit`]). What a step computes is the same, bit for bit,
//! as what its loop over tiles computes; a kernel with a step that has no instructions stays with those loops.
//!
//! All that is a machine's is in its folder: what its operations consist of, its registers, and the bytes of its instructions.

mod address;
mod arguments;
#[cfg(target_arch = "aarch64")]
mod arm;
mod code;
mod emit;
mod memory;
mod operations;
mod prepared;
mod registers;
mod run;
mod sums;
mod tiles;
mod translate;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(test)]
pub use machine::LEVELS;
pub use prepared::prepare;
pub use run::run;
pub use sums::sums;
pub use tiles::tiles;

use super::CACHE;
use super::program::{Id, Section};
use crate::simd::{Level, level};
use arguments::Arguments;
#[cfg(target_arch = "aarch64")]
use arm as machine;
use memory::Executable;
use smallvec::SmallVec;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, PoisonError, RwLock};
#[cfg(target_arch = "x86_64")]
use x86 as machine;
use xparray_ir::Scalar;

/// How the elements of an operand or output follow each other along the last axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    /// One after the other.
    Next,
    /// The same one all along.
    Same,
    /// At another distance.
    Apart,
    /// There is no memory: a value that grows by a constant.
    Index,
}

/// When kernels become machine code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// When they have run for about as long as that takes.
    Eventually,
    /// Never.
    Never,
    /// At once.
    Always,
}

/// What an executor makes machine code of, and for.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// When.
    pub when: When,
    /// The instructions that it may use.
    pub level: Level,
    /// Whether small launches stream their results too.
    #[cfg(test)]
    pub streams: bool,
}

impl Default for Settings {
    /// What the variable `XPARRAY_CPU_COMPILE` says (`never`, `always`), for tests, and all that the machine has.
    fn default() -> Self {
        let when = match std::env::var("XPARRAY_CPU_COMPILE").as_deref() {
            Ok("never") => When::Never,
            Ok("always") => When::Always,
            _ => When::Eventually,
        };
        Self {
            when,
            level: level(),
            #[cfg(test)]
            streams: false,
        }
    }
}

/// What the code depends on besides the section.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Variant {
    /// Of the outputs, then of the operands.
    along: SmallVec<[Along; 8]>,
    /// Whether it has AVX-512.
    wide: bool,
    /// Whether results go past the caches.
    streams: bool,
    /// What becomes of the values.
    purpose: Purpose,
    /// For each parameter the first one of the same value: steps that differ in nothing else are one.
    alike: SmallVec<[u16; 8]>,
}

/// What code computes values for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// They are stored in the outputs.
    Stores,
    /// They are a tile of what stores and reductions read, as the loops compute it.
    Tiles,
    /// They are added up along the last axis, in lanes for each row.
    Rows,
    /// They are added up along the rows' axis, in a lane for each element of a row.
    Columns,
}

/// For each parameter the first one of the same value.
fn alike(params: &[Scalar]) -> SmallVec<[u16; 8]> {
    let first = |param| params.iter().position(|other| other == param).unwrap_or_default();
    params.iter().map(|param| first(param) as u16).collect()
}

impl Variant {
    /// The values that the code writes, and their bytes: what is stored or added up, or of a tile all that is read after the
    /// steps and comes from one.
    fn outputs(&self, section: &Section) -> SmallVec<[(Id, usize); 4]> {
        let stored = section.stores.iter().map(|store| (store.value, store.size));
        match self.purpose {
            Purpose::Stores => return stored.collect(),
            Purpose::Rows | Purpose::Columns => return section.sums.iter().map(|sum| (sum.x, sum.size)).collect(),
            Purpose::Tiles => {}
        }
        let mut outputs = SmallVec::new();
        for output in stored.chain(section.results.iter().copied()) {
            if !outputs.contains(&output) && section.steps.iter().any(|step| step.out == output.0) {
                outputs.push(output);
            }
        }
        outputs
    }
}

/// Machine code of a section.
struct Native {
    executable: Executable,
    arguments: Arguments,
    lanes: usize,
}

/// The machine code of a section, as far as it was made.
#[derive(Default)]
pub struct Natives {
    /// Whether a section like this can have any.
    qualifies: bool,
    /// What its launches took until now, in steps over an element.
    spent: AtomicUsize,
    /// A variant that cannot be is remembered too.
    made: RwLock<Vec<(Variant, Option<Arc<Native>>)>>,
}

/// Code is made when its section's loops have gone through so many elements, which takes about as long as making it.
const WORTH: usize = 200_000;
/// Each launch counts for as many elements besides.
const LAUNCH: usize = 1000;
/// So many variants of a section are kept; a program that makes more starts again.
const KEPT: usize = 16;

impl Natives {
    /// None yet.
    pub fn new(section: &Section) -> Self {
        let computes = !section.steps.is_empty() || !section.sums.is_empty();
        Self { qualifies: computes && translate::qualifies(section), ..Self::default() }
    }

    /// Whether a launch of `n` elements, few enough for one tile, gains more by code than by having no plan: those whose
    /// values fill what they may take of the cache.
    pub fn prefers(&self, section: &Section, n: usize, settings: Settings) -> bool {
        let gains = section.steps.len() > 1 && n * section.width >= CACHE;
        (gains || settings.when == When::Always) && self.is_worth(section, n, settings)
    }

    /// Whether a launch of `n` elements may look for code.
    fn is_worth(&self, section: &Section, n: usize, settings: Settings) -> bool {
        let enough = || {
            let spent = self.spent.load(Relaxed);
            if spent >= WORTH {
                return true;
            }
            // Counted without a lock: it need not be exact.
            let spent = spent.saturating_add(n.saturating_mul(section.steps.len().max(1))).saturating_add(LAUNCH);
            self.spent.store(spent, Relaxed);
            spent >= WORTH
        };
        self.qualifies
            && machine::computes(settings.level)
            && match settings.when {
                When::Eventually => enough(),
                When::Never => false,
                When::Always => true,
            }
    }

    /// Whether there is any code.
    #[cfg(test)]
    pub fn any(&self) -> bool {
        self.made.read().unwrap_or_else(PoisonError::into_inner).iter().any(|(_, native)| native.is_some())
    }

    /// Whether there is any that adds up what it computes.
    #[cfg(test)]
    pub fn adds(&self) -> bool {
        let made = self.made.read().unwrap_or_else(PoisonError::into_inner);
        let adds = |variant: &Variant| matches!(variant.purpose, Purpose::Rows | Purpose::Columns);
        made.iter().any(|(variant, native)| native.is_some() && adds(variant))
    }

    fn get(&self, section: &Section, variant: &Variant) -> Option<Arc<Native>> {
        let made = self.made.read().unwrap_or_else(PoisonError::into_inner);
        let found = made.iter().find(|(other, _)| other == variant).map(|(_, native)| native.clone());
        drop(made);
        if let Some(native) = found {
            return native;
        }
        let native = Native::new(section, variant).map(Arc::new);
        let mut made = self.made.write().unwrap_or_else(PoisonError::into_inner);
        if made.len() >= KEPT {
            made.clear();
        }
        made.push((variant.clone(), native.clone()));
        native
    }
}

impl Native {
    fn new(section: &Section, variant: &Variant) -> Option<Self> {
        let code = translate::translate(section, variant)?;
        let pair = code.paired().map(|pair| registers::allocate(&pair, None));
        let single = registers::allocate(&code, pair.as_ref());
        let arguments = Arguments::new(&variant.along, variant.alike.len());
        let bytes = emit::emit(&code, (&single, pair.as_ref()), &arguments, variant.along.len())?;
        Some(Self { executable: Executable::new(&bytes)?, arguments, lanes: code.lanes })
    }

    /// Runs the code.
    ///
    /// # Safety
    /// `words` must be the [`Arguments`] of the variant, whose rows are elements that may be read, or written.
    unsafe fn call(&self, words: &mut [u64]) {
        debug_assert_eq!(words.len(), self.arguments.words());
        // SAFETY: the memory holds a function of that type.
        let function: unsafe extern "C" fn(*mut u64) = unsafe { std::mem::transmute(self.executable.start()) };
        // SAFETY: the caller's promise.
        unsafe { function(words.as_mut_ptr()) }
    }
}
