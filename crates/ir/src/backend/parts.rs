//! Launches that write several parts of one buffer: assignments to places of one array that do not overlap.

use super::launch::{invalid, no_output};
use super::{DeviceBuffer, Input, LaunchArgs, Output, View};
use crate::error::Result;
use crate::ir::{Inst, Kernel, Op, SharedKernel};
use crate::layout::Layout;
use smallvec::{SmallVec, smallvec};

/// The output that has the buffer to which a kernel's value of this number is written, and where.
#[inline]
pub(super) fn target<'t, Buf>(
    outputs: &'t [Output<'_, Buf>],
    parts: &'t [Layout],
    number: usize,
) -> Option<(&'t Output<'t, Buf>, &'t Layout)> {
    match outputs.get(number) {
        Some(output) => Some((output, output.layout())),
        None => Some((outputs.first()?, parts.get(number - outputs.len())?)),
    }
}

/// Checks that parts are written to places of their own in the buffer of the only output.
#[inline]
pub(super) fn check_parts<Buf: DeviceBuffer>(parts: &[Layout], outputs: &[Output<'_, Buf>]) -> Result<()> {
    if parts.is_empty() {
        return Ok(());
    }
    let [output] = outputs else { return Err(invalid("only one output has further parts")) };
    parts.iter().enumerate().try_for_each(|(k, part)| output.check_further(part, &parts[..k]))
}

/// Checks that what is read of the outputs' buffers lies in these, and is not written to.
#[inline]
pub(super) fn check_parts_read<Buf: DeviceBuffer>(
    inputs: &[Input<'_, Buf>],
    outputs: &[Output<'_, Buf>],
    parts: &[Layout],
) -> Result<()> {
    each_part_read(inputs, outputs, |output, layout| output.check_part(layout, parts))
}

/// Checks that the buffers of outputs hold what else is written to them and read of them.
#[inline]
pub(super) fn check_held<Buf: DeviceBuffer>(
    inputs: &[Input<'_, Buf>],
    outputs: &[Output<'_, Buf>],
    parts: &[Layout],
) -> Result<()> {
    parts.iter().try_for_each(|part| outputs.first().ok_or_else(no_output)?.check_holds(part))?;
    each_part_read(inputs, outputs, Output::check_holds)
}

#[inline]
fn each_part_read<'o, Buf>(
    inputs: &[Input<'_, Buf>],
    outputs: &[Output<'o, Buf>],
    check: impl Fn(&Output<'o, Buf>, &Layout) -> Result<()>,
) -> Result<()> {
    inputs.iter().try_for_each(|input| match input {
        Input::Part { output, layout } => check(outputs.get(*output).ok_or_else(no_output)?, layout),
        _ => Ok(()),
    })
}

impl<'a, Buf: DeviceBuffer> LaunchArgs<'a, Buf> {
    /// Launches a kernel that writes several parts of one buffer, for those who do that one by one: first it computes buffers of
    /// their own for the values, from `alloc`, and then each is copied to its part.
    ///
    /// # Errors
    /// Those of the functions.
    pub fn launch_each(
        mut self,
        alloc: impl Fn(usize) -> Result<Buf>,
        mut launch: impl FnMut(LaunchArgs<'_, Buf>) -> Result<()>,
    ) -> Result<()> {
        let Self { kernel, shape, kept, parts, params, .. } = self;
        let [output] = &mut self.outputs[..] else { return Err(invalid("only one output has further parts")) };
        let (dtype, first) = (output.dtype(), output.layout().clone());
        let place = |k: usize| if k == 0 { &first } else { &parts[k - 1] };
        let rows: SmallVec<[Layout; 4]> = (0..=parts.len()).map(|k| Layout::row_major(place(k).shape())).collect();
        let mut values: SmallVec<[Buf; 4]> = SmallVec::new();
        for row in &rows {
            values.push(alloc(row.len() * dtype.size())?);
        }
        let old = output.as_view();
        let mut inputs: SmallVec<[Input<'_, Buf>; 4]> = SmallVec::new();
        for input in self.inputs {
            inputs.push(match input {
                Input::Output(k) => Input::Buffer(old.with_layout(place(*k))?),
                Input::Part { layout, .. } => Input::Buffer(old.with_layout(layout)?),
                other => other.map_buffer(Ok)?,
            });
        }
        let mut outputs = SmallVec::new();
        for (value, row) in values.iter_mut().zip(&rows) {
            outputs.push(Output::new(value, dtype, row)?);
        }
        launch(LaunchArgs::new(kernel, shape, kept, &inputs, outputs, params)?)?;
        drop(inputs);
        let load = Inst { op: Op::Load(0), dtype, args: SmallVec::new() };
        let copy = Kernel { insts: vec![load], body: 1, outputs: vec![0], operands: 1, ..Kernel::default() };
        let copy = SharedKernel::new(copy)?;
        for (k, (value, row)) in values.iter().zip(&rows).enumerate() {
            let inputs = [Input::Buffer(View::new(value, dtype, row)?)];
            let outputs = smallvec![output.at(place(k))?];
            launch(LaunchArgs::new(&copy, row.shape(), row.ndim(), &inputs, outputs, &[])?)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DType;
    use crate::backend::staged::tests::Length;

    /// A copy of so many operands.
    fn copies(n: u16) -> SharedKernel {
        let insts = (0..n).map(|k| Inst { op: Op::Load(k), dtype: DType::F64, args: SmallVec::new() }).collect();
        let (body, operands) = (n as usize, n as usize);
        SharedKernel::new(Kernel { insts, body, outputs: (0..n).collect(), operands, ..Kernel::default() }).unwrap()
    }

    fn column(k: usize) -> Layout {
        Layout::row_major(&[4, 6]).sliced(1, k, 1, 1).unwrap()
    }

    /// Whether columns of a matrix can be written together, of what is read.
    fn accepted(inputs: &[Input<'_, Length>], columns: &[&Layout]) -> bool {
        let parts: Vec<Layout> = columns[1..].iter().map(|&part| part.clone()).collect();
        let (kernel, mut buffer) = (copies(columns.len() as u16), Length(192));
        let outputs = smallvec![Output::new(&mut buffer, DType::F64, columns[0]).unwrap()];
        LaunchArgs::with_parts(&kernel, &[4, 1], 2, inputs, (outputs, &parts), &[]).is_ok()
    }

    #[test]
    fn parts_are_apart_and_in_the_buffer() {
        let (a, b, c, last, beyond) =
            (column(0), column(1), column(3), column(5), column(5).sliced(0, 3, -1, 4).unwrap());
        let read = |output| [Input::Output(output), Input::Output(1 - output)];
        assert!(accepted(&read(0), &[&a, &b]) && accepted(&read(1), &[&b, &a]));
        assert!(!accepted(&read(0), &[&a, &a]));
        let three = || [Input::Output(0), Input::Output(1), Input::Output(2)];
        assert!(accepted(&three(), &[&a, &b, &c]));
        assert!(!accepted(&three(), &[&a, &b, &b]) && !accepted(&three(), &[&a, &last, &beyond]));
        assert!(!accepted(&read(0), &[&a, &column(5).broadcast("broadcast_to", &[2, 4, 1]).unwrap()]));
        let outside = Layout::new(smallvec![4, 1], smallvec![6, 1], 6).unwrap();
        assert!(!accepted(&read(0), &[&a, &outside]));
        let twice = Layout::new(smallvec![4, 1], smallvec![0, 1], 3).unwrap();
        assert!(!accepted(&read(0), &[&a, &twice]));
    }

    #[test]
    fn what_is_read_is_apart_from_all_parts() {
        let (a, b, c) = (column(0), column(1), column(3));
        let part = |layout| Input::Part { output: 0, layout };
        assert!(accepted(&[part(&c), Input::Output(1)], &[&a, &b]));
        assert!(!accepted(&[part(&a), Input::Output(1)], &[&a, &b]));
        assert!(!accepted(&[part(&b), Input::Output(1)], &[&a, &b]));
        assert!(!accepted(&[Input::Part { output: 1, layout: &c }, Input::Output(1)], &[&a, &b]));
        assert!(!accepted(&[Input::Output(2), Input::Output(1)], &[&a, &b]));
    }

    #[test]
    fn another_buffer_holds_all_parts() {
        let (kernel, parts, places) = (copies(2), [column(5)], column(0));
        let inputs = [Input::Output(0), Input::Output(1)];
        let held = |bytes| {
            let (mut buffer, mut other) = (Length(192), Length(bytes));
            let outputs = smallvec![Output::new(&mut buffer, DType::F64, &places).unwrap()];
            let args = LaunchArgs::with_parts(&kernel, &[4, 1], 2, &inputs, (outputs, &parts), &[]).unwrap();
            let other = std::cell::Cell::new(Some(&mut other));
            args.map_buffers(|_| Err(no_output()), |_| other.take().ok_or_else(no_output), |_| Ok(())).is_ok()
        };
        assert!(held(192) && !held(184));
    }
}
