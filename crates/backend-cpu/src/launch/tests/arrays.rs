//! Arrays in every kind of layout, and launches over them.

use super::reference;
use super::values::{V, near};
use crate::launch::Executor;
use crate::pool::{Block, Pool};
use smallvec::SmallVec;
use std::slice;
use xparray_ir::backend::{Input, LaunchArgs, Output, Prepared, View};
use xparray_ir::ir::{BinaryOp, Inst, Kernel, Op, ReduceOp, Reduction, SharedKernel, UnaryOp, Value};
use xparray_ir::layout::{Dims, Strides, row_major_strides};
use xparray_ir::{DType, Layout, Result, Scalar};

/// How an array lies in its buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lie {
    Contiguous,
    /// Every second element, after some others.
    Strided,
    /// Backwards along every axis.
    Reversed,
    /// Column-major.
    Transposed,
    /// One element, repeated along every axis but the last.
    Repeated,
    /// One element, everywhere.
    Constant,
}

impl Lie {
    pub const ALL: [Lie; 6] =
        [Lie::Contiguous, Lie::Strided, Lie::Reversed, Lie::Transposed, Lie::Repeated, Lie::Constant];
    /// Those without repetition, which an output may have.
    pub const OUTPUTS: [Lie; 4] = [Lie::Contiguous, Lie::Strided, Lie::Reversed, Lie::Transposed];

    /// The layout, and how many elements the buffer must have.
    fn layout(self, shape: &[usize]) -> (Layout, usize) {
        let n: usize = shape.iter().product();
        let rows = row_major_strides(shape);
        let new = |strides: Strides, offset: usize| Layout::new(Dims::from_slice(shape), strides, offset).unwrap();
        match self {
            Lie::Contiguous => (new(rows, 0), n),
            Lie::Strided => (new(rows.iter().map(|s| 2 * s).collect(), 3), 2 * n + 3),
            Lie::Reversed => (new(rows.iter().map(|s| -s).collect(), n.max(1) - 1), n),
            Lie::Transposed => {
                let mut strides = Strides::new();
                let mut step = 1;
                for &d in shape {
                    strides.push(step);
                    step *= d as isize;
                }
                (new(strides, 1), n + 1)
            }
            Lie::Repeated => {
                let last = shape.last().copied().unwrap_or(1);
                let mut strides: Strides = shape.iter().map(|_| 0).collect();
                if let Some(stride) = strides.last_mut() {
                    *stride = 1;
                }
                (new(strides, 0), last)
            }
            Lie::Constant => (new(shape.iter().map(|_| 0).collect(), 2), 3),
        }
    }
}

/// An array and its buffer.
#[derive(Debug)]
pub struct Array {
    pub dtype: DType,
    pub block: Block,
    pub layout: Layout,
}

impl std::fmt::Debug for Block {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "block of {} bytes", self.len())
    }
}

fn places(layout: &Layout) -> Vec<usize> {
    let mut places = vec![layout.offset() as isize];
    for (&d, &s) in layout.shape().iter().zip(layout.strides()) {
        places = places.iter().flat_map(|&p| (0..d as isize).map(move |i| p + i * s)).collect();
    }
    places.into_iter().map(|p| p as usize).collect()
}

impl Array {
    /// An array of values in row-major order; repeated axes keep the first.
    pub fn new(pool: &Pool, dtype: DType, shape: &[usize], lie: Lie, value: impl Fn(usize) -> V) -> Array {
        let (layout, len) = lie.layout(shape);
        let block = pool.alloc(len * dtype.size()).unwrap();
        let mut array = Array { dtype, block, layout };
        // What lies between the elements is recognised where whole buffers are compared.
        array.bytes_mut().fill(0xa5);
        for (i, place) in places(&array.layout).into_iter().enumerate().rev() {
            let scalar = value(i).scalar(dtype);
            array.bytes_mut()[place * dtype.size()..][..dtype.size()].copy_from_slice(scalar.bytes());
        }
        array
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: the block is ours, and its bytes are initialised.
        unsafe { slice::from_raw_parts_mut(self.block.as_ptr(), self.block.len()) }
    }

    /// The same in other memory.
    fn copy(&self, pool: &Pool) -> Self {
        let block = pool.alloc(self.block.len()).unwrap();
        let mut copy = Self { block, dtype: self.dtype, layout: self.layout.clone() };
        copy.bytes_mut().copy_from_slice(self.bytes());
        copy
    }

    pub fn bytes(&self) -> &[u8] {
        // SAFETY: as above.
        unsafe { slice::from_raw_parts(self.block.as_ptr(), self.block.len()) }
    }

    /// The values in row-major order.
    pub fn values(&self) -> Vec<V> {
        places(&self.layout).into_iter().map(|place| self.value_at(place)).collect()
    }

    /// The value at a place of the memory.
    pub fn value_at(&self, place: usize) -> V {
        let size = self.dtype.size();
        let bytes = &self.bytes()[place * size..][..size];
        V::of(xparray_ir::dispatch_dtype!(self.dtype, T => Scalar::new(<T as xparray_ir::Element>::read_bytes(bytes))))
    }
}

/// A kernel in the making.
#[derive(Default)]
pub struct Build {
    pub kernel: Kernel,
    pub params: Vec<Scalar>,
    body: Option<usize>,
}

impl Build {
    pub fn op(&mut self, op: Op, dtype: DType, args: &[Value]) -> Value {
        self.kernel.insts.push(Inst { op, dtype, args: SmallVec::from_slice(args) });
        (self.kernel.insts.len() - 1) as Value
    }

    pub fn load(&mut self, dtype: DType) -> Value {
        self.kernel.operands += 1;
        self.op(Op::Load(self.kernel.operands as u16 - 1), dtype, &[])
    }

    pub fn index(&mut self) -> Value {
        self.kernel.operands += 1;
        self.op(Op::Index(self.kernel.operands as u16 - 1), DType::I64, &[])
    }

    pub fn param(&mut self, scalar: Scalar) -> Value {
        self.params.push(scalar);
        self.kernel.params.push(scalar.dtype());
        self.op(Op::Param(self.params.len() as u16 - 1), scalar.dtype(), &[])
    }

    pub fn unary(&mut self, op: UnaryOp, x: Value) -> Value {
        self.op(Op::Unary(op), op.result(self.kernel.dtype(x)), &[x])
    }

    pub fn binary(&mut self, op: BinaryOp, x: Value, y: Value) -> Value {
        self.op(Op::Binary(op), op.result(self.kernel.dtype(x)), &[x, y])
    }

    pub fn cast(&mut self, x: Value, dtype: DType) -> Value {
        self.op(Op::Cast, dtype, &[x])
    }

    pub fn reduce(&mut self, op: ReduceOp, dtype: DType, args: &[Value]) -> u16 {
        self.kernel.reductions.push(Reduction { op, args: SmallVec::from_slice(args), dtype });
        (self.kernel.reductions.len() - 1) as u16
    }

    pub fn reduced(&mut self, index: u16, part: u16) -> Value {
        self.body.get_or_insert(self.kernel.insts.len());
        let reduction = &self.kernel.reductions[index as usize];
        let dtype = reduction.op.result(reduction.dtype, part);
        self.op(Op::Reduced { index, part }, dtype, &[])
    }

    pub fn store(&mut self, value: Value) -> &mut Self {
        self.kernel.outputs.push(value);
        self
    }

    pub fn finish(&mut self) {
        self.kernel.body = self.body.unwrap_or(self.kernel.insts.len());
    }
}

/// An operand of a test.
#[derive(Debug)]
pub enum Operand {
    Array(Array),
    Index(Layout),
    /// The old contents of an output.
    Output(usize),
}

/// A kernel over a space and its operands.
pub struct Case<'a> {
    pub build: &'a mut Build,
    pub shape: &'a [usize],
    pub kept: usize,
    pub operands: Vec<Operand>,
    /// How the outputs lie.
    pub lie: Lie,
}

impl Case<'_> {
    /// Runs the kernel; `old` are the outputs' contents before, zeros if there are none.
    pub fn run(&mut self, executor: &Executor, pool: &Pool, old: &[Vec<V>]) -> Result<Vec<Array>> {
        self.build.finish();
        let mut outputs = self.outputs(pool, old);
        let kernel = SharedKernel::new(self.build.kernel.clone())?;
        self.with_args(&kernel, &mut outputs, |args| executor.launch(args))?;
        Ok(outputs)
    }

    /// Prepares the kernel over some buffers and runs it over others; `None` where it can't be prepared.
    pub fn run_prepared(&mut self, executor: &Executor, pool: &Pool, old: &[Vec<V>]) -> Result<Option<Vec<Array>>> {
        let mut outputs = self.outputs(pool, old);
        let Some(prepared) = self.prepare(executor, pool)? else { return Ok(None) };
        let arrays = self.operands.iter().filter_map(|operand| match operand {
            Operand::Array(array) => Some(array.copy(pool)),
            _ => None,
        });
        let copies: Vec<Array> = arrays.collect();
        let inputs: Vec<&Block> = copies.iter().map(|array| &array.block).collect();
        let mut targets: Vec<&mut Block> = outputs.iter_mut().map(|array| &mut array.block).collect();
        prepared.run(&inputs, &mut targets)?;
        Ok(Some(outputs))
    }

    /// Prepares the kernel over buffers of its own.
    pub fn prepare(&mut self, executor: &Executor, pool: &Pool) -> Result<Option<Box<dyn Prepared<Block>>>> {
        self.build.finish();
        let kernel = SharedKernel::new(self.build.kernel.clone())?;
        self.with_args(&kernel, &mut self.outputs(pool, &[]), |args| Ok(executor.prepare(&args)))
    }

    fn outputs(&self, pool: &Pool, old: &[Vec<V>]) -> Vec<Array> {
        let kernel = &self.build.kernel;
        let zero = |dtype: DType| V::I(0).scalar(dtype);
        let outputs = kernel.outputs.iter().enumerate().map(|(k, &value)| {
            let dtype = kernel.dtype(value);
            let shape = if kernel.in_body(value) { self.shape } else { &self.shape[..self.kept] };
            let old = |i: usize| old.get(k).map_or(V::of(zero(dtype)), |old| old[i]);
            Array::new(pool, dtype, shape, self.lie, old)
        });
        outputs.collect()
    }

    fn with_args<R>(
        &self,
        kernel: &SharedKernel,
        outputs: &mut [Array],
        f: impl FnOnce(LaunchArgs<'_, Block>) -> Result<R>,
    ) -> Result<R> {
        let inputs = self.operands.iter().map(|operand| {
            Ok(match operand {
                Operand::Array(array) => Input::Buffer(View::new(&array.block, array.dtype, &array.layout)?),
                Operand::Index(layout) => Input::Index(layout),
                Operand::Output(k) => Input::Output(*k),
            })
        });
        let inputs = inputs.collect::<Result<Vec<Input<'_, Block>>>>()?;
        let targets = outputs.iter_mut().map(|array| Output::new(&mut array.block, array.dtype, &array.layout));
        let targets = targets.collect::<Result<_>>()?;
        f(LaunchArgs::new(kernel, self.shape, self.kept, &inputs, targets, &self.build.params)?)
    }

    /// Runs the kernel and compares all outputs with the reference, within `ulps`.
    pub fn check(mut self, executor: &Executor, pool: &Pool, old: &[Vec<V>], ulps: f64) {
        let outputs = self.run(executor, pool, old).unwrap();
        let kernel = &self.build.kernel;
        let expected = reference::run(kernel, self.shape, self.kept, &self.operands, old, &self.build.params);
        for ((output, expected), &value) in outputs.iter().zip(&expected).zip(&kernel.outputs) {
            let found = output.values();
            assert_eq!(found.len(), expected.len());
            for (i, (&a, &b)) in found.iter().zip(expected).enumerate() {
                assert!(
                    near(a, b, output.dtype, ulps),
                    "element {i} of value {value}: {a:?}, expected {b:?}\nshape {:?}, kept {}, outputs {:?}\n{kernel:?}\n{:?}",
                    self.shape,
                    self.kept,
                    self.lie,
                    self.operands,
                );
            }
        }
    }
}
