//! `Primitives`.

use super::scan;
use super::view::{Rows, V, as_unsigned, fresh, rows, same_type, valid_rows, values_mut};
use crate::device::Cpu;
use crate::memory::out_of_memory;
use crate::pool::Block;
use crate::primitives::{self as p, Axis, BadIndex, IndexError};
use half::{bf16, f16};
use num_complex::Complex;
use xparray_ir::backend::{Backend, Output, Primitives, ScanOp, ScatterOp, Side, View};
use xparray_ir::layout::{Dims, checked_len};
use xparray_ir::{DType, Error, Layout, Result, dispatch_dtype};

/// Binds one of some types.
macro_rules! dispatch {
    ($dtype:expr, $op:literal, $T:ident => $body:expr, [$($variant:ident $ty:ty),*]) => {
        match $dtype {
            $(DType::$variant => { type $T = $ty; $body })*
            dtype => Err(Error::Unsupported { backend: Cpu::NAME, op: $op, dtype }),
        }
    };
}

/// As `dispatch_dtype`, for the types with arithmetic.
macro_rules! dispatch_number {
    ($dtype:expr, $op:literal, $T:ident => $body:expr) => {
        dispatch!($dtype, $op, $T => $body, [I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16, U32 u32,
            U64 u64, F16 f16, BF16 bf16, F32 f32, F64 f64, Complex64 Complex<f32>, Complex128 Complex<f64>])
    };
}

/// The same, where signed integers are taken as unsigned ones.
macro_rules! dispatch_ring {
    ($dtype:expr, $op:literal, $T:ident => $body:expr) => {
        dispatch!($dtype, $op, $T => $body, [U8 u8, U16 u16, U32 u32, U64 u64, F16 f16, BF16 bf16, F32 f32, F64 f64,
            Complex64 Complex<f32>, Complex128 Complex<f64>])
    };
}

/// The types that stand for all of their size.
macro_rules! dispatch_bits {
    ($dtype:expr, $op:literal, $T:ident => $body:expr) => {
        dispatch!($dtype, $op, $T => $body, [U8 u8, U16 u16, U32 u32, U64 u64, Complex128 Complex<f64>])
    };
}

fn bad_index(op: &'static str) -> impl Fn(BadIndex) -> Error {
    move |BadIndex { index, len, .. }| Error::Index { op, index, len }
}

/// An array around one of its axes.
fn around(shape: &[usize], axis: usize) -> Axis {
    Axis { outer: shape[..axis].iter().product(), len: shape[axis], inner: shape[axis + 1..].iter().product() }
}

fn check_axis(op: &'static str, x: &V<'_>, axis: usize) -> Result<()> {
    let ndim = x.layout().ndim();
    if axis < ndim { Ok(()) } else { Err(Error::Axis { op, axis: axis as isize, ndim }) }
}

/// The axes with `axis` moved to the end, and the way back.
fn to_end(ndim: usize, axis: usize) -> (Dims, Dims) {
    let order: Dims = (0..ndim).filter(|&k| k != axis).chain([axis]).collect();
    let mut back = order.clone();
    for (place, &k) in order.iter().enumerate() {
        back[k] = place;
    }
    (order, back)
}

impl Cpu {
    /// Applies `f` to rows that are the items along `axis`; the result has the shape of `x`.
    fn along_rows(
        &self,
        x: V<'_>,
        axis: usize,
        dtype: DType,
        f: impl FnOnce(&Rows<'_>, usize) -> Result<Block>,
    ) -> Result<Block> {
        let (order, back) = to_end(x.layout().ndim(), axis);
        let moved = x.layout().permute(&order)?;
        let sorted = f(&valid_rows(self, x.with_layout(&moved)?)?, x.layout().shape()[axis])?;
        if axis + 1 == x.layout().ndim() {
            return Ok(sorted);
        }
        let layout = Layout::row_major(moved.shape()).permute(&back)?;
        match rows(self, View::new(&sorted, dtype, &layout)?)? {
            Rows::Copy(block, ..) => Ok(block),
            // The other axes have no more than one item: nothing has moved.
            Rows::InPlace(_) => Ok(sorted),
        }
    }
}

impl Primitives for Cpu {
    fn inclusive_scan(&self, op: &ScanOp, x: V<'_>, axis: usize) -> Result<Block> {
        check_axis("scan", &x, axis)?;
        if let ScanOp::Custom(combine, _) = op {
            return scan::custom(self, combine, x, axis);
        }
        let around = around(x.layout().shape(), axis);
        let x = if matches!(op, ScanOp::Sum | ScanOp::Prod) { as_unsigned(x) } else { x };
        let input = rows(self, x)?;
        macro_rules! run {
            ($scan:expr, $T:ty) => {{
                let input = input.slice::<$T>("scan")?;
                fresh::<$T>(self, input.len(), |out| $scan(self.pool(), input, around, out).map_err(out_of_memory))
            }};
        }
        match op {
            ScanOp::Sum => dispatch_ring!(x.dtype(), "scan", T => run!(p::cumsum::<T>, T)),
            ScanOp::Prod => dispatch_ring!(x.dtype(), "scan", T => run!(p::cumprod::<T>, T)),
            ScanOp::Min => dispatch_number!(x.dtype(), "scan", T => run!(p::cummin::<T>, T)),
            ScanOp::Max | ScanOp::Custom(..) => dispatch_number!(x.dtype(), "scan", T => run!(p::cummax::<T>, T)),
        }
    }

    fn sort(&self, x: V<'_>, axis: usize) -> Result<Block> {
        check_axis("sort", &x, axis)?;
        self.along_rows(x, axis, x.dtype(), |input, n| {
            dispatch_dtype!(x.dtype(), T => {
                let input = input.slice::<T>("sort")?;
                fresh::<T>(self, input.len(), |out| {
                    p::sort_rows(self.pool(), input, n, out).map_err(out_of_memory)
                })
            })
        })
    }

    fn argsort(&self, x: V<'_>, axis: usize) -> Result<Block> {
        check_axis("argsort", &x, axis)?;
        self.along_rows(x, axis, DType::I64, |input, n| {
            dispatch_dtype!(x.dtype(), T => {
                let input = input.slice::<T>("argsort")?;
                fresh::<i64>(self, input.len(), |out| {
                    p::argsort_rows(self.pool(), input, n, out).map_err(out_of_memory)
                })
            })
        })
    }

    fn partition(&self, x: V<'_>, axis: usize, kth: &[usize]) -> Result<Block> {
        check_axis("partition", &x, axis)?;
        let len = x.layout().shape()[axis];
        if let Some(&k) = kth.iter().find(|&&k| k >= len) {
            return Err(Error::Index { op: "partition", index: k as i64, len });
        }
        let mut kth = kth.to_vec();
        kth.sort_unstable();
        self.along_rows(x, axis, x.dtype(), |input, n| {
            dispatch_dtype!(x.dtype(), T => {
                let input = input.slice::<T>("partition")?;
                fresh::<T>(self, input.len(), |out| {
                    p::partition_rows(self.pool(), input, n, &kth, out).map_err(out_of_memory)
                })
            })
        })
    }

    fn compact(&self, x: V<'_>, mask: V<'_>) -> Result<(Block, usize)> {
        if x.layout().shape() != mask.layout().shape() {
            return Err(Error::shape("compact", x.layout().shape(), mask.layout().shape()));
        }
        same_type("compact", DType::Bool, mask.dtype())?;
        let x = x.as_bits();
        let (values, mask) = (rows(self, x)?, rows(self, mask.as_bits())?);
        let mask = mask.slice::<u8>("compact")?;
        let n = p::count_true(mask);
        let block = dispatch_bits!(x.dtype(), "compact", T => {
            let values = values.slice::<T>("compact")?;
            fresh::<T>(self, n, |out| p::compact(self.pool(), values, mask, out).map_err(out_of_memory))
        })?;
        Ok((block, n))
    }

    fn nonzero(&self, mask: V<'_>) -> Result<(Block, usize)> {
        same_type("nonzero", DType::Bool, mask.dtype())?;
        let mask = rows(self, mask.as_bits())?;
        let mask = mask.slice::<u8>("nonzero")?;
        let n = p::count_true(mask);
        let block = fresh::<i64>(self, n, |out| p::nonzero(self.pool(), mask, out).map_err(out_of_memory))?;
        Ok((block, n))
    }

    fn take(&self, x: V<'_>, axis: usize, indices: V<'_>) -> Result<Block> {
        check_axis("take", &x, axis)?;
        let x = x.as_bits();
        let around = around(x.layout().shape(), axis);
        let (input, indices) = (rows(self, x)?, rows(self, indices)?);
        let indices = indices.slice::<i64>("take")?;
        dispatch_bits!(x.dtype(), "take", T => {
            let input = input.slice::<T>("take")?;
            fresh::<T>(self, checked_len(&[around.outer, indices.len(), around.inner])?, |out| {
                p::take(input, around, indices, out).map_err(bad_index("take"))
            })
        })
    }

    fn take_along_axis(&self, x: V<'_>, axis: usize, indices: V<'_>) -> Result<Block> {
        check_axis("take_along_axis", &x, axis)?;
        let (shape, places) = (x.layout().shape(), indices.layout().shape());
        let others =
            |shape: &[usize]| shape.iter().enumerate().filter(|&(k, _)| k != axis).map(|(_, &d)| d).collect::<Dims>();
        if shape.len() != places.len() || others(shape) != others(places) {
            return Err(Error::shape("take_along_axis", shape, places));
        }
        let around = around(shape, axis);
        let x = x.as_bits();
        let (input, indices) = (rows(self, x)?, rows(self, indices)?);
        let indices = indices.slice::<i64>("take_along_axis")?;
        dispatch_bits!(x.dtype(), "take_along_axis", T => {
            let input = input.slice::<T>("take_along_axis")?;
            fresh::<T>(self, indices.len(), |out| {
                p::take_along_axis(input, around, indices, out).map_err(bad_index("take_along_axis"))
            })
        })
    }

    fn scatter(&self, op: ScatterOp, target: Output<'_, Block>, indices: V<'_>, values: V<'_>) -> Result<()> {
        if indices.layout().shape() != values.layout().shape() {
            return Err(Error::shape("scatter", indices.layout().shape(), values.layout().shape()));
        }
        let dtype = values.dtype();
        same_type("scatter", target.dtype(), dtype)?;
        let values = match op {
            ScatterOp::Min | ScatterOp::Max if dtype != DType::Bool => values,
            ScatterOp::Add | ScatterOp::Mul if dtype != DType::Bool => as_unsigned(values),
            _ => values.as_bits(),
        };
        let seen = values.dtype();
        let (indices, values) = (rows(self, indices)?, rows(self, values)?);
        let indices = indices.slice::<i64>("scatter")?;
        let mut target = target.reinterpreted(seen)?;
        let (axis, target) = (Axis::flat(target.layout().len()), &mut target);
        match op {
            ScatterOp::Put => dispatch_bits!(seen, "scatter", T => {
                let values = values.slice::<T>("scatter")?;
                p::put(values_mut::<T>("scatter", target)?, axis, indices, values).map_err(bad_index("scatter"))
            }),
            // Of truth values the sum is the larger one, the product the smaller one.
            _ if dtype == DType::Bool => {
                let larger = matches!(op, ScatterOp::Add | ScatterOp::Max);
                let join = if larger { p::scatter_max::<u8> } else { p::scatter_min::<u8> };
                let values = values.slice::<u8>("scatter")?;
                join(values_mut("scatter", target)?, axis, indices, values).map_err(bad_index("scatter"))
            }
            ScatterOp::Add | ScatterOp::Mul => dispatch_ring!(seen, "scatter", T => {
                let join = if op == ScatterOp::Add { p::scatter_add::<T> } else { p::scatter_mul::<T> };
                let values = values.slice::<T>("scatter")?;
                join(values_mut::<T>("scatter", target)?, axis, indices, values).map_err(bad_index("scatter"))
            }),
            ScatterOp::Min | ScatterOp::Max => dispatch_number!(seen, "scatter", T => {
                let join = if op == ScatterOp::Min { p::scatter_min::<T> } else { p::scatter_max::<T> };
                let values = values.slice::<T>("scatter")?;
                join(values_mut::<T>("scatter", target)?, axis, indices, values).map_err(bad_index("scatter"))
            }),
        }
    }

    fn searchsorted(&self, sorted: V<'_>, values: V<'_>, side: Side) -> Result<Block> {
        let side = match side {
            Side::Left => p::Side::Left,
            Side::Right => p::Side::Right,
        };
        let dtype = sorted.dtype();
        let (sorted, values) = (valid_rows(self, sorted)?, valid_rows(self, values)?);
        dispatch_dtype!(dtype, T => {
            let (sorted, values) = (sorted.slice::<T>("searchsorted")?, values.slice::<T>("searchsorted")?);
            fresh::<i64>(self, values.len(), |out| {
                p::searchsorted(sorted, values, side, out);
                Ok(())
            })
        })
    }

    fn histogram(&self, x: V<'_>, edges: V<'_>, uniform: bool) -> Result<Block> {
        let dtype = x.dtype();
        let (input, edges) = (valid_rows(self, x)?, valid_rows(self, edges)?);
        let pool = self.pool();
        macro_rules! uniform {
            ($T:ty) => {{
                let (input, edges) = (input.slice::<$T>("histogram")?, edges.slice::<$T>("histogram")?);
                fresh::<i64>(self, bins(edges.len())?, |counts| {
                    p::histogram_uniform(pool, input, edges, counts).map_err(out_of_memory)
                })
            }};
        }
        match (uniform, dtype) {
            (true, DType::F32) => uniform!(f32),
            (true, DType::F64) => uniform!(f64),
            _ => dispatch_dtype!(dtype, T => {
                let (input, edges) = (input.slice::<T>("histogram")?, edges.slice::<T>("histogram")?);
                fresh::<i64>(self, bins(edges.len())?, |counts| {
                    p::histogram(pool, input, edges, counts).map_err(out_of_memory)
                })
            }),
        }
    }

    fn bincount(&self, x: V<'_>, weights: Option<V<'_>>, len: usize) -> Result<Block> {
        let input = rows(self, x)?;
        let input = input.slice::<i64>("bincount")?;
        let failed = |error| match error {
            IndexError::BadIndex(bad) => bad_index("bincount")(bad),
            IndexError::OutOfMemory(error) => out_of_memory(error),
        };
        let Some(weights) = weights else {
            return fresh::<i64>(self, len, |out| p::bincount(self.pool(), input, out).map_err(failed));
        };
        if weights.layout().shape() != x.layout().shape() {
            return Err(Error::shape("bincount", x.layout().shape(), weights.layout().shape()));
        }
        let weights = rows(self, weights)?;
        let weights = weights.slice::<f64>("bincount")?;
        fresh::<f64>(self, len, |out| p::bincount_weighted(self.pool(), input, weights, out).map_err(failed))
    }
}

fn bins(edges: usize) -> Result<usize> {
    edges.checked_sub(1).filter(|&n| n > 0).ok_or_else(|| Error::value("histogram", "there are no bins"))
}
