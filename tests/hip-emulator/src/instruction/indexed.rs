//! Moves from and to vector registers that are found by a number: those between `s_set_gpr_idx_on` and `s_set_gpr_idx_off` of GFX9, and
//! `v_movrels_b32` and `v_movreld_b32` of others.

use super::operand::{M0, Operand, Register, Source};
use super::text::Line;
use crate::function::Type;
use crate::machine::fault::Fault;
use crate::machine::wave::Wave;

/// To which registers of a move the number is added.
#[derive(Clone, Copy)]
pub enum Which {
    Source,
    Target,
}

/// An instruction that has to do with such registers.
pub enum Indexed {
    /// Puts the number where moves look for it.
    On(Source, Which),
    Off,
    Move {
        from: Source,
        to: u16,
        which: Which,
        /// The bits of `m0` that are the number.
        bits: u32,
    },
}

/// Which registers of the next moves are found by a number, if any are.
#[derive(Default)]
pub struct Indexing(Option<Which>);

fn source(text: &str) -> Result<Source, String> {
    Operand::parse(text, Type::B32).map(|operand| operand.source).ok_or_else(|| format!("the operand {text}"))
}

fn moved(to: &str, from: &str, which: Which, bits: u32) -> Result<Indexed, String> {
    let to = Register::vector(to).ok_or_else(|| format!("the register {to}"))?;
    Ok(Indexed::Move { from: source(from)?, to, which, bits })
}

impl Indexing {
    /// Reads an instruction, which comes after those that were read before.
    pub fn decode(&mut self, line: &Line) -> Result<Option<Indexed>, String> {
        Ok(Some(match (line.plain_name(), &line.operands()[..], self.0) {
            ("s_set_gpr_idx_on", [from, which], _) => {
                let which = match *which {
                    "gpr_idx(SRC0)" => Which::Source,
                    "gpr_idx(DST)" => Which::Target,
                    other => return Err(format!("the registers {other}")),
                };
                self.0 = Some(which);
                Indexed::On(source(from)?, which)
            }
            ("s_set_gpr_idx_off", [], _) => {
                self.0 = None;
                Indexed::Off
            }
            ("v_mov_b32", [to, from], Some(which)) => moved(to, from, which, 0xff)?,
            ("s_nop", ..) => return Ok(None),
            (name, _, Some(_)) => return Err(format!("{name} of registers that are found by a number")),
            ("v_movrels_b32", [to, from], None) => moved(to, from, Which::Source, u32::MAX)?,
            ("v_movreld_b32", [to, from], None) => moved(to, from, Which::Target, u32::MAX)?,
            _ => return Ok(None),
        }))
    }
}

impl Indexed {
    pub fn execute(&self, wave: &mut Wave) -> Result<(), Fault> {
        let written = |wave: &Wave, source: Source, bits: u32| match wave.unwritten_bits(source, false) as u32 & bits {
            0 => Ok(()),
            _ => Err(Fault::new("the number of a register that nobody wrote")),
        };
        match *self {
            Self::On(from, which) => {
                written(wave, from, 0xff)?;
                let number = wave.uniform(from, false)? as u32 & 0xff;
                let flag = match which {
                    Which::Source => 1 << 12,
                    Which::Target => 8 << 12,
                };
                wave.set_scalar(M0, number | flag);
                Ok(())
            }
            Self::Off => Ok(()),
            Self::Move { from, to, which, bits } => {
                written(wave, Source::Scalar(M0), bits)?;
                let number = wave.m0() & bits;
                let behind = |index: u16| {
                    u16::try_from(u32::from(index).saturating_add(number))
                        .map_err(|_| Fault::new(format!("no register v{index} + {number}")))
                };
                let (from, to) = match (which, from) {
                    (Which::Source, Source::Vector(index)) => (Source::Vector(behind(index)?), to),
                    (Which::Source, from) => (from, to),
                    (Which::Target, from) => (from, behind(to)?),
                };
                let (values, on) = (wave.raw(from, false)?, wave.exec());
                let [unwritten, _] = wave.unwritten_lanes(from, false);
                wave.set_lanes(to, false, on, &values)?;
                wave.unwritten.mark_lanes(to, unwritten & on);
                Ok(())
            }
        }
    }
}
