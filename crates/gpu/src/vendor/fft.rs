//! Transforms: cuFFT, hipFFT.

use crate::driver::{Driver, RawStream};
use crate::fft::FftPlans;
use std::ffi::c_int;
use std::ptr::null_mut;
use xparray_ir::Result;
use xparray_ir::backend::FftDirection;

/// What becomes of what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FftKind {
    /// Complex numbers of complex numbers.
    Complex,
    /// The first half of a spectrum of real numbers.
    RealToComplex,
    /// Real numbers of the first half of a spectrum, inversely.
    ComplexToReal,
}

/// Where one side's elements are: that at `(i, j, k)` of transform `b` at place
/// `b * distance + ((i * embed[1] + j) * embed[2] + k) * stride`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FftSide {
    /// The lengths of the array that a transform lies in; as many count as there are axes.
    pub embed: [i64; 3],
    /// Between neighbours along the last axis, in elements.
    pub stride: i64,
    /// Between the first elements of neighbouring transforms.
    pub distance: i64,
}

/// A batch of transforms, as a plan does them at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FftSpec {
    /// What becomes of what.
    pub kind: FftKind,
    /// Whether in double precision.
    pub double: bool,
    /// The number of axes, 1 to 3.
    pub rank: usize,
    /// Their lengths, of the real side where there is one.
    pub lengths: [i64; 3],
    /// What is transformed.
    pub input: FftSide,
    /// What it becomes.
    pub output: FftSide,
    /// The number of transforms.
    pub batch: i64,
}

impl FftSpec {
    /// Whether both sides are arrays of nothing but the transforms, one after the other.
    pub fn is_packed(&self) -> bool {
        let packed = |side: &FftSide, halved: bool| {
            let mut lengths = self.lengths;
            let last = &mut lengths[self.rank - 1];
            *last = if halved { *last / 2 + 1 } else { *last };
            side.embed == lengths && side.stride == 1 && side.distance == lengths.iter().product::<i64>()
        };
        packed(&self.input, self.kind == FftKind::ComplexToReal)
            && packed(&self.output, self.kind == FftKind::RealToComplex)
    }

    /// That of six things, one for each of the libraries' transforms: C2C, Z2Z, R2C, D2Z, C2R, Z2D.
    pub fn choose<T>(&self, [c2c, z2z, r2c, d2z, c2r, z2d]: [T; 6]) -> T {
        match (self.kind, self.double) {
            (FftKind::Complex, false) => c2c,
            (FftKind::Complex, true) => z2z,
            (FftKind::RealToComplex, false) => r2c,
            (FftKind::RealToComplex, true) => d2z,
            (FftKind::ComplexToReal, false) => c2r,
            (FftKind::ComplexToReal, true) => z2d,
        }
    }

    /// The arrays that transforms lie in, as libraries take them: null for both is their own, packed layout.
    pub fn embeds(&mut self) -> [*mut i64; 2] {
        match self.is_packed() {
            true => [null_mut(); 2],
            false => [self.input.embed.as_mut_ptr(), self.output.embed.as_mut_ptr()],
        }
    }
}

/// The libraries' signs of the exponent.
pub fn fft_sign(direction: FftDirection) -> c_int {
    match direction {
        FftDirection::Forward => -1,
        FftDirection::Inverse => 1,
    }
}

/// A library of transforms.
///
/// # Safety
/// As for [`Driver`]. Plans are of this driver, and nobody else uses one meanwhile; memory ranges are as large as a
/// plan's parameters say.
#[allow(clippy::missing_safety_doc)] // Said once, above.
pub trait FftLibrary: Driver {
    /// A plan, destroyed when it is dropped.
    type FftPlan: Send;
    /// Whether every transform may overwrite its input, and not only one to real numbers.
    const OVERWRITES: bool = false;

    /// The plans that are kept for the device.
    fn fft_plans(&self) -> &FftPlans<Self::FftPlan>;

    /// A new plan, and how many bytes it works in.
    ///
    /// # Errors
    /// `Error::Unavailable` naming what was looked for and where, if the library is not there.
    unsafe fn fft_plan(&self, spec: &FftSpec) -> Result<(Self::FftPlan, usize)>;

    /// Sets where later executions are queued.
    unsafe fn fft_set_stream(&self, plan: &mut Self::FftPlan, stream: RawStream) -> Result<()>;

    /// Sets where later executions work.
    unsafe fn fft_set_work_area(&self, plan: &mut Self::FftPlan, address: u64) -> Result<()>;

    /// Queues a transform. One to real numbers may overwrite its input, and any other with [`FftLibrary::OVERWRITES`]. The
    /// direction is for complex numbers only.
    unsafe fn fft_execute(
        &self,
        plan: &mut Self::FftPlan,
        spec: &FftSpec,
        input: u64,
        output: u64,
        direction: FftDirection,
    ) -> Result<()>;
}
