//! Instructions that move values between lanes and scalar registers.

use super::operand::{Operand, Register, Source};
use super::text::Line;
use crate::function::Type;
use crate::machine::fault::Fault;
use crate::machine::wave::Wave;

/// Between lanes and scalar registers.
pub enum LaneMove {
    /// Of the first lane that is on.
    ReadFirst {
        from: Source,
        to: u8,
    },
    Read {
        from: u16,
        lane: Source,
        to: u8,
    },
    Write {
        from: Source,
        lane: Source,
        to: u16,
    },
    Swap(u16, u16),
    /// A pair of registers, chosen among those of two pairs.
    PairOf {
        low: (Source, bool),
        high: (Source, bool),
        to: u16,
    },
}

fn operand(text: &str) -> Result<Source, String> {
    Operand::parse(text, Type::B32).map(|operand| operand.source).ok_or_else(|| format!("the operand {text}"))
}

fn vector(text: &str) -> Result<u16, String> {
    Register::vector(text).ok_or_else(|| format!("the register {text}"))
}

fn scalar(text: &str) -> Result<u8, String> {
    Register::scalar(text).ok_or_else(|| format!("the register {text}"))
}

impl LaneMove {
    pub fn decode(line: &Line) -> Result<Option<Self>, String> {
        Ok(Some(match (line.plain_name(), &line.operands()[..]) {
            ("v_readfirstlane_b32", [to, from]) => Self::ReadFirst { from: operand(from)?, to: scalar(to)? },
            ("v_readlane_b32", [to, from, lane]) => {
                Self::Read { from: vector(from)?, lane: operand(lane)?, to: scalar(to)? }
            }
            ("v_writelane_b32", [to, from, lane]) => {
                Self::Write { from: operand(from)?, lane: operand(lane)?, to: vector(to)? }
            }
            ("v_swap_b32", [a, b]) => Self::Swap(vector(a)?, vector(b)?),
            ("v_pk_mov_b32", [to, a, b]) => {
                let wide = |text: &str| Source::parse(text, Type::B64).ok_or_else(|| format!("the operand {text}"));
                // The first result takes an element of the first operand, the second one of the second operand.
                let selected = line.bits("op_sel").unwrap_or(0);
                let (a, b) = (wide(a)?, wide(b)?);
                Self::PairOf { low: (a, selected & 1 != 0), high: (b, selected & 2 != 0), to: vector(to)? }
            }
            _ => return Ok(None),
        }))
    }

    pub fn execute(&self, wave: &mut Wave) -> Result<(), Fault> {
        match *self {
            Self::ReadFirst { from: Source::Vector(from), to } => {
                let exec = wave.exec();
                // Without lanes it is the first one.
                let lane = if exec == 0 { 0 } else { exec.trailing_zeros() as usize };
                read_lane(wave, from, lane, to)?;
            }
            Self::ReadFirst { from, to } => {
                let unwritten = wave.unwritten_bits(from, false);
                wave.set_scalar(to, wave.uniform(from, false)? as u32);
                wave.mark_scalar(to, false, unwritten)?;
            }
            Self::Read { from, lane, to } => {
                let place = chosen(wave, lane)?;
                read_lane(wave, from, place, to)?;
            }
            Self::Write { from, lane, to } => {
                let place = chosen(wave, lane)?;
                let unwritten = wave.unwritten_bits(from, false) as u32;
                wave.set_vector(to, place, wave.uniform(from, false)? as u32)?;
                wave.unwritten.mark_kept(to, place, unwritten);
            }
            Self::Swap(a, b) => {
                let on = wave.exec();
                let [x, y] = [wave.raw(Source::Vector(a), false)?, wave.raw(Source::Vector(b), false)?];
                let [unwritten_x, unwritten_y] = [a, b].map(|index| wave.unwritten.lanes(index));
                wave.set_lanes(a, false, on, &y)?;
                wave.set_lanes(b, false, on, &x)?;
                wave.unwritten.mark_lanes(a, unwritten_y & on);
                wave.unwritten.mark_lanes(b, unwritten_x & on);
            }
            Self::PairOf { low: (low, low_second), high: (high, high_second), to } => {
                let unwritten = [(low, low_second), (high, high_second)]
                    .map(|(source, second)| wave.unwritten_lanes(source, true)[usize::from(second)]);
                let (low, high) = (wave.raw(low, true)?, wave.raw(high, true)?);
                let word = |value: u64, second: bool| if second { value >> 32 } else { value & 0xffff_ffff };
                let pair =
                    std::array::from_fn(|lane| word(low[lane], low_second) | word(high[lane], high_second) << 32);
                let on = wave.exec();
                wave.set_lanes(to, true, on, &pair)?;
                (to..).zip(unwritten).for_each(|(to, lanes)| wave.unwritten.mark_lanes(to, lanes & on));
            }
        }
        Ok(())
    }
}

/// The lane that a source names.
fn chosen(wave: &Wave, lane: Source) -> Result<usize, Fault> {
    match wave.unwritten_bits(lane, false) & (wave.lanes as u64 - 1) {
        0 => Ok(wave.uniform(lane, false)? as usize % wave.lanes),
        _ => Err(Fault::new("the number of a lane that nobody wrote")),
    }
}

fn read_lane(wave: &mut Wave, from: u16, lane: usize, to: u8) -> Result<(), Fault> {
    let unwritten = wave.unwritten.of_lane(from, lane);
    wave.set_scalar(to, wave.vector(from, lane)?);
    wave.mark_scalar(to, false, unwritten.into())
}
