//! Errors in units in the last place (ulp). `cargo test --release vmath -- --nocapture` prints them; `XPARRAY_CPU_ISA` chooses
//! the copy under test.

use super::*;

/// The f64 functions' correct values; `reference.py` describes the format.
const REFERENCE: &[u8] = include_bytes!("reference.bin");

/// Each function, the bounds of its error for f32 and f64, and an independent function for f64.
type Case<O, F> = (O, f64, f64, F);
type One = fn(f64) -> f64;
type Two = fn(f64, f64) -> f64;

const UNARY: [Case<Unary, One>; 22] = [
    (Unary::Exp, 1.1, 1.0, f64::exp),
    (Unary::Exp2, 1.1, 1.0, f64::exp2),
    (Unary::Expm1, 1.1, 0.8, f64::exp_m1),
    (Unary::Log, 0.8, 0.7, f64::ln),
    (Unary::Log2, 0.8, 0.7, f64::log2),
    (Unary::Log10, 0.8, 0.7, f64::log10),
    (Unary::Log1p, 0.8, 0.7, f64::ln_1p),
    (Unary::Sin, 2.0, 1.5, f64::sin),
    (Unary::Cos, 2.0, 1.5, f64::cos),
    (Unary::Tan, 1.0, 1.0, f64::tan),
    (Unary::Arcsin, 1.2, 1.1, f64::asin),
    (Unary::Arccos, 1.2, 1.1, f64::acos),
    (Unary::Arctan, 0.8, 0.7, f64::atan),
    (Unary::Sinh, 0.8, 0.7, f64::sinh),
    (Unary::Cosh, 0.8, 0.7, f64::cosh),
    (Unary::Tanh, 0.8, 0.7, f64::tanh),
    (Unary::Arcsinh, 1.1, 1.0, asinh),
    (Unary::Arccosh, 0.7, 0.7, acosh),
    (Unary::Arctanh, 0.7, 0.7, f64::atanh),
    (Unary::Cbrt, 0.6, 0.6, f64::cbrt),
    (Unary::I0, 1.5, 1.5, |x| one(Unary::I0, x)),
    (Unary::Sinc, 2.0, 2.0, |x| one(Unary::Sinc, x)),
];

const BINARY: [Case<Binary, Two>; 6] = [
    (Binary::Pow, 1.2, 1.0, f64::powf),
    (Binary::Arctan2, 1.1, 0.7, f64::atan2),
    (Binary::Hypot, 0.7, 0.7, f64::hypot),
    (Binary::Logaddexp, 1.1, 0.8, |x, y| two(Binary::Logaddexp, x, y)),
    (Binary::Logaddexp2, 1.1, 0.8, |x, y| two(Binary::Logaddexp2, x, y)),
    (Binary::Fmod, 0.0, 0.0, |x, y| x % y),
];

/// The standard library's overflow.
fn asinh(x: f64) -> f64 {
    if x.abs() < 1e30 { x.asinh() } else { (x.abs().ln() + std::f64::consts::LN_2).copysign(x) }
}

fn acosh(x: f64) -> f64 {
    if x < 1e30 { x.acosh() } else { asinh(x) }
}

fn one<T: VectorMath>(op: Unary, x: T) -> T {
    let mut out = [x];
    T::unary(op, &[x], &mut out);
    out[0]
}

fn two<T: VectorMath>(op: Binary, x: T, y: T) -> T {
    let mut out = [x];
    T::binary(op, &[x], &[y], &mut out);
    out[0]
}

/// The last place of numbers of this size, with so many bits and this smallest exponent.
fn last_place(size: f64, bits: i32, smallest: i32) -> f64 {
    let exponent = ((size.to_bits() >> 52) as i32 & 0x7ff) - 1023;
    f64::exp2((exponent.max(smallest) - bits + 1).into())
}

/// The error of an f32 result; `size` is the result's, or larger where the arguments' rounding allows no better.
fn error_f32(got: f32, want: f64, size: f64) -> f64 {
    if want.is_nan() || got.is_nan() || want == 0.0 {
        let same = want.is_nan() && got.is_nan() || got.to_bits() == (want as f32).to_bits();
        return if same { 0.0 } else { f64::INFINITY };
    }
    // Results round to infinity from half a place below this.
    const END: f64 = 2.0 * (1u128 << 127) as f64;
    let (got, want) = (f64::from(got).clamp(-END, END), want.clamp(-END, END));
    (got - want).abs() / last_place(size.min(END / 2.0), 24, -126)
}

/// The size of a result; for the sum of exponentials that of its terms, as near zero it cannot be better than they are.
fn size(name: &str, args: &[f64], want: f64) -> f64 {
    match args {
        [x, y] if name.starts_with("Logaddexp") => want.abs().max(x.max(*y).abs()),
        _ => want.abs(),
    }
}

fn check(name: &str, errors: impl Iterator<Item = (f64, String)>, bound: f64) {
    let worst = errors.fold((0.0, String::new()), |worst, e| if e.0 > worst.0 { e } else { worst });
    println!("{name:12} {:.3} ulp {}", worst.0, worst.1);
    assert!(worst.0 <= bound, "{name}: {} ulp {}", worst.0, worst.1);
}

struct Reader(&'static [u8]);

impl Reader {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (head, rest) = self.0.split_first_chunk().unwrap();
        self.0 = rest;
        *head
    }

    /// Checks one function at the next records.
    fn check<const N: usize>(&mut self, name: &str, f: impl Fn([f64; N]) -> f64, bound: f64) {
        let errors = (0..u32::from_le_bytes(self.take())).map(|_| {
            let args = [(); N].map(|()| f64::from_le_bytes(self.take()));
            let want = f64::from_le_bytes(self.take());
            let rest = f64::from(i8::from_le_bytes(self.take())) / 256.0;
            let got = f(args);
            let unit = last_place(want, 53, -1022);
            let scale = unit / last_place(size(name, &args, want), 53, -1022);
            let error = ((got - want) / unit - rest).abs() * scale;
            (if error.is_nan() { f64::INFINITY } else { error }, format!("at {args:?}, {got:e}"))
        });
        check(name, errors, bound);
    }
}

#[test]
fn f64_agrees_with_the_reference() {
    let mut reader = Reader(REFERENCE);
    for (op, _, bound, _) in UNARY {
        reader.check(&format!("{op:?}"), |[x]| one(op, x), bound);
    }
    for (op, _, bound, _) in BINARY {
        reader.check(&format!("{op:?}"), |[x, y]| two(op, x, y), bound);
    }
    assert!(reader.0.is_empty());
}

#[test]
fn f32_agrees_with_f64() {
    // All exponents and signs, with many mantissas.
    let x: Vec<f32> = (0..=u32::MAX).step_by(16001).map(f32::from_bits).collect();
    let mut out = vec![0.0; x.len()];
    for (op, bound, _, f) in UNARY {
        f32::unary(op, &x, &mut out);
        let errors = x.iter().zip(&out).map(|(&x, &got)| {
            let want = f(x.into());
            (error_f32(got, want, want.abs()), x, got)
        });
        let worst = errors.fold((0.0, 0.0, 0.0), |worst, e| if e.0 > worst.0 { e } else { worst });
        check(&format!("{op:?}"), [(worst.0, format!("at {:e}, {:e}", worst.1, worst.2))].into_iter(), bound);
    }
    // Any numbers, and numbers that are near each other.
    let pairs = x.iter().enumerate().map(|(i, &x)| {
        let bits = (i as u32).wrapping_mul(0x9e37_79b9);
        let y = if i % 2 == 0 { f32::from_bits(bits) } else { f32::from_bits(x.to_bits().wrapping_add(bits >> 6)) };
        (x, y)
    });
    let (x, y): (Vec<_>, Vec<_>) = pairs.unzip();
    for (op, bound, _, f) in BINARY {
        let name = format!("{op:?}");
        f32::binary(op, &x, &y, &mut out);
        let errors = x.iter().zip(&y).zip(&out).map(|((&x, &y), &got)| {
            let args = [x.into(), y.into()];
            let want = f(args[0], args[1]);
            (error_f32(got, want, size(&name, &args, want)), x, y, got)
        });
        let worst = errors.fold((0.0, 0.0, 0.0, 0.0), |worst, e| if e.0 > worst.0 { e } else { worst });
        check(&name, [(worst.0, format!("at {:e} {:e}, {:e}", worst.1, worst.2, worst.3))].into_iter(), bound);
    }
}

const SPECIAL: [f64; 33] = [
    0.0,
    1e-320,
    f64::MIN_POSITIVE,
    1e-300,
    1e-45,
    1e-40,
    1e-30,
    1e-5,
    0.3,
    0.5,
    0.75,
    1.0,
    1.5,
    2.0,
    2.5,
    3.0,
    4.0,
    5.0,
    8.0,
    88.8,
    104.0,
    709.8,
    746.0,
    1e5,
    8388607.5,
    16777217.0,
    1e15,
    9007199254740991.0,
    1e30,
    1e300,
    f64::MAX,
    f64::INFINITY,
    f64::NAN,
];

fn specials() -> impl Iterator<Item = f64> + Clone {
    SPECIAL.into_iter().flat_map(|x| [x, -x])
}

/// Whether an f64 result is the same but for the last place or two.
fn same_f64(got: f64, want: f64, size: f64) -> bool {
    let exact = want.is_nan() && got.is_nan() || got.to_bits() == want.to_bits();
    exact || want != 0.0 && (got - want).abs() <= 2.0 * last_place(size, 53, -1022)
}

#[test]
fn special_values_of_one_argument() {
    for (op, bound, _, f) in UNARY {
        for x in specials() {
            let got = one(op, x);
            assert!(same_f64(got, f(x), f(x)), "{op:?} {x:e}: {got:e}, not {:e}", f(x));
            let single = x as f32;
            let (got, want) = (one(op, single), f(single.into()));
            assert!(error_f32(got, want, want.abs()) <= bound, "{op:?} {single:e}: {got:e}, not {want:e}");
        }
    }
    for (x, want) in [
        (0.0, 1.0),
        (-0.0, 1.0),
        (f64::INFINITY, f64::INFINITY),
        (f64::NEG_INFINITY, f64::INFINITY),
        (800.0, f64::INFINITY),
    ] {
        assert_eq!(one(Unary::I0, x), want);
    }
    for (x, want) in [(0.0, 1.0), (-0.0, 1.0), (1.0, 0.0), (-7.0, 0.0), (1e300, 0.0)] {
        assert_eq!(one(Unary::Sinc, x), want);
    }
    assert!(one(Unary::I0, f64::NAN).is_nan() && one(Unary::Sinc, f64::NAN).is_nan());
    assert!(one(Unary::Sinc, f64::INFINITY).is_nan());
}

#[test]
fn special_values_of_two_arguments() {
    for (op, bound, _, f) in BINARY {
        let name = format!("{op:?}");
        for x in specials() {
            for y in specials() {
                let (got, want) = (two(op, x, y), f(x, y));
                assert!(same_f64(got, want, size(&name, &[x, y], want)), "{op:?} {x:e} {y:e}: {got:e}, not {want:e}");
                let (x, y) = (x as f32, y as f32);
                let args = [x.into(), y.into()];
                let (got, want) = (two(op, x, y), f(args[0], args[1]));
                let error = error_f32(got, want, size(&name, &args, want));
                assert!(error <= bound, "{op:?} {x:e} {y:e}: {got:e}, not {want:e}");
            }
        }
    }
    let infinity = f64::INFINITY;
    for op in [Binary::Logaddexp, Binary::Logaddexp2] {
        assert_eq!(two(op, infinity, -infinity), infinity);
        assert_eq!(two(op, infinity, infinity), infinity);
        assert_eq!(two(op, -infinity, -infinity), -infinity);
        assert_eq!(two(op, -infinity, 3.0), 3.0);
        assert_eq!(two(op, 1000.0, -1000.0), 1000.0);
        assert!(two(op, f64::NAN, infinity).is_nan() && two(op, -infinity, f64::NAN).is_nan());
    }
    for n in -1074..1024 {
        let x = f64::from(n);
        assert_eq!(two(Binary::Logaddexp2, x, x), x + 1.0);
        assert_eq!(two(Binary::Logaddexp2, x as f32, x as f32), x as f32 + 1.0);
    }
    // What is left of a logarithm of 2 that was rounded.
    let rest = |x: f64| (two(Binary::Logaddexp, x, x), two(Binary::Logaddexp, x as f32, x as f32));
    let (wide, narrow) = rest(-std::f64::consts::LN_2);
    assert!((wide - 2.3190468138462996e-17).abs() < 1e-24, "{wide:e}");
    // The logarithm is the sum of two floats, which hold it to 2^-35.
    assert!((narrow + 1.904_654_2e-9).abs() < 2f32.powi(-35), "{narrow:e}");
}

#[test]
fn every_length_of_tile() {
    let x: Vec<f32> = (0..150).map(|i| i as f32 * 1e4).collect();
    let want: Vec<f32> = x.iter().map(|&x| one(Unary::Sin, x)).collect();
    for n in 0..x.len() {
        let mut out = vec![7.0; n];
        f32::unary(Unary::Sin, &x[..n], &mut out);
        assert_eq!(out, want[..n]);
        f32::binary(Binary::Fmod, &x[..n], &want[..n], &mut out);
        let remainders: Vec<f32> = x[..n].iter().zip(&want).map(|(x, y)| x % y).collect();
        assert!(out.iter().zip(&remainders).all(|(a, b)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()));
    }
}
