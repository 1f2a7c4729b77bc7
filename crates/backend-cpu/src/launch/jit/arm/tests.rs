//! Words of instructions beside those of the compiler's assembler, and what instructions compute beside the host's arithmetic.

use super::super::address::{Gpr, Mem};
use super::super::memory::Executable;
use super::encode::{Assembler, Condition};
use super::opcodes::*;
use std::arch::asm;
use std::array::from_fn;

fn words(f: impl FnOnce(&mut Assembler)) -> Vec<u32> {
    let mut assembler = Assembler::default();
    f(&mut assembler);
    let mut bytes = assembler.finish(&[]).unwrap();
    while bytes.ends_with(&[0; 4]) {
        bytes.truncate(bytes.len() - 4);
    }
    bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

/// What the compiler's assembler makes of instructions, which are not executed.
macro_rules! assembled {
    ($text:expr) => {{
        let (from, to): (*const u32, *const u32);
        // SAFETY: a jump over what lies between the labels.
        unsafe { asm!("adr {0}, 2f", "adr {1}, 3f", "b 3f", "2:", $text, "3:", out(reg) from, out(reg) to) };
        // SAFETY: both are places of this function's code, which can be read.
        unsafe { std::slice::from_raw_parts(from, to.offset_from(from) as usize) }
    }};
}

fn word(op: u32) -> Vec<u32> {
    words(|assembler| assembler.word(op, [1, 2, 30]))
}

fn word_of_one(op: u32) -> Vec<u32> {
    words(|assembler| assembler.word(op, [1, 2, 0]))
}

/// Instructions of two values, in elements of 4 and 8 bytes.
macro_rules! of_two {
    ($($name:ident)*) => {$(
        assert_eq!(word($name(4)), assembled!(concat!(stringify!($name), " v1.4s, v2.4s, v30.4s")));
        assert_eq!(word($name(8)), assembled!(concat!(stringify!($name), " v1.2d, v2.2d, v30.2d")));
    )*};
}

macro_rules! of_one {
    ($($name:ident)*) => {$(
        assert_eq!(word_of_one($name(4)), assembled!(concat!(stringify!($name), " v1.4s, v2.4s")));
        assert_eq!(word_of_one($name(8)), assembled!(concat!(stringify!($name), " v1.2d, v2.2d")));
    )*};
}

macro_rules! narrowing {
    ($($name:ident)*) => {$(
        assert_eq!(word_of_one($name(1)), assembled!(concat!(stringify!($name), " v1.8b, v2.8h")));
        assert_eq!(word_of_one($name(2)), assembled!(concat!(stringify!($name), " v1.4h, v2.4s")));
        assert_eq!(word_of_one($name(4)), assembled!(concat!(stringify!($name), " v1.2s, v2.2d")));
    )*};
}

#[test]
fn words_of_vector_instructions() {
    of_two!(fadd fsub fmul fdiv fmla fmls fcmeq fcmge fcmgt add sub cmeq cmgt cmhi cmtst sshl ushl);
    of_one!(fneg fsqrt frintn frintm frintp frintz fcvtzs fcvtzu scvtf ucvtf neg abs);
    narrowing!(xtn sqxtn uqxtn);
    assert_eq!(word(mul(4)), assembled!("mul v1.4s, v2.4s, v30.4s"));
    assert_eq!(word(smin(4)), assembled!("smin v1.4s, v2.4s, v30.4s"));
    assert_eq!(word(umin(4)), assembled!("umin v1.4s, v2.4s, v30.4s"));
    assert_eq!(word(smax(4)), assembled!("smax v1.4s, v2.4s, v30.4s"));
    assert_eq!(word(umax(4)), assembled!("umax v1.4s, v2.4s, v30.4s"));
    assert_eq!(word(cmtst(1)), assembled!("cmtst v1.16b, v2.16b, v30.16b"));
    assert_eq!(word(cmtst(2)), assembled!("cmtst v1.8h, v2.8h, v30.8h"));
    assert_eq!(word(AND), assembled!("and v1.16b, v2.16b, v30.16b"));
    assert_eq!(word(BIC), assembled!("bic v1.16b, v2.16b, v30.16b"));
    assert_eq!(word(ORR), assembled!("orr v1.16b, v2.16b, v30.16b"));
    assert_eq!(word(EOR), assembled!("eor v1.16b, v2.16b, v30.16b"));
    assert_eq!(word(BSL), assembled!("bsl v1.16b, v2.16b, v30.16b"));
    assert_eq!(word(UMLAL), assembled!("umlal v1.2d, v2.2s, v30.2s"));
    assert_eq!(word(UMAXP), assembled!("umaxp v1.4s, v2.4s, v30.4s"));
    assert_eq!(word_of_one(NOT), assembled!("mvn v1.16b, v2.16b"));
    assert_eq!(word_of_one(FCVTL), assembled!("fcvtl v1.2d, v2.2s"));
    assert_eq!(word_of_one(FCVTN), assembled!("fcvtn v1.2s, v2.2d"));
    assert_eq!(word_of_one(REV64), assembled!("rev64 v1.4s, v2.4s"));
    assert_eq!(word_of_one(UADDLP), assembled!("uaddlp v1.2d, v2.4s"));
    assert_eq!(word_of_one(extend(1, true)), assembled!("sxtl v1.8h, v2.8b"));
    assert_eq!(word_of_one(extend(2, false)), assembled!("uxtl v1.4s, v2.4h"));
    assert_eq!(word_of_one(extend(4, true)), assembled!("sxtl v1.2d, v2.2s"));
    assert_eq!(word_of_one(shl(4, 23)), assembled!("shl v1.4s, v2.4s, #23"));
    assert_eq!(word_of_one(shl(8, 32)), assembled!("shl v1.2d, v2.2d, #32"));
    assert_eq!(word_of_one(ushr(4, 32)), assembled!("ushr v1.4s, v2.4s, #32"));
    assert_eq!(word_of_one(ushr(8, 52)), assembled!("ushr v1.2d, v2.2d, #52"));
}

#[test]
fn words_of_moves() {
    let at = |base, distance| Mem::At(Gpr(base), distance);
    assert_eq!(words(|a| a.load(Gpr(9), at(0, 56))), assembled!("ldr x9, [x0, #56]"));
    assert_eq!(words(|a| a.store(at(31, 32760), Gpr(9))), assembled!("str x9, [sp, #32760]"));
    let twice = assembled!("add x16, x0, #8, lsl #12\n ldr x9, [x16]");
    assert_eq!(words(|a| a.load(Gpr(9), at(0, 32768))), twice);
    assert_eq!(words(|a| a.load_vector(20, at(0, 32), 16)), assembled!("ldr q20, [x0, #32]"));
    assert_eq!(words(|a| a.load_vector(20, at(0, 8), 8)), assembled!("ldr d20, [x0, #8]"));
    assert_eq!(words(|a| a.load_vector(20, at(0, 8), 4)), assembled!("ldr s20, [x0, #8]"));
    assert_eq!(words(|a| a.load_vector(20, at(0, 8), 2)), assembled!("ldr h20, [x0, #8]"));
    assert_eq!(words(|a| a.load_vector(20, at(0, 8), 1)), assembled!("ldr b20, [x0, #8]"));
    let apart = assembled!("add x16, x0, #8\n ldr q20, [x16]");
    assert_eq!(words(|a| a.load_vector(20, at(0, 8), 16)), apart);
    let back = assembled!("sub x16, x0, #16\n str q20, [x16]");
    assert_eq!(words(|a| a.store_vector(at(0, -16), 20, 16)), back);
    let indexed = assembled!("add x16, x5, x1, lsl #2\n str q20, [x16, #16]");
    assert_eq!(words(|a| a.store_vector(Mem::Indexed(Gpr(5), 1, 4, 16), 20, 16)), indexed);
    assert_eq!(words(|a| a.store_vector(at(7, 3), 20, 1)), assembled!("str b20, [x7, #3]"));
    assert_eq!(words(|a| a.store_vector(at(7, 6), 20, 2)), assembled!("str h20, [x7, #6]"));
    assert_eq!(words(|a| a.store_vector(at(7, 4), 20, 4)), assembled!("str s20, [x7, #4]"));
    assert_eq!(words(|a| a.store_vector(at(7, 8), 20, 8)), assembled!("str d20, [x7, #8]"));
    assert_eq!(words(|a| a.repeat(3, at(6, 0), 1)), assembled!("ld1r {{v3.16b}}, [x6]"));
    assert_eq!(words(|a| a.repeat(3, at(6, 0), 2)), assembled!("ld1r {{v3.8h}}, [x6]"));
    assert_eq!(words(|a| a.repeat(3, at(6, 0), 4)), assembled!("ld1r {{v3.4s}}, [x6]"));
    assert_eq!(words(|a| a.repeat(3, at(6, 24), 8)), assembled!("add x16, x6, #24\n ld1r {{v3.2d}}, [x16]"));
    let element = |load, of| words(|a| a.element(load, 3, of, Gpr(8), Gpr(17)));
    assert_eq!(element(true, (1, 15)), assembled!("ld1 {{v3.b}}[15], [x8], x17"));
    assert_eq!(element(true, (2, 5)), assembled!("ld1 {{v3.h}}[5], [x8], x17"));
    assert_eq!(element(true, (4, 3)), assembled!("ld1 {{v3.s}}[3], [x8], x17"));
    assert_eq!(element(true, (8, 1)), assembled!("ld1 {{v3.d}}[1], [x8], x17"));
    assert_eq!(element(false, (1, 2)), assembled!("st1 {{v3.b}}[2], [x8], x17"));
    assert_eq!(element(false, (4, 1)), assembled!("st1 {{v3.s}}[1], [x8], x17"));
    assert_eq!(words(|a| a.pair(false, [Gpr(29), Gpr(30)], 16)), assembled!("stp x29, x30, [sp, #16]"));
    assert_eq!(words(|a| a.pair(true, [Gpr(29), Gpr(30)], 0)), assembled!("ldp x29, x30, [sp]"));
    assert_eq!(words(|a| a.vector_pair(false, [8, 9], 32)), assembled!("stp d8, d9, [sp, #32]"));
    assert_eq!(words(|a| a.vector_pair(true, [14, 15], 64)), assembled!("ldp d14, d15, [sp, #64]"));
    assert_eq!(words(|a| a.first(Gpr(17), 4, 8)), assembled!("fmov x17, d4"));
    assert_eq!(words(|a| a.first(Gpr(17), 4, 4)), assembled!("fmov w17, s4"));
}

#[test]
fn words_of_general_registers() {
    assert_eq!(words(|a| a.copy(Gpr(1), Gpr(17))), assembled!("mov x1, x17"));
    assert_eq!(words(|a| a.add_value(Gpr(31), -80)), assembled!("sub sp, sp, #80"));
    assert_eq!(words(|a| a.add_value(Gpr(1), 4)), assembled!("add x1, x1, #4"));
    let long = assembled!("add sp, sp, #1, lsl #12\n add sp, sp, #16");
    assert_eq!(words(|a| a.add_value(Gpr(31), 4112)), long);
    assert_eq!(words(|a| a.address_of(Gpr(29), Mem::At(Gpr(31), 0))), assembled!("mov x29, sp"));
    assert_eq!(words(|a| a.add_scaled(Gpr(1), Gpr(2), Gpr(3), 2)), assembled!("add x1, x2, x3, lsl #2"));
    assert_eq!(words(|a| a.subtract_scaled(Gpr(1), Gpr(2), Gpr(3), 3)), assembled!("sub x1, x2, x3, lsl #3"));
    assert_eq!(words(|a| a.compare(Gpr(8), Gpr(2))), assembled!("cmp x8, x2"));
    assert_eq!(words(|a| a.zero(Gpr(1))), assembled!("mov x1, #0"));
    let value = assembled!("movz x16, #0x7788\n movk x16, #0x5566, lsl #16\n movk x16, #0x1122, lsl #48");
    assert_eq!(words(|a| a.value(Gpr(16), 0x1122_0000_5566_7788)), value);
    assert_eq!(words(|a| a.decrement(Gpr(3))), assembled!("subs x3, x3, #1"));
    assert_eq!(words(|a| a.call_at(Gpr(16))), assembled!("blr x16"));
    assert_eq!(words(Assembler::leave), assembled!("ret"));
    let jumps = words(|a| {
        let (back, on) = (a.label(), a.label());
        a.place(back);
        a.jump_if(Condition::NotZero, on);
        a.jump_if(Condition::AboveOrEqual, back);
        a.jump_if(Condition::Below, back);
        a.jump_if(Condition::Above, back);
        a.jump_if(Condition::BelowOrEqual, back);
        a.place(on);
        a.jump_if_zero(Gpr(17), back);
        a.call(back);
    });
    let expected = assembled!("4: b.ne 5f\n b.hs 4b\n b.lo 4b\n b.hi 4b\n b.ls 4b\n 5: cbz x17, 4b\n bl 4b");
    assert_eq!(jumps, expected);
}

#[test]
fn constants_lie_behind_the_code() {
    let mut assembler = Assembler::default();
    assembler.leave();
    assembler.load_vector(3, Mem::Constant(16), 16);
    let code = assembler.finish(&[7; 32]).unwrap();
    assert_eq!((code.len(), code[64], code[60]), (96, 7, 0));
    // 64 + 16 bytes from the start, the second word of which it is.
    assert_eq!(code[4..8], (0x9c00_0003u32 | ((80 - 4) / 4) << 5).to_le_bytes());
}

#[test]
fn what_is_too_far_is_refused() {
    let mut assembler = Assembler::default();
    let label = assembler.label();
    assembler.jump_if(Condition::NotZero, label);
    (0..1 << 18).for_each(|_| assembler.leave());
    assembler.place(label);
    assert!(assembler.finish(&[]).is_none());
    let mut assembler = Assembler::default();
    assembler.add_value(Gpr(1), 1 << 24);
    assert!(assembler.finish(&[]).is_none());
}

/// Executes an instruction on registers: of the first operand (what was in the result), the second and the third.
fn execute<const N: usize, T: Copy, U: Copy>(op: u32, values: usize, args: [[T; N]; 3]) -> [U; N] {
    assert!(size_of::<[T; N]>() == 16 && size_of::<[U; N]>() <= 16);
    let mut assembler = Assembler::default();
    for k in 0..3 {
        assembler.load_vector(k, Mem::At(Gpr(0), 16 * i32::from(k)), 16);
    }
    assembler.word(op, [0, 1, if values == 2 { 2 } else { 0 }]);
    assembler.store_vector(Mem::At(Gpr(0), 0), 0, 16);
    assembler.leave();
    let code = Executable::new(&assembler.finish(&[]).unwrap()).unwrap();
    let mut memory = args;
    // SAFETY: the memory holds a function of that type.
    let function: unsafe extern "C" fn(*mut [[T; N]; 3]) = unsafe { std::mem::transmute(code.start()) };
    // SAFETY: it reads and writes no more than that.
    unsafe {
        function(&mut memory);
        memory.as_ptr().cast::<[U; N]>().read()
    }
}

/// Numbers with everything special.
fn floats(shift: usize) -> Vec<f64> {
    let all = [
        0.0,
        -0.0,
        1.5,
        -2.5,
        0.1,
        1e300,
        f64::INFINITY,
        f64::NEG_INFINITY,
        3e9,
        -3e9,
        1e19,
        -1e19,
        1e-310,
        0.5,
        7.0,
        -1.0,
    ];
    (0..all.len()).map(|k| all[(k + shift) % all.len()]).collect()
}

fn integers(shift: usize) -> Vec<i64> {
    let all = [
        0,
        1,
        -1,
        i64::MIN,
        i64::MAX,
        1 << 31,
        -(1 << 31),
        12345,
        64,
        63,
        32,
        33,
        31,
        -5,
        1 << 40,
        0x1234_5678_9abc_def0,
    ];
    (0..all.len()).map(|k| all[(k + shift) % all.len()]).collect()
}

/// Bits, but any NaN as one.
fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

fn check_floats(op: fn(usize) -> u32, values: usize, double: fn([f64; 3]) -> f64, single: fn([f32; 3]) -> f32) {
    for (i, j) in (0..16).flat_map(|i| (0..16).map(move |j| (i, j))) {
        let lanes: [Vec<f64>; 3] = [floats(3), floats(i), floats(j)];
        let args: [[f64; 2]; 3] = from_fn(|k| from_fn(|lane| lanes[k][lane]));
        let found: [f64; 2] = execute(op(8), values, args);
        let expected: [f64; 2] = from_fn(|lane| double(from_fn(|k| args[k][lane])));
        assert!((0..2).all(|k| same(found[k], expected[k])), "{args:?}: {found:?}, expected {expected:?}");
        let args: [[f32; 4]; 3] = from_fn(|k| from_fn(|lane| lanes[k][lane] as f32));
        let found: [f32; 4] = execute(op(4), values, args);
        let expected: [f32; 4] = from_fn(|lane| single(from_fn(|k| args[k][lane])));
        assert!(
            (0..4).all(|k| same(found[k].into(), expected[k].into())),
            "{args:?}: {found:?}, expected {expected:?}"
        );
    }
}

macro_rules! floats {
    ($($op:ident $values:literal $args:pat => $value:expr;)*) => {
        $(check_floats($op, $values, |$args| $value, |$args| $value);)*
    };
}

#[test]
fn arithmetic_of_floats() {
    floats! {
        fadd 2 [_, x, y] => x + y;
        fsub 2 [_, x, y] => x - y;
        fmul 2 [_, x, y] => x * y;
        fdiv 2 [_, x, y] => x / y;
        fmla 2 [c, x, y] => x.mul_add(y, c);
        fmls 2 [c, x, y] => (-x).mul_add(y, c);
        fneg 1 [_, x, _] => -x;
        fsqrt 1 [_, x, _] => x.sqrt();
        frintn 1 [_, x, _] => x.round_ties_even();
        frintm 1 [_, x, _] => x.floor();
        frintp 1 [_, x, _] => x.ceil();
        frintz 1 [_, x, _] => x.trunc();
    }
}

/// Of 8 and of 4 bytes.
fn check_integers(op: fn(usize) -> u32, sizes: &[usize], values: usize, f: fn(i64, i64, u32) -> i64) {
    for (i, j) in (0..16).flat_map(|i| (0..16).map(move |j| (i, j))) {
        let lanes = [integers(3), integers(i), integers(j)];
        if sizes.contains(&8) {
            let args: [[i64; 2]; 3] = from_fn(|k| from_fn(|lane| lanes[k][lane]));
            let found: [i64; 2] = execute(op(8), values, args);
            assert_eq!(found, from_fn(|lane| f(args[1][lane], args[2][lane], 64)), "{args:?}");
        }
        let args: [[i32; 4]; 3] = from_fn(|k| from_fn(|lane| lanes[k][lane] as i32));
        let found: [i32; 4] = execute(op(4), values, args);
        assert_eq!(found, from_fn(|lane| f(args[1][lane].into(), args[2][lane].into(), 32) as i32), "{args:?}");
    }
}

/// All ones, or none.
fn ones(truth: bool) -> i64 {
    -i64::from(truth)
}

/// A number of so many bits without a sign.
fn unsigned(x: i64, bits: u32) -> u64 {
    x as u64 & (u64::MAX >> (64 - bits))
}

/// A shift by a signed distance in the lowest byte.
fn shifted(x: i128, by: i64) -> i64 {
    let by = by as i8;
    (if by >= 0 { x.checked_shl(by as u32).unwrap_or(0) } else { x >> -i32::from(by).max(-127) }) as i64
}

#[test]
fn arithmetic_of_integers() {
    let both = &[4, 8];
    check_integers(add, both, 2, |x, y, _| x.wrapping_add(y));
    check_integers(sub, both, 2, |x, y, _| x.wrapping_sub(y));
    check_integers(mul, &[4], 2, |x, y, _| x.wrapping_mul(y));
    check_integers(neg, both, 1, |x, _, _| x.wrapping_neg());
    check_integers(abs, both, 1, |x, _, _| x.wrapping_abs());
    check_integers(smin, &[4], 2, |x, y, _| x.min(y));
    check_integers(smax, &[4], 2, |x, y, _| x.max(y));
    check_integers(umin, &[4], 2, |x, y, bits| if unsigned(x, bits) < unsigned(y, bits) { x } else { y });
    check_integers(umax, &[4], 2, |x, y, bits| if unsigned(x, bits) > unsigned(y, bits) { x } else { y });
    check_integers(cmeq, both, 2, |x, y, _| ones(x == y));
    check_integers(cmgt, both, 2, |x, y, _| ones(x > y));
    check_integers(cmhi, both, 2, |x, y, bits| ones(unsigned(x, bits) > unsigned(y, bits)));
    check_integers(cmtst, both, 2, |x, y, _| ones(x & y != 0));
    check_integers(sshl, both, 2, |x, y, _| shifted(x.into(), y));
    check_integers(ushl, both, 2, |x, y, bits| shifted(unsigned(x, bits).into(), y));
    check_integers(|_| AND, both, 2, |x, y, _| x & y);
    check_integers(|_| BIC, both, 2, |x, y, _| x & !y);
    check_integers(|_| ORR, both, 2, |x, y, _| x | y);
    check_integers(|_| EOR, both, 2, |x, y, _| x ^ y);
    check_integers(|_| NOT, both, 1, |x, _, _| !x);
    check_integers(|size| shl(size, 7), both, 1, |x, _, _| x << 7);
    check_integers(|size| ushr(size, 7), both, 1, |x, _, bits| (unsigned(x, bits) >> 7) as i64);
}

#[test]
fn comparisons_of_floats() {
    for (i, j) in (0..16).flat_map(|i| (0..16).map(move |j| (i, j))) {
        let (x, y) = (floats(i)[0], if j == 5 { f64::NAN } else { floats(j)[0] });
        let truths = |op: fn(usize) -> u32| -> [i64; 2] { execute(op(8), 2, [[0.0; 2], [x; 2], [y; 2]]) };
        assert_eq!([truths(fcmeq), truths(fcmge), truths(fcmgt)], [x == y, x >= y, x > y].map(|t| [ones(t); 2]));
        let (x, y) = (x as f32, y as f32);
        let truths = |op: fn(usize) -> u32| -> [i32; 4] { execute(op(4), 2, [[0.0; 4], [x; 4], [y; 4]]) };
        let expected = [x == y, x >= y, x > y].map(|t| [ones(t) as i32; 4]);
        assert_eq!([truths(fcmeq), truths(fcmge), truths(fcmgt)], expected);
    }
}

#[test]
fn choices_and_halves() {
    let chosen: [i64; 2] = execute(BSL, 2, [[-1i64, 0xff], [0x1234, 0x5678], [7, 0x7777]]);
    assert_eq!(chosen, [0x1234, 0x7778]);
    let product: [i64; 2] = execute(UMLAL, 2, [[5i64, 6], [0x1_ffff_fff0, 0], [0x7_0000_0009, 0]]);
    assert_eq!(product, [5 + 0xffff_fff0 * 9, 6 + 7]);
    let greater: [u32; 4] = execute(UMAXP, 2, [[0; 4], [1, 2, 9, u32::MAX], [8, 7, 0, 0]]);
    assert_eq!(greater, [2, u32::MAX, 8, 0]);
    assert_eq!(execute::<4, u32, u32>(REV64, 1, [[0; 4], [1, 2, 3, 4], [0; 4]]), [2, 1, 4, 3]);
    let sums: [u64; 2] = execute(UADDLP, 1, [[0; 2], [u64::MAX, 5 << 32 | 6], [0; 2]]);
    assert_eq!(sums, [2 * u64::from(u32::MAX), 11]);
}

#[test]
fn conversions() {
    for shift in 0..16 {
        let (x, n) = (floats(shift), integers(shift));
        let x: [f64; 2] = [x[0], if shift == 3 { f64::NAN } else { x[1] }];
        let n: [i64; 2] = from_fn(|lane| n[lane]);
        assert_eq!(execute::<2, f64, i64>(fcvtzs(8), 1, [x; 3]), x.map(|x| x as i64));
        assert_eq!(execute::<2, f64, u64>(fcvtzu(8), 1, [x; 3]), x.map(|x| x as u64));
        assert_eq!(execute::<2, i64, f64>(scvtf(8), 1, [n; 3]), n.map(|n| n as f64));
        assert_eq!(execute::<2, i64, f64>(ucvtf(8), 1, [n; 3]), n.map(|n| n as u64 as f64));
        let narrow: [f32; 2] = execute(FCVTN, 1, [x; 3]);
        assert!((0..2).all(|k| same(narrow[k].into(), (x[k] as f32).into())), "{x:?}: {narrow:?}");
        let (x, n): ([f32; 4], [i32; 4]) = (from_fn(|k| x[k % 2] as f32), from_fn(|k| n[k % 2] as i32));
        assert_eq!(execute::<4, f32, i32>(fcvtzs(4), 1, [x; 3]), x.map(|x| x as i32));
        assert_eq!(execute::<4, f32, u32>(fcvtzu(4), 1, [x; 3]), x.map(|x| x as u32));
        assert_eq!(execute::<4, i32, f32>(scvtf(4), 1, [n; 3]), n.map(|n| n as f32));
        assert_eq!(execute::<4, i32, f32>(ucvtf(4), 1, [n; 3]), n.map(|n| n as u32 as f32));
        let parts = [n[0] as u32 as u64 | (n[1] as u32 as u64) << 32, 0];
        assert_eq!(execute::<2, u64, i64>(extend(4, true), 1, [parts; 3]), [n[0].into(), n[1].into()]);
        assert_eq!(execute::<2, u64, u64>(extend(4, false), 1, [parts; 3]), [n[0] as u32, n[1] as u32].map(u64::from));
        let wide: [f64; 2] = execute(FCVTL, 1, [[u64::from(x[0].to_bits()) | u64::from(x[1].to_bits()) << 32, 0]; 3]);
        assert!((0..2).all(|k| same(wide[k], x[k].into())), "{x:?}: {wide:?}");
        let shorts = n.map(|n| n as i16);
        let bits: u64 = shorts.iter().rev().fold(0, |bits, &short| bits << 16 | u64::from(short as u16));
        let words = [bits as u32, (bits >> 32) as u32, 0, 0];
        assert_eq!(execute::<4, u32, i32>(extend(2, true), 1, [words; 3]), shorts.map(i32::from));
        let [low, high, ..]: [u32; 4] = execute(xtn(2), 1, [n; 3]);
        assert_eq!(u64::from(low) | u64::from(high) << 32, bits);
        let saturated = |n: i32| n.clamp(i16::MIN.into(), i16::MAX.into()) as u16;
        let [low, high, ..]: [u32; 4] = execute(sqxtn(2), 1, [n; 3]);
        assert_eq!([low, high], [0, 2].map(|k| u32::from(saturated(n[k])) | u32::from(saturated(n[k + 1])) << 16));
        let saturated = |n: i32| (n as u32).min(u16::MAX.into());
        let [low, high, ..]: [u32; 4] = execute(uqxtn(2), 1, [n; 3]);
        assert_eq!([low, high], [0, 2].map(|k| saturated(n[k]) | saturated(n[k + 1]) << 16));
    }
}
