//! Scalar instructions: arithmetic, comparisons, masks of lanes.

use super::operand::{EXEC, Register, Source};
use super::scalar_flow::{ScalarFlow, comparison_depends};
use super::text::{Line, integer};
use crate::function::{self, Comparison, ScalarFunction, Type};
use crate::machine::fault::Fault;
use crate::machine::wave::Wave;
use std::sync::OnceLock;
use std::time::Instant;

/// A scalar instruction.
pub enum Scalar {
    Compute {
        function: ScalarFunction,
        flow: ScalarFlow,
        sources: [Source; 2],
        target: u8,
    },
    /// A sum of a product: the target is the third operand.
    FusedSum {
        sources: [Source; 2],
        target: u8,
    },
    Compare {
        comparison: Comparison,
        sources: [Source; 2],
    },
    /// Whether a bit is as it says.
    TestBit {
        value: bool,
        wide: bool,
        sources: [Source; 2],
    },
    SetBit {
        value: bool,
        wide: bool,
        bit: Source,
        target: u8,
    },
    /// Moves if the condition holds.
    Conditional {
        wide: bool,
        from: Source,
        target: u8,
    },
    /// Keeps the lanes that are on, and turns lanes on or off.
    SaveExec {
        combine: fn(u64, u64) -> u64,
        wide: bool,
        from: Source,
        target: u8,
    },
    /// Reads the modes, which do not change here.
    Zero(u8),
    /// The time, in ticks of so many nanoseconds.
    Time(u8, u64),
    /// Cycles since some time: so many bits from a place in the count.
    Cycles {
        target: u8,
        from: u32,
        bits: u32,
    },
}

fn source(text: &str, ty: Type) -> Result<Source, String> {
    Source::parse(text, ty).ok_or_else(|| format!("the operand {text}"))
}

fn target(text: &str) -> Result<u8, String> {
    Register::scalar(text).ok_or_else(|| format!("the register {text}"))
}

/// A constant of 16 bits with its sign.
fn short(text: &str) -> Result<Source, String> {
    let value = integer(text).ok_or_else(|| format!("the constant {text}"))?;
    Ok(Source::Constant(value as i16 as u32 as u64))
}

/// Since the first instruction that asked.
fn nanoseconds() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

/// What is kept of the lanes, of their mask and of the operand.
fn combination(name: &str) -> Option<fn(u64, u64) -> u64> {
    Some(match name {
        "and" => |exec, from| exec & from,
        "or" => |exec, from| exec | from,
        "xor" => |exec, from| exec ^ from,
        "andn2" | "and_not1" => |exec, from| from & !exec,
        "andn1" | "and_not0" => |exec, from| !from & exec,
        "orn2" | "or_not1" => |exec, from| from | !exec,
        "orn1" | "or_not0" => |exec, from| !from | exec,
        "nand" => |exec, from| !(exec & from),
        "nor" => |exec, from| !(exec | from),
        "xnor" => |exec, from| !(exec ^ from),
        _ => return None,
    })
}

impl Scalar {
    pub fn decode(line: &Line) -> Result<Option<Self>, String> {
        let Some(name) = line.name.strip_prefix("s_") else { return Ok(None) };
        let operands = line.operands();
        let wide = name.ends_with("64");
        let ty = if wide { Type::B64 } else { Type::B32 };
        Ok(Some(match (name, &operands[..]) {
            ("fmac_f32", [to, a, b]) => {
                Self::FusedSum { sources: [source(a, Type::F32)?, source(b, Type::F32)?], target: target(to)? }
            }
            ("bitcmp0_b32" | "bitcmp0_b64" | "bitcmp1_b32" | "bitcmp1_b64", [a, bit]) => {
                let value = name.starts_with("bitcmp1");
                Self::TestBit { value, wide, sources: [source(a, ty)?, source(bit, Type::B32)?] }
            }
            ("bitset0_b32" | "bitset0_b64" | "bitset1_b32" | "bitset1_b64", [to, bit]) => {
                let value = name.starts_with("bitset1");
                Self::SetBit { value, wide, bit: source(bit, Type::B32)?, target: target(to)? }
            }
            ("cmov_b32" | "cmov_b64", [to, from]) => {
                Self::Conditional { wide, from: source(from, ty)?, target: target(to)? }
            }
            ("cmovk_i32", [to, from]) => Self::Conditional { wide, from: short(from)?, target: target(to)? },
            // GFX11 counts 20 bits.
            ("getreg_b32", [to, "hwreg(HW_REG_SHADER_CYCLES, 0, 20)"]) => {
                Self::Cycles { target: target(to)?, from: 0, bits: 20 }
            }
            ("getreg_b32", [to, "hwreg(HW_REG_SHADER_CYCLES_LO)"]) => {
                Self::Cycles { target: target(to)?, from: 0, bits: 32 }
            }
            ("getreg_b32", [to, "hwreg(HW_REG_SHADER_CYCLES_HI)"]) => {
                Self::Cycles { target: target(to)?, from: 32, bits: 32 }
            }
            ("getreg_b32", [to, register]) if register.contains("MODE") => Self::Zero(target(to)?),
            // Since GFX11 a message asks for the time.
            ("sendmsg_rtn_b64", [to, "sendmsg(MSG_RTN_GET_REALTIME)"]) => Self::Time(target(to)?, 10),
            ("memtime", [to]) => Self::Time(target(to)?, 1),
            ("memrealtime", [to]) => Self::Time(target(to)?, 10),
            (_, [a, b]) if name.starts_with("cmpk_") => {
                let Some(comparison) = function::comparison(&name[5..]) else { return Ok(None) };
                let value = integer(b).ok_or_else(|| format!("the constant {b}"))?;
                let value = if name.ends_with("u32") { value as u16 as u64 } else { value as i16 as u32 as u64 };
                Self::Compare { comparison, sources: [source(a, Type::B32)?, Source::Constant(value)] }
            }
            (_, [a, b]) if name.starts_with("cmp_") => {
                let Some(comparison) = function::comparison(&name[4..]) else { return Ok(None) };
                Self::Compare {
                    comparison,
                    sources: [source(a, comparison.source(0))?, source(b, comparison.source(1))?],
                }
            }
            (_, [to, from]) if name.contains("_saveexec_b") => {
                let combined = name.split("_saveexec").next().and_then(combination);
                let Some(combine) = combined else { return Ok(None) };
                Self::SaveExec { combine, wide, from: source(from, ty)?, target: target(to)? }
            }
            (_, [to, rest @ ..]) => {
                let Some(function) = function::scalar(name) else { return Ok(None) };
                let target = target(to)?;
                let sources = match (name, rest) {
                    ("movk_i32", [a]) => [short(a)?, Source::Constant(0)],
                    ("addk_i32" | "addk_co_i32" | "mulk_i32", [a]) => [Source::Scalar(target), short(a)?],
                    (_, [a]) => [source(a, function.sources[0])?, Source::Constant(0)],
                    (_, [a, b]) => [source(a, function.sources[0])?, source(b, function.sources[1])?],
                    _ => return Err("too many operands".into()),
                };
                Self::Compute { function, flow: ScalarFlow::of(name), sources, target }
            }
            _ => return Ok(None),
        }))
    }

    pub fn execute(&self, wave: &mut Wave) -> Result<(), Fault> {
        let set = |wave: &mut Wave, target: u8, wide: bool, value: u64| match wide {
            true => wave.set_scalar64(target, value),
            false => wave.set_scalar(target, value as u32),
        };
        match *self {
            Self::Compute { function, flow, sources, target } => {
                let wide = |k: usize| function.sources[k].width() == 64;
                let unwritten = [0, 1].map(|k| wave.unwritten_bits(sources[k], wide(k)));
                let (a, b) = (wave.uniform(sources[0], wide(0))?, wave.uniform(sources[1], wide(1))?);
                let (scc, unwritten_scc) = (wave.scc, wave.unwritten.scc);
                let (value, flag) = (function.call)(a, b, scc);
                let wide = function.result.width() == 64;
                set(wave, target, wide, value);
                if function.sets_scc {
                    (wave.scc, wave.unwritten.scc) = (flag, false);
                }
                let takes_scc = function.reads_scc && unwritten_scc;
                if unwritten != [0; 2] || takes_scc {
                    let (bits, flag) = flow.result(&function, [a, b], scc, (unwritten, takes_scc));
                    wave.mark_scalar(target, wide, bits)?;
                    wave.unwritten.scc |= function.sets_scc && flag;
                }
            }
            Self::FusedSum { sources: [a, b], target } => {
                let of = |bits: u64| f32::from_bits(bits as u32);
                let unwritten = [a, b, Source::Scalar(target)].map(|source| wave.unwritten_bits(source, false));
                let (a, b) = (of(wave.uniform(a, false)?), of(wave.uniform(b, false)?));
                let sum = a.mul_add(b, f32::from_bits(wave.scalar(target)));
                wave.set_scalar(target, sum.to_bits());
                wave.mark_scalar(target, false, if unwritten == [0; 3] { 0 } else { 0xffff_ffff })?;
            }
            Self::Compare { comparison, sources } => {
                let wide = comparison.source(0).width() == 64;
                let values = [wave.uniform(sources[0], wide)?, wave.uniform(sources[1], wide)?];
                let unwritten = sources.map(|source| wave.unwritten_bits(source, wide));
                wave.scc = comparison.call(values[0], values[1]);
                wave.unwritten.scc = comparison_depends(comparison, values, unwritten);
            }
            Self::TestBit { value, wide, sources: [a, bit] } => {
                let unwritten = (wave.unwritten_bits(a, wide), wave.unwritten_bits(bit, false));
                let bit = wave.uniform(bit, false)? & if wide { 63 } else { 31 };
                wave.scc = (wave.uniform(a, wide)? >> bit & 1 != 0) == value;
                wave.unwritten.scc = unwritten.0 >> bit & 1 != 0 || unwritten.1 != 0;
            }
            Self::SetBit { value, wide, bit, target } => {
                let unwritten = match wave.unwritten_bits(bit, false) {
                    0 => wave.unwritten_bits(Source::Scalar(target), wide),
                    _ => u64::MAX,
                };
                let bit = 1u64 << (wave.uniform(bit, false)? & if wide { 63 } else { 31 });
                let old = wave.uniform(Source::Scalar(target), wide)?;
                set(wave, target, wide, if value { old | bit } else { old & !bit });
                wave.mark_scalar(target, wide, unwritten & !bit)?;
            }
            Self::Conditional { wide, from, target } => {
                if wave.unwritten.scc {
                    wave.mark_scalar(target, wide, u64::MAX)?;
                } else if wave.scc {
                    let (value, unwritten) = (wave.uniform(from, wide)?, wave.unwritten_bits(from, wide));
                    set(wave, target, wide, value);
                    wave.mark_scalar(target, wide, unwritten)?;
                }
            }
            Self::SaveExec { combine, wide, from, target } => {
                let exec = wave.uniform(Source::Scalar(EXEC), wide)?;
                let (given, unwritten) = (wave.uniform(from, wide)?, wave.unwritten_bits(from, wide));
                let within = if wide { u64::MAX } else { 0xffff_ffff };
                let combined = combine(exec, given) & within;
                // Where the lanes that are on decide, the operand does not.
                let unwritten = unwritten & (combined ^ combine(exec, !given)) & within;
                set(wave, target, wide, exec);
                set(wave, EXEC, wide, combined);
                (wave.scc, wave.unwritten.scc) = (combined != 0, false);
                wave.mark_scalar(EXEC, wide, unwritten)?;
            }
            Self::Zero(target) => wave.set_scalar(target, 0),
            Self::Time(target, tick) => wave.set_scalar64(target, nanoseconds() / tick),
            Self::Cycles { target, from, bits } => {
                wave.set_scalar(target, (nanoseconds() >> from & (u64::MAX >> (64 - bits))) as u32);
            }
        }
        Ok(())
    }
}
