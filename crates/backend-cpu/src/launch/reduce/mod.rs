//! Reductions: typed algorithms behind function pointers, and user-defined ones.

mod arg;
mod custom;
mod dot;
mod fold;
mod four;
mod lanes;
mod moments;
mod product;
mod value;

pub use custom::{Custom, Running};
pub use fold::PIECE;
pub use lanes::{InLanes, ROW_BYTES};

use super::lower::Lowering;
use super::program::{Id, invalid};
use super::tile::Index;
use crate::simd::{Compiled, Kernel};
use arg::Arg;
use dot::Dot;
use fold::{Folded, Max, Min, Sum};
use moments::{Moments, Sample};
use num_complex::Complex;
use product::Prod;
use std::marker::PhantomData;
use std::slice;
use value::Value;
use xparray_ir::ir::{ReduceOp, Reduction};
use xparray_ir::{DType, Result};

/// A tile to be reduced into accumulators.
pub struct Block<'a, In, Acc> {
    /// The values.
    pub x: &'a [In],
    /// What they are multiplied with, by a reduction that does that.
    pub y: &'a [In],
    /// Their indices, for the arg-reductions.
    pub index: Option<Index<'a>>,
    /// How many values are reduced for each accumulator.
    pub reduced: usize,
    /// The accumulators.
    pub acc: &'a mut [Acc],
    /// How many values each accumulator has seen before.
    pub seen: f64,
}

/// A reduction of tiles of one type.
pub trait Reduce: 'static {
    /// What is reduced.
    type In: Value;
    /// The state of a reduction that is under way.
    type Acc: Copy;

    /// The state before any value.
    fn start() -> Self::Acc;
    /// Adds to each accumulator a row of the block.
    fn rows(block: Block<Self::In, Self::Acc>);
    /// Adds to each accumulator a column of the block.
    fn columns(block: Block<Self::In, Self::Acc>);
    /// States with the numbers of values that they have seen, combined in this order.
    fn merge(a: (Self::Acc, f64), b: (Self::Acc, f64)) -> Self::Acc;
    /// Writes a part of the result as number `at` of a tile.
    ///
    /// # Safety
    /// `out` must be room for it.
    unsafe fn finish(acc: Self::Acc, part: u16, out: *mut u8, at: usize);
}

/// The raw form of [`Block`].
#[derive(Clone, Copy)]
pub struct RawBlock<'a> {
    /// `kept * reduced` values.
    pub x: *const u8,
    /// As many factors, or the values again.
    pub y: *const u8,
    /// As many indices, if the reduction takes them.
    pub index: Option<Index<'a>>,
    /// The number of accumulators.
    pub kept: usize,
    /// The number of values for each.
    pub reduced: usize,
    /// The accumulators.
    pub acc: *mut u8,
    /// How many values each has seen before.
    pub seen: f64,
}

/// A reduction that is known to this crate, with its types erased.
pub struct Builtin {
    /// What is reduced.
    pub x: Id,
    /// What it is multiplied with, if it is.
    pub y: Option<Id>,
    /// Its index.
    pub index: Option<Id>,
    /// How it adds in the order of machine code, if it is a sum of floats.
    pub lanes: Option<InLanes>,
    /// Bytes of an accumulator.
    pub size: usize,
    start: unsafe fn(*mut u8, usize),
    rows: unsafe fn(RawBlock<'_>),
    columns: unsafe fn(RawBlock<'_>),
    merge: unsafe fn(*mut u8, f64, *const u8, f64, usize),
    finish: unsafe fn(*const u8, u16, *mut u8, usize),
}

struct Run<'a, R, const ROWS: bool> {
    block: RawBlock<'a>,
    reduction: PhantomData<R>,
}

impl<R: Reduce, const ROWS: bool> Kernel for Run<'_, R, ROWS> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let RawBlock { x, y, index, kept, reduced, acc, seen } = self.block;
        // SAFETY: `Builtin` hands on its caller's promise.
        let values = |at: *const u8| unsafe { slice::from_raw_parts(at.cast(), kept * reduced) };
        // SAFETY: as above.
        let acc = unsafe { slice::from_raw_parts_mut(acc.cast(), kept) };
        let block = Block { x: values(x), y: values(y), index, reduced, acc, seen };
        if ROWS { R::rows(block) } else { R::columns(block) }
    }
}

unsafe fn run<R: Reduce, const ROWS: bool>(block: RawBlock<'_>) {
    <R::In as Value>::Loops::run(Run::<R, ROWS> { block, reduction: PhantomData });
}

unsafe fn start<R: Reduce>(acc: *mut u8, n: usize) {
    for i in 0..n {
        // SAFETY: `acc` is room for `n` accumulators.
        unsafe { acc.cast::<R::Acc>().add(i).write(R::start()) }
    }
}

unsafe fn merge<R: Reduce>(acc: *mut u8, seen: f64, other: *const u8, other_seen: f64, n: usize) {
    for i in 0..n {
        // SAFETY: both are `n` accumulators.
        unsafe {
            let acc = acc.cast::<R::Acc>().add(i);
            *acc = R::merge((*acc, seen), (*other.cast::<R::Acc>().add(i), other_seen));
        }
    }
}

unsafe fn finish<R: Reduce>(acc: *const u8, part: u16, out: *mut u8, n: usize) {
    for i in 0..n {
        // SAFETY: `acc` is `n` accumulators, `out` room for as many results.
        unsafe { R::finish(*acc.cast::<R::Acc>().add(i), part, out, i) }
    }
}

impl Builtin {
    fn of<R: Reduce>(x: Id, index: Option<Id>) -> Self {
        Self {
            x,
            y: None,
            index,
            lanes: None,
            size: size_of::<R::Acc>(),
            start: start::<R>,
            rows: run::<R, true>,
            columns: run::<R, false>,
            merge: merge::<R>,
            finish: finish::<R>,
        }
    }

    /// With the order of machine code, if it is a sum.
    fn adding<T: Value>(self, op: &ReduceOp) -> Self {
        Self { lanes: matches!(op, ReduceOp::Sum).then(|| InLanes::of::<T>(false)), ..self }
    }

    /// The sum of the products of two operands of a type, if it is one that has loops for that.
    pub fn dot(dtype: DType, [x, y]: [Id; 2]) -> Option<Self> {
        let builtin = match dtype {
            DType::F32 => Self { lanes: Some(InLanes::of::<f32>(true)), ..Self::of::<Dot<f32>>(x, None) },
            DType::F64 => Self { lanes: Some(InLanes::of::<f64>(true)), ..Self::of::<Dot<f64>>(x, None) },
            _ => return None,
        };
        Some(Self { y: Some(y), ..builtin })
    }

    /// Sets `n` accumulators to the state before any value.
    ///
    /// # Safety
    /// `acc` must be room for `n` accumulators.
    pub unsafe fn start(&self, acc: *mut u8, n: usize) {
        // SAFETY: the caller's promise.
        unsafe { (self.start)(acc, n) }
    }

    /// Adds a tile whose rows, or columns, are reduced; in the order of machine code, if that is asked for and it has one.
    ///
    /// # Safety
    /// The block must be as [`RawBlock`] says, with values of the reduction's type.
    pub unsafe fn add(&self, block: RawBlock<'_>, rows: bool, in_lanes: bool) {
        let (by_rows, by_columns) = match self.lanes.filter(|_| in_lanes) {
            Some(lanes) => (lanes.rows, lanes.columns),
            None => (self.rows, self.columns),
        };
        // SAFETY: the caller's promise.
        unsafe { if rows { by_rows(block) } else { by_columns(block) } }
    }

    /// Merges `n` accumulators that have seen `other_seen` values into others.
    ///
    /// # Safety
    /// Both must be `n` accumulators of this reduction.
    pub unsafe fn merge(&self, acc: *mut u8, seen: f64, other: *const u8, other_seen: f64, n: usize) {
        // SAFETY: the caller's promise.
        unsafe { (self.merge)(acc, seen, other, other_seen, n) }
    }

    /// Writes `n` results.
    ///
    /// # Safety
    /// `acc` must be `n` accumulators, `out` room for as many results of the part.
    pub unsafe fn finish(&self, acc: *const u8, part: u16, out: *mut u8, n: usize) {
        // SAFETY: the caller's promise.
        unsafe { (self.finish)(acc, part, out, n) }
    }
}

/// A compiled reduction.
pub enum Reducer {
    /// One that this crate knows.
    Builtin(Builtin),
    /// A user's.
    Custom(Custom),
}

impl Reducer {
    /// Compiles a reduction of values of `body`.
    pub fn new(reduction: &Reduction, body: &mut Lowering<'_>) -> Result<Self> {
        let dtype = match reduction.op {
            ReduceOp::ArgMin | ReduceOp::ArgMax => body.type_of(reduction.args[0]),
            ReduceOp::Any | ReduceOp::All => DType::Bool,
            _ => reduction.dtype,
        };
        let x = body.arg_as(reduction.args[0], dtype)?;
        if let ReduceOp::Custom(combine) = &reduction.op {
            let identity = body.param_of(reduction.args[1]);
            let identity = identity.ok_or_else(|| invalid("an identity must be a parameter"))?;
            return Ok(Self::Custom(Custom::new(combine, dtype, x, identity)?));
        }
        let index = reduction.args.get(1).map(|&index| body.arg_as(index, DType::I64)).transpose()?;
        let args = (x, index);
        let builtin = match super::ops::in_tile(dtype) {
            DType::Bool => truth(&reduction.op, args),
            DType::I8 => plain::<i8>(&reduction.op, args),
            DType::I16 => plain::<i16>(&reduction.op, args),
            DType::I32 => plain::<i32>(&reduction.op, args),
            DType::I64 => plain::<i64>(&reduction.op, args),
            DType::U8 => plain::<u8>(&reduction.op, args),
            DType::U16 => plain::<u16>(&reduction.op, args),
            DType::U32 => plain::<u32>(&reduction.op, args),
            DType::U64 => plain::<u64>(&reduction.op, args),
            DType::F64 => sample::<f64>(&reduction.op, args).map(|builtin| builtin.adding::<f64>(&reduction.op)),
            DType::Complex64 => sample::<Complex<f32>>(&reduction.op, args),
            DType::Complex128 => sample::<Complex<f64>>(&reduction.op, args),
            _ => sample::<f32>(&reduction.op, args).map(|builtin| builtin.adding::<f32>(&reduction.op)),
        };
        builtin.map(Self::Builtin).ok_or_else(|| invalid(format!("{:?} does not take {dtype}", reduction.op)))
    }

    /// How it adds in the order of machine code, if it is a sum of floats.
    pub fn lanes(&self) -> Option<&InLanes> {
        match self {
            Self::Builtin(builtin) => builtin.lanes.as_ref(),
            Self::Custom(_) => None,
        }
    }

    /// Bytes of an accumulator.
    pub fn size(&self) -> usize {
        match self {
            Self::Builtin(builtin) => builtin.size,
            Self::Custom(custom) => custom.size,
        }
    }
}

/// The sum of truth values is whether any is true, their product whether all are.
fn truth(op: &ReduceOp, args: (Id, Option<Id>)) -> Option<Builtin> {
    match op {
        ReduceOp::Sum => plain::<bool>(&ReduceOp::Max, args),
        ReduceOp::Prod => plain::<bool>(&ReduceOp::Min, args),
        op => plain::<bool>(op, args),
    }
}

fn plain<T: Value>(op: &ReduceOp, args: (Id, Option<Id>)) -> Option<Builtin> {
    Some(match op {
        ReduceOp::Sum => Builtin::of::<Folded<Sum<T::Modular>>>(args.0, None),
        ReduceOp::Prod => Builtin::of::<Folded<Prod<T::Modular>>>(args.0, None),
        ReduceOp::Min | ReduceOp::All => Builtin::of::<Folded<Min<T>>>(args.0, None),
        ReduceOp::Max | ReduceOp::Any => Builtin::of::<Folded<Max<T>>>(args.0, None),
        ReduceOp::ArgMin => Builtin::of::<Arg<Min<T>>>(args.0, args.1),
        ReduceOp::ArgMax => Builtin::of::<Arg<Max<T>>>(args.0, args.1),
        ReduceOp::Moments | ReduceOp::Custom(_) => return None,
    })
}

fn sample<T: Sample>(op: &ReduceOp, args: (Id, Option<Id>)) -> Option<Builtin> {
    match op {
        ReduceOp::Moments => Some(Builtin::of::<Moments<T>>(args.0, None)),
        op => plain::<T>(op, args),
    }
}
