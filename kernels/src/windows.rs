//! Maps that read windows of arrays, as of a stencil or a filter: neighbours along an axis read most of their elements twice.

use crate::Limits;
use crate::plan::{divides, vector};
use crate::sites::{Site, Touch};
use crate::space::Space;
use smallvec::{SmallVec, smallvec};
use xparray_ir::backend::{Input, LaunchArgs};
use xparray_ir::space::Span;

/// At most so many neighbours are a thread's.
const MOST: usize = 8;
/// A window of so many elements is worth as many neighbours, a shorter one half of them.
const LONG: usize = 12;
/// Longer kernels are not written out for each neighbour.
const MOST_INSTRUCTIONS: usize = 1024;
/// Threads of a multiprocessor that there have to be left.
const THREADS: usize = 1024;
/// Registers that windows of vectors may take.
const MOST_REGISTERS: usize = 48;
/// Elements that lie farther apart than this are not of one window.
const GAP: usize = 4;

/// How a site is read by a thread that has several neighbours along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Reading {
    /// The site that reads for this one, which may be this one itself.
    pub leader: u16,
    /// So many elements further along the axis than where the leader begins to read is this one's.
    pub steps: u16,
    /// How many more elements the leader reads than there are neighbours.
    pub span: u16,
    /// How many of them lie side by side and aligned.
    pub pack: u16,
}

/// What threads have along an axis.
#[derive(Debug)]
pub(crate) struct Windows {
    pub space: Space,
    pub axis: usize,
    /// How many neighbours a thread has.
    pub neighbours: usize,
    /// How many elements along the innermost axis, of each of them.
    pub vector: usize,
    /// One for each site.
    pub readings: SmallVec<[Reading; 8]>,
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// Whether a site begins or ends along the innermost axis: its vectors are read element by element.
fn ends_inside(space: &Space, site: usize) -> bool {
    space.dims.len().checked_sub(1).is_some_and(|inner| space.bounded(site) >> inner & 1 == 1)
}

/// A map whose windows are looked for.
pub(crate) struct Maps<'a, 'b, Buf> {
    pub args: &'a LaunchArgs<'b, Buf>,
    pub sites: &'a [Site],
    pub offsets: &'a [usize],
}

impl<Buf> Maps<'_, '_, Buf> {
    /// The windows that save most, if it is enough. A kernel without would take `vector` elements at once.
    pub fn windows(&self, space: &Space, vector: usize, limits: &Limits) -> Option<Windows> {
        if self.loads().count() < 3 {
            return None;
        }
        let whole = (0..space.dims.len()).map(|axis| self.along(space.clone(), axis));
        // Where rows lie side by side, an axis of them was merged with theirs.
        let inner = space.dims.len().checked_sub(1)?;
        let rows = if space.spans.is_empty() { self.rows(space, inner) } else { None };
        let rows = rows.map(|row| self.along(space.split(inner, row), inner));
        let all = whole.chain(rows).filter_map(|windows| self.sized(windows, limits));
        let best = all.min_by_key(|windows| self.reads(windows) * MOST / (windows.neighbours * windows.vector))?;
        let each = |k: usize| if ends_inside(space, k) { 1 } else { vector };
        let without: usize = self.loads().map(|k| best.neighbours * best.vector / each(k)).sum();
        (2 * without >= 3 * self.reads(&best)).then_some(best)
    }

    /// With so many neighbours as there are registers and threads for, if there are any.
    fn sized(&self, mut windows: Windows, limits: &Limits) -> Option<Windows> {
        let inner = windows.axis + 1 == windows.space.dims.len();
        let count: usize = windows.space.dims.iter().product();
        let longest = windows.readings.iter().map(|reading| usize::from(reading.span) + 1).max()?;
        windows.neighbours = if longest >= LONG { MOST } else { MOST / 2 };
        while windows.neighbours > 1 && inner && !self.stores_together(&windows) {
            windows.neighbours /= 2;
        }
        if !inner {
            windows.vector = vector(false, None, &windows.space, self.sites, self.offsets);
        }
        // What is read is converted once.
        let sizes = self.args.kernel().insts.iter().map(|inst| inst.dtype.size());
        let words = sizes.max().unwrap_or_default().div_ceil(size_of::<u32>());
        loop {
            let each = windows.neighbours * windows.vector;
            let large = windows.vector > 1 && self.elements(&windows) * windows.vector * words > MOST_REGISTERS;
            let long = each * self.args.kernel().body > MOST_INSTRUCTIONS;
            match (large || long || count / each < limits.units as usize * THREADS, windows.vector, windows.neighbours)
            {
                (_, _, 1) => return None,
                (false, ..) => break,
                (_, 2.., _) => windows.vector /= 2,
                _ => windows.neighbours /= 2,
            }
        }
        if inner {
            self.pack(&mut windows);
        }
        Some(windows)
    }

    fn loads(&self) -> impl Iterator<Item = usize> {
        (0..self.sites.len()).filter(|&k| matches!(self.sites[k].touch, Touch::Load(_)))
    }

    /// Reads vectors where rows are made of them, from where the first one begins.
    fn pack(&self, windows: &mut Windows) {
        for k in self.loads() {
            let Reading { leader, span, .. } = windows.readings[k];
            let pack = windows.neighbours.min(16 / self.sites[k].dtype.size());
            let early = self.offsets[k] % pack;
            // For one element of each neighbour, as many would be read that nobody wants.
            let worth = usize::from(leader) == k && (early == 0 || span > 0);
            if worth && self.is_aligned(&windows.space, k, self.offsets[k] - early, pack) {
                for reading in windows.readings.iter_mut().filter(|reading| usize::from(reading.leader) == k) {
                    reading.steps += early as u16;
                    reading.span += early as u16;
                    reading.pack = pack as u16;
                }
            }
        }
    }

    /// The sites that read for themselves, and others.
    fn leaders(&self, windows: &Windows) -> impl Iterator<Item = (usize, Reading)> {
        self.loads().filter(|&k| usize::from(windows.readings[k].leader) == k).map(|k| (k, windows.readings[k]))
    }

    /// How many elements, or vectors, a thread keeps.
    fn elements(&self, windows: &Windows) -> usize {
        self.leaders(windows).map(|(_, reading)| windows.neighbours + usize::from(reading.span)).sum()
    }

    /// How often it reads.
    fn reads(&self, windows: &Windows) -> usize {
        let reads = |(k, reading): (usize, Reading)| {
            let (elements, pack) = (windows.neighbours + usize::from(reading.span), usize::from(reading.pack));
            let each = if ends_inside(&windows.space, k) { windows.vector } else { 1 };
            (elements / pack + elements % pack) * each
        };
        self.leaders(windows).map(reads).sum()
    }

    /// Whether the results of neighbours along the innermost axis are vectors.
    fn stores_together(&self, windows: &Windows) -> bool {
        let (neighbours, stores) = (windows.neighbours, (0..self.sites.len()).filter(|&k| self.sites[k].stores()));
        let size = |k: usize| self.sites[k].dtype.size();
        let fits =
            |k: usize| neighbours * size(k) <= 16 && self.is_aligned(&windows.space, k, self.offsets[k], neighbours);
        let mut aligned = stores.map(fits);
        windows.space.dims[windows.axis].is_multiple_of(neighbours) && aligned.all(|aligned| aligned)
    }

    /// Whether elements of a site lie side by side along the innermost axis, and vectors of them are aligned, if one begins at this place.
    fn is_aligned(&self, space: &Space, site: usize, offset: usize, by: usize) -> bool {
        let (inner, outer) = space.strides[site].split_last().unwrap_or((&0, &[]));
        *inner == 1 && divides(by, outer, offset)
    }

    /// Whether two sites have the same elements along all other axes than this one.
    fn beside(&self, space: &Space, [a, b]: [usize; 2], axis: usize) -> bool {
        let bounds = |site: usize, axis: usize| {
            Some(space.spans.get(site)?.get(axis)?).filter(|span| !span.is_whole(space.dims[axis]))
        };
        (0..space.dims.len()).all(|other| other == axis || bounds(a, other) == bounds(b, other))
    }

    /// Where along an axis a window has elements, that begins with a site and has others so many steps further; `None` if they differ
    /// about that.
    fn bounds(&self, space: &Space, window: &[(isize, usize)], axis: usize) -> Option<Span> {
        let (dim, (first, _)) = (space.dims[axis], window[0]);
        let own =
            |site: usize| space.spans.get(site).and_then(|spans| spans.get(axis)).filter(|span| !span.is_whole(dim));
        let from_first =
            |&(steps, site): &(isize, usize)| own(site).map(|span| Span { first: span.first + steps - first, ..*span });
        let Some(all) = window.iter().find_map(from_first) else { return Some(Span::WHOLE) };
        let fits = |member: &(isize, usize)| match from_first(member) {
            Some(span) => span == all,
            None => all.covers((member.0 - first) as usize, dim),
        };
        window.iter().all(fits).then_some(all)
    }

    /// How far those sites that read the same array, alike, lie beyond this one along an axis.
    fn others(&self, space: &Space, site: usize, axis: usize) -> SmallVec<[(isize, usize); 32]> {
        let stride = space.strides[site][axis];
        let Some(buffer) = self.buffer(site).filter(|_| stride != 0) else { return smallvec![] };
        let others = (0..self.sites.len()).filter(|&other| {
            self.buffer(other).is_some_and(|other| std::ptr::eq(other, buffer))
                && self.sites[other].dtype == self.sites[site].dtype
                && space.strides[other] == space.strides[site]
                && self.beside(space, [other, site], axis)
        });
        let away = others.map(|other| (self.offsets[other] as isize - self.offsets[site] as isize, other));
        away.filter(|(away, _)| away % stride == 0).map(|(away, other)| (away / stride, other)).collect()
    }

    /// What divides the distances of all that is read together along an axis, and the axis.
    fn rows(&self, space: &Space, axis: usize) -> Option<usize> {
        let distances = self.loads().flat_map(|k| self.others(space, k, axis)).map(|(steps, _)| steps.unsigned_abs());
        let row = distances.fold(0, greatest_common_divisor);
        (row > GAP && space.dims[axis].is_multiple_of(row)).then_some(row)
    }

    /// How each site is read if neighbours are along this axis.
    fn along(&self, mut space: Space, axis: usize) -> Windows {
        let alone = |k| Reading { leader: k as u16, steps: 0, span: 0, pack: 1 };
        let mut readings: SmallVec<[Reading; 8]> = (0..self.sites.len()).map(alone).collect();
        let mut done: SmallVec<[bool; 32]> = smallvec![false; self.sites.len()];
        for k in self.loads() {
            if done[k] {
                continue;
            }
            let mut window = self.others(&space, k, axis);
            window.sort_unstable();
            for part in window.chunk_by(|a, b| (b.0 - a.0) as usize <= GAP) {
                let ((first, leader), (last, _)) = (part[0], part[part.len() - 1]);
                let Ok(span) = u16::try_from(last - first) else { continue };
                let Some(bounds) = self.bounds(&space, part, axis) else { continue };
                if let Some(own) = space.spans.get_mut(leader).filter(|_| !bounds.is_whole(space.dims[axis])) {
                    own.resize(space.dims.len(), Span { border: bounds.border, ..Span::WHOLE });
                    own[axis] = bounds;
                }
                for &(steps, site) in part {
                    readings[site] = Reading { leader: leader as u16, steps: (steps - first) as u16, span, pack: 1 };
                    done[site] = true;
                }
            }
        }
        Windows { space, axis, neighbours: 1, vector: 1, readings }
    }

    /// The array that a site loads, if nothing writes to it.
    fn buffer(&self, site: usize) -> Option<&Buf> {
        match self.sites[site] {
            Site { touch: Touch::Load(k), body: true, .. } => match self.args.inputs().get(usize::from(k))? {
                Input::Buffer(view) | Input::Padded { view, .. } => Some(view.buffer()),
                _ => None,
            },
            _ => None,
        }
    }
}
