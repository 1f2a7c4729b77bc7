//! Launches of machine code: rows of the space's last axis, in parts that the threads share.

use super::arguments::{Arguments, VECTOR_WORDS, Word};
use super::{Along, Native, Purpose, Settings, Variant, When, alike};
use crate::launch::ops::fence;
use crate::launch::program::{Constant, Section};
use crate::launch::space::{Access, is_row_major};
use crate::launch::tile::in_type;
use crate::launch::{Job, Shared};
use crate::simd::Level;
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;
use xparray_ir::layout::Dims;
use xparray_ir::{DType, Scalar};

/// A thread takes about so many elements at a time: a multiple of every vector and of a cache line.
const PART: usize = 8192;
/// Bytes of a cache line.
const LINE: usize = 64;
/// The loops over tiles turn operands whose axes are at least so long.
const LONG: usize = 16;
/// The elements of the longest vector, less the first.
const FURTHEST: usize = 15;

/// The arguments of a call.
pub type Words = SmallVec<[u64; 64]>;

/// How the space is cut.
struct Parts {
    /// The lengths of the outer axes.
    outer: Dims,
    /// Rows that follow each other, and so many of them in a part.
    rows: (usize, usize),
    /// The elements of a row, and so many of them in a part.
    row: (usize, usize),
}

/// Computes every element, if there is machine code for that, and says whether.
pub fn run(job: &Job<'_>, settings: Settings) -> bool {
    let (section, dims) = (job.body.section, &job.space.dims);
    let natives = &job.program.natives;
    if !natives.is_worth(section, dims.iter().product(), settings) {
        return false;
    }
    let accesses: SmallVec<[&Access; 8]> = job.body.stores.iter().chain(job.body.loads).collect();
    // A single loop gains nothing by being made anew, unless it overwrites what it reads: then it goes through a copy.
    let in_place = job.body.flags.aliased.contains(&true);
    let single = section.steps.len() == 1 && !in_place;
    let single = single && accesses.iter().all(|access| is_row_major(dims, &access.strides));
    if single && settings.when != When::Always {
        return false;
    }
    let Some((native, variant)) = code(job, &accesses, settings) else { return false };
    let parts = Parts::new(dims);
    let shared = (Shared(job), Operands(&accesses));
    // What an operation costs there, it costs without loads and stores here.
    let cost = (section.loads.len() + section.stores.len() + section.steps.len() / 4).max(1);
    job.context.for_ranges(parts.count(), parts.elements() * cost, job.context.order, &|range| {
        let (job, operands) = (shared.0.get(), shared.1.get());
        let mut words = describe(&native, &variant, job, operands);
        for part in range {
            parts.aim(part, operands, &native, &mut words);
            // SAFETY: the words say where the part's elements are, which the launch has checked; no other part writes
            // these elements.
            unsafe { native.call(&mut words) };
        }
        if job.context.streams {
            fence();
        }
    });
    true
}

/// The machine code for a launch.
pub fn code(job: &Job<'_>, accesses: &[&Access], settings: Settings) -> Option<(Arc<Native>, Variant)> {
    let along = directions(job, accesses)?;
    let streams = job.context.streams && are_alike(&along, job.body.stores);
    // Small elements apart from each other go one by one, for which there is the code with AVX2.
    let small = along.iter().zip(accesses).any(|(along, access)| *along == Along::Apart && access.size < 4);
    let wide = settings.level == Level::Avx512 && !small;
    let variant = Variant { along, wide, streams, purpose: Purpose::Stores, alike: alike(job.context.params) };
    let native = job.program.natives.get(job.body.section, &variant)?;
    Some((native, variant))
}

/// The arguments of a launch whose elements are a single part.
pub fn arguments(job: &Job<'_>, accesses: &[&Access], native: &Native, variant: &Variant) -> Option<Words> {
    let parts = Parts::new(&job.space.dims);
    if parts.count() != 1 {
        return None;
    }
    let mut words = describe(native, variant, job, accesses);
    parts.aim(0, accesses, native, &mut words);
    Some(words)
}

/// Shares accesses with other threads.
struct Operands<'a>(&'a [&'a Access]);

// SAFETY: their pointers are only used for elements that the parts divide among the threads.
unsafe impl Sync for Operands<'_> {}
// SAFETY: as above.
unsafe impl Send for Operands<'_> {}

impl<'a> Operands<'a> {
    fn get(&self) -> &'a [&'a Access] {
        self.0
    }
}

/// The distance of elements along the last axis.
fn last(access: &Access) -> isize {
    access.strides.last().copied().unwrap_or(0)
}

/// How elements follow each other. `None` where the loops over tiles are better: they turn operands whose neighbours lie
/// along another axis.
fn directions(job: &Job<'_>, accesses: &[&Access]) -> Option<SmallVec<[Along; 8]>> {
    let dims = &job.space.dims;
    let stores = job.body.stores.len();
    let one = dims.last().is_none_or(|&n| n == 1);
    let direction = |(k, access): (usize, &&Access)| {
        if k >= stores && job.body.section.loads[k - stores].index {
            return Some(Along::Index);
        }
        let stride = last(access);
        Some(match stride {
            1 => Along::Next,
            _ if one => Along::Next,
            0 => Along::Same,
            _ => {
                let inner = dims.len() - 1;
                let turned = (0..inner).any(|axis| {
                    let other = access.strides[axis].unsigned_abs();
                    other != 0 && other < stride.unsigned_abs() && dims[axis] >= LONG && dims[inner] >= LONG
                });
                let reach = stride.checked_mul((access.size * FURTHEST) as isize)?;
                if turned || i32::try_from(reach).is_err() {
                    return None;
                }
                Along::Apart
            }
        })
    };
    accesses.iter().enumerate().map(direction).collect()
}

/// Whether elements follow each other, and those of outputs are always at the same places of cache lines.
fn are_alike(along: &[Along], stores: &[Access]) -> bool {
    let whole = |bytes: isize| bytes.unsigned_abs().is_multiple_of(LINE);
    let alike = |pair: &[Access]| {
        let [a, b] = pair else { return true };
        let mut strides = a.strides.iter().zip(&b.strides).map(|(a, b)| a - b);
        a.size == b.size
            && whole(a.base.addr().wrapping_sub(b.base.addr()) as isize)
            && strides.all(|difference| whole(difference * a.size as isize))
    };
    along.iter().all(|along| matches!(along, Along::Next | Along::Same)) && stores.windows(2).all(alike)
}

/// The arguments that all parts have in common.
pub fn describe(native: &Native, variant: &Variant, job: &Job<'_>, accesses: &[&Access]) -> Words {
    let arguments = &native.arguments;
    // Filled where it is, rather than made and moved.
    let mut words = Words::new();
    words.resize(arguments.words(), 0);
    let lanes = native.lanes as i64;
    for (k, (access, along)) in accesses.iter().zip(&variant.along).enumerate() {
        let k = k as u16;
        let step = last(access) as i64 * access.size as i64;
        let row = access.strides.len().checked_sub(2).map_or(0, |outer| access.strides[outer]);
        words[arguments.operand(k, Word::Row)] = (row * access.size as isize) as u64;
        words[arguments.operand(k, Word::Element)] = step as u64;
        words[arguments.operand(k, Word::Vector)] = (step * lanes) as u64;
        match along {
            Along::Next | Along::Same => {}
            Along::Apart => {
                let at = arguments.vector(k, 0);
                for (pair, word) in words[at..at + VECTOR_WORDS].iter_mut().enumerate() {
                    let distance = |lane: usize| u64::from((step * lane as i64) as i32 as u32);
                    *word = distance(2 * pair) | distance(2 * pair + 1) << 32;
                }
            }
            Along::Index => {
                for lane in 0..VECTOR_WORDS {
                    words[arguments.vector(k, 0) + lane] = (step * lane as i64) as u64;
                    words[arguments.vector(k, 1) + lane] = (step * lanes) as u64;
                    words[arguments.vector(k, 2) + lane] = step as u64;
                }
            }
        }
    }
    describe_params(arguments, job.body.section, (job.context.params, &variant.alike), &mut words);
    words
}

/// The parameters among the arguments, with the first one of each value: another section's, maybe.
pub fn describe_params(
    arguments: &Arguments,
    section: &Section,
    (params, alike): (&[Scalar], &[u16]),
    words: &mut [u64],
) {
    for (_, constant, dtype) in &section.constants {
        if let Constant::Param(k) = constant {
            words[arguments.param(alike[*k as usize])] = word_of(in_type(params[*k as usize], *dtype));
        }
    }
}

/// A parameter's bytes; of truth values all bits or none.
fn word_of(param: Scalar) -> u64 {
    if param.dtype() == DType::Bool {
        return if param.get::<bool>() { u64::MAX } else { 0 };
    }
    let mut bytes = [0; 8];
    let given = param.bytes();
    let n = given.len().min(8);
    bytes[..n].copy_from_slice(&given[..n]);
    u64::from_le_bytes(bytes)
}

impl Parts {
    fn new(dims: &[usize]) -> Self {
        let (&row, outer) = dims.split_last().unwrap_or((&1, &[]));
        let (&rows, outer) = outer.split_last().unwrap_or((&1, &[]));
        let elements = if row >= 2 * PART { PART } else { row };
        let height = (PART / elements).clamp(1, rows);
        Self { outer: Dims::from_slice(outer), rows: (rows, height), row: (row, elements) }
    }

    /// The elements of a part.
    fn elements(&self) -> usize {
        self.rows.1 * self.row.1
    }

    /// How many there are.
    fn count(&self) -> usize {
        let [across, along] = self.cuts();
        self.outer.iter().product::<usize>() * across * along
    }

    /// How many parts follow each other along the rows, and along a row.
    fn cuts(&self) -> [usize; 2] {
        [self.rows, self.row].map(|(all, part)| all.div_ceil(part))
    }

    /// Tells the code which elements are in a part.
    fn aim(&self, part: usize, accesses: &[&Access], native: &Native, words: &mut [u64]) {
        let [across, along] = self.cuts();
        let (element, part) = (part % along * self.row.1, part / along);
        let (row, mut plane) = (part % across * self.rows.1, part / across);
        let mut start: SmallVec<[usize; 4]> = smallvec![0; self.outer.len()];
        for (start, &n) in start.iter_mut().zip(&self.outer).rev() {
            *start = plane % n;
            plane /= n;
        }
        start.extend([row, element]);
        let arguments = &native.arguments;
        words[arguments.length()] = (self.row.0 - element).min(self.row.1) as u64;
        words[arguments.rows()] = (self.rows.0 - row).min(self.rows.1) as u64;
        for (k, access) in accesses.iter().enumerate() {
            // The space may have fewer axes.
            let start = &start[start.len() - access.strides.len().min(start.len())..];
            let base = access.at(start, 0..access.strides.len());
            words[arguments.operand(k as u16, Word::Base)] = base.expose_provenance() as u64;
        }
    }
}
