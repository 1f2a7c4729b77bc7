//! Scalar instructions, with the condition code that they leave.

use super::machine::{Machine, WIDE};
use super::numbers::{few_words, longs, words};

/// What an instruction leaves of s[2:3], s[4:5] and a condition code: s0 or s[0:1], and the condition code.
fn check(text: &str, values: &[u64], expected: impl Fn(u64, u64, bool) -> (u64, bool)) {
    let mut machine = Machine::new(WIDE);
    let wide = text.contains("s[0:1]");
    let few: Vec<u64> = few_words().into_iter().chain(values.iter().copied().take(12)).collect();
    for &a in values {
        for &b in &few {
            for scc in [false, true] {
                machine.wave.set_scalar64(2, a);
                machine.wave.set_scalar64(4, b);
                machine.wave.set_scalar64(0, 0);
                machine.wave.scc = scc;
                machine.run(text);
                let found = if wide { machine.wave.scalar64(0) } else { machine.wave.scalar(0).into() };
                let (value, flag) = expected(a, b, scc);
                let value = if wide { value } else { value & 0xffff_ffff };
                assert_eq!((found, machine.wave.scc), (value, flag), "{text}: {a:#x}, {b:#x}, {scc}");
            }
        }
    }
}

fn word(text: &str, expected: impl Fn(u32, u32, bool) -> (i128, bool)) {
    check(text, &words(), |a, b, scc| {
        let (value, flag) = expected(a as u32, b as u32, scc);
        (value as u64, flag)
    });
}

fn u(x: u32) -> i128 {
    x.into()
}

fn s(x: u32) -> i128 {
    i128::from(x as i32)
}

fn fits(x: i128) -> bool {
    i32::try_from(x).is_ok()
}

fn nonzero(x: i128) -> (i128, bool) {
    (x, x as u32 != 0)
}

#[test]
fn sums_with_carries() {
    word("s_add_u32 s0, s2, s4", |a, b, _| (u(a) + u(b), u(a) + u(b) >= 1 << 32));
    word("s_addc_u32 s0, s2, s4", |a, b, c| (u(a) + u(b) + i128::from(c), u(a) + u(b) + i128::from(c) >= 1 << 32));
    word("s_sub_u32 s0, s2, s4", |a, b, _| (u(a) - u(b), a < b));
    word("s_subb_u32 s0, s2, s4", |a, b, c| (u(a) - u(b) - i128::from(c), u(a) < u(b) + i128::from(c)));
    word("s_add_i32 s0, s2, s4", |a, b, _| (s(a) + s(b), !fits(s(a) + s(b))));
    word("s_sub_i32 s0, s2, s4", |a, b, _| (s(a) - s(b), !fits(s(a) - s(b))));
    word("s_lshl3_add_u32 s0, s2, s4", |a, b, _| (u(a) * 8 + u(b), u(a) * 8 + u(b) >= 1 << 32));
    word("s_absdiff_i32 s0, s2, s4", |a, b, _| {
        let difference = (s(a) - s(b)) as u32;
        let magnitude = if difference >> 31 == 1 { -u(difference) } else { u(difference) };
        nonzero(magnitude)
    });
}

#[test]
fn products_do_not_touch_the_condition_code() {
    word("s_mul_i32 s0, s2, s4", |a, b, scc| (u(a) * u(b), scc));
    word("s_mul_hi_u32 s0, s2, s4", |a, b, scc| ((u(a) * u(b)) >> 32, scc));
    word("s_mul_hi_i32 s0, s2, s4", |a, b, scc| ((s(a) * s(b)) >> 32, scc));
    word("s_cselect_b32 s0, s2, s4", |a, b, scc| (u(if scc { a } else { b }), scc));
    word("s_mov_b32 s0, s2", |a, _, scc| (u(a), scc));
    word("s_movk_i32 s0, 0x8001", |_, _, scc| (-32767, scc));
    word("s_bfm_b32 s0, s2, s4", |a, b, scc| (((1i128 << (a % 32)) - 1) << (b % 32), scc));
    word("s_pack_lh_b32_b16 s0, s2, s4", |a, b, scc| (u(a & 0xffff) | u(b >> 16 << 16), scc));
    word("s_sext_i32_i8 s0, s2", |a, _, scc| (i128::from(a as i8), scc));
}

#[test]
fn extrema_say_which_was_taken() {
    word("s_min_u32 s0, s2, s4", |a, b, _| (u(a).min(u(b)), a < b));
    word("s_max_u32 s0, s2, s4", |a, b, _| (u(a).max(u(b)), a > b));
    word("s_min_i32 s0, s2, s4", |a, b, _| (s(a).min(s(b)), s(a) < s(b)));
    word("s_max_i32 s0, s2, s4", |a, b, _| (s(a).max(s(b)), s(a) > s(b)));
    word("s_abs_i32 s0, s2", |a, _, _| nonzero(s(a).abs()));
}

#[test]
fn logic_and_shifts_say_whether_they_are_zero() {
    word("s_and_b32 s0, s2, s4", |a, b, _| nonzero(u(a & b)));
    word("s_andn2_b32 s0, s2, s4", |a, b, _| nonzero(u(a & !b)));
    word("s_xnor_b32 s0, s2, s4", |a, b, _| nonzero(u(!(a ^ b))));
    word("s_lshl_b32 s0, s2, s4", |a, b, _| nonzero(u(a) << (b % 32)));
    word("s_lshr_b32 s0, s2, s4", |a, b, _| nonzero(u(a) >> (b % 32)));
    word("s_ashr_i32 s0, s2, s4", |a, b, _| nonzero(s(a) >> (b % 32)));
    word("s_not_b32 s0, s2", |a, _, _| nonzero(u(!a)));
    word("s_bcnt1_i32_b32 s0, s2", |a, _, _| nonzero((0..32).filter(|k| a >> k & 1 == 1).count() as i128));
    let long = |text: &str, expected: fn(u64, u64) -> u64| {
        check(text, &longs(), |a, b, _| {
            let value = expected(a, b);
            (value, value != 0)
        });
    };
    long("s_and_b64 s[0:1], s[2:3], s[4:5]", |a, b| a & b);
    long("s_orn2_b64 s[0:1], s[2:3], s[4:5]", |a, b| a | !b);
    long("s_nand_b64 s[0:1], s[2:3], s[4:5]", |a, b| !(a & b));
    long("s_lshl_b64 s[0:1], s[2:3], s4", |a, b| (u128::from(a) << (b % 64)) as u64);
    long("s_lshr_b64 s[0:1], s[2:3], s4", |a, b| (u128::from(a) >> (b % 64)) as u64);
    long("s_ashr_i64 s[0:1], s[2:3], s4", |a, b| (i128::from(a as i64) >> (b % 64)) as u64);
}

/// A field: bits 0 to 4 or 5 of its description are where it begins, those from 16 on how long it is.
#[test]
fn fields() {
    let described = |from: u32, width: u32| format!("{:#x}", width << 16 | from);
    for from in [0, 1, 7, 16, 31] {
        for width in [0, 1, 5, 16, 31, 32] {
            let unsigned = |a: u32| (u(a) >> from) % (1i128 << width);
            let signed = |a: u32| match width {
                0 => 0,
                _ if from + width >= 32 => s(a) >> from,
                _ => {
                    let value = unsigned(a);
                    if value >> (width - 1) == 1 { value - (1 << width) } else { value }
                }
            };
            word(&format!("s_bfe_u32 s0, s2, {}", described(from, width)), |a, _, _| nonzero(unsigned(a)));
            word(&format!("s_bfe_i32 s0, s2, {}", described(from, width)), |a, _, _| nonzero(signed(a)));
        }
    }
    for (from, width) in [(0, 64), (5, 20), (40, 20), (63, 1), (32, 32), (7, 0)] {
        let text = format!("s_bfe_u64 s[0:1], s[2:3], {}", described(from, width));
        check(&text, &longs(), |a, _, _| {
            let value = ((u128::from(a) >> from) % (1u128 << width)) as u64;
            (value, value != 0)
        });
    }
}

#[test]
fn places_of_bits() {
    let position = |found: Option<u32>| found.map_or(-1, i128::from);
    word("s_ff1_i32_b32 s0, s2", |a, _, scc| (position((0..32).find(|k| a >> k & 1 == 1)), scc));
    word("s_flbit_i32_b32 s0, s2", |a, _, scc| (position((0..32).find(|k| a >> (31 - k) & 1 == 1)), scc));
    word("s_flbit_i32 s0, s2", |a, _, scc| (position((1..32).find(|k| a >> (31 - k) & 1 != a >> 31)), scc));
    word("s_brev_b32 s0, s2", |a, _, scc| ((0..32).map(|k| u(a >> k & 1) << (31 - k)).sum(), scc));
    word("s_bitcmp1_b32 s2, s4", |a, b, _| (0, a >> (b % 32) & 1 == 1));
    word("s_bitcmp0_b32 s2, s4", |a, b, _| (0, a >> (b % 32) & 1 == 0));
    word("s_bitset1_b32 s0, s4", |_, b, scc| (1 << (b % 32), scc));
}

#[test]
fn comparisons() {
    word("s_cmp_lt_i32 s2, s4", |a, b, _| (0, s(a) < s(b)));
    word("s_cmp_ge_u32 s2, s4", |a, b, _| (0, a >= b));
    word("s_cmp_lg_u32 s2, s4", |a, b, _| (0, a != b));
    word("s_cmpk_lt_i32 s2, 0x8000", |a, _, _| (0, s(a) < -32768));
    word("s_cmpk_gt_u32 s2, 0x8000", |a, _, _| (0, a > 0x8000));
    check("s_cmp_eq_u64 s[2:3], s[4:5]", &longs(), |a, b, _| (0, a == b));
}

#[test]
fn lanes_that_are_on_are_kept_and_changed() {
    use xparray_hip_emulator::instruction::operand::EXEC;
    type Combined = fn(u64, u64) -> u64;
    let instructions: [(&str, Combined); 6] = [
        ("and", |exec, from| exec & from),
        ("or", |exec, from| exec | from),
        ("xor", |exec, from| exec ^ from),
        ("andn2", |exec, from| from & !exec),
        ("orn2", |exec, from| from | !exec),
        ("andn1", |exec, from| !from & exec),
    ];
    for (name, combined) in instructions {
        for &exec in &longs() {
            for &from in &longs() {
                let mut machine = Machine::new(WIDE);
                machine.wave.set_scalar64(4, from);
                machine.wave.set_scalar64(EXEC, exec);
                machine.run(&format!("s_{name}_saveexec_b64 s[2:3], s[4:5]"));
                let expected = combined(exec, from);
                let found = (machine.wave.scalar64(2), machine.wave.scalar64(EXEC), machine.wave.scc);
                assert_eq!(found, (exec, expected, expected != 0), "{name}: {exec:#x}, {from:#x}");
            }
        }
    }
}
