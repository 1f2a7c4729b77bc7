//! The meaning of the IR, one element at a time.

use super::arrays::Operand;
use super::values::V;
use num_complex::Complex;
use xparray_ir::ir::{BinaryOp, Combine, Inst, Kernel, Op, ReduceOp, UnaryOp, Value};
use xparray_ir::{DType, Scalar};

type C = Complex<f64>;

/// What an instruction can read besides earlier values.
struct Surroundings<'a> {
    operands: &'a [Vec<V>],
    /// The number of the element.
    at: usize,
    params: &'a [Scalar],
    /// Results of reductions for this element.
    reduced: &'a [Vec<V>],
    args: [V; 2],
    /// The body, whose parameters an epilogue may read.
    body: &'a [Inst],
}

impl Surroundings<'_> {
    fn value(&self, values: &[V], k: Value, first: usize) -> V {
        match self.body.get(k as usize).map(|inst| &inst.op) {
            Some(Op::Param(p)) => V::of(self.params[*p as usize]),
            _ => values[k as usize - first],
        }
    }

    fn dtype(&self, insts: &[Inst], k: Value, first: usize) -> DType {
        self.body.get(k as usize).unwrap_or_else(|| &insts[k as usize - first]).dtype
    }
}

/// The values of instructions, in memory that many elements share.
fn evaluate(insts: &[Inst], first: usize, around: &Surroundings<'_>, values: &mut Vec<V>) {
    values.clear();
    for inst in insts {
        let arg = |k: usize| around.value(values, inst.args[k], first);
        let source = inst.args.first().map(|&k| around.dtype(insts, k, first));
        let value = match &inst.op {
            Op::Load(k) | Op::Index(k) => around.operands[*k as usize][around.at],
            Op::Param(k) => V::of(around.params[*k as usize]),
            Op::Const(scalar) => V::of(*scalar),
            Op::Gather(k) => {
                let source = &around.operands[*k as usize];
                let i = arg(0).i();
                source[(if i < 0 { i + source.len() as i128 } else { i }) as usize]
            }
            Op::Unary(op) => unary(*op, arg(0), source.unwrap()),
            Op::Binary(op) => binary(*op, arg(0), arg(1), source.unwrap()),
            Op::Select => arg(if arg(0) == V::I(1) { 1 } else { 2 }),
            Op::Cast => cast(arg(0), source.unwrap(), inst.dtype),
            Op::Complex => V::C(C::new(arg(0).f(), arg(1).f())),
            Op::Reduced { index, part } => around.reduced[*index as usize][*part as usize],
            Op::Arg(k) => around.args[*k as usize],
            Op::Random(_) => panic!("the reference has no random numbers"),
            op @ (Op::Call(_) | Op::Poly(_) | Op::ProductError | Op::Loop { .. }) => {
                panic!("the reference has no {op:?}")
            }
        };
        values.push(value.rounded(inst.dtype));
    }
}

fn cast(x: V, source: DType, target: DType) -> V {
    let x = V::of(x.scalar(source));
    match (x, target) {
        (V::F(_) | V::I(_), DType::F16 | DType::BF16) => V::F(if let V::F(x) = x { x } else { x.i() as f64 }),
        (V::C(x), DType::F16 | DType::BF16) => V::F(x.re),
        _ => xparray_ir::dispatch_dtype!(target, T => V::of(Scalar::new(x.scalar(source).get::<T>()))),
    }
}

/// A unary operation; the caller rounds.
pub fn unary(op: UnaryOp, x: V, dtype: DType) -> V {
    use UnaryOp::*;
    let truth = |b: bool| V::I(b.into());
    match (op, x) {
        (IsNan, x) => truth(x.is_nan()),
        (IsInf, V::F(x)) => truth(x.is_infinite()),
        (IsInf, V::C(x)) => truth(x.re.is_infinite() || x.im.is_infinite()),
        (IsInf, _) => truth(false),
        (IsFinite, V::F(x)) => truth(x.is_finite()),
        (IsFinite, V::C(x)) => truth(x.re.is_finite() && x.im.is_finite()),
        (IsFinite, _) => truth(true),
        (StopGradient, x) => x,
        (Conj | Real, V::I(_) | V::F(_)) => x,
        (Imag, V::I(_)) => V::I(0),
        (Imag, V::F(_)) => V::F(0.0),
        (Neg, V::I(x)) => V::I(-x),
        (Abs, V::I(x)) => V::I(x.abs()),
        (Sign, V::I(x)) => V::I(x.signum()),
        (Square, V::I(x)) => V::I(x.wrapping_mul(x)),
        (Reciprocal, V::I(x)) => V::I(if x == 0 { 0 } else { 1 / x }),
        (Not, V::I(x)) => V::I(if dtype == DType::Bool { 1 - x } else { !x }),
        (BitCount, V::I(x)) => V::I(x.abs().count_ones().into()),
        (_, V::F(x)) => float_unary(op, x),
        (_, V::C(x)) => complex_unary(op, x),
        (op, x) => panic!("{op:?} of {x:?}"),
    }
}

fn wrap(x: i128, dtype: DType) -> i128 {
    V::I(x).rounded(dtype).i()
}

fn float_unary(op: UnaryOp, x: f64) -> V {
    use UnaryOp::*;
    let special = x == 0.0 || !x.is_finite();
    let exponent = if special {
        0
    } else {
        let guess = x.abs().log2().floor() as i32 + 1;
        [guess - 1, guess, guess + 1].into_iter().find(|&e| (0.5..1.0).contains(&scale(x.abs(), -e))).unwrap()
    };
    V::F(match op {
        Neg => -x,
        Abs => x.abs(),
        Sign => {
            if x.is_nan() {
                x
            } else if x == 0.0 {
                0.0
            } else {
                x.signum()
            }
        }
        Square => x * x,
        Reciprocal => 1.0 / x,
        SignBit => return V::I(x.is_sign_negative().into()),
        Floor => x.floor(),
        Ceil => x.ceil(),
        Trunc => x.trunc(),
        Rint => x.round_ties_even(),
        Mantissa => {
            if special {
                x
            } else {
                scale(x, -exponent)
            }
        }
        Exponent => return V::I(exponent.into()),
        Sqrt => x.sqrt(),
        Cbrt => x.cbrt(),
        Exp => x.exp(),
        Exp2 => x.exp2(),
        Expm1 => x.exp_m1(),
        Log => x.ln(),
        Log2 => x.log2(),
        Log10 => x.log10(),
        Log1p => x.ln_1p(),
        Sin => x.sin(),
        Cos => x.cos(),
        Tan => x.tan(),
        Asin => x.asin(),
        Acos => x.acos(),
        Atan => x.atan(),
        Sinh => x.sinh(),
        Cosh => x.cosh(),
        Tanh => x.tanh(),
        // Not the standard library's, which loses digits for small arguments.
        Asinh => {
            if x.abs() < 1e-4 {
                x - x * x * x / 6.0
            } else {
                x.asinh()
            }
        }
        Acosh => x.acosh(),
        Atanh => {
            if x.abs() < 1e-4 {
                x + x * x * x / 3.0
            } else {
                x.atanh()
            }
        }
        I0 => bessel_i0(x),
        Sinc => {
            if x == 0.0 || x.fract() == 0.0 {
                (x == 0.0).into()
            } else {
                (std::f64::consts::PI * x).sin() / (std::f64::consts::PI * x)
            }
        }
        op => panic!("{op:?} of a float"),
    })
}

/// `x 2^n`, in steps that do not overflow.
fn scale(x: f64, n: i32) -> f64 {
    let half = n / 2;
    x * 2f64.powi(half) * 2f64.powi(n - half)
}

/// The power series.
fn bessel_i0(x: f64) -> f64 {
    if x.is_nan() || x.abs() > 1e3 {
        return if x.is_nan() { x } else { f64::INFINITY };
    }
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 1..2000 {
        term *= (x / 2.0 / k as f64).powi(2);
        sum += term;
    }
    sum
}

fn complex_unary(op: UnaryOp, x: C) -> V {
    use UnaryOp::*;
    let i = C::I;
    V::C(match op {
        Neg => -x,
        Abs => return V::F(x.re.hypot(x.im)),
        Sign => {
            let unit = |part: f64| if part.is_infinite() { part.signum() } else { 0.0 };
            let n = x.norm();
            if n.is_nan() || (x.re.is_infinite() && x.im.is_infinite()) {
                C::new(f64::NAN, f64::NAN)
            } else if n.is_infinite() {
                C::new(unit(x.re), unit(x.im))
            } else if n == 0.0 {
                C::ZERO
            } else {
                x / n
            }
        }
        Square => x * x,
        Reciprocal => 1.0 / x,
        Conj => x.conj(),
        Real => return V::F(x.re),
        Imag => return V::F(x.im),
        Rint => C::new(x.re.round_ties_even(), x.im.round_ties_even()),
        Sqrt => x.sqrt(),
        Exp => x.exp(),
        Exp2 => (x * std::f64::consts::LN_2).exp(),
        Expm1 => x.exp() - 1.0,
        Log => x.ln(),
        Log2 => x.ln() / std::f64::consts::LN_2,
        Log10 => x.ln() / std::f64::consts::LN_10,
        Log1p => (x + 1.0).ln(),
        Sin => x.sin(),
        Cos => x.cos(),
        Tan => x.sin() / x.cos(),
        Sinh => x.sinh(),
        Cosh => x.cosh(),
        Tanh => x.sinh() / x.cosh(),
        Asin => -i * ((1.0 - x * x).sqrt() + i * x).ln(),
        Acos => std::f64::consts::FRAC_PI_2 + i * ((1.0 - x * x).sqrt() + i * x).ln(),
        Atan => ((1.0 + i * x).ln() - (1.0 - i * x).ln()) / (2.0 * i),
        Asinh => (x + (x * x + 1.0).sqrt()).ln(),
        Acosh => (x + (x + 1.0).sqrt() * (x - 1.0).sqrt()).ln(),
        Atanh => ((1.0 + x).ln() - (1.0 - x).ln()) / 2.0,
        Sinc => {
            let y = x * std::f64::consts::PI;
            if x == C::ZERO { C::ONE } else { y.sin() / y }
        }
        op => panic!("{op:?} of a complex number"),
    })
}

/// A binary operation; the caller rounds.
pub fn binary(op: BinaryOp, x: V, y: V, dtype: DType) -> V {
    use BinaryOp::*;
    let truth = |b: bool| V::I(b.into());
    if op.is_comparison() {
        let (less, equal) = match (x, y) {
            (V::I(x), V::I(y)) => (x < y, x == y),
            (V::F(x), V::F(y)) => (x < y, x == y),
            _ => (complex_less(x.c(), y.c()), x.c() == y.c()),
        };
        let greater = match (x, y) {
            (V::C(x), V::C(y)) => complex_less(y, x),
            (V::F(x), V::F(y)) => x > y,
            _ => !less && !equal,
        };
        return truth(match op {
            Eq => equal,
            Ne => !equal,
            Lt => less,
            Le => less || equal,
            Gt => greater,
            _ => greater || equal,
        });
    }
    if matches!(op, Min | Max | Fmin | Fmax) {
        let keep_nan = matches!(op, Min | Max);
        return match (x.is_nan(), y.is_nan()) {
            (true, _) if keep_nan => x,
            (_, true) if keep_nan => y,
            (_, true) => x,
            (true, _) => y,
            _ => {
                let second = binary(if matches!(op, Min | Fmin) { Lt } else { Gt }, y, x, dtype) == V::I(1);
                if second { y } else { x }
            }
        };
    }
    match (x, y) {
        (V::I(x), V::I(y)) if dtype == DType::Bool => V::I(match op {
            Add | Or => x | y,
            Mul | And => x & y,
            _ => x ^ y,
        }),
        (V::I(x), V::I(y)) => V::I(integer(op, x, y, dtype)),
        (V::F(x), V::F(y)) => V::F(float(op, x, y, dtype)),
        _ => {
            let (x, y) = (x.c(), y.c());
            V::C(match op {
                Add => x + y,
                Sub => x - y,
                Mul => x * y,
                Div => x / y,
                Pow => complex_power(x, y),
                op => panic!("{op:?} of complex numbers"),
            })
        }
    }
}

fn complex_less(x: C, y: C) -> bool {
    (x.re < y.re && !x.im.is_nan() && !y.im.is_nan()) || (x.re == y.re && x.im < y.im)
}

fn complex_power(x: C, y: C) -> C {
    if y == C::ZERO {
        C::ONE
    } else if x == C::ZERO {
        if y.re > 0.0 && y.im == 0.0 { C::ZERO } else { C::new(f64::NAN, f64::NAN) }
    } else {
        (x.ln() * y).exp()
    }
}

fn integer(op: BinaryOp, x: i128, y: i128, dtype: DType) -> i128 {
    use BinaryOp::*;
    let bits = 8 * dtype.size() as i128;
    let gcd = |mut x: i128, mut y: i128| {
        while y != 0 {
            (x, y) = (y, x % y);
        }
        x.abs()
    };
    match op {
        Add => x + y,
        Sub => x - y,
        Mul => x.wrapping_mul(y),
        FloorDiv | Mod | Fmod if y == 0 => 0,
        FloorDiv => (x - x.rem_euclid(y)) / y - (y < 0 && x.rem_euclid(y) != 0) as i128,
        Mod => {
            let r = x.rem_euclid(y);
            if r != 0 && y < 0 { r + y } else { r }
        }
        Fmod => x % y,
        Pow if y < 0 => match x {
            1 => 1,
            -1 => {
                if y % 2 == 0 {
                    1
                } else {
                    -1
                }
            }
            _ => 0,
        },
        Pow => {
            let (mut power, mut result, mut n) = (x, 1, y);
            while n > 0 {
                if n % 2 == 1 {
                    result = wrap(i128::wrapping_mul(result, power), dtype);
                }
                power = wrap(i128::wrapping_mul(power, power), dtype);
                n /= 2;
            }
            result
        }
        Gcd => gcd(x, y),
        Lcm => {
            let g = gcd(x, y);
            if g == 0 { 0 } else { wrap((x.abs() / g).wrapping_mul(y.abs()), dtype) }
        }
        And => x & y,
        Or => x | y,
        Xor => x ^ y,
        Shl => {
            if (0..bits).contains(&y) {
                x.wrapping_shl(y as u32)
            } else {
                0
            }
        }
        Shr => {
            if (0..bits).contains(&y) {
                x >> y
            } else {
                x >> 127
            }
        }
        op => panic!("{op:?} of integers"),
    }
}

fn float(op: BinaryOp, x: f64, y: f64, dtype: DType) -> f64 {
    use BinaryOp::*;
    match op {
        Add => x + y,
        Sub => x - y,
        Mul => x * y,
        Div => x / y,
        FloorDiv if y == 0.0 => x / y,
        FloorDiv if x.is_finite() && y.is_infinite() => {
            if x != 0.0 && (x < 0.0) != (y < 0.0) {
                -1.0
            } else {
                0f64.copysign(x / y)
            }
        }
        FloorDiv => {
            let q = (x - binary(Mod, V::F(x), V::F(y), dtype).f()) / y;
            if q == 0.0 { 0f64.copysign(x / y) } else { q.round() }
        }
        Mod if y == 0.0 => f64::NAN,
        Mod => {
            let r = x % y;
            if r == 0.0 {
                0f64.copysign(y)
            } else if (r < 0.0) != (y < 0.0) {
                r + y
            } else {
                r
            }
        }
        Fmod => x % y,
        Pow => x.powf(y),
        Atan2 => x.atan2(y),
        Hypot => x.hypot(y),
        LogAddExp if x == y => x + std::f64::consts::LN_2,
        LogAddExp2 if x == y => x + 1.0,
        LogAddExp | LogAddExp2 if x.is_nan() || y.is_nan() => f64::NAN,
        LogAddExp => x.max(y) + (-(x - y).abs()).exp().ln_1p(),
        LogAddExp2 => x.max(y) + (-(x - y).abs()).exp2().ln_1p() / std::f64::consts::LN_2,
        Copysign => x.copysign(y),
        NextAfter => next_after(x, y, dtype),
        op => panic!("{op:?} of floats"),
    }
}

/// By trying the neighbours' bits.
fn next_after(x: f64, y: f64, dtype: DType) -> f64 {
    if x.is_nan() || y.is_nan() || x == y {
        return if x == y { y } else { f64::NAN };
    }
    let scalar = V::F(x).scalar(dtype);
    let mut bits = [0; 8];
    bits[..scalar.bytes().len()].copy_from_slice(scalar.bytes());
    let bits = u64::from_le_bytes(bits);
    let sign = 1u64 << (8 * dtype.size() - 1);
    let candidates = if x == 0.0 { vec![1, sign | 1] } else { vec![bits - 1, bits + 1] };
    let values = candidates.into_iter().map(|bits| {
        let bytes = &bits.to_le_bytes()[..dtype.size()];
        xparray_ir::dispatch_dtype!(dtype, T => Scalar::new(<T as xparray_ir::Element>::read_bytes(bytes))).get::<f64>()
    });
    values.filter(|v| (*v > x) == (y > x)).find(|v| !v.is_nan()).unwrap()
}

/// A reduction of the values of one kept element; `index` are the indices for the arg-reductions.
fn reduce(op: &ReduceOp, values: &[V], index: &[V], dtype: DType, identity: Option<V>) -> Vec<V> {
    let pick = |op: BinaryOp| {
        let better = |a: &(V, V), b: &(V, V)| {
            (a.0.is_nan() && !b.0.is_nan())
                || (!b.0.is_nan() && binary(op, a.0, b.0, dtype) == V::I(1))
                || ((a.0 == b.0 || (a.0.is_nan() && b.0.is_nan())) && a.1.i() < b.1.i())
        };
        let index = index.iter().copied().chain(std::iter::repeat(V::I(0)));
        values.iter().copied().zip(index).reduce(|a, b| if better(&b, &a) { b } else { a }).unwrap()
    };
    match op {
        ReduceOp::Sum if dtype.is_float() => vec![V::F(sum(values.iter().map(|v| v.f())))],
        ReduceOp::Sum if dtype.is_complex() => {
            vec![V::C(C::new(sum(values.iter().map(|v| v.c().re)), sum(values.iter().map(|v| v.c().im))))]
        }
        ReduceOp::Prod if dtype.is_float() => vec![V::F(values.iter().map(|v| v.f()).product())],
        ReduceOp::Prod if dtype.is_complex() => vec![V::C(values.iter().map(|v| v.c()).product())],
        ReduceOp::Sum => vec![V::I(values.iter().map(|v| v.i()).sum())],
        ReduceOp::Prod => vec![V::I(values.iter().fold(1i128, |a, b| wrap(a.wrapping_mul(b.i()), dtype)))],
        ReduceOp::Min => vec![pick(BinaryOp::Lt).0],
        ReduceOp::Max => vec![pick(BinaryOp::Gt).0],
        ReduceOp::ArgMin => vec![pick(BinaryOp::Lt).1],
        ReduceOp::ArgMax => vec![pick(BinaryOp::Gt).1],
        ReduceOp::Any => vec![V::I(values.iter().any(|v| v.i() != 0).into())],
        ReduceOp::All => vec![V::I(values.iter().all(|v| v.i() != 0).into())],
        ReduceOp::Moments => {
            let c: Vec<C> = values.iter().map(|v| if let V::C(x) = v { *x } else { C::from(v.f()) }).collect();
            let mean = C::new(sum(c.iter().map(|x| x.re)), sum(c.iter().map(|x| x.im))) / c.len() as f64;
            let squares = sum(c.iter().map(|x| (x - mean).norm_sqr()));
            let squares = if c.is_empty() { f64::NAN } else { squares };
            vec![if dtype.is_complex() { V::C(mean) } else { V::F(mean.re) }, V::F(squares)]
        }
        ReduceOp::Custom(combine) => {
            let mut work = Vec::new();
            vec![values.iter().fold(identity.unwrap(), |a, &b| apply(combine, a, b, &mut work))]
        }
    }
}

/// The sum, with what additions round away added at the end.
fn sum(values: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut lost) = (0.0f64, 0.0);
    for x in values {
        let next = sum + x;
        lost += if sum.abs() >= x.abs() { (sum - next) + x } else { (x - next) + sum };
        sum = next;
    }
    if sum.is_finite() { sum + lost } else { sum }
}

fn apply(combine: &Combine, a: V, b: V, values: &mut Vec<V>) -> V {
    let around = Surroundings { operands: &[], at: 0, params: &[], reduced: &[], args: [a, b], body: &[] };
    evaluate(&combine.insts, 0, &around, values);
    values[combine.result as usize]
}

/// The outputs of a kernel, each in row-major order.
pub fn run(
    kernel: &Kernel,
    shape: &[usize],
    kept: usize,
    operands: &[Operand],
    old: &[Vec<V>],
    params: &[Scalar],
) -> Vec<Vec<V>> {
    let operands: Vec<Vec<V>> = operands
        .iter()
        .map(|operand| match operand {
            Operand::Array(array) => array.values(),
            Operand::Output(k) => old[*k].clone(),
            Operand::Index(layout) => {
                let mut places = vec![layout.offset() as i128];
                for (&d, &s) in layout.shape().iter().zip(layout.strides()) {
                    places = places.iter().flat_map(|&p| (0..d as i128).map(move |i| p + i * s as i128)).collect();
                }
                places.into_iter().map(V::I).collect()
            }
        })
        .collect();
    let mut outputs = vec![Vec::new(); kernel.outputs.len()];
    let mut store = |values: &[V], first: usize| {
        for (output, &value) in outputs.iter_mut().zip(&kernel.outputs) {
            if kernel.in_body(value) == (first == 0) {
                output.push(values[value as usize - first]);
            }
        }
    };
    let (body, epilogue) = kernel.insts.split_at(kernel.body);
    let reduced_len: usize = shape[kept..].iter().product();
    let around =
        |at: usize| Surroundings { operands: &operands, at, params, reduced: &[], args: [V::I(0); 2], body: &[] };
    let (mut values, mut rows) = (Vec::new(), Vec::new());
    for k in 0..shape[..kept].iter().product() {
        rows.clear();
        for r in 0..reduced_len {
            evaluate(body, 0, &around(k * reduced_len + r), &mut values);
            store(&values, 0);
            rows.extend_from_slice(&values);
        }
        let column = |value: Value| rows.iter().copied().skip(value as usize).step_by(body.len());
        let reduced: Vec<Vec<V>> = kernel
            .reductions
            .iter()
            .map(|reduction| {
                let arg = kernel.dtype(reduction.args[0]);
                let indexed = matches!(reduction.op, ReduceOp::ArgMin | ReduceOp::ArgMax);
                let dtype = if indexed { arg } else { reduction.dtype };
                let values: Vec<V> = column(reduction.args[0]).map(|v| cast(v, arg, dtype)).collect();
                let custom = matches!(reduction.op, ReduceOp::Custom(_));
                let identity = custom.then(|| match kernel.insts[reduction.args[1] as usize].op {
                    Op::Param(k) => V::of(params[k as usize]),
                    _ => panic!("an identity is a parameter"),
                });
                let index: Vec<V> = if indexed { column(reduction.args[1]).collect() } else { Vec::new() };
                let parts = reduce(&reduction.op, &values, &index, dtype, identity).into_iter().enumerate();
                parts.map(|(part, v)| v.rounded(reduction.op.result(reduction.dtype, part as u16))).collect()
            })
            .collect();
        if !epilogue.is_empty() {
            evaluate(epilogue, kernel.body, &Surroundings { reduced: &reduced, body, ..around(k) }, &mut values);
            store(&values, kernel.body);
        }
    }
    outputs
}
