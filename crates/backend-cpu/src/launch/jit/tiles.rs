//! Machine code in place of the steps over a tile: operands and results are where the steps have them, one element
//! after the other, so that reductions are the same whatever computes what they reduce.

use super::arguments::Word;
use super::run::{Words, describe_params};
use super::{Along, Purpose, Settings, Variant, When, alike};
use crate::launch::RunTile;
use crate::launch::program::Program;
use crate::launch::tile::Frame;
use crate::simd::Level;
use smallvec::{SmallVec, smallvec};
use xparray_ir::Scalar;

/// What runs the body's steps over tiles, of `n` elements in all, if there is machine code for that.
pub fn tiles(program: &Program, n: usize, params: &[Scalar], settings: Settings) -> Option<Box<RunTile>> {
    let section = &program.body;
    let gains = section.steps.len() > 1 || settings.when == When::Always;
    if !gains || !program.natives.is_worth(section, n, settings) {
        return None;
    }
    let (along, wide) = (SmallVec::new(), settings.level == Level::Avx512);
    let mut variant = Variant { along, wide, streams: false, purpose: Purpose::Tiles, alike: alike(params) };
    let outputs = variant.outputs(section);
    let values = outputs.iter().map(|&(id, _)| id).chain(section.loads.iter().map(|load| load.value));
    let values: SmallVec<[_; 8]> = values.collect();
    variant.along.resize(values.len(), Along::Next);
    let native = program.natives.get(section, &variant)?;
    let mut words: Words = smallvec![0; native.arguments.words()];
    describe_params(&native.arguments, section, (params, &variant.alike), &mut words);
    words[native.arguments.rows()] = 1;
    Some(Box::new(move |frame: &Frame<'_>, n: usize| {
        let mut words = words.clone();
        words[native.arguments.length()] = n as u64;
        for (k, &id) in values.iter().enumerate() {
            words[native.arguments.operand(k as u16, Word::Base)] = frame.value(id).expose_provenance() as u64;
        }
        // SAFETY: the caller of the frame's steps promises that operands are there, and results have room, for `n`
        // elements.
        unsafe { native.call(&mut words) };
    }))
}
