//! Kernels of ours that are broken on purpose: each must be reported, or give something else.

use super::ARCHITECTURES;
use super::compiler::compile;
use super::device::{Buffer, launch};
use std::sync::Arc;
use xparray_hip_emulator::code::Module;
use xparray_kernels::Routine;

/// How a mutated kernel is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Noticed {
    /// By the emulator, which says this.
    As(&'static str),
    /// By what it computes.
    Wrong,
}
use Noticed::{As, Wrong};

/// A place of the source, what takes it, how that is noticed, and whether only waves of 64 lanes notice it.
type Mutation = (&'static str, &'static str, Noticed, bool);

/// Of `xp_weigh`, which sums weights in bins: ballots, tables of LDS for each half wave.
const WEIGH: [Mutation; 9] = [
    // Both halves take the lower one's ballot.
    (">> (__lane_id() & 32)", ">> 0", Wrong, true),
    // Masks are of all lanes of a wave.
    ("(u32)__lane_id() & 31u", "(u32)__lane_id()", As("nobody wrote"), true),
    // A shuffle reaches across halves.
    ("((u32)__lane_id() & ~31u) + lane", "lane", Wrong, true),
    // Tables are read while other waves still add to them.
    (
        "        sync_warp();\n    }\n    __syncthreads();\n",
        "        sync_warp();\n    }\n",
        As("a race for byte"),
        false,
    ),
    // The last bin of a table is the next one's first.
    ("table[bin] += sum", "table[bin + 1] += sum", As("LDS"), false),
    // The last table ends behind the memory.
    ("+ warp * bins;", "+ (warp + 1) * bins;", As("of LDS"), false),
    // The last element is one too many.
    ("k < n ? weights[k]", "k <= n ? weights[k]", As("allocation"), false),
    // Nobody writes the sums of the last bin.
    (
        "k < bins; k += blockDim.x) {\n        T sum = (T)0;\n        for (u32 other",
        "k < bins - 1; k += blockDim.x) {\n        T sum = (T)0;\n        for (u32 other",
        Wrong,
        false,
    ),
    // Sums begin with what memory holds.
    ("table[k] = (T)0;", "if (n == 0) table[k] = (T)0;", As("nobody wrote"), false),
];

/// Of `xp_choose`, which counts what is true: sums of a block by shuffles and LDS.
const CHOOSE: [Mutation; 4] = [
    (
        "if (lane_id() == 31) sums[warp] = inclusive;\n    __syncthreads();",
        "if (lane_id() == 31) sums[warp] = inclusive;",
        As("a race for byte"),
        false,
    ),
    ("if (lane_id() == 31) sums[warp]", "if (lane_id() == 31) sums[warp + 1]", As("LDS"), false),
    // One warp's sum is missing.
    ("if (lane_id() == 31) sums[warp]", "if (lane_id() == 31 && warp != 3) sums[warp]", As("nobody wrote"), false),
    ("by < 32; by *= 2) {\n        const u32 y", "by < 16; by *= 2) {\n        const u32 y", Wrong, false),
];

/// Bins, weights and elements of [`weigh`]. The last group is not full.
const BINS: usize = 37;
const ELEMENTS: usize = 1000;

/// Whether sums are what they should be; what the emulator says against it.
fn weigh(module: &Arc<Module>, seed: u64) -> Result<bool, String> {
    const GROUPS: usize = 2;
    let bins: Vec<i64> = (0..ELEMENTS).map(|k| (k * k % BINS) as i64).collect();
    let weights: Vec<f64> = (0..ELEMENTS).map(|k| (k % 11) as f64 + 1.0).collect();
    let mut expected = vec![0.0; BINS];
    bins.iter().zip(&weights).for_each(|(&bin, weight)| expected[bin as usize] += weight);
    let [x, w] = [Buffer::of(&bins), Buffer::of(&weights)];
    let (sums, faults) = (Buffer::fresh(8 * GROUPS * BINS), Buffer::of(&[0u64; 64]));
    let arguments = [x.address(), w.address(), ELEMENTS as u64, BINS as u64, sums.address(), faults.address()];
    launch(module, "xp_weigh", [GROUPS as u32, 256, 8 * 8 * BINS as u32], &arguments, seed)
        .map_err(|fault| fault.to_string())?;
    let Some(found) = sums.read::<f64>() else { return Ok(false) };
    let found: Vec<f64> = (0..BINS).map(|bin| (0..GROUPS).map(|group| found[group * BINS + bin]).sum()).collect();
    Ok(found == expected)
}

fn choose(module: &Arc<Module>, seed: u64) -> Result<bool, String> {
    // Two tiles of 4096 elements.
    let mask: Vec<u8> = (0..8000u64).map(|k| u8::from(k * k % 7 < 3)).collect();
    let (x, bits, counts) = (Buffer::of(&mask), Buffer::fresh(1024), Buffer::fresh(8));
    let arguments = [x.address(), mask.len() as u64, 1, bits.address(), counts.address()];
    launch(module, "xp_choose", [2, 256, 0], &arguments, seed).map_err(|fault| fault.to_string())?;
    let all = |part: &[u8]| part.iter().map(|&x| u64::from(x)).sum::<u64>();
    let expected = all(&mask[..4096]) | all(&mask[4096..]) << 32;
    Ok(counts.read::<u64>() == Some(vec![expected]))
}

/// Runs a kernel as it is, and each mutation of it.
fn each(source: &str, mutations: &[Mutation], run: fn(&Arc<Module>, u64) -> Result<bool, String>) {
    for architecture in ARCHITECTURES {
        let load = |source: &str| Arc::new(Module::load(&compile(source, architecture), 0, architecture).unwrap());
        let whole = load(source);
        for seed in 0..4 {
            assert_eq!(run(&whole, seed), Ok(true), "{architecture}, seed {seed}");
        }
        for &(from, to, noticed, wide) in mutations {
            assert!(source.contains(from), "{from}");
            let mutant = load(&source.replacen(from, to, 1));
            let outcome = run(&mutant, 1);
            let place = format!("{architecture}: {from} as {to}: {outcome:?}");
            match (&outcome, noticed) {
                _ if wide && !architecture.starts_with("gfx9") => assert_eq!(outcome, Ok(true), "{place}"),
                (Err(message), As(text)) => assert!(message.contains(text), "{place}"),
                (outcome, Wrong) => assert_eq!(*outcome, Ok(false), "{place}"),
                _ => panic!("{place}"),
            }
        }
    }
}

#[test]
#[ignore = "needs hipRTC: cargo xtask ci amd-code"]
fn broken_sums_of_bins_are_noticed() {
    each(&Routine::weights().source(), &WEIGH, weigh);
}

#[test]
#[ignore = "needs hipRTC: cargo xtask ci amd-code"]
fn broken_sums_of_blocks_are_noticed() {
    each(&Routine::select(xparray_ir::DType::U8).source(), &CHOOSE, choose);
}
