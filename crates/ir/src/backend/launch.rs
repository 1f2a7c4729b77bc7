use super::Memory;
use crate::dtype::Scalar;
use crate::error::Result;
use crate::ir::SharedKernel;
use crate::layout::Layout;
use smallvec::SmallVec;

/// Where an operand's elements come from.
#[derive(Debug)]
pub enum Input<'a, Buf> {
    /// A buffer, and where in it.
    Buffer(&'a Buf, &'a Layout),
    /// The old contents of the output of this number, which has the same type and layout:
    /// the kernel overwrites each element after reading it.
    Output(usize),
    /// No buffer: an [`Op::Index`](crate::ir::Op::Index) operand.
    Index(&'a Layout),
}

/// Where an output's elements go. No two indices share an element.
#[derive(Debug)]
pub struct Output<'a, Buf> {
    /// The buffer.
    pub buffer: &'a mut Buf,
    /// Where in it.
    pub layout: &'a Layout,
}

/// The run-time arguments of a kernel.
#[derive(Debug)]
pub struct LaunchArgs<'a, Buf> {
    /// The kernel.
    pub kernel: &'a SharedKernel,
    /// The iteration space: the kept axes, then the reduced ones.
    pub shape: &'a [usize],
    /// How many axes are kept. All, if the kernel reduces nothing.
    pub kept: usize,
    /// The operands. Body operands have the rank of `shape`, epilogue operands that of the kept axes.
    pub inputs: &'a [Input<'a, Buf>],
    /// The outputs, of the same ranks.
    pub outputs: SmallVec<[Output<'a, Buf>; 2]>,
    /// The scalar arguments.
    pub params: &'a [Scalar],
}

/// Running fused kernels.
pub trait Launch: Memory {
    /// Runs a kernel over operands. Reductions are deterministic on one device.
    ///
    /// If this fails before anything ran, the outputs are unchanged. While it runs, the calling thread takes up no other task of
    /// the program: that could wait for an array that is being computed here.
    fn launch(&self, args: LaunchArgs<'_, Self::Buffer>) -> Result<()>;
}
