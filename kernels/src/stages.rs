//! Launches of several stages: how many threads a row has, and what each of them keeps of it.

use crate::plan::{access, full, vector};
use crate::sites::{Site, Touch, gathers, is_random, sites};
use crate::space::Space;
use crate::variant::{Form, Variant};
use crate::words::{BACKWARDS, DIMS, FAULT, ITEMS, LENGTH, Words, write_param};
use crate::{BLOCK, Call, folded, most_blocks};
use smallvec::{SmallVec, smallvec};
use xparray_ir::Layout;
use xparray_ir::backend::{Input, StagedArgs};
use xparray_ir::ir::{ReduceOp, SharedKernel};
use xparray_ir::layout::{Strides, checked_len};

/// Elements that a thread should have of its row: enough on their way to memory, in few registers.
const EACH: usize = 16;
/// The most bytes that a thread keeps of its row, in registers.
const KEPT: usize = 128;
/// The most threads of a row.
const LANES: usize = 1024;
/// The most words of the argument: 4 KiB, which every device takes.
const WORDS: usize = 512;

/// Where the elements of an operand come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Source {
    /// Memory, read by this stage first.
    Memory(usize),
    /// What an earlier stage has stored for the row.
    Earlier { stage: usize, output: usize },
}

/// The source of kernels of several stages for a class of layouts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StagedVariant {
    /// The stages, all over one space.
    pub(crate) stages: Vec<(SharedKernel, Variant)>,
    /// Of each operand.
    pub(crate) sources: SmallVec<[Source; 8]>,
    /// Threads of a row, a power of two.
    pub(crate) lanes: usize,
    /// How many vectors of the row each has, at most.
    pub(crate) per: usize,
    /// Whether each has so many.
    pub(crate) exact: bool,
}

impl StagedVariant {
    pub(crate) fn rank(&self) -> usize {
        self.stages.first().map_or(0, |(_, stage)| stage.kept + stage.reduced)
    }

    pub(crate) fn wide(&self) -> bool {
        self.stages.iter().any(|(_, stage)| stage.wide)
    }

    /// Threads of a block: of one row if it has more than a warp, else of several.
    pub(crate) fn threads(&self) -> usize {
        if self.lanes > 32 { self.lanes } else { BLOCK }
    }
}

/// The buffer whose address a word is relative to.
#[derive(Clone, Copy, Debug)]
enum Base {
    Input(usize),
    /// Of a stage.
    Output(usize, usize),
}

/// How to run a launch of several stages as one kernel: it depends on the kernels and on layouts, not on addresses and
/// parameters.
#[derive(Clone, Debug)]
pub struct StagedPlan {
    /// Which source it needs.
    pub variant: StagedVariant,
    words: SmallVec<[u64; 32]>,
    bases: SmallVec<[(usize, Base); 8]>,
    /// The first words of the parameters, which each stage has for itself.
    params: SmallVec<[(usize, u16); 4]>,
    blocks: usize,
}

/// Chooses how to run. `None` for rows that are too long to keep, lie across each other, or need what only a kernel
/// by itself has: those had better be kernels of their own.
pub fn plan_stages<Buf>(args: &StagedArgs<'_, Buf>) -> Option<StagedPlan> {
    let (shape, kept) = (args.shape(), args.kept());
    let count = checked_len(shape).ok()?;
    let custom = |kernel: &SharedKernel| kernel.reductions.iter().any(|r| matches!(r.op, ReduceOp::Custom(_)));
    let kernels = || args.stages().iter().map(|stage| stage.kernel());
    if count == 0 || kernels().any(|kernel| custom(kernel) || is_random(kernel) || !gathers(kernel).is_empty()) {
        return None;
    }
    // The sites of all stages, one after the other.
    let mut all: SmallVec<[Site; 8]> = SmallVec::new();
    let mut ends: SmallVec<[usize; 4]> = SmallVec::new();
    let mut places: SmallVec<[(Option<Base>, &Layout); 8]> = SmallVec::new();
    for (number, stage) in args.stages().iter().enumerate() {
        for site in sites(stage.kernel()) {
            places.push(match site.touch {
                Touch::Store(k) => (Some(Base::Output(number, k.into())), stage.outputs()[k as usize].layout()),
                Touch::Load(k) | Touch::Index(k) => match &args.inputs()[k as usize] {
                    Input::Buffer(view) => (Some(Base::Input(k.into())), view.layout()),
                    Input::Index(layout) | Input::Earlier { layout, .. } => (None, layout),
                    // The last stage overwrites it: each element where the same thread has read it.
                    Input::Output(k) => {
                        let last = args.stages().len() - 1;
                        (Some(Base::Output(last, *k)), args.stages()[last].outputs()[*k].layout())
                    }
                    Input::Part { .. } | Input::Product { .. } | Input::Padded { .. } => return None,
                },
            });
            all.push(site);
        }
        ends.push(all.len());
    }
    let strides: SmallVec<[Strides; 8]> = places.iter().map(|(_, layout)| full(layout, shape.len())).collect();
    let offsets: SmallVec<[usize; 8]> = places.iter().map(|(_, layout)| layout.offset()).collect();
    let space = Space::new(shape, kept, false, &strides);
    let inner = space.dims.len();
    if space.kept == inner || space.kept_inside() {
        return None;
    }
    // What is the same along the innermost axis must be so along the whole row.
    let uneven = |(site, strides): (&Site, &Strides)| {
        let reduced = &strides[space.kept..];
        site.body && site.in_memory() && reduced.last() == Some(&0) && reduced.iter().any(|&stride| stride != 0)
    };
    if all.iter().zip(&space.strides).any(uneven) {
        return None;
    }
    let vector = vector(true, None, &space, &all, &offsets);
    let rows: usize = space.dims[..space.kept].iter().product();
    let length = space.dims[space.kept..].iter().product::<usize>() / vector;
    let sources = sources(args);
    let (lanes, per) = threads(length, vector, kept_bytes(args, &sources))?;
    let highest = all.iter().zip(&offsets).filter(|(site, _)| !site.in_memory()).map(|(_, &offset)| offset).max();
    let wide = count >= 1 << 31 || highest.unwrap_or_default() as u128 + space.reach() >= 1 << 31;
    let mut first = 0;
    let mut stages = Vec::new();
    for (kernel, &end) in kernels().zip(&ends) {
        let accesses = (first..end).map(|k| access(&all[k], &space.strides[k], &space, None)).collect();
        first = end;
        let (kept, reduced) = (space.kept, inner - space.kept);
        let form = Form::Rows(lanes);
        stages.push((
            kernel.clone(),
            Variant {
                form,
                split: false,
                kept,
                reduced,
                wide,
                vector,
                aligned: false,
                accesses,
                bounded: SmallVec::new(),
                neighbours: 1,
                apart: 0,
                readings: SmallVec::new(),
            },
        ));
    }
    let variant = StagedVariant { stages, sources, lanes, per, exact: length == lanes * per };
    let mut words: SmallVec<[u64; 32]> = smallvec![0; DIMS + inner];
    (words[ITEMS], words[LENGTH]) = (rows as u64, length as u64);
    for (k, &dim) in space.dims.iter().enumerate() {
        words[DIMS + k] = (if k + 1 == inner { dim / vector } else { dim }) as u64;
    }
    let (mut bases, mut params) = (SmallVec::new(), SmallVec::new());
    let mut number = 0;
    for (kernel, stage) in &variant.stages {
        let at = Words::starting(words.len(), kernel, stage);
        words.resize(at.len, 0);
        for k in 0..stage.accesses.len() {
            let (site, (base, layout)) = (&all[number], &places[number]);
            let word = at.site(k);
            words[word] = (layout.offset() * if site.in_memory() { site.dtype.size() } else { 1 }) as u64;
            bases.extend(base.map(|base| (word, base)));
            for (axis, &stride) in space.strides[number][..at.axes(site.body)].iter().enumerate() {
                words[word + 1 + axis] = stride as u64;
            }
            number += 1;
        }
        params.extend((0..kernel.params.len() as u16).map(|param| (at.param(param), param)));
    }
    let blocks = rows.div_ceil(variant.threads() / lanes);
    if words.len() > WORDS || blocks > i32::MAX as usize || blocks > most_blocks(variant.threads()) {
        return None;
    }
    Some(StagedPlan { variant, words, bases, params, blocks })
}

/// Where the operands come from.
fn sources<Buf>(args: &StagedArgs<'_, Buf>) -> SmallVec<[Source; 8]> {
    let read = |operand: usize| {
        let loads = |site: &Site| site.body && site.touch == Touch::Load(operand as u16);
        args.stages().iter().position(|stage| sites(stage.kernel()).iter().any(loads))
    };
    let source = |(operand, input): (usize, &Input<'_, Buf>)| match input {
        Input::Earlier { stage, output, .. } => Source::Earlier { stage: *stage, output: *output },
        _ => Source::Memory(read(operand).unwrap_or_default()),
    };
    args.inputs().iter().enumerate().map(source).collect()
}

/// Bytes of each element of a row that are kept for later stages: at least those of one operand.
fn kept_bytes<Buf>(args: &StagedArgs<'_, Buf>, sources: &[Source]) -> usize {
    let mut bytes = 0;
    for (operand, source) in sources.iter().enumerate() {
        let Source::Memory(first) = source else { continue };
        let mut again = args.stages().iter().skip(first + 1).flat_map(|stage| sites(stage.kernel()));
        bytes += again.find(|s| s.body && s.touch == Touch::Load(operand as u16)).map_or(0, |site| site.dtype.size());
    }
    bytes.max(4)
}

/// How many threads a row of so many vectors has, and how many vectors each; `None` for rows that are too long.
fn threads(length: usize, vector: usize, bytes: usize) -> Option<(usize, usize)> {
    let each = (EACH / vector).max(1);
    let lanes = length.div_ceil(each).next_power_of_two().min(LANES);
    let per = length.div_ceil(lanes);
    (per * vector * bytes <= KEPT).then_some((lanes, per))
}

impl StagedPlan {
    /// The launch of the function `xp_stages`; `backwards` begins with the last rows. `address` gives a buffer's device address.
    pub fn call<Buf>(
        &self,
        args: &StagedArgs<'_, Buf>,
        address: impl Fn(&Buf) -> u64,
        fault: u64,
        backwards: bool,
    ) -> Call {
        let threads = self.variant.threads();
        let mut call = Call {
            grid: folded(self.blocks, threads),
            block: [threads as u32, 1, 1],
            shared: 0,
            words: SmallVec::from_slice(&self.words),
        };
        call.words[FAULT] = fault;
        call.words[BACKWARDS] = u64::from(backwards);
        for &(at, param) in &self.params {
            write_param(&mut call.words[at..], &args.params()[param as usize]);
        }
        for &(word, base) in &self.bases {
            let address = match base {
                Base::Input(k) => match &args.inputs()[k] {
                    Input::Buffer(view) => address(view.buffer()),
                    _ => 0,
                },
                Base::Output(stage, k) => address(args.stages()[stage].outputs()[k].buffer()),
            };
            call.words[word] = call.words[word].wrapping_add(address);
        }
        call
    }
}
