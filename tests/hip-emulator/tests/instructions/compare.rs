//! Comparisons, classes of floats, and choices by masks.

use super::machine::{Machine, NARROW, WIDE, each, exactly};
use super::numbers::{doubles, f16_of, f32_of, f64_of, halves, longs, singles, words};
use std::cmp::Ordering::{self, Equal, Greater, Less};
use xparray_hip_emulator::instruction::operand::{EXEC, VCC};

/// Compares each with each, and reads the mask.
fn check(text: &str, values: &[u64], expected: impl Fn(u64, u64) -> bool) {
    for architecture in [WIDE, NARROW] {
        let mut machine = Machine::new(architecture);
        let text = if machine.lanes() == 32 { text.replace("vcc", "vcc_lo") } else { text.into() };
        let wide = text.contains("v[2:3]");
        for (k, &a) in values.iter().enumerate() {
            let b = |lane: usize| values[(lane + k) % values.len()];
            machine.set(2, wide, |_| a);
            machine.set(4, wide, b);
            machine.run(&text);
            for lane in 0..machine.lanes() {
                let found = machine.wave.mask(VCC) >> lane & 1 != 0;
                assert_eq!(found, expected(a, b(lane)), "{text}: {a:#x}, {:#x}", b(lane));
            }
        }
    }
}

#[test]
fn integers() {
    type Relation = (&'static str, fn(Ordering) -> bool);
    let relations: [Relation; 8] = [
        ("lt", |o| o == Less),
        ("eq", |o| o == Equal),
        ("le", |o| o != Greater),
        ("gt", |o| o == Greater),
        ("ne", |o| o != Equal),
        ("ge", |o| o != Less),
        ("f", |_| false),
        ("t", |_| true),
    ];
    for (name, holds) in relations {
        let [w, l] = [words(), longs()];
        check(&format!("v_cmp_{name}_u32_e32 vcc, v2, v4"), &w, |a, b| holds(a.cmp(&b)));
        check(&format!("v_cmp_{name}_i32_e32 vcc, v2, v4"), &w, |a, b| holds((a as i32).cmp(&(b as i32))));
        check(&format!("v_cmp_{name}_i16_e32 vcc, v2, v4"), &w, |a, b| holds((a as i16).cmp(&(b as i16))));
        check(&format!("v_cmp_{name}_u16_e32 vcc, v2, v4"), &w, |a, b| holds((a as u16).cmp(&(b as u16))));
        check(&format!("v_cmp_{name}_u64_e32 vcc, v[2:3], v[4:5]"), &l, |a, b| holds(a.cmp(&b)));
        check(&format!("v_cmp_{name}_i64_e32 vcc, v[2:3], v[4:5]"), &l, |a, b| holds((a as i64).cmp(&(b as i64))));
    }
}

// With what is no number, these are not what clippy takes them for.
#[allow(clippy::neg_cmp_op_on_partial_ord, clippy::double_comparisons)]
#[test]
fn floats() {
    type Relation = (&'static str, fn(f64, f64) -> bool);
    let relations: [Relation; 14] = [
        ("lt", |a, b| a < b),
        ("eq", |a, b| a == b),
        ("le", |a, b| a <= b),
        ("gt", |a, b| a > b),
        ("lg", |a, b| a < b || a > b),
        ("ge", |a, b| a >= b),
        ("o", |a, b| !a.is_nan() && !b.is_nan()),
        ("u", |a, b| a.is_nan() || b.is_nan()),
        ("nge", |a, b| !(a >= b)),
        ("nlg", |a, b| !(a < b || a > b)),
        ("ngt", |a, b| !(a > b)),
        ("nle", |a, b| !(a <= b)),
        ("neq", |a, b| !(a == b)),
        ("nlt", |a, b| !(a < b)),
    ];
    for (name, holds) in relations {
        check(&format!("v_cmp_{name}_f32_e32 vcc, v2, v4"), &singles(), |a, b| {
            holds(f32_of(a).into(), f32_of(b).into())
        });
        check(&format!("v_cmp_{name}_f64_e32 vcc, v[2:3], v[4:5]"), &doubles(), |a, b| holds(f64_of(a), f64_of(b)));
        check(&format!("v_cmp_{name}_f16_e32 vcc, v2, v4"), &halves(), |a, b| holds(f16_of(a), f16_of(b)));
        check(&format!("v_cmp_{name}_f32_e64 vcc, |v2|, -v4"), &singles(), |a, b| {
            holds(f32_of(a).abs().into(), (-f32_of(b)).into())
        });
    }
}

/// The number of a class, of a value by its properties.
fn class(x: f64, least: f64, quiet: bool) -> u32 {
    let negative = x.is_sign_negative();
    match () {
        () if x.is_nan() => u32::from(quiet),
        () if x.is_infinite() => {
            if negative {
                2
            } else {
                9
            }
        }
        () if x == 0.0 => {
            if negative {
                5
            } else {
                6
            }
        }
        () if x.abs() < least => {
            if negative {
                4
            } else {
                7
            }
        }
        () => {
            if negative {
                3
            } else {
                8
            }
        }
    }
}

#[test]
fn classes() {
    for bit in 0..10 {
        let others = 0x3ff & !(1 << bit);
        for (mask, wanted) in [(1 << bit, true), (others, false)] {
            check(&format!("v_cmp_class_f32_e64 vcc, v2, {mask:#x}"), &singles(), |a, _| {
                (class(f32_of(a).into(), f32::MIN_POSITIVE.into(), a >> 22 & 1 != 0) == bit) == wanted
            });
            check(&format!("v_cmp_class_f64_e64 vcc, v[2:3], {mask:#x}"), &doubles(), |a, _| {
                (class(f64_of(a), f64::MIN_POSITIVE, a >> 51 & 1 != 0) == bit) == wanted
            });
            check(&format!("v_cmp_class_f16_e64 vcc, v2, {mask:#x}"), &halves(), |a, _| {
                (class(f16_of(a), 2f64.powi(-14), a >> 9 & 1 != 0) == bit) == wanted
            });
        }
    }
}

#[test]
fn comparisons_of_lanes_that_are_off_are_false() {
    let mut machine = Machine::new(WIDE);
    machine.set(2, false, |lane| lane as u64);
    machine.wave.set_mask(EXEC, 0xf0f0);
    machine.run("v_cmp_lt_u32_e32 vcc, 5, v2");
    assert_eq!(machine.wave.mask(VCC), 0xf0c0);
    machine.run("v_cmpx_gt_u32_e32 vcc, 14, v2");
    assert_eq!((machine.wave.exec(), machine.wave.mask(VCC)), (0x30f0, 0x30f0));
}

#[test]
fn choices() {
    let w = words();
    each(WIDE, "v_cndmask_b32_e32 v0, v2, v4, vcc", 32, [&w, &w, &[0]], exactly, |o| if o.bit { o.b } else { o.a });
    each(NARROW, "v_cndmask_b32_e64 v0, v2, 7, vcc_lo", 32, [&w, &w, &[0]], exactly, |o| if o.bit { 7 } else { o.a });
    each(WIDE, "v_cndmask_b32_e64 v0, -v2, v4, vcc", 32, [&w, &w, &[0]], exactly, |o| {
        if o.bit { o.b } else { o.a ^ 1 << 31 }
    });
}
