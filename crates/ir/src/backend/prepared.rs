//! Launches that are prepared once, and repeated over other buffers.

use super::launch::invalid;
use super::view::end;
use super::{DeviceBuffer, Input, LaunchArgs};
use crate::dtype::DType;
use crate::error::Result;
use crate::layout::Layout;
use smallvec::SmallVec;

/// A launch that can be repeated: see [`Launch::prepare`](super::Launch::prepare).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::backend::{Input, Launch, LaunchArgs, Memory, Output, View};
/// use xparray::ir::{Inst, Kernel, Op, SharedKernel, UnaryOp};
/// use xparray::{DType, Layout};
/// let (load, negate) = (Op::Load(0), Op::Unary(UnaryOp::Neg));
/// let insts = [(load, &[][..]), (negate, &[0])].map(|(op, args)| Inst { op, dtype: DType::I8, args: args.into() });
/// let kernel = Kernel { insts: insts.into(), body: 2, outputs: vec![1], operands: 1, ..Kernel::default() };
/// let (kernel, three) = (SharedKernel::new(kernel)?, Layout::row_major(&[3]));
/// let (x, mut y) = (xp.alloc(3)?, xp.alloc(3)?);
/// let inputs = [Input::Buffer(View::new(&x, DType::I8, &three)?)];
/// let outputs = [Output::new(&mut y, DType::I8, &three)?].into_iter().collect();
/// let prepared = xp.prepare(LaunchArgs::new(&kernel, &[3], 1, &inputs, outputs, &[])?);
///
/// let mut other = xp.alloc(3)?;
/// xp.upload(&[1, 2, 3], &mut other)?;
/// if let Some(launch) = prepared {
///     launch.run(&[&other], &mut [&mut y])?;
///     let mut found = [0; 3];
///     xp.download(&y, 0, &mut found)?;
///     assert_eq!(found.map(|byte| byte as i8), [-1, -2, -3]);
/// }
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Prepared<Buf>: Send + Sync {
    /// Whether it does for these buffers what the launch would: not where a backend has more to do with some than with others.
    fn fits(&self, inputs: &[&Buf], outputs: &[&mut Buf]) -> bool {
        let _ = (inputs, outputs);
        true
    }

    /// Runs it with the arguments that it was prepared with, but over these buffers: those of [`Input::Buffer`], in their order,
    /// and those of the outputs.
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) unless there are as many of both, and elements lie inside of them; of other backends.
    fn run(&self, inputs: &[&Buf], outputs: &mut [&mut Buf]) -> Result<()>;
}

/// How many bytes a launch uses of its buffers, from their starts: what other ones have to have.
#[derive(Clone, Debug)]
pub struct Extents {
    inputs: SmallVec<[usize; 4]>,
    outputs: SmallVec<[usize; 2]>,
}

impl Extents {
    /// Those of arguments, whose elements were checked to lie in their buffers.
    pub fn of<Buf>(args: &LaunchArgs<'_, Buf>) -> Self {
        let bytes = |dtype: DType, layout: &Layout| end(dtype, layout).unwrap_or(usize::MAX);
        let mut outputs: SmallVec<[usize; 2]> =
            args.outputs().iter().map(|output| bytes(output.dtype(), output.layout())).collect();
        let mut further = |output: usize, layout: &Layout| {
            outputs[output] = outputs[output].max(bytes(args.outputs()[output].dtype(), layout));
        };
        args.parts().iter().for_each(|part| further(0, part));
        let mut inputs = SmallVec::new();
        for input in args.inputs() {
            match input {
                Input::Buffer(view) | Input::Padded { view, .. } => inputs.push(bytes(view.dtype(), view.layout())),
                Input::Part { output, layout } => further(*output, layout),
                _ => {}
            }
        }
        Self { inputs, outputs }
    }

    /// Checks that other buffers are as many, and as long.
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if they are not.
    #[inline]
    pub fn check<Buf: DeviceBuffer>(&self, inputs: &[&Buf], outputs: &[&mut Buf]) -> Result<()> {
        let counts = inputs.len() == self.inputs.len() && outputs.len() == self.outputs.len();
        let inputs = inputs.iter().zip(&self.inputs).all(|(buffer, &bytes)| buffer.bytes() >= bytes);
        let outputs = outputs.iter().zip(&self.outputs).all(|(buffer, &bytes)| buffer.bytes() >= bytes);
        if counts && inputs && outputs {
            return Ok(());
        }
        Err(invalid("the buffers are not as many, or not as long, as those that the launch was prepared with"))
    }
}
