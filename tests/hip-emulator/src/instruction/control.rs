//! Branches, calls, barriers, and what orders nothing here.

use super::Target;
use super::operand::{EXEC, Register, VCC};
use super::text::{Line, integer};
use crate::machine::fault::Fault;
use crate::machine::wave::{State, Wave};

/// Which way a wave goes.
pub enum Control {
    /// Done at once here, or about what does not exist here: waits, caches, priorities.
    Nothing,
    End,
    Barrier,
    /// To an instruction, if the condition holds.
    Branch {
        condition: Condition,
        to: usize,
    },
    /// The address of the next instruction.
    Here {
        address: u64,
        to: u8,
    },
    /// To the address in a pair of registers, with the next one's kept in another pair.
    Jump {
        from: u8,
        keep: Option<(u64, u8)>,
    },
    /// To an instruction, with the next one's address kept.
    Call {
        to: usize,
        address: u64,
        keep: u8,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    Always,
    Scc(bool),
    /// Whether a mask has lanes.
    Vcc(bool),
    Exec(bool),
}

/// Whether an instruction orders what is in order here anyhow, or hints.
fn is_nothing(name: &str) -> bool {
    const NAMES: [&str; 21] = [
        "s_nop",
        "s_clause",
        "s_delay_alu",
        "s_sleep",
        "s_setprio",
        "s_set_inst_prefetch_distance",
        "s_inst_prefetch",
        "s_code_end",
        "s_sendmsg",
        "s_icache_inv",
        "s_dcache_wb",
        "s_dcache_inv",
        "s_barrier_signal",
        "s_denorm_mode",
        "buffer_gl0_inv",
        "buffer_gl1_inv",
        "buffer_wbl2",
        "buffer_inv",
        "buffer_wbinvl1_vol",
        "global_inv",
        "global_wb",
    ];
    NAMES.contains(&name) || name.starts_with("s_wait") || name == "global_wbinv"
}

/// Whether a hardware register is set that changes nothing here: which subnormal numbers are zeros, and exceptions.
fn is_harmless_setting(name: &str, operands: &[&str]) -> bool {
    name.starts_with("s_setreg_")
        && operands.iter().any(|o| {
            let field = o.strip_prefix("hwreg(HW_REG_MODE,").or_else(|| o.strip_prefix("hwreg(HW_REG_WAVE_MODE,"));
            field.and_then(|field| integer(field.split(',').next()?.trim())).is_some_and(|from| from >= 4)
        })
}

impl Control {
    /// An instruction at an address, of a size in bytes.
    pub fn decode(line: &Line, address: u64, size: u64, target: &Target) -> Result<Option<Self>, String> {
        let next = address + size;
        let pair = |text: &str| Register::scalar(text).ok_or_else(|| format!("the register {text}"));
        let destination = |text: &str| {
            let words = integer(text).ok_or_else(|| format!("the distance {text}"))? as i16;
            let address = next.wrapping_add_signed(i64::from(words) * 4);
            target.place(address).ok_or_else(|| format!("a branch to {address:#x}"))
        };
        let condition = match line.name {
            "s_branch" => Some(Condition::Always),
            "s_cbranch_scc0" => Some(Condition::Scc(false)),
            "s_cbranch_scc1" => Some(Condition::Scc(true)),
            "s_cbranch_vccz" => Some(Condition::Vcc(false)),
            "s_cbranch_vccnz" => Some(Condition::Vcc(true)),
            "s_cbranch_execz" => Some(Condition::Exec(false)),
            "s_cbranch_execnz" => Some(Condition::Exec(true)),
            _ => None,
        };
        Ok(Some(match (line.name, &line.operands()[..]) {
            (_, [to]) if condition.is_some() => {
                Self::Branch { condition: condition.unwrap_or(Condition::Always), to: destination(to)? }
            }
            ("s_endpgm" | "s_endpgm_saved", _) => Self::End,
            ("s_barrier" | "s_barrier_wait", _) => Self::Barrier,
            ("s_getpc_b64", [to]) => Self::Here { address: next, to: pair(to)? },
            ("s_setpc_b64", [from]) => Self::Jump { from: pair(from)?, keep: None },
            ("s_swappc_b64", [keep, from]) => Self::Jump { from: pair(from)?, keep: Some((next, pair(keep)?)) },
            ("s_call_b64", [keep, to]) => Self::Call { to: destination(to)?, address: next, keep: pair(keep)? },
            (name, _) if is_nothing(name) => Self::Nothing,
            (name, operands) if is_harmless_setting(name, operands) => Self::Nothing,
            _ => return Ok(None),
        }))
    }

    pub fn execute(&self, wave: &mut Wave, target: &Target) -> Result<(), Fault> {
        match *self {
            Self::Nothing => {}
            Self::End => wave.state = State::Done,
            Self::Barrier => wave.state = State::AtBarrier,
            Self::Branch { condition, to } => {
                if depends(condition, wave) {
                    return Err(Fault::new("a branch depends on what nobody wrote"));
                }
                let taken = match condition {
                    Condition::Always => true,
                    Condition::Scc(wanted) => wave.scc == wanted,
                    Condition::Vcc(wanted) => (wave.mask(VCC) != 0) == wanted,
                    Condition::Exec(wanted) => (wave.mask(EXEC) != 0) == wanted,
                };
                if taken {
                    wave.next = to;
                }
            }
            Self::Here { address, to } => wave.set_scalar64(to, address + target.base),
            Self::Jump { from, keep } => {
                if wave.unwritten.scalar(from, true) != 0 {
                    return Err(Fault::new("a jump to an address that nobody wrote"));
                }
                let address = wave.scalar64(from);
                if let Some((next, keep)) = keep {
                    wave.set_scalar64(keep, next + target.base);
                }
                let place = target.place(address.wrapping_sub(target.base));
                wave.next = place.ok_or_else(|| Fault::new(format!("a jump to {address:#x}")))?;
            }
            Self::Call { to, address, keep } => {
                wave.set_scalar64(keep, address + target.base);
                wave.next = to;
            }
        }
        Ok(())
    }
}

/// Whether a condition depends on what nobody wrote. A mask does not where a lane is known to be in it.
fn depends(condition: Condition, wave: &Wave) -> bool {
    match condition {
        Condition::Scc(_) => wave.unwritten.scc,
        Condition::Vcc(_) => {
            let unwritten = wave.unwritten_mask(VCC) & wave.all();
            unwritten != 0 && wave.vcc() & !unwritten == 0
        }
        // Nothing that is not known turns lanes on.
        Condition::Always | Condition::Exec(_) => false,
    }
}
