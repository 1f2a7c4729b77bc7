//! Launches that are repeated: machine code with all of its arguments but the addresses of buffers. What there is to find out
//! about a small launch takes longer than the launch.

use super::arguments::Word;
use super::run::{Words, arguments, code};
use super::{Along, Native, Settings, When, machine};
use crate::launch::Job;
use crate::launch::space::Access;
use crate::pool::Block;
use smallvec::SmallVec;
use std::sync::Arc;
use xparray_ir::Result;
use xparray_ir::backend::{Extents, Input, LaunchArgs, Prepared};

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
    extents: Extents,
}

/// Prepares a launch, if there is machine code for it and one part of elements.
pub fn prepare(job: &Job<'_>, args: &LaunchArgs<'_, Block>, settings: Settings) -> Option<Box<dyn Prepared<Block>>> {
    if settings.when == When::Never || !machine::computes(settings.level) || !job.program.natives.qualifies {
        return None;
    }
    let section = job.body.section;
    let accesses: SmallVec<[&Access; 8]> = job.body.stores.iter().chain(job.body.loads).collect();
    let (native, variant) = code(job, &accesses, settings)?;
    let words = arguments(job, &accesses, &native, &variant)?;
    // A kernel's values behind the outputs are parts of the only one.
    let last = args.outputs().len() - 1;
    let output = |number: usize| (Base::Output(number.min(last)), args.target(number).0);
    let stores = section.stores.iter().map(|store| Some(output(store.output as usize)));
    let loads = section.loads.iter().map(|load| {
        let operand = load.operand as usize;
        let buffers = args.inputs()[..operand].iter().filter(|input| matches!(input, Input::Buffer(_)));
        Some(match &args.inputs()[operand] {
            Input::Buffer(view) => (Base::Input(buffers.count()), view.buffer()),
            Input::Output(number) | Input::Part { output: number, .. } => output(*number),
            _ => return None,
        })
    });
    let mut bases = SmallVec::new();
    for (k, found) in stores.chain(loads).enumerate().filter(|&(k, _)| variant.along[k] != Along::Index) {
        let (base, buffer) = found?;
        let word = native.arguments.operand(k as u16, Word::Base);
        bases.push((word, base, words[word].wrapping_sub(start(buffer))));
    }
    Some(Box::new(Repeated { native, words, bases, extents: Extents::of(args) }))
}

/// Where a buffer begins.
fn start(buffer: &Block) -> u64 {
    buffer.as_ptr().expose_provenance() as u64
}

impl Prepared<Block> for Repeated {
    fn run(&self, inputs: &[&Block], outputs: &mut [&mut Block]) -> Result<()> {
        self.extents.check(inputs, outputs)?;
        // Copies bytes; a clone goes word by word.
        let mut words = Words::from_slice(&self.words);
        for &(word, base, distance) in &self.bases {
            let start = match base {
                Base::Input(number) => start(inputs[number]),
                Base::Output(number) => start(outputs[number]),
            };
            words[word] = start.wrapping_add(distance);
        }
        // SAFETY: the words are of this code, for elements that lie in buffers as long as these, as the arguments that it was
        // prepared with were checked to; this call alone has the outputs.
        unsafe { self.native.call(&mut words) };
        Ok(())
    }
}
