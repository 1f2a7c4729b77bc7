//! Arithmetic of `f32` and `f64`: as the host has it, where that is defined to be rounded correctly.

use super::machine::{NARROW, WIDE, each};
use super::numbers::{doubles, f32_of, f64_of, same32, same64, singles};

fn single(text: &str, expected: impl Fn(f32, f32, f32) -> f32) {
    let x = singles();
    let [second, third] = ["v4", "v6"].map(|name| if text.contains(name) { &x[..] } else { &x[..1] });
    for architecture in [WIDE, NARROW] {
        each(architecture, text, 32, [&x, second, third], same32, |o| {
            expected(f32_of(o.a), f32_of(o.b), f32_of(o.c)).to_bits().into()
        });
    }
}

fn double(text: &str, expected: impl Fn(f64, f64, f64) -> f64) {
    let x = doubles();
    let [second, third] = ["v[4:5]", "v[6:7]"].map(|name| if text.contains(name) { &x[..] } else { &x[..1] });
    each(WIDE, text, 64, [&x, second, third], same64, |o| expected(f64_of(o.a), f64_of(o.b), f64_of(o.c)).to_bits());
}

/// The less of two by IEEE 754-2008, or the greater: a number if there is one, and -0 before 0.
fn extremum<T: PartialOrd + Copy>(a: T, b: T, nan: fn(T) -> bool, negative: fn(T) -> bool, greater: bool) -> T {
    match (nan(a), nan(b)) {
        (true, _) => b,
        (_, true) => a,
        _ => {
            let first = if a == b { negative(a) } else { a < b };
            if first != greater { a } else { b }
        }
    }
}

fn least<T: PartialOrd + Copy>(a: T, b: T, nan: fn(T) -> bool, negative: fn(T) -> bool) -> T {
    extremum(a, b, nan, negative, false)
}

fn greatest<T: PartialOrd + Copy>(a: T, b: T, nan: fn(T) -> bool, negative: fn(T) -> bool) -> T {
    extremum(a, b, nan, negative, true)
}

fn min32(a: f32, b: f32) -> f32 {
    least(a, b, f32::is_nan, f32::is_sign_negative)
}

fn max32(a: f32, b: f32) -> f32 {
    greatest(a, b, f32::is_nan, f32::is_sign_negative)
}

#[test]
fn sums_and_products() {
    single("v_add_f32_e32 v0, v2, v4", |a, b, _| a + b);
    single("v_sub_f32_e32 v0, v2, v4", |a, b, _| a - b);
    single("v_subrev_f32_e32 v0, v2, v4", |a, b, _| b - a);
    single("v_mul_f32_e32 v0, v2, v4", |a, b, _| a * b);
    single("v_fma_f32 v0, v2, v4, v6", f32::mul_add);
    single("v_fmaak_f32 v0, v2, v4, 0x40490fdb", |a, b, _| a.mul_add(b, f32::from_bits(0x4049_0fdb)));
    single("v_fmamk_f32 v0, v2, 0x40490fdb, v4", |a, b, _| a.mul_add(f32::from_bits(0x4049_0fdb), b));
    double("v_add_f64 v[0:1], v[2:3], v[4:5]", |a, b, _| a + b);
    double("v_mul_f64 v[0:1], v[2:3], v[4:5]", |a, b, _| a * b);
    double("v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]", f64::mul_add);
}

#[test]
fn signs_are_changed_before_and_factors_applied_after() {
    single("v_add_f32_e64 v0, -v2, |v4|", |a, b, _| b.abs() - a);
    single("v_mul_f32_e64 v0, -|v2|, v4", |a, b, _| -a.abs() * b);
    single("v_fma_f32 v0, v2, -v4, -|v6|", |a, b, c| a.mul_add(-b, -c.abs()));
    double("v_fma_f64 v[0:1], -v[2:3], v[4:5], |v[6:7]|", |a, b, c| (-a).mul_add(b, c.abs()));
    single("v_add_f32_e64 v0, v2, v4 mul:4", |a, b, _| (a + b) * 4.0);
    single("v_mul_f32_e64 v0, v2, v4 div:2", |a, b, _| a * b / 2.0);
    single("v_add_f32_e64 v0, v2, v4 clamp", |a, b, _| {
        let sum = a + b;
        if sum > 1.0 {
            1.0
        } else if sum > 0.0 {
            sum
        } else {
            0.0
        }
    });
    double("v_add_f64 v[0:1], v[2:3], v[4:5] clamp", |a, b, _| {
        let sum = a + b;
        if sum > 1.0 {
            1.0
        } else if sum > 0.0 {
            sum
        } else {
            0.0
        }
    });
}

#[test]
fn extrema_of_zeros_and_of_what_is_no_number() {
    single("v_min_f32_e32 v0, v2, v4", |a, b, _| min32(a, b));
    single("v_max_f32_e32 v0, v2, v4", |a, b, _| max32(a, b));
    single("v_min3_f32 v0, v2, v4, v6", |a, b, c| min32(min32(a, b), c));
    single("v_max3_f32 v0, v2, v4, v6", |a, b, c| max32(max32(a, b), c));
    single("v_maxmin_f32 v0, v2, v4, v6", |a, b, c| min32(max32(a, b), c));
    // The manual: the greater of the others, if one is the greatest; the least of all, if one is no number. It does not
    // say which of two zeros is meant: here they are told apart.
    single("v_med3_f32 v0, v2, v4, v6", |a, b, c| {
        let greatest = max32(max32(a, b), c);
        match () {
            () if a.is_nan() || b.is_nan() || c.is_nan() => min32(min32(a, b), c),
            () if greatest.to_bits() == a.to_bits() => max32(b, c),
            () if greatest.to_bits() == b.to_bits() => max32(a, c),
            () => max32(a, b),
        }
    });
    double("v_min_f64 v[0:1], v[2:3], v[4:5]", |a, b, _| least(a, b, f64::is_nan, f64::is_sign_negative));
    double("v_max_f64 v[0:1], v[2:3], v[4:5]", |a, b, _| greatest(a, b, f64::is_nan, f64::is_sign_negative));
}

/// Which side a number is rounded to: by the integers around it.
fn rounded(x: f64, choose: fn(f64, f64, f64) -> f64) -> f64 {
    if !x.is_finite() || x.abs() >= 2f64.powi(52) {
        return x;
    }
    let below = {
        let cut = (x as i64) as f64;
        if cut > x { cut - 1.0 } else { cut }
    };
    if below == x { x } else { choose(x, below, below + 1.0).copysign(x) }
}

const ROUNDINGS: [(&str, fn(f64, f64, f64) -> f64); 4] = [
    ("floor", |_, below, _| below),
    ("ceil", |_, _, above| above),
    ("trunc", |x, below, above| if x > 0.0 { below } else { above }),
    ("rndne", |x, below, above| match (x - below).total_cmp(&(above - x)) {
        std::cmp::Ordering::Less => below,
        std::cmp::Ordering::Greater => above,
        _ => {
            if below % 2.0 == 0.0 {
                below
            } else {
                above
            }
        }
    }),
];

#[test]
fn whole_numbers_and_fractions() {
    for (name, choose) in ROUNDINGS {
        single(&format!("v_{name}_f32_e32 v0, v2"), |a, _, _| rounded(a.into(), choose) as f32);
        double(&format!("v_{name}_f64_e32 v[0:1], v[2:3]"), |a, _, _| rounded(a, choose));
    }
    let below = |x: f64| rounded(x, |_, below, _| below);
    // Less than one, also where the difference rounds to it.
    single("v_fract_f32_e32 v0, v2", |a, _, _| match a.is_finite() {
        true => {
            let f = a - below(a.into()) as f32;
            if f >= 1.0 { 1.0 - 2f32.powi(-24) } else { f }
        }
        false => f32::NAN,
    });
    double("v_fract_f64_e32 v[0:1], v[2:3]", |a, _, _| match a.is_finite() {
        true => {
            let f = a - below(a);
            if f >= 1.0 { 1.0 - 2f64.powi(-53) } else { f }
        }
        false => f64::NAN,
    });
}

/// The exponent for which a number is a fraction of [0.5, 1) times that power of two: by halving and doubling.
fn exponent(mut x: f64) -> i32 {
    let mut exponent = 0;
    if x == 0.0 || !x.is_finite() {
        return 0;
    }
    while x.abs() >= 1.0 {
        x /= 2.0;
        exponent += 1;
    }
    while x.abs() < 0.5 {
        x *= 2.0;
        exponent -= 1;
    }
    exponent
}

/// Times a power of two, by doubling or halving a number that is wide enough to be exact.
fn scaled(x: f64, by: i32) -> f64 {
    let by = by.clamp(-2200, 2200);
    let step = if by > 0 { 2.0 } else { 0.5 };
    (0..by.abs()).fold(x, |x, _| x * step)
}

#[test]
fn exponents() {
    let [x, y] = [singles(), doubles()];
    let amounts = [0u64, 1, 0xffff_ffff, 24, 100, 0xffff_ff80, 300, 0xffff_fe00, 0x7fff_ffff, 0x8000_0000];
    each(WIDE, "v_frexp_exp_i32_f32_e32 v0, v2", 32, [&x, &[0], &[0]], same32, |o| {
        exponent(f32_of(o.a).into()) as u32 as u64
    });
    each(WIDE, "v_frexp_exp_i32_f64_e32 v0, v[2:3]", 32, [&y, &[0], &[0]], same32, |o| {
        exponent(f64_of(o.a)) as u32 as u64
    });
    single("v_frexp_mant_f32_e32 v0, v2", |a, _, _| scaled(a.into(), -exponent(a.into())) as f32);
    double("v_frexp_mant_f64_e32 v[0:1], v[2:3]", |a, _, _| scaled(a, -exponent(a)));
    // Of an f32, each step is exact in an f64 until the result is no f32 any more.
    each(WIDE, "v_ldexp_f32 v0, v2, v4", 32, [&x, &amounts, &[0]], same32, |o| {
        (scaled(f32_of(o.a).into(), (o.b as i32).clamp(-500, 500)) as f32).to_bits().into()
    });
    // Halving a normal number rounds once where it becomes subnormal, if that is the last step.
    let few = [0u64, 1, 0xffff_ffff, 24, 100, 300, 2100, 0x7fff_ffff];
    each(WIDE, "v_ldexp_f64 v[0:1], v[2:3], v4", 64, [&y, &few, &[0]], same64, |o| {
        scaled(f64_of(o.a), o.b as i32).to_bits()
    });
}
