//! Which transforms one plan does at once: from axes and strides to a plan's parameters.

use crate::vendor::{FftKind, FftSide, FftSpec};
use smallvec::SmallVec;

/// So many executions for one pass are always fewer bytes' worth of time than copies that would make it one.
const FEW: usize = 4;
/// An execution of so many elements keeps the device busy.
const LARGE: usize = 1 << 20;
/// Transforms of so many elements that do not lie one after the other take longer than two copies and a transform of what does: of
/// complex numbers, and with a real side. Of 2^26 complex numbers on an H200 cuFFT takes 0.51 ms for columns of 4,096, 1.15
/// for 8,192 and 1.69 for 16,384, where copies and all take 0.79 to 0.91; of as many reals 0.28 for 1,024 and 1.52 for 2,048
/// (0.43).
const LONG: [i64; 2] = [8192, 2048];

/// A plan's parameters, and where it starts: once for each index of `outer`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pass {
    pub spec: FftSpec,
    outer: SmallVec<[Dim; 2]>,
}

/// An axis, with its strides in what is read and what is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Dim {
    len: usize,
    strides: [i64; 2],
}

/// What is transformed: `shape` is that of the real side where there is one, else of both.
#[derive(Clone, Copy)]
pub(super) struct Geometry<'a> {
    pub kind: FftKind,
    pub double: bool,
    pub shape: &'a [usize],
    /// Of what is read and of what is written, in elements.
    pub strides: [&'a [isize]; 2],
    /// The first element's place in what is read.
    pub offset: usize,
    /// Elements of the buffer that is read.
    pub room: usize,
}

impl Pass {
    /// The pass over these different axes, the last of them halved in a real transform; none if no plan's parameters
    /// say so, or if copies are cheaper.
    pub fn new(geometry: Geometry<'_>, axes: &[usize]) -> Option<Self> {
        let Geometry { kind, double, shape, strides, offset, room } = geometry;
        let dim = |axis: usize| Dim { len: shape[axis], strides: [0, 1].map(|side| strides[side][axis] as i64) };
        let mut transformed: SmallVec<[Dim; 3]> = axes.iter().map(|&axis| dim(axis)).collect();
        // The outermost first; the halved axis has its place.
        let free = if kind == FftKind::Complex { axes.len() } else { axes.len() - 1 };
        transformed[..free].sort_by_key(|dim| std::cmp::Reverse(dim.strides[1]));
        let (input, output) = (embed(kind, &transformed, 0)?, embed(kind, &transformed, 1)?);
        let mut outer = merged((0..shape.len()).filter(|axis| !axes.contains(axis)).map(dim));
        let most = (0..outer.len()).max_by_key(|&k| outer[k].len);
        let batch = most.map(|k| outer.remove(k));
        let each: usize = transformed.iter().map(|dim| dim.len).product();
        let executions: usize = outer.iter().map(|dim| dim.len).product();
        let size = each * batch.map_or(1, |batch| batch.len);
        if executions > FEW && size < LARGE {
            return None;
        }
        let Dim { len: batch, strides: distances } =
            batch.unwrap_or(Dim { len: 1, strides: [span(&input), span(&output)] });
        if distances.iter().any(|&distance| distance <= 0) {
            return None;
        }
        // cuFFT reads rows to the end that `embed` or the distance gives them, also the last one.
        let row = (input.embed.iter().product::<i64>() - 1) * input.stride;
        let row = row.max((distances[0] - 1) / input.stride * input.stride);
        let last = (batch - 1) as i64 * distances[0] + row;
        let starts = outer.iter().map(|dim| (dim.len - 1) as i64 * dim.strides[0]);
        if starts.filter(|&start| start > 0).sum::<i64>() + last >= room.saturating_sub(offset) as i64 {
            return None;
        }
        // Libraries want pairs of real numbers where complex ones could be.
        let pairs =
            |start: usize, side: usize| start.is_multiple_of(2) && outer.iter().all(|dim| dim.strides[side] % 2 == 0);
        let aligned = match kind {
            FftKind::Complex => true,
            FftKind::RealToComplex => pairs(offset, 0),
            FftKind::ComplexToReal => pairs(0, 1),
        };
        let mut lengths = [1; 3];
        for (length, dim) in lengths.iter_mut().zip(&transformed) {
            *length = dim.len as i64;
        }
        let spec = FftSpec {
            kind,
            double,
            rank: axes.len(),
            lengths,
            input: FftSide { distance: distances[0], ..input },
            output: FftSide { distance: distances[1], ..output },
            batch: batch as i64,
        };
        aligned.then_some(Self { spec, outer })
    }

    /// Whether no copies are quicker. A plan of several axes whose elements are apart was seen to take seven times as long as plans
    /// of one after the other.
    pub fn is_quick(&self) -> bool {
        let FftSpec { kind, rank, lengths, input, output, batch, .. } = self.spec;
        let long = LONG[usize::from(kind != FftKind::Complex)];
        let few = lengths.iter().product::<i64>() * batch < LARGE as i64;
        few || input.stride.max(output.stride) == 1 || rank == 1 && lengths[0] < long
    }

    pub fn reads_reals(&self) -> bool {
        self.spec.kind == FftKind::RealToComplex
    }

    pub fn writes_reals(&self) -> bool {
        self.spec.kind == FftKind::ComplexToReal
    }

    /// Where the executions start, in what is read and what is written.
    pub fn starts(&self) -> impl Iterator<Item = [i64; 2]> {
        let count: usize = self.outer.iter().map(|dim| dim.len).product();
        (0..count).map(|number| {
            let mut rest = number;
            self.outer.iter().rev().fold([0, 0], |[src, dst], dim| {
                let index = (rest % dim.len) as i64;
                rest /= dim.len;
                [src + index * dim.strides[0], dst + index * dim.strides[1]]
            })
        })
    }
}

/// One side of transforms over these axes, if it lies in an array.
fn embed(kind: FftKind, axes: &[Dim], side: usize) -> Option<FftSide> {
    let last = axes.last()?;
    let halved = matches!((kind, side), (FftKind::RealToComplex, 1) | (FftKind::ComplexToReal, 0));
    let mut embed = [1; 3];
    for (k, dim) in axes.iter().enumerate() {
        let len = if halved && k + 1 == axes.len() { dim.len / 2 + 1 } else { dim.len } as i64;
        let stride = dim.strides[side];
        if stride <= 0 {
            return None;
        }
        embed[k] = len;
        if k > 0 {
            let outer = axes[k - 1].strides[side];
            if outer % stride != 0 || outer / stride < len {
                return None;
            }
            embed[k] = outer / stride;
        }
    }
    Some(FftSide { embed, stride: last.strides[side], distance: 0 })
}

/// The length of the array that a transform lies in.
fn span(side: &FftSide) -> i64 {
    side.embed.iter().product::<i64>() * side.stride
}

/// The axes of more than one element, those merged that are one in both arrays.
fn merged(dims: impl Iterator<Item = Dim>) -> SmallVec<[Dim; 2]> {
    let mut dims: SmallVec<[Dim; 4]> = dims.filter(|dim| dim.len > 1).collect();
    dims.sort_by_key(|dim| std::cmp::Reverse(dim.strides[1]));
    let mut merged: SmallVec<[Dim; 2]> = SmallVec::new();
    for dim in dims {
        match merged.last_mut() {
            Some(outer) if (0..2).all(|side| outer.strides[side] == dim.strides[side] * dim.len as i64) => {
                *outer = Dim { len: outer.len * dim.len, strides: dim.strides };
            }
            _ => merged.push(dim),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::{Geometry, Pass};
    use crate::vendor::FftKind;
    use xparray_ir::layout::row_major_strides;

    fn pass(shape: &[usize], strides: Option<&[isize]>, axes: &[usize]) -> Option<Pass> {
        let whole = row_major_strides(shape);
        let strides = [strides.unwrap_or(&whole), &whole];
        Pass::new(Geometry { kind: FftKind::Complex, double: false, shape, strides, offset: 0, room: 1000 }, axes)
    }

    /// Every element of every transform, where the parameters say that it is.
    fn places(pass: &Pass, output: bool) -> Vec<i64> {
        let spec = &pass.spec;
        let side = if output { spec.output } else { spec.input };
        let mut places = Vec::new();
        for start in pass.starts() {
            for b in 0..spec.batch {
                for i in 0..spec.lengths[0] {
                    for j in 0..spec.lengths[1] {
                        for k in 0..spec.lengths[2] {
                            let index = [i, j, k];
                            let place = (1..spec.rank).fold(i, |place, axis| place * side.embed[axis] + index[axis]);
                            places.push(start[usize::from(output)] + b * side.distance + place * side.stride);
                        }
                    }
                }
            }
        }
        places
    }

    #[test]
    fn each_element_once() {
        let shape = [3, 4, 5, 2];
        for axes in [&[3][..], &[0], &[1], &[2, 3], &[0, 1], &[1, 2], &[0, 3], &[1, 3], &[0, 2], &[1, 2, 3], &[0, 1, 3]]
        {
            let Some(pass) = pass(&shape, None, axes) else { panic!("{axes:?}") };
            let mut found = places(&pass, true);
            assert_eq!(found, places(&pass, false), "{axes:?}");
            found.sort_unstable();
            assert_eq!(found, (0..120).collect::<Vec<_>>(), "{axes:?}");
        }
    }

    #[test]
    fn strides_that_are_arrays() {
        // Columns of a wider array, and its transpose.
        let cut = pass(&[4, 6], Some(&[10, 1]), &[0, 1]).unwrap();
        assert_eq!((cut.spec.input.embed[1], cut.spec.output.embed[1], cut.spec.batch), (10, 6, 1));
        assert!(pass(&[4, 6], Some(&[1, 4]), &[0, 1]).is_none());
        let turned = pass(&[4, 6], Some(&[1, 4]), &[1]).unwrap();
        assert_eq!((turned.spec.input.stride, turned.spec.input.distance, turned.spec.batch), (4, 1, 4));
        for strides in [[-6, 1], [6, -1], [0, 1], [1, 0], [9, 2]] {
            assert!(pass(&[4, 6], Some(&strides), &[0, 1]).is_none(), "{strides:?}");
        }
        // Too many executions.
        assert!(pass(&[100, 8, 9], None, &[1]).is_none());
        assert_eq!(pass(&[3, 8, 9], None, &[1]).unwrap().starts().count(), 3);
    }

    #[test]
    fn what_is_long_and_apart_is_copied() {
        let quick = |kind, shape: &[usize], axes: &[usize]| {
            let (whole, room) = (row_major_strides(shape), shape.iter().product());
            let geometry = Geometry { kind, double: false, shape, strides: [&whole; 2], offset: 0, room };
            Pass::new(geometry, axes).unwrap().is_quick()
        };
        let (complex, real) = (FftKind::Complex, FftKind::RealToComplex);
        assert!(quick(complex, &[128, 8192], &[1]) && quick(complex, &[4096, 256], &[0]));
        assert!(!quick(complex, &[8192, 128], &[0]) && quick(complex, &[8192, 127], &[0]));
        assert!(quick(real, &[1024, 1024], &[0]) && !quick(real, &[2048, 512], &[0]));
        assert!(quick(complex, &[1024, 1024], &[0, 1]) && !quick(complex, &[64, 128, 128], &[0, 1]));
    }

    #[test]
    fn rows_are_read_to_their_end() {
        for axes in [&[0, 1][..], &[1]] {
            let at = |offset, room| {
                let strides = [&[8isize, 1][..], &[4, 1]];
                let kind = FftKind::RealToComplex;
                Pass::new(Geometry { kind, double: false, shape: &[5, 6], strides, offset, room }, axes)
            };
            assert!(at(0, 40).is_some() && at(2, 42).is_some());
            assert!(at(2, 40).is_none(), "the elements are inside, the last row's end is not");
        }
        // The axis in the middle of an array, one execution for each column: rows end before the next column's.
        let geometry =
            |shape, strides| Geometry { kind: FftKind::Complex, double: false, shape, strides, offset: 0, room: 108 };
        assert!(Pass::new(geometry(&[9, 4, 3], [&[12, 3, 1], &[12, 3, 1]]), &[1]).is_some());
    }

    #[test]
    fn real_transforms_want_pairs() {
        let (real, half) = ([5isize, 1], [3isize, 1]);
        let at = |offset, shape: &[usize], strides: [&[isize]; 2]| {
            let geometry = Geometry { kind: FftKind::RealToComplex, double: true, shape, strides, offset, room: 100 };
            Pass::new(geometry, &[shape.len() - 1])
        };
        let spec = at(0, &[7, 5], [&real, &half]).unwrap().spec;
        assert_eq!((spec.lengths[0], spec.input.distance, spec.output.distance, spec.batch), (5, 5, 3, 7));
        assert!(at(1, &[7, 5], [&real, &half]).is_none());
        assert!(at(0, &[2, 7, 5], [&[45, 5, 1], &[21, 3, 1]]).is_none(), "an odd start");
    }
}
