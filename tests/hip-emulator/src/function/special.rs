//! What chooses by truth values and lanes, and products of packed numbers.

use super::Function::{self, I16, Mixed};
use super::Type::{B16, B32, F16, F32};
use super::rows::words;
use super::{f16_of, f32_of, of_f32};
use half::f16;

/// Lanes below one among the low or the high half of 64.
fn below(lane: u64, half: u32) -> u32 {
    let lanes = (1u64 << lane) - 1;
    (lanes >> (32 * half)) as u32
}

fn mix([a, b, c, _]: [u64; 4]) -> f32 {
    f32_of(a).mul_add(f32_of(b), f32_of(c))
}

fn dot2([a, b, c, _]: [u64; 4]) -> u64 {
    let product = |shift: u32| f16_of(a >> shift).to_f32() * f16_of(b >> shift).to_f32();
    of_f32(product(0) + product(16) + f32_of(c))
}

/// A function of three bits, given by its values.
fn bitop3([a, b, c, values]: [u64; 4]) -> u64 {
    let chosen = (0..8u64).filter(|k| values >> k & 1 != 0);
    let is = |x: u64, bit: u64| if bit != 0 { x } else { !x };
    chosen.fold(0, |all, k| all | is(a, k & 4) & is(b, k & 2) & is(c, k & 1)) & 0xffff_ffff
}

pub fn named(name: &str) -> Option<Function> {
    Some(match name {
        // The third operand is the lane's bit of a mask.
        "cndmask_b32" => words!(|a, b, choose| if choose != 0 { b } else { a }),
        "cndmask_b16" => I16(|a, b, choose| if choose != 0 { b } else { a }),
        // The fourth operand is the lane.
        "mbcnt_lo_u32_b32" => Mixed(B32, [B32; 4], |[mask, b, _, lane]| {
            u64::from((mask as u32 & below(lane, 0)).count_ones().wrapping_add(b as u32))
        }),
        "mbcnt_hi_u32_b32" => Mixed(B32, [B32; 4], |[mask, b, _, lane]| {
            u64::from((mask as u32 & below(lane, 1)).count_ones().wrapping_add(b as u32))
        }),
        // Operands have become `f32` before.
        "fma_mix_f32" | "mad_mix_f32" => Mixed(F32, [F32; 4], |x| of_f32(mix(x))),
        "fma_mixlo_f16" | "mad_mixlo_f16" | "fma_mixhi_f16" | "mad_mixhi_f16" => {
            Mixed(F16, [F32; 4], |x| f16::from_f32(mix(x)).to_bits().into())
        }
        // The fourth operand has the result for each of the operands' bits.
        "bitop3_b32" => Mixed(B32, [B32; 4], bitop3),
        "bitop3_b16" => Mixed(B16, [B16; 4], bitop3),
        "dot2_f32_f16" => Mixed(F32, [B32, B32, F32, B16], dot2),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_three_bits() {
        // a & b | c, and a ^ b ^ c.
        let [a, b, c] = [0xf0f0_1234u64, 0xff00_4321, 0x1111_8888];
        assert_eq!(bitop3([a, b, c, 0xea]), a & b | c);
        assert_eq!(bitop3([a, b, c, 0x96]), a ^ b ^ c);
    }

    #[test]
    fn lanes_are_counted_below() {
        let count = |name: &str, lane: u64| named(name).unwrap().call([0xffff_ffff, 3, 0, lane]).0;
        assert_eq!(count("mbcnt_lo_u32_b32", 5), 8);
        assert_eq!(count("mbcnt_lo_u32_b32", 40), 35);
        assert_eq!(count("mbcnt_hi_u32_b32", 5), 3);
        assert_eq!(count("mbcnt_hi_u32_b32", 40), 11);
    }
}
