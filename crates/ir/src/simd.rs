//! Run-time choice of the instruction set.
//!
//! A loop is written once as a [`Kernel`] whose body inlines into one function for each
//! instruction set; the compiler vectorises each copy with the registers that it may use.
//! So one baseline build uses AVX-512, AVX2 or NEON where the machine has them.

use std::sync::OnceLock;

/// Bytes of a cache line.
pub const LINE: usize = 64;

/// A loop to be compiled for each instruction set. `run` must be `#[inline(always)]`, and so
/// must everything hot that it calls.
pub trait Kernel {
    /// What the loop returns.
    type Output;
    /// Runs the loop. `FMA` says whether `mul_add` is one instruction here.
    fn run<const FMA: bool>(self) -> Self::Output;
}

/// The instruction sets that a build can choose from when it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "only x86-64 has more than its baseline"))]
pub enum Level {
    /// What the target guarantees (SSE2 on x86-64, NEON on aarch64).
    Baseline,
    /// AVX2 and FMA.
    Avx2,
    /// AVX-512 F, BW, CD, DQ and VL.
    Avx512,
}

/// The level in use: the machine's best, or a lower one that `XPARRAY_CPU_ISA` names
/// (`baseline`, `avx2`, `avx512`).
pub fn level() -> Level {
    static LEVEL: OnceLock<Level> = OnceLock::new();
    *LEVEL.get_or_init(|| {
        let best = detect();
        match std::env::var("XPARRAY_CPU_ISA").as_deref() {
            Ok("baseline") => Level::Baseline,
            Ok("avx2") => best.min(Level::Avx2),
            _ => best,
        }
    })
}

#[cfg(target_arch = "x86_64")]
fn detect() -> Level {
    let avx2 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    let avx512 = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl");
    match (avx2, avx512) {
        (true, true) => Level::Avx512,
        (true, false) => Level::Avx2,
        _ => Level::Baseline,
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn detect() -> Level {
    Level::Baseline
}

/// For which instruction sets a loop is compiled: each of them costs every build of this crate.
pub trait Compiled: Copy + 'static {
    /// Runs a kernel with the best instruction set in use, of those that it is compiled for.
    fn run<K: Kernel>(kernel: K) -> K::Output;
}

/// What programs spend their time with: every instruction set.
#[derive(Clone, Copy, Default)]
pub struct Hot;
/// What gains by vectors, but is seldom the bottleneck: AVX2 at most.
#[derive(Clone, Copy, Default)]
pub struct Warm;
/// What is rare, or gains little by vectors: once.
#[derive(Clone, Copy, Default)]
pub struct Cold;

impl Compiled for Hot {
    #[inline]
    fn run<K: Kernel>(kernel: K) -> K::Output {
        dispatch(kernel)
    }
}

impl Compiled for Warm {
    #[inline]
    fn run<K: Kernel>(kernel: K) -> K::Output {
        dispatch_avx2(kernel)
    }
}

impl Compiled for Cold {
    #[inline]
    fn run<K: Kernel>(kernel: K) -> K::Output {
        // aarch64 has fused multiply-add in its baseline.
        kernel.run::<{ cfg!(target_arch = "aarch64") }>()
    }
}

/// Runs a kernel with the best instruction set in use, AVX2 at most.
#[inline]
pub fn dispatch_avx2<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if level() >= Level::Avx2 {
        // SAFETY: `level` returns a level only if the machine has its instructions.
        return unsafe { avx2(kernel) };
    }
    Cold::run(kernel)
}

/// Runs a kernel with the best instruction set in use.
#[inline]
pub fn dispatch<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    match level() {
        // SAFETY: `level` returns a level only if the machine has its instructions.
        Level::Avx512 => return unsafe { avx512(kernel) },
        // SAFETY: as above.
        Level::Avx2 => return unsafe { avx2(kernel) },
        Level::Baseline => {}
    }
    Cold::run(kernel)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
#[target_feature(enable = "avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt")]
fn avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<true>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt")]
fn avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<true>()
}

/// Brings a line nearer, without an effect otherwise.
#[inline(always)]
pub fn prefetch(line: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch never faults.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T1>(line.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = line;
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sum<'a>(&'a [f32]);
    impl Kernel for Sum<'_> {
        type Output = f32;
        #[inline(always)]
        fn run<const FMA: bool>(self) -> f32 {
            self.0.iter().sum()
        }
    }

    #[test]
    fn dispatch_runs_the_kernel() {
        assert_eq!(dispatch(Sum(&[1.0, 2.0, 3.0])), 6.0);
        assert_eq!(Warm::run(Sum(&[1.0, 2.0, 3.0])), 6.0);
        assert_eq!(Cold::run(Sum(&[1.0, 2.0, 3.0])), 6.0);
    }
}
