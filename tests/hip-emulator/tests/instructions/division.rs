//! Division: the sequence that AMD's compilers emit gives what the host's division does.

use super::machine::{Machine, NARROW, WIDE, each};
use super::numbers::{doubles, f16_of, f32_of, f64_of, halves, same16, same32, same64, singles, to_f16};

/// Of v2 by v4, in v0.
const SINGLE: [&str; 11] = [
    "v_div_scale_f32 v8, s[8:9], v4, v4, v2",
    "v_div_scale_f32 v10, vcc, v2, v4, v2",
    "v_rcp_f32_e32 v12, v8",
    "v_fma_f32 v14, -v8, v12, 1.0",
    "v_fma_f32 v12, v14, v12, v12",
    "v_mul_f32_e32 v14, v10, v12",
    "v_fma_f32 v16, -v8, v14, v10",
    "v_fma_f32 v14, v16, v12, v14",
    "v_fma_f32 v8, -v8, v14, v10",
    "v_div_fmas_f32 v8, v8, v12, v14",
    "v_div_fixup_f32 v0, v8, v4, v2",
];

const DOUBLE: [&str; 12] = [
    "v_div_scale_f64 v[8:9], s[8:9], v[4:5], v[4:5], v[2:3]",
    "v_div_scale_f64 v[10:11], vcc, v[2:3], v[4:5], v[2:3]",
    "v_rcp_f64_e32 v[12:13], v[8:9]",
    "v_fma_f64 v[14:15], -v[8:9], v[12:13], 1.0",
    "v_fma_f64 v[12:13], v[12:13], v[14:15], v[12:13]",
    "v_fma_f64 v[14:15], -v[8:9], v[12:13], 1.0",
    "v_fma_f64 v[12:13], v[12:13], v[14:15], v[12:13]",
    "v_mul_f64 v[14:15], v[10:11], v[12:13]",
    "v_fma_f64 v[16:17], -v[8:9], v[14:15], v[10:11]",
    "v_div_fmas_f64 v[16:17], v[16:17], v[12:13], v[14:15]",
    "v_div_fixup_f64 v[0:1], v[16:17], v[4:5], v[2:3]",
    "s_nop 0",
];

/// Runs a sequence on each with each.
fn quotients(architecture: &str, lines: &[&str], wide: bool, values: &[u64], check: impl Fn(u64, u64, u64)) {
    let mut machine = Machine::new(architecture);
    for (k, &n) in values.iter().enumerate() {
        for start in (0..values.len()).step_by(machine.lanes()) {
            let d = |lane: usize| values[(start + lane + k) % values.len()];
            machine.set(2, wide, |_| n);
            machine.set(4, wide, d);
            lines.iter().for_each(|line| machine.run(line));
            (0..machine.lanes()).for_each(|lane| check(n, d(lane), machine.get(0, wide, lane)));
        }
    }
}

#[test]
fn quotients_are_those_of_the_host() {
    for (architecture, vcc) in [(WIDE, "vcc"), (NARROW, "vcc_lo")] {
        let lines =
            SINGLE.map(|line| line.replace("vcc", vcc).replace("s[8:9]", if vcc == "vcc" { "s[8:9]" } else { "s8" }));
        quotients(architecture, &lines.each_ref().map(String::as_str), false, &singles(), |n, d, found| {
            let exact = f32_of(n) / f32_of(d);
            // Scaling a subnormal quotient back is a second rounding.
            let near = exact.is_subnormal() && exact.to_bits().abs_diff(found as u32) <= 1;
            assert!(near || same32(found, exact.to_bits().into()), "{n:#x} / {d:#x}: {found:#x}, not {exact:e}");
        });
    }
    quotients(WIDE, &DOUBLE, true, &doubles(), |n, d, found| {
        let exact = f64_of(n) / f64_of(d);
        let near = exact.is_subnormal() && exact.to_bits().abs_diff(found) <= 1;
        assert!(near || same64(found, exact.to_bits()), "{n:#x} / {d:#x}: {found:#x}, not {exact:e}");
    });
}

/// Of a quotient that is nearly right, the signs and the special values, by the manual's pseudocode.
#[test]
fn quotients_are_set_right() {
    let x = halves();
    each(WIDE, "v_div_fixup_f16 v0, v2, v4, v6", 16, [&[0x3c00, 0xbc00], &x, &x], same16, |o| {
        let [q, d, n] = [o.a, o.b, o.c].map(f16_of);
        let negative = d.is_sign_negative() != n.is_sign_negative();
        let signed = |x: f64| to_f16(if negative { -x } else { x });
        match () {
            () if d.is_nan() || n.is_nan() => 0x7e00,
            () if (d == 0.0 && n == 0.0) || (d.is_infinite() && n.is_infinite()) => 0x7e00,
            () if d == 0.0 || n.is_infinite() => signed(f64::INFINITY),
            () if d.is_infinite() || n == 0.0 => signed(0.0),
            () => signed(q.abs()),
        }
    });
}

/// What is scaled is scaled back: the flag says so where the quotient is far from one.
#[test]
fn scales() {
    let mut machine = Machine::new(WIDE);
    let pairs = [(1.0f32, 3.0f32, 1.0, false), (1e30, 1e-10, 2f32.powi(64), true), (1e-30, 1e10, 1.0, true)];
    for (n, d, scale, flag) in pairs {
        machine.set(2, false, |_| n.to_bits().into());
        machine.set(4, false, |_| d.to_bits().into());
        machine.run("v_div_scale_f32 v0, s[8:9], v4, v4, v2");
        assert_eq!(f32_of(machine.get(0, false, 3)), d * scale, "{n:e} / {d:e}");
        assert_eq!(machine.wave.mask(8), if flag { u64::MAX } else { 0 }, "{n:e} / {d:e}");
    }
}
