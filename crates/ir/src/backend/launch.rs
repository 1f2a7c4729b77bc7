use super::parts::{check_held, check_parts, check_parts_read, target};
use super::{DeviceBuffer, Memory, Output, Prepared, StagedArgs, View};
use crate::dtype::{DType, Scalar};
use crate::error::{Error, Result};
use crate::ir::{Read, SharedKernel};
use crate::layout::{Layout, checked_len};
use crate::space::{Border, Padding};
use smallvec::SmallVec;

/// Where an operand's elements come from.
#[derive(Debug)]
pub enum Input<'a, Buf> {
    /// A buffer.
    Buffer(View<'a, Buf>),
    /// Elements of a buffer in a box of the space, and zeros or a continuation around it: what is padded is read where it lies.
    /// For backends that can ([`Launch::reads_padded`]), and not in several stages or behind products.
    Padded {
        /// The elements in the box, of which there are some.
        view: View<'a, Buf>,
        /// Where the box begins along each axis of the space, and what is around it.
        padding: &'a Padding,
    },
    /// The old contents of the output of this number, which has the same type and layout:
    /// the kernel overwrites each element after reading it. Parts are numbered behind the outputs.
    Output(usize),
    /// Elements of the buffer and the type of an output, none of which the kernel overwrites.
    Part {
        /// The number of the output.
        output: usize,
        /// Where the elements lie.
        layout: &'a Layout,
    },
    /// No buffer: an [`Op::Index`](crate::ir::Op::Index) operand.
    Index(&'a Layout),
    /// The product of two matrices, row-major, of which the kernel is the epilogue: its space has the product's columns along the
    /// last axis and its rows along all others. For [`Blas::launch_epilogue`](super::Blas::launch_epilogue) alone.
    Product {
        /// `[m, k]`.
        left: View<'a, Buf>,
        /// `[k, n]`, of the same type.
        right: View<'a, Buf>,
    },
    /// What an earlier stage of the same launch has stored for the row; see [`StagedArgs`](super::StagedArgs).
    Earlier {
        /// The number of the stage.
        stage: usize,
        /// The number of its output.
        output: usize,
        /// Where the elements lie: those of the output, the same for all elements of a row.
        layout: &'a Layout,
    },
}

/// The run-time arguments of a kernel, which fit it: see [`LaunchArgs::new`].
#[derive(Debug)]
pub struct LaunchArgs<'a, Buf> {
    pub(super) kernel: &'a SharedKernel,
    pub(super) shape: &'a [usize],
    pub(super) kept: usize,
    pub(super) inputs: &'a [Input<'a, Buf>],
    pub(super) outputs: SmallVec<[Output<'a, Buf>; 2]>,
    pub(super) parts: &'a [Layout],
    pub(super) params: &'a [Scalar],
}

#[cold]
pub(super) fn invalid(message: impl Into<String>) -> Error {
    Error::value("launch", message)
}

impl<'a, Buf: DeviceBuffer> LaunchArgs<'a, Buf> {
    /// The arguments of a kernel.
    ///
    /// `shape` is the iteration space: the axes that reductions keep, `kept` of them, then those that they reduce; all are
    /// kept if the kernel reduces nothing. Operands and outputs of the body have this shape, those of the epilogue that
    /// of the kept axes, and what is gathered from has one axis.
    ///
    /// # Errors
    /// [`Error::Value`], [`Error::Shape`] or [`Error::DType`] for arguments that do not fit the kernel; for reductions of
    /// no values that have no identity.
    #[inline]
    pub fn new(
        kernel: &'a SharedKernel,
        shape: &'a [usize],
        kept: usize,
        inputs: &'a [Input<'a, Buf>],
        outputs: SmallVec<[Output<'a, Buf>; 2]>,
        params: &'a [Scalar],
    ) -> Result<Self> {
        Self::with_parts(kernel, shape, kept, inputs, (outputs, &[]), params)
    }

    /// The arguments of a kernel that writes several parts of one buffer: its first value goes to the places of the only output,
    /// the others to these `parts` of the same buffer.
    ///
    /// # Errors
    /// As [`LaunchArgs::new`]; [`Error::Value`] unless all parts lie in the buffer, and none has a place twice or in common
    /// with another one.
    #[inline]
    pub fn with_parts(
        kernel: &'a SharedKernel,
        shape: &'a [usize],
        kept: usize,
        inputs: &'a [Input<'a, Buf>],
        (outputs, parts): (SmallVec<[Output<'a, Buf>; 2]>, &'a [Layout]),
        params: &'a [Scalar],
    ) -> Result<Self> {
        // Put together when nothing can fail any more: it is large enough for copies to show.
        check(kernel, shape, kept, inputs, (&outputs, parts), params)?;
        let reduces = !kernel.reductions.is_empty();
        for (input, &read) in inputs.iter().zip(kernel.reads()) {
            check_input(input, read, |body| space(shape, kept, body), (&outputs, parts), reduces)?;
        }
        check_parts(parts, &outputs)?;
        check_parts_read(inputs, &outputs, parts)?;
        Ok(Self { kernel, shape, kept, inputs, outputs, parts, params })
    }
}

/// The space of the body, or that of the epilogue.
#[inline]
pub(super) fn space(shape: &[usize], kept: usize, body: bool) -> &[usize] {
    if body { shape } else { &shape[..kept] }
}

/// Checks that arguments fit a kernel, but for what it reads.
pub(super) fn check<Buf>(
    kernel: &SharedKernel,
    shape: &[usize],
    kept: usize,
    inputs: &[Input<'_, Buf>],
    (outputs, parts): (&[Output<'_, Buf>], &[Layout]),
    params: &[Scalar],
) -> Result<()> {
    if inputs.len() != kernel.operands || outputs.len() + parts.len() != kernel.outputs.len() {
        return Err(invalid("the numbers of operands or outputs are not the kernel's"));
    }
    if !params.iter().map(|param| param.dtype()).eq(kernel.params.iter().copied()) {
        return Err(invalid("the parameters are not of the kernel's types"));
    }
    let reduces = !kernel.reductions.is_empty();
    if kept > shape.len() || (!reduces && kept < shape.len()) {
        return Err(invalid("the kernel does not reduce these axes"));
    }
    let len = checked_len(shape)?;
    for (k, &value) in kernel.outputs.iter().enumerate() {
        let (output, layout) = target(outputs, parts, k).ok_or_else(no_output)?;
        same_type(kernel.dtype(value), output.dtype())?;
        same_shape(layout, space(shape, kept, kernel.in_body(value)))?;
    }
    if len > 0 || space(shape, kept, false).contains(&0) {
        return Ok(());
    }
    // The lengths beside 0 are those of loops.
    let mut lengths = shape.iter().copied().filter(|&d| d > 0);
    if lengths.try_fold(1usize, usize::checked_mul).is_none() {
        return Err(invalid(format!("{shape:?} has axes that are too long")));
    }
    if kernel.reductions.iter().any(|reduction| !reduction.op.has_identity()) {
        return Err(invalid("no values to reduce, and the reduction has no identity"));
    }
    Ok(())
}

#[cold]
pub(super) fn no_output() -> Error {
    invalid("no such output to read")
}

#[inline]
pub(super) fn check_input<'a, Buf>(
    input: &Input<'_, Buf>,
    read: Read,
    space: impl Fn(bool) -> &'a [usize],
    (outputs, parts): (&[Output<'_, Buf>], &[Layout]),
    reduces: bool,
) -> Result<()> {
    match (input, read) {
        (_, Read::Never) => Ok(()),
        (Input::Buffer(view), Read::Element { dtype, body }) => {
            same_type(dtype, view.dtype())?;
            same_shape(view.layout(), space(body))
        }
        (Input::Padded { view, padding }, Read::Element { dtype, body }) => {
            same_type(dtype, view.dtype())?;
            check_box(view.layout(), padding, space(body))
        }
        (Input::Buffer(view), Read::Gather(dtype)) => {
            same_type(dtype, view.dtype())?;
            if view.layout().ndim() == 1 { Ok(()) } else { Err(invalid("what is indexed must have one axis")) }
        }
        (Input::Output(k), Read::Element { dtype, body }) => {
            let (output, layout) = target(outputs, parts, *k).ok_or_else(no_output)?;
            // A reduction may read its operands several times.
            if reduces {
                return Err(invalid("a reduction does not overwrite its operands"));
            }
            same_type(dtype, output.dtype())?;
            same_shape(layout, space(body))
        }
        (Input::Part { output, layout }, Read::Element { dtype, body }) => {
            same_type(dtype, outputs.get(*output).ok_or_else(no_output)?.dtype())?;
            same_shape(layout, space(body))
        }
        (Input::Product { left, right }, Read::Element { dtype, body: true }) if !reduces => {
            same_type(dtype, left.dtype())?;
            same_type(dtype, right.dtype())?;
            check_product(left.layout(), right.layout(), space(true))
        }
        (Input::Index(layout), Read::Index { body }) => {
            same_shape(layout, space(body))?;
            let fits = checked_len(layout.shape())? == 0 || has_places(layout);
            if fits { Ok(()) } else { Err(invalid(format!("{layout:?} has no index everywhere"))) }
        }
        _ => Err(invalid("an index operand has no buffer, what is indexed has one of its own, and any other has one")),
    }
}

/// Checks that a box has elements, and is in a space, or reaches the ends of that.
fn check_box(layout: &Layout, padding: &Padding, space: &[usize]) -> Result<()> {
    let fits = |((&d, &first), &whole): ((&usize, &isize), &usize)| {
        let (before, behind) = (first as i128, whole as i128 - (first as i128 + d as i128));
        let reach = padding.border.reach(d) as i128;
        d > 0
            && match (padding.border, whole) {
                (Border::Zero, _) => before >= 0 && behind >= 0,
                // An axis of one index has nothing around it.
                (_, 1) => before == 0 && behind == 0,
                _ => before <= reach && behind <= reach,
            }
    };
    let alike = layout.ndim() == space.len() && padding.origin.len() == space.len();
    if alike && layout.shape().iter().zip(&padding.origin).zip(space).all(fits) {
        return Ok(());
    }
    Err(Error::shape("launch", layout.shape(), space))
}

/// Checks that a product's columns are the last axis of a space, and its rows the others.
fn check_product(left: &Layout, right: &Layout, space: &[usize]) -> Result<()> {
    match (left.shape(), right.shape(), space) {
        (&[m, k], &[l, n], [rows @ .., columns]) if k == l && n == *columns && checked_len(rows)? == m => Ok(()),
        _ => Err(Error::shape("launch", left.shape(), right.shape())),
    }
}

/// Whether the places of a layout are numbers from 0 to the highest index.
fn has_places(layout: &Layout) -> bool {
    let mut ends = [layout.offset() as i128; 2];
    if layout.strides().len() != layout.ndim() {
        return false;
    }
    for (&d, &s) in layout.shape().iter().zip(layout.strides()) {
        let reach = s as i128 * (d as i128 - 1);
        // Lengths are bounded, so no sum of a few of these can overflow; of many, one is soon out of range.
        let end = &mut ends[usize::from(reach > 0)];
        *end += reach;
        if !(0..=isize::MAX as i128).contains(end) {
            return false;
        }
    }
    ends[1] <= isize::MAX as i128
}

#[inline]
fn same_type(expected: DType, found: DType) -> Result<()> {
    if expected == found { Ok(()) } else { Err(other_type(expected, found)) }
}

#[cold]
fn other_type(expected: DType, found: DType) -> Error {
    Error::DType { op: "launch", expected: expected.to_string(), found: found.to_string() }
}

#[inline]
fn same_shape(layout: &Layout, shape: &[usize]) -> Result<()> {
    if layout.has_shape(shape) { Ok(()) } else { Err(Error::shape("launch", layout.shape(), shape)) }
}

impl<'a, Buf> LaunchArgs<'a, Buf> {
    /// The kernel.
    pub fn kernel(&self) -> &'a SharedKernel {
        self.kernel
    }

    /// The iteration space: the kept axes, then the reduced ones.
    pub fn shape(&self) -> &'a [usize] {
        self.shape
    }

    /// How many axes are kept. All, if the kernel reduces nothing.
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// The space of the body, or that of the epilogue.
    pub fn space(&self, body: bool) -> &'a [usize] {
        space(self.shape, self.kept, body)
    }

    /// The operands.
    pub fn inputs(&self) -> &'a [Input<'a, Buf>] {
        self.inputs
    }

    /// The outputs, one for each buffer.
    pub fn outputs(&self) -> &[Output<'a, Buf>] {
        &self.outputs
    }

    /// Where the kernel's further values go, in the buffer of the only output.
    pub fn parts(&self) -> &'a [Layout] {
        self.parts
    }

    /// The buffer that the kernel's value of this number is written to, and where.
    ///
    /// # Panics
    /// If the kernel has no such output.
    #[inline]
    pub fn target(&self, number: usize) -> (&Buf, &Layout) {
        match self.outputs.get(number) {
            Some(output) => (output.buffer(), output.layout()),
            None => (self.outputs[0].buffer(), &self.parts[number - self.outputs.len()]),
        }
    }

    /// The scalar arguments.
    pub fn params(&self) -> &'a [Scalar] {
        self.params
    }

    /// Whether nothing is written, as the outputs have no elements.
    pub fn is_empty(&self) -> bool {
        self.space(false).contains(&0)
    }

    /// Hands the arguments on to a backend whose buffers are inside of these.
    ///
    /// # Errors
    /// Those of the functions; [`Error::Value`] if elements do not lie in the buffers that they give.
    #[inline]
    pub fn map_buffers<Inner: DeviceBuffer, R>(
        self,
        shared: impl Fn(&'a Buf) -> Result<&'a Inner>,
        exclusive: impl Fn(&'a mut Buf) -> Result<&'a mut Inner>,
        launch: impl FnOnce(LaunchArgs<'_, Inner>) -> Result<R>,
    ) -> Result<R> {
        let Self { kernel, shape, kept, parts, params, .. } = self;
        // Without `collect`, whose ways with errors and lengths take longer than a small launch has.
        let mut inputs = SmallVec::<[Input<'_, Inner>; 4]>::new();
        for input in self.inputs {
            // Pushed where it is made: what is first put together elsewhere is copied before its parts have arrived there.
            match input {
                Input::Buffer(view) => {
                    let view = view.map_buffer(&shared)?;
                    inputs.push(Input::Buffer(view));
                }
                other => inputs.push(other.map_buffer(&shared)?),
            }
        }
        let mut outputs = SmallVec::new();
        for output in self.outputs {
            outputs.push(output.map_buffer(&exclusive)?);
        }
        check_held(&inputs, &outputs, parts)?;
        launch(LaunchArgs { kernel, shape, kept, inputs: &inputs, outputs, parts, params })
    }
}

/// Running fused kernels.
pub trait Launch: Memory {
    /// Runs a kernel over operands. Reductions are deterministic on one device.
    ///
    /// If this fails before anything ran, the outputs are unchanged. While it runs, the calling thread takes up no other task of
    /// the program: that could wait for an array that is being computed here.
    fn launch(&self, args: LaunchArgs<'_, Self::Buffer>) -> Result<()>;

    /// Finds out once what a launch needs that is to be repeated over other buffers. `None`, as it is by default, if that spares
    /// nothing.
    fn prepare(&self, args: LaunchArgs<'_, Self::Buffer>) -> Option<Box<dyn Prepared<Self::Buffer>>> {
        let _ = args;
        None
    }

    /// Runs several stages. By default one after the other, as kernels of their own.
    fn launch_stages(&self, args: StagedArgs<'_, Self::Buffer>) -> Result<()> {
        args.launch_each(|args| self.launch(args))
    }

    /// Whether the calling thread alone runs a launch over so many elements, in about the time that a lock takes, and calls nobody
    /// else's code for it: then it is run within a turn at the device's expressions. By default there is no such launch.
    fn runs_at_once(&self, elements: usize) -> bool {
        let _ = elements;
        false
    }

    /// Of how many views of an array with this around it, the operands of a launch had better read it where it lies
    /// ([`Input::Padded`]); of more, the whole is made first. 0, as it is by default, if launches may have no such operands.
    fn reads_padded(&self, border: Border) -> usize {
        let _ = border;
        0
    }

    /// Whether dependent reductions of so many rows, and what goes over the same rows, had better be the stages of
    /// one launch than kernels of their own; of the operands, a row takes at most so many bytes.
    fn prefers_stages(&self, rows: usize, bytes: usize) -> bool {
        let _ = (rows, bytes);
        false
    }
}
