//! Launches that are repeated: machine code with all of its arguments but the addresses of buffers. What there is to find out
//! about a small launch takes longer than the launch.

use super::arguments::Word;
use super::run::{Words, arguments, code};
use super::{Along, Native, Settings, When};
use crate::launch::space::Access;
use crate::launch::{Job, invalid};
use crate::pool::Block;
use crate::simd::Level;
use smallvec::SmallVec;
use std::sync::Arc;
use xparray_ir::backend::{DeviceBuffer, Input, LaunchArgs, Prepared};
use xparray_ir::{DType, Layout, Result};

/// The buffer that an address is in.
#[derive(Clone, Copy)]
enum Base {
    Input(usize),
    Output(usize),
}

/// A launch over buffers that are yet to come.
struct Repeated {
    native: Arc<Native>,
    words: Words,
    /// Words that are addresses: in which buffer, and how many bytes from its start.
    bases: SmallVec<[(usize, Base, u64); 4]>,
    /// The bytes that are used of each buffer.
    inputs: SmallVec<[usize; 4]>,
    outputs: SmallVec<[usize; 2]>,
}

/// Prepares a launch, if there is machine code for it and one part of elements.
pub fn prepare(job: &Job<'_>, args: &LaunchArgs<'_, Block>, settings: Settings) -> Option<Box<dyn Prepared<Block>>> {
    if settings.when == When::Never || settings.level < Level::Avx2 || !job.program.natives.qualifies {
        return None;
    }
    let section = job.body.section;
    let accesses: SmallVec<[&Access; 8]> = job.body.stores.iter().chain(job.body.loads).collect();
    let (native, variant) = code(job, &accesses, settings)?;
    let words = arguments(job, &accesses, &native, &variant)?;
    // Of each operand the number of its buffer, if it has one of its own.
    let mut numbers: SmallVec<[usize; 4]> = SmallVec::new();
    let (mut inputs, mut outputs) = (SmallVec::new(), SmallVec::<[usize; 2]>::new());
    for input in args.inputs() {
        numbers.push(inputs.len());
        if let Input::Buffer(view) = input {
            inputs.push(used(view.layout(), view.dtype()));
        }
    }
    for output in args.outputs() {
        outputs.push(used(output.layout(), output.dtype()));
    }
    let further = |layout: &Layout| used(layout, args.outputs()[0].dtype());
    for layout in args.parts() {
        outputs[0] = outputs[0].max(further(layout));
    }
    let mut bases = SmallVec::new();
    for (k, along) in variant.along.iter().enumerate() {
        if *along == Along::Index {
            continue;
        }
        let output = |number: usize| Base::Output(if number < args.outputs().len() { number } else { 0 });
        let base = match k.checked_sub(section.stores.len()) {
            None => output(section.stores[k].output as usize),
            Some(load) => {
                let operand = section.loads[load].operand as usize;
                match &args.inputs()[operand] {
                    Input::Buffer(_) => Base::Input(numbers[operand]),
                    Input::Output(number) => output(*number),
                    Input::Part { output: number, layout } => {
                        outputs[*number] = outputs[*number].max(used(layout, args.outputs()[*number].dtype()));
                        Base::Output(*number)
                    }
                    _ => return None,
                }
            }
        };
        let word = native.arguments.operand(k as u16, Word::Base);
        bases.push((word, base, words[word].wrapping_sub(start(base, args)?)));
    }
    Some(Box::new(Repeated { native, words, bases, inputs, outputs }))
}

/// The bytes of a buffer up to the last element of a layout.
fn used(layout: &Layout, dtype: DType) -> usize {
    layout.bounds().map_or(0, |(_, last)| last + 1) * dtype.size()
}

/// Where a buffer begins.
fn start(base: Base, args: &LaunchArgs<'_, Block>) -> Option<u64> {
    let buffer = match base {
        Base::Input(number) => {
            let buffers = args.inputs().iter().filter_map(|input| match input {
                Input::Buffer(view) => Some(view.buffer()),
                _ => None,
            });
            buffers.into_iter().nth(number)?
        }
        Base::Output(number) => args.outputs().get(number)?.buffer(),
    };
    Some(buffer.as_ptr().expose_provenance() as u64)
}

impl Prepared<Block> for Repeated {
    fn run(&self, inputs: &[&Block], outputs: &mut [&mut Block]) -> Result<()> {
        let fit = |have: usize, bytes: &usize| have >= *bytes;
        let all = inputs.len() == self.inputs.len() && outputs.len() == self.outputs.len();
        if !all
            || !inputs.iter().zip(&self.inputs).all(|(buffer, bytes)| fit(buffer.bytes(), bytes))
            || !outputs.iter().zip(&self.outputs).all(|(buffer, bytes)| fit(buffer.bytes(), bytes))
        {
            return Err(invalid("the buffers are not those that the launch was prepared for"));
        }
        // Copies bytes; a clone goes word by word.
        let mut words = Words::from_slice(&self.words);
        for &(word, base, distance) in &self.bases {
            let start = match base {
                Base::Input(number) => inputs[number].as_ptr(),
                Base::Output(number) => outputs[number].as_ptr(),
            };
            words[word] = (start.expose_provenance() as u64).wrapping_add(distance);
        }
        // SAFETY: the words are of this code, for elements that lie in buffers of at least these bytes, as the arguments that it was
        // prepared with were checked to; this call alone has the outputs.
        unsafe { self.native.call(&mut words) };
        Ok(())
    }
}
