//! Instructions, decoded from the text of AMD's disassembler.

mod control;
mod dpp;
mod format;
mod lane;
mod memory;
pub mod operand;
mod packed;
mod scalar;
mod shared;
mod text;
mod vector;

use crate::machine::fault::Fault;
use crate::machine::group::Context;
use crate::machine::wave::Wave;
use control::Control;
use lane::LaneMove;
use memory::{Memory, ScalarLoad};
use packed::PackedInstruction;
use scalar::Scalar;
use shared::Shared;
use text::Line;
use vector::{Compare, Vector};

/// What code is made for, and where it lies.
pub struct Target {
    /// The architecture without its features.
    pub architecture: String,
    /// Where the code object was loaded.
    pub base: u64,
    /// The address of the first instruction in the code object, and the instruction that begins at each word behind it.
    pub start: u64,
    pub places: Vec<u32>,
}

/// In [`Target::places`], for words that begin no instruction.
pub const NOWHERE: u32 = u32::MAX;

impl Target {
    /// The instruction at an address of the code object.
    pub fn place(&self, address: u64) -> Option<usize> {
        let offset = address.checked_sub(self.start)?;
        let place = *self.places.get(usize::try_from(offset / 4).ok()?)?;
        (offset % 4 == 0 && place != NOWHERE).then_some(place as usize)
    }

    /// Whether results of 16 bits leave zeros in the other half of their register: before GFX10.
    pub fn zeroes_halves(&self) -> bool {
        self.architecture.starts_with("gfx9")
    }
}

/// A decoded instruction.
pub enum Instruction {
    Vector(Vector),
    /// Two at once.
    Pair(Box<(Vector, Vector)>),
    Compare(Compare),
    Packed(PackedInstruction),
    Lane(LaneMove),
    Scalar(Scalar),
    ScalarLoad(ScalarLoad),
    Memory(Memory),
    Shared(Shared),
    Control(Control),
    /// Not known here: an error where it is reached.
    Unknown(Box<str>),
}

impl Instruction {
    /// The instruction that a text means, at an address of the code object.
    pub fn decode(text: &str, address: u64, size: u64, target: &Target) -> Self {
        match Self::known(text, address, size, target) {
            Ok(Some(instruction)) => instruction,
            Ok(None) => Self::Unknown("it is not known here".into()),
            Err(reason) => Self::Unknown(reason.into()),
        }
    }

    fn known(text: &str, address: u64, size: u64, target: &Target) -> Result<Option<Self>, String> {
        if let Some((x, y)) = Line::pair(text) {
            let half =
                |text| Vector::decode(&Line::new(text), target)?.ok_or_else(|| format!("half of a pair: {text}"));
            return Ok(Some(Self::Pair(Box::new((half(x)?, half(y)?)))));
        }
        let line = &Line::new(text);
        if let Some(control) = Control::decode(line, address, size, target)? {
            return Ok(Some(Self::Control(control)));
        }
        Ok(match line.name.split('_').next() {
            Some("s") => match ScalarLoad::decode(line)? {
                Some(load) => Some(Self::ScalarLoad(load)),
                None => Scalar::decode(line)?.map(Self::Scalar),
            },
            Some("ds") => Shared::decode(line)?.map(Self::Shared),
            Some("v") => Self::vector(line, target)?,
            _ => Memory::decode(line)?.map(Self::Memory),
        })
    }

    fn vector(line: &Line, target: &Target) -> Result<Option<Self>, String> {
        if let Some(lane) = LaneMove::decode(line)? {
            return Ok(Some(Self::Lane(lane)));
        }
        if let Some(compare) = Compare::decode(line)? {
            return Ok(Some(Self::Compare(compare)));
        }
        if let Some(packed) = PackedInstruction::decode(line)? {
            return Ok(Some(Self::Packed(packed)));
        }
        Ok(Vector::decode(line, target)?.map(Self::Vector))
    }

    pub fn execute(&self, wave: &mut Wave, context: &mut Context, target: &Target) -> Result<(), Fault> {
        match self {
            Self::Vector(vector) => vector.execute(wave),
            Self::Pair(pair) => Vector::execute_pair(pair, wave),
            Self::Compare(compare) => compare.execute(wave),
            Self::Packed(packed) => packed.execute(wave),
            Self::Lane(lane) => lane.execute(wave),
            Self::Scalar(scalar) => scalar.execute(wave),
            Self::ScalarLoad(load) => load.execute(wave, context),
            Self::Memory(memory) => memory.execute(wave, context),
            Self::Shared(shared) => shared.execute(wave, context),
            Self::Control(control) => control.execute(wave, target),
            Self::Unknown(reason) => Err(Fault::new(reason.to_string())),
        }
    }
}
