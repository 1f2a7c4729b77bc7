//! Elements that other processes have: the one way in which parts of arrays move.

use super::DistArray;
use super::edges::Pieces;
use crate::mesh::{Region, Sharding, common, inside, region_shape, slice_items};
use std::ops::Range;
use xparray_core::prelude::*;
use xparray_core::{Array, DynArray, Error, Result, SliceItem};

impl<T: Element, B: Backend> DistArray<T, B> {
    /// The region of the array that this process wants; what each one wants, all know.
    fn fetch(&self, op: &'static str, wanted: impl Fn(usize) -> Region) -> Result<Array<T, B>> {
        let comm = self.sharding.mesh().comm();
        let (own_rank, ranks) = (comm.rank(), 0..comm.size());
        let part = |rank| self.sharding.part(&self.shape, rank);
        let (own, want) = (part(own_rank), wanted(own_rank));
        comm.agree(op, || format!("of {self:?}"))?;
        if ranks.clone().all(|rank| is_inside(&wanted(rank), &part(rank))) {
            return match common(&own, &want) {
                Some(kept) => self.local.slice(&slice_items(&inside(&kept, &own))),
                None => self.local.xp().zeros::<T>(region_shape(&want)),
            };
        }
        let xp = self.local.xp();
        // Else a process would not know of cotangents that others send to it.
        if xp.remembers() && ranks.clone().any(|rank| [part(rank), wanted(rank)].iter().flatten().any(Range::is_empty))
        {
            return Err(Error::value(
                op,
                "no derivative is taken where a process has no elements; use fewer processes",
            ));
        }
        let kept = common(&own, &want).map(|kept| {
            let piece = self.local.slice(&slice_items(&inside(&kept, &own)))?;
            Ok((kept, piece))
        });
        let mut pieces: Pieces<T, B> = kept.into_iter().collect::<Result<_>>()?;
        if !xp.remembers()
            && let Some(margins) = self.margins(&wanted)
        {
            pieces.extend(self.beside(&margins, &want)?);
            return joined(xp, &want, pieces);
        }
        let (received, others) = self.received(&wanted)?;
        let nothing_came = others.is_empty();
        pieces.extend(others);
        let result = joined(xp, &want, pieces)?;
        if xp.remembers() && nothing_came {
            // Nothing, which says that what this process sends has a cotangent.
            return result.as_dyn().add(&received.sum(..)?)?.astype(T::DTYPE)?.typed();
        }
        Ok(result)
    }

    /// What this process wants and others have: one after the other, and piece by piece.
    pub(super) fn received(&self, wanted: impl Fn(usize) -> Region) -> Result<(DynArray<B>, Pieces<T, B>)> {
        let comm = self.sharding.mesh().comm();
        let part = |rank| self.sharding.part(&self.shape, rank);
        let (own, want) = (part(comm.rank()), wanted(comm.rank()));
        let (mut send, mut recv, mut regions) = (Vec::new(), Vec::new(), Vec::new());
        for rank in (0..comm.size()).filter(|&rank| rank != comm.rank()) {
            let gives = |from, to| self.sharding.serves(from, to);
            if let Some(piece) = common(&own, &wanted(rank)).filter(|_| gives(comm.rank(), rank)) {
                send.push((rank, self.local.slice(&slice_items(&inside(&piece, &own)))?.into_dyn()));
            }
            if let Some(piece) = common(&part(rank), &want).filter(|_| gives(rank, comm.rank())) {
                recv.push((rank, region_shape(&piece).iter().product()));
                regions.push(piece);
            }
        }
        let received = comm.exchange_pieces(self.local.as_dyn(), &send, &recv)?;
        let mut start = 0;
        let piece = |(&(_, len), region): (&(usize, usize), Region)| {
            let piece = received.slice(s![start..start + len])?.reshape(region_shape(&region))?;
            start += len;
            Ok((region, piece.typed::<T>()?))
        };
        let pieces = recv.iter().zip(regions).map(piece).collect::<Result<_>>()?;
        Ok((received, pieces))
    }

    /// The same array as it lies on the mesh otherwise: each process gets the elements of its new part from those that have
    /// them. The other sharding may be of another mesh of the same processes.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let mesh = world.mesh(world.size())?;
    /// let (rows, columns) = (mesh.sharding([Some(0), None])?, mesh.sharding([None, Some(0)])?);
    /// let x = rows.shard(&xp.arange(12)?.reshape([3, 4])?)?;
    /// assert_eq!(x.reshard(&columns)?.local().shape()[0], 3);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for a sharding of another number of axes or of other processes; those of the deferred work;
    /// [`Error::Library`].
    pub fn reshard(&self, to: &Sharding) -> Result<Self> {
        to.check("reshard", &self.shape)?;
        let (here, there) = (self.sharding.mesh().comm(), to.mesh().comm());
        if !here.is_same(there) {
            return Err(Error::value("reshard", "the meshes are of different groups of processes"));
        }
        if self.sharding == *to {
            return Ok(self.clone());
        }
        let local = self.fetch("reshard", |rank| to.part(&self.shape, rank))?;
        Ok(Self::new(local, self.shape.clone(), to.clone()))
    }

    /// The whole array, on every process.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.arange(3)?)?;
    /// assert_eq!(x.all_gather()?.to_vec()?, [0, 1, 2]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the deferred work; [`Error::Library`].
    pub fn all_gather(&self) -> Result<Array<T, B>> {
        self.fetch("all_gather", |_| self.whole())
    }

    /// The whole array, on the process `root`; the others get none.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.arange(3)?)?;
    /// if let Some(x) = x.gather(0)? {
    ///     assert_eq!(x.to_vec()?, [0, 1, 2]);
    /// }
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for a rank that there is not; those of [`all_gather`](DistArray::all_gather).
    pub fn gather(&self, root: usize) -> Result<Option<Array<T, B>>> {
        let comm = self.sharding.mesh().comm();
        if root >= comm.size() {
            return Err(Error::Index { op: "gather", index: root as i64, len: comm.size() });
        }
        let nothing =
            |rank| self.sharding.part(&self.shape, rank).iter().map(|range| range.start..range.start).collect();
        let all = self.fetch("gather", |rank| if rank == root { self.whole() } else { nothing(rank) })?;
        Ok((comm.rank() == root).then_some(all))
    }

    /// A part of the array, as [`Array::slice`](xparray_core::Array::slice), of ranges with a step of 1: it lies on the mesh as the
    /// array does, so elements near the edges of parts move to the neighbours.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.array([1, 4, 9, 16])?)?;
    /// let steps = x.slice(s![1..])? - x.slice(s![..-1])?;
    /// assert_eq!(steps.all_gather()?.to_vec()?, [3, 5, 7]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for items other than ranges with a step of 1; those of
    /// [`all_gather`](DistArray::all_gather).
    pub fn slice(&self, items: &[SliceItem]) -> Result<Self> {
        let region = self.region("slice", items)?;
        let shape = region_shape(&region);
        let local = self.fetch("slice", |rank| {
            let part = self.sharding.part(&shape, rank);
            part.iter().zip(&region).map(|(part, of)| part.start + of.start..part.end + of.start).collect()
        })?;
        Ok(Self::new(local, shape, self.sharding.clone()))
    }

    /// The part of this process with up to `width` elements more on either side along an axis, as far as there are any: what a
    /// stencil reads.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.arange(3 * world.size() as i64)?)?;
    /// let (first, last) = (world.rank() == 0, world.rank() == world.size() - 1);
    /// assert_eq!(x.halo(0, 1)?.len(), 5 - first as usize - last as usize);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`]; those of [`all_gather`](DistArray::all_gather).
    pub fn halo(&self, axis: usize, width: usize) -> Result<Array<T, B>> {
        let Some(&len) = self.shape.get(axis) else {
            return Err(Error::Axis { op: "halo", axis: axis as isize, ndim: self.shape.len() });
        };
        self.fetch("halo", |rank| {
            let mut region = self.sharding.part(&self.shape, rank);
            let Range { start, end } = region[axis].clone();
            if start < end {
                region[axis] = start.saturating_sub(width)..end.saturating_add(width).min(len);
            }
            region
        })
    }

    fn whole(&self) -> Region {
        self.shape.iter().map(|&len| 0..len).collect()
    }

    /// The region that items select.
    fn region(&self, op: &'static str, items: &[SliceItem]) -> Result<Region> {
        let ndim = self.shape.len();
        let is_ellipsis = |item: &SliceItem| *item == SliceItem::Ellipsis;
        let named = items.iter().filter(|item| !is_ellipsis(item)).count();
        let split = items.iter().position(is_ellipsis).unwrap_or(items.len());
        if named > ndim || items.len() - named > 1 {
            return Err(Error::value(op, format!("{} items for an array of {ndim} axes", items.len())));
        }
        let (before, after) = (&items[..split], items.get(split + 1..).unwrap_or_default());
        let whole = vec![SliceItem::from(..); ndim - named];
        let each = before.iter().chain(&whole).chain(after).zip(&self.shape);
        each.map(|(item, &len)| range(op, *item, len)).collect()
    }
}

/// The range of an axis of length `len` that an item selects.
fn range(op: &'static str, item: SliceItem, len: usize) -> Result<Range<usize>> {
    if let SliceItem::Range(range) = item {
        let (start, step, n) = range.indices(len)?;
        if n <= 1 || step == 1 {
            return Ok(start..start + n);
        }
    }
    Err(Error::value(op, "a distributed array is sliced by ranges with a step of 1"))
}

/// The pieces that make a region, as one array: one after another where they are parts of one axis, else each in its place.
fn joined<T: Element, B: Backend>(xp: &B, whole: &Region, mut pieces: Pieces<T, B>) -> Result<Array<T, B>> {
    let is_divided = |axis: &usize| pieces.iter().any(|(region, _)| region[*axis] != whole[*axis]);
    let axes: Vec<usize> = (0..whole.len()).filter(is_divided).collect();
    match (&axes[..], &pieces[..]) {
        ([], [(_, piece)]) => Ok(piece.clone()),
        (&[axis], [_, ..]) => {
            pieces.sort_by_key(|(region, _)| region[axis].start);
            if has_edges(&pieces) {
                return chosen(xp, whole, axis, pieces);
            }
            let parts: Vec<&Array<T, B>> = pieces.iter().map(|(_, piece)| piece).collect();
            xp.concatenate(&parts, axis as isize)
        }
        _ => {
            let mut result = xp.zeros::<T>(region_shape(whole))?;
            for (region, piece) in pieces {
                result.assign(&slice_items(&inside(&region, whole)), piece)?;
            }
            Ok(result)
        }
    }
}

/// Whether all pieces but one are small: what neighbours have of a part.
fn has_edges<T: Element, B: Backend>(pieces: &[(Region, Array<T, B>)]) -> bool {
    let lens = || pieces.iter().map(|(_, piece)| piece.len());
    let (all, most) = (lens().sum::<usize>(), lens().max().unwrap_or(0));
    pieces.len() <= 3 && all - most <= most / 8
}

/// Pieces one after another along an axis, deferred: a stencil reads each where it lies, and no part is copied for its edges.
fn chosen<T: Element, B: Backend>(xp: &B, whole: &Region, axis: usize, pieces: Pieces<T, B>) -> Result<Array<T, B>> {
    let Range { start, end } = whole[axis];
    let mut along = vec![1; whole.len()];
    along[axis] = end - start;
    let index = xp.arange((end - start) as i64)?.reshape(&along[..])?;
    let mut result: Option<Array<T, B>> = None;
    for (region, piece) in pieces {
        let mut widths = vec![(0, 0); whole.len()];
        widths[axis] = (region[axis].start - start, end - region[axis].end);
        let padded = piece.pad(widths)?;
        result = Some(match result {
            None => padded,
            Some(before) => {
                index.less((region[axis].start - start) as i64)?.as_dyn().where_(&before, &padded)?.typed()?
            }
        });
    }
    result.ok_or_else(|| Error::value("fetch", "no pieces"))
}

/// Whether a region has nothing beyond another one.
fn is_inside(region: &Region, whole: &Region) -> bool {
    let range = |(part, of): (&Range<usize>, &Range<usize>)| of.start <= part.start && part.end <= of.end;
    region.iter().any(Range::is_empty) || region.iter().zip(whole).all(range)
}
