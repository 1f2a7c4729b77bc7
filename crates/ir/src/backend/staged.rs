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
            Input::Part { .. } => false,
        };
        if !inputs.iter().all(exists) {
            return Err(invalid("a stage reads rows, indices and outputs of stages"));
        }
        (0..args.stages.len()).try_for_each(|number| args.check(number))?;
        Ok(args)
    }

    fn check(&self, number: usize) -> Result<()> {
        let Stage { kernel, kept, outputs } = &self.stages[number];
        check(kernel, self.shape, *kept, self.inputs, outputs, self.params)?;
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
                    check_input(input, read, space, outputs, true)?;
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
                    (Input::Part { .. }, _) => return Err(invalid("a stage reads no parts of outputs")),
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
        shared: impl FnOnce(&'a Buf) -> Result<&'a Inner>,
    ) -> Result<Input<'a, Inner>> {
        Ok(match self {
            Input::Buffer(view) => Input::Buffer(view.map_buffer(shared)?),
            Input::Output(k) => Input::Output(*k),
            Input::Part { output, layout } => Input::Part { output: *output, layout },
            Input::Index(layout) => Input::Index(layout),
            Input::Earlier { stage, output, layout } => Input::Earlier { stage: *stage, output: *output, layout },
        })
    }
}
