//! A user's reduction: neighbours are combined in vectors, again and again, in their order.

use super::super::ahead::Ahead;
use super::super::copy::copy_box;
use super::super::lower::Lowering;
use super::super::ops::in_tile;
use super::super::program::{Id, Section};
use super::super::tile::{Context, Frame, UNIT, fill, in_type};
use super::RawBlock;
use std::ptr;
use xparray_ir::ir::{Combine, Op};
use xparray_ir::{DType, Result, Scalar};

/// A compiled [`Combine`].
pub struct Custom {
    /// What is reduced.
    pub x: Id,
    /// Bytes of a value, which is also the accumulator.
    pub size: usize,
    dtype: DType,
    identity: u16,
    section: Section,
    result: Id,
    /// The inputs that are the accumulated value and the next one.
    args: [Vec<Id>; 2],
}

/// A [`Custom`] with memory to run in.
pub struct Running<'a> {
    custom: &'a Custom,
    frame: Frame<'a>,
    /// Rooms for a tile of values each.
    rooms: [*mut u8; 3],
}

impl Custom {
    /// Compiles the reduction of `x`; its identity is a parameter.
    pub fn new(combine: &Combine, dtype: DType, x: Id, identity: u16) -> Result<Self> {
        let mut lowering = Lowering::new(&[], &combine.insts);
        lowering.lower_all()?;
        let result = lowering.arg_as(combine.result, dtype)?;
        let section = lowering.finish();
        let inputs =
            |k: u16| section.inputs.iter().filter(|(_, op)| *op == Op::Arg(k)).map(|&(id, _)| id).collect::<Vec<_>>();
        let args = [inputs(0), inputs(1)];
        Ok(Self { x, size: in_tile(dtype).size(), dtype, identity, section, result, args })
    }

    /// The bytes of memory to run in, for tiles of up to `n` elements.
    pub fn bytes(&self, n: usize) -> usize {
        let capacity = n.next_multiple_of(UNIT);
        Frame::bytes(&self.section, capacity) + 3 * self.size * capacity
    }

    /// Prepares to run in `memory`.
    ///
    /// # Safety
    /// As [`Frame::new`], with [`Custom::bytes`].
    pub unsafe fn running(&self, memory: *mut u8, n: usize) -> Running<'_> {
        let capacity = n.next_multiple_of(UNIT);
        let first = memory.wrapping_add(Frame::bytes(&self.section, capacity));
        // SAFETY: the caller's promise.
        let frame = unsafe { Frame::new(&self.section, memory, n, &[]) };
        Running { custom: self, frame, rooms: [0, 1, 2].map(|k| first.wrapping_add(k * self.size * capacity)) }
    }

    /// Sets `n` accumulators to the identity.
    ///
    /// # Safety
    /// `acc` must be room for `n` values.
    pub unsafe fn start(&self, acc: *mut u8, n: usize, params: &[Scalar]) {
        // SAFETY: the caller's promise.
        unsafe { fill(acc, n, in_type(params[self.identity as usize], in_tile(self.dtype))) }
    }
}

impl Running<'_> {
    /// `out[i] = combine(a[i], b[i])`; `out` may be `a`.
    ///
    /// # Safety
    /// `a` and `b` must be `n` values, `out` room for as many; `n` at most the capacity.
    pub unsafe fn combine(&mut self, a: *mut u8, b: *mut u8, out: *mut u8, n: usize, context: &Context<'_>) {
        for (ids, at) in self.custom.args.iter().zip([a, b]) {
            for &id in ids {
                self.frame.set_place(id, at);
            }
        }
        // SAFETY: the caller's promise; the result may be one of the arguments itself.
        unsafe {
            self.frame.run(n, context, &Ahead::default());
            ptr::copy(self.frame.value(self.custom.result), out, n * self.custom.size);
        }
    }

    /// Adds a tile whose rows, or columns, are reduced.
    ///
    /// # Safety
    /// The block must be as [`RawBlock`] says; `kept * reduced` at most the capacity.
    pub unsafe fn add(&mut self, block: RawBlock<'_>, rows: bool, context: &Context<'_>) {
        let RawBlock { kept, mut reduced, acc, .. } = block;
        let (size, mut x) = (self.custom.size, block.x.cast_mut());
        // SAFETY: the caller's promise, and all rooms have the capacity.
        unsafe {
            if !rows {
                for i in 0..reduced {
                    self.combine(acc, x.add(i * kept * size), acc, kept, context);
                }
                return;
            }
            let [left, right, next] = self.rooms;
            while reduced > 1 {
                let (pairs, rest) = (reduced / 2, reduced % 2);
                let (short, long) = ([pairs as isize, 1], [(pairs + rest) as isize, 1]);
                let neighbours = [reduced as isize, 2];
                copy_box(size, &[kept, pairs], (left, &short), (x, &neighbours));
                copy_box(size, &[kept, pairs], (right, &short), (x.add(size), &neighbours));
                self.combine(left, right, left, kept * pairs, context);
                // The last of an odd row goes on as it is; `x` may lie in `next`, so it is read first.
                let last = x.add((reduced - 1) * size);
                copy_box(size, &[kept, rest], (right, &[1, 1]), (last, &[reduced as isize, 1]));
                copy_box(size, &[kept, pairs], (next, &long), (left, &short));
                copy_box(size, &[kept, rest], (next.add(pairs * size), &long), (right, &[1, 1]));
                (x, reduced) = (next, pairs + rest);
            }
            self.combine(acc, x, acc, kept, context);
        }
    }
}
