//! Element types: what they are in registers and in buffers, and how they go from one to the other.

use xparray_ir::{DType, Kind, Scalar};

/// The type of a value in registers. Small integers are held in 32 bits, half types as the `f32` that they are.
pub fn register(dtype: DType) -> &'static str {
    match dtype {
        DType::Bool => "bool",
        DType::I8 | DType::I16 | DType::I32 => "i32",
        DType::U8 | DType::U16 | DType::U32 => "u32",
        DType::I64 => "i64",
        DType::U64 => "u64",
        DType::F16 | DType::BF16 | DType::F32 => "f32",
        DType::F64 => "f64",
        DType::Complex64 => "vec2<f32>",
        DType::Complex128 => "vec2<f64>",
    }
}

/// The ending of the library's functions for values of a type.
pub fn ending(dtype: DType) -> &'static str {
    match dtype {
        DType::Complex64 => "f32",
        DType::Complex128 => "f64",
        other => register(other),
    }
}

/// How many elements share a word.
pub fn in_word(dtype: DType) -> usize {
    (4 / dtype.size()).max(1)
}

/// The type of what a buffer holds: elements, or words of smaller ones.
pub fn stored(dtype: DType, written: bool) -> &'static str {
    match (in_word(dtype) > 1, written) {
        (true, true) => "atomic<u32>",
        (true, false) => "u32",
        _ => register(dtype),
    }
}

/// The word that has the bits of element `at`, shifted down.
fn shifted(dtype: DType, buffer: &str, at: &str, written: bool) -> String {
    let (per, bits) = (in_word(dtype), 8 * dtype.size());
    let word = format!("{buffer}[u32({at}) / {per}u]");
    let word = if written { format!("atomicLoad(&{word})") } else { word };
    format!("({word} >> (u32({at}) % {per}u * {bits}u))")
}

/// Element `at` of a buffer.
pub fn load(dtype: DType, buffer: &str, at: &str, written: bool) -> String {
    match in_word(dtype) {
        1 => format!("{buffer}[{at}]"),
        _ => of_bits(dtype, &shifted(dtype, buffer, at, written)),
    }
}

/// An element of a small type, given a word that has its bits lowest.
pub fn of_bits(dtype: DType, bits: &str) -> String {
    match dtype {
        DType::Bool => format!("(({bits} & 0xffu) != 0u)"),
        DType::U8 => format!("({bits} & 0xffu)"),
        DType::I8 => format!("(bitcast<i32>({bits} << 24u) >> 24u)"),
        DType::I16 => format!("(bitcast<i32>({bits} << 16u) >> 16u)"),
        DType::F16 => format!("f16_from_bits({bits} & 0xffffu)"),
        DType::BF16 => format!("bf16_from_bits({bits} & 0xffffu)"),
        _ => format!("({bits} & 0xffffu)"),
    }
}

/// The bits of an element of a small type, as the lowest of a word.
pub fn word_bits(dtype: DType, value: &str) -> String {
    let bits = match dtype {
        DType::Bool => return format!("u32({value})"),
        DType::F16 => format!("bits_f16({value})"),
        DType::BF16 => format!("bits_bf16({value})"),
        DType::I8 | DType::I16 => format!("bitcast<u32>({value})"),
        _ => value.to_owned(),
    };
    format!("({bits} & {})", mask(dtype))
}

/// The bits of a word that an element of a small type has there, as the lowest ones.
fn mask(dtype: DType) -> &'static str {
    if dtype.size() == 1 { "0xffu" } else { "0xffffu" }
}

/// The statement that stores a value as element `at`. Of a word with several elements, which other threads may write
/// meanwhile, only the own bits change.
pub fn store(dtype: DType, buffer: &str, at: &str, value: &str) -> String {
    let per = in_word(dtype);
    if per == 1 {
        return format!("{buffer}[{at}] = {value};");
    }
    let (width, mask, bits) = (8 * dtype.size(), mask(dtype), word_bits(dtype, value));
    format!(
        "{{ let place = u32({at}); let shift = place % {per}u * {width}u; let bits = {bits} << shift;\n\
         atomicAnd(&{buffer}[place / {per}u], ~({mask} << shift)); atomicOr(&{buffer}[place / {per}u], bits); }}"
    )
}

/// A value that was computed in the register's type, as its own type has it.
pub fn narrowed(dtype: DType, value: String) -> String {
    match dtype {
        DType::I8 => format!("(({value} << 24u) >> 24u)"),
        DType::I16 => format!("(({value} << 16u) >> 16u)"),
        DType::U8 => format!("({value} & 0xffu)"),
        DType::U16 => format!("({value} & 0xffffu)"),
        DType::F16 => format!("narrow_f16({value})"),
        DType::BF16 => format!("narrow_bf16({value})"),
        _ => value,
    }
}

/// A number of a real type, exactly.
pub fn real(value: f64, dtype: DType) -> String {
    let double = dtype == DType::F64;
    let name = if double { "f64" } else { "f32" };
    let sign = if value.is_sign_negative() { "-" } else { "" };
    match value {
        // Mesa takes a sum with a known zero for the other number, whose zero may have the other sign.
        _ if value.to_bits() == 0 => format!("zero_{name}()"),
        _ if value.is_nan() => format!("nan_{name}()"),
        _ if value.is_infinite() => format!("({sign}inf_{name}())"),
        _ if double => format!("({value:e}lf)"),
        _ => format!("({:e}f)", value as f32),
    }
}

/// A constant.
pub fn constant(scalar: Scalar) -> String {
    let dtype = scalar.dtype();
    match dtype {
        DType::Bool => (scalar.astype(DType::F64).get::<f64>() != 0.0).to_string(),
        DType::I64 => match scalar.get::<i64>() {
            i64::MIN => format!("(-{}li - 1li)", i64::MAX),
            x => format!("({x}li)"),
        },
        DType::U64 => format!("{}lu", scalar.get::<u64>()),
        DType::Complex64 => {
            let z = scalar.get::<xparray_ir::Complex<f32>>();
            format!("vec2<f32>({}, {})", real(z.re.into(), DType::F32), real(z.im.into(), DType::F32))
        }
        DType::Complex128 => {
            let z = scalar.get::<xparray_ir::Complex<f64>>();
            format!("vec2<f64>({}, {})", real(z.re, DType::F64), real(z.im, DType::F64))
        }
        _ if dtype.kind() == Kind::Float => real(scalar.astype(DType::F64).get::<f64>(), dtype),
        _ if dtype.kind() == Kind::Signed => format!("i32({})", scalar.astype(DType::F64).get::<f64>() as i64),
        _ => format!("{}u", scalar.astype(DType::F64).get::<f64>() as u64),
    }
}

/// Zero.
pub fn zero(dtype: DType) -> String {
    format!("{}()", register(dtype))
}

/// A parameter whose bits begin at this word of the arguments.
pub fn param(dtype: DType, word: usize) -> String {
    let half = |k: usize| format!("args[{}]", 2 * word + k);
    let wide = |k: usize| format!("(u64({}) | (u64({}) << 32u))", half(2 * k), half(2 * k + 1));
    match dtype {
        DType::Bool => format!("(({} & 0xffu) != 0u)", half(0)),
        DType::U8 | DType::U16 | DType::U32 => half(0),
        DType::I8 | DType::I16 | DType::I32 => narrowed(dtype, format!("bitcast<i32>({})", half(0))),
        DType::F16 => format!("f16_from_bits({} & 0xffffu)", half(0)),
        DType::BF16 => format!("bf16_from_bits({} & 0xffffu)", half(0)),
        DType::F32 => format!("bitcast<f32>({})", half(0)),
        DType::U64 => wide(0),
        DType::I64 => format!("bitcast<i64>({})", wide(0)),
        DType::F64 => format!("bitcast<f64>({})", wide(0)),
        DType::Complex64 => format!("vec2<f32>(bitcast<f32>({}), bitcast<f32>({}))", half(0), half(1)),
        DType::Complex128 => format!("vec2<f64>(bitcast<f64>({}), bitcast<f64>({}))", wide(0), wide(1)),
    }
}

/// A conversion, as [`Element::cast`](xparray_ir::Element::cast).
pub fn cast(from: DType, to: DType, value: &str) -> String {
    if from == to {
        return value.to_owned();
    }
    match (from.kind(), to.kind()) {
        (Kind::Complex, Kind::Bool) => format!("!({value}.x == {0}(0) && {value}.y == {0}(0))", ending(from)),
        (Kind::Complex, Kind::Complex) => format!("{}({value})", register(to)),
        (Kind::Complex, _) => cast(part(from), to, &format!("{value}.x")),
        (_, Kind::Complex) => format!("{}({}, {}(0))", register(to), cast(from, part(to), value), ending(to)),
        (Kind::Bool, _) => format!("select({0}(0), {0}(1), {value})", register(to)),
        // By equality: naga writes `!=` of floats as a comparison that is false of NaN.
        (_, Kind::Bool) => format!("!({value} == {}(0))", register(from)),
        (Kind::Float, Kind::Float) => match to {
            DType::F32 | DType::F64 => format!("{}({value})", register(to)),
            _ if from == DType::F64 => narrowed(to, format!("round_to_odd_f64({value})")),
            _ => narrowed(to, value.to_owned()),
        },
        (Kind::Float, _) => {
            let whole = format!("sat_{}_{}({value})", register(from), register(to));
            match to {
                DType::I8 => format!("clamp({whole}, -128, 127)"),
                DType::I16 => format!("clamp({whole}, -32768, 32767)"),
                DType::U8 => format!("min({whole}, 255u)"),
                DType::U16 => format!("min({whole}, 65535u)"),
                _ => whole,
            }
        }
        (_, Kind::Float) => match to {
            DType::F32 | DType::F64 => format!("{}({value})", register(to)),
            // Through a type that holds it: rounded once.
            _ if from.size() >= 4 => narrowed(to, format!("round_to_odd_{}({value})", register(from))),
            _ => narrowed(to, format!("f32({value})")),
        },
        _ => narrowed(to, whole_to_whole(register(from), register(to), value)),
    }
}

/// An integer as another type's register has it, by its bits.
fn whole_to_whole(from: &str, to: &str, value: &str) -> String {
    match (from, to) {
        _ if from == to => value.to_owned(),
        ("i32", "u32") | ("u32", "i32") | ("i64", "u64") | ("u64", "i64") => format!("bitcast<{to}>({value})"),
        ("i32", "i64") => format!("wide_int({value})"),
        ("i32", "u64") => format!("bitcast<u64>(wide_int({value}))"),
        ("u32", "i64") => format!("bitcast<i64>(u64({value}))"),
        ("i64", "u32") => format!("u32(bitcast<u64>({value}))"),
        ("u64", "i32") => format!("bitcast<i32>(u32({value}))"),
        ("i64", "i32") => format!("bitcast<i32>(u32(bitcast<u64>({value})))"),
        _ => format!("{to}({value})"),
    }
}

/// The type of a complex type's parts.
pub fn part(dtype: DType) -> DType {
    if dtype == DType::Complex64 { DType::F32 } else { DType::F64 }
}
