//! Launches of several stages: kernels of which each reduces rows to what later ones need to go over the rows again.

use super::launch::{check, check_input, invalid, space};
use super::{DeviceBuffer, Input, LaunchArgs, Output};
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::ir::{Read, SharedKernel};
use crate::layout::Layout;
use smallvec::SmallVec;

/// The arguments of a launch of several stages.
///
/// All stages have the same iteration space, the rows: the elements that share an index of the kept axes. A stage may
/// read what an earlier one has stored for its row ([`Input::Earlier`]), and what the last one is to overwrite. So a
/// backend may run all stages for one row before any for the next: softmax, whose stages are the largest of a row,
/// the sum of the powers and the quotients, reads its row from memory once.
///
/// The stages share operands and parameters, by number: each reads some of them.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::backend::{Input, Launch, Memory, Output, StagedArgs, View};
/// use xparray::ir::{BinaryOp, Inst, Kernel, Op, ReduceOp, Reduction, SharedKernel};
/// use xparray::{DType, Layout};
/// let inst = |op, args: &[u16]| Inst { op, dtype: DType::F64, args: args.into() };
/// // The largest of each row, and what each element is less than that.
/// let largest = SharedKernel::new(Kernel {
///     insts: vec![inst(Op::Load(0), &[]), inst(Op::Reduced { index: 0, part: 0 }, &[])],
///     body: 1,
///     reductions: vec![Reduction { op: ReduceOp::Max, args: [0][..].into(), dtype: DType::F64 }],
///     outputs: vec![1],
///     operands: 2,
///     ..Kernel::default()
/// })?;
/// let less = SharedKernel::new(Kernel {
///     insts: vec![inst(Op::Load(1), &[]), inst(Op::Load(0), &[]), inst(Op::Binary(BinaryOp::Sub), &[0, 1])],
///     body: 3,
///     outputs: vec![2],
///     operands: 2,
///     ..Kernel::default()
/// })?;
/// let (mut x, mut row, mut out) = (xp.alloc(48)?, xp.alloc(16)?, xp.alloc(48)?);
/// let bytes: Vec<u8> = [1.0f64, 3.0, 2.0, 6.0, 4.0, 5.0].iter().flat_map(|x| x.to_le_bytes()).collect();
/// xp.upload(&bytes, &mut x)?;
/// let (rows, kept) = (Layout::row_major(&[2, 3]), Layout::row_major(&[2]));
/// let of_row = Layout::new([2, 3][..].into(), [1, 0][..].into(), 0)?;
/// let inputs =
///     [Input::Buffer(View::new(&x, DType::F64, &rows)?), Input::Earlier { stage: 0, output: 0, layout: &of_row }];
/// let stages = [
///     (&largest, [Output::new(&mut row, DType::F64, &kept)?].into_iter().collect()),
///     (&less, [Output::new(&mut out, DType::F64, &rows)?].into_iter().collect()),
/// ];
/// xp.launch_stages(StagedArgs::new(&[2, 3], 1, &inputs, &[], stages)?)?;
/// let mut found = [0; 48];
/// xp.download(&out, 0, &mut found)?;
/// assert_eq!(found[..8], 2.0f64.to_le_bytes());
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Debug)]
pub struct StagedArgs<'a, Buf> {
    shape: &'a [usize],
    kept: usize,
    inputs: &'a [Input<'a, Buf>],
    params: &'a [Scalar],
    stages: SmallVec<[Stage<'a, Buf>; 3]>,
}

/// A stage: a kernel with what it writes.
#[derive(Debug)]
pub struct Stage<'a, Buf> {
    kernel: &'a SharedKernel,
    kept: usize,
    outputs: SmallVec<[Output<'a, Buf>; 2]>,
}

impl<'a, Buf> Stage<'a, Buf> {
    /// The kernel. It gathers nothing.
    pub fn kernel(&self) -> &'a SharedKernel {
        self.kernel
    }

    /// How many axes are kept. All, if the kernel reduces nothing.
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// The outputs.
    pub fn outputs(&self) -> &[Output<'a, Buf>] {
        &self.outputs
    }
}

impl<'a, Buf> StagedArgs<'a, Buf> {
    /// The arguments of kernels with what each of them writes, in order. `shape` is the iteration space, of which
    /// reductions keep the first `kept` axes.
    ///
    /// An operand may be the old contents of an output of the last stage ([`Input::Output`]), which all stages read
    /// and the last one overwrites.
    ///
    /// # Errors
    /// As [`LaunchArgs::new`]. [`Error::Value`](crate::Error::Value) for a kernel that reads at run-time places, for
    /// an output that a stage other than the last overwrites, and for what no earlier stage has stored for the row.
    pub fn new(
        shape: &'a [usize],
        kept: usize,
        inputs: &'a [Input<'a, Buf>],
        params: &'a [Scalar],
        stages: impl IntoIterator<Item = (&'a SharedKernel, SmallVec<[Output<'a, Buf>; 2]>)>,
    ) -> Result<Self> {
        if kept > shape.len() || shape[kept..].contains(&0) {
            return Err(invalid("the rows of a launch of several stages have elements"));
        }
        let stages = stages.into_iter().map(|(kernel, outputs)| {
            let kept = if kernel.reductions.is_empty() { shape.len() } else { kept };
            Stage { kernel, kept, outputs }
        });
        let args = Self { shape, kept, inputs, params, stages: stages.collect() };
        let has =
            |stage: Option<&Stage<'_, Buf>>, output: usize| stage.is_some_and(|stage| output < stage.outputs.len());
        let exists = |input: &Input<'_, Buf>| match input {
            Input::Output(k) => has(args.stages.last(), *k),
            Input::Earlier { stage, output, .. } => has(args.stages.get(*stage), *output),
            Input::Buffer(_) | Input::Index(_) => true,
            Input::Part { .. } | Input::Product { .. } | Input::Padded { .. } => false,
        };
        if !inputs.iter().all(exists) {
            return Err(invalid("a stage reads rows, indices and outputs of stages"));
        }
        (0..args.stages.len()).try_for_each(|number| args.check(number))?;
        Ok(args)
    }

    fn check(&self, number: usize) -> Result<()> {
        let Stage { kernel, kept, outputs } = &self.stages[number];
        check(kernel, self.shape, *kept, self.inputs, (outputs, &[]), self.params)?;
        let space = |body: bool| space(self.shape, *kept, body);
        for (input, &read) in self.inputs.iter().zip(kernel.reads()) {
            match (input, read) {
                (Input::Earlier { stage, output, layout }, Read::Element { dtype, body }) => {
                    let stored = if *stage < number { self.stored(*stage, *output, dtype) } else { None };
                    let fits = stored.is_some_and(|stored| is_of_rows(stored, layout, &self.shape[..self.kept]));
                    if !fits || !layout.has_shape(space(body)) {
                        return Err(invalid("no earlier stage has stored this for the row"));
                    }
                }
                (Input::Output(k), Read::Element { dtype, body: true }) => {
                    let last = self.stages.last().filter(|last| last.kernel.reductions.is_empty());
                    let output = last.and_then(|last| last.outputs.get(*k));
                    if output.is_none_or(|output| output.dtype() != dtype) {
                        return Err(invalid("no output of the last stage to overwrite"));
                    }
                }
                (Input::Buffer(_) | Input::Index(_), Read::Never | Read::Element { .. } | Read::Index { .. }) => {
                    check_input(input, read, space, (outputs, &[]), true)?;
                }
                (_, Read::Never) => {}
                _ => return Err(invalid("a stage reads rows, indices and what is stored for the row")),
            }
        }
        Ok(())
    }

    /// Where a stage has stored elements of this type for the rows.
    fn stored(&self, stage: usize, output: usize, dtype: DType) -> Option<&Layout> {
        let stage = self.stages.get(stage)?;
        let &value = stage.kernel.outputs.get(output)?;
        let of_rows = !stage.kernel.in_body(value) && stage.kernel.dtype(value) == dtype;
        stage.outputs.get(output).filter(|_| of_rows).map(Output::layout)
    }

    /// The iteration space: the kept axes, then the reduced ones.
    pub fn shape(&self) -> &'a [usize] {
        self.shape
    }

    /// How many axes reductions keep.
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// The operands of all stages.
    pub fn inputs(&self) -> &'a [Input<'a, Buf>] {
        self.inputs
    }

    /// The scalar arguments of all stages.
    pub fn params(&self) -> &'a [Scalar] {
        self.params
    }

    /// The stages.
    pub fn stages(&self) -> &[Stage<'a, Buf>] {
        &self.stages
    }

    /// Whether nothing is written, as there are no rows.
    pub fn is_empty(&self) -> bool {
        space(self.shape, self.kept, false).contains(&0)
    }
}

/// Whether the elements at the places of `layout` are those that `stored` has for the same row.
fn is_of_rows(stored: &Layout, layout: &Layout, row: &[usize]) -> bool {
    let strides = layout.strides();
    let stays = |(&d, &s): (&usize, &isize)| d <= 1 || s == 0;
    stored.has_shape(row)
        && stored.offset() == layout.offset()
        && strides.len() >= row.len()
        && row.iter().zip(strides.iter().zip(stored.strides())).all(|(&d, (a, b))| d <= 1 || a == b)
        && layout.shape().iter().zip(strides).skip(row.len()).all(stays)
}

impl<'a, Buf: DeviceBuffer> StagedArgs<'a, Buf> {
    /// Launches the stages one after the other, each over all rows.
    ///
    /// # Errors
    /// Those of `launch`.
    pub fn launch_each(mut self, mut launch: impl FnMut(LaunchArgs<'_, Buf>) -> Result<()>) -> Result<()> {
        for number in 0..self.stages.len() {
            let (earlier, rest) = self.stages.split_at_mut(number);
            let Some((Stage { kernel, kept, outputs }, later)) = rest.split_first_mut() else { break };
            let mut inputs = SmallVec::<[Input<'_, Buf>; 4]>::new();
            for input in self.inputs {
                inputs.push(match (input, later.last()) {
                    (Input::Buffer(view), _) => Input::Buffer(*view),
                    (Input::Index(layout), _) => Input::Index(layout),
                    (Input::Earlier { stage, output, layout }, _) => match earlier.get(*stage) {
                        Some(stage) => Input::Buffer(stage.outputs[*output].as_view().with_layout(layout)?),
                        // One that this stage does not read.
                        None => Input::Index(layout),
                    },
                    (Input::Output(k), Some(last)) => Input::Buffer(last.outputs[*k].as_view()),
                    (Input::Output(k), None) => Input::Output(*k),
                    (Input::Part { .. } | Input::Product { .. } | Input::Padded { .. }, _) => {
                        return Err(invalid("a stage reads no parts of outputs and no products"));
                    }
                });
            }
            let outputs = outputs.iter_mut().map(Output::reborrow).collect();
            launch(LaunchArgs::new(kernel, self.shape, *kept, &inputs, outputs, self.params)?)?;
        }
        Ok(())
    }

    /// Hands the arguments on to a backend whose buffers are inside of these.
    ///
    /// # Errors
    /// Those of the functions; [`Error::Value`](crate::Error::Value) if elements do not lie in the buffers that they
    /// give.
    pub fn map_buffers<Inner: DeviceBuffer, R>(
        self,
        shared: impl Fn(&'a Buf) -> Result<&'a Inner>,
        exclusive: impl Fn(&'a mut Buf) -> Result<&'a mut Inner>,
        launch: impl FnOnce(StagedArgs<'_, Inner>) -> Result<R>,
    ) -> Result<R> {
        let mut inputs = SmallVec::<[Input<'_, Inner>; 4]>::new();
        for input in self.inputs {
            inputs.push(input.map_buffer(&shared)?);
        }
        let mut stages = SmallVec::new();
        for Stage { kernel, kept, outputs } in self.stages {
            let outputs = outputs.into_iter().map(|output| output.map_buffer(&exclusive)).collect::<Result<_>>()?;
            stages.push(Stage { kernel, kept, outputs });
        }
        launch(StagedArgs { shape: self.shape, kept: self.kept, inputs: &inputs, params: self.params, stages })
    }
}

impl<'a, Buf> Input<'a, Buf> {
    /// The operand as a backend takes it whose buffers are inside of these.
    #[inline]
    pub(super) fn map_buffer<Inner: DeviceBuffer>(
        &self,
        shared: impl Fn(&'a Buf) -> Result<&'a Inner>,
    ) -> Result<Input<'a, Inner>> {
        Ok(match self {
            Input::Buffer(view) => Input::Buffer(view.map_buffer(shared)?),
            Input::Product { left, right } => {
                Input::Product { left: left.map_buffer(&shared)?, right: right.map_buffer(&shared)? }
            }
            Input::Padded { view, padding } => Input::Padded { view: view.map_buffer(shared)?, padding },
            Input::Output(k) => Input::Output(*k),
            Input::Part { output, layout } => Input::Part { output: *output, layout },
            Input::Index(layout) => Input::Index(layout),
            Input::Earlier { stage, output, layout } => Input::Earlier { stage: *stage, output: *output, layout },
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::backend::View;
    use crate::ir::{BinaryOp, Inst, Kernel, Op, ReduceOp, Reduction, Value};
    use smallvec::smallvec;

    /// A buffer that is only a length.
    pub struct Length(pub usize);

    // SAFETY: nothing reads or writes it.
    unsafe impl DeviceBuffer for Length {
        fn bytes(&self) -> usize {
            self.0
        }
    }

    fn inst(op: Op, args: &[Value]) -> Inst {
        Inst { op, dtype: DType::F64, args: args.into() }
    }

    /// The largest of each row, and each element less that.
    fn kernels() -> [SharedKernel; 2] {
        let largest = Kernel {
            insts: vec![inst(Op::Load(0), &[]), inst(Op::Reduced { index: 0, part: 0 }, &[])],
            body: 1,
            reductions: vec![Reduction { op: ReduceOp::Max, args: smallvec![0], dtype: DType::F64 }],
            outputs: vec![1],
            operands: 2,
            ..Kernel::default()
        };
        let insts = vec![inst(Op::Load(0), &[]), inst(Op::Load(1), &[]), inst(Op::Binary(BinaryOp::Sub), &[0, 1])];
        let less = Kernel { insts, body: 3, outputs: vec![2], operands: 2, ..Kernel::default() };
        [largest, less].map(|kernel| SharedKernel::new(kernel).unwrap())
    }

    /// Whether the kernels are accepted with this as the row's largest, or as the elements if there are no others.
    fn accepted(input: Input<'_, Length>, elements: bool, shape: &[usize]) -> bool {
        let (kernels, rows) = (kernels(), Layout::row_major(&[4, 3]));
        let kept = Layout::row_major(&[4]);
        let of_row = Layout::new(smallvec![4, 3], smallvec![1, 0], 0).unwrap();
        let (x, mut row, mut out) = (Length(96), Length(32), Length(96));
        let view = Input::Buffer(View::new(&x, DType::F64, &rows).unwrap());
        let earlier = Input::Earlier { stage: 0, output: 0, layout: &of_row };
        let inputs = if elements { [input, earlier] } else { [view, input] };
        let stages = [
            (&kernels[0], smallvec![Output::new(&mut row, DType::F64, &kept).unwrap()]),
            (&kernels[1], smallvec![Output::new(&mut out, DType::F64, &rows).unwrap()]),
        ];
        StagedArgs::new(shape, 1, &inputs, &[], stages).is_ok()
    }

    #[test]
    fn stages_read_their_rows_alone() {
        let layout = |strides: &[isize], offset| Layout::new(smallvec![4, 3], strides.into(), offset).unwrap();
        let of_row = layout(&[1, 0], 0);
        fn earlier(stage: usize, output: usize, layout: &Layout) -> Input<'_, Length> {
            Input::Earlier { stage, output, layout }
        }
        assert!(accepted(earlier(0, 0, &of_row), false, &[4, 3]));
        // Of its own output, of none, of a later stage.
        for (stage, output) in [(1, 0), (0, 1), (2, 0)] {
            assert!(!accepted(earlier(stage, output, &of_row), false, &[4, 3]), "{stage}, {output}");
        }
        // Other rows, or an element that is not the same along the row.
        for other in [layout(&[0, 0], 0), layout(&[-1, 0], 3), layout(&[0, 1], 0), layout(&[1, 0], 1)] {
            assert!(!accepted(earlier(0, 0, &other), false, &[4, 3]), "{other:?}");
        }
        assert!(!accepted(earlier(0, 0, &of_row), false, &[3, 4]));
    }

    #[test]
    fn the_last_stage_alone_overwrites() {
        let rows = Layout::row_major(&[4, 3]);
        assert!(accepted(Input::Output(0), true, &[4, 3]));
        assert!(!accepted(Input::Output(1), true, &[4, 3]));
        assert!(!accepted(Input::Part { output: 0, layout: &rows }, true, &[4, 3]));
        assert!(!accepted(Input::Index(&rows), true, &[4, 3]));
    }
}
